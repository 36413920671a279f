"""Readings: every one once, with the wildcards shown where they may be."""

import itertools
import pickle
import random
from collections import Counter

import pytest

import mahjong_fast as mf
from mahjong_fast.errors import HandError

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
    ]:
        with pytest.raises(HandError):
            mf.Group(kind, tiles, [False] * len(tiles))
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
