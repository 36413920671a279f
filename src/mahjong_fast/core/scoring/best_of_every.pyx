# optimize: size
"""Appraises a hand under any rules: judges every reading there is, and keeps the best."""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.types cimport position_t, rules_t
from mahjong_fast.core.base.vocabulary cimport (
    BODIES, COUPLES, FIRST_HONOUR, FORM_MISFIT, FORM_SEVEN_PAIRS, FORM_SEVEN_STAR, FORM_STANDARD,
    FORM_THIRTEEN_ORPHANS, FREE_WILD, HONOUR_MASK, KINDS, KNITTED_TILES, NO_LIMIT, NO_TILE, PAIRS,
    SUIT_KINDS, WILD, WIND_RUNS, bit,
)
from mahjong_fast.core.readings.every_reading cimport (
    has_pair, reader_assign, reader_close, reader_merge, reader_next, reader_open, reader_t,
)
from mahjong_fast.core.readings.group_walk cimport (
    classes_t, walk_close, walk_init, walk_next, walk_open_with, walk_t, walk_terms_t,
)
from mahjong_fast.core.readings.pieces cimport is_run, piece_t, size_of, tile_of
from mahjong_fast.core.scoring.alike cimport (
    ASKS_ALL, ASKS_NOTHING, ASKS_USES, ASKS_WINNING, FEW_WILD, find_classes,
)
from mahjong_fast.core.scoring.fan_table cimport match, tally_t, total_of
from mahjong_fast.core.scoring.features cimport (
    ALL_PUNGS_AT, DRAGON_RUN, FORM_258_SET_READING, FORM_COUPLES_READING, FORM_EIGHT_PAIRS_READING,
    FORM_GREATER_KNITTED_READING, FORM_HONOUR_SET_READING, FORM_KNITTED_STRAIGHT_READING,
    FORM_LESSER_KNITTED_READING, FORM_MISFIT_READING, FORM_ORPHANS_READING,
    FORM_PAIRS_AND_TRIPLET_READING, FORM_SEVEN_PAIRS_READING, FORM_SEVEN_STAR_READING,
    FORM_STANDARD_READING, PAIR_AT, PUNG_AT, SLOT_SHAPE, WIND_RUN_AT, find_features, found_t,
    reading_t, wait_flags,
)
from mahjong_fast.core.scoring.judge cimport ask_functions, held, job_t, money_of
from mahjong_fast.core.tables.lookup cimport table_missing

cdef enum:
    FORMS = 13
    MANY_WILD = 7               # fewer leave fewer readings than the kinds are worth a turn each
    RANK_CHOWS = 7

# The bit of each form among the features, in the order of the forms.
cdef int[FORMS] READING_FORMS = [
    FORM_STANDARD_READING, FORM_SEVEN_PAIRS_READING, FORM_ORPHANS_READING, FORM_MISFIT_READING,
    FORM_SEVEN_STAR_READING, FORM_KNITTED_STRAIGHT_READING, FORM_LESSER_KNITTED_READING,
    FORM_GREATER_KNITTED_READING, FORM_COUPLES_READING, FORM_EIGHT_PAIRS_READING,
    FORM_PAIRS_AND_TRIPLET_READING, FORM_HONOUR_SET_READING, FORM_258_SET_READING,
]


cdef void appraise(job_t* job) noexcept nogil:
    job.least_substituted = -1
    job.rest_found = job.knows_most = False
    if job.is_coarse and not job.bars:
        appraise_classes(job)
    else:
        appraise_all(job)


cdef void appraise_all(job_t* job) noexcept nogil:
    """Judge readings of all sorts, until one is as good as any can be."""
    if has_idle_uses(job):
        find_most(job)
    appraise_candidates(job)


cdef inline bint has_idle_uses(const job_t* job) noexcept nogil:
    """Whether a wild tile as itself is worth no more than another wildcard in its place."""
    cdef const rules_t* limits = job.limits
    cdef int kind
    if (job.asked & (ASKS_ALL | ASKS_USES) or job.asks_any_tile_wait or job.wild_is_limited
            or job.bars or job.wild < FEW_WILD or limits.stand_in
            or limits.forms & (FORM_MISFIT | FORM_SEVEN_STAR) or not limits.wild_natural_use):
        return False
    for kind in range(KINDS):
        if job.position.faced[kind]:
            return True
    return False


cdef void find_most(job_t* job) noexcept nogil:
    """Find what the best reading collects where wild tiles have no faces: none collects more."""
    cdef job_t faceless = job[0]
    faceless.position.wild_mask = 0
    memset(faceless.position.faced, 0, KINDS)
    appraise_candidates(&faceless)
    job.failed = faceless.failed
    job.gave_up = faceless.gave_up
    job.knows_most = faceless.has_best
    job.most_worth = faceless.best_worth
    job.most_total = faceless.best_total


cdef void appraise_candidates(job_t* job) noexcept nogil:
    """Judge readings, once for each kind that a winning wildcard may be where that matters."""
    if (job.winning != WILD or job.wild < MANY_WILD
            or job.asked & (ASKS_WINNING | ASKS_ALL) != ASKS_WINNING):
        appraise_readings(job)
        return
    for job.candidate in range(KINDS):
        if not job.failed:
            appraise_readings(job)
    job.candidate = NO_TILE


cdef void appraise_readings(job_t* job) noexcept nogil:
    """Judge every reading, but for those that are like another."""
    cdef reader_t reader
    cdef reading_t reading
    cdef classes_t classes
    cdef int found = 0
    reader_open(&reader, job.limits, &job.position)
    if job.wild >= FEW_WILD and find_classes(job, &classes):
        reader_merge(&reader, &classes)
    while not job.failed:
        found = reader_next(&reader)
        if found <= 0:
            break
        if job.least_substituted < 0 or reader.wild < job.least_substituted:
            job.least_substituted = reader.wild
        lay_out(job, &reader, &reading)
        judge(job, &reader, &reading)
        if job.has_best and not job.bars and (job.asked & ASKS_NOTHING or job.knows_most and not (
            is_better(job.most_worth, job.most_total, job.best_worth, job.best_total)
        )):
            break
    reader_close(&reader)
    if found < 0:
        job.failed = job.gave_up = True


# --- Classes of readings --------------------------------------------------------------------------
#
# Where the fans of a table ask little, readings fall into a few classes that they cannot tell
# apart: by form, for groups whether all are pungs, and whether anything is substituted. The worth
# of a class is known before any of its readings is, so the best class that has one is looked for.

cdef struct class_t:
    int form                    # FORM_*
    bint pungs                  # of groups: nothing but pungs and kongs
    bint natural                # nothing is substituted
    int64_t worth
    int64_t total


cdef void appraise_classes(job_t* job) noexcept nogil:
    cdef class_t[10] classes
    cdef class_t one
    cdef int index, at
    cdef int number = list_classes(job, classes)
    for index in range(number):
        weigh_class(job, &classes[index])
    for index in range(1, number):          # the best first
        one = classes[index]
        at = index
        while at and is_better(one.worth, one.total, classes[at - 1].worth, classes[at - 1].total):
            classes[at] = classes[at - 1]
            at -= 1
        classes[at] = one
    for index in range(number):
        if job.failed or job.has_best and not is_better(
            classes[index].worth, classes[index].total, job.best_worth, job.best_total
        ):
            return
        look_for(job, &classes[index])


cdef inline bint is_better(int64_t worth, int64_t total, int64_t other_worth,
                           int64_t other_total) noexcept nogil:
    return worth > other_worth or worth == other_worth and total > other_total


cdef int list_classes(const job_t* job, class_t* classes) noexcept nogil:
    """List the classes that may have a reading."""
    cdef position_t natural
    cdef int number = 0
    cdef int forms = job.limits.forms
    cdef int turn
    cdef const position_t* position
    cdef bint standard, pungs
    cdef bint has_run = job.subject.meld_chow_count + job.meld_honour_runs > 0
    cdef bint has_faceless = use_naturally(&job.position, &natural) > 0
    for turn in range(2):
        if turn == 0 and has_faceless or turn == 1 and job.position.wild == 0:
            continue
        position = &job.position
        if turn == 0:
            position = &natural
        standard = forms & FORM_STANDARD and may_be_standard(job, position)
        pungs = standard and not has_run and are_pungs(position)
        if pungs:
            classes[number] = class_of(FORM_STANDARD, True, turn == 0)
            number += 1
        if standard:
            classes[number] = class_of(FORM_STANDARD, False, turn == 0)
            number += 1
        if forms & FORM_SEVEN_PAIRS and is_pairs(job, position):
            classes[number] = class_of(FORM_SEVEN_PAIRS, False, turn == 0)
            number += 1
        if not has_couples(position):
            if forms & FORM_MISFIT:
                classes[number] = class_of(FORM_MISFIT, False, turn == 0)
                number += 1
            if forms & FORM_SEVEN_STAR:
                classes[number] = class_of(FORM_SEVEN_STAR, False, turn == 0)
                number += 1
    return number


cdef inline class_t class_of(int form, bint pungs, bint natural) noexcept nogil:
    cdef class_t found
    found.form = form
    found.pungs = pungs
    found.natural = natural
    found.worth = found.total = 0
    return found


cdef int use_naturally(const position_t* position, position_t* out) noexcept nogil:
    """Use all faced wildcards as themselves; return how many have no face."""
    cdef int kind
    out[0] = position[0]
    for kind in range(KINDS):
        out.counts[kind] += out.faced[kind]
        out.wild -= out.faced[kind]
        out.faced[kind] = 0
    out.wild_mask = 0
    return out.wild


cdef inline bint may_be_standard(const job_t* job, const position_t* position) noexcept nogil:
    if job.standard_closed == NULL:
        return True
    return position.wild == table_missing(
        job.standard_open if position.has_melds else job.standard_closed,
        position.counts, position.wild, position.wild,
    )


cdef bint are_pungs(const position_t* position) noexcept nogil:
    """Whether the tiles can be pungs and a pair. Four alike are two pungs, or one and a pair."""
    cdef int kind
    cdef int groups = 0
    cdef bint spares = False        # whether the pair spares a group
    for kind in range(KINDS):
        if position.counts[kind]:
            groups += 1 + (position.counts[kind] == 4)
            spares |= position.counts[kind] != 3
    return groups - spares <= position.groups


cdef inline bint has_couples(const position_t* position) noexcept nogil:
    """Whether a misfit is out of the question: melds, or two of a kind."""
    cdef int kind
    if not position.whole or position.tiles != 14:
        return True
    for kind in range(KINDS):
        if position.counts[kind] > 1:
            return True
    return False


cdef void weigh_class(job_t* job, class_t* one) noexcept nogil:
    """Find what a class is worth; whether any tile would have won only where that matters."""
    cdef class_t waiting = one[0]
    cdef class_t on_pair = one[0]
    value_class(job, one, False, False)
    if not job.asks_any_tile_wait or one.form & ~(FORM_STANDARD | FORM_SEVEN_PAIRS):
        return
    value_class(job, &waiting, True, not one.natural)
    value_class(job, &on_pair, True, True)
    if waiting.worth == one.worth and on_pair.worth == one.worth or not rest_is(job, one):
        return
    one[0] = waiting
    if is_better(on_pair.worth, on_pair.total, waiting.worth, waiting.total) and (
        wins_on_wild_pair(job, one)
    ):
        one[0] = on_pair


cdef bint wins_on_wild_pair(const job_t* job, const class_t* one) noexcept nogil:
    """Whether some natural reading of the class has the winning tile in a pair of a wild kind."""
    cdef position_t rest
    use_naturally(&job.position, &rest)
    if not is_wild_kind(job, job.drawn) or rest.counts[job.drawn] < 2:
        return False
    rest.counts[job.drawn] -= 2
    return one.form == FORM_SEVEN_PAIRS or is_groups(
        job, &rest, 0 if one.pungs else job.limits.runs
    )


cdef inline bint is_wild_kind(const job_t* job, int kind) noexcept nogil:
    return 0 <= kind < KINDS and job.position.wild_mask >> kind & 1


cdef bint rest_is(job_t* job, const class_t* one) noexcept nogil:
    if not job.rest_found:
        find_rest(job)
    if one.form == FORM_SEVEN_PAIRS:
        return job.rest_is_pairs
    return job.rest_is_pungs if one.pungs else job.rest_is_groups


cdef void value_class(
    const job_t* job, class_t* one, bint any_tile_wait, bint wild_pair_wait
) noexcept nogil:
    cdef reading_t reading
    cdef found_t found
    cdef tally_t tally
    cdef uint64_t[2] hit
    memset(&reading, 0, sizeof(reading))
    memset(&tally, 0, sizeof(tally))
    reading.form = READING_FORMS[lowest_bit(one.form)]
    reading.pair = reading.winning = NO_TILE
    reading.substituted = not one.natural
    reading.any_tile_wait = any_tile_wait
    reading.wild_pair_wait = wild_pair_wait
    find_features(&job.subject, &reading, &found)
    found.slots[SLOT_SHAPE] &= ~(1 << ALL_PUNGS_AT)
    found.slots[SLOT_SHAPE] |= one.pungs << ALL_PUNGS_AT
    match(job.table, &found, hit)
    one.total = one.worth = total_of(job.table, &found, hit, &tally)
    if job.by_payment:
        one.worth = money_of(&job.payment, one.total, tally.flat, tally.each)


cdef void look_for(job_t* job, const class_t* one) noexcept nogil:
    """Judge readings until one is as good as those of the class."""
    cdef reader_t reader
    cdef reading_t reading
    cdef rules_t limits = job.limits[0]
    cdef position_t position = job.position
    cdef int found = 0
    limits.forms = one.form
    if one.pungs:
        limits.runs = 0
    if one.natural:
        use_naturally(&job.position, &position)
    reader_open(&reader, &limits, &position)
    while not job.failed:
        found = reader_next(&reader)
        if found <= 0:
            break
        lay_out(job, &reader, &reading)
        judge(job, &reader, &reading)
        if job.has_best and not is_better(
            one.worth, one.total, job.best_worth, job.best_total
        ):
            break
    reader_close(&reader)
    if found < 0:
        job.failed = job.gave_up = True


# --- A reading, as the features see it -----------------------------------------------------------

cdef void lay_out(const job_t* job, const reader_t* reader, reading_t* reading) noexcept nogil:
    """Turn the pieces of a reader into the pieces and single tiles of the features."""
    cdef uint8_t[KINDS] singles
    cdef uint8_t[KINDS] paired
    cdef bint has_own_pair = has_pair(reader.form)
    cdef bint repeats = False
    cdef int index, i, kind, out
    cdef piece_t piece
    memset(reading, 0, sizeof(reading_t))
    memset(singles, 0, KINDS)
    memset(paired, 0, KINDS)
    reading.form = READING_FORMS[lowest_bit(reader.form)]
    reading.pair = NO_TILE
    reading.winning = job.winning
    reading.substituted = reader.wild
    for kind in range(KINDS):
        reading.natural_quads += reader.counts[kind] + held(job.subject.meld_tiles, kind) >= 4
    for index in range(reader.length):
        piece = reader.pieces[index]
        kind = piece.kind
        if is_run(piece.code):
            if kind < FIRST_HONOUR:
                out = kind // SUIT_KINDS * RANK_CHOWS + kind % SUIT_KINDS
            elif piece.code >= WIND_RUNS:
                out = WIND_RUN_AT + (piece.code - WIND_RUNS) // 4
            else:
                out = DRAGON_RUN
        elif piece.code < PAIRS:
            out = PUNG_AT + kind
        elif piece.code < COUPLES:
            if has_own_pair:
                reading.pair = kind
            if reader.form == FORM_THIRTEEN_ORPHANS:
                reading.loose |= bit(kind)
                continue
            paired[kind] += 2
            out = PAIR_AT + kind
        else:
            if piece.code >= BODIES:
                reading.knitted_tiles = KNITTED_TILES
            for i in range(size_of(piece.code) if piece.code != FREE_WILD else 0):
                kind = tile_of(piece, i)
                reading.loose |= bit(kind)
                repeats |= singles[kind] > 0
                singles[kind] += 1
            continue
        reading.pieces[reading.length] = out
        reading.length += 1
    if reading.form & (FORM_LESSER_KNITTED_READING | FORM_GREATER_KNITTED_READING):
        reading.knitted_tiles = number_of_bits(reading.loose & ~HONOUR_MASK)
    if repeats:
        # Single tiles are kinds to the features, which count one of each.
        for kind in range(KINDS):
            out = paired[kind] + held(job.subject.meld_tiles, kind)
            if out + singles[kind] >= 4 and out + (singles[kind] > 0) < 4:
                reading.quads_of_singles += 1


cdef void judge(job_t* job, const reader_t* reader, reading_t* reading) noexcept nogil:
    """Judge a reading with its winning tile; a wildcard may be any of those that it could be."""
    cdef int[KINDS] shown
    cdef int index, i, kind
    cdef bint could_be = False
    if job.asks_any_tile_wait:
        reading.any_tile_wait = waits_for_any(job, reading)
        reading.any_form_wait = job.rest_is_pairs or (
            job.rest_is_groups and job.limits.forms & FORM_STANDARD != 0
        )
        reading.wild_pair_wait = reading.any_tile_wait and (
            reading.substituted > 0 or has_winning_pair(job, reading)
        )
    if job.winning != WILD:
        reading.winning = job.winning
        weigh(job, reader, reading)
        return
    memset(shown, 0, sizeof(shown))
    for index in range(reader.length):
        if reader.pieces[index].code == FREE_WILD:
            continue
        for i in range(size_of(reader.pieces[index].code)):
            shown[tile_of(reader.pieces[index], i)] += 1
    for kind in range(KINDS):
        # It became one of the substituted tiles, or stands for itself.
        if shown[kind] > reader.counts[kind] or (
            kind == job.drawn and reader.counts[kind] > job.position.counts[kind]
        ):
            could_be = True
            if job.candidate != NO_TILE and job.candidate != kind:
                continue
            reading.winning = kind
            weigh(job, reader, reading)
            if not job.needs_winning:
                return
    if not could_be:
        reading.winning = NO_TILE
        weigh(job, reader, reading)


cdef void weigh(job_t* job, const reader_t* reader, reading_t* reading) noexcept nogil:
    """Score a reading, and keep it if it is the best."""
    cdef found_t found
    cdef tally_t tally
    cdef uint64_t[2] hit
    cdef int64_t total, worth
    reading.flags = wait_flags(reading)
    reading.last_copy = reading.winning >= 0 and held(job.melded, reading.winning) >= 3
    find_features(&job.subject, reading, &found)
    match(job.table, &found, hit)
    if job.slow != NULL and not ask_functions(job, &found, hit):
        job.failed = True
        return
    if job.table.has_flat or job.bars:
        memset(&tally, 0, sizeof(tally))
        total = total_of(job.table, &found, hit, &tally)
        if job.bars and tally.counted[0] == job.barred[0] and tally.counted[1] == job.barred[1]:
            return
        worth = money_of(&job.payment, total, tally.flat, tally.each)
    else:
        total = total_of(job.table, &found, hit, NULL)
        worth = total
    if not job.by_payment:
        worth = total
    if job.has_best and (worth < job.best_worth or worth == job.best_worth
                         and total <= job.best_total):
        return
    job.has_best = True
    job.best_worth = worth
    job.best_total = total
    job.best = reading[0]
    job.shown.form = reader.form
    job.shown.length = reader.length
    memcpy(job.shown.pieces, reader.pieces, reader.length * sizeof(piece_t))
    reader_assign(reader, job.shown.natural)


# --- Whether any tile would have won --------------------------------------------------------------

cdef bint waits_for_any(job_t* job, const reading_t* reading) noexcept nogil:
    """Whether, without the winning tile and one wildcard, the rest is complete.

    For a reading of pairs the rest must be pairs, for one of nothing but pungs, pungs.
    """
    cdef int index
    cdef bint has_run = job.subject.meld_chow_count + job.meld_honour_runs > 0
    if not job.rest_found:
        find_rest(job)
    if reading.form == FORM_SEVEN_PAIRS_READING:
        return job.rest_is_pairs
    if reading.form != FORM_STANDARD_READING:
        return False
    for index in range(reading.length):
        has_run |= reading.pieces[index] < PUNG_AT or reading.pieces[index] >= WIND_RUN_AT
    return job.rest_is_groups if has_run else job.rest_is_pungs


cdef bint has_winning_pair(const job_t* job, const reading_t* reading) noexcept nogil:
    """Whether the winning tile is in a pair of a wild kind."""
    cdef int index
    if is_wild_kind(job, job.drawn):
        for index in range(reading.length):
            if reading.pieces[index] == PAIR_AT + job.drawn:
                return True
    return False


cdef void find_rest(job_t* job) noexcept nogil:
    """Find what the hand is without its winning tile and one wildcard."""
    cdef position_t rest = job.position
    cdef int kind, faceless
    if job.is_coarse and not may_wait_for_any(job):
        job.rest_found = True
        job.rest_is_groups = job.rest_is_pungs = job.rest_is_pairs = False
        return
    job.rest_found = True
    job.rest_is_groups = job.rest_is_pungs = job.rest_is_pairs = False
    if job.winning == NO_TILE or rest.wild == 0:
        return
    if job.winning != WILD:
        rest.counts[job.winning] -= 1
    else:
        if job.drawn < KINDS and rest.faced[job.drawn]:
            rest.faced[job.drawn] -= 1
        rest.wild -= 1
    faceless = rest.wild
    for kind in range(KINDS):
        faceless -= rest.faced[kind]
    rest.wild -= 1
    if rest.wild < 0:
        return
    job.rest_is_pairs = is_pairs(job, &rest)
    if faceless:
        look_at_rest(job, &rest)
    for kind in range(KINDS):
        if rest.faced[kind]:
            rest.faced[kind] -= 1
            look_at_rest(job, &rest)
            rest.faced[kind] += 1


cdef bint may_wait_for_any(const job_t* job) noexcept nogil:
    """Whether the winning tile, had it been any other, would have won as well, as tables tell."""
    cdef position_t other = job.position
    cdef int kind
    cdef bint wins
    if job.winning == NO_TILE or other.wild == 0:
        return False
    if job.standard_closed == NULL:
        return True
    if job.winning != WILD:
        other.counts[job.winning] -= 1
    else:
        other.wild -= 1
    for kind in range(KINDS):
        if other.counts[kind] < 4:
            other.counts[kind] += 1
            wins = is_pairs(job, &other) or may_be_standard(job, &other)
            other.counts[kind] -= 1
            if not wins:
                return False
    return True


cdef bint is_pairs(const job_t* job, const position_t* rest) noexcept nogil:
    """Whether a rest is pairs of natural tiles and wildcards, and a free tile for each kong."""
    cdef int kind
    cdef int single = 0
    if (not job.limits.forms & FORM_SEVEN_PAIRS
            or job.position.kongs > job.limits.kongs_as_two_pairs
            or job.position.tiles + 3 * job.position.kongs != 14):
        return False
    for kind in range(KINDS):
        if not job.limits.quads_as_two_pairs and rest.counts[kind] > 2:
            return False
        single += rest.counts[kind] & 1
    return single <= rest.wild + job.position.kongs


cdef void look_at_rest(job_t* job, position_t* rest) noexcept nogil:
    """See whether a rest is groups, with its faced wildcards as wildcards or as themselves."""
    cdef int kind
    if not job.rest_is_groups:
        job.rest_is_groups = is_groups(job, rest, job.limits.runs)
    if not job.rest_is_pungs:
        job.rest_is_pungs = is_groups(job, rest, 0)
    if not job.wild_is_limited or not job.limits.wild_natural_use:
        return                  # a wildcard as itself is no better than as a substitute
    for kind in range(KINDS):
        if rest.faced[kind] and not job.rest_is_groups & job.rest_is_pungs:
            rest.faced[kind] -= 1
            rest.counts[kind] += 1
            rest.wild -= 1
            look_at_rest(job, rest)
            rest.faced[kind] += 1
            rest.counts[kind] -= 1
            rest.wild += 1


cdef bint is_groups(const job_t* job, const position_t* rest, int runs) noexcept nogil:
    cdef walk_t walk
    cdef walk_terms_t terms
    cdef int kind
    cdef bint found
    if job.position.groups == 0:
        return True             # nothing is left
    memset(&terms, 0, sizeof(terms))
    memcpy(terms.counts, rest.counts, KINDS)
    for kind in range(KINDS):
        terms.total_limit[kind] = NO_LIMIT
        if job.limits.max_copies != NO_LIMIT:
            terms.total_limit[kind] = max(0, job.limits.max_copies - <int> rest.melded[kind])
        if not (job.limits.tiles & ~job.limits.forbidden) >> kind & 1:
            terms.total_limit[kind] = 0
    terms.wild = rest.wild
    terms.groups = job.position.groups
    terms.runs = runs
    terms.wild_in_chow = job.limits.wild_in_chow
    terms.wild_in_pung = job.limits.wild_in_pung
    terms.wild_in_pair = job.limits.wild_in_pair
    terms.wild_kinds = job.limits.wild_can_be
    terms.pair_kinds = ~(<uint64_t> 0)
    walk_init(&walk)
    walk_open_with(&walk, &terms)
    found = walk_next(&walk) == 1
    walk_close(&walk)
    return found
