"""What a winning hand must show as a whole, its melds included: suits, a triplet, a terminal.

A walk over the kinds carries what it has seen so far as a set of marks, and the number of tiles in
the suit it is in. Only what the rules ask for is marked, so that walks which differ in nothing that
matters are the same.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ..rules import Rules
from .hand import ORPHANS
from .position import Melds
from .shapes import DRAGON_PAIR, TRIPLET

# Marks beside those of the shapes.
TERMINAL_OR_HONOUR = 4
ENOUGH_OF_A_SUIT = 8
SUITS = (16, 32, 64)

NEEDED = {
    "triplet": TRIPLET,
    "triplet_or_dragon_pair": TRIPLET | DRAGON_PAIR,
    "terminal_or_honour": TERMINAL_OR_HONOUR,
}
"""The marks of which a hand needs one, for each name in `Rules.required`."""


class Shown(NamedTuple):
    """The marks of what has been seen, and how many tiles of the suit the walk is in."""

    marks: int
    in_suit: int


class Features:
    """What the rules ask of a hand with these melds."""

    def __init__(self, rules: Rules, melds: Melds) -> None:
        self.rules = rules
        self.melds = melds
        self.marked = functools.reduce(int.__or__, map(NEEDED.__getitem__, rules.required), 0)
        if rules.min_suit_tiles:
            self.marked |= ENOUGH_OF_A_SUIT
        if rules.min_suits > 0 or rules.max_suits < 3:
            self.marked |= sum(SUITS)

    @functools.cached_property
    def start(self) -> Shown:
        """What the melds show."""
        marks = TRIPLET if self.melds.triplet else 0
        for kind, count in enumerate(self.melds.counts):
            if count:
                marks |= _marks_of(kind)
        if any(self._melded(suit) >= self.rules.min_suit_tiles for suit in range(3)):
            marks |= ENOUGH_OF_A_SUIT
        return Shown(marks & self.marked, 0)

    def _melded(self, suit: int) -> int:
        return sum(self.melds.counts[9 * suit : 9 * suit + 9])

    def after(self, shown: Shown, kind: int, places: int) -> Shown:
        """Return what is shown once the target has so many places of a kind."""
        marks, in_suit = shown
        if places:
            marks |= _marks_of(kind)
        least = self.rules.min_suit_tiles
        if least:
            if kind >= 27:
                in_suit = 0
            elif kind % 9 == 0:
                in_suit = self._melded(kind // 9)
            if kind < 27:
                in_suit = min(in_suit + places, least)
                marks |= ENOUGH_OF_A_SUIT if in_suit == least else 0
        return Shown(marks & self.marked, in_suit)

    def with_marks(self, shown: Shown, marks: int) -> Shown:
        return Shown(shown.marks | marks & self.marked, shown.in_suit)

    def are_possible(self, shown: Shown) -> bool:
        """Tell whether nothing is shown that may not be."""
        return _suits(shown.marks) <= self.rules.max_suits

    def are_complete(self, shown: Shown) -> bool:
        """Tell whether a hand that shows this shows all it must."""
        marks = shown.marks
        return (
            all(marks & NEEDED[name] for name in self.rules.required)
            and (not self.rules.min_suits or _suits(marks) >= self.rules.min_suits)
            and (not self.rules.min_suit_tiles or bool(marks & ENOUGH_OF_A_SUIT))
        )


@functools.lru_cache(maxsize=64)
def features_of(rules: Rules, melds: Melds) -> Features:
    """Return the features; the same object for the same arguments."""
    return Features(rules, melds)


def _marks_of(kind: int) -> int:
    marks = TERMINAL_OR_HONOUR if kind in ORPHANS else 0
    return marks | SUITS[kind // 9] if kind < 27 else marks


def _suits(marks: int) -> int:
    return sum(1 for suit in SUITS if marks & suit)
