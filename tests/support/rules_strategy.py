"""Random rules of every field, and hands that are near to a win under them.

Each is a function of a `random.Random`, so that a loop over seeds can ask for thousands; the
strategies hand them a source that hypothesis shrinks.

>>> import random
>>> deal = random_deal(random.Random(1), random_rules(random.Random(1)))
>>> deal.size % 3
2
"""

from collections import Counter
from types import SimpleNamespace
from typing import NamedTuple

from hypothesis import strategies as st

from mahjong_fast.errors import RulesError
from mahjong_fast.rules import Rules

KINDS = 34
WILD = 42
SUITS = (range(9), range(9, 18), range(18, 27))
HONOURS = range(27, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *HONOURS)
RUNS = {
    "suit": [(k, k + 1, k + 2) for suit in SUITS for k in suit if k % 9 < 7],
    "winds": [(27, 28, 29), (27, 28, 30), (27, 29, 30), (28, 29, 30)],
    "dragons": [(31, 32, 33)],
}
KNITTED = [
    [
        suit[0] + rank
        for suit, first in zip(SUITS, firsts, strict=True)
        for rank in (first, first + 3, first + 6)
    ]
    for firsts in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
]
FORMS = {
    4: (
        "standard",
        "seven_pairs",
        "thirteen_orphans",
        "misfit",
        "seven_star",
        "knitted_straight",
        "lesser_knitted",
        "greater_knitted",
        "seven_couples",
        "all_honours",
        "all_258",
    ),
    5: (
        "standard",
        "knitted_straight",
        "eight_pairs",
        "pairs_and_triplet",
        "all_honours",
        "all_258",
    ),
}
SMALL_FORMS = ("standard", "all_honours", "all_258")
"""The forms of hands of any number of groups."""


class Deal(NamedTuple):
    """A hand and all that its table plays by."""

    counts: tuple[int, ...]
    wild: int
    melds: tuple[tuple[tuple[int, ...], bool], ...]  # tiles, and whether concealed
    winning: int | None
    claimed: bool
    rules: Rules
    wild_kinds: tuple[int, ...]
    void_suit: str | None

    @property
    def size(self):
        return sum(self.counts) + self.wild

    @property
    def wildcards(self):
        """How many tiles may be wildcards."""
        return self.wild + sum(self.counts[kind] for kind in self.wild_kinds)

    @property
    def melded(self):
        tiles = Counter(tile for meld, _ in self.melds for tile in meld)
        return tuple(tiles[kind] for kind in range(KINDS))

    @property
    def hand(self):
        """The hand as an object with the attributes of `Hand`."""
        melds = [SimpleNamespace(tiles=tiles, concealed=hidden) for tiles, hidden in self.melds]
        return SimpleNamespace(
            counts=self.counts, wild=self.wild, melds=melds, winning=self.winning
        )

    @property
    def deal(self):
        """The arguments about the deal, which all questions share."""
        return {
            "rules": self.rules,
            "wild_kinds": self.wild_kinds,
            "void_suit": self.void_suit,
        }

    def drawn(self, kind):
        """The hand with a tile that was drawn."""
        counts = list(self.counts)
        counts[kind] += 1
        return self._replace(counts=tuple(counts), winning=kind, claimed=False)


# -- Rules ---------------------------------------------------------------------------------------


def some(rng, items, fewest=0):
    items = list(items)
    chosen = rng.sample(items, rng.randrange(min(fewest, len(items)), len(items) + 1))
    return tuple(item for item in items if item in chosen)


def some_kinds(rng):
    """Return a set of kinds as rules name them."""
    pools = (
        [1, 4, 7, 10, 13, 16, 19, 22, 25],
        ORPHANS,
        SUITS[rng.randrange(3)],
        (*SUITS[0], *SUITS[1]),
        rng.sample(range(KINDS), 12),
    )
    return tuple(rng.choice(pools))


def _tiles(rng):
    pools = (
        range(27),
        (*range(27), 31),
        [k for k in range(27) if k % 9 not in (0, 8)],
        (*range(9), *HONOURS),
        (*range(18), *HONOURS),
    )
    return {"tiles": tuple(rng.choice(pools))}


FIELDS = (
    lambda rng: {"max_copies": 4},
    lambda rng: {"quads_as_two_pairs": False},
    lambda rng: {"copies": rng.choice((3, 3, 2, 1))},
    _tiles,
    lambda rng: {"runs": some(rng, RUNS)},
    lambda rng: {"runs": tuple(RUNS)},
    lambda rng: {"kongs_as_two_pairs": rng.randrange(1, 4)},
    lambda rng: {"misfit_wild_needs_slot": False},
    lambda rng: {"seven_star_wild": True},
    lambda rng: {
        "pair_kinds": some_kinds(rng),
        "pair_exempt": some(rng, ("all_triplets", "one_suit", "all_honours")),
    },
    lambda rng: {"forbidden": tuple(rng.sample(range(KINDS), rng.randrange(1, 4)))},
    lambda rng: {"min_suits": rng.randrange(1, 4)},
    lambda rng: {"max_suits": rng.randrange(0, 3)},
    lambda rng: {"min_suit_tiles": rng.randrange(3, 12)},
    lambda rng: {"must_be_open": True},
    lambda rng: {
        "required": some(rng, ("triplet", "triplet_or_dragon_pair", "terminal_or_honour"), fewest=1)
    },
)


def natural_pairs(number):
    """Return how many natural tiles a pair needs, in every form or in that of groups alone."""
    if number == 1:
        return {"min_natural_per_pair": 1}
    exempt = ("seven_pairs", "eight_pairs", "pairs_and_triplet")
    return {"min_natural_per_pair": 2, "natural_pair_exempt": exempt}


WILD_FIELDS = (
    lambda rng: {"wild_can_be": some_kinds(rng)},
    lambda rng: {"wild_in": some(rng, ("chow", "pung", "pair"))},
    lambda rng: {"wild_max_per_group": rng.randrange(0, 3)},
    lambda rng: {"min_natural_per_group": rng.randrange(1, 4)},
    lambda rng: natural_pairs(rng.randrange(1, 3)),
    lambda rng: {"wild_natural_use": False},
    lambda rng: {"wild_claimed": rng.choice(("wild", "forbidden"))},
    lambda rng: {
        "wild_active": "drawn",
        "wild_face": rng.choice((33, rng.randrange(KINDS), None)),
    },
    lambda rng: {"stand_in": (33,)},
    lambda rng: {"stand_in": tuple(rng.sample(range(KINDS), 2))},
)


def random_rules(rng, groups=None, most_fields=5):
    """Return rules of which some fields are not the default, wildcards' more often than others."""
    while True:
        changes = {"groups": groups or rng.choice((4, 4, 4, 4, 5, 5, 3, 2, 1))}
        forms = FORMS.get(changes["groups"], SMALL_FORMS)
        changes["forms"] = rng.choice((forms, some(rng, forms, 1), some(rng, forms, 1)))
        changes["forms"] = rng.choice((changes["forms"], (rng.choice(forms),)))
        for _ in range(rng.randrange(most_fields + 1)):
            field = rng.choice(rng.choice((FIELDS, WILD_FIELDS)))
            changes.update(field(rng))
        try:
            return Rules(**changes)
        except RulesError:
            pass


# -- Hands ---------------------------------------------------------------------------------------


class Wall:
    """The tiles that are not in the hand yet."""

    def __init__(self, rng, rules):
        self.rng = rng
        self.left = [rules.copies if kind in rules.tiles else 0 for kind in range(KINDS)]

    def take(self, tiles):
        """Take the tiles, all or none, and tell whether they were there."""
        wanted = Counter(tiles)
        if any(self.left[kind] < number for kind, number in wanted.items()):
            return False
        for kind, number in wanted.items():
            self.left[kind] -= number
        return True

    def any(self, kinds=range(KINDS)):
        there = [kind for kind in kinds if self.left[kind]]
        if not there:
            there = [kind for kind in range(KINDS) if self.left[kind]]
        kind = self.rng.choice(there)
        self.left[kind] -= 1
        return kind


def allowed_kinds(rules, void_suit):
    voided = SUITS["mps".index(void_suit)] if void_suit else ()
    return [k for k in rules.tiles if k not in rules.forbidden and k not in voided]


def random_target(rng, rules, form, groups, kinds):
    """Return the tiles of a form that are concealed, some perhaps of kinds that do not exist."""
    everything = [run for name in rules.runs for run in RUNS[name] if set(run) <= set(kinds)]
    pungs = [(kind,) * 3 for kind in kinds]
    group_pool = rng.choice((everything or pungs, everything + pungs, pungs))
    pairs = [kind for kind in kinds if kind in rules.pair_kinds] or kinds

    def some_groups(number):
        return [tile for _ in range(number) for tile in rng.choice(group_pool)]

    def misfit(number):
        found = []
        for kind in rng.sample(range(27), 27):
            near = [k for k in found if k // 9 == kind // 9 and abs(k - kind) < 3]
            if kind in kinds and not near and len(found) < number:
                found.append(kind)
        return found

    match form:
        case "standard":
            return some_groups(groups) + [rng.choice(pairs)] * 2
        case "seven_pairs":
            kongs = 4 - groups
            free = [rng.choice(kinds) for _ in range(kongs)]
            return [tile for _ in range(7 - 2 * kongs) for tile in [rng.choice(kinds)] * 2] + free
        case "thirteen_orphans":
            return [*ORPHANS, rng.choice(ORPHANS)]
        case "misfit":
            suited = misfit(rng.randrange(7, 10))
            return suited + rng.sample(list(HONOURS), min(7, 14 - len(suited)))
        case "seven_star":
            return misfit(7) + list(HONOURS)
        case "knitted_straight":
            return rng.choice(KNITTED) + some_groups(groups - 3) + [rng.choice(pairs)] * 2
        case "lesser_knitted":
            return rng.sample(rng.choice(KNITTED) + list(HONOURS), 14)
        case "greater_knitted":
            return rng.sample(rng.choice(KNITTED), 7) + list(HONOURS)
        case "seven_couples":
            starts = [k for k in range(27) if k % 9 < 7 and {k, k + 2} <= set(kinds)] or [0]
            return [tile for _ in range(7) for k in [rng.choice(starts)] for tile in (k, k + 2)]
        case "eight_pairs":
            pairs = [tile for _ in range(8) for tile in [rng.choice(kinds)] * 2]
            return [*pairs, rng.choice(kinds)]
        case "pairs_and_triplet":
            pairs = [tile for _ in range(7) for tile in [rng.choice(kinds)] * 2]
            return pairs + [rng.choice(kinds)] * 3
        case "all_honours" | "all_258":
            of_set = HONOURS if form == "all_honours" else (1, 4, 7, 10, 13, 16, 19, 22, 25)
            pool = [kind for kind in of_set if kind in kinds] or kinds
            return [rng.choice(pool) for _ in range(3 * groups + 2)]


def random_melds(rng, rules, form, wall, number, void_suit):
    """Return so many melds that a hand of the form may have, or fewer where tiles run out."""
    runs = [run for name in rules.runs for run in RUNS[name]]
    if form == "all_honours":
        kinds = list(HONOURS)
        runs = [run for run in runs if run[0] >= 27]
    elif form == "all_258":
        kinds, runs = [1, 4, 7, 10, 13, 16, 19, 22, 25], []
    else:
        kinds = [
            kind for kind in rules.tiles if not void_suit or kind // 9 != "mps".index(void_suit)
        ]
        runs = [run for run in runs if set(run) <= set(kinds)]
    melds = []
    for _ in range(number):
        kind = rng.choice(kinds)
        shape = (kind,) * rng.choice((3, 4))
        if form == "seven_pairs":
            shape = (kind,) * 4
        elif runs and rng.random() < 0.6:
            shape = rng.choice(runs)
        if wall.take(shape):
            melds.append((shape, len(shape) == 4 and rng.random() < 0.5))
    return tuple(melds)


def random_deal(rng, rules, remainder=2, most_wildcards=4, most_groups=5):
    """Return a hand of 3n+`remainder` tiles that wins, or lacks little, under the rules.

    The tiles of a random form are laid out; some become wildcards, or stand-ins; a few are
    exchanged for any others; what the wall does not have becomes a wildcard or another tile.
    """
    void_suit = rng.choice("mps") if rng.random() < 0.1 else None
    wild_kinds = ()
    if rules.stand_in or rng.random() < 0.6:
        wild_kinds = tuple(
            sorted(rng.sample(list(rules.tiles), min(rng.choice((1, 1, 2)), len(rules.tiles))))
        )
    kinds = allowed_kinds(rules, void_suit) or list(rules.tiles)
    if rng.random() < 0.4:  # few kinds: so copies run short, and one suit or all honours happens
        pool = rng.choice((*SUITS, HONOURS, rng.sample(range(KINDS), 7)))
        kinds = [kind for kind in kinds if kind in pool] or kinds
    form = rng.choice(rules.forms)
    wall = Wall(rng, rules)

    number = 0
    if form in ("standard", "all_honours", "all_258"):
        number = rng.choice((0, rng.randrange(rules.groups + 1)))
    elif form == "knitted_straight" and rules.groups > 3:
        number = rng.randrange(rules.groups - 2)
    elif form == "seven_pairs":
        number = rng.randrange(rules.kongs_as_two_pairs + 1)
    if rules.must_be_open and form in (*SMALL_FORMS, "knitted_straight"):
        number = max(1, number)
    melds = random_melds(rng, rules, form, wall, number, void_suit)
    groups = rules.groups - len(melds)
    if not melds and form in SMALL_FORMS:  # melds may be unknown
        groups = rng.choice((groups, rng.randrange(groups + 1)))
    groups = min(groups, most_groups)
    melds = melds if groups + len(melds) == rules.groups else ()

    target = list(random_target(rng, rules, form, groups, kinds))
    size = 3 * groups + 2
    target += [rng.choice(kinds) for _ in range(size - len(target))]
    rng.shuffle(target)
    target = target[:size]
    if remainder == 1:
        target.pop()
    wild = 0
    wildcards = rng.randrange(most_wildcards + 1)
    counts = [0] * KINDS
    # A `*` that has a face is a tile of that kind, taken from the wall.
    face = rules.wild_face if rules.wild_active == "drawn" else None
    strangers = rng.choice((0, 0, 0, 1, 1, 2, 3))
    for place, tile in enumerate(target):
        stand_in = rng.choice(rules.stand_in) if rules.stand_in else None
        faced = rng.choice(wild_kinds) if wild_kinds else None
        if place < wildcards:
            if faced is not None and rng.random() < 0.7 and wall.take([faced]):
                counts[faced] += 1
            elif face is None or wall.take([face]):
                wild += 1
            else:
                counts[wall.any()] += 1
        elif place >= len(target) - strangers:
            counts[wall.any()] += 1
        elif tile in wild_kinds and stand_in is not None and wall.take([stand_in]):
            counts[stand_in] += 1
        elif wall.take([tile]):
            counts[tile] += 1
        elif place < most_wildcards and face is None:
            wild += 1
        else:
            counts[wall.any(kinds)] += 1
    winning, claimed = None, False
    if remainder == 2 and rng.random() < 0.7:
        held = [kind for kind in range(KINDS) if counts[kind]] + [WILD] * (wild > 0)
        special = [kind for kind in held if kind in wild_kinds or kind == WILD]
        winning = rng.choice(special if special and rng.random() < 0.5 else held)
        claimed = rng.random() < 0.4
    return Deal(tuple(counts), wild, melds, winning, claimed, rules, wild_kinds, void_suit)


# -- Strategies ----------------------------------------------------------------------------------

sources = st.randoms(use_true_random=False)


def all_rules(**options):
    """Rules of every field; `options` are those of `random_rules`."""
    return sources.map(lambda rng: random_rules(rng, **options))


@st.composite
def deals(draw, rules=None, groups=None, most_fields=5, **options):
    """Hands under given rules, or under any; `options` are those of `random_deal`."""
    rng = draw(sources)
    if rules is None:
        rules = random_rules(rng, groups=groups, most_fields=most_fields)
    return random_deal(rng, rules, **options)
