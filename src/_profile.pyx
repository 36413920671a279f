"""Profiles of parts, found kind by kind.

What lies ahead depends on what was read only through the least missing tiles for every (pair,
groups, excess, chows that still need one kind, chows that still need two). The builder turns these
states into an automaton, and that into tables; a part whose copies are limited by melds is read
directly.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from mahjong_fast._types cimport IMPOSSIBLE


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


cdef void part_cover(
    const uint8_t* counts, const uint8_t* total_limit, int kinds, bint chows, int groups,
    int* fewest,
) noexcept nogil:
    """Read the kinds of a part, remembering the fewest groups by pair and open chows.

    More groups than the fewest do as well, each further one of wildcards alone; so none such is
    begun here.
    """
    cdef uint8_t states[2][2][OPEN][OPEN]
    cdef int kind, kinds_after, pair, ending, middle, starting, pungs, eyes, target, so_far
    cdef int most_starting, most_pungs, most_eyes
    cdef uint8_t* reached
    cdef int first = 0
    while first < kinds and not counts[first]:
        first += 1
    # Nothing begins more than two kinds below the first tile.
    first = max(0, first - 2) if chows else first
    memset(states[first & 1], NO_COVER, sizeof(states[0]))
    states[first & 1][0][0][0] = 0
    for kind in range(first, kinds):
        kinds_after = min(2, kinds - 1 - kind) if chows else 0
        most_starting = 0
        if kinds_after == 2:
            most_starting = min(2, max(counts[kind], counts[kind + 1], counts[kind + 2]))
        most_pungs = counts[kind] > 0
        memset(states[1 - (kind & 1)], NO_COVER, sizeof(states[0]))
        for pair in range(2):
            most_eyes = most_pungs and not pair
            for ending in range(OPEN):
                for middle in range(OPEN if kinds_after else 1):
                    so_far = states[kind & 1][pair][ending][middle]
                    if so_far > groups:
                        continue
                    for starting in range(min(most_starting, groups - so_far) + 1):
                        for pungs in range(min(most_pungs, groups - so_far - starting) + 1):
                            for eyes in range(most_eyes + 1):
                                target = ending + middle + starting + 3 * pungs + 2 * eyes
                                if counts[kind] <= target <= total_limit[kind]:
                                    reached = &states[1 - (kind & 1)][pair + eyes][middle][starting]
                                    reached[0] = min(<int> reached[0], so_far + starting + pungs)
    fewest[0] = states[kinds & 1][0][0][0]
    fewest[1] = min(fewest[0], <int> states[kinds & 1][1][0][0])


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
