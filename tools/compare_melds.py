"""Compares what two builds of the package answer beside melds and with wild kinds.

    python tools/compare_melds.py OTHER [--hands N]

OTHER is a directory that holds another build, such as a checkout with its extensions in place.
Each build answers every question about the same seeded hands in a process of its own; the first
difference is printed, and makes the exit status 1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

KINDS = 34
COPIES = 4
MOST_WILD = 5
CAP = {"max_copies": 4}
FIVE = {"groups": 5}
# Rules, wild kinds, and how many of the hands are left out for each that is asked.
PLANS = {
    "a fifth copy": ({}, (), 1),
    "four copies": (CAP, (), 1),
    "five groups": (FIVE, (), 1),
    "five groups, four copies": (CAP | FIVE, (), 1),
    "three groups": ({"groups": 3, "forms": ["standard"]}, (), 1),
    "honour runs": ({"runs": ["suit", "winds", "dragons"]}, (), 100),
    **{
        f"{name}, wild {wild_kinds}": (rules, wild_kinds, 50)
        for name, rules in {"a fifth copy": {}, "four copies": CAP, "five groups": FIVE}.items()
        for wild_kinds in [(4,), (0,), (27,), (4, 5), (3, 5), (8, 20, 31)]
    },
}
QUESTIONS = (
    ("is_win_batch", 2), ("shanten_batch", 1), ("shanten_batch", 2), ("waits_batch", 1),
    ("acceptance_batch", 1), ("discard_shanten_batch", 2),
)  # fmt: skip


def deal(rng, hands, groups, remainder, most_wild):
    """Deal rows of concealed counts, melded counts and wildcards, near a win and far from it."""
    dealt = np.zeros((hands, 2 * KINDS + 1), np.uint8)
    counts, melded = dealt[:, :KINDS], dealt[:, KINDS:-1]
    wild = rng.integers(0, most_wild + 1, hands)
    for row, melds in enumerate(rng.integers(0, groups, hands)):
        left = np.full(KINDS, COPIES)
        few = rng.random() < 0.5  # kinds: crowded parts
        kinds = rng.permutation(KINDS)[: rng.integers(10, 16)] if few else np.arange(KINDS)
        for _ in range(melds):
            group = draw_group(rng, left, kinds)
            melded[row] += group
            left = left - group
        tiles = 3 * (groups - melds) + remainder
        wild[row] = min(wild[row], tiles)
        tiles -= int(wild[row])
        while tiles > 3 and rng.random() < 0.6:
            group = np.minimum(draw_group(rng, left, kinds), 3)
            if group.sum() <= tiles:
                counts[row] += group
                left = left - group
                tiles -= int(group.sum())
        wall = np.repeat(np.arange(KINDS), left)
        if few:
            near = wall[np.isin(wall, kinds)]
            wall = near if len(near) >= tiles else wall
        np.add.at(counts[row], rng.permutation(wall)[:tiles], 1)
    dealt[:, -1] = wild
    return dealt


def draw_group(rng, left, kinds):
    """Draw a chow, a pung or a kong of copies that are left."""
    while True:
        group = np.zeros(KINDS, np.int64)
        kind = rng.choice(kinds)
        if rng.random() < 0.5:
            if kind >= 27 or kind % 9 > 6:
                continue
            group[kind : kind + 3] = 1
        else:
            group[kind] = 3 if rng.random() < 0.75 else 4
        if (group <= left).all():
            return group.astype(np.uint8)


def answer(hands, out):
    """Answer every question about the hands of a file, and keep the answers in another."""
    import mahjong_fast as mf

    dealt = np.load(hands)
    answers = {}
    for name, (rules, wild_kinds, share) in PLANS.items():
        rules = mf.Rules(**rules)
        ask = mf.Evaluator(rules, wild_kinds=wild_kinds)
        for question, remainder in QUESTIONS:
            rows = dealt[f"{rules.groups} {remainder}"]
            size = max(1, len(rows) // share)
            counts, melded, wild = rows[:size, :KINDS], rows[:size, KINDS:-1], rows[:size, -1]
            found = getattr(ask, question)(counts, wild, melds=melded)
            answers[f"{name}, {question} of 3n + {remainder}"] = found
    np.savez(out, **answers)


def compare(ours, theirs):
    """Print the first difference; return the number of answers that were compared."""
    compared = 0
    for key in ours.files:
        differ = np.flatnonzero((ours[key] != theirs[key]).reshape(len(ours[key]), -1).any(axis=1))
        if len(differ):
            print(f"{key}: row {differ[0]} and {len(differ) - 1} more:")
            print(f"  here {ours[key][differ[0]]}, there {theirs[key][differ[0]]}")
            sys.exit(1)
        compared += len(ours[key])
    return compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("--hands", type=int, default=200_000, help="of each size")
    parser.add_argument("--answer", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answer(*asked.answer)
        return
    rng = np.random.default_rng(13)
    with tempfile.TemporaryDirectory() as directory:
        hands = Path(directory, "hands.npz")
        np.savez(hands, **{
            f"{groups} {remainder}": deal(rng, asked.hands, groups, remainder, MOST_WILD)
            for groups in (3, 4, 5) for remainder in (1, 2)
        })  # fmt: skip
        found = []
        for build in (Path(__file__).parents[1], asked.other):
            file = Path(directory, f"{len(found)}.npz")
            command = [sys.executable, __file__, str(build), "--answer", str(hands), str(file)]
            environment = dict(os.environ, PYTHONPATH=str(build.resolve()))
            subprocess.run(command, check=True, env=environment)
            found.append(np.load(file))
        print(f"{compare(*found)} answers agree")


if __name__ == "__main__":
    main()
