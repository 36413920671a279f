"""The evaluator: a rule set, ready to be asked."""
from libc.stdint cimport int64_t, uint8_t, uint64_t

from mahjong_fast.core.base.position cimport deal_t
from mahjong_fast.core.base.types cimport hand_t, position_t
from mahjong_fast.core.distance.groups_and_pairs cimport search_t
from mahjong_fast.core.distance.restricted cimport variants_t
from mahjong_fast.core.distance.standard_form cimport search_memo_t
from mahjong_fast.core.tables.lookup cimport asked_t, rows_t


cdef struct memos_t:
    # What the searches of a call remember.
    search_memo_t parts
    search_t target


cdef class Evaluator:
    cdef object given           # the Rules; None for `standard` until they are asked for
    cdef readonly tuple wild_kinds
    cdef readonly str kernel
    cdef deal_t deal
    cdef bint is_plain_shape    # else only `nearest_form` answers
    cdef bint has_tables        # else only the search kernel answers
    cdef bint has_variants      # the tables tell win and distance of hands without melds
    cdef variants_t variants
    cdef bint has_bound         # the tables tell how few draws `nearest_form` need look for
    cdef asked_t tables         # for hands without melds
    cdef asked_t open_tables    # and with: no special form is open to them
    cdef readonly str void_suit
    cdef object scorer          # None until the first score is asked for

    cdef int prepare(self, int question) except -1
    cdef bint is_plain(self, const hand_t* hand) noexcept
    cdef bint is_plain_beside_melds(self, const hand_t* hand) noexcept
    cdef void set_limits(
        self, const position_t* position, uint8_t* natural_limit, uint8_t* total_limit
    ) noexcept nogil
    cdef bint is_capped(self) noexcept nogil
    cdef int spare(self, const position_t* position) noexcept nogil

    cdef int missing(self, const position_t* position, memos_t* memos) noexcept nogil
    cdef const asked_t* ask(self, const position_t* position) noexcept nogil
    cdef int missing_by_tables(self, const position_t* position, int spare) noexcept nogil
    cdef int missing_by_variants(
        self, const position_t* position, int spare, int most
    ) noexcept nogil
    cdef bint reads_closed(self, const position_t* position) noexcept nogil
    cdef void close(self, const position_t* position, uint8_t* closed) noexcept nogil
    cdef int missing_by_search(
        self, const position_t* position, int spare, memos_t* memos
    ) noexcept nogil
    cdef int missing_by_rules(
        self, const position_t* position, memos_t* memos
    ) noexcept nogil
    cdef int draws_by_rules(self, const position_t* position, memos_t* memos) noexcept nogil
    cdef const asked_t* looser(self, const position_t* position) noexcept nogil
    cdef int special_missing(
        self, const position_t* position, const uint8_t* natural_limit,
        const uint8_t* total_limit, int spare,
    ) noexcept nogil
    cdef int wins(self, const position_t* position, memos_t* memos) noexcept nogil
    cdef uint64_t waiting(
        self, const position_t* position, bint claimed, memos_t* memos
    ) noexcept nogil
    cdef int is_near(self, const position_t* position, memos_t* memos) noexcept nogil
    cdef uint64_t alike(self, const position_t* position, int kind) noexcept nogil
    cdef bint lies_apart(self, const position_t* position, int kind) noexcept nogil
    cdef uint64_t accepting(
        self, const position_t* position, memos_t* memos
    ) noexcept nogil
    cdef uint64_t accepting_by_tables(
        self, const position_t* position, int* missing
    ) noexcept nogil
    cdef bint is_searched(self, const position_t* position) noexcept nogil
    cdef uint64_t accepting_by_search(
        self, const position_t* position, int missing, memos_t* memos
    ) noexcept nogil

    cdef int ask_missing(self, const position_t* position) except -1
    cdef int ask_wins(self, const position_t* position) except -1
    cdef uint64_t ask_waits(self, const position_t* position, bint claimed) except? 0
    cdef dict accepted(self, const position_t* position, const int* left)
    cdef tuple after_discard(self, const position_t* after, const int* left)
    cdef object read(self, object hand, object wild, object claimed, str question)
    cdef bint place_to_read(
        self, object hand, object wild, object claimed, str question, position_t* out
    ) except -1

    cdef object answer(self, int question, object counts, object wild, object melds, object out)
    cdef Py_ssize_t answer_all(
        self, int question, const rows_t* rows, const uint8_t* melds, void* out
    ) noexcept nogil
    cdef Py_ssize_t answer_beside_melds(
        self, int question, const rows_t* rows, const uint8_t* melds, void* out
    ) noexcept nogil
    cdef Py_ssize_t answer_row(
        self, int question, const rows_t* rows, const uint8_t* melds, Py_ssize_t i,
        memos_t* memos, void* out,
    ) noexcept nogil
    cdef Py_ssize_t answer_one_by_one(
        self, int question, const rows_t* rows, const uint8_t* melds, void* out
    ) noexcept nogil
    cdef bint answer_one(
        self, int question, const position_t* position, memos_t* memos, void* out, Py_ssize_t i
    ) noexcept nogil
    cdef int explain(
        self, int question, Py_ssize_t row, object counts, object wild, object melds
    ) except -1
