# optimize: speed
"""Which pieces of readings the fans of a table cannot tell apart.

Most tables ask little of a reading: how many suits, how many pungs, whether a group is of dragons.
To them a pung of 2m is as good as one of 3m, and a walk may leave out what is like a reading found
before (`group_walk`). What makes up the look of a piece depends on the features that fans speak of;
pieces that hold a kind of which more is asked, such as the winning tile, are like no other.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from mahjong_fast.core.base.vocabulary cimport (
    FIRST_DRAGON, FIRST_HONOUR, FIRST_WIND, KINDS, NO_TILE, REQUIRED_ORPHAN, SIMPLE_MASK,
    SUIT_KINDS, TERMINAL_MASK, WILD, begins_suit_run, bit,
)
from mahjong_fast.core.readings.group_walk cimport (
    MOST_CLASSES, SORTS, SORT_PAIR, SORT_RUN, SORT_WIND_RUN, classes_t,
)
from mahjong_fast.core.scoring.judge cimport held, job_t

cdef enum:
    # Where the parts of a look stand.
    PART_AT = 3
    TERMINAL_AT = 6
    SIMPLE_AT = 7
    SEAT_AT = 8
    ROUND_AT = 9
    PAIR_AT = 10                # whether it is a pair that the rules allow
    KIND_AT = 12                # of a piece that is like no other, or of which the kind is asked
    SETS_AT = 20                # which sets it is outside of
    PAIR_SETS_AT = 28

# What a feature asks of pieces; features of the deal and of the hand ask nothing.
cdef dict ASKED = {
    **dict.fromkeys((
        "self_draw", "replacement", "robbing_kong", "last_tile", "first_turn", "dealer",
        "dealer_streak", "flowers", "kongs", "concealed_kongs", "melded_kongs", "exposed_melds",
        "concealed", "others_hold_wild", "others_lack_wild", "wildcards", "deal_wild_melded",
        "any_tile_wait_in_any_form",
    ), ASKS_NOTHING),
    **dict.fromkeys((
        "standard", "seven_pairs", "thirteen_orphans", "knitted_straight", "lesser_knitted",
        "greater_knitted", "misfit", "seven_star_misfit", "seven_couples", "eight_pairs",
        "pairs_and_triplet", "all_honours_set", "all_258_set", "all_pungs", "any_tile_wait",
        "chows", "pungs", "honour_runs", "wind_pair", "dragon_pair", "wind_pungs", "dragon_pungs",
        "seat_wind_pung", "round_wind_pung", "suits", "honours", "void_suit_tiles",
    ), 0),
    **dict.fromkeys(("substituted", "natural_wild", "natural_quads"), ASKS_USES),
    "wild_pair_wait": ASKS_WINNING | ASKS_USES,
    **dict.fromkeys(("simples", "terminals", "plain_groups", "terminal_pungs"), ASKS_ENDS),
    **dict.fromkeys(("pure_straight", "mixed_straight"), ASKS_STRAIGHTS),
    **dict.fromkeys(("wind_kinds", "dragon_kinds"), ASKS_HONOURS),
    **dict.fromkeys(("quads", "four_alike"), ASKS_FOURS),
    **dict.fromkeys((
        "edge_wait", "closed_wait", "single_wait", "pung_wait", "concealed_pungs", "last_of_kind",
    ), ASKS_WINNING),
}


cdef int asked_of_pieces(object names) except -1:
    """What the features of some names ask of pieces: ASKS_* bits."""
    cdef int asked = 0
    cdef int of_name
    cdef bint nothing = True
    for name in names - {None}:
        of_name = ASKED.get(name, ASKS_ALL)
        if name.startswith(("outside_", "pair_in_")):
            of_name = 0         # every look tells the sets
        nothing = nothing and of_name == ASKS_NOTHING
        asked |= of_name
    return ASKS_NOTHING if nothing else asked & ~ASKS_NOTHING


cdef bint find_classes(const job_t* job, classes_t* out) noexcept nogil:
    """Number the looks of pieces; False where readings must all be seen."""
    cdef uint64_t looks[MOST_CLASSES]
    cdef uint64_t apart = 0     # kinds of which all is asked
    cdef uint64_t look
    cdef int number = 0
    cdef int kind, sort, index
    if job.asked & ASKS_ALL:
        return False
    if job.asked & ASKS_WINNING:
        if job.winning == WILD:
            if job.candidate == NO_TILE:
                return False    # it may be any of those substituted
            apart |= bit(job.candidate)
        elif job.winning >= 0:
            apart |= bit(job.winning)
    memset(out, 0, sizeof(classes_t))
    out.count_fours = job.asked & ASKS_FOURS != 0
    for kind in range(KINDS):
        out.melded[kind] = held(job.subject.meld_tiles, kind)
        if job.limits == NULL and job.faced[kind] and (
            job.asked & ASKS_USES or job.winning == WILD
        ):
            apart |= bit(kind)
    for kind in range(KINDS):
        for sort in range(SORTS):
            if sort >= SORT_WIND_RUN and kind != FIRST_WIND:
                continue
            look = look_of(job, kind, sort, apart)
            index = 0
            while index < number and looks[index] != look:
                index += 1
            if index == number:
                if number == MOST_CLASSES:
                    return False
                looks[number] = look
                number += 1
            out.of_piece[kind][sort] = index + 1
    return True


cdef uint64_t look_of(const job_t* job, int kind, int sort, uint64_t apart) noexcept nogil:
    """What the fans may ask of a piece, as a number."""
    cdef uint64_t kinds = kinds_of(kind, sort)
    cdef uint64_t look = min(sort, <int> SORT_WIND_RUN)
    cdef int asked = job.asked
    cdef int index
    if kinds & apart:
        return <uint64_t> 1 << 63 | kind << KIND_AT | sort
    if job.limits != NULL and job.limits.required & REQUIRED_ORPHAN:
        asked |= ASKS_ENDS
    look |= part_of(kind) << PART_AT
    if asked & ASKS_ENDS:
        look |= (kinds & TERMINAL_MASK != 0) << TERMINAL_AT
        look |= (kinds & SIMPLE_MASK != 0) << SIMPLE_AT
    look |= (kind == job.subject.seat_kind) << SEAT_AT
    look |= (kind == job.subject.round_kind) << ROUND_AT
    if sort == SORT_PAIR and job.limits != NULL:
        look |= (job.limits.pair_kinds >> kind & 1) << PAIR_AT
    if (asked & ASKS_STRAIGHTS and sort == SORT_RUN and kind % SUIT_KINDS % 3 == 0
            or asked & ASKS_HONOURS and kind >= FIRST_HONOUR):
        look |= <uint64_t> (kind + 1) << KIND_AT
        if sort >= SORT_WIND_RUN:
            look |= sort        # which wind it lacks
    for index in range(job.subject.set_count):
        look |= <uint64_t> (kinds & ~job.subject.sets[index] != 0) << SETS_AT + index
        look |= <uint64_t> (
            sort == SORT_PAIR and kinds & job.subject.sets[index] != 0
        ) << PAIR_SETS_AT + index
    return look


cdef uint64_t kinds_of(int kind, int sort) noexcept nogil:
    """The kinds of a piece; of a couple one too many, which tells no two apart wrongly."""
    if sort >= SORT_WIND_RUN:
        return ((<uint64_t> 15) << FIRST_WIND) & ~bit(FIRST_WIND + sort - SORT_WIND_RUN)
    if sort == SORT_RUN and (begins_suit_run(kind) or kind == FIRST_DRAGON):
        return (<uint64_t> 7) << kind
    return bit(kind)


cdef int part_of(int kind) noexcept nogil:
    if kind < FIRST_HONOUR:
        return kind // SUIT_KINDS
    return WINDS_PART if kind < FIRST_DRAGON else DRAGONS_PART
