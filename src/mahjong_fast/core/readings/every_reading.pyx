# optimize: balance
"""All readings of a hand under any rules: form by form, use by use of its tiles, phase by phase.

A faced wildcard may be used as itself, and a stand-in as a wild kind. Each *use* of them leaves
natural tiles and wildcards that are nothing else. Under one use a form has one or more *phases*,
each of which is a walk over groups and pairs, a choice of kinds for the wildcards among single
tiles, or just one reading. What the rules want of the whole hand is asked of each reading found.
"""
from libc.stdint cimport int8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport number_of_bits
from mahjong_fast.core.base.signals cimport interrupted
from mahjong_fast.core.base.types cimport position_t, rules_t, wild_in_pair_of
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, BODIES, DRAGON_MASK, EXEMPT_ALL_HONOURS, EXEMPT_ALL_TRIPLETS, EXEMPT_ONE_SUIT,
    FIRST_DRAGON, FIRST_HONOUR, FORM_ALL_258, FORM_ALL_HONOURS, FORM_EIGHT_PAIRS,
    FORM_GREATER_KNITTED, FORM_KNITTED_STRAIGHT, FORM_LESSER_KNITTED, FORM_MISFIT,
    FORM_PAIRS_AND_TRIPLET, FORM_SEVEN_COUPLES, FORM_SEVEN_PAIRS, FORM_SEVEN_STAR, FORM_STANDARD,
    FORM_THIRTEEN_ORPHANS, FORM_TILES, FREE_WILD, HONOUR_MASK, KINDS, KNITTED_TILES, KNITTINGS,
    MASK_258, NO_LIMIT, ORPHAN_MASK, PAIRS, PUNGS, REQUIRED_ORPHAN, REQUIRED_TRIPLET,
    REQUIRED_TRIPLET_OR_DRAGON_PAIR, RUN_DRAGONS, RUN_WINDS, SINGLES, SUITS, SUIT_KINDS, SUIT_MASK,
    WILD, WIND_MASK, bit,
)
from mahjong_fast.core.readings.group_walk cimport (
    assign_greedily, classes_t, walk_close, walk_count, walk_init, walk_merge, walk_next,
    walk_open_with, walk_terms_t,
)
from mahjong_fast.core.readings.kind_choices cimport choice_next, choice_open, near_kinds
from mahjong_fast.core.readings.natural_tiles cimport assign, has_lesser_body
from mahjong_fast.core.readings.pieces cimport (
    MOST_PIECES, is_run, knitted_kind, piece_of, piece_t, size_of, tile_of,
)

cdef enum:
    MISFIT_GAP = 3
    ALL_BODIES = KNITTINGS << KNITTED_TILES    # a knitting, and which of its tiles are natural

    WHOLE_FORMS = (
        FORM_THIRTEEN_ORPHANS | FORM_MISFIT | FORM_SEVEN_STAR | FORM_LESSER_KNITTED
        | FORM_GREATER_KNITTED | FORM_SEVEN_COUPLES
    )
    WHOLE_FORMS_OF_FIVE = FORM_EIGHT_PAIRS | FORM_PAIRS_AND_TRIPLET
    FORMS_OF_GROUPS = FORM_STANDARD | FORM_KNITTED_STRAIGHT
    FORMS_WITH_PAIR = FORMS_OF_GROUPS | FORM_THIRTEEN_ORPHANS


# --- Readings ------------------------------------------------------------------------------------

cdef void reader_init(reader_t* reader) noexcept nogil:
    """Make a reader that has nothing to read and holds no memory."""
    walk_init(&reader.walk)
    reader.form = 0
    reader.forms = 0
    reader.source = FROM_NOTHING
    reader.ticks = 0
    reader.classes = NULL


cdef void reader_open(
    reader_t* reader, const rules_t* rules, const position_t* position
) noexcept nogil:
    """Begin to read a position of 3n + 2 tiles; `reader_close` ends it."""
    reader_init(reader)
    reader.rules = rules[0]
    reader.position = position[0]
    reader.allowed = rules.tiles & ~rules.forbidden
    if position.void_suit >= 0:
        reader.allowed &= ~(SUIT_MASK << SUIT_KINDS * position.void_suit)
    reader.wild_kinds = rules.wild_can_be & reader.allowed
    reader.limits_kinds = reader.wild_kinds != reader.allowed
    reader.looks_at_whole = (
        rules.min_suits > 0 or rules.max_suits < SUITS or rules.min_suit_tiles > 0
        or rules.required != 0
    )
    reader.forms = open_forms(reader)
    find_flexible_tiles(reader)
    apply_use(reader)
    begin_form(reader)


cdef void reader_merge(reader_t* reader, const classes_t* classes) noexcept nogil:
    """Let a reader just opened leave out readings whose pieces are like those of one found."""
    reader.classes = classes
    if reader.source == FROM_WALK and reader.form != FORM_KNITTED_STRAIGHT:
        merge_walk(reader)


cdef void merge_walk(reader_t* reader) noexcept nogil:
    """Merge what is alike, unless it may be a reading or not by which of its tiles are natural."""
    if reader.classes != NULL and not reader.limits_kinds and not (
        reader.walk.has_wind_runs and reader.classes.count_fours
    ):
        walk_merge(&reader.walk, reader.classes)


cdef void reader_close(reader_t* reader) noexcept nogil:
    """End a reader, which may be done twice."""
    walk_close(&reader.walk)
    reader.form = 0


cdef int reader_next(reader_t* reader) noexcept nogil:
    """Find the next reading: its pieces are then in `reader.pieces[:reader.length]`.

    Returns:
        1 when there is one, 0 when there are no more, -1 when memory ran out or a signal
        interrupted.
    """
    cdef int found
    while reader.form:
        if interrupted(&reader.ticks):
            return -1
        found = next_of_phase(reader)
        if found < 0:
            return -1
        if found == 0:
            end_phase(reader)
        elif is_valid(reader):
            return 1
    return 0


cdef int reader_count(reader_t* reader, bint looks, uint64_t* readings) noexcept nogil:
    """Count the readings of a reader just opened, one by one only where that is needed.

    One that is found again, which `may_repeat` tells of, counts again. Where the reader does not
    look at what walks find, what is no reading counts as well.

    Returns:
        0, or -1 when memory ran out or a signal interrupted.
    """
    cdef int found
    readings[0] = 0
    while reader.form:
        if interrupted(&reader.ticks):
            return -1
        if reader.source == FROM_WALK and not (looks and must_look(reader)):
            readings[0] += walk_count(&reader.walk)
            if reader.walk.completions.failed:
                return -1
            end_phase(reader)
            continue
        found = next_of_phase(reader)
        if found < 0:
            return -1
        if found == 0:
            end_phase(reader)
        else:
            readings[0] += is_valid(reader)
    return 0


cdef int next_of_phase(reader_t* reader) noexcept nogil:
    cdef int found = 0
    cdef int index
    if reader.source == FROM_WALK:
        found = walk_next(&reader.walk)
        if found == 1:
            reader.length = reader.fixed_length + reader.walk.length
            memcpy(
                &reader.pieces[reader.fixed_length], reader.walk.pieces,
                reader.walk.length * sizeof(piece_t),
            )
    elif reader.source == FROM_CHOICE:
        found = choice_next(&reader.choice)
        if found:
            show_choice(reader)
    elif reader.source == FROM_PIECES:
        found = 1
        reader.length = reader.fixed_length
        reader.source = FROM_NOTHING
    if found == 1 and reader.source != FROM_CHOICE:
        for index in range(reader.fixed_length):
            reader.pieces[index] = reader.fixed[index]
    return found


cdef void show_choice(reader_t* reader) noexcept nogil:
    """Lay out single tiles by kind, and the wildcards that are none."""
    cdef int kind, _
    cdef int chosen = 0
    reader.length = 0
    for kind in range(KINDS):
        if reader.shown >> kind & 1:
            add_piece(reader, kind, SINGLES + (reader.counts[kind] == 0))
        elif chosen < reader.choice.number and reader.choice.kinds[chosen] == kind:
            add_piece(reader, kind, SINGLES + 1)
            chosen += 1
    for _ in range(FORM_TILES - reader.length):
        add_piece(reader, WILD, FREE_WILD)


cdef inline void add_piece(reader_t* reader, int kind, int code) noexcept nogil:
    reader.pieces[reader.length] = piece_of(kind, code)
    reader.length += 1


cdef inline void fix_piece(reader_t* reader, int kind, int code) noexcept nogil:
    reader.fixed[reader.fixed_length] = piece_of(kind, code)
    reader.fixed_length += 1


cdef void reader_assign(const reader_t* reader, uint16_t* masks) noexcept nogil:
    """Choose natural tiles: bit i of masks[index] tells whether tile i of that piece is natural."""
    cdef bint is_plain = (
        reader.form in (FORM_STANDARD, FORM_SEVEN_PAIRS) and not reader.limits_kinds
        and not reader.rules.runs & RUN_WINDS and reader.fixed_length == 0
    )
    if is_plain:
        assign_greedily(reader.pieces, reader.length, reader.counts, masks)
    else:
        assign(reader.pieces, reader.length, reader.counts, reader.wild_kinds, masks)


cdef bint has_pair(int form) noexcept nogil:
    return (form & FORMS_WITH_PAIR) != 0


# --- Forms and phases ----------------------------------------------------------------------------

cdef int open_forms(const reader_t* reader) noexcept nogil:
    """The forms that the melds, the size and the void suit of the hand leave open."""
    cdef const rules_t* rules = &reader.rules
    cdef const position_t* position = &reader.position
    cdef int forms = rules.forms & FORM_STANDARD
    cdef uint64_t melded = melded_kinds(reader)
    if rules.must_be_open and not position.is_open:
        return 0
    if position.void_suit >= 0 and melded >> SUIT_KINDS * position.void_suit & SUIT_MASK:
        return 0
    if position.groups >= 3:
        forms |= rules.forms & FORM_KNITTED_STRAIGHT
    if position.whole and rules.groups == 4:
        forms |= rules.forms & (WHOLE_FORMS | FORM_SEVEN_PAIRS)
    if position.whole and rules.groups == 5:
        forms |= rules.forms & WHOLE_FORMS_OF_FIVE
    if rules.groups == 4 and 0 < position.kongs <= rules.kongs_as_two_pairs:
        if position.groups == 4 - position.kongs:
            forms |= rules.forms & FORM_SEVEN_PAIRS
    if not melded & ~HONOUR_MASK:
        forms |= rules.forms & FORM_ALL_HONOURS
    if not melded & ~MASK_258:
        forms |= rules.forms & FORM_ALL_258
    return forms


cdef uint64_t melded_kinds(const reader_t* reader) noexcept nogil:
    cdef uint64_t kinds = 0
    cdef int kind
    for kind in range(KINDS):
        if reader.position.melded[kind]:
            kinds |= bit(kind)
    return kinds


cdef void begin_form(reader_t* reader) noexcept nogil:
    """Turn to the next form, lowest bit first, under the first use of the tiles."""
    reader.form = reader.forms & -reader.forms
    reader.forms ^= reader.form
    reader.phase = 0
    if reader.flexible:
        memset(reader.uses, 0, sizeof(reader.uses))
        apply_use(reader)
    if reader.form:
        begin_phase(reader)


cdef void end_phase(reader_t* reader) noexcept nogil:
    """Turn to the next phase, or the next use, or the next form."""
    if reader.source == FROM_WALK:
        walk_close(&reader.walk)
    reader.phase += 1
    while reader.phase >= phases_of(reader):
        reader.phase = 0
        if not next_use(reader):
            begin_form(reader)
            return
    begin_phase(reader)


cdef int phases_of(const reader_t* reader) noexcept nogil:
    """How many phases the form has at most, under this use."""
    if reader.form in (FORM_SEVEN_PAIRS, FORM_EIGHT_PAIRS):
        return min(free_tiles(reader), reader.wild) + 1
    if reader.form == FORM_THIRTEEN_ORPHANS:
        return KINDS
    if reader.form in (FORM_MISFIT, FORM_SEVEN_STAR) and not reader.rules.misfit_wild_needs_slot:
        return reader.wild + 1
    if reader.form in (FORM_LESSER_KNITTED, FORM_GREATER_KNITTED):
        return KNITTINGS
    if reader.form == FORM_KNITTED_STRAIGHT:
        return ALL_BODIES
    return 1


cdef void begin_phase(reader_t* reader) noexcept nogil:
    cdef int form = reader.form
    reader.source = FROM_NOTHING
    reader.fixed_length = 0
    if form == FORM_STANDARD:
        open_walk(reader, reader.position.groups, 1, 0, 0)
    elif form in (FORM_SEVEN_PAIRS, FORM_EIGHT_PAIRS):
        open_pairs(reader)
    elif form == FORM_PAIRS_AND_TRIPLET:
        open_walk(reader, 1, 7, 0, 0)
    elif form == FORM_SEVEN_COUPLES:
        open_walk(reader, 7, 0, 0, 0)
    elif form == FORM_KNITTED_STRAIGHT:
        open_knitted_straight(reader)
    elif form == FORM_THIRTEEN_ORPHANS:
        open_orphans(reader)
    elif form == FORM_ALL_HONOURS:
        open_tile_set(reader, HONOUR_MASK)
    elif form == FORM_ALL_258:
        open_tile_set(reader, MASK_258)
    elif form in (FORM_MISFIT, FORM_SEVEN_STAR):
        open_misfit(reader)
    else:
        open_choice(
            reader, HONOUR_MASK | knitting(reader.phase),
            HONOUR_MASK if form == FORM_GREATER_KNITTED else 0, reader.wild, 1,
        )


cdef uint64_t knitting(int number) noexcept nogil:
    cdef uint64_t kinds = 0
    cdef int index
    for index in range(KNITTED_TILES):
        kinds |= bit(knitted_kind(number, index))
    return kinds


cdef void open_walk(
    reader_t* reader, int groups, int pairs, int singles, int free_wild
) noexcept nogil:
    """Walk over pieces, with so many wildcards beside them that are no kind."""
    cdef walk_terms_t terms
    cdef int _
    memcpy(terms.counts, reader.counts, KINDS)
    memcpy(terms.total_limit, reader.total_limit, KINDS)
    terms.wild = reader.wild - free_wild
    set_terms(reader, groups, pairs, singles, &terms)
    for _ in range(free_wild):
        fix_piece(reader, WILD, FREE_WILD)
    walk_open_with(&reader.walk, &terms)
    merge_walk(reader)
    reader.source = FROM_WALK


cdef void set_terms(
    const reader_t* reader, int groups, int pairs, int singles, walk_terms_t* terms
) noexcept nogil:
    cdef const rules_t* rules = &reader.rules
    cdef bint has_groups = (reader.form & FORMS_OF_GROUPS) != 0
    terms.groups = groups
    terms.pairs = pairs
    terms.singles = singles
    terms.runs = rules.runs if has_groups else 0
    terms.couples = reader.form == FORM_SEVEN_COUPLES
    terms.pairs_repeat = rules.quads_as_two_pairs
    terms.wild_in_chow = rules.wild_in_chow
    terms.wild_in_pung = rules.wild_in_pung
    terms.wild_in_pair = wild_in_pair_of(rules, reader.form)
    terms.wild_kinds = reader.wild_kinds
    terms.pair_kinds = rules.pair_kinds if has_groups else ALL_KINDS
    if reader.form == FORM_STANDARD and rules.pair_exempt:
        terms.pair_kinds = ALL_KINDS        # `pair_will_do` tells


cdef int free_tiles(const reader_t* reader) noexcept nogil:
    """The tiles of any kind beside the pairs; each kong leaves one."""
    return 1 if reader.form == FORM_EIGHT_PAIRS else reader.position.kongs


cdef void open_pairs(reader_t* reader) noexcept nogil:
    """Pairs, and free tiles, of which as many as the phase are wildcards."""
    cdef int pairs = 8 if reader.form == FORM_EIGHT_PAIRS else 7 - 2 * reader.position.kongs
    open_walk(reader, 0, pairs, free_tiles(reader) - reader.phase, reader.phase)


cdef void open_orphans(reader_t* reader) noexcept nogil:
    """Each phase doubles another kind."""
    cdef int doubled = reader.phase
    cdef int kind, asked, wild
    if held_kinds(reader) & ~ORPHAN_MASK:
        reader.phase = KINDS        # nor does any other
        return
    if not ORPHAN_MASK >> doubled & 1:
        return
    for kind in range(KINDS):
        asked = 0
        if ORPHAN_MASK >> kind & 1:
            asked = 1 + (kind == doubled)
        wild = asked - reader.counts[kind]
        if wild < 0 or asked > reader.total_limit[kind]:
            return
        if wild and not reader.wild_kinds >> kind & 1:
            return
        if asked == 2:
            if wild > reader.rules.wild_in_pair:
                return
            fix_piece(reader, kind, PAIRS + wild)
        elif asked:
            fix_piece(reader, kind, SINGLES + wild)
    reader.source = FROM_PIECES


cdef void open_tile_set(reader_t* reader, uint64_t kinds) noexcept nogil:
    cdef int kind, _
    for kind in range(KINDS):
        if reader.counts[kind] and not kinds >> kind & 1:
            return
        if reader.counts[kind] > reader.total_limit[kind]:
            return
        for _ in range(reader.counts[kind]):
            fix_piece(reader, kind, SINGLES)
    if reader.wild and not reader.wild_kinds & kinds:
        return
    for _ in range(reader.wild):
        fix_piece(reader, WILD, FREE_WILD)
    reader.source = FROM_PIECES


cdef void open_misfit(reader_t* reader) noexcept nogil:
    """Different kinds, far apart; the phase tells how many wildcards are no kind."""
    cdef uint64_t must = HONOUR_MASK if reader.form == FORM_SEVEN_STAR else 0
    if must and not reader.rules.seven_star_wild and must & ~held_kinds(reader):
        return
    open_choice(reader, ALL_KINDS, must, reader.wild - reader.phase, MISFIT_GAP)


cdef uint64_t held_kinds(const reader_t* reader) noexcept nogil:
    cdef uint64_t kinds = 0
    cdef int kind
    for kind in range(KINDS):
        if reader.counts[kind]:
            kinds |= bit(kind)
    return kinds


cdef void open_choice(
    reader_t* reader, uint64_t kinds, uint64_t must, int substituted, int gap
) noexcept nogil:
    """Different kinds out of `kinds`, all of `must`, with so many wildcards that stand for one."""
    cdef uint64_t held = held_kinds(reader)
    cdef uint64_t wanted = must & ~held
    cdef uint64_t open_kinds = kinds & reader.wild_kinds & ~held
    cdef int kind
    if held & ~kinds:
        return
    for kind in range(KINDS):
        if reader.counts[kind] > min(1, <int> reader.total_limit[kind]):
            return
        if reader.total_limit[kind] == 0:
            open_kinds &= ~bit(kind)
        if held >> kind & 1 and near_kinds(bit(kind), gap) & held & ~bit(kind):
            return
        substituted -= wanted >> kind & 1
    if wanted & ~open_kinds or substituted < 0:
        return
    reader.shown = held | wanted
    choice_open(&reader.choice, open_kinds & ~near_kinds(held | wanted, gap), substituted, gap)
    reader.source = FROM_CHOICE


cdef void open_knitted_straight(reader_t* reader) noexcept nogil:
    """A walk beside the body; the phase tells the knitting, and which tiles of it are natural."""
    cdef int number = reader.phase >> KNITTED_TILES
    cdef int body = reader.phase & ((1 << KNITTED_TILES) - 1)
    cdef walk_terms_t terms
    cdef int index, kind
    cdef int wild = KNITTED_TILES - number_of_bits(body)
    if wild > reader.wild:
        return
    memcpy(terms.counts, reader.counts, KINDS)
    memcpy(terms.total_limit, reader.total_limit, KINDS)
    for index in range(KNITTED_TILES):
        kind = knitted_kind(number, index)
        if reader.total_limit[kind] == 0:
            return
        if reader.total_limit[kind] != NO_LIMIT:
            terms.total_limit[kind] -= 1
        if body >> index & 1:
            if reader.counts[kind] == 0:
                return
            terms.counts[kind] -= 1
        elif not reader.wild_kinds >> kind & 1:
            return
    terms.wild = reader.wild - wild
    set_terms(reader, reader.position.groups - 3, 1, 0, &terms)
    fix_piece(reader, number, BODIES + wild)
    reader.body = body
    walk_open_with(&reader.walk, &terms)
    reader.source = FROM_WALK


# --- What a reading must show --------------------------------------------------------------------

cdef inline bint must_look(const reader_t* reader) noexcept nogil:
    """Whether a walk may find what is no reading."""
    return (
        reader.looks_at_whole or reader.limits_kinds or reader.form == FORM_KNITTED_STRAIGHT
        or (reader.form == FORM_STANDARD and reader.rules.pair_exempt != 0)
    )


cdef bint is_valid(reader_t* reader) noexcept nogil:
    """Whether what has been found is a reading, and not one found before under this use."""
    cdef uint16_t masks[MOST_PIECES]
    if reader.source == FROM_WALK:
        if reader.form == FORM_KNITTED_STRAIGHT:
            if not has_least_body(reader):
                return False
        elif reader.limits_kinds and not assign(
            reader.pieces, reader.length, reader.counts, reader.wild_kinds, masks
        ):
            return False
        if reader.form == FORM_STANDARD and not pair_will_do(reader):
            return False
    return not reader.looks_at_whole or shows_enough(reader)


cdef bint has_least_body(const reader_t* reader) noexcept nogil:
    """Whether the body's natural tiles are those of the phase in the least assignment.

    Tiles may be in the body or in a run beside it, which is the same reading.
    """
    return has_lesser_body(
        reader.pieces, reader.length, reader.counts, reader.wild_kinds, reader.body + 1
    ) and not has_lesser_body(
        reader.pieces, reader.length, reader.counts, reader.wild_kinds, reader.body
    )


cdef uint64_t kinds_shown(const reader_t* reader) noexcept nogil:
    """All kinds of a reading and the melds."""
    cdef uint64_t kinds = melded_kinds(reader)
    cdef piece_t piece
    cdef int index, i
    for index in range(reader.length):
        piece = reader.pieces[index]
        for i in range(size_of(piece.code) if piece.code != FREE_WILD else 0):
            kinds |= bit(tile_of(piece, i))
    return kinds


cdef bint pair_will_do(const reader_t* reader) noexcept nogil:
    """Whether the pair is of a kind that it may be, or exempt from that."""
    cdef const rules_t* rules = &reader.rules
    cdef uint64_t kinds
    cdef bint has_runs = reader.position.has_runs
    cdef int index, suit
    if not rules.pair_exempt:
        return True             # the walk has seen to it
    for index in range(reader.length):
        has_runs |= is_run(reader.pieces[index].code)
        if PAIRS <= reader.pieces[index].code:
            if (
                reader.pieces[index].code < SINGLES
                and rules.pair_kinds >> reader.pieces[index].kind & 1
            ):
                return True
    if rules.pair_exempt & EXEMPT_ALL_TRIPLETS and not has_runs:
        return True
    kinds = kinds_shown(reader)
    if rules.pair_exempt & EXEMPT_ALL_HONOURS and not kinds & ~HONOUR_MASK:
        return True
    for suit in range(SUITS if rules.pair_exempt & EXEMPT_ONE_SUIT else 0):
        if not kinds & ~(SUIT_MASK << SUIT_KINDS * suit):
            return True
    return False


cdef bint shows_enough(const reader_t* reader) noexcept nogil:
    cdef const rules_t* rules = &reader.rules
    cdef uint64_t kinds = kinds_shown(reader)
    cdef bint has_triplet = reader.position.has_triplet
    cdef bint has_dragon_pair = False
    cdef piece_t piece
    cdef int index, suit
    cdef int suits = 0
    for index in range(reader.length):
        piece = reader.pieces[index]
        has_triplet |= PUNGS <= piece.code < PAIRS
        has_dragon_pair |= (
            has_pair(reader.form) and PAIRS <= piece.code < SINGLES and piece.kind >= FIRST_DRAGON
        )
    for suit in range(SUITS):
        suits += (kinds >> SUIT_KINDS * suit & SUIT_MASK) != 0
    if not rules.min_suits <= suits <= rules.max_suits:
        return False
    if rules.required & REQUIRED_TRIPLET and not has_triplet:
        return False
    if rules.required & REQUIRED_TRIPLET_OR_DRAGON_PAIR and not has_triplet | has_dragon_pair:
        return False
    if rules.required & REQUIRED_ORPHAN and not kinds & ORPHAN_MASK:
        return False
    return most_suit_tiles(reader) >= rules.min_suit_tiles


cdef int most_suit_tiles(const reader_t* reader) noexcept nogil:
    """The tiles of the longest suit, melds included."""
    cdef int[SUITS] tiles = [0, 0, 0]
    cdef int index, i, kind
    cdef piece_t piece
    for kind in range(FIRST_HONOUR):
        tiles[kind // SUIT_KINDS] += reader.position.melded[kind]
    for index in range(reader.length):
        piece = reader.pieces[index]
        for i in range(size_of(piece.code)):
            kind = tile_of(piece, i)
            if kind < FIRST_HONOUR:
                tiles[kind // SUIT_KINDS] += 1
    return max(tiles[0], max(tiles[1], tiles[2]))


# --- Uses of the tiles ---------------------------------------------------------------------------

cdef void find_flexible_tiles(reader_t* reader) noexcept nogil:
    """List the tiles that may be used in several ways; all are used in the first way for now."""
    cdef const position_t* position = &reader.position
    cdef uint64_t stand_ins = reader.rules.stand_in & ~position.wild_mask
    cdef uint64_t faced = 0
    cdef uint64_t held_stand_ins = 0
    cdef int kind, _
    reader.flexible = 0
    reader.wild_length = 0
    reader.may_repeat = False
    memset(reader.uses, 0, sizeof(reader.uses))
    if not position.wild_mask:
        return
    for kind in range(KINDS):
        if position.wild_mask >> kind & 1:
            reader.wild_ids[reader.wild_length] = kind
            reader.wild_length += 1
            if reader.rules.wild_natural_use and position.faced[kind]:
                faced |= bit(kind)
                for _ in range(position.faced[kind]):
                    add_flexible(reader, kind, 1)
    for kind in range(KINDS):
        if stand_ins >> kind & 1 and position.counts[kind]:
            held_stand_ins |= bit(kind)
            for _ in range(position.counts[kind]):
                add_flexible(reader, kind, reader.wild_length)
    if held_stand_ins:
        # Natural places of two wild kinds can be filled in two ways by tiles of two kinds each of
        # which may be in either: two stand-ins, or one and the wild kinds themselves.
        reader.may_repeat = number_of_bits(faced) > 1 or (
            number_of_bits(held_stand_ins) > 1 and reader.wild_length > 1
        )
        faced |= position.wild_mask
    reader.may_repeat |= can_change_places(reader, faced | held_stand_ins)


cdef bint can_change_places(const reader_t* reader, uint64_t kinds) noexcept nogil:
    """Whether one of some kinds may be natural in place of another, in the same groups.

    The number of natural tiles of each kind is as its use has it. Two kinds can make up for each
    other only in one run, or in runs that have a third kind in common: in a suit, or among the
    honours that are runs; and in a body of knitted tiles.
    """
    cdef int runs = reader.rules.runs
    cdef int suit
    if reader.rules.forms & FORM_KNITTED_STRAIGHT and number_of_bits(kinds) > 1:
        return True
    for suit in range(SUITS):
        if number_of_bits(kinds >> SUIT_KINDS * suit & SUIT_MASK) > 1:
            return True
    return (
        (runs & RUN_WINDS and number_of_bits(kinds & WIND_MASK) > 1)
        or (runs & RUN_DRAGONS and number_of_bits(kinds & DRAGON_MASK) > 1)
    )


cdef inline void add_flexible(reader_t* reader, int kind, int most_uses) noexcept nogil:
    reader.flexible_kinds[reader.flexible] = kind
    reader.most_uses[reader.flexible] = most_uses
    reader.flexible += 1


cdef bint next_use(reader_t* reader) noexcept nogil:
    """Turn to the next use of the flexible tiles; False after the last.

    Tiles of one kind change places freely, so their uses never descend.
    """
    cdef int index = reader.flexible - 1
    cdef int later
    while index >= 0 and reader.uses[index] == reader.most_uses[index]:
        index -= 1
    if index < 0:
        return False
    reader.uses[index] += 1
    for later in range(index + 1, reader.flexible):
        reader.uses[later] = 0
        if reader.flexible_kinds[later] == reader.flexible_kinds[later - 1]:
            reader.uses[later] = reader.uses[later - 1]
    apply_use(reader)
    return True


cdef void apply_use(reader_t* reader) noexcept nogil:
    """Set the natural tiles, the wildcards and the limits of a use.

    A faced wildcard that stands for its own kind is natural, where it may be. So no more tiles of
    that kind can be substituted than there are wildcards of other kinds, which is a limit on its
    tiles.
    """
    cdef const position_t* position = &reader.position
    cdef int8_t faced[KINDS]        # used as wildcards
    cdef int index, kind, use, most
    for kind in range(KINDS):
        faced[kind] = position.faced[kind]
        reader.counts[kind] = position.counts[kind]
        most = reader.rules.max_copies
        if most != NO_LIMIT:
            most = max(0, most - <int> position.melded[kind])
        reader.total_limit[kind] = most if reader.allowed >> kind & 1 else 0
    reader.wild = position.wild
    for index in range(reader.flexible):
        kind = reader.flexible_kinds[index]
        use = reader.uses[index]
        if use == 0:
            continue
        if position.wild_mask >> kind & 1:
            faced[kind] -= 1
            reader.counts[kind] += 1
            reader.wild -= 1
        else:
            reader.counts[kind] -= 1
            reader.counts[reader.wild_ids[use - 1]] += 1
    for index in range(reader.wild_length):
        kind = reader.wild_ids[index]
        if reader.rules.wild_natural_use and faced[kind]:
            most = reader.counts[kind] + reader.wild - faced[kind]
            reader.total_limit[kind] = min(<int> reader.total_limit[kind], most)
