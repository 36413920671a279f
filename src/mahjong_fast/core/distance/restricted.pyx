# optimize: speed
"""What the tables tell of rules that bar parts of a hand, or let forms of single tiles win.

A part that is barred has no group and no pair, so the class of nothing stands for it in the joins.
Where a hand may show two suits of three there are three choices, and the nearest one counts. Where
it must show suits, or so many tiles of one, the parts' profiles are joined without what shows less.

Forms of single tiles miss a tile for each of their kinds that is not held. How many kinds of a suit
can be used together for misfit (十三烂) is looked up by the nine bits that tell which are held.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, ALL_SUITS, COPIES, FORM_GREATER_KNITTED, FORM_KNITTED_STRAIGHT, FORM_LESSER_KNITTED,
    FORM_MISFIT, FORM_SEVEN_PAIRS, FORM_SEVEN_STAR, FORM_STANDARD, FORM_THIRTEEN_ORPHANS,
    FORM_TILES, HONOUR_KINDS, HONOUR_MASK, HONOUR_PART, IMPOSSIBLE, KINDS, KNITTED_GROUPS,
    KNITTED_TILES, KNITTINGS, NO_LIMIT, ORPHAN_MASK, PARTS, RUN_SUIT, SPECIAL_GROUPS, SUITS,
    SUIT_KINDS, SUIT_MASK,
)
from mahjong_fast.core.tables.keys cimport (
    HIGH_KEY, KEYS, KEY_OF_KIND, LOW_KEY, STEP_OF_KIND, kinds_over, read_keys,
)
from mahjong_fast.core.tables.layout cimport (
    CLASSES, HONOUR_HIGH, HONOUR_LOW, NOTHING, NUMBER_MASK, PAIRED_AT, PAIRS_AT, SUIT_HIGH,
    SUIT_LOW, TILES_AT, shape_t,
)
from mahjong_fast.core.tables.lookup cimport (
    BLOCK, GAVE_UP, IS_WIN, MOST_TILES, SHANTEN, answer_rows, asked_t, find_showings, first_over,
    interrupted_before, rows_t, seven_pairs_missing, showings_t, table_missing_showing, tabled_t,
)

from itertools import permutations

cdef enum:
    MOST_ORPHANS = 3            # of one suit: both terminals, and the second of a pair
    MISFIT_TILES = 9            # the most kinds of suits in a misfit: three of each
    KNITTING_LANE = 5           # bits of a count of one knitting's kinds, the highest not used
    LANE_TOP = 1 << KNITTING_LANE - 1
    EACH_KNITTING = 0x2108421   # a 1 in each of six lanes


cdef int SINGLE_FORMS = (
    FORM_MISFIT | FORM_SEVEN_STAR | FORM_LESSER_KNITTED | FORM_GREATER_KNITTED
    | FORM_KNITTED_STRAIGHT
)


cdef inline uint64_t kinds_of_part(int part) noexcept nogil:
    return HONOUR_MASK if part == HONOUR_PART else SUIT_MASK << SUIT_KINDS * part


cdef uint64_t living_kinds(const rules_t* rules, uint64_t wild_mask, int void_suit) noexcept nogil:
    """The kinds that a target may have."""
    cdef uint64_t kinds = rules.tiles & ~rules.forbidden
    if not rules.wild_natural_use:
        kinds &= rules.wild_can_be | ~wild_mask     # the others would be natural tiles of the kind
    if void_suit >= 0:
        kinds &= ~kinds_of_part(void_suit)
    return kinds


cdef bint have_variants(const rules_t* rules, uint64_t wild_mask, int void_suit) noexcept nogil:
    cdef uint64_t kinds = living_kinds(rules, wild_mask, void_suit)
    cdef int single_forms = rules.forms & SINGLE_FORMS
    cdef int part
    if (
        not rules.forms & FORM_STANDARD
        or rules.forms & ~(
            FORM_STANDARD | FORM_SEVEN_PAIRS | FORM_THIRTEEN_ORPHANS | SINGLE_FORMS
        )
        or rules.copies != COPIES
        or rules.pair_kinds != ALL_KINDS
        or rules.must_be_open or rules.required
        or kinds & ~rules.wild_can_be
        or rules.wild_in_chow != 3 or rules.wild_in_pung != 3 or rules.wild_in_pair != 2
        or rules.wild_when_drawn or rules.stand_in
    ):
        return False
    for part in range(PARTS):
        if kinds & kinds_of_part(part) not in (0, kinds_of_part(part)):
            return False
    if (rules.min_suits or rules.min_suit_tiles) and (
        single_forms or rules.forms & FORM_THIRTEEN_ORPHANS and rules.min_suit_tiles == MOST_ORPHANS
    ):
        return False
    if single_forms & (FORM_MISFIT | FORM_SEVEN_STAR) and not rules.misfit_wild_needs_slot:
        return False
    if single_forms & FORM_SEVEN_STAR and (rules.seven_star_wild or not rules.wild_natural_use):
        return False
    if single_forms & FORM_KNITTED_STRAIGHT:
        # With more groups, or excess copies, its kinds would limit those of the groups.
        return (
            rules.groups == SPECIAL_GROUPS and rules.max_copies != NO_LIMIT
            and rules.runs == RUN_SUIT
        )
    return True


cdef void make_variants(
    const rules_t* rules, uint64_t wild_mask, int void_suit, const asked_t* tables, variants_t* out
) noexcept nogil:
    cdef uint64_t kinds = living_kinds(rules, wild_mask, void_suit)
    cdef int suits = 0          # a bit for each suit that can be shown
    cdef int honours = 0 if kinds & HONOUR_MASK else 1 << HONOUR_PART
    cdef uint8_t[SUITS] no_suit_tiles = [0, 0, 0]
    cdef int part, shown, most
    out.tables = tables
    out.no_tiles = ~rules.tiles & ALL_KINDS
    out.choices = 0
    out.shows = rules.min_suits > 0 or rules.min_suit_tiles > 0
    for part in range(SUITS):
        if kinds & kinds_of_part(part):
            suits |= 1 << part
    most = min(number_of_bits(suits), rules.max_suits)
    for shown in range(ALL_SUITS + 1):
        if shown & ~suits == 0 and number_of_bits(shown) == most:
            out.barred[out.choices] = honours | (ALL_SUITS & ~shown)
            find_showings(
                rules, 0, no_suit_tiles, out.barred[out.choices], &out.showings[out.choices]
            )
            out.choices += 1
    out.forms = 0
    if out.barred[0] == 0:      # each of these shows all suits and honours
        out.forms = rules.forms & (SINGLE_FORMS | FORM_THIRTEEN_ORPHANS)
    elif out.barred[0] == 1 << HONOUR_PART:
        out.forms = rules.forms & FORM_KNITTED_STRAIGHT
    if rules.min_suit_tiles > MOST_ORPHANS:
        out.forms &= ~FORM_THIRTEEN_ORPHANS


cdef int variants_missing(
    const variants_t* variants, const uint8_t* counts, uint64_t faced, int wild, int spare, int most
) noexcept nogil:
    cdef looked_up_t hand
    cdef uint16_t keys[KEYS]
    read_keys(counts, 1, keys)
    look_up(variants, counts, keys, wild, &hand)
    hand.faced = faced
    return hand_missing(variants, &hand, spare, most)


cdef struct looked_up_t:
    const uint8_t* counts
    const uint16_t* keys
    uint64_t sums[PARTS]
    uint64_t held               # the kinds
    uint64_t faced              # those of wildcards that may be used as themselves
    int wild
    int tiles                   # wildcards included


cdef inline void look_up(
    const variants_t* variants, const uint8_t* counts, const uint16_t* keys, int wild,
    looked_up_t* out,
) noexcept nogil:
    cdef const uint64_t* sums = variants.tables.sums
    cdef int part
    out.counts = counts
    out.keys = keys
    out.wild = wild
    out.held = kinds_over(counts, 0)
    out.faced = 0
    for part in range(SUITS):
        out.sums[part] = (
            sums[SUIT_LOW + keys[LOW_KEY(part)]] + sums[SUIT_HIGH + keys[HIGH_KEY(part)]]
        )
    out.sums[HONOUR_PART] = (
        sums[HONOUR_LOW + keys[LOW_KEY(HONOUR_PART)]]
        + sums[HONOUR_HIGH + keys[HIGH_KEY(HONOUR_PART)]]
    )
    out.tiles = wild + (
        out.sums[0] + out.sums[1] + out.sums[2] + out.sums[HONOUR_PART] >> TILES_AT & 255
    )


cdef inline size_t joined_class(const shape_t* shape, const size_t* of_part) noexcept nogil:
    return shape.joined[
        shape.joined[of_part[0] * CLASSES + of_part[1]] * CLASSES
        + shape.joined[of_part[2] * CLASSES + of_part[3]]
    ]


cdef inline int hand_missing(
    const variants_t* variants, const looked_up_t* hand, int spare, int most
) noexcept nogil:
    """The least missing tiles of the forms; more than `most` need not be exact."""
    cdef const asked_t* tables = variants.tables
    cdef const shape_t* shape = &tables.shape
    cdef const uint8_t* of_class
    cdef uint64_t shown
    cdef size_t of_part[PARTS]
    cdef int part, choice, of_choice
    cdef int less = IMPOSSIBLE
    if hand.tiles > <int> tables.most_tiles:
        return IMPOSSIBLE
    of_class = shape.missing + (
        tables.at_groups[hand.tiles] + tables.at_spare[min(spare, <int> MOST_TILES)]
    )
    for choice in range(variants.choices):
        shown = 0
        for part in range(PARTS):
            of_part[part] = NOTHING
            if not variants.barred[choice] >> part & 1:
                of_part[part] = shape.class_of_state[hand.sums[part] & NUMBER_MASK]
                shown += hand.sums[part]
        of_choice = of_class[joined_class(shape, of_part)]
        if hand.tiles >= <int> tables.special_tiles:
            of_choice = min(of_choice, seven_pairs_missing(tables, shown))
        if variants.shows and of_choice < less and of_choice <= most:
            of_choice = least_showing(variants, hand, choice, of_part, spare, of_choice)
        less = min(less, of_choice)
    if variants.forms:
        less = single_forms_missing(variants, hand, less)
    return less


# --- What must be shown --------------------------------------------------------------------------

cdef int least_showing(
    const variants_t* variants, const looked_up_t* hand, int choice, const size_t* of_part,
    int spare, int bound
) noexcept nogil:
    """The least missing tiles of a hand that shows enough, none being fewer than `bound`.

    `of_part` are the classes of the parts.
    """
    cdef const asked_t* tables = variants.tables
    cdef const showings_t* showings = &variants.showings[choice]
    cdef tabled_t tabled
    cdef int missing, number
    memcpy(tabled.of_part, of_part, sizeof(tabled.of_part))
    tabled.excess = min(spare, tables.most_spare)
    missing = table_missing_showing(tables, &tabled, (hand.tiles - 1) // 3, showings, bound)
    if hand.tiles >= <int> tables.special_tiles:
        for number in range(showings.number):
            missing = min(missing, pairs_showing(
                variants, hand, variants.barred[choice], showings.least[number]
            ))
    return missing


cdef int pairs_showing(
    const variants_t* variants, const looked_up_t* hand, int barred, const uint8_t* least
) noexcept nogil:
    """The same for seven pairs: those that must be of a suit, and then the best of what is left."""
    cdef int further = FORM_TILES // 2      # pairs, of any part
    cdef int pairs = 0          # those left that are held ...
    cdef int singles = 0        # ... and those of which a half is
    cdef int used = 0
    cdef int part, of_part, held, halves, whole, half
    if variants.tables.pairs_missing[0] == IMPOSSIBLE:
        return IMPOSSIBLE       # no form of the rules
    for part in range(PARTS):
        if barred >> part & 1:
            continue
        of_part = (least[part] + 1) // 2
        held = hand.sums[part] >> PAIRS_AT & 15
        halves = <int> (hand.sums[part] >> PAIRED_AT & 31) - 2 * held
        whole = min(of_part, held)
        half = min(of_part - whole, halves)
        pairs += held - whole
        singles += halves - half
        used += 2 * whole + half
        further -= of_part
    if further < 0:
        return IMPOSSIBLE
    whole = min(further, pairs)
    return FORM_TILES - used - 2 * whole - min(further - whole, singles)


# --- Forms of single tiles -----------------------------------------------------------------------

cdef int single_forms_missing(
    const variants_t* variants, const looked_up_t* hand, int less
) noexcept nogil:
    """The least missing tiles of the forms of single tiles, where they are fewer than `less`."""
    cdef int forms = variants.forms
    cdef int kinds = number_of_bits(hand.held)
    if forms & FORM_KNITTED_STRAIGHT and hand.tiles > 3 * KNITTED_GROUPS:
        less = knitted_straight_missing(variants, hand, less)
    if hand.tiles < <int> variants.tables.special_tiles:
        return less
    if forms & FORM_THIRTEEN_ORPHANS and FORM_TILES - kinds - 1 < less:
        less = min(less, orphans_missing(hand))
    if FORM_TILES - kinds >= less:
        return less
    if forms & (FORM_MISFIT | FORM_SEVEN_STAR):
        less = min(less, misfit_missing(forms, hand))
    if forms & (FORM_LESSER_KNITTED | FORM_GREATER_KNITTED):
        less = min(less, knitted_missing(forms, hand.held))
    return less


cdef inline bint may_miss_fewer(int forms, uint64_t held, int less) noexcept nogil:
    """Whether a form of single tiles but the orphans may miss fewer tiles than `less`."""
    if forms & FORM_KNITTED_STRAIGHT and knittings_near(knitted_kinds(held), less):
        return True
    return FORM_TILES - number_of_bits(held) < less


cdef int orphans_missing(const looked_up_t* hand) noexcept nogil:
    return FORM_TILES - number_of_bits(hand.held & ORPHAN_MASK) - (
        (kinds_over(hand.counts, 1) & ORPHAN_MASK) != 0
    )


# --- Knitted -------------------------------------------------------------------------------------

cdef uint64_t KNITTED[KNITTINGS]        # the kinds of 147, 258 and 369 of different suits

for _number, _suits in enumerate(permutations(range(SUITS))):
    KNITTED[_number] = sum([
        1 << SUIT_KINDS * _suit + _first + _step
        for _first, _suit in enumerate(_suits) for _step in (0, 3, 6)
    ])


# How many kinds of each knitting a suit holds by its ranks held, a lane each.
cdef uint32_t KNITTED_HELD[SUITS][1 << SUIT_KINDS]

# What the keys of a suit lose with one tile of each rank of a set, a bit for each rank.
cdef uint16_t LOST_LOW[1 << SUIT_KINDS]
cdef uint16_t LOST_HIGH[1 << SUIT_KINDS]


cdef void fill_by_ranks() noexcept:
    cdef int ranks, rank, suit, number
    for ranks in range(1 << SUIT_KINDS):
        for suit in range(SUITS):
            for number in range(KNITTINGS):
                KNITTED_HELD[suit][ranks] |= number_of_bits(
                    KNITTED[number] & <uint64_t> ranks << SUIT_KINDS * suit
                ) << KNITTING_LANE * number
        for rank in range(SUIT_KINDS):
            if ranks >> rank & 1:
                if KEY_OF_KIND[rank] == KEY_OF_KIND[0]:
                    LOST_LOW[ranks] += STEP_OF_KIND[rank]
                else:
                    LOST_HIGH[ranks] += STEP_OF_KIND[rank]


fill_by_ranks()


cdef inline uint32_t knitted_kinds(uint64_t held) noexcept nogil:
    return (
        KNITTED_HELD[0][held & SUIT_MASK] + KNITTED_HELD[1][held >> SUIT_KINDS & SUIT_MASK]
        + KNITTED_HELD[2][held >> 2 * SUIT_KINDS & SUIT_MASK]
    )


cdef int knitted_missing(int forms, uint64_t held) noexcept nogil:
    """Fourteen kinds of honours and a knitting, of which there are sixteen."""
    cdef uint32_t knitted = knitted_kinds(held)
    cdef int honours = number_of_bits(held & HONOUR_MASK)
    cdef int most = 0
    cdef int number
    for number in range(KNITTINGS):
        most = max(most, <int> (knitted >> KNITTING_LANE * number & LANE_TOP - 1))
    if not forms & FORM_LESSER_KNITTED:     # all honours, and no more than fill up
        most = min(most, <int> (FORM_TILES - HONOUR_KINDS))
    return max(0, FORM_TILES - honours - most)


cdef inline uint32_t knittings_near(uint32_t knitted, int less) noexcept nogil:
    """The highest bits of the lanes of the knittings that lack fewer kinds than `less`."""
    return EACH_KNITTING * LANE_TOP & (
        knitted + EACH_KNITTING * (min(less, KNITTED_TILES + 1) + LANE_TOP - 1 - KNITTED_TILES)
    )


cdef int knitted_straight_missing(
    const variants_t* variants, const looked_up_t* hand, int less
) noexcept nogil:
    """The nine tiles of a knitting, then groups and a pair of what is left."""
    cdef const asked_t* tables = variants.tables
    cdef const shape_t* shape = &tables.shape
    cdef const uint8_t* of_rest = shape.missing + tables.at_groups[hand.tiles - KNITTED_TILES]
    cdef size_t of_part[PARTS]
    cdef uint64_t state
    cdef uint32_t knitted = knitted_kinds(hand.held)
    cdef uint32_t near = knittings_near(knitted, less)
    cdef int number, lacking, suit, ranks
    of_part[HONOUR_PART] = NOTHING
    if not variants.barred[0] >> HONOUR_PART & 1:
        of_part[HONOUR_PART] = shape.class_of_state[hand.sums[HONOUR_PART] & NUMBER_MASK]
    while near:
        number = lowest_bit(near) // KNITTING_LANE
        near &= near - 1
        lacking = KNITTED_TILES - <int> (knitted >> KNITTING_LANE * number & LANE_TOP - 1)
        if lacking >= less:
            continue
        for suit in range(SUITS):
            ranks = (hand.held & KNITTED[number]) >> SUIT_KINDS * suit & SUIT_MASK
            state = (
                tables.sums[SUIT_LOW + hand.keys[LOW_KEY(suit)] - LOST_LOW[ranks]]
                + tables.sums[SUIT_HIGH + hand.keys[HIGH_KEY(suit)] - LOST_HIGH[ranks]]
            ) & NUMBER_MASK
            of_part[suit] = shape.class_of_state[state]
        less = min(less, lacking + <int> of_rest[joined_class(shape, of_part)])
    return less


# --- Misfit --------------------------------------------------------------------------------------

# For the ranks held of a suit, a bit each: how many of them one, two, three ranks can have that are
# at least three apart, four bits for each number of ranks.
cdef uint16_t USABLE[1 << SUIT_KINDS]

cdef void find_usable() noexcept:
    cdef int held, first, second, third
    for held in range(1 << SUIT_KINDS):
        for first in range(SUIT_KINDS):
            use(held, 1, held >> first & 1)
            for second in range(first + 3, SUIT_KINDS):
                use(held, 2, (held >> first & 1) + (held >> second & 1))
                for third in range(second + 3, SUIT_KINDS):
                    use(
                        held, 3,
                        (held >> first & 1) + (held >> second & 1) + (held >> third & 1),
                    )


cdef void use(int held, int ranks, int used) noexcept:
    if USABLE[held] >> 4 * ranks & 15 < used:
        USABLE[held] = USABLE[held] & ~(15 << 4 * ranks) | used << 4 * ranks


find_usable()


cdef int misfit_missing(int forms, const looked_up_t* hand) noexcept nogil:
    """Fourteen kinds, of which seven to nine are of suits; all seven honours for the star.

    A wildcard is no honour of the star but as itself, so that the others must be drawn: that takes
    as many draws as if so many more tiles were missing as there are wildcards.
    """
    cdef uint64_t held = hand.held
    cdef int honours = number_of_bits(held & HONOUR_MASK)
    cdef int m = USABLE[held & SUIT_MASK]
    cdef int p = USABLE[held >> SUIT_KINDS & SUIT_MASK]
    cdef int s = USABLE[held >> 2 * SUIT_KINDS & SUIT_MASK]
    cdef int three = (m >> 12) + (p >> 12) + (s >> 12)
    # What three ranks of a suit have more than two, and than one.
    cdef int m2 = (m >> 12) - (m >> 8 & 15)
    cdef int p2 = (p >> 12) - (p >> 8 & 15)
    cdef int s2 = (s >> 12) - (s >> 8 & 15)
    cdef int least = min(m2, min(p2, s2))
    cdef int two_less = min(
        m2 + p2 + s2 - max(m2, max(p2, s2)),
        min((m >> 12) - (m >> 4 & 15), min((p >> 12) - (p >> 4 & 15), (s >> 12) - (s >> 4 & 15))),
    )
    cdef int used
    cdef int missing = IMPOSSIBLE
    if forms & FORM_MISFIT:
        used = max(
            three + min(honours, <int> (FORM_TILES - MISFIT_TILES)),
            max(three - least + min(honours, <int> (FORM_TILES - MISFIT_TILES + 1)),
                three - two_less + honours),
        )
        missing = FORM_TILES - used
    if forms & FORM_SEVEN_STAR:
        missing = min(missing, max(
            FORM_TILES - (three - two_less + honours),
            HONOUR_KINDS - number_of_bits((held | hand.faced) & HONOUR_MASK) + hand.wild,
        ))
    return missing


# --- Rows ----------------------------------------------------------------------------------------

cdef Py_ssize_t answer_variants(
    int question, const variants_t* variants, const rows_t* rows, void* out
) noexcept nogil:
    """Answer every row; return the first that has no answer, -1, or GAVE_UP."""
    cdef Py_ssize_t wrong
    if not are_as_tables(variants):
        return answer_with_choices(question, variants, rows, out)
    wrong = answer_rows(question, variants.tables, rows, out)
    return wrong if wrong != -1 else lower_by_single_forms(question, variants, rows, out)


cdef Py_ssize_t lower_by_single_forms(
    int question, const variants_t* variants, const rows_t* rows, void* out
) noexcept nogil:
    """Compare what the other forms miss with what forms of single tiles do."""
    cdef uint16_t keys[BLOCK * KEYS]
    cdef uint8_t counts[BLOCK * KINDS]      # a copy: another thread may write to them
    cdef looked_up_t hand
    cdef int forms = variants.forms & SINGLE_FORMS
    cdef Py_ssize_t first = 0
    cdef Py_ssize_t size, i
    cdef int wild, less
    cdef bint over
    while first < rows.rows and forms:
        if interrupted_before(first):
            return GAVE_UP
        size = min(<Py_ssize_t> BLOCK, rows.rows - first)
        memcpy(counts, rows.counts + first * KINDS, size * KINDS)
        over = read_keys(counts, size, keys)
        if over:
            return first + first_over(counts, size)
        for i in range(size):
            wild = rows.wild[(first + i) * rows.wild_step]
            less = wild + 1
            if question == SHANTEN:
                less += (<int8_t*> out)[first + i]
            elif (<uint8_t*> out)[first + i]:
                continue
            if not may_miss_fewer(forms, kinds_over(counts + i * KINDS, 0), less):
                continue
            look_up(variants, counts + i * KINDS, keys + i * KEYS, wild, &hand)
            if hand.tiles > <int> variants.tables.most_tiles:
                return first + i            # it was written to since it was answered
            if question == SHANTEN:
                (<int8_t*> out)[first + i] = single_forms_missing(variants, &hand, less) - wild - 1
            else:
                (<uint8_t*> out)[first + i] = (
                    hand.tiles % 3 == 2 and single_forms_missing(variants, &hand, less) < less
                )
        first += size
    return -1


cdef Py_ssize_t answer_with_choices(
    int question, const variants_t* variants, const rows_t* rows, void* out
) noexcept nogil:
    """Answer every row where parts are barred, or must be shown."""
    cdef uint16_t keys[BLOCK * KEYS]
    cdef uint8_t counts[BLOCK * KINDS]      # a copy: another thread may write to them
    cdef looked_up_t hand
    cdef Py_ssize_t first = 0
    cdef Py_ssize_t size, i
    cdef int wild, missing
    cdef bint over
    while first < rows.rows:
        if interrupted_before(first):
            return GAVE_UP
        size = min(<Py_ssize_t> BLOCK, rows.rows - first)
        memcpy(counts, rows.counts + first * KINDS, size * KINDS)
        over = read_keys(counts, size, keys)
        if over:
            size = first_over(counts, size)     # the rows before it may have a fault of their own
        for i in range(size):
            wild = rows.wild[(first + i) * rows.wild_step]
            look_up(variants, counts + i * KINDS, keys + i * KEYS, wild, &hand)
            if hand.held & variants.no_tiles or hand.tiles > <int> variants.tables.most_tiles:
                return first + i
            if question == SHANTEN and hand.tiles % 3 == 0:
                return first + i
            missing = hand_missing(
                variants, &hand, wild, wild if question == IS_WIN else <int> IMPOSSIBLE
            )
            if question == IS_WIN:
                (<uint8_t*> out)[first + i] = hand.tiles % 3 == 2 and missing == wild
            else:
                (<int8_t*> out)[first + i] = (
                    IMPOSSIBLE if missing == IMPOSSIBLE else missing - wild - 1
                )
        if over:
            return first + size
        first += size
    return -1
