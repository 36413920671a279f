"""The search kernel: win and distance of the standard form by memoized recursion.

    cdef search_memo_t memo
    search_memo_init(&memo)
    won = search_win(counts, total_limit, n, &memo)
    missing = search_missing(counts, natural_limit, total_limit, wild, n, &memo)
    search_memo_free(&memo)

A memo serves any number of hands, one after the other, and is never shared between threads. It
remembers the copy limits it was filled under and empties itself when they change.
"""
from libc.stdint cimport uint8_t

from mahjong_fast.core.base.memo cimport memo_t
from mahjong_fast.core.base.vocabulary cimport KINDS

cdef enum:
    SEARCH_MOST_GROUPS = 7      # a state key has three bits for the groups ...
    SEARCH_MOST_COPIES = 15     # ... and four for each count


cdef struct search_memo_t:
    memo_t found
    uint8_t natural_limit[KINDS]
    uint8_t total_limit[KINDS]


cdef void search_memo_init(search_memo_t* memo) noexcept nogil
cdef void search_memo_free(search_memo_t* memo) noexcept nogil

cdef int search_win(const uint8_t* counts, const uint8_t* total_limit, int n,
                    search_memo_t* memo) noexcept nogil

cdef int search_missing(const uint8_t* counts, const uint8_t* natural_limit,
                        const uint8_t* total_limit, int spare, int n,
                        search_memo_t* memo) noexcept nogil
