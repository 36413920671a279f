"""The keys of the parts of a hand, made with SIMD instructions where there are some."""
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t


cdef extern from "keys.h" nogil:
    enum:
        KEYS                    # of a hand: two of each part
    const uint8_t KEY_OF_KIND[34]
    const int16_t STEP_OF_KIND[34]
    int LOW_KEY(int part)
    int HIGH_KEY(int part)
    int read_keys(const uint8_t* counts, size_t rows, uint16_t* keys)
    # Masks of kinds.
    uint64_t kinds_over(const uint8_t* bytes, int than)
    uint64_t kinds_over_in_both(const uint8_t* one, const uint8_t* other, int than)
    uint64_t kinds_with_bit(const uint8_t* bytes, int bit)
