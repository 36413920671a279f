"""Multi-suit hands put to the reference, the oracle and both kernels, one by one and in batches."""

from collections import Counter
from typing import NamedTuple

import numpy as np
import oracle
import pytest
from hands import random_hands
from hypothesis import given, settings
from hypothesis import strategies as st
from threads import ask_rows

from mahjong_fast import WILD, Evaluator, Hand, HandError, Meld, Rules, reference, unpack_mask

KINDS = 34
KERNELS = ("tables", "search")
FORMS = ("standard", "seven_pairs", "thirteen_orphans")


class Deal(NamedTuple):
    """A hand with its melds, and what its table plays by."""

    counts: tuple[int, ...]
    wild: int
    melds: tuple[tuple[int, ...], ...]
    rules: Rules
    wild_kinds: tuple[int, ...]

    @property
    def hand(self):
        return Hand(self.counts, self.wild, [Meld(tiles) for tiles in self.melds])

    @property
    def melded(self):
        tiles = Counter(tile for meld in self.melds for tile in meld)
        return tuple(tiles[kind] for kind in range(KINDS))

    @property
    def size(self):
        return sum(self.counts) + self.wild


def rules_of(groups, forms):
    return st.builds(
        Rules,
        groups=st.sampled_from(groups),
        forms=st.sampled_from(forms),
        quads_as_two_pairs=st.booleans(),
        max_copies=st.sampled_from((None, 4)),
        copies=st.sampled_from((4, 4, 4, 3, 2, 1)),
    )


all_rules = rules_of((4, 4, 4, 5, 3, 2, 1), (FORMS, FORMS, FORMS[:1], FORMS[::2])) | rules_of(
    (4,), (FORMS[1:], FORMS[1:2])
)
pools = st.sampled_from(
    (range(KINDS), range(9), range(9, 18), (0, 1, 2, 3, 4, 30), range(27, 34), oracle.ORPHANS)
)
MELDS = (
    *((first, first + 1, first + 2) for suit in (0, 9, 18) for first in range(suit, suit + 7)),
    *((kind,) * 3 for kind in range(KINDS)),
    *((kind,) * 4 for kind in range(KINDS)),
)


@st.composite
def deals(draw, remainders=(1, 2), most_tiles=17, rules=all_rules):
    the_rules = draw(rules)
    held = Counter()
    melds = []
    for meld in draw(st.lists(st.sampled_from(MELDS), max_size=the_rules.groups)):
        if all(held[tile] + meld.count(tile) <= the_rules.copies for tile in meld):
            held.update(meld)
            melds.append(meld)
    found = the_rules.groups - len(melds)
    if not melds:
        found = draw(st.integers(0, found))
    size = 3 * min(found, (most_tiles - 1) // 3) + draw(st.sampled_from(remainders))
    if 3 * found + 2 > most_tiles:
        held, melds = Counter(), []
    size = min(size, most_tiles)
    wild = draw(st.integers(0, min(8, size)))
    pool = draw(pools)
    counts = [0] * KINDS
    for tile in draw(st.lists(st.sampled_from(pool), min_size=size - wild, max_size=size - wild)):
        free = next(
            (tile + step) % KINDS
            for step in range(KINDS)
            if held[(tile + step) % KINDS] < the_rules.copies
        )
        held[free] += 1
        counts[free] += 1
    wild_kinds = draw(st.lists(st.sampled_from(pool), max_size=2, unique=True))
    return Deal(tuple(counts), wild, tuple(melds), the_rules, tuple(sorted(wild_kinds)))


def by_reference(deal):
    options = {"rules": deal.rules, "wild_kinds": deal.wild_kinds}
    answers = {"is_win": reference.is_win(deal.hand, **options)}
    answers["shanten"] = reference.shanten(deal.hand, **options)
    if deal.size % 3 == 1:
        answers["waits"] = reference.waits(deal.hand, **options)
        answers["acceptance"] = tuple(reference.acceptance(deal.hand, **options))
    return answers


def by_oracle(deal):
    given = deal.counts, deal.wild, deal.rules, deal.melded, deal.wild_kinds
    answers = {"is_win": oracle.is_win(*given), "shanten": oracle.shanten(*given)}
    if deal.size % 3 == 1:
        answers["waits"] = oracle.waits(*given)
        answers["acceptance"] = oracle.acceptance(*given)
    else:
        answers["discard_shanten"] = oracle.discard_shanten(*given)
    return answers


def by_scalars(deal, kernel):
    evaluator = Evaluator(deal.rules, wild_kinds=deal.wild_kinds, kernel=kernel)
    answers = {"is_win": evaluator.is_win(deal.hand), "shanten": evaluator.shanten(deal.hand)}
    if deal.size % 3 == 1:
        answers["waits"] = evaluator.waits(deal.hand)
        answers["acceptance"] = tuple(evaluator.acceptance(deal.hand))
    else:
        after = dict.fromkeys(range(KINDS), 127)
        after.update((d.tile, d.shanten) for d in evaluator.discards(deal.hand) if d.tile != WILD)
        answers["discard_shanten"] = tuple(after.values())
    return answers


def by_batches(deal, kernel):
    evaluator = Evaluator(deal.rules, wild_kinds=deal.wild_kinds, kernel=kernel)
    melds = np.array([deal.melded]) if deal.melds else None

    def ask(question):
        return getattr(evaluator, question)(np.array([deal.counts]), deal.wild, melds=melds)[0]

    def kinds(question):
        return tuple(np.flatnonzero(unpack_mask(ask(question))).tolist())

    answers = {"is_win": bool(ask("is_win_batch")), "shanten": int(ask("shanten_batch"))}
    if deal.size % 3 == 1:
        answers["waits"] = kinds("waits_batch")
        answers["acceptance"] = kinds("acceptance_batch")
    else:
        answers["discard_shanten"] = tuple(ask("discard_shanten_batch").tolist())
    return answers


CORE = {
    f"{kernel}, {name}": (ask, kernel)
    for kernel in KERNELS
    for name, ask in (("scalar", by_scalars), ("batch", by_batches))
}


def assert_core_agrees(deal, expected):
    for name, (ask, kernel) in CORE.items():
        answers = ask(deal, kernel)
        assert {question: answers[question] for question in expected} == expected, name


@settings(max_examples=200)
@given(deals())
def test_same_answers_as_the_oracle(deal):
    assert_core_agrees(deal, by_oracle(deal))


@settings(max_examples=60)
@given(deals(most_tiles=11))
def test_same_answers_as_the_reference(deal):
    assert_core_agrees(deal, by_reference(deal))


@settings(max_examples=15)
@given(deals(remainders=(2,), most_tiles=5))
def test_same_discards_as_the_reference(deal):
    options = {"rules": deal.rules, "wild_kinds": deal.wild_kinds}
    expected = [tuple(discard) for discard in reference.discards(deal.hand, **options)]
    for kernel in KERNELS:
        evaluator = Evaluator(deal.rules, wild_kinds=deal.wild_kinds, kernel=kernel)
        assert [tuple(discard) for discard in evaluator.discards(deal.hand)] == expected


def tally(reading):
    """What makes a reading different from others."""
    groups = sorted((group.tiles, sum(group.substituted)) for group in reading.groups)
    pair = reading.pair and (reading.pair.tiles, sum(reading.pair.substituted))
    return reading.form, tuple(groups), pair


@settings(max_examples=80)
@given(deals(remainders=(2,), most_tiles=14).filter(lambda deal: deal.wild <= 2))
def test_same_readings_as_the_reference(deal):
    faced = sum(deal.counts[kind] for kind in deal.wild_kinds)
    if faced + deal.wild > 3:
        deal = deal._replace(wild_kinds=())
    options = {"rules": deal.rules, "wild_kinds": deal.wild_kinds}
    expected = sorted(map(tally, reference.iter_readings(deal.hand, **options)), key=repr)
    evaluator = Evaluator(deal.rules, wild_kinds=deal.wild_kinds)
    readings = evaluator.readings(deal.hand, limit=None)
    assert sorted(map(tally, readings), key=repr) == expected
    assert evaluator.count_readings(deal.hand) == len(expected)


@settings(max_examples=40)
@given(deals(remainders=(1,), most_tiles=7), st.booleans())
def test_same_waits_for_drawn_and_claimed_tiles_as_the_reference(deal, claimed):
    options = {"rules": deal.rules, "wild_kinds": deal.wild_kinds}
    expected = reference.waits(deal.hand, claimed=claimed, **options)
    for kernel in KERNELS:
        evaluator = Evaluator(deal.rules, wild_kinds=deal.wild_kinds, kernel=kernel)
        assert evaluator.waits(deal.hand, claimed=claimed) == expected


@settings(max_examples=60)
@given(deals(remainders=(0,)))
def test_a_hand_of_3n_tiles_does_not_win_and_is_an_error_for_other_questions(deal):
    for kernel in KERNELS:
        evaluator = Evaluator(deal.rules, wild_kinds=deal.wild_kinds, kernel=kernel)
        assert evaluator.is_win(deal.hand) is False
        for question in (
            evaluator.shanten,
            evaluator.waits,
            evaluator.acceptance,
            evaluator.discards,
            evaluator.readings,
            evaluator.count_readings,
        ):
            with pytest.raises(HandError, match="3n"):
                question(deal.hand)


RULES = {
    "standard": Rules(),
    "four copies": Rules(max_copies=4),
    "riichi": Rules(max_copies=4, quads_as_two_pairs=False),
    "seventeen tiles": Rules(groups=5),
}


def assert_kernels_agree(rules, rows, seed):
    """Compare the kernels on all rows, the oracle on one in a hundred."""
    counts, wild = random_hands(np.random.default_rng(seed), rows, groups=rules.groups)
    tables, search = (Evaluator(rules, kernel=kernel) for kernel in KERNELS)
    remainder = (counts.sum(axis=1) + wild) % 3
    for question, chosen in (
        ("is_win_batch", remainder == 2),
        ("shanten_batch", remainder > 0),
        ("waits_batch", remainder == 1),
        ("acceptance_batch", (remainder == 1) & (np.arange(rows) % 20 == 0)),
        ("discard_shanten_batch", (remainder == 2) & (np.arange(rows) % 20 == 0)),
    ):
        hands = counts[chosen], wild[chosen]
        by_tables = getattr(tables, question)(*hands)
        by_search = ask_rows(getattr(search, question), *hands)
        wrong = np.flatnonzero((by_tables != by_search).reshape(len(by_tables), -1).any(axis=1))
        assert not len(wrong), (question, str(Hand(hands[0][wrong[0]], int(hands[1][wrong[0]]))))
    for row, w in zip(counts[::100].tolist(), wild[::100].tolist(), strict=True):
        assert tables.shanten(row, wild=w) == oracle.shanten(row, w, rules), (row, w)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_kernels_agree_on_random_hands(rules):
    assert_kernels_agree(rules, 3_000, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_kernels_agree_on_a_million_random_hands(rules):
    assert_kernels_agree(rules, 250_000, seed=6)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_batch_answers_a_million_random_hands_as_the_scalar_call_does(rules):
    counts, wild = random_hands(np.random.default_rng(7), 250_000, groups=rules.groups)
    evaluator = Evaluator(rules)
    remainder = (counts.sum(axis=1) + wild) % 3
    for question, chosen in (
        ("is_win", remainder == 2),
        ("shanten", remainder > 0),
        ("waits", remainder == 1),
    ):
        answers = getattr(evaluator, f"{question}_batch")(counts[chosen], wild[chosen])
        ask = getattr(evaluator, question)
        for row, w, answer in zip(counts[chosen], wild[chosen].tolist(), answers, strict=True):
            alone = ask(row, wild=w)
            if question == "waits":
                alone = sum(1 << kind for kind in alone)
            assert alone == answer, (question, str(Hand(row, w)))
