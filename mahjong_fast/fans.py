"""Fan tables as data: what a rule set scores, for which readings, and how its fans combine.

A fan is a section of the rule set's TOML file. Its `when` speaks of the features of a reading (see
`features.FEATURES`), of the rule set's named sets of tiles, and of its options:

>>> fan = Fan(id="all_pungs", points=6, when="pungs == 4", excludes=("double_pung",))
>>> scoring = Scoring(fans=(fan, Fan(id="double_pung", points=2, when="same_rank_pairs >= 1")))
>>> scoring.terms(fan)
[{'pungs': 16}]

An expression is parsed once, into the values that each feature may have (bit 4 for a 4); it is
never evaluated as Python.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .errors import MahjongError, RulesError
from .features import FEATURES, MOST_SETS, Feature, set_features
from .values import (
    AMOUNT,
    MOST_POINTS,
    Fault,
    Flag,
    Text,
    error_of,
    items_of,
    refuse,
    unknown,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ledger import Ledger

__all__ = ["Fan", "Pay", "Scoring", "from_sections"]

Term = dict[str, int]
"""Of each feature that it speaks of, the values that it allows, a bit each."""

COMBINE = ("sum", "product", "power of two", "best", "base_plus_sum")
OBJECTIVES = ("total", "payment")
FLAT_FROM = ("payers", "discarder")
ROBBING = ("discard", "self_draw", "konger")
HALF_UP = "half_up"
COVERS = (
    "terminal_pungs",
    "wind_pungs",
    "dragon_pungs",
    "seat_wind_pung",
    "round_wind_pung",
    "one_terminal_pung",
)
JOINS = ("three_chows",)
UNCOVERED_PUNGS = "uncovered_pungs"
IN_SCORE = ("combine", "base", "minimum", "cap", "sets", "choices", "options")
"""The fields of a `Scoring` that a file gives in `[score]`."""
CONSTANTS = ("true", "false")
"""What a condition may say beside features and options."""

MOST_SHARE = 10**12
"""The most that one player may pay for each point of the total."""
MOST_TERMS = 64
MOST_VALUE = 15
MOST_LENGTH = 2000

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_EVERYTHING = (1 << MOST_VALUE + 1) - 1


@dataclasses.dataclass(frozen=True)
class Fan:
    """One scoring element of a rule set.

    id
        Its name in the rule set, lower-case letters, digits and underscores.
    points
        What it is worth, or the name of an option that tells.
    when
        The condition: an expression over features, or a function of the features as a dict of
        name to int. A function is the slow escape: it is called for every reading.
    zh, en
        Its Chinese and English name.
    count
        How often it counts: a feature; `"uncovered_pungs"`, the pungs of terminals and honours that
        no fan above covers; None for once. The relations of two chows (`same_chow_pairs`,
        `mixed_chow_pairs`, `short_straights`, `terminal_chow_pairs`) count as many as can be
        chosen without closing a ring of chows.
    excludes
        Fans further down the table that do not count beside it, each an id, or
        `"id if option"`, `"id unless option"`.
    covers
        Pungs that it uses up, so that `"uncovered_pungs"` leaves them out: any of
        `"terminal_pungs" "wind_pungs" "dragon_pungs" "seat_wind_pung" "round_wind_pung"
        "one_terminal_pung"`.
    joins
        `"three_chows"`: it joins three chows, so that the relations of two chows only tie others
        to them.
    flat
        An amount that is added to what each payer pays and never multiplied, or an option that
        tells. Who pays it on a discard win is told in `[pay]`.
    each
        Another such amount, which every other player pays however the hand was won.
    apart
        It is no part of the minimum, and does not keep an `alone` fan from counting (flowers).
    alone
        It counts where no other fan does.
    """

    id: str
    points: int | str
    when: str | Callable[[dict[str, int]], object] = "true"
    zh: str = ""
    en: str = ""
    count: str | None = None
    excludes: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    joins: str | None = None
    flat: int | str = 0
    each: int | str = 0
    apart: bool = False
    alone: bool = False

    def __post_init__(self) -> None:
        for name in ("excludes", "covers"):
            items = items_of(getattr(self, name))
            if items is not None:
                object.__setattr__(self, name, items)
        refuse(self._faults())

    def _faults(self) -> Iterator[Fault]:
        """Yield each field that has a wrong value, and what is wrong with it."""
        if not isinstance(self.id, str) or not _NAME.match(self.id):
            yield "id", f"a fan's id is lower-case letters, digits and _, not {self.id!r}"
        where = f"fan {self.id}"
        for name in ("points", "flat", "each"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | str):
                yield name, f"{where}: {name} must be an int or an option, not {value!r}"
        if not isinstance(self.when, str) and not callable(self.when):
            yield "when", f"{where}: when must be an expression, not {self.when!r}"
        for name in ("zh", "en"):
            if not isinstance(getattr(self, name), str):
                yield name, f"{where}: {name} must be a str"
        for name in ("excludes", "covers"):
            value = getattr(self, name)
            if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
                yield name, f"{where}: {name} must be a list of names, not {value!r}"
            elif name == "covers" and (strange := [item for item in value if item not in COVERS]):
                yield name, f"{where}: covers is of {', '.join(COVERS)}, not {strange[0]!r}"
        if self.joins is not None and (not isinstance(self.joins, str) or self.joins not in JOINS):
            yield "joins", f"{where}: joins is {', '.join(JOINS)}, not {self.joins!r}"
        if self.count is not None and not isinstance(self.count, str):
            yield "count", f"{where}: count must be the name of a feature"
        for name in ("apart", "alone"):
            if not isinstance(getattr(self, name), bool):
                yield name, f"{where}: {name} must be true or false"


@dataclasses.dataclass(frozen=True)
class Scoring:
    """How a rule set scores: its fans in the order in which they exclude, and how they combine.

    fans
        The fans, the largest first: a fan excludes only fans below it. At most 128.
    combine
        `"sum"`; `"product"` of the base and the fans; `"power of two"`: the base times 2 to the
        sum; `"best"`, the largest; `"base_plus_sum"`.
    base, minimum
        The base, and the least total that may be declared, which is reported and not enforced.
    cap
        The largest total, or None.
    sets
        Named sets of tiles, as pairs of a name and the tiles in text notation. A set `green` makes
        the features `outside_green` (there is a tile outside it) and `pair_in_green`.
    options
        Names for the points on which tables differ, with their values: ints, booleans, or words
        (see `choices`) that the fans speak of.
    choices
        The words that an option may be, as pairs of its name and the words.
    pay
        The section `[pay]` of the file, as pairs; see `Pay`.
    ledger
        The section `[ledger]`, as pairs: what is settled beside the win; see `ledger.Ledger`.
    """

    fans: tuple[Fan, ...] = ()
    combine: str = "sum"
    base: int = 0
    minimum: int = 0
    cap: int | None = None
    sets: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    options: tuple[tuple[str, int | bool | str], ...] = ()
    pay: tuple[tuple[str, Any], ...] = ()
    ledger: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        for name in ("sets", "choices", "options", "pay", "ledger"):
            value = getattr(self, name)
            pairs = value.items() if isinstance(value, Mapping) else value
            try:
                frozen = tuple((key, _frozen(item)) for key, item in pairs)
            except RecursionError:
                raise error_of((name, f"{name} is nested too deep")) from None
            except ValueError:
                raise error_of((name, f"{name} must be pairs of a name and a value")) from None
            object.__setattr__(self, name, frozen)
        object.__setattr__(self, "fans", tuple(self.fans))
        refuse(self._faults())

    def _faults(self) -> Iterator[Fault]:
        """Yield each field that has a wrong value, as a file writes it, and what is wrong."""
        if self.combine not in COMBINE:
            yield "score.combine", f"combine is one of {', '.join(COMBINE)}, not {self.combine!r}"
        for name in ("base", "minimum", "cap"):
            value = getattr(self, name)
            try:
                if value is not None or name != "cap":
                    AMOUNT.read(name, value)
            except RulesError as error:
                yield f"score.{name}", str(error)
        names = [*self._faults_of_sets(), *self._faults_of_options()]
        yield from names
        if not names:  # else what the fans speak of is not known
            yield from self._faults_of_fans()
        for name, check in (("pay", self.payment), ("ledger", self.settlement)):
            try:
                if getattr(self, name):
                    check()
            except RulesError as error:
                yield from error.faults or [(name, str(error))]

    def _faults_of_sets(self) -> Iterator[Fault]:
        for name in _repeated(name for name, _ in self.sets):
            yield f"score.sets.{name}", f"two sets have the name {name!r}"
        if len(self.sets) > MOST_SETS:
            yield "score.sets", f"more than {MOST_SETS} sets of tiles"
        for name, text in self.sets:
            where = f"score.sets.{name}"
            if not isinstance(name, str) or not _NAME.match(name):
                yield where, f"a set's name is lower-case letters and _, not {name!r}"
            try:
                self.kinds_of(text)
            except (MahjongError, TypeError) as error:
                yield where, f"set {name}: {error}"

    def _faults_of_options(self) -> Iterator[Fault]:
        for name in _repeated(name for name, _ in self.options):
            yield f"score.options.{name}", f"two options have the name {name!r}"
        choices = {}
        for name, words in self.choices:
            if not isinstance(words, tuple) or not all(isinstance(word, str) for word in words):
                yield f"score.choices.{name}", f"choices of {name} must be a list of words"
            elif name not in dict(self.options):
                yield f"score.choices.{name}", f"choices of {name!r}, which is no option"
            else:
                choices[name] = words
        taken = {*self.features(), *CONSTANTS}
        for name, value in self.options:
            where = f"score.options.{name}"
            if not isinstance(name, str) or not _NAME.match(name):
                yield where, f"an option's name is lower-case letters and _, not {name!r}"
            elif name in taken:
                yield where, f"{name} means something else in a condition: no name for an option"
            if name in choices:
                if not isinstance(value, str) or value not in choices[name]:
                    listed = ", ".join(choices[name])
                    yield where, f"option {name} is one of {listed}, not {value!r}"
            elif not isinstance(value, bool | int):
                yield where, f"option {name} must be true, false or an int, not {value!r}"

    def _faults_of_fans(self) -> Iterator[Fault]:
        strange = [fan for fan in self.fans if not isinstance(fan, Fan)]
        if strange:
            yield "fan", f"fans must be Fan objects, not {type(strange[0]).__name__}"
            return
        known = {fan.id for fan in self.fans}
        above: set[str] = set()
        is_alone = False
        for where, fan in zip(fan_names(fan.id for fan in self.fans), self.fans, strict=True):
            if fan.id in above:
                yield f"{where}.id", f"two fans have the id {fan.id!r}"
            above.add(fan.id)
            for name, why in self._faults_of(fan, known, above):
                yield f"{where}.{name}", f"fan {fan.id}: {why}"
            if fan.alone and is_alone:
                yield f"{where}.alone", "more than one fan is `alone`"
            is_alone |= fan.alone

    def _faults_of(self, fan: Fan, known: set[str], above: set[str]) -> Iterator[Fault]:
        """Yield what is wrong with a fan among the others; `above` are those down to it."""
        for entry in fan.excludes:
            try:
                excluded = self._exclusion(entry)[0]
            except RulesError as error:
                yield "excludes", str(error)
                continue
            if excluded not in known:
                yield "excludes", f"it excludes {excluded!r}, which is no fan"
            elif excluded in above:
                yield "excludes", f"it excludes {excluded}, which is not below it in the table"
        for name in ("points", "flat", "each"):
            try:
                amount = self.amount(fan, name)
            except RulesError as error:
                yield name, str(error)
                continue
            if not -MOST_POINTS <= amount <= MOST_POINTS:
                yield name, f"{name} beyond {MOST_POINTS}"
        if fan.count not in (None, UNCOVERED_PUNGS) and fan.count not in self.features():
            yield "count", str(unknown("feature", fan.count, self.features()))
        try:
            self._terms(fan)
        except RulesError as error:
            yield "when", str(error)

    @staticmethod
    def kinds_of(text: str) -> tuple[int, ...]:
        """Return the kinds of a set of tiles written as text."""
        from .core.base.hand import Hand

        hand = Hand.parse(text)
        if hand.wild or hand.melds or hand.winning is not None:
            raise RulesError(f"{text!r} is not a plain set of tiles")
        return tuple(sorted(set(hand.tiles)))

    def features(self) -> dict[str, Feature]:
        """Return the features that the fans may speak of, by name."""
        return dict(self.remember("features", self._all_features))

    def _all_features(self) -> dict[str, Feature]:
        return {**FEATURES, **set_features(tuple(name for name, _ in self.sets))}

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields; what is remembered beside them can be made again."""
        return {name: value for name, value in self.__dict__.items() if name != "_known"}

    def remember(self, key: object, make: Callable[[], Any]) -> Any:
        """Return what `make` makes, made once: it follows from the fields, which never change."""
        known = self.__dict__.get("_known")
        if known is None:
            known = {}
            object.__setattr__(self, "_known", known)
        if key not in known:
            known[key] = make()
        return known[key]

    def option(self, name: str) -> int | bool | str:
        """Return the value of an option; an unknown name is a `RulesError`."""
        options = dict(self.options)
        if name not in options:
            raise unknown("option", name, options)
        return options[name]

    def with_options(self, **changes: int | bool | str) -> Scoring:
        """Return the same scoring with some options set."""
        for name in changes:
            self.option(name)
        options = {**dict(self.options), **changes}
        return dataclasses.replace(self, options=tuple(options.items()))

    def with_fans(self, *fans: Fan, first: bool = False) -> Scoring:
        """Return the same scoring with further fans, below the others or above them."""
        return dataclasses.replace(self, fans=(*fans, *self.fans) if first else (*self.fans, *fans))

    def points(self, fan: Fan) -> int:
        """Return the points of a fan, which may be those of an option."""
        return self.amount(fan, "points")

    def amount(self, fan: Fan, name: str) -> int:
        """Return the `points`, `flat` or `each` of a fan, which may be those of an option."""
        value: int | str = getattr(fan, name)
        if not isinstance(value, str):
            return value
        option = self.option(value)
        if isinstance(option, str):
            raise RulesError(f"{value} is a word, and {name} a number")
        return int(option)

    def payment(self) -> Pay:
        """Return what the section `[pay]` says, checked."""
        found: Pay = self.remember("pay", lambda: _pay(self.pay))
        return found

    def settlement(self) -> Ledger:
        """Return what the section `[ledger]` says, checked."""
        from .ledger import read_ledger

        found: Ledger = self.remember("ledger", lambda: read_ledger(self.ledger))
        return found

    def _exclusion(self, entry: str) -> tuple[str, bool]:
        """Return the id of an entry of `excludes`, and whether it holds under the options."""
        match entry.split():
            case [excluded]:
                return excluded, True
            case [_, "if" | "unless", option] if isinstance(self.option(option), str):
                raise RulesError(f"{option} is a word; let the condition of the fan speak of it")
            case [excluded, "if", option]:
                return excluded, bool(self.option(option))
            case [excluded, "unless", option]:
                return excluded, not self.option(option)
        raise RulesError("excludes is an id, or an id if or unless an option")

    def excluded(self, fan: Fan) -> tuple[str, ...]:
        """Return the ids that a fan excludes under the options."""
        found = (self._exclusion(entry) for entry in fan.excludes)
        return tuple(excluded for excluded, holds in found if holds)

    def terms(self, fan: Fan) -> list[Term]:
        """Return the alternatives of a fan's condition; none holds where the list is empty."""
        try:
            return [dict(term) for term in self._terms(fan)]
        except RulesError as error:
            raise RulesError(f"fan {fan.id}: {error}") from None

    def _terms(self, fan: Fan) -> list[Term]:
        when = fan.when
        if not isinstance(when, str):
            return []
        found: list[Term] = self.remember(("terms", when), lambda: self._parser().parse(when))
        return found

    def _parser(self) -> _Parser:
        parser: _Parser = self.remember(
            "parser",
            lambda: _Parser(self._all_features(), dict(self.options), dict(self.choices)),
        )
        return parser

    def to_toml(self) -> str:
        """Return the sections `[score]`, `[[fan]]`, `[pay]` and `[ledger]` of a rule set's file."""
        lines = ["[score]"]
        for field in ("combine", "base", "minimum", "cap"):
            value = getattr(self, field)
            lines.append(f"{field} = {_toml('none' if value is None else value)}")
        for name in ("sets", "choices", "options"):
            if getattr(self, name):
                lines.append(f"\n[score.{name}]")
                lines += [f"{key} = {_toml(value)}" for key, value in getattr(self, name)]
        for fan in self.fans:
            if not isinstance(fan.when, str):
                raise RulesError(f"fan {fan.id} is a Python function, which TOML cannot hold")
            lines.append("\n[[fan]]")
            for key in dataclasses.fields(fan):
                value = getattr(fan, key.name)
                if key.name in ("id", "points") or value != key.default:
                    lines.append(f"{key.name} = {_toml(value)}")
        for name in ("pay", "ledger"):
            if getattr(self, name):
                lines.append(f"\n[{name}]")
                lines += [f"{key} = {_toml(value)}" for key, value in getattr(self, name)]
        return "\n".join(lines) + "\n"


@dataclasses.dataclass(frozen=True)
class Pay:
    """Who pays a winner how much: the section `[pay]`.

    unit
        What a point of the total is worth.
    discard
        The share that the discarder pays on a discard win, and that the others pay: an int, or
        `"half_up"` for half of what they would pay by the discarder's, rounded up.
    self_draw
        The share that each pays on a self-draw.
    robbing_kong
        Who pays when a kong is robbed: as for a `"discard"`, as for a `"self_draw"`, `"konger"`
        what all would have paid on a self-draw, or so many shares that he pays alone.
    dealer
        A factor on what is paid between the dealer, who sits East, and another.
    each
        Points that every loser pays beside his share, whatever the hand is worth (MCR: 8).
    flat
        Who pays the `flat` of fans on a discard win: `"payers"`, all who pay a share, or the
        `"discarder"` alone.
    objective
        What the best reading has most of: `"total"`, or `"payment"`, what it collects in all.
    """

    unit: int = 1
    discard: tuple[int, int | str] = (1, 0)
    self_draw: int = 1
    robbing_kong: str | int = "discard"
    dealer: int = 1
    each: int = 0
    flat: str = "payers"
    objective: str = "total"


def _pay(section: Iterable[tuple[str, Any]]) -> Pay:
    faults: list[Fault] = []
    fields = _known_fields(dict(section), _fields_of(Pay), "pay", "[pay]", faults)
    for name, value in fields.items():
        try:
            fields[name] = _PAY_FIELDS[name](name, value)
        except RulesError as error:
            faults.append((f"pay.{name}", f"[pay]: {error}"))
    refuse(faults)
    pay = Pay(**fields)
    shares = [pay.self_draw, *(share for share in pay.discard if isinstance(share, int))]
    if isinstance(pay.robbing_kong, int):
        shares.append(pay.self_draw * pay.robbing_kong)
    if pay.unit * max(pay.dealer, 1) * max(shares) > MOST_SHARE:
        raise RulesError(f"[pay]: unit, dealer and a share multiply to more than {MOST_SHARE}")
    return pay


def _shares(name: str, given: Any, known: Mapping[str, int]) -> dict[str, Any]:
    """Return the shares that a table gives, and the others as they are known."""
    if not _is_table(given) or {share for share, _ in given} - set(known):
        raise RulesError(f"{name} must be a table of {', '.join(known)}, not {given!r}")
    return {**known, **dict(given)}


def _discard(name: str, given: Any) -> tuple[int, int | str]:
    found = _shares(name, given, {"discarder": 1, "others": 0})
    others = found["others"]
    if others != HALF_UP:
        AMOUNT.read("discard.others", others)
    return AMOUNT.read("discard.discarder", found["discarder"]), others


def _self_draw(name: str, given: Any) -> int:
    return AMOUNT.read("self_draw.each", _shares(name, given, {"each": 1})["each"])


def _robbing_kong(name: str, given: Any) -> str | int:
    if given in ROBBING:
        return str(given)
    return AMOUNT.read("robbing_kong.konger", _shares(name, given, {"konger": 1})["konger"])


def _one_of(*known: str) -> Callable[[str, Any], str]:
    def read(name: str, given: Any) -> str:
        if given not in known:
            raise RulesError(f"{name} is {' or '.join(known)}, not {given!r}")
        return str(given)

    return read


_PAY_FIELDS: dict[str, Callable[[str, Any], Any]] = {
    "unit": AMOUNT.read,
    "discard": _discard,
    "self_draw": _self_draw,
    "robbing_kong": _robbing_kong,
    "dealer": AMOUNT.read,
    "each": AMOUNT.read,
    "flat": _one_of(*FLAT_FROM),
    "objective": _one_of(*OBJECTIVES),
}
"""How each field of `Pay` is read: its name and what is given, a table as pairs."""


def _is_table(value: Any) -> bool:
    """Tell whether a value is what `_frozen` makes of a table."""
    return isinstance(value, tuple) and all(
        isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) for item in value
    )


def _repeated(names: Iterable[object]) -> list[str]:
    """Return the names that are given more than once."""
    return [name for name, times in Counter(map(str, names)).items() if times > 1]


class _Pairs(tuple[Any, ...]):
    """A table as pairs, which are hashable; it is shown as the table that was given."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(dict(self))


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _Pairs((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, _Pairs):
        return value
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    return value


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return Flag().toml(value)
    if isinstance(value, str):
        return Text().toml(value)
    if isinstance(value, tuple):
        if value and _is_table(value):
            return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value) + " }"
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return str(value)


def from_sections(score: Any, fans: Any, pay: Any, ledger: Any = ()) -> Scoring:
    """Make a scoring of the sections `[score]`, `[[fan]]`, `[pay]` and `[ledger]` of a file."""
    faults: list[Fault] = []
    fields = _known_fields(_mapping(score, "score"), IN_SCORE, "score", "[score]", faults)
    if fields.get("cap") == "none":
        fields["cap"] = None
    for name in ("sets", "choices", "options"):
        if name in fields:
            fields[name] = tuple(_mapping(fields[name], f"score.{name}").items())
    if not isinstance(fans, list | tuple):
        raise error_of(("fan", "fan must be an array of tables: [[fan]]"))
    made = [_fan(fan, name, faults) for name, fan in zip(section_names(fans), fans, strict=True)]
    fields["fans"] = tuple(fan for fan in made if fan is not None)
    fields["pay"] = _values(pay, "pay", faults)
    fields["ledger"] = _values(ledger, "ledger", faults) if ledger else ()
    try:
        scoring = Scoring(**fields)
    except RulesError as error:
        faults += error.faults
    refuse(faults)
    return scoring


def fan_names(ids: Iterable[object]) -> Iterator[str]:
    """Yield how faults name fans: `fan.it` by the id, `fan.it[2]` the second of that id."""
    seen: Counter[str] = Counter()
    for each in map(str, ids):
        seen[each] += 1
        yield f"fan.{each}" if seen[each] == 1 else f"fan.{each}[{seen[each]}]"


def section_names(fans: Iterable[object]) -> Iterator[str]:
    """Yield how faults name the fans of a file; one that has no id is called `fan.?`."""
    return fan_names(fan.get("id", "?") if isinstance(fan, Mapping) else "?" for fan in fans)


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise error_of((what, f"[{what}] must be a table, not {value!r}"))
    return value


def _values(section: Any, what: str, faults: list[Fault]) -> tuple[tuple[str, Any], ...]:
    """Return the entries of a section, but for lists, which are added to the faults.

    No field there is a list; further on, pairs could be taken for a table.
    """
    found = _mapping(section, what)
    lists = {key: value for key, value in found.items() if isinstance(value, list)}
    faults += [
        (f"{what}.{key}", f"[{what}]: {key} must not be a list: {value!r}")
        for key, value in lists.items()
    ]
    return tuple((key, value) for key, value in found.items() if key not in lists)


def _fan(section: Any, name: str, faults: list[Fault]) -> Fan | None:
    """Make a fan of its section, without what is wrong in it, which is added to the faults.

    None where it has no id: no other fan can speak of it then.
    """
    if not isinstance(section, Mapping):
        faults.append((name, f"[[fan]] must be a table, not {section!r}"))
        return None
    where = f"fan {section['id']}" if "id" in section else "[[fan]]"
    fields = _known_fields(section, _fields_of(Fan), name, where, faults)
    faults += [(name, f"{where} has no {key}") for key in ("id", "points") if key not in fields]
    if "id" not in fields:
        return None
    try:
        return Fan(**{"points": 0, **fields})
    except RulesError as error:
        faults += [(f"{name}.{key}", why) for key, why in error.faults]
        wrong = [key for key, _ in error.faults]
    right = {key: value for key, value in fields.items() if key not in wrong}
    return Fan(**{"points": 0, **right}) if "id" in right else None


def _fields_of(kind: type[Fan | Pay]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _known_fields(
    section: Mapping[str, Any], known: tuple[str, ...], name: str, where: str, faults: list[Fault]
) -> dict[str, Any]:
    """Return the fields of a section that there are; others are added to the faults."""
    for key in section:
        if key not in known:
            faults.append((f"{name}.{key}", f"{where}: {unknown('field', key, known)}"))
    return {key: value for key, value in section.items() if key in known}


_FOREIGN = (
    (re.compile(r"(?<![=!<>])=(?!=)"), "=="),
    (re.compile(r"&&?"), "and"),
    (re.compile(r"\|\|?"), "or"),
    (re.compile(r"!(?!=)"), "not"),
    (re.compile(r"<>|≠"), "!="),
    (re.compile(r"=<|≤"), "<="),
    (re.compile(r"=>|≥"), ">="),
)
"""What other languages write, and what a condition has instead."""


def _meant(text: str, error: Exception) -> str:
    """Return what to write instead of what made a text no expression, or else what is wrong."""
    for pattern, instead in reversed(_FOREIGN):
        if found := pattern.search(text):
            return f": write {instead} for {found[0]}"
    return f": {error.msg}" if isinstance(error, SyntaxError) else ""


class _Parser:
    """Turns an expression into terms.

    The grammar is a small part of Python's: `and`, `or`, `not`, comparisons of a feature with
    numbers (`1 <= kongs < 3`, `kongs in {2, 4}`) or of an option with one of its words
    (`claims == "one"`), features and options by their names, `true`, `false`.
    """

    def __init__(
        self,
        features: Mapping[str, Feature],
        options: Mapping[str, int | bool | str],
        choices: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.features = features
        self.options = options
        self.choices = choices

    def parse(self, text: str) -> list[Term]:
        if len(text) > MOST_LENGTH:
            raise RulesError(f"a condition of more than {MOST_LENGTH} characters")
        try:
            tree = ast.parse(text.strip() or "true", mode="eval")
            return self.terms(tree.body, True)
        except RulesError:
            raise
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise RulesError(f"{text[:60]!r} is not an expression{_meant(text, error)}") from None

    def terms(self, node: ast.expr, wanted: bool) -> list[Term]:
        """Return the terms under which a condition is as wanted."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.terms(node.operand, not wanted)
        if isinstance(node, ast.BoolOp):
            parts = [self.terms(value, wanted) for value in node.values]
            if isinstance(node.op, ast.And) is wanted:
                return self.all_of(parts)
            return [term for part in parts for term in part]
        if isinstance(node, ast.Compare):
            return self.comparison(node, wanted)
        if isinstance(node, ast.Name) and node.id in self.features:
            return self.allow(node.id, lambda value: (value >= 1) is wanted)
        return [{}] if bool(self.number(node)) is wanted else []

    def all_of(self, parts: list[list[Term]]) -> list[Term]:
        found: list[Term] = [{}]
        for part in parts:
            found = [both for left in found for right in part if (both := self.merge(left, right))]
            if len(found) > MOST_TERMS:
                raise RulesError(f"more than {MOST_TERMS} alternatives")
        return [{name: value for name, value in term.items() if name} for term in found]

    @staticmethod
    def merge(left: Term, right: Term) -> Term | None:
        both = {"": 1, **left}  # the empty name keeps a term without conditions true
        for name, allowed in right.items():
            both[name] = both.get(name, _EVERYTHING) & allowed
        return both if all(both.values()) else None

    def comparison(self, node: ast.Compare, wanted: bool) -> list[Term]:
        sides = [node.left, *node.comparators]
        parts = [
            self.compare(left, operator, right, wanted)
            for left, operator, right in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return self.all_of(parts) if wanted else [term for part in parts for term in part]

    def compare(
        self, left: ast.expr, operator: ast.cmpop, right: ast.expr, wanted: bool
    ) -> list[Term]:
        if isinstance(operator, ast.In | ast.NotIn):
            if not isinstance(right, ast.Set | ast.Tuple | ast.List):
                raise RulesError("`in` needs a set of numbers: {1, 2}")
            values = {self.number(item) for item in right.elts}
            inside = isinstance(operator, ast.In) is wanted
            return self.allow(self.name(left), lambda value: (value in values) is inside)
        test = _TESTS.get(type(operator))
        if test is None:
            raise RulesError("a comparison is one of == != < <= > >= in")
        if isinstance(left, ast.Name) and left.id in self.choices:
            is_word = self.options[left.id] == self.word(left.id, right)
            if not isinstance(operator, ast.Eq | ast.NotEq):
                raise RulesError(f"{left.id} is a word, to be compared by == or !=")
            return [{}] if (is_word is isinstance(operator, ast.Eq)) is wanted else []
        if isinstance(left, ast.Name) and left.id in self.features:
            bound = self.number(right)
            return self.allow(left.id, lambda value: test(value, bound) is wanted)
        if isinstance(right, ast.Name) and right.id in self.features:
            bound = self.number(left)
            return self.allow(right.id, lambda value: test(bound, value) is wanted)
        return [{}] if test(self.number(left), self.number(right)) is wanted else []

    def allow(self, name: str, holds: Callable[[int], bool]) -> list[Term]:
        """Return the term of the values of a feature for which something holds."""
        most = self.features[name].most
        allowed = sum(1 << value for value in range(most + 1) if holds(value))
        if not allowed:
            return []
        return [{}] if allowed == (1 << most + 1) - 1 else [{name: allowed}]

    def name(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name) and node.id in self.features:
            return node.id
        if isinstance(node, ast.Name):
            raise unknown("feature", node.id, self.features)
        raise RulesError(f"a feature is wanted, not {ast.unparse(node)[:60]!r}")

    def word(self, option: str, node: ast.expr) -> str:
        """Return one of the words of an option."""
        words = self.choices[option]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value in words:
                return node.value
            raise unknown(f"word for {option}", node.value, words)
        raise RulesError(f"{option} is compared with one of its words: {', '.join(words)}")

    def number(self, node: ast.expr) -> int:
        if isinstance(node, ast.Name) and node.id in self.choices:
            words = ", ".join(self.choices[node.id])
            raise RulesError(f"{node.id} is a word, to be compared with one of {words}")
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        if isinstance(node, ast.Name):
            if node.id in CONSTANTS:
                return node.id == "true"
            if node.id in self.options:
                return int(self.options[node.id])
            if node.id in self.features:
                raise RulesError(
                    f"{node.id} is a feature; a feature is compared with a number or an option"
                )
            raise unknown("feature", node.id, [*self.features, *self.options])
        raise RulesError(f"a number is wanted, not {ast.unparse(node)[:60]!r}")


_TESTS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: lambda left, right: left == right,
    ast.NotEq: lambda left, right: left != right,
    ast.Lt: lambda left, right: left < right,
    ast.LtE: lambda left, right: left <= right,
    ast.Gt: lambda left, right: left > right,
    ast.GtE: lambda left, right: left >= right,
}
