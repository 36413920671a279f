"""How the look-up tables of a shape are laid out: the fields of their records, and where each lies.

A part (a suit, or the honours) is read in two keys, base-5 numbers of neighbouring counts with the
first kind lowest: `low` of its first four kinds, `high` of the others. `builder` makes the tables
and tells what they mean, `shape` keeps them.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mahjong_fast.core.tables.profile cimport extent_t

cdef enum:
    LOW_KINDS = 4
    LOW_KEYS = 625              # 5 ** LOW_KINDS

    # Fields of `sums[low key] + sums[high key]` of a part, and of the sum over the four parts. The
    # number is of the part's state; the rest adds up over a hand of at most 17 tiles.
    NUMBER_MASK = (1 << 22) - 1
    TILES_AT = 22               # 8 bits, so that even a row of 34 fours is seen to be too large
    # Above each of these fields a bit is free, for what is added to see whether it is large enough.
    PAIRS_AT = 30               # 4 bits: kinds held twice or more; pairs, where a quad is two
    PAIRED_AT = 35              # 5 bits: tiles that are in a pair or could be half of one
    ORPHANS_AT = 41             # 4 bits: kinds of terminals and honours held
    ORPHAN_PAIRS_AT = 46        # 4 bits: of those, the ones held twice or more

    # Where the parts' tables stand in `sums`.
    SUIT_LOW = 0
    SUIT_HIGH = 625
    HONOUR_LOW = 3750
    HONOUR_HIGH = 4375

    CLASSES = 512               # the length of a row of `joined`
    NOTHING = 0                 # the class of a part that has no group and no pair

    # Fields of a wait record. Those that add up over four parts: the fewest groups that cover the
    # part, and whether they are one or two fewer with the pair (never more, as the pair's two tiles
    # stood in two groups at the most). Then four masks: the kinds that leave the fewest groups as
    # they are, those that raise them by one at the most, and the same for those with the pair. Bits
    # that are free, and how many groups the pair saves.
    COVER_MASK = 31
    SAVES_AT = 5                # two fields of SAVES_BITS
    SAVES_BITS = 3
    SAVES_MASK = 63
    KEEP_G0_AT = 11
    KEEP_G1_AT = 29
    MASK_BITS = 9
    WAIT_MASK = 511
    NO_MASK_AT = 47
    SAVED_AT = 62
    MOST_SAVED = 2

    # A cover tells the same without the masks: the fewest groups, and above them one of these where
    # they are one or two fewer with the pair. Covers add up over four parts.
    COVER_BITS = 5
    SAVES_ONE = 1
    SAVES_TWO = 5
    COVERS = 1024               # sums of four are below

    # What is known of a part for each number of groups stands in the lanes of a word, that of no
    # group lowest. The highest bit of a lane is left free. Draws follow one another by excess, the
    # first word tells how many more there are.
    LANE_BITS = 10
    LEVELS_AT = 60


cdef struct draws_t:
    const uint32_t* of_state        # number of a state -> number of the first of its draws
    const uint64_t* words           # [number][pair] -> kinds that leave one less missing


cdef struct covers_t:
    const uint8_t* of_state[2]      # number of a state -> its cover, without and with the cap


cdef struct shape_t:
    int groups                      # the most groups of a hand
    int excess                      # the most copies beyond the physical ones told apart
    int classes                     # classes of parts, and of parts joined
    const uint64_t* sums            # key of a part -> what it adds to the part and the hand ...
    const uint64_t* sums_of_quads   # ... where four of a kind are two pairs
    const uint8_t* class_of_state   # number of a state -> class of the part
    const uint16_t* joined          # [class][CLASSES] -> class of both parts together
    const uint8_t* missing          # [groups][excess][class] -> missing tiles of the hand
    const uint8_t* profiles         # [class][pair][groups][excess] -> missing tiles
    const uint16_t* waits_of_state  # number of a state -> number of its wait records
    const uint64_t* capped_wait     # wait records where no kind may exceed four copies ...
    const uint64_t* uncapped_wait   # ... and where wildcards may be further copies
    # Words of lanes, a lane for each number of groups of a part.
    const uint64_t* lanes           # [class][excess][pair] -> missing tiles
    const uint64_t* rest_lanes      # [groups][class][excess][pair] -> those of what remains of them
    draws_t* draws                  # made when acceptance is first asked for
    covers_t* covers                # made when rows are first asked whether they win


cdef inline void copy_profile(
    const shape_t* shape, size_t part_class, const extent_t* extent, uint8_t* profile
) noexcept nogil:
    # As much of the profile of a class as the extent has.
    cdef int pair, groups, excess
    cdef const uint8_t* row
    for pair in range(2):
        for groups in range(extent.groups + 1):
            row = shape.profiles + (
                ((part_class * 2 + pair) * (shape.groups + 1) + groups) * (shape.excess + 1)
            )
            for excess in range(extent.excess + 1):
                profile[0] = row[excess]
                profile += 1
