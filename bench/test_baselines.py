"""The classics answer as the reference does, where their idea is exact; elsewhere they may miss."""

import numpy as np
import pytest

from bench import hands
from bench.baselines import pattern_index, plain_recursion
from bench.classics import CLASSICS
from mahjong_fast import reference
from mahjong_fast.rules import Rules

STANDARD_FORM = Rules(forms=("standard",))
SUBSTITUTION_WILD = 2  # more would take minutes
HANDS = 100


@pytest.fixture(scope="module")
def samples():
    """Return counts and the reference's answers for each number of wildcards."""
    return [
        (counts, np.array([reference.is_win(row.tolist(), wild=wild, rules=STANDARD_FORM)
                           for row in counts]))
        for wild in range(9)
        for counts in [np.concatenate([family(HANDS, wild) for family in hands.FAMILIES.values()])]
    ]  # fmt: skip


@pytest.mark.parametrize("name", CLASSICS)
def test_classic_agrees_with_the_reference(name, samples):
    classic = CLASSICS[name]
    most = SUBSTITUTION_WILD if classic.substitutes else 8
    for wild, (counts, wins) in enumerate(samples[: most + 1]):
        answers = np.empty(len(counts), np.uint8)
        classic.is_win_batch(counts, wild, answers)
        if wild <= classic.exact_up_to:
            np.testing.assert_array_equal(answers, wins)
        else:
            assert not np.any(answers > wins), "a flawed classic overlooks wins, it invents none"


@pytest.mark.parametrize("tiles", [2, 5, 8, 11])
def test_exact_classics_agree_on_short_hands(tiles):
    for wild in range(3):
        counts = hands.near_tenpai(HANDS, wild, tiles=tiles)
        wins = [reference.is_win(row.tolist(), wild=wild, rules=STANDARD_FORM) for row in counts]
        for classic in CLASSICS.values():
            if wild <= classic.exact_up_to:
                answers = np.empty(len(counts), np.uint8)
                classic.is_win_batch(counts, wild, answers)
                np.testing.assert_array_equal(answers, wins)


def test_index_records_rebuild_their_hands():
    for row in hands.constructed_wins(HANDS):
        decompositions = pattern_index.decompositions(row.tobytes())
        assert decompositions
        for pair, pungs, chows in decompositions:
            rebuilt = np.zeros(hands.KINDS, np.uint8)
            rebuilt[pair] += 2
            rebuilt[pungs] += 3  # their kinds differ: a fifth copy is not natural
            for chow in chows:
                rebuilt[chow : chow + 3] += 1
            np.testing.assert_array_equal(rebuilt, row)


def test_index_knows_every_natural_shape():
    assert pattern_index.shapes() == {2: 1, 5: 12, 8: 128, 11: 1250, 14: 11370}


@pytest.mark.parametrize(
    ("counts", "wild", "message"),
    [
        (bytes(33), 2, "34 bytes"),
        (bytes(34), -1, "3n\\+2"),
        (bytes(34), 3, "3n\\+2"),
        (bytes(34), 17, "3n\\+2"),
    ],
)
def test_scalar_call_refuses_what_is_no_hand(counts, wild, message):
    with pytest.raises(ValueError, match=message):
        plain_recursion.is_win(counts, wild)
