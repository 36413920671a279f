"""Win and distance by tables under rules that bar parts of a hand, or let further forms win."""
from libc.stdint cimport uint8_t, uint64_t

from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.tables.lookup cimport asked_t, rows_t, showings_t

cdef enum:
    MOST_CHOICES = 3


cdef struct variants_t:
    const asked_t* tables       # for hands without melds
    int choices                 # of suits to leave out, the winning hand having too many else
    uint8_t barred[MOST_CHOICES]    # a bit for each part of which a choice has no tile
    bint shows                  # whether suits must be shown ...
    showings_t showings[MOST_CHOICES]   # ... and how each choice can
    uint64_t no_tiles           # the kinds that are not in the set of tiles
    int forms                   # FORM_* bits of the forms of single tiles


cdef inline bint are_as_tables(const variants_t* variants) noexcept nogil:
    # Whether the rules differ from those of the tables by forms of single tiles at the most.
    return variants.barred[0] == 0 and not variants.shows


# Whether tables tell win and distance of hands without melds; `void_suit` is -1 for none.
cdef bint have_variants(const rules_t* rules, uint64_t wild_mask, int void_suit) noexcept nogil
cdef void make_variants(
    const rules_t* rules, uint64_t wild_mask, int void_suit, const asked_t* tables, variants_t* out
) noexcept nogil

# The least missing tiles, IMPOSSIBLE where no form is in reach; more than `most` need not be exact.
# `faced` are the kinds of which wildcards are held that may be used as themselves.
cdef int variants_missing(
    const variants_t* variants, const uint8_t* counts, uint64_t faced, int wild, int spare, int most
) noexcept nogil
# Win or shanten of rows, as `answer_rows` has them.
cdef Py_ssize_t answer_variants(
    int question, const variants_t* variants, const rows_t* rows, void* out
) noexcept nogil
