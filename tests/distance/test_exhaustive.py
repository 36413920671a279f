"""Every hand whose natural tiles are of one suit, or are honours: tables, search and oracle.

The oracle's profile of a part answers for every number of wildcards, so it is looked up once a
state; the rest of the hand is one profile, of empty parts or of parts that hold one drawn tile.
"""

import functools

import numpy as np
import oracle
import pytest
from threads import ask_rows

from mahjong_fast import Evaluator, Rules, unpack_mask

KINDS = 34
MOST_TILES = 14
MOST_WILD = 8
RULES = {
    "a fifth copy": Rules(),
    "four copies": Rules(max_copies=4),
    "riichi": Rules(max_copies=4, quads_as_two_pairs=False),
}
SUITS = (0, 9, 18)
HONOURS = 27
ORPHANS = np.isin(np.arange(KINDS), oracle.ORPHANS)
NATURAL_LIMITS = (4,) * KINDS


class Part:
    """The states of one part of the hand, and what the oracle says of hands that are all there.

    counts
        (states, kinds) uint8.
    """

    def __init__(self, kinds, most_tiles):
        self.kinds = kinds
        self.most_tiles = most_tiles
        states = oracle.suit_states(most_tiles, kinds)
        self.counts = np.fromiter((count for state in states for count in state), np.uint8).reshape(
            -1, kinds
        )
        self.tiles = self.counts.sum(axis=1, dtype=np.int64)
        self.powers = 5 ** np.arange(kinds)
        self.number_of_key = np.full(5**kinds, -1, np.int32)
        self.number_of_key[self.counts @ self.powers] = np.arange(len(self.counts))
        self.classes = {}
        self.merged = {}

    def rows(self, first):
        """The hands of 34 counts that hold the states from a kind on."""
        rows = np.zeros((len(self.counts), KINDS), np.uint8)
        rows[:, first : first + self.kinds] = self.counts
        return rows

    def drawn(self, numbers, kind):
        """The numbers of the states with one tile more of a kind of the part."""
        return self.number_of_key[(self.counts[numbers] @ self.powers) + self.powers[kind]]

    def classes_under(self, cap):
        """The number of each state's profile among the distinct ones, and those."""
        if cap not in self.classes:
            profiles = oracle.profiles_of_states(self.most_tiles, self.kinds, cap)
            distinct, of_state = np.unique(profiles, return_inverse=True)
            arrays = [oracle.PROFILES.arrays[number] for number in distinct.tolist()]
            self.classes[cap] = of_state, arrays
        return self.classes[cap]

    def standard_missing(self, cap, drawn_elsewhere=None):
        """The missing tiles [state, groups, wildcards], with one tile of another part or none."""
        of_state, arrays = self.classes_under(cap)
        if (cap, drawn_elsewhere) not in self.merged:
            rest = rest_of_hand(self.kinds == 9, cap, drawn_elsewhere)
            merged = [oracle.merge(array, rest)[1, :, : MOST_WILD + 1] for array in arrays]
            self.merged[cap, drawn_elsewhere] = np.array(merged)
        return self.merged[cap, drawn_elsewhere][of_state]

    def special_missing(self, numbers, rules, first, drawn=None):
        """The missing tiles of seven pairs and thirteen orphans, with one drawn tile or none."""
        counts = self.rows(first)[numbers]
        if drawn is not None:
            counts[:, drawn] += 1
        alike = [(counts == copies).sum(axis=1) for copies in range(1, 5)]
        orphans = counts[:, ORPHANS]
        features = np.column_stack([*alike, (orphans > 0).sum(axis=1), (orphans > 1).any(axis=1)])
        answers = [_special_missing(tuple(row), rules) for row in features.tolist()]
        return np.array(answers, np.int64).reshape(-1)


@functools.cache
def _special_missing(features, rules):
    """What the oracle says of a hand of so many singles, pairs, threes, fours and orphans."""
    *alike, orphans, doubled = features
    pairs = [copies for copies, number in enumerate(alike, 1) for _ in range(number)]
    limits = NATURAL_LIMITS, oracle._limits(rules, oracle.NO_MELDS)[1]
    pairs = oracle._seven_pairs_missing(
        (*pairs, *(0,) * (KINDS - len(pairs))), *limits, MOST_WILD, rules.quads_as_two_pairs
    )
    counts = [0] * KINDS
    for kind in oracle.ORPHANS[:orphans]:
        counts[kind] = 1
    counts[oracle.ORPHANS[0]] += doubled
    return min(pairs, oracle._thirteen_orphans_missing(counts, *limits, MOST_WILD))


@functools.cache
def rest_of_hand(suit, cap, drawn):
    """The profile of the parts beside a suit, or beside the honours.

    `drawn` is a tile that they hold: a rank of a suit, or "honour".
    """
    one_suit = [0] * 9
    honours = [0] * 7
    if drawn == "honour":
        honours[0] = 1
    elif drawn is not None:
        one_suit[drawn] = 1
    suits = [oracle.suit_profile(tuple(one_suit), cap)]
    suits += [oracle.suit_profile((0,) * 9, cap)] * (1 if suit else 2)
    if suit:
        suits.append(oracle.honour_profile(tuple(honours), cap))
    return functools.reduce(oracle.merge, suits)


@functools.cache
def part_of(kinds, most_tiles):
    return Part(kinds, most_tiles)


def hands_of(part, remainders, most_naturals=MOST_TILES):
    """The numbers of states and wildcards of the hands of so many tiles over 3n."""
    wild, numbers = np.meshgrid(np.arange(MOST_WILD + 1), np.arange(len(part.counts)))
    tiles = part.tiles[:, None] + wild
    legal = np.isin(tiles % 3, remainders) & (tiles <= MOST_TILES)
    legal &= part.tiles[:, None] <= most_naturals
    return numbers[legal], wild[legal]


def expected_shanten(part, rules, first, numbers, wild):
    groups = (part.tiles[numbers] + wild - 1) // 3
    missing = part.standard_missing(rules.max_copies)[numbers, groups, wild].astype(np.int64)
    whole = groups == 4
    special = part.special_missing(numbers[whole], rules, first)
    missing[whole] = np.minimum(missing[whole], special)
    return missing - wild - 1


def expected_waits(part, rules, first, numbers, wild):
    """Draw each kind, and see whether nothing but the wildcards is missing."""
    waits = np.zeros((len(numbers), KINDS), bool)
    groups = (part.tiles[numbers] + wild - 1) // 3
    whole = groups == 4
    for kind in range(KINDS):
        own = kind - first
        if 0 <= own < part.kinds:
            drawable = np.flatnonzero(part.counts[numbers, own] < 4)
            states, drawn = part.drawn(numbers[drawable], own), None
        else:
            drawable = np.arange(len(numbers))
            states, drawn = numbers, "honour" if kind >= HONOURS else kind % 9
        w = wild[drawable]
        missing = part.standard_missing(rules.max_copies, drawn)[states, groups[drawable], w]
        waits[drawable, kind] = missing == w
        special = drawable[whole[drawable]]
        missing = part.special_missing(numbers[special], rules, first, kind)
        waits[special, kind] |= missing == wild[special]
    return waits


PARTS = [
    pytest.param(9, 0, 6, id="one suit up to 6 tiles"),
    pytest.param(7, HONOURS, 6, id="honours up to 6 tiles"),
    pytest.param(9, 0, MOST_TILES, id="one suit", marks=pytest.mark.slow),
    pytest.param(7, HONOURS, MOST_TILES, id="honours", marks=pytest.mark.slow),
]
over_every_part = pytest.mark.parametrize(("kinds", "first", "most_tiles"), PARTS)
under_every_policy = pytest.mark.parametrize(
    "rules", [pytest.param(rules, id=name) for name, rules in RULES.items()]
)


def suits_of(kinds):
    return SUITS if kinds == 9 else (HONOURS,)


def assert_same(answers, expected, rows, wild):
    wrong = np.flatnonzero((answers != expected).reshape(len(answers), -1).any(axis=1))
    assert len(wrong) == 0, (
        f"{len(wrong)} of {len(answers)} hands, the first: {rows[wrong[0]].tolist()}, "
        f"{wild[wrong[0]]} wildcards: {answers[wrong[0]]}, expected {expected[wrong[0]]}"
    )


@under_every_policy
@over_every_part
def test_win_of_tables_search_and_oracle(kinds, first, most_tiles, rules):
    part = part_of(kinds, most_tiles)
    numbers, wild = hands_of(part, [2])
    expected = expected_shanten(part, rules, first, numbers, wild) == -1
    for start in suits_of(kinds):
        rows = part.rows(start)[numbers]
        assert_same(Evaluator(rules).is_win_batch(rows, wild), expected, rows, wild)
    by_search = ask_rows(Evaluator(rules, kernel="search").is_win_batch, rows, wild)
    assert_same(by_search, expected, rows, wild)


@under_every_policy
@over_every_part
def test_shanten_of_tables_search_and_oracle(kinds, first, most_tiles, rules):
    part = part_of(kinds, most_tiles)
    numbers, wild = hands_of(part, [1, 2])
    expected = expected_shanten(part, rules, first, numbers, wild)
    for start in suits_of(kinds):
        rows = part.rows(start)[numbers]
        assert_same(Evaluator(rules).shanten_batch(rows, wild), expected, rows, wild)
    by_search = ask_rows(Evaluator(rules, kernel="search").shanten_batch, rows, wild)
    assert_same(by_search, expected, rows, wild)


@under_every_policy
@over_every_part
def test_waits_of_tables_search_and_oracle(kinds, first, most_tiles, rules):
    part = part_of(kinds, most_tiles)
    numbers, wild = hands_of(part, [1], most_tiles - 1)  # the part has states for what is drawn
    expected = expected_waits(part, rules, first, numbers, wild)
    rows = part.rows(first)[numbers]
    by_tables = Evaluator(rules).waits_batch(rows, wild)
    assert_same(unpack_mask(by_tables), expected, rows, wild)
    by_search = ask_rows(Evaluator(rules, kernel="search").waits_batch, rows, wild)
    assert_same(by_search, by_tables, rows, wild)


@pytest.mark.slow
def test_the_states_are_as_many_as_known():
    parts = [part_of(9, MOST_TILES), part_of(7, MOST_TILES)]
    assert [len(part.counts) for part in parts] == [405_350, 43_130]
    numbers = [hands_of(part, [2])[0] for part in parts]
    natural = [(part.tiles[n] > 0).sum() for part, n in zip(parts, numbers, strict=True)]
    assert sum(natural) == 619_654
    assert sum(map(len, numbers)) == 619_654 + 2 * len((2, 5, 8))  # and wildcards alone
