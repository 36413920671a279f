"""The command `mahjong-fast`, also `python -m mahjong_fast`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence

from . import __version__, rules
from .errors import RulesError
from .fans import section_names
from .rules import Rules
from .rules._contradictions import reachable_forms
from .rules._files import read
from .rules._rules import toml_values

PROGRAM = "mahjong-fast"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the process if none are given.

    Returns:
        The exit status: 0, or 1 where something is wrong with what was given. A command line that
        cannot be understood ends the process with 2.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # rules are UTF-8, wherever they are printed
            stream.reconfigure(encoding="utf-8")
    try:
        try:
            parsed = _parser().parse_args(arguments)
            status: int = parsed.run(parsed)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # who reads has enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left to flush
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=PROGRAM, description="Mahjong rules and hands.")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    topics = parser.add_subparsers(title="topics", required=True, metavar="TOPIC")

    topic = topics.add_parser("rules", help="rule sets: list, show, check")
    commands = topic.add_subparsers(title="commands", required=True, metavar="COMMAND")
    command = commands.add_parser("list", help="print the name and title of each rule set")
    command.set_defaults(run=_list)
    command = commands.add_parser("show", help="print a rule set, to start a file of your own from")
    command.add_argument("name", metavar="NAME", help="a name of the list")
    command.set_defaults(run=_show)
    command = commands.add_parser(
        "check", help="tell what is wrong with a file of rules, and where"
    )
    command.add_argument("file", metavar="FILE", help="a TOML file")
    command.set_defaults(run=_check)
    return parser


def _list(parsed: argparse.Namespace) -> int:
    names = rules.names()
    width = max(map(len, names))
    for name in names:
        print(f"{name:{width}}  {rules.get(name).title}")
    return 0


def _show(parsed: argparse.Namespace) -> int:
    try:
        print(rules.text(parsed.name), end="")
    except RulesError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 1
    return 0


def _check(parsed: argparse.Namespace) -> int:
    """Print what wins under the rules of a file, or each of its faults with its line."""
    import tomllib

    try:
        text = read(parsed.file)
        checked = rules.from_dict(tomllib.loads(text))
    except OSError as error:
        print(f"{parsed.file}: {error.strerror}", file=sys.stderr)
    except UnicodeDecodeError as error:
        print(f"{parsed.file}: not UTF-8 at byte {error.start}", file=sys.stderr)
    except RulesError as error:
        lines = _lines(text)
        # A fault of a field that is not in the file, as its default contradicts another, is first.
        for line, message in sorted((_line_of(field, lines), why) for field, why in error.faults):
            place = f"{parsed.file}:{line}" if line else parsed.file
            print(f"{place}: {message}", file=sys.stderr)
    except (ValueError, RecursionError) as error:  # also a number that is too long to read
        print(f"{parsed.file}: not TOML: {error}", file=sys.stderr)
    else:
        print(f"{parsed.file}: {'; '.join(_summary(checked))}")
        return 0
    return 1


def _lines(text: str) -> dict[str, int]:
    """Return the number of the line that sets each field, and that begins each section."""
    import tomllib

    lines: dict[str, int] = {}
    fans = tomllib.loads(text).get("fan")
    names = section_names(fans if isinstance(fans, list) else [])
    section = ""
    within = ""  # the quotes of a text of several lines, which may hold anything
    for number, line in enumerate(text.splitlines(), start=1):
        quotes = [quote for quote in ('"""', "'''") if line.count(quote) % 2]
        if within:
            within = "" if within in quotes else within
            continue
        within = quotes[0] if quotes else ""
        line = line.strip()
        if line.startswith("["):
            name = section = line.partition("#")[0].strip("[] ")
            if section == "fan":
                lines.setdefault("fan", number)
                name = section = next(names, "fan")
        else:
            key = line.partition("=")[0].strip().strip("\"'")
            name = f"{section}.{key}" if section else key
        lines.setdefault(name, number)
    return lines


def _line_of(field: str, lines: dict[str, int]) -> int:
    """Return the number of the line that sets a field, or of its section; 0 if none does."""
    for name, number in lines.items():
        if field in (name, name.replace(".", "_", 1)):
            return number
    section, dot, _ = field.rpartition(".")
    return _line_of(section, lines) if dot else 0


def _summary(checked: Rules) -> Iterator[str]:
    """Yield what wins under the rules: the size of a hand, its forms, and what is not standard."""
    if checked.title:
        yield checked.title
    reachable = reachable_forms(checked)
    yield f"{3 * checked.groups + 2} tiles win as {', '.join(reachable)}"
    if beyond := set(checked.forms).difference(reachable):
        yield f"out of reach: {', '.join(sorted(beyond))}"
    said = {"groups", "forms", "title", "source", "note"}
    yield from (
        f"{name} = {value}" for name, value in toml_values(checked).items() if name not in said
    )
    if checked.asks_indicator:
        yield "no kind is wild until a deal's indicator is given"
