"""Look for the hands on which the recursions take longest: `python -m bench.find_worst`.

Writes `worst_hands.tsv`, a line for each number of wildcards: that number, then the hands. Random
hands of every family are timed, and the slowest climb: a tile or two are exchanged, and what got
slower stays. Times are a machine's, so another run finds other hands; the benchmarks use those that
were found once.
"""

from __future__ import annotations

import time

import numpy as np

from . import hands
from .classics import CLASSICS

CLIMBED = ("plain recursion", "pruned recursion", "string memo", "uint64 memo")
KEPT = 8  # hands of each recursion
STARTS = 2000  # of each family
SURVIVORS = 16
ROUNDS = 60
CHILDREN = 4  # of each survivor


def slowness(check, counts, wild, repeats=3):
    """Return the nanoseconds of each hand, the best of some repeats."""
    out = np.empty(1, np.uint8)
    best = np.full(len(counts), np.inf)
    for _ in range(repeats):
        for i in range(len(counts)):
            row = counts[i : i + 1]
            start = time.perf_counter_ns()
            check(row, wild, out)
            best[i] = min(best[i], time.perf_counter_ns() - start)
    return best


def exchanged(counts, rng):
    """Return the hand with one or two tiles replaced by others."""
    while True:
        changed = counts.copy()
        for _ in range(rng.integers(1, 3)):
            changed[rng.choice(np.flatnonzero(changed))] -= 1
            changed[rng.integers(hands.KINDS)] += 1
        if changed.max() <= hands.COPIES:
            return changed


def canonical(counts):
    """Return a key that is the same for hands that differ by names of suits and honours only."""
    suits = sorted(tuple(counts[9 * suit : 9 * suit + 9].tolist()) for suit in range(3))
    return (*suits, tuple(sorted(counts[27:].tolist())))


def climb(check, wild, seed):
    """Return the slowest hands found, slowest first, no two of them alike."""
    rng = np.random.default_rng([seed, wild])
    alive = np.concatenate([family(STARTS, wild, seed=seed) for family in hands.FAMILIES.values()])
    for _ in range(ROUNDS):
        order = np.argsort(-slowness(check, alive, wild))
        distinct = {canonical(alive[i]): alive[i] for i in order[: 4 * SURVIVORS][::-1]}
        parents = list(distinct.values())[::-1][:SURVIVORS]
        alive = np.array(
            parents + [exchanged(parent, rng) for parent in parents for _ in range(CHILDREN)]
        )
    order = np.argsort(-slowness(check, alive, wild, repeats=20))
    return list({canonical(alive[i]): alive[i] for i in order}.values())[:KEPT]


def main():
    lines = []
    for wild in range(9):
        found = [
            hands.to_text(counts, wild)
            for name in CLIMBED
            for counts in climb(CLASSICS[name].is_win_batch, wild, hands.SEED)
        ]
        lines.append("\t".join([str(wild), *dict.fromkeys(found)]) + "\n")
    hands.WORST.write_text("".join(lines))


if __name__ == "__main__":
    main()
