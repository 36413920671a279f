# optimize: balance
"""Seven pairs and thirteen orphans, from their definitions.

The table kernel counts pairs and orphans instead, which is the same where four copies of each kind
exist; the tests compare the two.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from mahjong_fast.core.base.vocabulary cimport IMPOSSIBLE, KINDS

cdef enum:
    SEVEN_PAIRS = 7
    MOST_OVER = 14             # every tile of the hand beyond its natural limit


cdef int seven_pairs_missing(
    const uint8_t* counts, const uint8_t* natural_limit, const uint8_t* total_limit, int spare,
    bint quads_as_two_pairs,
) noexcept nogil:
    """Choose pairs kind by kind; `least` holds the missing tiles by pairs chosen and excess."""
    cdef uint8_t least[SEVEN_PAIRS + 1][MOST_OVER + 1]
    cdef int kind, pairs, excess, more, target, beyond, missing
    cdef int best = IMPOSSIBLE
    memset(least, IMPOSSIBLE, sizeof(least))
    least[0][0] = 0
    spare = min(spare, <int> MOST_OVER)
    for kind in range(KINDS):
        # From the most pairs down, so that what is read still lacks this kind.
        for pairs in range(SEVEN_PAIRS, 0, -1):
            for excess in range(spare, -1, -1):
                for more in range(1, (pairs if quads_as_two_pairs else 1) + 1):
                    target = 2 * more
                    beyond = max(0, target - natural_limit[kind])
                    if target > total_limit[kind] or beyond > excess:
                        break
                    missing = least[pairs - more][excess - beyond]
                    if missing != IMPOSSIBLE:
                        missing += max(0, target - counts[kind])
                        if missing < least[pairs][excess]:
                            least[pairs][excess] = missing
    for excess in range(spare + 1):
        best = min(best, <int> least[SEVEN_PAIRS][excess])
    return best


cdef int thirteen_orphans_missing(
    const uint8_t* counts, const uint8_t* natural_limit, const uint8_t* total_limit, int spare,
) noexcept nogil:
    """One of each terminal and honour, and a second of one of them."""
    cdef int kind
    cdef int missing = 0
    cdef int excess = 0
    cdef int best = IMPOSSIBLE
    for kind in range(KINDS):
        if kind >= 27 or kind % 9 == 0 or kind % 9 == 8:
            if total_limit[kind] < 1:
                return IMPOSSIBLE
            missing += counts[kind] == 0
            excess += natural_limit[kind] == 0
    for kind in range(KINDS):
        if (kind >= 27 or kind % 9 == 0 or kind % 9 == 8) and total_limit[kind] >= 2:
            if excess + (natural_limit[kind] < 2) <= spare:
                best = min(best, missing + (counts[kind] < 2))
    return best
