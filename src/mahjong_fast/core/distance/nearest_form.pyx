# optimize: balance
"""How many draws a hand is from the nearest form of its rules.

Forms of groups and pairs, couples among them, are targets of the search (`groups_and_pairs`). Forms
of single tiles are counted here: each is a choice of kinds, and a kind chosen is held, or open to a
wildcard, or must be drawn. With m slots that are not held, d of them to be drawn, a hand of w
wildcards is max(m - w, d) draws away.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport number_of_bits
from mahjong_fast.core.base.signals cimport interrupted
from mahjong_fast.core.base.types cimport position_t, rules_t, wild_in_pair_of
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, ALL_SUITS, COPIES, EXEMPT_ALL_HONOURS, EXEMPT_ALL_TRIPLETS, EXEMPT_ONE_SUIT,
    FIRST_DRAGON, FIRST_HONOUR, FORM_ALL_258, FORM_ALL_HONOURS, FORM_EIGHT_PAIRS,
    FORM_GREATER_KNITTED, FORM_KNITTED_STRAIGHT, FORM_LESSER_KNITTED, FORM_MISFIT,
    FORM_PAIRS_AND_TRIPLET, FORM_SEVEN_COUPLES, FORM_SEVEN_PAIRS, FORM_SEVEN_STAR, FORM_STANDARD,
    FORM_THIRTEEN_ORPHANS, FORM_TILES, HONOUR_KINDS, HONOUR_MASK, IMPOSSIBLE, KINDS, KNITTED_GROUPS,
    KNITTINGS, MASK_258, NO_LIMIT, ORPHANS, ORPHAN_MASK, PARTS, REQUIRED_ORPHAN, REQUIRED_TRIPLET,
    REQUIRED_TRIPLET_OR_DRAGON_PAIR, RUN_DRAGONS, RUN_SUIT, RUN_WINDS, SUITS, SUIT_KINDS, SUIT_MASK,
)
from mahjong_fast.core.distance.groups_and_pairs cimport (
    PIECE_CHOW, PIECE_COUPLE, PIECE_DRAGON_RUN, PIECE_PUNG, PIECE_WIND_RUN, search_reaches,
    search_t, terms_t,
)
from mahjong_fast.core.tables.lookup cimport (
    asked_t, find_showings, later_t, showings_t, table_later, table_missing, table_missing_of_parts,
    table_missing_showing, table_missing_within, table_parts, tabled_t,
)
from mahjong_fast.core.tables.profile cimport MOST_GROUPS
from mahjong_fast.core.tables.scope cimport tables_are_exact

cdef enum:
    KNITTED_OF_SUIT = 3
    ANY_NUMBER = 17             # of excess copies: no hand has more tiles
    MOST_COST = 15              # more than the slots of any form of single tiles


# Those that `bound` is of.
cdef int BOUNDED_FORMS = FORM_STANDARD | FORM_SEVEN_PAIRS | FORM_THIRTEEN_ORPHANS

# The suits that have 147, 258 and 369 in each of the knittings.
cdef int[KNITTINGS][SUITS] KNITTED_SUITS = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]
]


cdef struct asking_t:
    const rules_t* rules
    const position_t* position
    const asked_t* looser       # tables of rules that allow more, or NULL
    int bound                   # fewer draws reach neither the standard form nor seven pairs
    int standard_bound          # nor do fewer than these the standard form ...
    int triplets_bound          # ... all of three alike, with any pair ...
    int within_bound[PARTS]     # ... within one part ...
    int knitted_bound[KNITTINGS]    # ... and beside the knittings
    later_t later               # what is missing in later parts, where any kind is the pair ...
    later_t later_of_pairs      # ... and where the rules' kinds are
    bint is_exact               # so many draws reach a form
    uint64_t stand_ins          # the kinds that may be used as a wild kind
    int next_draws              # the fewest draws that may do where those tried do not
    search_t* search            # its terms are the rules' and the hand's, but for the shape


# What slots cost that no natural tile held fills: all of them, and those that must be drawn.
cdef struct cost_t:
    int missing
    int drawn


cdef int forms_draws(
    const rules_t* rules, const position_t* position, const asked_t* looser, int most,
    search_t* search,
) noexcept nogil:
    """The least draws up to `most`, IMPOSSIBLE where more are needed, or SEARCH_OUT_OF_MEMORY.

    A hand of 3n + 2 tiles wins when it is 0 draws away. `looser` are tables of rules under which a
    hand is never farther from the standard form and from seven pairs, or NULL.
    """
    cdef asking_t asking
    asking.rules = rules
    asking.position = position
    asking.search = search
    asking.bound = asking.standard_bound = asking.triplets_bound = 0
    memset(asking.within_bound, 0, sizeof(asking.within_bound))
    memset(asking.knitted_bound, 0, sizeof(asking.knitted_bound))
    asking.is_exact = False
    if rules.must_be_open and not position.is_open:
        return IMPOSSIBLE
    set_terms(rules, position, &search.terms)
    asking.stand_ins = 0
    if position.wild_mask:
        asking.stand_ins = rules.stand_in & ~position.wild_mask & rules.tiles
    asking.looser = looser
    search.terms.knows_later = looser != NULL
    if looser != NULL and not asking.stand_ins:
        set_bounds(&asking)
    if position.void_suit >= 0 and search.terms.suits >> position.void_suit & 1:
        return IMPOSSIBLE
    if number_of_bits(search.terms.suits) > rules.max_suits:
        return IMPOSSIBLE
    if asking.stand_ins:
        return draws_with_stand_ins(&asking, most)
    return least_draws(&asking, most)


cdef void set_terms(
    const rules_t* rules, const position_t* position, terms_t* terms
) noexcept nogil:
    """Set what does not depend on the form."""
    cdef int kind, suit, copies, left
    cdef uint64_t allowed = rules.tiles & ~rules.forbidden
    cdef uint64_t orphans = 0
    memset(terms.singles, 0, KINDS)
    terms.free = 0
    terms.suits = 0
    memset(terms.suit_tiles, 0, sizeof(terms.suit_tiles))
    terms.wild = position.wild
    terms.wild_left = 0
    if position.void_suit >= 0:
        allowed &= ~(SUIT_MASK << SUIT_KINDS * position.void_suit)
    for kind in range(KINDS):
        copies = rules.copies if rules.tiles >> kind & 1 else 0
        left = copies - position.held[kind]
        terms.held[kind] = position.counts[kind]
        terms.faced[kind] = 0
        terms.faced_limit[kind] = 0
        terms.natural_limit[kind] = max(0, copies - <int> position.melded[kind])
        if position.wild_mask >> kind & 1:
            terms.wild_left += max(0, left)
            if not rules.wild_when_drawn:
                terms.natural_limit[kind] = position.counts[kind]
            if rules.wild_natural_use:
                terms.faced[kind] = position.faced[kind]
                terms.faced_limit[kind] = position.faced[kind] + max(0, left)
        terms.total_limit[kind] = rules.max_copies
        if rules.max_copies != NO_LIMIT:
            terms.total_limit[kind] = max(0, rules.max_copies - <int> position.melded[kind])
        if not allowed >> kind & 1:
            terms.total_limit[kind] = 0
        if position.melded[kind]:
            orphans |= ORPHAN_MASK >> kind & 1
            if kind < FIRST_HONOUR:
                suit = kind // SUIT_KINDS
                terms.suits |= 1 << suit
                terms.suit_tiles[suit] += position.melded[kind]
    if rules.wild_when_drawn:
        terms.wild_left = min(terms.wild_left, 1 - position.wild)
    terms.wild_kinds = rules.wild_can_be & allowed
    terms.wild_in_chow = rules.wild_in_chow
    terms.wild_in_pung = rules.wild_in_pung
    terms.wild_in_pair = rules.wild_in_pair
    terms.least_suits = rules.min_suits
    terms.most_suits = rules.max_suits
    terms.least_suit_tiles = rules.min_suit_tiles
    terms.wants_triplet = (
        (rules.required & (REQUIRED_TRIPLET | REQUIRED_TRIPLET_OR_DRAGON_PAIR)) != 0
        and not position.has_triplet
    )
    terms.wants_orphan = (rules.required & REQUIRED_ORPHAN) != 0 and not orphans
    terms.dragon_pair_will_do = False


# --- Stand-ins -----------------------------------------------------------------------------------
#
# A stand-in is used as itself or as a wild kind. Which share of those held, and of those to draw,
# is used as which is tried for one number of draws after the other. The tables of looser rules tell
# of most shares of those held that so many draws are not enough, and how many may be.

cdef struct share_t:
    # A stand-in and a wild kind that it may be used as.
    uint8_t kind
    uint8_t wild_kind


cdef int draws_with_stand_ins(asking_t* asking, int most) noexcept nogil:
    cdef int slots = 3 * asking.position.groups + 2
    cdef int draws = max(0, slots - asking.position.tiles)
    cdef share_t shares[KINDS * KINDS]
    cdef int number = 0
    cdef int kind, wild_kind, reached
    for kind in range(KINDS):
        for wild_kind in range(KINDS if asking.stand_ins >> kind & 1 else 0):
            if asking.position.wild_mask >> wild_kind & 1:
                shares[number] = share_t(kind=kind, wild_kind=wild_kind)
                number += 1
    while draws <= min(most, slots):
        asking.next_draws = IMPOSSIBLE
        reached = reaches_with_shares(asking, draws, shares, number, number)
        if reached:
            return SEARCH_OUT_OF_MEMORY if reached < 0 else draws
        draws = max(draws + 1, asking.next_draws)
    return IMPOSSIBLE


cdef int reaches_with_shares(
    asking_t* asking, int draws, const share_t* shares, int number, int left
) noexcept nogil:
    """Whether some use of the stand-ins held reaches a form, as the last shares that are left."""
    cdef terms_t* terms = &asking.search.terms
    cdef share_t share
    cdef int as_wild, reached
    if interrupted(&asking.search.failed.ticks):
        return -1
    if left == 0:
        if asking.looser != NULL:
            set_bounds(asking)
            if not asking.rules.forms & ~BOUNDED_FORMS and asking.bound > draws:
                asking.next_draws = min(asking.next_draws, asking.bound)
                return 0
        asking.next_draws = draws + 1
        return reaches_with_draws(asking, draws, shares, number)
    share = shares[number - left]
    for as_wild in range(terms.held[share.kind] + 1):
        hold_share(terms, share, as_wild)
        limit_share(terms, share, as_wild)
        reached = reaches_with_shares(asking, draws, shares, number, left - 1)
        limit_share(terms, share, -as_wild)
        hold_share(terms, share, -as_wild)
        if reached:
            return reached
    return 0


cdef int reaches_with_draws(
    asking_t* asking, int draws, const share_t* shares, int left
) noexcept nogil:
    """The same for those to draw."""
    cdef terms_t* terms = &asking.search.terms
    cdef int slots = 3 * asking.position.groups + 2
    cdef int drawn, reached
    if left == 0:
        if draws_of_singles(asking, slots, slots - asking.position.tiles) <= draws:
            return 1
        return reaches_groups(asking, draws)
    for drawn in range(
        min(terms.natural_limit[shares.kind] - terms.held[shares.kind], draws) + 1
    ):
        limit_share(terms, shares[0], drawn)
        reached = reaches_with_draws(asking, draws, shares + 1, left - 1)
        limit_share(terms, shares[0], -drawn)
        if reached:
            return reached
    return 0


cdef inline void hold_share(terms_t* terms, share_t share, int tiles) noexcept nogil:
    """Let so many tiles of the stand-in be held as tiles of the wild kind."""
    terms.held[share.kind] -= tiles
    terms.held[share.wild_kind] += tiles


cdef inline void limit_share(terms_t* terms, share_t share, int tiles) noexcept nogil:
    """Let there be so many tiles more of the wild kind, and fewer of the stand-in."""
    terms.natural_limit[share.kind] -= tiles
    terms.natural_limit[share.wild_kind] += tiles


# --- Bounds --------------------------------------------------------------------------------------

cdef void set_bounds(asking_t* asking) noexcept nogil:
    """Ask the tables of looser rules how far the tiles are at least, as they are used now."""
    cdef const rules_t* rules = asking.rules
    cdef const position_t* position = asking.position
    cdef const asked_t* looser = asking.looser
    cdef terms_t* terms = &asking.search.terms
    cdef tabled_t hand
    cdef uint8_t counts[KINDS]
    cdef showings_t showings
    cdef int kind, part, number, spare
    cdef int others = position.tiles    # wildcards, and tiles that the tables do not count ...
    cdef int beyond = 0         # ... though they may be of use, each
    cdef uint64_t pair_kinds = 0
    for kind in range(KINDS):
        counts[kind] = 0
        if terms.total_limit[kind]:
            pair_kinds |= rules.pair_kinds & (<uint64_t> 1) << kind
            counts[kind] = min(<int> terms.held[kind], <int> COPIES)
            beyond += terms.held[kind] - counts[kind]
            others -= counts[kind]
    spare = ANY_NUMBER if asking.stand_ins else position.wild + terms.wild_left
    asking.bound = table_missing(looser, counts, others, spare) - position.wild - beyond
    # Where excess copies pay, the tables do not know that wild kinds have none but the wildcards.
    asking.is_exact = (
        not asking.stand_ins and not position.has_melds and position.void_suit < 0
        and tables_are_exact(rules)
        and (
            not position.wild_mask or rules.max_copies != NO_LIMIT
            or asking.bound == table_missing(looser, counts, position.wild, 0) - position.wild
        )
    )
    table_parts(looser, counts, spare, &hand)
    table_later(looser, &hand, counts, ALL_KINDS, &asking.later)
    lower(&asking.later, beyond)
    asking.later_of_pairs = asking.later
    if rules.pair_kinds != ALL_KINDS:
        table_later(looser, &hand, counts, pair_kinds, &asking.later_of_pairs)
        lower(&asking.later_of_pairs, beyond)
        asking.triplets_bound = 3 * position.groups + 2 - position.wild - most_in_triplets(
            terms, position.groups, hand.excess > 0
        )
        for part in range(PARTS):
            asking.within_bound[part] = (
                table_missing_within(looser, &hand, position.groups, part) - position.wild - beyond
            )
    asking.standard_bound = max(
        asking.bound, asking.later_of_pairs.missing[0][1][position.groups] - position.wild
    )
    if rules.min_suits or rules.min_suit_tiles:
        find_showings(rules, terms.suits, terms.suit_tiles, 0, &showings)
        asking.standard_bound = max(asking.standard_bound, table_missing_showing(
            looser, &hand, position.groups, &showings, asking.standard_bound + position.wild
        ) - position.wild - beyond)
    for number in range(KNITTINGS if rules.forms & FORM_KNITTED_STRAIGHT else 0):
        asking.knitted_bound[number] = missing_beside_knitting(
            asking, number, counts, spare
        ) - position.wild - beyond


cdef int missing_beside_knitting(
    const asking_t* asking, int number, const uint8_t* counts, int spare
) noexcept nogil:
    """No more than a knitted straight misses: its nine tiles, and the groups and the pair."""
    cdef const terms_t* terms = &asking.search.terms
    cdef int groups = asking.position.groups - KNITTED_GROUPS
    cdef showings_t showings
    cdef tabled_t hand
    cdef uint8_t rest[KINDS]
    cdef uint8_t suit_tiles[SUITS]
    cdef int lacking = 0
    cdef int kind, suit
    if groups < 0:
        return IMPOSSIBLE
    for kind in range(KINDS):
        rest[kind] = counts[kind]
        if knitting(number) >> kind & 1:
            lacking += counts[kind] == 0
            rest[kind] -= counts[kind] > 0
    table_parts(asking.looser, rest, spare, &hand)
    if not asking.rules.min_suit_tiles:
        return lacking + table_missing_of_parts(asking.looser, &hand, groups)
    for suit in range(SUITS):
        suit_tiles[suit] = terms.suit_tiles[suit] + KNITTED_OF_SUIT
    find_showings(asking.rules, ALL_SUITS, suit_tiles, 0, &showings)
    return lacking + table_missing_showing(asking.looser, &hand, groups, &showings, 0)


cdef void lower(later_t* later, int by) noexcept nogil:
    cdef int part, pair, groups
    cdef uint8_t* missing
    for part in range(PARTS if by else 0):
        for pair in range(2):
            for groups in range(MOST_GROUPS + 1):
                missing = &later.missing[part][pair][groups]
                missing[0] = max(0, missing[0] - by)


cdef int most_in_triplets(const terms_t* terms, int groups, bint excess) noexcept nogil:
    """No fewer tiles than pungs and a pair can use."""
    cdef int kinds[5]           # by how many of them are held
    cdef int kind, held, taken
    cdef int left = groups + 1
    cdef int used = 0
    memset(kinds, 0, sizeof(kinds))
    for kind in range(KINDS):
        if terms.total_limit[kind]:
            kinds[min(<int> terms.held[kind], <int> COPIES)] += 1
            if terms.held[kind] >= COPIES and excess:
                used += terms.held[kind] - 3        # in a further group of the kind
    kinds[3] += kinds[4]
    if kinds[3] >= left:
        used -= 1               # one of them is the pair
    for held in range(3, 0, -1):
        taken = min(kinds[held], left)
        used += taken * held
        left -= taken
    return used


# --- All forms -----------------------------------------------------------------------------------

cdef int least_draws(asking_t* asking, int most) noexcept nogil:
    cdef int slots = 3 * asking.position.groups + 2
    cdef int fewest = slots - asking.position.tiles     # a discard makes up for a tile too many
    cdef int draws, reached
    cdef int of_singles = draws_of_singles(asking, slots, fewest)
    for draws in range(max(0, fewest), min(most, min(of_singles - 1, slots)) + 1):
        reached = reaches_groups(asking, draws)
        if reached < 0:
            return SEARCH_OUT_OF_MEMORY
        if reached:
            return draws
    return of_singles if of_singles <= min(most, slots) else IMPOSSIBLE


cdef int reaches_groups(asking_t* asking, int draws) noexcept nogil:
    """Whether a form of groups and pairs is so many draws away: 1, 0, or -1 without memory."""
    cdef const rules_t* rules = asking.rules
    cdef const position_t* position = asking.position
    cdef terms_t* terms = &asking.search.terms
    cdef int found = 0
    cdef int runs = 0
    terms.pairs_repeat = rules.quads_as_two_pairs
    if rules.runs & RUN_SUIT:
        runs |= PIECE_CHOW
    if rules.runs & RUN_WINDS:
        runs |= PIECE_WIND_RUN
    if rules.runs & RUN_DRAGONS:
        runs |= PIECE_DRAGON_RUN
    terms.dragon_pair_will_do = not rules.required & REQUIRED_TRIPLET
    terms.pair_kinds = rules.pair_kinds
    terms.later = asking.later_of_pairs
    if rules.forms & FORM_STANDARD and draws >= asking.standard_bound:
        found = asking.is_exact or try_shape(
            asking, draws, runs | PIECE_PUNG, position.groups, 1
        )
    if not found and rules.forms & FORM_KNITTED_STRAIGHT and position.groups >= KNITTED_GROUPS:
        found = reaches_knitted_straight(asking, draws, runs)
    terms.pair_kinds = ALL_KINDS
    terms.later = asking.later
    if not found and rules.forms & FORM_STANDARD and rules.pair_kinds != ALL_KINDS:
        found = reaches_with_any_pair(asking, draws, runs)
    terms.dragon_pair_will_do = False
    terms.wild_in_pair = wild_in_pair_of(rules, FORM_SEVEN_PAIRS)
    if not found and rules.forms & FORM_SEVEN_PAIRS and rules.groups == 4:
        if position.whole:
            if draws >= asking.bound:
                found = try_shape(asking, draws, 0, 0, 7)
        elif position.kongs and position.kongs <= rules.kongs_as_two_pairs:
            terms.free = position.kongs
            found = try_shape(asking, draws, 0, 0, 7 - 2 * position.kongs)
            terms.free = 0
    if not found and position.whole and rules.groups == 4 and rules.forms & FORM_SEVEN_COUPLES:
        found = try_shape(asking, draws, PIECE_COUPLE, 7, 0)
    if not found and position.whole and rules.groups == 5:
        if rules.forms & FORM_EIGHT_PAIRS:
            terms.free = 1
            terms.wild_in_pair = wild_in_pair_of(rules, FORM_EIGHT_PAIRS)
            found = try_shape(asking, draws, 0, 0, 8)
            terms.free = 0
        if not found and rules.forms & FORM_PAIRS_AND_TRIPLET:
            terms.wild_in_pair = wild_in_pair_of(rules, FORM_PAIRS_AND_TRIPLET)
            found = try_shape(asking, draws, PIECE_PUNG, 1, 7)
    terms.wild_in_pair = rules.wild_in_pair
    return found


cdef int try_shape(
    asking_t* asking, int draws, int pieces, int groups, int pairs
) noexcept nogil:
    cdef terms_t* terms = &asking.search.terms
    terms.pieces = pieces
    terms.groups = groups
    terms.pairs = pairs
    return search_reaches(asking.search, draws)


cdef int reaches_with_any_pair(asking_t* asking, int draws, int runs) noexcept nogil:
    """Try the standard targets whose pair may be any kind, whatever the rules ask of the others."""
    cdef const rules_t* rules = asking.rules
    cdef int groups = asking.position.groups
    cdef int found = 0
    cdef int part
    if (
        rules.pair_exempt & EXEMPT_ALL_TRIPLETS and not asking.position.has_runs
        and draws >= asking.triplets_bound
    ):
        found = try_shape(asking, draws, PIECE_PUNG, groups, 1)
    for part in range(PARTS):
        if not found and draws >= asking.within_bound[part] and rules.pair_exempt & (
            EXEMPT_ONE_SUIT if part < SUITS else EXEMPT_ALL_HONOURS
        ):
            found = try_within(asking, draws, runs | PIECE_PUNG, part)
    return found


cdef int try_within(asking_t* asking, int draws, int pieces, int part) noexcept nogil:
    """Try the standard targets that with the melds show no other part."""
    cdef terms_t* terms = &asking.search.terms
    cdef uint8_t limits[KINDS]
    cdef uint64_t kinds = HONOUR_MASK if part == SUITS else SUIT_MASK << SUIT_KINDS * part
    cdef int kind, found
    if not melds_are_within(asking.position, kinds):
        return 0
    for kind in range(KINDS):
        limits[kind] = terms.total_limit[kind]
        if not kinds >> kind & 1:
            terms.total_limit[kind] = 0
    found = try_shape(asking, draws, pieces, asking.position.groups, 1)
    for kind in range(KINDS):
        terms.total_limit[kind] = limits[kind]
    return found


cdef bint melds_are_within(const position_t* position, uint64_t kinds) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        if position.melded[kind] and not kinds >> kind & 1:
            return False
    return True


cdef uint64_t knitting(int number) noexcept nogil:
    """The nine kinds of a knitting."""
    cdef int first
    cdef uint64_t kinds = 0
    cdef uint64_t ranks = 1 | 1 << 3 | 1 << 6
    for first in range(3):
        kinds |= ranks << first + SUIT_KINDS * KNITTED_SUITS[number][first]
    return kinds


cdef int reaches_knitted_straight(asking_t* asking, int draws, int runs) noexcept nogil:
    cdef terms_t* terms = &asking.search.terms
    cdef int number, kind
    cdef int found = 0
    for number in range(KNITTINGS):
        if draws < asking.knitted_bound[number]:
            continue
        for kind in range(FIRST_HONOUR):
            terms.singles[kind] = knitting(number) >> kind & 1
        found = try_shape(
            asking, draws, runs | PIECE_PUNG, asking.position.groups - KNITTED_GROUPS, 1
        )
        if found:
            break
    memset(terms.singles, 0, KINDS)
    return found


# --- Forms of single tiles -----------------------------------------------------------------------

cdef int draws_of_singles(asking_t* asking, int slots, int fewest) noexcept nogil:
    """The least draws over the forms of single tiles, or IMPOSSIBLE."""
    cdef int forms = asking.rules.forms
    cdef int draws = IMPOSSIBLE
    cdef int number
    if forms & FORM_ALL_HONOURS:
        draws = draws_within(asking, slots, HONOUR_MASK)
    if forms & FORM_ALL_258:
        draws = min(draws, draws_within(asking, slots, MASK_258))
    if not asking.position.whole or asking.rules.groups != 4:
        return draws if draws == IMPOSSIBLE else max(draws, fewest)
    if forms & FORM_THIRTEEN_ORPHANS:
        draws = min(draws, orphans_draws(asking))
    if not asking.search.terms.wants_triplet:
        if forms & FORM_MISFIT:
            draws = min(draws, misfit_draws(asking, False))
        if forms & FORM_SEVEN_STAR:
            draws = min(draws, misfit_draws(asking, True))
        for number in range(KNITTINGS):
            if forms & FORM_LESSER_KNITTED:
                draws = min(draws, knitted_draws(asking, number, False))
            if forms & FORM_GREATER_KNITTED:
                draws = min(draws, knitted_draws(asking, number, True))
    return draws if draws == IMPOSSIBLE else max(draws, fewest)


cdef inline int draws_of(const asking_t* asking, const cost_t* cost) noexcept nogil:
    if cost.missing >= MOST_COST:
        return IMPOSSIBLE
    return draws_of_many(asking, cost)


cdef inline int draws_of_many(const asking_t* asking, const cost_t* cost) noexcept nogil:
    return max(cost.missing - asking.search.terms.wild, cost.drawn)


cdef enum:
    # How a slot can be filled, the best first.
    IS_HELD
    IS_OPEN            # by a wildcard, or by a draw
    IS_FACED           # by a wildcard that is held, as itself
    IS_DRAWN           # by a draw
    IS_NEVER


cdef enum:
    # What wildcards may be used for.
    NO_USE
    AS_THEMSELVES
    ANY_USE


cdef inline int slot_of(
    const asking_t* asking, int kind, int copies, int wild_use
) noexcept nogil:
    """How the slot of a kind's copy of that number is filled."""
    cdef const terms_t* terms = &asking.search.terms
    if terms.total_limit[kind] < copies:
        return IS_NEVER
    if terms.held[kind] >= copies:
        return IS_HELD
    if wild_use == ANY_USE and terms.wild_kinds >> kind & 1:
        return IS_OPEN
    if wild_use != NO_USE and terms.held[kind] + terms.faced[kind] >= copies:
        return IS_FACED
    if terms.natural_limit[kind] >= copies:
        return IS_DRAWN
    if wild_use != NO_USE and terms.held[kind] + terms.faced_limit[kind] >= copies:
        return IS_DRAWN
    return IS_NEVER


cdef inline void add(cost_t* cost, int slot) noexcept nogil:
    cost.missing += MOST_COST if slot == IS_NEVER else <int> (slot != IS_HELD)
    cost.drawn += slot == IS_DRAWN


cdef cost_t choose(
    asking_t* asking, uint64_t kinds, int number, int wild_use
) noexcept nogil:
    """The least cost of so many different kinds out of a set."""
    cdef int slots[4]
    cdef int kind, taken
    cdef int slot
    cdef cost_t cost = cost_t(missing=0, drawn=0)
    memset(slots, 0, sizeof(slots))
    for kind in range(KINDS):
        if kinds >> kind & 1:
            slot = slot_of(asking, kind, 1, wild_use)
            if slot != IS_NEVER:
                slots[slot] += 1
    for taken in range(4):
        cost.missing += min(number, slots[taken]) if taken != IS_HELD else 0
        if taken == IS_DRAWN:
            cost.drawn += min(number, slots[taken])
        number -= min(number, slots[taken])
    if number:
        cost.missing += MOST_COST
    return cost


cdef int orphans_draws(asking_t* asking) noexcept nogil:
    """One of each terminal and honour, and a second of one of them: its pair."""
    cdef const terms_t* terms = &asking.search.terms
    cdef int draws = IMPOSSIBLE
    cdef int kind
    if terms.most_suits < SUITS or terms.least_suit_tiles > 3:
        return IMPOSSIBLE
    for kind in range(KINDS):
        if not ORPHAN_MASK >> kind & 1:
            continue
        if terms.least_suit_tiles == 3 and kind >= FIRST_HONOUR:
            continue
        if terms.wants_triplet and not (
            kind >= FIRST_DRAGON and not asking.rules.required & REQUIRED_TRIPLET
        ):
            continue
        draws = min(draws, orphans_with_pair(asking, kind))
    return draws


cdef int orphans_with_pair(asking_t* asking, int pair) noexcept nogil:
    cdef const terms_t* terms = &asking.search.terms
    cdef cost_t cost = choose(
        asking, ORPHAN_MASK & ~((<uint64_t> 1) << pair), ORPHANS - 1, ANY_USE
    )
    cdef int open_slots = terms.wild_in_pair if terms.wild_kinds >> pair & 1 else 0
    cdef int lacking = max(0, 2 - open_slots - <int> terms.held[pair])
    cdef int faced = min(lacking, <int> terms.faced[pair])
    if terms.total_limit[pair] < 2:
        return IMPOSSIBLE
    if 2 - open_slots > max(
        <int> terms.natural_limit[pair], terms.held[pair] + terms.faced_limit[pair]
    ):
        return IMPOSSIBLE
    cost.missing += max(0, 2 - <int> terms.held[pair])
    cost.drawn += lacking - faced
    return draws_of(asking, &cost)


cdef int knitted_draws(asking_t* asking, int number, bint greater) noexcept nogil:
    """Fourteen kinds of the seven honours and a knitting, all the honours among them if greater."""
    cdef const terms_t* terms = &asking.search.terms
    cdef cost_t cost, further
    if terms.most_suits < SUITS or terms.least_suit_tiles > 3:
        return IMPOSSIBLE
    if not greater:
        cost = choose(asking, HONOUR_MASK | knitting(number), FORM_TILES, ANY_USE)
        return draws_of(asking, &cost)
    cost = choose(asking, HONOUR_MASK, HONOUR_KINDS, ANY_USE)
    further = choose(asking, knitting(number), FORM_TILES - HONOUR_KINDS, ANY_USE)
    cost.missing += further.missing
    cost.drawn += further.drawn
    return draws_of(asking, &cost)


cdef int draws_within(asking_t* asking, int slots, uint64_t kinds) noexcept nogil:
    """Draws until all tiles are of a set of kinds; the melds must be.

    Wildcards fill up, as no kind in particular, where they may be some kind of the set. The suits
    shown are chosen first: each of them has a natural tile at least.
    """
    cdef const terms_t* terms = &asking.search.terms
    cdef int draws = IMPOSSIBLE
    cdef int suits, most
    if not melds_are_within(asking.position, kinds):
        return IMPOSSIBLE
    if terms.wants_triplet or (terms.wants_orphan and not kinds & HONOUR_MASK):
        return IMPOSSIBLE
    most = 1 if kinds & HONOUR_MASK else 1 << SUITS
    for suits in range(most):
        if terms.least_suits <= number_of_bits(suits | terms.suits) <= terms.most_suits:
            draws = min(draws, draws_within_suits(asking, slots, kinds, suits))
    return draws


cdef int draws_within_suits(
    asking_t* asking, int slots, uint64_t kinds, int suits
) noexcept nogil:
    """The same, where just these suits are shown by the concealed tiles."""
    cdef const terms_t* terms = &asking.search.terms
    cdef int suit
    cdef int draws = IMPOSSIBLE
    if terms.least_suit_tiles == 0:
        return draws_with_suit(asking, slots, kinds, suits, -1)
    for suit in range(SUITS):
        draws = min(draws, draws_with_suit(asking, slots, kinds, suits, suit))
    return draws


cdef int draws_with_suit(
    asking_t* asking, int slots, uint64_t kinds, int suits, int longest
) noexcept nogil:
    """The same, where suit `longest` has as many tiles as the rules ask of one suit."""
    cdef const terms_t* terms = &asking.search.terms
    cdef cost_t cost
    cdef int part, kind, least, held, held_faced, room
    cdef int used = 0           # slots that natural tiles held can fill
    cdef int asked = 0          # slots that the parts must have
    cdef int lacking = 0        # of those, the ones that no natural tile held fills ...
    cdef int undrawn = 0        # ... and the ones that no wildcard held does as itself
    cdef int faced = 0          # further slots that wildcards held can fill as themselves
    cdef int natural = 0        # slots that natural tiles can ever fill
    cdef int as_themselves = 0  # further ones that wildcards can as themselves
    cdef bint open = (terms.wild_kinds & kinds) != 0
    for part in range(SUITS + 1):
        least = suits >> part & 1 if part < SUITS else terms.wants_orphan
        if part == longest:
            least = max(least, terms.least_suit_tiles - <int> terms.suit_tiles[part])
        if part < SUITS and not suits >> part & 1:
            if least:
                return IMPOSSIBLE
            continue
        held = held_faced = room = 0
        for kind in range(SUIT_KINDS * part, min(KINDS, SUIT_KINDS * (part + 1))):
            if kinds >> kind & 1 and terms.total_limit[kind]:
                held += min(terms.held[kind], terms.total_limit[kind])
                natural += terms.natural_limit[kind]
                room += max(
                    <int> terms.natural_limit[kind], terms.held[kind] + terms.faced_limit[kind]
                )
                held_faced += terms.faced[kind]
                as_themselves += terms.faced_limit[kind]
        if room < least:
            return IMPOSSIBLE
        used += held
        asked += least
        faced += held_faced
        lacking += max(0, least - held)
        undrawn += max(0, least - held - held_faced)
    cost.missing = max(slots - used, lacking)
    cost.drawn = undrawn        # a wildcard shows no suit
    if asked > slots:
        return IMPOSSIBLE
    if not open:
        cost.drawn = max(cost.drawn, cost.missing - faced)
        if natural + as_themselves < slots:
            return IMPOSSIBLE
    if open and slots - natural > terms.wild + terms.wild_left:
        return IMPOSSIBLE
    return draws_of_many(asking, &cost)


# --- Misfit --------------------------------------------------------------------------------------

cdef enum:
    MOST_RANKS = 3              # ranks at least three apart
    MOST_SUIT_TILES = 9
    SHOWS_TERMINAL = 1
    SHOWS_SUIT = 2              # as many tiles of one suit as the rules ask for
    SHOWINGS = 4


cdef struct costs_t:
    # The least missing slots by what is shown, kinds chosen, and those of them that must be drawn.
    uint8_t missing[SHOWINGS][MOST_SUIT_TILES + 1][MOST_SUIT_TILES + 1]


cdef int misfit_draws(asking_t* asking, bint star) noexcept nogil:
    """Fourteen different kinds, the ranks of a suit at least three apart; all honours if `star`.

    Where wildcards need no slot they stand for no kind, or for an honour of the star; for others
    only if something must be shown. A kind of which no tile is natural takes one of those that
    fill up, so each set of such kinds is tried where those are few.
    """
    cdef const rules_t* rules = asking.rules
    cdef terms_t* terms = &asking.search.terms
    cdef uint64_t alone = 0
    cdef uint64_t chosen
    cdef uint8_t limits[KINDS]
    cdef int draws = IMPOSSIBLE
    cdef int kind
    if rules.misfit_wild_needs_slot or not (
        terms.least_suits or terms.least_suit_tiles or terms.wants_orphan
    ):
        return misfit_draws_using(asking, star, rules.misfit_wild_needs_slot, 0)
    memcpy(limits, terms.total_limit, KINDS)
    for kind in range(FIRST_HONOUR if star else KINDS):
        if terms.natural_limit[kind] == 0 and terms.total_limit[kind]:
            alone |= (<uint64_t> 1) << kind
    if terms.wild + terms.wild_left >= FORM_TILES:
        alone = 0               # there are wildcards enough for all tiles
    chosen = alone
    while True:
        for kind in range(KINDS):
            if (alone & ~chosen) >> kind & 1:
                terms.total_limit[kind] = 0
        draws = min(draws, misfit_draws_using(asking, star, True, number_of_bits(chosen)))
        memcpy(terms.total_limit, limits, KINDS)
        if chosen == 0:
            return draws
        chosen = (chosen - 1) & alone


cdef int misfit_draws_using(
    asking_t* asking, bint star, bint wild_as_kinds, int alone
) noexcept nogil:
    """The same, where so many wildcards beside those that fill up are of kinds of their own."""
    cdef const rules_t* rules = asking.rules
    cdef const terms_t* terms = &asking.search.terms
    cdef bint free = not rules.misfit_wild_needs_slot
    cdef int use = ANY_USE if wild_as_kinds else NO_USE
    cdef int honour_use = use
    cdef costs_t suits
    cdef cost_t honours
    cdef int draws = IMPOSSIBLE
    cdef int shown, kinds
    if star:
        honour_use = ANY_USE if rules.seven_star_wild else AS_THEMSELVES
    # Where every tile has its kind there are at least seven of suits, and so all three suits.
    for shown in range(0 if free else ALL_SUITS, ALL_SUITS + 1):
        if not terms.least_suits <= number_of_bits(shown) <= terms.most_suits:
            continue
        join_suits(asking, shown, use, &suits)
        for kinds in range(HONOUR_KINDS if star else 0, HONOUR_KINDS + 1):
            honours = choose(asking, HONOUR_MASK, kinds, honour_use)
            draws = min(draws, cheapest(asking, &suits, kinds, &honours, free, alone))
    return draws


cdef int cheapest(
    const asking_t* asking, const costs_t* suits, int kinds, const cost_t* honours, bint free,
    int alone,
) noexcept nogil:
    """The least draws with so many honours; the other tiles are of suits, or wild where free."""
    cdef const terms_t* terms = &asking.search.terms
    cdef int spent = alone + (as_themselves(asking, kinds) if free else 0)
    cdef int draws = IMPOSSIBLE
    cdef int showing, tiles, drawn, rest
    cdef cost_t cost
    for showing in range(SHOWINGS):
        if terms.wants_orphan and not kinds and not showing & SHOWS_TERMINAL:
            continue
        if terms.least_suit_tiles and not showing & SHOWS_SUIT:
            continue
        for tiles in range(min(<int> MOST_SUIT_TILES, FORM_TILES - kinds) + 1):
            rest = FORM_TILES - kinds - tiles
            if rest and not (free and rest + spent <= terms.wild + terms.wild_left):
                continue
            for drawn in range(tiles + 1):
                if suits.missing[showing][tiles][drawn] < MOST_COST:
                    cost.missing = honours.missing + suits.missing[showing][tiles][drawn] + rest
                    cost.drawn = honours.drawn + drawn
                    if honours.missing < MOST_COST:
                        draws = min(draws, draws_of_many(asking, &cost))
    return draws


cdef int as_themselves(const asking_t* asking, int kinds) noexcept nogil:
    """How many of all seven honours only wildcards can be, as themselves."""
    cdef const terms_t* terms = &asking.search.terms
    cdef int kind
    cdef int number = 0
    if kinds < HONOUR_KINDS or asking.rules.seven_star_wild:
        return 0
    for kind in range(FIRST_HONOUR, KINDS):
        number += not terms.held[kind] and not terms.natural_limit[kind]
    return number


cdef void join_suits(
    asking_t* asking, int shown, int wild_use, costs_t* joined
) noexcept nogil:
    """The costs of kinds of just the suits shown."""
    cdef costs_t before, further
    cdef uint8_t* cost
    cdef int suit, showing, more_showing, tiles, drawn, more, more_drawn
    memset(joined, MOST_COST, sizeof(costs_t))
    joined.missing[0][0][0] = 0
    for suit in range(SUITS):
        if not shown >> suit & 1:
            continue
        before = joined[0]
        memset(joined, MOST_COST, sizeof(costs_t))
        memset(&further, MOST_COST, sizeof(costs_t))
        add_ranks(asking, suit, 0, 0, 0, cost_t(missing=0, drawn=0), wild_use, &further)
        for showing in range(SHOWINGS):
            for tiles in range(MOST_SUIT_TILES + 1 - MOST_RANKS):
                for drawn in range(tiles + 1):
                    if before.missing[showing][tiles][drawn] >= MOST_COST:
                        continue
                    for more_showing in range(SHOWINGS):
                        for more in range(1, MOST_RANKS + 1):
                            for more_drawn in range(more + 1):
                                cost = &joined.missing[showing | more_showing][tiles + more][
                                    drawn + more_drawn
                                ]
                                cost[0] = min(
                                    <int> cost[0],
                                    before.missing[showing][tiles][drawn]
                                    + further.missing[more_showing][more][more_drawn],
                                )


cdef void add_ranks(
    asking_t* asking, int suit, int first, int tiles, int showing, cost_t cost,
    int wild_use, costs_t* out,
) noexcept nogil:
    """Note the cost of the ranks chosen so far, then go on with each rank from `first` on."""
    cdef int rank, shows
    cdef cost_t further
    cdef uint8_t* least = &out.missing[showing][tiles][cost.drawn]
    if cost.missing >= MOST_COST:
        return
    least[0] = min(<int> least[0], cost.missing)
    for rank in range(first, SUIT_KINDS):
        further = cost
        add(&further, slot_of(asking, SUIT_KINDS * suit + rank, 1, wild_use))
        shows = showing
        if rank == 0 or rank == SUIT_KINDS - 1:
            shows |= SHOWS_TERMINAL
        if tiles + 1 >= asking.search.terms.least_suit_tiles:
            shows |= SHOWS_SUIT
        add_ranks(asking, suit, rank + 3, tiles + 1, shows, further, wild_use, out)
