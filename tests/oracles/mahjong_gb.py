"""The package PyMahjongGB, asked about this package's hands."""

import mahjong_fast as mf

# Its names of the 34 kinds: B are dots, T bamboos; J1 J2 J3 are 中 發 白.
NAMES = (
    *(f"W{rank}" for rank in range(1, 10)),
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"T{rank}" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J1", "J2", "J3"),
)


def arguments(hand, situation):
    """Return what `MahjongFanCalculator` takes for a hand of natural tiles."""
    packs = []
    for meld in hand.melds:
        if meld.kind == "chow":
            packs.append(("CHI", NAMES[meld.tiles[1]], 1))
        else:
            offer = 0 if meld.concealed else 1
            packs.append(("PENG" if meld.kind == "pung" else "GANG", NAMES[meld.tiles[0]], offer))
    standing = list(hand.tiles)
    standing.remove(hand.winning)
    return (
        tuple(packs),
        tuple(NAMES[tile] for tile in standing),
        NAMES[hand.winning],
        situation.flowers,
        situation.self_draw,
        situation.last_of_kind,
        situation.replacement or situation.robbing_kong,
        situation.last_tile,
        "ESWN".index(situation.seat_wind or "E"),
        "ESWN".index(situation.round_wind or "E"),
    )


def score(hand, situation):
    """Return the total and the fans as a dict of Chinese name to points, or (None, None)."""
    from MahjongGB import MahjongFanCalculator

    if isinstance(hand, str):
        hand = mf.Hand.parse(hand)
    try:
        fans = MahjongFanCalculator(*arguments(hand, situation))
    except TypeError:
        return None, None
    return sum(points for points, _ in fans), {name: points for points, name in fans}
