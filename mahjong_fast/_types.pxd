"""The plain C types that the extension modules share."""
from libc.stdint cimport uint8_t

cdef enum:
    KINDS = 34
    SUIT_KINDS = 9
    WILD = 42           # the id of a faceless wildcard
    NO_TILE = -1
    NO_LIMIT = 127      # a copy limit that never binds

    FORM_STANDARD = 1
    FORM_SEVEN_PAIRS = 2
    FORM_THIRTEEN_ORPHANS = 4


cdef struct hand_t:
    uint8_t counts[KINDS]   # concealed natural tiles of each kind, the winning tile included
    uint8_t melded[KINDS]   # tiles of each kind in declared melds
    int wild                # faceless wildcards
    int total               # sum of counts, plus wild
    int melds               # number of declared melds; 0 where none are given
    int honour_runs         # of those melds, runs of winds or dragons
    int winning             # NO_TILE, a kind, or WILD


cdef struct rules_t:
    int groups              # groups of a complete hand, melds included
    int forms               # FORM_* bits
    bint quads_as_two_pairs
    int copies              # physical copies of a kind
    int max_copies          # copies of a kind after substitution, or NO_LIMIT
