"""Deal a million random hands from a wall with wildcards, and put them to the batch calls.

    python examples/million_hands.py
    python examples/million_hands.py --hands 200000 --wild 8 --rules riichi

A batch takes an array of counts, a row a hand, and how many wildcards each row has beside them.
"""

import argparse
import time

import numpy as np

import mahjong_fast as mf

BLOCK = 100_000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--wild", type=int, default=4, help="wildcards in the wall")
    parser.add_argument("--rules", default="standard", help=", ".join(mf.rules.names()))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.hands < 1:
        parser.error("--hands must be at least 1")

    rng = np.random.default_rng(arguments.seed)
    ev = mf.Evaluator(arguments.rules)
    thirteen = deal(rng, arguments.hands, 13, arguments.wild)
    fourteen = deal(rng, arguments.hands, 14, arguments.wild)

    warm_up(ev, thirteen, fourteen)
    print(f"{arguments.hands:,} hands, {arguments.wild} wildcards in the wall\n")
    won = timed(ev.is_win_batch, fourteen)
    shanten = timed(ev.shanten_batch, thirteen)
    waits = timed(ev.waits_batch, thirteen)
    timed(ev.acceptance_batch, thirteen)
    after_discard = timed(ev.discard_shanten_batch, fourteen)

    waiting = waits != 0
    kinds = mf.unpack_mask(waits[waiting]).sum(axis=1)
    print(f"\nof 14 tiles: {won.sum():,} win, {(after_discard.min(axis=1) <= 0).sum():,} can wait")
    print(f"of 13 tiles: {waiting.sum():,} wait, for {kinds.sum() / max(1, len(kinds)):.1f} kinds")
    print("\nshanten       hands")
    for distance, hands in enumerate(np.bincount(shanten, minlength=1)):
        print(f"{distance:7}{hands:12,}")


def deal(rng, hands, size, wild_in_wall):
    """Return the counts (hands, 34) and the wildcards (hands,) of as many hands, uint8."""
    wall = [4] * mf.tiles.KINDS + [wild_in_wall]
    dealt = np.empty((hands, len(wall)), np.uint8)
    for first in range(0, hands, BLOCK):
        block = dealt[first : first + BLOCK]
        block[:] = rng.multivariate_hypergeometric(wall, size, len(block), method="count")
    return np.ascontiguousarray(dealt[:, :-1]), dealt[:, -1]


def warm_up(ev, thirteen, fourteen):
    """Ask each question of one hand: the first to ask has its tables built, once in a process."""
    for ask in (ev.shanten_batch, ev.waits_batch, ev.acceptance_batch):
        ask(*(array[:1] for array in thirteen))
    for ask in (ev.is_win_batch, ev.discard_shanten_batch):
        ask(*(array[:1] for array in fourteen))


def timed(ask, hands):
    """Put a batch of hands to a call, print how fast it answered, and return the answers."""
    start = time.perf_counter()
    answers = ask(*hands)
    seconds = time.perf_counter() - start
    rate = len(answers) / seconds / 1e6
    print(f"{ask.__name__:22}{seconds / len(answers) * 1e9:8.1f} ns a hand{rate:8.1f} M hands/s")
    return answers


if __name__ == "__main__":
    main()
