"""Fan tables: conditions, exclusions, ways to combine, and a user's own fans."""

import copy
import dataclasses
import pickle
import random
import tomllib

import pytest
from mcr_hands import random_hand

import mahjong_fast as mf
from mahjong_fast import Evaluator, Fan, HandError, RulesError, Scoring, Situation
from mahjong_fast.features import FEATURES, SLOTS
from mahjong_fast.rules import Rules, from_dict, get

HAND = "[EEE]123456789m1p+1p"


def evaluator(*fans, **fields):
    return Evaluator(Rules(scoring=Scoring(fans=fans, **fields)))


def holds(when, hand=HAND, situation=None, **fields):
    score = evaluator(Fan("it", 1, when), **fields).score(hand, situation)
    return score.total == 1


# --- Conditions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("true", True),
        ("false", False),
        ("pure_straight", True),
        ("not pure_straight", False),
        ("chows == 3", True),
        ("chows != 3", False),
        ("3 <= chows < 4", True),
        ("4 > chows > 2", True),
        ("chows > 3", False),
        ("chows in {1, 3}", True),
        ("chows not in {1, 3}", False),
        ("pungs == 1 and suits == 2", True),
        ("pungs == 2 or suits == 2", True),
        ("not (pungs == 2 or suits == 2)", False),
        ("not (pungs == 2 and suits == 2)", True),
        ("not 1 <= chows <= 2", True),
        ("chows == 3 and chows == 4", False),
        ("seat_wind_pung", False),
        ("", True),
        ("3 == chows", True),
        ("1 < 2", True),
    ],
)
def test_conditions(when, expected):
    assert holds(when) is expected


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("suits = 1", "write == for ="),
        ("suits == 1 and chows = 3", "write == for ="),
        ("suits == 1 && chows", "write and for &&"),
        ("suits == 1 || chows", "write or for ||"),
        ("!chows", "write not for !"),
        ("chows => 3", "write >= for =>"),
        ("chows =< 3", "write <= for =<"),
        ("chows ≥ 3", "write >= for ≥"),
        ("chows ≤ 3", "write <= for ≤"),
        ("chows ≠ 3", "write != for ≠"),
        ("chows <> 3", "write != for <>"),
        ("chows ==", "invalid syntax"),
    ],
)
def test_a_condition_of_another_language_says_what_to_write(when, message):
    with pytest.raises(RulesError) as caught:
        evaluator(Fan("it", 1, when))
    assert str(caught.value) == f"fan it: {when!r} is not an expression: {message}"


def test_a_feature_that_is_like_none_gets_no_list_of_all():
    with pytest.raises(RulesError, match=r"unknown feature 'xyz'; it is none of the \d+ that"):
        evaluator(Fan("it", 1, "xyz == 1"))


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"pay": {"dealer": {"add": 1}}}, "dealer must be an int .*, not {'add': 1}"),
        ({"pay": {"discard": {"all": 1}}}, "a table of discarder, others, not {'all': 1}"),
        ({"pay": {"flat": {"who": {"x": 1}}}}, "not {'who': {'x': 1}}"),
        ({"ledger": {"zheng": {"add": 1}}}, "zheng must be an int .*, not {'add': 1}"),
        ({"score": {"options": {"it": {"add": 1}}}}, "an int, not {'add': 1}"),
    ],
)
def test_a_table_that_is_refused_is_shown_as_it_was_given(section, message):
    with pytest.raises(RulesError, match=message):
        from_dict({"score": {}, **section})


def test_tables_of_a_scoring_are_shown_as_they_are_given():
    scoring = Scoring(pay={"discard": {"discarder": 2, "others": 1}})
    assert "'discard', {'discarder': 2, 'others': 1}" in repr(scoring)
    assert eval(repr(scoring)) == scoring
    assert pickle.loads(pickle.dumps(scoring)) == scoring
    assert hash(copy.deepcopy(scoring)) == hash(scoring)


def test_a_score_of_no_fan_says_so():
    score = evaluator(combine="base_plus_sum", base=1).score(HAND)
    assert repr(score) == "<Score 1: no fan>"


APPRAISED = ("any_tile_wait", "wild_pair_wait", "any_tile_wait_in_any_form", "natural_quads")


@pytest.mark.parametrize("untold", [APPRAISED, ("nine_gates",)])  # never told together
def test_a_condition_means_what_python_would_make_of_it(untold):
    """Random expressions over random hands, against Python's own evaluation of the same text."""
    rng = random.Random(5)
    names = [name for name in FEATURES if not name.endswith("waits") and name not in untold]

    def comparison():
        name = rng.choice(names)
        kind = rng.randrange(4)
        if kind == 0:
            return name
        if kind == 1:
            return f"{name} {rng.choice(['==', '!=', '<', '<=', '>', '>='])} {rng.randrange(4)}"
        if kind == 2:
            return f"{rng.randrange(3)} <= {name} < {rng.randrange(5)}"
        return f"{name} in {{{rng.randrange(3)}, {rng.randrange(5)}}}"

    def expression(depth):
        if depth == 0:
            return comparison()
        kind = rng.randrange(3)
        if kind == 0:
            return f"not ({expression(depth - 1)})"
        word = " and " if kind == 1 else " or "
        return "(" + word.join(expression(depth - 1) for _ in range(2)) + ")"

    mcr_rules = get("mcr")
    for _ in range(40):
        texts = [expression(rng.randrange(3)) for _ in range(20)]
        fans = [Fan(f"fan_{number}", 1 << number, text) for number, text in enumerate(texts)]
        ev = Evaluator(mcr_rules.replace(scoring=Scoring(fans=fans[:16])))
        for _ in range(10):
            hand, situation = random_hand(rng)
            score = ev.score(hand, situation)
            features = score.features
            expected = {
                f"fan_{number}"
                for number, text in enumerate(texts[:16])
                if eval(text, {}, dict(features))
            }
            assert {fan.id for fan in score.fans} == expected


@pytest.mark.parametrize(
    "when",
    [
        "nonsense",
        "chows ==",
        "chows = 3",
        "chows + 1 == 3",
        "chows == pungs",
        "__import__('os')",
        "chows.real",
        "[1][0]",
        "lambda: 1",
        "chows is 3",
        "'a' == 'b'",
        "chows in suits",
        "1.5 < chows",
        "f(1)",
        "chows if suits else 1",
        "(" * 300 + "1" + ")" * 300,
        "chows and " * 300 + "chows",
        "chow",
        "\x00",
    ],
)
def test_what_is_no_condition_is_an_error(when):
    with pytest.raises(RulesError):
        Scoring(fans=(Fan("it", 1, when),))


def test_an_unknown_feature_names_the_nearest():
    with pytest.raises(RulesError, match="did you mean 'chows'"):
        Scoring(fans=(Fan("it", 1, "chowss == 3"),))


@pytest.mark.parametrize("when", ["chows == pungs", "1 < chows <= pungs", "chows in {1, pungs}"])
def test_a_feature_is_not_compared_with_a_feature(when):
    message = "fan it: pungs is a feature; a feature is compared with a number or an option"
    with pytest.raises(RulesError, match=message):
        Scoring(fans=(Fan("it", 1, when),))


def test_named_sets_of_tiles():
    sets = {"green": "23468sF", "ends": "19m19p19s"}
    assert holds("not outside_green", "[222s][333s]444666sF+F", sets=sets)
    assert holds("outside_green and pair_in_ends", sets=sets)
    with pytest.raises(RulesError, match="set green"):
        Scoring(sets={"green": "23x"})
    with pytest.raises(RulesError, match="sets"):
        Scoring(sets={f"set_{number}": "1m" for number in range(9)})


# --- Counting and combining ----------------------------------------------------------------------


def total(*fans, hand=HAND, situation=None, **fields):
    return evaluator(*fans, **fields).score(hand, situation).total


def test_ways_to_combine():
    two, three, five = (Fan(f"fan_{n}", n) for n in (2, 3, 5))
    assert total(two, three, five) == 10
    assert total(two, three, five, combine="product", base=2) == 60
    assert total(two, three, combine="power of two", base=3) == 96
    assert total(two, five, three, combine="best") == 5
    assert total(two, three, combine="base_plus_sum", base=12) == 17
    assert total(two, three, cap=4) == 4
    assert total(combine="product", base=1) == 1
    assert total(Fan("many", 10**4, count="chows"), combine="product", base=10**6) == 10**18


@pytest.mark.parametrize(
    ("points", "fields", "fits"),
    [
        (10**6, {"combine": "sum"}, True),
        (0, {"combine": "sum"}, True),
        (-1, {"combine": "sum"}, False),
        (-5, {"combine": "sum"}, False),
        (30, {"combine": "power of two", "base": 1}, True),
        (31, {"combine": "power of two", "base": 1}, False),
        (10**6, {"combine": "product", "base": 10**6}, False),
        (10**6, {"combine": "product", "base": 10**6, "cap": 88}, True),
    ],
)
def test_a_batch_tells_the_total_or_names_the_row(points, fields, fits):
    ev = evaluator(Fan("chowy", points, "chows >= 2"), **fields)
    plain, chowy = "111m222m333p444s5s+5s", HAND
    score = ev.score(chowy).total
    if fits:
        assert ev.score_batch([plain, chowy]).tolist() == [ev.score(plain).total, score]
    else:
        with pytest.raises(HandError, match=f"row 1: a total of {score};"):
            ev.score_batch([plain, chowy])


FIVE_THOUSANDS = tuple(Fan(f"thousand_{number}", 1000) for number in range(5))


@pytest.mark.parametrize(
    ("fans", "fields", "expected"),
    [
        (FIVE_THOUSANDS, {"combine": "product", "base": 1}, 10**15),
        ([Fan("many", -(10**6), count="chows")], {"combine": "product", "base": 4}, -4 * 10**18),
        ([Fan("more", 42)], {"combine": "power of two", "base": 10**6}, 10**6 << 42),
        ([Fan("more", 61)], {"combine": "power of two", "base": 1}, 1 << 61),
        ([Fan("more", 62)], {"combine": "power of two", "base": 1}, None),
        ([Fan("more", 43)], {"combine": "power of two", "base": 10**6}, None),
        ([Fan("more", 10**6)], {"combine": "power of two", "base": 0}, 0),
        ([Fan("many", 10**6, count="chows")], {"combine": "product", "base": 5}, None),
        ([Fan("many", -(10**6), count="chows")], {"combine": "product", "base": 5}, None),
        ([Fan("many", 10**6, count="chows")], {"combine": "product", "base": 5, "cap": 88}, 88),
        (
            [Fan("many", 10**6, count="chows"), Fan("nothing", 0)],
            {"combine": "product", "base": 10**6},
            0,
        ),
    ],
)
def test_a_large_total_is_exact_or_refused(fans, fields, expected):
    ev = evaluator(*fans, **fields)
    if expected is not None:
        assert ev.score(HAND).total == expected
        return
    with pytest.raises(HandError, match=r"totals are below 2\*\*62"):
        ev.score(HAND)
    with pytest.raises(HandError, match=r"row 0: .* totals are below 2\*\*62"):
        ev.score_batch([HAND, HAND])


@pytest.mark.parametrize("hand", ["111222333m444p5s+5s", "11122233m444p*5s+5s", "1112223m******+*"])
@pytest.mark.parametrize("fields", [{}, {"max_copies": 4}, {"pair_kinds": "258m258p258s"}])
def test_the_best_reading_is_found_among_large_totals(hand, fields):
    fans = [*FIVE_THOUSANDS, Fan("pungs", 2, "pungs == 4"), Fan("chows", 3, "chows == 3")]
    scoring = Scoring(fans=fans, combine="product", base=1)
    ev = Evaluator(Rules(scoring=scoring, **fields))
    assert ev.score(hand).total == 3 * 10**15


def test_two_negative_factors_are_worth_their_product():
    fans = [Fan("a", -10, "chows == 0"), Fan("b", -10, "pungs == 4"), Fan("c", 3, "chows >= 1")]
    scoring = Scoring(fans=fans, combine="product", base=1)
    for max_copies in (None, 4):
        ev = Evaluator(Rules(max_copies=max_copies, scoring=scoring))
        assert ev.score("11122233m******").total == 100


@pytest.mark.parametrize(("points", "half"), [(5, 3), (4, 2), (-4, -2), (-5, -2)])
def test_half_a_share_is_rounded_up(points, half):
    pay = {"discard": {"discarder": 1, "others": "half_up"}}
    score = evaluator(Fan("it", points), pay=pay).score(
        HAND, Situation(seat_wind="S", discarder="W")
    )
    assert score.payments() == {"E": half, "W": points, "N": half}


def test_payments_are_exact_or_refused():
    fans = [*FIVE_THOUSANDS, Fan("five", 1, flat=5)]
    seats = Situation(seat_wind="E", discarder="W")

    def score(**pay):
        return evaluator(*fans, combine="product", base=1, pay=pay).score(HAND, seats)

    assert score(unit=400).payments()["W"] == 400 * 10**15 + 5
    assert score(unit=400, objective="payment").payments()["W"] == 400 * 10**15 + 5
    with pytest.raises(HandError, match="payments of"):
        score(unit=10**6).payments()
    with pytest.raises(HandError, match="what a win collects"):
        score(unit=10**6, objective="payment")
    with pytest.raises(RulesError, match="multiply to more than"):
        score(unit=10**6, self_draw={"each": 10**6}, dealer=2)


@pytest.mark.parametrize(
    ("form", "hand"),
    [("eight_pairs", "1122m3344p556677sEE+S"), ("pairs_and_triplet", "1122m3344p556677sEE+E")],
)
def test_rules_of_forms_of_17_tiles_alone_are_scored(form, hand):
    rules = Rules(groups=5, forms=[form], scoring=Scoring(fans=[Fan("a", 3)]))
    assert Evaluator(rules).score(hand).total == 3


@pytest.mark.parametrize(
    ("form", "hand"),
    [
        ("all_honours", "EEESSSWWWNNC*+C"),
        ("lesser_knitted", "17m36p28sESNCFP*+9p"),
        ("standard", "123m456m789mEES*+S"),
    ],
)
def test_a_wildcard_that_was_not_drawn_and_has_no_face_scores_nothing(form, hand):
    fans = Scoring(fans=[Fan("a", 1)])
    evaluator = Evaluator(Rules(forms=[form], wild_active="drawn", scoring=fans))
    assert not evaluator.is_win(hand, claimed=True)
    assert evaluator.score(hand) is None
    assert evaluator.score_batch([hand]).tolist() == [-1]


def test_minimum_and_fans_apart_from_it():
    flowers = Fan("flowers", 1, "flowers", count="flowers", apart=True)
    ev = evaluator(Fan("straight", 4, "pure_straight"), flowers, minimum=5)
    score = ev.score(HAND, Situation(flowers=3))
    assert (score.total, score.meets_minimum) == (7, False)
    assert evaluator(Fan("straight", 4, "pure_straight"), minimum=4).score(HAND).meets_minimum


def test_a_fan_counts_by_a_feature():
    assert total(Fan("chow", 3, count="chows")) == 9
    assert total(Fan("quad", 3, count="quads")) == 0


def test_exclusions_hold_only_where_the_fan_counts():
    first = Fan("first", 8, "pure_straight", excludes=["second"])
    second = Fan("second", 4, excludes=["third"])
    third = Fan("third", 2)
    assert total(first, second, third) == 10
    assert total(dataclasses.replace(first, when="false"), second, third) == 4
    assert total(dataclasses.replace(first, count="quads"), second, third) == 4


def test_options_change_points_conditions_and_exclusions():
    fans = (
        Fan("first", "worth", "pure_straight and chows >= least",
            excludes=["second if strict", "third unless strict"]),
        Fan("second", 20),
        Fan("third", 300),
    )  # fmt: skip
    options = {"worth": 1, "least": 2, "strict": True}
    scoring = Scoring(fans=fans, options=options)
    for changes, expected in [({}, 301), ({"strict": False}, 21), ({"worth": 4000}, 4300),
                              ({"least": 4}, 320)]:  # fmt: skip
        rules = Rules(scoring=scoring.with_options(**changes))
        assert Evaluator(rules).score(HAND).total == expected
    with pytest.raises(RulesError, match="did you mean 'strict'"):
        scoring.with_options(stric=True)


def test_a_fan_that_counts_alone():
    alone = Fan("alone", 8, alone=True)
    assert total(alone, Fan("quad", 3, "quads")) == 8
    assert total(alone, Fan("chow", 3, "chows")) == 3


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "A fan"},
        {"points": 1.5},
        {"points": "unknown"},
        {"points": 10**9},
        {"count": "nonsense"},
        {"covers": ["everything"]},
        {"joins": "two"},
        {"excludes": ["other"]},
        {"excludes": ["it"]},
        {"excludes": "it"},
        {"excludes": ["a b c d"]},
        {"excludes": ["it if nothing"]},
        {"alone": 1},
        {"zh": 3},
        {"when": 3},
    ],
)
def test_a_fan_that_cannot_be(fields):
    with pytest.raises(RulesError):
        Scoring(fans=[Fan(**{"id": "it", "points": 1, **fields})])


@pytest.mark.parametrize(
    "fields",
    [
        {"combine": "all"},
        {"base": -1},
        {"minimum": 1.5},
        {"cap": -1},
        {"options": {"A": 1}},
        {"options": {"a": "x"}},
        {"options": {"chows": 1}},
        {"options": {"true": 0}},
        {"options": {"outside_ends": 1}, "sets": {"ends": "19m"}},
        {"options": [("a", 1), ("a", 2)]},
        {"sets": [("ends", "19m"), ("ends", "19p")]},
        {"fans": [Fan("it", 1), Fan("it", 2)]},
        {"fans": [Fan("it", 1, alone=True), Fan("other", 2, alone=True)]},
        {"fans": [1]},
        {"pay": {"self_draw": [["a"]]}},
        {"pay": {"discard": [[1]]}},
        {"pay": {"robbing_kong": [["a", "b", "c"]]}},
    ],
)
def test_a_scoring_that_cannot_be(fields):
    with pytest.raises(RulesError):
        Scoring(**fields)


def test_too_many_fans():
    with pytest.raises(RulesError, match="128"):
        total(*(Fan(f"fan_{number}", 1) for number in range(129)))
    assert total(*(Fan(f"fan_{number}", 1) for number in range(128))) == 128
    with pytest.raises(RulesError, match="alternatives"):
        total(*(Fan(f"fan_{number}", 1, "chows or pungs") for number in range(65)))
    assert total(*(Fan(f"fan_{number}", 1, "quads or pungs") for number in range(64))) == 64


# --- Files ---------------------------------------------------------------------------------------


def test_the_rules_of_mcr_survive_a_file(tmp_path):
    rules = get("mcr")
    path = tmp_path / "copy.toml"
    path.write_text(rules.to_toml(), "utf8")
    assert mf.rules.load(path) == rules
    assert hash(mf.rules.load(path)) == hash(rules)
    assert rules.replace(groups=4) == rules
    assert rules.scoring.combine == "sum"
    assert len([fan for fan in rules.scoring.fans if fan.points != -2]) == 82


def test_rules_with_fans_are_pickled_and_copied():
    rules = get("mcr")
    ev = Evaluator("mcr")
    total = ev.score(HAND).total
    again = pickle.loads(pickle.dumps(ev))
    assert again.rules == rules
    assert again.score(HAND).total == total
    assert copy.deepcopy(rules) == rules


def test_sections_of_a_file():
    fields = {
        "score": {"combine": "best", "cap": "none", "sets": {"green": "23468sF"}},
        "fan": [{"id": "it", "points": 3, "when": "chows"}],
        "pay": {"discard": {"discarder": 2, "others": 1}, "dealer": 2},
    }
    rules = from_dict(fields)
    assert rules.scoring.fans == (Fan("it", 3, "chows"),)
    assert rules.scoring.cap is None
    import tomllib

    assert from_dict(tomllib.loads(rules.to_toml())) == rules


@pytest.mark.parametrize(
    "fields",
    [
        {"fan": {"id": "it"}},
        {"fan": [{"id": "it"}]},
        {"fan": [{"points": 1}]},
        {"fan": [{"id": "it", "points": 1, "wen": "chows"}]},
        {"fan": [3]},
        {"score": 3},
        {"score": {"minimun": 3}},
        {"score": {"pay": {"unit": 2}}},
        {"score": {"fans": []}},
        {"score": {}, "scoring": None},
        {"pay": 3},
        {"pay": {"seats": [1, 2]}},
        {"pay": {"unit": -1}},
        {"pay": {"discard": 2}},
        {"pay": {"discard": {"winner": 2}}},
        {"pay": {"discard": {"others": "third"}}},
        {"pay": {"self_draw": {"each": 1.5}}},
        {"pay": {"robbing_kong": "nobody"}},
        {"pay": {"robbing_kong": {"konger": True}}},
        {"pay": {"dealer": "two"}},
        {"pay": {"flat": "winner"}},
        {"pay": {"objective": "luck"}},
        {"ledger": {"events": 3}},
        {"ledger": {"events": "all"}},
        {"ledger": {"events": ["all"]}},
        {"ledger": {"events": {"all": -1}}},
        {"scoring": 3},
    ],
)
def test_sections_that_cannot_be(fields):
    with pytest.raises(RulesError):
        from_dict(fields)


# --- A user's own fans ---------------------------------------------------------------------------


def test_a_fan_of_ones_own_needs_no_code():
    rules = get("mcr")
    own = Fan(id="four_ends", zh="四端", en="Four Ends", points=10, when="terminal_pungs >= 2")
    mine = Evaluator(rules.replace(scoring=rules.scoring.with_fans(own)))
    hand = "[111m][999p]123p456s2m+2m"
    assert mine.score(hand).total == Evaluator(rules).score(hand).total + 10
    assert "Four Ends" in mine.score(hand).explain()


def test_a_function_as_a_condition():
    rules = get("mcr")

    def more_chows_than_pungs(features):
        return features["chows"] > features["pungs"]

    own = Fan("chowy", 5, more_chows_than_pungs)
    mine = Evaluator(rules.replace(scoring=rules.scoring.with_fans(own)))
    assert mine.score(HAND).total == Evaluator(rules).score(HAND).total + 5
    assert (
        mine.score("[EEE][SSS][WWW]123m1p+1p").total
        == Evaluator(rules).score("[EEE][SSS][WWW]123m1p+1p").total
    )
    assert "chowy" in {fan.id for fan in mine.score(HAND).fans}
    assert mine.score("[EEE]12345679m*1p+1p").total > 0
    with pytest.raises(RulesError, match="function"):
        mine.rules.to_toml()
    with pytest.raises(RulesError, match="function"):
        mine.score_batch([HAND])


def test_what_a_function_raises_comes_through():
    rules = get("mcr")

    def broken(features):
        raise ZeroDivisionError("mine")

    mine = Evaluator(rules.replace(scoring=rules.scoring.with_fans(Fan("broken", 5, broken))))
    for hand in (HAND, "[EEE]12345678m1p*+1p"):
        with pytest.raises(ZeroDivisionError, match="mine"):
            mine.score(hand)


# --- Features ------------------------------------------------------------------------------------


def test_features_are_in_their_slots():
    assert len({(feature.slot, feature.shift) for feature in FEATURES.values()}) == len(FEATURES)
    assert max(feature.slot for feature in FEATURES.values()) == SLOTS - 1
    for feature in FEATURES.values():
        assert feature.shift + feature.bits <= 8


def test_the_features_of_a_hand():
    features = Evaluator("mcr").score(HAND, Situation(seat_wind="E", round_wind="S")).features
    expected = {
        "standard": 1,
        "chows": 3,
        "pungs": 1,
        "suits": 2,
        "lowest_rank": 1,
        "highest_rank": 9,
        "pure_straight": 1,
        "seat_wind_pung": 1,
        "round_wind_pung": 0,
        "wind_pungs": 1,
        "exposed_melds": 1,
        "concealed": 0,
        "concealed_pungs": 0,
        "single_wait": 1,
        "formal_waits": 1,
        "pair_rank": 1,
        "short_straights": 1,
        "terminal_chow_pairs": 1,
        "honours": 1,
        "dealer": 1,
    }
    assert {name: features[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("when", "situation"),
    [
        ("void_suit_tiles", Situation(void_suit="m")),
        ("not void_suit_tiles", Situation(void_suit="s")),
        ("not void_suit_tiles", Situation()),
        ("dealer_streak == 3", Situation(dealer_streak=3)),
        ("dealer_streak == 15", Situation(dealer_streak=40)),
        ("others_hold_wild", Situation(others_hold_wild=True)),
        ("dealer and not first_turn", Situation(seat_wind="E")),
        ("not dealer", Situation(seat_wind="W")),
        ("flowers == 8", Situation(flowers=8)),
        ("last_tile and self_draw", Situation(last_tile=True, self_draw=True)),
        ("exposed_melds == 1 and not concealed", Situation()),
    ],
)
def test_features_of_the_situation(when, situation):
    assert holds(when, situation=situation)


@pytest.mark.parametrize(
    ("hand", "when"),
    [
        ("1122334455667m+7m", "seven_pairs and pair_run == 7 and chows == 0 and single_wait"),
        ("19m19p19sESWNCFP+P", "thirteen_orphans and suits == 3 and not simples"),
        ("1112345678999m+5m", "nine_gates and formal_waits == 9"),
        ("[111m][222m]333m456p7p+7p", "pung_run == 3 and concealed_pungs == 1 and pungs == 3"),
        ("[111m][222p]333s456p7p+7p", "mixed_pung_run and same_rank_pungs == 1"),
        ("[111m][111p]111s456p7p+7p", "same_rank_pungs == 3 and same_rank_pairs == 3"),
        ("123m123m123m12m33p+3m", "same_chows == 4 or quads == 4"),
        ("123m345m567m78m11p+9m", "shifted_chows == 4"),
        ("123m456p78s444m55s+9s", "mixed_straight and not edge_wait and formal_waits == 2"),
        ("[123m][456p]78s44m555s+9s", "mixed_straight and edge_wait == 0"),
        ("[EEE][CCC][FFF]PP12m+3m", "dragon_pungs == 2 and dragon_pair and edge_wait"),
        (
            "{1111m}[2222m]33m456p77s+3m",
            "concealed_kongs == 1 and melded_kongs == 1 and kongs == 2",
        ),
        ("{1111m}33m456p789s77s+3m", "pung_wait and single_wait == 0 and formal_waits == 2"),
        ("11112m456p78977s+3m", "quads == 1 and edge_wait"),
    ],
)
def test_features_of_a_hand_in_words(hand, when):
    assert holds(when, hand)


@pytest.mark.parametrize(
    ("rules", "wild_kinds", "hand", "alike"),
    [
        (Rules(forms=["all_honours"]), (), "[FFF]EESSWWNNPF+P", 1),
        (Rules(forms=["all_honours"]), (), "[FFF][SSS]EWNPPSF+P", 2),
        (Rules(forms=["all_honours"]), (), "EESSWWNNPFFFF+P", 1),
        (Rules(forms=["all_258"]), (), "[222m][555m]58m258p58s+2m", 2),
        (
            Rules(forms=["all_honours"], groups=5),
            ("W", "P"),
            "{WWWW}[NNN][CCC][FFF][PPP]C+*",
            2,
        ),
    ],
)
def test_single_tiles_beside_melds_make_four_alike(rules, wild_kinds, hand, alike):
    told = rules.replace(scoring=Scoring(fans=[Fan("alike", 1, count="four_alike")]))
    ev = Evaluator(told, wild_kinds=wild_kinds)
    score = ev.score(hand, Situation(self_draw=True))
    assert score.total == alike
    assert score.features["quads"] == alike - score.features["kongs"]


@pytest.mark.parametrize(
    ("rules", "deal"),
    [
        (mf.rules.get("mcr").replace(pair_kinds="258m"), {}),
        (mf.rules.get("mcr").replace(runs=["suit", "winds"]), {}),
        (mf.rules.get("mcr"), {"void_suit": "m"}),
    ],
)
def test_fans_that_speak_of_what_is_not_told_are_refused(rules, deal):
    with pytest.raises(RulesError, match="formal_waits"):
        Evaluator(rules, **deal).score("123456789p111s4s+4s")


# --- Who pays, and what a fan beyond the others is ------------------------------------------------


def paid(situation, *fans, **pay):
    rules = Rules(scoring=Scoring(fans=fans or (Fan("win", 2, flat=5),), pay=pay))
    return Evaluator(rules).score("12m456p789s22sEEE+3m", situation).payments()


def test_the_discarder_is_told_where_it_matters():
    seated = Situation(seat_wind="S")
    alike = {"discard": {"discarder": 1, "others": 1}}
    assert paid(seated, **alike) == {"E": 7, "W": 7, "N": 7}
    for matters in ({"discard": {"discarder": 1}}, {**alike, "flat": "discarder"},
                    {"discard": {"discarder": 1, "others": "half_up"}}):  # fmt: skip
        with pytest.raises(HandError, match="discarder"):
            paid(seated, **matters)
    flat = paid(seated.replace(discarder="W"), **alike, flat="discarder")
    assert flat == {"E": 2, "W": 7, "N": 2}


def test_a_robbed_kong_needs_who_made_it_where_he_pays_otherwise():
    robbed = Situation(seat_wind="S", robbing_kong=True)
    assert paid(robbed, robbing_kong="self_draw") == {"E": 7, "W": 7, "N": 7}
    for how in ("discard", "konger", {"konger": 2}):
        with pytest.raises(HandError, match="discarder"):
            paid(robbed, robbing_kong=how)
    by_west = robbed.replace(discarder="W")
    assert paid(by_west, robbing_kong="konger") == {"E": 0, "W": 21, "N": 0}
    assert paid(by_west, robbing_kong={"konger": 2}) == {"E": 0, "W": 2 * 2 + 15, "N": 0}


@pytest.mark.parametrize(
    ("how", "pay", "payments"),
    [
        ({"discarder": "W"}, {}, {"E": 8, "W": 8 + 7, "N": 8}),
        ({"self_draw": True}, {}, {"E": 8 + 7, "W": 8 + 7, "N": 8 + 7}),
        # no factor of the shares is one of it
        ({"self_draw": True}, {"unit": 3, "dealer": 5}, {"E": 43, "W": 19, "N": 19}),
        # and who pays for all pays it for all
        ({"discarder": "W", "robbing_kong": True}, {"robbing_kong": "konger"},
         {"E": 0, "W": 3 * (8 + 7), "N": 0}),
    ],
)  # fmt: skip
def test_what_every_loser_pays_beside(how, pay, payments):
    assert paid(Situation(seat_wind="S", **how), each=8, **pay) == payments


def test_the_fan_that_counts_alone_has_its_amounts():
    fans = (Fan("pungs", 9, "all_pungs"), Fan("chicken", 2, alone=True, flat=3, each=4))
    situation = Situation(seat_wind="S", discarder="W")
    found = paid(situation, *fans, discard={"discarder": 1})
    assert found == {"E": 4, "W": 2 + 3 + 4, "N": 4}
    score = evaluator(*fans).score("12m456p789s22sEEE+3m", situation)
    assert (score.total, score.flat) == (2, 3)
    assert [(fan.id, fan.count) for fan in score.fans] == [("chicken", 1)]
    score = evaluator(*fans).score("111m444p777s22sEE+E", situation)
    assert (score.total, score.flat) == (9, 0)


@pytest.mark.parametrize(
    ("groups", "total"),
    [
        ("123m456p789s", 5),
        ("{1111m}456p789s", 5),
        ("{1111m}[2222p]789s", 6),
        ("{1111m}[2222p]{9999s}", 9),
    ],
)
def test_the_best_fan_is_so_often_what_it_is_worth(groups, total):
    fans = (Fan("kongs", 3, "kongs", count="kongs"), Fan("win", 5))
    hand = f"{groups}22sEE+E"
    assert evaluator(*fans, combine="best").score(hand).total == total


@pytest.mark.parametrize("before", [0, 30, 63, 64, 66, 90])
def test_a_runner_up_is_found_however_far_down_the_table_fans_stand(before):
    """What counts in the best reading does not count in the next, whatever its number."""
    told = get("nanchang_jian")
    padding = [Fan(f"padding_{number}", 7, "kongs == 7") for number in range(before)]
    ev = Evaluator(
        told.replace(scoring=told.scoring.with_fans(*padding, first=True)), wild_kinds=["5m", "6m"]
    )
    situation = Situation(seat_wind="S", discarder="W", others_hold_wild=True)
    score = ev.score("445566m111p333p9s+9s", situation)
    assert [fan.id for fan in score.fans] == ["all_triplets"]
    assert [fan.id for fan in score.runner_up().fans] == ["german", "plain"]
    assert score.runner_up().payments() == {"E": 4, "W": 9, "N": 2}


@pytest.mark.parametrize("suit", "mps")
def test_every_tile_of_a_void_suit_is_one(suit):
    """As a fan's feature, in a hand that wins, in a meld, as what is waited for or substituted."""
    told = Rules(scoring=Scoring(fans=(Fan("win", 1), Fan("void", 10, "void_suit_tiles"))))
    situation = Situation(void_suit=suit)
    for kind in range(27):
        tile = mf.tiles.name(kind)
        is_void = suit in tile
        pung = f"{3 * tile[0]}{tile[1]}"
        for hand in (f"{pung}EEESSSWWWN+N", f"[{pung}]EEESSSWWWN+N", f"NNNEEESSSWWW{tile}+{tile}"):
            assert Evaluator(told).score(hand, situation).total == (11 if is_void else 1)
            voided = Evaluator(told, void_suit=suit)
            assert (voided.score(hand) is None) is is_void
            assert (voided.count_readings(hand) == 0) is is_void
            for kernel in ("tables", "search"):
                ev = Evaluator(void_suit=suit, kernel=kernel)
                assert ev.is_win(hand.replace("+", "")) is not is_void
                if hand[0] != "[":
                    counts = [mf.Hand.parse(hand).counts]
                    assert ev.is_win_batch(counts).tolist() == [not is_void]
        for kernel in ("tables", "search"):
            ev = Evaluator(void_suit=suit, kernel=kernel)
            assert (kind in ev.waits("NNNEEESSSWWW*")) is not is_void
            assert (kind in ev.waits(f"{tile}NNNEEESSSWWW")) is not is_void


# --- Fours of natural tiles, and waits of the hand ------------------------------------------------

OF_WHITES = mf.Rules(
    forms=["standard", "seven_pairs"],
    scoring=Scoring(
        fans=[
            Fan("fours", 100, "natural_quads", count="natural_quads"),
            Fan("any_form", 10, "any_tile_wait_in_any_form"),
            Fan("reading", 1, "any_tile_wait"),
        ]
    ),
)


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("1111m2233p4455sE+E", 100),
        ("1111m22p4444sEEN+N", 200),
        ("11122m33p4455sEE+P", 0),  # the fourth 1m is a wildcard
        ("[111m]123m789p45sEE+6s", 100),  # beside a pung, of a chow
        ("{1111m}123p789p45sEE+6s", 0),  # a kong
        ("11m2244p7799sPPP+P", 111),  # the whites are all themselves
        ("123m45677sEEPPP+P", 11),  # one of them must be another tile
        ("112233m455667pP+4p", 11),  # of groups: the reading is that of the best
        ("[222m]223344p55p7sP+8s", 0),
        ("{1111m}223344m55p7sP+8s", 0),  # seven pairs hold no kong
        ("{1111m}334455m456sP+9p", 11),
    ],
)
def test_natural_fours_and_waits_of_the_hand(hand, total):
    found = Evaluator(OF_WHITES, wild_kinds="P").score(hand, Situation(self_draw=True))
    assert found.total == total


def test_a_hand_waits_for_any_tile_in_pairs_that_hold_kongs():
    hand = "{1111m}223344m55p7sP+8s"
    told = OF_WHITES.replace(kongs_as_two_pairs=1)
    found = Evaluator(told, wild_kinds="P").score(hand, Situation(self_draw=True))
    assert found.features["any_tile_wait_in_any_form"]


# --- Options that are words -----------------------------------------------------------------------


def with_words(when, value="one", words=("one", "two")):
    return Scoring(
        fans=[Fan("fan", 1, when=when)], choices={"claims": words}, options={"claims": value}
    )


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ('claims == "one"', True),
        ('claims == "two"', False),
        ('claims != "two" and chows', True),
        ('not claims == "one"', False),
    ],
)
def test_a_condition_compares_a_word(when, holds):
    scoring = with_words(when)
    assert bool(scoring.terms(scoring.fans[0])) is holds
    other = scoring.with_options(claims="two")
    assert bool(other.terms(other.fans[0])) is not holds


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ('claims == "three"', "unknown word for claims 'three'"),
        ("claims == 1", "compared with one of its words: one, two"),
        ('claims < "one"', "to be compared by == or !="),
        ("claims", "to be compared with one of one, two"),
        ("chows == claims", "to be compared with one of one, two"),
    ],
)
def test_what_is_wrong_with_a_word_is_told(when, message):
    with pytest.raises(RulesError, match=message):
        with_words(when)


def test_words_are_told_of_options_alone():
    for fields in (
        {"choices": {"claims": ("one",)}},
        {"choices": {"claims": "one"}, "options": {"claims": "one"}},
        {"choices": {"claims": (1,)}, "options": {"claims": 1}},
        {"options": {"claims": "one"}},
    ):
        with pytest.raises(RulesError, match="claims"):
            Scoring(**fields)
    scoring = with_words("chows")
    for fan in (Fan("more", "claims"), Fan("more", 1, excludes=["fan if claims"])):
        with pytest.raises(RulesError, match="word"):
            scoring.with_fans(fan, first=True)


def test_words_survive_a_file():
    scoring = with_words('claims == "one"')
    rules = mf.Rules(scoring=scoring)
    assert mf.rules.from_dict(tomllib.loads(rules.to_toml())) == rules
