"""Run every benchmark, write `docs/benchmarks.md`, its tables and plots, and the README's figures.

`python -m bench.report` runs for some sixteen minutes, then writes;
`python -m bench.report --reuse` writes again from the last run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from . import misses
from .classics import CLASSICS
from .footprint import footprint
from .signature import signature

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "build" / "bench.json"
DOCS = ROOT / "docs"
WILD = range(9)
README = ROOT / "README.md"
SPEED_MARK = "<!-- speed -->\n"
"""Stands before and after what is written into the README."""
IN_README = ("substitution", "sorted substitution", "pattern index", "string memo", "mahjong_fast")
"""The methods of the README's chart, from the first that one thinks of."""
LADDER = [*(name for name in CLASSICS if name != "upward recursion"), "mahjong_fast"]
PACKAGES = ("numpy", "cython", "mahjong", "xiangting", "riichienv")

Record = dict[str, Any]


def run() -> None:
    MEASURED.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "bench", "--benchmark-disable-gc"]
    subprocess.run(
        [*command, "--benchmark-columns=median,max", f"--benchmark-json={MEASURED}"],
        cwd=ROOT,
        check=True,
    )


def chosen(records: Iterable[Record], **labels: Any) -> list[Record]:
    """Return the records that carry these labels."""
    return [
        record
        for record in records
        if all(record.get(label) == value for label, value in labels.items())
    ]


def distinct(records: Iterable[Record], label: str) -> list[Any]:
    return list(dict.fromkeys(record[label] for record in records))


def duration(ns: float) -> str:
    """Write nanoseconds in a unit that leaves two or three digits."""
    for unit, size in (("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9)):
        if ns < (100 if unit == "s" else 1000) * size:
            value = ns / size
            return f"{value:.3g} {unit}" if value < 100 else f"{value:.0f} {unit}"
    hours = ns / 3600e9
    return f"{hours:.0f} h" if hours < 100 else f"{hours / 24:.0f} days"


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def wild_heads(numbers: Iterable[int]) -> list[str]:
    return [f"w = {wild}" for wild in numbers]


def by_wild(records: list[Record], field: str) -> list[str]:
    """Return a cell for each number of wildcards."""
    found = {record["wild"]: duration(record[field]) for record in records}
    return [found.get(wild, "") for wild in WILD]


def wild_table(rows: dict[str, list[Record]], field: str) -> str:
    return table(
        ["", *wild_heads(WILD)],
        ([name, *by_wild(records, field)] for name, records in rows.items()),
    )


def extrapolated(records: list[Record], method: str) -> dict[int, Record]:
    """Return the numbers of wildcards that the time box left out, from the most it allowed."""
    classic = CLASSICS.get(method)
    if classic is None or classic.substitutes is None:
        return {}
    measured = {record["wild"]: record for record in records}
    most = max(measured)
    return {
        wild: {
            field: measured[most][field] * classic.substitutes(wild) / classic.substitutes(most)
            for field in ("median_ns", "worst_ns")
        }
        for wild in range(most + 1, WILD.stop)
    }


def plot(name: str, draw: Callable[[Any], None], title: str) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": name, "svg.fonttype": "path"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.8), layout="constrained")
    draw(axes)
    axes.set(title=title, xlabel="wildcards", ylabel="time for a hand", yscale="log")
    axes.yaxis.set_major_formatter(lambda ns, _: duration(ns))
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(DOCS / f"{name}.svg", metadata={"Date": None})
    pyplot.close(figure)


def draw_line(axes: Any, records: list[Record], label: str, width: float = 1.2) -> str:
    """Draw the medians over the wildcards and return the line's colour."""
    records = sorted(records, key=lambda record: record["wild"])
    wild = [record["wild"] for record in records]
    medians = [record["median_ns"] for record in records]
    (line,) = axes.plot(wild, medians, marker="o", markersize=3, linewidth=width, label=label)
    return line.get_color()


def draw_methods(methods: Iterable[str], records: list[Record], axes: Any) -> None:
    """Draw methods of the ladder, dotted where they are extrapolated."""
    for method in methods:
        some = chosen(records, method=method)
        colour = draw_line(axes, some, method, 2.5 if method == "mahjong_fast" else 1.2)
        guessed = extrapolated(some, method)
        if guessed:
            last = max(some, key=lambda record: record["wild"])
            medians = [guess["median_ns"] for guess in guessed.values()]
            axes.plot(
                [last["wild"], *guessed],
                [last["median_ns"], *medians],
                linestyle=":",
                color=colour,
            )


def draw_questions(records: list[Record], axes: Any) -> None:
    for question in distinct(records, "question"):
        draw_line(axes, chosen(records, question=question), question)
    axes.set_ylim(bottom=1)


def head_section(machine: Record) -> str:
    cpu = machine["cpu"].get("brand_raw", machine["processor"])
    found = metadata.distributions()
    installed = {package.metadata["Name"].lower(): package.version for package in found}
    versions = ", ".join(f"{name} {installed.get(name, 'not installed')}" for name in PACKAGES)
    cost = table(["", ""], ([name, value] for name, value in footprint().items()))
    return f"""# Benchmarks

Written by `python -m bench.report`, which runs everything below. Before it times a call it checks
some of its answers: 100 rows of a batch beside scalar calls, 6 of these, 6 rows beside melds and 6
calls from Python beside the reference, 32 rows of a rule set beside the search kernel, 64 hands of
the ladder, or as many as its time box allows, beside the reference; all hands of the search kernel
beside the tables, of peers beside ours, and of MCR's natural scores beside PyMahjongGB; of the best
scores with wildcards 20 of 300, whether the tiles that they became are worth as much. What proves
the answers is in `tests/`. Bench signature `{signature():08x}`, a digest of the answers on a fixed
set of hands.

Measured on {cpu}, {machine["system"]}, CPython {machine["python_version"]}, one thread;
{versions}.

**How to read the times.** Nanoseconds and more for *one hand*. A block of hands is timed several
times, and its best time counts. The median is over the blocks, the worst is the slowest block: one
hand, where a hand takes longer than a few microseconds (repeated, so that the call is not seen),
else the mean of a block of distinct hands. *w* is the number of wildcards. Hands are dealt from a
seed (`bench/hands.py`): *random* deals from the wall; *near tenpai*, wins with one or two tiles
exchanged; *one suit*; *constructed win*; *two melds* beside the rest; *worst*, the hands on which
the recursions of the ladder were slowest.

{cost}"""


def batch_section(records: list[Record]) -> str:
    batch = chosen(records, suite="batch")
    questions = distinct(batch, "question")
    families = distinct(batch, "family")
    plot(
        "batch",
        lambda axes: draw_questions(chosen(batch, rules="standard", family="random"), axes),
        "Batches of random deals, all three forms",
    )
    parts = [
        """## Batches

Arrays of distinct hands, 14 tiles for wins and discards, 13 for the rest, one core.

![time against wildcards for each question](batch.svg)
"""
    ]
    for rules, family in dict.fromkeys((record["rules"], record["family"]) for record in batch):
        rows = {
            question: chosen(batch, question=question, family=family, rules=rules)
            for question in questions
        }
        parts.append(f"Median, {family}, rules `{rules}`:\n\n{wild_table(rows, 'median_ns')}")

    def slowest(question: str, family: str) -> str:
        some = chosen(batch, question=question, family=family, rules="standard")
        return duration(max(record["worst_ns"] for record in some))

    worst = table(
        ["", *families],
        ([question, *(slowest(question, family) for family in families)] for question in questions),
    )
    parts.append(f"Worst block of any number of wildcards, rules `standard`:\n\n{worst}")
    return "\n".join(parts)


def scalar_section(records: list[Record]) -> str:
    scalar = chosen(records, suite="scalar")
    numbers = distinct(scalar, "wild")
    rows = []
    for question, kind in dict.fromkeys((record["question"], record["input"]) for record in scalar):
        some = chosen(scalar, question=question, input=kind)
        found = {record["wild"]: duration(record["median_ns"]) for record in some}
        worst = duration(max(record["worst_ns"] for record in some))
        rows.append([f"`{question}`", kind, *(found[wild] for wild in numbers), worst])
    return f"""## Calls from Python

A call for each hand, near tenpai; the list comprehension around the calls and the objects that they
return are in the time.

{table(["", "hand given as", *wild_heads(numbers), "worst block"], rows)}"""


def peers_section(records: list[Record]) -> str:
    peers = chosen(records, suite="peers")
    families = distinct(peers, "family")
    rows = []
    for question in sorted(distinct(peers, "question")):
        for package in distinct(chosen(peers, question=question), "package"):
            some = chosen(peers, question=question, package=package)
            found = {record["family"]: duration(record["median_ns"]) for record in some}
            rows.append([f"`{question}`", package, *(found[family] for family in families)])
    return f"""## Beside other packages

Hands without wildcards, which is all that these packages know, under the rules `riichi`; each is
given its hands in the form it reads fastest, ours as `bytes`. The answers were compared on all
hands, and agree. `xiangting` answers more than was asked here, the shanten along with the
acceptance; `riichienv` is asked for waits through an object made for the hand. Median of a call
from Python:

{table(["", "package", *families], rows)}"""


def readings_section(records: list[Record]) -> str:
    some = chosen(records, suite="readings")
    rows = {question: chosen(some, question=question) for question in distinct(some, "question")}
    (all_wild,) = chosen(some, wild=14)
    search = {
        f"{family} hands": chosen(records, suite="search", family=family)
        for family in ("worst", "random")
    }
    plain = chosen(records, suite="reference")
    in_python = {
        question: chosen(plain, question=question) for question in distinct(plain, "question")
    }
    return f"""## Readings

Constructed wins, median:

{wild_table(rows, "median_ns")}
The slowest hand:

{wild_table(rows, "worst_ns")}
`count_readings` of fourteen wildcards takes {duration(all_wild["median_ns"])}.

## The search kernel

The win check by memoized recursion, `Evaluator(kernel="search")`, each hand by itself. Median:

{wild_table(search, "median_ns")}
The slowest hand:

{wild_table(search, "worst_ns")}
## The reference

`mahjong_fast.reference`, plain Python from the definitions, near tenpai, median:

{wild_table(in_python, "median_ns")}"""


def rules_section(records: list[Record]) -> str:
    some = chosen(records, suite="rules")
    numbers = distinct(some, "wild")
    rows = []
    for rules in distinct(some, "rules"):
        row = [f"`{rules}`"]
        for question in distinct(some, "question"):
            for wild in numbers:
                (record,) = chosen(some, rules=rules, question=question, wild=wild)
                row.append(duration(record["median_ns"]))
        rows.append(row)
    heads = [f"{q}, w = {wild}" for q in distinct(some, "question") for wild in numbers]
    return f"""## Rule sets

Batches of random hands, median of a hand. Tables answer the first eight, the search the others.

{table(["", *heads], rows)}"""


SCORE_CALLS = {
    "score": "`score`: the total",
    "score and fans": "`score`, and reading `.fans`: the list of fans",
    "PyMahjongGB": "PyMahjongGB: the list of fans",
    "score_batch": "`score_batch`: the totals",
}


def score_section(records: list[Record]) -> str:
    some = chosen(records, suite="score")
    rows = []
    for question, label in SCORE_CALLS.items():
        for record in chosen(some, question=question):
            rows.append([label, duration(record["median_ns"])])
    best = {"best score": chosen(some, question="best_score")}
    jing = [
        [str(record[name]) if name == "wild" else duration(record[name])
         for name in ("wild", "median_ns", "worst_ns")]
        for record in chosen(some, question="nanchang")
    ]  # fmt: skip
    return f"""## Scores

MCR, random hands that are rich in fans, one after the other from Python, and as a batch of arrays.
A `Score` has the total and the best reading; it makes its list of fans, each with the groups that
it rests on, when `.fans` is read. PyMahjongGB's answer is such a list, without the groups.

{table(["", "median of a hand"], rows)}
The best score of winning hands with wildcards, from Python. Median:

{wild_table(best, "median_ns")}
The slowest hand:

{wild_table(best, "worst_ns")}
Nanchang, drawn wins of two jing kinds, 10,000 hands each:

{table(["jing", "median", "slowest"], jing)}"""


def ladder_table(records: list[Record], field: str) -> str:
    rows = []
    for method in LADDER:
        some = chosen(records, method=method)
        cells = by_wild(some, field)
        for wild, guess in extrapolated(some, method).items():
            cells[wild] = f"≈ {duration(guess[field])}"
        for record in some:
            if record["wrong"]:
                cells[record["wild"]] += " ✗"
        rows.append([method, *cells])
    return table(["method", *wild_heads(WILD)], rows)


def ladder_section(records: list[Record]) -> str:
    worst = chosen(records, suite="ladder", family="worst")
    random = chosen(records, suite="ladder", family="random")
    plot(
        "ladder",
        lambda axes: draw_methods(LADDER, worst, axes),
        "Does the hand win? The hands that recursions find hardest",
    )
    return f"""## The classic ladder

Ways to check a hand with wildcards for a win, in the order in which one thinks of them. All are
compiled, all are ours ([what they do and where they go wrong](../bench/baselines/README.md)), all
are asked of the same hands, with the standard form only. ✗ marks where a method gave a wrong answer
among those it was checked on. ≈ is extrapolated: a hand would have taken more than the time box,
and the time grows as the number of substitutions, 34^w or C(33 + w, w), from the last w that was
measured.

![time against wildcards for each method](ladder.svg)

Median, on the hands on which the recursions were slowest:

{ladder_table(worst, "median_ns")}
The slowest of these hands:

{ladder_table(worst, "worst_ns")}
Median, on random deals:

{ladder_table(random, "median_ns")}"""


def readme_section(records: list[Record]) -> str:
    """Return the README's figures: batches, and calls from Python beside those of peers."""
    batch = chosen(records, suite="batch", family="random", rules="standard")
    batches = [
        [f"`{BATCHES[question]}`", *(duration(one["median_ns"]) for wild in (0, 4, 8)
                                     for one in chosen(batch, question=question, wild=wild))]
        for question in BATCHES
    ]  # fmt: skip
    near = chosen(records, suite="peers", family="near tenpai")
    calls = []
    for question in BESIDE_PEERS:
        times = {
            record["package"]: duration(record["median_ns"])
            for record in chosen(near, question=question)
        }
        own = times.pop("mahjong_fast")
        others = ", ".join(f"{package} {time}" for package, time in times.items())
        calls.append([f"`{question}`", own, others])
    score = {
        record["question"]: duration(record["median_ns"])
        for record in chosen(records, suite="score", wild=0)
        if record["question"] in SCORE_CALLS
    }
    calls.append(["MCR `score`: the total", score["score"], ""])
    calls.append(
        ["MCR `score`, and reading `.fans`", score["score and fans"],
         f"PyMahjongGB {score['PyMahjongGB']}" if "PyMahjongGB" in score else ""]
    )  # fmt: skip
    plot(
        "wildcards",
        lambda axes: draw_methods(
            IN_README, chosen(records, suite="ladder", family="random"), axes
        ),
        "Does a hand of 14 tiles win? Random deals",
    )
    return README_SPEED.format(
        batches=table(["batch of random hands", *(f"{w} wildcards" for w in (0, 4, 8))], batches),
        calls=table(["call from Python", "mahjong_fast", "other packages"], calls),
    )


README_SPEED = """\
![time of a win check against wildcards, for five methods](docs/wildcards.svg)

The other methods of the chart are the usual ones, written and compiled for
[the benchmarks](bench/baselines/README.md). All are asked for the standard form alone; what is
dotted is extrapolated.

Median time of one hand, from one run of `python -m bench.report` on one core of a shared and noisy
machine, in which other work came and went: compare within a table. Under the rules `standard`:

{batches}
Beside other packages, which know no wildcards: hands near tenpai without any, under the rules
`riichi`. Each package is given its hands in the form that it reads fastest, ours as `bytes`;
xiangting answers the shanten along with the acceptance; riichienv is asked for waits through an
object made for the hand. MCR: hands rich in fans. A `Score` makes its list of fans, with the groups
of each, when `.fans` is read; PyMahjongGB's answer is such a list, without the groups.

{calls}"""
BATCHES = {
    "is_win": "is_win_batch",
    "shanten": "shanten_batch",
    "waits": "waits_batch",
    "acceptance": "acceptance_batch",
    "discards": "discard_shanten_batch",
}
"""The questions of batches, as their records name them."""
BESIDE_PEERS = ("shanten", "is_win", "waits", "acceptance")


def write_readme(records: list[Record]) -> None:
    before, _, after = README.read_text(encoding="utf-8").split(SPEED_MARK)
    marked = f"{SPEED_MARK}{readme_section(records)}\n{SPEED_MARK}"
    README.write_text(f"{before}{marked}{after}", encoding="utf-8")


def misses_section() -> str:
    found = [miss for miss in misses.find() if miss.missed]
    share = {
        (miss.classic, miss.family, miss.wild): f"{100 * miss.missed / miss.wins:.2g} %"
        for miss in found
    }
    rows = [
        [method, family, *(share.get((method, family, wild), "") for wild in WILD[1:])]
        for method, family in dict.fromkeys((miss.classic, miss.family) for miss in found)
    ]
    first = {(miss.classic, miss.wild): miss.examples[0] for miss in reversed(found)}
    examples = "\n".join(
        f"* {method}: " + " ".join(f"`{first[key]}`" for key in sorted(first) if key[0] == method)
        for method in dict.fromkeys(miss.classic for miss in found)
    )
    return f"""## What the flawed classics miss

The share of wins that they overlook, in {misses.HANDS:,} hands of each family and in every hand of
one suit. None of them finds a win that is not there. *Upward recursion* is the plain recursion
whose chows begin at the lowest tile or not at all.

{table(["method", "hands", *wild_heads(WILD[1:])], rows)}
Such as:

{examples}
"""


def write(measured: Record) -> None:
    benchmarks = measured["benchmarks"]
    records = [benchmark["extra_info"] for benchmark in benchmarks if benchmark["extra_info"]]
    sections = [
        head_section(measured["machine_info"]),
        batch_section(records),
        scalar_section(records),
        peers_section(records),
        readings_section(records),
        rules_section(records),
        score_section(records),
        ladder_section(records),
        misses_section(),
    ]
    (DOCS / "benchmarks.md").write_text("\n".join(sections), encoding="utf-8")
    write_readme(records)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reuse", action="store_true", help="do not run, use the last run")
    if not parser.parse_args().reuse:
        run()
    write(json.loads(MEASURED.read_text()))


if __name__ == "__main__":
    main()
