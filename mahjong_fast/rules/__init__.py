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
from ._rules import Rules, from_dict
from ._values import unknown

__all__ = ["FORMS", "Rules", "from_dict", "get", "load", "names", "text"]

_DIRECTORY = os.path.dirname(__file__)

_read: dict[str, Rules] = {}
"""The rule sets that were asked for; rules never change, so each file is read once."""


def load(path: str | os.PathLike[str]) -> Rules:
    """Read rules from a TOML file; what is wrong in it is a `RulesError` that names the file."""
    import tomllib

    try:
        with open(path, "rb") as file:
            return from_dict(tomllib.load(file))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, RulesError) as error:
        located = RulesError(f"{path}: {error}")
        located.faults = getattr(error, "faults", ())
        raise located from error


def names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the package, sorted."""
    files = map(os.path.splitext, os.listdir(_DIRECTORY))
    return tuple(sorted(name for name, extension in files if extension == ".toml"))


def get(name: str) -> Rules:
    """Return the rule set of that name; an unknown name is a `RulesError`."""
    if name not in _read:
        _read[name] = load(_path(_known(name)))
    return _read[name]


def text(name: str) -> str:
    """Return the TOML file of a rule set that comes with the package, comments and all.

    >>> text("mcr").partition("\\n")[0]
    'title = "国标麻将"'
    """
    with open(_path(_known(name)), encoding="utf-8") as file:
        return file.read()


def _known(name: str) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a rule set's name must be a str, not {type(name).__name__}")
    if name not in names():
        raise unknown("rule set", name, names())
    return name


def _path(name: str) -> str:
    return os.path.join(_DIRECTORY, f"{name}.toml")
