# optimize: balance
"""The evaluator: reads and checks what it is given, chooses what answers, and shapes the answer.

The tables (`lookup`) answer where the rules have their shape. From the same tables `restricted`
tells what wins, and how far it is, under rules that bar parts of a hand or let single tiles win, as
long as there are no melds. What is left is searched: the forms that the tables know by
`standard_form`, and all else that rules may ask by `nearest_form` and `groups_and_pairs`, bounded
by the tables of looser rules.
"""
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_fast.core.base.hand cimport read_flag, read_hand, read_tile, read_wild
from mahjong_fast.core.base.position cimport (
    FITS, NO_SUIT, all_natural, claim_is_forbidden, copies_of, count_copies_left, draw_tile,
    drop_faceless, drop_tile, fit_hand, place_hand, read_void_suit, read_wild_kinds,
)
from mahjong_fast.core.base.rules cimport read_rules
from mahjong_fast.core.base.signals cimport give_up, interrupted
from mahjong_fast.core.base.types cimport hand_t, position_t, tiles_of
from mahjong_fast.core.base.vocabulary cimport (
    FIRST_HONOUR, FORM_SEVEN_PAIRS, FORM_STANDARD, FORM_THIRTEEN_ORPHANS, IMPOSSIBLE, KINDS,
    NO_LIMIT, NO_TILE, RUN_SUIT, SPECIAL_GROUPS, SUIT_KINDS, WILD, is_orphan,
)
from mahjong_fast.core.distance.groups_and_pairs cimport search_free, search_init
from mahjong_fast.core.distance.nearest_form cimport SEARCH_OUT_OF_MEMORY, forms_draws
from mahjong_fast.core.distance.restricted cimport (
    answer_variants, are_as_tables, have_variants, make_variants, variants_missing,
)
from mahjong_fast.core.distance.special_forms cimport seven_pairs_missing, thirteen_orphans_missing
from mahjong_fast.core.distance.standard_form cimport (
    search_memo_free, search_memo_init, search_missing, search_win,
)
from mahjong_fast.core.readings.reading cimport (
    count as count_of_readings, iterate as iterate_readings,
)
from mahjong_fast.core.tables.automaton cimport UNKNOWN, get_automaton
from mahjong_fast.core.tables.lookup cimport (
    ACCEPTANCE, DISCARD_SHANTEN, GAVE_UP, IS_WIN, NONE_HELD, ROWS_BESIDE, SHANTEN, WAITS,
    answer_rows, answer_rows_beside_melds, asked_t, make_ready, rows_t, table_acceptance,
    table_acceptance_beside, table_missing, table_missing_beside, table_waits, table_waits_beside,
    table_wins_beside,
)
from mahjong_fast.core.tables.scope cimport bounded_by_tables, have_plain_shape, have_table_shape
from mahjong_fast.core.tables.shape cimport get_shape, need_covers, need_draws


import sys
from itertools import islice
from operator import index

from mahjong_fast import standard
from mahjong_fast.core.base.position import SUIT_NAMES
from mahjong_fast.errors import HandError, MahjongError, RulesError, suggestion
from mahjong_fast.tiles import name

cdef enum:
    NO_MEMORY = -1

cdef uint64_t OUT_OF_MEMORY = ~(<uint64_t> 0)     # no mask of kinds

KERNELS = ("tables", "search")
ARGUMENTS = ("rules", "wild_kinds", "indicator", "void_suit", "kernel")
ARGUMENT_WORDS = {
    "jing": "wild_kinds", "laizi": "wild_kinds", "gui": "wild_kinds", "caishen": "wild_kinds",
    "joker": "wild_kinds", "jokers": "wild_kinds", "wildcards": "wild_kinds",
    "dingque": "void_suit", "room": "rules", "ruleset": "rules", "rule_set": "rules",
}
"""What players call the arguments of an evaluator → the argument."""

# Of the questions that are asked of rows, in their order: the method, hand size, and dtype.
METHODS = (
    "is_win_batch", "shanten_batch", "waits_batch", "acceptance_batch", "discard_shanten_batch",
)
SIZES = ("any number of", "3n + 1 or 3n + 2", "3n + 1", "3n + 1", "3n + 2")
DTYPES = ("bool", "int8", "uint64", "uint64", "int8")


cdef class Evaluator:
    """Evaluator(rules="standard", *, wild_kinds=None, indicator=None, void_suit=None, \
kernel="tables")\n--\n\nAnswers questions about hands under a rule set.

    Making one is cheap. It is immutable, and any number of threads may share it.

    Args:
        rules: the name of a rule set (see `rules.names()`) or a `Rules`.
        wild_kinds: the physical kinds that are wild in this deal, as a text ("5m6m") or a sequence
            of ids or texts. A concealed tile of such a kind is a wildcard, which may also stand for
            itself. None: those that the rules fix for every deal (红中麻将), else none; `()`: none.
        indicator: instead of `wild_kinds`, the tile that the deal turned up, an id or a text: the
            kinds that the rules make wild by it, see `Rules.wild_kinds`.
        void_suit: "m", "p" or "s", the suit that a player declared void (定缺): a winning hand and
            its melds have no tile of it.
        kernel: "tables", or "search" to answer everything by the memoized recursion.

    >>> from mahjong_fast import Evaluator
    >>> Evaluator("riichi").is_win("1111m*")    # the wildcard may not be a fifth 1m
    False
    >>> Evaluator(wild_kinds=["5m"]).is_win("1189m5m")
    True
    >>> Evaluator("nanchang", indicator="9s").wild_kinds
    (18, 26)
    """

    def __cinit__(
        self, rules="standard", *more, wild_kinds=None, indicator=None, void_suit=None,
        kernel="tables", **unknown
    ):
        if more or unknown:
            refuse_arguments(more, unknown)
        if isinstance(rules, str) and rules == "standard":
            rules = standard            # without the Rules, whose import takes most of a start
        else:
            self.given = rules = rules_of(rules)
        if not isinstance(kernel, str):
            raise TypeError(f"kernel must be a str, not {type(kernel).__name__}")
        if kernel not in KERNELS:
            raise RulesError(f"kernel must be one of {', '.join(KERNELS)}, not {kernel!r}")
        cdef int kind
        if indicator is not None:
            if wild_kinds is not None:
                raise RulesError("indicator beside wild_kinds: the one tells the other")
            kind = read_tile(indicator)
            if kind == WILD:
                raise HandError("a faceless wildcard is no indicator")
            wild_kinds = self.rules.wild_kinds(kind)
        elif wild_kinds is None:
            wild_kinds = fixed_kinds(rules)
        self.deal.wild_mask = read_wild_kinds(wild_kinds)
        self.wild_kinds = tuple([kind for kind in range(KINDS) if self.deal.wild_mask >> kind & 1])
        self.kernel = kernel
        read_rules(rules, &self.deal.rules)
        self.is_plain_shape = have_plain_shape(&self.deal.rules)
        cdef bint exact = have_table_shape(&self.deal.rules)
        self.deal.void_suit = read_void_suit(void_suit)
        self.void_suit = None
        if self.deal.void_suit != NO_SUIT:
            self.void_suit = SUIT_NAMES[self.deal.void_suit]
            self.is_plain_shape = exact = False
        self.has_tables = kernel == "tables" and exact
        self.has_bound = kernel == "tables" and not exact and bounded_by_tables(&self.deal.rules)
        self.has_variants = self.has_bound and have_variants(
            &self.deal.rules, self.deal.wild_mask, self.deal.void_suit
        )
        if self.has_tables or self.has_bound:
            make_ready(get_shape(&self.deal.rules), &self.deal.rules, True, &self.tables)
            make_ready(get_shape(&self.deal.rules), &self.deal.rules, False, &self.open_tables)
        if self.has_tables and self.deal.rules.runs == RUN_SUIT:
            self.tables.automaton = get_automaton(&self.tables.shape)
            self.open_tables.automaton = self.tables.automaton
        if self.has_variants:
            make_variants(
                &self.deal.rules, self.deal.wild_mask, self.deal.void_suit, &self.tables,
                &self.variants,
            )

    @property
    def rules(self):
        """The `Rules` that the hands are under."""
        return rules_of("standard") if self.given is None else self.given

    def __repr__(self):
        wild_kinds = ""
        if self.wild_kinds != fixed_kinds(self.rules) or self.rules.asks_indicator:
            wild_kinds = f", wild_kinds={self.wild_kinds!r}"
        void_suit = f", void_suit={self.void_suit!r}" if self.void_suit else ""
        kernel = f", kernel={self.kernel!r}" if self.kernel != "tables" else ""
        return f"Evaluator({self.rules!r}{wild_kinds}{void_suit}{kernel})"

    def __reduce__(self):
        return restore, (self.rules, self.wild_kinds, self.void_suit, self.kernel)

    def __eq__(self, other):
        if not isinstance(other, Evaluator):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    def __hash__(self):
        return hash(self.__reduce__()[1])

    def is_win(self, hand, *, wild=0, claimed=False):
        """Return whether the hand wins.

        Args:
            hand: a `Hand`, a text, 34 counts as bytes or a uint8 row, or a sequence of 34 ints.
            wild: faceless wildcards beside those of the hand.
            claimed: whether the winning tile (`+`) was claimed, so that a wild kind is natural.
                Where kinds are wild, a hand without a winning tile is then a HandError.

        A hand of another size than 3n + 2 tiles does not win, one of 3n tiles included, of which
        every other question is a HandError; so is a hand that cannot exist.

        >>> Evaluator().is_win("123m456p789sEEE**")
        True
        """
        cdef hand_t given
        cdef position_t position
        cdef int missing
        cdef bint won
        cdef bint is_claimed = read_flag(claimed, "claimed")
        read_hand(hand, read_wild(wild), &given)
        if is_claimed and claim_is_forbidden(&self.deal, given.winning):
            place_hand(&self.deal, &given, is_claimed, &position)
            return False
        if self.is_plain(&given):
            return given.total % 3 == 2 and given.wild == table_missing(
                &self.tables, given.counts, given.wild, given.wild
            )
        if self.is_plain_beside_melds(&given) and given.total % 3 == 2:
            won = table_wins_beside(
                &self.open_tables, given.counts, given.melded, given.wild, &missing
            )
            if missing != UNKNOWN:
                return won
        place_hand(&self.deal, &given, is_claimed, &position)
        return position.tiles % 3 == 2 and self.ask_wins(&position) == 1

    def waits(self, hand, *, wild=0, claimed=False):
        """Return the kinds that complete a hand of 3n + 1 tiles, as a tuple of ids.

        A kind of which the hand and its melds hold every copy is left out. A drawn wild kind is a
        wildcard; with `claimed` it is natural.

        >>> from mahjong_fast import tiles
        >>> [tiles.name(kind) for kind in Evaluator().waits("123m456p789sEEE4s")]
        ['4s']
        """
        cdef hand_t given
        cdef position_t position
        cdef uint64_t waits
        cdef int missing
        cdef bint is_claimed = read_flag(claimed, "claimed")
        read_hand(hand, read_wild(wild), &given)
        if self.is_plain(&given) and given.total % 3 == 1:
            return kinds_of_mask(table_waits(&self.tables, given.counts, given.wild))
        if self.is_plain_beside_melds(&given) and given.total % 3 == 1:
            waits = table_waits_beside(
                &self.open_tables, given.counts, given.melded, given.wild, &missing
            )
            if missing != UNKNOWN:
                return kinds_of_mask(waits)
        place_hand(&self.deal, &given, False, &position)
        need_size(&position, 1, "waits")
        return kinds_of_mask(self.ask_waits(&position, is_claimed))

    def shanten(self, hand, *, wild=0):
        """Return the least number of draws to be one away from winning: -1 wins, 0 waits.

        The hand is of 3n + 1 or 3n + 2 tiles. Where no form of the rules is within its reach, such
        as seven pairs alone for a short hand, the answer is 127.

        >>> Evaluator().shanten("147m258p369sESW*")
        5
        """
        cdef hand_t given
        cdef position_t position
        cdef int missing
        read_hand(hand, read_wild(wild), &given)
        if self.is_plain(&given) and given.total % 3:
            return table_missing(
                &self.tables, given.counts, given.wild, given.wild
            ) - given.wild - 1
        if self.is_plain_beside_melds(&given):
            missing = table_missing_beside(
                &self.open_tables, given.counts, given.melded, given.wild, given.wild
            )
            if missing != UNKNOWN:
                return missing - given.wild - 1
        place_hand(&self.deal, &given, False, &position)
        if position.tiles % 3 == 0:
            raise wrong_size(&position, "shanten", "3n + 1 or 3n + 2")
        return shanten_of(&position, self.ask_missing(&position))

    def acceptance(self, hand, *, wild=0, seen=None):
        """Return the kinds that lower the shanten of a hand of 3n + 1 tiles → copies left.

        Args:
            seen: 34 counts of the tiles visible elsewhere (the indicator, others' melds and
                discards; not the hand's own tiles and melds), or a text of them.

        Kinds of which none is left are omitted. More copies seen than exist are a HandError.

        >>> Evaluator().acceptance("123m456p789sEE11s", seen="1s")
        {18: 1, 27: 2}
        """
        cdef hand_t given
        cdef position_t position
        cdef int left[KINDS]
        read_hand(hand, read_wild(wild), &given)
        place_hand(&self.deal, &given, False, &position)
        need_size(&position, 1, "acceptance")
        count_copies_left(&self.deal, &position, seen, left)
        return self.accepted(&position, left)

    def discards(self, hand, *, wild=0, seen=None):
        """Return what each discard from a hand of 3n + 2 tiles leads to, the best first.

        The order is by shanten, then by the copies accepted, most first, then by tile. `WILD` is
        among the discards where the hand holds a faceless wildcard. The discarded tile counts as
        seen.

        >>> best = Evaluator().discards("123m456p789sEE114s")[0]
        >>> best.tile, best.shanten, best.waits
        (21, 0, (18, 27))
        """
        from mahjong_fast.discard import Discard

        cdef hand_t given
        cdef position_t position, after
        cdef int left[KINDS]
        cdef int tile
        read_hand(hand, read_wild(wild), &given)
        place_hand(&self.deal, &given, False, &position)
        need_size(&position, 2, "discards")
        count_copies_left(&self.deal, &position, seen, left)
        options = []
        for tile in range(KINDS):
            if given.counts[tile] == 0:
                continue
            after = drop_tile(&self.deal, &position, tile)
            options.append(Discard(tile, *self.after_discard(&after, left)))
        if given.wild:
            after = drop_faceless(&self.deal, &position)
            options.append(Discard(WILD, *self.after_discard(&after, left)))
        options.sort(key=discard_order)
        return options

    def readings(self, hand, *, wild=0, claimed=False, limit=1000):
        """Return the ways to read a hand of 3n + 2 tiles, at most `limit` of them, as a list.

        Readings are distinct by their groups, their pair, and how many tiles of each are
        substituted. A hand that does not win has none. `limit=None` is no limit, and a list of
        millions takes gigabytes: `iter_readings` finds them one by one, `count_readings` tells how
        many there are. The other arguments are those of `is_win`.

        >>> for reading in Evaluator().readings("1189m*"):
        ...     print(reading)
        (7)89m 11m
        """
        if limit is not None:
            limit = index(limit)
            if limit < 0:
                raise MahjongError(f"limit must not be negative, not {limit}")
            limit = min(limit, sys.maxsize)
        return list(islice(self.read(hand, wild, claimed, "readings"), limit))

    def iter_readings(self, hand, *, wild=0, claimed=False):
        """Return an iterator over the readings of a hand of 3n + 2 tiles, found one by one.

        An all-wild hand has 14 million of the standard form alone.
        """
        return self.read(hand, wild, claimed, "iter_readings")

    def count_readings(self, hand, *, wild=0, claimed=False):
        """Return the number of readings of a hand of 3n + 2 tiles, without listing them.

        They are visited one by one all the same, which takes longer the more there are, where
        `wild_can_be` leaves out some kind, and where the rules look at the hand as a whole
        (`min_suits`, `max_suits`, `min_suit_tiles`, `required`, `pair_exempt`). Where tiles of two
        kinds of one suit can be used in several ways, they are also kept, to be told apart; more
        than 200,000 with those that are found again are then a HandError.

        >>> Evaluator().count_readings("", wild=14)
        33068753
        """
        cdef position_t position
        if not self.place_to_read(hand, wild, claimed, "count_readings", &position):
            return 0
        return count_of_readings(&self.deal.rules, &position)

    def score(self, hand, situation=None, *, wild=0):
        """Return what a hand of 3n + 2 tiles is worth, a `Score`; None where it does not win.

        The score is that of the best reading: with wildcards, of any tiles that they may become.

        Args:
            hand: a `Hand` or a text with its melds and its winning tile (`+`); a winning wildcard
                (`+*`) may be any tile.
            situation: a `Situation`; None is `Situation()`, a claimed tile and nothing else.

        A hand without a winning tile, where the fans ask for it, and a situation that cannot be
        with the hand are a HandError; rules without fans are a RulesError.

        >>> Evaluator("mcr").score("[777s]111222333m1s+1s").total
        50
        """
        if self.scorer is None:
            self.scorer = make_scorer(self)
        return self.scorer.score(hand, situation, wild)

    def wait_scores(self, hand, situation=None, *, wild=0):
        """Return what each kind that completes a hand of 3n + 1 tiles would make it worth.

        The answer is a dict: kind → `Score`. Left out are kinds of which every copy is held, and
        those that cannot be the winning tile in the situation: with `last_of_kind` and
        `robbing_kong` those of which the hand holds another, with `last_of_kind` drawn wild kinds.

        Args:
            hand: a `Hand` or a text with its melds, without a winning tile.
            situation: a `Situation`, as for `score`; it tells how each of the tiles would be won.
            wild: faceless wildcards beside those of the hand.

        A hand that already has a winning tile, and a situation that cannot be with the hand
        whatever the tile, are a HandError.

        >>> {kind: score.total for kind, score in
        ...  Evaluator("mcr").wait_scores("[777s]111222333m1s").items()}
        {18: 50}
        """
        if self.scorer is None:
            self.scorer = make_scorer(self)
        return self.scorer.wait_scores(hand, situation, wild)

    def score_batch(self, hands, situations=None, *, wild=0, out=None):
        """Return what each of many hands is worth: (N,) int32, -1 where a hand does not win.

        Args:
            hands: a sequence of `Hand`s or texts; or a dict of arrays of any integer dtype and
                memory layout:
                "counts", (N, 34): concealed tiles, the winning tile among them;
                "winning", (N,): its kind, 42 for a wildcard, or -1;
                "melds", (N, M): codes of the melds, see `arrays.meld_code`, 0 for none; M is at
                most 5, and the field may be left out.
            situations: None, one `Situation` for all, a sequence of N, or a dict from names of its
                fields to a value or an (N,) array: winds as 0-3 or -1, `void_suit` as 0-2 or -1.
            wild: faceless wildcards, an int or (N,) integers.
            out: an (N,) int32 array for the answers, else a new one.

        The GIL is released over arrays. The first row that holds an impossible hand or situation,
        or whose total is negative or beyond 2³¹ - 1, is named in a HandError.

        >>> Evaluator("mcr").score_batch(["[777s]111222333m1s+1s", "[777s]111222333m1s+2s"])
        array([50, -1], dtype=int32)
        """
        if self.scorer is None:
            self.scorer = make_scorer(self)
        return self.scorer.score_batch(hands, situations, wild, out)

    def is_win_batch(self, counts, wild=0, *, melds=None, out=None):
        """Return which hands win.

        Args:
            counts: (N, 34) integers; the rows may be hands of different sizes.
            wild: faceless wildcards, an int or (N,) integers.
            melds: (N, 34) integers, the tiles in declared melds, which count as copies.
            out: where to put the answers, else a new array.

        Returns:
            (N,) bool. The GIL is released. The first row that holds an impossible hand is named in
            a HandError.

        >>> import numpy as np
        >>> from mahjong_fast import Hand
        >>> hands = np.array([Hand.parse("1189m").counts, Hand.parse("1289m").counts])
        >>> Evaluator().is_win_batch(hands, wild=1)
        array([ True, False])
        """
        return self.answer(IS_WIN, counts, wild, melds, out)

    def waits_batch(self, counts, wild=0, *, melds=None, out=None):
        """Return the kinds that complete each hand of 3n + 1 tiles, as (N,) uint64 masks.

        The arguments are those of `is_win_batch`. `unpack_mask` turns masks into (N, 34) bool.
        """
        return self.answer(WAITS, counts, wild, melds, out)

    def shanten_batch(self, counts, wild=0, *, melds=None, out=None):
        """Return the shanten of each hand of 3n + 1 or 3n + 2 tiles, as (N,) int8.

        The arguments are those of `is_win_batch`.
        """
        return self.answer(SHANTEN, counts, wild, melds, out)

    def acceptance_batch(self, counts, wild=0, *, melds=None, out=None):
        """Return the kinds that lower the shanten of each hand of 3n + 1 tiles: (N,) uint64 masks.

        A kind of which the hand and its melds hold every copy is left out. The arguments are those
        of `is_win_batch`.
        """
        return self.answer(ACCEPTANCE, counts, wild, melds, out)

    def discard_shanten_batch(self, counts, wild=0, *, melds=None, out=None):
        """Return the shanten after each discard from hands of 3n + 2 tiles, as (N, 34) int8.

        A kind that is not held is 127. The arguments are those of `is_win_batch`.
        """
        return self.answer(DISCARD_SHANTEN, counts, wild, melds, out)

    cdef object answer(self, int question, object counts, object wild, object melds, object out):
        """Answer a question for every row of an array, or name the first that has no answer."""
        from mahjong_fast import arrays

        cdef rows_t rows
        cdef Py_ssize_t wrong
        counts, wild, melds = arrays.asked_once(
            (counts, "counts"), (wild, "wild"), (melds, "melds")
        )
        given = arrays.rows_of_counts(counts)
        wildcards = arrays.wildcards(wild, len(given))
        melded = None if melds is None else arrays.rows_of_counts(melds, "melds")
        if melded is not None and melded.shape != given.shape:
            raise HandError(f"melds must have the shape {given.shape}, not {melded.shape}")
        shape = given.shape if question == DISCARD_SHANTEN else given.shape[:1]
        answers = arrays.output(out, shape, DTYPES[question], counts, wild, melds)
        written = answers if answers.flags.carray else answers.copy()
        if len(given) == 0:
            return answers
        cdef const uint8_t[:, ::1] counts_view = given
        cdef const uint8_t[::1] wild_view = wildcards
        cdef const uint8_t[:, ::1] melds_view = melded
        cdef uint8_t[::1] out_view = written.reshape(-1).view("uint8")
        rows.counts = &counts_view[0, 0]
        rows.wild = &wild_view[0]
        rows.wild_step = len(wildcards) > 1
        rows.rows = len(given)
        self.prepare(question)
        cdef const uint8_t* melds_start = NULL
        if melded is not None:
            melds_start = &melds_view[0, 0]
        with nogil:
            wrong = self.answer_all(question, &rows, melds_start, &out_view[0])
        if wrong == GAVE_UP:
            give_up()
        if wrong != -1:
            self.explain(question, wrong, counts, wild, melds)
        if written is not answers:
            answers[...] = written
        return answers

    # ------------------------------------------------------------------------------------------
    # A hand, placed before the kernels
    # ------------------------------------------------------------------------------------------

    cdef int prepare(self, int question) except -1:
        """Make the tables that only this question needs."""
        if question == ACCEPTANCE and self.has_tables:
            need_draws(&self.tables.shape)
        if question == IS_WIN and not self.deal.wild_mask and (
            self.has_tables or self.has_variants and are_as_tables(&self.variants)
        ):
            need_covers(&self.tables.shape)
        return 0

    cdef bint is_plain(self, const hand_t* hand) noexcept:
        """Whether the tables answer for the hand just as it is."""
        return (
            self.has_tables and self.deal.wild_mask == 0
            and hand.melds == 0 and hand.total <= 3 * self.deal.rules.groups + 2
        )

    cdef bint is_plain_beside_melds(self, const hand_t* hand) noexcept:
        """Whether they do beside its melds, which fit it: of 3n + 1 or 3n + 2 tiles."""
        return (
            self.tables.automaton != NULL and self.deal.wild_mask == 0 and hand.melds
            and hand.total % 3 and (hand.total - 1) // 3 + hand.melds == self.deal.rules.groups
            and not hand.wind_runs and not hand.dragon_runs
        )

    cdef void set_limits(
        self, const position_t* position, uint8_t* natural_limit, uint8_t* total_limit
    ) noexcept nogil:
        """Tell how many tiles of each kind may be natural, and how many there may be in all."""
        cdef int kind
        for kind in range(KINDS):
            natural_limit[kind] = self.deal.rules.copies - position.melded[kind]
            total_limit[kind] = self.deal.rules.max_copies
            if self.deal.wild_mask >> kind & 1:
                natural_limit[kind] = position.counts[kind]
            if self.deal.rules.max_copies != NO_LIMIT:
                total_limit[kind] -= position.melded[kind]

    cdef bint is_capped(self) noexcept nogil:
        return self.deal.rules.max_copies != NO_LIMIT

    cdef int spare(self, const position_t* position) noexcept nogil:
        """Count the wildcards that the hand may come to hold: its own and those still to draw."""
        cdef int kind
        cdef int spare = position.wild
        for kind in range(KINDS):
            if self.deal.wild_mask >> kind & 1:
                spare += self.deal.rules.copies - position.held[kind]
        return spare

    # ------------------------------------------------------------------------------------------
    # Questions to the kernels
    # ------------------------------------------------------------------------------------------

    cdef int missing(self, const position_t* position, memos_t* memos) noexcept nogil:
        """The least missing tiles over the forms, or NO_MEMORY."""
        cdef int spare = self.spare(position) if self.deal.wild_mask else position.wild
        cdef int missing
        if self.has_variants and not position.has_melds:
            missing = self.missing_by_variants(position, spare, IMPOSSIBLE)
            if (
                not self.deal.wild_mask or self.is_capped()
                or missing == self.missing_by_variants(position, 0, IMPOSSIBLE)
            ):
                return missing
        if self.has_tables:
            missing = self.missing_by_tables(position, spare)
            if missing != UNKNOWN:
                return missing
        if self.is_plain_shape:
            return self.missing_by_search(position, spare, memos)
        return self.missing_by_rules(position, memos)

    cdef const asked_t* ask(self, const position_t* position) noexcept nogil:
        return &self.open_tables if position.has_melds else &self.tables

    cdef int missing_by_tables(self, const position_t* position, int spare) noexcept nogil:
        """The least missing tiles over the forms, or UNKNOWN."""
        cdef uint8_t closed[KINDS]
        cdef int missing = IMPOSSIBLE
        cdef int beside
        if not position.has_melds:
            # Without excess, the tables are right of wild kinds as well: a tile of one that is
            # missing is a wildcard. Only excess makes them hope for more wildcards than there are.
            missing = table_missing(&self.tables, position.counts, position.wild, 0)
            if not (spare and not self.is_capped()) or missing == table_missing(
                &self.tables, position.counts, position.wild, spare
            ):
                return missing
        beside = UNKNOWN
        if self.reads_closed(position):
            self.close(position, closed)
            beside = table_missing_beside(
                &self.open_tables, position.counts, closed, position.wild, spare
            )
        return beside if beside == UNKNOWN else min(missing, beside)

    cdef int missing_by_variants(
        self, const position_t* position, int spare, int most
    ) noexcept nogil:
        cdef uint64_t faced = 0
        cdef int kind
        for kind in range(KINDS if self.deal.wild_mask else 0):
            faced |= <uint64_t> (position.faced[kind] > 0) << kind
        return variants_missing(
            &self.variants, position.counts, faced, position.wild, spare, most
        )

    cdef bint reads_closed(self, const position_t* position) noexcept nogil:
        """Whether an automaton reads the position: it tells as much excess as pays."""
        return self.tables.automaton != NULL and (
            self.is_capped() or not position.is_crowded
        )

    cdef void close(self, const position_t* position, uint8_t* closed) noexcept nogil:
        """Count the copies of each kind that the hand can never hold as natural tiles.

        Under a cap there are as many wildcards as a wild kind may have missing tiles.
        """
        cdef int kind
        memcpy(closed, position.melded, KINDS)
        if self.deal.wild_mask and not self.is_capped():
            for kind in range(KINDS):
                if self.deal.wild_mask >> kind & 1:
                    closed[kind] = self.deal.rules.copies - position.counts[kind]

    cdef int missing_by_rules(
        self, const position_t* position, memos_t* memos
    ) noexcept nogil:
        cdef position_t natural
        cdef int draws
        if self.deal.rules.wild_when_drawn and position.wild:
            draws = self.wins(position, memos)
            if draws:
                return NO_MEMORY if draws == NO_MEMORY else position.wild
            natural = all_natural(position)         # the tile drawn is not the last one
            draws = self.draws_by_rules(&natural, memos)
            draws = draws if draws == NO_MEMORY else max(1, draws)
        else:
            draws = self.draws_by_rules(position, memos)
        return draws if draws in (NO_MEMORY, IMPOSSIBLE) else draws + position.wild

    cdef int draws_by_rules(self, const position_t* position, memos_t* memos) noexcept nogil:
        """The least draws to a win, IMPOSSIBLE or NO_MEMORY."""
        cdef int draws = forms_draws(
            &self.deal.rules, position, self.looser(position), IMPOSSIBLE, &memos.target
        )
        return NO_MEMORY if draws == SEARCH_OUT_OF_MEMORY else draws

    cdef const asked_t* looser(self, const position_t* position) noexcept nogil:
        """The tables of rules that allow more, which say how far a hand is at least."""
        if position.kongs and self.deal.rules.kongs_as_two_pairs:
            return NULL
        if not (self.has_bound or self.has_tables):
            return NULL
        return self.ask(position)

    cdef int missing_by_search(
        self, const position_t* position, int spare, memos_t* memos
    ) noexcept nogil:
        cdef uint8_t natural_limit[KINDS]
        cdef uint8_t total_limit[KINDS]
        cdef int missing = IMPOSSIBLE
        self.set_limits(position, natural_limit, total_limit)
        if self.deal.rules.forms & FORM_STANDARD:
            missing = search_missing(
                position.counts, natural_limit, total_limit, spare, position.groups, &memos.parts
            )
            if missing == NO_MEMORY:
                return NO_MEMORY
        return min(missing, self.special_missing(position, natural_limit, total_limit, spare))

    cdef int special_missing(
        self, const position_t* position, const uint8_t* natural_limit,
        const uint8_t* total_limit, int spare,
    ) noexcept nogil:
        cdef int missing = IMPOSSIBLE
        if position.whole and self.deal.rules.groups == SPECIAL_GROUPS:
            if self.deal.rules.forms & FORM_SEVEN_PAIRS:
                missing = seven_pairs_missing(
                    position.counts, natural_limit, total_limit, spare,
                    self.deal.rules.quads_as_two_pairs,
                )
            if self.deal.rules.forms & FORM_THIRTEEN_ORPHANS:
                missing = min(missing, thirteen_orphans_missing(
                    position.counts, natural_limit, total_limit, spare
                ))
        return missing

    cdef int wins(self, const position_t* position, memos_t* memos) noexcept nogil:
        """Whether a position of 3n + 2 tiles wins, or NO_MEMORY."""
        cdef uint8_t natural_limit[KINDS]
        cdef uint8_t total_limit[KINDS]
        cdef int won = 0
        cdef int missing
        if self.has_tables:
            if not position.has_melds:
                return position.wild == table_missing(
                    &self.tables, position.counts, position.wild, position.wild
                )
            won = table_wins_beside(
                &self.open_tables, position.counts, position.melded, position.wild, &missing
            )
            if missing != UNKNOWN:
                return won
        if self.has_variants and not position.has_melds:
            return position.wild == self.missing_by_variants(
                position, position.wild, position.wild
            )
        if not self.is_plain_shape:
            won = forms_draws(
                &self.deal.rules, position, self.looser(position), 0, &memos.target
            )
            return NO_MEMORY if won == SEARCH_OUT_OF_MEMORY else won == 0
        self.set_limits(position, natural_limit, total_limit)
        if self.deal.rules.forms & FORM_STANDARD:
            won = search_win(position.counts, total_limit, position.groups, &memos.parts)
        if won:
            return won
        return position.wild == self.special_missing(
            position, natural_limit, total_limit, position.wild
        )

    cdef uint64_t waiting(
        self, const position_t* position, bint claimed, memos_t* memos
    ) noexcept nogil:
        """The kinds that complete a position of 3n + 1 tiles, or OUT_OF_MEMORY."""
        cdef position_t drawn
        cdef uint64_t waits = 0
        cdef uint64_t candidates = 0
        cdef uint64_t alike
        cdef int kind, won, missing
        for kind in range(KINDS):
            if claimed and claim_is_forbidden(&self.deal, kind):
                continue
            if position.held[kind] < copies_of(&self.deal, kind):
                candidates |= (<uint64_t> 1) << kind
        if self.has_tables and not self.deal.wild_mask:
            if not position.has_melds:
                return candidates & table_waits(&self.tables, position.counts, position.wild)
            candidates &= table_waits_beside(
                &self.open_tables, position.counts, position.melded, position.wild, &missing
            )
            if missing != UNKNOWN:
                return candidates
        elif self.is_plain_shape:
            # A wildcard does for any tile drawn: often it does not, and then nothing does.
            drawn = position[0]
            drawn.tiles += 1
            drawn.wild += 1
            won = self.wins(&drawn, memos)
            if won != 1:
                return OUT_OF_MEMORY if won == NO_MEMORY else 0
        elif not (claimed and self.deal.wild_mask):      # then a tile of a wild kind may be natural
            won = self.is_near(position, memos)
            if won != 1:
                return OUT_OF_MEMORY if won == NO_MEMORY else 0
        for kind in range(KINDS):
            if candidates >> kind & 1:
                alike = candidates & self.alike(position, kind)
                candidates &= ~alike
                drawn = draw_tile(&self.deal, position, kind, claimed)
                won = self.wins(&drawn, memos)
                if won == NO_MEMORY:
                    return OUT_OF_MEMORY
                if won:
                    waits |= alike
        return waits

    cdef int is_near(self, const position_t* position, memos_t* memos) noexcept nogil:
        """Whether one draw may complete a position of 3n + 1 tiles, or NO_MEMORY."""
        cdef int missing
        if self.has_variants and not position.has_melds:
            missing = position.wild + 1
            return missing >= self.missing_by_variants(position, self.spare(position), missing)
        if not self.is_searched(position):
            return True
        missing = forms_draws(&self.deal.rules, position, self.looser(position), 1, &memos.target)
        return NO_MEMORY if missing == SEARCH_OUT_OF_MEMORY else missing != IMPOSSIBLE

    cdef uint64_t alike(self, const position_t* position, int kind) noexcept nogil:
        """The kinds that are as good a draw as one.

        Plain rules tell kinds that lie apart from all that is held and wild by being orphans alone.
        """
        cdef uint64_t kinds = 0
        cdef int other
        if not self.is_plain_shape or not self.lies_apart(position, kind):
            return (<uint64_t> 1) << kind
        for other in range(kind, KINDS):
            if is_orphan(other) == is_orphan(kind) and self.lies_apart(position, other):
                kinds |= (<uint64_t> 1) << other
        return kinds

    cdef bint lies_apart(self, const position_t* position, int kind) noexcept nogil:
        cdef int first = kind
        cdef int last = kind
        cdef int near
        if kind < FIRST_HONOUR:
            first = max(kind - 2, kind - kind % SUIT_KINDS)
            last = min(kind + 2, kind - kind % SUIT_KINDS + SUIT_KINDS - 1)
        for near in range(first, last + 1):
            if position.held[near] or self.deal.wild_mask >> near & 1:
                return False
        return True

    cdef uint64_t accepting(
        self, const position_t* position, memos_t* memos
    ) noexcept nogil:
        """The kinds, not all held, that lower the shanten of 3n + 1 tiles, or OUT_OF_MEMORY."""
        cdef position_t drawn
        cdef uint64_t kinds = 0
        cdef int kind, shanten, missing
        if self.has_tables:
            kinds = self.accepting_by_tables(position, &missing)
            if missing != UNKNOWN:
                return kinds
            kinds = 0
        missing = self.missing(position, memos)
        if self.is_searched(position):
            return self.accepting_by_search(position, missing, memos)
        shanten = shanten_of(position, missing)
        for kind in range(KINDS):
            if missing == NO_MEMORY:
                return OUT_OF_MEMORY
            if position.held[kind] < copies_of(&self.deal, kind):
                drawn = draw_tile(&self.deal, position, kind, False)
                missing = self.missing(&drawn, memos)
                if shanten_of(&drawn, missing) < shanten:
                    kinds |= (<uint64_t> 1) << kind
        return OUT_OF_MEMORY if missing == NO_MEMORY else kinds

    cdef uint64_t accepting_by_tables(
        self, const position_t* position, int* missing
    ) noexcept nogil:
        """The same; `missing` is UNKNOWN where the tables do not tell."""
        cdef uint8_t closed[KINDS]
        cdef uint64_t kinds = 0
        cdef int kind
        missing[0] = UNKNOWN
        if not position.has_melds and (not self.deal.wild_mask or self.is_capped()):
            missing[0] = 0
            kinds = table_acceptance(&self.tables, position.counts, position.wild)
        elif self.reads_closed(position):
            self.close(position, closed)
            kinds = table_acceptance_beside(
                self.ask(position), position.counts, closed, position.wild,
                self.spare(position), missing,
            )
        if missing[0] == UNKNOWN or not self.deal.wild_mask:
            return kinds
        for kind in range(KINDS):
            if self.deal.wild_mask >> kind & 1:          # a wildcard always brings a hand nearer
                kinds &= ~((<uint64_t> 1) << kind)
                kinds |= <uint64_t> (position.held[kind] < copies_of(&self.deal, kind)) << kind
        return kinds

    cdef bint is_searched(self, const position_t* position) noexcept nogil:
        """Whether only a search of all rules tells how far a position is."""
        return not (
            self.has_tables or self.is_plain_shape or self.deal.rules.wild_when_drawn
            or (self.has_variants and not position.has_melds)
        )

    cdef uint64_t accepting_by_search(
        self, const position_t* position, int missing, memos_t* memos
    ) noexcept nogil:
        """The same, asking of each draw no more than whether it leaves one draw less to make."""
        cdef position_t drawn
        cdef uint64_t kinds = 0
        cdef int kind, draws
        if missing == NO_MEMORY:
            return OUT_OF_MEMORY
        if missing == IMPOSSIBLE:
            return 0
        for kind in range(KINDS):
            if position.held[kind] < copies_of(&self.deal, kind):
                drawn = draw_tile(&self.deal, position, kind, False)
                draws = forms_draws(
                    &self.deal.rules, &drawn, self.looser(&drawn), missing - position.wild - 1,
                    &memos.target,
                )
                if draws == SEARCH_OUT_OF_MEMORY:
                    return OUT_OF_MEMORY
                if draws != IMPOSSIBLE:
                    kinds |= (<uint64_t> 1) << kind
        return kinds

    # ------------------------------------------------------------------------------------------
    # One hand
    # ------------------------------------------------------------------------------------------

    cdef int ask_missing(self, const position_t* position) except -1:
        cdef memos_t memos
        cdef int missing
        memos_init(&memos)
        missing = self.missing(position, &memos)
        memos_free(&memos)
        if missing == NO_MEMORY:
            give_up()
        return missing

    cdef int ask_wins(self, const position_t* position) except -1:
        cdef memos_t memos
        cdef int won
        memos_init(&memos)
        won = self.wins(position, &memos)
        memos_free(&memos)
        if won == NO_MEMORY:
            give_up()
        return won

    cdef uint64_t ask_waits(self, const position_t* position, bint claimed) except? 0:
        cdef memos_t memos
        cdef uint64_t waits
        memos_init(&memos)
        waits = self.waiting(position, claimed, &memos)
        memos_free(&memos)
        if waits == OUT_OF_MEMORY:
            give_up()
        return waits

    cdef dict accepted(self, const position_t* position, const int* left):
        cdef memos_t memos
        cdef uint64_t accepting
        cdef int kind
        self.prepare(ACCEPTANCE)
        memos_init(&memos)
        accepting = self.accepting(position, &memos)
        memos_free(&memos)
        if accepting == OUT_OF_MEMORY:
            give_up()
        kinds = {}
        for kind in range(KINDS):
            if accepting >> kind & 1 and left[kind] > 0:
                kinds[kind] = left[kind]
        return kinds

    cdef tuple after_discard(self, const position_t* after, const int* left):
        """What a discard leads to: shanten, acceptance, waits.

        What is left of the discarded kind is what it was: the tile was held and is now seen.
        """
        cdef int missing = self.ask_missing(after)
        cdef int shanten = shanten_of(after, missing)
        waits = kinds_of_mask(self.ask_waits(after, False)) if shanten == 0 else ()
        return shanten, self.accepted(after, left), waits

    cdef object read(self, object hand, object wild, object claimed, str question):
        cdef position_t position
        if not self.place_to_read(hand, wild, claimed, question, &position):
            return iter(())
        return iterate_readings(&self.deal.rules, &position)

    cdef bint place_to_read(
        self, object hand, object wild, object claimed, str question, position_t* out
    ) except -1:
        """Place a hand of 3n + 2 tiles; False where none can be read from what is given.

        So it is where it wins on a tile that may not be claimed, and where it holds a wildcard that
        was not drawn and has no face: a tile that is of no kind.
        """
        cdef hand_t given
        cdef bint is_claimed = read_flag(claimed, "claimed")
        read_hand(hand, read_wild(wild), &given)
        place_hand(&self.deal, &given, is_claimed, out)
        need_size(out, 2, question)
        if out.tiles > out.wild + tiles_of(out.counts):
            return False
        return not (is_claimed and claim_is_forbidden(&self.deal, given.winning))

    # ------------------------------------------------------------------------------------------
    # Rows of an array that the table kernel cannot answer alone
    # ------------------------------------------------------------------------------------------

    cdef Py_ssize_t answer_all(
        self, int question, const rows_t* rows, const uint8_t* melds, void* out
    ) noexcept nogil:
        """Answer every row; return the first that has no answer, -1, or GAVE_UP."""
        if self.has_tables and not self.deal.wild_mask:
            if melds == NULL:
                return answer_rows(question, &self.tables, rows, out)
            return self.answer_beside_melds(question, rows, melds, out)
        if self.has_variants and not self.deal.wild_mask and melds == NULL and question <= SHANTEN:
            return answer_variants(question, &self.variants, rows, out)
        return self.answer_one_by_one(question, rows, melds, out)

    cdef Py_ssize_t answer_beside_melds(
        self, int question, const rows_t* rows, const uint8_t* melds, void* out
    ) noexcept nogil:
        """Answer rows by blocks, and what a block leaves one by one."""
        cdef memos_t memos
        cdef rows_t block = rows[0]
        cdef uint8_t left[ROWS_BESIDE]
        cdef Py_ssize_t number_left, i
        cdef Py_ssize_t first = 0
        cdef Py_ssize_t wrong = -1
        memos_init(&memos)
        while first < rows.rows and wrong == -1:
            block.counts = rows.counts + first * KINDS
            block.wild = rows.wild + first * rows.wild_step
            block.rows = rows.rows - first
            number_left = answer_rows_beside_melds(
                question, &self.tables, &self.open_tables, &block, melds + first * KINDS,
                answer_at(question, out, first), left,
            )
            for i in range(number_left):
                wrong = self.answer_row(question, rows, melds, first + left[i], &memos, out)
                if wrong != -1:
                    break
            if wrong == -1 and interrupted(&memos.parts.found.ticks):
                wrong = GAVE_UP
            first += ROWS_BESIDE
        memos_free(&memos)
        return wrong

    cdef Py_ssize_t answer_one_by_one(
        self, int question, const rows_t* rows, const uint8_t* melds, void* out
    ) noexcept nogil:
        cdef memos_t memos
        cdef Py_ssize_t i
        cdef Py_ssize_t wrong = -1
        memos_init(&memos)
        for i in range(rows.rows):
            wrong = self.answer_row(question, rows, melds, i, &memos, out)
            if wrong != -1:
                break
        memos_free(&memos)
        return wrong

    cdef Py_ssize_t answer_row(
        self, int question, const rows_t* rows, const uint8_t* melds, Py_ssize_t i,
        memos_t* memos, void* out,
    ) noexcept nogil:
        """Answer row i; return -1, i where it has no answer, or GAVE_UP."""
        cdef hand_t hand
        cdef position_t position
        memset(&hand, 0, sizeof(hand_t))
        hand.winning = NO_TILE
        memcpy(hand.counts, rows.counts + i * KINDS, KINDS)
        if melds != NULL:
            memcpy(hand.melded, melds + i * KINDS, KINDS)
        hand.wild = rows.wild[i * rows.wild_step]
        hand.total = hand.wild + tiles_of(hand.counts)
        if fit_hand(&self.deal, &hand, False, &position) != FITS:
            return i
        if not has_size(question, hand.total):
            return i
        if (
            interrupted(&memos.parts.found.ticks)
            or not self.answer_one(question, &position, memos, out, i)
        ):
            return GAVE_UP
        if (
            question == DISCARD_SHANTEN and self.deal.rules.wild_face != NO_TILE
            and hand.counts[self.deal.rules.wild_face] == 0
        ):
            (<int8_t*> out)[i * KINDS + self.deal.rules.wild_face] = NONE_HELD  # `*` at the most
        return -1

    cdef bint answer_one(
        self, int question, const position_t* position, memos_t* memos, void* out, Py_ssize_t i
    ) noexcept nogil:
        """Answer for row i; False where it was given up."""
        cdef position_t other
        cdef int kind, missing, won
        cdef uint64_t kinds = 0
        if question == IS_WIN:
            won = position.tiles % 3 == 2 and self.wins(position, memos)
            (<uint8_t*> out)[i] = won == 1
            return won != NO_MEMORY
        if question == WAITS:
            kinds = self.waiting(position, False, memos)
            (<uint64_t*> out)[i] = kinds
            return kinds != OUT_OF_MEMORY
        if question == ACCEPTANCE:
            kinds = self.accepting(position, memos)
            (<uint64_t*> out)[i] = kinds
            return kinds != OUT_OF_MEMORY
        if question == DISCARD_SHANTEN:
            for kind in range(KINDS):
                (<int8_t*> out)[i * KINDS + kind] = NONE_HELD
                if position.held[kind] > position.melded[kind]:
                    other = drop_tile(&self.deal, position, kind)
                    missing = self.missing(&other, memos)
                    if missing == NO_MEMORY:
                        return False
                    (<int8_t*> out)[i * KINDS + kind] = shanten_of(&other, missing)
            return True
        missing = self.missing(position, memos)
        if missing == NO_MEMORY:
            return False
        (<int8_t*> out)[i] = shanten_of(position, missing)
        return True

    cdef int explain(
        self, int question, Py_ssize_t row, object counts, object wild, object melds
    ) except -1:
        """Raise the error of a row that could not be answered, from what was given."""
        cdef hand_t hand
        cdef hand_t declared
        cdef position_t position
        try:
            read_hand(counts[row], read_wild(wild[row] if wild.ndim else wild[()]), &hand)
            if melds is not None:
                read_hand(melds[row], 0, &declared)
                memcpy(hand.melded, declared.counts, KINDS)
            place_hand(&self.deal, &hand, False, &position)
        except HandError as error:
            raise HandError(f"row {row}: {error}") from None
        if has_size(question, position.tiles):
            raise HandError(f"row {row} changed while it was read")
        raise HandError(f"row {row}: {wrong_size(&position, METHODS[question], SIZES[question])}")


cdef void memos_init(memos_t* memos) noexcept nogil:
    search_memo_init(&memos.parts)
    search_init(&memos.target)


cdef void memos_free(memos_t* memos) noexcept nogil:
    search_memo_free(&memos.parts)
    search_free(&memos.target)


cdef inline void* answer_at(int question, void* out, Py_ssize_t row) noexcept nogil:
    """Where the answer for a row stands."""
    if question == DISCARD_SHANTEN:
        return <int8_t*> out + row * KINDS
    if question == WAITS or question == ACCEPTANCE:
        return <uint64_t*> out + row
    return <uint8_t*> out + row


cdef inline bint has_size(int question, int tiles) noexcept nogil:
    """Whether the question can be asked of so many tiles."""
    if question == IS_WIN:
        return True
    if question == SHANTEN:
        return tiles % 3 != 0
    return tiles % 3 == (2 if question == DISCARD_SHANTEN else 1)


cdef inline int shanten_of(const position_t* position, int missing) noexcept nogil:
    """The shanten, or IMPOSSIBLE where no form can be reached."""
    return IMPOSSIBLE if missing == IMPOSSIBLE else missing - position.wild - 1


cdef tuple kinds_of_mask(uint64_t mask):
    cdef int kind
    cdef Py_ssize_t size = 0
    cdef uint64_t rest = mask
    while rest:
        rest &= rest - 1
        size += 1
    cdef tuple kinds = PyTuple_New(size)
    size = 0
    for kind in range(KINDS):
        if mask >> kind & 1:
            number = <object> kind
            Py_INCREF(number)       # the tuple takes one
            PyTuple_SET_ITEM(kinds, size, number)
            size += 1
    return kinds


cdef object wrong_size(const position_t* position, str question, str size):
    return HandError(f"{question} needs a hand of {size} tiles, not {position.tiles}")


cdef int need_size(const position_t* position, int remainder, str question) except -1:
    if position.tiles % 3 != remainder:
        raise wrong_size(position, question, f"3n + {remainder}")
    return 0


def rules_of(given):
    """Return the `Rules` given by themselves or by name; importing them takes most of a start."""
    from mahjong_fast.rules import as_rules

    return as_rules(given)


def fixed_kinds(rules):
    """Return the kinds that are wild in every deal under the rules."""
    return rules.wild_fixed if rules.wild_select == "fixed" else ()


def refuse_arguments(more, unknown):
    """Raise the error of arguments that an Evaluator does not take."""
    if more:
        raise TypeError(
            "an Evaluator takes only its rules without a name; of the kinds that are wild write "
            f"wild_kinds={more[0]!r:.40}"
        )
    for name in unknown:
        hint = suggestion(name, ARGUMENTS, ARGUMENT_WORDS)
        raise TypeError(f"an Evaluator has no argument {name!r}; {hint}")


def make_scorer(evaluator):
    """Return the scorer of an evaluator's rules; threads that meet make two of the same."""
    from mahjong_fast.core.scoring.scorer import Scorer

    return Scorer(
        evaluator.rules, evaluator.wild_kinds, evaluator.kernel == "tables", evaluator.void_suit
    )


def discard_order(discard):
    return discard.shanten, -sum(discard.acceptance.values()), discard.tile


def restore(rules, wild_kinds, void_suit, kernel):
    """Make an evaluator again from what it was pickled as."""
    return Evaluator(rules, wild_kinds=wild_kinds, void_suit=void_suit, kernel=kernel)
