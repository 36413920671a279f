"""Which kinds are wild: those given, those that the indicator makes so, or those the rules fix."""

import pickle
import random

import numpy as np
import pytest

import mahjong_fast as mf
from mahjong_fast import Evaluator, HandError, RulesError, cli, reference, rules
from mahjong_fast.tiles import kind

FIXED = [name for name in rules.names() if rules.get(name).wild_select == "fixed"]
BY_INDICATOR = [name for name in rules.names() if rules.get(name).asks_indicator]
OTHERS = [name for name in rules.names() if rules.get(name).wild_select == "none"]


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("hongzhong", "123m456m789p1sC55s5s"),
        ("hongzhong", "123m456m789p1sCC55s"),
        ("hangzhou", "123m456m789p1sP55s5s"),
        ("hangzhou", "123m456p789sEEEP3s"),
    ],
)
@pytest.mark.parametrize("kernel", ["tables", "search"])
def test_kinds_that_the_rules_fix_are_wild(name, hand, kernel):
    assert Evaluator(name, kernel=kernel).is_win(hand)
    assert Evaluator(rules.get(name), kernel=kernel).is_win(hand)
    assert not Evaluator(name, wild_kinds=(), kernel=kernel).is_win(hand)
    assert reference.is_win(hand, rules=rules.get(name))
    assert not reference.is_win(hand, rules=rules.get(name), wild_kinds=())


def test_the_presets_have_rules_of_each_kind():
    assert FIXED == ["hangzhou", "hongzhong"]
    assert "nanchang" in BY_INDICATOR
    assert "standard" in OTHERS


@pytest.mark.parametrize("name", FIXED)
def test_kinds_given_replace_those_of_the_rules(name):
    assert Evaluator(name).wild_kinds == rules.get(name).wild_fixed
    assert Evaluator(name, wild_kinds=None) == Evaluator(name)
    assert Evaluator(name, wild_kinds="5s").wild_kinds == (kind("5s"),)
    assert Evaluator(name, wild_kinds="").wild_kinds == ()
    assert Evaluator(name, wild_kinds=()).wild_kinds == ()


@pytest.mark.parametrize("name", [*BY_INDICATOR, *OTHERS])
def test_where_the_rules_fix_nothing_nothing_is_wild(name):
    assert Evaluator(name).wild_kinds == ()
    assert Evaluator(name) == Evaluator(name, wild_kinds=())


def test_rules_of_ones_own_are_no_exception():
    own = mf.Rules(wild_select="fixed", wild_fixed="5s", forms=["standard"])
    assert Evaluator(own).is_win("1189m5s")
    assert not Evaluator(own, wild_kinds=()).is_win("1189m5s")
    assert reference.waits("118m5s", rules=own) == Evaluator(own).waits("118m5s")


@pytest.mark.parametrize("name", FIXED)
def test_every_question_follows(name):
    """Those of the batches, of a pickle and of the definitions as well."""
    ev, told = Evaluator(name), rules.get(name)
    given = Evaluator(name, wild_kinds=told.wild_fixed)
    again = pickle.loads(pickle.dumps(ev))
    assert again == ev == given
    assert again.wild_kinds == told.wild_fixed
    rng = random.Random(name)
    wall = [tile for tile in told.tiles for _ in range(4)] + 8 * list(told.wild_fixed)
    rows = []
    for _ in range(40):
        row = np.bincount(rng.sample(wall, 14), minlength=34)
        if row.max() <= 4:
            rows.append(row)
    rows = np.array(rows, np.uint8)
    wins = ev.is_win_batch(rows)
    assert (wins == again.is_win_batch(rows)).all()
    assert (ev.shanten_batch(rows) == given.shanten_batch(rows)).all()
    assert (ev.discard_shanten_batch(rows) == given.discard_shanten_batch(rows)).all()
    for row, won in zip(rows[:12].tolist(), wins, strict=False):
        assert ev.is_win(row) == won == reference.is_win(row, rules=told)
        short = list(row)
        short[next(tile for tile in range(34) if row[tile])] -= 1
        assert ev.waits(short) == given.waits(short) == reference.waits(short, rules=told)
        assert ev.waits_batch([short]) == given.waits_batch([short])
        assert ev.acceptance_batch([short]) == given.acceptance_batch([short])


def test_scores_follow():
    hand = mf.Hand.parse("123456789m11s5pC+5p")
    drawn = mf.Situation(self_draw=True)
    ev = Evaluator("hongzhong")
    assert ev.score(hand, drawn) == Evaluator("hongzhong", wild_kinds="C").score(hand, drawn)
    assert ev.score(hand, drawn) is not None
    assert Evaluator("hongzhong", wild_kinds=()).score(hand, drawn) is None
    assert ev.wait_scores("123456789m11s5pC", drawn).keys() == set(ev.waits("123456789m11s5pC"))
    assert ev.score_batch([hand], drawn).tolist() == [ev.score(hand, drawn).total]


@pytest.mark.parametrize("name", rules.names())
def test_an_indicator_makes_wild_what_the_rules_say(name):
    told = rules.get(name)
    for shown in told.tiles:
        ev = Evaluator(name, indicator=shown)
        assert ev.wild_kinds == tuple(told.wild_kinds(shown))
        assert ev == Evaluator(name, indicator=mf.tiles.name(shown))


def test_an_indicator_beside_kinds_is_an_error():
    for wild_kinds in ((), "5m", ["5m"]):
        with pytest.raises(RulesError, match="indicator beside wild_kinds"):
            Evaluator("nanchang", wild_kinds=wild_kinds, indicator="5m")


@pytest.mark.parametrize(
    ("indicator", "error"),
    [
        (mf.WILD, HandError),
        ("*", HandError),
        (34, HandError),
        (-1, HandError),
        ("5x", mf.NotationError),
        ("5m6m", mf.NotationError),
        (1.5, TypeError),
        (True, TypeError),
        (["5m"], TypeError),
    ],
)
def test_a_wrong_indicator_is_a_named_error(indicator, error):
    for name in ("nanchang", "standard", "hongzhong"):
        with pytest.raises(error):
            Evaluator(name, indicator=indicator)


def test_an_indicator_that_the_set_of_tiles_lacks_is_a_rules_error():
    own = mf.Rules(tiles="123456789m", wild_select="next", forms=["standard"])
    with pytest.raises(RulesError, match="the set of tiles has no E"):
        Evaluator(own, indicator="E")


@pytest.mark.parametrize(
    ("ev", "shown"),
    [
        (Evaluator(), "Evaluator(Rules())"),
        (Evaluator(wild_kinds="5m"), "Evaluator(Rules(), wild_kinds=(4,))"),
        (
            Evaluator(mf.Rules(wild_select="fixed", wild_fixed="C")),
            "Evaluator(Rules(wild_select='fixed', wild_fixed='C'))",
        ),
        (
            Evaluator(mf.Rules(wild_select="fixed", wild_fixed="C"), wild_kinds=()),
            "Evaluator(Rules(wild_select='fixed', wild_fixed='C'), wild_kinds=())",
        ),
        (
            Evaluator(mf.Rules(wild_select="next")),
            "Evaluator(Rules(wild_select='next'), wild_kinds=())",
        ),
        (
            Evaluator(mf.Rules(wild_select="next"), indicator="5m"),
            "Evaluator(Rules(wild_select='next'), wild_kinds=(5,))",
        ),
    ],
)
def test_the_repr_tells_what_is_wild(ev, shown):
    assert repr(ev) == shown
    assert eval(shown, {"Evaluator": Evaluator, "Rules": mf.Rules}) == ev


@pytest.mark.parametrize(
    ("select", "says"),
    [
        ('select = "next"', "no kind is wild until a deal's indicator is given"),
        ('select = "fixed"\nfixed = "C"', 'wild_fixed = "C"'),
    ],
)
def test_the_command_says_what_is_wild_without_an_indicator(tmp_path, capsys, select, says):
    file = tmp_path / "room.toml"
    file.write_text(f"[wild]\n{select}\n", encoding="utf-8")
    assert cli.main(["rules", "check", str(file)]) == 0
    told = capsys.readouterr().out
    assert says in told
    assert ("indicator is given" in told) is ("next" in select)


def test_the_functions_of_the_module_have_no_wild_kinds():
    assert not mf.is_win("123m456m789p1sC55s5s")
    assert mf.is_win.__self__.wild_kinds == ()
