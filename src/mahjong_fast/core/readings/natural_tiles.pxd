"""Which tiles of the pieces of a reading are natural."""
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from mahjong_fast.core.readings.pieces cimport piece_t


cdef bint assign(
    const piece_t* pieces, int length, const uint8_t* counts, uint64_t wild_kinds, uint16_t* masks
) noexcept nogil
cdef bint has_lesser_body(
    const piece_t* pieces, int length, const uint8_t* counts, uint64_t wild_kinds, int body
) noexcept nogil
