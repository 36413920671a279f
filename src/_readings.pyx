"""Readings of a hand: enumerated lazily, counted without enumerating.

A *piece* is a chow, a pung or a pair that begins at a kind, with a number of natural tiles. The
pieces of a reading, sorted by kind and code, are its one spelling, so a walk that never steps back
in that order meets every reading exactly once. Seven pairs are the same walk with seven pairs and
no group.

A piece says how many of its tiles are natural, not which. For pungs and pairs there is no choice;
a chow with one or two natural tiles may have them at any of its kinds. When a kind is closed its
natural tiles go to the chows that need them most:

1. those that must have a tile at every kind left to them;
2. chows begun here with two natural tiles;
3. chows begun one kind below with one natural tile left;
4. chows begun here with one natural tile.

Any valid assignment that prefers a later item to an earlier one stays valid with the two chows'
tiles exchanged, so this one choice suffices and a walk needs no alternatives. What lies ahead
depends on a few small numbers, the memo's key: it tells dead ends apart and counts completions.
"""
cimport cython
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast._memo cimport memo_free, memo_get, memo_init, memo_put
from mahjong_fast._types cimport (
    FORM_SEVEN_PAIRS,
    FORM_STANDARD,
    FORM_THIRTEEN_ORPHANS,
    KINDS,
    NO_LIMIT,
    SUIT_KINDS,
    hand_t,
    rules_t,
)

from operator import index as as_int

from mahjong_fast.errors import HandError

__all__ = ["Group", "Reading"]

cdef enum:
    FIRST_HONOUR = 27
    ORPHANS = 13

cdef int[ORPHANS] ORPHAN_KINDS = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]


# --- Walks ---------------------------------------------------------------------------------------

cdef void walk_open(walk_t *walk, const uint8_t *counts, const uint8_t *total_limit, int wild,
                    int groups, int pairs, bint pairs_repeat) noexcept nogil:
    """Begin a walk over the readings of a hand; `walk_close` ends it.

    Args:
        walk: the walk to set up.
        counts: 34 natural tiles by kind; with `wild` they make up 3 * groups + 2 * pairs.
        total_limit: 34 most tiles of a kind in a reading, or NO_LIMIT.
        wild: wildcards, all of which become tiles.
        groups: chows and pungs of a reading, READINGS_MOST_GROUPS at most.
        pairs: pairs of a reading, 7 at most.
        pairs_repeat: whether two pairs may be of one kind.
    """
    cdef place_t *start = &walk.places[0]
    cdef int kind
    memcpy(walk.counts, counts, KINDS)
    memcpy(walk.total_limit, total_limit, KINDS)
    walk.held_from[KINDS] = 0
    walk.limited = False
    for kind in range(KINDS - 1, -1, -1):
        walk.held_from[kind] = walk.held_from[kind + 1] + counts[kind]
        walk.limited |= total_limit[kind] != NO_LIMIT
    memset(walk.needed_from, 0, sizeof(walk.needed_from))
    if wild > 0:
        count_needed(walk)
    walk.pairs_repeat = pairs_repeat
    memo_init(&walk.completions)
    memset(start, 0, sizeof(place_t))
    start.groups = groups
    start.pairs = pairs
    start.wild = wild
    walk.depth = 0
    walk.length = 0


cdef void count_needed(walk_t *walk) noexcept nogil:
    """Fill `walk.needed_from`, as if each piece could be a pung and a chow at once."""
    cdef int kind, first, last, needed, begun, over, over_next
    for first in range(KINDS - 1, -1, -1):
        last = first if first >= FIRST_HONOUR else first - first % SUIT_KINDS + SUIT_KINDS - 1
        needed = walk.needed_from[last + 1]
        over = over_next = 0        # pieces begun below that reach this kind, and the next
        if walk.counts[first] == 0:
            walk.needed_from[first] = walk.needed_from[first + 1]
            continue
        for kind in range(first, last + 1):
            begun = (max(0, walk.counts[kind] - over) + 2) // 3
            needed += begun
            over = over_next + begun
            over_next = begun
        walk.needed_from[first] = needed


cdef void walk_close(walk_t *walk) noexcept nogil:
    memo_free(&walk.completions)
    walk.depth = -1


cdef int walk_next(walk_t *walk) noexcept nogil:
    """Find the next reading: its pieces are then in `walk.pieces[:walk.length]`.

    Returns:
        1 when there is one, 0 when the walk is over, -1 when memory ran out.
    """
    cdef place_t *place
    cdef place_t *further
    cdef int code
    while walk.depth >= 0:
        place = &walk.places[walk.depth]
        code = next_code(walk, place)
        if code == CODES:
            if not advance(walk, place):
                if walk.completions.failed:
                    return -1
                walk.depth -= 1
            continue
        further = place + 1
        further[0] = place[0]
        take(further, code)
        walk.pieces[walk.depth].kind = place.kind
        walk.pieces[walk.depth].code = code
        place.code = code + 1
        if further.groups + further.pairs > 0:
            walk.depth += 1
        elif is_complete(walk, further[0]):
            walk.length = walk.depth + 1
            return 1
    return 0


cdef bint advance(walk_t *walk, place_t *place) noexcept nogil:
    """Close a kind and step to the next one where a piece leads on. False at a dead end."""
    cdef int kind
    if not close_kind(walk, place):
        return False
    if walk.places[0].wild == 0:        # dead ends are near: looking ahead would cost more
        return place.kind < KINDS
    kind = next_kind(walk, place[0])
    if kind == KINDS:
        return False
    while place.kind < kind:
        close_kind(walk, place)
    return True


cdef int next_kind(walk_t *walk, place_t place) noexcept nogil:
    """The lowest kind at which a completion of `place` goes on; KINDS where there is none.

    The place is at the beginning of a kind.
    """
    cdef uint64_t key, known
    cdef int kind
    if place.kind == KINDS or walk.completions.failed:
        return KINDS
    key = place_key(walk, &place)
    if memo_get(&walk.completions, key, &known):
        return <int>known
    kind = next_kind_within(walk, place)
    memo_put(&walk.completions, key, kind)
    return kind


cdef int next_kind_within(walk_t *walk, place_t place) noexcept nogil:
    """The same, with some pieces of the kind already taken."""
    cdef place_t further
    while True:
        place.code = next_code(walk, &place)
        if place.code == CODES:
            break
        further = place
        take(&further, place.code)
        if further.groups + further.pairs > 0:
            if next_kind_within(walk, further) < KINDS:
                return place.kind
        elif is_complete(walk, further):
            return place.kind
        place.code += 1
    return next_kind(walk, place) if close_kind(walk, &place) else KINDS


cdef uint64_t walk_count(walk_t *walk) noexcept nogil:
    """Count the readings of a walk just opened; `walk.completions.failed` when memory ran out."""
    return count_completions(walk, walk.places[0])


cdef uint64_t count_completions(walk_t *walk, place_t place) noexcept nogil:
    """The number of ways to go on from the beginning of a kind."""
    cdef uint64_t key, completions
    if place.kind == KINDS or walk.completions.failed:
        return 0
    key = place_key(walk, &place)
    if memo_get(&walk.completions, key, &completions):
        return completions
    completions = count_completions_within(walk, place)
    memo_put(&walk.completions, key, completions)
    return completions


cdef uint64_t count_completions_within(walk_t *walk, place_t place) noexcept nogil:
    """The same, with some pieces of the kind already taken."""
    cdef uint64_t completions = 0
    cdef place_t further
    while True:
        place.code = next_code(walk, &place)
        if place.code == CODES:
            break
        further = place
        take(&further, place.code)
        if further.groups + further.pairs > 0:
            completions += count_completions_within(walk, further)
        else:
            completions += is_complete(walk, further)
        place.code += 1
    if close_kind(walk, &place):
        completions += count_completions(walk, place)
    return completions


cdef inline uint64_t place_key(const walk_t *walk, const place_t *place) noexcept nogil:
    """A place at the beginning of a kind, in 28 bits; the topmost is set, so that no key is 0.

    The wildcards left follow from the pieces left and the natural tiles above.
    """
    cdef uint64_t key = 1
    key = key << 6 | place.kind
    key = key << 3 | place.groups
    key = key << 3 | place.pairs
    key = key << 3 | place.due
    key = key << 3 | place.due_next
    key = key << 3 | place.flexible
    if walk.limited:
        key = key << 3 | place.here
        key = key << 3 | place.next
    return key


cdef inline int next_code(const walk_t *walk, const place_t *place) noexcept nogil:
    """The first piece from `place.code` on that may begin here, or CODES."""
    cdef int code = place.code
    cdef int kind = place.kind
    cdef int room, natural, natural_kinds
    if place.wild == 0 and walk.counts[kind] == 0:
        return CODES
    if place.groups + place.pairs <= walk.needed_from[kind + 3]:
        return CODES
    if place.groups == 0:
        code = max(code, PAIRS)
    # A faced wildcard kept as a natural tile would turn this number into a range, here and in
    # `close_kind`.
    natural = walk.counts[kind] - place.taken - place.due - place.chows[3]
    if code < PUNGS:
        if chow_fits(walk, place):
            natural_kinds = ((natural > 0) + (walk.counts[kind + 1] > 0)
                             + (walk.counts[kind + 2] > 0))
            code = max(code, CHOWS + 3 - natural_kinds)
            if code <= CHOWS + min(3, <int>place.wild):
                return code
        code = PUNGS
    room = walk.total_limit[kind] - place.here
    if code < PAIRS:
        code = max(code, PUNGS + 3 - natural)
        if room >= 3 and code <= PUNGS + min(3, <int>place.wild):
            return code
        code = PAIRS
    code = max(code, PAIRS + 2 - natural)
    if (place.pairs > 0 and room >= 2 and code <= PAIRS + min(2, <int>place.wild)
            and (walk.pairs_repeat or place.here == 0)):
        return code
    return CODES


cdef inline bint begins_chow(int kind) noexcept nogil:
    return kind < FIRST_HONOUR and kind % SUIT_KINDS < SUIT_KINDS - 2


cdef inline bint chow_fits(const walk_t *walk, const place_t *place) noexcept nogil:
    """Whether a chow may begin at this kind and the copy limits leave room for it."""
    cdef int kind = place.kind
    return (begins_chow(kind)
            and place.here < walk.total_limit[kind]
            and place.next < walk.total_limit[kind + 1]
            and place.after < walk.total_limit[kind + 2])


cdef inline void take(place_t *place, int code) noexcept nogil:
    """Begin a piece that `next_code` allows."""
    cdef int natural
    place.code = code
    if code < PUNGS:
        natural = CHOWS + 3 - code
        place.chows[natural] += 1
        place.groups -= 1
        place.wild -= 3 - natural
        place.here += 1
        place.next += 1
        place.after += 1
    elif code < PAIRS:
        natural = PUNGS + 3 - code
        place.taken += natural
        place.groups -= 1
        place.wild -= 3 - natural
        place.here += 3
    else:
        natural = PAIRS + 2 - code
        place.taken += natural
        place.pairs -= 1
        place.wild -= 2 - natural
        place.here += 2


cdef inline bint close_kind(const walk_t *walk, place_t *place) noexcept nogil:
    """Give out the natural tiles of this kind and step to the next.

    False when they do not go round, or clearly will not further on.
    """
    cdef int left = walk.counts[place.kind] - place.taken - place.due - place.chows[3]
    cdef int to_two, to_flexible, to_one, two_due
    if left < 0:
        return False
    to_two = min(left, <int>place.chows[2])
    left -= to_two
    to_flexible = min(left, <int>place.flexible)
    left -= to_flexible
    to_one = min(left, <int>place.chows[1])
    if left != to_one:
        return False

    two_due = place.chows[3] + place.chows[2] - to_two
    place.due = place.due_next + place.flexible - to_flexible + two_due
    place.due_next = two_due
    place.flexible = to_two + place.chows[1] - to_one
    place.kind += 1
    if place.kind == KINDS:
        return True
    place.code = 0
    place.here = place.next
    place.next = place.after
    place.after = 0
    place.taken = 0
    memset(place.chows, 0, sizeof(place.chows))
    return can_go_on(walk, place)


cdef inline bint can_go_on(const walk_t *walk, const place_t *place) noexcept nogil:
    """A quick look ahead from the beginning of a kind: False only where no reading is left."""
    cdef int owed = place.due + place.due_next + place.flexible
    cdef int pieces = place.groups + place.pairs
    cdef int held, held_next
    if owed == 0:
        return pieces >= walk.needed_from[place.kind]
    held = walk.counts[place.kind]
    held_next = walk.counts[place.kind + 1]
    return (place.due <= held and place.due_next <= held_next and owed <= held + held_next
            and pieces >= walk.needed_from[place.kind + 2])


cdef bint is_complete(const walk_t *walk, place_t place) noexcept nogil:
    """Whether the natural tiles left are just those that the chows begun so far still owe."""
    while close_kind(walk, &place):
        if place.due + place.due_next + place.flexible == 0:
            return walk.held_from[place.kind] == 0
    return False


# --- Groups and readings -------------------------------------------------------------------------

cdef dict GROUP_SIZES = {"chow": 3, "pung": 3, "pair": 2, "single": 1}
cdef tuple FORM_NAMES = ("standard", "seven_pairs", "thirteen_orphans", "knitted_straight",
                         "lesser_knitted", "greater_knitted")


@cython.final
cdef class Group:
    """A chow, a pung, a pair or a single tile of a reading. Immutable.

    Attributes:
        kind: "chow", "pung", "pair" or "single".
        tiles: the ids of its tiles, ascending.
        substituted: for each tile, whether a wildcard stands for it.

    Raises:
        HandError: where the tiles do not make such a group.

    >>> str(Group("chow", (6, 7, 8), (True, False, False)))
    '(7)89m'
    """

    def __cinit__(self, str kind not None, tiles, substituted):
        self.kind = kind
        self.tiles = tuple([as_int(tile) for tile in tiles])
        self.substituted = tuple([bool(flag) for flag in substituted])
        if kind not in GROUP_SIZES:
            raise HandError(f"a group is one of {', '.join(GROUP_SIZES)}, not {kind!r}")
        if not len(self.tiles) == len(self.substituted) == GROUP_SIZES[kind]:
            raise HandError(f"a {kind} has {GROUP_SIZES[kind]} tiles and as many flags, not "
                            f"{len(self.tiles)} and {len(self.substituted)}")
        first = self.tiles[0]
        if not 0 <= first < KINDS:
            raise HandError(f"{first} is not a tile kind, 0 to {KINDS - 1}")
        step = 1 if kind == "chow" else 0
        if (self.tiles != tuple([first + step * i for i in range(len(self.tiles))])
                or kind == "chow" and not begins_chow(first)):
            raise HandError(f"the tiles {self.tiles} are not a {kind}")

    def __eq__(self, other):
        if not isinstance(other, Group):
            return NotImplemented
        cdef Group that = <Group>other
        return (self.kind == that.kind and self.tiles == that.tiles
                and self.substituted == that.substituted)

    def __hash__(self):
        return hash((self.kind, self.tiles, self.substituted))

    def __repr__(self):
        return f"Group({self.kind!r}, {self.tiles!r}, {self.substituted!r})"

    def __str__(self):
        first = self.tiles[0]
        if first < FIRST_HONOUR:
            names = [str(tile % SUIT_KINDS + 1) for tile in self.tiles]
            suit = "mps"[first // SUIT_KINDS]
        else:
            names = ["ESWNCFP"[tile - FIRST_HONOUR] for tile in self.tiles]
            suit = ""
        marked = [f"({name})" if flag else name
                  for name, flag in zip(names, self.substituted, strict=True)]
        return "".join(marked).replace(")(", "") + suit

    def __reduce__(self):
        return Group, (self.kind, self.tiles, self.substituted)


cdef object UNCHECKED = object()


@cython.final
@cython.freelist(128)
cdef class Reading:
    """One way to see a hand as a form. Immutable.

    Attributes:
        form: "standard", "seven_pairs" or "thirteen_orphans".
        groups: its groups: chows and pungs, seven pairs, or the twelve orphans held once.
        pair: the pair, or the orphan held twice; None for seven pairs.
        substituted: the kinds that the wildcards became, ascending, one for each wildcard.

    Which tile of a chow is substituted does not make another reading, only how many are: one valid
    assignment is shown.

    Raises:
        HandError: where the form is unknown.

    >>> pair = Group("pair", (27, 27), (False, True))
    >>> reading = Reading("standard", [Group("chow", (6, 7, 8), (True, False, False))], pair)
    >>> str(reading), reading.substituted
    ('(7)89m E(E)', (6, 27))
    """

    def __cinit__(self, form, groups, pair):
        if form is UNCHECKED:           # by new_reading, which fills it in
            return
        groups = tuple(groups)
        if form not in FORM_NAMES:
            raise HandError(f"a form is one of {', '.join(FORM_NAMES)}, not {form!r}")
        for group in groups:
            if not isinstance(group, Group):
                raise TypeError(f"a reading is made of Groups, not {type(group).__name__}")
        if pair is not None and not isinstance(pair, Group):
            raise TypeError(f"the pair of a reading is a Group, not {type(pair).__name__}")
        self.form = form
        self.groups = groups
        self.pair = pair

    @property
    def substituted(self):
        groups = self.groups if self.pair is None else (*self.groups, self.pair)
        return tuple(sorted([
            tile
            for group in groups
            for tile, flag in zip(group.tiles, group.substituted, strict=True)
            if flag
        ]))

    def __eq__(self, other):
        if not isinstance(other, Reading):
            return NotImplemented
        cdef Reading that = <Reading>other
        return (self.form == that.form and self.groups == that.groups
                and self.pair == that.pair)

    def __hash__(self):
        return hash((self.form, self.groups, self.pair))

    def __repr__(self):
        return f"Reading({self.form!r}, {self.groups!r}, {self.pair!r})"

    def __str__(self):
        groups = self.groups if self.pair is None else (*self.groups, self.pair)
        return " ".join([str(group) for group in groups])

    def __reduce__(self):
        return Reading, (self.form, self.groups, self.pair)


cdef tuple groups_of(str name, int kind):
    """The groups of a name that begin at a kind.

    A chow's index has bit i set where tile i is natural. Other groups show their natural tiles
    first, and the index is the number of them. Empty where no chow begins.
    """
    cdef int size = GROUP_SIZES[name]
    if name != "chow":
        return tuple([Group(name, [kind] * size, [i >= natural for i in range(size)])
                      for natural in range(size + 1)])
    if not begins_chow(kind):
        return ()
    return tuple([Group(name, range(kind, kind + 3), [not mask >> i & 1 for i in range(3)])
                  for mask in range(8)])


cdef tuple groups_by_kind(str name):
    return tuple([groups_of(name, kind) for kind in range(KINDS)])


# Readings share their groups. Written once, at import.
cdef tuple CHOW_GROUPS = groups_by_kind("chow")
cdef tuple PUNG_GROUPS = groups_by_kind("pung")
cdef tuple PAIR_GROUPS = groups_by_kind("pair")
cdef tuple SINGLE_GROUPS = groups_by_kind("single")


cdef inline Group shared_group(tuple by_kind, int kind, int index):
    return <Group>PyTuple_GET_ITEM(<tuple>PyTuple_GET_ITEM(by_kind, kind), index)


cdef Reading new_reading(str form, tuple groups, Group pair):
    cdef Reading reading = Reading.__new__(Reading, UNCHECKED, None, None)
    reading.form = form
    reading.groups = groups
    reading.pair = pair
    return reading


cdef inline void append(tuple groups, int index, Group group):
    """Set an item of a tuple still under construction."""
    Py_INCREF(group)
    PyTuple_SET_ITEM(groups, index, group)


cdef Reading walked_reading(const walk_t *walk, str form, bint has_pair):
    """The reading that a walk has just found."""
    cdef uint8_t natural_masks[MOST_PIECES]
    cdef tuple groups = PyTuple_New(walk.length - has_pair)
    cdef Group pair = None
    cdef Group group
    cdef int index, kind, code, placed = 0
    assign_chow_tiles(walk, natural_masks)
    for index in range(walk.length):
        kind = walk.pieces[index].kind
        code = walk.pieces[index].code
        if code < PUNGS:
            group = shared_group(CHOW_GROUPS, kind, natural_masks[index])
        elif code < PAIRS:
            group = shared_group(PUNG_GROUPS, kind, PUNGS + 3 - code)
        else:
            group = shared_group(PAIR_GROUPS, kind, PAIRS + 2 - code)
            if has_pair:
                pair = group
                continue
        append(groups, placed, group)
        placed += 1
    return new_reading(form, groups, pair)


cdef void assign_chow_tiles(const walk_t *walk, uint8_t *natural_masks) noexcept nogil:
    """Choose the natural tiles of each chow in the order of preference of `close_kind`.

    Bit i of natural_masks[index] tells that tile i of that chow is natural.
    """
    cdef int8_t owed[MOST_PIECES]       # natural tiles that a chow still needs
    cdef uint8_t left[KINDS]            # natural tiles not given out
    cdef bint choice = False
    cdef int index, kind, code, best
    memcpy(left, walk.counts, KINDS)
    for index in range(walk.length):
        kind = walk.pieces[index].kind
        code = walk.pieces[index].code
        owed[index] = 0
        natural_masks[index] = 0
        if code == CHOWS:
            natural_masks[index] = 7
            left[kind] -= 1
            left[kind + 1] -= 1
            left[kind + 2] -= 1
        elif code < PUNGS:
            owed[index] = CHOWS + 3 - code
            choice |= owed[index] > 0
        elif code < PAIRS:
            left[kind] -= PUNGS + 3 - code
        else:
            left[kind] -= PAIRS + 2 - code
    if not choice:
        return
    for kind in range(FIRST_HONOUR):
        while left[kind] > 0:
            best = neediest_chow(walk, kind, owed, natural_masks)
            natural_masks[best] |= 1 << kind - walk.pieces[best].kind
            owed[best] -= 1
            left[kind] -= 1


cdef int neediest_chow(const walk_t *walk, int kind, const int8_t *owed,
                       const uint8_t *natural_masks) noexcept nogil:
    """The chow over `kind` that can least wait for a natural tile; of equals the one owed most."""
    cdef int best = 0, best_need = -1
    cdef int index, slot, slack, need
    for index in range(walk.length):
        slot = kind - walk.pieces[index].kind
        if owed[index] == 0 or not 0 <= slot < 3 or natural_masks[index] >> slot & 1:
            continue
        slack = 3 - slot - owed[index]
        need = 4 * (3 - slack) + owed[index]
        if need > best_need:
            best = index
            best_need = need
    return best


cdef bint orphans_fit(const uint8_t *counts, const uint8_t *total_limit,
                      int doubled) noexcept nogil:
    """Whether the natural tiles are thirteen orphans, of which `doubled` is held twice."""
    cdef int kind, index, orphan, covered = 0, held = 0
    for kind in range(KINDS):
        held += counts[kind]
    for index in range(ORPHANS):
        orphan = ORPHAN_KINDS[index]
        if counts[orphan] > 1 + (orphan == doubled):
            return False
        if total_limit[orphan] < 1 + (orphan == doubled):
            return False
        covered += counts[orphan]
    return covered == held


cdef Reading orphans_reading(const uint8_t *counts, int doubled):
    cdef tuple groups = PyTuple_New(ORPHANS - 1)
    cdef int index, orphan, placed = 0
    for index in range(ORPHANS):
        orphan = ORPHAN_KINDS[index]
        if orphan != doubled:
            append(groups, placed, shared_group(SINGLE_GROUPS, orphan, counts[orphan]))
            placed += 1
    return new_reading("thirteen_orphans", groups,
                       shared_group(PAIR_GROUPS, doubled, counts[doubled]))


# --- The readings of a hand ----------------------------------------------------------------------

cdef int forms_of(const rules_t *rules, int n, bint special_forms_allowed) noexcept nogil:
    return rules.forms if special_forms_allowed and n == 4 else rules.forms & FORM_STANDARD


@cython.final
cdef class ReadingIterator:
    """Yields the readings of one hand, form by form. Threads may share one; each reading goes to
    one of them.
    """

    cdef hand_t hand
    cdef uint8_t total_limit[KINDS]
    cdef int n
    cdef bint quads_as_two_pairs
    cdef int forms              # the forms not begun yet
    cdef int form               # the one under way, or 0
    cdef walk_t walk
    cdef int orphan             # index of the next orphan to double

    def __cinit__(self):
        memo_init(&self.walk.completions)

    def __dealloc__(self):
        walk_close(&self.walk)

    def __iter__(self):
        return self

    def __next__(self):
        with cython.critical_section(self):
            return self.next_reading()

    cdef void begin_form(self) noexcept:
        """Turn to the next form, lowest bit first."""
        walk_close(&self.walk)
        self.form = self.forms & -self.forms
        self.forms ^= self.form
        if self.form == FORM_STANDARD:
            walk_open(&self.walk, self.hand.counts, self.total_limit, self.hand.wild, self.n, 1,
                      True)
        elif self.form == FORM_SEVEN_PAIRS:
            walk_open(&self.walk, self.hand.counts, self.total_limit, self.hand.wild, 0, 7,
                      self.quads_as_two_pairs)
        else:
            self.orphan = 0

    cdef Reading next_reading(self):
        cdef int found, doubled
        while self.form:
            if self.form == FORM_THIRTEEN_ORPHANS:
                while self.orphan < ORPHANS:
                    doubled = ORPHAN_KINDS[self.orphan]
                    self.orphan += 1
                    if orphans_fit(self.hand.counts, self.total_limit, doubled):
                        return orphans_reading(self.hand.counts, doubled)
            else:
                found = walk_next(&self.walk)
                if found < 0:
                    raise MemoryError
                if found:
                    if self.form == FORM_STANDARD:
                        return walked_reading(&self.walk, "standard", True)
                    return walked_reading(&self.walk, "seven_pairs", False)
            self.begin_form()
        raise StopIteration


cdef object iterate(const hand_t *hand, const rules_t *rules, const uint8_t *total_limit, int n,
                    bint special_forms_allowed):
    """Iterate lazily over the readings of a hand, in a fixed order: form by form, then by kind.

    Args:
        hand: 3n + 2 tiles; its natural tiles respect the limits of the rules.
        rules: the forms, and whether seven pairs may repeat a kind.
        total_limit: 34 most tiles of a kind in the concealed part of a reading, or NO_LIMIT.
        n: groups to find, READINGS_MOST_GROUPS at most.
        special_forms_allowed: whether the whole hand is concealed, so that forms other than the
            standard one may be tried.

    Returns:
        An iterator of Reading. It raises MemoryError when memory runs out.
    """
    cdef ReadingIterator readings = ReadingIterator.__new__(ReadingIterator)
    readings.hand = hand[0]
    memcpy(readings.total_limit, total_limit, KINDS)
    readings.n = n
    readings.quads_as_two_pairs = rules.quads_as_two_pairs
    readings.forms = forms_of(rules, n, special_forms_allowed)
    readings.begin_form()
    return readings


cdef object count(const hand_t *hand, const rules_t *rules, const uint8_t *total_limit, int n,
                  bint special_forms_allowed):
    """The number of readings that `iterate` would yield, without visiting them.

    Raises:
        MemoryError: when memory runs out.
    """
    cdef int forms = forms_of(rules, n, special_forms_allowed)
    cdef uint64_t readings = 0
    cdef int index
    if forms & FORM_STANDARD:
        readings += count_walk(hand, total_limit, n, 1, True)
    if forms & FORM_SEVEN_PAIRS:
        readings += count_walk(hand, total_limit, 0, 7, rules.quads_as_two_pairs)
    if forms & FORM_THIRTEEN_ORPHANS:
        for index in range(ORPHANS):
            readings += orphans_fit(hand.counts, total_limit, ORPHAN_KINDS[index])
    return readings


cdef uint64_t count_walk(const hand_t *hand, const uint8_t *total_limit, int groups, int pairs,
                         bint pairs_repeat) except? 0:
    cdef walk_t walk
    cdef uint64_t readings
    cdef bint failed
    with nogil:
        walk_open(&walk, hand.counts, total_limit, hand.wild, groups, pairs, pairs_repeat)
        readings = walk_count(&walk)
        failed = walk.completions.failed
        walk_close(&walk)
    if failed:
        raise MemoryError
    return readings
