"""A judge of readings: the hand in question, its waits, and the best reading so far.

The functions here know features and fans only through the tables they are given.
"""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.types cimport position_t, rules_t
from mahjong_fast.core.base.vocabulary cimport KINDS, KNITTINGS, NO_TILE, PARTS, SUIT_KINDS
from mahjong_fast.core.readings.pieces cimport MOST_PIECES as MOST_SHOWN, piece_t
from mahjong_fast.core.scoring.bounds cimport bound_t
from mahjong_fast.core.scoring.fan_table cimport TOTAL_END, FanTable, fan_table_t
from mahjong_fast.core.scoring.features cimport found_t, reading_t, subject_t
from mahjong_fast.core.scoring.situation cimport situation_t
from mahjong_fast.core.tables.lookup cimport asked_t

cdef extern from *:
    """
    #define PAID_END (1LL << 59)
    #define EASY_TOTAL (1LL << 17)
    """
    int64_t PAID_END            # from this on, and from its negative down, no payment is told
    int64_t EASY_TOTAL          # times a share, which is below 2^42, it is at most PAID_END

cdef enum:
    WHOLE_GROUPS = 4            # of the forms that need the whole hand
    MANY = 15
    LOSERS = 3

cdef uint64_t KNITTED[KNITTINGS]        # the nine kinds


cdef struct payment_t:
    # How a win is paid for: what each loser pays of the total and of the flat amounts.
    int8_t seats[LOSERS]            # 0..3; or UNTOLD
    int64_t share[LOSERS]           # of the total
    bint half[LOSERS]               # half of that, rounded up
    int64_t flat[LOSERS]
    int64_t each[LOSERS]
    int64_t beside[LOSERS]          # whatever the hand is worth
    bint told                       # whether the situation tells who they are


cdef struct shown_t:
    # A reading as `every_reading` found it.
    int form                        # FORM_* of the rules; 0 for none
    int length
    piece_t pieces[MOST_SHOWN]
    uint16_t natural[MOST_SHOWN]    # which tiles of each piece are natural, a bit each


cdef struct job_t:
    # A hand to be scored, and what has been found so far.
    const fan_table_t* table
    const bound_t* bound            # or NULL: every reading is to be judged
    const asked_t* waits_closed     # for hands without melds ...
    const asked_t* waits_open       # ... and with
    subject_t subject
    uint8_t counts[KINDS]           # concealed natural tiles
    uint8_t faced[KINDS]            # wildcards with a face
    uint64_t words[PARTS]           # the counts, four bits a rank
    uint64_t melded[PARTS]          # the tiles of melds, likewise
    int wild
    int groups                      # concealed ones to find
    int forms
    int max_copies
    bint quads_as_two_pairs
    int winning                     # NO_TILE, a kind, or WILD
    int waits_asked                 # 0 never, 1 where the winning tile completes a group, 2 always
    bint only_exists
    int pair_part
    # waits of a natural hand, once asked for: -1 before
    int formal_waits
    int live_waits
    void* slow                      # a FanTable with Python functions, or NULL
    void* errors                    # and the list for their exceptions
    bint failed                     # one was raised, or the search was given up:
    bint gave_up                    # memory ran out, or a signal interrupted
    uint32_t ticks
    bint is_barred                  # the tile may not be claimed: no win
    bint has_best
    int64_t best_total
    reading_t best
    # What `best_of_every` needs to know, and finds.
    const rules_t* limits           # or NULL: the kernels here and of `best_by_search` suffice
    position_t position
    int drawn                       # the face of the winning tile, WILD or NO_TILE
    int asked                       # what the fans ask of pieces: ASKS_* of `alike`
    int candidate                   # the one kind that a winning wildcard may be, or NO_TILE
    bint needs_winning              # some fan asks what the winning tile completes
    bint asks_any_tile_wait         # or a feature that follows from it
    bint wild_is_limited            # so that a wildcard as itself may do what no substitute can
    bint is_coarse                  # fans ask no more than the classes of `best_of_every` tell
    const asked_t* standard_closed  # of groups and a pair alone; NULL where no tables tell
    const asked_t* standard_open
    situation_t situation
    bint by_payment                 # the best reading is the one that collects most
    bint bars                       # whether the fans of `barred` are to be passed over
    uint64_t barred[2]
    int meld_honour_runs
    bint rest_found
    bint rest_is_groups
    bint rest_is_pungs
    bint rest_is_pairs
    bint has_faced                  # some wildcards have a kind of their own
    bint tries_substitutes          # whether more substitutes than must be may be worth more
    int least_substituted           # by any reading; -1 where there is none
    payment_t payment               # where `by_payment`
    int64_t best_worth
    bint knows_most                 # whether no reading is worth more than this, and its total:
    int64_t most_worth
    int64_t most_total
    shown_t shown                   # the best reading


cdef void score_natural(job_t* job) noexcept nogil
cdef uint64_t presence(const uint64_t* words) noexcept nogil
cdef bint has_split(const uint64_t* words) noexcept nogil
cdef int consider_winning(job_t* job, reading_t* reading, const uint64_t* words,
                          int winning) noexcept nogil
cdef bint ask_functions(job_t* job, const found_t* found, uint64_t* hit) noexcept with gil
cdef dict features_of(FanTable table, const found_t* found)


cdef inline int64_t paid_by(const payment_t* payment, int loser, int64_t total, int64_t flat,
                            int64_t each) noexcept nogil:
    # What a loser pays. Four times PAID_END is beyond it also when halved, and can be summed.
    cdef int64_t paid = payment.share[loser]
    if max(total, -total) > EASY_TOTAL and paid and max(total, -total) > 4 * PAID_END // paid:
        paid = 4 * PAID_END if total > 0 else -4 * PAID_END
    else:
        paid *= total
    if payment.half[loser]:
        paid = (paid + (paid > 0)) // 2     # rounded up: C halves toward 0
    paid += payment.flat[loser] * flat + payment.each[loser] * each
    return paid + payment.beside[loser]


cdef inline int64_t money_of(const payment_t* payment, int64_t total, int64_t flat,
                             int64_t each) noexcept nogil:
    # What a win collects in all.
    return (
        paid_by(payment, 0, total, flat, each) + paid_by(payment, 1, total, flat, each)
        + paid_by(payment, 2, total, flat, each)
    )


cdef inline bint is_told(const job_t* job) noexcept nogil:
    # Whether what the best reading is worth is known to the point.
    if not -TOTAL_END < job.best_total < TOTAL_END:
        return False
    return not job.by_payment or -PAID_END < job.best_worth < PAID_END


cdef inline uint64_t nibbles(uint64_t eight) noexcept nogil:
    # Eight counts, a byte each, as four bits each."""
    eight = (eight | eight >> 4) & 0x00FF00FF00FF00FFULL
    eight = (eight | eight >> 8) & 0x0000FFFF0000FFFFULL
    return (eight | eight >> 16) & 0xFFFFFFFFULL


cdef inline uint64_t load_eight(const uint8_t* counts) noexcept nogil:
    cdef uint64_t eight = 0
    cdef int i
    cdef unsigned short probe = 1
    if (<const uint8_t*> &probe)[0]:
        memcpy(&eight, counts, 8)
        return eight
    for i in range(8):
        eight |= (<uint64_t> counts[i]) << 8 * i
    return eight


cdef inline void pack(const uint8_t* counts, uint64_t* words) noexcept nogil:
    # Counts of at most 15 as words of four bits a rank.
    words[0] = nibbles(load_eight(counts)) | (<uint64_t> counts[8]) << 32
    words[1] = nibbles(load_eight(counts + 9)) | (<uint64_t> counts[17]) << 32
    words[2] = nibbles(load_eight(counts + 18)) | (<uint64_t> counts[26]) << 32
    words[3] = nibbles(load_eight(counts + 26)) >> 4


cdef inline int held(const uint64_t* words, int kind) noexcept nogil:
    return words[kind // SUIT_KINDS] >> 4 * (kind % SUIT_KINDS) & 15


cdef inline uint64_t one(int kind) noexcept nogil:
    # One tile of a kind, in the word of its part.
    return (<uint64_t> 1) << 4 * (kind % SUIT_KINDS)


cdef inline int tiles_of_word(uint64_t word) noexcept nogil:
    # The sum of at most ten four-bit counts.
    word = (word & 0x0F0F0F0F0F0F0F0FULL) + (word >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int> (word * 0x0101010101010101ULL >> 56)


cdef inline void blank_reading(job_t* job, reading_t* reading, int form) noexcept nogil:
    memset(reading, 0, sizeof(reading_t))
    reading.form = form
    reading.pair = NO_TILE
    reading.winning = job.winning
