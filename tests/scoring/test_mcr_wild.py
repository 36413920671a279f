"""MCR with wildcards: the best over every legal substitution, however it is searched."""

import functools
import itertools
import random

import mahjong_gb
import numpy as np
import pytest
from mcr_hands import random_hand

import mahjong_fast as mf
from mahjong_fast import WILD, Evaluator, Hand, HandError, Situation
from mahjong_fast.arrays import meld_code

mcr = Evaluator("mcr")
by_walk = Evaluator("mcr", kernel="search")


def wild_hand(rng, wild):
    """Return a hand that wins, some tiles of which became wildcards, and its situation.

    What asks for a natural winning tile (a robbed or last copy) is left out: whether a substituted
    hand could be in that situation is another question.
    """
    while True:
        hand, situation = random_hand(rng)
        if hand.total >= wild:
            break
    tiles = list(hand.tiles)
    counts = list(hand.counts)
    for place in rng.sample(range(len(tiles)), wild):
        counts[tiles[place]] -= 1
    winning = hand.winning if counts[hand.winning] else WILD
    situation = situation.replace(robbing_kong=False, last_of_kind=False)
    return Hand(counts, wild, hand.melds, winning), situation


@functools.cache
def tiles_of_wildcards(wild):
    """Return what so many wildcards can be, as counts, and the rows and tiles that may win."""
    chosen = np.array(list(itertools.combinations_with_replacement(range(34), wild)))
    counts = np.zeros((len(chosen), 34), np.uint8)
    for column in chosen.T:
        counts[np.arange(len(chosen)), column] += 1
    return counts, *np.nonzero(counts)


def substitutions(hand):
    """Return the counts and winning tiles of every legal substitution, as arrays."""
    melded = np.bincount([tile for meld in hand.melds for tile in meld.tiles], minlength=34)
    became, rows, tiles = tiles_of_wildcards(hand.wild)
    counts = became + np.array(hand.counts, np.uint8)
    legal = (counts + melded).max(axis=1) <= 4
    if hand.winning != WILD:
        return counts[legal], np.full(legal.sum(), hand.winning)
    return counts[rows[legal[rows]]], tiles[legal[rows]]


def by_substitution(hand, situation):
    counts, winning = substitutions(hand)
    melds = np.tile(np.array([meld_code(meld) for meld in hand.melds], int), (len(counts), 1))
    return mcr.score_batch({"counts": counts, "winning": winning, "melds": melds}, situation).max()


SAMPLES = [(1, 300, 3000), (2, 100, 2000), (3, 20, 500), (4, 3, 200)]


@pytest.mark.parametrize(
    ("wild", "hands"),
    [(wild, few) for wild, few, _ in SAMPLES]
    + [pytest.param(wild, many, marks=pytest.mark.slow) for wild, _, many in SAMPLES],
)
def test_the_best_of_all_substitutions(wild, hands):
    rng = random.Random(100 * wild + hands)
    for _ in range(hands):
        hand, situation = wild_hand(rng, wild)
        found = mcr.score(hand, situation)
        assert (str(hand), found.total) == (str(hand), by_substitution(hand, situation))


@pytest.mark.parametrize(
    ("wild", "hands"), [(1, 50), (2, 5), pytest.param(1, 1000, marks=pytest.mark.slow),
                        pytest.param(2, 500, marks=pytest.mark.slow)]
)  # fmt: skip
def test_the_best_of_all_substitutions_that_pymahjonggb_scores(wild, hands):
    pytest.importorskip("MahjongGB")
    rng = random.Random(7 * wild + hands)
    for _ in range(hands):
        hand, situation = wild_hand(rng, wild)
        theirs = [
            mahjong_gb.score(Hand(counts.tolist(), 0, hand.melds, int(tile)), situation)[0]
            for counts, tile in zip(*substitutions(hand), strict=True)
        ]
        best = max(total for total in theirs if total is not None)
        assert (str(hand), mcr.score(hand, situation).total) == (str(hand), best)


@pytest.mark.parametrize(
    ("wild", "hands"),
    [(5, 60), (6, 40), (7, 15), (8, 5), pytest.param(5, 400, marks=pytest.mark.slow),
     pytest.param(6, 200, marks=pytest.mark.slow), pytest.param(7, 80, marks=pytest.mark.slow),
     pytest.param(8, 30, marks=pytest.mark.slow)],
)  # fmt: skip
def test_plans_find_what_the_walk_over_all_readings_finds(wild, hands):
    rng = random.Random(1000 * wild + hands)
    for _ in range(hands):
        hand, situation = wild_hand(rng, wild)
        found = mcr.score(hand, situation).total
        assert (str(hand), found) == (str(hand), by_walk.score(hand, situation).total)


@pytest.mark.parametrize("wild", range(1, 15))
def test_the_reading_is_worth_its_score(wild):
    """The tiles that the wildcards became, scored as natural tiles, make the same total."""
    rng = random.Random(wild)
    for _ in range(20 if wild < 8 else 3):
        hand, situation = wild_hand(rng, wild)
        found = mcr.score(hand, situation)
        reading = found.reading
        assert len(reading.substituted) == wild
        counts = list(hand.counts)
        for tile in reading.substituted:
            counts[tile] += 1
        natural = Hand(counts, 0, hand.melds, found.winning)
        assert mcr.score(natural, situation).total == found.total
        assert sum(fan.points * fan.count for fan in found.fans) == found.total


def test_a_hand_of_wildcards_alone():
    found = mcr.score("*************+*", Situation(self_draw=True))
    assert found.total == 218
    assert len(found.reading.substituted) == 14


def test_wildcards_beside_the_hand():
    assert mcr.score("123m456p789s1sEE+1s", wild=1).total == mcr.score("123m456p789s1sEE*+1s").total


def test_a_hand_with_wildcards_that_cannot_win():
    assert mcr.score("147m258p369sESW*+1m") is None


def test_a_batch_with_wildcards():
    rng = random.Random(11)
    pairs = [wild_hand(rng, wild) for wild in (0, 1, 2, 3, 6, 9) for _ in range(10)]
    hands, situations = zip(*pairs, strict=True)
    totals = [mcr.score(*pair).total for pair in pairs]
    assert mcr.score_batch(hands, situations).tolist() == totals
    fresh = Evaluator("mcr")
    assert fresh.score_batch(hands, situations).tolist() == totals
    rows = {
        "counts": np.array([hand.counts for hand in hands]),
        "winning": np.array([hand.winning for hand in hands]),
        "melds": np.array(
            [[*map(meld_code, hand.melds), *[0] * (4 - len(hand.melds))] for hand in hands]
        ),
    }
    wild = [hand.wild for hand in hands]
    fields = {
        name: np.array([getattr(situation, name) for situation in situations])
        for name in ("self_draw", "replacement", "last_tile", "flowers")
    }
    for name in ("seat_wind", "round_wind"):
        fields[name] = ["ESWN".index(getattr(situation, name)) for situation in situations]
    assert mcr.score_batch(rows, fields, wild=wild).tolist() == totals
    with pytest.raises(HandError, match="row 0: wild"):
        mcr.score_batch(rows, fields, wild=200)


def test_a_faced_wildcard_is_any_tile_or_itself():
    deal = Evaluator("mcr", wild_kinds=["5m"])
    drawn = Situation(self_draw=True)
    hand = "[EEE]12346789m1p5m+1p"
    assert deal.score(hand, drawn).total == mcr.score("[EEE]12346789m1p*+1p", drawn).total
    claimed = deal.score("[EEE]12346789m11p+5m")  # claimed, it is the 5m
    assert claimed.total == mcr.score("[EEE]12346789m11p+5m").total
    assert deal.score("[EEE]12346789m11p+5m", drawn).total >= claimed.total


def test_substituted_is_a_feature():
    rules = mcr.rules
    hard = mf.Fan("hard", 100, "substituted == 0 and wildcards >= 1")
    ev = Evaluator(rules.replace(scoring=rules.scoring.with_fans(hard)), wild_kinds=["5m"])
    found = ev.score("[EEE]12346789m1p5m+1p")
    assert "hard" in {fan.id for fan in found.fans}
    assert found.reading.substituted == ()


def test_a_winning_wildcard_is_no_last_copy():
    with pytest.raises(HandError, match="last_of_kind"):
        mcr.score("123m456p789s11sEE+*", Situation(last_of_kind=True))


@pytest.mark.parametrize("options", [{}, {"waits_on_exhausted_tiles": False}])
def test_other_tables_are_searched_as_well(options):
    """Plans are bounded by any table: points, conditions and ways to combine at random."""
    rng = random.Random(len(options))
    rules = mcr.rules
    for combine in ("sum", "best", "base_plus_sum"):
        fans = [
            mf.Fan(fan.id, rng.choice((0, 1, 5, 30, 100)), fan.when, count=fan.count,
                   covers=fan.covers, joins=fan.joins, excludes=fan.excludes)
            if not isinstance(fan.points, str)
            else fan
            for fan in rules.scoring.with_options(**options).fans
        ]  # fmt: skip
        scoring = mf.Scoring(
            fans=fans,
            combine=combine,
            base=3,
            sets=rules.scoring.sets,
            options=rules.scoring.with_options(**options).options,
        )
        table = rules.replace(scoring=scoring)
        planned = Evaluator(table)
        walked = Evaluator(table, kernel="search")
        for wild in (5, 6, 7):
            for _ in range(6):
                hand, situation = wild_hand(rng, wild)
                assert planned.score(hand, situation).total == walked.score(hand, situation).total


def test_a_score_shows_a_reading_of_the_hand():
    rng = random.Random(8)
    forms = set()
    for wild in [0, 1, 2, 3] * 75:
        hand, situation = wild_hand(rng, wild)
        reading = mcr.score(hand, situation).reading
        assert reading in mcr.readings(hand, limit=None), str(hand)
        forms.add((reading.form, wild > 0))
    for form in ("knitted_straight", "greater_knitted"):
        assert {(form, False), (form, True)} <= forms


def test_a_knitted_straight_is_one_group():
    hand = "147m258p39s123m*E+E"
    found = mcr.score(hand)
    assert str(found.reading) == "147m258p3(6)9s 123m EE"
    assert found.reading.groups[0].kind == "knitted"
    (straight,) = [fan for fan in found.fans if fan.id == "knitted_straight"]
    assert straight.groups == found.reading.groups[:1]
    scattered = mcr.score("147m258p36s*ESWN+C").reading
    assert str(scattered) == "1m 4m 7m 2p 5p 8p 3s 6s (9)s E S W N C"
