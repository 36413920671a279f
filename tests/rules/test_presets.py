"""Every rule set of the package, put to every question: by both kernels and the reference."""

import numpy as np
import pytest

from mahjong_fast import Evaluator, Hand, reference, rules, tiles

WINS = {
    # a hand that wins, and wild kinds of its deal
    "changsha": ("123m456m789p111s55p", ()),
    "chongji": ("147m258p3sESWNCFP", ("9s",)),
    "dongbei": ("[234p]456m777p345s99s", ()),
    "fuzhou": ("123m456m789m123p456p9s1p", ("1p",)),
    "guangdong": ("123m456p789sEEEPP", ()),
    "guangdong_double": ("123m456p789sEEEN1s", ("N", "1s")),
    "guangdong_fan": ("123m456p789sEEEC9s", ("9s",)),
    "hangzhou": ("123m456p789sEEEP3s", ("P",)),
    "hefei": ("234m567m678m222p55m", ()),
    "hongzhong": ("123m456p789s11s2sCC", ("C",)),
    "mcr": ("147m258p369s123mEE", ()),
    "nanchang": ("123m456p789sESW9m1s", ("1s", "2s")),
    "nanchang_ganzhou": ("147m258p369sESNCP", ("5m", "6m")),
    "nanchang_jian": ("123m456pCFPESWCC", ("5m", "6m")),
    "nanchang_r73": ("123m456p789sESN5m9p", ("5m", "6m")),
    "ningbo": ("123m456p789sEEEF9s", ("9s", "1s")),
    "riichi": ("1133557799m1133p", ()),
    "riichi_pocchi": ("123m456p789sEE23m+*", ()),
    "sichuan": ("123m456m789p111p55p", ()),
    "standard": ("123m456p789sEEE**", ()),
    "taiwan": ("1133557799m1133pEEE", ()),
    "tianjin": ("123m456p789sEEEC9s", ("9s", "1s")),
    "wenzhou": ("46mP123p456p789p111sSS", ("5m",)),
    "wuhan": ("[123m]456p789sEEE55s", ("6p",)),
}


def test_every_rule_set_has_a_hand():
    assert tuple(WINS) == rules.names()


@pytest.fixture(params=("tables", "search"))
def kernel(request):
    return request.param


def without_one(hand, tile):
    counts = list(hand.counts)
    if tile == tiles.WILD:
        return Hand(counts, hand.wild - 1, hand.melds)
    counts[tile] -= 1
    return Hand(counts, hand.wild, hand.melds)


@pytest.mark.parametrize("name", WINS)
def test_every_question_about_a_hand_that_wins(name, kernel):
    text, wild_kinds = WINS[name]
    deal = {"rules": rules.get(name), "wild_kinds": wild_kinds}
    evaluator = Evaluator(name, wild_kinds=wild_kinds, kernel=kernel)
    hand = Hand.parse(text)
    assert evaluator.is_win(hand)
    assert evaluator.shanten(hand) == -1
    assert reference.is_win(hand, **deal)

    thrown = hand.winning if hand.winning is not None else hand.tiles[-1]
    before = without_one(hand, thrown)
    waits = evaluator.waits(before)
    assert evaluator.shanten(before) == 0
    assert thrown in (*waits, tiles.WILD)
    assert waits == reference.waits(before, **deal)
    assert tuple(evaluator.acceptance(before)) == waits

    by_discard = {discard.tile: discard for discard in evaluator.discards(hand)}
    assert set(by_discard) == set(hand.tiles)
    assert by_discard[thrown].shanten == 0
    assert by_discard[thrown].waits == waits


@pytest.mark.parametrize("name", WINS)
def test_every_batch_gives_the_answers_to_single_hands(name, kernel):
    text, wild_kinds = WINS[name]
    evaluator = Evaluator(name, wild_kinds=wild_kinds, kernel=kernel)
    drawn = Hand.parse(text)
    hand = Hand(drawn.counts, drawn.wild, drawn.melds)  # a row tells no winning tile
    before = without_one(hand, hand.tiles[-1])
    melds = np.zeros((1, 34), np.uint8)
    for meld in hand.melds:
        np.add.at(melds[0], list(meld.tiles), 1)

    def ask(question, of):
        return getattr(evaluator, question)([of.counts], of.wild, melds=melds)[0].tolist()

    def mask(kinds):
        return sum(1 << kind for kind in kinds)

    assert ask("is_win_batch", hand) == evaluator.is_win(hand)
    assert ask("shanten_batch", hand) == evaluator.shanten(hand)
    assert ask("waits_batch", before) == mask(evaluator.waits(before))
    assert ask("acceptance_batch", before) == mask(evaluator.acceptance(before))
    after = [127] * 34
    for discard in evaluator.discards(hand):
        if discard.tile != tiles.WILD:
            after[discard.tile] = discard.shanten
    assert ask("discard_shanten_batch", hand) == after
