"""The oracle against the reference, and against numbers that are known of it."""

import itertools
import random

import oracle
import pytest

from mahjong_fast import reference
from mahjong_fast.rules import Rules

pytestmark = pytest.mark.pure

KINDS = 34
RULES = (
    Rules(),
    Rules(max_copies=4),
    Rules(quads_as_two_pairs=False),
    Rules(max_copies=4, quads_as_two_pairs=False),
    Rules(forms=("standard",)),
    Rules(forms=("standard",), max_copies=4),
    Rules(groups=5),
    Rules(groups=5, max_copies=4),
    Rules(groups=3),
    Rules(copies=3),
    Rules(copies=2, max_copies=4),
    Rules(copies=1),
)
PIECES = (
    *((first, first + 1, first + 2) for suit in (0, 9, 18) for first in range(suit, suit + 7)),
    *((kind,) * 3 for kind in range(KINDS)),
    *((kind,) * 2 for kind in range(KINDS)),
)


def random_hand(rng):
    """Return held counts, faceless wildcards, rules, melded counts and wild kinds.

    About half of the hands consist of groups and pairs, the others of single tiles; about half
    keep to few kinds, where the copy limits matter.
    """
    rules = rng.choice(RULES)
    left = [rules.copies] * KINDS
    suit = rng.choice((0, 9, 18))
    pool = rng.choice(
        (range(KINDS), range(KINDS), range(suit, suit + 9), rng.sample(range(KINDS), 5))
    )
    pieces = [piece for piece in PIECES if set(piece) <= set(pool)]

    def draw(candidates):
        drawable = [piece for piece in candidates if all(left[k] >= piece.count(k) for k in piece)]
        piece = rng.choice(drawable) if drawable else ()
        for kind in piece:
            left[kind] -= 1
        return piece

    melds = [draw(PIECES[:-KINDS]) for _ in range(rng.choice((0, 0, 0, 1, 2, 3)))]
    melds = [meld for meld in melds if meld][: rules.groups]
    size = 3 * rng.randint(0, rules.groups - len(melds)) + rng.choice((1, 2))
    tiles = []
    for _ in range(rng.choice((0, 5))):
        tiles += draw(pieces)
    while len(tiles) < size:
        tiles += draw([(kind,) for kind in pool]) or draw([(kind,) for kind in range(KINDS)])
    wild = min(size, rng.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8)))
    held = rng.sample(tiles, size - wild)
    wild_kinds = rng.sample(range(KINDS), rng.choice((0, 0, 1, 2)))
    return _counts(held), wild, rules, _counts(itertools.chain(*melds)), tuple(wild_kinds)


def _counts(tiles):
    tiles = list(tiles)
    return tuple(tiles.count(kind) for kind in range(KINDS))


def assert_same_answers(number, seed, waits_of_every=1):
    """Waits are 34 questions to the reference: ask for those of some of the hands."""
    rng = random.Random(seed)
    for i in range(number):
        hand = held, wild, rules, melded, wild_kinds = random_hand(rng)
        options = {"wild": wild, "rules": rules, "melds": melded, "wild_kinds": wild_kinds}
        assert oracle.shanten(*hand) == reference.shanten(held, **options), hand
        assert oracle.is_win(*hand) == reference.is_win(held, **options), hand
        if (sum(held) + wild) % 3 == 1 and i % waits_of_every == 0:
            assert oracle.waits(*hand) == reference.waits(held, **options), hand


def test_same_answers_as_the_reference():
    assert_same_answers(50, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_same_answers_as_the_reference_on_many_hands(seed):
    assert_same_answers(500, seed, waits_of_every=50)


def test_same_acceptance_and_discards_as_the_reference():
    rng = random.Random(3)
    for _ in range(8):
        hand = held, wild, rules, melded, wild_kinds = random_hand(rng)
        options = {"wild": wild, "rules": rules, "melds": melded, "wild_kinds": wild_kinds}
        if (sum(held) + wild) % 3 == 1:
            assert oracle.acceptance(*hand) == tuple(reference.acceptance(held, **options)), hand
        elif sum(held) + wild < 12:
            after = dict(enumerate(oracle.discard_shanten(*hand)))
            for discard in reference.discards(held, **options):
                if discard.tile != reference.WILD:
                    assert after[discard.tile] == discard.shanten, hand


def test_a_profile_answers_every_wildcard_count_at_once():
    profile = oracle.suit_profile((1, 1, 0, 0, 0, 0, 0, 2, 2))
    assert profile[1, 2, 0] == 2  # 12(3)m (7)89m and a pair of 8m or 9m
    assert oracle.suit_profile((4, 0, 0, 0, 0, 0, 0, 0, 0))[1, 1, 0] == 2
    assert oracle.suit_profile((4, 0, 0, 0, 0, 0, 0, 0, 0))[1, 1, 1] == 1  # 111m (1)1m
    assert oracle.suit_profile((4, 0, 0, 0, 0, 0, 0, 0, 0), cap=4)[1, 1, 1] == 2


def test_merging_adds_up_parts():
    pair = oracle.honour_profile((2, 0, 0, 0))
    chow = oracle.suit_profile((1, 1, 1, 0, 0, 0, 0, 0, 0))
    assert oracle.merge(pair, chow)[1, 1, 0] == 0
    assert (oracle.merge(pair, chow) == oracle.merge(chow, pair)).all()


def test_states_of_seven_honours():
    assert sum(1 for _ in oracle.honour_states(14)) == 43_130


@pytest.mark.slow
def test_states_and_distinct_profiles_of_a_suit_are_as_many_as_known():
    states = list(oracle.suit_states(14))
    assert len(states) == 405_350
    for cap, distinct in ((4, 126), (None, 133)):
        profiles = {oracle.suit_profile(state, cap)[:, :5].tobytes() for state in states}
        assert len(profiles) == distinct


def test_distinct_profiles_of_the_honours_are_as_many_as_known():
    states = oracle.honour_states(14)
    assert len({oracle.honour_profile(state)[:, :5].tobytes() for state in states}) == 79
