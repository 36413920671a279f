"""The calls that take longest, timed: `python -m bench.dearest`.

Prints the table of docs/how-it-works.md, «Feeding it what players send».
"""

from __future__ import annotations

import time

import mahjong_fast as mf

EIGHT_FACED = ("5555m6666m12p789s", ("5m", "6m"))
CALLS = (
    ("an evaluator with tables of its own", "first call, five groups and runs of honours"),
    ("`readings`, `limit=None`", "14 `*`: 33 million; here the first 100,000"),
    ("`count_readings`", "14 `*`"),
    ("`count_readings` where readings are kept", "151,442 of two faced kinds in a suit"),
    ("`discards` with stand-ins", "1,000 ways to use them"),
    ("`score`, a win of faceless wildcards alone", "the dearest preset: "),
    ("`wait_scores`, 13 (16) `*`", "the dearest preset: "),
    ("`wait_scores`, eight faced wild tiles", "the dearest preset: "),
)


def milliseconds(call):
    """Return how long a call takes, and what it returns."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def dearest(call):
    """Return the longest of a call for every preset that scores, and the preset."""
    found = [(0.0, "")]
    for name in mf.rules.names():
        if mf.rules.get(name).scoring is not None:
            try:
                call(name)  # tables and bounds are made
                found.append((milliseconds(lambda name=name: call(name)), name))
            except mf.HandError:
                continue  # five groups, or no win
    return max(found)


def score_wildcards(name):
    tiles = 3 * mf.rules.get(name).groups + 1
    mf.Evaluator(name).score("*" * tiles + "+*", mf.Situation(self_draw=True))


def wait_scores_of_wildcards(name):
    mf.Evaluator(name).wait_scores("*" * (3 * mf.rules.get(name).groups + 1))


def wait_scores_of_faced(name):
    hand, wild_kinds = EIGHT_FACED
    mf.Evaluator(name, wild_kinds=wild_kinds).wait_scores(hand)


def main():
    """Time the calls and print a table."""
    rules = mf.Rules(groups=5, runs=("suit", "winds", "dragons"))
    faced = mf.Evaluator(wild_kinds=("5m", "6m"))
    stand_ins = mf.Evaluator(mf.Rules(stand_in="CFP"), wild_kinds=("1m", "5m"))
    rows = [
        (milliseconds(lambda: mf.Evaluator(rules)), ""),
        (milliseconds(lambda: mf.readings("", wild=14, limit=100_000)), ""),
        (milliseconds(lambda: mf.count_readings("", wild=14)), ""),
        (milliseconds(lambda: faced.count_readings("5555m666m12789p", wild=2)), ""),
        (milliseconds(lambda: stand_ins.discards("26m19p56sCCCFFFPP")), ""),
        dearest(score_wildcards),
        dearest(wait_scores_of_wildcards),
        dearest(wait_scores_of_faced),
    ]
    print("| call | hand | ms |\n| --- | --- | --: |")
    for (call, hand), (taken, preset) in zip(CALLS, rows, strict=True):
        print(f"| {call} | {hand}{preset and f'`{preset}`'} | {taken:,.0f} |")


if __name__ == "__main__":
    main()
