"""The win check without wildcards, which the substitutions ask again and again."""
from libc.string cimport memcpy

from ._driver cimport HONOURS, KINDS


cdef inline bint only_groups(const unsigned char *counts, int pair) noexcept nogil:
    """Whether the tiles without a pair of kind `pair` are pungs and chows.

    What is left of the lowest kind after its pungs must start chows: three equal chows are
    three pungs, so nothing has to be tried twice.
    """
    cdef unsigned char left[KINDS]
    cdef int kind, chows
    memcpy(left, counts, KINDS)
    left[pair] -= 2
    for kind in range(KINDS):
        chows = left[kind] % 3
        if chows == 0:
            continue
        if kind >= HONOURS or kind % 9 > 6:
            return False
        if left[kind + 1] < chows or left[kind + 2] < chows:
            return False
        left[kind + 1] -= chows
        left[kind + 2] -= chows
    return True


cdef inline bint natural_win(const unsigned char *counts) noexcept nogil:
    cdef int pair
    for pair in range(KINDS):
        if counts[pair] >= 2 and only_groups(counts, pair):
            return True
    return False
