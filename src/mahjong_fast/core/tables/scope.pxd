"""Which rules the look-up tables answer for."""
from mahjong_fast.core.base.types cimport rules_t

# Whether the rules ask no more than the forms, copies and copy limit that `standard` may change ...
cdef bint have_plain_shape(const rules_t* rules) noexcept nogil
# ... or these and the runs: what tables tell.
cdef bint have_table_shape(const rules_t* rules) noexcept nogil
# Whether the tables of the runs tell how far a hand without melds is from the forms that they know,
# where none of its tiles stands in for a wild kind.
cdef bint tables_are_exact(const rules_t* rules) noexcept nogil
# Whether a hand is no nearer to the standard form and seven pairs than the tables of its runs tell.
cdef bint bounded_by_tables(const rules_t* rules) noexcept nogil
