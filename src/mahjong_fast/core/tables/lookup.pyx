# optimize: speed
"""The table kernel: what a few look-ups tell of a hand.

A row is read into eight keys (src/keys.h); each part's keys give the number of its state, the
state's class, and what adds up over the hand; classes are joined, and the class of the hand gives
its missing tiles. Wildcards enter twice only: as `spare`, the number of tiles that may be copies
beyond the physical ones, and where missing tiles are compared with them.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, COPIES, FORM_SEVEN_PAIRS, FORM_THIRTEEN_ORPHANS, FORM_TILES, HONOUR_PART, IMPOSSIBLE,
    KINDS, NO_LIMIT, ORPHAN_MASK, PARTS, SPECIAL_GROUPS, SUITS, SUIT_KINDS, SUIT_KINDS_MASK,
)
from mahjong_fast.core.tables.automaton cimport (
    PROFILE_ROW, UNKNOWN, automaton_t, join_numbers, learn_part, load_number, part_reader_t,
    step_from, symbol_of,
)
from mahjong_fast.core.tables.keys cimport (
    HIGH_KEY, KEYS, KEY_OF_KIND, LOW_KEY, STEP_OF_KIND, kinds_over, kinds_over_in_both,
    kinds_with_bit, read_keys,
)
from mahjong_fast.core.tables.layout cimport (
    CLASSES, COVERS, COVER_BITS, COVER_MASK, HONOUR_HIGH, HONOUR_LOW, KEEP_G0_AT, KEEP_G1_AT,
    LANE_BITS, LEVELS_AT, LOW_KEYS, LOW_KINDS, MASK_BITS, MOST_SAVED, NOTHING, NO_MASK_AT,
    NUMBER_MASK, ORPHANS_AT, ORPHAN_PAIRS_AT, PAIRED_AT, PAIRS_AT, SAVED_AT, SAVES_AT, SAVES_BITS,
    SAVES_MASK, SAVES_ONE, SAVES_TWO, SUIT_HIGH, SUIT_LOW, TILES_AT, WAIT_MASK, copy_profile,
    draws_t, shape_t,
)
from mahjong_fast.core.tables.profile cimport (
    MAX_PROFILE, MOST_GROUPS, extent_t, join_profiles, profile_size,
)

cdef enum:
    SHIFT_BITS = 8              # of one of the two shifts of a wait record
    SAVED_SHIFT = 4             # both take 1 << SAVED_SHIFT bits

    LANE_MASK = (1 << (LANE_BITS - 1)) - 1

    # What lifts a field of the sums to the bit above it.
    ENOUGH_PAIRS = 1 << 4
    ENOUGH_PAIRED = 1 << 5
    ENOUGH_ORPHANS = 1 << 4

    ONE_OVER = 0x12492          # bit t: t is 3n + 1
    TWO_OVER = 0x24924          # bit t: t is 3n + 2

# Terminals and honours, a bit each.

cdef uint64_t PAIRS_ARE_ENOUGH = (
    <uint64_t> ENOUGH_PAIRS << PAIRS_AT | <uint64_t> ENOUGH_PAIRED << PAIRED_AT
)
cdef uint64_t ORPHANS_ARE_ENOUGH = <uint64_t> ENOUGH_ORPHANS << ORPHANS_AT

# The shifts of a hand that waits for nothing.
cdef uint64_t NO_WAIT = NO_MASK_AT * <uint64_t> 0x10101010101


# The missing tiles of seven pairs where it is no form and where it is, by the sums of pairs and of
# tiles in pairs: the halves of what can be paired, and a tile for each further pair.
cdef uint8_t PAIRS_MISSING[2][PAIRS_SUMS]

# The groups that four parts need by the sum of their covers, one with the pair that saves most.
cdef uint8_t NEEDED[COVERS]


cdef void fill_constants() noexcept nogil:
    cdef int i, saves
    for i in range(PAIRS_SUMS):
        PAIRS_MISSING[0][i] = IMPOSSIBLE
        PAIRS_MISSING[1][i] = max(
            0, max(14 - (i >> PAIRED_AT - PAIRS_AT & 31), 7 - (i & 15))
        )
    for i in range(COVERS):
        saves = i >> COVER_BITS
        NEEDED[i] = max(
            0, (i & COVER_MASK) - (2 if saves >= SAVES_TWO else <int> (saves >= SAVES_ONE))
        )


fill_constants()


cdef struct parts_t:
    uint64_t state[PARTS]           # number of each part's state
    uint64_t sums                   # over the hand
    size_t tiles                    # wildcards included
    size_t wild


cdef void make_ready(
    const shape_t* shape, const rules_t* rules, bint whole, asked_t* out
) noexcept nogil:
    """Make the rules ready for hands without melds (`whole`), or for hands with some."""
    cdef bint capped = rules.max_copies != NO_LIMIT
    cdef int i
    out.shape = shape[0]
    out.automaton = NULL
    out.groups = rules.groups
    out.sums = shape.sums_of_quads if rules.quads_as_two_pairs else shape.sums
    out.most_tiles = 3 * rules.groups + 2
    for i in range(MOST_TILES + 1):
        out.at_groups[i] = i // 3 * (shape.excess + 1) * shape.classes
        out.rest_lanes[i] = shape.rest_lanes + (
            2 * (shape.excess + 1) * <size_t> shape.classes * min((i - 1) // 3, rules.groups)
        )
        out.at_spare[i] = 0 if capped else min(i, shape.excess) * shape.classes
    out.most_spare = 0 if capped else shape.excess
    out.waits = shape.capped_wait if capped else shape.uncapped_wait
    out.special_tiles = IMPOSSIBLE
    if whole and rules.groups == SPECIAL_GROUPS:
        out.special_tiles = 3 * SPECIAL_GROUPS + 1
    out.pairs_missing = PAIRS_MISSING[(rules.forms & FORM_SEVEN_PAIRS) != 0]
    out.orphans_base = 0 if rules.forms & FORM_THIRTEEN_ORPHANS else IMPOSSIBLE
    out.capped = capped
    for i in range(MOST_TILES + 2):
        out.room[i] = i // 3 if i % 3 == 2 else -1
    for i in range(MOST_TILES + 1):
        out.enough[i] = 0
        if out.special_tiles != IMPOSSIBLE and i <= FORM_TILES:
            if rules.forms & FORM_SEVEN_PAIRS:
                out.enough[i] |= <uint64_t> (ENOUGH_PAIRS - 7 + i) << PAIRS_AT
                out.enough[i] |= <uint64_t> (ENOUGH_PAIRED - 14 + i) << PAIRED_AT
            if rules.forms & FORM_THIRTEEN_ORPHANS:
                out.enough[i] |= <uint64_t> (ENOUGH_ORPHANS - 13 + i) << ORPHANS_AT
    out.quads_as_two_pairs = rules.quads_as_two_pairs


cdef inline void look_up(
    const uint64_t* sums, const uint16_t* keys, int wild, parts_t* out
) noexcept nogil:
    cdef uint64_t m = sums[SUIT_LOW + keys[LOW_KEY(0)]] + sums[SUIT_HIGH + keys[HIGH_KEY(0)]]
    cdef uint64_t p = sums[SUIT_LOW + keys[LOW_KEY(1)]] + sums[SUIT_HIGH + keys[HIGH_KEY(1)]]
    cdef uint64_t s = sums[SUIT_LOW + keys[LOW_KEY(2)]] + sums[SUIT_HIGH + keys[HIGH_KEY(2)]]
    cdef uint64_t h = sums[HONOUR_LOW + keys[LOW_KEY(3)]] + sums[HONOUR_HIGH + keys[HIGH_KEY(3)]]
    out.state[0] = m & NUMBER_MASK
    out.state[1] = p & NUMBER_MASK
    out.state[2] = s & NUMBER_MASK
    out.state[3] = h & NUMBER_MASK
    out.sums = m + p + s + h
    out.tiles = wild + ((out.sums >> TILES_AT) & 255)
    out.wild = wild


cdef inline size_t class_of(const shape_t* shape, uint64_t state) noexcept nogil:
    return shape.class_of_state[state]


cdef inline size_t join(const shape_t* shape, size_t one, size_t other) noexcept nogil:
    return shape.joined[one * CLASSES + other]


cdef inline size_t class_of_hand(const shape_t* shape, const parts_t* parts) noexcept nogil:
    return join(
        shape,
        join(shape, class_of(shape, parts.state[0]), class_of(shape, parts.state[1])),
        join(shape, class_of(shape, parts.state[2]), class_of(shape, parts.state[3])),
    )


cdef inline void join_others(
    const shape_t* shape, const parts_t* parts, size_t* rest
) noexcept nogil:
    """For each part, find the class of the other parts together."""
    cdef size_t m = class_of(shape, parts.state[0])
    cdef size_t p = class_of(shape, parts.state[1])
    cdef size_t s = class_of(shape, parts.state[2])
    cdef size_t h = class_of(shape, parts.state[3])
    cdef size_t mp = join(shape, m, p)
    cdef size_t sh = join(shape, s, h)
    rest[0] = join(shape, p, sh)
    rest[1] = join(shape, m, sh)
    rest[2] = join(shape, mp, h)
    rest[3] = join(shape, mp, s)


cdef inline const uint8_t* missing_of_class(
    const asked_t* asked, size_t tiles, size_t wild
) noexcept nogil:
    return asked.shape.missing + (asked.at_groups[tiles] + asked.at_spare[wild])


cdef inline int thirteen_orphans_missing(const asked_t* asked, uint64_t sums) noexcept nogil:
    cdef int orphans = (sums >> ORPHANS_AT) & 15
    cdef bint pair = ((sums >> ORPHAN_PAIRS_AT) & 15) != 0
    return asked.orphans_base + 14 - orphans - pair


cdef inline int hand_missing(const asked_t* asked, const parts_t* parts) noexcept nogil:
    """The least missing tiles over the forms, the standard one among them.

    A hand of 3n tiles is asked for n groups and a pair as well, of which it is always missing more
    tiles than it has wildcards: it does not win.
    """
    cdef int missing = missing_of_class(asked, parts.tiles, parts.wild)[
        class_of_hand(&asked.shape, parts)
    ]
    if parts.tiles >= asked.special_tiles:
        missing = min(missing, seven_pairs_missing(asked, parts.sums))
        # Seldom so many orphans: a test that is nearly always false costs less than the answer.
        if <int> ((parts.sums >> ORPHANS_AT) & 15) + missing > asked.orphans_base + 13:
            missing = min(missing, thirteen_orphans_missing(asked, parts.sums))
    return missing


cdef inline bint hand_wins(
    const asked_t* asked, const uint8_t* covers, const parts_t* parts
) noexcept nogil:
    """Whether some form has all tiles: no class is needed for that."""
    cdef int cover = (
        covers[parts.state[0]] + covers[parts.state[1]] + covers[parts.state[2]]
        + covers[parts.state[3]]
    )
    cdef uint64_t enough = parts.sums + asked.enough[parts.wild]
    cdef bint won = (           # no branch between them: either is hard to foresee
        (NEEDED[cover] <= asked.room[parts.tiles])
        | (enough & PAIRS_ARE_ENOUGH == PAIRS_ARE_ENOUGH)
    )
    if enough & ORPHANS_ARE_ENOUGH:         # seldom
        won |= thirteen_orphans_missing(asked, parts.sums) == <int> parts.wild
    return won


cdef inline uint64_t kinds_that_pair(
    const asked_t* asked, const uint8_t* counts, uint64_t sums
) noexcept nogil:
    """The kinds that leave one tile less missing for seven pairs."""
    cdef int paired = (sums >> PAIRED_AT) & 31
    cdef int pairs = (sums >> PAIRS_AT) & 15
    # With fewer pairs and singles than seven, kinds that begin a pair too: all that lack a half, or
    # two. The counts' lowest bit tells the former; of those up to four, the third tells the others.
    cdef bint few = paired - pairs < 7
    cdef uint64_t all_if_few = -<uint64_t> few
    if asked.quads_as_two_pairs:
        return (kinds_with_bit(counts, 2 * few) ^ all_if_few) & ALL_KINDS
    return (kinds_over(counts, 0) | all_if_few) & ~kinds_over(counts, 1) & ALL_KINDS


cdef inline uint64_t kinds_that_orphan(const uint8_t* counts) noexcept nogil:
    """The kinds that leave one tile less missing for thirteen orphans."""
    cdef uint64_t twice = kinds_over(counts, 1)
    return ORPHAN_MASK & ~(kinds_over(counts, 0) if twice & ORPHAN_MASK else twice)


cdef inline uint64_t special_kinds(
    const asked_t* asked, const uint8_t* counts, const parts_t* parts, int missing
) noexcept nogil:
    """The kinds that leave fewer than `missing` tiles missing for a special form."""
    cdef uint64_t kinds, reached
    if parts.tiles < asked.special_tiles:
        return 0
    # All bits or none, since a branch would be hard to foresee.
    reached = -<uint64_t> (seven_pairs_missing(asked, parts.sums) <= missing)
    kinds = kinds_that_pair(asked, counts, parts.sums) & reached
    if (                        # the first is nearly always false
        <int> ((parts.sums >> ORPHANS_AT) & 15) + missing > asked.orphans_base + 12
        and thirteen_orphans_missing(asked, parts.sums) <= missing
    ):
        kinds |= kinds_that_orphan(counts)
    return kinds


# How far the wait record of a part is shifted, two shifts for each number of groups it may save: to
# the kinds that leave room where another part has the pair, and to those where itself has it. By
# the room without a pair, and by what the parts save. Looked up, since comparing would mean
# branches that are hard to foresee.
cdef uint64_t SHIFTS[COVER_MASK + 1 + MOST_GROUPS][SAVES_MASK + 1]


cdef void fill_shifts() noexcept nogil:
    cdef int slack, by_one, by_two, saved, most, second, others
    cdef uint64_t* shifts
    for slack in range(-COVER_MASK, MOST_GROUPS + 1):
        for by_two in range(PARTS + 1):
            for by_one in range(PARTS + 1 - by_two):
                most = 2 if by_two else by_one > 0
                second = 2 if by_two > 1 else by_one > (by_two == 0)
                shifts = &SHIFTS[COVER_MASK + slack][by_two << SAVES_BITS | by_one]
                shifts[0] = 0
                for saved in range(MOST_SAVED + 1):
                    others = second if saved == most else most
                    shifts[0] |= (
                        shift_of(KEEP_G0_AT, slack + others)
                        | shift_of(KEEP_G1_AT, slack + saved) << SHIFT_BITS
                    ) << (saved << SAVED_SHIFT)


cdef uint64_t shift_of(int mask_at, int slack) noexcept nogil:
    return NO_MASK_AT if slack < 0 else mask_at if slack == 0 else mask_at + MASK_BITS


fill_shifts()


cdef inline uint64_t standard_waits(const asked_t* asked, const parts_t* parts) noexcept nogil:
    """Which kinds let the fewest covering groups, one part with the pair, fit those to find."""
    cdef uint64_t record[PARTS]
    cdef uint64_t total = 0
    cdef uint64_t shifts, shift
    cdef uint64_t waits = 0
    cdef int i, slack
    for i in range(PARTS):
        record[i] = asked.waits[asked.shape.waits_of_state[parts.state[i]]]
        total += record[i]
    slack = asked.room[parts.tiles + 1] - <int> (total & COVER_MASK)
    shifts = SHIFTS[slack + COVER_MASK][total >> SAVES_AT & SAVES_MASK]
    if shifts == NO_WAIT:
        return 0
    for i in range(PARTS):
        shift = shifts >> (record[i] >> SAVED_AT << SAVED_SHIFT)
        waits |= (
            (record[i] >> (shift & 63) | record[i] >> (shift >> SHIFT_BITS & 63)) & WAIT_MASK
        ) << (SUIT_KINDS * i)
    return waits


cdef inline uint64_t hand_waits(
    const asked_t* asked, const uint8_t* counts, const parts_t* parts
) noexcept nogil:
    return standard_waits(asked, parts) | special_kinds(
        asked, counts, parts, <int> parts.wild + 1
    )


cdef inline uint64_t each_lane(uint64_t number) noexcept nogil:
    return number * <uint64_t> 0x4010040100401


cdef inline uint64_t any_lane(uint64_t lanes) noexcept nogil:
    """What some lane holds."""
    lanes |= lanes >> 3 * LANE_BITS
    return (lanes | lanes >> LANE_BITS | lanes >> 2 * LANE_BITS) & LANE_MASK


cdef struct shares_t:
    # How a part and the rest of a hand can share the pair, the groups and the excess.
    const uint64_t* draws       # of the part, by pair: the first excess, if any
    const uint64_t* own         # missing tiles of the part, by pair
    const uint64_t* others      # of the rest, groups backwards, all excess, by what pair it leaves


cdef inline uint64_t lowering_kinds(
    const shares_t* shares, size_t excess, uint64_t missing
) noexcept nogil:
    """The kinds that leave a part one less missing in a share that attains what is missing.

    `missing` is that of the hand, in every lane beside the lane's highest bit, from which no share
    takes less: so that bit stays where a share takes nothing more.
    """
    cdef const uint64_t* own = shares.own + 2 * excess
    cdef const uint64_t* others = shares.others - 2 * excess
    cdef uint64_t alone = (missing - own[0] - others[0]) & each_lane(LANE_MASK + 1)
    cdef uint64_t with_pair = (missing - own[1] - others[1]) & each_lane(LANE_MASK + 1)
    alone -= alone >> (LANE_BITS - 1)
    with_pair -= with_pair >> (LANE_BITS - 1)
    return any_lane(
        shares.draws[2 * excess] & alone | shares.draws[2 * excess + 1] & with_pair
    )


cdef inline uint64_t standard_acceptance(
    const asked_t* asked, const parts_t* parts, int missing_of_hand
) noexcept nogil:
    """The kinds of which one more tile leaves the standard form fewer than `missing_of_hand`.

    A part shares the pair, the groups and the excess with the rest of the hand. Where such a share
    attains what is missing, the kinds that leave one less missing for the part leave the hand one
    less; and no draw leaves it more than one less.
    """
    cdef const shape_t* shape = &asked.shape
    cdef const draws_t* draws = shape.draws
    cdef shares_t shares[PARTS]
    cdef size_t rest[PARTS]
    cdef size_t words = 2 * (shape.excess + 1)
    cdef size_t spare = min(<int> parts.wild, asked.most_spare)
    cdef const uint64_t* rest_lanes = asked.rest_lanes[parts.tiles] + 2 * spare
    cdef uint64_t missing = each_lane(missing_of_hand + LANE_MASK + 1)
    cdef uint64_t levels = 0
    cdef uint64_t kinds = 0
    cdef size_t excess
    cdef int i
    join_others(shape, parts, rest)
    for i in range(PARTS):
        shares[i].draws = draws.words + 2 * <size_t> draws.of_state[parts.state[i]]
        shares[i].own = shape.lanes + words * class_of(shape, parts.state[i])
        shares[i].others = rest_lanes + words * rest[i]
        levels |= shares[i].draws[0]
        kinds |= lowering_kinds(&shares[i], 0, missing) << (SUIT_KINDS * i)
    if levels >> LEVELS_AT and spare:
        for i in range(PARTS):
            for excess in range(1, min(spare, <size_t> (shares[i].draws[0] >> LEVELS_AT)) + 1):
                kinds |= lowering_kinds(&shares[i], excess, missing) << (SUIT_KINDS * i)
    return kinds


cdef inline uint64_t hand_acceptance(
    const asked_t* asked, const uint8_t* counts, const parts_t* parts
) noexcept nogil:
    """The kinds of which a copy is left, beside those held, that lower the shanten."""
    cdef int missing = hand_missing(asked, parts)
    return standard_acceptance(asked, parts, missing) | special_kinds(
        asked, counts, parts, missing
    )


cdef struct dropping_t:
    # What the loss of a tile in a key leads to.
    const uint64_t* sums        # of the key, those with one tile less a power of 5 before
    uint64_t other              # the sums of the part's other key
    const uint16_t* joined      # class of the part -> class of the hand


cdef inline void prepare_drops(
    const asked_t* asked, const uint16_t* keys, const parts_t* parts, dropping_t* out
) noexcept nogil:
    """For the keys of each part, low and high."""
    cdef size_t rest[PARTS]
    cdef const uint64_t* low
    cdef const uint64_t* high
    cdef const uint16_t* joined
    cdef int i
    join_others(&asked.shape, parts, rest)
    for i in range(PARTS):
        low = asked.sums + (HONOUR_LOW if i == HONOUR_PART else SUIT_LOW) + keys[LOW_KEY(i)]
        high = asked.sums + (HONOUR_HIGH if i == HONOUR_PART else SUIT_HIGH) + keys[HIGH_KEY(i)]
        joined = asked.shape.joined + rest[i] * CLASSES
        out[2 * i] = dropping_t(low, high[0], joined)
        out[2 * i + 1] = dropping_t(high, low[0], joined)


cdef inline void pairs_after_discard(
    const asked_t* asked, const parts_t* parts, uint8_t* out
) noexcept nogil:
    """The missing tiles of seven pairs without a tile of a kind that is held so many times."""
    cdef uint64_t without = parts.sums - ((<uint64_t> 1) << PAIRED_AT)
    if parts.tiles < asked.special_tiles:
        memset(out, IMPOSSIBLE, COPIES + 1)
        return
    out[1] = out[3] = seven_pairs_missing(asked, without)
    out[2] = out[4] = seven_pairs_missing(asked, without - ((<uint64_t> 1) << PAIRS_AT))
    if not asked.quads_as_two_pairs:
        out[3] = out[4] = seven_pairs_missing(asked, parts.sums)


cdef inline void hand_discards(
    const asked_t* asked, const uint8_t* counts, const uint16_t* keys, const parts_t* parts,
    int8_t* out,
) noexcept nogil:
    """The shanten after each discard; NONE_HELD for the kinds that the hand does not hold."""
    cdef const uint8_t* missing = missing_of_class(asked, parts.tiles, parts.wild)
    cdef const uint8_t* class_of_state = asked.shape.class_of_state
    cdef const dropping_t* dropping
    cdef dropping_t of_key[2 * PARTS]
    cdef uint8_t of_pairs[COPIES + 1]
    cdef uint64_t rest = kinds_over(counts, 0)
    cdef uint64_t state
    cdef int kind, after
    prepare_drops(asked, keys, parts, of_key)
    pairs_after_discard(asked, parts, of_pairs)
    memset(out, NONE_HELD, KINDS)
    while rest:
        kind = lowest_bit(rest)
        rest &= rest - 1
        dropping = &of_key[KEY_OF_KIND[kind]]
        state = (dropping.sums[-STEP_OF_KIND[kind]] + dropping.other) & NUMBER_MASK
        after = missing[dropping.joined[class_of_state[state]]]
        out[kind] = min(after, <int> of_pairs[counts[kind]]) - <int> parts.wild - 1
    if parts.tiles >= asked.special_tiles:
        # Seldom: of so many orphans, a discard leaves one tile more missing at the most.
        if thirteen_orphans_missing(asked, parts.sums) <= hand_missing(asked, parts):
            orphans_after_discard(asked, counts, parts, out)


cdef void orphans_after_discard(
    const asked_t* asked, const uint8_t* counts, const parts_t* parts, int8_t* out
) noexcept nogil:
    """Lower the shanten after each discard to that of thirteen orphans."""
    cdef uint64_t after
    cdef int kind, missing
    for kind in range(KINDS):
        if counts[kind] == 0:
            continue
        after = parts.sums
        if ORPHAN_MASK >> kind & 1:
            if counts[kind] == 1:
                after -= (<uint64_t> 1) << ORPHANS_AT
            elif counts[kind] == 2:
                after -= (<uint64_t> 1) << ORPHAN_PAIRS_AT
        missing = thirteen_orphans_missing(asked, after)
        out[kind] = min(<int> out[kind], missing - <int> parts.wild - 1)


# ---------------------------------------------------------------------------------------------
# One hand
# ---------------------------------------------------------------------------------------------

cdef int table_missing(
    const asked_t* asked, const uint8_t* counts, int wild, int spare
) noexcept nogil:
    """The least missing tiles over the forms, `spare` of them excess copies at the most.

    The counts must be valid, and the hand of 3n + 1 or 3n + 2 tiles.
    """
    cdef uint16_t keys[KEYS]
    cdef parts_t parts
    read_keys(counts, 1, keys)
    look_up(asked.sums, keys, wild, &parts)
    parts.wild = min(spare, <int> MOST_TILES)
    return hand_missing(asked, &parts)


# --- Beside melds --------------------------------------------------------------------------------
#
# Copies that lie in melds, or are wild, are *closed*: the hand never holds them as natural tiles. A
# part that has some is read by the automaton; a part that has none has a class, which is a profile
# of the automaton as well. What the automaton has no room for is UNKNOWN.

cdef struct beside_t:
    # A hand that is asked beside closed copies.
    const uint8_t* counts       # natural tiles ...
    const uint16_t* keys
    const uint8_t* closed       # ... and closed copies of each kind ...
    const uint16_t* closed_keys
    uint8_t* symbols            # ... and the symbol of both
    uint16_t* number            # profiles of the parts
    size_t cell                 # of a profile: the groups to find, the pair and the excess


cdef inline size_t cell_of(const asked_t* asked, size_t tiles, int spare) noexcept nogil:
    cdef const shape_t* shape = &asked.shape
    return (
        (shape.groups + 1 + (tiles - 1) // 3) * (shape.excess + 1) + min(spare, asked.most_spare)
    )


cdef inline bint has_closed(const uint16_t* closed_keys, int i) noexcept nogil:
    return (closed_keys[LOW_KEY(i)] | closed_keys[HIGH_KEY(i)]) != 0


cdef inline uint16_t number_of_class(size_t part_class) noexcept nogil:
    return part_class + 1


cdef void read_numbers(
    const asked_t* asked, Py_ssize_t hands, const parts_t* parts, const uint8_t* symbols,
    const uint16_t* keys, const uint16_t* closed_keys, uint16_t* numbers,
) noexcept nogil:
    """Find the profiles of the parts of up to ROWS_BESIDE hands, PARTS each.

    First the classes of all parts, then those with closed copies, again and by the automaton: which
    they are is hard to foresee, and read one after the other they do not wait for each other.
    """
    cdef uint8_t closed_parts[ROWS_BESIDE * PARTS]
    cdef Py_ssize_t number_closed = 0
    cdef Py_ssize_t hand, at
    cdef int i
    for hand in range(hands):
        for i in range(PARTS):
            numbers[hand * PARTS + i] = number_of_class(
                class_of(&asked.shape, parts[hand].state[i])
            )
            closed_parts[number_closed] = hand * PARTS + i
            number_closed += has_closed(closed_keys + hand * KEYS, i)
    for at in range(number_closed):
        hand = closed_parts[at] // PARTS
        i = closed_parts[at] % PARTS
        numbers[closed_parts[at]] = read_part(
            asked.automaton, symbols + hand * KINDS, keys + hand * KEYS,
            closed_keys + hand * KEYS, i,
        )


cdef inline const part_reader_t* reader_of(automaton_t* automaton, int i) noexcept nogil:
    return &automaton.honours if i == HONOUR_PART else &automaton.suit


cdef inline const uint16_t* low_place(
    const part_reader_t* reader, const uint16_t* keys, const uint16_t* closed_keys, int i
) noexcept nogil:
    return reader.low + (LOW_KEYS * <size_t> closed_keys[LOW_KEY(i)] + keys[LOW_KEY(i)])


cdef inline size_t read_part(
    automaton_t* automaton, const uint8_t* symbols, const uint16_t* keys,
    const uint16_t* closed_keys, int i,
) noexcept nogil:
    cdef const part_reader_t* reader = reader_of(automaton, i)
    cdef size_t number = load_number(low_place(reader, keys, closed_keys, i))
    cdef int kind
    symbols += SUIT_KINDS * i
    for kind in range(LOW_KINDS, reader.kinds):
        number = step_from(reader.steps[kind], number, symbols[kind])
    return number if number else learn_part(automaton, reader, symbols)


cdef inline int missing_of_number(
    const asked_t* asked, const beside_t* hand, size_t number
) noexcept nogil:
    return asked.automaton.profiles[number * PROFILE_ROW + hand.cell]


cdef inline int missing_beside(const asked_t* asked, const beside_t* hand) noexcept nogil:
    """The least missing tiles of the standard form, or UNKNOWN."""
    cdef automaton_t* automaton = asked.automaton
    return missing_of_number(asked, hand, join_numbers(
        automaton,
        join_numbers(automaton, hand.number[0], hand.number[1]),
        join_numbers(automaton, hand.number[2], hand.number[3]),
    ))


cdef inline void join_other_numbers(
    automaton_t* automaton, const uint16_t* number, size_t* rest
) noexcept nogil:
    """For each part, find the profile of the other parts together."""
    cdef size_t mp = join_numbers(automaton, number[0], number[1])
    cdef size_t sh = join_numbers(automaton, number[2], number[3])
    rest[0] = join_numbers(automaton, number[1], sh)
    rest[1] = join_numbers(automaton, number[0], sh)
    rest[2] = join_numbers(automaton, mp, number[3])
    rest[3] = join_numbers(automaton, mp, number[2])


cdef int missing_after(
    const asked_t* asked, const beside_t* hand, int change, uint64_t kinds, uint8_t* after
) noexcept nogil:
    """The least missing tiles, and those with a tile more (1) or less (-1) of each of some kinds.

    UNKNOWN where one of them is. The others of `after` are as they were.
    """
    cdef automaton_t* automaton = asked.automaton
    cdef size_t rest[PARTS]
    cdef size_t numbers[SUIT_KINDS]
    cdef int i, kind, missing
    cdef uint64_t of_part
    cdef int unknown = 0
    join_other_numbers(automaton, hand.number, rest)
    missing = missing_of_number(asked, hand, join_numbers(automaton, hand.number[0], rest[0]))
    for i in range(PARTS):
        of_part = kinds >> SUIT_KINDS * i & WAIT_MASK
        if has_closed(hand.closed_keys, i):
            read_changes(automaton, hand, i, change, of_part, numbers)
        else:
            look_up_changes(asked, hand, i, change, of_part, numbers)
        while of_part:
            kind = lowest_bit(of_part)
            of_part &= of_part - 1
            after[SUIT_KINDS * i + kind] = missing_of_number(
                asked, hand, join_numbers(automaton, numbers[kind], rest[i])
            )
            unknown |= after[SUIT_KINDS * i + kind] == UNKNOWN
    return UNKNOWN if unknown else missing


cdef inline void read_changes(
    automaton_t* automaton, const beside_t* hand, int i, int change, uint64_t kinds, size_t* out
) noexcept nogil:
    """The profiles of a part with closed copies, read again from the kind that changes."""
    cdef const part_reader_t* reader = reader_of(automaton, i)
    cdef const uint8_t* symbols = hand.symbols + SUIT_KINDS * i
    cdef const uint16_t* low = low_place(reader, hand.keys, hand.closed_keys, i)
    cdef uint8_t changed[SUIT_KINDS]
    cdef size_t before[SUIT_KINDS]
    cdef size_t number
    cdef int kind, at
    before[LOW_KINDS] = load_number(low)
    for kind in range(LOW_KINDS, reader.kinds - 1):
        before[kind + 1] = step_from(reader.steps[kind], before[kind], symbols[kind])
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if kind < LOW_KINDS:
            number = load_number(low + change * STEP_OF_KIND[kind])
            at = LOW_KINDS
        else:
            number = step_from(reader.steps[kind], before[kind], symbols[kind] + change)
            at = kind + 1
        for at in range(at, reader.kinds):
            number = step_from(reader.steps[at], number, symbols[at])
        if number == 0:
            memcpy(changed, symbols, reader.kinds)
            changed[kind] += change
            number = learn_part(automaton, reader, changed)
        out[kind] = number


cdef inline void look_up_changes(
    const asked_t* asked, const beside_t* hand, int i, int change, uint64_t kinds, size_t* out
) noexcept nogil:
    """The profiles of a part without closed copies."""
    cdef const uint64_t* low = asked.sums + hand.keys[LOW_KEY(i)]
    cdef const uint64_t* high = asked.sums + hand.keys[HIGH_KEY(i)]
    cdef uint64_t state
    cdef Py_ssize_t step
    cdef int kind
    low += HONOUR_LOW if i == HONOUR_PART else SUIT_LOW
    high += HONOUR_HIGH if i == HONOUR_PART else SUIT_HIGH
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        step = change * STEP_OF_KIND[kind]
        state = low[step] + high[0] if kind < LOW_KINDS else low[0] + high[step]
        out[kind] = number_of_class(class_of(&asked.shape, state & NUMBER_MASK))


cdef inline uint64_t kinds_to_draw(const beside_t* hand) noexcept nogil:
    """Those of which there is a copy that is not held and not closed."""
    return ALL_KINDS & ~kinds_over_in_both(hand.counts, hand.closed, COPIES - 1)


cdef inline uint64_t accepted_beside(
    const asked_t* asked, const beside_t* hand, const parts_t* parts, int* missing
) noexcept nogil:
    """The kinds that leave fewer tiles missing; where they are not known, `missing` is UNKNOWN."""
    cdef uint8_t after[KINDS]
    cdef uint64_t rest = kinds_to_draw(hand)
    cdef uint64_t kinds
    cdef int kind
    missing[0] = missing_after(asked, hand, 1, rest, after)
    if missing[0] == UNKNOWN:
        return 0
    missing[0] = min(missing[0], special_missing(asked, parts))
    kinds = special_kinds(asked, hand.counts, parts, missing[0])
    while rest:
        kind = lowest_bit(rest)
        rest &= rest - 1
        kinds |= <uint64_t> (after[kind] < missing[0]) << kind
    return kinds


cdef inline int special_missing(const asked_t* asked, const parts_t* parts) noexcept nogil:
    if parts.tiles < asked.special_tiles:
        return IMPOSSIBLE
    return min(
        seven_pairs_missing(asked, parts.sums), thirteen_orphans_missing(asked, parts.sums)
    )


cdef inline void find_numbers(
    const asked_t* asked, const parts_t* parts, beside_t* hand, int spare
) noexcept nogil:
    """Find the profiles of one hand's parts."""
    read_symbols(hand.counts, hand.closed, KINDS, hand.symbols)
    read_numbers(asked, 1, parts, hand.symbols, hand.keys, hand.closed_keys, hand.number)
    hand.cell = cell_of(asked, parts.tiles, spare)


cdef inline bint doubtful_covers(const beside_t* hand) noexcept nogil:
    """Whether the fewest groups that cover the tiles may need a copy that is closed.

    They hold a natural tile each, so that wildcards fill kinds near those held only.
    """
    return (kinds_over(hand.closed, 0) & near(kinds_over(hand.counts, 0))) != 0


cdef inline uint64_t near(uint64_t kinds) noexcept nogil:
    """The kinds that a group may hold beside some of these, and perhaps some of the next suit."""
    cdef uint64_t suits = kinds & SUIT_KINDS_MASK
    suits |= suits << 1 | suits >> 1
    suits |= suits << 1 | suits >> 1
    return kinds | suits & SUIT_KINDS_MASK


cdef inline bint wins_beside(
    const asked_t* asked, const parts_t* parts, beside_t* hand, bint won, int* missing
) noexcept nogil:
    """Whether a hand wins beside its melds, where it does (`won`) or not without regard to them.

    Copies in melds limit only what is substituted. `missing` is UNKNOWN where the answer is.
    """
    missing[0] = IMPOSSIBLE
    if not (won and parts.wild and asked.capped and doubtful_covers(hand)):
        return won
    missing[0] = UNKNOWN
    if asked.automaton != NULL:
        find_numbers(asked, parts, hand, 0)
        missing[0] = missing_beside(asked, hand)
    return missing[0] == <int> parts.wild


cdef inline uint64_t waits_beside(
    const asked_t* asked, const parts_t* parts, beside_t* hand, int* missing
) noexcept nogil:
    """The kinds that let a hand win beside its melds; where `missing` is UNKNOWN, perhaps fewer."""
    cdef uint8_t after[KINDS]
    cdef uint64_t waits = hand_waits(asked, hand.counts, parts) & kinds_to_draw(hand)
    cdef uint64_t in_doubt = waits
    cdef int kind
    missing[0] = IMPOSSIBLE
    if not (waits and parts.wild and asked.capped):
        return waits
    if not doubtful_covers(hand):
        in_doubt &= near(kinds_over(hand.closed, 0))
    if not in_doubt:
        return waits
    missing[0] = UNKNOWN
    if asked.automaton != NULL:
        find_numbers(asked, parts, hand, 0)
        missing[0] = missing_after(asked, hand, 1, in_doubt, after)
    if missing[0] == UNKNOWN:
        return waits
    while in_doubt:
        kind = lowest_bit(in_doubt)
        in_doubt &= in_doubt - 1
        waits ^= <uint64_t> (after[kind] != parts.wild) << kind
    return waits


cdef struct alone_t:
    # What a hand that is asked alone is read into.
    uint8_t symbols[KINDS]
    uint16_t keys[KEYS]
    uint16_t closed_keys[KEYS]
    uint16_t numbers[PARTS]
    parts_t parts
    beside_t hand


cdef inline bint read_alone(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, alone_t* out
) noexcept nogil:
    """Make one hand ready to be asked; False where it has too many copies of a kind."""
    if have_over(counts, closed, KINDS):
        return False
    read_keys(counts, 1, out.keys)
    read_keys(closed, 1, out.closed_keys)
    look_up(asked.sums, out.keys, wild, &out.parts)
    out.hand.counts = counts
    out.hand.keys = out.keys
    out.hand.closed = closed
    out.hand.closed_keys = out.closed_keys
    out.hand.symbols = out.symbols
    out.hand.number = out.numbers
    return True


cdef int table_missing_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int spare
) noexcept nogil:
    """The least missing tiles of the standard form beside closed copies, or UNKNOWN."""
    cdef alone_t alone
    if not read_alone(asked, counts, closed, wild, &alone):
        return UNKNOWN
    find_numbers(asked, &alone.parts, &alone.hand, spare)
    return missing_beside(asked, &alone.hand)


cdef uint64_t table_acceptance_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int spare,
    int* missing,
) noexcept nogil:
    """The natural kinds that lower the shanten of a hand of 3n + 1 tiles beside closed copies.

    `missing` is the least over the forms, UNKNOWN where the kinds are not known.
    """
    cdef alone_t alone
    missing[0] = UNKNOWN
    if not read_alone(asked, counts, closed, wild, &alone):
        return 0
    find_numbers(asked, &alone.parts, &alone.hand, spare)
    return accepted_beside(asked, &alone.hand, &alone.parts, missing)


cdef bint table_wins_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int* missing
) noexcept nogil:
    """Whether a hand of 3n + 2 tiles wins beside its melds; `missing` is UNKNOWN where that is."""
    cdef alone_t alone
    missing[0] = UNKNOWN
    if not read_alone(asked, counts, closed, wild, &alone):
        return False
    return wins_beside(
        asked, &alone.parts, &alone.hand, hand_missing(asked, &alone.parts) == wild, missing
    )


cdef uint64_t table_waits_beside(
    const asked_t* asked, const uint8_t* counts, const uint8_t* closed, int wild, int* missing
) noexcept nogil:
    """The natural kinds that complete a hand of 3n + 1 tiles beside its melds.

    Where `missing` is UNKNOWN, perhaps fewer.
    """
    cdef alone_t alone
    missing[0] = UNKNOWN
    if not read_alone(asked, counts, closed, wild, &alone):
        return ALL_KINDS
    return waits_beside(asked, &alone.parts, &alone.hand, missing)


# --- Bounds --------------------------------------------------------------------------------------

cdef void table_parts(
    const asked_t* asked, const uint8_t* counts, int spare, tabled_t* out
) noexcept nogil:
    """Look up the classes of a hand's parts."""
    cdef uint16_t keys[KEYS]
    cdef parts_t parts
    cdef int part
    read_keys(counts, 1, keys)
    look_up(asked.sums, keys, 0, &parts)
    for part in range(PARTS):
        out.low[part] = keys[LOW_KEY(part)]
        out.high[part] = keys[HIGH_KEY(part)]
        out.of_part[part] = class_of(&asked.shape, parts.state[part])
    out.excess = min(spare, asked.most_spare)


cdef inline int profile_missing(
    const asked_t* asked, const tabled_t* hand, size_t part_class, int pair, int groups
) noexcept nogil:
    """What a class misses of so many groups, with the pair or without; they may be too many."""
    cdef const shape_t* shape = &asked.shape
    if groups > shape.groups:
        return IMPOSSIBLE
    return shape.profiles[
        ((part_class * 2 + pair) * (shape.groups + 1) + groups) * (shape.excess + 1) + hand.excess
    ]


cdef size_t class_without(
    const asked_t* asked, const tabled_t* hand, int kind, int tiles
) noexcept nogil:
    """The class of the kind's part with so many tiles of it less."""
    cdef int part = kind // SUIT_KINDS
    cdef int low = hand.low[part]
    cdef int high = hand.high[part]
    if KEY_OF_KIND[kind] & 1:
        high -= tiles * STEP_OF_KIND[kind]
    else:
        low -= tiles * STEP_OF_KIND[kind]
    if part == HONOUR_PART:
        return class_of(&asked.shape, (
            asked.sums[HONOUR_LOW + low] + asked.sums[HONOUR_HIGH + high]
        ) & NUMBER_MASK)
    return class_of(
        &asked.shape, (asked.sums[SUIT_LOW + low] + asked.sums[SUIT_HIGH + high]) & NUMBER_MASK
    )


cdef void table_later(
    const asked_t* asked, const tabled_t* hand, const uint8_t* counts, uint64_t pair_kinds,
    later_t* out,
) noexcept nogil:
    """What is missing where the pair is of some kinds.

    The copies that are in the pair are not counted when those in the groups are.
    """
    cdef const shape_t* shape = &asked.shape
    cdef size_t beyond = NOTHING        # the class of the parts beyond
    cdef size_t of_both
    cdef int part, groups
    for part in range(PARTS - 1, -1, -1):
        of_both = join(shape, hand.of_part[part], beyond)
        for groups in range(MOST_GROUPS + 1):
            out.missing[part][0][groups] = profile_missing(asked, hand, of_both, 0, groups)
            out.missing[part][1][groups] = profile_missing(asked, hand, of_both, 1, groups)
        if pair_kinds != ALL_KINDS:
            with_pair_of(
                asked, hand, counts, pair_kinds, part, beyond,
                out.missing[part + 1][1] if part < HONOUR_PART else NULL, out.missing[part][1],
            )
        beyond = of_both


cdef void with_pair_of(
    const asked_t* asked, const tabled_t* hand, const uint8_t* counts, uint64_t pair_kinds,
    int part, size_t beyond, const uint8_t* paired_beyond, uint8_t* least,
) noexcept nogil:
    """The least missing tiles, by groups, of the pair and the groups from a part on."""
    cdef size_t rest
    cdef int kind, groups, of_part, used, own
    for groups in range(MOST_GROUPS + 1):
        least[groups] = IMPOSSIBLE
        for of_part in range(groups + 1 if paired_beyond != NULL else 0):
            own = profile_missing(asked, hand, hand.of_part[part], 0, of_part)
            least[groups] = min(<int> least[groups], own + paired_beyond[groups - of_part])
    for kind in range(SUIT_KINDS * part, min(KINDS, SUIT_KINDS * (part + 1))):
        if pair_kinds >> kind & 1:
            used = min(<int> counts[kind], 2)
            rest = join(&asked.shape, class_without(asked, hand, kind, used), beyond)
            for groups in range(MOST_GROUPS + 1):
                own = profile_missing(asked, hand, rest, 0, groups)
                least[groups] = min(<int> least[groups], own + 2 - used)


cdef void find_showings(
    const rules_t* rules, int suits, const uint8_t* suit_tiles, int barred, showings_t* out
) noexcept nogil:
    """What the parts of a hand can show beside its melds, so that suits enough are shown.

    Args:
        suits: of the melds, a bit each.
        suit_tiles: of each suit, in the melds.
        barred: the parts that show nothing, a bit each.
    """
    cdef int longest, shown, more
    out.number = 0
    for longest in range(SUITS if rules.min_suit_tiles else 1):
        shown = suits | (1 << longest if rules.min_suit_tiles else 0)
        if shown & barred & ~suits:
            continue
        for more in range(1 << SUITS):
            if more & (shown | barred) or (
                number_of_bits(more) != max(0, rules.min_suits - number_of_bits(shown))
            ):
                continue
            fill_showing(
                out.least[out.number], more | shown & ~suits, longest,
                rules.min_suit_tiles - suit_tiles[longest] if rules.min_suit_tiles else 0,
            )
            out.number += 1


cdef void fill_showing(uint8_t* least, int shown, int longest, int tiles) noexcept nogil:
    cdef int part
    for part in range(PARTS):
        least[part] = shown >> part & 1
    least[longest] = max(<int> least[longest], tiles)


cdef int table_missing_showing(
    const asked_t* asked, const tabled_t* hand, int groups, const showings_t* showings, int bound
) noexcept nogil:
    """The least missing tiles of so many groups and a pair, none being fewer than `bound`.

    What a part shows follows from how many groups and pairs it has.
    """
    cdef uint8_t profiles[PARTS][MAX_PROFILE]
    cdef extent_t extent = extent_t(groups=groups, excess=hand.excess)
    cdef int missing = IMPOSSIBLE
    cdef int part, number
    for part in range(PARTS):
        copy_profile(&asked.shape, hand.of_part[part], &extent, profiles[part])
    for number in range(showings.number):
        missing = min(missing, missing_showing(&extent, profiles, showings.least[number]))
        if missing == bound:
            break
    return missing


cdef int missing_showing(
    const extent_t* extent, const uint8_t[PARTS][MAX_PROFILE] profiles, const uint8_t* least
) noexcept nogil:
    """Join the profiles of the parts without what shows too few tiles of one."""
    cdef uint8_t shown[MAX_PROFILE]
    cdef uint8_t joined[2][MAX_PROFILE]
    cdef int part
    keep_showing(extent, profiles[0], least[0], joined[0])
    for part in range(1, PARTS):
        keep_showing(extent, profiles[part], least[part], shown)
        join_profiles(extent, joined[1 - (part & 1)], shown, joined[part & 1])
    return joined[PARTS - 1 & 1][profile_size(extent) - 1]


cdef void keep_showing(
    const extent_t* extent, const uint8_t* profile, int least, uint8_t* out
) noexcept nogil:
    cdef int rows = extent.excess + 1
    cdef int pair, groups
    memcpy(out, profile, profile_size(extent))
    for pair in range(2):
        for groups in range(extent.groups + 1):
            if 3 * groups + 2 * pair < least:
                memset(out + (pair * (extent.groups + 1) + groups) * rows, IMPOSSIBLE, rows)


cdef int table_missing_of_parts(
    const asked_t* asked, const tabled_t* hand, int groups
) noexcept nogil:
    """The least missing tiles of so many groups and a pair."""
    cdef const shape_t* shape = &asked.shape
    return profile_missing(asked, hand, join(
        shape,
        join(shape, hand.of_part[0], hand.of_part[1]),
        join(shape, hand.of_part[2], hand.of_part[3]),
    ), 1, groups)


cdef int table_missing_within(
    const asked_t* asked, const tabled_t* hand, int groups, int part
) noexcept nogil:
    """The least missing tiles of so many groups and a pair of one part."""
    return profile_missing(asked, hand, hand.of_part[part], 1, groups)


cdef uint64_t table_waits(const asked_t* asked, const uint8_t* counts, int wild) noexcept nogil:
    """The natural kinds that complete a hand of 3n + 1 tiles. The counts must be valid."""
    cdef uint16_t keys[KEYS]
    cdef parts_t parts
    read_keys(counts, 1, keys)
    look_up(asked.sums, keys, wild, &parts)
    return hand_waits(asked, counts, &parts)


cdef uint64_t table_acceptance(
    const asked_t* asked, const uint8_t* counts, int wild
) noexcept nogil:
    """The kinds that lower the shanten of a hand of 3n + 1 tiles. The counts must be valid."""
    cdef uint16_t keys[KEYS]
    cdef parts_t parts
    read_keys(counts, 1, keys)
    look_up(asked.sums, keys, wild, &parts)
    return hand_acceptance(asked, counts, &parts)


# ---------------------------------------------------------------------------------------------
# Rows of hands
# ---------------------------------------------------------------------------------------------

# The questions as types, so that each gets a loop that is compiled for it alone.
cdef struct is_win_t:
    uint8_t answer

cdef struct shanten_t:
    int8_t answer

cdef struct waits_t:
    uint64_t answer

cdef struct acceptance_t:
    uint64_t answer

cdef struct discard_shanten_t:
    int8_t answer[KINDS]

ctypedef fused question_t:
    is_win_t
    shanten_t
    waits_t
    acceptance_t
    discard_shanten_t


cdef Py_ssize_t answer_rows(
    int question, const asked_t* asked, const rows_t* rows, void* out
) noexcept nogil:
    """Answer a question for every row; return the first row that has no answer, -1, or GAVE_UP.

    `out` holds, a row each: uint8 for IS_WIN, int8 for SHANTEN, uint64 masks of kinds for WAITS and
    ACCEPTANCE, 34 int8 for DISCARD_SHANTEN.
    """
    if question == IS_WIN:
        return answer_each(asked, rows, <is_win_t*> out)
    if question == SHANTEN:
        return answer_each(asked, rows, <shanten_t*> out)
    if question == WAITS:
        return answer_each(asked, rows, <waits_t*> out)
    if question == ACCEPTANCE:
        return answer_each(asked, rows, <acceptance_t*> out)
    return answer_each(asked, rows, <discard_shanten_t*> out)


cdef Py_ssize_t answer_each(
    const asked_t* asked_by_all, const rows_t* rows, question_t* out
) noexcept nogil:
    cdef uint16_t keys[BLOCK * KEYS]
    # A copy that nothing else points to: what is written to `out` cannot change it.
    cdef asked_t asked = asked_by_all[0]
    cdef const uint8_t* covers = NULL
    cdef parts_t parts
    cdef uint8_t copied[BLOCK * KINDS]
    cdef const uint8_t* hands
    cdef const uint8_t* counts = rows.counts
    cdef const uint8_t* wild = rows.wild
    cdef Py_ssize_t wild_step = rows.wild_step
    cdef Py_ssize_t first = 0
    cdef Py_ssize_t size, i
    cdef bint over
    # Bit t tells whether a hand of t tiles has an answer; every hand wins or does not.
    cdef uint64_t sizes = ONE_OVER | TWO_OVER
    if question_t is is_win_t:
        covers = asked.shape.covers.of_state[asked.capped]
    if question_t is waits_t or question_t is acceptance_t:
        sizes = ONE_OVER
    elif question_t is discard_shanten_t:
        sizes = TWO_OVER
    while first < rows.rows:
        if interrupted_before(first):
            return GAVE_UP
        size = min(<Py_ssize_t> BLOCK, rows.rows - first)
        hands = counts
        if question_t is acceptance_t or question_t is discard_shanten_t:
            # These read the counts again: of a copy, which no other thread can write to.
            memcpy(copied, counts, size * KINDS)
            hands = copied
        over = read_keys(hands, size, keys)
        if over and hands == counts:
            memcpy(copied, counts, size * KINDS)    # the next look finds what this one did
            hands = copied
            over = read_keys(hands, size, keys)
        if over:
            size = first_over(hands, size)      # the rows before it may have a fault of their own
        for i in range(size):
            look_up(asked.sums, keys + i * KEYS, wild[0], &parts)
            wild += wild_step
            if parts.tiles > asked.most_tiles:
                return first + i
            if question_t is not is_win_t:
                if not sizes >> parts.tiles & 1:
                    return first + i
            if question_t is is_win_t:
                out[i].answer = hand_wins(&asked, covers, &parts)
            elif question_t is shanten_t:
                out[i].answer = hand_missing(&asked, &parts) - <int> parts.wild - 1
            elif question_t is waits_t:
                out[i].answer = hand_waits(&asked, hands + i * KINDS, &parts)
            elif question_t is acceptance_t:
                out[i].answer = hand_acceptance(&asked, hands + i * KINDS, &parts)
            else:
                hand_discards(
                    &asked, hands + i * KINDS, keys + i * KEYS, &parts, out[i].answer
                )
        if over:
            return first + size
        counts += size * KINDS
        out += size
        first += size
    return -1


cdef Py_ssize_t answer_rows_beside_melds(
    int question, const asked_t* whole, const asked_t* open, const rows_t* rows,
    const uint8_t* melds, void* out, uint8_t* left,
) noexcept nogil:
    """Answer a question for up to ROWS_BESIDE rows beside their melds; return how many are left.

    `left` has the places of the rows that are: those that have no answer, and those whose answer
    the automaton has no room for.
    """
    if question == IS_WIN:
        return answer_each_beside(whole, open, rows, melds, <is_win_t*> out, left)
    if question == SHANTEN:
        return answer_each_beside(whole, open, rows, melds, <shanten_t*> out, left)
    if question == WAITS:
        return answer_each_beside(whole, open, rows, melds, <waits_t*> out, left)
    if question == ACCEPTANCE:
        return answer_each_beside(whole, open, rows, melds, <acceptance_t*> out, left)
    return answer_each_beside(whole, open, rows, melds, <discard_shanten_t*> out, left)


cdef Py_ssize_t answer_each_beside(
    const asked_t* whole, const asked_t* open, const rows_t* rows, const uint8_t* melds,
    question_t* out, uint8_t* left,
) noexcept nogil:
    # Copies, which are checked: another thread may write to the arrays.
    cdef uint8_t counts[ROWS_BESIDE * KINDS]
    cdef uint8_t closed[ROWS_BESIDE * KINDS]
    cdef uint8_t symbols[ROWS_BESIDE * KINDS]
    cdef uint16_t keys[ROWS_BESIDE * KEYS]
    cdef uint16_t closed_keys[ROWS_BESIDE * KEYS]
    cdef uint16_t numbers[ROWS_BESIDE * PARTS]
    cdef parts_t parts[ROWS_BESIDE]
    cdef uint64_t over = 0          # rows with too many copies, a bit each
    cdef beside_t hand
    cdef const uint8_t* wild = rows.wild
    cdef Py_ssize_t size = min(<Py_ssize_t> ROWS_BESIDE, rows.rows)
    cdef Py_ssize_t number_left = 0
    cdef Py_ssize_t i
    cdef bint answered
    memcpy(counts, rows.counts, size * KINDS)
    memcpy(closed, melds, size * KINDS)
    if have_over(counts, closed, size * KINDS):
        over = take_out_over(counts, closed, size)
    read_keys(counts, size, keys)
    read_keys(closed, size, closed_keys)
    for i in range(size):
        look_up(open.sums, keys + i * KEYS, wild[0], &parts[i])
        wild += rows.wild_step
    if question_t is not is_win_t and question_t is not waits_t:
        if open.automaton != NULL:
            read_symbols(counts, closed, size * KINDS, symbols)
            read_numbers(open, size, parts, symbols, keys, closed_keys, numbers)
    for i in range(size):
        hand.counts = counts + i * KINDS
        hand.keys = keys + i * KEYS
        hand.closed = closed + i * KINDS
        hand.closed_keys = closed_keys + i * KEYS
        hand.symbols = symbols + i * KINDS
        hand.number = numbers + i * PARTS
        answered = not over >> i & 1
        if answered:
            answered = answer_beside(whole, open, &parts[i], &hand, &out[i])
        left[number_left] = i
        number_left += not answered
    return number_left


cdef inline bint answer_beside(
    const asked_t* whole, const asked_t* open, const parts_t* parts, beside_t* hand,
    question_t* out,
) noexcept nogil:
    """Answer for one row; False where it has no answer, or none that is known.

    What wins or waits is seldom asked of the automaton, and only then finds the parts' numbers.
    """
    cdef const asked_t* asked = open
    cdef bint has_melds = any_closed(hand.closed_keys)
    cdef int wild = <int> parts.wild
    cdef int missing = IMPOSSIBLE
    # Bit t tells whether a hand of t tiles has an answer; every hand wins or does not.
    cdef uint64_t sizes = ONE_OVER | TWO_OVER
    if question_t is waits_t or question_t is acceptance_t:
        sizes = ONE_OVER
    elif question_t is discard_shanten_t:
        sizes = TWO_OVER
    if parts.tiles > open.most_tiles:
        return False
    if question_t is not is_win_t:
        if not sizes >> parts.tiles & 1:
            return False
    if not has_melds:
        asked = whole
    if question_t is is_win_t:
        out.answer = hand_wins(asked, asked.shape.covers.of_state[asked.capped], parts)
        if has_melds:
            out.answer = wins_beside(asked, parts, hand, out.answer, &missing)
            return missing != UNKNOWN
    elif question_t is waits_t:
        out.answer = waits_beside(asked, parts, hand, &missing)
        return missing != UNKNOWN
    elif not has_melds:
        if question_t is shanten_t:
            out.answer = hand_missing(asked, parts) - wild - 1
        elif question_t is acceptance_t:
            out.answer = hand_acceptance(asked, hand.counts, parts)
        else:
            hand_discards(asked, hand.counts, hand.keys, parts, out.answer)
    elif asked.automaton == NULL or not asked.capped and is_crowded(asked, hand, parts):
        return False
    else:
        hand.cell = cell_of(asked, parts.tiles, wild)
        if question_t is shanten_t:
            missing = missing_beside(asked, hand)
            out.answer = missing - wild - 1
        elif question_t is acceptance_t:
            out.answer = accepted_beside(asked, hand, parts, &missing)
        else:
            missing = shanten_after(asked, hand, wild, out.answer)
        return missing != UNKNOWN
    return True


cdef inline int shanten_after(
    const asked_t* asked, const beside_t* hand, int wild, int8_t* out
) noexcept nogil:
    """The shanten after each discard; return UNKNOWN where they are not known."""
    cdef uint8_t after[KINDS]
    cdef uint64_t kinds = kinds_over(hand.counts, 0)
    cdef int missing = missing_after(asked, hand, -1, kinds, after)
    cdef int kind
    memset(out, NONE_HELD, KINDS)
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        out[kind] = after[kind] - wild - 1
    return missing


cdef inline bint any_closed(const uint16_t* closed_keys) noexcept nogil:
    cdef uint64_t keys[2]
    memcpy(keys, closed_keys, KEYS * sizeof(uint16_t))
    return (keys[0] | keys[1]) != 0


cdef inline bint is_crowded(
    const asked_t* asked, const beside_t* hand, const parts_t* parts
) noexcept nogil:
    """Whether the melds are more than the hand has groups for: then more excess may pay."""
    cdef parts_t melds
    look_up(asked.sums, hand.closed_keys, 0, &melds)
    return melds.tiles > COPIES * (asked.groups - (parts.tiles - 1) // 3)


cdef Py_ssize_t first_over(const uint8_t* counts, Py_ssize_t rows) noexcept nogil:
    """The first of the rows that holds a kind more than four times."""
    cdef Py_ssize_t i
    for i in range(rows * KINDS):
        if counts[i] > COPIES:
            return i // KINDS
    return 0


cdef bint have_over(const uint8_t* counts, const uint8_t* closed, Py_ssize_t kinds) noexcept nogil:
    """Whether some rows hold a kind more than four times, closed copies included."""
    cdef Py_ssize_t i
    cdef uint8_t over = 0
    for i in range(kinds):
        over |= (counts[i] > COPIES) | (closed[i] > COPIES) | (
            <uint8_t> (counts[i] + closed[i]) > COPIES
        )
    return over


cdef uint64_t take_out_over(uint8_t* counts, uint8_t* closed, Py_ssize_t rows) noexcept nogil:
    """Clear the rows that do, and tell which."""
    cdef uint64_t over = 0
    cdef Py_ssize_t i
    for i in range(rows):
        if have_over(counts + i * KINDS, closed + i * KINDS, KINDS):
            over |= <uint64_t> 1 << i
            memset(counts + i * KINDS, 0, KINDS)
            memset(closed + i * KINDS, 0, KINDS)
    return over


cdef void read_symbols(
    const uint8_t* counts, const uint8_t* closed, Py_ssize_t kinds, uint8_t* symbols
) noexcept nogil:
    """Make the symbols of some rows."""
    cdef Py_ssize_t i
    for i in range(kinds):
        symbols[i] = symbol_of(counts[i], closed[i])
