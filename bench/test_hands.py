"""The families deal hands that can exist, the same ones every time."""

import numpy as np
import pytest

from bench import hands

SOME = 200


@pytest.mark.parametrize("tiles", [13, 14, 7, 2])
@pytest.mark.parametrize("family", hands.FAMILIES)
def test_family(family, tiles):
    deal = hands.FAMILIES[family]
    for wild in range(min(tiles, 9)):
        counts = deal(SOME, wild, tiles=tiles)
        assert counts.dtype == np.uint8
        assert counts.shape == (SOME, hands.KINDS)
        assert counts.max() <= hands.COPIES
        assert (counts.sum(axis=1) + wild == tiles).all()
        np.testing.assert_array_equal(counts, deal(SOME, wild, tiles=tiles))


def test_hands_with_melds():
    counts, melded = hands.with_melds(SOME, 2, melds=3)
    assert (counts.sum(axis=1) == 14 - 9 - 2).all()
    assert (counts + melded).max() == hands.COPIES
    assert set(melded.sum(axis=1)) <= {9, 10, 11, 12}


@pytest.mark.parametrize("wild", range(9))
def test_worst_hands(wild):
    counts = hands.worst(SOME, wild)
    assert counts.shape == (SOME, hands.KINDS)
    assert counts.max() <= hands.COPIES
    assert (counts.sum(axis=1) + wild == hands.TILES).all()


def test_every_hand_of_one_suit():
    counts = hands.every_one_suit(1)
    assert len(np.unique(counts, axis=0)) == len(counts) == 93_600
    assert (counts.sum(axis=1) == 13).all()


def test_text_round_trip():
    for wild in (0, 3):
        for row in hands.random_deals(SOME, wild):
            again, wildcards = hands.from_text(hands.to_text(row, wild))
            np.testing.assert_array_equal(again, row)
            assert wildcards == wild
