"""The score of MCR hands, PyMahjongGB beside it, and of Nanchang hands with jing.

All hands of natural tiles are asserted to have PyMahjongGB's totals and as many points of fans, and
all of Nanchang to have the same total alone and in a batch. Of hands with wildcards the tiles that
they became are scored again, of 20; Nanchang is asked of the slow scorer, of 5 hands with no more
than two jing.
"""

from __future__ import annotations

import functools
import random

import mahjong_gb
import numpy as np
import pytest
import slow_scorer
from mcr_hands import random_hand

import mahjong_fast as mf

HANDS = 2000
BLOCKS = 8
WILD_HANDS = 300
REPEATED = 32  # a batch holds the hands so many times

JING_HANDS = 10_000
JING = ("5m", "6m")
CHECKED = 5  # hands that the slow scorer is asked, with no more than two jing

mcr = mf.Evaluator("mcr")
nanchang = mf.Evaluator("nanchang", wild_kinds=JING)


@functools.cache
def deal():
    """Return hands, situations, and the totals of PyMahjongGB, or of a batch where it is absent."""
    rng = random.Random(1)
    hands, situations = zip(*(random_hand(rng) for _ in range(HANDS)), strict=True)
    try:
        totals = [mahjong_gb.score(*pair)[0] for pair in zip(hands, situations, strict=True)]
    except ImportError:
        totals = mcr.score_batch(hands, situations).tolist()
    return hands, situations, totals


@functools.cache
def deal_wild(wild):
    """Return winning hands of which some tiles became wildcards, as the tests deal them."""
    rng = random.Random(wild)
    found = []
    while len(found) < WILD_HANDS:
        hand, situation = random_hand(rng)
        if hand.total < wild:
            continue
        tiles = list(hand.tiles)
        counts = list(hand.counts)
        for place in rng.sample(range(len(tiles)), wild):
            counts[tiles[place]] -= 1
        winning = hand.winning if counts[hand.winning] else mf.WILD
        situation = situation.replace(robbing_kong=False, last_of_kind=False)
        found.append((mf.Hand(counts, wild, hand.melds, winning), situation))
    return found


def blocks_of(*columns):
    size = len(columns[0]) // BLOCKS
    return [
        tuple(column[first : first + size] for column in columns)
        for first in range(0, BLOCKS * size, size)
    ]


def score_each(hands, situations):
    score = mcr.score
    for hand, situation in zip(hands, situations, strict=True):
        score(hand, situation)


def test_score(per_hand):
    hands, situations, totals = deal()
    found = [mcr.score(*pair).total for pair in zip(hands, situations, strict=True)]
    assert found == totals
    per_hand(
        score_each,
        blocks_of(hands, situations),
        HANDS // BLOCKS,
        suite="score",
        question="score",
        wild=0,
    )


def test_score_and_fans(per_hand):
    """The total, and the list of fans that PyMahjongGB answers with."""
    hands, situations, totals = deal()
    for hand, situation, total in zip(hands, situations, totals, strict=True):
        assert sum(fan.points * fan.count for fan in mcr.score(hand, situation).fans) == total

    def list_each(hands, situations):
        score = mcr.score
        for hand, situation in zip(hands, situations, strict=True):
            score(hand, situation).fans  # noqa: B018

    per_hand(
        list_each,
        blocks_of(hands, situations),
        HANDS // BLOCKS,
        suite="score",
        question="score and fans",
        wild=0,
    )


def test_pymahjonggb(per_hand):
    peer = pytest.importorskip("MahjongGB").MahjongFanCalculator
    hands, situations, totals = deal()
    asked = [mahjong_gb.arguments(*pair) for pair in zip(hands, situations, strict=True)]
    assert [sum(points for points, _ in peer(*given)) for given in asked] == totals

    def ask_each(some):
        for given in some:
            peer(*given)

    per_hand(
        ask_each,
        blocks_of(asked),
        HANDS // BLOCKS,
        suite="score",
        question="PyMahjongGB",
        wild=0,
    )


def test_score_batch(per_hand):
    hands, situations, totals = deal()
    rows = {
        "counts": np.tile(np.array([hand.counts for hand in hands], np.uint8), (REPEATED, 1)),
        "winning": np.tile(np.array([hand.winning for hand in hands], np.uint8), REPEATED),
        "melds": np.tile(
            np.array(
                [
                    [*map(mf.arrays.meld_code, hand.melds), *[0] * (4 - len(hand.melds))]
                    for hand in hands
                ],
                np.uint8,
            ),
            (REPEATED, 1),
        ),
    }
    fields = {
        name: np.tile([getattr(situation, name) for situation in situations], REPEATED)
        for name in (*mf.arrays.FLAG_NAMES, "flowers")
        if name != "others_hold_wild"  # which is not told
    }
    for name in ("seat_wind", "round_wind"):
        letters = ["ESWN".index(getattr(situation, name)) for situation in situations]
        fields[name] = np.tile(letters, REPEATED)
    assert mcr.score_batch(rows, fields).tolist() == totals * REPEATED
    per_hand(
        mcr.score_batch,
        [(rows, fields)],
        HANDS * REPEATED,
        suite="score",
        question="score_batch",
        wild=0,
    )


@pytest.mark.parametrize("wild", [1, 2, 3, 4, 5, 6, 7, 8, 11, 14])
def test_best_score(per_hand, wild):
    pairs = deal_wild(wild)
    for hand, situation in pairs[:20]:
        found = mcr.score(hand, situation)
        counts = np.array(hand.counts)
        np.add.at(counts, list(found.reading.substituted), 1)
        natural = mf.Hand(counts.tolist(), 0, hand.melds, found.winning)
        assert mcr.score(natural, situation).total == found.total
    per_hand(
        lambda hand, situation: mcr.score(hand, situation),
        pairs if wild < 9 else pairs[:20],
        1,
        suite="score",
        question="best_score",
        wild=wild,
    )


@functools.cache
def deal_jing(jing):
    """Return winning Nanchang hands, drawn, in which so many tiles are jing."""
    rng = random.Random(jing)
    wild = [mf.tiles.kind(tile) for tile in JING for _ in range(4)]
    chows = [range(first, first + 3) for suit in (0, 9, 18) for first in range(suit, suit + 7)]
    others = [kind for kind in range(34) if kind not in wild]
    found = []
    while len(found) < JING_HANDS:
        tiles = [*[rng.choice(others)] * 2]
        for _ in range(4):
            tiles += rng.choice(chows) if rng.random() < 0.6 else [rng.choice(others)] * 3
        natural = rng.sample(tiles, 14 - jing)
        counts = np.bincount([*natural, *rng.sample(wild, jing)], minlength=34)
        if counts.max() > 4 or set(natural) & set(wild):
            continue
        hand = mf.Hand(counts.tolist(), 0, (), rng.choice(natural))
        situation = mf.Situation(self_draw=True, seat_wind=rng.choice("ESWN"))
        if nanchang.is_win(hand):
            found.append((hand, situation))
    return found


@pytest.mark.parametrize("jing", [0, 1, 2, 7])
def test_nanchang(per_hand, jing):
    pairs = deal_jing(jing)
    scores = [nanchang.score(*pair) for pair in pairs]
    totals = [score.total for score in scores]
    assert nanchang.score_batch(*map(list, zip(*pairs, strict=True))).tolist() == totals
    for pair, score in list(zip(pairs, scores, strict=True))[: CHECKED if jing <= 2 else 0]:
        slow = slow_scorer.score(nanchang.rules, *pair, nanchang.wild_kinds)
        assert score.total == slow.total
        assert sum(score.payments().values()) == sum(slow.payments)
    per_hand(
        lambda hand, situation: nanchang.score(hand, situation),
        pairs,
        1,
        least_repeats=5,  # what is told of is the slowest of all hands
        suite="score",
        question="nanchang",
        wild=jing,
    )
