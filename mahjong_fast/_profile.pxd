"""Profiles of parts: the least missing tiles for every choice of pair, groups and excess.

A *part* of a hand is a suit or the honours. *Excess* are the copies beyond a kind's natural limit,
which only wildcards can be. A profile is an array [pair 0-1][groups][excess].
"""
from libc.stdint cimport uint8_t, uint64_t

from mahjong_fast._types cimport SUIT_KINDS

cdef enum:
    OPEN = 3                # chows that start at one kind: three alike are three pungs, so 0 to 2
    PUNGS = 3               # likewise pungs of one kind: a third would be missing tiles only
    NO_COVER = 7            # more groups than any hand has
    MAX_PROFILE = 2 * 6 * 7
    MAX_STATE = MAX_PROFILE * OPEN * OPEN


cdef struct extent_t:
    int groups              # the most groups of a hand
    int excess              # the most excess told apart


cdef inline int profile_size(const extent_t* extent) noexcept nogil:
    return 2 * (extent.groups + 1) * (extent.excess + 1)


# A *state* is what has to be remembered between two kinds of a part: a profile for every number of
# chows that still need one kind, and two. The first is of no kind read.
cdef void first_state(const extent_t* extent, uint8_t* state) noexcept nogil
cdef void read_kind(
    const extent_t* extent, const uint8_t* before, uint8_t* after, int count, int asked,
    int natural_limit, int total_limit, int kinds_after,
) noexcept nogil


cdef struct part_t:
    # A part that is read under its own limits.
    extent_t extent
    int kinds
    bint chows
    uint8_t counts[SUIT_KINDS]
    const uint8_t* natural_limit
    const uint8_t* total_limit
    uint8_t states[SUIT_KINDS + 1][MAX_STATE]       # before each kind, and after the last


# Reads a part from its kind `first` on; the states up to that kind are those of an earlier reading.
cdef void read_part(part_t* part, int first, uint8_t* profile) noexcept nogil
# Whether so many groups, and a pair where `pair`, hold every tile of a part of so many kinds. Of
# each kind as many wildcards may be copies as there is room for. Counts and room take four bits a
# kind, the lowest kind first, and are four at the most.
cdef bint part_is_covered(
    uint64_t counts, uint64_t room, int kinds, bint chows, int groups, bint pair
) noexcept nogil

cdef void join_profiles(
    const extent_t* extent, const uint8_t* one, const uint8_t* other, uint8_t* joined
) noexcept nogil
