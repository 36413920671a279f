"""The hands of golden/worked_hands.txt, put to every implementation."""

from pathlib import Path
from typing import NamedTuple

import pytest

from mahjong_fast import reference
from mahjong_fast.rules import Rules

GOLDEN = Path(__file__).parent / "golden" / "worked_hands.txt"

ANSWERS = [
    ("reference", reference.is_win),
]
"""Name and function `(hand, *, rules, wild_kinds, claimed)` of each implementation."""


class WorkedHand(NamedTuple):
    id: str
    rules: Rules
    wild_kinds: tuple[str, ...]
    claimed: bool
    hand: str
    wins: bool


def read_worked_hand(row):
    name, *options, hand, verdict = row.split()
    changes = {}
    wild_kinds = ()
    for option in options:
        match option.split("="):
            case ["standard_only"]:
                changes["forms"] = ("standard",)
            case ["distinct_pairs"]:
                changes["quads_as_two_pairs"] = False
            case ["max_copies", copies]:
                changes["max_copies"] = None if copies == "none" else int(copies)
            case ["groups", groups]:
                changes["groups"] = int(groups)
            case ["wild_kinds", kinds]:
                wild_kinds = tuple(kinds.split(","))
            case ["claimed"]:
                pass
            case _:
                raise ValueError(f"{name}: unknown option {option}")
    wins = {"win": True, "no_win": False}[verdict]
    return WorkedHand(name, Rules(**changes), wild_kinds, "claimed" in options, hand, wins)


def worked_hands():
    rows = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [read_worked_hand(row) for row in rows if row and not row.startswith("#")]


@pytest.mark.parametrize("is_win", [pytest.param(answer, id=name) for name, answer in ANSWERS])
@pytest.mark.parametrize("worked", worked_hands(), ids=lambda worked: worked.id)
def test_worked_hand(worked, is_win):
    answer = is_win(
        worked.hand, rules=worked.rules, wild_kinds=worked.wild_kinds, claimed=worked.claimed
    )
    assert answer is worked.wins
