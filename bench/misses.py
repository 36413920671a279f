"""Where the flawed classics go wrong: `python -m bench.misses` prints how often, and hands.

Wins are counted by the plain recursion, which `test_baselines` holds against the reference; the
hands that are printed are asked of the reference itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mahjong_fast import reference
from mahjong_fast.rules import Rules

from . import hands
from .classics import CLASSICS

HANDS = 20_000
EXAMPLES = 3
STANDARD_FORM = Rules(forms=("standard",))


class Misses(NamedTuple):
    """Wins that a classic overlooks, in one family with one number of wildcards."""

    classic: str
    family: str
    wild: int
    wins: int
    missed: int
    examples: tuple[str, ...]


def find(hands_in_family: int = HANDS) -> Iterator[Misses]:
    """Yield where a classic misses wins; the wins it may not miss are left out."""
    for name, classic in CLASSICS.items():
        for wild in range(classic.exact_up_to + 1, 9):
            samples = {
                family: deal(hands_in_family, wild) for family, deal in hands.FAMILIES.items()
            }
            samples["every hand of one suit"] = hands.every_one_suit(wild)
            for family, counts in samples.items():
                wins, answers = np.empty((2, len(counts)), np.uint8)
                CLASSICS["plain recursion"].is_win_batch(counts, wild, wins)
                classic.is_win_batch(counts, wild, answers)
                wrong = counts[wins != answers]
                for row in wrong[:EXAMPLES]:
                    assert reference.is_win(row.tolist(), wild=wild, rules=STANDARD_FORM)
                examples = tuple(hands.to_text(row, wild) for row in wrong[:EXAMPLES])
                yield Misses(name, family, wild, int(wins.sum()), len(wrong), examples)


def main() -> None:
    for found in find():
        if found.missed:
            print(
                f"{found.classic}, {found.family}, {found.wild} wild: "
                f"{found.missed} of {found.wins} wins missed: {' '.join(found.examples)}"
            )


if __name__ == "__main__":
    main()
