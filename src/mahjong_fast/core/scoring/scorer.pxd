"""Scores: the best reading of a hand under a fan table."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from mahjong_fast.core.base.position cimport deal_t
from mahjong_fast.core.base.types cimport hand_t
from mahjong_fast.core.scoring.bounds cimport Bounds
from mahjong_fast.core.scoring.fan_table cimport FanTable, tally_t
from mahjong_fast.core.scoring.features cimport found_t
from mahjong_fast.core.scoring.judge cimport job_t, payment_t
from mahjong_fast.core.scoring.situation cimport situation_t
from mahjong_fast.core.tables.lookup cimport asked_t

cdef enum:
    FIELDS = 7                      # flags, four letters, flowers, dealer_streak


cdef enum:
    # Why a hand cannot be scored, beside the faults of `position`.
    WRONG_SIZE = 100
    MELDS_MISSING
    HONOUR_RUN
    NONE_OF_THE_RULES
    NOT_HELD
    NO_KONG
    ROBBED_COPY
    LAST_COPY
    WILD_WINNING
    FIRST_TURN_MELDS
    BAD_MELD
    BAD_SITUATION
    BAD_COUNT
    BAD_WINNING
    TOO_MANY_WILD


cdef struct scored_rows_t:
    # Hands and situations as arrays, row by row; a step of 0 is one value for all.
    const uint8_t* counts           # 34 a row
    const uint8_t* melds            # `meld_places` codes a row
    int meld_places
    const uint8_t* winning          # a kind, WILD, or 255
    const uint8_t* wild
    Py_ssize_t wild_step
    const uint8_t* fields           # of the situation: FIELDS a row
    Py_ssize_t field_step
    Py_ssize_t rows


cdef class Scorer:
    cdef readonly object rules
    cdef tuple made_from            # the arguments
    cdef FanTable fan_table
    cdef job_t blank                # what all hands share
    cdef asked_t waits_closed
    cdef asked_t waits_open
    cdef deal_t deal
    cdef int rules_groups
    cdef int copies
    cdef uint64_t over
    cdef bint needs_winning
    cdef bint is_appraised          # else the quicker kernels find all readings
    cdef asked_t groups_closed      # of groups and a pair alone, where their tables help
    cdef asked_t groups_open
    # What `[pay]` says.
    cdef int64_t unit
    cdef int64_t discarder_share
    cdef int64_t other_share
    cdef bint halves_others
    cdef int64_t drawn_share
    cdef int64_t robbed_share
    cdef int64_t dealer_factor
    cdef int64_t paid_by_each
    cdef bint flat_from_discarder
    cdef bint planned               # whether many wildcards are searched by plans
    cdef Bounds bounds              # None until a hand has wildcards enough to need them

    cdef void begin(self, job_t* job) noexcept nogil
    cdef int prepare(
        self, const hand_t* hand, const uint8_t* meld_codes, int melds,
        const situation_t* situation, job_t* job,
    ) noexcept nogil
    cdef bint read(self, object hand, object situation, bint any_tile, job_t* job) except -1
    cdef int count_left(self, const hand_t* hand, int* left) except -1
    cdef int refuse_untold(self) except -1
    cdef bint is_general(self) except -1
    cdef bint may_prefer_substitutes(self) except -1
    cdef bint is_coarse(self) except -1
    cdef int read_payment(self, object pay) except -1
    cdef void set_payment(self, const situation_t* situation, payment_t* out) noexcept nogil
    cdef int place(
        self, const hand_t* hand, const uint8_t* codes, int melds, job_t* job
    ) noexcept nogil
    cdef int refuse(self, const hand_t* hand, const uint8_t* codes, int melds,
                    const job_t* job) except -1
    cdef int ask_waits(self) except -1
    cdef bint run(self, job_t* job) except -1
    cdef int need_bounds(self, int wild) except -1
    cdef object score_again(self, object hand, object situation, object barred)
    cdef object made(self, object hand, object situation, const job_t* job)
    cdef Py_ssize_t score_rows(self, const scored_rows_t* rows, int32_t* out) noexcept nogil
    cdef int explain_row(self, const scored_rows_t* rows, Py_ssize_t row) except -1


cdef class Score:
    cdef readonly int64_t total_points
    cdef Scorer scorer
    cdef job_t job
    cdef readonly object hand
    cdef readonly object situation
    cdef object cached

    cdef int account(self, found_t* found, tally_t* tally) except -1
    cdef int find_natural(self, uint8_t* natural) except -1
    cdef tuple details(self)
    cdef tuple count_up(self)
