# optimize: size
"""Readings of a hand as Python objects: found one by one, or counted.

What there is to read is the business of `every_reading`; here the pieces it finds become groups.
Readings share their groups.
"""
cimport cython
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint16_t, uint64_t

from mahjong_fast.core.base.memo cimport memo_clear
from mahjong_fast.core.base.signals cimport give_up
from mahjong_fast.core.base.types cimport position_t, rules_t
from mahjong_fast.core.base.vocabulary cimport (
    BODIES, COUPLES, FIRST_DRAGON, FIRST_HONOUR, FIRST_WIND, FREE_WILD, KINDS, KNITTED_TILES,
    KNITTINGS, PAIRS, PUNGS, SINGLES, SUIT_KINDS, WILD, WIND_RUNS, begins_suit_run,
)
from mahjong_fast.core.readings.every_reading cimport (
    has_pair, reader_assign, reader_close, reader_count, reader_init, reader_next, reader_open,
    reader_t,
)
from mahjong_fast.core.readings.pieces cimport (
    MOST_PIECES, knitted_kind, piece_of, piece_t, size_of, tile_of,
)

from operator import index as as_int

from mahjong_fast.errors import HandError
from mahjong_fast.standard import FORMS

__all__ = ["Group", "Reading"]


# --- Groups and readings -------------------------------------------------------------------------

cdef dict GROUP_SIZES = {
    "chow": 3, "pung": 3, "pair": 2, "single": 1, "couple": 2, "knitted": KNITTED_TILES
}
cdef tuple KNITTED_KINDS = tuple([
    tuple([knitted_kind(number, i) for i in range(KNITTED_TILES)]) for number in range(KNITTINGS)
])


cdef bint is_group(str kind, tuple tiles) except -1:
    """Whether so many tiles, as many as such a group has, are one."""
    first = tiles[0]
    if not all([0 <= tile < KINDS for tile in tiles]):
        return False
    if kind == "chow":
        return is_run(tiles)
    if kind == "couple":
        return begins_suit_run(first) and tiles == (first, first + 2)
    if kind == "knitted":
        return tiles in KNITTED_KINDS
    return tiles == (first,) * len(tiles)


cdef bint is_run(tuple tiles) except -1:
    first = tiles[0]
    if FIRST_WIND <= first < FIRST_DRAGON:
        return tiles[2] < FIRST_DRAGON and first < tiles[1] < tiles[2]
    is_first = begins_suit_run(first) or first == FIRST_DRAGON
    return is_first and tiles == (first, first + 1, first + 2)


cdef str suit(int tile):
    return "mps"[tile // SUIT_KINDS] if tile < FIRST_HONOUR else ""


cdef str face(int tile):
    if tile < FIRST_HONOUR:
        return str(tile % SUIT_KINDS + 1)
    return "ESWNCFP"[tile - FIRST_HONOUR]


cdef object UNCHECKED = object()
cdef tuple FORM_NAMES = tuple(FORMS)


@cython.final
cdef class Group:
    """Group(kind, tiles, substituted)\n--\n\nTiles of a reading that belong together. Immutable.

    Attributes:
        kind: "chow" (a run, of honours too), "pung", "pair", "single", "couple" (a kind and the one
            two above it) or "knitted" (the nine tiles of a knitting).
        tiles: the ids of its tiles, ascending; `WILD` for a single wildcard that stands for no
            kind.
        substituted: for each tile, whether a wildcard stands for it.

    Raises:
        HandError: where the tiles do not make such a group.

    >>> str(Group("chow", (6, 7, 8), (True, False, False)))
    '(7)89m'
    """

    def __cinit__(self, kind, tiles, substituted):
        if kind is UNCHECKED:           # by new_group, which fills it in
            return
        if not isinstance(kind, str):
            raise TypeError(f"the kind of a group is a str, not {type(kind).__name__}")
        self.kind = kind
        self.tiles = tuple([as_int(tile) for tile in tiles])
        self.substituted = tuple([bool(flag) for flag in substituted])
        if kind not in GROUP_SIZES:
            raise HandError(f"a group is one of {', '.join(GROUP_SIZES)}, not {kind!r}")
        if not len(self.tiles) == len(self.substituted) == GROUP_SIZES[kind]:
            raise HandError(f"a {kind} has {GROUP_SIZES[kind]} tiles and as many flags, not "
                            f"{len(self.tiles)} and {len(self.substituted)}")
        if not is_group(kind, self.tiles) and not (
            kind == "single" and self.tiles[0] == WILD and self.substituted[0]
        ):
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
        shown = ""
        for i, (tile, flag) in enumerate(zip(self.tiles, self.substituted, strict=True)):
            if tile == WILD:
                return "*"
            shown += f"({face(tile)})" if flag else face(tile)
            if suit(tile) and (i + 1 == len(self.tiles) or suit(self.tiles[i + 1]) != suit(tile)):
                shown += suit(tile)
        return shown.replace(")(", "")

    def __reduce__(self):
        return Group, (self.kind, self.tiles, self.substituted)


@cython.final
@cython.freelist(128)
cdef class Reading:
    """Reading(form, groups, pair)\n--\n\nOne way to see a hand as a form. Immutable.

    Attributes:
        form: the name of the form, as in `Rules.forms`.
        groups: its groups: chows and pungs, after the nine knitted tiles where there are any; in a
            form of pairs these, then a pung, then single tiles; couples; or single tiles, such as
            the twelve orphans held once.
        pair: the pair of the standard form and of a knitted straight, or the orphan held twice;
            None for other forms.
        substituted: the kinds that the wildcards became, ascending, one for each wildcard; `WILD`
            for one that stands for no kind.

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
        if not isinstance(form, str):
            raise TypeError(f"the form of a reading is a str, not {type(form).__name__}")
        if form not in FORMS:
            raise HandError(f"a form is one of {', '.join(FORMS)}, not {form!r}")
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


cdef Group new_group(piece_t piece, int mask):
    """The group of a piece; bit i of the mask tells whether its tile i is natural."""
    cdef int size = size_of(piece.code)
    cdef int i
    cdef Group group = Group.__new__(Group, UNCHECKED, None, None)
    group.kind = name_of(piece.code)
    group.tiles = tuple([tile_of(piece, i) for i in range(size)])
    group.substituted = tuple([not mask >> i & 1 for i in range(size)])
    return group


cdef str name_of(int code):
    if code < PUNGS or WIND_RUNS <= code < BODIES:
        return "chow"
    if code < PAIRS:
        return "pung"
    if code < COUPLES:
        return "pair"
    if code < SINGLES:
        return "couple"
    return "knitted" if code >= BODIES else "single"


cdef tuple groups_of(int code):
    """The groups that a code stands for, by kind and mask; none where no such group begins."""
    return tuple([groups_at(piece_of(kind, code)) for kind in range(KINDS)])


cdef tuple groups_at(piece_t piece):
    if piece.code == 0 and not begins_suit_run(piece.kind) and piece.kind != FIRST_DRAGON:
        return ()
    if piece.code == COUPLES and not begins_suit_run(piece.kind):
        return ()
    return tuple([new_group(piece, mask) for mask in range(1 << size_of(piece.code))])


# Written once, at import.
cdef tuple CHOW_GROUPS = groups_of(0)
cdef tuple PUNG_GROUPS = groups_of(PUNGS)
cdef tuple PAIR_GROUPS = groups_of(PAIRS)
cdef tuple COUPLE_GROUPS = groups_of(COUPLES)
cdef tuple SINGLE_GROUPS = groups_of(SINGLES)
cdef tuple WIND_GROUPS = tuple([
    groups_at(piece_of(FIRST_WIND, WIND_RUNS + 4 * lacked)) for lacked in range(4)
])
cdef Group FREE_GROUP = Group("single", (WILD,), (True,))


cdef inline Group shared_group(tuple by_kind, int kind, int mask):
    return <Group>PyTuple_GET_ITEM(<tuple>PyTuple_GET_ITEM(by_kind, kind), mask)


cdef inline Group group_of(piece_t piece, int mask):
    if piece.code < PUNGS:
        return shared_group(CHOW_GROUPS, piece.kind, mask)
    if piece.code < PAIRS:
        return shared_group(PUNG_GROUPS, piece.kind, mask)
    if piece.code < COUPLES:
        return shared_group(PAIR_GROUPS, piece.kind, mask)
    if piece.code < SINGLES:
        return shared_group(COUPLE_GROUPS, piece.kind, mask)
    if piece.code < FREE_WILD:
        return shared_group(SINGLE_GROUPS, piece.kind, mask)
    if piece.code == FREE_WILD:
        return FREE_GROUP
    if piece.code < BODIES:
        return shared_group(WIND_GROUPS, (piece.code - WIND_RUNS) // 4, mask)
    return new_group(piece, mask)


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


cdef Reading reading_of(const reader_t* reader):
    """The reading that a reader has just found."""
    cdef uint16_t masks[MOST_PIECES]
    cdef bint with_pair = has_pair(reader.form)
    cdef tuple groups = PyTuple_New(reader.length - with_pair)
    cdef Group pair = None
    cdef int index, sort
    cdef int placed = 0
    cdef piece_t piece
    reader_assign(reader, masks)
    # Pairs before a pung, and single tiles last, wildcards after others. Forms that have a pair
    # of their own are in order.
    for sort in range(1 if with_pair else 4):
        for index in range(reader.length):
            piece = reader.pieces[index]
            if with_pair and PAIRS <= piece.code < COUPLES:
                pair = group_of(piece, masks[index])
            elif with_pair or sort_of(piece.code) == sort:
                append(groups, placed, group_of(piece, masks[index]))
                placed += 1
    return new_reading(form_name(reader.form), groups, pair)


cdef int sort_of(int code) noexcept:
    if code < PAIRS:
        return 1
    if code < SINGLES:
        return 0
    return 3 if code == FREE_WILD else 2


cdef str form_name(int form):
    cdef int number = 0
    while not form >> number & 1:
        number += 1
    return <str>PyTuple_GET_ITEM(FORM_NAMES, number)


# --- The readings of a hand ----------------------------------------------------------------------

@cython.final
cdef class ReadingIterator:
    """Yields the readings of one hand, form by form. Threads may share one; each reading goes to
    one of them.
    """

    cdef reader_t reader
    cdef set seen               # what has been found, or None where nothing is found twice

    def __cinit__(self):
        reader_init(&self.reader)

    def __dealloc__(self):
        reader_close(&self.reader)

    def __iter__(self):
        return self

    def __next__(self):
        with cython.critical_section(self):
            return self.next_reading()

    cdef Reading next_reading(self):
        cdef int found
        cdef Reading reading
        while True:
            found = reader_next(&self.reader)
            if found < 0:
                try:
                    give_up()
                except MemoryError:
                    raise
                except BaseException:
                    memo_clear(&self.reader.walk.completions)   # which may be wrong: cut short
                    raise
            if found == 0:
                raise StopIteration
            reading = reading_of(&self.reader)
            if self.seen is None:
                return reading
            key = identity(reading)
            if key not in self.seen:
                self.seen.add(key)
                return reading


cdef tuple identity(Reading reading):
    """What tells a reading from others: which tiles of a group are substituted does not matter."""
    groups = [(group.tiles, sum(group.substituted)) for group in reading.groups]
    groups.sort()
    pair = reading.pair and (reading.pair.tiles, sum(reading.pair.substituted))
    return reading.form, tuple(groups), pair


cdef enum:
    MOST_KEPT = 200000          # readings that are told apart to be counted: 200 MB


cdef object iterate(const rules_t* rules, const position_t* position):
    """Iterate lazily over the readings of a hand of 3n + 2 tiles.

    They come in a fixed order: form by form, then by kind. The iterator raises MemoryError when
    memory runs out.
    """
    cdef ReadingIterator readings = ReadingIterator.__new__(ReadingIterator)
    reader_open(&readings.reader, rules, position)
    if readings.reader.may_repeat:
        readings.seen = set()
    return readings


cdef object count(const rules_t* rules, const position_t* position):
    """The number of readings that `iterate` would yield; few rules need a visit to each.

    Raises:
        HandError: where those found so far have to be kept, and are too many.
        MemoryError: when memory runs out.
    """
    cdef reader_t reader
    cdef uint64_t readings
    cdef bint failed
    cdef bint may_repeat
    reader_open(&reader, rules, position)
    may_repeat = reader.may_repeat
    with nogil:
        failed = reader_count(&reader, not may_repeat, &readings) < 0
        reader_close(&reader)
    if failed:
        give_up()
    if not may_repeat:
        return readings
    if readings > MOST_KEPT:
        raise HandError(
            f"{readings} readings, some of them alike, cannot be counted: where tiles may be used "
            f"in several ways they are kept to be told apart, {MOST_KEPT} at most"
        )
    return sum(map(bool, iterate(rules, position)))
