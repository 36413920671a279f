"""Upper bounds on what the readings of a class can score, derived from a fan table."""
from libc.stdint cimport int64_t, uint8_t, uint64_t

from mahjong_fast.core.scoring.fan_table cimport FAN_WORDS, MOST_TERMS, FanTable, fan_table_t

cdef enum:
    # Features that a class of readings leaves open, by what the bound calls them.
    LOWEST = 0
    HIGHEST
    SIMPLES
    TERMINALS
    PLAIN
    SAME_RANK
    MIXED_RUN
    WITHOUT_FIVE
    PUNG_RUN
    SAME_PAIRS
    WIND_PUNGS
    DRAGON_PUNGS
    TERMINAL_PUNGS
    QUADS
    VOID
    DEALER
    PAIR_RANK
    PAIR_RUN
    KNITTED_WAIT
    FIRST_OUTSIDE               # eight sets
    FIRST_PAIR_IN = FIRST_OUTSIDE + 8
    RANGED = FIRST_PAIR_IN + 8

    VALUES = 16
    CHOW_SHARES = 216           # chows of each of three suits, 0-5


cdef struct bound_t:
    # Terms that some value from lowest to highest of a feature allows.
    uint64_t within[RANGED][VALUES][VALUES][FAN_WORDS]
    bint asked[RANGED]          # whether a term speaks of the feature
    # Terms that some chows of so many of each suit allow.
    uint64_t chows[CHOW_SHARES][FAN_WORDS]
    uint64_t gains[FAN_WORDS]       # the fans that can add to a total, without relations of chows
    uint64_t dearer[MOST_TERMS][FAN_WORDS]  # of a fan's clique, those that give more
    int64_t best_link               # the most that a relation of two chows is worth


cdef class Bounds:
    cdef bound_t* bound
    cdef FanTable fans

    cdef int fill(self) except -1
    cdef int fill_cliques(self, object terms) except -1
    cdef bint conflict(self, int one, int other, object alternatives, object features,
                       object values) except -1


cdef inline void allow(const bound_t* bound, int feature, int lowest, int highest,
                       uint64_t* possible) noexcept nogil:
    # Keep the terms that some value from `lowest` to `highest` allows.
    possible[0] &= bound.within[feature][lowest][highest][0]
    possible[1] &= bound.within[feature][lowest][highest][1]


cdef int64_t most_of(const bound_t* bound, const fan_table_t* table, const uint64_t* terms,
                     int chows, int quads, int same_rank_pairs, int uncovered,
                     int flowers, int64_t enough) noexcept nogil
