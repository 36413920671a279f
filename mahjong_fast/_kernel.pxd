"""The table kernel: rows of counts in, answers out, by look-ups alone, without the GIL.

It answers for hands without melds, of four physical copies a kind; `_evaluator` is what stands
around it.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t

from mahjong_fast._shape cimport shape_t
from mahjong_fast._types cimport rules_t


cdef enum:
    # What can be asked of rows, in this order.
    IS_WIN
    SHANTEN
    WAITS
    ACCEPTANCE
    DISCARD_SHANTEN

    NONE_HELD = 127             # the shanten after a discard of a kind that is not held


cdef struct rows_t:
    const uint8_t* counts       # 34 a row, one row after the other
    const uint8_t* wild         # wildcards of a row
    Py_ssize_t wild_step        # 1, or 0 where all rows have the same number
    Py_ssize_t rows


cdef struct table_rules_t:
    const shape_t* shape
    int groups                  # of a complete hand
    bint capped                 # no kind may exceed four copies
    bint standard
    bint seven_pairs
    bint thirteen_orphans
    bint quads_as_two_pairs


cdef int table_missing(
    const table_rules_t* rules, const uint8_t* counts, int groups, int spare
) noexcept nogil
cdef uint64_t table_waits(
    const table_rules_t* rules, const uint8_t* counts, int wild, int groups
) noexcept nogil

cdef Py_ssize_t answer_rows(
    int question, const table_rules_t* rules, const rows_t* rows, void* out
) noexcept nogil
