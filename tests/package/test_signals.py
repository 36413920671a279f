"""Ctrl-C interrupts what takes long, and whatever was going on can go on afterwards.

Each call is made by an interpreter of its own, to which the signal is sent once it has begun.
"""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")

CHILD = """
import numpy as np

import mahjong_fast as mf
from mahjong_fast import Evaluator, Rules

wild_kinds = Evaluator(wild_kinds=["5m", "6m"])
{prepare}
print("ready", flush=True)
try:
    {call}
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
print({after})
"""

# Name: what is made ready, what takes long, what is asked afterwards, and its answer.
CALLS = {
    "readings, listed": (
        "",
        'mf.readings("", wild=14, limit=None)',
        'mf.count_readings("", wild=14)',
        "33068753",
    ),
    "readings, counted one by one": (
        "",
        'Evaluator(Rules(min_suits=1)).count_readings("", wild=14)',
        'Evaluator(Rules(min_suits=1)).count_readings("11m", wild=0)',
        "1",
    ),
    "readings, drained": (
        "import collections; found = wild_kinds.iter_readings('5555m6666m', wild=6)",
        "collections.deque(found, maxlen=0)",
        "len([next(found) for _ in range(100)])",
        "100",
    ),
    "a score": (
        "ev = Evaluator('mcr', kernel='search')",
        "ev.score('*************+*')",
        "ev.score('[777s]111222333m1s+1s').total",
        "50",
    ),
    "a batch of scores": (
        "ev = Evaluator('mcr')",
        "ev.score_batch({'counts': np.zeros((10000, 34), int),"
        " 'winning': np.full(10000, 42)}, wild=14)",
        "ev.score_batch(['[777s]111222333m1s+1s'])[0]",
        "50",
    ),
    "a batch, row by row": (
        "ev = Evaluator(kernel='search'); rows = np.tile(mf.Hand.parse('147m258p369s11225s')"
        ".counts, (300000, 1)); np.random.default_rng(1).permuted(rows, axis=1, out=rows)",
        "ev.shanten_batch(rows)",
        "ev.shanten_batch(rows[:1])[0] == ev.shanten(rows[0])",
        "True",
    ),
    "tables": (
        "rules = Rules(groups=5, runs=('suit', 'winds', 'dragons'))",
        "Evaluator(rules)",
        "Evaluator(rules).shanten('123m456p789sESWCFP1s')",
        "0",
    ),
}


@pytest.mark.parametrize(("prepare", "call", "after", "answer"), CALLS.values(), ids=CALLS)
def test_interrupted(prepare, call, after, answer):
    code = textwrap.dedent(CHILD).format(prepare=prepare, call=call, after=after)
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout.readline() == "ready\n", child.communicate()[1]
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert out == f"interrupted\n{answer}\n", err
