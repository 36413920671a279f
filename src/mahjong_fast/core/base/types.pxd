"""The plain C structs that the extension modules share: a hand, rules, a position."""
from libc.stdint cimport uint8_t, uint64_t

from mahjong_fast.core.base.vocabulary cimport KINDS


cdef struct hand_t:
    uint8_t counts[KINDS]   # concealed natural tiles of each kind, the winning tile included
    uint8_t melded[KINDS]   # tiles of each kind in declared melds
    int wild                # faceless wildcards
    int total               # sum of counts, plus wild
    int melds               # number of declared melds; 0 where none are given
    int chows               # of those melds, runs of a suit
    int wind_runs
    int dragon_runs
    int kongs
    int concealed_kongs     # of those kongs
    int winning             # NO_TILE, a kind, or WILD


cdef struct rules_t:
    # `Rules`, made ready for the kernels; sets of kinds have a bit each.
    int groups              # groups of a complete hand, melds included
    int forms               # FORM_* bits
    bint quads_as_two_pairs
    int copies              # physical copies of a kind
    int max_copies          # copies of a kind after substitution, or NO_LIMIT
    uint64_t tiles          # the kinds of which there are copies
    int runs                # RUN_* bits
    int kongs_as_two_pairs
    bint misfit_wild_needs_slot
    bint seven_star_wild
    uint64_t pair_kinds
    int pair_exempt         # EXEMPT_* bits
    uint64_t forbidden
    int min_suits
    int max_suits
    int min_suit_tiles
    bint must_be_open
    int required            # REQUIRED_* bits
    uint64_t wild_can_be
    int wild_in_chow        # most substituted tiles of a chow, 0 to 3
    int wild_in_pung
    int wild_in_pair        # 0 to 2
    int natural_pair_exempt     # FORM_* bits of the forms in whose pairs ...
    int wild_in_exempt_pair     # ... there may be so many
    bint wild_natural_use
    int wild_claimed        # CLAIMED_*
    bint wild_when_drawn    # a wildcard is one only as the tile drawn to win
    int wild_face           # what a faceless one is else, or NO_TILE
    uint64_t stand_in


cdef struct position_t:
    # A hand as the kernels see it: what is wild has been taken out of the counts.
    uint8_t counts[KINDS]       # natural tiles
    uint8_t faced[KINDS]        # wildcards of the kind
    uint8_t held[KINDS]         # physical tiles of a kind, melds and faced wildcards included
    uint8_t melded[KINDS]
    uint64_t wild_mask          # the kinds that are wild in the deal
    int void_suit               # the suit that the hand must lack, or -1
    int wild                    # wildcards, faced ones included
    int face                    # what the one drawn is where it is not wild, if it has no kind
    int tiles                   # natural tiles and wildcards
    int groups                  # still to find
    bint whole                  # no meld: the special forms are open
    bint has_melds              # and their tiles are known
    bint is_crowded             # and they are more than the hand has groups for: rows may say so
    # What the melds show; where only their tiles are known, as far as these tell.
    bint is_open                # one is exposed
    bint has_runs
    bint has_triplet
    int kongs                   # their number where all melds are kongs, else 0


cdef inline int wild_in_pair_of(const rules_t* rules, int form) noexcept nogil:
    # The most substituted tiles of a pair of the form.
    if rules.natural_pair_exempt & form:
        return rules.wild_in_exempt_pair
    return rules.wild_in_pair


cdef inline int tiles_of(const uint8_t* counts) noexcept nogil:
    cdef int tiles = 0
    cdef int kind
    for kind in range(KINDS):
        tiles += counts[kind]
    return tiles
