# optimize: speed
"""Fills the automaton: one state, one step, one join at a time, when it is first met.

Several threads may read while one fills. Rows of steps are there from the start, all zero; a
number is written to one only after what it stands for, and is then never changed. So readers need
no lock: they find the number, or 0, and then fill in themselves, behind the lock. When a pool is
full it stays so: whoever asked for more is told 0, and searches.
"""
from cpython.pythread cimport (
    PyThread_acquire_lock, PyThread_allocate_lock, PyThread_release_lock, WAIT_LOCK,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc
from libc.string cimport memcmp, memcpy, memset

from mahjong_fast.core.base.vocabulary cimport COPIES, COUNTS, HONOUR_KINDS, IMPOSSIBLE, SUIT_KINDS
from mahjong_fast.core.tables.layout cimport LOW_KEYS, LOW_KINDS, copy_profile, shape_t
from mahjong_fast.core.tables.profile cimport (
    MAX_PROFILE, MAX_STATE, MOST_GROUPS, OPEN_CHOWS, extent_t, first_state, join_profiles,
    profile_size, read_kind,
)

import threading

cdef enum:
    CELLS = OPEN_CHOWS * OPEN_CHOWS         # of a state, for each of its profile

# Of each symbol; as `symbol_of` makes them.
cdef uint8_t HELD_OF_SYMBOL[SYMBOLS]
cdef uint8_t CLOSED[SYMBOLS]


cdef void fill_symbols() noexcept nogil:
    cdef int held, closed
    for closed in range(COUNTS):
        for held in range(COUNTS - closed):
            HELD_OF_SYMBOL[symbol_of(held, closed)] = held
            CLOSED[symbol_of(held, closed)] = closed


fill_symbols()


# --- One for each number of groups ---------------------------------------------------------------

cdef automaton_t* of_groups[MOST_GROUPS + 1]    # what is made is kept for good
cdef object making = threading.Lock()


cdef automaton_t* get_automaton(const shape_t* shape) except NULL:
    with making:
        if of_groups[shape.groups] == NULL:
            of_groups[shape.groups] = make(shape)
        return of_groups[shape.groups]


cdef automaton_t* make(const shape_t* shape) except NULL:
    """Begin an automaton with the classes of a shape, each with the number one above its own."""
    cdef uint8_t profile[MAX_PROFILE]
    cdef uint8_t state[MAX_STATE]
    cdef int size, part_class, kinds_after
    cdef automaton_t* out = <automaton_t*> calloc(1, sizeof(automaton_t))
    if out == NULL:
        raise MemoryError
    out.extent = extent_t(groups=shape.groups, excess=shape.excess)
    size = profile_size(&out.extent)
    out.lock = PyThread_allocate_lock()
    make_reader(&out.suit, SUIT_KINDS, numbers(MOST_STATES * SYMBOLS))
    for kinds_after in range(2):
        out.suit.steps[SUIT_KINDS - 1 - kinds_after] = numbers(MOST_STATES * SYMBOLS)
    make_reader(&out.honours, HONOUR_KINDS, numbers(MOST_PROFILES * SYMBOLS))
    out.joined = numbers(MOST_PROFILES * MOST_PROFILES)
    if (
        out.lock == NULL or out.joined == NULL
        or not is_made(&out.suit) or not is_made(&out.honours)
        or not make_pool(&out.of_states, size * CELLS, size * CELLS, MOST_STATES)
        or not make_pool(&out.of_profiles, size, PROFILE_ROW, MOST_PROFILES)
    ):
        raise MemoryError
    out.profiles = out.of_profiles.rows
    memset(out.of_profiles.rows, UNKNOWN, PROFILE_ROW)
    for part_class in range(shape.classes):
        copy_profile(shape, part_class, &out.extent, profile)
        number_of(&out.of_profiles, profile)
    first_state(&out.extent, state)
    out.start = number_of(&out.of_states, state)
    out.start_of_honours = number_of_profile(out, state)
    return out


cdef void make_reader(part_reader_t* reader, int kinds, uint16_t* steps) noexcept:
    cdef int kind
    reader.kinds = kinds
    reader.low = numbers(LOW_KEYS * LOW_KEYS)
    for kind in range(kinds):
        reader.steps[kind] = steps


cdef bint is_made(const part_reader_t* reader) noexcept:
    cdef int kind
    for kind in range(reader.kinds):
        if reader.steps[kind] == NULL:
            return False
    return reader.low != NULL


cdef uint16_t* numbers(size_t size) noexcept nogil:
    """Zeros, which take no memory before they are written to."""
    return <uint16_t*> calloc(size, sizeof(uint16_t))


# --- Pools ---------------------------------------------------------------------------------------

cdef bint make_pool(pool_t* pool, size_t size, size_t row, size_t most) noexcept nogil:
    pool.size = size
    pool.row = row
    pool.most = most - 1
    pool.last_slot = 2 * most - 1
    pool.rows = <uint8_t*> calloc(most, row)
    pool.slots = numbers(2 * most)
    return pool.rows != NULL and pool.slots != NULL


cdef size_t number_of(pool_t* pool, const uint8_t* bytes) noexcept nogil:
    """The number of a row, a new one if it is new; 0 where there is no room for it."""
    cdef size_t slot = hash_of(bytes, pool.size) & pool.last_slot
    cdef size_t number = pool.slots[slot]
    while number:
        if memcmp(pool.rows + number * pool.row, bytes, pool.size) == 0:
            return number
        slot = (slot + 1) & pool.last_slot
        number = pool.slots[slot]
    if pool.used >= pool.most:
        publish_number(&pool.full, True)
        return 0
    pool.used += 1
    memcpy(pool.rows + pool.used * pool.row, bytes, pool.size)
    pool.slots[slot] = pool.used
    return pool.used


cdef size_t hash_of(const uint8_t* bytes, size_t size) noexcept nogil:
    cdef uint64_t mixed = size
    cdef uint32_t word
    cdef size_t at
    for at in range(size // sizeof(word)):          # sizes are multiples of four
        memcpy(&word, bytes + at * sizeof(word), sizeof(word))
        mixed = (mixed ^ word) * <uint64_t> 0x9E3779B97F4A7C15
        mixed ^= mixed >> 32
    return mixed


# --- Filling in ----------------------------------------------------------------------------------

cdef size_t learn_part(
    automaton_t* automaton, const part_reader_t* reader, const uint8_t* symbols
) noexcept nogil:
    cdef size_t number
    cdef int kind
    if load_number(&automaton.of_states.full) or load_number(&automaton.of_profiles.full):
        return 0
    PyThread_acquire_lock(automaton.lock, WAIT_LOCK)
    number = automaton.start if reader == &automaton.suit else automaton.start_of_honours
    for kind in range(reader.kinds):
        number = learn_step(automaton, reader, number, symbols[kind], kind)
        if kind == LOW_KINDS - 1:
            publish_number(low_cell(reader.low, symbols), number)
    PyThread_release_lock(automaton.lock)
    return number


cdef size_t learn_step(
    automaton_t* automaton, const part_reader_t* reader, size_t before, int symbol, int kind
) noexcept nogil:
    """What a state, or the profile of some honours, and a kind lead to."""
    cdef uint8_t first[MAX_STATE]
    cdef uint8_t after[MAX_STATE]
    cdef const uint8_t* state = first
    cdef bint suit = reader == &automaton.suit
    cdef int kinds_after = min(2, reader.kinds - 1 - kind) if suit else 0
    cdef size_t number
    if before == 0:
        return 0
    number = step_from(reader.steps[kind], before, symbol)
    if number == 0:
        if suit:
            state = automaton.of_states.rows + before * automaton.of_states.row
        else:
            open_profile(&automaton.extent, automaton.profiles + before * PROFILE_ROW, first)
        read_kind(
            &automaton.extent, state, after, HELD_OF_SYMBOL[symbol],
            COPIES - CLOSED[symbol], kinds_after,
        )
        if kinds_after:
            number = number_of(&automaton.of_states, after)
        else:
            number = number_of_profile(automaton, after)
        publish_number(&reader.steps[kind][before * SYMBOLS + symbol], number)
    return number


cdef void open_profile(
    const extent_t* extent, const uint8_t* profile, uint8_t* state
) noexcept nogil:
    """Make the state of which no chow is open, and the profile is this."""
    cdef int cell
    memset(state, IMPOSSIBLE, profile_size(extent) * CELLS)
    for cell in range(profile_size(extent)):
        state[cell * CELLS] = profile[cell]


cdef size_t number_of_profile(automaton_t* automaton, const uint8_t* state) noexcept nogil:
    """The number of the profile of a state in which no chow is open."""
    cdef uint8_t profile[MAX_PROFILE]
    cdef int cell
    for cell in range(profile_size(&automaton.extent)):
        profile[cell] = state[cell * CELLS]
    return number_of(&automaton.of_profiles, profile)


cdef uint16_t* low_cell(uint16_t* low, const uint8_t* symbols) noexcept nogil:
    """Where the first kinds of a part have what comes of them."""
    cdef size_t held = 0
    cdef size_t closed = 0
    cdef int kind
    for kind in range(LOW_KINDS - 1, -1, -1):
        held = COUNTS * held + HELD_OF_SYMBOL[symbols[kind]]
        closed = COUNTS * closed + CLOSED[symbols[kind]]
    return &low[closed * LOW_KEYS + held]


cdef size_t learn_join(automaton_t* automaton, size_t one, size_t other) noexcept nogil:
    cdef uint8_t both[MAX_PROFILE]
    cdef size_t number
    if one == 0 or other == 0 or load_number(&automaton.of_profiles.full):
        return 0
    PyThread_acquire_lock(automaton.lock, WAIT_LOCK)
    join_profiles(
        &automaton.extent, automaton.profiles + one * PROFILE_ROW,
        automaton.profiles + other * PROFILE_ROW, both,
    )
    number = number_of(&automaton.of_profiles, both)
    publish_number(&automaton.joined[one * MOST_PROFILES + other], number)
    publish_number(&automaton.joined[other * MOST_PROFILES + one], number)
    PyThread_release_lock(automaton.lock)
    return number


# --- What it has taken ---------------------------------------------------------------------------

def usage():
    """Return, for each number of groups that is in use, what its automaton holds.

    A tuple: states, profiles, and whether there is no room for more, so that hands may be searched.
    """
    cdef automaton_t* automaton
    cdef int groups
    found = {}
    for groups in range(MOST_GROUPS + 1):
        automaton = of_groups[groups]
        if automaton != NULL:
            found[groups] = (
                automaton.of_states.used, automaton.of_profiles.used,
                bool(automaton.of_states.full or automaton.of_profiles.full),
            )
    return found


def limit(int groups, *, size_t states=MOST_STATES - 1, size_t profiles=MOST_PROFILES - 1):
    """Set the budget of an automaton in use, which is for tests and benchmarks."""
    cdef automaton_t* automaton = of_groups[groups]
    automaton.of_states.most = min(states, <size_t> MOST_STATES - 1)
    automaton.of_profiles.most = min(profiles, <size_t> MOST_PROFILES - 1)
    publish_number(&automaton.of_states.full, False)
    publish_number(&automaton.of_profiles.full, False)
