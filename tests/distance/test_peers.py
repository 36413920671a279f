"""The answers of the packages `mahjong` and `xiangting`, under riichi rules without wildcards.

Both put the dragons in the order 白發中.
"""

import numpy as np
import pytest
from hands import random_hands

import mahjong_fast as mf

riichi = mf.Evaluator("riichi")


@pytest.fixture(
    scope="module",
    params=[10_000, pytest.param(100_000, marks=pytest.mark.slow)],
    ids=lambda rows: f"{rows} hands",
)
def hands(request):
    """Hands of all sizes: quads, short hands, one suit, orphans are among them."""
    counts, _ = random_hands(np.random.default_rng(7), request.param, most_wild=0)
    return counts


@pytest.fixture
def their_hands(hands):
    return mf.tiles.reorder(hands, target="riichi").tolist()


def their_kinds(masks):
    return mf.tiles.reorder(mf.unpack_mask(masks), target="riichi")


def size(hands):
    return hands.sum(axis=1) % 3


def assert_same(ours, theirs, hands):
    differ = np.flatnonzero((ours != theirs).reshape(len(hands), -1).any(axis=1))
    assert [str(mf.Hand(hands[i])) for i in differ[:10]] == []


def test_the_hands_are_of_every_kind(hands):
    assert set(hands.sum(axis=1)) == {1, 2, 4, 5, 7, 8, 10, 11, 13, 14}
    assert ((hands == 4).sum(axis=1) > 1).mean() > 0.05
    assert set(riichi.shanten_batch(hands)) >= set(range(-1, 6))


def test_same_shanten_as_mahjong(hands, their_hands):
    shanten = pytest.importorskip("mahjong.shanten").Shanten
    theirs = np.array([shanten.calculate_shanten(hand) for hand in their_hands])
    assert_same(riichi.shanten_batch(hands), theirs, hands)


def test_same_wins_as_mahjong(hands, their_hands):
    agari = pytest.importorskip("mahjong.agari").Agari
    whole = hands.sum(axis=1) == 14
    theirs = [agari.is_agari(hand) for hand in np.array(their_hands)[whole].tolist()]
    assert_same(riichi.is_win_batch(hands[whole]), np.array(theirs), hands[whole])


def test_same_shanten_as_xiangting(hands, their_hands):
    xiangting = pytest.importorskip("xiangting")
    theirs = [
        xiangting.calculate_replacement_number(hand, xiangting.PlayerCount.FOUR)
        for hand in their_hands
    ]
    assert_same(riichi.shanten_batch(hands) + 1, np.array(theirs), hands)


def test_same_acceptance_as_xiangting(hands, their_hands):
    xiangting = pytest.importorskip("xiangting")
    asked = size(hands) == 1
    theirs = [
        xiangting.calculate_necessary_tiles(hand, xiangting.PlayerCount.FOUR)[1]
        for hand in np.array(their_hands)[asked].tolist()
    ]
    ours = their_kinds(riichi.acceptance_batch(hands[asked]))
    assert_same(ours, mf.unpack_mask(np.array(theirs, np.uint64)), hands[asked])


def test_same_discards_that_keep_the_shanten_as_xiangting(hands, their_hands):
    xiangting = pytest.importorskip("xiangting")
    asked = size(hands) == 2
    asked &= riichi.shanten_batch(hands) >= 0
    theirs = [
        xiangting.calculate_unnecessary_tiles(hand, xiangting.PlayerCount.FOUR)[1]
        for hand in np.array(their_hands)[asked].tolist()
    ]
    after = riichi.discard_shanten_batch(hands[asked])
    keeps = after == riichi.shanten_batch(hands[asked])[:, np.newaxis]
    ours = mf.tiles.reorder(keeps, target="riichi")
    assert_same(ours, mf.unpack_mask(np.array(theirs, np.uint64)), hands[asked])
