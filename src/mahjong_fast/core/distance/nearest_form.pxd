"""How far a hand is from every form, under any rules: what answers where tables do not."""
from mahjong_fast.core.base.types cimport position_t, rules_t
from mahjong_fast.core.distance.groups_and_pairs cimport search_t
from mahjong_fast.core.tables.lookup cimport asked_t

cdef enum:
    SEARCH_OUT_OF_MEMORY = -1

# The least number of draws after which a hand can win, up to `most`; else IMPOSSIBLE. `looser` are
# tables of rules under which a hand is never farther from the standard form and from seven pairs,
# or NULL.
cdef int forms_draws(
    const rules_t* rules, const position_t* position, const asked_t* looser, int most,
    search_t* search,
) noexcept nogil
