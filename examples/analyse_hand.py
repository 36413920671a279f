"""Tell everything about one hand: does it win, what does it wait for, how far is it, how it reads.

    python examples/analyse_hand.py "123m456p789s11sEE*"
    python examples/analyse_hand.py "123m456p789s1sEE*"  --seen 1s1s
    python examples/analyse_hand.py "2234m3488p5679s**"  --rules riichi
    python examples/analyse_hand.py "123m456p789s1sEE5m" --wild-kinds 5m 6m

`*` is a wildcard without a face; `--wild-kinds` names the kinds that are wild in the deal, or
`--indicator` the tile that was turned up; else those that the rules fix are wild.
"""

import argparse
from itertools import islice

import mahjong_fast as mf


def main():
    arguments = read_arguments()
    try:
        ev = mf.Evaluator(
            arguments.rules, wild_kinds=arguments.wild_kinds, indicator=arguments.indicator
        )
        hand = mf.Hand.parse(arguments.hand)
        analyse(ev, hand, arguments)
    except mf.MahjongError as error:
        raise SystemExit(f"{arguments.hand}: {error}") from None


def read_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="Tiles: 1m..9m 1p..9p 1s..9s, E S W N, C F P for the dragons, * for a wildcard, "
        "[123m] for a meld, {2222p} for a concealed kong, +3s at the end for the winning tile.",
    )
    parser.add_argument("hand", help='such as "123m456p789s1sEE*"')
    parser.add_argument(
        "--rules", default="standard", help=f"one of: {', '.join(mf.rules.names())}"
    )
    parser.add_argument("--wild-kinds", nargs="+", metavar="TILE", help="kinds that are wild")
    parser.add_argument("--indicator", metavar="TILE", help="the tile by which kinds are wild")
    parser.add_argument("--seen", metavar="TILES", help="tiles visible elsewhere")
    parser.add_argument("--limit", type=int, default=8, help="lines to show of a long list")
    return parser.parse_args()


def analyse(ev, hand, arguments):
    wild = hand.wild + sum(hand.counts[kind] for kind in ev.wild_kinds)
    print(f"{hand}: {hand.total} concealed tiles, {wild} of them wild")
    if hand.total % 3 == 0:
        raise mf.HandError(
            f"{hand.total} concealed tiles neither wait nor win: there are 3n + 1 before a draw "
            "(13, 10, 7 ...) and one more after it"
        )
    if hand.total % 3 == 1:
        show_draws(ev, hand, arguments)
    elif ev.is_win(hand):
        show_readings(ev, hand, arguments.limit)
    else:
        show_discards(ev, hand, arguments)


def show_readings(ev, hand, limit):
    print(f"It wins, in {ev.count_readings(hand):,} ways:")
    for reading in ev.readings(hand, limit=limit):
        print(f"  {describe(reading)}")


def show_draws(ev, hand, arguments):
    """Show what a hand that is to draw accepts, and how it would win with each wait."""
    acceptance = ev.acceptance(hand, seen=arguments.seen)
    left = sum(acceptance.values())
    shanten = ev.shanten(hand)
    if shanten > 0:
        print(f"{shanten} away from waiting; {left} tiles bring it nearer:")
        print(f"  {names(acceptance)}")
        return
    print(f"It waits for {left} tiles of {len(acceptance)} kinds:")
    for kind, copies in islice(acceptance.items(), arguments.limit):
        won = mf.HandState(hand)
        won.add(kind)
        reading = next(ev.iter_readings(won))
        print(f"  {mf.tiles.name(kind)}, {copies} left: {describe(reading)}")


def show_discards(ev, hand, arguments):
    """Show the best discards of a hand that does not win."""
    print(f"It does not win; its shanten is {ev.shanten(hand)}. The best discards:")
    for option in ev.discards(hand, seen=arguments.seen)[: arguments.limit]:
        aim = "waits for" if option.shanten == 0 else f"shanten {option.shanten}, accepts"
        left = sum(option.acceptance.values())
        print(f"  {mf.tiles.name(option.tile)}: {aim} {left} tiles: {names(option.acceptance)}")


def describe(reading):
    """Write a reading and what its wildcards became, the ones in parentheses."""
    became = f"   wildcards: {names(reading.substituted)}" if reading.substituted else ""
    return f"{reading}{became}"


def names(kinds):
    return " ".join(mf.tiles.name(kind) for kind in kinds)


if __name__ == "__main__":
    main()
