# optimize: size
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
cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from mahjong_fast.core.base.memo cimport memo_free, memo_get, memo_init, memo_put, memo_t
from mahjong_fast.core.base.signals cimport give_up
from mahjong_fast.core.base.vocabulary cimport (
    COPIES, COUNTS, DRAGONS, HONOUR_KINDS, IMPOSSIBLE, RUN_DRAGONS, RUN_SUIT, RUN_WINDS, SUIT_KINDS,
    WINDS,
)
from mahjong_fast.core.tables.layout cimport (
    CLASSES, KEEP_G0_AT, KEEP_G1_AT, LANE_BITS, LOW_KINDS, MASK_BITS, MOST_SAVED, ORPHANS_AT,
    ORPHAN_PAIRS_AT, PAIRED_AT, PAIRS_AT, SAVED_AT, SAVES_AT, SAVES_BITS, TILES_AT,
)
from mahjong_fast.core.tables.profile cimport (
    MAX_PROFILE, MAX_STATE, MOST_GROUPS, NO_COVER, OPEN_CHOWS, PUNGS_OF_KIND, extent_t, first_state,
    join_profiles, profile_size, read_kind,
)

from array import array
from bisect import bisect_right

cdef enum:
    MAX_CLASSES = 256       # of parts: their tables hold bytes
    MAX_WAITS = 65536       # wait records, likewise

    MOST_EXCESS = 6         # MAX_PROFILE has room for so much


cdef int check_extent(int groups, int excess) except -1:
    """Refuse what profiles have no room for."""
    if not 0 <= groups <= MOST_GROUPS or not 0 <= excess <= MOST_EXCESS:
        raise ValueError(
            f"at most {MOST_GROUPS} groups and {MOST_EXCESS} of excess, not {groups} and {excess}"
        )
    return 0


@cython.boundscheck(True)
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
        cdef int size = profile_size(&extent) * OPEN_CHOWS * OPEN_CHOWS
        cdef int kind, count, kinds_after
        cdef bytes before
        cdef uint8_t state[MAX_STATE]
        check_extent(groups, excess)
        if not 1 <= kinds <= SUIT_KINDS:
            raise ValueError(f"a part has 1 to {SUIT_KINDS} kinds, not {kinds}")
        first_state(&extent, state)
        states = [PyBytes_FromStringAndSize(<char*> state, size)]
        self.steps = []
        for kind in range(kinds):
            kinds_after = min(2, kinds - 1 - kind) if chows else 0
            known = {}
            row = []
            for before in states:
                PyErr_CheckSignals()
                for count in range(COUNTS):
                    read_kind(
                        &extent, <const uint8_t*> PyBytes_AS_STRING(before), state, count,
                        COPIES, kinds_after,
                    )
                    after = PyBytes_FromStringAndSize(<char*> state, size)
                    row.append(known.setdefault(after, len(known)))
            states = list(known)
            self.steps.append(row)
        self.profiles = [state_of_last[::OPEN_CHOWS * OPEN_CHOWS] for state_of_last in states]

    def read_keys(self, numbers):
        """Return an array of key → numbers[final state].

        A key is the base-5 number of the counts, the first kind lowest.
        """
        cdef const uint16_t[::1] step
        cdef const uint16_t[::1] number_of_state = array("H", numbers)
        cdef Py_ssize_t keys = 1
        cdef Py_ssize_t key
        cdef int count
        reached = array("H", bytes(2 * COUNTS ** len(self.steps)))
        cdef uint16_t[::1] states = reached
        for steps in self.steps:
            step = array("H", steps)
            for count in range(COUNTS - 1, -1, -1):     # a later kind is a higher digit
                for key in range(keys):
                    states[count * keys + key] = step[COUNTS * states[key] + count]
            keys *= COUNTS
        for key in range(keys):
            states[key] = number_of_state[states[key]]
        return reached


@cython.boundscheck(True)
cdef class Classes:
    """The profiles of a shape's parts, numbered, and closed under joining two parts of a hand."""
    cdef readonly list profiles
    cdef dict numbers
    cdef int groups, excess

    def __init__(self, int groups, int excess):
        check_extent(groups, excess)
        self.groups = groups
        self.excess = excess
        self.profiles = []
        self.numbers = {}

    cdef int check_profile(self, bytes profile) except -1:
        cdef extent_t extent = extent_t(groups=self.groups, excess=self.excess)
        if profile is None or len(profile) != profile_size(&extent):
            raise ValueError(f"a profile has {profile_size(&extent)} bytes")
        return 0

    def number(self, bytes profile):
        self.check_profile(profile)
        if profile not in self.numbers:
            self.numbers[profile] = len(self.profiles)
            self.profiles.append(profile)
        return self.numbers[profile]

    cdef bytes join(self, bytes one, bytes other):
        cdef extent_t extent = extent_t(groups=self.groups, excess=self.excess)
        cdef uint8_t profile[MAX_PROFILE]
        self.check_profile(one)
        self.check_profile(other)
        join_profiles(
            &extent, <const uint8_t*> PyBytes_AS_STRING(one),
            <const uint8_t*> PyBytes_AS_STRING(other), profile,
        )
        return PyBytes_FromStringAndSize(<char*> profile, profile_size(&extent))

    def number_of_both(self, bytes one, bytes other):
        """Return the number of two parts joined."""
        return self.number(self.join(one, other))

    def joined(self):
        """Return the square table of the class of any two joined classes, adding what is new."""
        known = 0
        of_pair = {}
        while known < len(self.profiles):
            size = len(self.profiles)
            for i in range(size):
                PyErr_CheckSignals()
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

    def in_lanes(self, groups_of_lanes, pairs):
        """Return [class][excess][pair] → the missing tiles for the groups of each lane.

        Where the groups of a lane are negative, it is out of reach.
        """
        blocks, rows = self.groups + 1, self.excess + 1
        return [
            sum(
                (profile[(pair * blocks + groups) * rows + excess] if groups >= 0 else IMPOSSIBLE)
                << LANE_BITS * lane
                for lane, groups in enumerate(groups_of_lanes)
            )
            for profile in self.profiles
            for excess in range(rows)
            for pair in pairs
        ]

    def lanes(self):
        return self.in_lanes(range(self.groups + 1), (0, 1))

    def rest_lanes(self):
        """Return the same for what is left of each number of groups, and of the pair."""
        blocks = self.groups + 1
        return [
            lanes
            for groups in range(blocks)
            for lanes in self.in_lanes(range(groups, groups - blocks, -1), (1, 0))
        ]

    cdef int cover(self, const uint8_t* profile, int tiles, int excess) noexcept:
        """The fewest groups that use all tiles of a part, without and with the pair, 3 bits each.
        """
        cdef int blocks = self.groups + 1
        cdef int pair, groups, fewest
        cdef int cover = 0
        for pair in range(2):
            fewest = NO_COVER
            for groups in range(blocks):
                if (
                    profile[(pair * blocks + groups) * (self.excess + 1) + excess]
                    == 3 * groups + 2 * pair - tiles
                ):
                    fewest = groups
                    break
            cover |= fewest << 3 * pair
        return cover

    def covers(self, int most_tiles, bint capped):
        """Return [class][tiles] → the fewest groups that cover a part of so many tiles."""
        cdef bytes profile
        cdef int tiles
        covers = bytearray()
        for profile in self.profiles:
            self.check_profile(profile)
            for tiles in range(most_tiles + 1):
                covers.append(self.cover(
                    <const uint8_t*> PyBytes_AS_STRING(profile), tiles,
                    0 if capped else self.excess,
                ))
        return covers


cdef class WaitRecords:
    """The wait records of parts, for both copy policies, numbered; the first is of no wait.

    A wait record tells what one more tile does to the fewest groups that cover the part, in the
    fields of `shape_t`. A kind of which all copies are held is in none of its masks.
    """
    cdef readonly object capped, uncapped
    cdef memo_t words, pairs        # of one record, and of both, to their numbers

    def __cinit__(self):
        memo_init(&self.words)
        memo_init(&self.pairs)
        self.capped, self.uncapped = array("Q"), array("Q")
        self.number(0, 0)

    def __dealloc__(self):
        memo_free(&self.words)
        memo_free(&self.pairs)

    cdef int number(self, uint64_t capped, uint64_t uncapped) except -1:
        cdef uint64_t key = number_of_key(&self.words, capped, self.words.used)
        key = key << 32 | number_of_key(&self.words, uncapped, self.words.used)
        cdef uint64_t known = self.pairs.used
        cdef uint64_t number = number_of_key(&self.pairs, key, known)
        if self.words.failed or self.pairs.failed:
            give_up()
        if number == known:
            if known == MAX_WAITS:
                raise OverflowError(f"more than {MAX_WAITS} wait records")
            self.capped.append(capped)
            self.uncapped.append(uncapped)
        return number


cdef uint64_t number_of_key(memo_t* numbers, uint64_t key, uint64_t next_number) noexcept:
    """The number of a key below 2**64 - 1, the next one where it has none yet."""
    cdef uint64_t number
    if memo_get(numbers, key + 1, &number):
        return number
    memo_put(numbers, key + 1, next_number)
    return next_number


cdef class Parts:
    """Every state of a part, of at most `most_tiles` tiles: its class and wait records.

    A part is read in two keys, base-5 numbers of neighbouring counts with the first kind lowest:
    of its first four kinds (low) and of the others (high). The sums of both add up to the state's
    number, and to what else adds up over a hand, in the fields of `shape_t`.
    """
    cdef readonly list sums, sums_of_quads
    cdef readonly object class_of_state, waits_of_state

    def __init__(
        self, Classes classes not None, WaitRecords waits not None,
        const uint16_t[::1] class_of_key not None, *,
        int kinds, int first_number, orphans, int most_tiles,
    ):
        if not LOW_KINDS < kinds <= SUIT_KINDS or not 0 <= most_tiles <= COPIES * SUIT_KINDS:
            raise ValueError(f"no part has {kinds} kinds and {most_tiles} tiles")
        cdef Py_ssize_t number_of_classes = len(classes.profiles)
        cdef Py_ssize_t each
        if len(class_of_key) != COUNTS**kinds:
            raise ValueError(f"class_of_key has {len(class_of_key)} keys, not {COUNTS**kinds}")
        for each in range(len(class_of_key)):
            if class_of_key[each] >= number_of_classes:
                raise ValueError(f"class_of_key names a class beyond the {number_of_classes}")
        cdef int low_keys = COUNTS**LOW_KINDS
        cdef int high_keys = COUNTS ** (kinds - LOW_KINDS)
        cdef const uint8_t[::1] capped = classes.covers(most_tiles + 1, True)
        cdef const uint8_t[::1] uncapped = classes.covers(most_tiles + 1, False)
        cdef int low, high, tiles, key
        tiles_of_low = [tiles_of(key) for key in range(low_keys)]
        order = sorted(range(low_keys), key=tiles_of_low.__getitem__)
        number_of_low = [0] * low_keys
        for rank, low in enumerate(order):
            number_of_low[low] = rank
        cdef const uint16_t[::1] lows = array("H", order)
        cdef const uint8_t[::1] tiles_before = bytes(map(tiles_of_low.__getitem__, order))
        number_of_high = []
        states = 0
        for high in range(high_keys):
            number_of_high.append(first_number + states)
            states += bisect_right(tiles_before, most_tiles - tiles_of(high))
        self.class_of_state = bytearray(states)
        self.waits_of_state = array("H", bytes(2 * states))
        cdef uint8_t[::1] class_of_state = self.class_of_state
        cdef uint16_t[::1] waits_of_state = self.waits_of_state
        cdef int tiles_of_high, place
        cdef Py_ssize_t state = 0
        for high in range(high_keys):
            PyErr_CheckSignals()
            tiles_of_high = tiles_of(high)
            for place in range(low_keys):
                tiles = tiles_before[place] + tiles_of_high
                if tiles > most_tiles:
                    break
                key = lows[place] + low_keys * high
                class_of_state[state] = class_of_key[key]
                if tiles < most_tiles:
                    waits_of_state[state] = waits.number(
                        wait_record(class_of_key, capped, key, tiles, kinds, most_tiles + 2),
                        wait_record(class_of_key, uncapped, key, tiles, kinds, most_tiles + 2),
                    )
                state += 1
        keys = [
            (number_of_it, key_of_it, kinds_of_key)
            for numbers, kinds_of_key in (
                (number_of_low, list(range(LOW_KINDS))),
                (number_of_high, list(range(LOW_KINDS, kinds))),
            )
            for key_of_it, number_of_it in enumerate(numbers)
        ]
        self.sums = [n + sums(key, of_key, orphans, False) for n, key, of_key in keys]
        self.sums_of_quads = [n + sums(key, of_key, orphans, True) for n, key, of_key in keys]


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


cdef inline uint64_t wait_record(
    const uint16_t[::1] class_of_key, const uint8_t[::1] covers,
    int key, int tiles, int kinds, int row,
) noexcept:
    cdef int cover = covers[class_of_key[key] * row + tiles]
    cdef int g0 = cover & 7
    cdef int g1 = cover >> 3
    # Where only the pair leaves few enough groups, any number that is too large does without it.
    cdef int fewest = min(g0, g1 + <int> MOST_SAVED)
    cdef uint64_t saved = fewest - g1
    cdef uint64_t record = fewest | saved << SAVED_AT
    cdef uint64_t kind = 1
    cdef int digits = key
    cdef int power = 1
    cdef int more
    if saved:
        record |= <uint64_t> 1 << (SAVES_AT + SAVES_BITS * (saved - 1))
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


# --- Honours -------------------------------------------------------------------------------------

def honour_classes(Classes classes, *, int groups, int excess, int runs=0):
    """Return an array of key → class of the honours: winds and dragons joined.

    The winds are alike, so that hands which differ by which wind is held how often have one class.
    """
    cdef int key, place, count
    cdef uint8_t counts[WINDS]
    dragons = Automaton(
        kinds=DRAGONS, chows=(runs & RUN_DRAGONS) != 0, groups=groups, excess=excess
    )
    dragons_of_key = dragons.read_keys(range(len(dragons.profiles)))
    winds_of_key = []
    number_of_counts = {}
    profiles = []
    for key in range(COUNTS**WINDS):
        PyErr_CheckSignals()
        held = tuple(sorted(key // COUNTS**wind % COUNTS for wind in range(WINDS)))
        if held not in number_of_counts:
            for place, count in enumerate(held):
                counts[place] = count
            profiles.append(winds_profile(groups, excess, counts, (runs & RUN_WINDS) != 0))
            number_of_counts[held] = len(profiles) - 1
        winds_of_key.append(number_of_counts[held])
    rows = [
        [classes.number_of_both(winds, of_dragons) for winds in profiles]
        for of_dragons in dragons.profiles
    ]
    return array("H", [
        rows[of_dragons][winds] for of_dragons in dragons_of_key for winds in winds_of_key
    ])


cdef bytes winds_profile(int groups, int excess, const uint8_t* counts, bint runs):
    """The profile of the winds; any three different ones are a run where there are `runs`."""
    cdef extent_t extent = extent_t(groups=groups, excess=excess)
    cdef uint8_t profile[MAX_PROFILE]
    cdef int lacking[WINDS]     # runs that lack each wind: three alike are pungs, so 0 to 2
    cdef int wind, rest
    cdef int number
    memset(profile, IMPOSSIBLE, sizeof(profile))
    for number in range(OPEN_CHOWS**WINDS if runs else 1):
        rest = number
        for wind in range(WINDS):
            lacking[wind] = rest % OPEN_CHOWS
            rest //= OPEN_CHOWS
        read_winds(&extent, counts, lacking, profile)
    return PyBytes_FromStringAndSize(<char*> profile, profile_size(&extent))


cdef void read_winds(
    const extent_t* extent, const uint8_t* counts, const int* lacking, uint8_t* profile
) noexcept:
    """Lower the profile to what is missing with so many runs that lack each of the winds."""
    cdef uint8_t states[2][MAX_PROFILE]
    cdef int rows = extent.excess + 1
    cdef int begun = 0
    cdef int wind, cell
    for wind in range(WINDS):
        begun += lacking[wind]
    if begun > extent.groups:
        return
    memset(states[0], IMPOSSIBLE, profile_size(extent))
    memset(states[0] + begun * rows, 0, rows)
    for wind in range(WINDS):
        read_wind(
            extent, states[wind & 1], states[1 - (wind & 1)], counts[wind], begun - lacking[wind]
        )
    for cell in range(profile_size(extent)):
        profile[cell] = min(<int> profile[cell], <int> states[WINDS & 1][cell])


cdef void read_wind(
    const extent_t* extent, const uint8_t* before, uint8_t* after, int count, int asked
) noexcept:
    """Read one wind, of which runs ask for so many tiles: choose its pungs and the pair."""
    cdef int rows = extent.excess + 1
    cdef int blocks = extent.groups + 1
    cdef int pungs, eyes, target, beyond, step, pair, groups, excess, cell
    memset(after, IMPOSSIBLE, profile_size(extent))
    for pungs in range(PUNGS_OF_KIND):
        for eyes in range(2):
            target = asked + 3 * pungs + 2 * eyes
            beyond = max(0, target - <int> COPIES)
            step = (eyes * blocks + pungs) * rows + beyond
            for pair in range(2 - eyes):
                for groups in range(blocks - pungs):
                    for excess in range(rows - beyond):
                        cell = (pair * blocks + groups) * rows + excess
                        if before[cell] != IMPOSSIBLE:
                            after[cell + step] = min(
                                <int> after[cell + step], before[cell] + max(0, target - count)
                            )


# --- Tables --------------------------------------------------------------------------------------

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
    "lanes": "uint64_t",
    "rest_lanes": "uint64_t",
}


def profile_of_nothing(int groups, int excess):
    """Return the profile of a part that must have no group and no pair."""
    reached = bytes([0] * (excess + 1))
    return reached + bytes([IMPOSSIBLE] * (len(reached) * (2 * (groups + 1) - 1)))


def build(int groups, int runs=RUN_SUIT):
    """Build the tables of hands of up to so many groups.

    Args:
        groups: 1 to 5.
        runs: the runs that are groups, RUN_* bits.

    Returns:
        The sizes (groups, excess, classes) and a dict of name → sequence of ints; the names are
        those of `shape_t`.
    """
    excess = groups + 1     # it pays only at kinds of which four are held, by two tiles at the most
    most_tiles = 3 * groups + 2
    classes = Classes(groups, excess)
    classes.number(profile_of_nothing(groups, excess))      # the class NOTHING
    waits = WaitRecords()
    automaton = Automaton(
        kinds=SUIT_KINDS, chows=(runs & RUN_SUIT) != 0, groups=groups, excess=excess
    )
    class_of_key = automaton.read_keys([classes.number(profile) for profile in automaton.profiles])
    suit = Parts(
        classes, waits, class_of_key, kinds=SUIT_KINDS, first_number=0, orphans=(0, 8),
        most_tiles=most_tiles,
    )
    class_of_key = honour_classes(classes, groups=groups, excess=excess, runs=runs)
    honours = Parts(
        classes, waits, class_of_key, kinds=HONOUR_KINDS, first_number=len(suit.class_of_state),
        orphans=range(HONOUR_KINDS), most_tiles=most_tiles,
    )
    if len(classes.profiles) > MAX_CLASSES:
        raise OverflowError(f"{len(classes.profiles)} classes of parts do not fit a byte")
    joined = classes.joined()
    # A row of too many tiles must not read beyond the tables before it is refused.
    padding = bytes(COUNTS**LOW_KINDS)
    return (groups, excess, len(classes.profiles)), {
        "sums": suit.sums + honours.sums,
        "sums_of_quads": suit.sums_of_quads + honours.sums_of_quads,
        "class_of_state": suit.class_of_state + honours.class_of_state + padding,
        "joined": joined,
        "missing": classes.missing(),
        "profiles": b"".join(classes.profiles),
        "waits_of_state": (
            suit.waits_of_state + honours.waits_of_state + array("H", 2 * padding)
        ),
        "capped_wait": waits.capped,
        "uncapped_wait": waits.uncapped,
        "lanes": classes.lanes(),
        "rest_lanes": classes.rest_lanes(),
    }
