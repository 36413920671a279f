"""The table kernel: rows of counts in, answers out, by look-ups alone, without the GIL.

It answers where the standard form is among the rules' and four copies of each kind exist;
`evaluator` is what stands around it.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from mahjong_fast.core.base.signals cimport is_interrupted
from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.base.vocabulary cimport PARTS
from mahjong_fast.core.tables.automaton cimport automaton_t
from mahjong_fast.core.tables.layout cimport PAIRS_AT, shape_t
from mahjong_fast.core.tables.profile cimport MOST_GROUPS


cdef enum:
    # What can be asked of rows, in this order.
    IS_WIN
    SHANTEN
    WAITS
    ACCEPTANCE
    DISCARD_SHANTEN

    NONE_HELD = 127             # the shanten after a discard of a kind that is not held
    GAVE_UP = -2                # instead of a row: memory ran out, or a signal interrupted


cdef struct rows_t:
    const uint8_t* counts       # 34 a row, one row after the other
    const uint8_t* wild         # wildcards of a row
    Py_ssize_t wild_step        # 1, or 0 where all rows have the same number
    Py_ssize_t rows


cdef enum:
    MOST_TILES = 17
    MOST_SHOWINGS = 9               # three suits to have most tiles, three more to be shown
    PAIRS_SUMS = 1 << 11            # of both fields of pairs in the sums
    BLOCK = 256                     # rows whose keys are made at once, in the nearest cache
    ROWS_BESIDE = 64                # the same beside melds, where more is made of each
    ROUND = 16 * BLOCK              # rows from one look at the signals to the next


cdef struct asked_t:
    # What the tables are asked with: the rules, made ready for a loop over rows.
    shape_t shape
    automaton_t* automaton          # of the shape, or NULL
    int groups                      # of a hand
    const uint64_t* sums            # of the shape, as the rules count quads
    size_t at_groups[MOST_TILES + 1]    # tiles of a hand -> where `missing` has its groups
    size_t at_spare[MOST_TILES + 1]     # wildcards -> where it has so many excess copies
    const uint64_t* rest_lanes[MOST_TILES + 1]  # tiles of a hand -> those of its groups
    int most_spare                  # wildcards that may be excess copies, at the most
    const uint64_t* waits           # the wait records of the copy policy
    size_t special_tiles             # from so many tiles on, the forms of a whole hand are open
    const uint8_t* pairs_missing    # tiles in pairs and pairs, as `sums` has them -> missing tiles
    int orphans_base                # 0, or IMPOSSIBLE where thirteen orphans is no form
    bint quads_as_two_pairs
    size_t most_tiles
    bint capped
    # Of a hand that wins, by its tiles: the most groups that its parts may need, -1 for none.
    int8_t room[MOST_TILES + 2]
    # What added to the sums, by the wildcards, lifts the fields of pairs and orphans to the bit
    # above them where there are enough.
    uint64_t enough[MOST_TILES + 1]


cdef inline int seven_pairs_missing(const asked_t* asked, uint64_t sums) noexcept nogil:
    return asked.pairs_missing[sums >> PAIRS_AT & PAIRS_SUMS - 1]


cdef struct tabled_t:
    # The parts of a hand as the tables know them.
    uint16_t low[PARTS]             # keys
    uint16_t high[PARTS]
    size_t of_part[PARTS]           # classes
    size_t excess


cdef struct showings_t:
    # The least tiles of each part, for every way to show as many suits, and as many tiles of one of
    # them, as the rules ask for.
    int number
    uint8_t least[MOST_SHOWINGS][PARTS]


cdef struct later_t:
    # No more than the least missing tiles that lie in the parts from each on, by pairs and groups.
    uint8_t missing[PARTS][2][MOST_GROUPS + 1]


cdef void make_ready(
    const shape_t* shape, const rules_t* rules, bint whole, asked_t* out
) noexcept nogil

cdef int table_missing(
    const asked_t* asked, const uint8_t* counts, int wild, int spare
) noexcept nogil
# Beside copies that a hand can never hold as natural tiles. `missing`, or what is returned, tells
# where the answer is UNKNOWN. Distances are those of the standard form where `asked` is open.
cdef int table_missing_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int spare
) noexcept nogil
cdef uint64_t table_acceptance_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int spare,
    int* missing,
) noexcept nogil
cdef bint table_wins_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int* missing
) noexcept nogil
cdef uint64_t table_waits_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int* missing
) noexcept nogil
# No more than a hand misses, whatever else the rules ask: copies that the tables do not count, of
# the pair and in melds, only make it more.
cdef void table_parts(
    const asked_t* asked, const uint8_t* counts, int spare, tabled_t* out
) noexcept nogil
# Of groups and a pair that is of some kinds.
cdef void table_later(
    const asked_t* asked, const tabled_t* hand, const uint8_t* counts, uint64_t pair_kinds,
    later_t* out,
) noexcept nogil
cdef int table_missing_of_parts(
    const asked_t* asked, const tabled_t* hand, int groups
) noexcept nogil
cdef int table_missing_within(
    const asked_t* asked, const tabled_t* hand, int groups, int part
) noexcept nogil

# What the parts can show beside the melds' suits and their tiles, and what that misses.
cdef void find_showings(
    const rules_t* rules, int suits, const uint8_t* suit_tiles, int barred, showings_t* out
) noexcept nogil
cdef int table_missing_showing(
    const asked_t* asked, const tabled_t* hand, int groups, const showings_t* showings, int bound
) noexcept nogil

cdef uint64_t table_waits(const asked_t* asked, const uint8_t* counts, int wild) noexcept nogil
cdef uint64_t table_acceptance(
    const asked_t* asked, const uint8_t* counts, int wild
) noexcept nogil

cdef Py_ssize_t answer_rows(
    int question, const asked_t* asked, const rows_t* rows, void* out
) noexcept nogil
# The rows of a whole hand are asked with `whole`, those that have melds with `open`.
cdef Py_ssize_t answer_rows_beside_melds(
    int question, const asked_t* whole, const asked_t* open, const rows_t* rows,
    const uint8_t* melds, void* out, uint8_t* left,
) noexcept nogil
# The first of some rows, of which one is, that holds a kind more than four times.
cdef Py_ssize_t first_over(const uint8_t* counts, Py_ssize_t rows) noexcept nogil


cdef inline bint interrupted_before(Py_ssize_t first) noexcept nogil:
    # Whether a handler has raised before the block of rows from `first` on.
    return first % ROUND == ROUND - BLOCK and is_interrupted()
