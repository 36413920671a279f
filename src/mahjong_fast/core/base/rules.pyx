# optimize: speed
"""Turns the fields of `Rules` into the numbers and bit sets that the kernels read."""
from libc.stdint cimport uint64_t

from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, CLAIMED_FORBIDDEN, CLAIMED_NATURAL, CLAIMED_WILD, EXEMPT_ALL_HONOURS,
    EXEMPT_ALL_TRIPLETS, EXEMPT_ONE_SUIT, NO_LIMIT, NO_TILE, REQUIRED_ORPHAN, REQUIRED_TRIPLET,
    REQUIRED_TRIPLET_OR_DRAGON_PAIR, RUN_DRAGONS, RUN_SUIT, RUN_WINDS,
)

from mahjong_fast.standard import FORMS

cdef enum:
    GROUP_TILES = 3
    PAIR_TILES = 2


cdef dict FORM_BITS = {form: 1 << i for i, form in enumerate(FORMS)}
cdef dict RUNS = {"suit": RUN_SUIT, "winds": RUN_WINDS, "dragons": RUN_DRAGONS}
cdef dict EXEMPTIONS = {
    "all_triplets": EXEMPT_ALL_TRIPLETS,
    "one_suit": EXEMPT_ONE_SUIT,
    "all_honours": EXEMPT_ALL_HONOURS,
}
cdef dict REQUIREMENTS = {
    "triplet": REQUIRED_TRIPLET,
    "triplet_or_dragon_pair": REQUIRED_TRIPLET_OR_DRAGON_PAIR,
    "terminal_or_honour": REQUIRED_ORPHAN,
}
cdef dict CLAIMS = {
    "natural": CLAIMED_NATURAL, "wild": CLAIMED_WILD, "forbidden": CLAIMED_FORBIDDEN
}


cdef int read_rules(object rules, rules_t* out) except -1:
    cdef int most = min(rules.wild_max_per_group, GROUP_TILES - rules.min_natural_per_group)
    out.groups = rules.groups
    out.forms = bits(rules.forms, FORM_BITS)
    out.quads_as_two_pairs = rules.quads_as_two_pairs
    out.copies = rules.copies
    out.max_copies = NO_LIMIT if rules.max_copies is None else rules.max_copies
    out.tiles = mask(rules.tiles)
    out.runs = bits(rules.runs, RUNS)
    out.kongs_as_two_pairs = rules.kongs_as_two_pairs
    out.misfit_wild_needs_slot = rules.misfit_wild_needs_slot
    out.seven_star_wild = rules.seven_star_wild
    out.pair_kinds = mask(rules.pair_kinds) or ALL_KINDS
    out.pair_exempt = bits(rules.pair_exempt, EXEMPTIONS)
    out.forbidden = mask(rules.forbidden)
    out.min_suits = rules.min_suits
    out.max_suits = rules.max_suits
    out.min_suit_tiles = rules.min_suit_tiles
    out.must_be_open = rules.must_be_open
    out.required = bits(rules.required, REQUIREMENTS)
    out.wild_can_be = (mask(rules.wild_can_be) or ALL_KINDS) & out.tiles & ~out.forbidden
    out.wild_in_chow = most if "chow" in rules.wild_in else 0
    out.wild_in_pung = most if "pung" in rules.wild_in else 0
    out.wild_in_exempt_pair = PAIR_TILES if "pair" in rules.wild_in else 0
    out.wild_in_pair = max(0, out.wild_in_exempt_pair - <int> rules.min_natural_per_pair)
    out.natural_pair_exempt = bits(rules.natural_pair_exempt, FORM_BITS)
    out.wild_natural_use = rules.wild_natural_use
    out.wild_claimed = CLAIMS[rules.wild_claimed]
    out.wild_when_drawn = rules.wild_active == "drawn"
    out.wild_face = NO_TILE if rules.wild_face is None else rules.wild_face
    out.stand_in = mask(rules.stand_in)
    return 0


cdef uint64_t mask(object kinds) except? 0:
    cdef uint64_t found = 0
    cdef int kind
    for kind in kinds:
        found |= (<uint64_t> 1) << kind
    return found


cdef int bits(object names, dict bit_of) except -1:
    cdef int found = 0
    for name in names:
        found |= <int> bit_of[name]
    return found
