"""Random winning hands for MCR, built so that every fan comes up, with their situations.

A hand is built group by group from a *style*: tiles it keeps to, or groups it begins with. So rare
fans are as frequent as common ones, and fans meet each other in all ways.
"""

import mahjong_fast as mf

SUITS = "mps"
KNITTED_SUITS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
HONOURS = range(27, 34)
ORPHANS = mf.tiles.ORPHANS


def kinds_of(text):
    return [kind for kind, held in enumerate(mf.Hand.parse(text).counts) if held]


def ranks(first, last):
    return [9 * suit + rank - 1 for suit in range(3) for rank in range(first, last + 1)]


# The kinds that a hand keeps to.
FIELDS = [
    list(range(34)),
    list(range(27)),
    list(range(9)),
    [*range(9, 18), *HONOURS],
    list(range(18)),
    kinds_of("23468sF"),
    kinds_of("1234589p245689sP"),
    kinds_of("2468m2468p2468s"),
    kinds_of("19m19p19s"),
    kinds_of("19m19p19sESWNCFP"),
    kinds_of("19sESWNCFP"),
    kinds_of("ESWNCFP"),
    ranks(1, 3),
    ranks(4, 6),
    ranks(7, 9),
    ranks(1, 4),
    ranks(6, 9),
    ranks(2, 8),
    ranks(3, 7),
    ranks(1, 5),
    list(range(18, 27)),
    kinds_of("123789m123789p123789sESWNCFP"),
    kinds_of("123789m"),
]


def chow(kind):
    return ("chow", kind)


def pung(kind):
    return ("pung", kind)


def chow_pattern(rng):
    """Return chows that make a fan of two to four."""
    suits = rng.sample(range(3), 3)
    s, t, u = (9 * suit for suit in suits)
    a = rng.randrange(7)
    low = rng.randrange(5)
    step = rng.choice((1, 2))
    start = rng.randrange(7 - 2 * step)
    quad = rng.randrange(7 - 3 * step)
    return [
        [chow(s), chow(s + 3), chow(s + 6)],
        [chow(s), chow(t + 3), chow(u + 6)],
        [chow(s + a), chow(t + a), chow(u + a)],
        [chow(s + low), chow(t + low + 1), chow(u + low + 2)],
        [chow(s + start), chow(s + start + step), chow(s + start + 2 * step)],
        [chow(s + quad + step * i) for i in range(4)],
        [chow(s + a)] * 3,
        [chow(s + a)] * 4,
        [chow(s + a)] * 2,
        [chow(s), chow(s + 6), chow(t), chow(t + 6), ("pair", u + 4)],
        [chow(s), chow(s + 6), chow(s), chow(s + 6), ("pair", s + 4)],
        [chow(s), chow(s + 6)],
        [chow(s + a), chow(t + a)],
        [chow(s + a % 4), chow(s + a % 4 + 3)],
        [chow(s + a), chow(s + a), chow(t + a), chow(t + a)],
    ][rng.randrange(15)]


def pung_pattern(rng):
    suits = rng.sample(range(3), 3)
    s, t, u = (9 * suit for suit in suits)
    a = rng.randrange(9)
    run = rng.randrange(7)
    four = rng.randrange(6)
    winds = rng.sample(range(27, 31), 4)
    dragons = rng.sample(range(31, 34), 3)
    return [
        [pung(s + run + i) for i in range(3)],
        [pung(s + four + i) for i in range(4)],
        [pung(s + a), pung(t + a), pung(u + a)],
        [pung(s + a), pung(t + a)],
        [pung(s + run), pung(t + run + 1), pung(u + run + 2)],
        [pung(kind) for kind in winds],
        [*(pung(kind) for kind in winds[:3]), ("pair", winds[3])],
        [pung(kind) for kind in winds[:3]],
        [pung(kind) for kind in dragons],
        [*(pung(kind) for kind in dragons[:2]), ("pair", dragons[2])],
        [pung(kind) for kind in dragons[:2]],
        [pung(dragons[0]), pung(winds[0])],
    ][rng.randrange(12)]


def tiles_of(group):
    what, kind = group
    if what == "chow":
        return [kind, kind + 1, kind + 2]
    return [kind] * {"pair": 2, "pung": 3, "kong": 4}[what]


class Builder:
    """Builds one hand: groups, a pair, and what is declared."""

    def __init__(self, rng):
        self.rng = rng
        self.held = [0] * 34

    def add(self, group):
        """Take the tiles of a group; False, and nothing taken, where there are none left."""
        for tile in tiles_of(group):
            self.held[tile] += 1
        if max(self.held) <= 4:
            return True
        for tile in tiles_of(group):
            self.held[tile] -= 1
        return False

    def random_group(self, field, pungs):
        rng = self.rng
        kind = rng.choice(field)
        chows = kind < 27 and kind % 9 < 7 and kind + 1 in field and kind + 2 in field
        if chows and rng.random() >= pungs:
            return chow(kind)
        return pung(kind)


def standard(rng, groups=4, begin=(), field=None, pungs=None):
    """Return groups and the pair last, or None where the tiles do not suffice."""
    builder = Builder(rng)
    field = field or rng.choice(FIELDS)
    pungs = rng.choice((0.0, 0.2, 0.5, 0.9, 1.0)) if pungs is None else pungs
    found = []
    pair = None
    for group in begin:
        if not builder.add(group):
            return None
        if group[0] == "pair":
            pair = group
        else:
            found.append(group)
    for _ in range(60):
        if len(found) == groups:
            break
        group = builder.random_group(field, pungs)
        if builder.add(group):
            found.append(group)
    for _ in range(60):
        if pair is not None:
            break
        group = ("pair", rng.choice(field))
        if builder.add(group):
            pair = group
    if len(found) < groups or pair is None:
        return None
    return [*found, pair]


def all_fives(rng):
    def some():
        suit = 9 * rng.randrange(3)
        return rng.choice([chow(suit + 2), chow(suit + 3), chow(suit + 4), pung(suit + 4)])

    pair = ("pair", 9 * rng.randrange(3) + 4)
    return standard(rng, begin=[*(some() for _ in range(4)), pair])


def dull(rng):
    """Return groups that mostly make no fan: an honour pair, three suits, little else."""
    suits = rng.sample(range(3), 3)
    begin = [chow(9 * suit + rng.randrange(7)) for suit in suits]
    fourth = 9 * rng.randrange(3)
    begin.append(rng.choice([chow(fourth + rng.randrange(7)), pung(fourth + rng.randrange(1, 8))]))
    return standard(rng, begin=[*begin, ("pair", rng.choice(HONOURS))])


def concealed_special(rng):
    """Return the tiles of a hand that is no groups and a pair, or of nine gates."""
    style = rng.randrange(7)
    if style == 0:
        kinds = rng.choice(FIELDS)
        pool = [kind for kind in kinds for _ in range(2)]
        if len(pool) < 7:
            return None
        return [kind for kind in rng.sample(pool, 7) for _ in range(2)]
    if style == 1:
        first = 9 * rng.randrange(3) + rng.randrange(3)
        return [kind for kind in range(first, first + 7) for _ in range(2)]
    if style == 2:
        return [*ORPHANS, rng.choice(ORPHANS)]
    if style == 3:
        suit = 9 * rng.randrange(3)
        gates = [suit] * 3 + [suit + 8] * 3 + [suit + rank for rank in range(1, 8)]
        return [*gates, suit + rng.randrange(9)]
    thirds = rng.choice(KNITTED_SUITS)
    knitted = [9 * suit + third + 3 * i for suit, third in enumerate(thirds) for i in range(3)]
    if style == 4:
        return [*HONOURS, *rng.sample(knitted, 7)]
    if style == 5:
        return rng.sample([*HONOURS, *knitted], 14)
    rest = standard(rng, groups=1, field=rng.choice(FIELDS[:4]))
    if rest is None:
        return None
    tiles = [*knitted, *(tile for group in rest for tile in tiles_of(group))]
    return tiles if all(tiles.count(tile) <= 4 for tile in tiles) else None


def knitted_with_meld(rng):
    """Return the tiles, and the group that is declared."""
    thirds = rng.choice(KNITTED_SUITS)
    knitted = [9 * suit + third + 3 * i for suit, third in enumerate(thirds) for i in range(3)]
    rest = standard(rng, groups=1, field=rng.choice(FIELDS[:4]))
    return None if rest is None else (knitted, rest)


def declare(rng, groups, most_kongs, open_hand=None):
    """Return the concealed tiles and the melds of some groups."""
    concealed, melds = [], []
    open_hand = rng.choice((0.0, 0.0, 0.3, 0.7, 1.0)) if open_hand is None else open_hand
    kong = rng.choice((0.0, 0.1, 0.5, 1.0)) * (most_kongs > 0)
    held = [0] * 34
    for group in groups:
        for tile in tiles_of(group):
            held[tile] += 1
    for what, kind in groups:
        if what == "pung" and held[kind] == 3 and rng.random() < kong:
            melds.append(mf.Meld([kind] * 4, concealed=rng.random() < 0.5))
        elif what != "pair" and rng.random() < open_hand:
            melds.append(mf.Meld(tiles_of((what, kind))))
        else:
            concealed += tiles_of((what, kind))
    return concealed, melds


def random_situation(rng, concealed, melds, winning):
    """Return a legal situation for the win."""
    self_draw = rng.random() < 0.5
    melded = [tile for meld in melds for tile in meld.tiles]
    alone = concealed.count(winning) == 1
    kongs = any(meld.kind == "kong" for meld in melds)
    special = rng.random() < 0.25
    robbing = special and not self_draw and alone and winning not in melded and rng.random() < 0.5
    return mf.Situation(
        self_draw=self_draw,
        replacement=special and self_draw and kongs and rng.random() < 0.6,
        robbing_kong=robbing,
        last_tile=special and not robbing and rng.random() < 0.5,
        last_of_kind=special and alone and rng.random() < 0.5,
        seat_wind=rng.choice("ESWN"),
        round_wind=rng.choice("ESWN"),
        flowers=rng.choice((0, 0, 0, 1, 8)),
    )


def random_hand(rng):
    """Return a winning `Hand` and its `Situation`."""
    while True:
        style = rng.randrange(13)
        melds = []
        if style < 2:
            concealed = concealed_special(rng)
            if concealed is None:
                continue
        elif style == 2:
            made = knitted_with_meld(rng)
            if made is None:
                continue
            knitted, rest = made
            concealed, melds = declare(rng, rest, 1)
            concealed = [*knitted, *concealed]
            held = [*concealed, *(tile for meld in melds for tile in meld.tiles)]
            if any(held.count(tile) > 4 for tile in held):
                continue
        else:
            if style < 6:
                groups = standard(rng)
            elif style < 9:
                groups = standard(rng, begin=chow_pattern(rng))
            elif style < 11:
                groups = standard(rng, begin=pung_pattern(rng))
            else:
                groups = all_fives(rng) if style == 11 else dull(rng)
            if groups is None or len(groups) != 5:
                continue
            concealed, melds = declare(rng, groups, 4 * (style < 12), 0.5 if style == 12 else None)
        winning = rng.choice(concealed)
        counts = [concealed.count(kind) for kind in range(34)]
        hand = mf.Hand(counts, 0, melds, winning)
        return hand, random_situation(rng, concealed, melds, winning)
