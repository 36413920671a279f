# optimize: speed
"""The shapes that have tables: that of the standard rules as constants, others when first asked
for. What is built is kept, and shared by all threads.
"""
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.memo cimport memo_free, memo_get, memo_put, memo_t
from mahjong_fast.core.base.signals cimport give_up, interrupted
from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.base.vocabulary cimport (
    COPIES, COUNTS, HONOUR_KINDS, RUN_DRAGONS, RUN_SUIT, RUN_WINDS, SUIT_KINDS,
)
from mahjong_fast.core.tables.layout cimport (
    COVER_BITS, HONOUR_HIGH, HONOUR_LOW, LEVELS_AT, LOW_KEYS, LOW_KINDS, MOST_SAVED, NUMBER_MASK,
    SAVES_ONE, SAVES_TWO, SUIT_HIGH, SUIT_LOW, TILES_AT, covers_t, draws_t, shape_t,
)

import threading
from array import array

cdef extern from "standard_tables.h":
    const int standard_sizes[]
    const void* standard_tables[]

cdef enum:
    STANDARD_GROUPS = 4
    TABLES = 11
    HONOUR_HIGH_KEYS = 125      # three kinds
    SUIT_HIGH_KEYS = 3125       # five
    NO_CLASS = -1
    MOST_WORDS = 2 * 7          # of a state's draws, for each pair and excess


cdef class Tables:
    """The tables of a shape that was built, and what keeps them alive."""
    cdef shape_t shape
    cdef draws_t draws
    cdef covers_t covers
    cdef list arrays


cdef shape_t standard
cdef draws_t standard_draws
cdef covers_t standard_covers
cdef dict built = {}
cdef object building = threading.Lock()


cdef bint can_be_built(const rules_t* rules) noexcept nogil:
    # With some of the honour runs hands of five groups have more classes than fit a byte.
    return rules.runs in (RUN_SUIT, RUN_SUIT | RUN_WINDS | RUN_DRAGONS) or (
        rules.runs & RUN_SUIT and rules.groups <= STANDARD_GROUPS
    )


cdef const shape_t* get_shape(const rules_t* rules) except NULL:
    """Return the tables of the rules' groups and runs; hands of fewer groups share those of four.
    """
    cdef Tables tables
    cdef tuple key = (max(<int> STANDARD_GROUPS, rules.groups), rules.runs)
    if key == (STANDARD_GROUPS, RUN_SUIT):
        return &standard
    with building:
        if key not in built:
            built[key] = build_tables(key)
        tables = built[key]
    return &tables.shape


cdef Tables build_tables(tuple key):
    from mahjong_fast.core.tables.builder import TYPES, build

    cdef int sizes[3]
    cdef const void* pointers[TABLES]
    cdef Tables tables = Tables()
    cdef const uint8_t[::1] view
    codes = {"uint8_t": "B", "uint16_t": "H", "uint64_t": "Q"}
    made_sizes, made = build(*key)
    for i, size in enumerate(made_sizes):
        sizes[i] = size
    tables.arrays = []
    for i, (name, c_type) in enumerate(TYPES.items()):
        view = memoryview(array(codes[c_type], made[name])).cast("B")
        tables.arrays.append(view)
        pointers[i] = &view[0]
    fill(&tables.shape, sizes, pointers)
    tables.shape.draws = &tables.draws
    tables.shape.covers = &tables.covers
    return tables


cdef void fill(shape_t* shape, const int* sizes, const void** tables) noexcept:
    shape.sums = <const uint64_t*> tables[0]
    shape.sums_of_quads = <const uint64_t*> tables[1]
    shape.class_of_state = <const uint8_t*> tables[2]
    shape.joined = <const uint16_t*> tables[3]
    shape.missing = <const uint8_t*> tables[4]
    shape.profiles = <const uint8_t*> tables[5]
    shape.waits_of_state = <const uint16_t*> tables[6]
    shape.capped_wait = <const uint64_t*> tables[7]
    shape.uncapped_wait = <const uint64_t*> tables[8]
    shape.lanes = <const uint64_t*> tables[9]
    shape.rest_lanes = <const uint64_t*> tables[10]
    shape.groups = sizes[0]
    shape.excess = sizes[1]
    shape.classes = sizes[2]


fill(&standard, standard_sizes, standard_tables)
standard.draws = &standard_draws
standard.covers = &standard_covers


# --- Covers --------------------------------------------------------------------------------------
#
# Groups cover a part where all its tiles are in them, so that they miss as many tiles as they have
# slots beyond these.

cdef int need_covers(const shape_t* shape) except -1:
    """Make the covers of a shape unless they are there."""
    cdef uint8_t* covers
    cdef size_t states
    cdef bint made
    with building:
        if shape.covers.of_state[0] == NULL:
            states = number_of_states(shape)
            covers = <uint8_t*> calloc(2 * states, 1)
            with nogil:
                made = (
                    covers != NULL
                    and covers_of_part(shape, SUIT_LOW, SUIT_HIGH, SUIT_HIGH_KEYS, covers, states)
                    and covers_of_part(
                        shape, HONOUR_LOW, HONOUR_HIGH, HONOUR_HIGH_KEYS, covers, states
                    )
                )
            if not made:
                free(covers)
                give_up()
            shape.covers.of_state[0] = covers
            shape.covers.of_state[1] = covers + states
    return 0


cdef bint covers_of_part(
    const shape_t* shape, int low_at, int high_at, int high_keys, uint8_t* covers, size_t states
) noexcept nogil:
    """Note the covers of every state of a part, then those with the cap; False if interrupted."""
    cdef uint64_t sums
    cdef uint32_t ticks = 0
    cdef int low, high, part_class, tiles
    for high in range(high_keys):
        if interrupted(&ticks):
            return False
        for low in range(LOW_KEYS):
            sums = shape.sums[low_at + low] + shape.sums[high_at + high]
            tiles = sums >> TILES_AT & 255
            if tiles > 3 * shape.groups + 2:
                continue
            part_class = shape.class_of_state[sums & NUMBER_MASK]
            covers[sums & NUMBER_MASK] = cover(shape, part_class, tiles, shape.excess)
            covers[states + (sums & NUMBER_MASK)] = cover(shape, part_class, tiles, 0)
    return True


cdef uint8_t cover(const shape_t* shape, int part_class, int tiles, int excess) noexcept nogil:
    cdef int alone = fewest_groups(shape, part_class, tiles, excess, 0)
    cdef int with_pair = fewest_groups(shape, part_class, tiles, excess, 1)
    # Where only the pair leaves few enough groups, any number that is too large does without it.
    cdef int fewest = min(alone, with_pair + <int> MOST_SAVED)
    cdef int saved = fewest - with_pair
    return fewest | (SAVES_TWO if saved == 2 else SAVES_ONE * (saved == 1)) << COVER_BITS


cdef int fewest_groups(
    const shape_t* shape, int part_class, int tiles, int excess, int pair
) noexcept nogil:
    """The fewest groups that cover a part; one more than a hand has where none do."""
    cdef const uint8_t* missing = shape.profiles + (
        (part_class * 2 + pair) * (shape.groups + 1) * (shape.excess + 1) + excess
    )
    cdef int groups = 0
    while groups <= shape.groups and (
        missing[groups * (shape.excess + 1)] + tiles != 3 * groups + 2 * pair
    ):
        groups += 1
    return groups


# --- Draws ---------------------------------------------------------------------------------------
#
# The draws of a state tell what one more tile does to its profile: for every excess and pair a
# word, with the mask of the kinds that leave one less missing in the lane of every number of
# groups. More excess than changes anything is left out. Only acceptance asks for them, and they are
# made in less time than it takes to read them from a file.

cdef int need_draws(const shape_t* shape) except -1:
    """Make the draws of a shape unless they are there."""
    with building:
        if shape.draws.words == NULL:
            make_draws(shape)
    return 0


cdef struct making_t:
    const shape_t* shape
    uint32_t* of_state
    uint64_t* words
    size_t used                 # words in use ...
    size_t room                 # ... and those there is room for
    # What is known already, to be found again: words, chains of them, and where a chain stands.
    memo_t number_of_word
    memo_t number_of_chain
    memo_t place_of_chain


cdef int make_draws(const shape_t* shape) except -1:
    cdef making_t making
    cdef bint made
    memset(&making, 0, sizeof(making_t))
    making.shape = shape
    with nogil:
        making.of_state = <uint32_t*> calloc(number_of_states(shape), sizeof(uint32_t))
        made = (
            making.of_state != NULL
            and draws_of_part(&making, SUIT_LOW, SUIT_HIGH, SUIT_KINDS)
            and draws_of_part(&making, HONOUR_LOW, HONOUR_HIGH, HONOUR_KINDS)
        )
        memo_free(&making.number_of_word)
        memo_free(&making.number_of_chain)
        memo_free(&making.place_of_chain)
    if not made:
        free(making.of_state)
        free(making.words)
        give_up()
    shape.draws.of_state = making.of_state
    shape.draws.words = making.words
    return 0


cdef size_t number_of_states(const shape_t* shape) noexcept nogil:
    """The states of all parts, and as many as a row of too many tiles may read beyond them."""
    cdef size_t last = 0
    cdef size_t number
    cdef int low, high
    for low in range(LOW_KEYS):
        for high in range(HONOUR_HIGH_KEYS):
            number = (shape.sums[HONOUR_LOW + low] + shape.sums[HONOUR_HIGH + high]) & NUMBER_MASK
            last = max(last, number)
    return last + 1 + LOW_KEYS


cdef bint draws_of_part(making_t* making, int low_at, int high_at, int kinds) noexcept nogil:
    """Note the draws of every state of a part; False where that is given up."""
    cdef const shape_t* shape = making.shape
    cdef const uint64_t* lows = shape.sums + low_at
    cdef const uint64_t* highs = shape.sums + high_at
    cdef uint64_t before
    cdef uint64_t draws[MOST_WORDS]
    cdef uint64_t most_tiles = 3 * shape.groups + 2
    cdef int class_after[SUIT_KINDS]
    cdef int low, high, kind, words
    cdef int high_keys = HONOUR_HIGH_KEYS if kinds == HONOUR_KINDS else SUIT_HIGH_KEYS
    cdef int64_t place
    for high in range(high_keys):
        for low in range(LOW_KEYS):
            before = lows[low] + highs[high]
            if (before >> TILES_AT & 255) > most_tiles:
                continue
            for kind in range(kinds):
                class_after[kind] = NO_CLASS
            if (before >> TILES_AT & 255) < most_tiles:
                one_more(shape, lows, low, highs[high], LOW_KINDS, class_after)
                one_more(
                    shape, highs, high, lows[low], kinds - LOW_KINDS, class_after + LOW_KINDS
                )
            words = draws_of(
                shape, shape.class_of_state[before & NUMBER_MASK], class_after, kinds, draws
            )
            place = keep(making, draws, words)
            if place < 0:
                return False
            making.of_state[before & NUMBER_MASK] = place
    return True


cdef void one_more(
    const shape_t* shape, const uint64_t* sums, int key, uint64_t other, int kinds,
    int* class_after,
) noexcept nogil:
    """The classes of a part with one more tile of each kind of a key that is not held in full."""
    cdef int kind
    cdef int power = 1
    for kind in range(kinds):
        if key // power % COUNTS < COPIES:
            class_after[kind] = shape.class_of_state[(sums[key + power] + other) & NUMBER_MASK]
        power *= COUNTS


cdef int draws_of(
    const shape_t* shape, int class_before, const int* class_after, int kinds, uint64_t* draws
) noexcept nogil:
    """The words of a state's draws; returns their number."""
    cdef int words = 2 * (shape.excess + 1)
    cdef const uint64_t* before = shape.lanes + words * class_before
    cdef const uint64_t* after
    cdef int last = 0           # the word after which nothing changes
    cdef int kind, word
    memset(draws, 0, words * sizeof(uint64_t))
    for kind in range(kinds):
        if class_after[kind] != NO_CLASS:
            after = shape.lanes + words * class_after[kind]
            for word in range(words):
                # Lane by lane the difference is one tile or none.
                draws[word] |= before[word] - after[word] << kind
    for word in range(2, words):
        if draws[word] != draws[word - 2] or before[word] != before[word - 2]:
            last = word
    draws[0] |= <uint64_t> (last // 2) << LEVELS_AT
    return last // 2 * 2 + 2


cdef int64_t keep(making_t* making, const uint64_t* draws, int words) noexcept nogil:
    """The number of the draws, which are kept unless they are known; -1 given up."""
    cdef uint64_t chain = 0
    cdef uint64_t word_number
    cdef int64_t place
    cdef uint64_t* larger
    cdef int word
    for word in range(words):
        word_number = number_of(&making.number_of_word, draws[word], making.number_of_word.used)
        chain = number_of(
            &making.number_of_chain, chain << 32 | word_number, making.number_of_chain.used + 1
        )
    place = number_of(&making.place_of_chain, chain, making.used // 2)
    if (
        making.number_of_word.failed or making.number_of_chain.failed
        or making.place_of_chain.failed
    ):
        return -1
    if 2 * place == <int64_t> making.used:
        if making.used + words > making.room:
            making.room = 2 * making.room + MOST_WORDS
            larger = <uint64_t*> realloc(making.words, making.room * sizeof(uint64_t))
            if larger == NULL:
                return -1
            making.words = larger
        memcpy(making.words + making.used, draws, words * sizeof(uint64_t))
        making.used += words
    return place


cdef inline uint64_t number_of(memo_t* numbers, uint64_t key, uint64_t next_number) noexcept nogil:
    """The number of a key below 2**64 - 1, the next one where it has none yet."""
    cdef uint64_t number
    if memo_get(numbers, key + 1, &number):
        return number
    memo_put(numbers, key + 1, next_number)
    return next_number
