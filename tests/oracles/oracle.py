"""A second opinion: standard hands by dynamic programming over the positions of a part.

A *part* is a suit (nine kinds) or a row of honours, which have no chows. A walk over its kinds
keeps, for every number of pairs and groups placed, of excess tiles and of open chows, the fewest
missing tiles. It does so for all of them at once, so that one *profile* of a part answers for
every number of wildcards. Walks that have come to the same state go on alike: states are interned
and the steps between them remembered, which makes all suit states affordable.

Limits, excess and missing tiles are those of `mahjong_fast.reference.shanten`; nothing else is
shared with it.
"""

import functools
import itertools

import numpy as np

from mahjong_fast.rules import Rules

PAIRS = 2  # a profile's axes: 0 or 1 pair,
GROUPS = 6  # 0 to 5 groups,
EXCESS = 18  # 0 to 17 excess tiles, the most a hand of 17 tiles can have
OPEN = 3  # 0 to 2 chows from one kind: three are the same tiles as three pungs
IMPOSSIBLE = 100

KINDS = 34
PARTS = ((0, 9), (9, 18), (18, 27), (27, 31), (31, 34))
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
NO_LIMIT = 127
SHAPE = (PAIRS, GROUPS, EXCESS, OPEN, OPEN)
STATES = PAIRS * GROUPS * EXCESS * OPEN * OPEN


class Walks:
    """The states that walks over parts come to, as numbers, and the steps between them."""

    def __init__(self):
        self.vectors = []
        self.numbers = {}
        self.steps = {}
        start = np.full(SHAPE, IMPOSSIBLE, np.uint8)
        start[0, 0, 0, 0, 0] = 0
        self.start = self.number(start.ravel())

    def number(self, vector):
        key = vector.tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.vectors)
            self.vectors.append(vector)
        return self.numbers[key]

    def step(self, state, chows_start, count, natural_limit, total_limit):
        key = state, chows_start, count, natural_limit, total_limit
        if key not in self.steps:
            sources, costs = _moves(*key[1:])
            before = np.append(self.vectors[state], np.uint8(IMPOSSIBLE))
            after = np.minimum((before[sources] + costs).min(axis=0), IMPOSSIBLE)
            self.steps[key] = self.number(after.astype(np.uint8))
        return self.steps[key]


@functools.cache
def _moves(chows_start, count, natural_limit, total_limit):
    """For each state after a kind: the states before it that lead there, and what each misses.

    Open chows are counted by how many began one kind ago, and how many two kinds ago.
    """
    moves = [[] for _ in range(STATES)]
    index = np.arange(STATES).reshape(SHAPE)
    choices = itertools.product(
        range(OPEN), range(OPEN), range(OPEN if chows_start else 1), range(GROUPS), range(PAIRS)
    )
    for one_ago, two_ago, chows, pungs, pair in choices:
        shown = one_ago + two_ago + chows + 3 * pungs + 2 * pair
        groups = chows + pungs
        excess = max(0, shown - natural_limit)
        if shown > total_limit or groups >= GROUPS or excess >= EXCESS:
            continue
        before = index[: PAIRS - pair, : GROUPS - groups, : EXCESS - excess, one_ago, two_ago]
        after = index[pair:, groups:, excess:, chows, one_ago]
        for source, target in zip(before.flat, after.flat, strict=True):
            moves[target].append((source, max(0, shown - count)))
    width = max(map(len, moves))
    padded = [sources + [(STATES, 0)] * (width - len(sources)) for sources in moves]
    table = np.array(padded).transpose(2, 1, 0)
    return np.ascontiguousarray(table[0]), table[1].astype(np.uint8)


class Profiles:
    """Profiles as numbers, so that their merges can be remembered."""

    def __init__(self):
        self.arrays = []
        self.numbers = {}
        self.of_walk = {}
        self.merges = {}

    def number(self, array):
        key = array.tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.arrays)
            self.arrays.append(array)
        return self.numbers[key]

    def of_state(self, state):
        """Return the profile of a finished walk: no chow is open, excess is *at most* the index."""
        if state not in self.of_walk:
            finished = WALKS.vectors[state].reshape(SHAPE)[..., 0, 0]
            self.of_walk[state] = self.number(np.minimum.accumulate(finished, axis=2))
        return self.of_walk[state]

    def merge(self, one, other):
        key = min(one, other), max(one, other)
        if key not in self.merges:
            self.merges[key] = self.number(merge(self.arrays[one], self.arrays[other]))
        return self.merges[key]


WALKS = Walks()
PROFILES = Profiles()


def merge(one, other):
    """Return the profile of two parts together."""
    both = np.full((PAIRS, GROUPS, EXCESS), IMPOSSIBLE, np.uint8)
    for pair, groups, excess in np.ndindex(both.shape):
        if one[pair, groups, excess] == IMPOSSIBLE:
            continue
        reached = both[pair:, groups:, excess:]
        more = other[: PAIRS - pair, : GROUPS - groups, : EXCESS - excess]
        np.minimum(reached, one[pair, groups, excess] + more, out=reached)
    return both


@functools.lru_cache(maxsize=1 << 17)
def _part(counts, natural_limits, total_limits, chows):
    """Return the number of a part's profile."""
    state = WALKS.start
    for place, count in enumerate(counts):
        starts = chows and place < len(counts) - 2
        state = WALKS.step(state, starts, count, natural_limits[place], total_limits[place])
    return PROFILES.of_state(state)


def suit_profile(counts, cap=None):
    """Return the fewest missing tiles `[pair, groups, excess]` of a suit's nine counts.

    `cap` limits the copies of a kind, wildcards included. `IMPOSSIBLE` where there is no way.
    """
    limit = NO_LIMIT if cap is None else cap
    return PROFILES.arrays[_part(counts, (4,) * len(counts), (limit,) * len(counts), True)]


def honour_profile(counts, cap=None):
    """Return the same for a row of honours, of any length."""
    limit = NO_LIMIT if cap is None else cap
    return PROFILES.arrays[_part(counts, (4,) * len(counts), (limit,) * len(counts), False)]


def _missing_of_parts(counts, natural_limits, total_limits, spare, groups):
    whole = None
    for first, end in PARTS:
        kinds = slice(first, end)
        part = _part(counts[kinds], natural_limits[kinds], total_limits[kinds], first < 27)
        whole = part if whole is None else PROFILES.merge(whole, part)
    return int(PROFILES.arrays[whole][1, groups, min(spare, EXCESS - 1)])


def standard_missing(counts, wild, groups, rules, melded=(0,) * KINDS):
    """Return the fewest tiles missing from groups and a pair; `IMPOSSIBLE` if there is no way."""
    natural_limits, total_limits = _limits(rules, melded)
    return _missing_of_parts(tuple(counts), natural_limits, total_limits, wild, groups)


@functools.cache
def _limits(rules, melded):
    most = NO_LIMIT if rules.max_copies is None else rules.max_copies
    natural_limits = tuple(rules.copies - m for m in melded)
    total_limits = tuple(NO_LIMIT if most == NO_LIMIT else most - m for m in melded)
    return natural_limits, total_limits


def _seven_pairs_missing(counts, natural_limits, total_limits, spare, quads):
    kinds = sorted(zip(counts, natural_limits, total_limits, strict=True))
    most_used = _best_pairs(_pair_worths(tuple(kinds), quads), 7, spare)
    return IMPOSSIBLE if most_used is None else 14 - most_used


@functools.cache
def _pair_worths(kinds, quads):
    """Return how many pairs there are of each worth: natural tiles used, and excess.

    A kind's second pair never uses more, nor has less excess, than its first: to choose the best
    pairs leaves no gaps.
    """
    worths = {}
    for count, natural, total in kinds:
        for shown in range(2, min(total, 14 if quads else 2) + 1, 2):
            used = min(shown, count) - min(shown - 2, count)
            excess = max(0, shown - natural) - max(0, shown - 2 - natural)
            worths[used, excess] = worths.get((used, excess), 0) + 1
    return tuple(sorted(worths.items()))


@functools.cache
def _best_pairs(worths, pairs, spare):
    if pairs == 0:
        return 0
    if not worths:
        return None
    ((used, excess), available), *others = worths
    best = None
    for taken in range(min(pairs, available) + 1):
        if taken * excess > spare:
            break
        rest = _best_pairs(tuple(others), pairs - taken, spare - taken * excess)
        if rest is not None and (best is None or rest + taken * used > best):
            best = rest + taken * used
    return best


def _thirteen_orphans_missing(counts, natural_limits, total_limits, spare):
    if any(total_limits[kind] < 1 for kind in ORPHANS):
        return IMPOSSIBLE
    spare -= sum(natural_limits[kind] < 1 for kind in ORPHANS)
    absent = sum(counts[kind] == 0 for kind in ORPHANS)
    doubled = [
        absent + (counts[kind] < 2)
        for kind in ORPHANS
        if total_limits[kind] >= 2 and spare >= (natural_limits[kind] < 2)
    ]
    return min(doubled) if doubled and spare >= 0 else IMPOSSIBLE


def _missing(held, wild, rules, melded, wild_kinds):
    """Return the fewest missing tiles over all forms, and the number of wildcards held."""
    groups = (sum(held) + wild - 1) // 3
    natural_limits, total_limits = _limits(rules, melded)
    counts, spare = tuple(held), wild
    if wild_kinds:
        wild += sum(held[kind] for kind in wild_kinds)
        spare += sum(natural_limits[kind] for kind in wild_kinds)
        counts = tuple(0 if k in wild_kinds else n for k, n in enumerate(held))
        natural_limits = tuple(0 if k in wild_kinds else n for k, n in enumerate(natural_limits))
    limits = natural_limits, total_limits
    found = [IMPOSSIBLE]
    if "standard" in rules.forms:
        found.append(_missing_of_parts(counts, *limits, spare, groups))
    if groups == rules.groups == 4 and not any(melded):
        if "seven_pairs" in rules.forms:
            quads = rules.quads_as_two_pairs
            found.append(_seven_pairs_missing(counts, *limits, spare, quads))
        if "thirteen_orphans" in rules.forms:
            found.append(_thirteen_orphans_missing(counts, *limits, spare))
    return min(found), wild


NO_MELDS = (0,) * KINDS
STANDARD = Rules()


def shanten(held, wild=0, rules=STANDARD, melded=NO_MELDS, wild_kinds=()):
    """Return the shanten of a legal hand of 3n+1 or 3n+2 tiles; 127 out of reach."""
    missing, wildcards = _missing(held, wild, rules, melded, wild_kinds)
    return 127 if missing == IMPOSSIBLE else missing - wildcards - 1


def is_win(held, wild=0, rules=STANDARD, melded=NO_MELDS, wild_kinds=()):
    """Tell whether a legal hand of any size wins."""
    if (sum(held) + wild) % 3 != 2:
        return False
    return shanten(held, wild, rules, melded, wild_kinds) == -1


def waits(held, wild=0, rules=STANDARD, melded=NO_MELDS, wild_kinds=()):
    """Return the kinds that complete a legal hand of 3n+1 tiles."""
    return tuple(
        kind
        for kind in range(KINDS)
        if held[kind] + melded[kind] < rules.copies
        and is_win(_with(held, kind, 1), wild, rules, melded, wild_kinds)
    )


def acceptance(held, wild=0, rules=STANDARD, melded=NO_MELDS, wild_kinds=()):
    """Return the kinds, not all held, that lower the shanten of a hand of 3n+1 tiles."""
    distance = shanten(held, wild, rules, melded, wild_kinds)
    return tuple(
        kind
        for kind in range(KINDS)
        if held[kind] + melded[kind] < rules.copies
        and shanten(_with(held, kind, 1), wild, rules, melded, wild_kinds) < distance
    )


def discard_shanten(held, wild=0, rules=STANDARD, melded=NO_MELDS, wild_kinds=()):
    """Return the shanten after each discard of a hand of 3n+2 tiles; 127 where none is held."""
    return tuple(
        shanten(_with(held, kind, -1), wild, rules, melded, wild_kinds) if held[kind] else 127
        for kind in range(KINDS)
    )


def _with(held, kind, change):
    return (*held[:kind], held[kind] + change, *held[kind + 1 :])


def profiles_of_states(max_tiles, kinds=9, cap=None):
    """Return the profile's number of every state of `suit_states`, in that order.

    The walks over states that begin alike are one as far as that.
    """
    limit = NO_LIMIT if cap is None else cap
    numbers = []

    def walk_on(state, place, left):
        if place == kinds:
            numbers.append(PROFILES.of_state(state))
            return
        starts = kinds == 9 and place < kinds - 2
        for count in range(min(4, left) + 1):
            walk_on(WALKS.step(state, starts, count, 4, limit), place + 1, left - count)

    walk_on(WALKS.start, 0, max_tiles)
    return numbers


def suit_states(max_tiles, kinds=9):
    """Yield the counts of every suit of at most so many tiles; 405,350 for 14."""
    if kinds == 0:
        yield ()
        return
    for count in range(min(4, max_tiles) + 1):
        for rest in suit_states(max_tiles - count, kinds - 1):
            yield (count, *rest)


def honour_states(max_tiles):
    """Yield the counts of every row of seven honours of at most so many tiles."""
    return suit_states(max_tiles, 7)
