"""The table kernel: what a few look-ups tell of a hand.

A row is read into eight keys (src/keys.h); each part's keys give the number of its state, the
state's class, and what adds up over the hand; classes are joined, and the class of the hand gives
its missing tiles. Wildcards enter twice only: as `spare`, the number of tiles that may be copies
beyond the physical ones, and where missing tiles are compared with them.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from mahjong_fast._shape cimport (
    COVER_MASK, G1_AT, KEEP_G0_AT, KEEP_G1_AT, NUMBER_MASK, ODD_AT, ONCE_AT, ORPHAN_PAIRS_AT,
    ORPHANS_AT, PAIRS_AT, RAISE_G0_AT, RAISE_G1_AT, TILES_AT, TWICE_AT, WAIT_MASK, shape_t,
)
from mahjong_fast._types cimport KINDS, SUIT_KINDS

cdef extern from "keys.h" nogil:
    enum:
        KEYS
    int LOW_KEY(int part)
    int HIGH_KEY(int part)
    int read_keys(const uint8_t* counts, size_t rows, uint16_t* keys)
    void kinds_held(const uint8_t* counts, uint64_t* at_least)

cdef enum:
    BLOCK = 256                 # rows whose keys are made at once: they stay in the nearest cache
    PARTS = 4                   # three suits and the honours
    HONOURS = 3
    LOW_KINDS = 4
    SPECIAL_GROUPS = 4          # seven pairs and thirteen orphans are hands of 14 tiles
    COPIES = 4
    HONOUR_KINDS = 7
    IMPOSSIBLE = 127

cdef uint64_t ORPHANS = (
    1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | (<uint64_t> 1) << 26 | (<uint64_t> 127) << 27
)
cdef uint64_t ALL_KINDS = ((<uint64_t> 1) << KINDS) - 1

cdef int[5] POWERS = [1, 5, 25, 125, 625]
cdef int[5] TILES_OVER = [2, 0, 1, 1, 2]        # a question's hands are of 3n + so many tiles


cdef struct parts_t:
    uint64_t part[PARTS]        # number of the state, and its sums
    uint64_t total              # the sums over the hand
    int tiles


cdef struct classes_t:
    int part[PARTS]             # class of each part
    int rest[PARTS]             # class of the other parts together
    int hand                    # class of all of them


cdef inline const uint64_t* low_of(const shape_t* shape, int part) noexcept nogil:
    return shape.suit_low if part < HONOURS else shape.honour_low


cdef inline const uint64_t* high_of(const shape_t* shape, int part) noexcept nogil:
    return shape.suit_high if part < HONOURS else shape.honour_high


cdef inline void look_up(const shape_t* shape, const uint16_t* keys, parts_t* out) noexcept nogil:
    cdef int i
    out.total = 0
    for i in range(PARTS):
        out.part[i] = low_of(shape, i)[keys[LOW_KEY(i)]] + high_of(shape, i)[keys[HIGH_KEY(i)]]
        out.total += out.part[i]
    out.tiles = (out.total >> TILES_AT) & 255


cdef inline int class_of(const shape_t* shape, uint64_t part) noexcept nogil:
    return shape.class_of_state[part & NUMBER_MASK]


cdef inline int join(const shape_t* shape, int one, int other) noexcept nogil:
    return shape.joined[one * shape.classes + other]


cdef inline int class_of_hand(const shape_t* shape, const parts_t* parts) noexcept nogil:
    return join(
        shape,
        join(shape, class_of(shape, parts.part[0]), class_of(shape, parts.part[1])),
        join(shape, class_of(shape, parts.part[2]), class_of(shape, parts.part[3])),
    )


cdef inline void join_all(const shape_t* shape, const parts_t* parts, classes_t* out) noexcept nogil:
    cdef int i, first, last
    for i in range(PARTS):
        out.part[i] = class_of(shape, parts.part[i])
    first = join(shape, out.part[0], out.part[1])
    last = join(shape, out.part[2], out.part[3])
    out.rest[0] = join(shape, out.part[1], last)
    out.rest[1] = join(shape, out.part[0], last)
    out.rest[2] = join(shape, out.part[3], first)
    out.rest[3] = join(shape, out.part[2], first)
    out.hand = join(shape, first, last)


cdef inline const uint8_t* missing_of_class(
    const table_rules_t* rules, int groups, int spare
) noexcept nogil:
    """The row of `missing` for so many groups to find and tiles that may be excess copies."""
    cdef const shape_t* shape = rules.shape
    if rules.capped:
        spare = 0
    elif spare > shape.excess:
        spare = shape.excess
    return shape.missing + (groups * (shape.excess + 1) + spare) * shape.classes


cdef inline int seven_pairs_missing(const table_rules_t* rules, uint64_t total) noexcept nogil:
    cdef int pairs, singles
    if rules.quads_as_two_pairs:
        pairs = (total >> PAIRS_AT) & 15
        singles = (total >> ODD_AT) & 31
    else:
        pairs = (total >> TWICE_AT) & 15
        singles = (total >> ONCE_AT) & 31
    return 14 - 2 * pairs - min(singles, 7 - pairs)


cdef inline int thirteen_orphans_missing(uint64_t total) noexcept nogil:
    return 14 - <int> ((total >> ORPHANS_AT) & 15) - (((total >> ORPHAN_PAIRS_AT) & 15) != 0)


cdef inline int special_missing(const table_rules_t* rules, uint64_t total, int groups) noexcept nogil:
    """The least missing tiles of the forms that need the whole hand concealed."""
    cdef int missing = IMPOSSIBLE
    if groups == SPECIAL_GROUPS and rules.groups == SPECIAL_GROUPS:
        if rules.seven_pairs:
            missing = seven_pairs_missing(rules, total)
        if rules.thirteen_orphans:
            missing = min(missing, thirteen_orphans_missing(total))
    return missing


cdef inline int hand_missing(
    const table_rules_t* rules, const parts_t* parts, int groups, int spare
) noexcept nogil:
    cdef int missing = special_missing(rules, parts.total, groups)
    if rules.standard:
        missing = min(
            missing,
            <int> missing_of_class(rules, groups, spare)[class_of_hand(rules.shape, parts)],
        )
    return missing


cdef int table_missing(
    const table_rules_t* rules, const uint8_t* counts, int groups, int spare
) noexcept nogil:
    """The least missing tiles over the forms. The counts must be valid."""
    cdef uint16_t keys[KEYS]
    cdef parts_t parts
    read_keys(counts, 1, keys)
    look_up(rules.shape, keys, &parts)
    return hand_missing(rules, &parts, groups, spare)


cdef inline uint64_t kinds_that_pair(
    const table_rules_t* rules, const uint8_t* counts, uint64_t total
) noexcept nogil:
    """The kinds that leave one tile less missing for seven pairs."""
    cdef uint64_t at_least[4]
    cdef uint64_t pairing, starting
    cdef int pairs, singles
    kinds_held(counts, at_least)
    if rules.quads_as_two_pairs:
        pairing = (at_least[0] & ~at_least[1]) | (at_least[2] & ~at_least[3])
        starting = ~pairing & ~at_least[3]
        pairs = (total >> PAIRS_AT) & 15
        singles = (total >> ODD_AT) & 31
    else:
        pairing = at_least[0] & ~at_least[1]
        starting = ~at_least[0]
        pairs = (total >> TWICE_AT) & 15
        singles = (total >> ONCE_AT) & 31
    if pairs >= 7:
        return 0
    return (pairing | (starting if singles < 7 - pairs else 0)) & ALL_KINDS


cdef inline uint64_t kinds_that_orphan(const uint8_t* counts) noexcept nogil:
    """The kinds that leave one tile less missing for thirteen orphans."""
    cdef uint64_t at_least[4]
    kinds_held(counts, at_least)
    if at_least[1] & ORPHANS:
        return ORPHANS & ~at_least[0]
    return ORPHANS & ~at_least[1]


cdef inline uint64_t special_kinds(
    const table_rules_t* rules, const uint8_t* counts, uint64_t total, int groups, int missing
) noexcept nogil:
    """The kinds that leave fewer than `missing` tiles missing for a special form."""
    cdef uint64_t kinds = 0
    if groups == SPECIAL_GROUPS and rules.groups == SPECIAL_GROUPS:
        if rules.seven_pairs and seven_pairs_missing(rules, total) <= missing:
            kinds |= kinds_that_pair(rules, counts, total)
        if rules.thirteen_orphans and thirteen_orphans_missing(total) <= missing:
            kinds |= kinds_that_orphan(counts)
    return kinds


cdef inline uint64_t chosen_mask(uint64_t record, int slack, int keep_at, int raise_at) noexcept nogil:
    """The kinds of a record that `slack` more groups than the fewest leave room for."""
    if slack < 0:
        return 0
    return (record >> (keep_at if slack == 0 else raise_at)) & WAIT_MASK


cdef inline uint64_t standard_waits(
    const table_rules_t* rules, const parts_t* parts, int groups
) noexcept nogil:
    """Which kinds make the fewest covering groups, one part with the pair, fit the groups to find."""
    cdef const shape_t* shape = rules.shape
    cdef const uint64_t* records = shape.capped_wait if rules.capped else shape.uncapped_wait
    cdef uint64_t record[PARTS]
    cdef int saved[PARTS]       # groups that a part needs fewer when it holds the pair
    cdef int slack = groups
    cdef int most = 0
    cdef int second = 0
    cdef int i, others
    cdef uint64_t waits = 0
    for i in range(PARTS):
        record[i] = records[shape.waits_of_state[parts.part[i] & NUMBER_MASK]]
        slack -= record[i] & COVER_MASK
        saved[i] = <int> (record[i] & COVER_MASK) - <int> ((record[i] >> G1_AT) & COVER_MASK)
        if saved[i] > most:
            second = most
            most = saved[i]
        elif saved[i] > second:
            second = saved[i]
    if slack + most < 0:
        return 0
    for i in range(PARTS):
        others = second if saved[i] == most else most
        waits |= (
            chosen_mask(record[i], slack + others, KEEP_G0_AT, RAISE_G0_AT)
            | chosen_mask(record[i], slack + saved[i], KEEP_G1_AT, RAISE_G1_AT)
        ) << (9 * i)
    return waits


cdef inline uint64_t hand_waits(
    const table_rules_t* rules, const uint8_t* counts, const parts_t* parts, int wild, int groups
) noexcept nogil:
    cdef uint64_t waits = 0
    if rules.standard:
        waits = standard_waits(rules, parts, groups)
    return waits | special_kinds(rules, counts, parts.total, groups, wild + 1)


cdef uint64_t table_waits(
    const table_rules_t* rules, const uint8_t* counts, int wild, int groups
) noexcept nogil:
    """The natural kinds that complete a hand of 3 * groups + 1 tiles. The counts must be valid."""
    cdef uint16_t keys[KEYS]
    cdef parts_t parts
    read_keys(counts, 1, keys)
    look_up(rules.shape, keys, &parts)
    return hand_waits(rules, counts, &parts, wild, groups)


cdef inline int class_with(
    const shape_t* shape, const uint16_t* keys, int part, int kind, int tiles
) noexcept nogil:
    """The class of a part once the count of one of its kinds has changed by `tiles`."""
    cdef int low = keys[LOW_KEY(part)]
    cdef int high = keys[HIGH_KEY(part)]
    if kind < LOW_KINDS:
        low += tiles * POWERS[kind]
    else:
        high += tiles * POWERS[kind - LOW_KINDS]
    return class_of(shape, low_of(shape, part)[low] + high_of(shape, part)[high])


cdef inline uint64_t hand_acceptance(
    const table_rules_t* rules, const uint8_t* counts, const uint16_t* keys, const parts_t* parts,
    int wild, int groups,
) noexcept nogil:
    """The kinds of which a copy is left, beside those held, that lower the shanten."""
    cdef const shape_t* shape = rules.shape
    cdef int best = hand_missing(rules, parts, groups, wild)
    cdef uint64_t kinds = special_kinds(rules, counts, parts.total, groups, best)
    cdef const uint8_t* missing
    cdef const uint16_t* joined
    cdef classes_t classes
    cdef int i, kind
    if rules.standard:
        missing = missing_of_class(rules, groups, wild)
        join_all(shape, parts, &classes)
        for i in range(PARTS):
            joined = shape.joined + classes.rest[i] * shape.classes
            for kind in range(HONOUR_KINDS if i == HONOURS else SUIT_KINDS):
                if (
                    counts[SUIT_KINDS * i + kind] < COPIES
                    and missing[joined[class_with(shape, keys, i, kind, 1)]] < best
                ):
                    kinds |= (<uint64_t> 1) << (SUIT_KINDS * i + kind)
    return kinds


cdef inline void hand_discards(
    const table_rules_t* rules, const uint8_t* counts, const uint16_t* keys, const parts_t* parts,
    int wild, int groups, int8_t* out,
) noexcept nogil:
    """The shanten after each discard; NONE_HELD for the kinds that the hand does not hold."""
    cdef const shape_t* shape = rules.shape
    cdef const uint8_t* missing = missing_of_class(rules, groups, wild)
    cdef classes_t classes
    cdef int i, kind, tile, best
    if rules.standard:
        join_all(shape, parts, &classes)
    for i in range(PARTS):
        for kind in range(HONOUR_KINDS if i == HONOURS else SUIT_KINDS):
            tile = SUIT_KINDS * i + kind
            if counts[tile] == 0:
                out[tile] = NONE_HELD
                continue
            best = special_missing(rules, parts.total - sums_of(tile, counts[tile]), groups)
            if rules.standard:
                best = min(best, <int> missing[
                    join(shape, classes.rest[i], class_with(shape, keys, i, kind, -1))
                ])
            out[tile] = best - wild - 1


cdef inline uint64_t sums_of(int tile, int count) noexcept nogil:
    """What the sums over a hand lose with one of `count` tiles of a kind."""
    cdef uint64_t orphan = (ORPHANS >> tile) & 1
    cdef uint64_t lost = 0
    if count % 2:
        lost += (<uint64_t> 1) << ODD_AT
    else:
        lost += ((<uint64_t> 1) << PAIRS_AT) - ((<uint64_t> 1) << ODD_AT)
    if count == 1:
        lost += ((<uint64_t> 1) << ONCE_AT) + (orphan << ORPHANS_AT)
    elif count == 2:
        lost += ((<uint64_t> 1) << TWICE_AT) - ((<uint64_t> 1) << ONCE_AT)
        lost += orphan << ORPHAN_PAIRS_AT
    return lost


cdef Py_ssize_t answer_rows(
    int question, const table_rules_t* rules, const rows_t* rows, void* out
) noexcept nogil:
    """Answer a question for every row; return the first row that has no answer, or -1.

    `out` holds, a row each: uint8 for IS_WIN, int8 for SHANTEN, uint64 masks of kinds for WAITS and
    ACCEPTANCE, 34 int8 for DISCARD_SHANTEN.
    """
    cdef uint16_t keys[BLOCK * KEYS]
    cdef parts_t parts
    cdef const uint8_t* counts = rows.counts
    cdef const uint16_t* key
    cdef int most_tiles = 3 * rules.groups + 2
    cdef int wild, tiles, groups
    cdef Py_ssize_t first = 0
    cdef Py_ssize_t i, size
    while first < rows.rows:
        size = min(<Py_ssize_t> BLOCK, rows.rows - first)
        if read_keys(counts, size, keys):
            return first + first_over(counts, size)
        key = keys
        for i in range(first, first + size):
            look_up(rules.shape, key, &parts)
            wild = rows.wild[i * rows.wild_step]
            tiles = parts.tiles + wild
            groups = (tiles - 1) // 3
            if tiles > most_tiles:
                return i
            if question == IS_WIN:
                (<uint8_t*> out)[i] = (
                    tiles % 3 == 2 and hand_missing(rules, &parts, groups, wild) == wild
                )
            elif tiles % 3 == 0 or (question != SHANTEN and tiles % 3 != TILES_OVER[question]):
                return i
            elif question == SHANTEN:
                (<int8_t*> out)[i] = hand_missing(rules, &parts, groups, wild) - wild - 1
            elif question == WAITS:
                (<uint64_t*> out)[i] = hand_waits(rules, counts, &parts, wild, groups)
            elif question == ACCEPTANCE:
                (<uint64_t*> out)[i] = hand_acceptance(rules, counts, key, &parts, wild, groups)
            else:
                hand_discards(
                    rules, counts, key, &parts, wild, groups, (<int8_t*> out) + i * KINDS
                )
            counts += KINDS
            key += KEYS
        first += size
    return -1


cdef Py_ssize_t first_over(const uint8_t* counts, Py_ssize_t rows) noexcept nogil:
    """The first of the rows that holds a kind more than four times."""
    cdef Py_ssize_t i
    for i in range(rows * KINDS):
        if counts[i] > COPIES:
            return i // KINDS
    return 0
