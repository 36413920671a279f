"""MCR: the golden hands, every option in both settings, and what a score tells."""

import dataclasses
import itertools
import math
import pickle

import numpy as np
import pytest
from golden_hands import read_mcr

import mahjong_fast as mf
from mahjong_fast import Evaluator, Hand, HandError, Situation

mcr = Evaluator("mcr")


def counted(score):
    return {fan.id: fan.count for fan in score.fans}


def fans(text):
    found = {}
    for item in text.split(","):
        name, _, count = item.partition("*")
        found[name] = int(count or 1)
    return found


def score(hand, **situation):
    return mcr.score(hand, Situation(**situation))


def with_options(**options):
    rules = mcr.rules
    return Evaluator(rules.replace(scoring=rules.scoring.with_options(**options)))


# --- Golden hands --------------------------------------------------------------------------------


def test_the_hands_on_which_engines_agree():
    rows = list(read_mcr("mcr_vectors.txt"))
    assert len(rows) == 1972
    for hand, situation, total, expected in rows:
        found = mcr.score(hand, situation)
        assert (hand, found.total, counted(found)) == (hand, total, fans(expected))
        assert sum(fan.points * fan.count for fan in found.fans) == total


def test_every_fan_is_counted_by_a_golden_hand():
    listed = {name for *_, expected in read_mcr("mcr_vectors.txt") for name in fans(expected)}
    by_an_option = {"unavoidable_tile_hog"}  # as D5 of the disputed hands tell
    assert listed | by_an_option == {fan.id for fan in mcr.rules.scoring.fans}


@pytest.mark.parametrize("name", ["mcr_rulebook.txt", "mcr_disputed.txt"])
def test_worked_examples_and_disputed_hands(name):
    """The totals of disputed hands are those of PyMahjongGB 1.4.0 and have no other witness."""
    rows = list(read_mcr(name))
    wrong = [
        (hand, situation, total, mcr.score(hand, situation).total)
        for hand, situation, total, _ in rows
        if mcr.score(hand, situation).total != total
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["mcr_vectors.txt", "mcr_rulebook.txt", "mcr_disputed.txt"])
def test_a_batch_gives_the_same_totals(name):
    rows = list(read_mcr(name))
    totals = mcr.score_batch([hand for hand, *_ in rows], [situation for _, situation, *_ in rows])
    assert totals.tolist() == [total for _, _, total, *_ in rows]


# --- Options -------------------------------------------------------------------------------------

SELF_DRAW = {"self_draw": True}

OPTIONS = [
    # option, value, hand, situation, fan, whether it counts by default, and with the value
    ("fully_concealed_on_concealed_forms", True, "1199m1122p33445s+5s", SELF_DRAW,
     "fully_concealed_hand", False, True),
    ("fully_concealed_on_concealed_forms", True, "9m19p19sESWNCFPP+1m", SELF_DRAW,
     "fully_concealed_hand", False, True),
    ("concealed_kongs_inside_kongs", True, "{1111m}[2222p][3333s]456m7p+7p", {},
     "concealed_kong", False, True),
    ("concealed_kongs_inside_kongs", True, "{1111m}{2222p}[3333s]456m7p+7p", {},
     "two_concealed_kongs", False, True),
    ("half_flush_with_all_green", True, "[222s][333s]444666sF+F", {}, "half_flush", False, True),
    ("double_pung_with_all_terminals", True, "[111m][999m][111p]1999s+1s", {},
     "double_pung", False, True),
    ("all_honors_in_seven_pairs", False, "EESSWWNNCCFFP+P", {}, "all_honors", True, False),
    ("all_terminals_in_seven_pairs", False, "111199m1199p119s+9s", {}, "all_terminals", True,
     False),
    ("terminals_and_honors_in_seven_pairs", False, "1199m1199p1199sE+E", {},
     "all_terminals_and_honors", True, False),
    ("all_types_in_seven_pairs", False, "1122m3344p55sEEC+C", {}, "all_types", True, False),
    ("voided_suit_with_dragons", False, "[CCC][FFF][PPP]123m1p+1p", {}, "one_voided_suit", True,
     False),
    ("voided_suit_with_dragons", False, "[123p][CCC][FFF]123mP+P", {}, "one_voided_suit", True,
     False),
    ("voided_suit_with_big_three_winds", False, "[EEE][SSS][WWW]123m1p+1p", {},
     "one_voided_suit", True, False),
    ("voided_suit_with_reversible_tiles", True, "[123p][345p]88899p56s+4s", {},
     "one_voided_suit", False, True),
    ("waits_in_knitted_straight", False, "1111457m258p369s+4m", {}, None, None, None),
    ("waits_on_exhausted_tiles", False, "[222p]234678m1111s+5m", {}, None, None, None),
    ("melded_hand_on_robbed_kong", False, "[123m][456p][789s][EEE]1m+1m", None, None, None, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "value", "hand", "situation", "fan", "by_default", "with_value"),
    [row for row in OPTIONS if row[4] is not None],
)
def test_an_option_in_both_settings(option, value, hand, situation, fan, by_default, with_value):
    other = with_options(**{option: value})
    circumstances = Situation(**situation)
    assert (fan in counted(mcr.score(hand, circumstances))) is by_default
    assert (fan in counted(other.score(hand, circumstances))) is with_value


def test_the_points_of_two_concealed_kongs():
    hand = "{1111m}{2222p}456m7p345s+7p"
    assert counted(score(hand))["two_concealed_kongs"] == 1
    assert with_options(two_concealed_kongs_points=8).score(hand).total == score(hand).total + 2


def test_the_points_of_a_concealed_and_a_melded_kong():
    hand = "{1111m}[2222p]456m7p345s+7p"
    base = score(hand)
    assert "concealed_and_melded_kong" in counted(base)
    assert with_options(concealed_and_melded_kong_points=6).score(hand).total == base.total + 1
    none = with_options(concealed_and_melded_kong_points=0).score(hand)
    assert none.total == base.total - 2
    assert {"concealed_kong", "melded_kong"} <= counted(none).keys()


def test_waits_in_the_body_of_a_knitted_straight():
    rows = [row for row in read_mcr("mcr_disputed.txt") if row[3] == "D3"]
    strict = with_options(waits_in_knitted_straight=False)
    assert len(rows) == 32
    for hand, situation, total, _ in rows:
        assert strict.score(hand, situation).total == total - 1


def test_waits_on_tiles_whose_copies_are_used_up():
    rows = [row for row in read_mcr("mcr_disputed.txt") if row[3] == "D4"]
    loose = with_options(waits_on_exhausted_tiles=False)
    more = [loose.score(hand, situation).total - total for hand, situation, total, _ in rows]
    assert len(more) == 56
    assert set(more) == {1}


def test_the_tile_hog_that_seven_pairs_cannot_avoid():
    rows = [row for row in read_mcr("mcr_disputed.txt") if row[3] == "D5"]
    strict = with_options(count_unavoidable_tile_hog=False)
    assert len(rows) == 32
    for hand, situation, total, _ in rows:
        assert strict.score(hand, situation).total == total - 2


def test_a_melded_hand_on_a_robbed_kong():
    hand = "[123m][456p][789s][EEE]1m+1m"
    robbed = Situation(robbing_kong=True)
    with pytest.raises(HandError, match="robbing_kong"):  # 1m is held twice
        mcr.score(hand, robbed)
    pair = "[444m][456p][789s][EEE]*+1m"
    assert "melded_hand" in counted(mcr.score(pair, robbed))
    strict = with_options(melded_hand_on_robbed_kong=False)
    assert "melded_hand" not in counted(strict.score(pair, robbed))
    assert "melded_hand" in counted(strict.score(pair))


def test_the_cap():
    rules = mcr.rules
    import dataclasses

    capped = Evaluator(rules.replace(scoring=dataclasses.replace(rules.scoring, cap=88)))
    assert score("[SSS][WWW][NNN]EEPP+E").total > 88
    assert capped.score("[SSS][WWW][NNN]EEPP+E").total == 88


# --- What a score tells --------------------------------------------------------------------------


def test_the_minimum_is_reported_without_the_flowers():
    chicken = "[123m][456p]34678sEE+2s"
    found = score(chicken, flowers=8)
    assert not score("[123m][456m]34p56799s+2p", flowers=8).meets_minimum
    assert found.total == 16
    assert counted(found) == {"chicken_hand": 1, "flower_tiles": 8}
    assert found.meets_minimum


def test_a_hand_that_does_not_win():
    assert mcr.score("123456789m1234p+1m") is None


def test_the_groups_that_fans_rest_on():
    found = score("[EEE]23456789m11p+1m", seat_wind="E")
    groups = {fan.id: " ".join(map(str, fan.groups)) for fan in found.fans}
    assert groups["pure_straight"] == "123m 456m 789m"
    assert groups["seat_wind"] == "[EEE]"
    assert groups["one_voided_suit"] == "[EEE] 123m 456m 789m 11p"


OF_THE_SITUATION = {
    "chicken_hand",
    "last_tile_draw",
    "last_tile_claim",
    "out_with_replacement_tile",
    "robbing_the_kong",
    "fully_concealed_hand",
    "concealed_hand",
    "last_tile",
    "self_drawn",
    "flower_tiles",
}


def test_every_fan_says_what_it_rests_on():
    for hand, situation, *_ in read_mcr("mcr_vectors.txt"):
        found = mcr.score(hand, situation)
        for fan in found.fans:
            assert set(fan.groups) <= set(found.groups)
            if fan.id in OF_THE_SITUATION:
                assert fan.groups == ()
            else:
                assert fan.groups, (hand, fan)


def test_a_lesser_knitted_form_may_have_all_honours():
    mcr = mf.rules.get("mcr")
    rules = mcr.replace(forms=[form for form in mcr.forms if form != "greater_knitted"])
    evaluator = mf.Evaluator(rules)
    hand = "147m258p3sESWNCF+P"
    assert evaluator.score(hand).total == evaluator.score_batch([hand])[0] == 12
    waits = evaluator.waits("147m258p3sESWNCF")
    assert tuple(evaluator.wait_scores("147m258p3sESWNCF")) == waits
    assert evaluator.score("147m258p3sESWNC*+P").total == 12
    assert mf.Evaluator(mcr).score(hand).total == 24


def test_an_explanation_in_both_languages():
    found = score("[EEE]23456789m11p+1m", seat_wind="E")
    text = found.explain()
    assert "Pure Straight" in text
    assert "123m 456m 789m" in text
    assert "Total: " in text
    chinese = found.explain(lang="zh")
    assert "清龙" in chinese
    assert "门风刻" in chinese
    with pytest.raises(ValueError, match="lang"):
        found.explain(lang="fr")


def test_an_explanation_tells_what_excluded_what():
    found = score("[CCC][FFF][PPP]123m1p+1p")
    assert ("two_dragon_pungs", "big_three_dragons") in found.excluded
    assert "Not counted: Two Dragon Pungs (part of Big Three Dragons)" in found.explain()


def test_a_score_is_a_value():
    found = score("[EEE]23456789m11p+1m", seat_wind="E")
    assert found == score("[EEE]23456789m11p+1m", seat_wind="E")
    assert hash(found) == hash(score("[EEE]23456789m11p+1m", seat_wind="E"))
    assert found != score("[EEE]23456789m11p+1m")
    with pytest.raises(TypeError):
        mf.Score()
    with pytest.raises(AttributeError):
        found.total = 3


@pytest.mark.parametrize("seat", "ESWN")
def test_who_pays(seat):
    """8 from everyone, and the fan from the discarder, or from all on a self-draw."""
    losers = "ESWN".replace(seat, "")
    drawn = score("[EEE]23456789m11p+1m", seat_wind=seat, self_draw=True)
    assert drawn.payments() == dict.fromkeys(losers, 8 + drawn.total)
    for discarder in losers:
        for robbing_kong in (False, True):
            won = score(
                "[EEE]23456789m11p+1m", seat_wind=seat, discarder=discarder,
                robbing_kong=robbing_kong,
            )  # fmt: skip
            assert won.payments() == dict.fromkeys(losers, 8) | {discarder: 8 + won.total}


def test_rules_that_tell_no_payment_say_so():
    rules = mf.rules.get("mcr")
    scoring = dataclasses.replace(rules.scoring, pay=())
    found = Evaluator(rules.replace(scoring=scoring)).score("[EEE]23456789m11p+1m")
    with pytest.raises(NotImplementedError, match=r"\[pay\]"):
        found.payments()


def test_the_hand_of_a_score_is_a_hand():
    text = "[EEE]123456789m1p+1p"
    for hand in (text, Hand.parse(text)):
        assert mcr.score(hand).hand == Hand.parse(text)
    assert mcr.score("[EEE]12346789m1p+1p", wild=1).hand == Hand.parse("[EEE]12346789m1p*+1p")
    rules = mcr.rules.replace(scoring=mf.Scoring(fans=[mf.Fan("chow", 3, count="chows")]))
    state = mf.HandState("123456789m123p11s")
    score = Evaluator(rules).score(state)
    state.remove("1s")
    assert score.total == 12
    assert score.hand.total == 14
    counts = bytearray(bytes(Hand.parse("123456789m123p11s").counts))
    assert Evaluator(rules).score(counts).hand.total == 14


def test_wait_scores():
    scores = mcr.wait_scores("[777s]111222333m1s")
    assert {kind: found.total for kind, found in scores.items()} == {
        18: mcr.score("[777s]111222333m1s+1s").total
    }
    nine = mcr.wait_scores("1112345678999m", Situation(self_draw=True))
    assert sorted(nine) == list(range(9))
    assert all(found.total >= 88 for found in nine.values())
    with pytest.raises(HandError, match="3n"):
        mcr.wait_scores("123m")


def test_wait_scores_of_a_hand_with_wildcards():
    beside = mcr.wait_scores("2345678m22233s", wild=1)
    assert beside == mcr.wait_scores("2345678m22233s*")
    assert set(beside) == set(mcr.waits("2345678m22233s*"))
    for kind, found in beside.items():
        assert found == mcr.score(f"2345678m22233s*+{mf.tiles.name(kind)}")


@pytest.mark.parametrize(
    ("situation", "hand", "expected"),
    [
        (Situation(last_of_kind=True), "2345678m222333s", ""),
        (Situation(robbing_kong=True), "2345678m222333s", ""),
        (Situation(last_of_kind=True), "123m456m789m123p5p", ""),
        (Situation(last_of_kind=True), "[456m]111m23s789pEE", "1s 4s"),
        (Situation(last_of_kind=True), "[456m]111m22s789pEE", ""),
        (Situation(robbing_kong=True), "[123s]123m23s789pEE", "4s"),
        (Situation(last_of_kind=True), "[123s]123m23s789pEE", "1s 4s"),
    ],
)
def test_wait_scores_leaves_out_tiles_that_cannot_be_in_the_situation(situation, hand, expected):
    found = mcr.wait_scores(hand, situation)
    assert [mf.tiles.name(kind) for kind in found] == expected.split()
    for kind in mcr.waits(hand):
        tile = f"{hand}+{mf.tiles.name(kind)}"
        if kind in found:
            assert mcr.score(tile, situation) == found[kind]
        else:
            with pytest.raises(HandError, match=r"last_of_kind|robbing_kong"):
                mcr.score(tile, situation)


def test_wait_scores_refuses_a_situation_that_cannot_be_with_the_hand():
    for situation, message in [
        (Situation(replacement=True, self_draw=True), "without a kong"),
        (Situation(first_turn=True), "first_turn with an exposed meld"),
    ]:
        with pytest.raises(HandError, match=message):
            mcr.wait_scores("[777s]111222333m1s", situation)


@pytest.mark.parametrize("hand", ["[777s]111222333m1s+1s", "[777s]111222333m+1s", "123m+*"])
def test_wait_scores_refuses_a_hand_with_its_winning_tile(hand):
    with pytest.raises(HandError, match=r"before its winning tile, not one with \+"):
        mcr.wait_scores(hand)


def test_wait_scores_asks_only_for_tiles_of_the_set():
    sichuan = Evaluator("sichuan")
    assert sichuan.wait_scores("123m456m789m123p5p").keys() == {13}
    face = mf.Rules(wild_active="drawn", wild_face="P", scoring=mf.Scoring(fans=[mf.Fan("a", 1)]))
    white = Evaluator(face)
    assert white.wait_scores("123m456m789m****").keys() == set(white.waits("123m456m789m****"))


# --- Situations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"robbing_kong": True, "self_draw": True}, ("robbing_kong", "self_draw")),
        ({"replacement": True}, ("replacement", "self_draw")),
        ({"last_tile": True, "robbing_kong": True}, ("last_tile", "robbing_kong")),
        ({"last_tile": True, "first_turn": True}, ("last_tile", "first_turn")),
        ({"self_draw": True, "discarder": "E"}, ("discarder", "self_draw")),
        ({"seat_wind": "S", "discarder": "S"}, ("discarder", "seat_wind")),
    ],
)
def test_a_situation_that_cannot_be_names_the_pair(fields, names):
    with pytest.raises(HandError) as error:
        Situation(**fields)
    assert all(name in str(error.value) for name in names)


@pytest.mark.parametrize(
    ("hand", "fields", "names"),
    [
        ("123456789m1122p+1p", {"last_of_kind": True}, ("last_of_kind", "1p")),
        ("123456789m1122p+1p", {"robbing_kong": True}, ("robbing_kong", "1p")),
        ("[111p]23456789m22p+1m", {"self_draw": True, "replacement": True},
         ("replacement", "kong")),
        ("[111p]23456789m22p+1m", {"first_turn": True}, ("first_turn", "meld")),
    ],
)  # fmt: skip
def test_a_situation_that_cannot_be_with_the_hand(hand, fields, names):
    with pytest.raises(HandError) as error:
        mcr.score(hand, Situation(**fields))
    assert all(name in str(error.value) for name in names)


def test_the_last_tile_may_be_a_replacement():
    found = score("{1111m}234m566778p9s+9s", self_draw=True, replacement=True, last_tile=True)
    assert {"last_tile_draw", "out_with_replacement_tile"} <= counted(found).keys()
    assert "self_drawn" not in counted(found)


@pytest.mark.parametrize("flowers", [-3, 9, 253])
def test_flowers_are_not_wrapped(flowers):
    with pytest.raises(HandError, match="flowers"):
        Situation(flowers=flowers)
    with pytest.raises(HandError, match=r"flowers|range"):
        mcr.score_batch(["[777s]111222333m1s+1s"], {"flowers": [flowers]})


def test_a_situation_is_a_value():
    situation = Situation(self_draw=True, seat_wind="S", flowers=3)
    assert eval(repr(situation)) == situation
    assert pickle.loads(pickle.dumps(situation)) == situation
    assert hash(situation) == hash(Situation(self_draw=True, seat_wind="S", flowers=3))
    assert situation.replace(flowers=0) == Situation(self_draw=True, seat_wind="S")
    assert situation != Situation()
    with pytest.raises(AttributeError):
        situation.flowers = 1


@pytest.mark.parametrize(
    "fields",
    [{"self_draw": 1}, {"seat_wind": 0}, {"flowers": 1.0}, {"flowers": True}, {"void_suit": b"m"}],
)
def test_a_situation_takes_no_other_types(fields):
    with pytest.raises(TypeError):
        Situation(**fields)


@pytest.mark.parametrize(
    "fields", [{"seat_wind": "X"}, {"void_suit": "z"}, {"dealer_streak": -1}, {"seat_wind": "ES"}]
)
def test_values_of_a_situation_that_cannot_be(fields):
    with pytest.raises(HandError):
        Situation(**fields)


# --- Hands that cannot be scored -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        ("123m456m789m11122p", "winning tile"),
        ("123456m1122p+1p", "melds"),
        ("123m456m789m1112p1s+1p", "3n"),
        ("[ESW]123456m1122p+1p", "run of honours"),
        ("123m456m789m111222p333s+1p", "tiles"),
        ("[123m][123m][123m][123m][456m]1p+1p", "tiles"),
    ],
)
def test_a_hand_that_cannot_be_scored(hand, problem):
    with pytest.raises(HandError, match=problem):
        mcr.score(hand)


def test_five_copies_are_named():
    with pytest.raises(HandError, match="fifth"):
        mcr.score("[1111m]1m23m456m789m11p+1p")
    counts = np.zeros((1, 34), np.uint8)
    counts[0, [0, 1, 2]] = 1, 2, 2
    counts[0, [3, 4, 5]] = 3, 3, 3
    batch = {"counts": counts, "winning": [0], "melds": [[mf.arrays.meld_code(mf.Meld("[1111m]"))]]}
    batch["counts"][0, 0] = 3
    with pytest.raises(HandError, match="row 0: 7 copies of 1m"):
        mcr.score_batch(batch)


def test_rules_without_fans_score_nothing():
    with pytest.raises(mf.RulesError, match="fans"):
        mf.Evaluator().score("[777s]111222333m1s+1s")


def test_other_types_are_refused():
    with pytest.raises(TypeError):
        mcr.score("[777s]111222333m1s+1s", {"self_draw": True})
    with pytest.raises(TypeError):
        mcr.score(3)
    with pytest.raises(TypeError):
        mcr.score("[777s]111222333m1s+1s", wild=1.5)


# --- Batches -------------------------------------------------------------------------------------


def arrays_of(hands, dtype=np.uint8):
    most = max(len(hand.melds) for hand in hands)
    melds = np.zeros((len(hands), most), dtype)
    for row, hand in enumerate(hands):
        melds[row, : len(hand.melds)] = [mf.arrays.meld_code(meld) for meld in hand.melds]
    return {
        "counts": np.array([hand.counts for hand in hands], dtype),
        "winning": np.array([hand.winning for hand in hands], dtype),
        "melds": melds,
    }


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, ">i2"])
def test_arrays_of_any_integer_type_and_layout(dtype):
    rows = list(read_mcr("mcr_vectors.txt"))[::10]
    hands = [Hand.parse(hand) for hand, *_ in rows]
    situations = [situation for _, situation, *_ in rows]
    arrays = arrays_of(hands, np.int64 if dtype == np.int8 else dtype)
    if dtype == np.int8:
        arrays["counts"] = arrays["counts"].astype(np.int8)
    arrays["counts"] = np.asfortranarray(arrays["counts"])
    arrays["winning"] = np.repeat(arrays["winning"], 2)[::2]
    fields = {
        name: [getattr(situation, name) for situation in situations]
        for name in ("self_draw", "replacement", "robbing_kong", "last_tile", "last_of_kind")
    }
    for name in ("seat_wind", "round_wind"):
        fields[name] = ["ESWN".index(getattr(situation, name)) for situation in situations]
    fields["flowers"] = [situation.flowers for situation in situations]
    expected = [total for _, _, total, *_ in rows]
    assert mcr.score_batch(arrays, fields).tolist() == expected
    out = np.zeros(2 * len(rows), np.int32)[::2]
    assert mcr.score_batch(arrays, fields, out=out) is out
    assert out.tolist() == expected


@pytest.mark.parametrize(
    "hand",
    ["[567m][345p][123p]777p6s+6s", "[567m][345p][123p]67m*1p+1p", "[999s][345s][123s]****+*"],
)
def test_a_batch_takes_melds_in_any_order(hand):
    hand = Hand.parse(hand)
    arrays = arrays_of([hand] * math.factorial(len(hand.melds)))
    arrays["melds"] = np.array(list(itertools.permutations(arrays["melds"][0])))
    totals = mcr.score_batch(arrays, {"self_draw": True}, wild=hand.wild)
    assert set(totals.tolist()) == {score(hand, self_draw=True).total}


def test_a_batch_names_the_first_wrong_row():
    arrays = arrays_of([Hand.parse("[777s]111222333m1s+1s")] * 3)
    for name, value, problem in [
        ("winning", 99, "winning"),
        ("winning", -2, "winning"),
        ("winning", 9, "winning tile must be in the hand"),
        ("melds", 200, "meld"),
        ("melds", 0, "melds"),
    ]:
        wrong = {key: array.astype(np.int64) for key, array in arrays.items()}
        wrong[name][1] = value
        with pytest.raises(HandError, match=f"row 1: .*{problem}"):
            mcr.score_batch(wrong)
    wrong = {key: array.astype(np.int64) for key, array in arrays.items()}
    wrong["counts"][2, 0] = 256
    with pytest.raises(HandError, match="row 2"):
        mcr.score_batch(wrong)
    with pytest.raises(HandError, match="row 0: robbing_kong with self_draw"):
        mcr.score_batch(arrays, {"self_draw": True, "robbing_kong": 1})


def test_a_batch_without_rows_and_hands_that_do_not_win():
    assert mcr.score_batch([]).tolist() == []
    assert mcr.score_batch(["123456789m1234p+1m", "[777s]111222333m1s+1s"]).tolist()[0] == -1


def test_a_batch_takes_no_other_arguments():
    with pytest.raises(TypeError):
        mcr.score_batch("123m")
    with pytest.raises(TypeError):
        mcr.score_batch([b"123m"])
    with pytest.raises(HandError):
        mcr.score_batch({"tiles": []})
    with pytest.raises(HandError):
        mcr.score_batch(["[777s]111222333m1s+1s"], {"wind": 1})
    with pytest.raises(HandError):
        mcr.score_batch(["[777s]111222333m1s+1s"], [])
    with pytest.raises(TypeError):
        mcr.score_batch(arrays_of([Hand.parse("[777s]111222333m1s+1s")]), {"flowers": [1.0]})


def test_pungs_that_another_fan_uses_up_are_not_shown_again():
    shown = {fan.id: fan.groups for fan in score_of("[EEE][111m]456p789s5s+5s", "E").fans}
    assert [str(group) for group in shown["pung_of_terminals_or_honors"]] == ["[111m]"]
    gates = {fan.id: fan.groups for fan in mcr.score("1112345678999m+5m").fans}
    assert len(gates["pung_of_terminals_or_honors"]) == 1


def score_of(hand, seat):
    return mcr.score(hand, Situation(seat_wind=seat))
