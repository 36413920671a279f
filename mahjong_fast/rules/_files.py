"""The files of the rule sets that come with the package, and rules told by how they differ."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from ..errors import RulesError, suggestion
from ..values import error_of

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from typing import Any

LIKE = "like"
"""The key that names the rule set to which the others of a file are changes."""

SECTIONS = ("wild", "score", "choices", "options", "sets", "pay", "ledger")
"""The sections that are changed entry by entry; any other table is a value, as a payment is."""

_TITLE = re.compile(r'^title = "(.*)"$', re.MULTILINE)

_DIRECTORY = os.path.dirname(__file__)


def names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the package, sorted."""
    files = map(os.path.splitext, os.listdir(_DIRECTORY))
    return tuple(sorted(name for name, extension in files if extension == ".toml"))


def known(name: str) -> str:
    """Return the name of the rule set that a name or a title, in any case, tells of.

    What is neither is a `RulesError`, which points to `load` where it looks like a path.

    >>> known("MCR"), known("国标麻将")
    ('mcr', 'mcr')
    """
    if not isinstance(name, str):
        raise TypeError(f"a rule set's name must be a str, not {type(name).__name__}")
    if name in names():
        return name
    meant = {own.casefold(): own for own in names()}
    meant |= {_title_of(own).casefold(): own for own in names()}
    if name.casefold() in meant:
        return meant[name.casefold()]
    if name.endswith(".toml") or "/" in name or os.sep in name:
        raise RulesError(f"{name!r} is no rule set's name; rules.load(path) reads a file")
    raise RulesError(f"unknown rule set {name!r}; {suggestion(name, names(), meant)}")


def path(name: str) -> str:
    """Return where the file of a rule set is, told by its name or its title."""
    return _file_of(known(name))


def _file_of(name: str) -> str:
    return os.path.join(_DIRECTORY, f"{name}.toml")


def _title_of(name: str) -> str:
    """Return the title in a rule set's file, of which no more is parsed."""
    found = _TITLE.search(read(_file_of(name)))
    return found[1] if found else name


def text(name: str) -> str:
    """Return the TOML file of a rule set that comes with the package, comments and all.

    >>> text("mcr").partition("\\n")[0]
    'title = "国标麻将"'
    """
    return read(path(name))


def read(file: str | os.PathLike[str]) -> str:
    """Return the text of a file in UTF-8, without the mark that some editors put before it."""
    with open(os.fspath(file), encoding="utf-8-sig") as opened:  # no number of an open file
        return opened.read()


def completed(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields with those of the rule set that they are `like`, where they name one."""
    if LIKE not in fields:
        return fields
    import tomllib

    try:
        base = completed(tomllib.loads(text(fields[LIKE])))
    except (RulesError, TypeError) as error:
        raise error_of((LIKE, f"{LIKE}: {error}")) from None
    changes = {key: value for key, value in fields.items() if key != LIKE}
    return _changed(_without(base, changes), changes)


def _without(base: Mapping[str, Any], changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields without those of [wild] that the changes write above it, as they may."""
    flat = {key.removeprefix("wild_") for key in changes}
    kept = {key: value for key, value in base.get("wild", {}).items() if key not in flat}
    return {**base, "wild": kept}


def _changed(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with some entries changed: of its sections theirs, of its fans by their id."""
    result = dict(base)
    for key, value in changes.items():
        before = base.get(key)
        if key in SECTIONS and isinstance(before, Mapping) and isinstance(value, Mapping):
            result[key] = _changed(before, value)
        elif key == "fan" and isinstance(before, list) and isinstance(value, list):
            result[key] = _changed_fans(before, value)
        else:
            result[key] = value
    return result


def _changed_fans(base: list[Any], changes: list[Any]) -> list[Any]:
    """Return the fans with those of the same id changed, and new ones below them."""
    by_id = {_id_of(fan): fan for fan in changes}
    known = {fan["id"] for fan in base}
    new = [fan for fan in changes if _id_of(fan) not in known]
    return [{**fan, **by_id.get(fan["id"], {})} for fan in base] + new


def _id_of(fan: Any) -> str | None:
    """Return the id of a fan as a file gives it; None where it has none that could be one."""
    found = fan.get("id") if isinstance(fan, Mapping) else None
    return found if isinstance(found, str) else None
