"""What the tables tell of rules that bar parts of a hand, or let forms of single tiles win.

A part that is barred has no group and no pair, so the class of nothing stands for it in the joins.
Where a hand may show two suits of three there are three choices, and the nearest one counts.

Forms of single tiles miss a tile for each of their kinds that is not held. How many kinds of a suit
can be used together for misfit (十三烂) is looked up by the nine bits that tell which are held.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from mahjong_fast._kernel cimport IS_WIN, asked_t, rows_t
from mahjong_fast._shape cimport (
    CLASSES, HONOUR_HIGH, HONOUR_LOW, NOTHING, NUMBER_MASK, PAIRED_AT, PAIRS_AT, SUIT_HIGH,
    SUIT_LOW, TILES_AT, shape_t,
)
from mahjong_fast._types cimport (
    FORM_GREATER_KNITTED, FORM_KNITTED_STRAIGHT, FORM_LESSER_KNITTED, FORM_MISFIT,
    FORM_SEVEN_PAIRS, FORM_SEVEN_STAR, FORM_STANDARD, FORM_THIRTEEN_ORPHANS, IMPOSSIBLE, KINDS,
    NO_LIMIT, RUN_SUIT, SPECIAL_GROUPS, SUIT_KINDS, rules_t,
)

from itertools import permutations

cdef extern from "keys.h" nogil:
    enum:
        KEYS
    int LOW_KEY(int part)
    int HIGH_KEY(int part)
    int read_keys(const uint8_t* counts, size_t rows, uint16_t* keys)
    uint64_t kinds_over(const uint8_t* bytes, int than)

cdef enum:
    PARTS = 4
    SUITS = 3
    ALL_SUITS = 7
    HONOURS = 3                 # the part after the suits
    HONOUR_KINDS = 7
    FIRST_HONOUR = 27
    MOST_TILES = 17
    TABLE_COPIES = 4
    FORM_TILES = 14             # of a form of single tiles
    MISFIT_TILES = 9            # the most kinds of suits in a misfit: three of each
    KNITTINGS = 6
    KNITTED_TILES = 9
    KNITTED_GROUPS = 3          # they stand for so many groups

cdef uint64_t ALL_KINDS = ((<uint64_t> 1) << KINDS) - 1
cdef uint64_t SUIT = (1 << SUIT_KINDS) - 1
cdef uint64_t HONOUR_MASK = (<uint64_t> 127) << FIRST_HONOUR

cdef int SINGLE_FORMS = (
    FORM_MISFIT | FORM_SEVEN_STAR | FORM_LESSER_KNITTED | FORM_GREATER_KNITTED
    | FORM_KNITTED_STRAIGHT
)


cdef inline uint64_t kinds_of_part(int part) noexcept nogil:
    return HONOUR_MASK if part == HONOURS else SUIT << SUIT_KINDS * part


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
        or rules.copies != TABLE_COPIES
        or rules.pair_kinds != ALL_KINDS
        or rules.min_suits or rules.min_suit_tiles or rules.must_be_open or rules.required
        or kinds & ~rules.wild_can_be
        or rules.wild_in_chow != 3 or rules.wild_in_pung != 3 or rules.wild_in_pair != 2
        or rules.wild_when_drawn or rules.stand_in
    ):
        return False
    for part in range(PARTS):
        if kinds & kinds_of_part(part) not in (0, kinds_of_part(part)):
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
    cdef int honours = 0 if kinds & HONOUR_MASK else 1 << HONOURS
    cdef int part, shown
    out.tables = tables
    out.no_tiles = ~rules.tiles & ALL_KINDS
    out.choices = 0
    for part in range(SUITS):
        if kinds & kinds_of_part(part):
            suits |= 1 << part
    for shown in range(ALL_SUITS + 1):
        if shown & ~suits == 0 and number_of(shown) == min(number_of(suits), rules.max_suits):
            out.barred[out.choices] = honours | (ALL_SUITS & ~shown)
            out.choices += 1
    out.forms = 0
    if out.barred[0] == 0:      # each of these shows all suits and honours
        out.forms = rules.forms & (SINGLE_FORMS | FORM_THIRTEEN_ORPHANS)
    elif out.barred[0] == 1 << HONOURS:
        out.forms = rules.forms & FORM_KNITTED_STRAIGHT


cdef inline int number_of(uint64_t bits) noexcept nogil:
    cdef int number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


cdef int variants_missing(
    const variants_t* variants, const uint8_t* counts, uint64_t faced, int wild, int spare
) noexcept nogil:
    cdef uint16_t keys[KEYS]
    read_keys(counts, 1, keys)
    return missing_of_keys(variants, counts, keys, faced, wild, spare)


cdef inline int missing_of_keys(
    const variants_t* variants, const uint8_t* counts, const uint16_t* keys, uint64_t faced,
    int wild, int spare,
) noexcept nogil:
    cdef const asked_t* tables = variants.tables
    cdef const shape_t* shape = &tables.shape
    cdef uint64_t sums[PARTS]
    cdef uint64_t shown
    cdef size_t of_part[PARTS]
    cdef size_t of_hand
    cdef size_t tiles = wild
    cdef int part, choice, paired, pairs
    cdef int missing = IMPOSSIBLE
    for part in range(PARTS):
        sums[part] = tables.sums[
            (HONOUR_LOW if part == HONOURS else SUIT_LOW) + keys[LOW_KEY(part)]
        ] + tables.sums[(HONOUR_HIGH if part == HONOURS else SUIT_HIGH) + keys[HIGH_KEY(part)]]
        tiles += sums[part] >> TILES_AT & 255
    if tiles > tables.most_tiles:
        return IMPOSSIBLE
    for choice in range(variants.choices):
        shown = 0
        for part in range(PARTS):
            of_part[part] = NOTHING
            if not variants.barred[choice] >> part & 1:
                of_part[part] = shape.class_of_state[sums[part] & NUMBER_MASK]
                shown += sums[part]
        of_hand = shape.joined[
            shape.joined[of_part[0] * CLASSES + of_part[1]] * CLASSES
            + shape.joined[of_part[2] * CLASSES + of_part[3]]
        ]
        missing = min(missing, <int> shape.missing[
            tables.at_groups[tiles] + tables.at_spare[min(spare, <int> MOST_TILES)] + of_hand
        ])
        if tiles >= tables.special_tiles:
            paired = shown >> PAIRED_AT & 31
            pairs = shown >> PAIRS_AT & 15
            missing = min(missing, tables.pairs_base + max(14 - paired, 7 - pairs))
    if variants.forms:
        missing = min(missing, single_forms_missing(variants, counts, faced, tiles, wild, missing))
    return missing if missing < IMPOSSIBLE else IMPOSSIBLE


cdef int single_forms_missing(
    const variants_t* variants, const uint8_t* counts, uint64_t faced, int tiles, int wild, int less
) noexcept nogil:
    """The least missing tiles of the forms of single tiles, where they are fewer than `less`."""
    cdef int forms = variants.forms
    cdef uint64_t held = kinds_over(counts, 0)
    cdef int kinds = number_of(held)
    cdef int missing = less
    if forms & FORM_KNITTED_STRAIGHT and tiles > 3 * KNITTED_GROUPS:
        missing = min(missing, knitted_straight_missing(variants, counts, held, wild, missing))
    if tiles < <int> variants.tables.special_tiles:
        return missing
    if forms & FORM_THIRTEEN_ORPHANS and FORM_TILES - kinds - 1 < missing:
        missing = min(missing, orphans_missing(counts, held))
    if FORM_TILES - kinds >= missing:
        return missing
    if forms & (FORM_MISFIT | FORM_SEVEN_STAR):
        missing = min(missing, misfit_missing(forms, held, faced, wild))
    if forms & (FORM_LESSER_KNITTED | FORM_GREATER_KNITTED):
        missing = min(missing, knitted_missing(forms, held))
    return missing


cdef uint64_t ORPHANS = (
    1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26 | (<uint64_t> 127) << FIRST_HONOUR
)

cdef int orphans_missing(const uint8_t* counts, uint64_t held) noexcept nogil:
    return FORM_TILES - number_of(held & ORPHANS) - ((kinds_over(counts, 1) & ORPHANS) != 0)


# --- Knitted -------------------------------------------------------------------------------------

cdef uint64_t KNITTED[KNITTINGS]        # the kinds of 147, 258 and 369 of different suits

for _number, _suits in enumerate(permutations(range(SUITS))):
    KNITTED[_number] = sum([
        1 << SUIT_KINDS * _suit + _first + _step
        for _first, _suit in enumerate(_suits) for _step in (0, 3, 6)
    ])


cdef int knitted_missing(int forms, uint64_t held) noexcept nogil:
    """Fourteen kinds of honours and a knitting, of which there are sixteen."""
    cdef int honours = number_of(held & HONOUR_MASK)
    cdef int missing = IMPOSSIBLE
    cdef int number, knitted
    for number in range(KNITTINGS):
        knitted = number_of(held & KNITTED[number])
        if forms & FORM_LESSER_KNITTED:
            missing = min(missing, max(0, FORM_TILES - honours - knitted))
        if forms & FORM_GREATER_KNITTED:
            missing = min(
                missing, FORM_TILES - honours - min(knitted, <int> (FORM_TILES - HONOUR_KINDS))
            )
    return missing


cdef int knitted_straight_missing(
    const variants_t* variants, const uint8_t* counts, uint64_t held, int wild, int less
) noexcept nogil:
    """The nine tiles of a knitting, then groups and a pair of what is left."""
    cdef uint8_t rest[KINDS]
    cdef int number, lacking, kind, tiles
    for number in range(KNITTINGS):
        lacking = KNITTED_TILES - number_of(held & KNITTED[number])
        if lacking >= less:
            continue
        tiles = 0
        for kind in range(KINDS):
            rest[kind] = counts[kind] - (held >> kind & KNITTED[number] >> kind & 1)
            tiles += rest[kind]
        less = min(less, lacking + rest_missing(variants, rest, tiles + wild - lacking))
    return less


cdef int rest_missing(
    const variants_t* variants, const uint8_t* rest, int tiles
) noexcept nogil:
    """The missing tiles of the groups and the pair of a hand of so many tiles, of those held."""
    cdef const asked_t* tables = variants.tables
    cdef const shape_t* shape = &tables.shape
    cdef uint16_t keys[KEYS]
    cdef size_t of_part[PARTS]
    cdef uint64_t sums
    cdef int part
    read_keys(rest, 1, keys)
    for part in range(PARTS):
        sums = tables.sums[
            (HONOUR_LOW if part == HONOURS else SUIT_LOW) + keys[LOW_KEY(part)]
        ] + tables.sums[(HONOUR_HIGH if part == HONOURS else SUIT_HIGH) + keys[HIGH_KEY(part)]]
        of_part[part] = NOTHING
        if not variants.barred[0] >> part & 1:
            of_part[part] = shape.class_of_state[sums & NUMBER_MASK]
    return shape.missing[
        tables.at_groups[tiles] + shape.joined[
            shape.joined[of_part[0] * CLASSES + of_part[1]] * CLASSES
            + shape.joined[of_part[2] * CLASSES + of_part[3]]
        ]
    ]


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


cdef int misfit_missing(int forms, uint64_t held, uint64_t faced, int wild) noexcept nogil:
    """Fourteen kinds, of which seven to nine are of suits; all seven honours for the star.

    A wildcard is no honour of the star but as itself, so that the others must be drawn: that takes
    as many draws as if so many more tiles were missing as there are wildcards.
    """
    cdef int honours = number_of(held & HONOUR_MASK)
    cdef int m = USABLE[held & SUIT]
    cdef int p = USABLE[held >> SUIT_KINDS & SUIT]
    cdef int s = USABLE[held >> 2 * SUIT_KINDS & SUIT]
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
            HONOUR_KINDS - number_of((held | faced) & HONOUR_MASK) + wild,
        ))
    return missing


# --- Rows ----------------------------------------------------------------------------------------

cdef Py_ssize_t answer_variants(
    int question, const variants_t* variants, const rows_t* rows, void* out
) noexcept nogil:
    """Answer every row; return the first that has no answer, or -1."""
    cdef uint16_t keys[KEYS]
    cdef uint8_t counts[KINDS]
    cdef Py_ssize_t i
    cdef int kind, tiles, wild, missing
    for i in range(rows.rows):
        memcpy(counts, rows.counts + i * KINDS, KINDS)      # another thread may write to them
        wild = rows.wild[i * rows.wild_step]
        if read_keys(counts, 1, keys) or kinds_over(counts, 0) & variants.no_tiles:
            return i
        tiles = wild
        for kind in range(KINDS):
            tiles += counts[kind]
        if tiles > <int> variants.tables.most_tiles or (question != IS_WIN and tiles % 3 == 0):
            return i
        missing = missing_of_keys(variants, counts, keys, 0, wild, wild)
        if question == IS_WIN:
            (<uint8_t*> out)[i] = tiles % 3 == 2 and missing == wild
        else:
            (<int8_t*> out)[i] = IMPOSSIBLE if missing == IMPOSSIBLE else missing - wild - 1
    return -1
