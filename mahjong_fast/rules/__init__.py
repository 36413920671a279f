"""Rule sets as data: what a table's hands may look like.

>>> from mahjong_fast import rules
>>> rules.names()
('mcr', 'riichi', 'standard')
>>> rules.get("riichi").max_copies
4
>>> rules.get("standard").replace(groups=5).groups
5
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping

from .. import standard
from ..errors import RulesError
from ..standard import FORMS

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from typing import Any

    from ..fans import Scoring

__all__ = ["FORMS", "Rules", "from_dict", "get", "load", "names"]

MAX_GROUPS = 5
MAX_COPIES = 4

_DIRECTORY = os.path.dirname(__file__)
_known: dict[str, Rules] = {}  # rule sets that have been read; they never change


def _unknown(what: str, name: object, valid: Iterable[str]) -> RulesError:
    import difflib

    valid = sorted(valid)
    near = difflib.get_close_matches(str(name), valid, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"valid: {', '.join(valid)}"
    return RulesError(f"unknown {what} {name!r}; {hint}")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclasses.dataclass(frozen=True)
class Rules:
    """The rules that decide which hands win.

    Every field is honoured by every question of an `Evaluator`.
    A field that is unknown or out of range is a `RulesError` naming it.

    groups
        Groups of a complete hand beside its pair, declared melds included, 1 to 5:
        4 for hands of 14 tiles, 5 for hands of 17 (福州, 温州, 台湾).
    forms
        The shapes that win, any of `"standard"` (groups and a pair), `"seven_pairs"` (七对) and
        `"thirteen_orphans"` (十三幺). The last two need the whole hand concealed and `groups` 4.
    quads_as_two_pairs
        Whether four tiles of a kind are two of the seven pairs (most Chinese rules) or the
        pairs must be distinct (riichi).
    max_copies
        The most copies of a kind in a winning hand and its melds, substituted wildcards included:
        4, or `None` where a wildcard may stand for a fifth copy (most Chinese tables).
    copies
        Physical copies of each kind in the set of tiles, 1 to 4.
    scoring
        The fans and how they combine, a `Scoring`, or None where the rules score nothing. In a file
        these are the sections `[score]`, `[[fan]]` and `[pay]`.
    """

    groups: int = standard.groups
    forms: tuple[str, ...] = standard.forms
    quads_as_two_pairs: bool = standard.quads_as_two_pairs
    max_copies: int | None = standard.max_copies
    copies: int = standard.copies
    scoring: Scoring | None = None

    def __post_init__(self) -> None:
        if not _is_int(self.groups) or not 1 <= self.groups <= MAX_GROUPS:
            raise RulesError(f"groups must be an int from 1 to {MAX_GROUPS}, not {self.groups!r}")
        if isinstance(self.forms, str) or not isinstance(self.forms, Iterable):
            raise RulesError(f"forms must be a sequence of form names, not {self.forms!r}")
        forms = tuple(self.forms)
        for form in forms:
            if form not in FORMS:
                raise _unknown("form", form, FORMS)
        if not forms:
            raise RulesError("forms must name at least one form")
        object.__setattr__(self, "forms", tuple(form for form in FORMS if form in forms))
        if not isinstance(self.quads_as_two_pairs, bool):
            raise RulesError(
                f"quads_as_two_pairs must be true or false, not {self.quads_as_two_pairs!r}"
            )
        if self.max_copies is not None and (not _is_int(self.max_copies) or self.max_copies != 4):
            raise RulesError(f"max_copies must be None or 4, not {self.max_copies!r}")
        if not _is_int(self.copies) or not 1 <= self.copies <= MAX_COPIES:
            raise RulesError(f"copies must be an int from 1 to {MAX_COPIES}, not {self.copies!r}")
        if self.scoring is not None:
            from ..fans import Scoring

            if not isinstance(self.scoring, Scoring):
                raise RulesError(f"scoring must be a Scoring or None, not {self.scoring!r}")

    def replace(self, **changes: Any) -> Rules:
        """Return the same rules with some fields changed.

        >>> Rules().replace(max_copies=4).max_copies
        4
        """
        _check_fields(changes)
        return dataclasses.replace(self, **changes)

    def to_toml(self) -> str:
        """Return the rules as the text of a TOML file that `load` reads back.

        >>> print(Rules(max_copies=4).to_toml())
        groups = 4
        forms = ["standard", "seven_pairs", "thirteen_orphans"]
        quads_as_two_pairs = true
        max_copies = 4
        copies = 4
        <BLANKLINE>
        """
        lines = [
            f"{field.name} = {_toml_value(getattr(self, field.name))}\n"
            for field in dataclasses.fields(self)
            if field.name != "scoring"
        ]
        if self.scoring is not None:
            lines.append("\n" + self.scoring.to_toml())
        return "".join(lines)


def _toml_value(value: object) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)


def _check_fields(mapping: Mapping[str, object]) -> None:
    valid = [field.name for field in dataclasses.fields(Rules)]
    for name in mapping:
        if name not in valid:
            raise _unknown("field", name, valid)


def from_dict(fields: Mapping[str, Any]) -> Rules:
    """Make rules from a mapping of field names to values, as read from TOML.

    `max_copies = "none"` is `None`, which TOML cannot write.

    >>> from_dict({"groups": 5, "max_copies": "none"}).groups
    5
    """
    if not isinstance(fields, Mapping):
        raise TypeError(f"rules must be a mapping, not {type(fields).__name__}")
    values = dict(fields)
    sections = {name: values.pop(name) for name in ("score", "fan", "pay") if name in values}
    _check_fields(values)
    if sections:
        from ..fans import from_sections

        if "scoring" in values:
            raise RulesError(f"scoring beside the section [{next(iter(sections))}]")
        values["scoring"] = from_sections(
            sections.get("score", {}), sections.get("fan", ()), sections.get("pay", {})
        )
    if values.get("max_copies") == "none":
        values["max_copies"] = None
    return Rules(**values)


def load(path: str | os.PathLike[str]) -> Rules:
    """Read rules from a TOML file; what is wrong in it is a `RulesError` that names the file."""
    import tomllib

    try:
        with open(path, "rb") as file:
            return from_dict(tomllib.load(file))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RulesError) as error:
        raise RulesError(f"{path}: {error}") from error


def names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the package, sorted."""
    files = map(os.path.splitext, os.listdir(_DIRECTORY))
    return tuple(sorted(name for name, extension in files if extension == ".toml"))


def get(name: str) -> Rules:
    """Return the rule set of that name; an unknown name is a `RulesError`."""
    if not isinstance(name, str):
        raise TypeError(f"a rule set's name must be a str, not {type(name).__name__}")
    if name == "standard":  # the defaults: spares a plain start the reading of a file
        return Rules()
    if name not in _known:
        if name not in names():
            raise _unknown("rule set", name, names())
        _known[name] = load(os.path.join(_DIRECTORY, f"{name}.toml"))
    return _known[name]
