"""The greedy «ghost» count: for each choice of eyes, walk up the hand and subtract what is missing.

Each tile goes into the first group that fits, and nothing is ever taken back.
"""
from libc.string cimport memcpy

from ._driver cimport HONOURS, KINDS, win_each, win_one


cdef int ghosts_for_groups(unsigned char *left) noexcept nogil:
    """Ghosts that the greedy walk spends to make all tiles groups; `left` is used up."""
    cdef int kind, rank, ghosts = 0
    cdef bint next_held, after_held
    for kind in range(KINDS):
        rank = kind % 9 if kind < HONOURS else 8    # an honour has no neighbours above it
        while left[kind]:
            next_held = rank < 8 and left[kind + 1]
            after_held = rank < 7 and left[kind + 2]
            if left[kind] >= 3:
                left[kind] -= 3
            elif next_held and after_held:
                left[kind] -= 1
                left[kind + 1] -= 1
                left[kind + 2] -= 1
            elif left[kind] == 2:
                left[kind] = 0
                ghosts += 1
            elif next_held or after_held:
                left[kind] -= 1
                left[kind + 1 if next_held else kind + 2] -= 1
                ghosts += 1
            else:
                left[kind] -= 1
                ghosts += 2
    return ghosts


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    cdef unsigned char left[KINDS]
    cdef int eyes, held
    for eyes in range(KINDS):
        held = min(<int>counts[eyes], 2)
        if held == 0:
            continue
        memcpy(left, counts, KINDS)
        left[eyes] -= held
        if 2 - held + ghosts_for_groups(left) <= wild:
            return True
    memcpy(left, counts, KINDS)
    return 2 + ghosts_for_groups(left) <= wild


def is_win(bytes counts, int wild):
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    win_each(wins, counts, wild, out)
