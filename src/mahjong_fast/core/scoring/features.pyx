# optimize: speed
"""The features of a reading.

What a piece contributes is looked up and added: counters of four bits, masks of kinds. What chows
make of each other (straights, shifted chows, ...) is one look-up by their multiset, of which there
are 65,780 with up to five chows.
"""
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.vocabulary cimport (
    FIRST_HONOUR, KINDS, NO_TILE, SIMPLE_MASK, SUIT_KINDS, SUIT_MASK, TERMINAL_MASK,
)
from mahjong_fast.core.scoring.situation cimport LAST_OF_KIND

cdef enum:
    RANKS = 1 << SUIT_KINDS

    # What the winning tile completes: the low bits of its slot, and any run.
    COMPLETES_EDGE = 1
    COMPLETES_CLOSED = 2
    COMPLETES_PAIR = 4
    COMPLETES_PUNG = 8
    COMPLETES_RUN = 16
    COMPLETIONS = 15

    # Where the counters of `sums` stand, four bits each.
    CHOWS_AT = 0
    PUNGS_AT = 4
    ORPHAN_PIECES_AT = 8
    FIVE_PIECES_AT = 12
    WIND_PUNGS_AT = 16
    DRAGON_PUNGS_AT = 20
    TERMINAL_PUNGS_AT = 24
    WIND_PAIRS_AT = 28
    DRAGON_PAIRS_AT = 32
    PIECES_AT = 36
    HONOUR_RUNS_AT = 40

    # Bits of the slots of chows, as features.py lays them out.
    SHIFTED_AT = 3
    PURE_STRAIGHT = 1 << 6
    MIXED_STRAIGHT = 1 << 7
    MIXED_TRIPLE = 1
    MIXED_SHIFTED = 2
    FIRST_PAIR_FLAG = 2         # the shift of the first of LINK_KINDS flags
    PURE_TERMINAL = 1 << 6
    MIXED_TERMINAL = 1 << 7


cdef uint64_t NO_RUNS = <uint64_t> 15 << CHOWS_AT | <uint64_t> 15 << HONOUR_RUNS_AT

cdef uint8_t COMPLETES[PIECE_CODES][KINDS]
cdef int BINOMIAL[27][MOST_CHOWS + 2]
cdef int SET_BASE[MOST_CHOWS + 2]
cdef int chow_sets_made = -1             # chows of the largest sets made


# --- Tables --------------------------------------------------------------------------------------

cdef void make_piece(int code) noexcept:
    cdef piece_info_t* piece = &PIECES[code]
    cdef int kind, rank
    cdef bint suited, orphan
    memset(piece, 0, sizeof(piece_info_t))
    piece.sums = (<uint64_t> 1) << PIECES_AT
    if code < PUNG_AT:
        kind = code // 7 * SUIT_KINDS + code % 7
        rank = kind % SUIT_KINDS
        piece.kinds = (<uint64_t> 7) << kind
        piece.tiles = (<uint64_t> 0x111) << 4 * rank
        piece.part = kind // SUIT_KINDS
        piece.sums |= 1
        piece.sums |= (<uint64_t> (rank == 0 or rank == 6)) << ORPHAN_PIECES_AT
        piece.sums |= (<uint64_t> (2 <= rank <= 4)) << FIVE_PIECES_AT
        return
    if code >= WIND_RUN_AT:
        piece.part = 3
        piece.tiles = 0x1110000 if code == DRAGON_RUN else 0x1111
        piece.kinds = <uint64_t> (0b1110000 if code == DRAGON_RUN else 15) << FIRST_HONOUR
        if code != DRAGON_RUN:
            rank = code - WIND_RUN_AT
            piece.tiles -= (<uint64_t> 1) << 4 * rank
            piece.kinds -= (<uint64_t> 1) << FIRST_HONOUR + rank
        piece.sums |= (<uint64_t> 1) << ORPHAN_PIECES_AT | (<uint64_t> 1) << HONOUR_RUNS_AT
        return
    kind = code - PUNG_AT if code < PAIR_AT else code - PAIR_AT
    suited = kind < FIRST_HONOUR
    rank = kind % SUIT_KINDS
    orphan = not suited or rank == 0 or rank == 8
    piece.kinds = (<uint64_t> 1) << kind
    piece.part = kind // SUIT_KINDS
    piece.sums |= (<uint64_t> orphan) << ORPHAN_PIECES_AT
    piece.sums |= (<uint64_t> (suited and rank == 4)) << FIVE_PIECES_AT
    if code < PAIR_AT:
        piece.pung = piece.kinds
        piece.tiles = (<uint64_t> 3) << 4 * rank
        piece.sums |= 1 << PUNGS_AT
        piece.sums |= (<uint64_t> (FIRST_HONOUR <= kind < 31)) << WIND_PUNGS_AT
        piece.sums |= (<uint64_t> (kind >= 31)) << DRAGON_PUNGS_AT
        piece.sums |= (<uint64_t> (suited and orphan)) << TERMINAL_PUNGS_AT
    else:
        piece.tiles = (<uint64_t> 2) << 4 * rank
        piece.sums |= (<uint64_t> (FIRST_HONOUR <= kind < 31)) << WIND_PAIRS_AT
        piece.sums |= (<uint64_t> (kind >= 31)) << DRAGON_PAIRS_AT


cdef int completes(int code, int winning) noexcept:
    """What of a piece the winning tile completes."""
    cdef int at
    if not PIECES[code].kinds >> winning & 1:
        return 0
    if code >= WIND_RUN_AT:
        return COMPLETES_RUN
    if code >= PAIR_AT:
        return COMPLETES_PAIR
    if code >= PUNG_AT:
        return COMPLETES_PUNG
    at = winning - (code // 7 * SUIT_KINDS + code % 7)
    if at == 1:
        return COMPLETES_RUN | COMPLETES_CLOSED
    if at == 2 and code % 7 == 0 or at == 0 and code % 7 == 6:
        return COMPLETES_RUN | COMPLETES_EDGE
    return COMPLETES_RUN


cdef void make_tables() noexcept:
    cdef int code, ranks, rank, low, high, run, longest, n, k
    for code in range(PIECE_CODES):
        make_piece(code)
        for k in range(KINDS):
            COMPLETES[code][k] = completes(code, k)
    for ranks in range(RANKS):
        low = high = run = longest = 0
        for rank in range(SUIT_KINDS):
            if ranks >> rank & 1:
                low = low if low else rank + 1
                high = rank + 1
                run += 1
                longest = max(longest, run)
            else:
                run = 0
        POPULATION[ranks] = number_of_bits(ranks)
        RANK_RANGE[ranks] = low | high << 4
        LONGEST_RUN[ranks] = longest
    for n in range(27):
        BINOMIAL[n][0] = 1
        for k in range(1, MOST_CHOWS + 2):
            BINOMIAL[n][k] = 0 if n == 0 else BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]
    SET_BASE[0] = 0
    for n in range(MOST_CHOWS + 1):
        SET_BASE[n + 1] = SET_BASE[n] + BINOMIAL[CHOW_CODES + n - 1][n]


cdef int chow_set_of(const uint8_t* chows, int count) noexcept nogil:
    """The number of a multiset of chows, which are ascending."""
    cdef int number = SET_BASE[count]
    cdef int i
    for i in range(count):
        number += BINOMIAL[chows[i] + i][i + 1]
    return number


cdef inline bint is_pattern(int a, int b, int c, int wanted) noexcept:
    """Whether three chows, in any order, make one of the patterns of three.

    `wanted` is 0 for identical or shifted chows of one suit, 1 for a pure straight, 2 for a mixed
    one, 3 for a mixed triple chow, 4 for mixed shifted chows.
    """
    cdef int low, middle, high
    cdef int x = a % 7, y = b % 7, z = c % 7
    cdef bint one_suit = a // 7 == b // 7 == c // 7
    cdef bint three_suits = a // 7 != b // 7 and b // 7 != c // 7 and a // 7 != c // 7
    low = min(x, min(y, z))
    high = max(x, max(y, z))
    middle = x + y + z - low - high
    if wanted == 0:
        return one_suit and middle - low == high - middle and middle - low <= 2
    if wanted == 1:
        return one_suit and low == 0 and middle == 3 and high == 6
    if wanted == 2:
        return three_suits and low == 0 and middle == 3 and high == 6
    if wanted == 3:
        return three_suits and low == high
    return three_suits and middle - low == 1 and high - middle == 1


cdef inline int link_of(int a, int b) noexcept:
    """Which relation two chows have: 0..LINK_KINDS - 1, or -1."""
    cdef int apart = abs(a % 7 - b % 7)
    if a // 7 != b // 7:
        return 1 if apart == 0 else -1
    if apart == 0:
        return 0
    return 2 if apart == 3 else 3 if apart == 6 else -1


cdef void make_chow_set(const uint8_t* chows, int count) noexcept:
    """Fill the two slots of one multiset of chows."""
    cdef int first = 0, second = 0
    cdef int held[CHOW_CODES]
    cdef int i, j, k, step, run, rank, suit, link
    cdef int same = 0, shifted = 0, terminal_suits = 0
    cdef bint pure = False
    memset(held, 0, sizeof(held))
    for i in range(count):
        held[chows[i]] += 1
        same = max(same, held[chows[i]])
    for i in range(CHOW_CODES):
        for step in range(1, 3):
            run = 0
            rank = i % 7
            while rank < 7 and held[i - i % 7 + rank]:
                run += 1
                rank += step
            shifted = max(shifted, run)
    for suit in range(3):
        terminal_suits += held[7 * suit] > 0 and held[7 * suit + 6] > 0
        pure |= held[7 * suit] >= 2 and held[7 * suit + 6] >= 2
    first = same | shifted << SHIFTED_AT
    for i in range(count):
        for j in range(i + 1, count):
            link = link_of(chows[i], chows[j])
            if link >= 0:
                second |= 1 << FIRST_PAIR_FLAG + link
            for k in range(j + 1, count):
                if is_pattern(chows[i], chows[j], chows[k], 1):
                    first |= PURE_STRAIGHT
                if is_pattern(chows[i], chows[j], chows[k], 2):
                    first |= MIXED_STRAIGHT
                if is_pattern(chows[i], chows[j], chows[k], 3):
                    second |= MIXED_TRIPLE
                if is_pattern(chows[i], chows[j], chows[k], 4):
                    second |= MIXED_SHIFTED
    if pure:
        second |= PURE_TERMINAL
    if terminal_suits >= 2:
        second |= MIXED_TERMINAL
    i = chow_set_of(chows, count)
    CHOW_SLOTS[i][0] = first
    CHOW_SLOTS[i][1] = second


cdef bint next_chow_set(uint8_t* chows, int* count, int most) noexcept:
    """Step to the next multiset; False after the last of `most` chows."""
    cdef int i = count[0] - 1
    cdef int j
    while i >= 0 and chows[i] == CHOW_CODES - 1:
        i -= 1
    if i < 0:
        count[0] += 1
        memset(chows, 0, MOST_CHOWS)
        return count[0] <= most
    chows[i] += 1
    for j in range(i + 1, count[0]):
        chows[j] = chows[i]
    return True


cdef void make_chow_sets(int groups) noexcept:
    """Fill CHOW_SLOTS for sets of so many chows, once."""
    global chow_sets_made
    cdef uint8_t chows[MOST_CHOWS + 3]
    cdef int count = 0
    if chow_sets_made >= groups:
        return
    memset(chows, 0, MOST_CHOWS)
    while True:
        make_chow_set(chows, count)
        if not next_chow_set(chows, &count, groups):
            break
    chow_sets_made = groups


cdef int count_links(
    const uint8_t* chows, int count, const int* joined, const int* order, const int64_t* points,
    int64_t* worth,
) noexcept:
    """Choose relations between chows that close no ring, the dearest first.

    `joined` are three chows that a larger fan has already joined, or NULL. Returns the numbers of
    the relations chosen, LINK_BITS each.
    """
    cdef int parent[MOST_CHOWS]
    cdef int i, j, turn, link, a, b, links = 0
    worth[0] = 0
    for i in range(count):
        parent[i] = i
    if joined != NULL:
        parent[joined[1]] = parent[joined[2]] = joined[0]
    for turn in range(LINK_KINDS):
        link = order[turn]
        if points[link] < 0:
            continue
        for i in range(count):
            for j in range(i + 1, count):
                if link_of(chows[i], chows[j]) != link:
                    continue
                a = i
                while parent[a] != a:
                    a = parent[a]
                b = j
                while parent[b] != b:
                    b = parent[b]
                if a != b:
                    parent[b] = a
                    links += 1 << LINK_BITS * link
                    worth[0] += points[link]
    return links


cdef void make_links(int groups, const int* order, const int64_t* points, uint16_t* plain,
                     uint16_t* joined) noexcept:
    """Fill the numbers of relations between chows that count, for every multiset of chows.

    Args:
        groups: the most chows of a set.
        order: the kinds of relations, the dearest first.
        points: of each kind; negative where no fan asks for it.
        plain: CHOW_SETS numbers, where no larger fan has joined chows.
        joined: the same where one has joined three: the best choice of those three.
    """
    cdef uint8_t chows[MOST_CHOWS + 3]
    cdef int three[3]
    cdef int count = 0
    cdef int i, j, k, number, links, wanted
    cdef int64_t worth, best
    memset(chows, 0, MOST_CHOWS)
    while True:
        number = chow_set_of(chows, count)
        plain[number] = count_links(chows, count, NULL, order, points, &worth)
        joined[number] = 0
        best = -1
        for i in range(count):
            for j in range(i + 1, count):
                for k in range(j + 1, count):
                    for wanted in range(5):
                        if is_pattern(chows[i], chows[j], chows[k], wanted):
                            three[0] = i
                            three[1] = j
                            three[2] = k
                            links = count_links(chows, count, three, order, points, &worth)
                            if worth > best:
                                best = worth
                                joined[number] = links
        if not next_chow_set(chows, &count, groups):
            break


make_tables()


# --- A reading -----------------------------------------------------------------------------------

cdef int wait_flags(const reading_t* reading) noexcept nogil:
    """Which groups the winning tile can be seen to complete: bits of COMPLETES."""
    cdef int flags = 0
    cdef int i
    if reading.winning < 0 or reading.winning >= KINDS:
        return 0
    for i in range(reading.length):
        flags |= COMPLETES[<int> reading.pieces[i]][reading.winning]
    return flags


cdef inline int counter(uint64_t sums, int at) noexcept nogil:
    return sums >> at & 15


cdef inline int quads_of(const uint64_t* tiles) noexcept nogil:
    """Kinds of which there are four (or more, where wildcards may be further copies)."""
    cdef uint64_t m = (tiles[0] | tiles[0] >> 1) & FOURS
    cdef uint64_t p = (tiles[1] | tiles[1] >> 1) & FOURS
    cdef uint64_t s = (tiles[2] | tiles[2] >> 1) & FOURS
    cdef uint64_t honours = (tiles[3] | tiles[3] >> 1) & FOURS
    if m | p | s | honours == 0:
        return 0
    return number_of_bits(m) + number_of_bits(p) + number_of_bits(s) + number_of_bits(honours)


cdef inline bint is_mixed_run(int m, int p, int s) noexcept nogil:
    """Whether the suits have one rank each that make three in a row."""
    return (
        m & (p >> 1 & s >> 2 | s >> 1 & p >> 2)
        | p & (m >> 1 & s >> 2 | s >> 1 & m >> 2)
        | s & (m >> 1 & p >> 2 | p >> 1 & m >> 2)
    ) != 0


cdef void find_features(const subject_t* subject, const reading_t* reading,
                        found_t* found) noexcept nogil:
    """Compute the features of a reading of a hand."""
    cdef uint64_t sums = subject.meld_sums
    cdef uint64_t kinds = subject.meld_kinds | reading.loose
    cdef uint64_t pungs = subject.meld_pungs
    cdef uint64_t tiles[4]
    cdef const piece_info_t* piece
    cdef uint8_t chows[1 + READING_PIECES + MOST_CHOWS]
    cdef uint8_t* slots = found.slots
    cdef int chow_count = 0
    cdef int i, code, concealed, flags, quads, natural, groups, ranks, set_number
    cdef int m, p, s, same, outside, pair_in
    cdef bint unordered = subject.meld_chow_count > 0
    cdef uint64_t pair
    chows[0] = 0                # lower than none
    memcpy(slots, subject.slots, SLOTS)
    memcpy(tiles, subject.meld_tiles, sizeof(tiles))
    concealed = subject.concealed_kongs
    for i in range(reading.length):
        code = reading.pieces[i]
        piece = &PIECES[code]
        sums += piece.sums
        kinds |= piece.kinds
        pungs |= piece.pung
        tiles[piece.part] += piece.tiles
        unordered |= code < chows[chow_count]
        chows[chow_count + 1] = code
        chow_count += code < PUNG_AT
        concealed += PUNG_AT <= code < PAIR_AT
    if unordered:
        memcpy(chows + 1 + chow_count, subject.meld_chows, MOST_CHOWS)
        chow_count += subject.meld_chow_count
        order_chows(chows + 1, chow_count)
    flags = reading.flags
    if flags & (COMPLETES_PUNG | COMPLETES_RUN) == COMPLETES_PUNG and not subject.self_draw:
        concealed -= 1          # the claimed tile completes a pung and no chow
    slots[SLOT_FORM] = reading.form & 255
    slots[SLOT_SHAPE] |= reading.form >> 8 | reading.any_tile_wait << ANY_TILE_WAIT_AT
    slots[SLOT_SITUATION] |= LAST_OF_KIND * reading.last_copy
    slots[SLOT_WINNING] = flags & COMPLETIONS | reading.knitted_tiles << 4
    slots[SLOT_WAITS] = reading.formal_waits | reading.live_waits << 4

    m = kinds & SUIT_MASK
    p = kinds >> 9 & SUIT_MASK
    s = kinds >> 18 & SUIT_MASK
    ranks = m | p | s
    slots[SLOT_PARTS] = (
        (m != 0) + (p != 0) + (s != 0)
        | POPULATION[kinds >> 27 & 15] << 2 | POPULATION[kinds >> 31 & 7] << 5
    )
    slots[SLOT_RANKS] = RANK_RANGE[ranks]
    outside = pair_in = 0
    pair = 0 if reading.pair == NO_TILE else (<uint64_t> 1) << reading.pair
    for set_number in range(subject.set_count):
        outside |= ((kinds & ~subject.sets[set_number]) != 0) << set_number
        pair_in |= ((pair & subject.sets[set_number]) != 0) << set_number
    slots[SLOT_OUTSIDE] = outside
    slots[SLOT_PAIR_IN] = pair_in
    groups = counter(sums, PIECES_AT)

    quads = subject.quads
    if quads < 0:
        pair = reading.loose
        while pair:
            i = lowest_bit(pair)
            pair &= pair - 1
            tiles[i // SUIT_KINDS] += (<uint64_t> 1) << 4 * (i % SUIT_KINDS)
        quads = quads_of(tiles) + reading.quads_of_singles
    slots[SLOT_QUADS] = (
        min(counter(sums, TERMINAL_PUNGS_AT), 7) | min(quads, 7) << 3
        | ((kinds & subject.void_kinds) != 0) << 6 | slots[SLOT_QUADS]
    )
    slots[SLOT_ALIKE] = (
        min(counter(sums, HONOUR_RUNS_AT), 7)
        | min(quads + subject.concealed_kongs + subject.melded_kongs, 7) << 3
        | reading.wild_pair_wait << WILD_PAIR_WAIT_AT | reading.any_form_wait << ANY_FORM_WAIT_AT
    )
    natural = reading.natural_quads if slots[SLOT_WILD] >> 4 else quads
    slots[SLOT_STREAK] |= min(natural, 7) << NATURAL_QUADS_AT
    slots[SLOT_NATURAL_WILD] |= max((slots[SLOT_WILD] >> 4) - reading.substituted, 0)
    slots[SLOT_WILD] = min(reading.substituted, 15) | slots[SLOT_WILD]
    found.pungs = pungs
    found.seat_pung = found.round_pung = 0
    if reading.form & (FORM_STANDARD_READING | FORM_KNITTED_STRAIGHT_READING) == 0:
        slots[SLOT_GROUPS] = 0
        slots[SLOT_CONCEALMENT] = (
            subject.concealed_kongs + subject.melded_kongs << 3
            | (kinds >> 27 != 0) << 6 | reading.nine_gates << 7
        )
        slots[SLOT_TILES] = (
            ((kinds & SIMPLE_MASK) != 0) | ((kinds & TERMINAL_MASK) != 0) << 1
        )
        slots[SLOT_FIVES] = slots[SLOT_PUNGS] = 0
        slots[SLOT_QUADS] &= ~7         # a form without groups has no pungs, whatever is melded
        slots[SLOT_PAIR] = 0
        if reading.form == FORM_SEVEN_PAIRS_READING:
            slots[SLOT_PAIR] = max(
                LONGEST_RUN[m], max(LONGEST_RUN[p], LONGEST_RUN[s])) << 4
        slots[SLOT_CHOWS] = slots[SLOT_CHOW_PAIRS] = 0
        found.chow_set = 0
        found.pungs = 0
        return

    if reading.form == FORM_STANDARD_READING and sums & NO_RUNS == 0:
        slots[SLOT_SHAPE] |= 1 << ALL_PUNGS_AT
    slots[SLOT_GROUPS] = (
        counter(sums, CHOWS_AT) | counter(sums, PUNGS_AT) << 3
        | counter(sums, WIND_PAIRS_AT) << 6 | counter(sums, DRAGON_PAIRS_AT) << 7
    )
    slots[SLOT_CONCEALMENT] = (
        concealed | subject.concealed_kongs + subject.melded_kongs << 3
        | (kinds >> 27 != 0) << 6 | reading.nine_gates << 7
    )
    if subject.seat_kind != NO_TILE:
        found.seat_pung = pungs & (<uint64_t> 1) << subject.seat_kind
    if subject.round_kind != NO_TILE:
        found.round_pung = pungs & (<uint64_t> 1) << subject.round_kind
    slots[SLOT_KONGS] |= (found.seat_pung != 0) << 6 | (found.round_pung != 0) << 7
    m = pungs & SUIT_MASK
    p = pungs >> 9 & SUIT_MASK
    s = pungs >> 18 & SUIT_MASK
    same = 0
    if m | p | s:
        same = 3 if m & p & s else 2 if m & p | p & s | m & s else 1
    slots[SLOT_TILES] = (
        ((kinds & SIMPLE_MASK) != 0) | ((kinds & TERMINAL_MASK) != 0) << 1
        | groups - counter(sums, ORPHAN_PIECES_AT) << 2
        | same << 5
        | is_mixed_run(m, p, s) << 7
    )
    slots[SLOT_FIVES] = (
        groups - counter(sums, FIVE_PIECES_AT)
        | max(LONGEST_RUN[m], max(LONGEST_RUN[p], LONGEST_RUN[s])) << 3
    )
    slots[SLOT_PUNGS] = (
        POPULATION[m & p] + POPULATION[p & s] + POPULATION[m & s]
        | counter(sums, WIND_PUNGS_AT) << 3 | counter(sums, DRAGON_PUNGS_AT) << 6
    )
    slots[SLOT_PAIR] = 0
    if 0 <= reading.pair < FIRST_HONOUR:
        slots[SLOT_PAIR] = reading.pair % SUIT_KINDS + 1
    if reading.winning >= 0:
        slots[SLOT_PAIR] |= (reading.loose >> reading.winning & 1) << 7
    found.chow_set = chow_set_of(chows + 1, chow_count)
    slots[SLOT_CHOWS] = CHOW_SLOTS[found.chow_set][0]
    slots[SLOT_CHOW_PAIRS] = CHOW_SLOTS[found.chow_set][1]
