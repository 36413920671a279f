"""What the arguments of an evaluator and of its calls change."""

import contextlib
import copy
import itertools
import pickle
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import oracle
import pytest
from hands import random_hands

import mahjong_fast as mf
from mahjong_fast import (
    WILD,
    Evaluator,
    Hand,
    HandError,
    HandState,
    MahjongError,
    Rules,
    RulesError,
    reference,
)
from mahjong_fast.tiles import kind as kind_of
from mahjong_fast.tiles import name

FORMS = ("standard", "seven_pairs", "thirteen_orphans")
SEVEN_PAIRS = "1133557799m1133p"
TWO_QUADS = "1111m3333p557799s"
ORPHANS = "19m19p19sESWNCFP"


@pytest.fixture(params=["tables", "search"])
def kernel(request):
    return request.param


def names(kinds):
    return [name(kind) for kind in kinds]


# -- Rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("groups", range(1, 6))
def test_groups_set_the_largest_hand(kernel, groups):
    evaluator = Evaluator(Rules(groups=groups, forms=("standard",)), kernel=kernel)
    chows = ("123m", "456m", "789p", "234s", "567s")
    for found in range(groups + 1):
        assert evaluator.is_win("".join(chows[:found]) + "EE")
        assert names(evaluator.waits("".join(chows[:found]) + "E")) == ["E"]
        assert evaluator.shanten("".join(chows[:found]) + "E") == 0
        assert evaluator.is_win("", wild=3 * found + 2)
    for question in (evaluator.is_win, evaluator.shanten, evaluator.count_readings):
        with pytest.raises(HandError, match=str(3 * groups + 5)):
            question("", wild=3 * groups + 5)


def test_seventeen_tiles_win_and_wait(kernel):
    evaluator = Evaluator(Rules(groups=5), kernel=kernel)
    assert evaluator.is_win("123m456p789sEEECCC**")
    assert names(evaluator.waits("123m456p789sEEECCCP")) == ["P"]
    assert evaluator.shanten("147m258p369sESWNCFPP") == 9
    assert evaluator.count_readings("123m456p789sEEECCCPP") == 1


@pytest.mark.parametrize("groups", [1, 2, 3, 5])
def test_special_forms_are_of_fourteen_tiles_and_four_groups(kernel, groups):
    with pytest.raises(RulesError, match=f"forms .*groups = {groups}"):
        Rules(groups=groups, forms=FORMS[1:])
    every, standard = (
        Evaluator(Rules(groups=groups, forms=forms), kernel=kernel) for forms in (FORMS, FORMS[:1])
    )
    for hand in ("", "EE", "EESSWWNN", "19m19p19sESWNCFP"):
        held = Hand.parse(hand).total
        for wild in range(3 * groups + 3 - held):
            if (held + wild) % 3:
                assert every.shanten(hand, wild=wild) == standard.shanten(hand, wild=wild)


@pytest.mark.parametrize("wild_kinds", [(), ("5m",), ("5m", "E")])
def test_out_of_reach_of_every_form_nothing_is_accepted(kernel, wild_kinds):
    evaluator = Evaluator(Rules(forms=FORMS[1:]), wild_kinds=wild_kinds, kernel=kernel)
    for text in ("1m", "1m5m5mE", "5m***"):
        hand = Hand.parse(text)
        row = [hand.counts]
        assert evaluator.shanten(hand) == 127
        assert evaluator.shanten_batch(row, hand.wild).tolist() == [127]
        assert evaluator.acceptance(hand) == {}
        assert evaluator.acceptance_batch(row, hand.wild).tolist() == [0]
        assert evaluator.waits(hand) == ()
        assert evaluator.waits_batch(row, hand.wild).tolist() == [0]
        after = evaluator.discard_shanten_batch(row, hand.wild + 1)
        assert (after == 127).all()
        discards = evaluator.discards(hand, wild=1)
        assert {(d.shanten, len(d.acceptance), d.waits) for d in discards} == {(127, 0, ())}


@pytest.mark.parametrize("forms", [f for n in (1, 2, 3) for f in itertools.combinations(FORMS, n)])
def test_forms_are_honoured_by_every_question(kernel, forms):
    evaluator = Evaluator(Rules(forms=forms), kernel=kernel)
    hands = {"standard": "123m456p789sEEE11s", "seven_pairs": SEVEN_PAIRS}
    hands["thirteen_orphans"] = ORPHANS + "E"
    for form, text in hands.items():
        wins = form in forms
        assert evaluator.is_win(text) is wins
        assert (evaluator.shanten(text) == -1) is wins
        assert {reading.form for reading in evaluator.readings(text)} == ({form} & set(forms))
        assert evaluator.is_win_batch([Hand.parse(text).counts]).tolist() == [wins]
        last = Hand.parse(text).tiles[-1]
        waiting = HandState(text)
        waiting.remove(last)
        assert (last in evaluator.waits(waiting)) is wins
        assert (last in evaluator.acceptance(waiting)) is wins


@pytest.mark.parametrize("max_copies", [None, 4])
@pytest.mark.parametrize("quads", [True, False])
def test_quads_as_two_pairs(kernel, max_copies, quads):
    rules = Rules(forms=("seven_pairs",), quads_as_two_pairs=quads, max_copies=max_copies)
    evaluator = Evaluator(rules, kernel=kernel)
    assert evaluator.is_win(SEVEN_PAIRS)
    assert evaluator.is_win(TWO_QUADS) is quads
    assert evaluator.shanten(TWO_QUADS) == (-1 if quads else 3)
    assert evaluator.count_readings(TWO_QUADS) == int(quads)
    assert evaluator.is_win_batch([Hand.parse(TWO_QUADS).counts])[0] == quads
    assert evaluator.waits("1111m3333p55779s") == ((kind_of("9s"),) if quads else ())


def test_max_copies_decides_about_fifth_copies(kernel):
    free = Evaluator(Rules(), kernel=kernel)
    capped = Evaluator(Rules(max_copies=4), kernel=kernel)
    assert free.is_win("1111m*")
    assert not capped.is_win("1111m*")
    assert capped.shanten("1111m*") == 0
    assert set(map(str, free.readings("1111m*"))) == {"111m 1(1)m", "11(1)m 11m"}
    assert capped.count_readings("1111m*") == 0
    assert names(free.waits("1111334455m")) == []
    assert free.is_win("1111334455m*")
    assert not capped.is_win("1111334455m*")
    standard = Rules(forms=("standard",))
    assert Evaluator(standard, kernel=kernel).shanten("444sSSSSCCCC**") == 1


@pytest.mark.parametrize("copies", range(1, 5))
def test_copies_bound_hands_and_draws(kernel, copies):
    evaluator = Evaluator(Rules(copies=copies, forms=("standard",)), kernel=kernel)
    with pytest.raises(HandError, match=f"{copies + 1} copies of E|more than 4 copies"):
        evaluator.is_win([*[0] * 27, copies + 1, *[0] * 6])
    assert evaluator.is_win("123mE*")
    assert (kind_of("E") in evaluator.waits("123mE")) is (copies > 1)
    expected = reference.acceptance("12mE*", rules=evaluator.rules)
    assert evaluator.acceptance("12mE*") == expected


def test_rules_are_a_name_or_an_object():
    assert Evaluator().rules == Rules()
    assert Evaluator("riichi").rules == mf.rules.get("riichi")
    assert Evaluator(Rules(groups=5)).rules.groups == 5
    with pytest.raises(RulesError, match="riichii"):
        Evaluator("riichii")


# -- Wild kinds ----------------------------------------------------------------------------------


def test_a_wild_kind_is_a_wildcard_and_may_stand_for_itself(kernel):
    evaluator = Evaluator(wild_kinds=["5m"], kernel=kernel)
    assert evaluator.is_win("1189m5m")
    assert evaluator.is_win("456m11p")
    assert not Evaluator(kernel=kernel).is_win("1189m5m")
    assert evaluator.shanten("12p5m5m") == 0
    assert len(evaluator.waits("123m5m")) == 34


def test_a_claimed_wild_tile_is_natural(kernel):
    evaluator = Evaluator(wild_kinds=["7m"], kernel=kernel)
    assert evaluator.is_win("5566m+7m")
    assert not evaluator.is_win("5566m+7m", claimed=True)
    assert evaluator.is_win("56m11p+7m", claimed=True)
    assert evaluator.is_win("567m1p+7m", claimed=True)
    assert names(evaluator.waits("5566m")) == ["5m", "6m", "7m"]
    assert names(evaluator.waits("5566m", claimed=True)) == ["5m", "6m"]
    assert Evaluator(kernel=kernel).is_win("56m11p+7m", claimed=True)


def test_wild_kinds_are_ids_or_texts_in_any_order_and_once():
    evaluator = Evaluator(wild_kinds=["E", 4, "5m", np.int64(4)])
    assert evaluator.wild_kinds == (4, 27)
    assert evaluator == Evaluator(wild_kinds=(4, 27))
    assert Evaluator(wild_kinds=iter(["5m"])).wild_kinds == (4,)
    assert Evaluator(wild_kinds="E 5m5m").wild_kinds == (4, 27)
    assert Evaluator(wild_kinds="56mC").wild_kinds == (4, 5, 31)
    assert Evaluator(wild_kinds="").wild_kinds == ()
    assert reference.is_win("1189m5m", wild_kinds="5m")
    for text in ("5m*", "[123m]", "5m+5m", "5x"):
        with pytest.raises(MahjongError):
            reference.is_win("1189m5m", wild_kinds=text)


def test_readings_with_two_wild_kinds_are_the_references(kernel):
    wild_kinds = ("5m", "6m")
    evaluator = Evaluator(wild_kinds=wild_kinds, kernel=kernel)
    for text in ("5566m11p77s", "56m1123p55m", "56m", "456m55m", "44556m"):
        found = list(evaluator.iter_readings(text))
        expected = list(reference.iter_readings(text, wild_kinds=wild_kinds))
        assert len(found) == len(set(found)) == len(expected) == evaluator.count_readings(text)


# -- Seen tiles and discards ---------------------------------------------------------------------


def test_acceptance_counts_copies_left_beside_those_seen(kernel):
    evaluator = Evaluator(kernel=kernel)
    hand = "123m456p789sEE11s"
    east, one = kind_of("E"), kind_of("1s")
    assert evaluator.acceptance(hand) == {one: 2, east: 2}
    assert evaluator.acceptance(hand, seen="1s") == {one: 1, east: 2}
    assert evaluator.acceptance(hand, seen="11sE") == {east: 1}
    assert evaluator.acceptance(hand, seen=Hand.parse("11sEE")) == {}
    assert evaluator.acceptance(hand, seen=list(Hand.parse("1s").counts)) == {one: 1, east: 2}
    with pytest.raises(HandError, match=r"1s.*2 held.*3 seen"):
        evaluator.acceptance(hand, seen="111s")


def test_melds_may_be_seen(kernel):
    evaluator = Evaluator(kernel=kernel)
    hand = "123m456p789sEE23s"
    left = {kind_of("1s"): 1, kind_of("4s"): 4}
    for seen in ("111s", "[111s]", "1s[123s]1s", mf.Hand.parse("[111s]")):
        found = evaluator.acceptance(hand, seen=seen)
        assert found[kind_of("1s")] == 1
    assert evaluator.acceptance(hand, seen="[111s]") == left
    kong = evaluator.acceptance(hand, seen="[4444s]{5555s}")
    assert kong == {kind_of("1s"): 4}
    discards = evaluator.discards(hand + "9p", seen="[111s]")
    assert discards[0].acceptance == left


def test_melded_copies_are_neither_drawn_nor_left(kernel):
    evaluator = Evaluator(kernel=kernel)
    assert evaluator.acceptance("[EEE]456p789s11s23m") == {0: 4, 3: 4}
    assert evaluator.acceptance("[111m]456p789s11s23m") == {0: 1, 3: 4}
    assert names(evaluator.waits("[1111m]456p789s11s23m")) == ["4m"]
    with pytest.raises(HandError, match="1m"):
        evaluator.acceptance("[111m]456p789s11s23m", seen="11m")


def test_discards_are_ordered_by_shanten_then_acceptance_then_tile(kernel):
    rng = random.Random(10)
    wall = [kind for kind in range(34) for _ in range(4)]
    evaluator = Evaluator(kernel=kernel)
    for _ in range(10):
        tiles = rng.sample(wall, 10)
        hand = Hand([tiles.count(kind) for kind in range(34)], 1)
        discards = evaluator.discards(hand)
        keys = [(d.shanten, -sum(d.acceptance.values()), d.tile) for d in discards]
        assert keys == sorted(keys)
        assert {d.tile for d in discards} == {*hand.tiles, WILD}
        for discard in discards:
            rest = HandState(hand)
            rest.remove(discard.tile)
            seen = [0] * 34
            if discard.tile != WILD:
                seen[discard.tile] = 1
            assert discard.shanten == evaluator.shanten(rest)
            assert discard.acceptance == evaluator.acceptance(rest, seen=seen)
            assert discard.waits == evaluator.waits(rest)


def test_a_wildcard_is_among_the_discards_where_one_is_held(kernel):
    evaluator = Evaluator(kernel=kernel)
    assert WILD in [d.tile for d in evaluator.discards("123m4p*")]
    assert WILD in [d.tile for d in evaluator.discards("123m4p", wild=1)]
    assert WILD not in [d.tile for d in evaluator.discards("123m4p5p")]
    faced = Evaluator(wild_kinds=["5p"], kernel=kernel).discards("123m4p5p")
    assert sorted(d.tile for d in faced) == sorted({0, 1, 2, kind_of("4p"), kind_of("5p")})
    assert [d.tile for d in evaluator.discards("**")] == [WILD]


def test_seen_tiles_change_the_order_of_discards(kernel):
    evaluator = Evaluator(kernel=kernel)
    hand = "123m456p789sEE114s"
    assert evaluator.discards(hand)[0].tile == kind_of("4s")
    waits = evaluator.discards(hand)[0].acceptance
    seen = evaluator.discards(hand, seen="1s")[0].acceptance
    assert seen == {**waits, kind_of("1s"): waits[kind_of("1s")] - 1}


# -- Readings ------------------------------------------------------------------------------------


def test_readings_stop_at_the_limit():
    assert len(mf.readings("", wild=14)) == 1000
    assert len(mf.readings("", wild=14, limit=7)) == 7
    assert mf.readings("", wild=14, limit=0) == []
    assert len(mf.readings("", wild=5, limit=None)) == mf.count_readings("", wild=5)


def test_a_hand_that_does_not_win_has_no_readings():
    assert mf.readings("13579m") == []
    assert list(mf.iter_readings("13579m")) == []
    assert mf.count_readings("13579m") == 0


# -- Kinds of hand argument ----------------------------------------------------------------------


def test_every_kind_of_hand_argument_gives_the_same(kernel):
    evaluator = Evaluator(kernel=kernel)
    hand = Hand.parse("123m456p789sEE1s")
    row = np.array(hand.counts, np.uint8)
    spread = np.zeros(68, np.int64)
    spread[::2] = row
    arguments = [
        hand, str(hand), HandState(hand), bytes(hand.counts), bytearray(hand.counts), row,
        memoryview(bytes(hand.counts)), row.astype(np.int64), row.astype(">i2"), spread[::2],
        list(hand.counts), tuple(hand.counts), list(row), range(0, 0) or hand.counts,
    ]  # fmt: skip
    for given in arguments:
        assert evaluator.is_win(given, wild=2)
        assert evaluator.waits(given, wild=1) == evaluator.waits("123m456p789sEE1s*")
        assert evaluator.shanten(given, wild=1) == 0
        assert evaluator.acceptance(given, wild=1) == evaluator.acceptance(hand, wild=1)
        assert evaluator.discards(given, wild=2) == evaluator.discards(hand, wild=2)
        assert evaluator.count_readings(given, wild=2) == evaluator.count_readings(hand, wild=2)


def test_wildcards_of_the_hand_and_beside_it_add_up(kernel):
    evaluator = Evaluator(kernel=kernel)
    assert evaluator.is_win("1189m*")
    assert evaluator.is_win("118m*", wild=1)
    assert evaluator.is_win("11m***")
    assert evaluator.is_win("11m", wild=3)
    assert evaluator.shanten("118m*", wild=np.int64(1)) == -1


def test_a_hand_is_left_as_it_was(kernel):
    evaluator = Evaluator(wild_kinds=["5m"], kernel=kernel)
    state = HandState("123m456p789sEE15m1s")
    counts = bytearray(state.counts)
    for question in (evaluator.shanten, evaluator.discards, evaluator.readings):
        question(state)
        question(counts)
    assert bytes(state.counts) == counts == bytes(Hand.parse("123m456p789sEE15m1s").counts)


def test_scalar_answers_are_of_built_in_types(kernel):
    evaluator = Evaluator(kernel=kernel)
    row = np.array(Hand.parse("123m456p789sEE1s").counts)
    assert type(evaluator.is_win(row)) is bool
    assert type(evaluator.shanten(row, wild=np.int64(1))) is int
    assert {type(kind) for kind in evaluator.waits(row, wild=1)} == {int}
    acceptance = evaluator.acceptance(row, wild=1, seen=np.zeros(34, np.uint8))
    assert {type(value) for pair in acceptance.items() for value in pair} == {int}
    assert type(evaluator.count_readings(row, wild=2)) is int


def test_module_functions_ask_under_the_standard_rules():
    evaluator = Evaluator()
    for question in ("is_win", "shanten", "discards", "readings", "count_readings"):
        assert getattr(mf, question)("1111m*") == getattr(evaluator, question)("1111m*")
    for question in ("waits", "acceptance"):
        assert getattr(mf, question)("111m*") == getattr(evaluator, question)("111m*")


# -- The evaluator as an object ------------------------------------------------------------------

EVALUATORS = [
    Evaluator(),
    Evaluator("riichi"),
    Evaluator(Rules(groups=5, forms=("standard",), max_copies=4)),
    Evaluator(wild_kinds=["5m", "E"]),
    Evaluator(Rules(copies=3), wild_kinds=["P"], kernel="search"),
]


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=range(len(EVALUATORS)))
def test_repr_is_the_constructor(evaluator):
    assert eval(repr(evaluator), {"Evaluator": Evaluator, "Rules": Rules}) == evaluator


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("evaluator", EVALUATORS, ids=range(len(EVALUATORS)))
def test_pickling_keeps_what_it_answers(evaluator, protocol):
    again = pickle.loads(pickle.dumps(evaluator, protocol))
    assert again == evaluator
    assert (again.rules, again.wild_kinds, again.kernel) == (
        evaluator.rules,
        evaluator.wild_kinds,
        evaluator.kernel,
    )
    assert again.waits("123m5m") == evaluator.waits("123m5m")


def test_copies_and_equal_evaluators_hash_alike():
    assert len({*EVALUATORS, *map(copy.copy, EVALUATORS), *map(copy.deepcopy, EVALUATORS)}) == 5
    assert Evaluator() != Evaluator(kernel="search")
    assert Evaluator() != Evaluator(wild_kinds=["5m"])
    assert Evaluator() != "standard"


@pytest.mark.parametrize("attribute", ["rules", "wild_kinds", "kernel", "limits", "new"])
def test_it_cannot_be_changed(attribute):
    with pytest.raises(AttributeError):
        setattr(Evaluator(), attribute, ())


def test_it_cannot_be_initialised_again_to_other_rules():
    evaluator = Evaluator("riichi")
    with contextlib.suppress(TypeError, AttributeError):
        evaluator.__init__("standard")
    assert evaluator == Evaluator("riichi")
    assert not evaluator.is_win("1111m*")


# -- Threads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(), Rules(groups=5), Rules(groups=2), Rules(copies=3)])
def test_threads_share_an_evaluator(kernel, rules):
    counts, wild = random_hands(
        np.random.default_rng(11), 200, (1,), groups=rules.groups, copies=rules.copies
    )
    evaluator = Evaluator(rules, kernel=kernel)
    rows = [(bytes(row), w) for row, w in zip(counts, wild.tolist(), strict=True)]
    expected = [oracle.waits(tuple(row), w, rules) for row, w in rows[:40]]
    start = threading.Barrier(8)

    def ask_all(_):
        start.wait()
        return (
            [evaluator.waits(row, wild=w) for row, w in rows],
            evaluator.shanten_batch(counts, wild).tolist(),
            [evaluator.shanten(row, wild=w) for row, w in rows],
        )

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask_all, range(8)))
    assert answers[0][0][:40] == expected
    assert answers[0][1] == answers[0][2]
    assert all(answer == answers[0] for answer in answers)


FIRST_ASKED = """
import threading
import mahjong_fast as mf
start = threading.Barrier(8)
answers = []
def ask():
    start.wait()
    evaluator = mf.Evaluator(mf.Rules(groups=5))
    answers.append((evaluator.shanten("147m258p369sESWNCFPP"), evaluator.is_win("**")))
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert answers == [(9, True)] * 8, answers
"""


def test_threads_may_make_the_first_evaluator_of_a_shape_together():
    subprocess.run([sys.executable, "-c", FIRST_ASKED], check=True, timeout=120)


def test_a_batch_lets_other_threads_run():
    """Another thread sees the first answer before the last is there."""
    counts, wild = random_hands(np.random.default_rng(12), 10_000, (1,))
    evaluator = Evaluator(kernel="search")
    out = np.full(len(counts), 99, np.int8)
    thread = threading.Thread(target=lambda: evaluator.shanten_batch(counts, wild, out=out))
    thread.start()
    while out[0] == 99:
        assert thread.is_alive() or out[0] != 99
    last = int(out[-1])
    thread.join()
    assert last == 99
    assert (out != 99).all()
