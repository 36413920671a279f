"""Rules as data: what is read, what is refused, what round-trips, and which kinds are wild."""

import ast
import contextlib
import os
import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import mahjong_fast
from mahjong_fast import Evaluator, Rules, RulesError, cli, fans, rules, standard
from mahjong_fast import values as value_types
from mahjong_fast.rules import _rules
from mahjong_fast.rules._contradictions import reachable_forms
from mahjong_fast.rules._rules import FIELDS
from mahjong_fast.tiles import NAMES, kind

SUITED = "123456789m123456789p123456789s"


def kinds(text):
    """The ids of a text of single tiles: `"5m E"`."""
    return tuple(sorted(map(kind, text.split())))


# -- Fields --------------------------------------------------------------------------------------


def test_the_defaults_are_the_light_module_that_the_evaluator_reads():
    for name, field in FIELDS.items():
        assert getattr(standard, name) == field.default == getattr(Rules(), name), name


def test_a_field_is_declared_with_its_term_meaning_and_example():
    for name, field in FIELDS.items():
        about = field.metadata
        assert about["meaning"].endswith("."), name
        assert re.search("[一-鿿]", about["zh"]), name
        written = (f"{name} = ", f"[wild] {name[5:]} = ", "[score] ")
        assert about["example"].startswith(written), name
        decides = field.compare and name != "scoring"
        assert ("tables" in about["kernel"] or "search" in about["kernel"]) is decides, name
        tomllib.loads(about["example"].replace("] ", "]\n", about["example"].startswith("[")))


def test_a_type_checker_sees_every_field():
    source = Path(_rules.__file__).read_text(encoding="utf-8")
    inits = [
        node for node in ast.walk(ast.parse(source)) if getattr(node, "name", "") == "__init__"
    ]
    assert [[argument.arg for argument in init.args.kwonlyargs] for init in inits] == [[*FIELDS]]


def test_the_docstring_tells_every_field():
    for name in FIELDS:
        assert f"\n    {name}\n        " in Rules.__doc__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("258m258p258s", kinds("2m 5m 8m 2p 5p 8p 2s 5s 8s")),
        ("8 5m 2m E", kinds("2m 5m 8m E")),
        ("PFC", kinds("C F P")),
        ("1z4z", kinds("E N")),
        ("55m5m", kinds("5m")),
        ("", ()),
        (["5m", 27, "P"], kinds("5m E P")),
        (range(3), (0, 1, 2)),
    ],
)
def test_a_set_of_kinds_is_a_text_or_a_sequence(text, expected):
    assert Rules(pair_kinds=text).pair_kinds == expected


def test_sets_are_held_in_their_order_and_once():
    some = Rules(forms=["seven_pairs", "standard", "standard"], runs=("dragons", "suit"))
    assert some.forms == ("standard", "seven_pairs")
    assert some.runs == ("suit", "dragons")
    assert some == Rules(runs=("suit", "dragons"), forms=("standard", "seven_pairs"))


def test_none_is_written_as_a_word_in_toml():
    assert rules.from_dict({"max_copies": "none"}).max_copies is None
    assert rules.from_dict({"wild_face": "none"}).wild_face is None


BAD = [
    ("groups", 0, "1 to 5"),
    ("groups", 6, "1 to 5"),
    ("groups", True, "1 to 5"),
    ("groups", "4", "1 to 5"),
    ("copies", 5, "1 to 4"),
    ("copies", 4.0, "1 to 4"),
    ("max_copies", 3, "None or 4"),
    ("max_copies", True, "None or 4"),
    ("forms", "standard", "sequence"),
    ("forms", 4, "sequence"),
    ("forms", {"standard": True}, "sequence"),
    ("forms", [], "at least one"),
    ("forms", ["seven_pair"], "did you mean 'seven_pairs'"),
    ("forms", [7], "valid: standard"),
    ("runs", ["wind"], "did you mean 'winds'"),
    ("required", ["triplets"], "did you mean 'triplet'"),
    ("quads_as_two_pairs", 1, "true or false"),
    ("must_be_open", "yes", "true or false"),
    ("kongs_as_two_pairs", 4, "0 to 3"),
    ("min_natural_per_pair", 3, "0 to 2"),
    ("min_suits", -1, "0 to 3"),
    ("tiles", "", "at least one kind"),
    ("tiles", "12", "without a suit letter"),
    ("tiles", "1x", "not a tile"),
    ("tiles", 5, "text or a sequence"),
    ("tiles", {"5m": 4}, "text or a sequence"),
    ("tiles", b"5m", "text or a sequence"),
    ("max_copies", np.array([4, 4]), "None or 4"),
    ("wild_face", np.array([4, 4]), "text or an id"),
    ("tiles", [34], "none of the 34 kinds"),
    ("tiles", [-1], "none of the 34 kinds"),
    ("pair_kinds", "5z", "ambiguous"),
    ("pair_kinds", "*", "none of the 34 kinds"),
    ("pair_kinds", "1f", "none of the 34 kinds"),
    ("pair_kinds", [2.0], "text or an id"),
    ("pair_kinds", [True], "text or an id"),
    ("wild_select", "nxt", "did you mean 'next'"),
    ("wild_select", ["next"], "did you mean 'next'"),
    ("wild_claimed", None, "valid"),
    ("wild_face", "PP", "not a tile"),
    ("wild_face", 42, "none of the 34 kinds"),
    ("title", 4, "a text"),
]


@pytest.mark.parametrize(("field", "value", "message"), BAD)
def test_a_value_that_is_none_of_its_field_is_refused(field, value, message):
    with pytest.raises(RulesError, match=f"{field}.*{message}") as caught:
        Rules(**{field: value})
    assert [name for name, _ in caught.value.faults] == [field]


CONTRADICTIONS = [
    ({"groups": 3, "forms": ["seven_pairs", "misfit"]}, "forms", "groups = 3"),
    ({"groups": 4, "forms": ["eight_pairs"]}, "forms", "groups = 4"),
    ({"groups": 2, "forms": ["knitted_straight"]}, "forms", "groups = 2"),
    ({"tiles": SUITED, "forms": ["thirteen_orphans"]}, "forms", "kinds allowed"),
    ({"forbidden": "C", "forms": ["seven_star"]}, "forms", "kinds allowed"),
    ({"tiles": SUITED, "pair_kinds": "25mE"}, "pair_kinds", "names E"),
    ({"tiles": SUITED, "forbidden": "CP"}, "forbidden", "names CP"),
    ({"tiles": SUITED, "wild_can_be": "E"}, "wild_can_be", "names E"),
    ({"tiles": SUITED, "stand_in": "P"}, "stand_in", "names P"),
    ({"tiles": SUITED, "wild_select": "fixed", "wild_fixed": "C"}, "wild_fixed", "names C"),
    ({"tiles": SUITED, "wild_select": "next", "wild_skip": "C"}, "wild_skip", "names C"),
    ({"tiles": SUITED, "wild_active": "drawn", "wild_face": "P"}, "wild_face", "is P"),
    ({"tiles": "1m", "forbidden": "1m"}, "forbidden", "no kind"),
    ({"pair_kinds": "C", "forbidden": "C"}, "pair_kinds", "forbidden"),
    ({"wild_can_be": "C", "forbidden": "C"}, "wild_can_be", "forbidden"),
    ({"must_be_open": True, "forms": ["seven_pairs"]}, "must_be_open", "concealed"),
    ({"required": ["triplet"], "forms": ["misfit"]}, "required", "triplet"),
    ({"required": ["terminal_or_honour"], "tiles": "2345678m"}, "required", "has none"),
    ({"min_suits": 3, "max_suits": 2}, "min_suits", "more than max_suits"),
    ({"min_suits": 2, "tiles": "123456789mE"}, "min_suits", "1 suits"),
    ({"min_suit_tiles": 8, "max_suits": 0}, "min_suit_tiles", "no suit"),
    ({"min_suit_tiles": 19}, "min_suit_tiles", "18 tiles"),
    ({"wild_fixed": "C"}, "wild_fixed", "fixed"),
    ({"wild_select": "fixed"}, "wild_fixed", "must name"),
    ({"wild_select": "fixed", "wild_fixed": "C", "forbidden": "C"}, "wild_fixed", "forbidden"),
    ({"wild_select": "indicator", "wild_skip": "C"}, "wild_skip", "next"),
    ({"wild_face": "P"}, "wild_face", "drawn"),
    ({"wild_active": "drawn", "wild_claimed": "wild"}, "wild_claimed", "drawn"),
    ({"wild_active": "drawn", "wild_natural_use": False}, "wild_natural_use", "drawn"),
]


@pytest.mark.parametrize(("fields", "field", "message"), CONTRADICTIONS)
def test_a_contradiction_is_refused(fields, field, message):
    with pytest.raises(RulesError, match=f"{field}.*{message}") as caught:
        Rules(**fields)
    assert field in {name for name, _ in caught.value.faults}
    with pytest.raises(RulesError, match=message):
        rules.from_dict(fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"groups": 5, "forms": ["seven_pairs", "standard"]},  # of the two only one can be reached
        {"groups": 2},
        {"forms": ["seven_pairs"], "kongs_as_two_pairs": 1, "must_be_open": True},
        {"groups": 5, "forms": ["pairs_and_triplet"], "required": ["triplet"]},
        {"forbidden": "C", "required": ["terminal_or_honour"]},
        {"runs": []},
        {"wild_in": []},
        {"max_suits": 0},
        {"pair_exempt": ["one_suit"]},
        {"stand_in": "P"},  # the wild kinds of a deal may be told to the evaluator
        {"min_natural_per_group": 3, "wild_max_per_group": 3},
    ],
)
def test_what_only_looks_like_a_contradiction_is_read(fields):
    assert rules.from_dict(fields) == Rules(**fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"group": 4}, "unknown field 'group'; did you mean 'groups'?"),
        ({"form": ["standard"]}, "did you mean 'forms'?"),
        ({"skip": "C"}, "did you mean 'wild_skip'?"),
        ({"score": {"bas": 1}}, "'bas'"),
        ({"wild.select": "next"}, "did you mean 'select'?"),
        ({4: 4}, "unknown field '4'"),
        ({"wild": {"selct": "next"}}, "unknown field of .wild. 'selct'; did you mean 'select'?"),
        ({"wild": {"wild_select": "next"}}, "wild_select is no field of .wild."),
        ({"wild": {"stand_in": "P"}}, "stand_in is no field of .wild.; write it above"),
        ({"wild": "next"}, "wild is a section"),
        ({"wild": {"skip": "C"}, "wild_skip": "C"}, "both alone and in .wild."),
        ({"wild_skip": "C", "wild": {"skip": "C"}}, "both alone and in .wild."),
    ],
)
def test_a_name_that_is_no_field_is_refused(fields, message):
    with pytest.raises(RulesError, match=message):
        rules.from_dict(fields)


def test_replace_checks_names_and_values():
    assert Rules().replace(groups=5, title="x").title == "x"
    with pytest.raises(RulesError, match="did you mean 'groups'"):
        Rules().replace(group=5)
    with pytest.raises(RulesError, match="groups must be an int"):
        Rules().replace(groups=6)


def test_an_unknown_argument_is_refused_as_any_unknown_field():
    with pytest.raises(RulesError, match="unknown field 'groupz'; did you mean 'groups'") as caught:
        Rules(groupz=3, form=["standard"], copies=4)
    assert [name for name, _ in caught.value.faults] == ["groupz", "form"]
    with pytest.raises(TypeError):
        Rules(4)


def test_all_faults_are_told_at_once():
    with pytest.raises(RulesError, match=r"'form'.*groups.*copies") as caught:
        rules.from_dict({"form": [], "groups": 6, "copies": 0})
    assert [name for name, _ in caught.value.faults] == ["form", "groups", "copies"]


def test_rules_are_a_mapping():
    for fields in ("standard", 4, None, [("groups", 4)]):
        with pytest.raises(TypeError, match="mapping"):
            rules.from_dict(fields)


def test_what_they_are_called_does_not_tell_rules_apart():
    named = Rules(title="t", source="s", note="n")
    assert named == Rules()
    assert hash(named) == hash(Rules())
    assert repr(named) == "Rules()"
    assert rules.from_dict(tomllib.loads(named.to_toml())).note == "n"


# -- Round trips ---------------------------------------------------------------------------------


def values(field):
    """What a field may hold."""
    match field.metadata["type"]:
        case value_types.Flag():
            return st.booleans()
        case value_types.Whole(low=low, high=high):
            return st.integers(low, high)
        case value_types.CopyLimit():
            return st.sampled_from((None, 4))
        case value_types.OneOf(names=names):
            return st.sampled_from(names)
        case value_types.SomeOf(names=names, fewest=fewest):
            return st.lists(st.sampled_from(names), min_size=fewest)
        case value_types.Kinds():
            return st.sets(st.integers(0, 33))
        case value_types.MaybeKind():
            return st.none() | st.integers(0, 33)
        case value_types.Text():
            return st.text()
        case _rules.Table():
            return st.just(rules.get("mcr").scoring)


@st.composite
def any_rules(draw, names=tuple(FIELDS)):
    """Rules with some of these fields changed."""
    changed = draw(st.sets(st.sampled_from(names), max_size=8))
    try:
        return Rules(**{name: draw(values(FIELDS[name])) for name in sorted(changed)})
    except RulesError:
        reject()


@given(any_rules())
def test_rules_survive_toml_repr_and_pickle(some):
    again = rules.from_dict(tomllib.loads(some.to_toml()))
    assert again == some
    assert (again.title, again.source, again.note) == (some.title, some.source, some.note)
    names = {"Rules": Rules, "Scoring": fans.Scoring, "Fan": fans.Fan}
    assert eval(repr(some), names) == some
    assert pickle.loads(pickle.dumps(some)) == some
    assert some.to_toml() == again.to_toml()


@given(any_rules(("tiles", "copies", "wild_select", "wild_skip", "wild_honour_cycles")))
def test_the_wild_kinds_of_any_rules_and_deal_are_kinds_that_exist(some):
    for shown in some.tiles:
        try:
            wild = some.wild_kinds(shown)
        except RulesError:
            assert some.wild_skip  # it leaves no kind in the cycle of the indicator
            continue
        assert set(wild) <= set(some.tiles)
        assert all(0 <= left <= some.copies for left in wild.values())
        assert not set(wild) & (set(some.wild_skip) - {shown})


def test_load_names_the_file(tmp_path):
    path = tmp_path / "room.toml"
    path.write_text("groups = 6\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"room.toml: groups must be") as caught:
        rules.load(path)
    assert caught.value.faults
    path.write_text("groups = \n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"room.toml: .*line 1"):
        rules.load(path)
    path.write_bytes(b"\xff")
    with pytest.raises(RulesError, match=r"room.toml"):
        rules.load(path)
    with pytest.raises(FileNotFoundError):
        rules.load(tmp_path / "none.toml")


# -- Wild kinds of a deal ------------------------------------------------------------------------

DEALS = [
    ("none", "5m", {}),
    ("none", None, {}),
    ("indicator", "5m", {"5m": 3}),
    ("indicator", "P", {"P": 3}),
    ("next", "5m", {"6m": 4}),
    ("next", "9m", {"1m": 4}),
    ("next", "9p", {"1p": 4}),
    ("next", "9s", {"1s": 4}),
    ("next", "E", {"S": 4}),
    ("next", "N", {"E": 4}),
    ("next", "C", {"F": 4}),
    ("next", "P", {"C": 4}),
    ("indicator_and_next", "5m", {"5m": 3, "6m": 4}),
    ("indicator_and_next", "9s", {"9s": 3, "1s": 4}),
    ("indicator_and_next", "N", {"N": 3, "E": 4}),
    ("indicator_and_next", "P", {"P": 3, "C": 4}),
    ("next_two", "5m", {"6m": 4, "7m": 4}),
    ("next_two", "8m", {"9m": 4, "1m": 4}),
    ("next_two", "9m", {"1m": 4, "2m": 4}),
    ("next_two", "W", {"N": 4, "E": 4}),
    ("next_two", "F", {"P": 4, "C": 4}),
    ("random", "P", {"P": 4}),
]


def by_name(wild):
    return {NAMES[tile]: left for tile, left in wild.items()}


@pytest.mark.parametrize(("select", "indicator", "expected"), DEALS)
def test_the_wild_kinds_follow_from_the_indicator(select, indicator, expected):
    some = Rules(wild_select=select)
    assert by_name(some.wild_kinds(indicator)) == expected
    if indicator is not None:
        assert some.wild_kinds(kind(indicator)) == some.wild_kinds(indicator)


def test_fixed_kinds_are_wild_whatever_is_turned_up():
    some = Rules(wild_select="fixed", wild_fixed="5sC")
    assert by_name(some.wild_kinds()) == by_name(some.wild_kinds("9m")) == {"5s": 4, "C": 4}


@pytest.mark.parametrize(
    ("shown", "following"), [("E", "S"), ("N", "F"), ("C", "F"), ("P", "E"), ("9m", "1m")]
)
def test_wuhan_has_one_cycle_of_honours_without_the_red_dragon(shown, following):
    assert by_name(rules.get("wuhan").wild_kinds(shown)) == {following: 4}


def test_a_skipped_kind_is_passed_over_in_its_own_cycle():
    some = Rules(wild_select="next", wild_skip="C1m")
    assert by_name(some.wild_kinds("P")) == {"F": 4}
    assert by_name(some.wild_kinds("9m")) == {"2m": 4}
    both = some.replace(wild_select="next_two")
    assert by_name(both.wild_kinds("8m")) == {"9m": 4, "2m": 4}
    assert by_name(both.wild_kinds("F")) == {"P": 4, "F": 3}  # the second is the indicator's own


def test_a_cycle_passes_over_kinds_that_are_not_in_the_set_of_tiles():
    some = Rules(tiles="2345678m2345678p2345678sC", forms=["standard"], wild_select="next")
    assert by_name(some.wild_kinds("8p")) == {"2p": 4}
    assert by_name(some.wild_kinds("C")) == {"C": 3}  # alone in its cycle
    with pytest.raises(RulesError, match="indicator: the set of tiles has no 9p"):
        some.wild_kinds("9p")


def test_fewer_copies_of_each_kind_leave_fewer_wildcards():
    assert by_name(Rules(copies=2, wild_select="indicator_and_next").wild_kinds("1m")) == {
        "1m": 1,
        "2m": 2,
    }


@pytest.mark.parametrize(
    ("indicator", "message"),
    [
        (None, "needs the indicator"),
        ("1x", "indicator: '1x' is not a tile"),
        ("12m", "indicator: '12m' is not a tile"),
        ("1f", "indicator: '1f' is none of the 34 kinds"),
        ("*", "none of the 34 kinds"),
        (34, "none of the 34 kinds"),
        (-1, "none of the 34 kinds"),
        (True, "text or an id"),
        (1.0, "text or an id"),
    ],
)
def test_an_indicator_that_is_no_kind_is_refused(indicator, message):
    with pytest.raises(RulesError, match=re.escape(message)):
        Rules(wild_select="next").wild_kinds(indicator)


def test_a_cycle_of_skipped_kinds_has_no_next():
    with pytest.raises(RulesError, match="wild_skip leaves no kind to follow the indicator C"):
        Rules(wild_select="next", wild_skip="CFP").wild_kinds("C")


# -- The rule sets of the package ----------------------------------------------------------------

ALL_TILES, FLOWERLESS = set(range(34)), set(range(27))
PRESETS = {
    # name: (title, groups, forms, wild_select, what else is not standard)
    "standard": ("Standard", 4, standard.forms, "none", {}),
    "riichi": (
        "リーチ麻雀",
        4,
        standard.forms,
        "none",
        {"quads_as_two_pairs": False, "max_copies": 4},
    ),
    "riichi_pocchi": (
        "リーチ麻雀 (白ポッチ)",
        4,
        standard.forms,
        "none",
        {
            "quads_as_two_pairs": False,
            "max_copies": 4,
            "wild_active": "drawn",
            "wild_face": kind("P"),
        },
    ),
    "mcr": (
        "国标麻将",
        4,
        (*standard.forms, "knitted_straight", "lesser_knitted", "greater_knitted"),
        "none",
        {"max_copies": 4},
    ),
    "chongji": (
        "冲击麻将",
        4,
        ("standard", "seven_pairs", "misfit", "seven_star"),
        "next",
        {"kongs_as_two_pairs": 3, "wild_claimed": "forbidden"},
    ),
    "hongzhong": (
        "红中麻将",
        4,
        ("standard",),
        "fixed",
        {
            "tiles": (*range(27), kind("C")),
            "wild_fixed": kinds("C"),
            "wild_can_be": tuple(range(27)),
            "wild_natural_use": False,
            "wild_claimed": "forbidden",
        },
    ),
    "guangdong": ("广东推倒胡", 4, standard.forms, "none", {}),
    "guangdong_fan": ("广东推倒胡 (翻鬼)", 4, standard.forms, "next", {}),
    "guangdong_double": ("广东推倒胡 (双鬼)", 4, standard.forms, "next_two", {}),
    "changsha": (
        "长沙麻将",
        4,
        ("standard", "seven_pairs", "all_258"),
        "none",
        {
            "tiles": tuple(range(27)),
            "pair_kinds": kinds("2m 5m 8m 2p 5p 8p 2s 5s 8s"),
            "pair_exempt": ("all_triplets", "one_suit"),
        },
    ),
    "sichuan": (
        "四川血战",
        4,
        ("standard", "seven_pairs"),
        "none",
        {"tiles": tuple(range(27)), "max_suits": 2},
    ),
    "wuhan": (
        "武汉麻将 (红中赖子杠)",
        4,
        ("standard", "all_honours", "all_258"),
        "next",
        {
            "pair_kinds": kinds("2m 5m 8m 2p 5p 8p 2s 5s 8s"),
            "pair_exempt": ("all_triplets", "one_suit"),
            "forbidden": kinds("C"),
            "must_be_open": True,
            "wild_skip": kinds("C"),
            "wild_honour_cycles": "one",
        },
    ),
    "hangzhou": (
        "杭州麻将",
        4,
        ("standard", "seven_pairs"),
        "fixed",
        {"wild_fixed": kinds("P"), "wild_claimed": "forbidden"},
    ),
    "fuzhou": (
        "福州麻将",
        5,
        ("standard",),
        "indicator",
        {"tiles": tuple(range(27)), "wild_claimed": "forbidden"},
    ),
    "wenzhou": ("温州麻将", 5, ("standard", "eight_pairs"), "indicator", {"stand_in": kinds("P")}),
    "ningbo": ("宁波麻将", 4, ("standard",), "indicator_and_next", {"wild_claimed": "forbidden"}),
    "hefei": (
        "合肥麻将",
        4,
        ("standard", "seven_pairs"),
        "none",
        {
            "tiles": tuple(9 * suit + rank for suit in range(3) for rank in range(1, 8)),
            "min_suit_tiles": 8,
        },
    ),
    "tianjin": ("天津麻将", 4, ("standard",), "indicator_and_next", {}),
    "dongbei": (
        "东北麻将",
        4,
        ("standard",),
        "none",
        {
            "must_be_open": True,
            "min_suits": 3,
            "required": ("triplet_or_dragon_pair", "terminal_or_honour"),
        },
    ),
    "taiwan": ("台湾麻将 (16 张)", 5, ("standard", "pairs_and_triplet"), "none", {}),
} | {
    name: (
        title,
        4,
        ("standard", "seven_pairs", "misfit", "seven_star"),
        "indicator_and_next",
        {"runs": ("suit", "winds", "dragons"), **more},
    )
    for name, title, more in (
        ("nanchang", "南昌麻将", {}),
        ("nanchang_ganzhou", "赣州冲关", {}),
        ("nanchang_jian", "吉安冲关", {}),
        (
            "nanchang_r73",
            "南昌麻将 (r73)",
            {
                "min_natural_per_group": 1,
                "min_natural_per_pair": 1,
                "natural_pair_exempt": ("seven_pairs",),
                "misfit_wild_needs_slot": False,
                "seven_star_wild": True,
            },
        ),
    )
}


def test_the_package_has_these_rule_sets():
    assert rules.names() == tuple(sorted(PRESETS))


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_of_the_package(name):
    title, groups, forms, select, more = PRESETS[name]
    some = rules.get(name)
    assert some.replace(scoring=None) == Rules(
        groups=groups, forms=forms, wild_select=select, **more
    )
    assert some.title == title
    assert some.source.endswith(".")
    assert some.note.endswith(".")
    assert not re.search("\n|  ", some.title + some.source + some.note)
    assert reachable_forms(some) == forms
    assert rules.get(name) is some
    assert rules.from_dict(tomllib.loads(rules.text(name))) == some
    assert rules.from_dict(tomllib.loads(some.to_toml())) == some


@pytest.mark.parametrize("name", PRESETS)
def test_an_evaluator_of_a_rule_set_is_made_or_refused_in_words(name):
    with contextlib.suppress(RulesError):
        assert Evaluator(name).rules == rules.get(name)


def test_a_rule_set_that_does_not_exist():
    for ask in (rules.get, rules.text):
        with pytest.raises(RulesError, match="unknown rule set 'nanchan'; did you mean 'nanchang'"):
            ask("nanchan")
        with pytest.raises(TypeError, match="must be a str"):
            ask(4)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("MCR", "mcr"),
        ("Nanchang_R73", "nanchang_r73"),
        ("国标麻将", "mcr"),
        ("南昌麻将", "nanchang"),
        ("南昌麻将 (R73)", "nanchang_r73"),
        ("Standard", "standard"),
    ],
)
def test_a_rule_set_is_known_by_its_name_or_title_in_any_case(name, own):
    assert rules.get(name) is rules.get(own)
    assert rules.text(name) == rules.text(own)
    assert Evaluator(name) == Evaluator(own)
    assert rules.from_dict({"like": name}) == rules.get(own)


def test_every_title_is_of_one_rule_set():
    for name in rules.names():
        assert rules.get(rules.get(name).title) is rules.get(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chendu", "unknown rule set 'chendu'; valid: changsha, chongji"),
        ("南昌", "did you mean 'nanchang'"),
        ("sichuan_xuezhan", "did you mean 'sichuan'"),
        ("Guangdong-Fan", "did you mean 'guangdong_fan'"),
        ("room.toml", r"'room.toml' is no rule set's name; rules.load\(path\) reads a file"),
        ("rooms/east", r"rules.load\(path\) reads a file"),
    ],
)
def test_what_is_no_rule_set_gets_only_a_suggestion_that_is_like_it(name, message):
    for ask in (rules.get, rules.text, Evaluator):
        with pytest.raises(RulesError, match=message):
            ask(name)


def test_a_path_is_no_rule_set(tmp_path):
    with pytest.raises(TypeError, match=r"not \w*Path; rules.load\(path\) reads a file"):
        Evaluator(tmp_path / "room.toml")


# -- The command ---------------------------------------------------------------------------------


def test_list_prints_every_name_and_title(capsys):
    assert cli.main(["rules", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(rules.names())
    assert "nanchang          南昌麻将" in lines


def test_show_prints_a_file_to_start_from(capsys, tmp_path):
    assert cli.main(["rules", "show", "nanchang"]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert rules.load(path) == rules.get("nanchang")
    assert cli.main(["rules", "check", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{path}: 南昌麻将; 14 tiles win as standard, seven_pairs, misfit")
    assert 'wild_select = "indicator_and_next"' in told


def test_show_of_an_unknown_name(capsys):
    assert cli.main(["rules", "show", "nanchan"]) == 1
    assert capsys.readouterr() == (
        "",
        "mahjong-fast: unknown rule set 'nanchan'; did you mean 'nanchang'?\n",
    )


def test_a_file_may_tell_only_how_it_differs_from_a_rule_set():
    base = rules.get("nanchang")
    room = rules.from_dict(
        {
            "like": "nanchang",
            "title": "our table",
            "wild": {"select": "next"},
            "score": {"options": {"german_multiplier": 1}},
            "fan": [
                {"id": "plain", "points": 2},
                {"id": "own", "zh": "自", "en": "Own", "points": 1, "when": "self_draw"},
            ],
            "pay": {"discard": {"discarder": 3, "others": 1}},
        }
    )
    assert (room.title, room.source, room.wild_select) == ("our table", base.source, "next")
    assert room.replace(scoring=None) == base.replace(scoring=None, wild_select="next")
    before, after = base.scoring, room.scoring
    assert [fan.id for fan in after.fans] == [*(fan.id for fan in before.fans), "own"]
    changed = [new for old, new in zip(before.fans, after.fans, strict=False) if old != new]
    assert [(fan.id, fan.points) for fan in changed] == [("plain", 2)]
    assert dict(after.options) == {**dict(before.options), "german_multiplier": 1}
    assert "like" not in room.to_toml()


def test_a_field_of_wild_may_be_changed_above_its_section():
    room = rules.from_dict({"like": "guangdong_fan", "wild_select": "next_two"})
    assert room == rules.get("guangdong_double")


@pytest.mark.parametrize(
    ("like", "message"),
    [("nanchan", "like: unknown rule set 'nanchan'; did you mean 'nanchang'"), (4, "like: ")],
)
def test_rules_like_no_rule_set_are_refused(like, message, capsys, tmp_path):
    with pytest.raises(RulesError, match=re.escape(message)):
        rules.from_dict({"like": like})
    path = tmp_path / "room.toml"
    path.write_text(f"groups = 4\nlike = {like!r}\n", encoding="utf-8")
    assert cli.main(["rules", "check", str(path)]) == 1
    assert f"{path}:2: {message}" in capsys.readouterr().err


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "room.toml"
    path.write_text("groups = 5\n", encoding="utf-8-sig")
    assert rules.load(path) == Rules(groups=5)
    assert cli.main(["rules", "check", str(path)]) == 0


FAULTY = '''\
note = """
groups = 6
"""
form = ["standard"]
groups = 6
"copies" = 0

[wild]
select = "nxt"   # groups = 7
'''


def test_check_tells_each_fault_with_its_line(capsys, tmp_path):
    path = tmp_path / "room.toml"
    path.write_text(FAULTY, encoding="utf-8")
    assert cli.main(["rules", "check", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    places = [line.removeprefix(f"{path}:").split(": ", 1) for line in err.splitlines()]
    assert [int(line) for line, _ in places] == [4, 5, 6, 9]
    for (_, message), word in zip(places, ("'forms'", "groups", "copies", "'next'"), strict=True):
        assert word in message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[wild]\nfixed = 'C'\n", 2, "wild_fixed needs"),
        ("wild_fixed = 'C'\n", 1, "wild_fixed needs"),
        ("groups = 4\n[score]\nbas = 1\n", 3, "[score]: unknown field 'bas'"),
        ("[score]  # of the room\nbase = -1\n", 2, "base must be"),
        ("[score]\n[pay]\nunit = -1\n", 3, "[pay]: unit must be"),
        ('[pay]\nself_draw = [["a"]]\n[score]\n', 2, "[pay]: self_draw must not be a list"),
        ("[pay]\nunit = 1\ndiscard = [[1]]\n[score]\n", 3, "[pay]: discard must not be a list"),
        ('[score]\n[pay]\nrobbing_kong = [["a", "b", "c"]]\n', 3, "[pay]: robbing_kong must not"),
        ("[score]\n[pay]\nself_draw = []\n", 3, "[pay]: self_draw must not be a list"),
        ('[score]\n[pay]\nself_draw = [["each", 3]]\n', 3, "[pay]: self_draw must not be a list"),
        ('[score]\n[ledger]\nevents = [["a", 3]]\n', 3, "[ledger]: events must not be a list"),
        ('like = "mcr"\n[[fan]]\npoints = 1\nid = ["a"]\n', 4, "a fan's id is lower-case"),
        ('like = "mcr"\n[[fan]]\npoints = 1\nid = {a = 1}\n', 4, "a fan's id is lower-case"),
        ("[score]\n[ledger]\nfoo = 1\n", 2, "[ledger]: unknown field 'foo'"),
        ("pay = 3\n[[fan]]\nid = 'a'\npoints = 1\n", 1, "[pay] must be a table"),
        ("groups = 4\nfan = 3\n", 2, "fan must be an array of tables"),
        ("x = '''groups = 4'''\ngroups = 0\n", 2, "groups must be"),
    ],
)
def test_check_finds_the_line(text, line, message, capsys, tmp_path):
    path = tmp_path / "room.toml"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["rules", "check", str(path)]) == 1
    assert f"{path}:{line}: {message}" in capsys.readouterr().err


FAULTY_FANS = """\
groups = 6

[score.options]
most = 3

[[fan]]
id = "all_pungs"
points = "mots"
when = "pungz == 4"
wen = 1

[[fan]]                         # without an id
points = 1
[[fan]]
id = "Flush"
points = 1
[[fan]]
points = 2

[[fan]]
id = "all_pungs"
excludes = ["one_suit", "all_pungs", "nothing", "spare", "a b c"]
points = 1.5
count = "pung"
[[fan]]
id = "one_suit"
points = 1
alone = true
[[fan]]
id = "spare"
points = 1
zh = 4
alone = true
joins = "two"
"""


def faults_of(text, tmp_path, capsys):
    """Return the line and the text of each fault that the command tells."""
    path = tmp_path / "room.toml"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["rules", "check", str(path)]) == 1
    places = capsys.readouterr().err.splitlines()
    found = [place.removeprefix(f"{path}:").split(": ", 1) for place in places]
    return [(int(line), message) for line, message in found]


def test_check_tells_each_fault_of_the_fans_with_its_line(capsys, tmp_path):
    expected = [
        (1, "groups must be an int from 1 to 5, not 6"),
        (8, "fan all_pungs: unknown option 'mots'; did you mean 'most'?"),
        (9, "fan all_pungs: unknown feature 'pungz'; did you mean 'pungs'?"),
        (10, "fan all_pungs: unknown field 'wen'; did you mean 'when'?"),
        (12, "[[fan]] has no id"),
        (15, "a fan's id is lower-case letters, digits and _, not 'Flush'"),
        (17, "[[fan]] has no id"),
        (21, "two fans have the id 'all_pungs'"),
        (22, "fan all_pungs: excludes is an id, or an id if or unless an option"),
        (22, "fan all_pungs: it excludes 'nothing', which is no fan"),
        (22, "fan all_pungs: it excludes all_pungs, which is not below it in the table"),
        (23, "fan all_pungs: points must be an int or an option, not 1.5"),
        (24, "fan all_pungs: unknown feature 'pung'; did you mean 'pungs'?"),
        (32, "fan spare: zh must be a str"),
        (33, "more than one fan is `alone`"),
        (34, "fan spare: joins is three_chows, not 'two'"),
    ]
    assert faults_of(FAULTY_FANS, tmp_path, capsys) == expected


def test_check_finds_the_fans_that_are_changed_and_added(capsys, tmp_path):
    text = """\
like = "hongzhong"
[[fan]]
id = "claimed"
points = 1
when = "self_drawn"
[[fan]]
points = 3
[[fan]]
id = "robbing"
when = "robbing_kong"
"""
    assert faults_of(text, tmp_path, capsys) == [
        (5, "fan claimed: unknown feature 'self_drawn'; did you mean 'self_draw'?"),
        (6, "[[fan]] has no id"),
        (8, "fan robbing has no points"),
    ]


def test_check_of_a_contradiction_with_a_default_names_the_file_alone(capsys, tmp_path):
    path = tmp_path / "room.toml"
    path.write_text("groups = 2\ntiles = '123m'\nwild_select = 'fixed'\n", encoding="utf-8")
    assert cli.main(["rules", "check", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}: wild_fixed must name")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"groups = \n", "not TOML: "),
        (b"\xff", "not UTF-8 at byte 0"),
        (None, "No such file"),
    ],
)
def test_check_of_what_is_no_rules_file(content, message, capsys, tmp_path):
    path = tmp_path / "room.toml"
    if content is not None:
        path.write_bytes(content)
    assert cli.main(["rules", "check", str(path)]) == 1
    assert f"{path}: {message}" in capsys.readouterr().err


def test_check_says_which_forms_are_out_of_reach(capsys, tmp_path):
    path = tmp_path / "room.toml"
    path.write_text("groups = 5\n", encoding="utf-8")
    assert cli.main(["rules", "check", str(path)]) == 0
    told = capsys.readouterr().out
    assert "17 tiles win as standard; out of reach: seven_pairs, thirteen_orphans" in told


@pytest.mark.parametrize("arguments", [[], ["rules"], ["rule"], ["rules", "show"]])
def test_a_command_line_that_is_not_understood(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments)
    assert "usage: mahjong-fast" in capsys.readouterr().err


def run(*arguments, **environment):
    installed = Path(mahjong_fast.__file__).parent.parent
    return subprocess.run(
        [sys.executable, "-m", "mahjong_fast", *arguments],
        env=os.environ | {"PYTHONPATH": str(installed)} | environment,
        capture_output=True,
        encoding="utf-8",
    )


def test_the_module_runs_as_a_command(tmp_path):
    version = run("--version")
    assert version.stdout == f"mahjong-fast {mahjong_fast.__version__}\n"
    # Titles are printed whatever encoding the terminal claims to have.
    listed = run("rules", "list", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert listed.returncode == 0
    assert "南昌麻将" in listed.stdout
    path = tmp_path / "room.toml"
    path.write_text("groups = 6\n", encoding="utf-8")
    checked = run("rules", "check", str(path))
    assert (checked.returncode, checked.stdout) == (1, "")
    assert "room.toml:1: groups" in checked.stderr
