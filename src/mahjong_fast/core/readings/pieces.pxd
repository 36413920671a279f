"""Pieces: what the readings of every form are made of, as two small numbers each.

A piece is of a kind, and its code tells what it is and how many of its tiles are natural. Which of
them are natural is open where it matters to nobody: see `natural_tiles`.
"""
from libc.stdint cimport int8_t, uint64_t

from mahjong_fast.core.base.types cimport KINDS, SUIT_KINDS, WILD

cdef enum:
    MOST_PIECES = 24        # of a reading: seventeen single tiles, and some to spare

    # The codes, of each sort the one with most natural tiles first.
    CHOWS = 0               # 0..3: a run of 3, 2, 1, 0 natural tiles, from its lowest kind
    PUNGS = 4               # 4..7: a pung likewise
    PAIRS = 8               # 8..10: a pair of 2, 1, 0
    COUPLES = 11            # 11..13: a kind and the one two above it, of 2, 1, 0
    SINGLES = 14            # 14, 15: one tile, natural or substituted
    FREE_WILD = 16          # a wildcard that stands for no kind; its kind is WILD
    WIND_RUNS = 17          # 17..32: three winds of 3, 2, 1, 0; a wind left out every four codes
    BODIES = 33             # 33..42: the nine tiles of a knitting, whose number is the kind

    BODY_TILES = 9
    KNITTINGS = 6
    FIRST_HONOUR = 27
    FIRST_WIND = 27
    FIRST_DRAGON = 31
    ORPHANS = 13


cdef struct piece_t:
    int8_t kind
    int8_t code


cdef inline piece_t piece_of(int kind, int code) noexcept nogil:
    cdef piece_t piece
    piece.kind = kind
    piece.code = code
    return piece


cdef inline int size_of(int code) noexcept nogil:
    """The tiles of a piece."""
    if code < PAIRS or WIND_RUNS <= code < BODIES:
        return 3
    if code < SINGLES:
        return 2
    return BODY_TILES if code >= BODIES else 1


cdef inline int naturals_of(int code) noexcept nogil:
    """The natural tiles of a piece."""
    if code < PAIRS:
        return 3 - code % 4
    if code < SINGLES:
        return 2 - (code - PAIRS) % 3
    if code < WIND_RUNS:
        return code == SINGLES
    if code < BODIES:
        return 3 - (code - WIND_RUNS) % 4
    return BODIES + BODY_TILES - code


cdef inline bint is_run(int code) noexcept nogil:
    return code < PUNGS or WIND_RUNS <= code < BODIES


cdef inline bint has_like_tiles(int code) noexcept nogil:
    """Whether all tiles of a piece are of one kind: then it does not matter which are natural."""
    return PUNGS <= code < COUPLES or SINGLES <= code < WIND_RUNS


cdef inline int knitted_rank(int number, int suit) noexcept nogil:
    """The lowest rank, 0 to 2, that a suit has in a knitting: the permutations in their order."""
    cdef int first = number // 2
    cdef int lower = 1 if first == 0 else 0
    cdef int upper = 1 if first == 2 else 2
    if suit == 0:
        return first
    return lower if (number % 2 == 0) == (suit == 1) else upper


cdef inline int knitted_kind(int number, int index) noexcept nogil:
    """The kinds of a knitting, 0 to 8, ascending."""
    return SUIT_KINDS * (index // 3) + knitted_rank(number, index // 3) + 3 * (index % 3)


cdef inline int tile_of(piece_t piece, int index) noexcept nogil:
    """The kind of a tile of a piece, ascending by index."""
    if piece.code < PUNGS:
        return piece.kind + index
    if COUPLES <= piece.code < SINGLES:
        return piece.kind + 2 * index
    if piece.code < WIND_RUNS:
        return piece.kind
    if piece.code < BODIES:
        return FIRST_WIND + index + (index >= (piece.code - WIND_RUNS) // 4)
    return knitted_kind(piece.kind, index)


cdef inline bint begins_suit_run(int kind) noexcept nogil:
    return kind < FIRST_HONOUR and kind % SUIT_KINDS < SUIT_KINDS - 2


cdef inline uint64_t bit(int kind) noexcept nogil:
    return (<uint64_t> 1) << kind
