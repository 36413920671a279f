# distutils: language = c++
"""The index method: the shape of the sorted hand is a number, looked up among all winning shapes.

The number takes the kinds in order: two 1 bits for each further copy, then `0` where the next kind
is adjacent and `10` where there is a gap; the last kind ends in `0`. At most 27 bits for 14 tiles.
A record of the table is one way to see the shape as a win:

    bits 0-3    the pair, as its place among the hand's kinds
    bits 4-6    number of pungs
    bits 7-9    number of chows
    bits 10-    the pungs' and then the chows' (lowest) places, four bits each

Shapes know nothing of wildcards, so these are substituted.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy
from libcpp.algorithm cimport find
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from ._driver cimport HONOURS, KINDS, win_each, win_one

cdef enum:
    MAX_GROUPS = 4
    CHOWS = 21              # chows there are; group ids: 34 pungs, then these
    KEY_BITS = 27           # above them the number of tiles: leading zeros are tiles too

cdef unordered_map[uint32_t, vector[uint32_t]] SHAPES


cdef inline bint adjacent(const unsigned char *counts, int kind) noexcept nogil:
    """Whether the hand holds the kind above, in the same suit."""
    return kind < HONOURS and kind % 9 < 8 and counts[kind + 1]


cdef uint32_t shape_key(const unsigned char *counts) noexcept nogil:
    cdef uint32_t key = 0
    cdef int kind, tiles = 0, last = KINDS - 1
    while last >= 0 and counts[last] == 0:
        last -= 1
    for kind in range(last + 1):
        if counts[kind] == 0:
            continue
        tiles += counts[kind]
        key = (key + 1 << 2 * (counts[kind] - 1)) - 1
        key = key << 1 if kind == last or adjacent(counts, kind) else key << 2 | 2
    return key | <uint32_t>tiles << KEY_BITS


cdef uint32_t record(
    const unsigned char *counts, const int *groups, int number, int pair
) noexcept nogil:
    cdef int place_of[KINDS]
    cdef int kind, i, places = 0, pungs = 0
    cdef uint32_t fields = 0
    for kind in range(KINDS):
        place_of[kind] = places
        places += counts[kind] > 0
    for i in range(number):
        pungs += groups[i] < KINDS
        fields |= <uint32_t>place_of[lowest_kind(groups[i])] << (10 + 4 * i)
    return fields | place_of[pair] | pungs << 4 | (number - pungs) << 7


cdef inline int lowest_kind(int group) noexcept nogil:
    return group if group < KINDS else (group - KINDS) // 7 * 9 + (group - KINDS) % 7


cdef void add_group(unsigned char *counts, int group, int times) noexcept nogil:
    cdef int kind = lowest_kind(group)
    if group < KINDS:
        counts[kind] += 3 * times
    else:
        counts[kind] += times
        counts[kind + 1] += times
        counts[kind + 2] += times


cdef void add_shapes(unsigned char *counts, int *groups, int number) noexcept nogil:
    """Enter the groups with every pair, then with every further group (in ascending order)."""
    cdef int pair, group
    cdef uint32_t fields
    cdef vector[uint32_t] *records
    for pair in range(KINDS):
        counts[pair] += 2
        fields = record(counts, groups, number, pair)
        records = &SHAPES[shape_key(counts)]
        if find(records.begin(), records.end(), fields) == records.end():
            records.push_back(fields)
        counts[pair] -= 2
    if number == MAX_GROUPS:
        return
    for group in range(groups[number - 1] if number else 0, KINDS + CHOWS):
        groups[number] = group
        add_group(counts, group, 1)
        add_shapes(counts, groups, number + 1)
        add_group(counts, group, -1)


cdef unsigned char no_tiles[KINDS]
cdef int no_groups[MAX_GROUPS]
add_shapes(no_tiles, no_groups, 0)


cdef bint substitute(unsigned char *counts, int wild, int lowest) noexcept nogil:
    cdef int kind
    cdef bint won
    if wild == 0:
        return SHAPES.count(shape_key(counts)) != 0
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


def shapes():
    """The number of winning shapes, by number of tiles."""
    by_tiles = {}
    for entry in SHAPES:
        tiles = entry.first >> KEY_BITS
        by_tiles[tiles] = by_tiles.get(tiles, 0) + 1
    return by_tiles


def decompositions(bytes counts):
    """Every way to see a natural hand as a win: (pair, pungs, chows), by their lowest kinds."""
    win_one(wins, counts, 0)
    held = [kind for kind in range(KINDS) if counts[kind]]
    found = []
    for fields in SHAPES[shape_key(counts)]:
        pungs = fields >> 4 & 7
        places = [fields >> 10 + 4 * i & 15 for i in range(pungs + (fields >> 7 & 7))]
        kinds = [held[place] for place in places]
        found.append((held[fields & 15], kinds[:pungs], kinds[pungs:]))
    return found
