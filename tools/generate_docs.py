"""Writes what follows from the package in docs/: fields and rule sets, and the features of fans.

    python tools/generate_docs.py [--check]

Each stands between two equal comments, as `<!-- fields -->`. With --check nothing is written, and
the exit status tells whether the pages are what would be written.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from mahjong_fast import rules
from mahjong_fast.features import FEATURES
from mahjong_fast.rules._contradictions import reachable_forms
from mahjong_fast.rules._rules import FIELDS, toml_values

DOCS = Path(__file__).parent.parent / "docs"

FIRST_OF_SECTION = {
    "groups": "The hand and its forms",
    "pair_kinds": "What a winning hand must have, and may not",
    "wild_select": "Which kinds are wild in a deal",
    "wild_can_be": "What a wildcard may be",
    "scoring": "What a winning hand is worth",
    "title": "What the rules are called",
}
COLUMNS = (
    "field",
    "values",
    "default",
    "中文",
    "meaning",
    "example",
    "answered by",
    "who uses it",
)
MOST_NAMES = 8
TOLD = ("groups", "forms", "title", "source", "note")
"""The fields that the list of a rule set tells in its own words."""


def row(*cells):
    return "| " + " | ".join(cells) + " |\n"


def head(*columns):
    return row(*columns) + row(*("---" for _ in columns))


def code(text):
    return f"`{text}`" if text else ""


def default_of(field):
    """Return a field's default as TOML."""
    if field.name == "tiles":
        return "all 34 kinds"
    return code(field.metadata["type"].toml(field.default))


def users_of(field):
    """Return who uses a field: in words, and the rule sets in which it is not the default."""
    sets = [name for name in rules.names() if getattr(rules.get(name), field.name) != field.default]
    names = ", ".join(map(code, sets))
    if len(sets) > MOST_NAMES or not field.compare:
        names = ""
    return "; ".join(filter(None, (field.metadata["users"], names)))


def fields():
    lines = ""
    for name, field in FIELDS.items():
        if name in FIRST_OF_SECTION:
            lines += f"\n### {FIRST_OF_SECTION[name]}\n\n" + head(*COLUMNS)
        about = field.metadata
        values = about["type"].type
        lines += row(
            code(name),
            values,
            default_of(field),
            about["zh"],
            about["meaning"],
            code(about["example"]),
            about["kernel"],
            users_of(field),
        )
    return lines.lstrip("\n")


def rule_sets():
    return "\n".join(map(rule_set, rules.names()))


def rule_set(name):
    """Return a rule set's heading and its list: what it is, field by field, and what to know."""
    some = rules.get(name)
    others = [
        f"`{field} = {value}`"
        for field, value in toml_values(some).items()
        if field not in TOLD and getattr(some, field) != FIELDS[field].default
    ]
    items = {
        "wins": f"{3 * some.groups + 2} tiles as {', '.join(reachable_forms(some))}",
        "fields": ", ".join(others),
        **score_of(some.scoring),
        "source": some.source,
        "to know": "".join(f"\n  * {sentence}" for sentence in sentences(some.note)),
    }
    lines = (f"* **{item}:** {text}".replace(" \n", "\n") for item, text in items.items() if text)
    return f"### `{name}`: {some.title}\n\n" + "\n".join(lines) + "\n"


def score_of(scoring):
    """Return what a list says of a score: how it is made, its bounds and its options."""
    if scoring is None:
        return {"score": "none"}
    bounds = [f"least {scoring.minimum}"] if scoring.minimum else []
    bounds += [f"most {scoring.cap}"] if scoring.cap is not None else []
    made = f"{scoring.combine} of {len(scoring.fans)} fans"
    options = (f"`{name} = {json.dumps(value)}`" for name, value in scoring.options)
    return {"score": "; ".join([made, *bounds]), "options": ", ".join(options)}


def sentences(note):
    """Split a note into its sentences."""
    return [sentence for sentence in re.split(r"(?<=\.) (?=[^a-z])", note) if sentence]


def features():
    """Return the table of what a fan's condition may speak of."""
    rows = (
        row(code(feature.name), f"0 to {feature.most}", feature.meaning)
        for feature in FEATURES.values()
    )
    return head("feature", "values", "meaning") + "".join(rows)


PAGES = {
    DOCS / "rules.md": {"fields": fields, "rule sets": rule_sets},
    DOCS / "scoring.md": {"features": features},
}
"""The generated parts of each page, by the name in their comments."""


def page(path):
    """Return the text of a page with its generated parts written anew."""
    text = path.read_text(encoding="utf-8")
    for name, make in PAGES[path].items():
        mark = f"<!-- {name} -->\n"
        before, _, after = text.split(mark)
        text = f"{before}{mark}{make()}{mark}{after}"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments = parser.parse_args()
    stale = [path for path in PAGES if path.read_text(encoding="utf-8") != page(path)]
    if arguments.check:
        return ", ".join(f"{path} is out of date" for path in stale) or 0
    for path in stale:
        path.write_text(page(path), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
