"""Hands and situations as arrays: what each number in them means, and which row is wrong."""

import numpy as np
import pytest

import mahjong_fast as mf
from mahjong_fast import Evaluator, Fan, Hand, HandError, Meld, Rules, Scoring, Situation
from mahjong_fast.arrays import meld_code

mcr = Evaluator("mcr")
HONOUR_RUNS = {"[SWN]": 164, "[EWN]": 165, "[ESN]": 166, "[ESW]": 167, "[CFP]": 168}


def arrays_of(*hands):
    """Return hands as arrays, their melds by the numbers that are documented."""
    hands = [Hand.parse(hand) for hand in hands]
    melds = np.zeros((len(hands), 4), np.int64)
    for row, hand in enumerate(hands):
        melds[row, : len(hand.melds)] = [meld_code(meld) for meld in hand.melds]
    return {
        "counts": np.array([hand.counts for hand in hands], np.int64),
        "winning": np.array([hand.winning for hand in hands]),
        "melds": melds,
    }


# --- Melds ---------------------------------------------------------------------------------------


def test_every_meld_has_its_number():
    expected = dict(HONOUR_RUNS)
    for kind in range(34):
        one, suit = mf.tiles.name(kind)[0], mf.tiles.name(kind)[1:]
        if suit and one <= "7":
            expected[f"[{one}{int(one) + 1}{int(one) + 2}{suit}]"] = 1 + kind
        expected[f"[{3 * one}{suit}]"] = 35 + kind
        expected[f"[{4 * one}{suit}]"] = 69 + kind
        expected[f"{{{4 * one}{suit}}}"] = 103 + kind
    assert {text: meld_code(Meld(text)) for text in expected} == expected


@pytest.mark.parametrize("left_out", "ESWN")
def test_a_run_of_winds_has_the_three_that_are_not_left_out(left_out):
    """No wind is there four times beside a pung of the one left out; others are."""
    fans = (Fan("win", 1), Fan("four", 10, "four_alike"))
    rules = Rules(runs=["suit", "winds"], scoring=Scoring(fans=fans))
    run = "ESWN".replace(left_out, "")
    for wind in "ESWN":
        hand = f"[{run}]{3 * wind}123m456p7s+7s"
        total = 1 if wind == left_out else 11
        assert Evaluator(rules).score(hand).total == total
        assert Evaluator(rules).score_batch([hand]).tolist() == [total]
        assert Evaluator(rules).score_batch(arrays_of(hand)).tolist() == [total]


# --- Winning tiles and situations ----------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.uint8])
@pytest.mark.parametrize("winning", [34, 41, 43, 253, 254, 255])
def test_a_number_that_is_no_tile_did_not_win(winning, dtype):
    arrays = arrays_of("123m456m789m111p5s+5s")
    arrays["winning"] = np.array([winning], dtype)
    for name in ("mcr", "guangdong"):  # whose fans ask for the winning tile, and do not
        with pytest.raises(HandError, match=r"row 0: winning must be 0 to 33"):
            Evaluator(name).score_batch(arrays)


def test_others_hold_a_wild_tile_or_none_or_that_is_not_told():
    evaluator = Evaluator("nanchang", wild_kinds=["2p", "3p"])
    hand = "123m456p78sESNCC+9s"
    totals = {None: 2, True: 2, False: 4}
    for told, total in totals.items():
        situation = Situation(seat_wind="S", discarder="W", others_hold_wild=told)
        assert evaluator.score(hand, situation).total == total
        assert evaluator.score_batch([hand], situation).tolist() == [total]
    fields = {"seat_wind": [1, 1], "discarder": [2, 2]}
    assert evaluator.score_batch([hand, hand], fields).tolist() == [2, 2]
    for told in ([0, 1], [False, True], np.array([0, 1], np.uint8)):
        fields["others_hold_wild"] = told
        assert evaluator.score_batch([hand, hand], fields).tolist() == [4, 2]


# --- Which row is wrong --------------------------------------------------------------------------

GOOD = "[777s]111222333m1s+1s"


def wrong_count(arrays, row):
    arrays["counts"][row, 33] = 5


def wrong_size(arrays, row):
    arrays["counts"][row, 33] += 1


def wrong_winning(arrays, row):
    arrays["winning"][row] = 33


def wrong_meld(arrays, row):
    arrays["melds"][row, 1] = 170


def wrong_run(arrays, row):
    arrays["melds"][row, 0] = 168


def wrong_wildcards(arrays, row):
    arrays["wild"][row] = 18


def wrong_situation(arrays, row):
    arrays["situation"]["self_draw"][row] = arrays["situation"]["robbing_kong"][row] = 1


def wrong_beside_the_hand(arrays, row):
    arrays["situation"]["replacement"][row] = 1


FAULTS = (
    wrong_count, wrong_size, wrong_winning, wrong_meld, wrong_run, wrong_wildcards,
    wrong_situation, wrong_beside_the_hand,
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("row", range(4))
def test_the_row_that_is_refused_is_named(fault, row):
    arrays = arrays_of(*[GOOD] * 4)
    arrays["wild"] = np.zeros(4, np.int64)
    flags = ("self_draw", "robbing_kong", "replacement")
    arrays["situation"] = {name: np.zeros(4, np.int64) for name in flags}
    fault(arrays, row)
    wild, situation = arrays.pop("wild"), arrays.pop("situation")
    with pytest.raises(HandError, match=rf"\Arow {row}: "):
        mcr.score_batch(arrays, situation, wild=wild)


@pytest.mark.parametrize("row", range(4))
def test_the_row_that_is_worth_too_much_or_none_of_the_rules_is_named(row):
    dear = Evaluator(Rules(scoring=Scoring(fans=(Fan("less", -1, "all_pungs"),))))
    hands = ["123m456m789m111p5s+5s"] * 4
    hands[row] = "111m444m777m111p5s+5s"
    with pytest.raises(HandError, match=rf"\Arow {row}: a total of -1"):
        dear.score_batch(hands)
    sichuan = Evaluator("sichuan")
    hands = ["123m456m789m111p5p+5p"] * 4
    hands[row] = "[123m]1234p"
    with pytest.raises(HandError, match=rf"\Arow {row}: "):
        sichuan.score_batch(hands)
