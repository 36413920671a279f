"""The plain recursion, given up as soon as a lower bound asks for more wildcards than remain."""
from libc.string cimport memcpy

from ._driver cimport HONOURS, KINDS, win_each, win_one


cdef inline int lacking(int tiles) noexcept nogil:
    """Wildcards that at least are needed to bring `tiles` to a multiple of three."""
    return (3 - tiles % 3) % 3


cdef int lower_bound(const unsigned char *left, int kind) noexcept nogil:
    """Wildcards that the tiles from `kind` up need at least to become groups.

    No chow reaches over two empty kinds, or out of a suit: each stretch of tiles between such
    gaps is covered by groups of its own, which hold three tiles each.
    """
    cdef int bound = 0, stretch = 0, empty = 0
    for kind in range(kind, HONOURS):
        if kind % 9 == 0:
            bound += lacking(stretch)
            stretch = 0
        if left[kind]:
            stretch += left[kind]
            empty = 0
        else:
            empty += 1
            if empty == 2:
                bound += lacking(stretch)
                stretch = 0
    bound += lacking(stretch)
    for kind in range(max(kind, HONOURS), KINDS):
        bound += lacking(left[kind])
    return bound


cdef bint cover(unsigned char *left, int wild, int kind) noexcept nogil:
    """Whether the tiles, none lower than `kind`, make groups with wildcards filling."""
    cdef int held, first, rank
    cdef bint a, b, c, won
    while kind < KINDS and left[kind] == 0:
        kind += 1
    if kind == KINDS:
        return True
    if lower_bound(left, kind) > wild:
        return False

    held = min(<int>left[kind], 3)
    if held + wild >= 3:
        left[kind] -= held
        won = cover(left, wild + held - 3, kind)
        left[kind] += held
        if won:
            return True

    if kind >= HONOURS:
        return False
    rank = kind % 9
    for first in range(kind - min(rank, 2), kind - rank + min(rank, 6) + 1):
        a, b, c = left[first] > 0, left[first + 1] > 0, left[first + 2] > 0
        if a + b + c + wild < 3:
            continue
        left[first] -= a
        left[first + 1] -= b
        left[first + 2] -= c
        won = cover(left, wild + a + b + c - 3, kind)
        left[first] += a
        left[first + 1] += b
        left[first + 2] += c
        if won:
            return True
    return False


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    cdef unsigned char left[KINDS]
    cdef int pair, held
    cdef bint won
    memcpy(left, counts, KINDS)
    for pair in range(KINDS):
        held = min(<int>left[pair], 2)
        if held == 0 or held + wild < 2:
            continue
        left[pair] -= held
        won = cover(left, wild + held - 2, 0)
        left[pair] += held
        if won:
            return True
    return wild >= 2 and cover(left, wild - 2, 0)


def is_win(bytes counts, int wild):
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    win_each(wins, counts, wild, out)
