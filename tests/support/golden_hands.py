"""The golden hands: those of tests/golden/, read."""

import dataclasses
from pathlib import Path
from typing import NamedTuple

from mahjong_fast import Evaluator, Situation, rules

GOLDEN = Path(__file__).parents[1] / "golden"


class GoldenHand(NamedTuple):
    hand: str
    evaluator: Evaluator
    situation: Situation
    total: int | None
    payments: dict[str, int] | None
    why: str


def number_or_truth(text):
    return {"true": True, "false": False}[text] if text in ("true", "false") else int(text)


def told_with(told, sets=(), **options):
    """Return rules with options and sets of the deal."""
    scoring = told.scoring.with_options(**options)
    if sets:
        scoring = dataclasses.replace(scoring, sets={**dict(scoring.sets), **sets})
    return told.replace(scoring=scoring)


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
    return Evaluator(told_with(rules.get(name), sets, **options).replace(**fields), **deal)


def read_situation(text):
    """Return the situation that words such as `self_draw seat_wind=S` tell."""
    fields = {}
    for word in text.replace("-", "").split():
        name, _, value = word.partition("=")
        fields[name] = (
            True
            if not value
            else False
            if value == "false"
            else int(value)
            if value.isdigit()
            else value
        )
    return Situation(**fields)


def read_golden(name):
    """Yield the golden hands of a regional table."""
    for line in (GOLDEN / f"{name}.txt").read_text("utf8").splitlines():
        if line.startswith("#"):
            continue
        hand, deal, situation, total, payments, why = (part.strip() for part in line.split("|"))
        yield GoldenHand(
            hand,
            of_the_deal(name, deal),
            read_situation(situation),
            None if total == "none" else int(total),
            None if payments == "-" else {word[0]: int(word[1:]) for word in payments.split()},
            why,
        )


def read_mcr(name):
    """Yield the rows of a file of MCR hands: hand, situation, total, and what else it tells."""
    for line in (GOLDEN / name).read_text("utf8").splitlines():
        if not line.startswith("#"):
            hand, situation, total, *rest = (part.strip() for part in line.split("|"))
            yield hand, read_situation(situation), int(total), *rest
