"""Exact and fast answers about mahjong hands with any number of wildcards.

>>> import mahjong_fast as mf
>>> mf.is_win("1189m*")
True
>>> [mf.tiles.name(kind) for kind in mf.waits("123m456p789s1sEE*")]
['1s', '2s', '3s', 'E']
>>> mf.shanten("147m258p369sESW*")
5

The functions here ask under the standard rules; `Evaluator` asks under any. `reference` has the
same questions in plain Python.
"""

try:
    from . import core as core
except ImportError:
    raise ImportError(
        "these are the sources of mahjong_fast, not compiled: run `pip install -e .` in their "
        "folder, or start Python in another one to import an installed package"
    ) from None

from . import tiles
from .core.base.hand import Hand, HandState, Meld
from .core.evaluator import Evaluator
from .core.readings.reading import Group, Reading
from .errors import HandError, MahjongError, NotationError, RulesError
from .tiles import WILD

TYPE_CHECKING = False  # a type checker takes it as true
if TYPE_CHECKING:
    from . import arrays, reference, rules
    from .arrays import unpack_mask
    from .core.scoring.scorer import Score
    from .core.scoring.situation import Situation
    from .discard import Discard
    from .fans import Fan, Scoring
    from .rules import Rules
    from .settlement import Deal, Feed, Settlement, settle

__all__ = [
    "WILD",
    "Deal",
    "Discard",
    "Evaluator",
    "Fan",
    "Feed",
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
    "Score",
    "Scoring",
    "Settlement",
    "Situation",
    "acceptance",
    "acceptance_batch",
    "arrays",
    "count_readings",
    "discard_shanten_batch",
    "discards",
    "is_win",
    "is_win_batch",
    "iter_readings",
    "readings",
    "reference",
    "rules",
    "settle",
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


# What lies in modules whose own imports (numpy, dataclasses, typing) would be most of a start.
_LAZY = {
    "arrays": "arrays",
    "reference": "reference",
    "rules": "rules",
    "Rules": "rules",
    "Deal": "settlement",
    "Discard": "discard",
    "Feed": "settlement",
    "Settlement": "settlement",
    "settle": "settlement",
    "Fan": "fans",
    "Score": "core.scoring.scorer",
    "Scoring": "fans",
    "Situation": "core.scoring.situation",
    "unpack_mask": "arrays",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_LAZY[name]}", __name__)
    value = globals()[name] = module if name == _LAZY[name] else getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
