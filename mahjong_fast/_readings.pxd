"""Readings: the ways to see a hand as a form, as Python objects and as C paths.

Python objects come from `iterate` and `count`. A search of its own (the best score) runs a walk
without the GIL, and turns into an object only the readings it keeps:

    cdef walk_t walk
    walk_open(&walk, counts, total_limit, wild, n, 1, True)
    while walk_next(&walk) == 1:
        ...             # walk.pieces[:walk.length]
    walk_close(&walk)
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t

from mahjong_fast._memo cimport memo_t
from mahjong_fast._types cimport KINDS, hand_t, rules_t

cdef enum:
    READINGS_MOST_GROUPS = 7
    MOST_PIECES = READINGS_MOST_GROUPS + 1

    # Codes of pieces: what it is and how many of its tiles are natural, most first.
    CHOWS = 0       # 0..3: a chow of 3, 2, 1, 0 natural tiles
    PUNGS = 4       # 4..7: a pung likewise
    PAIRS = 8       # 8..10: a pair of 2, 1, 0
    CODES = 11


cdef struct piece_t:
    int8_t kind             # its lowest kind
    int8_t code


cdef struct place_t:
    # Where a walk stands: what is still to be placed ...
    int8_t kind
    int8_t code             # the next piece to try at this kind
    int8_t groups
    int8_t pairs
    int8_t wild
    # ... the natural tiles that the chows begun below still owe ...
    int8_t due              # to this kind
    int8_t due_next         # to the next kind
    int8_t flexible         # to this kind or the next
    # ... the tiles of the pieces so far, substituted ones included ...
    int8_t here             # of this kind
    int8_t next             # of the next kind
    int8_t after            # of the one after it
    # ... and what begins at this kind.
    int8_t taken            # natural tiles in pungs and pairs
    int8_t chows[4]         # chows by their natural tiles


cdef struct walk_t:
    uint8_t counts[KINDS]
    uint8_t total_limit[KINDS]
    uint8_t held_from[KINDS + 1]    # natural tiles of a kind and all above
    uint8_t needed_from[KINDS + 3]  # pieces that those tiles need at least
    bint limited                    # whether any total_limit can bind
    bint pairs_repeat               # whether two pairs may be of one kind
    memo_t completions              # their number by place, or the kind where the first goes on
    place_t places[MOST_PIECES + 1]
    int depth                       # -1 when the walk is over
    piece_t pieces[MOST_PIECES]     # the reading found last
    int length


cdef void walk_open(walk_t *walk, const uint8_t *counts, const uint8_t *total_limit, int wild,
                    int groups, int pairs, bint pairs_repeat) noexcept nogil
cdef void walk_close(walk_t *walk) noexcept nogil
cdef int walk_next(walk_t *walk) noexcept nogil
cdef uint64_t walk_count(walk_t *walk) noexcept nogil

cdef object iterate(const hand_t *hand, const rules_t *rules, const uint8_t *total_limit, int n,
                    bint special_forms_allowed)
cdef object count(const hand_t *hand, const rules_t *rules, const uint8_t *total_limit, int n,
                  bint special_forms_allowed)


cdef class Group:
    cdef readonly str kind
    cdef readonly tuple tiles
    cdef readonly tuple substituted


cdef class Reading:
    cdef readonly str form
    cdef readonly tuple groups
    cdef readonly Group pair
