"""Bits of masks: how many there are, and the lowest."""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    static inline int lowest_bit(uint64_t bits) {
        unsigned long at; _BitScanForward64(&at, bits); return (int)at; }
    #else
    static inline int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }
    #endif
    /* Without an instruction for it, which not every processor has, the builtin is a call. */
    static inline int number_of_bits(uint64_t bits) {
        bits -= bits >> 1 & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
        return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    }
    """
    int lowest_bit(uint64_t bits) nogil          # of some: 0 has none
    int number_of_bits(uint64_t bits) nogil
