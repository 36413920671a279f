"""MCR totals of random hands, beside those of PyMahjongGB."""

import random
from collections import Counter

import mahjong_gb
import pytest
from golden_hands import read_mcr
from mcr_hands import random_hand

import mahjong_fast as mf

pytest.importorskip("MahjongGB")

mcr = mf.Evaluator("mcr")


@pytest.mark.parametrize(
    ("rows", "seed"),
    [(20_000, 1), pytest.param(100_000, 2, marks=pytest.mark.slow)],
    ids=["sample", "many"],
)
def test_same_totals_as_pymahjonggb(rows, seed):
    rng = random.Random(seed)
    seen = Counter()
    differ = []
    for _ in range(rows):
        hand, situation = random_hand(rng)
        theirs, fans = mahjong_gb.score(hand, situation)
        ours = mcr.score(hand, situation)
        seen.update(fans.keys())
        if ours is None or ours.total != theirs:
            differ.append((str(hand), situation, ours and ours.total, theirs))
    assert differ[:10] == []
    assert len(seen) == 82  # every fan, and 明暗杠
    assert min(seen.values()) >= rows // 1000, seen.most_common()[-5:]


def test_disputed_totals_are_those_of_pymahjonggb():
    """The only witness of golden/mcr_disputed.txt."""
    rows = list(read_mcr("mcr_disputed.txt"))
    theirs = [mahjong_gb.score(hand, situation)[0] for hand, situation, *_ in rows]
    assert theirs == [total for _, _, total, _ in rows]


def test_the_scalar_and_the_batch_agree():
    rng = random.Random(3)
    hands, situations = zip(*(random_hand(rng) for _ in range(3000)), strict=True)
    totals = [mcr.score(*pair).total for pair in zip(hands, situations, strict=True)]
    assert mcr.score_batch(hands, situations).tolist() == totals
