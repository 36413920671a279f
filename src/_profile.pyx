"""Profiles of parts, found kind by kind.

What lies ahead depends on what was read only through the least missing tiles for every (pair,
groups, excess, chows that still need one kind, chows that still need two). The builder turns these
states into an automaton, and that into tables; a part whose copies are limited by melds is read
directly.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from mahjong_fast._bits cimport lowest_bit
from mahjong_fast._types cimport IMPOSSIBLE

cdef enum:
    LANE = 4                    # bits of a kind, where a part is a word
    LANE_MASK = 15

cdef uint64_t LOWEST_OF_LANES = 0x111111111


cdef void first_state(const extent_t* extent, uint8_t* state) noexcept nogil:
    memset(state, IMPOSSIBLE, profile_size(extent) * OPEN * OPEN)
    state[0] = 0
    spread(state, 1, extent.excess + 1, OPEN * OPEN)


cdef void spread(uint8_t* table, int blocks, int rows, int stride) noexcept nogil:
    """What is reached with some excess is reached where more is allowed."""
    cdef int cell
    for _ in range(blocks):
        for cell in range(stride, rows * stride):
            table[cell] = min(table[cell], table[cell - stride])
        table += rows * stride


cdef void read_kind(
    const extent_t* extent, const uint8_t* before, uint8_t* after, int count, int asked,
    int natural_limit, int total_limit, int kinds_after,
) noexcept nogil:
    """Read one kind: for every way to use it, carry the least missing tiles over.

    `asked` are tiles of the kind that are needed beside those of its chows, pungs and pair;
    `kinds_after` is how many kinds a chow that starts here has left, 2 at the most.
    """
    cdef int blocks = extent.groups + 1
    cdef int rows = extent.excess + 1
    cdef int stride = OPEN * OPEN
    cdef int pair, groups, excess, ending, middle, starting, pungs, eyes
    cdef int cell, missing, target, beyond
    memset(after, IMPOSSIBLE, profile_size(extent) * stride)
    for pair in range(2):
        for groups in range(blocks):
            for excess in range(rows):
                for ending in range(OPEN):
                    for middle in range(OPEN if kinds_after else 1):
                        cell = ((pair * blocks + groups) * rows + excess) * stride
                        cell += ending * OPEN + middle
                        missing = before[cell]
                        if missing == IMPOSSIBLE:
                            continue
                        if excess and before[cell - stride] == missing:
                            continue        # less excess does as well
                        for starting in range(OPEN if kinds_after == 2 else 1):
                            for pungs in range(PUNGS):
                                if groups + starting + pungs >= blocks:
                                    break
                                for eyes in range(2 - pair):
                                    target = asked + ending + middle + starting
                                    target += 3 * pungs + 2 * eyes
                                    beyond = max(0, target - natural_limit)
                                    if target > total_limit or excess + beyond >= rows:
                                        break
                                    cell = (pair + eyes) * blocks + groups + starting + pungs
                                    cell = (cell * rows + excess + beyond) * stride
                                    cell += middle * OPEN + starting
                                    after[cell] = min(
                                        <int> after[cell], missing + max(0, target - count)
                                    )
    spread(after, 2 * blocks, rows, stride)


cdef void read_part(part_t* part, int first, uint8_t* profile) noexcept nogil:
    cdef int last = part.kinds - 1
    cdef int kind, cell
    if first == 0:
        first_state(&part.extent, part.states[0])
    for kind in range(first, part.kinds):
        read_kind(
            &part.extent, part.states[kind], part.states[kind + 1], part.counts[kind], 0,
            part.natural_limit[kind], part.total_limit[kind],
            min(2, last - kind) if part.chows else 0,
        )
    for cell in range(profile_size(&part.extent)):
        profile[cell] = part.states[part.kinds][cell * OPEN * OPEN]


cdef bint part_is_covered(
    uint64_t counts, uint64_t room, int kinds, bint chows, int groups, bint pair
) noexcept nogil:
    """Cover the lowest tile in every way, and so the others.

    A group takes tiles before wildcards: which of equal tiles are wildcards makes no difference.
    """
    cdef uint64_t held, chow, tiles
    cdef int at, kind, start
    if not counts:
        return True
    if not groups and not pair:
        return False
    held = some_in_each(counts)
    at = lowest_bit(held)
    if chows:
        kind = at // LANE
        for start in range(min(kind, kinds - 3), max(kind - 2, 0) - 1, -1):
            chow = <uint64_t> 0x111 << LANE * start
            tiles = held & chow
            chow ^= tiles
            if groups and not chow & ~some_in_each(room) and part_is_covered(
                counts - tiles, room - chow, kinds, chows, groups - 1, pair
            ):
                return True
    return (
        groups and alike_are_covered(counts, room, kinds, chows, groups - 1, pair, at, 3)
        or pair and alike_are_covered(counts, room, kinds, chows, groups, False, at, 2)
    )


cdef inline bint alike_are_covered(
    uint64_t counts, uint64_t room, int kinds, bint chows, int groups, bint pair, int at, int size
) noexcept nogil:
    """Whether a part is covered when so many tiles are of the kind whose lane is at a bit."""
    cdef int tiles = min(size, <int> (counts >> at & LANE_MASK))
    if size - tiles > <int> (room >> at & LANE_MASK):
        return False
    return part_is_covered(
        counts - (<uint64_t> tiles << at), room - (<uint64_t> (size - tiles) << at),
        kinds, chows, groups, pair,
    )


cdef inline uint64_t some_in_each(uint64_t lanes) noexcept nogil:
    """The lowest bit of each lane that is not 0; lanes are four at the most."""
    return (lanes | lanes >> 1 | lanes >> 2) & LOWEST_OF_LANES


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
