"""Profiles of parts: the least missing tiles for every choice of pair, groups and excess.

A *part* of a hand is a suit or the honours. *Excess* are the copies beyond a kind's natural limit,
which only wildcards can be. A profile is an array [pair 0-1][groups][excess].
"""
from libc.stdint cimport uint8_t

cdef enum:
    OPEN_CHOWS = 3          # chows that start at one kind: three alike are three pungs, so 0 to 2
    PUNGS_OF_KIND = 3       # likewise pungs of one kind: a third would be missing tiles only
    NO_COVER = 7            # more groups than any hand has
    MOST_GROUPS = 5         # MAX_PROFILE has room for so many
    MAX_PROFILE = 2 * 6 * 7
    MAX_STATE = MAX_PROFILE * OPEN_CHOWS * OPEN_CHOWS


cdef struct extent_t:
    int groups              # the most groups of a hand
    int excess              # the most excess told apart


cdef inline int profile_size(const extent_t* extent) noexcept nogil:
    return 2 * (extent.groups + 1) * (extent.excess + 1)


# A *state* is what has to be remembered between two kinds of a part: a profile for every number of
# chows that still need one kind, and two. The first is of no kind read.
cdef void first_state(const extent_t* extent, uint8_t* state) noexcept nogil
cdef void read_kind(
    const extent_t* extent, const uint8_t* before, uint8_t* after, int count, int natural_limit,
    int kinds_after,
) noexcept nogil

cdef void join_profiles(
    const extent_t* extent, const uint8_t* one, const uint8_t* other, uint8_t* joined
) noexcept nogil
