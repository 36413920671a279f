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

import functools
import os

from ..errors import RulesError
from ..standard import FORMS
from ._rules import Rules, from_dict
from ._values import unknown

__all__ = ["FORMS", "Rules", "from_dict", "get", "load", "names"]

_DIRECTORY = os.path.dirname(__file__)


def load(path: str | os.PathLike[str]) -> Rules:
    """Read rules from a TOML file; what is wrong in it is a `RulesError` that names the file."""
    import tomllib

    try:
        with open(path, "rb") as file:
            return from_dict(tomllib.load(file))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RulesError) as error:
        located = RulesError(f"{path}: {error}")
        located.faults = getattr(error, "faults", ())
        raise located from error


def names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the package, sorted."""
    files = map(os.path.splitext, os.listdir(_DIRECTORY))
    return tuple(sorted(name for name, extension in files if extension == ".toml"))


def get(name: str) -> Rules:
    """Return the rule set of that name; an unknown name is a `RulesError`."""
    if not isinstance(name, str):
        raise TypeError(f"a rule set's name must be a str, not {type(name).__name__}")
    return _preset(name)


@functools.cache
def _preset(name: str) -> Rules:
    if name not in names():
        raise unknown("rule set", name, names())
    return load(os.path.join(_DIRECTORY, f"{name}.toml"))
