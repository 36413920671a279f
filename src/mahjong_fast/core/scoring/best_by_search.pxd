"""The search for the best reading of a hand with wildcards."""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t

from mahjong_fast.core.base.vocabulary cimport KINDS
from mahjong_fast.core.scoring.features cimport reading_t
from mahjong_fast.core.scoring.judge cimport job_t

cdef enum:
    PLANNED_WILD = 5            # from so many wildcards on, readings are searched by plans

    MOST_FILL_GROUPS = 5
    FILL_PIECES = MOST_FILL_GROUPS + 1
    SHAPES = 72                 # chows, pungs and pairs of a suit: 6 * 6 * 2


cdef struct fill_t:
    # A way to fill a suit with groups, and maybe the pair.
    uint64_t word               # its tiles, four bits a rank
    uint64_t sums               # what its pieces add to the counters of _features
    uint16_t ranks
    uint16_t pungs
    uint8_t pair                # its rank, or 255
    uint8_t length
    uint8_t pieces[FILL_PIECES]     # codes of the first suit


cdef struct plan_t:
    int64_t most                # no reading of the plan scores more
    uint8_t chows[3]            # concealed groups of each suit
    uint8_t pungs[3]
    uint8_t winds
    uint8_t dragons
    int8_t pair                 # 0-2 a suit, 3 winds, 4 dragons


cdef void score_wild(job_t* job) noexcept nogil
cdef int make_fills(int groups) except -1

# The concealed tiles of a reading.
cdef void reading_words(const reading_t* reading, uint64_t* words) noexcept nogil


cdef struct uses_t:
    # What the wild tiles of a reading can be.
    int wild
    int most                    # how many can be themselves, as far as each kind tells
    int8_t slots[KINDS]         # tiles that are no natural ones
    int8_t faced[KINDS]         # wild tiles of the kind
    int8_t own[KINDS]           # the most of them that can be themselves


cdef void open_uses(
    const job_t* job, const uint64_t* words, int became, uses_t* uses
) noexcept nogil
cdef bint share_own(const uses_t* uses, int own, int8_t* of_kind) noexcept nogil
