# optimize: size
"""Which tiles of the pieces of a reading are natural.

A piece says how many of its tiles are natural. Of a run, a couple or a body of knitted tiles these
may be one or others; a choice is an *assignment* when the natural tiles of the hand go round, and
every substituted tile is of a kind that wildcards may be. There are few pieces with a choice and
few ways for each, so the ways are tried.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from mahjong_fast.core.base.vocabulary cimport BODIES, FREE_WILD, KINDS, KNITTED_TILES
from mahjong_fast.core.readings.pieces cimport (
    MOST_PIECES, has_like_tiles, naturals_of, piece_t, size_of, tile_of,
)

cdef enum:
    ANY_BODY = 1 << KNITTED_TILES


cdef struct task_t:
    const piece_t* pieces
    int length
    uint64_t wild_kinds     # those that wildcards may be
    int body                # the index of a body among the pieces, or -1
    int body_below          # what the mask of its natural tiles must be less than
    int8_t left[KINDS]      # natural tiles not given out
    uint16_t* masks


cdef bint assign(
    const piece_t* pieces, int length, const uint8_t* counts, uint64_t wild_kinds, uint16_t* masks
) noexcept nogil:
    """Find an assignment of the natural tiles `counts`; False where there is none.

    Bit i of masks[index] tells whether tile i of that piece is natural.
    """
    return assign_below(pieces, length, counts, wild_kinds, ANY_BODY, masks)


cdef bint has_lesser_body(
    const piece_t* pieces, int length, const uint8_t* counts, uint64_t wild_kinds, int body
) noexcept nogil:
    """Whether some assignment has a lesser mask of natural tiles in the body."""
    cdef uint16_t masks[MOST_PIECES]
    return assign_below(pieces, length, counts, wild_kinds, body, masks)


cdef bint assign_below(
    const piece_t* pieces, int length, const uint8_t* counts, uint64_t wild_kinds,
    int body_below, uint16_t* masks,
) noexcept nogil:
    cdef task_t task
    cdef int index, kind, naturals
    task.pieces = pieces
    task.length = length
    task.wild_kinds = wild_kinds
    task.body = -1
    task.body_below = body_below
    task.masks = masks
    for kind in range(KINDS):
        task.left[kind] = counts[kind]
    for index in range(length):
        naturals = naturals_of(pieces[index].code)
        masks[index] = (1 << naturals) - 1
        if pieces[index].code >= BODIES:
            task.body = index
        elif has_like_tiles(pieces[index].code) and pieces[index].code != FREE_WILD:
            kind = pieces[index].kind
            task.left[kind] -= naturals
            if naturals < size_of(pieces[index].code) and not wild_kinds >> kind & 1:
                return False
    return assign_from(&task, 0)


cdef bint assign_from(task_t* task, int index) noexcept nogil:
    """Assign tiles to the pieces from `index` on."""
    cdef piece_t piece
    cdef int mask, size, naturals
    while index < task.length and (
        has_like_tiles(task.pieces[index].code) or index == task.body
    ):
        index += 1
    if index == task.length:
        return settle_body(task)
    piece = task.pieces[index]
    size = size_of(piece.code)
    naturals = naturals_of(piece.code)
    for mask in range(1 << size):
        if (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) != naturals:
            continue
        if can_be(task, piece, mask):
            give(task, piece, mask, 1)
            task.masks[index] = mask
            if assign_from(task, index + 1):
                return True
            give(task, piece, mask, -1)
    return False


cdef bint can_be(const task_t* task, piece_t piece, int mask) noexcept nogil:
    cdef int i, kind
    for i in range(size_of(piece.code)):
        kind = tile_of(piece, i)
        if mask >> i & 1:
            if task.left[kind] <= 0:
                return False
        elif not task.wild_kinds >> kind & 1:
            return False
    return True


cdef void give(task_t* task, piece_t piece, int mask, int by) noexcept nogil:
    cdef int i
    for i in range(size_of(piece.code)):
        if mask >> i & 1:
            task.left[tile_of(piece, i)] -= by


cdef bint settle_body(task_t* task) noexcept nogil:
    """Give the body what is left; that must be all, and no more of a kind than it has."""
    cdef int mask = 0
    cdef int unused = 0
    cdef int i, kind
    for kind in range(KINDS):
        if task.left[kind] < 0:
            return False
        unused += task.left[kind]
    if task.body < 0:
        return unused == 0
    for i in range(KNITTED_TILES):
        kind = tile_of(task.pieces[task.body], i)
        if task.left[kind] == 1:
            mask |= 1 << i
            unused -= 1
        elif task.left[kind] > 1 or not task.wild_kinds >> kind & 1:
            return False
    task.masks[task.body] = mask
    return unused == 0 and mask < task.body_below
