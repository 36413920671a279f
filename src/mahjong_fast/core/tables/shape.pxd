"""The look-up tables of a shape: the groups of a hand, and what its runs are."""
from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.tables.layout cimport shape_t

cdef const shape_t* get_shape(const rules_t* rules) except NULL
# Whether there are tables of the rules' runs.
cdef bint can_be_built(const rules_t* rules) noexcept nogil
cdef int need_draws(const shape_t* shape) except -1
cdef int need_covers(const shape_t* shape) except -1
