# optimize: speed
"""The best reading of a hand with wildcards, over everything that they may become.

A few wildcards leave few readings, and the walk of `reading` visits them all. With many, readings
are searched by *plans*: how many chows and pungs of each suit, pungs of winds and of dragons, and
where the pair is. A plan fixes so many features that the fan table bounds its score well; plans
are taken in the order of their bounds, until none can beat the best. Within a plan the parts are
filled one by one (a suit by a look-up of all its fillings), each time bounded again.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.signals cimport interrupted
from mahjong_fast.core.base.vocabulary cimport (
    DRAGON_MASK, FIRST_HONOUR, HONOUR_MASK, HONOUR_PART, KINDS, KNITTED_GROUPS, KNITTINGS, NO_LIMIT,
    NO_TILE, ORPHAN_MASK, PAIRS, PARTS, PUNGS, SIMPLE_MASK, SUIT_KINDS, SUIT_MASK, TERMINAL_MASK,
    WILD, WIND_MASK,
)
from mahjong_fast.core.readings.group_walk cimport (
    classes_t, walk_close, walk_merge, walk_next, walk_open, walk_t,
)
from mahjong_fast.core.scoring.alike cimport DRAGONS_PART, FEW_WILD, WINDS_PART, find_classes
from mahjong_fast.core.scoring.bounds cimport (
    DEALER, DRAGON_PUNGS, FIRST_OUTSIDE, FIRST_PAIR_IN, HIGHEST, KNITTED_WAIT, LOWEST, MIXED_RUN,
    PAIR_RANK, PAIR_RUN, PLAIN, PUNG_RUN, QUADS, SAME_PAIRS, SAME_RANK, SIMPLES, TERMINALS,
    TERMINAL_PUNGS, VOID, WIND_PUNGS, WITHOUT_FIVE, allow, bound_t, most_of,
)
from mahjong_fast.core.scoring.fan_table cimport fan_table_t
from mahjong_fast.core.scoring.features cimport (
    CHOW_SLOTS, FORM_GREATER_KNITTED_READING, FORM_KNITTED_STRAIGHT_READING,
    FORM_LESSER_KNITTED_READING, FORM_ORPHANS_READING, FORM_SEVEN_PAIRS_READING,
    FORM_STANDARD_READING, FOURS, LONGEST_RUN, PAIR_AT, PIECES, POPULATION, PUNG_AT, RANK_RANGE,
    SLOT_CHOWS, SLOT_CHOW_PAIRS, SLOT_CONCEALMENT, SLOT_FIVES, SLOT_FORM, SLOT_GROUPS, SLOT_KONGS,
    SLOT_MELDS, SLOT_PARTS, SLOT_PUNGS, SLOT_QUADS, SLOT_SITUATION, SLOT_STREAK, SLOT_WILD,
    SLOT_WINNING, chow_set_of, insert_chow, reading_t,
)
from mahjong_fast.core.scoring.judge cimport (
    KNITTED, MANY, WHOLE_GROUPS, blank_reading, consider_winning, held, job_t, one, presence,
)
from mahjong_fast.core.scoring.situation cimport LAST_OF_KIND

import threading

cdef enum:
    NO_PAIR = 255
    MOST_PLANS = 6000           # of five groups there are 3,960
    MOST_QUADS = 3
    FEW_PAIRS = 2

    # Counters of _features.
    ORPHAN_PIECES_AT = 8
    FIVE_PIECES_AT = 12
    TERMINAL_PUNGS_AT = 24
    PIECES_AT = 36

cdef int64_t EXACT = <int64_t> 1 << 62
cdef int64_t TRIED = -EXACT


# --- Fillings of a suit --------------------------------------------------------------------------

cdef fill_t* fills = NULL
cdef int fills_of[SHAPES + 1]           # shape -> where its fillings begin
cdef int filled_groups = 0
cdef object making = threading.Lock()


cdef int make_fills(int groups) except -1:
    """Make the fillings of a suit with at most so many groups, under the four-copy limit."""
    global fills, filled_groups
    cdef int total
    cdef fill_t* made
    with making:
        if filled_groups >= groups:
            return 0
        total = list_fills(groups, NULL)
        made = <fill_t*> malloc(total * sizeof(fill_t))
        if made == NULL:
            raise MemoryError
        list_fills(groups, made)
        fills = made            # a smaller table may be in use: it stays
        filled_groups = groups
    return 0


cdef int list_fills(int groups, fill_t* out) noexcept:
    """Write the fillings, shape by shape, or only count them where `out` is NULL."""
    cdef fill_t blank
    cdef int chows, pungs, pairs
    cdef int total = 0
    memset(&blank, 0, sizeof(fill_t))
    blank.pair = NO_PAIR
    for chows in range(MOST_FILL_GROUPS + 1):
        for pungs in range(MOST_FILL_GROUPS + 1):
            for pairs in range(2):
                fills_of[shape_of(chows, pungs, pairs)] = total
                if chows + pungs <= groups:
                    list_shape(chows, pungs, pairs, 0, blank, out, &total)
    fills_of[SHAPES] = total
    return total


cdef inline int shape_of(int chows, int pungs, int pairs) noexcept nogil:
    return (chows * (MOST_FILL_GROUPS + 1) + pungs) * 2 + pairs


cdef void list_shape(int chows, int pungs, int pairs, int first, fill_t fill, fill_t* out,
                     int* total) noexcept:
    """Add pieces of the first suit from code `first` of their sort on."""
    cdef fill_t more
    cdef int rank, code
    if chows == 0 and pungs == 0 and pairs == 0:
        if out != NULL:
            out[total[0]] = fill
        total[0] += 1
        return
    for rank in range(first, 7 if chows else SUIT_KINDS):
        code = rank if chows else PUNG_AT + rank if pungs else PAIR_AT + rank
        more = fill
        more.word += PIECES[code].tiles
        if (more.word + 0x333333333ULL) & 0x888888888ULL:
            continue
        more.sums += PIECES[code].sums
        more.ranks |= PIECES[code].kinds
        more.pungs |= PIECES[code].pung
        more.pieces[more.length] = code
        more.length += 1
        if chows:
            list_shape(chows - 1, pungs, pairs, rank if chows > 1 else 0, more, out, total)
        elif pungs:
            list_shape(0, pungs - 1, pairs, rank + 1 if pungs > 1 else 0, more, out, total)
        else:
            more.pair = rank
            list_shape(0, 0, 0, 0, more, out, total)


# --- Plans ---------------------------------------------------------------------------------------

cdef struct node_t:
    # What is known of a reading, its parts filled one by one.
    uint64_t kinds              # of all tiles known to be in the hand
    uint64_t sums               # of melds and pieces
    uint64_t pungs              # kinds of pungs
    uint64_t words[PARTS]       # tiles of melds without kongs, and pieces
    int open                    # parts to be filled, a bit each
    int pair                    # its kind, or NO_TILE
    uint8_t pieces[8]
    int length


cdef struct plans_t:
    job_t* job
    const bound_t* bound
    const fan_table_t* table
    uint64_t terms[2]           # what the situation and the melds leave possible
    uint64_t plan_terms[2]      # what the plan does
    uint64_t natural            # kinds of the natural tiles
    int natural_tiles[5]        # of the suits, winds, dragons
    int natural_kinds[5]
    uint64_t room[PARTS]        # 7 - most more tiles of a rank, four bits each
    node_t root
    plan_t plan
    plan_t* found               # plans, MOST_PLANS of them
    int count
    int32_t* lists              # fillings that fit, by suit and shape
    int list_at[3][SHAPES]      # where they begin, or -1: not sought
    int list_length[3][SHAPES]
    int list_end
    uint8_t meld_chows[3]
    uint8_t meld_pungs[3]
    int meld_winds
    int meld_dragons


cdef inline void narrow(const fan_table_t* table, int slot, int value,
                        uint64_t* terms) noexcept nogil:
    terms[0] &= table.allowed[slot][value][0]
    terms[1] &= table.allowed[slot][value][1]


cdef inline void either(const fan_table_t* table, int slot, int value,
                        uint64_t* terms) noexcept nogil:
    terms[0] |= table.allowed[slot][value][0]
    terms[1] |= table.allowed[slot][value][1]


cdef inline void also(uint64_t* terms, const uint64_t* more) noexcept nogil:
    terms[0] &= more[0]
    terms[1] &= more[1]


cdef void known_terms(const job_t* job, int form, uint64_t* terms) noexcept nogil:
    """The terms that the form, the situation and the melds leave possible."""
    cdef const fan_table_t* table = job.table
    cdef const uint8_t* slots = &job.subject.slots[0]
    cdef uint64_t some[2]
    cdef int value, kind, part
    cdef bint faced = False
    terms[0] = terms[1] = ~(<uint64_t> 0)
    narrow(table, SLOT_FORM, form, terms)
    narrow(table, SLOT_MELDS, slots[<int> SLOT_MELDS], terms)
    narrow(table, SLOT_STREAK, slots[<int> SLOT_STREAK], terms)
    some[0] = some[1] = 0
    either(table, SLOT_SITUATION, slots[<int> SLOT_SITUATION], some)
    for part in range(PARTS):
        if (job.melded[part] + 0x555555555ULL) & 0x888888888ULL:    # three of a kind
            either(table, SLOT_SITUATION, slots[<int> SLOT_SITUATION] | LAST_OF_KIND, some)
    also(terms, some)
    for kind in range(KINDS):
        faced |= job.faced[kind] > 0
    some[0] = some[1] = 0
    for value in range(0 if faced else min(job.wild, <int> MANY), min(job.wild, <int> MANY) + 1):
        either(table, SLOT_WILD, slots[<int> SLOT_WILD] | value, some)
    also(terms, some)


cdef void bound_plan(plans_t* search) noexcept nogil:
    """Set `plan_terms` to what the plan leaves possible, by slots that it decides."""
    cdef const fan_table_t* table = search.table
    cdef const job_t* job = search.job
    cdef const plan_t* plan = &search.plan
    cdef uint64_t* terms = search.plan_terms
    cdef uint64_t some[2]
    cdef int chows = 0, pungs = 0, suits = 0, share = 0
    cdef int i, value, concealed, winds, dragons, kongs, seat, round_wind
    cdef int concealed_chows = plan.chows[0] + plan.chows[1] + plan.chows[2]
    cdef bint honours, gates
    terms[0] = search.terms[0]
    terms[1] = search.terms[1]
    concealed = plan.pungs[0] + plan.pungs[1] + plan.pungs[2] + plan.winds + plan.dragons
    for i in range(3):
        chows += plan.chows[i] + search.meld_chows[i]
        pungs += search.meld_pungs[i]
        suits += (plan.chows[i] + plan.pungs[i] + search.meld_chows[i] + search.meld_pungs[i]
                  + (plan.pair == i)) > 0
        share = 6 * share + plan.chows[i] + search.meld_chows[i]
    winds = plan.winds + search.meld_winds
    dragons = plan.dragons + search.meld_dragons
    pungs += concealed + search.meld_winds + search.meld_dragons
    narrow(table, SLOT_GROUPS, chows | pungs << 3 | (plan.pair == WINDS_PART) << 6
           | (plan.pair == DRAGONS_PART) << 7, terms)
    narrow(table, SLOT_PARTS, suits | winds + (plan.pair == WINDS_PART) << 2
           | dragons + (plan.pair == DRAGONS_PART) << 5, terms)
    terms[0] &= search.bound.chows[share][0]
    terms[1] &= search.bound.chows[share][1]

    honours = winds + dragons > 0 or plan.pair >= WINDS_PART
    gates = job.subject.whole and suits == 1 and not honours and concealed_chows > 0
    kongs = job.subject.concealed_kongs + job.subject.melded_kongs
    some[0] = some[1] = 0
    for i in range(2):
        if i == 1 and (job.subject.self_draw or concealed == 0):
            break
        value = job.subject.concealed_kongs + concealed - i | kongs << 3 | honours << 6
        either(table, SLOT_CONCEALMENT, value, some)
        if gates:
            either(table, SLOT_CONCEALMENT, value | 1 << 7, some)
    also(terms, some)

    some[0] = some[1] = 0
    for seat in range(2):
        for round_wind in range(2):
            if (seat or round_wind) and winds == 0:
                continue
            either(table, SLOT_KONGS, job.subject.slots[<int> SLOT_KONGS] | seat << 6
                   | round_wind << 7, some)
    also(terms, some)
    some[0] = some[1] = 0
    for value in range(16):
        if value & 3 and concealed_chows == 0:
            continue
        either(table, SLOT_WINNING, value, some)
    also(terms, some)


cdef int64_t bound_node(plans_t* search, const node_t* node, int64_t enough) noexcept nogil:
    """No reading of the plan that completes the node scores more; beyond `enough` not exact."""
    cdef const bound_t* bound = search.bound
    cdef const plan_t* plan = &search.plan
    cdef const job_t* job = search.job
    cdef uint64_t terms[2]
    cdef int i, j, open_pieces = 0, open_pungs = 0, honour_pieces = 0
    cdef int masks[3]
    cdef int counts[3]
    cdef int ranks, low, high, orphans, plain, fiveless, pieces, run, most_run, with_pungs, pairs
    cdef int terminals, quads, chows, winds, dragons, lo, hi, hidden
    cdef uint64_t kinds = node.kinds
    cdef uint64_t part, pair_kinds
    cdef bint pair_open = node.pair == NO_TILE
    terms[0] = search.plan_terms[0]
    terms[1] = search.plan_terms[1]
    ranks = 0
    with_pungs = run = pairs = 0
    most_run = 0
    hidden = 0
    chows = 0
    for i in range(3):
        masks[i] = node.pungs >> SUIT_KINDS * i & SUIT_MASK
        counts[i] = POPULATION[masks[i]]
        chows += plan.chows[i] + search.meld_chows[i]
        ranks |= kinds >> SUIT_KINDS * i & SUIT_MASK
        if node.open >> i & 1:
            open_pieces += plan.chows[i] + plan.pungs[i] + (plan.pair == i)
            open_pungs += plan.pungs[i]
            counts[i] += plan.pungs[i]
            hidden += min(<int> plan.pungs[i], 2)
            most_run = max(most_run, counts[i])
        else:
            most_run = max(most_run, <int> LONGEST_RUN[masks[i]])
        with_pungs += counts[i] > 0
    if node.open >> HONOUR_PART & 1:
        honour_pieces = plan.winds + plan.dragons + (plan.pair >= WINDS_PART)

    low = RANK_RANGE[ranks] & 15
    high = RANK_RANGE[ranks] >> 4
    if open_pieces:
        allow(bound, LOWEST, 1, low if low else SUIT_KINDS, terms)
        allow(bound, HIGHEST, max(high, 1), SUIT_KINDS, terms)
    else:
        allow(bound, LOWEST, low, low, terms)
        allow(bound, HIGHEST, high, high, terms)
    lo = (kinds & SIMPLE_MASK) != 0
    allow(bound, SIMPLES, lo, lo | (open_pieces > 0), terms)
    lo = (kinds & TERMINAL_MASK) != 0
    allow(bound, TERMINALS, lo, lo | (open_pieces > 0), terms)

    pieces = node.sums >> PIECES_AT & 15
    orphans = node.sums >> ORPHAN_PIECES_AT & 15
    plain = pieces - orphans
    allow(bound, PLAIN, plain, plain + open_pieces, terms)
    fiveless = pieces - <int> (node.sums >> FIVE_PIECES_AT & 15) + honour_pieces
    allow(bound, WITHOUT_FIVE, fiveless, fiveless + open_pieces, terms)

    if open_pungs:
        allow(bound, SAME_RANK, 1, with_pungs, terms)
        allow(bound, MIXED_RUN, 0, with_pungs == 3, terms)
        allow(bound, PUNG_RUN, 1, most_run, terms)
        pairs = min(counts[0], counts[1]) + min(counts[1], counts[2]) + min(counts[0], counts[2])
        allow(bound, SAME_PAIRS, 0, min(pairs, 7), terms)
    else:
        pairs = (POPULATION[masks[0] & masks[1]] + POPULATION[masks[1] & masks[2]]
                 + POPULATION[masks[0] & masks[2]])
        allow(bound, SAME_PAIRS, min(pairs, 7), min(pairs, 7), terms)
        i = 0
        if with_pungs:
            i = 3 if masks[0] & masks[1] & masks[2] else 2 if pairs else 1
        allow(bound, SAME_RANK, i, i, terms)
        allow(bound, MIXED_RUN, 0, with_pungs == 3, terms)
        allow(bound, PUNG_RUN, most_run, most_run, terms)
    winds = plan.winds + search.meld_winds
    dragons = plan.dragons + search.meld_dragons
    allow(bound, WIND_PUNGS, winds, winds, terms)
    allow(bound, DRAGON_PUNGS, dragons, dragons, terms)
    terminals = node.sums >> TERMINAL_PUNGS_AT & 15
    allow(bound, TERMINAL_PUNGS, terminals, min(terminals + hidden, 7), terms)
    quads = MOST_QUADS if chows else 0
    if node.open == 0:
        quads = (number_of_bits(node.words[0] & FOURS) + number_of_bits(node.words[1] & FOURS)
                 + number_of_bits(node.words[2] & FOURS))
        allow(bound, QUADS, quads, quads, terms)
    else:
        allow(bound, QUADS, 0, quads, terms)
    lo = (kinds & job.subject.void_kinds) != 0
    allow(bound, VOID, lo, lo | (open_pieces > 0), terms)
    lo = job.subject.slots[<int> SLOT_QUADS] >> 7
    allow(bound, DEALER, lo, lo, terms)
    allow(bound, PAIR_RUN, 0, 0, terms)
    allow(bound, KNITTED_WAIT, 0, 0, terms)
    if plan.pair >= WINDS_PART:
        allow(bound, PAIR_RANK, 0, 0, terms)
    elif pair_open:
        allow(bound, PAIR_RANK, 1, SUIT_KINDS, terms)
    else:
        lo = node.pair % SUIT_KINDS + 1
        allow(bound, PAIR_RANK, lo, lo, terms)

    if pair_open:
        pair_kinds = (WIND_MASK if plan.pair == WINDS_PART
                      else DRAGON_MASK if plan.pair == DRAGONS_PART
                      else (<uint64_t> SUIT_MASK) << SUIT_KINDS * plan.pair)
    else:
        pair_kinds = (<uint64_t> 1) << node.pair
    for i in range(job.subject.set_count):
        if bound.asked[FIRST_OUTSIDE + i]:
            part = job.subject.sets[i]
            lo = (kinds & ~part) != 0
            if node.open and not lo:
                for j in range(3):
                    if (node.open >> j & 1
                            and part >> SUIT_KINDS * j & SUIT_MASK == 0):
                        lo = 1
                if node.open >> HONOUR_PART & 1:
                    if ((plan.winds or plan.pair == WINDS_PART) and part & WIND_MASK == 0
                            or (plan.dragons or plan.pair == DRAGONS_PART)
                            and part & DRAGON_MASK == 0):
                        lo = 1
            allow(bound, FIRST_OUTSIDE + i, lo, lo | (node.open != 0), terms)
        if bound.asked[FIRST_PAIR_IN + i]:
            hi = (pair_kinds & job.subject.sets[i]) != 0
            allow(bound, FIRST_PAIR_IN + i, 0 if pair_open else hi, hi, terms)
    if node.open == 0:
        exact_chows(search, node, terms)
    return most_of(bound, search.table, terms, chows, quads, min(pairs, 7),
                   winds + dragons + terminals + hidden, job.subject.slots[<int> SLOT_MELDS] >> 3,
                   enough)


cdef inline bint goes_on(job_t* job) noexcept nogil:
    """Count a step of the search; False where it has been given up."""
    if interrupted(&job.ticks):
        job.failed = job.gave_up = True
    return not job.failed


cdef inline bint may_beat(plans_t* search, const node_t* node) noexcept nogil:
    """Whether a reading of the plan that completes the node may score more than the best so far."""
    cdef job_t* job = search.job
    return goes_on(job) and (
        not job.has_best or bound_node(search, node, job.best_total) > job.best_total
    )


cdef void exact_chows(const plans_t* search, const node_t* node, uint64_t* terms) noexcept nogil:
    """Narrow the terms to what the chows of a reading make of each other."""
    cdef uint8_t chows[16]
    cdef int count = search.job.subject.meld_chow_count
    cdef int i, number
    memcpy(chows, search.job.subject.meld_chows, count)
    for i in range(node.length):
        if node.pieces[i] < PUNG_AT:
            insert_chow(chows, &count, node.pieces[i])
    number = chow_set_of(chows, count)
    narrow(search.table, SLOT_CHOWS, CHOW_SLOTS[number][0], terms)
    narrow(search.table, SLOT_CHOW_PAIRS, CHOW_SLOTS[number][1], terms)


cdef void list_plans(plans_t* search, int groups, int sort) noexcept nogil:
    """Write the plans that the natural tiles allow, with sorts of groups from `sort` on."""
    cdef plan_t* plan = &search.plan
    cdef int i
    if groups == 0:
        for i in range(5):
            plan.pair = i
            if plan_fits(search):
                bound_plan(search)
                search.root.open = open_parts(plan)
                plan.most = bound_node(search, &search.root, EXACT)
                search.found[search.count] = plan[0]
                search.count += 1
        return
    for i in range(sort, 8):
        if i < 3:
            plan.chows[i] += 1
            list_plans(search, groups - 1, i)
            plan.chows[i] -= 1
        elif i < 6:
            plan.pungs[i - 3] += 1
            list_plans(search, groups - 1, i)
            plan.pungs[i - 3] -= 1
        elif i == 6:
            if plan.winds < 4:
                plan.winds += 1
                list_plans(search, groups - 1, i)
                plan.winds -= 1
        elif plan.dragons < 3:
            plan.dragons += 1
            list_plans(search, groups - 1, i)
            plan.dragons -= 1


cdef inline int open_parts(const plan_t* plan) noexcept nogil:
    cdef int i, parts = 0
    for i in range(3):
        parts |= (plan.chows[i] + plan.pungs[i] + (plan.pair == i) > 0) << i
    return parts | (plan.winds + plan.dragons + (plan.pair >= WINDS_PART) > 0) << HONOUR_PART


cdef bint plan_fits(const plans_t* search) noexcept nogil:
    """Whether the plan's groups may cover the natural tiles, by number."""
    cdef const plan_t* plan = &search.plan
    cdef int i, kinds, tiles
    for i in range(5):
        if i < 3:
            kinds = 3 * plan.chows[i] + plan.pungs[i]
            tiles = 3 * (plan.chows[i] + plan.pungs[i])
        else:
            kinds = plan.winds if i == WINDS_PART else plan.dragons
            tiles = 3 * kinds
        kinds += plan.pair == i
        tiles += 2 * (plan.pair == i)
        if search.natural_kinds[i] > kinds or search.natural_tiles[i] > tiles:
            return False
    return plan.winds + (plan.pair == WINDS_PART) <= 4 and (
        plan.dragons + (plan.pair == DRAGONS_PART) <= 3
    )


cdef int by_bound(const void* left, const void* right) noexcept nogil:
    cdef int64_t a = (<const plan_t*> left).most
    cdef int64_t b = (<const plan_t*> right).most
    return (a < b) - (a > b)


cdef bint open_search(plans_t* search, job_t* job) noexcept nogil:
    """Make a search by plans ready; False when memory runs out."""
    cdef int i, kind, part
    memset(search, 0, sizeof(plans_t))
    search.job = job
    search.bound = job.bound
    search.table = job.table
    search.found = <plan_t*> malloc(MOST_PLANS * sizeof(plan_t))
    search.lists = <int32_t*> malloc(3 * fills_of[<int> SHAPES] * sizeof(int32_t))
    if search.found == NULL or search.lists == NULL:
        free(search.found)
        free(search.lists)
        return False
    memset(search.list_at, 255, sizeof(search.list_at))
    for kind in range(KINDS):
        part = kind // SUIT_KINDS if kind < FIRST_HONOUR else WINDS_PART if kind < 31 \
            else DRAGONS_PART
        if job.counts[kind]:
            search.natural |= (<uint64_t> 1) << kind
            search.natural_kinds[part] += 1
            search.natural_tiles[part] += job.counts[kind]
    for i in range(PARTS):
        search.room[i] = 0x333333333ULL + job.melded[i]
    search.root.kinds = search.natural | job.subject.meld_kinds
    search.root.sums = job.subject.meld_sums
    search.root.pungs = job.subject.meld_pungs
    search.root.pair = NO_TILE
    memcpy(search.root.words, job.subject.meld_tiles, sizeof(search.root.words))
    for i in range(job.subject.meld_chow_count):
        search.meld_chows[job.subject.meld_chows[i] // 7] += 1
    for i in range(3):
        search.meld_pungs[i] = number_of_bits(
            job.subject.meld_pungs >> SUIT_KINDS * i & SUIT_MASK)
    search.meld_winds = number_of_bits(job.subject.meld_pungs & WIND_MASK)
    search.meld_dragons = number_of_bits(job.subject.meld_pungs & DRAGON_MASK)
    return True


cdef void search_plans(job_t* job) noexcept nogil:
    """Find the best standard reading by plans."""
    cdef plans_t search
    cdef int i
    if not open_search(&search, job):
        job.failed = job.gave_up = True
        return
    known_terms(job, FORM_STANDARD_READING, search.terms)
    list_plans(&search, job.groups, 0)
    qsort(search.found, search.count, sizeof(plan_t), by_bound)
    for i in range(search.count):
        search.plan = search.found[i]
        if job.has_best and search.plan.most <= job.best_total:
            break
        bound_plan(&search)
        search.root.open = open_parts(&search.plan)
        if search.root.open >> HONOUR_PART & 1:
            fill_honours(&search, search.root)
        else:
            fill_suits(&search, &search.root)
        if job.failed:
            break
    free(search.found)
    free(search.lists)


cdef void fill_honours(plans_t* search, node_t node) noexcept nogil:
    """Fill the honours in all ways that hold the natural ones, then the suits."""
    cdef const plan_t* plan = &search.plan
    cdef node_t more
    cdef int pungs, pair, kind, code, covered
    node.open &= ~(1 << HONOUR_PART)
    for pungs in range(1 << 7):
        if (POPULATION[pungs & 15] != plan.winds or POPULATION[pungs >> 4] != plan.dragons):
            continue
        for pair in range(8):
            if (pair == 7) != (plan.pair < WINDS_PART):
                continue
            if pair < 7 and (pungs >> pair & 1 or (pair >= 4) != (plan.pair == DRAGONS_PART)):
                continue
            more = node
            covered = pungs | (1 << pair if pair < 7 else 0)
            if (search.natural >> FIRST_HONOUR & 127) & ~<uint64_t> covered:
                continue
            for kind in range(7):
                if not covered >> kind & 1:
                    continue
                code = (PUNG_AT if kind != pair else PAIR_AT) + FIRST_HONOUR + kind
                if not fits_honour(search, kind, 3 if kind != pair else 2):
                    break
                more.kinds |= PIECES[code].kinds
                more.sums += PIECES[code].sums
                more.pungs |= PIECES[code].pung
                more.words[<int> HONOUR_PART] += PIECES[code].tiles
                more.pieces[more.length] = code
                more.length += 1
                if kind == pair:
                    more.pair = FIRST_HONOUR + kind
            else:
                if may_beat(search, &more):
                    fill_suits(search, &more)
                if search.job.failed:
                    return


cdef inline bint fits_honour(const plans_t* search, int kind, int tiles) noexcept nogil:
    """Whether so many tiles of an honour hold the natural ones and are not too many."""
    cdef int natural = search.job.counts[FIRST_HONOUR + kind]
    return natural <= tiles and tiles + held(search.job.melded, FIRST_HONOUR + kind) <= 4


cdef void fill_suits(plans_t* search, const node_t* node) noexcept nogil:
    """Fill the suits that are open, the one with the fewest fillings first."""
    cdef const plan_t* plan = &search.plan
    cdef job_t* job = search.job
    cdef const fill_t* fill
    cdef node_t more
    cdef int i, j, suit = -1, shape = 0, best_shape = 0
    if node.open == 0:
        if may_beat(search, node):
            judge_node(search, node)
        return
    for i in range(3):
        if node.open >> i & 1:
            shape = shape_of(plan.chows[i], plan.pungs[i], plan.pair == i)
            if search.list_at[i][shape] < 0:
                list_fitting(search, i, shape)
            if suit < 0 or search.list_length[i][shape] < search.list_length[suit][best_shape]:
                suit = i
                best_shape = shape
    for j in range(search.list_length[suit][best_shape]):
        fill = &fills[search.lists[search.list_at[suit][best_shape] + j]]
        more = node[0]
        more.open &= ~(1 << suit)
        more.kinds |= (<uint64_t> fill.ranks) << SUIT_KINDS * suit
        more.sums += fill.sums
        more.pungs |= (<uint64_t> fill.pungs) << SUIT_KINDS * suit
        more.words[suit] += fill.word
        for i in range(fill.length):
            more.pieces[more.length] = fill.pieces[i] + (
                7 if fill.pieces[i] < PUNG_AT else SUIT_KINDS) * suit
            more.length += 1
        if fill.pair != NO_PAIR:
            more.pair = SUIT_KINDS * suit + fill.pair
        if more.open and not may_beat(search, &more):
            continue
        fill_suits(search, &more)
        if job.failed:
            return


cdef void list_fitting(plans_t* search, int suit, int shape) noexcept nogil:
    """List the fillings of a shape that hold a suit's natural tiles and respect its copies."""
    cdef uint64_t natural = search.job.words[suit]
    cdef uint64_t room = search.room[suit]
    cdef int number
    search.list_at[suit][shape] = search.list_end
    for number in range(fills_of[shape], fills_of[shape + 1]):
        if ((fills[number].word | 0x888888888ULL) - natural) & 0x888888888ULL != 0x888888888ULL:
            continue
        if (fills[number].word + room) & 0x888888888ULL:
            continue
        search.lists[search.list_end] = number
        search.list_end += 1
    search.list_length[suit][shape] = search.list_end - search.list_at[suit][shape]


cdef void judge_node(plans_t* search, const node_t* node) noexcept nogil:
    cdef reading_t reading
    blank_reading(search.job, &reading, FORM_STANDARD_READING)
    memcpy(reading.pieces, node.pieces, node.length)
    reading.length = node.length
    reading.pair = node.pair
    consider_substituted(search.job, &reading)


# --- Forms of single tiles and pairs -------------------------------------------------------------

cdef int64_t bound_pieces(const job_t* job, const uint64_t* form_terms, uint64_t kinds,
                          uint64_t further, int more, bint are_pairs, int quads,
                          int64_t enough) noexcept nogil:
    """No hand of single tiles or pairs scores more that holds some kinds and a few more.

    Args:
        form_terms: what the form, the situation and the melds leave possible.
        kinds: the kinds that are held.
        further: the kinds of which it may hold more, `more` of them.
        are_pairs: seven pairs, else single tiles.
        quads: two pairs of a kind that there are already; each further pair may make one more.
        enough: a bound beyond this need not be exact.
    """
    cdef const bound_t* bound = job.bound
    cdef const fan_table_t* table = job.table
    cdef uint64_t terms[2]
    cdef uint64_t some[2]
    cdef uint64_t every = kinds | further
    cdef int ranks = 0, all_ranks = 0, suits = 0, all_suits = 0, run = 0, all_run = 0
    cdef int i, suit, lo, hi, winds, dragons, most_winds, most_dragons, most_knitted, most_quads
    terms[0] = form_terms[0]
    terms[1] = form_terms[1]
    for i in range(3):
        suit = kinds >> SUIT_KINDS * i & SUIT_MASK
        ranks |= suit
        suits += suit != 0
        run = max(run, <int> LONGEST_RUN[suit])
        suit = every >> SUIT_KINDS * i & SUIT_MASK
        all_ranks |= suit
        all_suits += suit != 0
        all_run = max(all_run, min(
            <int> LONGEST_RUN[suit],
            POPULATION[kinds >> SUIT_KINDS * i & SUIT_MASK] + more,
        ))
    all_suits = min(all_suits, suits + more)
    if ranks:
        allow(bound, LOWEST, RANK_RANGE[all_ranks] & 15, RANK_RANGE[ranks] & 15, terms)
        allow(bound, HIGHEST, RANK_RANGE[ranks] >> 4, RANK_RANGE[all_ranks] >> 4, terms)
    else:
        allow(bound, LOWEST, 0, RANK_RANGE[all_ranks] >> 4, terms)
        allow(bound, HIGHEST, 0, RANK_RANGE[all_ranks] >> 4, terms)
    allow(bound, SIMPLES, (kinds & SIMPLE_MASK) != 0, (every & SIMPLE_MASK) != 0, terms)
    allow(bound, TERMINALS, (kinds & TERMINAL_MASK) != 0, (every & TERMINAL_MASK) != 0, terms)
    allow(bound, PLAIN, 0, 0, terms)
    allow(bound, SAME_RANK, 0, 0, terms)
    allow(bound, MIXED_RUN, 0, 0, terms)
    allow(bound, VOID, (kinds & job.subject.void_kinds) != 0,
          (every & job.subject.void_kinds) != 0, terms)
    lo = job.subject.slots[<int> SLOT_QUADS] >> 7
    allow(bound, DEALER, lo, lo, terms)
    allow(bound, TERMINAL_PUNGS, 0, 0, terms)
    most_quads = min(quads + more, <int> MOST_QUADS) if are_pairs else 0
    allow(bound, QUADS, quads, most_quads, terms)
    allow(bound, PAIR_RANK, 0, 0, terms)
    allow(bound, KNITTED_WAIT, 0, 0, terms)
    if are_pairs:
        allow(bound, PAIR_RUN, min(run, 7), min(all_run, 7), terms)
    else:
        allow(bound, PAIR_RUN, 0, 0, terms)
    narrow(table, SLOT_GROUPS, 0, terms)
    narrow(table, SLOT_KONGS, job.subject.slots[<int> SLOT_KONGS], terms)
    narrow(table, SLOT_FIVES, 0, terms)
    narrow(table, SLOT_PUNGS, 0, terms)
    narrow(table, SLOT_CHOWS, 0, terms)
    narrow(table, SLOT_CHOW_PAIRS, 0, terms)
    winds = POPULATION[kinds >> 27 & 15]
    dragons = POPULATION[kinds >> 31 & 7]
    most_winds = min(<int> POPULATION[every >> 27 & 15], winds + more)
    most_dragons = min(<int> POPULATION[every >> 31 & 7], dragons + more)
    some[0] = some[1] = 0
    for i in range(suits, all_suits + 1):
        for lo in range(winds, most_winds + 1):
            for hi in range(dragons, most_dragons + 1):
                either(table, SLOT_PARTS, i | lo << 2 | hi << 5, some)
    also(terms, some)
    some[0] = some[1] = 0
    for i in range((kinds & HONOUR_MASK) != 0, ((every & HONOUR_MASK) != 0) + 1):
        either(table, SLOT_CONCEALMENT, i << 6, some)
    also(terms, some)
    most_knitted = 0 if are_pairs else 9
    some[0] = some[1] = 0
    for i in range(most_knitted + 1):
        either(table, SLOT_WINNING, i << 4, some)
        if are_pairs:
            either(table, SLOT_WINNING, 4, some)
    also(terms, some)
    for i in range(job.subject.set_count):
        if bound.asked[FIRST_OUTSIDE + i]:
            allow(bound, FIRST_OUTSIDE + i, (kinds & ~job.subject.sets[i]) != 0,
                  (every & ~job.subject.sets[i]) != 0, terms)
    return most_of(bound, table, terms, 0, most_quads, 0, 0,
                   job.subject.slots[<int> SLOT_MELDS] >> 3, enough)


cdef bint can_beat(const job_t* job, int form, uint64_t kinds, uint64_t further,
                   bint are_pairs) noexcept nogil:
    """Whether some hand of a form may score more than the best so far."""
    cdef uint64_t terms[2]
    if job.bound == NULL or not job.has_best or job.wild < PLANNED_WILD:
        return True
    known_terms(job, form, terms)
    return bound_pieces(
        job, terms, kinds, further, 14, are_pairs, 0, job.best_total
    ) > job.best_total


cdef int unforced_pairs(const job_t* job) noexcept nogil:
    """Of seven pairs, those that hold no natural tile."""
    cdef int kind, pairs = 7
    for kind in range(KINDS):
        pairs -= (job.counts[kind] + 1) // 2
    return pairs


cdef void search_pairs(job_t* job, uint64_t kinds) noexcept nogil:
    """Find the best seven pairs, choosing those of wildcards alone one by one, bounded."""
    cdef uint64_t terms[2]
    cdef reading_t reading
    cdef int pairs_left[KINDS]      # more pairs of a kind that there may be
    cdef int kind, pairs
    cdef int quads = 0
    cdef int most = 2 if job.quads_as_two_pairs else 1
    blank_reading(job, &reading, FORM_SEVEN_PAIRS_READING)
    for kind in range(KINDS):
        pairs = (job.counts[kind] + 1) // 2
        pairs_left[kind] = most - pairs
        quads += pairs == 2
        if pairs_left[kind] < 0 or reading.length + pairs > 7:
            return
        while pairs:
            reading.pieces[reading.length] = PAIR_AT + kind
            reading.length += 1
            pairs -= 1
    known_terms(job, FORM_SEVEN_PAIRS_READING, terms)
    choose_pairs(job, &reading, terms, kinds, 0, pairs_left, quads)


cdef void choose_pairs(job_t* job, reading_t* reading, const uint64_t* terms, uint64_t kinds,
                       int first, int* pairs_left, int quads) noexcept nogil:
    """Add pairs of kinds from `first` on until there are seven, what may score most first."""
    cdef int64_t bounds[KINDS]
    cdef reading_t whole
    cdef int kind, best
    cdef int more = 6 - reading.length      # after the next one
    if not goes_on(job):
        return
    if more < 0:
        whole = reading[0]
        consider_substituted(job, &whole)
        return
    for kind in range(first, KINDS):
        if pairs_left[kind]:
            bounds[kind] = bound_pieces(
                job, terms, kinds | (<uint64_t> 1) << kind,
                ((<uint64_t> 1) << KINDS) - ((<uint64_t> 1) << kind) if more else 0, more, True,
                quads + makes_quad(job, pairs_left[kind]), EXACT,
            )
    while not job.failed:
        best = NO_TILE
        for kind in range(first, KINDS):
            if pairs_left[kind] and (best == NO_TILE or bounds[kind] > bounds[best]):
                best = kind
        if best == NO_TILE or bounds[best] == TRIED:
            return
        if job.has_best and bounds[best] <= job.best_total:
            return
        bounds[best] = TRIED
        pairs_left[best] -= 1
        reading.pieces[reading.length] = PAIR_AT + best
        reading.length += 1
        choose_pairs(job, reading, terms, kinds | (<uint64_t> 1) << best, best, pairs_left,
                     quads + makes_quad(job, pairs_left[best] + 1))
        reading.length -= 1
        pairs_left[best] += 1


cdef inline bint makes_quad(const job_t* job, int pairs_left) noexcept nogil:
    """Whether a pair of a kind is its second, of which so many are left before."""
    return job.quads_as_two_pairs and pairs_left == 1


cdef bint knitted_can_beat(const job_t* job) noexcept nogil:
    """Whether some reading with a knitted straight may score more than the best so far."""
    cdef const bound_t* bound = job.bound
    cdef const fan_table_t* table = job.table
    cdef const uint8_t* slots = &job.subject.slots[0]
    cdef uint64_t terms[2]
    cdef uint64_t some[2]
    cdef int chows, pair, winds, dragons, i, share
    cdef int groups = job.groups - KNITTED_GROUPS + job.subject.melds
    if bound == NULL or not job.has_best or job.wild < PLANNED_WILD:
        return True
    known_terms(job, FORM_KNITTED_STRAIGHT_READING, terms)
    some[0] = some[1] = 0
    for chows in range(groups + 1):
        for pair in range(3):
            either(table, SLOT_GROUPS, chows | groups - chows << 3 | pair << 6, some)
    also(terms, some)
    some[0] = some[1] = 0
    for winds in range(groups + 2):
        for dragons in range(min(groups + 2, 4)):
            either(table, SLOT_PARTS, 3 | winds << 2 | dragons << 5, some)
    also(terms, some)
    some[0] = some[1] = 0
    for share in range(216):
        if share // 36 + share // 6 % 6 + share % 6 <= groups:
            some[0] |= bound.chows[share][0]
            some[1] |= bound.chows[share][1]
    also(terms, some)
    some[0] = some[1] = 0
    for i in range(groups + 1):
        for pair in range(2):
            either(table, SLOT_CONCEALMENT, min(i + job.subject.concealed_kongs, 7)
                   | job.subject.concealed_kongs + job.subject.melded_kongs << 3 | pair << 6, some)
    also(terms, some)
    allow(bound, LOWEST, 1, 1, terms)
    allow(bound, HIGHEST, SUIT_KINDS, SUIT_KINDS, terms)
    allow(bound, SIMPLES, 1, 1, terms)
    allow(bound, TERMINALS, 1, 1, terms)
    allow(bound, SAME_RANK, 0, min(groups, 3), terms)
    allow(bound, MIXED_RUN, 0, groups >= 3, terms)
    allow(bound, PUNG_RUN, 0, groups, terms)
    allow(bound, SAME_PAIRS, 0, groups, terms)
    allow(bound, WIND_PUNGS, 0, groups, terms)
    allow(bound, DRAGON_PUNGS, 0, min(groups, 3), terms)
    allow(bound, TERMINAL_PUNGS, 0, groups, terms)
    allow(bound, PAIR_RUN, 0, 0, terms)
    for i in range(job.subject.set_count):
        if bound.asked[FIRST_OUTSIDE + i]:
            allow(bound, FIRST_OUTSIDE + i, 0, 1, terms)
    return most_of(bound, table, terms, groups, MOST_QUADS, groups, groups,
                   slots[<int> SLOT_MELDS] >> 3, job.best_total) > job.best_total


# --- Every form ----------------------------------------------------------------------------------

cdef void score_wild(job_t* job) noexcept nogil:
    """Find the best reading of any substitution of the wildcards."""
    cdef uint8_t total_limit[KINDS]
    cdef uint8_t rest[KINDS]
    cdef uint64_t kinds = presence(job.words)
    cdef uint64_t missing
    cdef int kind, i, lacking
    cdef bint whole = job.subject.whole and job.groups == WHOLE_GROUPS
    cdef bint planned, pairs
    job.subject.quads = -1
    for kind in range(KINDS):
        total_limit[kind] = NO_LIMIT
        if job.max_copies != NO_LIMIT:
            total_limit[kind] = max(0, job.max_copies - held(job.melded, kind))
    planned = job.bound != NULL and job.wild >= PLANNED_WILD
    pairs = whole and job.forms & FORM_SEVEN_PAIRS_READING != 0
    if pairs and planned and unforced_pairs(job) <= FEW_PAIRS:
        search_pairs(job, kinds)        # quick, and a good start for the others
        pairs = False
    if job.forms & FORM_STANDARD_READING and not job.failed:
        if planned:
            search_plans(job)
        else:
            search(job, FORM_STANDARD_READING, job.counts, total_limit, job.wild, job.groups, 1,
                   True, 0)
    if pairs and not job.failed:
        if planned:
            search_pairs(job, kinds)
        else:
            search(job, FORM_SEVEN_PAIRS_READING, job.counts, total_limit, job.wild, 0, 7,
                   job.quads_as_two_pairs, 0)
    if whole and not job.failed:
        search_orphans(job, kinds)
        search_scattered(job, kinds)
    if (job.forms & FORM_KNITTED_STRAIGHT_READING and job.groups >= KNITTED_GROUPS
            and not job.failed and knitted_can_beat(job)):
        for i in range(KNITTINGS):
            missing = KNITTED[i] & ~kinds
            lacking = number_of_bits(missing)
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
                search(job, FORM_KNITTED_STRAIGHT_READING, rest, total_limit, job.wild - lacking,
                       job.groups - KNITTED_GROUPS, 1, True, KNITTED[i])
            for kind in range(FIRST_HONOUR):
                if KNITTED[i] >> kind & 1 and job.max_copies != NO_LIMIT:
                    total_limit[kind] += 1


cdef void search(job_t* job, int form, const uint8_t* counts, const uint8_t* total_limit, int wild,
                 int groups, int pairs, bint pairs_repeat, uint64_t loose) noexcept nogil:
    """Visit the readings of a form."""
    cdef walk_t walk
    cdef reading_t reading
    cdef classes_t classes
    cdef int found, i, kind, code
    walk_open(&walk, counts, total_limit, wild, groups, pairs, pairs_repeat)
    if (form != FORM_KNITTED_STRAIGHT_READING and job.wild >= FEW_WILD
            and find_classes(job, &classes)):
        walk_merge(&walk, &classes)
    while True:
        found = walk_next(&walk)
        if found < 0:
            job.failed = job.gave_up = True
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
    if not can_beat(job, FORM_ORPHANS_READING, ORPHAN_MASK, 0, False):
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
        reading.pair = lowest_bit(left)
        left &= left - 1
        consider_substituted(job, &reading)


cdef void search_scattered(job_t* job, uint64_t kinds) noexcept nogil:
    """Visit the readings as fourteen different tiles of a knitted form."""
    cdef reading_t reading
    cdef uint64_t field, unheld, tiles
    cdef int i, first, second
    if job.forms & (FORM_LESSER_KNITTED_READING | FORM_GREATER_KNITTED_READING) == 0:
        return
    for i in range(KINDS):
        if job.counts[i] > 1:
            return
    for i in range(KNITTINGS):
        field = KNITTED[i] | HONOUR_MASK
        if kinds & ~field:
            continue
        if not (can_beat(job, FORM_LESSER_KNITTED_READING, kinds, field, False)
                or can_beat(job, FORM_GREATER_KNITTED_READING, kinds, field, False)):
            continue
        unheld = field & ~kinds     # of which all but two become wildcards' faces
        for first in range(KINDS):
            if not unheld >> first & 1:
                continue
            for second in range(first + 1, KINDS):
                if not unheld >> second & 1 or job.failed:
                    continue
                tiles = field & ~((<uint64_t> 1) << first | (<uint64_t> 1) << second)
                blank_reading(job, &reading, FORM_LESSER_KNITTED_READING)
                reading.loose = tiles
                reading.knitted_tiles = number_of_bits(tiles & ~HONOUR_MASK)
                if job.forms & FORM_LESSER_KNITTED_READING:
                    consider_substituted(job, &reading)
                reading.form = FORM_GREATER_KNITTED_READING     # with all honours it is one too
                if job.forms & reading.form and tiles & HONOUR_MASK == HONOUR_MASK:
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
        words[lowest_bit(loose) // SUIT_KINDS] += one(lowest_bit(loose))
        loose &= loose - 1
    if reading.form == FORM_ORPHANS_READING:
        words[reading.pair // SUIT_KINDS] += one(reading.pair)


cdef int consider_substituted(job_t* job, reading_t* reading) noexcept nogil:
    """Score a reading with substituted tiles; a winning wildcard may be any of them."""
    cdef uint64_t words[PARTS]
    cdef uint64_t became
    cdef int kind
    if not goes_on(job):
        return 1
    reading_words(reading, words)
    if job.winning != WILD:
        return consider_as_won(job, reading, words, NO_TILE, job.winning)
    became = kinds_become(job, words)
    while became:
        kind = lowest_bit(became)
        became &= became - 1
        if consider_as_won(job, reading, words, kind, kind):
            return 1
    return 0


cdef uint64_t kinds_become(const job_t* job, const uint64_t* words) noexcept nogil:
    """The kinds of the tiles that wildcards are."""
    cdef uint64_t kinds = 0
    cdef int kind
    for kind in range(KINDS):
        kinds |= <uint64_t> (held(words, kind) > <int> job.counts[kind]) << kind
    return kinds


cdef void open_uses(
    const job_t* job, const uint64_t* words, int became, uses_t* uses
) noexcept nogil:
    """Begin to tell which wild tiles are themselves; a wildcard that won became a kind, or is none.

    It was one of the tiles that wildcards became, or is itself.
    """
    cdef int kind
    uses.wild = job.wild
    uses.most = 0
    for kind in range(KINDS):
        uses.slots[kind] = held(words, kind) - job.counts[kind]
        uses.faced[kind] = job.faced[kind]
        uses.own[kind] = min(uses.slots[kind], uses.faced[kind])
        if kind == became and kind != job.drawn:
            uses.own[kind] = min(uses.own[kind], uses.slots[kind] - 1)
        uses.most += uses.own[kind]


cdef bint share_own(const uses_t* uses, int own, int8_t* of_kind) noexcept nogil:
    """Whether so many of the wild tiles can be themselves and no others; if so, find which.

    The others must go round: of each kind no more tiles and slots may be left than tiles in all.
    """
    cdef int left = own
    cdef int kind, least, more
    for kind in range(KINDS):
        least = uses.faced[kind] + uses.slots[kind] - uses.wild + own
        of_kind[kind] = max(0, (least + 1) >> 1)
        left -= of_kind[kind]
        if of_kind[kind] > uses.own[kind]:
            return False
    if left < 0:
        return False
    for kind in range(KINDS):
        more = min(left, uses.own[kind] - of_kind[kind])
        of_kind[kind] += more
        left -= more
    return left == 0


cdef int consider_as_won(job_t* job, reading_t* reading, const uint64_t* words,
                         int became, int winning) noexcept nogil:
    """Score the reading with as many wild tiles that are themselves as can, or with each number."""
    cdef uses_t uses
    cdef int8_t of_kind[KINDS]
    cdef int own
    if not job.has_faced:
        reading.substituted = job.wild
        return consider_winning(job, reading, words, winning)
    open_uses(job, words, became, &uses)
    for own in range(uses.most, -1, -1):
        if share_own(&uses, own, of_kind):
            reading.substituted = job.wild - own
            if consider_winning(job, reading, words, winning):
                return 1
            if not job.tries_substitutes:
                break
    return 0
