"""The search kernel against an enumeration of every target of two groups and a pair."""

import itertools
import random

import numpy as np
import pytest

import mahjong_fast as mf

STANDARD_ONLY = mf.rules.get("standard").replace(forms=("standard",))


@pytest.fixture(scope="module")
def targets():
    """The tiles of every two groups and a pair, as rows of 34 counts."""
    rows = np.eye(34, dtype=np.int8)
    chows = [rows[k] + rows[k + 1] + rows[k + 2] for k in range(27) if k % 9 < 7]
    groups = np.array([*chows, *(3 * rows)])
    two = [a + b for a, b in itertools.combinations_with_replacement(groups, 2)]
    return (np.unique(two, axis=0)[:, None] + 2 * rows).reshape(-1, 34)


@pytest.fixture(scope="module")
def excess(targets):
    """For each target its tiles beyond four of a kind."""
    return np.maximum(targets - 4, 0).sum(axis=1)


def random_counts(rng, size, kinds):
    counts = [0] * 34
    for tile in rng.sample([kind for kind in kinds for _ in range(4)], size):
        counts[tile] += 1
    return counts


@pytest.mark.parametrize("max_copies", [None, 4])
@pytest.mark.parametrize("wild", range(9))
def test_shanten_and_win_by_enumeration(targets, excess, max_copies, wild):
    evaluator = mf.Evaluator(STANDARD_ONLY.replace(max_copies=max_copies), kernel="search")
    rng = random.Random(f"{max_copies} {wild}")
    for kinds in (range(34), range(9), range(27, 34), (0, 1, 2, 3, 30)):
        for _ in range(5):
            counts = random_counts(rng, 8 - wild, kinds)
            missing = np.maximum(targets - np.array(counts, dtype=np.int8), 0).sum(axis=1)
            least = missing[excess <= (wild if max_copies is None else 0)].min()
            assert evaluator.shanten(counts, wild=wild) == least - wild - 1
            assert evaluator.is_win(counts, wild=wild) == (least == wild)


@pytest.mark.parametrize(
    ("hand", "max_copies", "wins"),
    [
        ("89m*EE", None, True),  # a wildcard below the lowest tile
        ("1189m*", None, True),
        ("1111m*", None, True),  # a fifth copy
        ("1111m*", 4, False),
        ("EEEE*", None, True),
        ("EEEE*", 4, False),
        ("**************", 4, True),
    ],
)
def test_win_by_hand(hand, max_copies, wins):
    rules = STANDARD_ONLY.replace(max_copies=max_copies)
    assert mf.Evaluator(rules, kernel="search").is_win(hand) is wins


def test_only_wildcards_may_be_fifth_copies():
    evaluator = mf.Evaluator(STANDARD_ONLY, kernel="search")
    assert evaluator.shanten("444sSSSSCCCC**") == 1
