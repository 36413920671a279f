"""The plain recursion: choose the eyes, then cover the lowest tile by a pung or a chow.

Wildcards fill what a group lacks, also below the lowest tile (`89m*` is 789m). Programs that
extend chows only upwards are `is_win_upward`.
"""
from libc.string cimport memcpy

from ._driver cimport HONOURS, KINDS, win_each, win_one


cdef bint cover(unsigned char *left, int wild, int kind, int below) noexcept nogil:
    """Whether the tiles, none lower than `kind`, make groups with wildcards filling.

    A chow may begin up to `below` kinds under the lowest tile. Wildcards that remain when the
    tiles run out are a multiple of three: groups of their own.
    """
    cdef int held, first, rank
    cdef bint a, b, c, won
    while kind < KINDS and left[kind] == 0:
        kind += 1
    if kind == KINDS:
        return True

    held = min(<int>left[kind], 3)
    if held + wild >= 3:
        left[kind] -= held
        won = cover(left, wild + held - 3, kind, below)
        left[kind] += held
        if won:
            return True

    if kind >= HONOURS:
        return False
    rank = kind % 9
    for first in range(kind - min(rank, below), kind - rank + min(rank, 6) + 1):
        a, b, c = left[first] > 0, left[first + 1] > 0, left[first + 2] > 0
        if a + b + c + wild < 3:
            continue
        left[first] -= a
        left[first + 1] -= b
        left[first + 2] -= c
        won = cover(left, wild + a + b + c - 3, kind, below)
        left[first] += a
        left[first + 1] += b
        left[first + 2] += c
        if won:
            return True
    return False


cdef inline bint eyes_then_groups(
    const unsigned char *counts, int wild, int below
) noexcept nogil:
    cdef unsigned char left[KINDS]
    cdef int pair, held
    cdef bint won
    memcpy(left, counts, KINDS)
    for pair in range(KINDS):
        held = min(<int>left[pair], 2)
        if held == 0 or held + wild < 2:
            continue
        left[pair] -= held
        won = cover(left, wild + held - 2, 0, below)
        left[pair] += held
        if won:
            return True
    return wild >= 2 and cover(left, wild - 2, 0, below)


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    return eyes_then_groups(counts, wild, 2)


cdef bint wins_upward(const unsigned char *counts, int wild) noexcept nogil:
    return eyes_then_groups(counts, wild, 0)


def is_win(bytes counts, int wild):
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    win_each(wins, counts, wild, out)


def is_win_batch_upward(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    """The common slip: a chow begins at the lowest tile or not at all."""
    win_each(wins_upward, counts, wild, out)
