"""Seven pairs and thirteen orphans under any copy limits: the forms of a whole concealed hand."""
from libc.stdint cimport uint8_t

# The least missing tiles of a form, no more than `spare` of them beyond a kind's natural limit.
cdef int seven_pairs_missing(
    const uint8_t* counts, const uint8_t* natural_limit, const uint8_t* total_limit, int spare,
    bint quads_as_two_pairs,
) noexcept nogil
cdef int thirteen_orphans_missing(
    const uint8_t* counts, const uint8_t* natural_limit, const uint8_t* total_limit, int spare,
) noexcept nogil
