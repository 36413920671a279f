"""The best-scoring reading of a hand.

A hand without wildcards is split part by part, by recursion on the lowest tile: a suit of nine
counts is one 64-bit word. With wildcards the walk of `_readings` meets every reading of every
substitution. Either way each reading's features go through the fan table, and the best is kept.
"""
cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast._fans cimport FanTable, match, tally_t, total_of
from mahjong_fast._features cimport (
    FORM_GREATER_KNITTED, FORM_KNITTED_STRAIGHT, FORM_LESSER_KNITTED, FORM_ORPHANS_READING,
    FORM_SEVEN_PAIRS_READING, FORM_STANDARD_READING, PAIR_AT, PIECES, PUNG_AT, SLOT_KONGS,
    SLOT_MELDS, SLOT_QUADS, SLOT_SITUATION, SLOT_STREAK, SLOT_WILD, find_features, found_t,
    reading_t, score_ctz, score_popcount, subject_t, wait_flags,
)
from mahjong_fast._hand cimport (
    MAX_MELDS, MELD_CHOW, MELD_KONG, MELD_PUNG, BaseHand, Hand, Meld, meld_t, read_hand, read_wild,
)
from mahjong_fast._kernel cimport make_ready, table_waits
from mahjong_fast._readings cimport (
    PAIRS, PUNGS, Group, Reading, walk_close, walk_next, walk_open, walk_t,
)
from mahjong_fast._shape cimport get_shape
from mahjong_fast._situation cimport (
    FIRST_TURN, FLAGS, LAST_OF_KIND, MOST_FLOWERS, REPLACEMENT, ROBBING_KONG, SELF_DRAW, UNTOLD,
    Situation, contradiction, is_contradiction, situation_t,
)
from mahjong_fast._types cimport (
    FORM_SEVEN_PAIRS, FORM_STANDARD, KINDS, NO_LIMIT, NO_TILE, SUIT_KINDS, WILD, hand_t, rules_t,
)

from mahjong_fast.errors import HandError, RulesError
from mahjong_fast.tiles import name

__all__ = ["Score", "Scorer"]

cdef enum:
    HONOURS = 3                 # the part of the honours
    FIRST_HONOUR = 27
    WHOLE_GROUPS = 4            # of the forms that need the whole hand
    KNITTED_GROUPS = 3
    KNITTED_SUITS = 6           # ways to give the suits their thirds of a knitted straight
    MANY = 15
    OUT_OF_RANGE = 255          # in an array that has been narrowed; see arrays.py

    # Codes of melds in arrays: 1 + 34 * type + lowest kind.
    CODE_CHOW = 0
    CODE_PUNG = 1
    CODE_KONG = 2
    CODE_CONCEALED_KONG = 3

cdef uint64_t FOURS = 0x444444444
cdef uint64_t HONOUR_KINDS = (<uint64_t> 127) << FIRST_HONOUR
cdef uint64_t GATES = 0x311111113           # 1112345678999
cdef uint64_t ORPHAN_MASK = 0

cdef uint64_t KNITTED[KNITTED_SUITS]        # the nine kinds

FORM_BITS = {
    "standard": FORM_STANDARD_READING,
    "seven_pairs": FORM_SEVEN_PAIRS_READING,
    "thirteen_orphans": FORM_ORPHANS_READING,
    "knitted_straight": FORM_KNITTED_STRAIGHT,
    "lesser_knitted": FORM_LESSER_KNITTED,
    "greater_knitted": FORM_GREATER_KNITTED,
}
FORM_OF_BIT = {bit: form for form, bit in FORM_BITS.items()}
WINNING_FEATURES = {
    "formal_waits", "live_waits", "edge_wait", "closed_wait", "single_wait", "pung_wait",
    "knitted_wait", "nine_gates", "concealed_pungs",
}


cdef void make_constants() noexcept:
    global ORPHAN_MASK
    cdef int kind, turn, first, second
    for kind in range(KINDS):
        if kind >= FIRST_HONOUR or kind % SUIT_KINDS in (0, 8):
            ORPHAN_MASK |= (<uint64_t> 1) << kind
    for turn in range(KNITTED_SUITS):
        first = turn % 3
        second = (first + 1 + turn // 3) % 3
        KNITTED[turn] = (
            (<uint64_t> 0b001001001) << first
            | (<uint64_t> 0b001001001) << second + SUIT_KINDS
            | (<uint64_t> 0b001001001) << 3 - first - second + 2 * SUIT_KINDS
        )


make_constants()


# --- Words and counts ----------------------------------------------------------------------------

cdef inline uint64_t nibbles(uint64_t eight) noexcept nogil:
    """Eight counts, a byte each, as four bits each."""
    eight = (eight | eight >> 4) & 0x00FF00FF00FF00FFULL
    eight = (eight | eight >> 8) & 0x0000FFFF0000FFFFULL
    return (eight | eight >> 16) & 0xFFFFFFFFULL


cdef inline uint64_t load_eight(const uint8_t* counts) noexcept nogil:
    cdef uint64_t eight = 0
    cdef int i
    cdef unsigned short probe = 1
    if (<const uint8_t*> &probe)[0]:
        memcpy(&eight, counts, 8)
        return eight
    for i in range(8):
        eight |= (<uint64_t> counts[i]) << 8 * i
    return eight


cdef inline void pack(const uint8_t* counts, uint64_t* words) noexcept nogil:
    """Counts of at most 15 as words of four bits a rank."""
    words[0] = nibbles(load_eight(counts)) | (<uint64_t> counts[8]) << 32
    words[1] = nibbles(load_eight(counts + 9)) | (<uint64_t> counts[17]) << 32
    words[2] = nibbles(load_eight(counts + 18)) | (<uint64_t> counts[26]) << 32
    words[3] = nibbles(load_eight(counts + 26)) >> 4


cdef inline bint has_over_four(const uint8_t* counts) noexcept nogil:
    """Whether one of 34 counts is more than four."""
    cdef uint64_t above = 0
    cdef uint64_t word
    cdef int i
    for i in range(4):
        memcpy(&word, counts + 8 * i, 8)
        above |= word | (word & 0x7F7F7F7F7F7F7F7FULL) + 0x7B7B7B7B7B7B7B7BULL
    memcpy(&word, counts + 26, 8)
    above |= word | (word & 0x7F7F7F7F7F7F7F7FULL) + 0x7B7B7B7B7B7B7B7BULL
    return above & 0x8080808080808080ULL != 0


cdef inline int held(const uint64_t* words, int kind) noexcept nogil:
    return words[kind // SUIT_KINDS] >> 4 * (kind % SUIT_KINDS) & 15


cdef inline void unpack(const uint64_t* words, uint8_t* counts) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        counts[kind] = words[kind // SUIT_KINDS] >> 4 * (kind % SUIT_KINDS) & 15


cdef inline uint64_t one(int kind) noexcept nogil:
    """One tile of a kind, in the word of its part."""
    return (<uint64_t> 1) << 4 * (kind % SUIT_KINDS)


cdef inline int tiles_of_word(uint64_t word) noexcept nogil:
    """The sum of the four-bit counts, which is at most 17."""
    word = (word & 0x0F0F0F0F0F0F0F0FULL) + (word >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int> (word * 0x0101010101010101ULL >> 56)


cdef inline bint find_pair_part(const uint64_t* words, int* pair_part) noexcept nogil:
    """Find the part that must hold the pair; False where no parts can."""
    cdef int part, rest
    pair_part[0] = -1
    for part in range(PARTS):
        rest = tiles_of_word(words[part]) % 3
        if rest == 1 or rest == 2 and pair_part[0] >= 0:
            return False
        if rest == 2:
            pair_part[0] = part
    return pair_part[0] >= 0


# --- Readings of a hand without wildcards --------------------------------------------------------

cdef int extend(job_t* job, reading_t* reading, const uint64_t* words, uint64_t word,
                int part) noexcept nogil:
    """Split what is left of a part and the parts above it. 1 where the search may stop."""
    cdef int at, rank, count, kind, pung, pair, left, length, _i
    cdef uint64_t rest
    while word == 0:
        part += 1
        if part == PARTS:
            return 1 if job.only_exists else consider(job, reading)
        word = words[part]
    at = score_ctz(word) & ~3
    rank = at >> 2
    count = word >> at & 15
    kind = SUIT_KINDS * part + rank
    length = reading.length
    for pung in range(2):
        if count < 3 * pung:
            break
        for pair in range(2):
            left = count - 3 * pung - 2 * pair
            if left < 0 or pair and (reading.pair != NO_TILE or part != job.pair_part):
                break
            rest = word - (<uint64_t> count << at)
            if left:
                if (part == HONOURS or rank > 6 or <int> (word >> at + 4 & 15) < left
                        or <int> (word >> at + 8 & 15) < left):
                    continue
                rest -= (<uint64_t> left) * (0x110ULL << at)
                for _i in range(left):
                    reading.pieces[reading.length] = 7 * part + rank
                    reading.length += 1
            if pung:
                reading.pieces[reading.length] = PUNG_AT + kind
                reading.length += 1
            if pair:
                reading.pieces[reading.length] = PAIR_AT + kind
                reading.length += 1
                reading.pair = kind
            if extend(job, reading, words, rest, part):
                return 1
            reading.length = length
            if pair:
                reading.pair = NO_TILE
    return 0


cdef bint has_split(const uint64_t* words) noexcept nogil:
    """Whether the tiles are groups and a pair."""
    cdef job_t job
    cdef reading_t reading
    if not find_pair_part(words, &job.pair_part):
        return False
    job.only_exists = True
    reading.length = 0
    reading.pair = NO_TILE
    return extend(&job, &reading, words, words[0], 0) == 1


cdef inline bint is_even(const uint64_t* words) noexcept nogil:
    return (words[0] | words[1] | words[2] | words[3]) & 0x1111111111111111ULL == 0


cdef inline void blank_reading(job_t* job, reading_t* reading, int form) noexcept nogil:
    memset(reading, 0, sizeof(reading_t))
    reading.form = form
    reading.pair = NO_TILE
    reading.winning = job.winning


cdef uint64_t presence(const uint64_t* words) noexcept nogil:
    """The kinds that are held, a bit each."""
    return (
        ranks_of(words[0]) | ranks_of(words[1]) << 9 | ranks_of(words[2]) << 18
        | ranks_of(words[3]) << 27
    )


cdef inline uint64_t some(uint64_t word) noexcept nogil:
    """A 1 for every rank that is held, still four bits a rank."""
    return (word | word >> 1 | word >> 2 | word >> 3) & 0x111111111ULL


cdef inline uint64_t ranks_of(uint64_t word) noexcept nogil:
    """The ranks that are held, a bit each."""
    word = some(word)
    word = (word | word >> 3) & 0x303030303ULL
    word = (word | word >> 6) & 0xF000F000FULL
    return (word | word >> 12 | word >> 24) & 0x1FF


cdef inline bint has_third(uint64_t word) noexcept nogil:
    """Whether a suit has all of 147, 258 or 369."""
    word = some(word)
    return word & word >> 12 & word >> 24 & 0x111 != 0


cdef inline void without_kinds(const uint64_t* words, uint64_t kinds, uint64_t* out) noexcept nogil:
    """Take one tile of each of some kinds away."""
    memcpy(out, words, PARTS * sizeof(uint64_t))
    while kinds:
        out[score_ctz(kinds) // SUIT_KINDS] -= one(score_ctz(kinds))
        kinds &= kinds - 1


cdef void score_natural(job_t* job) noexcept nogil:
    """Find the best reading of a hand without wildcards."""
    cdef reading_t reading
    cdef uint64_t* words = job.words
    cdef uint64_t rest[PARTS]
    cdef uint64_t kinds
    cdef int part, kind, i
    cdef bint whole = job.subject.whole and job.groups == WHOLE_GROUPS
    cdef bint gates = False
    cdef uint64_t fours
    job.subject.quads = 0
    for part in range(PARTS):
        fours = (words[part] + job.subject.meld_tiles[part]) & FOURS
        if fours:
            job.subject.quads += score_popcount(fours)
    if whole and 0 <= job.winning < FIRST_HONOUR:
        part = job.winning // SUIT_KINDS
        gates = words[part] - one(job.winning) == GATES
    if job.forms & FORM_STANDARD_READING and find_pair_part(words, &job.pair_part):
        blank_reading(job, &reading, FORM_STANDARD_READING)
        reading.nine_gates = gates
        if extend(job, &reading, words, words[0], 0):
            return
    if whole and job.forms & FORM_SEVEN_PAIRS_READING and is_even(words):
        blank_reading(job, &reading, FORM_SEVEN_PAIRS_READING)
        for kind in range(KINDS):
            i = words[kind // SUIT_KINDS] >> 4 * (kind % SUIT_KINDS) & 15
            while i > 0:
                reading.pieces[reading.length] = PAIR_AT + kind
                reading.length += 1
                i -= 2
        if reading.length == 7 and (job.quads_as_two_pairs or job.subject.quads == 0):
            if consider(job, &reading):
                return
    if job.forms & ~(FORM_STANDARD_READING | FORM_SEVEN_PAIRS_READING) == 0:
        return
    if job.groups < KNITTED_GROUPS:
        return
    if not whole and not (has_third(words[0]) and has_third(words[1]) and has_third(words[2])):
        return
    kinds = presence(words)
    i = score_popcount(kinds)
    if i < 9:
        return
    if whole and job.forms & FORM_ORPHANS_READING and kinds == ORPHAN_MASK:
        blank_reading(job, &reading, FORM_ORPHANS_READING)
        reading.loose = kinds
        reading.pair = next_kind_held(job.counts, 2)
        if consider(job, &reading):
            return
    if whole and i == 14 and consider_scattered(job, kinds, 0):
        return
    if job.forms & FORM_KNITTED_STRAIGHT:
        for i in range(KNITTED_SUITS):
            if kinds & KNITTED[i] == KNITTED[i]:
                without_kinds(words, KNITTED[i], rest)
                if find_pair_part(rest, &job.pair_part):
                    blank_reading(job, &reading, FORM_KNITTED_STRAIGHT)
                    reading.loose = KNITTED[i]
                    reading.knitted_tiles = 9
                    if extend(job, &reading, rest, rest[0], 0):
                        return


cdef int next_kind_held(const uint8_t* counts, int copies) noexcept nogil:
    """The lowest kind of which there are so many tiles."""
    cdef int kind
    for kind in range(KINDS):
        if counts[kind] == copies:
            return kind
    return NO_TILE


cdef int consider_scattered(job_t* job, uint64_t kinds, int substituted) noexcept nogil:
    """Read fourteen different tiles as a knitted form, if they are one."""
    cdef reading_t reading
    cdef bint greater = kinds & HONOUR_KINDS == HONOUR_KINDS
    cdef int form = FORM_GREATER_KNITTED if greater else FORM_LESSER_KNITTED
    cdef int i
    if job.forms & form == 0:
        return 0
    for i in range(KNITTED_SUITS):
        if kinds & ~HONOUR_KINDS & ~KNITTED[i] == 0:
            blank_reading(job, &reading, form)
            reading.loose = kinds
            reading.knitted_tiles = score_popcount(kinds & ~HONOUR_KINDS)
            reading.substituted = substituted
            return consider(job, &reading)
    return 0


# --- Waits ---------------------------------------------------------------------------------------

cdef inline bint has_fifth(uint64_t word) noexcept nogil:
    """Whether there are five or more of a kind, which the tables do not know."""
    return word & 0x888888888ULL or word & FOURS & (word << 1 | word << 2)


cdef uint64_t split_waits(const asked_t* asked, const uint64_t* words) noexcept nogil:
    """The kinds that complete groups and a pair in form, even those held four times."""
    cdef uint8_t counts[KINDS]
    cdef uint64_t more[PARTS]
    cdef uint64_t waits, full
    cdef int part, at, kind
    unpack(words, counts)
    for part in range(PARTS):
        if has_fifth(words[part]):
            return trial_waits(words)
    waits = table_waits(asked, counts, 0)
    for part in range(PARTS):
        full = words[part] & FOURS
        while full:
            at = score_ctz(full) & ~3
            full &= full - 1
            memcpy(more, words, sizeof(more))
            more[part] += (<uint64_t> 1) << at
            if has_split(more):
                kind = SUIT_KINDS * part + (at >> 2)
                waits |= (<uint64_t> 1) << kind
    return waits


cdef uint64_t trial_waits(const uint64_t* words) noexcept nogil:
    """The same, by trying every kind."""
    cdef uint64_t more[PARTS]
    cdef uint64_t waits = 0
    cdef int kind
    for kind in range(KINDS):
        memcpy(more, words, sizeof(more))
        more[kind // SUIT_KINDS] += one(kind)
        if has_split(more):
            waits |= (<uint64_t> 1) << kind
    return waits


cdef uint64_t knitted_waits(const job_t* job, const uint64_t* words) noexcept nogil:
    """The kinds that complete a knitted straight with its groups and pair."""
    cdef uint64_t rest[PARTS]
    cdef uint64_t kinds = presence(words)
    cdef uint64_t waits = 0
    cdef int i, present
    for i in range(KNITTED_SUITS):
        present = score_popcount(kinds & KNITTED[i])
        if present < 8:
            continue
        without_kinds(words, kinds & KNITTED[i], rest)
        if present == 9:
            waits |= split_waits(job.waits_open, rest)
        elif has_split(rest):
            waits |= KNITTED[i] & ~kinds
    return waits


cdef uint64_t scattered_waits(const job_t* job, const uint64_t* words) noexcept nogil:
    """The kinds that complete thirteen orphans, or single tiles of a knitted form."""
    cdef uint64_t kinds = presence(words)
    cdef uint64_t waits = 0
    cdef int i
    if job.forms & FORM_ORPHANS_READING and kinds & ~ORPHAN_MASK == 0:
        waits = ORPHAN_MASK if kinds == ORPHAN_MASK else ORPHAN_MASK & ~kinds
    elif score_popcount(kinds) == 13:
        for i in range(KNITTED_SUITS):
            if kinds & ~HONOUR_KINDS & ~KNITTED[i] == 0:
                waits |= (KNITTED[i] | HONOUR_KINDS) & ~kinds
    return waits


cdef void count_waits(const job_t* job, const uint64_t* words, int winning, int form,
                      int* formal, int* live) noexcept nogil:
    """Count the kinds that completed a hand, without its winning tile, in form."""
    cdef uint64_t before[PARTS]
    cdef uint64_t waits, rest
    cdef int kind
    cdef bint closed = job.subject.whole and job.groups == WHOLE_GROUPS
    memcpy(before, words, sizeof(before))
    before[winning // SUIT_KINDS] -= one(winning)
    if form & (FORM_STANDARD_READING | FORM_SEVEN_PAIRS_READING):
        waits = split_waits(job.waits_closed if closed else job.waits_open, before)
    elif form & FORM_KNITTED_STRAIGHT:
        waits = knitted_waits(job, before)
    else:
        waits = scattered_waits(job, before)
    formal[0] = min(score_popcount(waits), <int> MANY)
    rest = waits
    while rest:
        kind = score_ctz(rest)
        rest &= rest - 1
        if held(before, kind) + held(job.melded, kind) >= 4:
            waits &= ~((<uint64_t> 1) << kind)
    live[0] = min(score_popcount(waits), <int> MANY)


# --- A reading found -----------------------------------------------------------------------------

cdef int consider(job_t* job, reading_t* reading) noexcept nogil:
    """Score a reading of a hand without wildcards and keep the best. 1 to stop the search."""
    reading.flags = wait_flags(reading)
    if reading.winning != NO_TILE and (
        job.waits_asked == 2 or job.waits_asked == 1 and reading.flags & 7
    ):
        if job.formal_waits < 0:
            count_waits(job, job.words, reading.winning, reading.form,
                        &job.formal_waits, &job.live_waits)
        reading.formal_waits = job.formal_waits
        reading.live_waits = job.live_waits
    else:
        reading.formal_waits = reading.live_waits = 0
    return weigh(job, reading)


cdef int weigh(job_t* job, const reading_t* reading) noexcept nogil:
    """Score a reading, and keep it if it is the best. 1 to stop the search."""
    cdef found_t found
    cdef uint64_t hit[2]
    cdef int64_t total
    find_features(&job.subject, reading, &found)
    match(job.table, &found, hit)
    if job.slow != NULL and not ask_functions(job, &found, hit):
        job.failed = True
        return 1
    total = total_of(job.table, &found, hit, NULL)
    if not job.has_best or total > job.best_total:
        job.has_best = True
        job.best_total = total
        job.best = reading[0]
    return 0


cdef bint ask_functions(job_t* job, const found_t* found, uint64_t* hit) noexcept with gil:
    """Call the Python functions among the fans' conditions; False where one raised."""
    cdef FanTable table = <FanTable> job.slow
    try:
        features = features_of(table, found)
        for number, fan in enumerate(table.fans):
            if callable(fan.when) and fan.when(dict(features)):
                hit[<int> number // 64] |= (<uint64_t> 1) << <int> number % 64
        return True
    except BaseException as error:
        (<list> job.errors).append(error)
        return False


cdef dict features_of(FanTable table, const found_t* found):
    features = table.scoring.features()
    return {
        feature.name: found.slots[<int> feature.slot] >> <int> feature.shift & <int> feature.most
        for feature in features.values()
    }


# --- Readings of a hand with wildcards -----------------------------------------------------------

cdef void score_wild(job_t* job) noexcept nogil:
    """Find the best reading of any substitution of the wildcards."""
    cdef uint8_t total_limit[KINDS]
    cdef uint8_t rest[KINDS]
    cdef uint64_t kinds = presence(job.words)
    cdef uint64_t missing
    cdef int kind, i, lacking
    cdef bint whole = job.subject.whole and job.groups == WHOLE_GROUPS
    job.subject.quads = -1
    for kind in range(KINDS):
        total_limit[kind] = NO_LIMIT
        if job.max_copies != NO_LIMIT:
            total_limit[kind] = max(0, job.max_copies - held(job.melded, kind))
    if job.forms & FORM_STANDARD_READING:
        search(job, FORM_STANDARD_READING, job.counts, total_limit, job.wild, job.groups, 1, True,
               0)
    if whole and job.forms & FORM_SEVEN_PAIRS_READING and not job.failed:
        search(job, FORM_SEVEN_PAIRS_READING, job.counts, total_limit, job.wild, 0, 7,
               job.quads_as_two_pairs, 0)
    if whole and not job.failed:
        search_orphans(job, kinds)
        search_scattered(job, kinds)
    if job.forms & FORM_KNITTED_STRAIGHT and job.groups >= KNITTED_GROUPS:
        for i in range(KNITTED_SUITS):
            missing = KNITTED[i] & ~kinds
            lacking = score_popcount(missing)
            if lacking > job.wild or job.failed:
                continue
            memcpy(rest, job.counts, KINDS)
            for kind in range(FIRST_HONOUR):
                if KNITTED[i] >> kind & 1:
                    if rest[kind]:
                        rest[kind] -= 1
                    if total_limit[kind] != NO_LIMIT:
                        if total_limit[kind] == 0:
                            lacking = MANY * MANY
                        total_limit[kind] -= 1
            if lacking <= job.wild:
                search(job, FORM_KNITTED_STRAIGHT, rest, total_limit, job.wild - lacking,
                       job.groups - KNITTED_GROUPS, 1, True, KNITTED[i])
            for kind in range(FIRST_HONOUR):
                if KNITTED[i] >> kind & 1 and job.max_copies != NO_LIMIT:
                    total_limit[kind] += 1


cdef void search(job_t* job, int form, const uint8_t* counts, const uint8_t* total_limit, int wild,
                 int groups, int pairs, bint pairs_repeat, uint64_t loose) noexcept nogil:
    """Visit the readings of a form."""
    cdef walk_t walk
    cdef reading_t reading
    cdef int found, i, kind, code
    walk_open(&walk, counts, total_limit, wild, groups, pairs, pairs_repeat)
    while True:
        found = walk_next(&walk)
        if found < 0:
            job.failed = job.out_of_memory = True
        if found != 1:
            break
        blank_reading(job, &reading, form)
        reading.loose = loose
        reading.knitted_tiles = 9 if loose else 0
        reading.length = walk.length
        for i in range(walk.length):
            kind = walk.pieces[i].kind
            code = walk.pieces[i].code
            if code < PUNGS:
                reading.pieces[i] = kind // SUIT_KINDS * 7 + kind % SUIT_KINDS
            elif code < PAIRS:
                reading.pieces[i] = PUNG_AT + kind
            else:
                reading.pieces[i] = PAIR_AT + kind
                if pairs == 1:
                    reading.pair = kind
        if consider_substituted(job, &reading):
            break
    walk_close(&walk)


cdef void search_orphans(job_t* job, uint64_t kinds) noexcept nogil:
    """Visit the readings as thirteen orphans."""
    cdef reading_t reading
    cdef uint64_t left
    cdef int kind, doubled = NO_TILE
    if job.forms & FORM_ORPHANS_READING == 0 or kinds & ~ORPHAN_MASK:
        return
    for kind in range(KINDS):
        if job.counts[kind] > 2 or job.counts[kind] == 2 and doubled != NO_TILE:
            return
        if job.counts[kind] == 2:
            doubled = kind
    left = ORPHAN_MASK if doubled == NO_TILE else (<uint64_t> 1) << doubled
    while left and not job.failed:
        blank_reading(job, &reading, FORM_ORPHANS_READING)
        reading.loose = ORPHAN_MASK
        reading.pair = score_ctz(left)
        left &= left - 1
        consider_substituted(job, &reading)


cdef void search_scattered(job_t* job, uint64_t kinds) noexcept nogil:
    """Visit the readings as fourteen different tiles of a knitted form."""
    cdef reading_t reading
    cdef uint64_t field, free, tiles
    cdef int i, first, second, form
    if job.forms & (FORM_LESSER_KNITTED | FORM_GREATER_KNITTED) == 0:
        return
    for i in range(KINDS):
        if job.counts[i] > 1:
            return
    for i in range(KNITTED_SUITS):
        field = KNITTED[i] | HONOUR_KINDS
        if kinds & ~field:
            continue
        free = field & ~kinds       # of which all but two become wildcards' faces
        for first in range(KINDS):
            if not free >> first & 1:
                continue
            for second in range(first + 1, KINDS):
                if not free >> second & 1 or job.failed:
                    continue
                tiles = field & ~((<uint64_t> 1) << first | (<uint64_t> 1) << second)
                form = FORM_LESSER_KNITTED
                if tiles & HONOUR_KINDS == HONOUR_KINDS:
                    form = FORM_GREATER_KNITTED
                if job.forms & form:
                    blank_reading(job, &reading, form)
                    reading.loose = tiles
                    reading.knitted_tiles = score_popcount(tiles & ~HONOUR_KINDS)
                    consider_substituted(job, &reading)


cdef void reading_words(const reading_t* reading, uint64_t* words) noexcept nogil:
    """The concealed tiles of a reading."""
    cdef uint64_t loose = reading.loose
    cdef int i, code
    memset(words, 0, PARTS * sizeof(uint64_t))
    for i in range(reading.length):
        code = reading.pieces[i]
        words[PIECES[code].part] += PIECES[code].tiles
    while loose:
        words[score_ctz(loose) // SUIT_KINDS] += one(score_ctz(loose))
        loose &= loose - 1
    if reading.form == FORM_ORPHANS_READING:
        words[reading.pair // SUIT_KINDS] += one(reading.pair)


cdef int consider_substituted(job_t* job, reading_t* reading) noexcept nogil:
    """Score a reading with substituted tiles; a winning wildcard may be any of them."""
    cdef uint64_t words[PARTS]
    cdef int kind, spare, faced
    cdef uint64_t became = 0
    reading_words(reading, words)
    reading.substituted = 0
    for kind in range(KINDS):
        spare = held(words, kind) - job.counts[kind]
        if spare > 0:
            became |= (<uint64_t> 1) << kind
            faced = min(spare, <int> job.faced[kind])
            reading.substituted += spare - faced
    if job.winning != WILD:
        return consider_winning(job, reading, words, job.winning)
    while became:
        kind = score_ctz(became)
        became &= became - 1
        if consider_winning(job, reading, words, kind):
            return 1
    return 0


cdef int consider_winning(job_t* job, reading_t* reading, const uint64_t* words,
                          int winning) noexcept nogil:
    cdef int part
    reading.winning = winning
    reading.flags = wait_flags(reading)
    reading.formal_waits = reading.live_waits = 0
    reading.nine_gates = False
    if winning != NO_TILE:
        part = winning // SUIT_KINDS
        if (reading.form == FORM_STANDARD_READING and part < HONOURS and job.subject.whole
                and words[part] - one(winning) == GATES):
            reading.nine_gates = True
        if job.waits_asked == 2 or job.waits_asked == 1 and reading.flags & 7:
            count_waits(job, words, winning, reading.form,
                        &reading.formal_waits, &reading.live_waits)
    return weigh(job, reading)


# --- Hands in ------------------------------------------------------------------------------------

cdef inline int code_of_meld(const meld_t* meld) noexcept nogil:
    """The code of a meld in arrays; 0 for a run of honours."""
    if meld.kind == MELD_CHOW:
        return 1 + KINDS * CODE_CHOW + meld.tiles[0]
    if meld.kind == MELD_PUNG:
        return 1 + KINDS * CODE_PUNG + meld.tiles[0]
    if meld.kind == MELD_KONG:
        if meld.concealed:
            return 1 + KINDS * CODE_CONCEALED_KONG + meld.tiles[0]
        return 1 + KINDS * CODE_KONG + meld.tiles[0]
    return 0


cdef fault_t declare(job_t* job, int code) noexcept nogil:
    """Add a meld to the subject."""
    cdef subject_t* subject = &job.subject
    cdef int kind = (code - 1) % KINDS
    cdef int what = (code - 1) // KINDS
    cdef int piece
    if code == 0 or what > CODE_CONCEALED_KONG:
        return BAD_MELD
    if what == CODE_CHOW:
        if kind >= FIRST_HONOUR or kind % SUIT_KINDS > 6:
            return BAD_MELD
        piece = kind // SUIT_KINDS * 7 + kind % SUIT_KINDS
        subject.meld_chows[subject.meld_chow_count] = piece
        subject.meld_chow_count += 1
    else:
        piece = PUNG_AT + kind
        subject.meld_pungs |= PIECES[piece].pung
    subject.meld_sums += PIECES[piece].sums
    subject.meld_kinds |= PIECES[piece].kinds
    job.melded[PIECES[piece].part] += PIECES[piece].tiles
    if what >= CODE_KONG:
        job.melded[PIECES[piece].part] += one(kind)
        if what == CODE_KONG:
            subject.melded_kongs += 1
        else:
            subject.concealed_kongs += 1
    else:
        subject.meld_tiles[PIECES[piece].part] += PIECES[piece].tiles
    if (job.melded[PIECES[piece].part] + 0x333333333ULL) & 0x888888888ULL:
        return TOO_MANY_COPIES
    subject.declared[subject.melds] = code
    subject.melds += 1
    return FITS


@cython.final
cdef class Scorer:
    """Scores hands under the fan table of a `Rules`. `Evaluator.score` and its kin ask one."""

    def __cinit__(self, rules, wild_kinds=()):
        cdef rules_t limits
        cdef uint64_t kinds
        if rules.scoring is None:
            raise RulesError("these rules score nothing: they have no fans")
        self.rules = rules
        self.fan_table = FanTable(rules.scoring)
        self.wild_mask = 0
        for kind in wild_kinds:
            self.wild_mask |= (<uint64_t> 1) << <int> kind
        self.rules_groups = rules.groups
        self.copies = rules.copies
        self.over = 0x111111111ULL * (7 - self.copies)      # what lifts a copy too many to bit 3
        memset(&self.blank, 0, sizeof(job_t))
        self.blank.table = self.fan_table.table
        self.blank.forms = 0
        for form in rules.forms:
            self.blank.forms |= <int> FORM_BITS.get(form, 0)
        self.blank.max_copies = NO_LIMIT if rules.max_copies is None else rules.max_copies
        self.blank.quads_as_two_pairs = rules.quads_as_two_pairs
        self.blank.waits_asked = self.ask_waits()
        limits.groups = rules.groups
        limits.forms = FORM_STANDARD
        if "seven_pairs" in rules.forms:
            limits.forms |= FORM_SEVEN_PAIRS
        limits.quads_as_two_pairs = rules.quads_as_two_pairs
        limits.copies = 4
        limits.max_copies = NO_LIMIT
        make_ready(get_shape(rules.groups), &limits, True, &self.waits_closed)
        make_ready(get_shape(rules.groups), &limits, False, &self.waits_open)
        if self.fan_table.is_slow:
            self.blank.slow = <void*> self.fan_table
        for number, (_, text) in enumerate(rules.scoring.sets):
            kinds = sum([1 << kind for kind in rules.scoring.kinds_of(text)])
            self.blank.subject.sets[<int> number] = kinds
        self.blank.subject.set_count = len(rules.scoring.sets)

    cdef int ask_waits(self) except -1:
        """When waits must be counted: 0 never, 1 only beside a group they complete, 2 always."""
        asked = 0
        scoring = self.rules.scoring
        self.needs_winning = self.fan_table.is_slow
        if self.fan_table.is_slow:
            return 2
        for fan in self.fan_table.fans:
            if fan.count in WINNING_FEATURES:
                self.needs_winning = True
                asked = 2 if fan.count.endswith("_waits") else asked
            for term in scoring.terms(fan):
                self.needs_winning = self.needs_winning or bool(WINNING_FEATURES & term.keys())
                if "formal_waits" in term or "live_waits" in term:
                    completes = [term.get(f"{group}_wait") == 2
                                 for group in ("edge", "closed", "single")]
                    asked = max(asked, 1 if any(completes) else 2)
        return asked

    cdef fault_t prepare(self, const hand_t* hand, const uint8_t* meld_codes, int melds,
                         const situation_t* situation, job_t* job) noexcept nogil:
        """Make a hand ready to be scored, or tell why it cannot be."""
        cdef subject_t* subject = &job.subject
        cdef fault_t fault
        cdef int kind, i, winning_held
        cdef int flags = situation.flags
        memcpy(job, &self.blank, sizeof(job_t))
        subject = &job.subject
        job.waits_closed = &self.waits_closed
        job.waits_open = &self.waits_open
        job.situation = situation[0]
        job.formal_waits = -1
        for i in range(melds):
            fault = declare(job, meld_codes[i])
            if fault != FITS:
                return fault
        memcpy(job.counts, hand.counts, KINDS)
        job.wild = hand.wild
        job.winning = hand.winning
        pack(job.counts, job.words)
        for i in range(PARTS):
            if (job.words[i] + job.melded[i] + self.over) & 0x888888888ULL:
                return TOO_MANY_COPIES
        if hand.total % 3 != 2:
            return WRONG_SIZE
        job.groups = (hand.total - 2) // 3
        if job.groups + melds != self.rules_groups:
            if hand.total > 3 * (self.rules_groups - melds) + 2:
                return WRONG_SIZE
            return MELDS_MISSING
        if job.winning == NO_TILE and self.needs_winning:
            return NO_WINNING_TILE
        subject.self_draw = flags & SELF_DRAW != 0
        if self.wild_mask:
            for kind in range(KINDS):
                if self.wild_mask >> kind & 1 and job.counts[kind]:
                    job.faced[kind] = job.counts[kind]
                    job.counts[kind] = 0
                    if job.winning == kind:
                        if subject.self_draw:
                            job.winning = WILD
                        else:
                            job.counts[kind] = 1
                            job.faced[kind] -= 1
                    job.wild += job.faced[kind]
            pack(job.counts, job.words)
        if job.winning == WILD:
            if job.wild == 0:
                return NOT_HELD
            if flags & LAST_OF_KIND:
                return WILD_WINNING
        elif job.winning != NO_TILE:
            winning_held = job.counts[job.winning]
            if winning_held == 0:
                return NOT_HELD
            if flags & LAST_OF_KIND and winning_held > 1:
                return LAST_COPY
            if flags & ROBBING_KONG and winning_held + held(job.melded, job.winning) > 1:
                return ROBBED_COPY
            # Three copies in one's own melds are visible on the table.
            if held(job.melded, job.winning) >= 3:
                flags |= LAST_OF_KIND
        if flags & REPLACEMENT and subject.concealed_kongs + subject.melded_kongs == 0:
            return NO_KONG
        subject.whole = melds == 0
        i = melds - subject.concealed_kongs
        if flags & FIRST_TURN and i > 0:
            return FIRST_TURN_MELDS
        subject.seat_kind = NO_TILE
        subject.round_kind = NO_TILE
        if situation.seat_wind != UNTOLD:
            subject.seat_kind = FIRST_HONOUR + situation.seat_wind
        if situation.round_wind != UNTOLD:
            subject.round_kind = FIRST_HONOUR + situation.round_wind
        if situation.void_suit != UNTOLD:
            subject.void_kinds = (<uint64_t> 511) << SUIT_KINDS * situation.void_suit
        subject.slots[SLOT_SITUATION] = flags | (i == 0) << 7
        subject.slots[SLOT_MELDS] = i | situation.flowers << 3
        subject.slots[SLOT_KONGS] = subject.concealed_kongs | subject.melded_kongs << 3
        subject.slots[SLOT_QUADS] = (situation.seat_wind == 0) << 7
        subject.slots[SLOT_WILD] = min(job.wild, <int> MANY) << 4
        subject.slots[SLOT_STREAK] = min(situation.dealer_streak, <int> MANY)
        return FITS

    cdef int read(self, object hand, object situation, object wild, job_t* job) except -1:
        """Read a hand and its situation into a job."""
        cdef hand_t given
        cdef uint8_t codes[MAX_MELDS]
        cdef situation_t circumstances
        cdef int i, melds = 0
        cdef fault_t fault
        if isinstance(hand, str):
            hand = Hand.parse(hand)
        read_hand(hand, read_wild(wild), &given)
        if isinstance(hand, BaseHand):
            for i in range(len((<BaseHand> hand).melds)):
                codes[i] = code_of_meld(&(<Meld> (<BaseHand> hand).melds[i]).m)
                if codes[i] == 0:
                    raise HandError("a meld is a run of honours, which the rules do not have")
            melds = len((<BaseHand> hand).melds)
        if situation is None:
            memset(&circumstances, 0, sizeof(circumstances))
            circumstances.seat_wind = circumstances.round_wind = UNTOLD
            circumstances.discarder = circumstances.void_suit = UNTOLD
        elif type(situation) is Situation:
            circumstances = (<Situation> situation).s
        else:
            raise TypeError(f"a situation must be a Situation, not {type(situation).__name__}")
        fault = self.prepare(&given, codes, melds, &circumstances, job)
        if fault != FITS:
            raise HandError(describe(fault, self, &given, melds, job))
        return 0

    def score(self, hand, situation=None, wild=0):
        """Return the `Score` of a hand, or None where it does not win."""
        cdef job_t job
        self.read(hand, situation, wild, &job)
        if not self.run(&job):
            return None
        return self.made(hand, situation, &job)

    cdef object made(self, object hand, object situation, const job_t* job):
        cdef Score score = Score.__new__(Score)
        score.scorer = self
        score.hand = hand
        score.situation = situation
        score.job = job[0]
        score.total_points = job.best_total
        return score

    def wait_scores(self, hand, situation=None):
        """Return the `Score` that each kind which completes the hand would make, by kind."""
        cdef hand_t given
        cdef job_t job
        cdef int kind
        if isinstance(hand, str):
            hand = Hand.parse(hand)
        read_hand(hand, 0, &given)
        melds = hand.melds if isinstance(hand, BaseHand) else ()
        if given.total % 3 != 1:
            raise HandError(f"wait_scores needs a hand of 3n + 1 tiles, not {given.total}")
        counts = [given.counts[kind] for kind in range(KINDS)]
        scores = {}
        for kind in range(KINDS):
            if given.counts[kind] + given.melded[kind] >= self.copies:
                continue
            counts[kind] += 1
            drawn = Hand(counts, given.wild, melds, kind)
            counts[kind] -= 1
            self.read(drawn, situation, 0, &job)
            if self.run(&job):
                scores[kind] = self.made(drawn, situation, &job)
        return scores

    def score_batch(self, hands, situations=None, wild=0, out=None):
        """Return the totals of many hands, (N,) int32, -1 where a hand does not win."""
        from mahjong_fast import arrays

        cdef rows_t rows
        cdef Py_ssize_t wrong
        given = arrays.rows_of_hands(hands, wild)
        fields = arrays.rows_of_situations(situations, len(given.counts))
        answers = arrays.output(out, (len(given.counts),), "int32")
        if len(given.counts) == 0:
            return answers
        if self.fan_table.is_slow:
            raise RulesError("fans that are Python functions cannot score a batch")
        written = answers if answers.flags.carray else answers.copy()
        cdef const uint8_t[:, ::1] counts_view = given.counts
        cdef const uint8_t[:, ::1] melds_view = given.melds
        cdef const uint8_t[::1] winning_view = given.winning
        cdef const uint8_t[::1] wild_view = given.wild
        cdef const uint8_t[:, ::1] fields_view = fields
        cdef int32_t[::1] out_view = written
        rows.counts = &counts_view[0, 0]
        rows.meld_places = melds_view.shape[1]
        rows.melds = &melds_view[0, 0] if rows.meld_places else NULL
        rows.winning = &winning_view[0]
        rows.wild = &wild_view[0]
        rows.wild_step = len(given.wild) > 1
        rows.fields = &fields_view[0, 0]
        rows.field_step = FIELDS if len(fields) > 1 else 0
        rows.rows = len(given.counts)
        with nogil:
            wrong = self.score_rows(&rows, &out_view[0])
        if wrong != -1:
            self.explain_row(&rows, wrong)
        if written is not answers:
            answers[...] = written
        return answers

    cdef Py_ssize_t score_rows(self, const rows_t* rows, int32_t* out) noexcept nogil:
        """Score every row; return the first row that has no answer, or -1."""
        cdef job_t job
        cdef hand_t hand
        cdef situation_t situation
        cdef uint8_t codes[MAX_MELDS]
        cdef Py_ssize_t row
        cdef int melds
        for row in range(rows.rows):
            if read_row(rows, row, &hand, codes, &melds, &situation) != FITS:
                return row
            if self.prepare(&hand, codes, melds, &situation, &job) != FITS:
                return row
            if job.wild == 0:
                score_natural(&job)
            else:
                score_wild(&job)
            if job.failed:
                return row
            out[row] = -1
            if job.has_best:
                out[row] = <int32_t> max(min(job.best_total, <int64_t> 0x7FFFFFFF), 0)
        return -1

    cdef int explain_row(self, const rows_t* rows, Py_ssize_t row) except -1:
        """Raise the error of a row that could not be scored."""
        cdef job_t job
        cdef hand_t hand
        cdef situation_t situation
        cdef uint8_t codes[MAX_MELDS]
        cdef int melds
        cdef fault_t fault
        memset(&job, 0, sizeof(job))
        fault = read_row(rows, row, &hand, codes, &melds, &situation)
        if fault == FITS:
            fault = self.prepare(&hand, codes, melds, &situation, &job)
        if fault == FITS:
            raise MemoryError
        if fault == BAD_SITUATION:
            sentence = contradiction(&situation) or "a field of the situation is out of range"
        else:
            sentence = describe(fault, self, &hand, melds, &job)
        raise HandError(f"row {row}: {sentence}")

    cdef bint run(self, job_t* job) except -1:
        """Find the best reading; whether there is one."""
        errors = None
        if self.fan_table.is_slow:
            errors = []
            job.errors = <void*> errors
        if job.wild == 0:
            score_natural(job)
        else:
            with nogil:
                score_wild(job)
        if job.failed:
            if job.out_of_memory:
                raise MemoryError
            raise errors[0]
        return job.has_best


cdef fault_t read_row(const rows_t* rows, Py_ssize_t row, hand_t* hand, uint8_t* codes, int* melds,
                      situation_t* situation) noexcept nogil:
    """Read a row of arrays."""
    cdef const uint8_t* counts = rows.counts + KINDS * row
    cdef const uint8_t* fields = rows.fields + rows.field_step * row
    cdef int kind, place, code
    memset(hand, 0, sizeof(hand_t))
    melds[0] = 0
    hand.wild = rows.wild[rows.wild_step * row]
    hand.total = hand.wild
    if has_over_four(counts):
        return BAD_COUNT
    if hand.wild > 17:
        return TOO_MANY_WILD
    memcpy(hand.counts, counts, KINDS)
    for kind in range(KINDS):
        hand.total += counts[kind]
    hand.winning = rows.winning[row]
    if hand.winning == OUT_OF_RANGE - 1:
        hand.winning = NO_TILE
    elif hand.winning >= KINDS and hand.winning != WILD:
        return BAD_WINNING
    for place in range(rows.meld_places):
        code = rows.melds[rows.meld_places * row + place]
        if code:
            if melds[0] == MAX_MELDS:
                return BAD_MELD
            codes[melds[0]] = code
            melds[0] += 1
    situation.flags = fields[0]
    situation.seat_wind = <int8_t> fields[1] - 1
    situation.round_wind = <int8_t> fields[2] - 1
    situation.discarder = <int8_t> fields[3] - 1
    situation.void_suit = <int8_t> fields[4] - 1
    situation.flowers = fields[5]
    situation.dealer_streak = fields[6]
    if (fields[1] > 4 or fields[2] > 4 or fields[3] > 4 or fields[4] > 3
            or fields[5] > MOST_FLOWERS or fields[0] > FLAGS or is_contradiction(situation)):
        return BAD_SITUATION
    return FITS


cdef str describe(fault_t fault, Scorer scorer, const hand_t* hand, int melds, const job_t* job):
    """The sentence of a fault."""
    cdef int kind
    groups = scorer.rules_groups
    winning = name(hand.winning) if 0 <= hand.winning < KINDS or hand.winning == WILD else ""
    if fault == WRONG_SIZE:
        return (f"score needs a hand of 3n + 2 tiles, at most {3 * (groups - melds) + 2} beside "
                f"{melds} melds, not {hand.total}")
    if fault == MELDS_MISSING:
        return (f"{hand.total} concealed tiles and {melds} melds are no hand of {groups} groups "
                "and a pair; a score needs the declared melds")
    if fault == TOO_MANY_COPIES:
        for kind in range(KINDS):
            copies = hand.counts[kind] + held(job.melded, kind)
            if copies > scorer.copies:
                return f"{copies} copies of {name(kind)}; there are {scorer.copies}"
    if fault == NO_WINNING_TILE:
        return "the fans ask for the winning tile: end the hand with +tile"
    if fault == NOT_HELD:
        return f"the winning tile must be in the hand, it holds no {winning}"
    if fault == NO_KONG:
        return "replacement with a hand without a kong"
    if fault == ROBBED_COPY:
        return (f"robbing_kong with another {winning} in the hand: the robbed tile is the fourth, "
                "beside a pung of another player")
    if fault == LAST_COPY:
        return f"last_of_kind with another {winning} among the concealed tiles"
    if fault == WILD_WINNING:
        return "last_of_kind with a wildcard as the winning tile"
    if fault == FIRST_TURN_MELDS:
        return "first_turn with an exposed meld"
    if fault == BAD_COUNT:
        return "a count that is not 0 to 4"
    if fault == TOO_MANY_WILD:
        return "wild that is not 0 to 17"
    if fault == BAD_WINNING:
        return f"winning must be 0 to {KINDS - 1}, {WILD} for a wildcard, or -1"
    if fault == BAD_MELD:
        return "a code that is no meld"
    return "an impossible hand"


# --- Scores --------------------------------------------------------------------------------------

@cython.final
cdef class Score:
    """What a hand is worth, and why. Immutable; made by `Evaluator.score`.

    >>> from mahjong_fast import Evaluator
    >>> score = Evaluator("mcr").score("23456789m11122p+1m")
    >>> score.total
    21
    >>> [fan.en for fan in score.fans]
    ['Pure Straight', 'Concealed Hand', 'Pung of Terminals or Honors', 'One Voided Suit', \
'No Honors']
    """

    def __init__(self):
        raise TypeError("a Score is made by Evaluator.score")

    @property
    def total(self):
        """The points of the hand, capped where the rules have a cap."""
        return self.total_points

    cdef int account(self, found_t* found, tally_t* tally) except -1:
        """Count the fans of the best reading again, taking down which."""
        cdef uint64_t hit[2]
        memset(tally, 0, sizeof(tally_t))
        find_features(&self.job.subject, &self.job.best, found)
        match(self.job.table, found, hit)
        errors = []
        if self.job.slow != NULL:
            self.job.errors = <void*> errors
            if not ask_functions(&self.job, found, hit):
                raise errors[0]
        tally.hit[0] = hit[0]
        tally.hit[1] = hit[1]
        total_of(self.job.table, found, hit, tally)
        return 0

    @property
    def fans(self):
        """The fans that count, in the order of the table: a tuple of `CountedFan`."""
        return self.details()[0]

    @property
    def excluded(self):
        """The fans that hold and do not count, as pairs of their id and the id that excludes it."""
        return self.details()[1]

    cdef tuple details(self):
        if self.cached is None:
            self.cached = self.count_up()
        return self.cached

    cdef tuple count_up(self):
        from mahjong_fast.score import CountedFan, groups_of

        cdef found_t found
        cdef tally_t tally
        cdef int number
        self.account(&found, &tally)
        scoring = self.scorer.rules.scoring
        groups = self.groups
        fans = []
        excluded = []
        for number in range(len(self.scorer.fan_table.fans)):
            fan = self.scorer.fan_table.fans[number]
            if tally.count[number]:
                rests_on = groups_of(fan, scoring, groups, self)
                fans.append(CountedFan(fan.id, fan.zh, fan.en, scoring.points(fan),
                                       tally.count[number], rests_on))
            elif tally.excluded_by[number]:
                by = self.scorer.fan_table.fans[tally.excluded_by[number] - 1]
                excluded.append((fan.id, by.id))
        return tuple(fans), tuple(excluded)

    @property
    def features(self):
        """The features of the best reading, by name: what the fans' conditions speak of."""
        cdef found_t found
        find_features(&self.job.subject, &self.job.best, &found)
        return features_of(self.scorer.fan_table, &found)

    @property
    def meets_minimum(self):
        """Whether the fans, without those apart from it (flowers), make the rules' minimum."""
        cdef found_t found
        cdef tally_t tally
        self.account(&found, &tally)
        return tally.part >= self.job.table.minimum

    @property
    def winning(self):
        """The kind of the winning tile: what it became, where it is a wildcard."""
        return None if self.job.best.winning == NO_TILE else self.job.best.winning

    @property
    def self_draw(self):
        """Whether the winning tile was drawn."""
        return bool(self.job.subject.self_draw)

    @property
    def reading(self):
        """The best reading of the concealed tiles, a `Reading`: what each wildcard became."""
        cdef uint8_t left[KINDS]
        cdef reading_t* best = &self.job.best
        cdef int i, code, kind
        cdef Group pair = None
        memcpy(left, self.job.counts, KINDS)
        for kind in range(KINDS):           # a faced wildcard stands for itself where it can
            left[kind] += self.job.faced[kind]
        groups = []
        for kind in range(KINDS):
            if best.loose >> kind & 1 and not (
                best.form == FORM_ORPHANS_READING and kind == best.pair
            ):
                groups.append(take(left, "single", kind))
        if best.form == FORM_ORPHANS_READING:
            pair = take(left, "pair", best.pair)
        for i in range(best.length):
            code = best.pieces[i]
            if code < PUNG_AT:
                groups.append(take(left, "chow", code // 7 * SUIT_KINDS + code % 7))
            elif code < PAIR_AT:
                groups.append(take(left, "pung", code - PUNG_AT))
            elif best.form == FORM_SEVEN_PAIRS_READING:
                groups.append(take(left, "pair", code - PAIR_AT))
            else:
                pair = take(left, "pair", code - PAIR_AT)
        return Reading(FORM_OF_BIT[best.form], groups, pair)

    @property
    def groups(self):
        """All groups of the hand: its melds, then those of the reading, the pair last."""
        reading = self.reading
        hand = Hand.parse(self.hand) if isinstance(self.hand, str) else self.hand
        melds = hand.melds if isinstance(hand, BaseHand) else ()
        pair = () if reading.pair is None else (reading.pair,)
        return (*melds, *reading.groups, *pair)

    def explain(self, lang="en"):
        """Return a text that tells the hand, how it reads, and each fan and why.

        Args:
            lang: "en" or "zh".
        """
        from mahjong_fast.score import explain

        return explain(self, self.scorer.rules, lang)

    def payments(self):
        """Return what each loser pays; not available in this version."""
        raise NotImplementedError("payments are not available in this version")

    def __repr__(self):
        return f"<Score {self.total}: {', '.join([fan.id for fan in self.fans])}>"

    def __eq__(self, other):
        if not isinstance(other, Score):
            return NotImplemented
        return (self.total, self.fans, self.reading) == (other.total, other.fans, other.reading)

    def __hash__(self):
        return hash((self.total, self.reading))


cdef Group take(uint8_t* left, str what, int kind):
    """A group of tiles, natural where some are left."""
    cdef int size = {"single": 1, "pair": 2, "pung": 3, "chow": 3}[what]
    cdef int i, tile
    tiles = []
    substituted = []
    for i in range(size):
        tile = kind + i if what == "chow" else kind
        tiles.append(tile)
        substituted.append(left[tile] == 0)
        if left[tile]:
            left[tile] -= 1
    return Group(what, tiles, substituted)
