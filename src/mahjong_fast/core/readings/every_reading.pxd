"""All readings of a hand under any rules, one by one, without Python objects.

    cdef reader_t reader
    reader_init(&reader)
    reader_open(&reader, &rules, &position)
    while reader_next(&reader) == 1:
        ...             # reader.form, reader.pieces[:reader.length], reader.counts
    reader_close(&reader)

`has_pair` tells whether the one piece that is a pair is the pair of a form. `reader_assign` tells
which tiles of the pieces are natural, where that is wanted.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from mahjong_fast.core.base.types cimport position_t, rules_t
from mahjong_fast.core.base.vocabulary cimport KINDS
from mahjong_fast.core.readings.group_walk cimport classes_t, walk_t
from mahjong_fast.core.readings.kind_choices cimport choice_t
from mahjong_fast.core.readings.pieces cimport MOST_PIECES, piece_t


cdef enum source_t:
    # Where the readings of a phase come from.
    FROM_NOTHING
    FROM_PIECES         # the pieces are a reading as they are
    FROM_CHOICE
    FROM_WALK


cdef struct reader_t:
    rules_t rules
    position_t position
    uint64_t allowed                # the kinds that a reading may show
    uint64_t wild_kinds             # of them, those that wildcards may be
    bint limits_kinds               # and these are not all, so that not all assignments will do
    bint looks_at_whole             # the rules want a reading to show something
    bint may_repeat                 # a reading may be found again with another use of the tiles

    # A *use* says what each tile that may be used in several ways is used as.
    int flexible                    # their number
    int8_t flexible_kinds[MOST_PIECES]
    int8_t uses[MOST_PIECES]        # 0, or the number of another use
    int8_t most_uses[MOST_PIECES]
    int wild_length
    int8_t wild_ids[KINDS]          # the kinds that are wild in the deal
    uint8_t counts[KINDS]           # the natural tiles of this use
    uint8_t total_limit[KINDS]
    int wild

    # A form is read in *phases*, for each use.
    int forms                       # those not begun yet
    int form                        # the one under way, or 0
    int phase
    source_t source
    int body                        # natural tiles of a knitted straight's body, a bit each
    walk_t walk
    choice_t choice
    uint64_t shown                  # by a form of single tiles, without what is chosen

    piece_t fixed[MOST_PIECES]      # the pieces that all readings of the phase have
    int fixed_length
    piece_t pieces[MOST_PIECES]     # the reading found last
    int length
    uint32_t ticks
    const classes_t* classes        # of pieces, where walks may leave out what is alike, or NULL


cdef void reader_init(reader_t* reader) noexcept nogil
cdef void reader_open(
    reader_t* reader, const rules_t* rules, const position_t* position
) noexcept nogil
cdef void reader_merge(reader_t* reader, const classes_t* classes) noexcept nogil
cdef void reader_close(reader_t* reader) noexcept nogil
cdef int reader_next(reader_t* reader) noexcept nogil
cdef int reader_count(reader_t* reader, bint looks, uint64_t* readings) noexcept nogil
cdef void reader_assign(const reader_t* reader, uint16_t* masks) noexcept nogil
cdef bint has_pair(int form) noexcept nogil
