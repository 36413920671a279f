"""Readings: every one once, with the wildcards shown where they may be."""

import itertools
import pickle
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from rules_strategy import deals

import mahjong_fast as mf
from mahjong_fast import reference
from mahjong_fast.errors import HandError
from mahjong_fast.standard import FORMS
from mahjong_fast.tiles import name as tile_name

CHOWS = [(low, low + 1, low + 2) for suit in (0, 9, 18) for low in range(suit, suit + 7)]
PUNGS = [(kind,) * 3 for kind in range(34)]
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))

STANDARD = mf.rules.get("standard")
RULES = {
    "standard": STANDARD,
    "riichi": mf.rules.get("riichi"),
    "four copies": STANDARD.replace(max_copies=4),
    "distinct pairs": STANDARD.replace(quads_as_two_pairs=False),
}


def targets(counts, wild, rules):
    """Every (form, groups) that covers the counts with the wildcards, pairs among the groups."""
    n = (sum(counts) + wild - 2) // 3
    limit = rules.max_copies or 127
    if "standard" in rules.forms:
        for pair in range(34):
            yield from standard_targets(counts, wild, limit, n, [(pair, pair)], CHOWS + PUNGS)
    if n == rules.groups == 4:
        if "seven_pairs" in rules.forms:
            for pairs in seven_pairs_targets(counts, limit, rules.quads_as_two_pairs, 0, 7):
                yield "seven_pairs", pairs
        if "thirteen_orphans" in rules.forms:
            for doubled in ORPHANS:
                yield (
                    "thirteen_orphans",
                    [(kind, kind) if kind == doubled else (kind,) for kind in ORPHANS],
                )


def standard_targets(counts, wild, limit, n, groups, choices):
    tiles = Counter(itertools.chain(*groups))
    missing = sum(max(0, number - counts[kind]) for kind, number in tiles.items())
    if missing > wild or max(tiles.values()) > limit:
        return
    if n == 0:
        yield "standard", groups
    for index, group in enumerate(choices[: len(choices) * (n > 0)]):
        yield from standard_targets(counts, wild, limit, n - 1, [*groups, group], choices[index:])


def seven_pairs_targets(counts, limit, repeat, kind, left):
    if kind == 34:
        if left == 0:
            yield []
        return
    for pairs in range(left + 1 if repeat else min(left, 1) + 1):
        if counts[kind] <= 2 * pairs <= limit:
            for rest in seven_pairs_targets(counts, limit, repeat, kind + 1, left - pairs):
                yield [(kind, kind)] * pairs + rest


def natural_choices(groups, counts):
    """Every way to say how many tiles of each group are natural, as sorted (group, number)."""
    owners = [[i for i, group in enumerate(groups) for t in group if t == k] for k in range(34)]
    if any(len(owners[kind]) < counts[kind] for kind in range(34)):
        return
    choices = [set(itertools.combinations(owners[k], counts[k])) for k in range(34) if owners[k]]
    for choice in itertools.product(*choices):
        natural = Counter(itertools.chain(*choice))
        yield tuple(sorted((group, natural[i]) for i, group in enumerate(groups)))


def all_readings(counts, wild, rules):
    return {
        (form, naturals)
        for form, groups in targets(counts, wild, rules)
        for naturals in natural_choices(groups, counts)
    }


def pieces(reading):
    return reading.groups if reading.pair is None else (*reading.groups, reading.pair)


def identity(reading):
    naturals = [(group.tiles, group.substituted.count(False)) for group in pieces(reading)]
    return reading.form, tuple(sorted(naturals))


def random_winning_counts(rng, n, wild):
    """Natural tiles of a winning hand, `wild` of its tiles taken away."""
    while True:
        shape = rng.choice(["groups", "groups", "groups", "one suit", "pairs", "orphans"])
        if shape == "pairs" and n == 4:
            tiles = [kind for kind in rng.choices(range(34), k=7) for _ in range(2)]
        elif shape == "orphans" and n == 4:
            tiles = [*ORPHANS, rng.choice(ORPHANS)]
        else:
            pool = [g for g in CHOWS + PUNGS if shape != "one suit" or g[-1] < 9]
            tiles = [tile for _ in range(n) for tile in rng.choice(pool)]
            tiles += [rng.choice(tiles or [0])] * 2
        rng.shuffle(tiles)
        held = Counter(tiles[wild:])
        if max(held.values(), default=0) <= 4:
            return [held[kind] for kind in range(34)]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("wild", range(4))
def test_every_reading_is_found_once(name, wild):
    rules = RULES[name]
    evaluator = mf.Evaluator(rules)
    rng = random.Random(f"{name} {wild}")
    for n in (0, 1, 2, 3, 4, 4):
        counts = random_winning_counts(rng, n, min(wild, 3 * n + 2))
        stand_ins = 3 * n + 2 - sum(counts)
        found = list(evaluator.iter_readings(counts, wild=stand_ins))
        expected = all_readings(counts, stand_ins, rules)
        assert {identity(reading) for reading in found} == expected
        assert len(found) == len(set(found)) == len(expected)
        assert evaluator.count_readings(counts, wild=stand_ins) == len(expected)


@pytest.mark.parametrize("wild", range(9))
def test_natural_and_substituted_tiles_are_the_hand(wild):
    evaluator = mf.Evaluator("standard")
    rng = random.Random(wild)
    for _ in range(20):
        counts = random_winning_counts(rng, 4, wild)
        for reading in itertools.islice(evaluator.iter_readings(counts, wild=wild), 500):
            shown = [
                pair
                for group in pieces(reading)
                for pair in zip(group.tiles, group.substituted, strict=True)
            ]
            natural = Counter(tile for tile, substituted in shown if not substituted)
            assert [natural[kind] for kind in range(34)] == counts
            became = sorted(tile for tile, substituted in shown if substituted)
            assert reading.substituted == tuple(became)
            assert len(became) == wild


@pytest.mark.parametrize(
    ("hand", "texts"),
    [
        ("11m", ["11m"]),
        ("**", None),
        ("89m*EE", ["(7)89m EE"]),
        ("1189m*", ["(7)89m 11m"]),
        ("111222333m99p111s", ["123m 123m 123m 111s 99p", "111m 222m 333m 111s 99p"]),
        (
            "11223344556677m",
            [
                "123m 123m 456m 456m 77m",
                "123m 123m 567m 567m 44m",
                "234m 234m 567m 567m 11m",
                "11m 22m 33m 44m 55m 66m 77m",
            ],
        ),
        ("19m19p19sESWNCF**", None),
        ("147m258p369sESWNC", []),
    ],
)
def test_order_and_notation(hand, texts):
    evaluator = mf.Evaluator("standard")
    found = [str(reading) for reading in evaluator.iter_readings(hand)]
    assert found == [str(reading) for reading in evaluator.iter_readings(hand)]
    if texts is not None:
        assert found == texts


def test_forms_come_in_order():
    evaluator = mf.Evaluator("standard")
    forms = [reading.form for reading in evaluator.iter_readings("112233m112233p**")]
    assert forms == sorted(forms, key=["standard", "seven_pairs", "thirteen_orphans"].index)
    assert set(forms) == {"standard", "seven_pairs"}
    orphans = list(evaluator.iter_readings("19m19p19sESWNCF**"))
    assert [str(orphans[0].pair), len(orphans[0].groups)] == ["1(1)m", 12]
    assert len(orphans) == 13


@pytest.mark.parametrize(
    ("wild", "groups", "max_copies", "expected"),
    [
        # Multisets of n of the 55 groups, and a pair.
        (14, 4, None, 424_270 * 34),
        (17, 5, None, 5_006_386 * 34),
        (14, 4, 4, 11_580_567),
        (2, 4, None, 34),
    ],
)
def test_count_of_all_wildcards(wild, groups, max_copies, expected):
    rules = STANDARD.replace(groups=groups, max_copies=max_copies, forms=("standard",))
    assert mf.Evaluator(rules).count_readings([0] * 34, wild=wild) == expected


def only(form, groups=4, **fields):
    return mf.Rules(forms=(form,), groups=groups, **fields)


TILES_258 = "258m258p258s"
SHAPES = {
    "runs of winds and dragons": (
        mf.Rules(runs=("suit", "winds", "dragons")),
        "EEESSSWWWNNCFP",
        [
            "EEE SSS WWW CFP NN",
            "ESW ESW ESW CFP NN",
            "ESW ESN ESN CFP WW",
            "ESW EWN EWN CFP SS",
            "ESW SWN SWN CFP EE",
        ],
    ),
    "a run of winds": (
        only("standard", groups=1, runs=("winds",)),
        "ES*PP",
        ["ES(W) PP", "ES(N) PP"],
    ),
    "a run of dragons": (
        only("standard", groups=1, runs=("dragons",)),
        "C**PP",
        ["C(F)P P(P)", "C(FP) PP", "C(CC) PP", "PP(P) C(C)"],
    ),
    "misfit": (
        only("misfit"),
        "147m258p369sESWN*",
        [f"1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N ({last})" for last in "CFP"],
    ),
    "misfit, wildcards without a slot": (
        only("misfit", misfit_wild_needs_slot=False),
        "147m258p369sESWN*",
        [f"1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N {last}" for last in ("(C)", "(F)", "(P)", "*")],
    ),
    "seven stars": (only("seven_star"), "147m258p1sESWNCF*", []),
    "seven stars, one of them wild": (
        only("seven_star", seven_star_wild=True),
        "147m258p1sESWNCF*",
        ["1m 4m 7m 2p 5p 8p 1s E S W N C F (P)"],
    ),
    "knitted straight": (
        only("knitted_straight"),
        "147m258p369s123mE*",
        ["147m258p369s 123m E(E)"],
    ),
    "knitted straight or run": (
        only("knitted_straight"),
        "147m258p36s789sEE*",
        [
            "147m258p36(9)s 789s EE",
            "147m258p3(6)9s 678s EE",
            "147m258p369s (6)78s EE",
            "147m258p369s 78(9)s EE",
        ],
    ),
    "knitted straight with a meld": (
        only("knitted_straight"),
        "147m258p369s[123m]EE",
        ["147m258p369s EE"],
    ),
    "lesser knitted": (
        only("lesser_knitted"),
        "147m258p369sESWN*",
        [f"1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N ({last})" for last in "CFP"],
    ),
    "greater knitted": (
        only("greater_knitted"),
        "147m258p6sESWNCF*",
        ["1m 4m 7m 2p 5p 8p 6s E S W N C F (P)"],
    ),
    "seven couples": (
        only("seven_couples"),
        "1313m2424p57799s*",
        [
            "13m 13m 24p 24p (3)5s 79s 79s",
            "13m 13m 24p 24p 57s 79s (7)9s",
            "13m 13m 24p 24p 5(7)s 79s 79s",
        ],
    ),
    "eight pairs and a tile": (
        only("eight_pairs", groups=5),
        "1122m3344p5566sEEWWC",
        ["11m 22m 33p 44p 55s 66s EE WW C"],
    ),
    "seven pairs and a triplet": (
        only("pairs_and_triplet", groups=5, wild_in=("pair",)),
        "1122m3344p5566sEEEW*",
        ["11m 22m 33p 44p 55s 66s W(W) EEE"],
    ),
    "seven pairs beside a kong": (
        only("seven_pairs", kongs_as_two_pairs=1, wild_in=("pung",)),
        "{2222m}1133m4455pEE*",
        ["11m 33m 44p 55p EE *"],
    ),
    "all honours": (
        only("all_honours"),
        "[WWW]EEESSNCCFP*",
        ["E E E S S N C C F P *"],
    ),
    "all 2, 5 and 8": (
        only("all_258"),
        "[222m]25m2588p2558s*",
        ["2m 5m 2p 5p 8p 8p 2s 5s 5s 8s *"],
    ),
    "pairs of few kinds": (
        only("standard", groups=1, pair_kinds=TILES_258),
        "1112m*",
        ["111m 2(2)m"],
    ),
    "pairs of few kinds, but for triplets": (
        only("standard", groups=1, pair_kinds=TILES_258, pair_exempt=("all_triplets",)),
        "111m3p*",
        ["111m 3(3)p"],
    ),
    "wildcards in pungs only": (
        only("standard", groups=1, wild_in=("pung",)),
        "11m**5p",
        ["5(55)p 11m"],
    ),
    "one wildcard in a group": (
        only("standard", groups=1, wild_max_per_group=1),
        "11m**5p",
        ["11(1)m 5(5)p"],
    ),
    "a natural tile in each pair": (
        only("standard", groups=1, min_natural_per_pair=1),
        "123m**",
        ["12(3)m 3(3)m", "1(2)3m 2(2)m", "(1)23m 1(1)m", "23(4)m 1(1)m"],
    ),
    "wildcards of few kinds": (
        only("standard", groups=1, wild_can_be="1m4m"),
        "23m11p*",
        ["(1)23m 11p", "23(4)m 11p"],
    ),
    "a forbidden kind": (only("standard", groups=1, forbidden="E"), "46mEE*", []),
    "at most one suit": (
        only("standard", groups=1, max_suits=1),
        "46m1p**",
        [],
    ),
    "a triplet": (
        only("standard", groups=1, required=("triplet",)),
        "112m**",
        ["11(1)m 2(2)m", "2(22)m 11m"],
    ),
    "a wildcard that was drawn": (
        only("standard", groups=1, wild_active="drawn", wild_face="P"),
        "46mEE+*",
        ["4(5)6m EE"],
    ),
    "a wildcard that was not the last": (
        only("standard", groups=1, wild_active="drawn", wild_face="P"),
        "46m*E+E",
        [],
    ),
}


@pytest.mark.parametrize("case", SHAPES)
def test_the_readings_of_shapes(case):
    rules, hand, texts = SHAPES[case]
    evaluator = mf.Evaluator(rules)
    found = evaluator.readings(hand, limit=None)
    assert sorted(map(str, found)) == sorted(texts)
    assert evaluator.count_readings(hand) == len(found)
    assert {identity(r) for r in found} == {
        identity(r) for r in reference.iter_readings(hand, rules=rules)
    }


def test_a_stand_in_is_natural_and_a_claimed_tile_too():
    rules = only("standard", groups=1, stand_in="P")
    assert [str(r) for r in mf.Evaluator(rules, wild_kinds=["5m"]).readings("46mPEE")] == [
        "456m EE"
    ]
    evaluator = mf.Evaluator(only("standard", groups=1), wild_kinds=["4m"])
    assert [str(r) for r in evaluator.readings("56mEE+4m", claimed=True)] == ["456m EE"]
    assert evaluator.count_readings("56mEE+4m", claimed=True) == 1
    assert evaluator.count_readings("56mEE+4m") == 2
    strict = mf.Evaluator(only("standard", groups=1, wild_claimed="forbidden"), wild_kinds=["4m"])
    assert strict.readings("56mEE+4m", claimed=True) == []
    assert strict.count_readings("56mEE+4m", claimed=True) == 0


def test_a_wild_kind_that_is_never_itself():
    hand = "123m55p"
    rules = only("standard", groups=1, wild_natural_use=False, wild_can_be="1p2p3p")
    evaluator = mf.Evaluator(rules, wild_kinds=["5p"])
    assert [str(r) for r in evaluator.readings(hand)] == [
        f"123m ({rank}{rank})p" for rank in (1, 2, 3)
    ]


def test_two_wild_kinds_in_one_run_are_one_reading():
    evaluator = mf.Evaluator(only("standard", groups=1), wild_kinds=["5m", "6m"])
    found = [str(r) for r in evaluator.readings("456mEE")]
    assert len(found) == len(set(found)) == evaluator.count_readings("456mEE")


def test_a_void_suit_has_no_reading():
    rules = only("standard", groups=1)
    assert mf.Evaluator(rules, void_suit="p").count_readings("46m11p*") == 0
    assert mf.Evaluator(rules, void_suit="s").count_readings("46m11p*") == 1


@pytest.mark.parametrize(
    ("form", "groups", "wild", "expected"),
    [
        # Multisets of seven of the 21 couples.
        ("seven_couples", 4, 14, 888_030),
        # Fourteen of the sixteen kinds of each of six knittings; seven of nine.
        ("lesser_knitted", 4, 14, 6 * 120),
        ("greater_knitted", 4, 14, 6 * 36),
        # Multisets of pairs; what is over is no kind.
        ("eight_pairs", 5, 17, 95_548_245),
        ("pairs_and_triplet", 5, 17, 18_643_560 * 34),
    ],
)
def test_count_of_all_wildcards_by_form(form, groups, wild, expected):
    assert mf.Evaluator(only(form, groups=groups)).count_readings("", wild=wild) == expected


def notation(deal):
    """The hand as a text, its melds among it."""
    shown = ["{%s}" if hidden else "[%s]" for _, hidden in deal.melds]
    melds = [
        bracket % "".join(map(tile_name, tiles))
        for bracket, (tiles, _) in zip(shown, deal.melds, strict=True)
    ]
    tiles = [kind for kind in range(34) for _ in range(deal.counts[kind])] + [42] * deal.wild
    last = []
    if deal.winning is not None:
        tiles.remove(deal.winning)
        last = [deal.winning]
    text = ["*" if tile == 42 else tile_name(tile) for tile in tiles]
    return "".join([*melds, *text, *["+" + ("*" if t == 42 else tile_name(t)) for t in last]])


@settings(max_examples=150)
@given(deals(most_wildcards=2))
def test_the_readings_under_any_rules_are_those_of_the_reference(deal):
    evaluator = mf.Evaluator(deal.rules, wild_kinds=deal.wild_kinds, void_suit=deal.void_suit)
    hand = notation(deal)
    found = evaluator.readings(hand, claimed=deal.claimed, limit=None)
    expected = reference.readings(deal.hand, claimed=deal.claimed, limit=None, **deal.deal)
    assert len(found) == len(expected) == evaluator.count_readings(hand, claimed=deal.claimed)
    assert {identity(reading) for reading in found} == {identity(r) for r in expected}
    forms = [FORMS.index(reading.form) for reading in found]
    assert forms == sorted(forms)


@settings(max_examples=60)
@given(deals(most_wildcards=3))
def test_the_tiles_of_a_reading_are_the_hand(deal):
    evaluator = mf.Evaluator(deal.rules, wild_kinds=deal.wild_kinds)
    for reading in itertools.islice(evaluator.iter_readings(notation(deal)), 200):
        tiles = [tile for group in pieces(reading) for tile in group.tiles]
        assert len(tiles) == deal.size
        assert eval(repr(reading), {"Reading": mf.Reading, "Group": mf.Group}) == reading
        assert str(reading)


def test_group_checks_its_tiles():
    for kind, tiles in [
        ("chow", (7, 8, 9)),
        ("chow", (25, 26, 27)),
        ("chow", (2, 1, 0)),
        ("pung", (1, 1, 2)),
        ("pung", (34, 34, 34)),
        ("pair", (-1, -1)),
        ("pair", (1, 1, 1)),
        ("kong", (1, 1, 1)),
        ("chow", (27, 29, 28)),
        ("chow", (30, 31, 32)),
        ("couple", (8, 10)),
        ("couple", (1, 2)),
        ("knitted", (0, 3, 6, 9, 12, 15, 18, 21, 24)),
        ("single", (42,)),
    ]:
        with pytest.raises(HandError):
            mf.Group(kind, tiles, [False] * len(tiles))
    for kind, tiles in [
        ("chow", (27, 28, 30)),
        ("chow", (31, 32, 33)),
        ("couple", (6, 8)),
        ("knitted", (0, 3, 6, 10, 13, 16, 20, 23, 26)),
    ]:
        assert mf.Group(kind, tiles, [False] * len(tiles)).tiles == tiles
    assert str(mf.Group("single", (42,), (True,))) == "*"
    with pytest.raises(TypeError):
        mf.Group(1, (1, 1), (False, False))
    with pytest.raises(TypeError):
        mf.Group("pair", (1.0, 1.0), (False, False))
    with pytest.raises(HandError):
        mf.Reading("standing", [], None)
    with pytest.raises(TypeError):
        mf.Reading("standard", ["123m"], None)


def test_readings_are_values():
    reading = next(mf.Evaluator("standard").iter_readings("89m12p**EE"))
    again = eval(repr(reading), {"Reading": mf.Reading, "Group": mf.Group})
    assert again == reading
    assert hash(again) == hash(reading)
    assert pickle.loads(pickle.dumps(reading)) == reading
    assert reading != str(reading)
    assert reading.groups[0] != str(reading.groups[0])
    with pytest.raises(AttributeError):
        reading.form = "seven_pairs"
    with pytest.raises(AttributeError):
        reading.groups[0].kind = "pung"


def test_count_of_readings_that_must_be_kept_is_bounded():
    evaluator = mf.Evaluator(wild_kinds=["5m", "6m"])
    hand = "5555m6666m12378p1s"
    assert evaluator.count_readings(hand) == len(list(evaluator.iter_readings(hand))) == 21021
    with pytest.raises(mf.HandError, match=r"76248031 readings, some of them alike, .* 200000 at"):
        evaluator.count_readings("5555m6666m", wild=6)
