# optimize: balance
"""Scores: hands and situations in, checked; the best reading and what it is worth out."""
cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.hand cimport (
    MAX_MELDS, BaseHand, Hand, Meld, meld_t, read_hand, read_wild,
)
from mahjong_fast.core.base.position cimport (
    FITS, NO_WINNING_TILE, TOO_MANY_COPIES, claim_is_forbidden, count_copies_left, fit_hand,
    place_hand, read_void_suit, read_wild_kinds,
)
from mahjong_fast.core.base.rules cimport read_rules
from mahjong_fast.core.base.signals cimport give_up, interrupted
from mahjong_fast.core.base.types cimport hand_t, position_t, rules_t, tiles_of
from mahjong_fast.core.base.vocabulary cimport (
    CLAIMED_WILD, CODE_CHOW, CODE_CONCEALED_KONG, CODE_HONOUR_RUN, CODE_KONG, CODE_PUNG, COUPLES,
    FIRST_DRAGON, FIRST_HONOUR, FORM_SEVEN_PAIRS, FORM_STANDARD, KINDS, MELD_CHOW, MELD_CODES,
    MELD_KONG, MELD_PUNG, NO_LIMIT, NO_TILE, PAIRS, PARTS, RUN_DRAGONS, RUN_SUIT, RUN_WINDS,
    SUIT_KINDS, WILD, bit,
)
from mahjong_fast.core.readings.every_reading cimport has_pair
from mahjong_fast.core.readings.reading cimport (
    Group, Reading, form_name, new_group, new_reading, sort_of,
)
from mahjong_fast.core.scoring.alike cimport ASKS_ALL, asked_of_pieces
from mahjong_fast.core.scoring.best_by_search cimport (
    PLANNED_WILD, make_fills, open_uses, reading_words, score_wild, share_own, uses_t,
)
from mahjong_fast.core.scoring.best_of_every cimport appraise
from mahjong_fast.core.scoring.bounds cimport Bounds
from mahjong_fast.core.scoring.fan_table cimport match, tally_t, total_of
from mahjong_fast.core.scoring.features cimport (
    FORM_GREATER_KNITTED_READING, FORM_KNITTED_STRAIGHT_READING, FORM_LESSER_KNITTED_READING,
    FORM_ORPHANS_READING, FORM_SEVEN_PAIRS_READING, FORM_STANDARD_READING, PAIR_AT, PIECES, PUNG_AT,
    SLOT_KONGS, SLOT_MELDS, SLOT_NATURAL_WILD, SLOT_QUADS, SLOT_SHAPE, SLOT_SITUATION, SLOT_STREAK,
    SLOT_WILD, WIND_RUN_AT, find_features, found_t, order_chows, piece_info_t, reading_t, subject_t,
)
from mahjong_fast.core.scoring.judge cimport (
    LOSERS, MANY, PAID_END, ask_functions, features_of, held, is_told, job_t, one, pack, paid_by,
    payment_t, score_natural, shown_t, tiles_of_word,
)
from mahjong_fast.core.scoring.situation cimport (
    FIRST_TURN, FLAGS, LAST_OF_KIND, MOST_FLOWERS, OTHERS_LACK_WILD, REPLACEMENT, ROBBING_KONG,
    SELF_DRAW, SLOT_FLAGS, UNTOLD, Situation, contradiction, is_contradiction, situation_t,
)
from mahjong_fast.core.tables.lookup cimport GAVE_UP, make_ready
from mahjong_fast.core.tables.scope cimport have_table_shape
from mahjong_fast.core.tables.shape cimport get_shape

from functools import lru_cache

from mahjong_fast.core.scoring.fan_table import compiled
from mahjong_fast.errors import HandError, RulesError
from mahjong_fast.rules import Rules
from mahjong_fast.tiles import name

__all__ = ["Score", "Scorer"]

cdef enum:
    MOST_TOLD = 0x7FFFFFFF      # the largest total in an array
    OUT_OF_RANGE = 255          # in an array that has been narrowed; see arrays.py

    MOST_COMPARED = 7           # wildcards whose readings are all looked at for an explanation
    LACKS_WILD_AT = 6           # in the slot of shapes

    # How a robbed kong is paid for; more is so many shares of the one who made it.
    ROBBED_AS_DISCARD = -3
    ROBBED_AS_SELF_DRAW = -2
    ROBBED_FROM_KONGER = -1

cdef struct meld_info_t:
    # What a meld adds to a subject.
    uint64_t sums
    uint64_t kinds
    uint64_t pung
    uint64_t tiles              # of its part, four bits a rank; none of a kong
    uint64_t copies             # the same, of a kong too
    uint8_t part
    uint8_t piece               # its code among pieces
    uint8_t run                 # RUN_WINDS or RUN_DRAGONS
    bint is_chow
    bint melded_kong
    bint concealed_kong
    bint is_known


cdef meld_info_t MELDS[MELD_CODES]

FORM_BITS = {
    "standard": FORM_STANDARD_READING,
    "seven_pairs": FORM_SEVEN_PAIRS_READING,
    "thirteen_orphans": FORM_ORPHANS_READING,
    "knitted_straight": FORM_KNITTED_STRAIGHT_READING,
    "lesser_knitted": FORM_LESSER_KNITTED_READING,
    "greater_knitted": FORM_GREATER_KNITTED_READING,
}
ANY_VALUE = (1 << 16) - 1       # of a feature: a bit for each value
CLASS_FORMS = {"standard", "seven_pairs", "misfit", "seven_star"}
# What all readings of a class have alike; `substituted` as far as it is 0 or not.
CLASS_FEATURES = {
    "standard", "seven_pairs", "misfit", "seven_star_misfit", "all_pungs", "any_tile_wait",
    "wild_pair_wait", "substituted", "wildcards", "deal_wild_melded", "others_hold_wild",
    "others_lack_wild",
    "self_draw", "replacement", "robbing_kong", "last_tile", "first_turn", "concealed",
    "exposed_melds", "kongs", "concealed_kongs", "melded_kongs", "flowers", "dealer",
    "dealer_streak",
}
# Features that only `best_of_every` finds.
ANY_TILE_FEATURES = {"any_tile_wait", "wild_pair_wait", "any_tile_wait_in_any_form"}
APPRAISED_FEATURES = {*ANY_TILE_FEATURES, "natural_quads"}
standard = Rules()
SELECTION = ("wild_select", "wild_fixed", "wild_skip", "wild_honour_cycles")
FORM_OF_BIT = {bit: form for form, bit in FORM_BITS.items()}
WINNING_FEATURES = {
    "formal_waits", "live_waits", "edge_wait", "closed_wait", "single_wait", "pung_wait",
    "knitted_wait", "nine_gates", "concealed_pungs",
}


# --- Hands in ------------------------------------------------------------------------------------

cdef inline int code_of_meld(const meld_t* meld) noexcept nogil:
    """The code of a meld in arrays."""
    cdef int kind
    if meld.kind == MELD_CHOW:
        return 1 + KINDS * CODE_CHOW + meld.tiles[0]
    if meld.kind == MELD_PUNG:
        return 1 + KINDS * CODE_PUNG + meld.tiles[0]
    if meld.kind == MELD_KONG:
        if meld.concealed:
            return 1 + KINDS * CODE_CONCEALED_KONG + meld.tiles[0]
        return 1 + KINDS * CODE_KONG + meld.tiles[0]
    kind = meld.tiles[0]
    if kind < FIRST_DRAGON:
        kind = 3 * FIRST_HONOUR + 6 - meld.tiles[0] - meld.tiles[1] - meld.tiles[2] + FIRST_HONOUR
    return 1 + KINDS * CODE_HONOUR_RUN + kind


cdef void make_meld(int code) noexcept:
    """Fill what a meld by its code adds to a subject."""
    cdef meld_info_t* meld = &MELDS[code]
    cdef const piece_info_t* piece
    cdef int kind = (code - 1) % KINDS
    cdef int what = (code - 1) // KINDS
    memset(meld, 0, sizeof(meld_info_t))
    if code == 0 or what > CODE_HONOUR_RUN:
        return
    if what == CODE_HONOUR_RUN:
        if not FIRST_HONOUR <= kind <= FIRST_DRAGON:
            return
        meld.run = RUN_WINDS if kind < FIRST_DRAGON else RUN_DRAGONS
        meld.piece = WIND_RUN_AT + kind - FIRST_HONOUR
    elif what == CODE_CHOW:
        if kind >= FIRST_HONOUR or kind % SUIT_KINDS > 6:
            return
        meld.is_chow = True
        meld.piece = kind // SUIT_KINDS * 7 + kind % SUIT_KINDS
    else:
        meld.piece = PUNG_AT + kind
    meld.is_known = True
    meld.melded_kong = what == CODE_KONG
    meld.concealed_kong = what == CODE_CONCEALED_KONG
    piece = &PIECES[meld.piece]
    meld.sums = piece.sums
    meld.kinds = piece.kinds
    meld.pung = piece.pung
    meld.part = piece.part
    meld.copies = piece.tiles
    if what == CODE_KONG or what == CODE_CONCEALED_KONG:
        meld.copies += one(kind)        # and no quad, as the tiles of other melds may be
    else:
        meld.tiles = piece.tiles


for _code in range(MELD_CODES):
    make_meld(_code)


cdef int declare(job_t* job, int code) noexcept nogil:
    """Add a meld to the subject, whose chows are left unordered."""
    cdef subject_t* subject = &job.subject
    cdef const meld_info_t* meld = &MELDS[code]
    if not meld.is_known:
        return BAD_MELD
    if meld.run:
        if job.limits == NULL or not job.limits.runs & meld.run:
            return HONOUR_RUN
        job.meld_honour_runs += 1
    subject.meld_chows[subject.meld_chow_count] = meld.piece    # where it is none, the next is put
    subject.meld_chow_count += meld.is_chow
    subject.meld_sums += meld.sums
    subject.meld_kinds |= meld.kinds
    subject.meld_pungs |= meld.pung
    subject.meld_tiles[meld.part] += meld.tiles
    subject.melded_kongs += meld.melded_kong
    subject.concealed_kongs += meld.concealed_kong
    subject.melds += 1
    job.melded[meld.part] += meld.copies
    if (job.melded[meld.part] + 0x333333333ULL) & 0x888888888ULL:
        return TOO_MANY_COPIES
    return FITS


def spoken_features(scoring):
    """Return the names of the features that the fans count and ask for."""
    spoken = {fan.count for fan in scoring.fans}
    for fan in scoring.fans:
        for term in scoring.terms(fan):
            spoken |= term.keys()
    return spoken


@cython.final
cdef class Scorer:
    """Scores hands under the fan table of a `Rules`. `Evaluator.score` and its kin ask one."""

    def __cinit__(self, rules, wild_kinds=(), bint planned=True, void_suit=None):
        cdef rules_t limits
        cdef uint64_t kinds
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be a Rules, not {type(rules).__name__}")
        if rules.scoring is None:
            raise RulesError("these rules score nothing: they have no fans")
        self.rules = rules
        self.planned = planned and rules.max_copies is not None
        self.fan_table = compiled(rules.scoring, rules.groups)
        wild_kinds = tuple(wild_kinds)
        self.made_from = rules, wild_kinds, bool(planned), void_suit
        read_rules(rules, &self.deal.rules)
        self.deal.wild_mask = read_wild_kinds(wild_kinds)
        self.deal.void_suit = read_void_suit(void_suit)
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
        self.blank.needs_winning = self.needs_winning
        self.blank.asked = ASKS_ALL
        if not self.fan_table.is_slow:
            self.blank.asked = asked_of_pieces(spoken_features(rules.scoring))
        self.blank.tries_substitutes = self.deal.wild_mask != 0 and self.may_prefer_substitutes()
        self.read_payment(rules.scoring.payment())
        if void_suit is not None or self.is_general():
            self.refuse_untold()
            self.is_appraised = True
            self.blank.limits = &self.deal.rules
            self.blank.is_coarse = self.is_coarse()
            if self.blank.is_coarse and "standard" in rules.forms:
                read_rules(rules.replace(forms=("standard",), scoring=None), &limits)
                if planned and have_table_shape(&limits):
                    make_ready(get_shape(&limits), &limits, True, &self.groups_closed)
                    make_ready(get_shape(&limits), &limits, False, &self.groups_open)
                    self.blank.standard_closed = &self.groups_closed
                    self.blank.standard_open = &self.groups_open
            self.blank.wild_is_limited = (
                rules.min_natural_per_group > 0 or rules.wild_max_per_group < 3
                or bool(rules.wild_can_be) or {"chow", "pung"} - set(rules.wild_in)
            )
        limits.groups = rules.groups
        limits.forms = FORM_STANDARD
        if "seven_pairs" in rules.forms:
            limits.forms |= FORM_SEVEN_PAIRS
        limits.quads_as_two_pairs = rules.quads_as_two_pairs
        limits.copies = 4
        limits.max_copies = NO_LIMIT
        limits.runs = RUN_SUIT
        make_ready(get_shape(&limits), &limits, True, &self.waits_closed)
        make_ready(get_shape(&limits), &limits, False, &self.waits_open)
        if self.fan_table.is_slow:
            self.blank.slow = <void*> self.fan_table
        for number, (_, text) in enumerate(rules.scoring.sets):
            kinds = sum([1 << kind for kind in rules.scoring.kinds_of(text)])
            self.blank.subject.sets[<int> number] = kinds
        self.blank.subject.set_count = len(rules.scoring.sets)

    def __reduce__(self):
        return known_scorer, self.made_from

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

    cdef int refuse_untold(self) except -1:
        for feature in ("formal_waits", "live_waits", "nine_gates"):
            if feature in spoken_features(self.rules.scoring):
                raise RulesError(
                    f"the fans speak of {feature}, which is not told under these rules: it is for "
                    "suit runs and any pair, wildcards that may be anything, and the forms of mcr"
                )
        return 0

    cdef bint is_general(self) except -1:
        """Whether `every_reading` has to find the readings: quicker kernels do not know them."""
        rules = self.rules
        scoring = rules.scoring
        if rules.scoring.payment().objective == "payment":
            self.blank.by_payment = self.fan_table.table.has_flat
        spoken = spoken_features(scoring)
        slow = self.fan_table.is_slow
        self.blank.asks_any_tile_wait = slow or bool(spoken & ANY_TILE_FEATURES)
        plain = standard.replace(
            groups=rules.groups, quads_as_two_pairs=rules.quads_as_two_pairs,
            max_copies=rules.max_copies, copies=rules.copies, forms=rules.forms,
            scoring=rules.scoring,
            **{name: getattr(rules, name) for name in SELECTION},
        )
        return (
            self.blank.by_payment
            or bool(spoken & APPRAISED_FEATURES)
            or not set(rules.forms) <= FORM_BITS.keys()
            or rules != plain
        )

    cdef bint may_prefer_substitutes(self) except -1:
        """Whether a reading may be worth more where a wild tile that could be itself is another."""
        cdef int number, points
        if self.fan_table.is_slow:
            return True
        for number, fan in enumerate(self.fan_table.fans):
            points = self.fan_table.table.fans[number].points
            if points > 0 and fan.count == "substituted":
                return True
            if points < 0 and fan.count == "natural_wild":
                return True
            for term in self.rules.scoring.terms(fan):
                few = term.get("substituted", ANY_VALUE)
                lacking = ~term.get("natural_wild", ANY_VALUE) & ANY_VALUE
                if few == ANY_VALUE and lacking == 0:
                    continue
                # A fan for few substitutes, or for many wild tiles that are themselves, and no
                # other.
                if points < 0 or fan.excludes or few & few + 1 or lacking & lacking + 1:
                    return True
        return False

    cdef bint is_coarse(self) except -1:
        """Whether the fans tell no more readings apart than the classes of `best_of_every`."""
        rules = self.rules
        if not set(rules.forms) <= CLASS_FORMS or self.fan_table.is_slow:
            return False
        plain = standard.replace(
            forms=rules.forms, runs=rules.runs, quads_as_two_pairs=rules.quads_as_two_pairs,
            seven_star_wild=rules.seven_star_wild, scoring=rules.scoring,
            misfit_wild_needs_slot=rules.misfit_wild_needs_slot, max_copies=None,
            wild_claimed=rules.wild_claimed,
            **{name: getattr(rules, name) for name in SELECTION},
        )
        if rules != plain:
            return False
        for fan in rules.scoring.fans:
            if fan.count is not None and fan.count not in CLASS_FEATURES:
                return False
            for term in rules.scoring.terms(fan):
                if not term.keys() <= CLASS_FEATURES:
                    return False
                if term.get("substituted", 1) >> 1 not in (0, ANY_VALUE >> 1):
                    return False        # how many are substituted matters
        return True

    cdef int read_payment(self, object pay) except -1:
        """Read `[pay]`; half a share is a share that is halved."""
        robbing = {"discard": ROBBED_AS_DISCARD, "self_draw": ROBBED_AS_SELF_DRAW,
                   "konger": ROBBED_FROM_KONGER}
        discarder, others = pay.discard
        self.unit = pay.unit
        self.discarder_share = discarder
        self.halves_others = others == "half_up"
        self.other_share = discarder if self.halves_others else others
        self.drawn_share = pay.self_draw
        self.robbed_share = robbing.get(pay.robbing_kong, pay.robbing_kong)
        self.dealer_factor = pay.dealer
        self.paid_by_each = pay.each
        self.flat_from_discarder = pay.flat == "discarder"
        return 0

    cdef void set_payment(self, const situation_t* situation, payment_t* out) noexcept nogil:
        """Tell what each loser pays. Where a seat is untold, it is none of the dealer."""
        cdef int seat = situation.seat_wind
        cdef int discarder = situation.discarder
        cdef int loser, payer
        cdef bint robbed = situation.flags & ROBBING_KONG != 0
        cdef bint drawn = situation.flags & SELF_DRAW != 0
        cdef bint alone = robbed and self.robbed_share >= ROBBED_FROM_KONGER
        memset(out, 0, sizeof(payment_t))
        out.told = seat != UNTOLD
        payer = 0 if seat != 0 else 1
        for loser in range(LOSERS):
            out.seats[loser] = payer if seat != UNTOLD else UNTOLD
            payer += 1
            if payer == seat:
                payer += 1
        if not drawn and discarder == UNTOLD:
            # Where it does not matter who he is, he need not be told.
            out.told &= (
                robbed and self.robbed_share == ROBBED_AS_SELF_DRAW
                or not alone and self.discarder_share == self.other_share
                and not self.halves_others and not self.flat_from_discarder
            )
        payer = LOSERS - 1          # the discarder
        for loser in range(LOSERS):
            if discarder != UNTOLD and out.seats[loser] == discarder:
                payer = loser
        for loser in range(LOSERS):
            out.share[loser] = self.unit
            if seat == 0 or out.seats[loser] == 0:
                out.share[loser] *= self.dealer_factor
            out.flat[loser] = out.each[loser] = 1
            out.beside[loser] = self.paid_by_each
            if drawn or robbed and self.robbed_share != ROBBED_AS_DISCARD:
                out.share[loser] *= self.drawn_share
            elif loser == payer:
                out.share[loser] *= self.discarder_share
            else:
                out.share[loser] *= self.other_share
                out.half[loser] = self.halves_others
                out.flat[loser] = self.other_share != 0 and not self.flat_from_discarder
        if not alone:
            return
        if self.robbed_share == ROBBED_FROM_KONGER:
            out.share[payer] = out.share[0] + out.share[1] + out.share[2]
        else:
            out.share[payer] *= self.robbed_share
        for loser in range(LOSERS):
            out.flat[loser] = out.each[loser] = LOSERS * (loser == payer)
            out.beside[loser] *= out.each[loser]
            out.share[loser] *= loser == payer

    cdef void begin(self, job_t* job) noexcept nogil:
        """Set what all hands share."""
        memcpy(job, &self.blank, sizeof(job_t))
        job.waits_closed = &self.waits_closed
        job.waits_open = &self.waits_open

    cdef int place(
        self, const hand_t* hand, const uint8_t* codes, int melds, job_t* job
    ) noexcept nogil:
        """Take what is wild out of the counts, as the rules have it."""
        cdef hand_t whole
        cdef bint claimed = hand.winning != NO_TILE and not job.subject.self_draw
        complete(hand, codes, melds, &whole)
        if fit_hand(&self.deal, &whole, claimed, &job.position) != FITS:
            return NONE_OF_THE_RULES
        job.is_barred = claimed and claim_is_forbidden(&self.deal, hand.winning)
        job.winning = hand.winning
        if self.deal.rules.wild_when_drawn:
            if hand.winning == WILD:
                job.winning = WILD if job.position.wild else self.deal.rules.wild_face
            elif hand.winning != NO_TILE and job.position.faced[hand.winning]:
                job.winning = WILD
        elif hand.winning >= 0 and hand.winning < KINDS and job.position.faced[hand.winning] and (
            not claimed or self.deal.rules.wild_claimed == CLAIMED_WILD
        ):
            job.winning = WILD
        job.wild = job.position.wild
        # A `*` that was not drawn and has no face is a tile of no kind.
        job.is_barred |= job.position.tiles > job.wild + tiles_of(job.position.counts)
        job.subject.quads = -1
        return FITS

    cdef int prepare(
        self, const hand_t* hand, const uint8_t* meld_codes, int melds,
        const situation_t* situation, job_t* job,
    ) noexcept nogil:
        """Make a hand ready to be scored, or tell why it cannot be. `job` has begun."""
        cdef subject_t* subject = &job.subject
        cdef int fault
        cdef int kind, i, winning_held, shown
        cdef int total = hand.wild
        cdef int flags = situation.flags
        memset(subject, 0, <char*> &subject.set_count - <char*> subject)
        memset(job.melded, 0, sizeof(job.melded))
        job.formal_waits = -1
        job.has_best = job.failed = job.gave_up = job.is_barred = False
        job.meld_honour_runs = 0
        for i in range(melds):
            fault = declare(job, meld_codes[i])
            if fault != FITS:
                return fault
        if subject.meld_chow_count > 1:
            order_chows(subject.meld_chows, subject.meld_chow_count)
        memcpy(job.counts, hand.counts, KINDS)
        job.wild = hand.wild
        job.drawn = job.winning = hand.winning
        job.candidate = NO_TILE
        pack(job.counts, job.words)
        for i in range(PARTS):
            if (job.words[i] + job.melded[i] + self.over) & 0x888888888ULL:
                return TOO_MANY_COPIES
            total += tiles_of_word(job.words[i])
        if total % 3 != 2:
            return WRONG_SIZE
        job.groups = (total - 2) // 3
        if job.groups + melds != self.rules_groups:
            if total > 3 * (self.rules_groups - melds) + 2:
                return WRONG_SIZE
            return MELDS_MISSING
        if job.winning == NO_TILE and self.needs_winning:
            return NO_WINNING_TILE
        subject.self_draw = flags & SELF_DRAW != 0
        for kind in range(KINDS if self.deal.wild_mask else 0):
            if self.deal.wild_mask >> kind & 1:
                i = held(job.melded, kind)
                subject.slots[SLOT_NATURAL_WILD] += min(i, MANY) << 4
        shown = job.winning
        if job.limits != NULL:
            fault = self.place(hand, meld_codes, melds, job)
            if fault != FITS:
                return fault
        elif self.deal.wild_mask:
            memset(job.faced, 0, KINDS)
            job.has_faced = False
            for kind in range(KINDS):
                if self.deal.wild_mask >> kind & 1 and job.counts[kind]:
                    job.faced[kind] = job.counts[kind]
                    job.counts[kind] = 0
                    if job.winning == kind:
                        if subject.self_draw:
                            job.winning = WILD
                        else:
                            job.counts[kind] = 1
                            job.faced[kind] -= 1
                    job.wild += job.faced[kind]
                    job.has_faced |= job.faced[kind] > 0
            pack(job.counts, job.words)
            shown = job.winning
        if shown == WILD:
            if job.wild == 0 and hand.wild == 0:
                return NOT_HELD
            if flags & LAST_OF_KIND:
                return WILD_WINNING
        elif shown != NO_TILE:
            winning_held = job.counts[shown]
            if winning_held == 0:
                return NOT_HELD
            if flags & LAST_OF_KIND and winning_held > 1:
                return LAST_COPY
            if flags & ROBBING_KONG and winning_held + held(job.melded, shown) > 1:
                return ROBBED_COPY
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
        subject.slots[SLOT_SITUATION] = flags & SLOT_FLAGS | (i == 0) << 7
        subject.slots[SLOT_SHAPE] = (flags & OTHERS_LACK_WILD != 0) << LACKS_WILD_AT
        job.situation = situation[0]
        if job.by_payment:
            self.set_payment(situation, &job.payment)
        subject.slots[SLOT_MELDS] = i | situation.flowers << 3
        subject.slots[SLOT_KONGS] = subject.concealed_kongs | subject.melded_kongs << 3
        subject.slots[SLOT_QUADS] = (situation.seat_wind == 0) << 7
        subject.slots[SLOT_WILD] = min(job.wild, <int> MANY) << 4
        subject.slots[SLOT_STREAK] = min(situation.dealer_streak, <int> MANY)
        return FITS

    cdef bint read(self, object hand, object situation, bint any_tile, job_t* job) except -1:
        """Read a hand and its situation into a job.

        False, where `any_tile`, if the situation cannot be with just this winning tile.
        """
        cdef hand_t given
        cdef uint8_t codes[MAX_MELDS]
        cdef situation_t circumstances
        cdef int i, melds = 0
        cdef int fault
        read_hand(hand, 0, &given)
        if isinstance(hand, BaseHand):
            for i in range(len((<BaseHand> hand).melds)):
                codes[i] = code_of_meld(&(<Meld> (<BaseHand> hand).melds[i]).m)
            melds = len((<BaseHand> hand).melds)
        if situation is None:
            memset(&circumstances, 0, sizeof(circumstances))
            circumstances.seat_wind = circumstances.round_wind = UNTOLD
            circumstances.discarder = circumstances.void_suit = UNTOLD
        elif type(situation) is Situation:
            circumstances = (<Situation> situation).s
        else:
            raise TypeError(f"a situation must be a Situation, not {type(situation).__name__}")
        self.begin(job)
        fault = self.prepare(&given, codes, melds, &circumstances, job)
        if any_tile and (fault == ROBBED_COPY or fault == LAST_COPY or fault == WILD_WINNING):
            return False
        if fault == NONE_OF_THE_RULES:
            self.refuse(&given, codes, melds, job)
        if fault != FITS:
            raise HandError(describe(fault, self, &given, melds, job))
        return True

    cdef int refuse(self, const hand_t* hand, const uint8_t* codes, int melds,
                    const job_t* job) except -1:
        """Raise what the rules have against a hand."""
        cdef hand_t whole
        cdef position_t position
        complete(hand, codes, melds, &whole)
        place_hand(
            &self.deal, &whole, hand.winning != NO_TILE and not job.subject.self_draw, &position
        )
        return 0

    def score(self, hand, situation=None, wild=0):
        """Return the `Score` of a hand, or None where it does not win."""
        cdef job_t job
        if type(hand) is not Hand or wild != 0:
            hand = as_hand(hand, wild)
        self.read(hand, situation, False, &job)
        if not self.run(&job):
            return None
        return self.made(hand, situation, &job)

    cdef object score_again(self, object hand, object situation, object barred):
        """The `Score` of a hand that won, or of its runner-up, beside these barred fans."""
        cdef job_t job
        self.read(hand, situation, False, &job)
        if barred is not None:
            if job.limits == NULL:
                raise HandError("these rules tell no runner-up")
            job.bars = True
            job.barred[0], job.barred[1] = barred
        if not self.run(&job):
            raise HandError(f"{hand} does not win")
        return self.made(hand, situation, &job)

    cdef object made(self, object hand, object situation, const job_t* job):
        cdef Score score = Score.__new__(Score, MAKING)
        score.scorer = self
        score.hand = hand
        score.situation = situation
        score.job = job[0]
        score.total_points = job.best_total
        return score

    def wait_scores(self, hand, situation=None, wild=0):
        """Return the `Score` that each kind which completes the hand would make, by kind."""
        cdef hand_t given
        cdef job_t job
        cdef int left[KINDS]
        cdef int kind
        if isinstance(hand, str):
            hand = Hand.parse(hand)
        read_hand(hand, read_wild(wild), &given)
        if given.winning != NO_TILE:
            raise HandError(
                f"wait_scores needs a hand before its winning tile, not one with +"
                f"{name(given.winning)}"
            )
        if given.total % 3 != 1:
            raise HandError(f"wait_scores needs a hand of 3n + 1 tiles, not {given.total}")
        self.count_left(&given, left)
        melds = hand.melds if isinstance(hand, BaseHand) else ()
        counts = [given.counts[kind] for kind in range(KINDS)]
        scores = {}
        for kind in range(KINDS):
            if left[kind] <= 0:
                continue
            counts[kind] += 1
            drawn = Hand(counts, given.wild, melds, kind)
            counts[kind] -= 1
            if self.read(drawn, situation, True, &job) and self.run(&job):
                scores[kind] = self.made(drawn, situation, &job)
        return scores

    cdef int count_left(self, const hand_t* hand, int* left) except -1:
        """Count the copies of each kind that the hand and its melds do not hold."""
        cdef position_t position
        cdef int kind
        if not self.is_appraised:
            for kind in range(KINDS):
                left[kind] = self.copies - hand.counts[kind] - hand.melded[kind]
            return 0
        place_hand(&self.deal, hand, False, &position)
        return count_copies_left(&self.deal, &position, None, left)

    def score_batch(self, hands, situations=None, wild=0, out=None):
        """Return the totals of many hands, (N,) int32, -1 where a hand does not win."""
        from mahjong_fast import arrays

        cdef scored_rows_t rows
        cdef Py_ssize_t wrong
        given = arrays.rows_of_hands(hands, wild)
        fields = arrays.rows_of_situations(situations, len(given.counts))
        columns = list(hands.values()) if isinstance(hands, dict) else []
        answers = arrays.output(out, (len(given.counts),), "int32", *columns)
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
        if self.deal.wild_mask or given.wild.max() >= PLANNED_WILD:
            self.need_bounds(PLANNED_WILD)
        with nogil:
            wrong = self.score_rows(&rows, &out_view[0])
        if wrong == GAVE_UP:
            give_up()
        if wrong != -1:
            self.explain_row(&rows, wrong)
        if written is not answers:
            answers[...] = written
        return answers

    cdef Py_ssize_t score_rows(self, const scored_rows_t* rows, int32_t* out) noexcept nogil:
        """Score every row; return the first row that has no answer, -1, or GAVE_UP."""
        cdef job_t job
        cdef hand_t hand
        cdef situation_t situation
        cdef uint8_t codes[MAX_MELDS]
        cdef Py_ssize_t row
        cdef int melds
        self.begin(&job)
        for row in range(rows.rows):
            if interrupted(&job.ticks):
                return GAVE_UP
            if read_row(rows, row, &hand, codes, &melds, &situation) != FITS:
                return row
            if self.prepare(&hand, codes, melds, &situation, &job) != FITS:
                return row
            if job.limits != NULL:
                if not job.is_barred:
                    appraise(&job)
            elif job.wild == 0:
                score_natural(&job)
            else:
                score_wild(&job)
            if job.failed:
                return GAVE_UP
            out[row] = -1
            if job.has_best:
                if not 0 <= job.best_total <= MOST_TOLD or not is_told(&job):
                    return row
                out[row] = <int32_t> job.best_total
        return -1

    cdef int explain_row(self, const scored_rows_t* rows, Py_ssize_t row) except -1:
        """Raise the error of a row that could not be scored."""
        cdef job_t job
        cdef hand_t hand
        cdef situation_t situation
        cdef uint8_t codes[MAX_MELDS]
        cdef int melds, kind
        cdef bint has_best
        cdef int fault
        self.begin(&job)
        memset(&hand, 0, sizeof(hand))
        fault = read_row(rows, row, &hand, codes, &melds, &situation)
        if fault == FITS:
            fault = self.prepare(&hand, codes, melds, &situation, &job)
        if fault == FITS:
            try:
                has_best = self.run(&job)
            except HandError as error:
                raise HandError(f"row {row}: {error}") from None
            if has_best and not 0 <= job.best_total <= MOST_TOLD:
                raise HandError(
                    f"row {row}: a total of {job.best_total}; an array tells 0 to {MOST_TOLD}, "
                    "ask score for this hand"
                )
            raise HandError(f"row {row} changed while it was read")
        for kind in range(KINDS):
            hand.total += hand.counts[kind]
        if fault == NONE_OF_THE_RULES:
            try:
                self.refuse(&hand, codes, melds, &job)
            except HandError as error:
                raise HandError(f"row {row}: {error}") from None
        if fault == BAD_SITUATION:
            sentence = contradiction(&situation) or "a field of the situation is out of range"
        else:
            sentence = describe(fault, self, &hand, melds, &job)
        raise HandError(f"row {row}: {sentence}")

    cdef int need_bounds(self, int wild) except -1:
        """Make what bounds the search for so many wildcards, once."""
        if (self.bounds is None and wild >= PLANNED_WILD and self.planned
                and not self.fan_table.is_slow):
            make_fills(self.rules_groups)
            bounds = Bounds(self.fan_table)
            self.bounds = bounds
            self.blank.bound = (<Bounds> bounds).bound
        return 0

    cdef bint run(self, job_t* job) except -1:
        """Find the best reading; whether there is one."""
        errors = None
        if self.fan_table.is_slow:
            errors = []
            job.errors = <void*> errors
        if job.limits != NULL:
            if not job.is_barred:
                with nogil:
                    appraise(job)
        elif job.wild == 0:
            score_natural(job)
        else:
            self.need_bounds(job.wild)
            job.bound = self.blank.bound
            with nogil:
                score_wild(job)
        if job.failed:
            if job.gave_up:
                give_up()
            raise errors[0]
        if job.has_best:
            check_told(job)
        return job.has_best


cdef int check_told(const job_t* job) except -1:
    """Refuse a best reading that others beyond what is told might be as good as."""
    if not is_told(job):
        raise HandError(
            "the hand is worth too much to be told: totals are below 2**62, and what a win "
            "collects below 2**59 where the rules compare that"
        )
    return 0


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


cdef int read_row(
    const scored_rows_t* rows, Py_ssize_t row, hand_t* hand, uint8_t* codes, int* melds,
    situation_t* situation,
) noexcept nogil:
    """Read a row of arrays."""
    cdef const uint8_t* fields = rows.fields + rows.field_step * row
    cdef int place, code
    melds[0] = 0
    hand.wild = rows.wild[rows.wild_step * row]
    hand.total = hand.wild
    memcpy(hand.counts, rows.counts + KINDS * row, KINDS)    # another thread may write to them
    if has_over_four(hand.counts):
        return BAD_COUNT
    if hand.wild > 17:
        return TOO_MANY_WILD
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


cdef void complete(const hand_t* hand, const uint8_t* codes, int melds,
                   hand_t* out) noexcept nogil:
    """A hand with all that its melds, given as codes, show."""
    cdef int i, k, kind, what
    cdef uint64_t kinds
    memset(out, 0, sizeof(hand_t))
    memcpy(out.counts, hand.counts, KINDS)
    out.wild = out.total = hand.wild
    out.winning = hand.winning
    out.melds = melds
    for kind in range(KINDS):
        out.total += hand.counts[kind]
    for i in range(melds):
        kind = (codes[i] - 1) % KINDS
        what = (codes[i] - 1) // KINDS
        if what == CODE_CHOW:
            out.chows += 1
            for k in range(3):
                out.melded[kind + k] += 1
        elif what == CODE_HONOUR_RUN:
            out.dragon_runs += kind == FIRST_DRAGON
            out.wind_runs += kind < FIRST_DRAGON
            kinds = PIECES[<int> WIND_RUN_AT + kind - <int> FIRST_HONOUR].kinds
            for k in range(FIRST_HONOUR, KINDS):
                out.melded[k] += kinds >> k & 1
        else:
            out.melded[kind] += 3 + (what >= CODE_KONG)
            out.kongs += what >= CODE_KONG
            out.concealed_kongs += what == CODE_CONCEALED_KONG


cdef Hand as_hand(object hand, object wild):
    """A `Hand` of any hand argument, with more wildcards."""
    cdef hand_t given
    cdef int kind
    if isinstance(hand, str):
        hand = Hand.parse(hand)
    read_hand(hand, read_wild(wild), &given)
    melds = (<BaseHand> hand).melds if isinstance(hand, BaseHand) else ()
    winning = None if given.winning == NO_TILE else given.winning
    return Hand([given.counts[kind] for kind in range(KINDS)], given.wild, melds, winning)


cdef dict SENTENCES = {
    WRONG_SIZE: "score needs a hand of 3n + 2 tiles, at most {most} beside {melds} melds, not "
    "{total}",
    MELDS_MISSING: "{total} concealed tiles and {melds} melds are no hand of {groups} groups and a "
    "pair; a score needs the declared melds",
    HONOUR_RUN: "a meld is a run of honours, which the rules do not have",
    NO_WINNING_TILE: "the fans ask for the winning tile: end the hand with +tile",
    NOT_HELD: "the winning tile must be in the hand, it holds no {winning}",
    NO_KONG: "replacement with a hand without a kong",
    ROBBED_COPY: "robbing_kong with another {winning} in the hand: the robbed tile is the fourth, "
    "beside a pung of another player",
    LAST_COPY: "last_of_kind with another {winning} among the concealed tiles",
    WILD_WINNING: "last_of_kind with a wildcard as the winning tile",
    FIRST_TURN_MELDS: "first_turn with an exposed meld",
    BAD_COUNT: "a count that is not 0 to 4",
    TOO_MANY_WILD: "wild that is not 0 to 17",
    BAD_WINNING: f"winning must be 0 to {KINDS - 1}, {WILD} for a wildcard, or -1",
    BAD_MELD: "a code that is no meld",
}


cdef str describe(int fault, Scorer scorer, const hand_t* hand, int melds, const job_t* job):
    """The sentence of a fault."""
    cdef int kind
    if fault == TOO_MANY_COPIES:
        for kind in range(KINDS):
            copies = hand.counts[kind] + held(job.melded, kind)
            if copies > scorer.copies:
                return f"{copies} copies of {name(kind)}; there are {scorer.copies}"
    is_tile = 0 <= hand.winning < KINDS or hand.winning == WILD
    return SENTENCES.get(<int> fault, "an impossible hand").format(
        total=hand.total, melds=melds, groups=scorer.rules_groups,
        most=3 * (scorer.rules_groups - melds) + 2, winning=name(hand.winning) if is_tile else "",
    )


# --- Scores --------------------------------------------------------------------------------------

# What only this module can make a Score with: one made otherwise would know no hand.
cdef object MAKING = object()


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

    def __cinit__(self, making=None):
        if making is not MAKING:
            raise TypeError("a Score is made by Evaluator.score")

    @property
    def rules(self):
        """The `Rules` under which the hand was scored."""
        return self.scorer.rules

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
        above = []
        excluded = []
        for number in range(len(self.scorer.fan_table.fans)):
            fan = self.scorer.fan_table.fans[number]
            if tally.count[number]:
                rests_on = groups_of(fan, scoring, groups, self, above)
                above.append(fan)
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
        cdef reading_t best = self.job.best
        cdef uint8_t natural[KINDS]
        cdef int kind
        if self.job.limits == NULL and self.job.wild:
            self.find_natural(natural)      # what no fan asks of the quicker kernels
            for kind in range(KINDS):
                best.natural_quads += natural[kind] + held(self.job.subject.meld_tiles, kind) >= 4
        find_features(&self.job.subject, &best, &found)
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
        if self.job.limits != NULL:
            return reading_shown(&self.job.shown)
        self.find_natural(left)
        groups = []
        loose = [kind for kind in range(KINDS) if best.loose >> kind & 1]
        if best.form == FORM_KNITTED_STRAIGHT_READING:
            groups.append(take(left, "knitted", loose))
        elif best.form == FORM_ORPHANS_READING:
            groups += [take(left, "single", [kind]) for kind in loose if kind != best.pair]
            pair = take(left, "pair", [best.pair] * 2)
        else:
            groups += [take(left, "single", [kind]) for kind in loose]
        for i in range(best.length):
            code = best.pieces[i]
            if code < PUNG_AT:
                kind = code // 7 * SUIT_KINDS + code % 7
                groups.append(take(left, "chow", [kind, kind + 1, kind + 2]))
            elif code < PAIR_AT:
                groups.append(take(left, "pung", [code - PUNG_AT] * 3))
            elif best.form == FORM_SEVEN_PAIRS_READING:
                groups.append(take(left, "pair", [code - PAIR_AT] * 2))
            else:
                pair = take(left, "pair", [code - PAIR_AT] * 2)
        return Reading(FORM_OF_BIT[best.form], groups, pair)

    cdef int find_natural(self, uint8_t* natural) except -1:
        """Count the tiles of the reading that are natural, or wild and themselves."""
        cdef uint64_t words[PARTS]
        cdef uses_t uses
        cdef int8_t own[KINDS]
        cdef const reading_t* best = &self.job.best
        cdef int winning = best.winning if self.job.winning == WILD else NO_TILE
        cdef int kind
        reading_words(best, words)
        open_uses(&self.job, words, winning, &uses)
        share_own(&uses, self.job.wild - best.substituted, own)
        for kind in range(KINDS):
            natural[kind] = self.job.counts[kind] + own[kind]
        return 0

    @property
    def wildcards_used(self):
        """The tiles that stand for another kind in the best reading, as ids, `WILD` last."""
        cdef int kind, natural
        shown = [
            tile
            for group in self.reading.groups + ((self.reading.pair,) if self.reading.pair else ())
            for tile, substituted in zip(group.tiles, group.substituted)
            if not substituted
        ]
        used = []
        for kind in range(KINDS):
            if self.job.limits != NULL:
                natural = shown.count(kind) - self.job.position.counts[kind]
                used += [kind] * (self.job.position.faced[kind] - max(natural, 0))
            else:
                natural = shown.count(kind) - self.job.counts[kind]
                used += [kind] * (self.job.faced[kind] - max(natural, 0))
        return tuple(used + [WILD] * (len(self.reading.substituted) - len(used)))

    @property
    def groups(self):
        """All groups of the hand: its melds, then those of the reading, the pair last."""
        reading = self.reading
        pair = () if reading.pair is None else (reading.pair,)
        return (*self.hand.melds, *reading.groups, *pair)

    def runner_up(self):
        """Return the best `Score` of a reading on which other fans count, or None.

        Where the readings are too many to look at each, which takes more than seven wildcards,
        the answer is None, as it is for rules whose readings the quicker kernels find.
        """
        cdef job_t job = self.job
        cdef found_t found
        cdef tally_t tally
        if job.limits == NULL or job.wild > MOST_COMPARED or job.slow != NULL:
            return None
        self.account(&found, &tally)
        job.bars = True
        job.barred[0] = tally.counted[0]
        job.barred[1] = tally.counted[1]
        job.has_best = False
        with nogil:
            appraise(&job)
        if job.failed:
            give_up()
        self.job.least_substituted = job.least_substituted
        if not job.has_best:
            return None
        check_told(&job)
        return self.scorer.made(self.hand, self.situation, &job)

    def least_substituted(self):
        """Return the fewest wildcards that any reading substitutes (硬 where 0, 软 where more).

        None where `runner_up` does not look at each reading either.
        """
        if self.job.limits == NULL or self.job.wild > MOST_COMPARED or self.job.slow != NULL:
            return None
        self.runner_up()
        return self.job.least_substituted

    def explain(self, lang="en"):
        """Return a text that tells the hand, how it reads, and each fan and why.

        Args:
            lang: "en" or "zh".
        """
        from mahjong_fast.score import explain

        return explain(self, self.scorer.rules, lang)

    @property
    def flat(self):
        """The amount that each payer pays beside the points, which nothing multiplies."""
        cdef found_t found
        cdef tally_t tally
        self.account(&found, &tally)
        return tally.flat

    def payments(self):
        """Return what each other player pays the winner, by seat, as the rules' `[pay]` has it.

        Raises:
            HandError: the situation does not tell the winner's `seat_wind`, or the `discarder`
                where that matters; or someone pays 2**59 or more.
            NotImplementedError: the rules have no `[pay]`.
        """
        cdef found_t found
        cdef tally_t tally
        cdef payment_t payment
        cdef int loser
        cdef int64_t amount
        if not self.scorer.rules.scoring.pay:
            raise NotImplementedError("these rules do not tell who pays: they have no [pay]")
        self.scorer.set_payment(&self.job.situation, &payment)
        if not payment.told:
            raise HandError(
                "payments need the situation's seat_wind, and the discarder of a claimed tile"
            )
        self.account(&found, &tally)
        paid = {}
        for loser in range(LOSERS):
            amount = paid_by(&payment, loser, self.job.best_total, tally.flat, tally.each)
            if not -PAID_END < amount < PAID_END:
                raise HandError("payments of 2**59 or more are not told")
            paid["ESWN"[payment.seats[loser]]] = amount
        return paid

    def __repr__(self):
        return f"<Score {self.total}: {', '.join([fan.id for fan in self.fans]) or 'no fan'}>"

    def __eq__(self, other):
        if not isinstance(other, Score):
            return NotImplemented
        return (self.total, self.fans, self.reading) == (other.total, other.fans, other.reading)

    def __hash__(self):
        return hash((self.total, self.reading))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        barred = (self.job.barred[0], self.job.barred[1]) if self.job.bars else None
        return restore, (self.scorer, self.hand, self.situation, barred)


@lru_cache(maxsize=8)
def known_scorer(rules, wild_kinds, planned, void_suit):
    """Make a scorer again from what it was pickled as, once for many scores."""
    return Scorer(rules, wild_kinds, planned, void_suit)


def restore(Scorer scorer not None, Hand hand not None, situation, barred):
    """Make a score again from what it was pickled as: its hand is scored anew."""
    return scorer.score_again(hand, situation, barred)


cdef Reading reading_shown(const shown_t* shown):
    """A reading as `every_reading` found it, its groups in the order of `Reading`."""
    cdef bint with_pair = has_pair(shown.form)
    cdef Group pair = None
    cdef int sort, index
    groups = []
    for sort in range(1 if with_pair else 4):
        for index in range(shown.length):
            code = shown.pieces[index].code
            if with_pair and PAIRS <= code < COUPLES:
                pair = new_group(shown.pieces[index], shown.natural[index])
            elif with_pair or sort_of(code) == sort:
                groups.append(new_group(shown.pieces[index], shown.natural[index]))
    return new_reading(form_name(shown.form), tuple(groups), pair)


cdef Group take(uint8_t* left, str what, list tiles):
    """A group of tiles, natural where some are left."""
    cdef int tile
    substituted = []
    for tile in tiles:
        substituted.append(left[tile] == 0)
        if left[tile]:
            left[tile] -= 1
    return Group(what, tiles, substituted)
