"""Rules made ready for the kernels."""
from mahjong_fast.core.base.types cimport rules_t

# Fill `out` from a `Rules`, or from anything else that has its fields.
cdef int read_rules(object rules, rules_t* out) except -1
