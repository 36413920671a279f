"""The best reading of a hand with wildcards, over everything that they may become."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast._features cimport (
    FORM_GREATER_KNITTED, FORM_KNITTED_STRAIGHT, FORM_LESSER_KNITTED, FORM_ORPHANS_READING,
    FORM_SEVEN_PAIRS_READING, FORM_STANDARD_READING, PAIR_AT, PIECES, PUNG_AT, reading_t, score_ctz,
    score_popcount,
)
from mahjong_fast._judge cimport (
    FIRST_HONOUR, HONOUR_KINDS, KNITTED, KNITTED_GROUPS, KNITTED_SUITS, MANY, ORPHAN_MASK, PARTS,
    WHOLE_GROUPS, blank_reading, consider_winning, held, job_t, one, presence,
)
from mahjong_fast._readings cimport PAIRS, PUNGS, walk_close, walk_next, walk_open, walk_t
from mahjong_fast._types cimport KINDS, NO_LIMIT, NO_TILE, SUIT_KINDS, WILD


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
