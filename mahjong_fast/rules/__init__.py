"""Rule sets as data: what a table's hands may look like.

>>> from mahjong_fast import rules
>>> rules.get("riichi").max_copies
4
>>> rules.get("standard").replace(groups=5).groups
5
>>> rules.from_dict({"title": "鬼牌", "wild": {"select": "next"}}).wild_kinds("9m")
{0: 4}
"""

from __future__ import annotations

import os

from ..errors import RulesError
from ..standard import FORMS
from ._files import known, names, path, read, text
from ._rules import Rules, from_dict

__all__ = ["FORMS", "Rules", "as_rules", "from_dict", "get", "load", "names", "text"]

_read: dict[str, Rules] = {}
"""The rule sets that were asked for; rules never change, so each file is read once."""


def load(file: str | os.PathLike[str]) -> Rules:
    """Read rules from a TOML file; what is wrong in it is a `RulesError` that names the file."""
    import tomllib

    try:
        return from_dict(tomllib.loads(read(file)))
    except (ValueError, RecursionError) as error:  # of UTF-8, TOML, its numbers, or the rules
        located = RulesError(f"{file}: {error}")
        located.faults = getattr(error, "faults", ())
        raise located from error


def get(name: str) -> Rules:
    """Return the rule set of that name or title, in any case; an unknown one is a `RulesError`."""
    if not isinstance(name, str) or name not in _read:
        name = known(name)
    if name not in _read:
        _read[name] = load(path(name))
    return _read[name]


def as_rules(rules: Rules | str) -> Rules:
    """Return the `Rules` given by themselves or by name."""
    if isinstance(rules, str):
        return get(rules)
    if not isinstance(rules, Rules):
        hint = "; rules.load(path) reads a file" if hasattr(rules, "__fspath__") else ""
        raise TypeError(f"rules must be a name or a Rules, not {type(rules).__name__}{hint}")
    return rules
