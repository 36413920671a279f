"""The files of the rule sets that come with the package, and rules told by how they differ."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ..errors import RulesError
from ._values import error_of, unknown

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from typing import Any

LIKE = "like"
"""The key that names the rule set to which the others of a file are changes."""

SECTIONS = ("wild", "score", "options", "sets", "pay", "ledger")
"""The sections that are changed entry by entry; any other table is a value, as a payment is."""

_DIRECTORY = os.path.dirname(__file__)


def names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the package, sorted."""
    files = map(os.path.splitext, os.listdir(_DIRECTORY))
    return tuple(sorted(name for name, extension in files if extension == ".toml"))


def path(name: str) -> str:
    """Return where the file of a rule set is; an unknown name is a `RulesError`."""
    if not isinstance(name, str):
        raise TypeError(f"a rule set's name must be a str, not {type(name).__name__}")
    if name not in names():
        raise unknown("rule set", name, names())
    return os.path.join(_DIRECTORY, f"{name}.toml")


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
