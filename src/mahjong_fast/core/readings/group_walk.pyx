# optimize: speed
"""A walk over the readings of one form of groups and pairs: each once, or all counted.

The pieces of a reading, sorted by kind and code, are its one spelling, so a walk that never steps
back in that order meets every reading exactly once. Seven pairs are the same walk with seven pairs
and no group; seven couples one with other groups.

A piece says how many of its tiles are natural, not which. For pungs and pairs there is no choice;
a chow with one or two natural tiles may have them at any of its kinds. When a kind is closed its
natural tiles go to the chows that need them most:

1. those that must have a tile at every kind left to them;
2. chows begun here with two natural tiles;
3. chows begun one kind below with one natural tile left;
4. chows begun here with one natural tile.

Any valid assignment that prefers a later item to an earlier one stays valid with the two chows'
tiles exchanged, so this one choice suffices and a walk needs no alternatives. (Not where wildcards
may be some kinds of a chow only: then a walk finds more than there is, and `natural_tiles` tells.)
What lies ahead depends on a few small numbers, the memo's key: it tells dead ends apart and counts
completions.

A couple leaves no choice: what the couples begun before do not ask of a kind goes to those begun
there. Three different winds are no neighbours, so a walk with such runs takes all that a reading
has of winds at once, as one of the *blocks* that it has made out beforehand.

Who judges readings by a few features need not see all: some pieces are of one *class*. Two ways to
a place with as many pieces of each class lead on to readings that are alike: the second is left.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.memo cimport memo_free, memo_get, memo_init, memo_put
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, CHOWS, COUPLES, FIRST_DRAGON, FIRST_HONOUR, FIRST_WIND, KINDS, NO_LIMIT, PAIRS,
    PUNGS, RUN_DRAGONS, RUN_SUIT, RUN_WINDS, SINGLES, SUIT_KINDS, WINDS, WIND_RUNS, begins_suit_run,
)
from mahjong_fast.core.readings.natural_tiles cimport assign
from mahjong_fast.core.readings.pieces cimport naturals_of, piece_of, piece_t, size_of, tile_of

cdef enum:
    NO_CODE = 1 << 30
    NEVER = -1
    # Sorts of pieces of winds, by number: pungs, then pairs, then runs.
    FIRST_PAIR_SORT = 16
    FIRST_RUN_SORT = 28
    WIND_SORTS = 44
    PLACE_BITS = 31

cdef uint64_t CLASSES_MASK = ((<uint64_t> 1) << FOURS_AT) - 1


# --- Walks ---------------------------------------------------------------------------------------

cdef void walk_init(walk_t* walk) noexcept nogil:
    """Make a walk that is over and holds no memory."""
    memo_init(&walk.completions)
    memo_init(&walk.summaries)
    memo_init(&walk.met)
    walk.classes = NULL
    walk.blocks = NULL
    walk.blocks_length = walk.blocks_size = 0
    walk.depth = -1


cdef void walk_open(walk_t* walk, const uint8_t* counts, const uint8_t* total_limit, int wild,
                    int groups, int pairs, bint pairs_repeat) noexcept nogil:
    """Begin a walk under the standard rules; `walk_close` ends it.

    Args:
        walk: the walk to set up.
        counts: 34 natural tiles by kind; with `wild` they make up 3 * groups + 2 * pairs.
        total_limit: 34 most tiles of a kind in a reading, or NO_LIMIT.
        wild: wildcards, all of which become tiles.
        groups: chows and pungs of a reading, READINGS_MOST_GROUPS at most.
        pairs: pairs of a reading, 8 at most.
        pairs_repeat: whether two pairs may be of one kind.
    """
    cdef walk_terms_t terms
    memcpy(terms.counts, counts, KINDS)
    memcpy(terms.total_limit, total_limit, KINDS)
    terms.wild = wild
    terms.groups = groups
    terms.pairs = pairs
    terms.singles = 0
    terms.runs = RUN_SUIT
    terms.couples = False
    terms.pairs_repeat = pairs_repeat
    terms.wild_in_chow = terms.wild_in_pung = 3
    terms.wild_in_pair = 2
    terms.wild_kinds = terms.pair_kinds = ALL_KINDS
    walk_open_with(walk, &terms)


cdef void walk_open_with(walk_t* walk, const walk_terms_t* terms) noexcept nogil:
    """Begin a walk; `walk_close` ends it."""
    cdef place_t* start = &walk.places[0]
    cdef int kind
    walk_init(walk)
    memset(walk.counts, 0, sizeof(walk.counts))
    memcpy(walk.counts, terms.counts, KINDS)
    memcpy(walk.total_limit, terms.total_limit, KINDS)
    walk.couples = terms.couples
    walk.has_wind_runs = terms.runs & RUN_WINDS and terms.groups > 0 and not terms.couples
    walk.held_from[KINDS] = 0
    walk.limited = False
    for kind in range(KINDS - 1, -1, -1):
        walk.held_from[kind] = walk.held_from[kind + 1] + walk.counts[kind]
        # That there may be none of a kind needs no count.
        walk.limited |= walk.total_limit[kind] not in (0, NO_LIMIT)
        if terms.wild or walk.counts[kind]:     # else nothing begins here
            set_most_wild(walk, terms, kind)
    memset(walk.needed_from, 0, sizeof(walk.needed_from))
    if terms.wild > 0 and not terms.couples:
        count_needed(walk, (terms.runs & RUN_DRAGONS) != 0)
    walk.pairs_repeat = terms.pairs_repeat
    memset(start, 0, sizeof(place_t))
    start.groups = terms.groups
    start.pairs = terms.pairs
    start.singles = terms.singles
    start.wild = terms.wild
    walk.depth = 0
    walk.length = 0
    if walk.has_wind_runs:
        find_blocks(walk, terms)


cdef inline void set_most_wild(
    walk_t* walk, const walk_terms_t* terms, int kind
) noexcept nogil:
    cdef bint is_open = terms.wild_kinds >> kind & 1
    cdef int limit = walk.total_limit[kind]
    walk.most_wild_chow[kind] = walk.most_wild_pung[kind] = walk.most_wild_pair[kind] = NEVER
    if limit >= 3 and not terms.couples:
        walk.most_wild_pung[kind] = terms.wild_in_pung if is_open else 0
    if limit >= 2 and terms.pair_kinds >> kind & 1:
        walk.most_wild_pair[kind] = terms.wild_in_pair if is_open else 0
    if limit == 0:
        return
    if terms.couples:
        if begins_suit_run(kind) and walk.total_limit[kind + 2]:
            walk.most_wild_chow[kind] = is_open + (terms.wild_kinds >> (kind + 2) & 1)
    elif (
        (begins_suit_run(kind) and terms.runs & RUN_SUIT)
        or (kind == FIRST_DRAGON and terms.runs & RUN_DRAGONS)
    ):
        if walk.total_limit[kind + 1] and walk.total_limit[kind + 2]:
            walk.most_wild_chow[kind] = min(
                terms.wild_in_chow,
                <int> (is_open + (terms.wild_kinds >> (kind + 1) & 1)
                       + (terms.wild_kinds >> (kind + 2) & 1)),
            )


cdef inline int pieces_left(const place_t* place) noexcept nogil:
    return place.groups + place.pairs + place.singles


cdef void count_needed(walk_t* walk, bint has_dragon_runs) noexcept nogil:
    """Fill `walk.needed_from`, as if each piece could be a pung and a chow at once."""
    cdef int kind, first, last, needed, begun, over, over_next
    for first in range(KINDS - 1, -1, -1):
        if walk.counts[first] == 0:
            walk.needed_from[first] = walk.needed_from[first + 1]
            continue
        if walk.has_wind_runs and FIRST_WIND <= first < FIRST_DRAGON:
            # A block has all winds or none.
            walk.needed_from[first] = walk.needed_from[FIRST_DRAGON]
            continue
        last = first
        if first < FIRST_HONOUR:
            last = first - first % SUIT_KINDS + SUIT_KINDS - 1
        elif first >= FIRST_DRAGON and has_dragon_runs:
            last = KINDS - 1
        needed = walk.needed_from[last + 1]
        over = over_next = 0        # pieces begun below that reach this kind, and the next
        for kind in range(first, last + 1):
            begun = (max(0, walk.counts[kind] - over) + 2) // 3
            needed += begun
            over = over_next + begun
            over_next = begun
        walk.needed_from[first] = needed


cdef void walk_close(walk_t* walk) noexcept nogil:
    """End a walk, which may be done twice."""
    memo_free(&walk.completions)
    memo_free(&walk.summaries)
    memo_free(&walk.met)
    free(walk.blocks)
    walk_init(walk)


cdef void walk_merge(walk_t* walk, const classes_t* classes) noexcept nogil:
    """Let a walk just opened leave out readings that are like one found before."""
    walk.classes = classes
    walk.limited |= classes.count_fours     # then a place is told by the tiles of its kind as well


cdef int walk_next(walk_t* walk) noexcept nogil:
    """Find the next reading: its pieces are then in `walk.pieces[:walk.length]`.

    Returns:
        1 when there is one, 0 when the walk is over, -1 when memory ran out.
    """
    cdef place_t* place
    cdef place_t* further
    cdef int code
    while walk.depth >= 0:
        place = &walk.places[walk.depth]
        code = next_code(walk, place)
        if code == NO_CODE:
            if not advance(walk, place) or walk.classes != NULL and has_been_at(walk, place):
                if walk.completions.failed:
                    return -1
                walk.depth -= 1
            continue
        further = place + 1
        further[0] = place[0]
        if is_at_blocks(walk, place):
            memcpy(
                &walk.pieces[place.placed], walk.blocks[code].pieces,
                walk.blocks[code].length * sizeof(piece_t),
            )
            take_block(walk, further, code)
        else:
            walk.pieces[place.placed] = piece_of(place.kind, code)
            take(further, code)
        place.code = code + 1
        if walk.classes != NULL:
            summarize(walk, place.placed, further)
        if pieces_left(further) > 0:
            if walk.classes != NULL and is_at_blocks(walk, place) and has_been_at(walk, further):
                continue
            walk.depth += 1
        elif is_complete(walk, further[0]):
            if walk.classes != NULL and has_found(walk, further):
                continue
            walk.length = further.placed
            return 1
    return -1 if walk.completions.failed else 0


cdef void summarize(const walk_t* walk, int first, place_t* place) noexcept nogil:
    """Put the classes of the pieces from `first` on among those of the summary, in order."""
    cdef piece_t piece
    cdef uint64_t lower
    cdef int index, at, sort
    for index in range(first, place.placed):
        piece = walk.pieces[index]
        if piece.code >= WIND_RUNS:
            sort = SORT_WIND_RUN + (piece.code - WIND_RUNS) // 4
        elif piece.code < PUNGS or COUPLES <= piece.code < SINGLES:
            sort = SORT_RUN
        else:
            sort = (SORT_PUNG if piece.code < PAIRS else
                    SORT_PAIR if piece.code < COUPLES else SORT_SINGLE)
        at = 0
        while (place.summary >> at & MOST_CLASSES) > walk.classes.of_piece[piece.kind][sort]:
            at += CLASS_BITS
        lower = place.summary & (((<uint64_t> 1) << at) - 1)
        place.summary = (
            lower
            | <uint64_t> walk.classes.of_piece[piece.kind][sort] << at
            | ((place.summary & CLASSES_MASK) >> at << at + CLASS_BITS) & CLASSES_MASK
            | place.summary & ~CLASSES_MASK
        )


cdef bint has_been_at(walk_t* walk, const place_t* place) noexcept nogil:
    """Whether the walk has been at the beginning of this kind with pieces that are alike."""
    return has_met(walk, place.summary, place_key(walk, place))


cdef bint has_found(walk_t* walk, const place_t* place) noexcept nogil:
    """Whether the walk has found a reading like the one that is complete."""
    cdef uint64_t summary = place.summary
    if walk.classes.count_fours:
        summary += (
            fours_at(walk, place.kind, place.here) + fours_at(walk, place.kind + 1, place.next)
            + fours_at(walk, place.kind + 2, place.after)
        ) << FOURS_AT
    return has_met(walk, summary, 0)


cdef inline uint64_t fours_at(const walk_t* walk, int kind, int tiles) noexcept nogil:
    """1 where the tiles of a kind make it one of four; kinds that melds make so do not matter."""
    if tiles == 0 or walk.classes.melded[kind] >= 4:
        return 0
    return tiles + walk.classes.melded[kind] >= 4


cdef bint has_met(walk_t* walk, uint64_t summary, uint64_t place) noexcept nogil:
    """Whether the walk has met a summary at a place; from now on it has."""
    cdef uint64_t number, key
    # A summary and a place are too much for one key.
    if not memo_get(&walk.summaries, ~summary, &number):
        number = walk.summaries.used
        memo_put(&walk.summaries, ~summary, number)
    key = (number + 1) << PLACE_BITS | place
    if memo_get(&walk.met, key, &number):
        return True
    memo_put(&walk.met, key, 0)
    walk.completions.failed |= walk.summaries.failed | walk.met.failed
    return False


cdef bint advance(walk_t* walk, place_t* place) noexcept nogil:
    """Close a kind and step to the next one where a piece leads on. False at a dead end."""
    cdef int kind
    if not close_kind(walk, place):
        return False
    if walk.places[0].wild == 0:        # dead ends are near: looking ahead would cost more
        return place.kind < KINDS
    kind = next_kind(walk, place[0])
    if kind == KINDS:
        return False
    while place.kind < kind:
        close_kind(walk, place)
    return True


cdef int next_kind(walk_t* walk, place_t place) noexcept nogil:
    """The lowest kind at which a completion of `place` goes on; KINDS where there is none.

    The place is at the beginning of a kind.
    """
    cdef uint64_t key, known
    cdef int kind
    if place.kind == KINDS or walk.completions.failed:
        return KINDS
    key = place_key(walk, &place)
    if memo_get(&walk.completions, key, &known):
        return <int>known
    kind = next_kind_within(walk, place)
    memo_put(&walk.completions, key, kind)
    return kind


cdef int next_kind_within(walk_t* walk, place_t place) noexcept nogil:
    """The same, with some pieces of the kind already taken."""
    cdef place_t further
    while True:
        place.code = next_code(walk, &place)
        if place.code == NO_CODE:
            break
        further = place
        if is_at_blocks(walk, &place):
            take_block(walk, &further, place.code)
            if pieces_left(&further) > 0:
                if next_kind(walk, further) < KINDS:
                    return place.kind
                place.code += 1
                continue
        else:
            take(&further, place.code)
        if pieces_left(&further) > 0:
            if next_kind_within(walk, further) < KINDS:
                return place.kind
        elif is_complete(walk, further):
            return place.kind
        place.code += 1
    return next_kind(walk, place) if close_kind(walk, &place) else KINDS


cdef uint64_t walk_count(walk_t* walk) noexcept nogil:
    """Count the readings of a walk just opened; `walk.completions.failed` when memory ran out."""
    return count_completions(walk, walk.places[0])


cdef uint64_t count_completions(walk_t* walk, place_t place) noexcept nogil:
    """The number of ways to go on from the beginning of a kind."""
    cdef uint64_t key, completions
    if place.kind == KINDS or walk.completions.failed:
        return 0
    key = place_key(walk, &place)
    if memo_get(&walk.completions, key, &completions):
        return completions
    completions = count_completions_within(walk, place)
    memo_put(&walk.completions, key, completions)
    return completions


cdef uint64_t count_completions_within(walk_t* walk, place_t place) noexcept nogil:
    """The same, with some pieces of the kind already taken."""
    cdef uint64_t completions = 0
    cdef place_t further
    while True:
        place.code = next_code(walk, &place)
        if place.code == NO_CODE:
            break
        further = place
        if is_at_blocks(walk, &place):
            take_block(walk, &further, place.code)
            if pieces_left(&further) > 0:
                completions += count_completions(walk, further)
                place.code += 1
                continue
        else:
            take(&further, place.code)
        if pieces_left(&further) > 0:
            completions += count_completions_within(walk, further)
        else:
            completions += is_complete(walk, further)
        place.code += 1
    if close_kind(walk, &place):
        completions += count_completions(walk, place)
    return completions


cdef inline uint64_t place_key(const walk_t* walk, const place_t* place) noexcept nogil:
    """A place at the beginning of a kind, in PLACE_BITS bits; a high one is set: no key is 0.

    The wildcards left follow from the pieces left and the natural tiles above.
    """
    cdef uint64_t key = 1
    key = key << 6 | place.kind
    key = key << 3 | place.groups
    key = key << 4 | place.pairs
    key = key << 2 | place.singles
    key = key << 3 | place.due
    key = key << 3 | place.due_next
    key = key << 3 | place.flexible
    if walk.limited:
        key = key << 3 | place.here
        key = key << 3 | place.next
    return key


cdef inline int next_code(const walk_t* walk, const place_t* place) noexcept nogil:
    """The first piece from `place.code` on that may begin here, or NO_CODE."""
    cdef int code = place.code
    cdef int kind = place.kind
    cdef int room, natural, natural_kinds
    if walk.has_wind_runs and FIRST_WIND <= kind < FIRST_DRAGON:
        return next_block(walk, place)
    if place.wild == 0 and walk.counts[kind] == 0:
        return NO_CODE
    if pieces_left(place) <= walk.needed_from[kind + 3]:
        return NO_CODE
    # A faced wildcard kept as a natural tile would turn this number into a range, here and in
    # `close_kind`.
    natural = walk.counts[kind] - place.taken - place.due - place.chows[3]
    if walk.couples:
        return next_couple(walk, place, natural)
    if place.groups == 0:
        code = max(code, PAIRS)
    if code < PUNGS:
        if chow_fits(walk, place):
            natural_kinds = ((natural > 0) + (walk.counts[kind + 1] > 0)
                             + (walk.counts[kind + 2] > 0))
            code = max(code, CHOWS + 3 - natural_kinds)
            if code <= CHOWS + min(<int>walk.most_wild_chow[kind], <int>place.wild):
                return code
        code = PUNGS
    room = walk.total_limit[kind] - place.here
    if code < PAIRS:
        code = max(code, PUNGS + 3 - natural)
        if room >= 3 and code <= PUNGS + min(<int>walk.most_wild_pung[kind], <int>place.wild):
            return code
        code = PAIRS
    if code < COUPLES:
        code = max(code, PAIRS + 2 - natural)
        if (place.pairs > 0 and room >= 2
                and code <= PAIRS + min(<int>walk.most_wild_pair[kind], <int>place.wild)
                and (walk.pairs_repeat or not place.paired)):
            return code
    if code <= SINGLES and place.singles > 0 and natural > 0 and room > 0:
        return SINGLES
    return NO_CODE


cdef int next_couple(const walk_t* walk, const place_t* place, int natural) noexcept nogil:
    """The same where groups are couples."""
    cdef int kind = place.kind
    cdef int code, most
    if place.groups == 0 or walk.most_wild_chow[kind] < 0:
        return NO_CODE
    if (place.here >= walk.total_limit[kind] or place.after >= walk.total_limit[kind + 2]):
        return NO_CODE
    code = max(<int>place.code, COUPLES + 2 - (natural > 0) - (walk.counts[kind + 2] > 0))
    most = COUPLES + min(<int>walk.most_wild_chow[kind], <int>place.wild)
    return code if code <= most else NO_CODE


cdef inline bint chow_fits(const walk_t* walk, const place_t* place) noexcept nogil:
    """Whether a chow may begin at this kind and the copy limits leave room for it."""
    cdef int kind = place.kind
    return (walk.most_wild_chow[kind] >= 0
            and place.here < walk.total_limit[kind]
            and place.next < walk.total_limit[kind + 1]
            and place.after < walk.total_limit[kind + 2])


cdef inline void take(place_t* place, int code) noexcept nogil:
    """Begin a piece that `next_code` allows."""
    cdef int natural
    place.code = code
    place.placed += 1
    if code < PUNGS:
        natural = CHOWS + 3 - code
        place.chows[natural] += 1
        place.groups -= 1
        place.wild -= 3 - natural
        place.here += 1
        place.next += 1
        place.after += 1
    elif code < PAIRS:
        natural = PUNGS + 3 - code
        place.taken += natural
        place.groups -= 1
        place.wild -= 3 - natural
        place.here += 3
    elif code < COUPLES:
        natural = PAIRS + 2 - code
        place.taken += natural
        place.pairs -= 1
        place.wild -= 2 - natural
        place.here += 2
        place.paired = True
    elif code == SINGLES:
        place.taken += 1
        place.singles -= 1
        place.here += 1
    else:
        natural = COUPLES + 2 - code
        place.chows[3 if natural == 2 else natural] += 1
        place.groups -= 1
        place.wild -= 2 - natural
        place.here += 1
        place.after += 1


cdef inline bint close_kind(const walk_t* walk, place_t* place) noexcept nogil:
    """Give out the natural tiles of this kind and step to the next.

    False when they do not go round, or clearly will not further on.
    """
    cdef int left = walk.counts[place.kind] - place.taken - place.due - place.chows[3]
    cdef int to_two, to_flexible, to_one, two_due
    if left < 0:
        return False
    if walk.couples:
        return close_kind_of_couples(walk, place, left)
    to_two = min(left, <int>place.chows[2])
    left -= to_two
    to_flexible = min(left, <int>place.flexible)
    left -= to_flexible
    to_one = min(left, <int>place.chows[1])
    if left != to_one:
        return False

    two_due = place.chows[3] + place.chows[2] - to_two
    place.due = place.due_next + place.flexible - to_flexible + two_due
    place.due_next = two_due
    place.flexible = to_two + place.chows[1] - to_one
    return step(walk, place)


cdef bint close_kind_of_couples(const walk_t* walk, place_t* place, int left) noexcept nogil:
    """The same where groups are couples: what is left goes to those of one natural tile."""
    if left > place.chows[1]:
        return False
    place.due = place.due_next
    place.due_next = place.chows[3] + place.chows[1] - left
    return step(walk, place)


cdef inline bint step(const walk_t* walk, place_t* place) noexcept nogil:
    """Go to the beginning of the next kind. False where it clearly leads nowhere."""
    if walk.classes != NULL and walk.classes.count_fours:
        place.summary += fours_at(walk, place.kind, place.here) << FOURS_AT
    place.kind += 1
    if place.kind == KINDS:
        return True
    place.code = 0
    place.here = place.next
    place.next = place.after
    place.after = 0
    place.taken = 0
    place.paired = False
    memset(place.chows, 0, sizeof(place.chows))
    return can_go_on(walk, place)


cdef inline bint can_go_on(const walk_t* walk, const place_t* place) noexcept nogil:
    """A quick look ahead from the beginning of a kind: False only where no reading is left."""
    cdef int owed = place.due + place.due_next + place.flexible
    cdef int pieces = pieces_left(place)
    cdef int held, held_next
    if owed == 0:
        return pieces >= walk.needed_from[place.kind]
    held = walk.counts[place.kind]
    held_next = walk.counts[place.kind + 1]
    return (place.due <= held and place.due_next <= held_next and owed <= held + held_next
            and pieces >= walk.needed_from[place.kind + 2])


cdef bint is_complete(const walk_t* walk, place_t place) noexcept nogil:
    """Whether the natural tiles left are just those that the chows begun so far still owe."""
    while close_kind(walk, &place):
        if place.due + place.due_next + place.flexible == 0:
            return walk.held_from[place.kind] == 0
    return False


# --- Blocks of winds -----------------------------------------------------------------------------

cdef inline bint is_at_blocks(const walk_t* walk, const place_t* place) noexcept nogil:
    return walk.has_wind_runs and place.kind == FIRST_WIND


cdef int next_block(const walk_t* walk, const place_t* place) noexcept nogil:
    """The first block from `place.code` on that there is room for, or NO_CODE."""
    cdef const block_t* block
    cdef int index
    if place.kind > FIRST_WIND:
        return NO_CODE
    for index in range(place.code, walk.blocks_length):
        block = &walk.blocks[index]
        if (block.groups <= place.groups and block.pairs <= place.pairs
                and block.wild <= place.wild):
            return index
    return NO_CODE


cdef void take_block(const walk_t* walk, place_t* place, int index) noexcept nogil:
    """Take all that a reading has of winds, and go to the first dragon."""
    cdef const block_t* block = &walk.blocks[index]
    place.groups -= block.groups
    place.pairs -= block.pairs
    place.wild -= block.wild
    place.placed += block.length
    place.kind = FIRST_DRAGON
    place.code = 0


cdef struct draft_t:
    # A block under way.
    block_t block
    int groups          # those still open to it, likewise the rest
    int pairs
    int wild
    int natural         # winds that are held and not used
    int8_t left[WINDS]  # of each, those that pungs and pairs do not use
    int8_t tiles[WINDS]
    int8_t run_tiles[WINDS]     # of each, the tiles of runs
    const walk_terms_t* terms


cdef void find_blocks(walk_t* walk, const walk_terms_t* terms) noexcept nogil:
    """Fill `walk.blocks` with all multisets of pieces of winds that use those held."""
    cdef draft_t draft
    cdef int wind
    memset(&draft, 0, sizeof(draft_t))
    draft.groups = terms.groups
    draft.pairs = terms.pairs
    draft.wild = terms.wild
    draft.natural = walk.held_from[FIRST_WIND] - walk.held_from[FIRST_DRAGON]
    draft.terms = terms
    for wind in range(WINDS):
        draft.left[wind] = walk.counts[FIRST_WIND + wind]
    extend_block(walk, &draft, 0)


cdef void extend_block(walk_t* walk, draft_t* draft, int first) noexcept nogil:
    """Keep the block as it is, then with each further piece of a sort from `first` on."""
    cdef piece_t piece
    cdef int sort, wild
    if walk.completions.failed or not winds_may_go_round(draft, first):
        return
    if draft.natural == 0 and draft.block.length and block_fits(walk, draft):
        keep_block(walk, &draft.block)
    for sort in range(first, WIND_SORTS):
        if (draft.pairs if FIRST_PAIR_SORT <= sort < FIRST_RUN_SORT else draft.groups) == 0:
            continue
        piece = wind_piece(sort)
        wild = size_of(piece.code) - naturals_of(piece.code)
        if wild > min(draft.wild, most_wild(walk, draft.terms, piece)):
            continue
        if has_winds(draft, piece):
            add_to_draft(draft, piece, 1)
            extend_block(walk, draft, sort)
            add_to_draft(draft, piece, -1)


cdef inline bint winds_may_go_round(const draft_t* draft, int first) noexcept nogil:
    """False where pieces of sorts from `first` on clearly do not use all winds that are held."""
    cdef int wind
    cdef int most = draft.groups
    if draft.natural > 3 * draft.groups + 2 * draft.pairs:
        return False
    if first < FIRST_RUN_SORT:
        most = 3 * draft.groups + 2 * draft.pairs
    for wind in range(WINDS):
        if draft.left[wind] > draft.run_tiles[wind] + most:
            return False
    return True


cdef inline piece_t wind_piece(int sort) noexcept nogil:
    if sort < FIRST_PAIR_SORT:
        return piece_of(FIRST_WIND + sort // 4, PUNGS + sort % 4)
    if sort < FIRST_RUN_SORT:
        sort -= FIRST_PAIR_SORT
        return piece_of(FIRST_WIND + sort // 3, PAIRS + sort % 3)
    sort -= FIRST_RUN_SORT      # those that lack the last wind come first
    return piece_of(FIRST_WIND, WIND_RUNS + 4 * (WINDS - 1 - sort // 4) + sort % 4)


cdef inline bint has_winds(const draft_t* draft, piece_t piece) noexcept nogil:
    """Whether the natural tiles of a piece are held; a run may still find them used by others."""
    cdef int naturals = naturals_of(piece.code)
    if piece.code < COUPLES:
        return naturals <= draft.left[piece.kind - FIRST_WIND]
    return naturals <= draft.natural


cdef int most_wild(const walk_t* walk, const walk_terms_t* terms, piece_t piece) noexcept nogil:
    """The most tiles of a piece of winds that may be substituted, or NEVER."""
    cdef int index, kind
    cdef int open_kinds = 0
    if piece.code < PAIRS:
        return walk.most_wild_pung[piece.kind]
    if piece.code < COUPLES:
        return walk.most_wild_pair[piece.kind]
    for index in range(3):
        kind = tile_of(piece, index)
        if walk.total_limit[kind] == 0:
            return NEVER
        open_kinds += terms.wild_kinds >> kind & 1
    return min(open_kinds, terms.wild_in_chow)


cdef void add_to_draft(draft_t* draft, piece_t piece, int by) noexcept nogil:
    cdef int naturals = naturals_of(piece.code)
    cdef int size = size_of(piece.code)
    cdef int index
    if by > 0:
        draft.block.pieces[draft.block.length] = piece
    draft.block.length += by
    draft.block.wild += (size - naturals) * by
    draft.wild -= (size - naturals) * by
    draft.natural -= naturals * by
    for index in range(size):
        draft.tiles[tile_of(piece, index) - FIRST_WIND] += by
        if piece.code >= WIND_RUNS:
            draft.run_tiles[tile_of(piece, index) - FIRST_WIND] += by
    if piece.code < COUPLES:
        draft.left[piece.kind - FIRST_WIND] -= naturals * by
    if PAIRS <= piece.code < COUPLES:
        draft.block.pairs += by
        draft.pairs -= by
    else:
        draft.block.groups += by
        draft.groups -= by


cdef bint block_fits(const walk_t* walk, const draft_t* draft) noexcept nogil:
    """Whether the winds held go round, within the copy limits."""
    cdef uint8_t winds[KINDS]
    cdef uint16_t masks[WALK_MOST_PIECES]
    cdef int kind
    memset(winds, 0, KINDS)
    for kind in range(FIRST_WIND, FIRST_DRAGON):
        if draft.tiles[kind - FIRST_WIND] > walk.total_limit[kind]:
            return False
        winds[kind] = walk.counts[kind]
    return assign(
        draft.block.pieces, draft.block.length, winds, draft.terms.wild_kinds, masks
    )


cdef void keep_block(walk_t* walk, const block_t* block) noexcept nogil:
    cdef int size = max(16, 2 * walk.blocks_size)
    cdef block_t* grown
    if walk.blocks_length == walk.blocks_size:
        grown = <block_t*>realloc(walk.blocks, size * sizeof(block_t))
        if grown == NULL:
            walk.completions.failed = True
            return
        walk.blocks = grown
        walk.blocks_size = size
    walk.blocks[walk.blocks_length] = block[0]
    walk.blocks_length += 1


# --- Which tiles are natural ---------------------------------------------------------------------

cdef void assign_greedily(const piece_t* pieces, int length, const uint8_t* counts,
                          uint16_t* masks) noexcept nogil:
    """Choose natural tiles in the order of preference of `close_kind`, as `assign` would.

    For the pieces of a walk without couples and runs of winds, and with wildcards that may be any
    kind.
    """
    cdef int8_t owed[WALK_MOST_PIECES]       # natural tiles that a chow still needs
    cdef uint8_t left[KINDS]            # natural tiles not given out
    cdef bint choice = False
    cdef int index, kind, code, best
    memcpy(left, counts, KINDS)
    for index in range(length):
        kind = pieces[index].kind
        code = pieces[index].code
        owed[index] = 0
        masks[index] = 0
        if code == CHOWS:
            masks[index] = 7
            left[kind] -= 1
            left[kind + 1] -= 1
            left[kind + 2] -= 1
        elif code < PUNGS:
            owed[index] = CHOWS + 3 - code
            choice |= owed[index] > 0
        elif code < PAIRS:
            left[kind] -= PUNGS + 3 - code
            masks[index] = (1 << PUNGS + 3 - code) - 1
        elif code < COUPLES:
            left[kind] -= PAIRS + 2 - code
            masks[index] = (1 << PAIRS + 2 - code) - 1
        else:
            left[kind] -= 1
            masks[index] = 1
    if not choice:
        return
    for kind in range(KINDS):
        while left[kind] > 0:
            best = neediest_chow(pieces, length, kind, owed, masks)
            masks[best] |= 1 << kind - pieces[best].kind
            owed[best] -= 1
            left[kind] -= 1


cdef int neediest_chow(const piece_t* pieces, int length, int kind, const int8_t* owed,
                       const uint16_t* masks) noexcept nogil:
    """The chow over `kind` that can least wait for a natural tile; of equals the one owed most."""
    cdef int best = 0, best_need = -1
    cdef int index, slot, slack, need
    for index in range(length):
        slot = kind - pieces[index].kind
        if owed[index] == 0 or not 0 <= slot < 3 or masks[index] >> slot & 1:
            continue
        slack = 3 - slot - owed[index]
        need = 4 * (3 - slack) + owed[index]
        if need > best_need:
            best = index
            best_need = need
    return best
