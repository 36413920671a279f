"""What holds of every hand, whatever the answers are."""

from collections import Counter

import numpy as np
import pytest
from hands import random_hands
from threads import ask_rows

from mahjong_fast import WILD, Evaluator, Rules, unpack_mask

RULES = {
    "standard": Rules(),
    "four copies": Rules(max_copies=4),
    "riichi": Rules(max_copies=4, quads_as_two_pairs=False),
    "groups only": Rules(forms=("standard",)),
    "seventeen tiles": Rules(groups=5),
    "three copies": Rules(copies=3),
}
HANDS = {"tables": 8_000, "search": 500}


@pytest.fixture(params=RULES.values(), ids=RULES)
def rules(request):
    return request.param


@pytest.fixture(params=HANDS)
def evaluator(request, rules):
    return Evaluator(rules, kernel=request.param)


@pytest.fixture
def hands(evaluator):
    """Counts and wildcards of hands of every size."""
    by_tables = evaluator.kernel == "tables" and evaluator.rules.copies == 4
    rows = HANDS["tables" if by_tables else "search"]
    return random_hands(
        np.random.default_rng(4), rows, groups=evaluator.rules.groups, copies=evaluator.rules.copies
    )


def of_size(hands, remainder):
    counts, wild = hands
    chosen = (counts.sum(axis=1) + wild) % 3 == remainder
    return counts[chosen], wild[chosen]


def with_suits_rotated(counts):
    return np.hstack([counts[:, 9:27], counts[:, :9], counts[:, 27:]])


def with_suits_exchanged(counts):
    return np.hstack([counts[:, 9:18], counts[:, :9], counts[:, 18:]])


def with_ranks_reversed(counts):
    suits = counts[:, :27].reshape(-1, 3, 9)[:, :, ::-1].reshape(-1, 27)
    return np.hstack([suits, counts[:, 27:]])


def with_honours_shuffled(counts):
    return np.hstack([counts[:, :27], counts[:, [33, 27, 31, 28, 30, 32, 29]]])


SYMMETRIES = {
    "suits rotated": with_suits_rotated,
    "suits exchanged": with_suits_exchanged,
    "ranks reversed": with_ranks_reversed,
    "honours shuffled": with_honours_shuffled,
}


@pytest.mark.parametrize("change", SYMMETRIES.values(), ids=SYMMETRIES)
def test_answers_follow_a_symmetry_of_the_tiles(evaluator, hands, change):
    counts, wild = hands
    changed = change(counts)
    for ask in (evaluator.is_win_batch, evaluator.shanten_batch):
        assert (ask_rows(ask, counts, wild) == ask_rows(ask, changed, wild)).all()
    counts, wild = of_size(hands, 1)
    waits = unpack_mask(ask_rows(evaluator.waits_batch, counts, wild))
    of_changed = unpack_mask(ask_rows(evaluator.waits_batch, change(counts), wild))
    assert (change(waits) == of_changed).all()


def test_a_hand_wins_where_its_shanten_is_minus_one(evaluator, hands):
    counts, wild = hands
    wins = evaluator.is_win_batch(counts, wild)
    assert (wins == (evaluator.shanten_batch(counts, wild) == -1)).all()
    assert wins.any()


def test_a_hand_waits_for_something_where_its_shanten_is_zero(evaluator, hands):
    counts, wild = of_size(hands, 1)
    waits = evaluator.waits_batch(counts, wild) != 0
    assert (waits == (evaluator.shanten_batch(counts, wild) == 0)).all()
    assert waits.any()


def test_the_acceptance_of_a_waiting_hand_is_its_waits(evaluator, hands):
    counts, wild = of_size(hands, 1)
    some = slice(250)
    waits = evaluator.waits_batch(counts[some], wild[some])
    acceptance = evaluator.acceptance_batch(counts[some], wild[some])
    assert (waits == acceptance)[waits != 0].all()


def test_a_wait_is_a_kind_with_which_the_hand_wins(evaluator, hands):
    counts, wild = of_size(hands, 1)
    waits = unpack_mask(evaluator.waits_batch(counts, wild))
    for kind in range(34):
        drawable = counts[:, kind] < evaluator.rules.copies
        assert not waits[~drawable, kind].any()
        drawn = counts[drawable]
        drawn[:, kind] += 1
        assert (evaluator.is_win_batch(drawn, wild[drawable]) == waits[drawable, kind]).all()


def test_a_hand_that_does_not_win_is_as_near_as_its_best_discard(evaluator, hands):
    counts, wild = of_size(hands, 2)
    some = slice(250)
    counts, wild = counts[some], wild[some]
    after = evaluator.discard_shanten_batch(counts, wild).min(axis=1)
    held = wild > 0
    after[held] = np.minimum(after[held], evaluator.shanten_batch(counts[held], wild[held] - 1))
    assert (np.maximum(evaluator.shanten_batch(counts, wild), 0) == after).all()


def test_a_wildcard_for_a_natural_tile_never_raises_the_shanten(evaluator, hands):
    counts, wild = hands
    before = evaluator.shanten_batch(counts, wild)
    for kind in range(0, 34, 3):
        held = counts[:, kind] > 0
        fewer = counts[held]
        fewer[:, kind] -= 1
        assert (evaluator.shanten_batch(fewer, wild[held] + 1) <= before[held]).all()


def test_a_draw_lowers_the_shanten_by_one_at_the_most(evaluator, hands):
    counts, wild = of_size(hands, 1)
    before = evaluator.shanten_batch(counts, wild)
    for kind in range(0, 34, 3):
        drawable = counts[:, kind] < evaluator.rules.copies
        more = counts[drawable]
        more[:, kind] += 1
        lowered = before[drawable] - evaluator.shanten_batch(more, wild[drawable])
        assert np.isin(lowered, (0, 1)).all()


def test_a_hand_has_readings_where_it_wins(evaluator, hands):
    counts, wild = (given[:200] for given in of_size(hands, 2))
    wins = evaluator.is_win_batch(counts, wild)
    numbers = [
        evaluator.count_readings(row, wild=w) for row, w in zip(counts, wild.tolist(), strict=True)
    ]
    assert ((np.array(numbers) > 0) == wins).all()


def test_readings_are_counted_and_cover_the_tiles_of_the_hand(evaluator, hands):
    counts, wild = (given[:120] for given in of_size(hands, 2))
    for row, w in zip(counts.tolist(), wild.tolist(), strict=True):
        number = evaluator.count_readings(row, wild=w)
        if number > 2_000:
            continue
        readings = list(evaluator.iter_readings(row, wild=w))
        assert len(readings) == len(set(readings)) == number
        assert readings == evaluator.readings(row, wild=w, limit=None)
        for reading in readings:
            groups = [*reading.groups, *([reading.pair] if reading.pair else [])]
            natural = Counter()
            became = []
            for group in groups:
                for tile, substituted in zip(group.tiles, group.substituted, strict=True):
                    if substituted:
                        became.append(tile)
                    else:
                        natural[tile] += 1
            assert [natural[kind] for kind in range(34)] == row
            assert tuple(sorted(became)) == reading.substituted
            assert len(became) == w
            assert WILD not in became


def test_every_hand_of_wildcards_alone_wins(rules):
    for kernel in HANDS:
        evaluator = Evaluator(rules, kernel=kernel)
        for groups in range(rules.groups + 1):
            assert evaluator.is_win("", wild=3 * groups + 2)
            assert evaluator.shanten("", wild=3 * groups + 1) == 0
