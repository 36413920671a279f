"""Which pieces of readings the fans of a table cannot tell apart."""
from mahjong_fast.core.readings.group_walk cimport classes_t
from mahjong_fast.core.scoring.judge cimport job_t

cdef enum:
    FEW_WILD = 4            # fewer leave fewer readings than pieces to be compared

    WINDS_PART = 3          # of pieces, which have no part of all honours
    DRAGONS_PART = 4

    # What the fans ask of pieces, beside their sort and part.
    ASKS_ENDS = 1           # terminals and simples
    ASKS_STRAIGHTS = 2      # chows from 1, 4 and 7
    ASKS_HONOURS = 4        # the kinds of honours
    ASKS_FOURS = 8          # kinds of which there are four
    ASKS_WINNING = 16       # what the winning tile is
    ASKS_ALL = 32           # too much: no two pieces are alike
    ASKS_NOTHING = 64       # all readings are alike
    ASKS_USES = 128         # how many wild tiles are themselves: the tiles of their kinds


cdef int asked_of_pieces(object names) except -1
cdef bint find_classes(const job_t* job, classes_t* out) noexcept nogil
