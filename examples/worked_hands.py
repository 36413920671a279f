"""Evaluate the hands of a table and compare the answers with those it expects.

    python examples/worked_hands.py examples/hands.tsv

The table is tab-separated, with a line of column names after any comments. These are read:

    id        a name for the row
    ruleset   only rows of GENERIC are evaluated: groups and a pair, no rule of a region
    hand      the concealed tiles, the winning one included
    wild      `*`, `none`, or the kinds that are wild
    options   `name=value`, joined by `;`: seven_pairs, four_as_two_pairs, max_copies
    win       1 or 0

The exit status tells whether all answers are as expected.
"""

import argparse
import csv
import sys

import mahjong_fast as mf


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", help="a tab-separated file; see the head of this program")
    path = parser.parse_args().table

    wrong = 0
    rows = [row for row in read_rows(path) if row["ruleset"] == "GENERIC"]
    for row in rows:
        expected = row["win"] == "1"
        try:
            found = evaluator_of(row).is_win(row["hand"])
        except mf.MahjongError as error:
            raise SystemExit(f"{path}: row {row['id']}: {error}") from None
        verdict = "ok" if found == expected else "WRONG"
        wrong += found != expected
        print(f"{row['id']:8}{row['hand']:24}expected {expected!s:7}found {found!s:7}{verdict}")
    print(f"{len(rows)} hands, {wrong} wrong")
    sys.exit(wrong > 0)


def read_rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return csv.DictReader(lines, delimiter="\t")


def evaluator_of(row):
    """Return what answers for the rules and the wild kinds of a row."""
    changes = {"forms": ("standard",)}
    for option in filter(None, row["options"].split(";")):
        name, value = option.split("=")
        if name == "seven_pairs" and value == "on":
            changes["forms"] = ("standard", "seven_pairs")
        elif name == "four_as_two_pairs":
            changes["quads_as_two_pairs"] = value == "true"
        elif name == "max_copies":
            changes["max_copies"] = None if value == "none" else int(value)
    wild_kinds = () if row["wild"] in ("*", "none", "") else row["wild"].split()
    return mf.Evaluator(mf.Rules(**changes), wild_kinds=wild_kinds)


if __name__ == "__main__":
    main()
