"""Chongji: the worked values, what its options change, and the slow scorer's."""

import random

import pytest
from room_hands import agree_on_many

import mahjong_fast as mf
from mahjong_fast import Evaluator, Situation

DRAWN = Situation(self_draw=True, seat_wind="S")


def score(hand, situation=DRAWN, wild_kinds=(), **options):
    rules = mf.rules.get("chongji")
    rules = rules.replace(scoring=rules.scoring.with_options(**options))
    return Evaluator(rules, wild_kinds=wild_kinds).score(hand, situation)


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("123m456p789sEEEP+P", 13),
        ("11m44m77p22sCCE**+9s", 24),
        ("11m44m77p22sCE9s**+C", 14),
        ("11m44m77p22sCCFF*+9s", 23),
        ("147m258p3sESWNCF+P", 15),
        ("123m456p789sEEE*+3s", 22),
        ("{2222s}11m33m55p77p99s+C", 14),
    ],
)
def test_worked_values(hand, total):
    found = score(hand)
    assert found.total == total
    assert found.payments() == {"E": total, "W": total, "N": total}


def test_a_discard_is_paid_in_full_and_by_half():
    found = score("123m456p789sEEEP+P", Situation(seat_wind="S", discarder="E"))
    assert found.payments() == {"E": 13, "W": 7, "N": 7}


def test_a_robbed_kong_is_paid_by_who_made_it():
    found = score("23m456p789sEEEPP+1m", Situation(seat_wind="S", discarder="E", robbing_kong=True))
    assert found.payments() == {"E": 69, "W": 0, "N": 0}


def test_a_wildcard_is_not_claimed():
    claimed = Situation(seat_wind="S", discarder="E")
    assert score("123m456p789sEEE3s+5m", claimed, ["5m"]) is None
    assert score("123m456p789sEEE3s+5m", DRAWN, ["5m"]).total == 12


def test_the_thrown_dragon_is_drawn():
    claimed = Situation(seat_wind="S", discarder="E")
    assert score("123m456p789sEEE*+3s", claimed).total == 12
    assert score("123m456p789sEEE*+3s", claimed, thrown_dragon_on_discard=True).total == 22


def test_what_adds_ten():
    flush = "123m234m456m99m78m+9m"
    assert score(flush).total == 12 + 1 + 10
    assert score("[123m][456p][789s][EEE]9s+9s").total == 12 + 1 + 10
    dealer = Situation(self_draw=True, seat_wind="E", dealer_streak=2)
    assert score("123m456p789sEEEP+P", dealer).total == 13 + 20
    assert score("123m456p789sEEEP+P", DRAWN.replace(dealer_streak=2)).total == 13
    kong = Situation(self_draw=True, replacement=True, seat_wind="S")
    assert score("{EEEE}123m456p789sP+P", kong).total == 13 + 10


def test_all_in():
    assert score("123m234m456m99m78m+9m", all_in=True).total == 400
    assert score("123m456p789sEEE*+3s", all_in=True).total == 22
    assert score("[123m][456p][789s][EEE]9s+9s", all_in=True).total == 400


def test_instant_wins_are_events():
    deal = mf.Deal(hands={}, winner="S", event="four_wilds")
    assert mf.settle(deal, "chongji").net == {"E": -22, "S": 66, "W": -22, "N": -22}
    with pytest.raises(mf.RulesError, match="no event"):
        mf.settle(mf.Deal(hands={}, winner="S", event="five_wilds"), "chongji")


def test_seven_couples_are_an_option():
    rules = mf.rules.get("chongji")
    room = rules.replace(forms=(*rules.forms, "seven_couples"))
    found = Evaluator(room).score("13m24m57m13p46p79p5s+7s", DRAWN)
    assert found.total == 12 + 1 + 1


def test_hands_score_as_the_slow_scorer_has_them():
    assert agree_on_many(random.Random(1), mf.rules.get("chongji"), 40) >= 25
