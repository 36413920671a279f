"""Substitution without repeats: each nested loop starts where the one around it stands."""
from libc.string cimport memcpy

from ._driver cimport KINDS, win_each, win_one
from ._natural cimport natural_win


cdef bint substitute(unsigned char *counts, int wild, int lowest) noexcept nogil:
    cdef int kind
    cdef bint won
    if wild == 0:
        return natural_win(counts)
    for kind in range(lowest, KINDS):
        counts[kind] += 1
        won = substitute(counts, wild - 1, kind)
        counts[kind] -= 1
        if won:
            return True
    return False


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    cdef unsigned char filled[KINDS]
    memcpy(filled, counts, KINDS)
    return substitute(filled, wild, 0)


def is_win(bytes counts, int wild):
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    win_each(wins, counts, wild, out)
