"""The features of a reading, computed without the GIL.

What each feature means, and where it stands in its slot, is told in features.py.
"""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t


cdef extern from *:
    """
    #define FOURS ((uint64_t)0x444444444)
    """
    const uint64_t FOURS        # every count of a suit, four bits each, a four


cdef enum:
    ANY_TILE_WAIT_AT = 5        # in the slot of shapes, as features.py lays it out
    ALL_PUNGS_AT = 7
    WILD_PAIR_WAIT_AT = 6       # in the slot of what is alike
    ANY_FORM_WAIT_AT = 7
    NATURAL_QUADS_AT = 4        # in the slot of the streak

    # Pieces by their code: 21 chows, 34 pungs, 34 pairs, 5 runs of honours.
    CHOW_CODES = 21
    PUNG_AT = 21
    PAIR_AT = 55
    WIND_RUN_AT = 89            # four, by the wind that each lacks, then the run of dragons
    DRAGON_RUN = 93
    PIECE_CODES = 94

    READING_PIECES = 8             # of a reading: seven pairs, or groups and a pair
    MOST_DECLARED = 5
    MOST_SETS = 8               # of tiles that a rule set names

    FORM_STANDARD_READING = 1   # the bits of the slot of forms ...
    FORM_SEVEN_PAIRS_READING = 2
    FORM_ORPHANS_READING = 4
    FORM_KNITTED_STRAIGHT_READING = 8
    FORM_LESSER_KNITTED_READING = 16
    FORM_GREATER_KNITTED_READING = 32
    FORM_MISFIT_READING = 64
    FORM_SEVEN_STAR_READING = 128
    FORM_COUPLES_READING = 256  # ... and, from here on, of the slot of shapes
    FORM_EIGHT_PAIRS_READING = 512
    FORM_PAIRS_AND_TRIPLET_READING = 1024
    FORM_HONOUR_SET_READING = 2048
    FORM_258_SET_READING = 4096

    # Slots, in the order of features.py.
    SLOT_FORM = 0
    SLOT_GROUPS
    SLOT_CONCEALMENT
    SLOT_KONGS
    SLOT_PARTS
    SLOT_RANKS
    SLOT_OUTSIDE
    SLOT_PAIR_IN
    SLOT_TILES
    SLOT_FIVES
    SLOT_PUNGS
    SLOT_QUADS
    SLOT_PAIR
    SLOT_CHOWS
    SLOT_CHOW_PAIRS
    SLOT_SITUATION
    SLOT_MELDS
    SLOT_WAITS
    SLOT_WINNING
    SLOT_WILD
    SLOT_STREAK
    SLOT_SHAPE
    SLOT_ALIKE
    SLOT_NATURAL_WILD
    SLOTS

    LINK_KINDS = 4              # identical, mixed, short straight, terminal
    LINK_BITS = 3
    MOST_CHOWS = 5
    CHOW_SETS = 65780           # multisets of at most five chows


cdef struct piece_info_t:
    uint64_t sums               # what the piece adds to the counters, four bits each
    uint64_t kinds              # its kinds, a bit each
    uint64_t pung               # the same, of a pung only
    uint64_t tiles              # its tiles of its part, four bits a rank
    uint8_t part                # 0..2 the suit, 3 the honours


cdef struct subject_t:
    # A hand that is to be scored: what all its readings share.
    int melds
    int concealed_kongs
    int melded_kongs
    uint64_t meld_sums
    uint64_t meld_kinds
    uint64_t meld_pungs
    uint64_t meld_tiles[4]      # without kongs, which are no quads
    uint8_t meld_chows[MOST_DECLARED]   # ascending
    int meld_chow_count
    int seat_kind               # the kinds of the winds, or NO_TILE
    int round_kind
    uint64_t void_kinds
    bint self_draw
    bint whole                  # no meld at all
    uint8_t slots[SLOTS]        # what the situation and the melds decide
    int quads                   # of a hand without wildcards; -1: count them in each reading
    # What all hands share, and a new hand leaves as it is.
    int set_count
    uint64_t sets[MOST_SETS]    # the kinds of each named set


cdef struct reading_t:
    uint16_t form               # one bit of the slots of forms and shapes
    uint8_t pieces[READING_PIECES]     # concealed pieces by code, the pair among them
    int length
    int pair                    # kind of the pair, or NO_TILE
    int winning                 # kind of the winning tile
    uint64_t loose              # kinds of single tiles: knitted ones, honours, orphans
    int knitted_tiles
    int substituted
    int quads_of_singles        # kinds of which there are four among single tiles
    bint any_tile_wait
    bint wild_pair_wait
    bint any_form_wait
    int natural_quads           # of a hand with wildcards
    bint nine_gates
    bint last_copy              # three copies of the winning tile are in the hand's own melds
    # what the waits were, 15 for more; asked for only where `waits_asked`
    int formal_waits
    int live_waits
    int flags                   # of `wait_flags`


cdef struct found_t:
    # The features, and what some counts go by.
    uint8_t slots[SLOTS]
    uint64_t pungs              # kinds of pungs and kongs
    uint64_t seat_pung
    uint64_t round_pung
    int chow_set                # index of the multiset of chows


cdef inline void insert_chow(uint8_t* chows, int* count, int code) noexcept nogil:
    # Add a chow to ascending ones.
    cdef int at = count[0]
    while at > 0 and chows[at - 1] > code:
        chows[at] = chows[at - 1]
        at -= 1
    chows[at] = code
    count[0] += 1


cdef inline void order_chows(uint8_t* chows, int count) noexcept nogil:
    cdef int ordered = 0
    while ordered < count:
        insert_chow(chows, &ordered, chows[ordered])


cdef piece_info_t PIECES[PIECE_CODES]
cdef uint8_t CHOW_SLOTS[CHOW_SETS][2]
cdef uint8_t RANK_RANGE[512]            # ranks present -> the slot of the lowest and the highest
cdef uint8_t POPULATION[512]            # how many ranks
cdef uint8_t LONGEST_RUN[512]           # most in a row

cdef void make_chow_sets(int groups) noexcept
cdef void make_links(int groups, const int* order, const int64_t* points, uint16_t* plain,
                     uint16_t* joined) noexcept
cdef int wait_flags(const reading_t* reading) noexcept nogil
cdef void find_features(const subject_t* subject, const reading_t* reading,
                        found_t* found) noexcept nogil
cdef bint next_chow_set(uint8_t* chows, int* count, int most) noexcept
cdef int chow_set_of(const uint8_t* chows, int count) noexcept nogil
