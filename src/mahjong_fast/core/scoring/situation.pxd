"""How a hand was won, as C fields and as a Python object."""
from libc.stdint cimport int8_t, uint8_t

cdef enum:
    # Flags, in the order of their slot among the features.
    SELF_DRAW = 1
    REPLACEMENT = 2
    ROBBING_KONG = 4
    LAST_TILE = 8
    LAST_OF_KIND = 16
    FIRST_TURN = 32
    OTHERS_HOLD_WILD = 64
    OTHERS_LACK_WILD = 128      # told; no flag of that slot
    SLOT_FLAGS = 127
    FLAGS = 255

    UNTOLD = -1                 # a wind or a suit that is not told
    MOST_FLOWERS = 8


cdef struct situation_t:
    uint8_t flags
    int8_t seat_wind            # 0..3, or UNTOLD
    int8_t round_wind
    int8_t discarder
    int8_t void_suit            # 0..2, or UNTOLD
    uint8_t flowers
    uint8_t dealer_streak       # at most 255


cdef class Situation:
    cdef situation_t s


cdef bint is_contradiction(const situation_t* s) noexcept nogil
cdef object contradiction(const situation_t* s)
