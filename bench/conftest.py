"""Builds the classics, and measures per hand what pytest-benchmark measures per call."""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent.parent))

from bench.baselines import build

SECONDS = 0.4  # to spend on a benchmark, if that is enough to time each block once
MOST_REPEATS = 100


def pytest_configure(config):
    build.build()


def pytest_terminal_summary(terminalreporter):
    from bench import signature

    terminalreporter.write_line(f"bench signature: {signature.signature():08x}")


@pytest.fixture
def per_hand(benchmark):
    """Time a call on blocks of hands and note the nanoseconds a hand in the benchmark's record.

    A block's time is the best of its repeats, which leaves out what else the machine does. The
    median and the worst are taken over the blocks, so the worst is the slowest hand where a block
    is one hand, and the slowest block's mean where a hand is too quick for the clock.
    """

    def measure(call, blocks, hands_in_block, least_repeats=1, **labels):
        start = time.perf_counter()
        call(*blocks[0])
        seconds = (time.perf_counter() - start) * len(blocks)
        repeats = int(np.clip(SECONDS / seconds, least_repeats, MOST_REPEATS))
        turn = itertools.cycle(blocks)
        benchmark.pedantic(call, setup=lambda: (next(turn), {}), rounds=repeats * len(blocks))
        if benchmark.disabled:
            return
        best = np.reshape(benchmark.stats.stats.data, (repeats, len(blocks))).min(axis=0)
        ns = best * 1e9 / hands_in_block
        benchmark.extra_info.update(
            labels,
            median_ns=float(np.median(ns)),
            worst_ns=float(ns.max()),
            blocks=len(blocks),
            hands_in_block=hands_in_block,
            repeats=repeats,
        )

    return measure
