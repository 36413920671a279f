"""A hand as it is written: a text in the notation, 34 counts, or an object with counts and melds.

Nothing here knows of rules: `position` checks that a hand can exist under them.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..errors import HandError, NotationError

KINDS = 34
WILD = 42
SUITS = "mps"
HONOURS = "ESWNCFP"
TILE_NAMES = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *HONOURS,
)
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))

SUIT_KINDS = (tuple(range(9)), tuple(range(9, 18)), tuple(range(18, 27)))
HONOUR_KINDS = tuple(range(27, 34))

Counts = tuple[int, ...]
"""34 counts, in the order of the ids."""

Tiles = tuple[int, ...]
"""Tile ids, lowest first: what a group consists of."""

SUIT_RUNS = tuple(
    (first, first + 1, first + 2) for suit in SUIT_KINDS for first in range(suit[0], suit[0] + 7)
)
WIND_RUNS = ((27, 28, 29), (27, 28, 30), (27, 29, 30), (28, 29, 30))
DRAGON_RUNS = ((31, 32, 33),)
RUNS = {"suit": SUIT_RUNS, "winds": WIND_RUNS, "dragons": DRAGON_RUNS}
"""The chows that each name in `Rules.runs` allows."""


class Meld(NamedTuple):
    """A declared group. Only a kong can be concealed: any other was claimed."""

    tiles: Tiles
    concealed: bool = False


@dataclasses.dataclass(frozen=True)
class WrittenHand:
    """A hand as it is written, not checked yet."""

    counts: Counts
    wild: int = 0
    melds: tuple[Meld, ...] = ()
    winning: int | None = None


def _parse_tiles(text: str, start: int) -> list[int]:
    """Return the ids in a text that holds nothing but tiles; `start` is its place in the hand."""
    tiles: list[int] = []
    ranks: list[int] = []
    for position, char in enumerate(text, start):
        if char == " ":
            continue
        if char in "0123456789":
            ranks.append(int(char))
        elif char in "mpsz" and ranks:
            highest = 4 if char == "z" else 9
            if min(ranks) < 1 or max(ranks) > highest:
                hint = "; write C F P for the dragons" if char == "z" else ""
                raise NotationError(f"no such tile before position {position}{hint}")
            first = 27 if char == "z" else 9 * SUITS.index(char)
            tiles += [first + rank - 1 for rank in ranks]
            ranks = []
        elif char in HONOURS and not ranks:
            tiles.append(27 + HONOURS.index(char))
        elif char == "*" and not ranks:
            tiles.append(WILD)
        else:
            raise NotationError(f"unexpected {char!r} at position {position}")
    if ranks:
        raise NotationError(f"digits without a suit at position {start + len(text) - 1}")
    return tiles


def _parse_meld(text: str, bracket: str, start: int) -> Meld:
    tiles = tuple(sorted(_parse_tiles(text, start)))
    if WILD in tiles:
        raise NotationError(f"a wildcard inside a meld at position {start}")
    same = len(set(tiles)) == 1
    if bracket == "{":
        legal = same and len(tiles) == 4
    elif same:
        legal = len(tiles) in (3, 4)
    else:
        legal = len(tiles) == 3 and (tiles in SUIT_RUNS or is_honour_run(tiles))
    if not legal:
        raise NotationError(f"no such meld at position {start}")
    return Meld(tiles, bracket == "{")


def is_honour_run(tiles: Tiles) -> bool:
    """Tell whether three tiles are different winds, or 中发白."""
    return tiles in WIND_RUNS or tiles in DRAGON_RUNS


def parse(text: str) -> WrittenHand:
    """Read the notation: `[123m]{2222p}456sEE*+3s`.

    >>> parse("[123m]55m*+*").wild
    2
    """
    concealed: list[int] = []
    melds: list[Meld] = []
    position = 0
    while position < len(text) and text[position] != "+":
        if text[position] in "[{":
            closing = text.find("]" if text[position] == "[" else "}", position)
            if closing < 0:
                raise NotationError(f"unclosed {text[position]!r} at position {position}")
            content = text[position + 1 : closing]
            melds.append(_parse_meld(content, text[position], position + 1))
            position = closing + 1
        else:
            ends = [text.find(mark, position) for mark in "[{+"]
            end = min((place for place in ends if place >= 0), default=len(text))
            concealed += _parse_tiles(text[position:end], position)
            position = end
    winning = None
    if position < len(text):
        last = _parse_tiles(text[position + 1 :], position + 1)
        if len(last) != 1:
            raise NotationError(f"'+' needs exactly one tile at position {position}")
        winning = last[0]
        concealed.append(winning)
    counts = tuple(concealed.count(kind) for kind in range(KINDS))
    return WrittenHand(counts, concealed.count(WILD), tuple(melds), winning)


def counts_of(values: Iterable[Any], what: str) -> Counts:
    counts = tuple(operator.index(value) for value in values)
    if len(counts) != KINDS:
        raise HandError(f"{what} must have {KINDS} counts, not {len(counts)}")
    for kind, count in enumerate(counts):
        if count < 0:
            raise HandError(f"{what} has a negative count of {TILE_NAMES[kind]}")
    return counts


def read(hand: Any) -> WrittenHand:
    """Read a text, 34 counts, or an object with the attributes of `Hand`."""
    if isinstance(hand, str):
        return parse(hand)
    if not hasattr(hand, "counts"):
        return WrittenHand(counts_of(hand, "a hand"))
    melds = tuple(
        Meld(tuple(sorted(meld.tiles)), getattr(meld, "concealed", False))
        for meld in getattr(hand, "melds", ())
    )
    winning = getattr(hand, "winning", None)
    return WrittenHand(counts_of(hand.counts, "a hand"), hand.wild, melds, winning)


def kinds_of(kinds: str | Iterable[int | str]) -> frozenset[int]:
    """Return the kinds of a text that holds single tiles alone, or of a sequence."""
    if not isinstance(kinds, str):
        return frozenset(map(kind_of, kinds))
    written = parse(kinds)
    if written.wild or written.melds or written.winning is not None:
        raise HandError(f"{kinds!r} is more than single tiles of the 34 kinds")
    return frozenset(kind for kind, count in enumerate(written.counts) if count)


def kind_of(tile: int | str) -> int:
    if isinstance(tile, str):
        if tile not in TILE_NAMES:
            raise NotationError(f"unknown tile kind {tile!r}")
        return TILE_NAMES.index(tile)
    kind = operator.index(tile)
    if not 0 <= kind < KINDS:
        raise HandError(f"no tile kind has the id {kind}")
    return kind
