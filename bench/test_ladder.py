"""The classic ladder: every method on the same hands, with 0 to 8 wildcards.

Where a method would need longer than the time box for one hand, the test is skipped, and
`bench.report` extrapolates from the most wildcards that were measured.
"""

from __future__ import annotations

import functools
import time
import timeit

import numpy as np
import pytest

import mahjong_fast as mf
from bench import hands
from bench.classics import CLASSICS
from mahjong_fast import reference

STANDARD_FORM = mf.Rules(forms=("standard",))
OURS = mf.Evaluator(STANDARD_FORM).is_win_batch
METHODS = {
    **{name: classic.is_win_batch for name, classic in CLASSICS.items()},
    "mahjong_fast": lambda counts, wild, out: OURS(counts, wild, out=out.view(bool)),
}
FAMILIES = {"worst": hands.worst, "random": hands.random_deals}

TIME_BOX = 5.0  # seconds for the hands of one test
SUBSTITUTION = 100e-9  # seconds, about, for each that a hand without a win takes
QUICK = 2e-6  # seconds; methods quicker than this are timed in blocks
BLOCKS, HANDS_IN_BLOCK = 16, 1024
SINGLE_HANDS = 64


@functools.cache
def truth(family, wild):
    """Return the first hands of a family and whether they win, by the reference."""
    counts = FAMILIES[family](SINGLE_HANDS, wild)
    wins = [reference.is_win(row.tolist(), wild=wild, rules=STANDARD_FORM) for row in counts]
    return counts, np.array(wins)


def answer_within_time_box(check, counts, wild):
    """Return the answers of as many hands as the time box allows, and the seconds a hand takes."""
    answers, seconds = [], []
    out = np.empty(1, np.uint8)
    for row in range(len(counts)):
        start = time.perf_counter()
        check(counts[row : row + 1], wild, out)
        seconds.append(time.perf_counter() - start)
        answers.append(bool(out[0]))
        if sum(seconds) > TIME_BOX:
            break
    typical = float(np.median(seconds))
    if typical < 100e-6:  # the call itself may be most of it
        every = functools.partial(check, counts, wild, np.empty(len(counts), np.uint8))
        typical = min(timeit.repeat(every, number=1, repeat=3)) / len(counts)
    return np.array(answers), typical


@pytest.mark.parametrize("wild", range(9))
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("family", FAMILIES)
def test_ladder(per_hand, family, method, wild):
    check = METHODS[method]
    classic = CLASSICS.get(method)
    if classic and classic.substitutes and classic.substitutes(wild) * SUBSTITUTION > TIME_BOX:
        pytest.skip(f"{classic.substitutes(wild):.1e} substitutions a hand: extrapolated")

    counts, wins = truth(family, wild)
    answers, seconds = answer_within_time_box(check, counts, wild)
    affordable = len(answers)
    wrong = int((answers != wins[:affordable]).sum())
    if classic is None or wild <= classic.exact_up_to:
        assert wrong == 0

    if seconds < QUICK:
        counts = FAMILIES[family](BLOCKS * HANDS_IN_BLOCK, wild)
        block_size = HANDS_IN_BLOCK
        blocks = np.split(counts, BLOCKS)
    else:  # one hand, again and again: the call itself must not be seen
        block_size = int(np.clip(200e-6 / seconds, 1, 100))
        blocks = [np.repeat(row[None], block_size, axis=0) for row in counts[:affordable]]
    out = np.empty(block_size, np.uint8)
    per_hand(
        check,
        [(block, wild, out) for block in blocks],
        block_size,
        suite="ladder",
        family=family,
        method=method,
        wild=wild,
        wrong=wrong,
        checked=affordable,
    )
