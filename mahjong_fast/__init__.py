"""Exact and fast answers about mahjong hands with any number of wildcards.

>>> import mahjong_fast as mf
>>> mf.is_win("1189m*")
True
>>> [mf.tiles.name(kind) for kind in mf.waits("123m456p789s1sEE*")]
['1s', '2s', '3s', 'E']
>>> mf.shanten("147m258p369sESW*")
5

The functions here ask under the standard rules; `Evaluator` asks under any. `reference` has the same
questions in plain Python.
"""

from . import rules, tiles
from ._evaluator import Evaluator
from ._hand import Hand, HandState, Meld
from ._readings import Group, Reading
from .discard import Discard
from .errors import HandError, MahjongError, NotationError, RulesError
from .rules import Rules
from .tiles import WILD

__all__ = [
    "WILD",
    "Discard",
    "Evaluator",
    "Group",
    "Hand",
    "HandError",
    "HandState",
    "MahjongError",
    "Meld",
    "NotationError",
    "Reading",
    "Rules",
    "RulesError",
    "acceptance",
    "acceptance_batch",
    "count_readings",
    "discard_shanten_batch",
    "discards",
    "is_win",
    "is_win_batch",
    "iter_readings",
    "readings",
    "rules",
    "shanten",
    "shanten_batch",
    "tiles",
    "unpack_mask",
    "waits",
    "waits_batch",
]

__version__ = "0.1.0"

_standard = Evaluator()
is_win = _standard.is_win
waits = _standard.waits
shanten = _standard.shanten
acceptance = _standard.acceptance
discards = _standard.discards
readings = _standard.readings
iter_readings = _standard.iter_readings
count_readings = _standard.count_readings
is_win_batch = _standard.is_win_batch
waits_batch = _standard.waits_batch
shanten_batch = _standard.shanten_batch
acceptance_batch = _standard.acceptance_batch
discard_shanten_batch = _standard.discard_shanten_batch


def __getattr__(name: str) -> object:
    if name == "unpack_mask":  # needs numpy, which nothing loads before a batch is asked for
        from .arrays import unpack_mask

        return unpack_mask
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
