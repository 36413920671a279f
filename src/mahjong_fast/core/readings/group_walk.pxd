"""A walk over the readings of one form of groups and pairs, without Python objects.

    cdef walk_t walk
    walk_open(&walk, counts, total_limit, wild, n, 1, True)
    while walk_next(&walk) == 1:
        ...             # walk.pieces[:walk.length]
    walk_close(&walk)

`walk_open_with` takes the terms of any such form; `every_reading` goes over all forms of the rules.

With `walk_merge` a walk finds only the first of the readings that are alike: that have as many
pieces of each class, and as many kinds of four tiles or more where these are counted.
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t

from mahjong_fast.core.base.memo cimport memo_t
from mahjong_fast.core.base.vocabulary cimport KINDS
from mahjong_fast.core.readings.pieces cimport piece_t

cdef enum:
    READINGS_MOST_GROUPS = 7
    WALK_MOST_PIECES = 9        # eight pairs and a single tile


cdef struct walk_terms_t:
    # What the readings of a walk are made of.
    uint8_t counts[KINDS]           # natural tiles; all are used
    uint8_t total_limit[KINDS]      # most tiles of a kind, or NO_LIMIT
    int wild                        # wildcards, all of which become tiles
    int groups
    int pairs
    int singles                     # natural tiles by themselves
    int runs                        # RUN_* bits: those that a group may be, beside a pung
    bint couples                    # groups are couples: neither pungs nor runs
    bint pairs_repeat               # whether two pairs may be of one kind
    int wild_in_chow                # most substituted tiles of a run, 0 to 3
    int wild_in_pung
    int wild_in_pair                # 0 to 2
    uint64_t pair_kinds
    # What wildcards may be. A walk sees to it in pungs and pairs. Of a run it only knows that no
    # more tiles are substituted than are of these kinds: `natural_tiles` has to tell the rest.
    uint64_t wild_kinds


cdef enum:
    # Sorts of pieces, for their classes; those of the runs of winds by the wind left out.
    SORT_RUN = 0                # a couple, in a walk of couples
    SORT_PUNG
    SORT_PAIR
    SORT_SINGLE
    SORT_WIND_RUN
    SORTS = SORT_WIND_RUN + 4

    CLASS_BITS = 6
    MOST_CLASSES = (1 << CLASS_BITS) - 1
    FOURS_AT = CLASS_BITS * WALK_MOST_PIECES    # in a summary, above the classes


cdef struct classes_t:
    # Which pieces are alike.
    uint8_t of_piece[KINDS][SORTS]  # 1 to MOST_CLASSES; runs of winds under the first wind
    bint count_fours                # kinds of four tiles or more matter, those of melds among them
    uint8_t melded[KINDS]           # tiles of melds, where they do


cdef struct place_t:
    # Where a walk stands: what is still to be placed ...
    int8_t kind
    int8_t groups
    int8_t pairs
    int8_t singles
    int8_t wild
    int8_t placed           # pieces so far
    int32_t code            # the next piece to try at this kind, or the next block of winds
    # ... the natural tiles that the chows begun below still owe ...
    int8_t due              # to this kind
    int8_t due_next         # to the next kind
    int8_t flexible         # to this kind or the next
    # ... the tiles of the pieces so far, substituted ones included ...
    int8_t here             # of this kind
    int8_t next             # of the next kind
    int8_t after            # of the one after it
    # ... and what begins at this kind.
    bint paired
    int8_t taken            # natural tiles in pungs, pairs and singles
    int8_t chows[4]         # chows by their natural tiles; couples, 3 for two
    uint64_t summary        # of the pieces so far: their classes in order, and the kinds of four


cdef struct block_t:
    # All that a reading has of winds.
    int8_t groups
    int8_t pairs
    int8_t wild
    int8_t length
    piece_t pieces[WALK_MOST_PIECES]


cdef struct walk_t:
    uint8_t counts[KINDS + 2]
    uint8_t total_limit[KINDS]
    uint8_t held_from[KINDS + 1]    # natural tiles of a kind and all above
    uint8_t needed_from[KINDS + 3]  # pieces that those tiles need at least
    int8_t most_wild_chow[KINDS]    # in a chow or couple that begins here, or -1 if none may
    int8_t most_wild_pung[KINDS]
    int8_t most_wild_pair[KINDS]
    bint limited                    # whether the number of tiles of a kind must be counted
    bint pairs_repeat               # whether two pairs may be of one kind
    bint couples
    bint has_wind_runs              # then winds are placed as one of the blocks
    block_t* blocks
    int blocks_length
    int blocks_size
    memo_t completions              # their number by place, or the kind where the first goes on
    const classes_t* classes        # of pieces, or NULL: all readings are told apart
    memo_t summaries                # to their numbers ...
    memo_t met                      # ... and the places where the walk has been with each
    place_t places[WALK_MOST_PIECES + 1]
    int depth                       # -1 when the walk is over
    piece_t pieces[WALK_MOST_PIECES]    # the reading found last
    int length


cdef void walk_init(walk_t* walk) noexcept nogil
cdef void walk_open(walk_t* walk, const uint8_t* counts, const uint8_t* total_limit, int wild,
                    int groups, int pairs, bint pairs_repeat) noexcept nogil
cdef void walk_open_with(walk_t* walk, const walk_terms_t* terms) noexcept nogil
cdef void walk_close(walk_t* walk) noexcept nogil
cdef void walk_merge(walk_t* walk, const classes_t* classes) noexcept nogil
cdef int walk_next(walk_t* walk) noexcept nogil
cdef uint64_t walk_count(walk_t* walk) noexcept nogil
cdef void assign_greedily(const piece_t* pieces, int length, const uint8_t* counts,
                          uint16_t* masks) noexcept nogil
