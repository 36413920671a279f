# optimize: speed
"""Whether a hand is within some draws of a target: the memoized recursion, for any rules.

The target is read kind by kind from the lowest one. At each kind the search chooses what begins
there: chows, pungs, pairs. What lies ahead depends only on the groups and pairs still to begin, on
the chows begun below, and on three budgets:

* `missing`: slots that no natural tile held fills. A wildcard held fills one, or a draw does.
* `drawn`: slots that only a draw can fill, because the rules bar wildcards from them.
* `wild`: slots that only wildcards can fill, because there are not so many natural tiles.

A hand with w wildcards is d draws from a target that misses no more than d + w slots, of which no
more than d must be drawn and no more than w and the wildcards still to draw must be wild: wildcards
go first where they must, draws likewise, and the rest is shared as it comes.

Where wildcards may fill at most one slot of a chow, or all but one, a chow is *marked* at the one
slot that is the exception; a chow that has still to be marked is told from one that has been. More
slots open to wildcards never hurt, so the exception is always made. Of pungs and pairs only the
number of open slots counts.

A group of which nothing is held is *blank*. Where enough kinds lie apart from all that is held,
blank groups and pairs are alike and always to be had, so the search only counts what they miss.

The place is packed into one uint64, the key of the memo, which keeps the places that lead nowhere.
"""
from libc.stdint cimport int8_t, uint64_t

from mahjong_fast.core.base.bits cimport number_of_bits
from mahjong_fast.core.base.memo cimport memo_clear, memo_free, memo_get, memo_init, memo_put
from mahjong_fast.core.base.signals cimport interrupted
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, ALL_SUITS, FIRST_DRAGON, FIRST_WIND, IMPOSSIBLE, KINDS, SUITS, SUIT_KINDS, WINDS,
    is_orphan,
)


cdef enum:
    CHOW_TILES = 3

    # What is marked in a chow.
    NO_SLOT             # all of its slots are open, or none is
    OPEN_SLOT           # the one that is open
    CLOSED_SLOT         # the one that is not


cdef struct spot_t:
    # Sixteen bytes: what is copied at every step.
    int8_t kind
    int8_t groups           # still to begin
    int8_t pairs
    int8_t free
    # Chows by the slots still to come, unmarked and marked ones. A couple lacks one slot all along,
    # but passes one kind over.
    int8_t two
    int8_t two_marked
    int8_t one
    int8_t one_marked
    # budgets
    int8_t missing
    int8_t drawn
    int8_t wild
    # still to be shown
    int8_t suits            # shown so far
    int8_t suit_tiles       # of this suit, as far as they count
    int8_t wants_suit_tiles
    int8_t wants_triplet
    int8_t wants_orphan


cdef void search_init(search_t* search) noexcept nogil:
    memo_init(&search.failed)


cdef void search_free(search_t* search) noexcept nogil:
    memo_free(&search.failed)


cdef int search_reaches(search_t* search, int draws) noexcept nogil:
    """Whether some target of the terms is at most so many draws away: 1, 0, or -1 given up.

    A hand of as many tiles as the target's slots wins when that is so of 0 draws.
    """
    cdef const terms_t* terms = &search.terms
    cdef spot_t place
    cdef int kind
    if interrupted(&search.failed.ticks):
        return -1
    if terms.pairs > 1:
        if missing_of_pairs(terms) > terms.wild + draws:
            return False
        if reaches_pairs(terms, draws):
            return True
    search.held_from[KINDS] = 0
    search.suits_from[KINDS] = 0
    search.singles_from[KINDS] = 0
    for kind in range(KINDS - 1, -1, -1):
        search.held_from[kind] = search.held_from[kind + 1] + terms.held[kind]
        search.suits_from[kind] = search.suits_from[kind + 1]
        if kind < FIRST_WIND and (terms.held[kind] or terms.singles[kind]):
            search.suits_from[kind] |= 1 << kind // SUIT_KINDS
        search.singles[kind] = search.open_singles[kind] = terms.singles[kind]
        search.singles_from[kind] = search.singles_from[kind + 1] + terms.singles[kind]
    search.marking = NO_SLOT
    search.chows_are_open = terms.wild_in_chow > 0
    find_blanks(search, terms.wild + draws)
    place = first_place(terms, draws)
    cdef bint marks = (
        not terms.pieces & PIECE_COUPLE and 0 < terms.wild_in_chow < CHOW_TILES
        and place.wild > 0      # else no slot is filled by a wildcard, and any may be open
    )
    cdef bint found
    if marks:
        # As if no slot of a chow were open: there is nothing to mark, and often that suffices.
        search.chows_are_open = False
        memo_clear(&search.failed)
        found = find(search, place)
        if found or search.failed.failed:
            return -1 if search.failed.failed else found
        search.marking = OPEN_SLOT if terms.wild_in_chow == 1 else CLOSED_SLOT
    memo_clear(&search.failed)
    found = find(search, place)
    return -1 if search.failed.failed else found


cdef struct paired_t:
    # What is held of pairs: whole ones, and tiles that lack the other.
    int pairs
    int singles


cdef int missing_of_pairs(const terms_t* terms) noexcept nogil:
    """A lower bound of the slots that no natural tile held fills, of many pairs and little else."""
    cdef paired_t all = paired_t(pairs=0, singles=0)
    cdef paired_t part, rest
    cdef int held = 0
    cdef int kind, in_pung, used
    for kind in range(KINDS):
        part = paired(terms, terms.held[kind])
        all.pairs += part.pairs
        all.singles += part.singles
        held += terms.held[kind]
    used = used_by_pairs(terms, &all)
    if terms.groups == 1 and terms.pieces == PIECE_PUNG:
        for kind in range(KINDS):
            if terms.held[kind]:
                in_pung = min(<int> terms.held[kind], 3)
                part = paired(terms, terms.held[kind])
                rest = paired(terms, terms.held[kind] - in_pung)
                rest.pairs += all.pairs - part.pairs
                rest.singles += all.singles - part.singles
                used = max(used, in_pung + used_by_pairs(terms, &rest))
    else:
        used += min(held - used, 3 * terms.groups)
    used += min(held - used, terms.free)
    return 3 * terms.groups + 2 * terms.pairs + terms.free - used


cdef bint reaches_pairs(const terms_t* terms, int draws) noexcept nogil:
    """Whether the pairs that miss least are near enough; they may be out of reach where others are.

    Those are tried whose tiles may be natural ones, and wildcards as well.
    """
    cdef int left = terms.pairs
    cdef int whole = 0
    cdef int halves = 0
    cdef int blank = 0
    cdef int held = 0
    cdef int kind, most, free
    if (
        terms.groups or terms.wild_in_pair < 2 or terms.pair_kinds != ALL_KINDS
        or terms.least_suits or terms.most_suits < SUITS or terms.least_suit_tiles
        or terms.wants_triplet or terms.wants_orphan
    ):
        return False
    for kind in range(KINDS):
        most = min(terms.natural_limit[kind], terms.total_limit[kind]) // 2
        if not terms.pairs_repeat:
            most = min(most, 1)
        if terms.total_limit[kind] >= terms.held[kind]:
            held += terms.held[kind]
        whole += min(<int> terms.held[kind] // 2, most)
        most -= min(<int> terms.held[kind] // 2, most)
        if most and terms.wild_kinds >> kind & 1:
            if terms.held[kind] % 2:
                halves += 1
            else:
                blank += most
    whole = min(whole, left)
    left -= whole
    halves = min(halves, left)
    left -= halves
    held -= 2 * whole + halves
    free = max(0, terms.free - max(0, held))
    return (
        left <= blank
        and halves + 2 * left + free <= terms.wild + draws
        and free <= terms.wild + min(terms.wild_left, draws)
    )


cdef inline paired_t paired(const terms_t* terms, int held) noexcept nogil:
    if terms.pairs_repeat:
        return paired_t(pairs=held // 2, singles=held % 2)
    return paired_t(pairs=held > 1, singles=held == 1)


cdef inline int used_by_pairs(const terms_t* terms, const paired_t* held) noexcept nogil:
    cdef int pairs = min(held.pairs, terms.pairs)
    return 2 * pairs + min(held.singles, terms.pairs - pairs)


cdef inline spot_t first_place(const terms_t* terms, int draws) noexcept nogil:
    cdef spot_t place
    place.kind = 0
    place.groups = terms.groups
    place.pairs = terms.pairs
    place.free = terms.free
    place.two = place.two_marked = place.one = place.one_marked = 0
    place.missing = terms.wild + draws
    place.drawn = draws
    place.wild = terms.wild + min(terms.wild_left, draws)
    place.suits = terms.suits
    place.suit_tiles = 0
    place.wants_suit_tiles = terms.least_suit_tiles > 0
    place.wants_triplet = terms.wants_triplet
    place.wants_orphan = terms.wants_orphan
    return place


cdef void find_blanks(search_t* search, int missing) noexcept nogil:
    """Tell whether as many blank groups and pairs as may be missing are to be had."""
    cdef const terms_t* terms = &search.terms
    cdef int most = min(terms.groups + terms.pairs, missing // 2) + terms.free
    cdef int copies = 3 if terms.groups else 2
    cdef int blank = 0
    cdef int held_suits = 0     # those in which a group may be begun from a tile that is held
    cdef bint fits
    cdef int kind
    search.blank_suits = search.blank_orphan_suits = 0
    search.has_blank_orphan = False
    # Where no more than two suits may be shown, blank honours show none.
    for kind in range(FIRST_WIND if terms.most_suits < SUITS else 0, KINDS):
        fits = (
            terms.natural_limit[kind] >= copies and terms.total_limit[kind] >= copies
            and terms.wild_kinds >> kind & 1
        )
        if fits and lies_apart(search, kind):
            blank += 1
            if kind < FIRST_WIND:
                search.blank_suits |= 1 << kind // SUIT_KINDS
            if is_orphan(kind):
                search.has_blank_orphan = True
                if kind < FIRST_WIND:
                    search.blank_orphan_suits |= 1 << kind // SUIT_KINDS
        elif fits and kind < FIRST_WIND and terms.held[kind]:
            held_suits |= 1 << kind // SUIT_KINDS
    search.has_blank_groups = (
        # Blank groups begun for the tiles of a suit may be chows, of three such kinds.
        blank >= (most if terms.least_suit_tiles == 0 else 3 * most)
        and (
            terms.groups == 0
            or terms.pieces & PIECE_PUNG
            and (terms.wild_in_pung >= terms.wild_in_chow or not terms.pieces & ~PIECE_PUNG)
        )
        # A suit is shown by a blank group, or as well by one of a tile that is held.
        and (terms.least_suits == 0 or search.blank_suits | held_suits == ALL_SUITS)
        and (search.has_blank_orphan or not terms.wants_orphan)
    )
    search.has_blank_pairs = search.has_blank_groups and terms.pair_kinds == ALL_KINDS


cdef bint lies_apart(const search_t* search, int kind) noexcept nogil:
    """Whether no group with a tile that is held, nor a single one, has a tile of the kind."""
    cdef const terms_t* terms = &search.terms
    cdef int first = kind
    cdef int last = kind
    cdef int near
    if kind < FIRST_WIND:
        if terms.pieces & (PIECE_CHOW | PIECE_COUPLE):
            first = max(kind - 2, kind - kind % SUIT_KINDS)
            last = min(kind + 2, kind - kind % SUIT_KINDS + SUIT_KINDS - 1)
    elif kind < FIRST_DRAGON:
        if terms.pieces & PIECE_WIND_RUN:
            first, last = FIRST_WIND, FIRST_DRAGON - 1
    elif terms.pieces & PIECE_DRAGON_RUN:
        first, last = FIRST_DRAGON, KINDS - 1
    for near in range(first, last + 1):
        if is_held(terms, near) or terms.singles[near]:
            return False
    return True


cdef inline bint is_held(const terms_t* terms, int kind) noexcept nogil:
    return terms.held[kind] or terms.faced[kind]


cdef inline bint completes_with_blanks(const search_t* search, const spot_t* place) noexcept nogil:
    cdef const terms_t* terms = &search.terms
    cdef int drawn = (
        (3 - terms.wild_in_pung) * place.groups + (2 - terms.wild_in_pair) * place.pairs
    )
    if place.wild < place.free:
        drawn += place.free     # a wildcard that is no kind in particular would do
    return (
        search.has_blank_groups and (place.pairs == 0 or search.has_blank_pairs)
        and 3 * place.groups + 2 * place.pairs + place.free <= place.missing
        and drawn <= place.drawn
        and not (place.wants_triplet and place.groups == 0) and not place.wants_suit_tiles
        and show_enough_blanks(search, place)
    )


cdef inline bint show_enough_blanks(const search_t* search, const spot_t* place) noexcept nogil:
    """Whether blank groups and pairs can show the suits and the orphan that are not shown yet."""
    cdef int suits = search.blank_suits & ~place.suits
    cdef int lacking = max(0, search.terms.least_suits - number_of_bits(place.suits))
    cdef bint further = place.wants_orphan and not (lacking and suits & search.blank_orphan_suits)
    return (
        lacking <= number_of_bits(suits)
        and lacking + further <= place.groups + place.pairs
        and (search.has_blank_orphan or not further)
    )


cdef bint find(search_t* search, spot_t place) noexcept nogil:
    """Whether a target can be completed from here within the budgets."""
    cdef const terms_t* terms = &search.terms
    cdef int group_slots = 2 if terms.pieces & PIECE_COUPLE else 3
    cdef int slots = (
        group_slots * place.groups + 2 * place.pairs + (group_slots - 1) * place.two
        + 2 * place.two_marked + place.one + place.one_marked + search.singles_from[place.kind]
        + place.free
    )
    cdef uint64_t key, known
    cdef bint found
    if slots - search.held_from[place.kind] > place.missing or search.failed.failed:
        return False
    if terms.knows_later and terms.pairs == 1 and place.kind <= FIRST_WIND:
        if least_missing(search, &place, group_slots) > place.missing:
            return False
    if slots == place.free:
        if place.free <= min(place.missing, place.wild) and shows_enough(terms, &place):
            return True
        if slots == 0:
            return False
    if (
        slots == 3 * place.groups + 2 * place.pairs + place.free
        and completes_with_blanks(search, &place)
    ):
        return True
    if place.kind == KINDS:
        return False
    if terms.least_suit_tiles and place.kind < FIRST_WIND and place.kind % SUIT_KINDS == 0:
        place.suit_tiles = min(
            terms.suit_tiles[place.kind // SUIT_KINDS], terms.least_suit_tiles
        )
        if place.suit_tiles == terms.least_suit_tiles:
            place.wants_suit_tiles = False
    if terms.pieces & PIECE_WIND_RUN and FIRST_WIND < place.kind < FIRST_DRAGON:
        return try_kind(search, &place)     # the runs, which a key does not tell, matter here
    key = place_key(&place)
    if memo_get(&search.failed, key, &known):
        return False
    if terms.pieces & PIECE_WIND_RUN and place.kind == FIRST_WIND:
        found = try_wind_runs(search, place, 0)
    else:
        found = try_kind(search, &place)
    if not found:
        memo_put(&search.failed, key, 1)
    return found


cdef int least_missing(
    const search_t* search, const spot_t* place, int group_slots
) noexcept nogil:
    """A lower bound of what is missing from here: all tiles, in suits of which none is held."""
    cdef int suits = place.suits | search.suits_from[place.kind]
    cdef int lacking = max(0, search.terms.least_suits - number_of_bits(suits))
    cdef int least = IMPOSSIBLE
    cdef int pairs, groups
    for pairs in range(min(lacking, place.pairs) + 1):
        groups = lacking - pairs
        if groups <= place.groups:
            least = min(least, 2 * pairs + group_slots * groups + least_missing_of(
                search, place, place.pairs - pairs, place.groups - groups, group_slots
            ))
    return least


cdef inline int least_missing_of(
    const search_t* search, const spot_t* place, int pairs, int groups, int group_slots
) noexcept nogil:
    """The same of so many pairs and groups, by every share between this suit and the later parts.

    What is left of a suit can fill no more slots than it has tiles; whole parts are known.
    """
    cdef int suit = place.kind // SUIT_KINDS
    cdef int begun = 2 * (place.two + place.two_marked) + place.one + place.one_marked
    cdef int least = IMPOSSIBLE
    cdef int held, pairs_here, groups_here, here
    if place.kind % SUIT_KINDS == 0:
        return search.terms.later.missing[suit][pairs][groups]
    held = search.held_from[place.kind] - search.held_from[SUIT_KINDS * (suit + 1)]
    for pairs_here in range(pairs + 1):
        for groups_here in range(groups + 1):
            here = begun + group_slots * groups_here + 2 * pairs_here
            least = min(least, max(0, here - held) + search.terms.later.missing[suit + 1][
                pairs - pairs_here
            ][groups - groups_here])
    return least


cdef bint shows_enough(const terms_t* terms, const spot_t* place) noexcept nogil:
    cdef int suit
    if terms.wants_triplet and place.wants_triplet:
        return False
    if place.wants_orphan:
        return False
    if number_of_bits(place.suits) < terms.least_suits:
        return False
    if place.wants_suit_tiles:
        for suit in range(3):       # one whose kinds are still ahead may be in the melds
            if terms.suit_tiles[suit] >= terms.least_suit_tiles:
                return True
        return False
    return True


cdef inline uint64_t place_key(const spot_t* place) noexcept nogil:
    """The place in 57 bits, the topmost of them set, so that no key is 0."""
    cdef uint64_t key = 1
    key = key << 6 | place.kind
    key = key << 3 | place.groups
    key = key << 4 | place.pairs
    key = key << 2 | place.free
    key = key << 3 | place.two
    key = key << 3 | place.two_marked
    key = key << 3 | place.one
    key = key << 3 | place.one_marked
    key = key << 6 | place.missing
    key = key << 6 | place.drawn
    key = key << 6 | place.wild
    key = key << 3 | place.suits
    key = key << 5 | place.suit_tiles
    key = key << 1 | place.wants_suit_tiles
    key = key << 1 | place.wants_triplet
    return key << 1 | place.wants_orphan


cdef bint try_kind(search_t* search, const spot_t* place) noexcept nogil:
    """Try every choice of what begins at the kind, and of what is marked there."""
    cdef const terms_t* terms = &search.terms
    cdef bint couples = (terms.pieces & PIECE_COUPLE) != 0
    cdef int most_chows = place.groups if chow_begins(terms, place.kind) else 0
    cdef int begun = place.one + place.one_marked
    cdef int singles = search.singles[<int> place.kind]
    cdef int most_slots = min(
        <int> terms.total_limit[<int> place.kind], terms.held[<int> place.kind] + place.missing
    )
    cdef int chows, marked, marked_two, of_chows, slots, open_slots
    cdef spot_t after
    if most_chows and search.has_blank_groups and not place.wants_suit_tiles and not (
        is_held(terms, place.kind) or is_held(terms, place.kind + 1)
        or is_held(terms, place.kind + 2)
    ):
        most_chows = 0
    if not couples:
        begun += place.two + place.two_marked
        # Three chows of one kind are three pungs tile for tile, if wildcards may do as much there.
        if search.marking == NO_SLOT and (
            not search.chows_are_open or terms.wild_in_pung == CHOW_TILES
        ):
            most_chows = min(most_chows, 2)
    for chows in range(min(most_chows, most_slots - singles - begun), -1, -1):
        of_chows = begun + chows
        slots = singles + of_chows
        for marked in range(chows + 1 if search.marking != NO_SLOT else 1):
            for marked_two in range(place.two + 1 if search.marking != NO_SLOT else 1):
                after = place[0]
                after.groups -= chows
                after.two = chows - marked
                after.two_marked = marked
                after.one = place.two - marked_two
                after.one_marked = place.two_marked + marked_two
                if search.marking == NO_SLOT:
                    open_slots = of_chows if couples or search.chows_are_open else 0
                else:       # a chow of one slot to come that is unmarked is marked here
                    open_slots = marked + marked_two + place.one
                    if search.marking == CLOSED_SLOT:
                        open_slots = of_chows - open_slots
                open_slots += search.open_singles[<int> place.kind]
                if try_pungs(search, place.kind, after, slots, open_slots, most_slots):
                    return True
    return False


cdef inline bint chow_begins(const terms_t* terms, int kind) noexcept nogil:
    if kind < FIRST_WIND:
        return (
            terms.pieces & (PIECE_CHOW | PIECE_COUPLE) and kind % SUIT_KINDS < SUIT_KINDS - 2
        )
    return kind == FIRST_DRAGON and terms.pieces & PIECE_DRAGON_RUN


cdef bint try_pungs(
    search_t* search, int kind, spot_t after, int slots, int open_slots, int most_slots
) noexcept nogil:
    """Try pungs and pairs of the kind beside the slots that chows ask for; then go on."""
    cdef const terms_t* terms = &search.terms
    cdef int most_pungs = after.groups if terms.pieces & PIECE_PUNG else 0
    cdef int most_pairs = after.pairs if terms.pair_kinds >> kind & 1 else 0
    cdef int pungs, pairs, free, room
    cdef spot_t further
    if not is_held(terms, kind) and not (after.wants_suit_tiles and kind < FIRST_WIND):
        if search.has_blank_groups:
            most_pungs = 0
        if search.has_blank_pairs and not (
            after.wants_triplet and terms.dragon_pair_will_do and kind >= FIRST_DRAGON
        ):
            most_pairs = 0
    if not terms.pairs_repeat:
        most_pairs = min(most_pairs, 1)
    for pungs in range(min(most_pungs, (most_slots - slots) // 3), -1, -1):
        room = most_slots - slots - 3 * pungs
        for pairs in range(min(most_pairs, room // 2), -1, -1):
            for free in range(min(<int> after.free, room - 2 * pairs) + 1):
                further = after
                further.groups -= pungs
                further.pairs -= pairs
                further.free -= free
                if pungs or (pairs and terms.dragon_pair_will_do and kind >= FIRST_DRAGON):
                    further.wants_triplet = False
                if try_slots(
                    search, kind, &further, slots + 3 * pungs + 2 * pairs + free,
                    open_slots + terms.wild_in_pung * pungs + terms.wild_in_pair * pairs,
                ):
                    return True
    return False


cdef bint try_slots(
    search_t* search, int kind, spot_t* after, int slots, int open_slots
) noexcept nogil:
    """Settle a kind, so many of whose slots are open to wildcards, and go on to the next."""
    cdef const terms_t* terms = &search.terms
    cdef int closed, lacking, used, most_used
    cdef spot_t further
    if not shows(terms, kind, slots, after):
        return False
    if slots == 0:
        after.kind = kind + 1
        return find(search, after[0])
    closed = slots - (open_slots if terms.wild_kinds >> kind & 1 else 0)
    lacking = max(0, closed - terms.held[kind])
    # Wildcards of the kind, used as themselves, spare a draw and are spent. Only where natural
    # tiles of the kind can be drawn as well (stand-ins) may keeping them be better.
    most_used = min(<int> terms.faced[kind], lacking)
    used = 0 if terms.natural_limit[kind] > terms.held[kind] else most_used
    while used <= most_used:
        further = after[0]
        if charge(terms, kind, slots, lacking, used, &further) and find(search, further):
            return True
        used += 1
    return False


cdef inline bint charge(
    const terms_t* terms, int kind, int slots, int lacking, int used, spot_t* place
) noexcept nogil:
    """Take what a kind's slots cost from the budgets; False where they do not suffice.

    Of `lacking` slots closed to wildcards `used` are filled by wildcards held as themselves.
    """
    cdef int room = max(0, <int> terms.natural_limit[kind] - terms.held[kind])
    cdef int drawn = lacking - used
    cdef int wild_drawn = max(0, drawn - room)      # as themselves
    if wild_drawn > terms.faced_limit[kind] - terms.faced[kind]:
        return False
    place.kind = kind + 1
    place.missing -= max(0, slots - terms.held[kind])
    place.drawn -= drawn
    place.wild -= max(used + wild_drawn, slots - terms.natural_limit[kind])
    return place.missing >= 0 and place.drawn >= 0 and place.wild >= 0


cdef inline bint shows(const terms_t* terms, int kind, int slots, spot_t* place) noexcept nogil:
    """Note what slots of a kind show; False where it is a suit too many."""
    if slots == 0:
        return True
    if is_orphan(kind):
        place.wants_orphan = False
    if kind >= FIRST_WIND:
        return True
    place.suits |= 1 << kind // SUIT_KINDS
    if place.wants_suit_tiles:
        place.suit_tiles = min(place.suit_tiles + slots, terms.least_suit_tiles)
        if place.suit_tiles == terms.least_suit_tiles:
            place.wants_suit_tiles = False
    return number_of_bits(place.suits) <= terms.most_suits


# --- Runs of winds -------------------------------------------------------------------------------
#
# Any three of the four winds are a run, so what the runs ask of each wind is chosen before the
# winds are read, and added to the single tiles that the target asks for.

cdef bint try_wind_runs(search_t* search, spot_t place, int first) noexcept nogil:
    """Try no more runs, then each further one that is not before `first`.

    A run is numbered by the wind that it lacks and, in the lower two bits, the wind marked in it.
    """
    cdef int run, marked, lacked
    cdef bint found
    if missing_winds(search) > place.missing:
        return False
    if try_kind(search, &place):
        return True
    if place.groups == 0:
        return False
    place.groups -= 1
    for run in range(first, WINDS * WINDS):
        lacked = run // WINDS
        marked = run % WINDS
        if marked == lacked:
            continue
        if search.marking == NO_SLOT and marked != (lacked + 1) % WINDS:
            continue            # nothing is marked: one of the three will do
        ask_winds(search, lacked, marked, 1)
        found = try_wind_runs(search, place, run)
        ask_winds(search, lacked, marked, -1)
        if found:
            return True
    return False


cdef void ask_winds(search_t* search, int lacked, int marked, int by) noexcept nogil:
    """Add the slots of a run of winds to the single tiles asked for, or take them away."""
    cdef int wind, kind
    for wind in range(WINDS - 1, -1, -1):
        kind = FIRST_WIND + wind
        if wind != lacked:
            search.singles[kind] += by
            if search.marking == NO_SLOT:
                search.open_singles[kind] += by if search.chows_are_open else 0
            elif (wind == marked) == (search.marking == OPEN_SLOT):
                search.open_singles[kind] += by
        search.singles_from[kind] = search.singles_from[kind + 1] + search.singles[kind]


cdef inline int missing_winds(const search_t* search) noexcept nogil:
    cdef int kind
    cdef int missing = 0
    for kind in range(FIRST_WIND, FIRST_DRAGON):
        missing += max(0, search.singles[kind] - <int> search.terms.held[kind])
    return missing
