"""Choices of different kinds: what the wildcards of a form of single tiles become."""
from libc.stdint cimport int8_t, uint64_t

cdef enum:
    MOST_CHOSEN = 17


cdef struct choice_t:
    int number                              # of kinds to choose
    int gap                                 # ranks of a suit are so far apart at the least
    int depth
    uint64_t open_kinds[MOST_CHOSEN + 1]    # at each depth, those still to be tried
    int8_t kinds[MOST_CHOSEN]               # the choice found last, ascending


cdef void choice_open(choice_t* choice, uint64_t kinds, int number, int gap) noexcept nogil
cdef bint choice_next(choice_t* choice) noexcept nogil
cdef uint64_t near_kinds(uint64_t kinds, int gap) noexcept nogil
