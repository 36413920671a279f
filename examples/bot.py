"""Play one hand alone: draw from a shuffled wall, make the best discard, until the hand wins.

    python examples/bot.py
    python examples/bot.py --seed 7 --wild 8 --rules riichi

The bot is greedy: nearest to a win first, then the most tiles left that bring it nearer. It keeps
its hand in a `HandState`, which changes a tile at a time, and counts what it has discarded as seen.
"""

import argparse
import random

import mahjong_fast as mf


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wild", type=int, default=4, help="wildcards in the wall")
    parser.add_argument("--rules", default="standard", help=", ".join(mf.rules.names()))
    arguments = parser.parse_args()

    wall = [kind for kind in range(mf.tiles.KINDS) for _ in range(4)] + [mf.WILD] * arguments.wild
    random.Random(arguments.seed).shuffle(wall)
    play(mf.Evaluator(arguments.rules), wall)


def play(ev, wall):
    hand = mf.HandState()
    for _ in range(13):
        hand.add(wall.pop())
    seen = [0] * mf.tiles.KINDS
    print(f"dealt {hand}, shanten {ev.shanten(hand)}")

    turn = 0
    while wall:
        turn += 1
        drawn = wall.pop()
        hand.add(drawn)
        if ev.is_win(hand):
            print(f"{turn:3}  draws {mf.tiles.name(drawn)} and wins: {hand.to_hand(drawn)}")
            print(f"     {next(ev.iter_readings(hand))}")
            return
        choice = ev.discards(hand, seen=seen)[0]
        hand.remove(choice.tile)
        if choice.tile != mf.WILD:
            seen[choice.tile] += 1
        print(
            f"{turn:3}  draws {mf.tiles.name(drawn)}  discards {mf.tiles.name(choice.tile)}  "
            f"shanten {choice.shanten}, {sum(choice.acceptance.values())} tiles help"
        )
    print("the wall is empty")


if __name__ == "__main__":
    main()
