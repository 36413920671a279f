# optimize: balance
"""A hand before the kernels: fitted to the rules of a deal, a tile drawn or dropped.

What is wild is taken out of the counts here, and nowhere else.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport number_of_bits
from mahjong_fast.core.base.hand cimport Hand, read_hand, read_tile
from mahjong_fast.core.base.types cimport hand_t, position_t
from mahjong_fast.core.base.vocabulary cimport (
    CLAIMED_WILD, KINDS, NO_TILE, RUN_DRAGONS, RUN_SUIT, RUN_WINDS, WILD, bit,
)

from mahjong_fast.errors import HandError
from mahjong_fast.tiles import name

cdef enum:
    MOST_USES = 1000            # of the stand-ins of a hand: presets have five at the most

SUIT_NAMES = ("m", "p", "s")


cdef uint64_t read_wild_kinds(object wild_kinds) except? 0:
    cdef uint64_t kinds = 0
    cdef int kind
    for tile in tiles_given(wild_kinds):
        kind = read_tile(tile)
        if kind == WILD:
            raise HandError("a faceless wildcard has no kind to be in wild_kinds")
        kinds |= bit(kind)
    return kinds


cdef int read_void_suit(object void_suit) except -2:
    if void_suit is None:
        return NO_SUIT
    if not isinstance(void_suit, str):
        raise TypeError(f"void_suit must be a str or None, not {type(void_suit).__name__}")
    if void_suit not in SUIT_NAMES:
        raise HandError(f"void_suit must be m, p, s or None, not {void_suit!r}")
    return SUIT_NAMES.index(void_suit)


def tiles_given(wild_kinds):
    """Return the tiles of a sequence, or of a text without melds and without a winning tile."""
    if not isinstance(wild_kinds, str):
        try:
            return tuple(wild_kinds)
        except TypeError:
            raise TypeError(
                f"wild_kinds must be a text or a sequence of kinds, not "
                f"{type(wild_kinds).__name__}; one kind is wild_kinds=[{wild_kinds!r:.20}]"
            ) from None
    hand = Hand.parse(wild_kinds)
    if hand.melds or hand.winning is not None:
        raise HandError(f"{wild_kinds!r} is more than single tiles")
    return hand.tiles


cdef fault_t fit_hand(
    const deal_t* deal, const hand_t* hand, bint claimed, position_t* out
) noexcept nogil:
    cdef int kind, held
    cdef int melded = 0
    cdef fault_t fault = FITS
    cdef bint natural = claimed and deal.rules.wild_claimed != CLAIMED_WILD
    memcpy(out.counts, hand.counts, KINDS)
    memcpy(out.melded, hand.melded, KINDS)
    memset(out.faced, 0, KINDS)
    out.wild_mask = deal.wild_mask
    out.void_suit = deal.void_suit
    out.wild = hand.wild
    out.face = NO_TILE
    out.tiles = hand.total
    out.groups = (hand.total - 1) // 3
    if deal.rules.wild_when_drawn:
        place_drawn(deal, hand, claimed, out)
    for kind in range(KINDS):
        held = hand.counts[kind] + hand.melded[kind]
        if deal.rules.wild_when_drawn and kind == deal.rules.wild_face:
            held += hand.wild
        out.held[kind] = min(held, 255)
        melded += hand.melded[kind]
        if held > copies_of(deal, kind):
            fault = TOO_MANY_COPIES
        if deal.wild_mask >> kind & 1 and not deal.rules.wild_when_drawn:
            out.counts[kind] = natural and hand.winning == kind
            out.faced[kind] = hand.counts[kind] - out.counts[kind]
            out.wild += out.faced[kind]
    out.has_melds = melded > 0
    out.is_crowded = melded > 4 * max(0, deal.rules.groups - out.groups)
    out.whole = out.groups == deal.rules.groups and not out.has_melds
    show_melds(hand, out)
    if fault != FITS:
        return fault
    if hand.total > 3 * (deal.rules.groups - hand.melds) + 2:
        return TOO_MANY_TILES
    if hand.melds and hand.total % 3 and out.groups + hand.melds != deal.rules.groups:
        return MELDS_DO_NOT_FIT
    if (
        (hand.chows and not deal.rules.runs & RUN_SUIT)
        or (hand.wind_runs and not deal.rules.runs & RUN_WINDS)
        or (hand.dragon_runs and not deal.rules.runs & RUN_DRAGONS)
    ):
        return NO_SUCH_RUN
    if claimed and deal.wild_mask and hand.winning == NO_TILE:
        return NO_WINNING_TILE
    if deal.wild_mask and deal.rules.stand_in and uses_of_stand_ins(deal, hand) > MOST_USES:
        return TOO_MANY_USES
    return FITS


cdef int64_t uses_of_stand_ins(const deal_t* deal, const hand_t* hand) noexcept nogil:
    """In how many ways the stand-ins held can be themselves and each of the wild kinds."""
    cdef uint64_t stand_ins = deal.rules.stand_in & ~deal.wild_mask
    cdef int wild_kinds = number_of_bits(deal.wild_mask)
    cdef int64_t uses = 1
    cdef int64_t of_kind
    cdef int kind, i
    for kind in range(KINDS):
        if stand_ins >> kind & 1:
            of_kind = 1     # the multisets of what each may be
            for i in range(1, hand.counts[kind] + 1):
                of_kind = of_kind * (wild_kinds + i) // i
            uses = min(uses * of_kind, <int64_t> 1 << 40)
    return uses


cdef void place_drawn(
    const deal_t* deal, const hand_t* hand, bint claimed, position_t* out
) noexcept nogil:
    """Only the tile drawn to win is wild: the others are what their faces say."""
    cdef int kind = hand.winning
    cdef int face = deal.rules.wild_face
    out.wild = 0
    if claimed:
        kind = NO_TILE
    if kind == WILD:
        out.wild = 1
        out.face = face
    elif kind != NO_TILE and deal.wild_mask >> kind & 1:
        out.wild = 1
        out.faced[kind] = 1
        out.counts[kind] -= 1
    if face != NO_TILE:
        out.counts[face] += hand.wild - (kind == WILD)


cdef void show_melds(const hand_t* hand, position_t* out) noexcept nogil:
    """Tell what the melds show; where only their tiles are known, what these tell of them."""
    cdef int kind, tiles
    cdef int runs = hand.chows + hand.wind_runs + hand.dragon_runs
    if hand.melds:
        out.is_open = hand.melds > hand.concealed_kongs
        out.has_runs = runs > 0
        out.has_triplet = hand.melds > runs
        out.kongs = hand.kongs if hand.kongs == hand.melds else 0
        return
    out.is_open = out.has_melds
    out.has_runs = out.has_triplet = False
    out.kongs = 0
    for kind in range(KINDS):
        tiles = hand.melded[kind]
        out.has_runs |= tiles == 1 or tiles == 2
        out.has_triplet |= tiles >= 3
        out.kongs += tiles == 4
    for kind in range(KINDS):
        if hand.melded[kind] not in (0, 4):
            out.kongs = 0


cdef int place_hand(
    const deal_t* deal, const hand_t* hand, bint claimed, position_t* out
) except -1:
    """Check the hand against the rules and take what is wild out of its counts."""
    cdef fault_t fault = fit_hand(deal, hand, claimed, out)
    cdef int groups = deal.rules.groups
    cdef int kind
    if fault == FITS:
        return 0
    if fault == TOO_MANY_TILES:
        raise HandError(
            f"{hand.total} concealed tiles beside {hand.melds} melds; a hand is of {groups} "
            "groups and a pair"
        )
    if fault == TOO_MANY_COPIES:
        kind = next(kind for kind in range(KINDS) if out.held[kind] > copies_of(deal, kind))
        raise HandError(
            f"{out.held[kind]} copies of {name(kind)}; there are {copies_of(deal, kind)}"
        )
    if fault == MELDS_DO_NOT_FIT:
        raise HandError(
            f"{hand.melds} melds and {hand.total} concealed tiles do not make a hand of "
            f"{groups} groups and a pair"
        )
    if fault == TOO_MANY_USES:
        raise HandError(
            f"the stand-ins can be used in {uses_of_stand_ins(deal, hand)} ways; a hand is "
            f"asked about with {MOST_USES} at most"
        )
    if fault == NO_SUCH_RUN:
        runs = "a suit" if hand.chows and not deal.rules.runs & RUN_SUIT else "honours"
        raise HandError(f"a meld is a run of {runs}, which the rules do not have")
    raise HandError("claimed=True needs to know the winning tile: end the hand with +tile")


cdef int count_copies_left(
    const deal_t* deal, const position_t* position, object seen, int* left
) except -1:
    """Count the copies of each kind that are neither held nor seen."""
    cdef hand_t others
    cdef int kind
    for kind in range(KINDS):
        left[kind] = copies_of(deal, kind) - position.held[kind]
    if seen is None:
        return 0
    read_hand(seen, 0, &others)
    if others.wild:
        raise HandError("seen holds a faceless wildcard, which is of no kind")
    for kind in range(KINDS):
        left[kind] -= others.counts[kind] + others.melded[kind]
        if left[kind] < 0:
            raise HandError(
                f"{name(kind)}: {position.held[kind]} held and "
                f"{others.counts[kind] + others.melded[kind]} seen, of {copies_of(deal, kind)}; "
                "seen are tiles elsewhere: of all visible tiles subtract the hand's own and "
                "its melds"
            )
    return 0


cdef position_t draw_tile(
    const deal_t* deal, const position_t* position, int kind, bint claimed
) noexcept nogil:
    """One more tile; a claimed one is natural even where its kind is wild."""
    cdef position_t drawn = position[0]
    drawn.tiles += 1
    drawn.held[kind] += 1
    if deal.wild_mask >> kind & 1 and not (
        claimed and deal.rules.wild_claimed != CLAIMED_WILD
    ):
        drawn.wild += 1
        drawn.faced[kind] += 1
    else:
        drawn.counts[kind] += 1
    return drawn


cdef position_t drop_tile(const deal_t* deal, const position_t* position, int kind) noexcept nogil:
    """One concealed tile less."""
    cdef position_t after = position[0]
    if deal.rules.wild_when_drawn:
        after = all_natural(position)
    after.tiles -= 1
    after.held[kind] -= 1
    if after.faced[kind]:
        after.wild -= 1
        after.faced[kind] -= 1
    else:
        after.counts[kind] -= 1
    return after


cdef position_t drop_faceless(const deal_t* deal, const position_t* position) noexcept nogil:
    """One `*` less: a wildcard, or a tile of the kind that is its face."""
    cdef position_t after = position[0]
    if not deal.rules.wild_when_drawn:
        after.wild -= 1
    elif deal.rules.wild_face != NO_TILE:
        return drop_tile(deal, position, deal.rules.wild_face)
    else:
        after = all_natural(position)
    after.tiles -= 1
    return after


cdef position_t all_natural(const position_t* position) noexcept nogil:
    """The same tiles where none of them is wild: each is what its face says."""
    cdef position_t natural = position[0]
    cdef int kind
    natural.wild = 0
    for kind in range(KINDS):
        natural.counts[kind] += natural.faced[kind]
        natural.faced[kind] = 0
    if natural.face != NO_TILE:
        natural.counts[natural.face] += 1
        natural.face = NO_TILE
    return natural
