"""Pieces: what the readings of every form are made of, as two small numbers each.

A piece is of a kind, and its code tells what it is and how many of its tiles are natural. Which of
them are natural is open where it matters to nobody: see `natural_tiles`.
"""
from libc.stdint cimport int8_t, uint64_t

from mahjong_fast.core.base.vocabulary cimport (
    BODIES, COUPLES, FIRST_WIND, KNITTED_TILES, PAIRS, PUNGS, SINGLES, SUIT_KINDS, WIND_RUNS,
)

cdef enum:
    MOST_PIECES = 24        # of a reading: seventeen single tiles, and some to spare


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
    return KNITTED_TILES if code >= BODIES else 1


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
    return BODIES + KNITTED_TILES - code


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
