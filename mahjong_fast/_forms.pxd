"""How far a hand is from every form, under any rules: what answers where tables do not."""
from mahjong_fast._target cimport search_t
from mahjong_fast._types cimport position_t, rules_t

cdef enum:
    SEARCH_OUT_OF_MEMORY = -1

# The least number of draws after which a hand can win, up to `most`; else IMPOSSIBLE. `bound` is
# no more than what the standard form and seven pairs need.
cdef int forms_draws(
    const rules_t* rules, const position_t* position, int bound, int most, search_t* search
) noexcept nogil
