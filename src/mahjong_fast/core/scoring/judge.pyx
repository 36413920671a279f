# optimize: speed
"""Judges readings: features, waits, fans, and keeps the best.

A hand without wildcards is split part by part, by recursion on the lowest tile: a suit of nine
counts is one 64-bit word.
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.vocabulary cimport (
    FIRST_HONOUR, HONOUR_MASK, HONOUR_PART, KINDS, KNITTED_GROUPS, KNITTINGS, NO_TILE, ORPHAN_MASK,
    PARTS, SUIT_KINDS,
)
from mahjong_fast.core.scoring.fan_table cimport FanTable, match, total_of
from mahjong_fast.core.scoring.features cimport (
    FORM_GREATER_KNITTED_READING, FORM_KNITTED_STRAIGHT_READING, FORM_LESSER_KNITTED_READING,
    FORM_ORPHANS_READING, FORM_SEVEN_PAIRS_READING, FORM_STANDARD_READING, FOURS, PAIR_AT, PUNG_AT,
    find_features, found_t, reading_t, wait_flags,
)
from mahjong_fast.core.tables.lookup cimport asked_t, table_waits

cdef uint64_t GATES = 0x311111113           # 1112345678999


cdef void make_constants() noexcept:
    cdef int turn, first, second
    for turn in range(KNITTINGS):
        first = turn % 3
        second = (first + 1 + turn // 3) % 3
        KNITTED[turn] = (
            (<uint64_t> 0b001001001) << first
            | (<uint64_t> 0b001001001) << second + SUIT_KINDS
            | (<uint64_t> 0b001001001) << 3 - first - second + 2 * SUIT_KINDS
        )


make_constants()


# --- Words and counts ----------------------------------------------------------------------------

cdef inline void unpack(const uint64_t* words, uint8_t* counts) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        counts[kind] = words[kind // SUIT_KINDS] >> 4 * (kind % SUIT_KINDS) & 15


cdef inline bint find_pair_part(const uint64_t* words, int* pair_part) noexcept nogil:
    """Find the part that must hold the pair; False where no parts can."""
    cdef int part, rest
    cdef int wrong = 0, pairs = 0
    for part in range(PARTS):       # no branch on what a part holds, which nothing foretells
        rest = tiles_of_word(words[part]) % 3
        wrong |= rest & 1
        pairs |= (rest >> 1) << part
    pair_part[0] = lowest_bit(pairs | 1 << PARTS)
    return wrong == 0 and pairs != 0 and pairs & (pairs - 1) == 0


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
    at = lowest_bit(word) & ~3
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
                if (part == HONOUR_PART or rank > 6 or <int> (word >> at + 4 & 15) < left
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
        out[lowest_bit(kinds) // SUIT_KINDS] -= one(lowest_bit(kinds))
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
            job.subject.quads += number_of_bits(fours)
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
    i = number_of_bits(kinds)
    if i < 9:
        return
    if whole and job.forms & FORM_ORPHANS_READING and kinds == ORPHAN_MASK:
        blank_reading(job, &reading, FORM_ORPHANS_READING)
        reading.loose = kinds
        reading.pair = next_kind_held(job.counts, 2)
        if consider(job, &reading):
            return
    if whole and i == 14 and consider_scattered(job, kinds):
        return
    if job.forms & FORM_KNITTED_STRAIGHT_READING:
        for i in range(KNITTINGS):
            if kinds & KNITTED[i] == KNITTED[i]:
                without_kinds(words, KNITTED[i], rest)
                if find_pair_part(rest, &job.pair_part):
                    blank_reading(job, &reading, FORM_KNITTED_STRAIGHT_READING)
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


cdef int consider_scattered(job_t* job, uint64_t kinds) noexcept nogil:
    """Read fourteen different tiles as the knitted forms that they are."""
    cdef reading_t reading
    cdef int i
    for i in range(KNITTINGS):
        if kinds & ~HONOUR_MASK & ~KNITTED[i] == 0:
            blank_reading(job, &reading, FORM_LESSER_KNITTED_READING)
            reading.loose = kinds
            reading.knitted_tiles = number_of_bits(kinds & ~HONOUR_MASK)
            return consider_knitted(job, &reading)
    return 0


cdef int consider_knitted(job_t* job, reading_t* reading) noexcept nogil:
    """Consider a lesser knitted form, which with all honours is a greater one too."""
    if job.forms & FORM_GREATER_KNITTED_READING and reading.loose & HONOUR_MASK == HONOUR_MASK:
        reading.form = FORM_GREATER_KNITTED_READING
        if consider(job, reading):
            return 1
        reading.form = FORM_LESSER_KNITTED_READING
    return consider(job, reading) if job.forms & FORM_LESSER_KNITTED_READING else 0


# --- Waits ---------------------------------------------------------------------------------------

cdef inline bint has_fifth(uint64_t word) noexcept nogil:
    """Whether there are five or more of a kind, which the tables do not know."""
    return word & 0x888888888ULL or word & FOURS & (word << 1 | word << 2)


cdef uint64_t split_waits(const asked_t* asked, const uint8_t* counts,
                          const uint64_t* words) noexcept nogil:
    """The kinds that complete groups and a pair in form, even those held four times.

    `counts` and `words` tell the same tiles.
    """
    cdef uint64_t more[PARTS]
    cdef uint64_t waits, full
    cdef int part, at, kind
    for part in range(PARTS):
        if has_fifth(words[part]):
            return trial_waits(words)
    waits = table_waits(asked, counts, 0)
    for part in range(PARTS):
        full = words[part] & FOURS
        while full:
            at = lowest_bit(full) & ~3
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
    cdef uint8_t counts[KINDS]
    cdef uint64_t rest[PARTS]
    cdef uint64_t kinds = presence(words)
    cdef uint64_t waits = 0
    cdef int i, present
    for i in range(KNITTINGS):
        present = number_of_bits(kinds & KNITTED[i])
        if present < 8:
            continue
        without_kinds(words, kinds & KNITTED[i], rest)
        if present == 9:
            unpack(rest, counts)
            waits |= split_waits(job.waits_open, counts, rest)
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
    elif number_of_bits(kinds) == 13:
        for i in range(KNITTINGS):
            if kinds & ~HONOUR_MASK & ~KNITTED[i] == 0:
                waits |= (KNITTED[i] | HONOUR_MASK) & ~kinds
    return waits


cdef void count_waits(const job_t* job, const uint8_t* counts, const uint64_t* words, int winning,
                      int form, int* formal, int* live) noexcept nogil:
    """Count the kinds that completed a hand, without its winning tile, in form."""
    cdef uint8_t counts_before[KINDS]
    cdef uint64_t before[PARTS]
    cdef uint64_t waits, rest
    cdef int kind
    cdef bint closed = job.subject.whole and job.groups == WHOLE_GROUPS
    memcpy(before, words, sizeof(before))
    before[winning // SUIT_KINDS] -= one(winning)
    if form & (FORM_STANDARD_READING | FORM_SEVEN_PAIRS_READING):
        memcpy(counts_before, counts, KINDS)
        counts_before[winning] -= 1
        waits = split_waits(job.waits_closed if closed else job.waits_open, counts_before, before)
    elif form & FORM_KNITTED_STRAIGHT_READING:
        waits = knitted_waits(job, before)
    else:
        waits = scattered_waits(job, before)
    formal[0] = min(number_of_bits(waits), <int> MANY)
    rest = waits
    while rest:
        kind = lowest_bit(rest)
        rest &= rest - 1
        if held(before, kind) + held(job.melded, kind) >= 4:
            waits &= ~((<uint64_t> 1) << kind)
    live[0] = min(number_of_bits(waits), <int> MANY)


# --- A reading found -----------------------------------------------------------------------------

cdef int consider(job_t* job, reading_t* reading) noexcept nogil:
    """Score a reading of a hand without wildcards and keep the best. 1 to stop the search."""
    reading.flags = wait_flags(reading)
    reading.last_copy = reading.winning != NO_TILE and held(job.melded, reading.winning) >= 3
    if reading.winning != NO_TILE and (
        job.waits_asked == 2 or job.waits_asked == 1 and reading.flags & 7
    ):
        if job.formal_waits < 0:
            count_waits(job, job.counts, job.words, reading.winning, reading.form,
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


cdef int consider_winning(job_t* job, reading_t* reading, const uint64_t* words,
                          int winning) noexcept nogil:
    """Judge a reading with its winning tile, which is among its tiles."""
    cdef uint8_t counts[KINDS]
    cdef int part
    reading.winning = winning
    reading.flags = wait_flags(reading)
    reading.formal_waits = reading.live_waits = 0
    reading.nine_gates = False
    reading.last_copy = False
    if winning != NO_TILE:
        # Three copies in one's own melds are visible on the table.
        reading.last_copy = held(job.melded, winning) >= 3
        part = winning // SUIT_KINDS
        if (reading.form == FORM_STANDARD_READING and part < HONOUR_PART and job.subject.whole
                and words[part] - one(winning) == GATES):
            reading.nine_gates = True
        if job.waits_asked == 2 or job.waits_asked == 1 and reading.flags & 7:
            unpack(words, counts)
            count_waits(job, counts, words, winning, reading.form,
                        &reading.formal_waits, &reading.live_waits)
    return weigh(job, reading)


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
