"""Hands and melds, and the one way every function reads a hand argument."""
from libc.stdint cimport uint8_t

from mahjong_fast.core.base.types cimport hand_t

cdef enum:
    MAX_MELDS = 5
    MAX_TOTAL = 255         # concealed tiles and wildcards together; rules set the real limit


cdef struct meld_t:
    uint8_t tiles[4]        # ids, ascending
    uint8_t size            # tiles in use
    uint8_t kind            # MELD_*
    uint8_t concealed       # 1 for a concealed kong


cdef class Meld:
    cdef meld_t m


cdef class BaseHand:
    cdef hand_t h
    cdef readonly tuple melds


cdef class Hand(BaseHand):
    pass


cdef class HandState(BaseHand):
    pass


# Fill `out` from a text in the canonical notation. NotationError or HandError with the position.
cdef int parse_text(str text, hand_t* out) except -1

# Fill `out` from any hand argument and add `wild` (any value: checked) to its wildcards.
cdef int read_hand(object hand, int wild, hand_t* out) except -1

# The value of a `wild=` argument. TypeError where it is no int, HandError outside 0..MAX_TOTAL.
cdef int read_wild(object wild) except -1
cdef bint read_flag(object value, str name) except -1

# The id of a tile given as an id or a text: 0..33 or WILD, never a flower.
cdef int read_tile(object tile) except -1
