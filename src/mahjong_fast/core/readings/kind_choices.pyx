# optimize: size
"""Choices of different kinds: what the wildcards of a form of single tiles become."""
from libc.stdint cimport uint64_t

from mahjong_fast.core.base.bits cimport number_of_bits
from mahjong_fast.core.base.vocabulary cimport FIRST_HONOUR, SUITS, SUIT_KINDS, SUIT_MASK, bit


cdef void choice_open(choice_t* choice, uint64_t kinds, int number, int gap) noexcept nogil:
    """Begin to choose so many of the kinds, in every way.

    Ranks of one suit differ by `gap` at the least; what `kinds` must be apart from is not there.
    """
    choice.number = number
    choice.gap = gap
    choice.depth = 0
    choice.open_kinds[0] = kinds


cdef bint choice_next(choice_t* choice) noexcept nogil:
    """Find the next choice, in the order of its kinds; False when there is none left."""
    cdef uint64_t* open_kinds
    cdef int kind = 0
    if choice.number == 0:
        choice.depth -= 1
        return choice.depth == -1
    while choice.depth >= 0:
        open_kinds = &choice.open_kinds[choice.depth]
        if most_of(open_kinds[0], choice.gap) < choice.number - choice.depth:
            choice.depth -= 1
            continue
        kind = lowest(open_kinds[0])
        open_kinds[0] &= open_kinds[0] - 1
        choice.kinds[choice.depth] = kind
        if choice.depth + 1 == choice.number:
            return True
        open_kinds[1] = open_kinds[0] & ~near_kinds(bit(kind), choice.gap)
        choice.depth += 1
    return False


cdef uint64_t near_kinds(uint64_t kinds, int gap) noexcept nogil:
    """The kinds that are too near to some of these, themselves among them."""
    cdef uint64_t near = kinds
    cdef uint64_t ranks
    cdef int suit, distance
    for suit in range(SUITS):
        ranks = kinds >> SUIT_KINDS * suit & SUIT_MASK
        for distance in range(1, gap):
            near |= (ranks << distance & SUIT_MASK | ranks >> distance) << SUIT_KINDS * suit
    return near


cdef inline int lowest(uint64_t kinds) noexcept nogil:
    cdef int kind = 0
    while not kinds >> kind & 1:
        kind += 1
    return kind


cdef int most_of(uint64_t kinds, int gap) noexcept nogil:
    """No fewer kinds than can be chosen of these."""
    cdef int suit
    cdef int most = number_of_bits(kinds >> FIRST_HONOUR)
    cdef int ranks = (SUIT_KINDS + gap - 1) // gap
    for suit in range(SUITS):
        most += min(ranks, number_of_bits(kinds >> SUIT_KINDS * suit & SUIT_MASK))
    return most
