"""Nanchang: the worked hands, and every other hand as the slow scorer has it."""

import random

import pytest
from room_hands import agree_on_many

import mahjong_fast as mf
from mahjong_fast import Evaluator, HandError, Situation

SOUTH = {"seat_wind": "S", "others_hold_wild": True}


def drawn(**fields):
    return Situation(self_draw=True, **{**SOUTH, **fields})


def claimed(discarder="W", **fields):
    return Situation(discarder=discarder, **{**SOUTH, **fields})


def score(hand, wild, situation, **options):
    """Score a hand; options are those of the score, or `shape_` fields of the rules."""
    rules = mf.rules.get(options.pop("rules", "nanchang"))
    shape = {name[6:]: options.pop(name) for name in [*options] if name.startswith("shape_")}
    rules = rules.replace(scoring=rules.scoring.with_options(**options), **shape)
    return Evaluator(rules, wild_kinds=wild.split()).score(hand, situation)


# The rows of the worked hands: hand, 正精 and 副精, how it was won, multiplier, flat, payments.
ROWS = {
    "N03": ("123m456p78sESNCC+9s", "2p 3p", claimed(), 2, 5, {"E": 4, "W": 9, "N": 2}),
    "N06": ("123m456p789p8sEW9s+8s", "9s 1s", claimed(), 1, 0, {"E": 2, "W": 2, "N": 1}),
    "N08": ("11m33m55p77p99sEEC+3s", "C F", drawn(), 8, 0, {"E": 16, "W": 8, "N": 8}),
    "N09": ("123m456p789sEEEC+3s", "C F", claimed(), 1, 0, {"E": 2, "W": 2, "N": 1}),
    "N11": ("123m456p789sEEEC+C", "C F", drawn(), 8, 5, {"E": 21, "W": 13, "N": 13}),
    "N12": ("147m258p369sESN5m+P", "5m 6m", drawn(), 4, 0, {"E": 8, "W": 4, "N": 4}),
    "N13": ("147m258p369sESNC+P", "C F", drawn(), 8, 5, {"E": 21, "W": 13, "N": 13}),
    "N15": ("147m258pESWNCF5m+3s", "5m 6m", drawn(), 4, 0, {"E": 8, "W": 4, "N": 4}),
    "N16": ("147m258pESWNCFP+3s", "C F", drawn(), 16, 5, {"E": 37, "W": 21, "N": 21}),
    "N19": ("112233m445566pP+P", "1s 2s", claimed(), 4, 5, {"E": 8, "W": 13, "N": 4}),
    "N22": ("123m456p789sEE44m+6m", "6m 7m", drawn(), 2, 0, {"E": 4, "W": 2, "N": 2}),
    "N30": (
        "23m456p789sEEEPP+1m", "2s 3s", claimed(robbing_kong=True), 4, 5,
        {"E": 13, "W": 9, "N": 9},
    ),
    "N29": (
        "{EEEE}23m456p789sPP+1m", "2s 3s", drawn(replacement=True), 8, 5,
        {"E": 21, "W": 13, "N": 13},
    ),
    "N31": ("147m258p3sCCCFFF+6s", "C F", drawn(), 4, 0, {"E": 8, "W": 4, "N": 4}),
    "N25": (
        "23m456p789sEEEPP+1m", "2s 3s", drawn(seat_wind="E", first_turn=True), 0, 0,
        {"S": 20, "W": 20, "N": 20},
    ),
    "N26": (
        "123m456p789sEEEC+3s", "C F", drawn(seat_wind="E", first_turn=True), 0, 0,
        {"S": 40, "W": 40, "N": 40},
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_worked_hands(row):
    hand, wild, situation, multiplier, flat, payments = ROWS[row]
    found = score(hand, wild, situation)
    assert (found.total, found.flat) == (multiplier, flat)
    assert found.payments() == payments


@pytest.mark.parametrize(
    ("hand", "wild"), [("123m456p789sESCP+P", "2p 3p"), ("27m37p38sESWNCF5p+P", "5p 6p")]
)
def test_worked_hands_that_do_not_win(hand, wild):
    assert score(hand, wild, drawn()) is None


def test_a_misfit_of_natural_tiles_alone():
    found = score("27m37p38sESWNCF5p+P", "5p 6p", drawn(), shape_misfit_wild_needs_slot=False)
    assert found.total == 8
    assert str(found.reading).endswith("*")


def test_a_hand_of_wildcards_alone_but_for_honours():
    hand = mf.Hand.parse("ESWNCF555m666m**")
    found = Evaluator("nanchang", wild_kinds=["5m", "6m"]).score(
        mf.Hand(hand.counts, 2, (), mf.tiles.kind("F")), drawn()
    )
    assert found is not None


def test_the_reading_that_collects_most():
    """Nothing substituted is 15, all pungs 10 at x2 and 20 at x4."""
    hand, wild = "445566m111p333p9s+9s", "5m 6m"
    found = score(hand, wild, claimed())
    assert (found.total, found.flat, sum(found.payments().values())) == (2, 5, 15)
    assert found.reading.substituted == ()
    found = score(hand, wild, claimed(), all_triplets_multiplier=4)
    assert (found.total, found.flat, sum(found.payments().values())) == (4, 0, 20)
    assert score(hand, wild, claimed(), rules="nanchang_ganzhou").total == 4
    assert score(hand, wild, claimed(), rules="nanchang_jian").total == 4


def test_nobody_else_holds_any():
    hand, wild = "123m456p78sESNCC+9s", "2p 3p"
    assert score(hand, wild, claimed(others_hold_wild=False)).total == 4
    assert score(hand, wild, claimed(others_hold_wild=None)).total == 2  # not told
    own = "12346m456p789s44p+5m", "5m 6m"
    assert score(*own, drawn(others_hold_wild=False)).total == 8
    assert score(*own, drawn(others_hold_wild=False), de_zhong_de_scope_all=True).total == 4


def test_a_wait_for_any_tile_beside_nothing_substituted():
    hand, wild, situation = ROWS["N11"][:3]
    assert score(hand, wild, situation, jing_wait_with_german="never").total == 4


@pytest.mark.parametrize(
    ("hand", "wild", "totals"),
    [
        # a wait for any tile, but the pair is of another kind than the tile drawn is wild
        ("1144446677m77sN+N", "6s 7s", {"natural": 8, "always": 16, "never": 8}),
        ("[999m]345m89m777m55m+7m", "6m 7m", {"natural": 4, "always": 8, "never": 4}),
        # the tile drawn is the wild one of the pair
        ("123m456p789sEEEC+C", "C F", {"natural": 8, "always": 8, "never": 4}),
    ],
)
def test_a_jing_wait_beside_german(hand, wild, totals):
    for choice, total in totals.items():
        found = score(hand, wild, drawn(), jing_wait_with_german=choice)
        assert (found.total, found.flat) == (total, 5), choice


def test_an_option_that_is_a_word_is_one_of_its_words():
    scoring = mf.rules.get("nanchang").scoring
    for given in ("sometimes", True, 1):
        with pytest.raises(mf.RulesError, match="one of natural, always, never"):
            scoring.with_options(jing_wait_with_german=given)


def test_a_lone_wildcard_beside_four_melds_waits_for_any_tile():
    assert score("[555p][567p][345s][SWN]9s+6s", "1s 9s", drawn()).total == 4


def test_the_table_of_r73():
    """德国 is x1 and five from each, and the konger pays all that three would have."""
    hand, wild = "23m456p789sEEEPP+1m", "2s 3s"
    found = score(hand, wild, claimed(), rules="nanchang_r73")
    assert found.payments() == {"E": 7, "W": 7, "N": 6}
    robbed = score(hand, wild, claimed(robbing_kong=True), rules="nanchang_r73")
    assert robbed.payments() == {"E": 0, "W": (2 * 2 + 2 + 2) + 15, "N": 0}


def test_payments_need_the_seats():
    hand, wild = "123m456p78sESNCC+9s", "2p 3p"
    for situation in (None, Situation(discarder="W"), Situation(seat_wind="S")):
        with pytest.raises(HandError, match="seat_wind"):
            score(hand, wild, situation).payments()


def test_all_calls_agree():
    ev = Evaluator("nanchang", wild_kinds=["5m", "6m"])
    waits = ev.wait_scores("445566m111p333p9s", claimed())
    assert sum(waits[26].payments().values()) == 15
    assert set(waits) == set(ev.waits("445566m111p333p9s", claimed=True))
    last = ev.wait_scores("445566m111p333p9s", drawn(last_of_kind=True))
    wild_or_held_already = set(map(mf.tiles.kind, ["4m", "5m", "6m", "1p", "3p", "9s"]))
    assert set(last) == set(ev.waits("445566m111p333p9s")) - wild_or_held_already
    hands = ["445566m111p333p9s+9s", "[ESW]445566m111p9s+9s", "147m258p369sESNP+E"]
    assert ev.score_batch(hands, claimed()).tolist() == [
        -1 if found is None else found.total for found in (ev.score(h, claimed()) for h in hands)
    ]


@pytest.mark.parametrize(
    ("name", "hands"),
    [("nanchang", 50), ("nanchang_ganzhou", 10), ("nanchang_jian", 10), ("nanchang_r73", 10)],
)
def test_hands_score_as_the_slow_scorer_has_them(name, hands):
    won = agree_on_many(random.Random(name), mf.rules.get(name), hands, most_wild=2)
    assert won >= 0.8 * hands


@pytest.mark.slow
def test_many_random_hands():
    assert agree_on_many(random.Random(8), mf.rules.get("nanchang"), 100, most_wild=4) > 80


def test_options_alone_do_not_change_what_wins():
    rng = random.Random(9)
    rules = mf.rules.get("nanchang")
    won = 0
    for _ in range(10):
        options = {
            "all_triplets_multiplier": rng.choice([2, 4]),
            "de_zhong_de_scope_all": rng.choice([True, False]),
            "jing_wait_with_german": rng.choice(["natural", "always", "never"]),
            "german_flat": rng.choice([0, 5, 50]),
        }
        changed = rules.replace(scoring=rules.scoring.with_options(**options))
        won += agree_on_many(rng, changed, 1, most_wild=2)
    assert won >= 8


def test_an_explanation_tells_the_reading_that_lost():
    score_of_four = score("445566m111p333p9s+9s", "5m 6m", claimed(), rules="nanchang_jian")
    assert score_of_four.explain("zh").split("\n")[2:] == [
        "百搭作: 5m 5m 6m 6m → 1m 1m 1m 4m",
        "至少替代百搭: 0 (硬)",
        "    4  大七对",
        "合计: 4",
        "优于: 456m 456m 111p 333p 99s (德国, 平胡): 2 + 5 (15) < 4 (20)",
    ]
    assert score_of_four.least_substituted() == 0
    assert score_of_four.runner_up().flat == 5
    assert "Better than" in score_of_four.explain()
