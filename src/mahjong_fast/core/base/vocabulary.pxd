"""The words of the game as numbers: kinds, suits, parts, forms, pieces, melds, and masks of kinds.

Each word is told here alone, and has one value in the whole core.
"""
from libc.stdint cimport uint64_t

cdef enum:
    KINDS = 34
    SUITS = 3
    SUIT_KINDS = 9
    HONOUR_KINDS = 7
    WINDS = 4
    DRAGONS = 3
    FIRST_HONOUR = 27
    FIRST_WIND = 27
    FIRST_DRAGON = 31
    ORPHANS = 13            # kinds of terminals and honours
    COPIES = 4              # physical tiles of a kind
    COUNTS = COPIES + 1     # a kind is held 0 to 4 times
    WILD = 42               # the id of a faceless wildcard
    NO_TILE = -1
    NO_LIMIT = 127          # a copy limit that never binds
    IMPOSSIBLE = 127        # tiles missing of what no hand reaches

    # The parts of a hand: the three suits, then the honours.
    PARTS = 4
    HONOUR_PART = 3
    ALL_SUITS = 7           # a bit each

    # Forms, in the order of `standard.FORMS`.
    FORM_STANDARD = 1
    FORM_SEVEN_PAIRS = 2
    FORM_THIRTEEN_ORPHANS = 4
    FORM_MISFIT = 8
    FORM_SEVEN_STAR = 16
    FORM_KNITTED_STRAIGHT = 32
    FORM_LESSER_KNITTED = 64
    FORM_GREATER_KNITTED = 128
    FORM_SEVEN_COUPLES = 256
    FORM_EIGHT_PAIRS = 512
    FORM_PAIRS_AND_TRIPLET = 1024
    FORM_ALL_HONOURS = 2048
    FORM_ALL_258 = 4096
    FORM_TILES = 14         # of a form of pairs or single tiles: seven pairs, thirteen orphans, ...
    SPECIAL_GROUPS = 4      # which are forms of hands of so many groups

    # A knitting gives each suit a third of the ranks: 147, 258 or 369.
    KNITTINGS = 6
    KNITTED_TILES = 9
    KNITTED_GROUPS = 3      # whose place the tiles of a knitting take

    RUN_SUIT = 1
    RUN_WINDS = 2
    RUN_DRAGONS = 4

    # When the pair of the standard form may be any kind.
    EXEMPT_ALL_TRIPLETS = 1
    EXEMPT_ONE_SUIT = 2
    EXEMPT_ALL_HONOURS = 4

    # What a winning hand and its melds must have.
    REQUIRED_TRIPLET = 1
    REQUIRED_TRIPLET_OR_DRAGON_PAIR = 2
    REQUIRED_ORPHAN = 4

    # What a claimed tile of a wild kind is.
    CLAIMED_NATURAL = 0
    CLAIMED_WILD = 1
    CLAIMED_FORBIDDEN = 2

    # Melds, as a hand tells them ...
    MELD_NONE = 0           # tiles that make no meld
    MELD_CHOW = 1
    MELD_PUNG = 2
    MELD_KONG = 3
    MELD_HONOUR_RUN = 4     # three different winds, or the three dragons

    # ... and as arrays do: 1 + 34 * code + lowest kind.
    CODE_CHOW = 0
    CODE_PUNG = 1
    CODE_KONG = 2
    CODE_CONCEALED_KONG = 3
    CODE_HONOUR_RUN = 4     # of the wind left out, or of the first dragon
    MELD_CODES = 256

    # Pieces of readings, see `pieces`: of each sort the one with most natural tiles first.
    CHOWS = 0               # 0..3: a run of 3, 2, 1, 0 natural tiles, from its lowest kind
    PUNGS = 4               # 4..7: a pung likewise
    PAIRS = 8               # 8..10: a pair of 2, 1, 0
    COUPLES = 11            # 11..13: a kind and the one two above it, of 2, 1, 0
    SINGLES = 14            # 14, 15: one tile, natural or substituted
    FREE_WILD = 16          # a wildcard that stands for no kind; its kind is WILD
    WIND_RUNS = 17          # 17..32: three winds of 3, 2, 1, 0; a wind left out every four codes
    BODIES = 33             # 33..42: the nine tiles of a knitting, whose number is the kind

cdef extern from *:
    """
    #include <stdint.h>
    #define SUIT_MASK ((uint64_t)0x1FF)
    #define ALL_KINDS ((uint64_t)0x3FFFFFFFF)
    #define SUIT_KINDS_MASK ((uint64_t)0x7FFFFFF)
    #define HONOUR_MASK ((uint64_t)0x7F << 27)
    #define WIND_MASK ((uint64_t)0xF << 27)
    #define DRAGON_MASK ((uint64_t)0x7 << 31)
    #define TERMINAL_MASK ((uint64_t)0x101 | (uint64_t)0x101 << 9 | (uint64_t)0x101 << 18)
    #define ORPHAN_MASK (TERMINAL_MASK | HONOUR_MASK)
    #define SIMPLE_MASK (ALL_KINDS & ~ORPHAN_MASK)
    #define MASK_258 ((uint64_t)0x92 | (uint64_t)0x92 << 9 | (uint64_t)0x92 << 18)
    """
    # Sets of kinds, a bit each; of SUIT_MASK, of ranks.
    const uint64_t SUIT_MASK
    const uint64_t ALL_KINDS
    const uint64_t SUIT_KINDS_MASK
    const uint64_t HONOUR_MASK
    const uint64_t WIND_MASK
    const uint64_t DRAGON_MASK
    const uint64_t TERMINAL_MASK
    const uint64_t ORPHAN_MASK
    const uint64_t SIMPLE_MASK
    const uint64_t MASK_258


cdef inline uint64_t bit(int kind) noexcept nogil:
    return (<uint64_t> 1) << kind


cdef inline bint is_orphan(int kind) noexcept nogil:
    return ORPHAN_MASK >> kind & 1


cdef inline bint begins_suit_run(int kind) noexcept nogil:
    return kind < FIRST_HONOUR and kind % SUIT_KINDS < SUIT_KINDS - 2
