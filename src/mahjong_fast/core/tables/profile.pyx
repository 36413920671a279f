# optimize: speed
"""Profiles of parts, found kind by kind.

What lies ahead depends on what was read only through the least missing tiles for every (pair,
groups, excess, chows that still need one kind, chows that still need two). The builder turns these
states into an automaton, and that into tables; `automaton` makes those that melds call for.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from mahjong_fast.core.base.vocabulary cimport IMPOSSIBLE


cdef void first_state(const extent_t* extent, uint8_t* state) noexcept nogil:
    memset(state, IMPOSSIBLE, profile_size(extent) * OPEN_CHOWS * OPEN_CHOWS)
    state[0] = 0
    spread(state, 1, extent.excess + 1, OPEN_CHOWS * OPEN_CHOWS)


cdef void spread(uint8_t* table, int blocks, int rows, int stride) noexcept nogil:
    """What is reached with some excess is reached where more is allowed."""
    cdef int cell
    for _ in range(blocks):
        for cell in range(stride, rows * stride):
            table[cell] = min(table[cell], table[cell - stride])
        table += rows * stride


cdef void read_kind(
    const extent_t* extent, const uint8_t* before, uint8_t* after, int count, int natural_limit,
    int kinds_after,
) noexcept nogil:
    """Read one kind: for every way to use it, carry the least missing tiles over.

    `kinds_after` is how many kinds a chow that starts here has left, 2 at the most.
    """
    cdef int blocks = extent.groups + 1
    cdef int rows = extent.excess + 1
    cdef int stride = OPEN_CHOWS * OPEN_CHOWS
    cdef int pair, groups, excess, ending, middle, starting, pungs, eyes
    cdef int cell, missing, target, beyond
    memset(after, IMPOSSIBLE, profile_size(extent) * stride)
    for pair in range(2):
        for groups in range(blocks):
            for excess in range(rows):
                for ending in range(OPEN_CHOWS):
                    for middle in range(OPEN_CHOWS if kinds_after else 1):
                        cell = ((pair * blocks + groups) * rows + excess) * stride
                        cell += ending * OPEN_CHOWS + middle
                        missing = before[cell]
                        if missing == IMPOSSIBLE:
                            continue
                        if excess and before[cell - stride] == missing:
                            continue        # less excess does as well
                        for starting in range(OPEN_CHOWS if kinds_after == 2 else 1):
                            for pungs in range(PUNGS_OF_KIND):
                                if groups + starting + pungs >= blocks:
                                    break
                                for eyes in range(2 - pair):
                                    target = ending + middle + starting
                                    target += 3 * pungs + 2 * eyes
                                    beyond = max(0, target - natural_limit)
                                    if excess + beyond >= rows:
                                        break
                                    cell = (pair + eyes) * blocks + groups + starting + pungs
                                    cell = (cell * rows + excess + beyond) * stride
                                    cell += middle * OPEN_CHOWS + starting
                                    after[cell] = min(
                                        <int> after[cell], missing + max(0, target - count)
                                    )
    spread(after, 2 * blocks, rows, stride)


cdef void join_profiles(
    const extent_t* extent, const uint8_t* one, const uint8_t* other, uint8_t* joined
) noexcept nogil:
    """Share pair, groups and excess between two parts in the best way."""
    cdef int blocks = extent.groups + 1
    cdef int rows = extent.excess + 1
    cdef int pair, groups, excess, more_pair, more_groups, more_excess, a, b, cell
    memset(joined, IMPOSSIBLE, profile_size(extent))
    for pair in range(2):
        for groups in range(blocks):
            for excess in range(rows):
                a = (pair * blocks + groups) * rows + excess
                if one[a] == IMPOSSIBLE or (excess and one[a - 1] == one[a]):
                    continue
                for more_pair in range(2 - pair):
                    for more_groups in range(blocks - groups):
                        for more_excess in range(rows - excess):
                            b = (more_pair * blocks + more_groups) * rows + more_excess
                            if other[b] == IMPOSSIBLE:
                                continue
                            if more_excess and other[b - 1] == other[b]:
                                continue
                            cell = (pair + more_pair) * blocks + groups + more_groups
                            cell = cell * rows + excess + more_excess
                            joined[cell] = min(<int> joined[cell], one[a] + other[b])
    spread(joined, 2 * blocks, rows, 1)
