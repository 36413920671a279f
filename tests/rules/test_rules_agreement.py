"""Rules of every field: the reference, both kernels, scalars and batches give the same answers.

The reference walks over whole targets and takes up to seconds for a hand, so it is asked of few
and mostly short ones; the kernels are compared with each other on many more.
"""

import random

import numpy as np
import pytest
from hands import random_hands
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_strategy import KINDS, deals, random_deal, random_rules
from threads import ask_rows

from mahjong_fast import WILD, Evaluator, Hand, Meld, Rules, RulesError, reference, unpack_mask

KERNELS = ("tables", "search")


def evaluator_of(deal, kernel="tables"):
    return Evaluator(
        deal.rules, wild_kinds=deal.wild_kinds, void_suit=deal.void_suit, kernel=kernel
    )


def hand_of(deal):
    melds = [Meld(tiles, concealed=concealed) for tiles, concealed in deal.melds]
    return Hand(deal.counts, deal.wild, melds, deal.winning)


def has_few_stand_ins(deal):
    """Whether it is soon known how many of the stand-ins to draw are best used as wild kinds."""
    return len(deal.rules.stand_in) * len(deal.wild_kinds) <= 1


def without_stand_ins(deal):
    return deal if has_few_stand_ins(deal) else deal._replace(wild_kinds=())


def melds_tell_all(deal):
    """Whether counts of the melded tiles tell what the melds are."""
    kinds = [kind for meld, _ in deal.melds for kind in set(meld)]
    return len(kinds) == len(set(kinds)) and not any(concealed for _, concealed in deal.melds)


def bits(mask):
    return tuple(np.flatnonzero(unpack_mask(np.uint64(mask))).tolist())


# -- Winning and reading --------------------------------------------------------------------------


def wins_where_it_can_be_read(seed):
    rng = random.Random(seed)
    deal = random_deal(rng, random_rules(rng, most_fields=3), most_wildcards=6)
    evaluator, hand = evaluator_of(deal), hand_of(deal)
    reading = next(evaluator.iter_readings(hand, claimed=deal.claimed), None)
    return evaluator.is_win(hand, claimed=deal.claimed) is (reading is not None)


def test_a_hand_wins_exactly_where_it_can_be_read():
    assert not [seed for seed in range(4000) if not wins_where_it_can_be_read(seed)]


@pytest.mark.slow
@pytest.mark.parametrize("first", [10_000, 20_000])
def test_many_hands_win_exactly_where_they_can_be_read(first):
    assert not [
        seed for seed in range(first, first + 10_000) if not wins_where_it_can_be_read(seed)
    ]


PAIRS_BESIDE_KONGS = Rules(forms=["seven_pairs"], kongs_as_two_pairs=3)
DRAGON_PAIR = Rules(required=["triplet_or_dragon_pair"])
ALL_HONOURS = Rules(forms=["all_honours"], required=["terminal_or_honour"])
FREE_MISFIT = Rules(forms=["misfit"], misfit_wild_needs_slot=False)
CAPPED_258 = Rules(groups=2, forms=["all_258"], max_copies=4, stand_in="P")
LIMITED_FACE = Rules(
    groups=1, forms=["standard"], wild_active="drawn", wild_face="1m", wild_in=["chow", "pung"]
)


@pytest.mark.parametrize(
    ("rules", "deal", "hand", "wins"),
    [
        (DRAGON_PAIR, {}, "123m456m789m123p**", True),  # the pair of a kind that is not held
        (PAIRS_BESIDE_KONGS.replace(forbidden="8s"), {}, "{6666m}{2222p}999m11p8s**", False),
        (PAIRS_BESIDE_KONGS, {"void_suit": "s"}, "[3333p][7777p][NNNN]5sC**+*", False),
        (
            Rules(groups=5, forms=["eight_pairs"], forbidden="8s"),
            {"wild_kinds": ["E"]},
            "1122m3344p556677sEE8s",
            False,
        ),
        (ALL_HONOURS, {}, "**", False),  # wildcards as no kind show no honour
        (ALL_HONOURS, {}, "E*", True),
        # a wildcard that needs no slot may be a kind that must be shown
        (FREE_MISFIT.replace(required=["terminal_or_honour"]), {}, "258m258p258s****+*", True),
        (FREE_MISFIT.replace(min_suits=3), {}, "25m37pESWNCFP**+*", True),
        (FREE_MISFIT.replace(min_suit_tiles=3), {}, "25m37p26sEWCFP**+*", True),
        (FREE_MISFIT.replace(min_suits=2), {"wild_kinds": ["7m"]}, "7m25pESWNCFP****", True),
        (FREE_MISFIT.replace(min_suits=2), {"wild_kinds": ["7m"]}, "25pESWNCFP*****", True),
        # no more copies than a kind may have, stand-ins among them
        (CAPPED_258, {"wild_kinds": ["8p"]}, "[888p]PP2p58s", False),
        (CAPPED_258, {"wild_kinds": ["8p"]}, "[888p]P22p58s", True),
        # a drawn wildcard is not its own face
        (LIMITED_FACE, {}, "[2222m]1m+*", False),
        (LIMITED_FACE, {"wild_kinds": ["1m"]}, "[2222m]1m+*", False),
        (LIMITED_FACE, {"wild_kinds": ["1m"]}, "[2222m]1m+1m", True),
    ],
)
def test_wins_that_were_once_wrong(rules, deal, hand, wins):
    assert reference.is_win(hand, rules=rules, **deal) is wins
    for kernel in KERNELS:
        assert Evaluator(rules, kernel=kernel, **deal).is_win(hand) is wins


@pytest.mark.parametrize(
    ("rules", "wild_kinds", "hand", "shanten"),
    [
        (  # a knitted straight shows three suits by itself
            Rules(
                groups=5,
                forms=["knitted_straight", "eight_pairs", "all_honours", "all_258"],
                min_suits=3,
                required=["triplet", "triplet_or_dragon_pair", "terminal_or_honour"],
                wild_in=[],
            ),
            "7m",
            "11122336778899m**",
            2,
        ),
        # a `*` that was not drawn is a tile, of no kind
        (Rules(forms=["seven_pairs"], wild_active="drawn"), "", "SSWWWWNNFFPP*+*", 1),
        (Rules(wild_active="drawn"), "", "SSWWWWNNFFPP*+*", 1),
        (LIMITED_FACE, "", "[2222m]1m+*", 0),  # a natural tile in place of the one drawn
        (CAPPED_258, "8p", "[888p]PP2p58s", 0),
        (FREE_MISFIT.replace(min_suits=3), "", "25m37pESWNCFP***", -1),
    ],
)
def test_distances_that_were_once_wrong(rules, wild_kinds, hand, shanten):
    for kernel in KERNELS:
        evaluator = Evaluator(rules, wild_kinds=wild_kinds, kernel=kernel)
        assert evaluator.shanten(hand) == shanten


@pytest.mark.parametrize(
    ("forms", "groups", "hand"),
    [
        (["all_honours"], 1, "ESSW*"),
        (["all_honours"], 1, "EEE*+*"),
        (["misfit"], 4, "147m258p369sESWN*"),
        (["thirteen_orphans"], 4, "19m19p19sESWNCFP*"),
        (["thirteen_orphans"], 4, "1m19p119sESWNP***"),
    ],
)
def test_a_tile_of_no_kind_is_in_no_reading(forms, groups, hand):
    rules = Rules(forms=forms, groups=groups, wild_active="drawn")
    for kernel in KERNELS:
        evaluator = Evaluator(rules, kernel=kernel)
        assert not evaluator.is_win(hand)
        assert evaluator.count_readings(hand) == 0
        assert evaluator.readings(hand) == reference.readings(hand, rules=rules) == []


SHOWS_BY_MISFIT = (
    {"min_suits": 3},
    {"min_suits": 2},
    {"min_suit_tiles": 3},
    {"required": ["terminal_or_honour"]},
)


@pytest.mark.parametrize(
    "copies", [1, *(pytest.param(copies, marks=pytest.mark.slow) for copies in (2, 4))]
)
@pytest.mark.parametrize("shows", SHOWS_BY_MISFIT, ids=str)
def test_misfits_show_by_wildcards_as_far_as_there_are_some(shows, copies):
    """Of many wild kinds with a copy each, some are kinds of their own and some fill up."""
    rng = random.Random(f"misfits {shows} {copies}")
    fitting = [suit + rank for suit in (0, 9, 18) for rank in (0, 3, 6)] + list(range(27, 34))
    for number in (1, 7, 9):
        wild_kinds = sorted(rng.sample(range(KINDS), number))
        rules = Rules(
            forms=[rng.choice(("misfit", "seven_star"))],
            misfit_wild_needs_slot=False,
            copies=copies,
            **shows,
        )
        wild = rng.randrange(3)
        pool = sorted({*fitting, *wild_kinds})
        held = rng.sample(pool, rng.choice((13, 14)) - wild)
        counts = [held.count(kind) for kind in range(KINDS)]
        expected = reference.shanten(counts, wild=wild, rules=rules, wild_kinds=wild_kinds)
        for kernel in KERNELS:
            evaluator = Evaluator(rules, wild_kinds=wild_kinds, kernel=kernel)
            assert evaluator.shanten(counts, wild=wild) == expected


def test_a_dragon_pair_that_is_not_held_can_be_drawn():
    assert Evaluator(DRAGON_PAIR).shanten("123m456m789m123p1s") == 1
    assert Evaluator(DRAGON_PAIR).shanten("1m2m") == 1


def test_no_hand_wins_on_a_forbidden_claim():
    rules = Rules(forms=["standard"], wild_claimed="forbidden")
    assert not Evaluator(rules).is_win("22233m2s****+*", claimed=True)
    assert Evaluator(rules).is_win("22233m2s****+*")


# -- Rows without melds, which tables answer under narrow rules too -------------------------------

SHOWN = (
    {"min_suits": 1, "min_suit_tiles": 11},
    {"min_suits": 2},
    {"min_suits": 2, "max_suits": 2, "min_suit_tiles": 3},
    {"min_suits": 3, "min_suit_tiles": 8},
    {"min_suit_tiles": 5, "forbidden": "ESWNCFP"},
    {"min_suit_tiles": 9, "runs": ("suit", "winds", "dragons")},
    {"min_suits": 2, "pair_kinds": "258m258p258s", "pair_exempt": ("all_triplets", "one_suit")},
    {"pair_kinds": "19m5p", "pair_exempt": ("all_triplets",), "forbidden": "123456789s"},
    {"pair_kinds": "258m258p258sE", "pair_exempt": ("all_honours",)},
)


@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("shown", SHOWN, ids=str)
def test_kernels_agree_on_rows_of_narrow_rules(shown, times):
    rng = np.random.default_rng(15)
    for number in range(12):
        rules = Rules(
            forms=("standard", "seven_pairs", "thirteen_orphans")[: 1 + number % 3],
            groups=(4, 4, 3, 5)[number % 4],
            max_copies=(None, 4)[number // 2 % 2],
            quads_as_two_pairs=number < 6,
            **shown,
        )
        deal = {"void_suit": (None, None, "m")[number % 3], "wild_kinds": ("", "5p")[number // 6]}
        by = {kernel: Evaluator(rules, kernel=kernel, **deal) for kernel in KERNELS}
        for question, remainders, hands in (
            ("is_win", (2,), 40 * times),
            ("shanten", (1, 2), 20 * times),
            ("waits", (1,), 4 * times),
        ):
            rows, wild = random_hands(rng, hands, remainders, groups=rules.groups)
            answers = [getattr(by[kernel], f"{question}_batch")(rows, wild) for kernel in KERNELS]
            wrong = np.flatnonzero(answers[0] != answers[1])
            assert len(wrong) == 0, (rules, deal, question, rows[wrong[0]].tolist(), wild[wrong[0]])


# -- Distances of whole hands, which the reference takes too long for -----------------------------

NARROW = {
    "three suits": {"min_suits": 3},
    "two suits and an orphan": {"min_suits": 2, "required": ("terminal_or_honour",)},
    "all that may be asked": {"min_suits": 3, "required": ("triplet", "terminal_or_honour")},
    "eight of a suit": {"min_suit_tiles": 8},
    "eight of a suit, and three": {"min_suit_tiles": 8, "min_suits": 3},
    "258 pairs of two suits": {"pair_kinds": "258m258p258s", "min_suits": 2, "max_suits": 2},
    "few kinds": {"wild_can_be": "19m19p19sESWNCFP", "forbidden": "5m5p", "min_suits": 2},
    "few in a group": {"wild_max_per_group": 1, "required": ("triplet",), "min_suits": 3},
}
FORMS_BESIDE = (
    ("standard",),
    ("standard", "seven_pairs", "knitted_straight"),
    ("standard", "seven_couples", "misfit"),
    ("eight_pairs", "pairs_and_triplet"),
)


@pytest.mark.parametrize("forms", FORMS_BESIDE, ids="+".join)
@pytest.mark.parametrize("narrow", NARROW.values(), ids=NARROW)
def test_some_draw_leaves_a_draw_less_and_none_leaves_fewer(narrow, forms):
    rng = np.random.default_rng(14)
    groups = 5 if "eight_pairs" in forms else 4
    try:
        evaluator = Evaluator(Rules(forms=forms, groups=groups, **narrow))
    except RulesError:
        pytest.skip("the rules contradict each other")
    for number in range(18):
        wild = number % 6
        kinds = rng.choice(KINDS, (6, 10, KINDS)[number % 3], replace=False)
        drawn = rng.choice(np.repeat(kinds, 4), 3 * groups + 1 - wild, replace=False)
        counts = np.bincount(drawn, minlength=KINDS).astype(np.uint8)
        left = np.flatnonzero(counts < 4)
        after = evaluator.shanten_batch(counts + np.eye(KINDS, dtype=np.uint8)[left], wild)
        shanten = evaluator.shanten_batch(counts[None], wild)[0]
        assert shanten == (127 if after.min() == 127 else after.min() + 1)
        accepting = evaluator.acceptance_batch(counts[None], wild)[0]
        assert bits(accepting) == tuple(left[after < shanten])


# -- The reference and the kernels ----------------------------------------------------------------


def assert_same_wins(deal):
    expected = reference.is_win(deal.hand, claimed=deal.claimed, **deal.deal)
    melds = deal.melded if deal.melds else None
    of_row = reference.is_win(deal.counts, wild=deal.wild, melds=melds, **deal.deal)
    for kernel in KERNELS:
        evaluator = evaluator_of(deal, kernel)
        assert evaluator.is_win(hand_of(deal), claimed=deal.claimed) is expected, kernel
        row = evaluator.is_win_batch([deal.counts], deal.wild, melds=melds and [melds])
        assert bool(row[0]) is of_row, kernel
    return expected


def assert_same_shanten(deal):
    expected = reference.shanten(deal.hand, **deal.deal)
    for kernel in KERNELS:
        assert evaluator_of(deal, kernel).shanten(hand_of(deal)) == expected, kernel
    return expected


def assert_same_waits(deal, claimed):
    expected = reference.waits(deal.hand, claimed=claimed, **deal.deal)
    for kernel in KERNELS:
        assert evaluator_of(deal, kernel).waits(hand_of(deal), claimed=claimed) == expected, kernel
    return expected


def assert_same_acceptance(deal):
    expected = reference.acceptance(deal.hand, **deal.deal)
    for kernel in KERNELS:
        assert evaluator_of(deal, kernel).acceptance(hand_of(deal)) == expected, kernel


def assert_same_discards(deal):
    expected = [tuple(discard) for discard in reference.discards(deal.hand, **deal.deal)]
    for kernel in KERNELS:
        found = evaluator_of(deal, kernel).discards(hand_of(deal))
        assert [tuple(discard) for discard in found] == expected, kernel


@settings(max_examples=100)
@given(deals(most_groups=4))
def test_same_wins_as_the_reference(deal):
    assert_same_wins(deal)


@settings(max_examples=60)
@given(deals(most_groups=2) | deals(most_groups=2, remainder=1))
def test_same_shanten_as_the_reference(deal):
    assert_same_shanten(without_stand_ins(deal))


@settings(max_examples=40)
@given(deals(remainder=1, most_groups=2, most_wildcards=3), st.booleans())
def test_same_waits_as_the_reference(deal, claimed):
    assert_same_waits(deal, claimed)


@settings(max_examples=15)
@given(deals(remainder=1, most_groups=1, most_wildcards=2))
def test_same_acceptance_as_the_reference(deal):
    assert_same_acceptance(without_stand_ins(deal))


@settings(max_examples=6)
@given(deals(most_groups=1, most_wildcards=2))
def test_same_discards_as_the_reference(deal):
    assert_same_discards(without_stand_ins(deal))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(8))
def test_same_answers_as_the_reference_in_many_deals(chunk):
    """Seeded, so that wins are among them."""
    wins = 0
    for seed in range(chunk, 64, 8):
        rng = random.Random(f"agreement {seed}")
        deal = random_deal(rng, random_rules(rng))
        wins += assert_same_wins(deal)
        if seed % 2 == 0:
            assert_same_shanten(without_stand_ins(deal))
        deal = random_deal(rng, random_rules(rng), remainder=1, most_groups=3, most_wildcards=3)
        if seed % 5 == 0:
            assert_same_waits(deal, claimed=seed % 2 == 0)
            assert_same_shanten(without_stand_ins(deal))
        if seed % 16 < 8:
            deal = random_deal(rng, random_rules(rng), 1, most_wildcards=2, most_groups=2)
            assert_same_acceptance(without_stand_ins(deal))
        if seed % 64 < 8:
            deal = random_deal(rng, random_rules(rng), most_wildcards=2, most_groups=2)
            assert_same_discards(without_stand_ins(deal))
    assert wins


# -- The kernels, and scalars and batches ---------------------------------------------------------

ANSWERS_OF_ROWS = (
    ("is_win_batch", (2,), lambda evaluator, hand: evaluator.is_win(hand)),
    ("shanten_batch", (1, 2), lambda evaluator, hand: evaluator.shanten(hand)),
    ("waits_batch", (1,), lambda evaluator, hand: evaluator.waits(hand)),
    ("acceptance_batch", (1,), lambda evaluator, hand: tuple(evaluator.acceptance(hand))),
    ("discard_shanten_batch", (2,), lambda evaluator, hand: shanten_after(evaluator, hand)),
)
LONG = ("acceptance_batch", "discard_shanten_batch")


def shanten_after(evaluator, hand):
    after = dict.fromkeys(range(KINDS), 127)
    after.update((d.tile, d.shanten) for d in evaluator.discards(hand) if d.tile != WILD)
    return tuple(after.values())


def value(question, answer):
    """The answer to a row as the scalar question gives it."""
    if question in ("waits_batch", "acceptance_batch"):
        return bits(answer)
    return tuple(answer.tolist()) if answer.ndim else answer.item()


def assert_kernels_agree_under_random_rules(seed, hands):
    """Put hands of every size to the kernels, as rows and one by one, under some rules."""
    rng = random.Random(f"kernels {seed}")
    rules = random_rules(rng)
    table = without_stand_ins(random_deal(rng, rules))
    dealt = [
        random_deal(rng, rules, remainder=1 + i % 2)._replace(
            winning=None, wild_kinds=table.wild_kinds, void_suit=table.void_suit
        )
        for i in range(hands)
    ]
    by = {kernel: evaluator_of(table, kernel) for kernel in KERNELS}
    for question, remainders, ask in ANSWERS_OF_ROWS:
        asked = [deal for deal in dealt if deal.size % 3 in remainders]
        if question in LONG:
            asked = asked[:2]
        counts = np.array([deal.counts for deal in asked], np.uint8)
        wild = np.array([deal.wild for deal in asked], np.uint8)
        melds = np.array([deal.melded for deal in asked], np.uint8)
        rows = {
            kernel: getattr(evaluator, question)(counts, wild, melds=melds)
            for kernel, evaluator in by.items()
        }
        for i, deal in enumerate(asked):
            of_row = value(question, rows["tables"][i])
            assert value(question, rows["search"][i]) == of_row, (question, deal)
            one_by_one = melds_tell_all(deal) and (question not in LONG or deal.size <= 8)
            for evaluator in by.values() if one_by_one else ():
                assert ask(evaluator, hand_of(deal)) == of_row, (question, deal)


@pytest.mark.parametrize("chunk", range(4))
def test_kernels_scalars_and_batches_agree_under_random_rules(chunk):
    for seed in range(chunk, 120, 4):
        assert_kernels_agree_under_random_rules(seed, hands=10)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(8))
def test_kernels_scalars_and_batches_agree_under_many_random_rules(chunk):
    for seed in range(1000 + chunk, 1040, 8):
        assert_kernels_agree_under_random_rules(seed, hands=20)


# -- Rules that mean the same and are answered another way ----------------------------------------

ALL_RUNS = ("suit", "winds", "dragons")
TABLED = {
    "standard": Rules(),
    "four copies": Rules(max_copies=4),
    "distinct pairs": Rules(max_copies=4, quads_as_two_pairs=False),
    "groups only": Rules(forms=("standard",)),
    "runs of honours": Rules(runs=ALL_RUNS),
}
REWRITTEN = {
    "a form of 17 tiles": lambda rules: rules.replace(forms=(*rules.forms, "eight_pairs")),
    "kongs that no row has": lambda rules: (
        rules.replace(
            forms=(*rules.forms, "seven_pairs", "pairs_and_triplet"), kongs_as_two_pairs=3
        )
        if "seven_pairs" in rules.forms
        else rules.replace(forms=(*rules.forms, "pairs_and_triplet"))
    ),
}
"""Changes that no hand of 14 tiles without melds can tell, and that tables do not know."""

QUESTIONS = (
    ("is_win_batch", 2, 1),
    ("shanten_batch", 1, 1),
    ("shanten_batch", 2, 1),
    ("waits_batch", 1, 1),
    ("acceptance_batch", 1, 10),
    ("discard_shanten_batch", 2, 10),
)
"""Name, tiles over 3n, and of how many hands one is asked."""

over_tabled_rules = pytest.mark.parametrize("rules", TABLED.values(), ids=TABLED)
over_rewritten_rules = pytest.mark.parametrize("rewrite", REWRITTEN.values(), ids=REWRITTEN)
over_wild_kinds = pytest.mark.parametrize(
    "wild_kinds", [(), ("5m",), ("5m", "E")], ids=["faceless", "5m wild", "5m and E wild"]
)


def assert_same_rows(evaluator, other, counts, wild, questions=QUESTIONS):
    remainder = (counts.sum(axis=1) + wild) % 3
    for question, of_size, every in questions:
        chosen = np.flatnonzero(remainder == of_size)[::every]
        rows = counts[chosen], wild[chosen]
        answers = getattr(evaluator, question)(*rows)
        others = ask_rows(getattr(other, question), *rows)
        wrong = np.flatnonzero((answers != others).reshape(len(answers), -1).any(axis=1))
        assert not len(wrong), (question, str(Hand(rows[0][wrong[0]], int(rows[1][wrong[0]]))))


def assert_rewritten_rules_agree(rules, rewrite, wild_kinds, rows):
    counts, wild = random_hands(np.random.default_rng(rows), rows, most_wild=6)
    by_tables = Evaluator(rules, wild_kinds=wild_kinds)
    assert_same_rows(by_tables, Evaluator(rewrite(rules), wild_kinds=wild_kinds), counts, wild)


@over_wild_kinds
@over_rewritten_rules
@over_tabled_rules
def test_what_no_hand_can_tell_changes_no_answer(rules, rewrite, wild_kinds):
    assert_rewritten_rules_agree(rules, rewrite, wild_kinds, 1_000)


@pytest.mark.slow
@over_wild_kinds
@over_rewritten_rules
@over_tabled_rules
def test_what_no_hand_can_tell_changes_no_answer_to_many_hands(rules, rewrite, wild_kinds):
    assert_rewritten_rules_agree(rules, rewrite, wild_kinds, 500)


# -- States of one part ---------------------------------------------------------------------------

MOST_WILD = 8
PART_QUESTIONS = QUESTIONS[:4]
WITH_RUNS = {
    "a fifth copy": Rules(runs=ALL_RUNS),
    "four copies": Rules(runs=ALL_RUNS, max_copies=4),
}
over_copies = pytest.mark.parametrize("rules", WITH_RUNS.values(), ids=WITH_RUNS)


def with_wildcards(states, most_tiles):
    """Every state with each number of wildcards that makes a hand: counts and wildcards."""
    wild, numbers = np.meshgrid(np.arange(MOST_WILD + 1), np.arange(len(states)))
    tiles = states.sum(axis=1)[:, None] + wild
    legal = (tiles % 3 > 0) & (tiles <= most_tiles)
    return states[numbers[legal]], wild[legal]


def states_of(kinds, most_tiles=14):
    """Every number of tiles of each kind, the highest kinds changing first."""
    found = np.indices((5,) * len(kinds)).reshape(len(kinds), -1).T
    found = found[found.sum(axis=1) <= most_tiles]
    states = np.zeros((len(found), KINDS), np.uint8)
    states[:, kinds] = found
    return states


def some_states(rng, kinds, number, most_tiles=14):
    """States of a part, of all numbers of tiles alike."""
    wall = np.repeat(np.arange(KINDS), 4)
    wall = wall[np.isin(wall, kinds)]
    states = np.zeros((number, KINDS), np.uint8)
    for state, tiles in zip(states, rng.integers(0, most_tiles + 1, number), strict=True):
        np.add.at(state, rng.choice(wall, tiles, replace=False), 1)
    return states


def assert_kernels_agree_on_states(rules, states, most_tiles=14):
    counts, wild = with_wildcards(states, most_tiles)
    by_tables, by_search = (Evaluator(rules, kernel=kernel) for kernel in KERNELS)
    assert_same_rows(by_tables, by_search, counts, wild, PART_QUESTIONS)


@over_copies
@pytest.mark.parametrize("kinds", [range(27, 31), range(31, 34)], ids=["winds", "dragons"])
def test_runs_of_one_sort_of_honours_in_every_state(kinds, rules):
    assert_kernels_agree_on_states(rules, states_of(kinds))


@over_copies
def test_runs_of_honours_in_some_states(rules):
    states = some_states(np.random.default_rng(8), range(27, 34), 200)
    assert_kernels_agree_on_states(rules, states)


@pytest.mark.slow
@over_copies
def test_runs_of_honours_in_many_states(rules):
    states = states_of(range(27, 34))
    assert len(states) == 43_130
    assert_kernels_agree_on_states(rules, states[::32])


@over_copies
@pytest.mark.parametrize("runs", [ALL_RUNS, ("winds",), ("suit", "dragons")], ids="+".join)
def test_runs_of_honours_beside_melds_of_honours(runs, rules):
    """Melds take copies from runs: parts beside them are not told by the tables."""
    rng = np.random.default_rng(10)
    rules = rules.replace(runs=runs)
    by_tables, by_search = (Evaluator(rules, kernel=kernel) for kernel in KERNELS)
    for number in range(60):
        wild = number % 5
        melds = [Meld((kind,) * 3) for kind in rng.choice(range(27, 34), 2, replace=False)]
        melded = np.zeros(KINDS, np.uint8)
        melded[[meld.tiles[0] for meld in melds]] = 3
        wall = np.repeat(np.arange(KINDS), 4 - melded)
        weights = np.where(wall < 27, 1, 15)
        drawn = rng.choice(wall, 8 - wild, replace=False, p=weights / weights.sum())
        counts = np.bincount(drawn, minlength=KINDS)
        hand = Hand(counts, wild, melds)
        shanten = by_tables.shanten(hand)
        assert shanten == by_search.shanten(hand)
        assert by_tables.is_win(hand) == by_search.is_win(hand) == (shanten == -1)
        row = {"wild": wild, "melds": melded[None]}
        assert by_tables.is_win_batch(counts[None], **row)[0] == (shanten == -1)
        assert by_tables.discards(hand) == by_search.discards(hand)
        if number % 12 == 0:
            assert shanten == reference.shanten(hand, rules=rules)


OF_ONE_SUIT = {
    "258 pairs": Rules(pair_kinds="258m258p258s"),
    "258 pairs, exempt": Rules(pair_kinds="258m", pair_exempt=("all_triplets", "one_suit")),
    "258 pairs, four copies": Rules(pair_kinds="258m258p258s", max_copies=4),
    "five groups": Rules(groups=5),
    "five groups, four copies": Rules(groups=5, max_copies=4),
}
over_rules_of_one_suit = pytest.mark.parametrize("rules", OF_ONE_SUIT.values(), ids=OF_ONE_SUIT)


def assert_kernels_agree_on_one_suit(rules, seed, number):
    most_tiles = 3 * rules.groups + 2
    states = some_states(np.random.default_rng(seed), range(9), number, most_tiles)
    assert_kernels_agree_on_states(rules, states, most_tiles)


@over_rules_of_one_suit
def test_pair_filters_and_five_groups_in_some_states_of_a_suit(rules):
    assert_kernels_agree_on_one_suit(rules, seed=9, number=60)


@pytest.mark.slow
@over_rules_of_one_suit
def test_pair_filters_and_five_groups_in_many_states_of_a_suit(rules):
    assert_kernels_agree_on_one_suit(rules, seed=10, number=3_000)


# -- Identities -----------------------------------------------------------------------------------

GROUPS_ALONE = Rules(forms=("standard",))
CHOWS = [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7]


def fits(tiles, groups, pairs):
    """Whether at most so many groups and pairs hold all natural tiles, gaps left to wildcards."""
    if not tiles:
        return True
    pieces = [(tiles[0],) * 2] * (pairs > 0)
    if groups:
        pieces += [(tiles[0],) * 3, *(chow for chow in CHOWS if tiles[0] in chow)]
    for piece in pieces:
        rest = list(tiles)
        for tile in piece:
            if tile in rest:
                rest.remove(tile)
        if fits(rest, groups - (len(piece) == 3), pairs - (len(piece) == 2)):
            return True
    return False


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_hand_wins_where_groups_and_a_pair_hold_its_natural_tiles(kernel):
    """Without a copy limit; the wildcards that are left always fit."""
    counts, wild = random_hands(np.random.default_rng(11), 600, remainders=(2,))
    wins = Evaluator(GROUPS_ALONE, kernel=kernel).is_win_batch(counts, wild)
    for row, w, won in zip(counts.tolist(), wild.tolist(), wins.tolist(), strict=True):
        tiles = [kind for kind in range(KINDS) for _ in range(row[kind])]
        assert fits(tiles, (len(tiles) + w - 2) // 3, 1) == won, (row, w)
    assert 50 < wins.sum() < 550


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("groups", range(1, 5))
def test_a_hand_of_n_groups_with_2n_and_one_wildcards_wins(groups, kernel):
    rng = np.random.default_rng(groups)
    counts = np.zeros((300, KINDS), np.uint8)
    for row in counts:
        np.add.at(row, rng.choice(np.repeat(np.arange(KINDS), 4), groups + 1, replace=False), 1)
    evaluator = Evaluator(GROUPS_ALONE, kernel=kernel)
    assert evaluator.is_win_batch(counts, 2 * groups + 1).all()
    assert evaluator.is_win("1m38p16sE********") is False  # 14 tiles and only 8 wildcards


@pytest.mark.parametrize("rules", [Rules(forms=("seven_pairs",)), Rules()])
def test_seven_pairs_need_a_wildcard_for_each_odd_count(rules):
    counts, wild = random_hands(np.random.default_rng(12), 20_000, remainders=(2,))
    whole = counts.sum(axis=1) + wild == 14
    counts, wild = counts[whole], wild[whole]
    enough = wild >= (counts % 2).sum(axis=1)
    wins = Evaluator(rules).is_win_batch(counts, wild)
    assert (wins[enough]).all()
    if rules.forms == ("seven_pairs",):
        assert (wins == enough).all()
    assert wins[wild >= 7].all()


def test_a_hand_waits_for_all_kinds_where_groups_and_a_wildcard_are_left():
    """精钓: without a copy limit; kinds that are all held cannot be drawn."""
    counts, wild = random_hands(np.random.default_rng(13), 20_000, remainders=(1,))
    counts, wild = counts[wild > 0], wild[wild > 0]
    evaluator = Evaluator(GROUPS_ALONE)
    waits = unpack_mask(evaluator.waits_batch(counts, wild))
    for_all = (waits == (counts < 4)).all(axis=1)
    # Groups alone are what wins with a pair that has nothing to do with them.
    for row, w, everything in zip(counts, wild, for_all, strict=True):
        stranger = next((k for k in range(33, 26, -1) if not row[k]), None)
        if stranger is not None:
            with_pair = row.copy()
            with_pair[stranger] = 2
            assert evaluator.is_win(with_pair, wild=int(w) - 1) == everything
    assert 100 < for_all.sum() < len(for_all) - 100


# -- What a `*` with a face is --------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["1m*", "PPP1m*", "PPP1m+*", "12m1pP*"])
@pytest.mark.parametrize("face", ["P", None])
def test_a_wildcard_that_is_only_one_when_drawn_is_thrown_away(hand, face):
    rules = GROUPS_ALONE.replace(wild_active="drawn", wild_face=face)
    expected = [tuple(discard) for discard in reference.discards(hand, rules=rules)]
    for kernel in KERNELS:
        evaluator = Evaluator(rules, kernel=kernel)
        assert [tuple(discard) for discard in evaluator.discards(hand)] == expected
    counts = Hand.parse(hand).counts
    of_row = Evaluator(rules).discard_shanten_batch([counts], 1)[0]
    assert (of_row < 127).tolist() == [count > 0 for count in counts]
