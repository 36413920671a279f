"""A fan table, compiled: features in, the fans that count and their total out."""
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

from mahjong_fast.core.scoring.features cimport CHOW_SETS, SLOTS, found_t

cdef extern from *:
    """
    #define TOTAL_END (1LL << 62)
    #define EASY_VALUE (1LL << 42)
    """
    int64_t TOTAL_END           # where totals stop: at this and below its negative none is told
    int64_t EASY_VALUE          # times points, which are a million at most, it is below TOTAL_END

cdef enum:
    MOST_TERMS = 128            # alternatives of all fans together
    FAN_WORDS = 2

    # How often a fan counts.
    ONCE = 0
    BY_FEATURE = 1
    BY_UNCOVERED_PUNGS = 2      # of terminals and honours
    BY_LINKS = 3                # relations between chows that close no ring

    # Pungs that a fan covers.
    COVERS_TERMINALS = 1
    COVERS_WINDS = 2
    COVERS_DRAGONS = 4
    COVERS_SEAT_WIND = 8
    COVERS_ROUND_WIND = 16
    COVERS_ONE_TERMINAL = 32

    # How fans combine.
    SUM = 0
    PRODUCT = 1
    POWER_OF_TWO = 2
    BEST = 3
    BASE_PLUS_SUM = 4


cdef struct fan_t:
    int64_t points
    int64_t flat                # what each payer pays beside the points
    int64_t each                # what every other player pays
    uint64_t excludes[FAN_WORDS]
    uint8_t count               # ONCE, ...
    uint8_t slot                # of the feature that it counts by
    uint8_t shift
    uint8_t mask
    uint8_t link                # the relation that it counts by
    uint8_t covers              # COVERS_* bits
    bint joins                  # it joins three chows
    bint apart                  # it is no part of the minimum, and no company for `alone`


cdef struct fan_table_t:
    uint64_t allowed[SLOTS][256][FAN_WORDS]  # the terms that a slot's value leaves possible
    fan_t fans[MOST_TERMS]
    int fan_count
    int term_count
    uint8_t fan_of_term[MOST_TERMS]
    uint64_t fan_terms[FAN_WORDS]       # the first terms of the fans; the others are further ones
    int alone                       # the fan that counts where no other does, or -1
    int combine
    int64_t base
    int64_t minimum
    int64_t cap                     # negative: none
    bint has_flat                   # some fan has an amount that is not multiplied
    bint has_links
    uint16_t plain_links[CHOW_SETS]
    uint16_t joined_links[CHOW_SETS]


cdef struct tally_t:
    # The fans of one reading, for who wants more than the total.
    int64_t total
    int64_t part                    # without the fans that are apart
    int64_t flat
    int64_t each
    uint64_t counted[FAN_WORDS]         # fans that count
    uint8_t count[MOST_TERMS]       # how often each counts
    uint8_t excluded_by[MOST_TERMS]     # the fan that excluded it, plus 1


cdef class FanTable:
    cdef fan_table_t* table
    cdef readonly int groups
    cdef readonly object scoring
    cdef readonly tuple fans
    cdef readonly tuple sets
    cdef readonly list terms        # the alternatives by number, None where one never holds
    cdef readonly bint is_slow      # some fan's condition is a Python function

    cdef int fill(self) except -1
    cdef int fill_term(self, int number, object term, object features) except -1
    cdef int fill_links(self) except -1

cdef void match(const fan_table_t* table, const found_t* found, uint64_t* hit) noexcept nogil
cdef int64_t total_of(const fan_table_t* table, const found_t* found, const uint64_t* hit,
                      tally_t* tally) noexcept nogil


cdef inline int64_t multiplied(int64_t value, int64_t factor) noexcept nogil:
    # A product, which stops at TOTAL_END and its negative; a factor of 0 still makes it 0.
    if -EASY_VALUE < value < EASY_VALUE or factor == 0:
        return value * factor
    if max(value, -value) > TOTAL_END // max(factor, -factor):
        return TOTAL_END if (value < 0) == (factor < 0) else -TOTAL_END
    return value * factor


cdef inline int64_t doubled(int64_t value, int64_t often) noexcept nogil:
    # A value that is not negative, doubled so often; it stops at TOTAL_END as well.
    if value == 0 or often <= 0:
        return value
    if often > 62 or value > TOTAL_END >> often:
        return TOTAL_END
    return value << often


cdef inline int64_t finished(const fan_table_t* table, int64_t value) noexcept nogil:
    # The total of what has been combined.
    if table.combine == POWER_OF_TWO:
        value = doubled(table.base, value)
    elif table.combine == BASE_PLUS_SUM:
        value += table.base
    if table.cap >= 0:
        value = min(value, table.cap)
    return value
