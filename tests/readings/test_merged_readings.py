"""Readings that the fans cannot tell apart are judged once: the best is what judging all finds."""

import random

import pytest
import room_hands

import mahjong_fast as mf

SCORED = [name for name in mf.rules.names() if mf.rules.get(name).scoring is not None]


def judging_all(rules):
    """Return the rules with a fan that may ask anything, and never holds."""
    never = mf.Fan("never", 0, when=lambda _: False)
    return rules.replace(scoring=rules.scoring.with_fans(never))


def worth(rules, hand, situation, kinds):
    try:
        score = mf.Evaluator(rules, wild_kinds=kinds).score(hand, situation)
    except mf.HandError as error:
        return str(error)
    return score and (score.total, score.flat)


def random_deals(name, seed, number, wild):
    """Yield hands of a room with so many wildcards at the least."""
    rules = mf.rules.get(name)
    rng = random.Random(f"{name} {seed}")
    while number:
        _, hand, situation, kinds = room_hands.random_case(rng, rules, most_wild=6)
        wildcards = hand.wild + sum(hand.counts[kind] for kind in kinds)
        if hand.winning != mf.WILD and wild <= wildcards < wild + 2:
            number -= 1
            yield hand, situation, kinds


@pytest.mark.parametrize("name", SCORED)
def test_merged_readings_score_as_all(name):
    rules = mf.rules.get(name)
    for hand, situation, kinds in random_deals(name, 1, 6, wild=4):
        merged = worth(rules, hand, situation, kinds)
        assert merged == worth(judging_all(rules), hand, situation, kinds), (hand, kinds)


@pytest.mark.parametrize(
    ("name", "total"),
    [
        # Four dragon and wind pungs; a wildcard that won may be any of their tiles.
        ("ningbo", 15),
        ("fuzhou", 40),
        ("chongji", 43),
        ("guangdong", 24),
        ("hongzhong", 2),
        ("sichuan", 8),
        ("tianjin", 6),
        ("wenzhou", 4),
    ],
)
def test_a_hand_of_wildcards_alone(name, total):
    rules = mf.rules.get(name)
    hand = "*" * (3 * rules.groups + 1) + "+*"
    assert mf.Evaluator(rules).score(hand, mf.Situation(self_draw=True)).total == total


def test_uses_of_stand_ins_are_bounded():
    evaluator = mf.Evaluator(mf.Rules(stand_in="CFP"), wild_kinds=["1m", "5m", "9p"])
    assert evaluator.shanten("CCFP123p456s77s9m") == 1
    with pytest.raises(mf.HandError, match=r"used in 42875 ways; .* 1000 at most"):
        evaluator.shanten("CCCCFFFFPPPP5m")
