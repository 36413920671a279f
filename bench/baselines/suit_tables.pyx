"""Per-suit tables for 0 to 3 wildcards, asked for every distribution of the wildcards over parts.

A table says of each suit state with how many wildcards it is all groups, and groups and a pair.
It is filled the classic way: build every complete suit, then take out up to three tiles.
"""
from libc.stdlib cimport calloc

from ._driver cimport HONOURS, KINDS, win_each, win_one

cdef enum:
    PART_KINDS = 9
    PARTS = 4               # three suits, and the honours
    MAX_HELD = 4            # natural copies of a kind; substituted ones are not limited
    MAX_WILD = 3            # wildcards in one part
    MAX_GROUPS = 4
    GROUPS_BIT = 1          # << wildcards: the state is all groups
    PAIR_BIT = 16           # << wildcards: the state is groups and a pair
    SUIT_STATES = 1953125   # 5 ** 9
    HONOUR_STATES = 78125   # 5 ** 7

cdef unsigned char *SUIT_TABLE = <unsigned char *>calloc(SUIT_STATES, 1)
cdef unsigned char *HONOUR_TABLE = <unsigned char *>calloc(HONOUR_STATES, 1)


cdef void take_out(
    unsigned char *part, int kinds, int first, int wild, int bit, unsigned char *table
) noexcept nogil:
    """Enter a complete part, and all that it becomes when wildcards replace some tiles."""
    cdef int kind, key = 0
    cdef bint possible = True
    for kind in range(kinds):
        possible = possible and part[kind] <= MAX_HELD
        key = 5 * key + part[kind]
    if possible:
        table[key] |= bit << wild
    if wild == MAX_WILD:
        return
    for kind in range(first, kinds):
        if part[kind]:
            part[kind] -= 1
            take_out(part, kinds, kind, wild + 1, bit, table)
            part[kind] += 1


cdef void add_groups(
    unsigned char *part, int kinds, bint runs, int first, int groups, unsigned char *table
) noexcept nogil:
    """Enter the part, bare and with each pair, then with each further group from `first` on."""
    cdef int kind, group
    take_out(part, kinds, 0, 0, GROUPS_BIT, table)
    for kind in range(kinds):
        part[kind] += 2
        take_out(part, kinds, 0, 0, PAIR_BIT, table)
        part[kind] -= 2
    if groups == MAX_GROUPS:
        return
    for group in range(first, 2 * kinds - 2 if runs else kinds):
        if group < kinds:
            part[group] += 3
            add_groups(part, kinds, runs, group, groups + 1, table)
            part[group] -= 3
        else:
            for kind in range(group - kinds, group - kinds + 3):
                part[kind] += 1
            add_groups(part, kinds, runs, group, groups + 1, table)
            for kind in range(group - kinds, group - kinds + 3):
                part[kind] -= 1


cdef unsigned char scratch[PART_KINDS]
add_groups(scratch, PART_KINDS, True, 0, 0, SUIT_TABLE)
add_groups(scratch, KINDS - HONOURS, False, 0, 0, HONOUR_TABLE)


cdef bint distribute(const unsigned char *answers, int part, int wild, bint pair) noexcept nogil:
    """Whether some distribution over the parts from `part` on uses up the wildcards.

    `pair` says whether one of these parts must hold the pair.
    """
    cdef int given
    if part == PARTS:
        return wild == 0 and not pair
    for given in range(min(wild, MAX_WILD) + 1):
        if answers[part] & GROUPS_BIT << given and distribute(
            answers, part + 1, wild - given, pair
        ):
            return True
        if pair and answers[part] & PAIR_BIT << given and distribute(
            answers, part + 1, wild - given, False
        ):
            return True
    return False


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    cdef unsigned char answers[PARTS]
    cdef int part, kind, key
    for part in range(PARTS):
        key = 0
        for kind in range(PART_KINDS * part, min(PART_KINDS * part + PART_KINDS, <int>KINDS)):
            key = 5 * key + counts[kind]
        answers[part] = (SUIT_TABLE if part < PARTS - 1 else HONOUR_TABLE)[key]
    return distribute(answers, 0, wild, True)


def is_win(bytes counts, int wild):
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    win_each(wins, counts, wild, out)
