"""The regional tables: golden hands with totals worked out by hand, and what every table says."""

import dataclasses
from pathlib import Path
from typing import NamedTuple

import pytest

from mahjong_fast import Evaluator, Situation, cli, rules

GOLDEN = Path(__file__).parent / "golden"

REGIONAL = (
    "changsha",
    "fuzhou",
    "guangdong",
    "guangdong_double",
    "guangdong_fan",
    "hangzhou",
    "hongzhong",
    "ningbo",
    "sichuan",
    "taiwan",
    "tianjin",
    "wenzhou",
    "wuhan",
)


class GoldenHand(NamedTuple):
    hand: str
    evaluator: Evaluator
    situation: Situation
    total: int | None
    payments: dict[str, int] | None


def number_or_truth(text):
    return {"true": True, "false": False}[text] if text in ("true", "false") else int(text)


def of_the_deal(name, text):
    """Return the evaluator of a deal, told as words such as `wild=5m,6m option.birds=2`."""
    fields, options, sets, deal = {}, {}, {}, {}
    for word in text.replace("-", "").split():
        key, _, value = word.partition("=")
        where, _, inner = key.rpartition(".")
        if where == "rules":
            fields[inner] = value.split(",") if "," in value else value
        elif where == "option":
            options[inner] = number_or_truth(value)
        elif where == "set":
            sets[inner] = value
        elif key == "wild":
            deal["wild_kinds"] = tuple(value.split(","))
        elif key == "void":
            deal["void_suit"] = value
        else:
            raise ValueError(f"{name}: unknown word {word}")
    scoring = rules.get(name).scoring.with_options(**options)
    if sets:
        scoring = dataclasses.replace(scoring, sets={**dict(scoring.sets), **sets})
    return Evaluator(rules.get(name).replace(scoring=scoring, **fields), **deal)


def read_situation(text):
    fields = {}
    for word in text.replace("-", "").split():
        name, _, value = word.partition("=")
        fields[name] = True if not value else int(value) if value.isdigit() else value
    return Situation(**fields)


def read_golden(name):
    for line in (GOLDEN / f"{name}.txt").read_text("utf8").splitlines():
        if line.startswith("#"):
            continue
        hand, deal, situation, total, payments, _ = (part.strip() for part in line.split("|"))
        yield GoldenHand(
            hand,
            of_the_deal(name, deal),
            read_situation(situation),
            None if total == "none" else int(total),
            None if payments == "-" else {word[0]: int(word[1:]) for word in payments.split()},
        )


# --- Golden hands --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REGIONAL)
def test_golden_totals(name):
    rows = list(read_golden(name))
    assert len(rows) >= 10
    found = []
    for row in rows:
        score = row.evaluator.score(row.hand, row.situation)
        found.append((row.hand, None if score is None else score.total))
    assert found == [(row.hand, row.total) for row in rows]


@pytest.mark.parametrize("name", REGIONAL)
def test_golden_totals_of_a_batch(name):
    rows = list(read_golden(name))
    found = [
        (row.hand, int(row.evaluator.score_batch([row.hand], [row.situation])[0])) for row in rows
    ]
    assert found == [(row.hand, -1 if row.total is None else row.total) for row in rows]


@pytest.mark.parametrize("name", REGIONAL)
def test_golden_payments(name):
    rows = [row for row in read_golden(name) if row.payments is not None]
    assert len(rows) >= 3
    found = []
    for row in rows:
        payments = row.evaluator.score(row.hand, row.situation).payments()
        found.append((row.hand, {seat: paid for seat, paid in payments.items() if paid}))
    assert found == [(row.hand, row.payments) for row in rows]


# --- Worked hands of other sources ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "deal", "hand", "situation", "total"),
    [
        ("changsha", "", "123456789m111s5p+5p", "", 1),
        ("sichuan", "", "1111223345677m+7m", "", 8),
        ("hangzhou", "", "123m456p789sEEE*+3s", "self_draw", 2),
        ("tianjin", "option.won_on_five=true", "46m123789p111sSS+5m", "self_draw", 6),
    ],
)
def test_scores_that_were_worked_out_elsewhere(name, deal, hand, situation, total):
    assert of_the_deal(name, deal).score(hand, read_situation(situation)).total == total


# --- What every table says -----------------------------------------------------------------------


@pytest.mark.parametrize("name", REGIONAL)
def test_every_fan_has_its_names(name):
    scoring = rules.get(name).scoring
    assert all(fan.zh and fan.en and fan.zh != fan.en for fan in scoring.fans)
    for language in ("zh", "en"):
        names = [getattr(fan, language) for fan in scoring.fans]
        assert len(set(names)) == len(names)
    assert scoring.pay


@pytest.mark.parametrize("name", REGIONAL)
def test_every_table_tells_its_source(name):
    told = rules.get(name)
    assert "score" in told.note
    assert "verified" in told.source or "riichi_advanced" in told.source


@pytest.mark.parametrize("name", REGIONAL)
def test_a_table_is_shown_and_survives_a_file(name, capsys, tmp_path):
    assert cli.main(["rules", "show", name]) == 0
    shown = capsys.readouterr().out
    assert "[score]" in shown
    assert "[pay]" in shown
    path = tmp_path / "room.toml"
    path.write_text(rules.get(name).to_toml(), "utf8")
    assert rules.load(path) == rules.get(name)


@pytest.mark.parametrize("name", REGIONAL)
def test_a_score_is_explained(name):
    for row in read_golden(name):
        score = row.evaluator.score(row.hand, row.situation)
        if score is not None:
            assert str(score.total) in score.explain()
            assert str(score.total) in score.explain(lang="zh")


def test_the_golden_hands_meet_the_minimum_or_say_so():
    for name in REGIONAL:
        minimum = rules.get(name).scoring.minimum
        for row in read_golden(name):
            score = row.evaluator.score(row.hand, row.situation)
            if score is not None:
                assert score.meets_minimum == (score.total >= minimum), (name, row.hand)
