"""The types a field of the rules may have: each reads what is given, and writes it to TOML.

`read` accepts what a Python program or a TOML file would say and returns the one form in which
`Rules` holds it; anything else is a `RulesError` that begins with the field's name. What `toml`
writes, `read` reads back, once TOML is parsed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index

from .errors import MahjongError, RulesError, suggestion
from .tiles import KINDS, NAMES, kind

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from typing import Any

Fault = tuple[str, str]
"""The name of a field, as it is written, and what is wrong with it."""

NOTHING = "none"
"""How a TOML file, which has no null, writes `None`."""


def unknown(what: str, name: object, valid: Iterable[str]) -> RulesError:
    """Return the error of a name that is not among `valid`, with the nearest that is."""
    return RulesError(f"unknown {what} {name!r}; {suggestion(name, valid)}")


def error_of(*faults: Fault) -> RulesError:
    """Return one error that tells all faults."""
    error = RulesError("; ".join(message for _, message in faults))
    error.faults = faults
    return error


def refuse(faults: Iterable[Fault]) -> None:
    """Raise one error for all faults, if there are any."""
    if faults := tuple(faults):
        raise error_of(*faults)


def kinds_text(kinds: Iterable[int]) -> str:
    """Write kinds in the notation, each once: `kinds_text((1, 4, 27))` is `"25mE"`."""
    text = ""
    for name in (NAMES[tile] for tile in sorted(kinds)):
        if name[1:] and text.endswith(name[1:]):
            text = text[:-1]
        text += name
    return text


def _tiles_of_text(text: str) -> list[str]:
    """Split a text in the notation into the texts of its tiles: `"25mE"` is `2m 5m E`."""
    tiles: list[str] = []
    digits = ""
    for letter in "".join(text.split()):
        if letter.isascii() and letter.isdigit():
            digits += letter
        elif digits:
            tiles += (digit + letter for digit in digits)
            digits = ""
        else:
            tiles.append(letter)
    if digits:
        raise RulesError(f"digits without a suit letter (m, p or s) at the end of {text!r}")
    return tiles


def read_kind(given: Any) -> int:
    """Return the id of one of the 34 kinds, given as a text or an id."""
    if isinstance(given, str):
        tile = kind(given)
    else:
        try:
            if isinstance(given, bool):
                raise TypeError
            tile = index(given)
        except TypeError:
            raise RulesError(f"a kind is a text or an id, not {given!r}") from None
    if not 0 <= tile < KINDS:
        raise RulesError(f"{given!r} is none of the {KINDS} kinds")
    return tile


def is_nothing(value: object) -> bool:
    """Tell whether a value is the word for `None`."""
    return isinstance(value, str) and value == NOTHING


def items_of(value: object) -> tuple[object, ...] | None:
    """Return what a value lists, or None if it lists nothing, as a text and a TOML table."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        return None
    return tuple(value)


class Value:
    """The type of a field."""

    type: str
    """What a field holds, in words."""

    def read(self, name: str, value: object) -> Any:
        raise NotImplementedError

    def toml(self, value: Any) -> str:
        raise NotImplementedError


class Flag(Value):
    """True or false."""

    type = "true or false"

    def read(self, name: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise RulesError(f"{name} must be true or false, not {value!r}")
        return value

    def toml(self, value: bool) -> str:
        return "true" if value else "false"


class Whole(Value):
    """A whole number of a range."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.type = f"{low} to {high}"

    def read(self, name: str, value: object) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not isinstance(value, int) or not whole or not self.low <= value <= self.high:
            raise RulesError(f"{name} must be an int from {self.low} to {self.high}, not {value!r}")
        return value

    def toml(self, value: int) -> str:
        return str(value)


MOST_POINTS = 1_000_000

AMOUNT = Whole(0, MOST_POINTS)
"""Points that are paid or counted."""


class CopyLimit(Value):
    """Four copies, or no limit."""

    type = '4 or "none"'

    def read(self, name: str, value: object) -> int | None:
        if value is None or is_nothing(value):
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value != 4:
            raise RulesError(f"{name} must be None or 4, not {value!r}")
        return value

    def toml(self, value: int | None) -> str:
        return f'"{NOTHING}"' if value is None else str(value)


class OneOf(Value):
    """One name of several."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.type = "one of " + ", ".join(f'"{name}"' for name in names)

    def read(self, name: str, value: object) -> str:
        if not isinstance(value, str) or value not in self.names:
            raise unknown(name, value, self.names)
        return value

    def toml(self, value: str) -> str:
        return f'"{value}"'


class SomeOf(Value):
    """Any of several names, held in their order; `fewest` is 1 where none makes no sense."""

    def __init__(self, what: str, *names: str, fewest: int = 0) -> None:
        self.what, self.names, self.fewest = what, names, fewest
        self.type = "any of " + ", ".join(f'"{name}"' for name in names)

    def read(self, name: str, value: object) -> tuple[str, ...]:
        given = items_of(value)
        if given is None:
            raise RulesError(f"{name} must be a sequence of {self.what} names, not {value!r}")
        for item in given:
            if not isinstance(item, str) or item not in self.names:
                raise unknown(f"{self.what} in {name}:", item, self.names)
        if len(given) < self.fewest:
            raise RulesError(f"{name} must name at least one {self.what}")
        return tuple(item for item in self.names if item in given)

    def toml(self, value: tuple[str, ...]) -> str:
        return "[" + ", ".join(f'"{item}"' for item in value) + "]"


class Kinds(Value):
    """A set of kinds, held as ids in order; as a text of the notation, or a sequence of kinds."""

    type = "kinds"

    def read(self, name: str, value: object) -> tuple[int, ...]:
        try:
            given = _tiles_of_text(value) if isinstance(value, str) else items_of(value)
            if given is None:
                raise RulesError(f"kinds are a text or a sequence, not {value!r}")
            return tuple(sorted({read_kind(item) for item in given}))
        except MahjongError as error:
            raise RulesError(f"{name}: {error}") from None

    def toml(self, value: tuple[int, ...]) -> str:
        return f'"{kinds_text(value)}"'


class MaybeKind(Value):
    """One kind, or none."""

    type = 'a kind or "none"'

    def read(self, name: str, value: object) -> int | None:
        if value is None or is_nothing(value):
            return None
        try:
            return read_kind(value)
        except MahjongError as error:
            raise RulesError(f"{name}: {error}") from None

    def toml(self, value: int | None) -> str:
        return f'"{NOTHING if value is None else NAMES[value]}"'


class Text(Value):
    """Any text."""

    type = "text"

    def read(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise RulesError(f"{name} must be a text, not {value!r}")
        return value

    def toml(self, value: str) -> str:
        import json

        # The escapes of JSON are escapes of TOML; only DEL must be escaped in TOML alone.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
