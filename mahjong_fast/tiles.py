"""Tile ids, their names, and the orders in which programs list the 34 kinds.

Ids: 0-8 `1m..9m`, 9-17 `1p..9p`, 18-26 `1s..9s`, 27-30 `E S W N`, 31-33 `C F P` (中 发 白),
34-41 the flowers `1f..8f` (never part of a hand's counts), 42 a faceless wildcard `*`.
"""

from __future__ import annotations

import operator
import sys

from mahjong_fast.errors import HandError, MahjongError, NotationError, suggestion

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, SupportsIndex, TypeVar, overload

    import numpy
    from numpy.typing import NDArray

    _Item = TypeVar("_Item")
    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

KINDS = 34
WILD = 42

CHARACTERS = range(0, 9)
DOTS = range(9, 18)
BAMBOOS = range(18, 27)
SUITS = (CHARACTERS, DOTS, BAMBOOS)
WINDS = range(27, 31)
DRAGONS = range(31, 34)
HONOURS = range(27, 34)
FLOWERS = range(34, 42)
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = (*TERMINALS, *HONOURS)
"""The terminals and honours: the kinds of the thirteen orphans."""

NAMES: tuple[str, ...] = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *"ESWNCFP")
"""The canonical text of each of the 34 kinds, in id order."""

FLOWER_NAMES = tuple(f"{number}f" for number in range(1, 9))
"""`1f..8f`, ids 34-41: no hand's text has the letter `f`, and `F` alone is 发."""

DRAGON_DIGITS = (
    "5z 6z 7z are 中发白 in Chinese notation and 白發中 in riichi notation: "
    "write C F P for 中 发 白"
)

_NAME_OF_ID: tuple[str, ...] = (*NAMES, *FLOWER_NAMES, "*")
_LONGEST_NAME = 3
"""The characters of a tile's name in any notation, as `5mr`; no more of them are looked at."""
_ID_OF_NAME = {text: tile for tile, text in enumerate(_NAME_OF_ID)} | {
    f"{number}z": wind for number, wind in enumerate(WINDS, start=1)
}

# The ids of this package in the order in which each program lists them.
_ORDERS = {
    "mahjong_fast": tuple(range(KINDS)),
    "riichi": (*range(31), 33, 32, 31),
    "wtt": (*CHARACTERS, *BAMBOOS, *DOTS, *HONOURS),
}


def kind(text: str) -> int:
    """Return the id of the tile that `text` names.

    Args:
        text: one tile: `1m..9s`, `E S W N C F P`, `1z..4z` (the winds), `1f..8f` or `*`.

    Returns:
        0-33, 34-41 for a flower, `WILD` for `*`.

    Raises:
        NotationError: `text` is not exactly one tile.
        TypeError: `text` is not a `str`.

    >>> kind("1m"), kind("P"), kind("*")
    (0, 33, 42)
    """
    if not isinstance(text, str):
        raise TypeError(f"a tile's text must be a str, not {type(text).__name__}")
    try:
        return _ID_OF_NAME[text]
    except KeyError:
        pass
    if text in ("5z", "6z", "7z"):
        raise NotationError(f"{text!r} is ambiguous: {DRAGON_DIGITS}")
    from mahjong_fast.notations import advice

    hints = (advice(text, at) for at in range(min(len(text), _LONGEST_NAME)))
    hint = next((f" ({hint})" for hint in hints if hint), "")
    raise NotationError(
        f"{excerpt(text)} is not a tile{hint}: tiles are 1m..9m 1p..9p 1s..9s E S W N C F P, "
        "1f..8f for flowers and * for a wildcard"
    )


def name(kind: SupportsIndex) -> str:
    """Return the canonical text of a tile id; `kind(name(k)) == k`.

    Args:
        kind: 0-41, or `WILD`.

    Raises:
        HandError: no tile has this id.
        TypeError: `kind` is not an integer.

    >>> name(0), name(33), name(WILD)
    ('1m', 'P', '*')
    """
    if isinstance(kind, bool):
        raise TypeError("a tile id must be an int, not bool")
    index = operator.index(kind)
    if not 0 <= index <= WILD:
        raise HandError(f"a tile id is 0-{WILD - 1}, or {WILD} for a wildcard")
    return _NAME_OF_ID[index]


if TYPE_CHECKING:

    @overload
    def reorder(
        counts: NDArray[_Scalar], source: str = ..., target: str = ...
    ) -> NDArray[_Scalar]: ...

    @overload
    def reorder(counts: Sequence[_Item], source: str = ..., target: str = ...) -> list[_Item]: ...


def reorder(counts: Any, source: str = "mahjong_fast", target: str = "mahjong_fast") -> Any:
    """Convert counts from one program's tile order to another's.

    The orders are `"mahjong_fast"` (万筒条 东南西北 中发白), `"riichi"` (the same with 白發中) and
    `"wtt"` (万条筒, as most Chinese articles list the suits).

    Args:
        counts: a numpy array of any dtype whose last axis is 34, or a sequence of 34.
        source: the order `counts` is in.
        target: the order to return.

    Returns:
        A new array of the same shape and dtype for an array, a list for a sequence.

    Raises:
        HandError: the last axis is not 34.
        MahjongError: an order of that name does not exist.

    >>> reorder(range(34), source="riichi")[31:]
    [33, 32, 31]
    """
    position = {tile: index for index, tile in enumerate(_order(source))}
    index = [position[tile] for tile in _order(target)]
    # Whoever passes an array has imported numpy already, so this module never has to.
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(counts, numpy.ndarray):
        if counts.ndim == 0 or counts.shape[-1] != KINDS:
            raise HandError(f"the last axis must be {KINDS} kinds, the shape is {counts.shape}")
        return counts[..., index]
    row = list(counts)
    if len(row) != KINDS:
        raise HandError(f"counts must be {KINDS} numbers, not {len(row)}")
    return [row[place] for place in index]


def excerpt(text: str, position: int = 0, width: int = 24) -> str:
    """Quote the part of `text` around `position`, short whatever the text's length."""
    start = max(0, position - width // 2)
    stop = start + width
    quoted = repr(text[start:stop])
    return f"{'...' if start else ''}{quoted}{'...' if stop < len(text) else ''}"


def _order(order: str) -> tuple[int, ...]:
    if not isinstance(order, str):
        raise TypeError(f"a tile order is named by a str, not {type(order).__name__}")
    try:
        return _ORDERS[order]
    except KeyError:
        pass
    raise MahjongError(f"unknown tile order {excerpt(order)}; {suggestion(order, _ORDERS)}")
