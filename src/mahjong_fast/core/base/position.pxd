"""The deal that a hand is of, and the position that a hand is, fitted to the rules of its deal."""
from libc.stdint cimport int64_t, uint64_t

from mahjong_fast.core.base.types cimport hand_t, position_t, rules_t
from mahjong_fast.core.base.vocabulary cimport CLAIMED_FORBIDDEN, NO_TILE, WILD

cdef enum:
    NO_SUIT = -1


cdef enum fault_t:
    # Why a hand is none of the rules'.
    FITS
    TOO_MANY_TILES
    TOO_MANY_COPIES
    MELDS_DO_NOT_FIT
    NO_SUCH_RUN
    NO_WINNING_TILE
    TOO_MANY_USES


cdef struct deal_t:
    rules_t rules
    uint64_t wild_mask          # the kinds that are wild
    int void_suit               # the suit that the hand must lack, 0 to 2, or NO_SUIT


# The kinds given as a text or a sequence of tiles, and a suit given as m, p, s or None.
cdef uint64_t read_wild_kinds(object wild_kinds) except? 0
cdef int read_void_suit(object void_suit) except -2
# Check a hand against the rules and take what is wild out of its counts; `claimed` is its winning
# tile. `place_hand` raises a HandError where it does not fit.
cdef fault_t fit_hand(
    const deal_t* deal, const hand_t* hand, bint claimed, position_t* out
) noexcept nogil
cdef int place_hand(
    const deal_t* deal, const hand_t* hand, bint claimed, position_t* out
) except -1
# Count the copies of each kind that are neither held nor seen: 34 numbers.
cdef int count_copies_left(
    const deal_t* deal, const position_t* position, object seen, int* left
) except -1
# One tile more, one less, one `*` less; and the same tiles where none of them is wild.
cdef position_t draw_tile(
    const deal_t* deal, const position_t* position, int kind, bint claimed
) noexcept nogil
cdef position_t drop_tile(
    const deal_t* deal, const position_t* position, int kind
) noexcept nogil
cdef position_t drop_faceless(const deal_t* deal, const position_t* position) noexcept nogil
cdef position_t all_natural(const position_t* position) noexcept nogil


cdef inline int copies_of(const deal_t* deal, int kind) noexcept nogil:
    """The physical copies of a kind."""
    return deal.rules.copies if deal.rules.tiles >> kind & 1 else 0


cdef inline bint claim_is_forbidden(const deal_t* deal, int tile) noexcept nogil:
    if deal.rules.wild_claimed != CLAIMED_FORBIDDEN or tile == NO_TILE:
        return False
    return tile == WILD or deal.wild_mask >> tile & 1
