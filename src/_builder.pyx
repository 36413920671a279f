# cython: cpow=True
"""Builds the look-up tables of a shape from its definition.

A *part* of a hand is a suit (nine kinds, ranks 1 to 9) or the honours (seven: winds, dragons).
Its *profile* is the least number of missing tiles for every choice of pair (0 or 1), groups, and
excess: the copies beyond the physical ones, which only wildcards can be. Excess 0 is the four-copy
limit. A profile says nothing else of wildcards, which is why any number of them costs nothing.

A profile is found kind by kind. What has to be remembered between two kinds is a small array: the
least missing tiles so far for every (pair, groups, excess, chows that still need one kind, chows
that still need two). Equal arrays are one *state of the automaton*, so reading a part is walking a
finite automaton. docs/how-it-works.md tells the whole story.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from ._profile cimport (
    MAX_PROFILE, MAX_STATE, NO_COVER, OPEN, extent_t, first_state, join_profiles, profile_size,
    read_kind,
)
from ._shape cimport (
    CLASSES, KEEP_G0_AT, KEEP_G1_AT, MASK_BITS, ORPHAN_PAIRS_AT, ORPHANS_AT, PAIRED_AT, PAIRS_AT,
    SAVED_AT, TILES_AT,
)
from ._types cimport NO_LIMIT

from array import array

cdef enum:
    COPIES = 4              # physical copies of a kind
    COUNTS = COPIES + 1     # a kind is held 0 to 4 times
    MAX_CLASSES = 256       # of parts: their tables hold bytes

    LOW_KINDS = 4


cdef class Automaton:
    """The states of one part after each of its kinds, and the steps between them.

    `steps[i][COUNTS * state + count]` is the state after kind i when `count` tiles of it are held.
    The states after the last kind are numbered as in `profiles`, each a `bytes` of
    [pair][groups][excess].
    """
    cdef readonly list steps
    cdef readonly list profiles

    def __init__(self, *, int kinds, bint chows, int groups, int excess):
        cdef extent_t extent = extent_t(groups=groups, excess=excess)
        cdef int size = profile_size(&extent) * OPEN * OPEN
        cdef int kind, count, kinds_after
        cdef bytes before
        cdef uint8_t state[MAX_STATE]
        first_state(&extent, state)
        states = [PyBytes_FromStringAndSize(<char*> state, size)]
        self.steps = []
        for kind in range(kinds):
            kinds_after = min(2, kinds - 1 - kind) if chows else 0
            known = {}
            row = []
            for before in states:
                for count in range(COUNTS):
                    read_kind(
                        &extent, <const uint8_t*> PyBytes_AS_STRING(before), state, count, COPIES,
                        NO_LIMIT, kinds_after,
                    )
                    after = PyBytes_FromStringAndSize(<char*> state, size)
                    row.append(known.setdefault(after, len(known)))
            states = list(known)
            self.steps.append(row)
        self.profiles = [state_of_last[::OPEN * OPEN] for state_of_last in states]


def read_several(list steps, lengths, numbers):
    """Turn an automaton's steps into tables that read lengths[0], lengths[1], … kinds at once.

    Table i maps `row * 5**lengths[i] + key` to a row of table i + 1, the last one to
    `numbers[final state]`. A key is the base-5 number of the counts, the first kind lowest.
    Equal rows are one.
    """
    tables = []
    end = len(steps)
    for length in reversed(lengths):
        start = end - length
        states = 1 if start == 0 else len(steps[start]) // COUNTS
        rows = {}
        row_of_state = []
        for state in range(states):
            reached = [state]
            for step in steps[start:end]:   # a later kind is a higher digit
                reached = [step[COUNTS * s + c] for c in range(COUNTS) for s in reached]
            row = tuple([numbers[s] for s in reached])
            row_of_state.append(rows.setdefault(row, len(rows)))
        tables.append([number for row in rows for number in row])
        numbers = row_of_state
        end = start
    return tables[::-1]


cdef class Classes:
    """The profiles of a shape's parts, numbered, and closed under joining two parts of a hand."""
    cdef readonly list profiles
    cdef dict numbers
    cdef int groups, excess

    def __init__(self, int groups, int excess):
        self.groups = groups
        self.excess = excess
        self.profiles = []
        self.numbers = {}

    def number(self, bytes profile):
        if profile not in self.numbers:
            self.numbers[profile] = len(self.profiles)
            self.profiles.append(profile)
        return self.numbers[profile]

    cdef bytes join(self, bytes one, bytes other):
        cdef extent_t extent = extent_t(groups=self.groups, excess=self.excess)
        cdef uint8_t profile[MAX_PROFILE]
        join_profiles(
            &extent, <const uint8_t*> PyBytes_AS_STRING(one),
            <const uint8_t*> PyBytes_AS_STRING(other), profile,
        )
        return PyBytes_FromStringAndSize(<char*> profile, profile_size(&extent))

    def joined(self):
        """Return the square table of the class of any two joined classes, adding what is new."""
        known = 0
        of_pair = {}
        while known < len(self.profiles):
            size = len(self.profiles)
            for i in range(size):
                for j in range(max(i, known), size):
                    number = self.number(self.join(self.profiles[i], self.profiles[j]))
                    of_pair[i, j] = of_pair[j, i] = number
            known = size
        if known > CLASSES:
            raise OverflowError(f"{known} classes; the tables have room for {CLASSES}")
        return [of_pair.get((i, j), 0) for i in range(known) for j in range(CLASSES)]

    def missing(self):
        """Return [groups][excess][class] → the missing tiles of so many groups and a pair."""
        blocks, rows = self.groups + 1, self.excess + 1
        return [
            profile[(blocks + groups) * rows + excess]
            for groups in range(blocks)
            for excess in range(rows)
            for profile in self.profiles
        ]

    def cover(self, bytes profile, int tiles, bint capped):
        """Return the fewest groups that use all `tiles` of a part, without and with the pair."""
        blocks, rows = self.groups + 1, self.excess + 1
        excess = 0 if capped else self.excess
        fewest = []
        for pair in range(2):
            for groups in range(blocks):
                missing = profile[(pair * blocks + groups) * rows + excess]
                if missing == 3 * groups + 2 * pair - tiles:
                    fewest.append(groups)
                    break
            else:
                fewest.append(NO_COVER)
        return fewest


cdef class Parts:
    """Every state of a part, of at most `most_tiles` tiles: its class and its wait records.

    A part is read in two keys, base-5 numbers of neighbouring counts with the first kind lowest:
    of its first four kinds (low) and of the others (high). The sums of both add up to the state's
    number, and to what else adds up over a hand, in the fields of `shape_t`.

    A wait record tells what one more tile does to the fewest groups that cover the part, in the
    fields of `shape_t`. A kind of which all copies are held is in none of its masks.
    """
    cdef readonly list sums, sums_of_quads
    cdef readonly object class_of_state, capped_wait, uncapped_wait

    def __init__(
        self, Classes classes, Automaton automaton, *, int first_number, orphans, int most_tiles
    ):
        cdef int kinds = len(automaton.steps)
        low_keys, high_keys = COUNTS**LOW_KINDS, COUNTS ** (kinds - LOW_KINDS)
        numbers = [classes.number(profile) for profile in automaton.profiles]
        class_of_key = array("H", read_several(automaton.steps, [kinds], numbers)[0])
        covers = [
            bytes([
                g0 | g1 << 3
                for profile in classes.profiles
                for tiles in range(most_tiles + 2)
                for g0, g1 in [classes.cover(profile, tiles, capped)]
            ])
            for capped in (True, False)
        ]
        tiles_of_low = [tiles_of(key) for key in range(low_keys)]
        order = sorted(range(low_keys), key=tiles_of_low.__getitem__)
        number_of_low = [0] * low_keys
        for rank, key in enumerate(order):
            number_of_low[key] = rank
        number_of_high = []
        self.class_of_state = bytearray()
        self.capped_wait, self.uncapped_wait = array("Q"), array("Q")
        for high in range(high_keys):
            tiles_of_high = tiles_of(high)
            number_of_high.append(first_number + len(self.class_of_state))
            for low in order:
                tiles = tiles_of_low[low] + tiles_of_high
                if tiles > most_tiles:
                    break
                key = low + low_keys * high
                self.class_of_state.append(class_of_key[key])
                for waits, cover in zip((self.capped_wait, self.uncapped_wait), covers):
                    waits.append(
                        wait_record(class_of_key, cover, key, tiles, kinds, most_tiles + 2)
                        if tiles < most_tiles else 0
                    )
        keys = [
            (number, key, kinds_of_key)
            for numbers, kinds_of_key in (
                (number_of_low, list(range(LOW_KINDS))),
                (number_of_high, list(range(LOW_KINDS, kinds))),
            )
            for key, number in enumerate(numbers)
        ]
        self.sums = [number + sums(key, of_key, orphans, False) for number, key, of_key in keys]
        self.sums_of_quads = [
            number + sums(key, of_key, orphans, True) for number, key, of_key in keys
        ]


def tiles_of(key):
    tiles = 0
    while key:
        tiles += key % COUNTS
        key //= COUNTS
    return tiles


def sums(key, kinds, orphans, quads):
    """Return what the kinds of a key add to the sums over a hand, in the fields of `shape_t`."""
    total = 0
    for kind in kinds:
        count = key % COUNTS
        key //= COUNTS
        paired = count if quads else min(count, 2)
        total += count << TILES_AT
        total += paired // 2 << PAIRS_AT
        total += paired << PAIRED_AT
        if kind in orphans:
            total += (count >= 1) << ORPHANS_AT
            total += (count >= 2) << ORPHAN_PAIRS_AT
    return total


cdef uint64_t wait_record(
    const uint16_t[::1] class_of_key, const uint8_t[::1] covers,
    int key, int tiles, int kinds, int row,
):
    cdef int cover = covers[class_of_key[key] * row + tiles]
    cdef int g0 = cover & 7
    cdef int g1 = cover >> 3
    cdef uint64_t record = g0 | (g0 - g1) << SAVED_AT
    cdef uint64_t kind = 1
    cdef int digits = key
    cdef int power = 1
    cdef int more
    for _ in range(kinds):
        if digits % COUNTS < COPIES:
            cover = covers[class_of_key[key + power] * row + tiles + 1]
            more = cover & 7
            if more < NO_COVER:
                if more <= g0:
                    record |= kind << KEEP_G0_AT
                if more <= g0 + 1:
                    record |= kind << (KEEP_G0_AT + MASK_BITS)
            more = cover >> 3
            if more < NO_COVER:
                if more <= g1:
                    record |= kind << KEEP_G1_AT
                if more <= g1 + 1:
                    record |= kind << (KEEP_G1_AT + MASK_BITS)
        digits //= COUNTS
        power *= COUNTS
        kind <<= 1
    return record


# The C types of the tables that `build` makes, in the order of `shape_t`.
TYPES = {
    "sums": "uint64_t",
    "sums_of_quads": "uint64_t",
    "class_of_state": "uint8_t",
    "joined": "uint16_t",
    "missing": "uint8_t",
    "profiles": "uint8_t",
    "waits_of_state": "uint16_t",
    "capped_wait": "uint64_t",
    "uncapped_wait": "uint64_t",
}


def build(int groups):
    """Build the tables of hands of up to so many groups: suits with chows, honours without.

    Returns the sizes (groups, excess, classes) and a dict of name → list of ints; the names are
    those of `shape_t`.
    """
    excess = groups + 1     # it pays only at kinds of which four are held, by two tiles at the most
    most_tiles = 3 * groups + 2
    classes = Classes(groups, excess)
    suit = Parts(
        classes, Automaton(kinds=9, chows=True, groups=groups, excess=excess),
        first_number=0, orphans=(0, 8), most_tiles=most_tiles,
    )
    honours = Parts(
        classes, Automaton(kinds=7, chows=False, groups=groups, excess=excess),
        first_number=len(suit.class_of_state), orphans=range(7), most_tiles=most_tiles,
    )
    if len(classes.profiles) > MAX_CLASSES:
        raise OverflowError(f"{len(classes.profiles)} classes of parts do not fit a byte")
    joined = classes.joined()
    # A row of too many tiles must not read beyond the tables before it is refused.
    padding = [0] * COUNTS**LOW_KINDS
    waits = {(0, 0): 0}
    waits_of_state = [
        waits.setdefault(records, len(waits))
        for part in (suit, honours)
        for records in zip(part.capped_wait, part.uncapped_wait)
    ]
    return (groups, excess, len(classes.profiles)), {
        "sums": suit.sums + honours.sums,
        "sums_of_quads": suit.sums_of_quads + honours.sums_of_quads,
        "class_of_state": [*suit.class_of_state, *honours.class_of_state, *padding],
        "joined": joined,
        "missing": classes.missing(),
        "profiles": [missing for profile in classes.profiles for missing in profile],
        "waits_of_state": waits_of_state + padding,
        "capped_wait": [capped for capped, _ in waits],
        "uncapped_wait": [uncapped for _, uncapped in waits],
    }
