"""The automaton that reads a part of a hand, whatever copies lie in melds or are wild.

A kind of a part is a *symbol*: how many tiles of it are held, and how many are *closed*, which are
those that the hand can never hold as natural tiles: they lie in melds, or are wildcards. A part is
read kind by kind; steps between states, and joins of profiles, are filled in when they are first
met, and shared by all threads.
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from mahjong_fast.core.base.vocabulary cimport SUIT_KINDS
from mahjong_fast.core.tables.layout cimport shape_t
from mahjong_fast.core.tables.profile cimport extent_t

cdef extern from *:
    """
    #include <stdint.h>
    /* A number is published after what it is the number of. */
    #ifdef _MSC_VER
    #include <intrin.h>
    #if defined(_M_ARM64)
    #define number_fence() __dmb(_ARM64_BARRIER_ISH)
    #else
    #define number_fence() _ReadWriteBarrier()
    #endif
    static inline uint16_t load_number(const uint16_t* at) {
        uint16_t number = *(const volatile uint16_t*)at; number_fence(); return number; }
    static inline void publish_number(uint16_t* at, uint16_t number) {
        number_fence(); *(volatile uint16_t*)at = number; }
    #else
    static inline uint16_t load_number(const uint16_t* at) {
        return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
    static inline void publish_number(uint16_t* at, uint16_t number) {
        __atomic_store_n(at, number, __ATOMIC_RELEASE); }
    #endif
    """
    uint16_t load_number(const uint16_t* at) nogil
    void publish_number(uint16_t* at, uint16_t number) nogil

cdef enum:
    SYMBOLS = 16                # of a row of steps: 15 ways to hold and close four copies, and one
    PROFILE_ROW = 96            # bytes

    # The memory budget, in what there can be of each: 53 MB where rules of four groups and of five
    # are asked to the full.
    MOST_STATES = 1 << 15
    MOST_PROFILES = 1 << 10

    UNKNOWN = 255               # the missing tiles of what the budget leaves out


cdef struct pool_t:
    # Different rows of bytes, numbered from 1 as they come. They never move.
    size_t size                 # bytes of a row that tell it from others ...
    size_t row                  # ... and from one row to the next
    size_t most
    size_t used                 # the last number
    uint16_t full               # whether one had no place
    uint8_t* rows
    uint16_t* slots             # a hash table of numbers
    size_t last_slot


cdef struct part_reader_t:
    # The steps that read a part: the first kinds at once, the others one by one.
    int kinds
    uint16_t* low               # [closed low key][held low key] -> what the first kinds lead to
    uint16_t* steps[SUIT_KINDS]     # of each kind: [number before][symbol] -> number after


cdef struct automaton_t:
    # Numbers of states and profiles; 0 is what has not been met, or has no place. A suit goes from
    # state to state, and with its last kind to its profile; honours go from profile to profile,
    # since without chows it is all that there is to a state. Steps of kinds that have as many kinds
    # after them as a chow may need are the same.
    extent_t extent
    part_reader_t suit
    part_reader_t honours
    uint16_t* joined            # [profile][profile] -> profile
    const uint8_t* profiles     # [profile][PROFILE_ROW]: [pair][groups][excess] -> missing tiles
    # What is behind the lock.
    void* lock
    pool_t of_states
    pool_t of_profiles
    size_t start                # the state, and the profile, of nothing read
    size_t start_of_honours


# The automaton of a shape whose only runs are those of suits. It is kept for good.
cdef automaton_t* get_automaton(const shape_t* shape) except NULL

# With the lock: what fills in what is missing, and tells 0 where there is no room.
cdef size_t learn_part(
    automaton_t* automaton, const part_reader_t* reader, const uint8_t* symbols
) noexcept nogil
cdef size_t learn_join(automaton_t* automaton, size_t one, size_t other) noexcept nogil


cdef inline uint8_t symbol_of(uint8_t held, uint8_t closed) noexcept nogil:
    # One more held is one more, one less is one less.
    return held + (
        (<uint8_t> -(closed > 0) & 5) + (<uint8_t> -(closed > 1) & 4)
        + (<uint8_t> -(closed > 2) & 3) + (<uint8_t> -(closed > 3) & 2)
    )


cdef inline size_t step_from(const uint16_t* steps, size_t number, uint8_t symbol) noexcept nogil:
    return load_number(&steps[number * SYMBOLS + symbol])


cdef inline size_t join_numbers(automaton_t* automaton, size_t one, size_t other) noexcept nogil:
    cdef size_t number = load_number(&automaton.joined[one * MOST_PROFILES + other])
    return number if number else learn_join(automaton, one, other)
