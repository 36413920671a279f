"""The hands of golden/worked_hands.txt, put to every implementation."""

from pathlib import Path
from typing import NamedTuple

import pytest

import mahjong_fast.rules
from mahjong_fast import Evaluator, Hand, Rules, reference

GOLDEN = Path(__file__).parents[1] / "golden" / "worked_hands.txt"


def by_kernel(kernel):
    def is_win(hand, *, rules, wild_kinds, claimed):
        return Evaluator(rules, wild_kinds=wild_kinds, kernel=kernel).is_win(hand, claimed=claimed)

    return is_win


def by_batch(text, *, rules, wild_kinds, claimed):
    """A row of an array tells no winning tile: it is drawn."""
    if claimed or rules.wild_active == "drawn":
        pytest.skip("a batch has no winning tiles")
    hand = Hand.parse(text)
    melded = [0] * 34
    for meld in hand.melds:
        for tile in meld.tiles:
            melded[tile] += 1
    evaluator = Evaluator(rules, wild_kinds=wild_kinds)
    return bool(evaluator.is_win_batch([hand.counts], hand.wild, melds=[melded])[0])


def by_readings(hand, *, rules, wild_kinds, claimed):
    evaluator = Evaluator(rules, wild_kinds=wild_kinds)
    if Hand.parse(hand).total % 3 != 2:
        return False
    return evaluator.count_readings(hand, claimed=claimed) > 0


ANSWERS = [
    ("reference", reference.is_win),
    ("tables", by_kernel("tables")),
    ("search", by_kernel("search")),
    ("batch", by_batch),
    ("readings", by_readings),
]
"""Name and function `(hand, *, rules, wild_kinds, claimed)` of each implementation."""


WORDS = {"none": None, "true": True, "false": False}


class WorkedHand(NamedTuple):
    id: str
    rules: Rules
    wild_kinds: tuple[str, ...]
    claimed: bool
    hand: str
    wins: bool


def read_worked_hand(row):
    name, *options, hand, verdict = row.split()
    rules = Rules()
    changes = {}
    wild_kinds = ()
    for option in options:
        match option.split("="):
            case ["rules", base]:
                rules = mahjong_fast.rules.get(base)
            case ["standard_only"]:
                changes["forms"] = ("standard",)
            case ["distinct_pairs"]:
                changes["quads_as_two_pairs"] = False
            case ["wild_kinds", kinds]:
                wild_kinds = tuple(kinds.split(","))
            case ["claimed"]:
                pass
            case ["forms", names]:
                changes["forms"] = names.split(",")
            case [field, value]:
                changes[field] = WORDS.get(value, int(value) if value.isdecimal() else value)
            case _:
                raise ValueError(f"{name}: unknown option {option}")
    wins = {"win": True, "no_win": False}[verdict]
    rules = rules.replace(**changes)
    return WorkedHand(name, rules, wild_kinds, "claimed" in options, hand, wins)


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
