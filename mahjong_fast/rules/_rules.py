"""`Rules`: every field with its type, its default and what it means.

A field is declared once, here. Validation, TOML, the docstring and the table of `docs/rules.md`
all follow from the declaration.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping

from .. import standard
from ..errors import RulesError
from ..standard import FORMS
from ..values import (
    CopyLimit,
    Fault,
    Flag,
    Kinds,
    MaybeKind,
    OneOf,
    SomeOf,
    Text,
    Value,
    Whole,
    kinds_text,
    refuse,
    unknown,
)
from . import wild
from ._contradictions import contradictions
from ._files import completed

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from typing import Any

    from ..fans import Scoring

KINDS = Kinds()

MAX_GROUPS = 5
MAX_COPIES = 4

SCORING = "scoring"
SCORING_SECTIONS = ("score", "fan", "pay", "ledger")
"""The field that a TOML file gives in sections of its own."""

WILD_SECTION = "wild"
"""The section of a TOML file for the fields whose names begin with `wild_`, without that."""
WILD_PREFIX = f"{WILD_SECTION}_"

ALWAYS_WRITTEN = ("groups", "forms", "quads_as_two_pairs", "max_copies", "copies")
"""What a TOML file says even where it is the default: what distinguishes most tables."""


class Table(Value):
    """A `Scoring`, or None where the rules score nothing."""

    type = "sections"

    def read(self, name: str, value: object) -> Scoring | None:
        if value is not None:
            from ..fans import Scoring

            if not isinstance(value, Scoring):
                raise RulesError(f"{name} must be a Scoring or None, not {value!r}")
        return value

    def toml(self, value: Scoring | None) -> str:
        return value.to_toml() if value is not None else ""


def _field(
    default: Any,
    type_: Value,
    meaning: str,
    *,
    zh: str = "",
    example: str = "",
    users: str = "",
    kernel: str = "search",
    compare: bool = True,
) -> Any:
    """Declare a field.

    `zh` is its term at a Chinese table, `users` who asks for it, and `kernel` what answers where it
    is not the default: the tables, or a search that tables bound.
    """
    about = {
        "type": type_,
        "meaning": meaning,
        "zh": zh,
        "example": example,
        "users": users,
        "kernel": kernel,
    }
    return dataclasses.field(default=default, compare=compare, metadata=about)


def _refusing_unknown_names(rules: type[Rules]) -> type[Rules]:
    """Let the constructor refuse a name that is no field, telling the nearest that is one."""
    init: Any = rules.__init__

    @functools.wraps(init)
    def checked(self: Rules, **fields: Any) -> None:
        refuse((name, _not_a_field(name)) for name in fields if name not in FIELDS)
        init(self, **fields)

    rules.__init__ = checked  # type: ignore[method-assign]
    return rules


@_refusing_unknown_names
@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """The rules that decide which hands win.

    Every field is honoured by every question of an `Evaluator`. A field that is unknown, out of
    range or contradicts another is a `RulesError` naming it. Kinds are given as a text of the
    notation (`"258m258p258s"`, `"EC"`) or a sequence of ids or texts, and are held as a tuple of
    ids in order.

    >>> Rules(pair_kinds="258m").pair_kinds
    (1, 4, 7)
    >>> Rules(wild_select="nxt")
    Traceback (most recent call last):
        ...
    mahjong_fast.errors.RulesError: unknown wild_select 'nxt'; did you mean 'next'?
    """

    # -- The hand and its forms ------------------------------------------------------------------
    groups: int = _field(
        standard.groups,
        Whole(1, MAX_GROUPS),
        "Groups of a complete hand beside its pair, declared melds included: 4 for hands of 14 "
        "tiles, 5 for hands of 17.",
        zh="几副牌",
        example="groups = 5",
        users="福州, 温州, 台湾, Filipino",
        kernel="tables",
    )
    forms: tuple[str, ...] = _field(
        standard.forms,
        SomeOf("form", *FORMS, fewest=1),
        "The shapes that win. A form of 14 tiles needs `groups` 4, one of 17 needs 5; where the "
        "size differs the form is out of reach.",
        zh="胡牌牌型",
        example='forms = ["standard", "seven_pairs"]',
        users="all",
        kernel="tables for `standard`, with or without `seven_pairs` and `thirteen_orphans`; for "
        "wins and shanten of hands without melds also with misfit and knitted forms; else search",
    )
    quads_as_two_pairs: bool = _field(
        standard.quads_as_two_pairs,
        Flag(),
        "Whether four tiles of a kind are two pairs of a form of pairs, or its pairs must be "
        "distinct.",
        zh="豪华七对, 龙七对",
        example="quads_as_two_pairs = false",
        users="distinct pairs: riichi, Filipino",
        kernel="tables",
    )
    max_copies: int | None = _field(
        standard.max_copies,
        CopyLimit(),
        "The most copies of a kind in a winning hand and its melds, substituted wildcards "
        'included. `None`, in TOML `"none"`: a wildcard may be a fifth copy.',
        zh="第五张",
        example="max_copies = 4",
        users="4: 国标, riichi; none: most Chinese tables",
        kernel="tables",
    )
    copies: int = _field(
        standard.copies,
        Whole(1, MAX_COPIES),
        "Physical copies of each kind in the set of tiles.",
        zh="每种几张",
        example="copies = 4",
        users="all",
        kernel="tables for 4; else search",
    )
    tiles: tuple[int, ...] = _field(
        standard.tiles,
        KINDS,
        "The kinds in the set of tiles. Of the others there are no copies: to hold one is a "
        "HandError, no hand waits for one, and no wildcard can be one.",
        zh="用牌",
        example='tiles = "123456789m123456789p123456789s"',
        users="108 tiles: 四川, 长沙; 2 to 8: 合肥; 108 and 中: 红中麻将",
        kernel="tables for wins and shanten where each suit and the honours are whole or missing; "
        "else search",
    )
    runs: tuple[str, ...] = _field(
        standard.runs,
        SomeOf("run", "suit", "winds", "dragons"),
        'What may be a chow: `"suit"`, three ranks in a row; `"winds"`, any three different '
        'winds; `"dragons"`, 中发白. A meld of honours is legal if its run is listed.',
        zh="顺子, 风顺, 中发白",
        example='runs = ["suit", "winds", "dragons"]',
        users="honours: 南昌",
        kernel="tables with `suit`, in hands of 17 tiles with both other runs or none, and for "
        "distances beside melds with `suit` alone; else search",
    )
    kongs_as_two_pairs: int = _field(
        standard.kongs_as_two_pairs,
        Whole(0, 3),
        "The most melded kongs that count as two of the seven pairs each. A hand with k of them "
        "has no other melds, and conceals 7 - 2k pairs and k tiles of any kind.",
        zh="一杠一达, 二杠二达",
        example="kongs_as_two_pairs = 3",
        users="冲击麻将",
        kernel="tables for wins and shanten of hands without melds; else search",
    )
    misfit_wild_needs_slot: bool = _field(
        standard.misfit_wild_needs_slot,
        Flag(),
        "Misfit forms: whether a wildcard must be a kind that fits. If false only the natural "
        "tiles are tested, and wildcards fill up without standing for a kind; one may be a kind "
        "that fits all the same, to show a suit or an orphan.",
        zh="十三烂, 十三不搭",
        example="misfit_wild_needs_slot = false",
        users="false: an option of 南昌 and 冲击麻将",
    )
    seven_star_wild: bool = _field(
        standard.seven_star_wild,
        Flag(),
        "Whether a wildcard may be one of the seven honours of `seven_star`.",
        zh="七星十三烂",
        example="seven_star_wild = true",
        users="an option of 南昌",
    )

    # -- What a winning hand must have, and may not ----------------------------------------------
    pair_kinds: tuple[int, ...] = _field(
        standard.pair_kinds,
        KINDS,
        "The kinds that the pair of `standard` and `knitted_straight` may be; none named: any.",
        zh="258 将",
        example='pair_kinds = "258m258p258s"',
        users="长沙, 武汉, an option of 红中麻将",
    )
    pair_exempt: tuple[str, ...] = _field(
        standard.pair_exempt,
        SomeOf("exemption", "all_triplets", "one_suit", "all_honours"),
        'When the pair of `standard` may be any kind all the same: `"all_triplets"`, no run in '
        'hand or melds; `"one_suit"`, every tile of one suit; `"all_honours"`.',
        zh="大胡乱将",
        example='pair_exempt = ["all_triplets", "one_suit"]',
        users="长沙, 武汉",
    )
    forbidden: tuple[int, ...] = _field(
        standard.forbidden,
        KINDS,
        "Kinds that may not be in the concealed part of a winning hand, nor may a wildcard be "
        "one. In a meld they are allowed.",
        zh="红中, 皮",
        example='forbidden = "C"',
        users="武汉",
    )
    min_suits: int = _field(
        standard.min_suits,
        Whole(0, 3),
        "The fewest suits of 万筒条 in a winning hand and its melds.",
        zh="三门齐",
        example="min_suits = 3",
        users="东北",
        kernel="tables for wins and shanten of hands without melds; else search",
    )
    max_suits: int = _field(
        standard.max_suits,
        Whole(0, 3),
        "The most suits of 万筒条 in a winning hand and its melds.",
        zh="缺一门",
        example="max_suits = 2",
        users="四川, 红中换缺",
        kernel="tables for wins and shanten of hands without melds; else search",
    )
    min_suit_tiles: int = _field(
        standard.min_suit_tiles,
        Whole(0, 4 * MAX_GROUPS + 2),
        "The fewest tiles of some one suit in a winning hand and its melds; a kong is four.",
        zh="8 支",
        example="min_suit_tiles = 8",
        users="合肥",
        kernel="tables for wins and shanten of hands without melds; else search",
    )
    must_be_open: bool = _field(
        standard.must_be_open,
        Flag(),
        "Whether a winning hand needs an exposed meld; a concealed kong is none.",
        zh="开口, 开门",
        example="must_be_open = true",
        users="武汉, 东北",
    )
    required: tuple[str, ...] = _field(
        standard.required,
        SomeOf("requirement", "triplet", "triplet_or_dragon_pair", "terminal_or_honour"),
        'What a winning hand and its melds must have, all of it: `"triplet"`, a pung or kong; '
        '`"triplet_or_dragon_pair"`, the same or 中发白 as the pair, not as one of many; '
        '`"terminal_or_honour"`, a 1, a 9 or an honour. A form without groups has no triplet, and '
        "a wildcard that stands for no kind shows none.",
        zh="有刻, 有幺九",
        example='required = ["triplet", "terminal_or_honour"]',
        users="东北",
    )

    # -- Which kinds are wild in a deal ----------------------------------------------------------
    wild_select: str = _field(
        standard.wild_select,
        OneOf(*wild.SELECTIONS),
        "How the wild kinds of a deal follow from its indicator, the tile turned up: `none`; "
        "`fixed`, those of `wild_fixed`; `indicator`, its own kind; `next`, the next in its "
        "cycle; `indicator_and_next`, both; `next_two`, the next two; `random`, a face that is "
        "drawn and stays in play.",
        zh="翻精, 翻鬼, 翻财神",
        example='[wild] select = "indicator_and_next"',
        users="none: 国标; fixed: 红中麻将, 杭州; indicator: 福州, 温州; next: 冲击麻将, 武汉; "
        "indicator_and_next: 南昌, 宁波, 天津; next_two: 双鬼; random: Filipino",
        kernel="tables",
    )
    wild_fixed: tuple[int, ...] = _field(
        standard.wild_fixed,
        KINDS,
        "The kinds that are wild in every deal, for `wild_select` `fixed`.",
        zh="红中癞子, 白板财神",
        example='[wild] fixed = "C"',
        users="红中麻将, 杭州",
        kernel="tables",
    )
    wild_skip: tuple[int, ...] = _field(
        standard.wild_skip,
        KINDS,
        "Kinds that the cycle passes over, for a `wild_select` with a next kind.",
        zh="跳过红中",
        example='[wild] skip = "C"',
        users="武汉",
        kernel="tables",
    )
    wild_honour_cycles: str = _field(
        standard.wild_honour_cycles,
        OneOf("two", "one"),
        "Whether 东南西北 and 中发白 are two cycles, or one: 东南西北中发白东.",
        zh="东南西北中发白",
        example='[wild] honour_cycles = "one"',
        users="one: 武汉",
        kernel="tables",
    )

    # -- What a wildcard may be ------------------------------------------------------------------
    wild_can_be: tuple[int, ...] = _field(
        standard.wild_can_be,
        KINDS,
        "The kinds that a wildcard may stand for; none named: all of `tiles`. Never a forbidden "
        "one.",
        zh="万能牌可代",
        example='[wild] can_be = "123456789m"',
        users="golden 中: 5s and 中",
    )
    wild_in: tuple[str, ...] = _field(
        standard.wild_in,
        SomeOf("place", "chow", "pung", "pair"),
        "Where a wildcard may stand for a tile: in a `chow` of any run, a `pung`, a `pair` of "
        "any form. Single places, such as those of misfit, are always open to it.",
        zh="癞子可成顺, 成刻, 做将",
        example='[wild] in = ["pung"]',
        users="groups of three alike alone: American",
    )
    wild_max_per_group: int = _field(
        standard.wild_max_per_group,
        Whole(0, 3),
        "The most wildcards in a group that stand for a tile.",
        zh="每副最多几癞",
        example="[wild] max_per_group = 1",
        users="close to it: 温州, in triplets",
    )
    min_natural_per_group: int = _field(
        standard.min_natural_per_group,
        Whole(0, 3),
        "The fewest natural tiles in each concealed group.",
        zh="每副至少一张真牌",
        example="min_natural_per_group = 1",
        users="an option of 南昌",
    )
    min_natural_per_pair: int = _field(
        standard.min_natural_per_pair,
        Whole(0, 2),
        "The fewest natural tiles in each pair.",
        zh="将至少一张真牌",
        example="min_natural_per_pair = 1",
        users="none of the tables collected so far",
    )
    natural_pair_exempt: tuple[str, ...] = _field(
        standard.natural_pair_exempt,
        SomeOf("form", "seven_pairs", "eight_pairs", "pairs_and_triplet"),
        "The forms whose pairs need no natural tile, whatever `min_natural_per_pair` asks.",
        zh="七对除外",
        example='natural_pair_exempt = ["seven_pairs"]',
        users="南昌 (r73)",
    )
    wild_natural_use: bool = _field(
        standard.wild_natural_use,
        Flag(),
        "Whether a tile of a wild kind may also be itself, as a natural tile. If false it only "
        "ever stands for a tile.",
        zh="精还原",
        example="[wild] natural_use = false",
        users="true: 南昌, 武汉; false: 红中麻将",
        kernel="tables",
    )
    wild_claimed: str = _field(
        standard.wild_claimed,
        OneOf("natural", "wild", "forbidden"),
        "What a winning tile of a wild kind is when it was claimed: `natural`, `wild`, or "
        "`forbidden`: no hand wins on it.",
        zh="打出的精",
        example='[wild] claimed = "forbidden"',
        users="natural: 南昌; forbidden: 冲击麻将, 宁波",
        kernel="tables",
    )
    wild_active: str = _field(
        standard.wild_active,
        OneOf("always", "drawn"),
        "When a wildcard is one: `always`, or `drawn`: only as the winning tile of a self-drawn "
        "win. Any other tile of a wild kind is natural then, and any other `*` is `wild_face`.",
        zh="自摸才算",
        example='[wild] active = "drawn"',
        users="白ポッチ",
    )
    wild_face: int | None = _field(
        standard.wild_face,
        MaybeKind(),
        "The kind that a `*` is while it is not wild, for `wild_active` `drawn`.",
        zh="白板",
        example='[wild] face = "P"',
        users="白ポッチ",
    )
    stand_in: tuple[int, ...] = _field(
        standard.stand_in,
        KINDS,
        "Kinds whose tiles may be used, as natural tiles, as a kind that is wild in the deal, or "
        "as themselves.",
        zh="白板代财神",
        example='stand_in = "P"',
        users="温州, 莲花",
    )

    # -- What a winning hand is worth ------------------------------------------------------------
    scoring: Scoring | None = _field(
        standard.scoring,
        Table(),
        "The fans and how they combine, or None where the rules score nothing. In a file these are "
        "the sections `[score]`, `[[fan]]`, `[pay]` and `[ledger]`.",
        zh="番种",
        example='[score] combine = "sum"',
        users="国标",
        kernel="",
    )

    # -- What the rules are called, and where they come from: nothing that decides a hand --------
    title: str = _field(
        standard.title,
        Text(),
        "What the table calls its rules.",
        zh="名称",
        example='title = "南昌麻将"',
        users="all",
        kernel="",
        compare=False,
    )
    source: str = _field(
        standard.source,
        Text(),
        "Where the values come from, and how far they are verified.",
        zh="出处",
        example='source = "house rules"',
        users="all",
        kernel="",
        compare=False,
    )
    note: str = _field(
        standard.note,
        Text(),
        "What rooms vary, and what else a reader should know.",
        zh="备注",
        example='note = "rooms differ in the copy limit"',
        users="all",
        kernel="",
        compare=False,
    )

    if TYPE_CHECKING:  # wider than the fields: kinds may be texts, sequences need not be tuples

        def __init__(
            self,
            *,
            groups: int = ...,
            forms: Iterable[str] = ...,
            quads_as_two_pairs: bool = ...,
            max_copies: int | None = ...,
            copies: int = ...,
            tiles: str | Iterable[int | str] = ...,
            runs: Iterable[str] = ...,
            kongs_as_two_pairs: int = ...,
            misfit_wild_needs_slot: bool = ...,
            seven_star_wild: bool = ...,
            pair_kinds: str | Iterable[int | str] = ...,
            pair_exempt: Iterable[str] = ...,
            forbidden: str | Iterable[int | str] = ...,
            min_suits: int = ...,
            max_suits: int = ...,
            min_suit_tiles: int = ...,
            must_be_open: bool = ...,
            required: Iterable[str] = ...,
            wild_select: str = ...,
            wild_fixed: str | Iterable[int | str] = ...,
            wild_skip: str | Iterable[int | str] = ...,
            wild_honour_cycles: str = ...,
            wild_can_be: str | Iterable[int | str] = ...,
            wild_in: Iterable[str] = ...,
            wild_max_per_group: int = ...,
            min_natural_per_group: int = ...,
            min_natural_per_pair: int = ...,
            natural_pair_exempt: Iterable[str] = ...,
            wild_natural_use: bool = ...,
            wild_claimed: str = ...,
            wild_active: str = ...,
            wild_face: int | str | None = ...,
            stand_in: str | Iterable[int | str] = ...,
            scoring: Scoring | None = ...,
            title: str = ...,
            source: str = ...,
            note: str = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        faults = []
        for field in dataclasses.fields(self):
            try:
                value = field.metadata["type"].read(field.name, getattr(self, field.name))
            except RulesError as error:
                faults.append((field.name, str(error)))
            else:
                object.__setattr__(self, field.name, value)
        refuse(faults or [*contradictions(self)])

    def __repr__(self) -> str:
        changed = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.compare and value != field.default:
                shown = kinds_text(value) if field.metadata["type"] is KINDS else value
                changed.append(f"{field.name}={shown!r}")
        return f"Rules({', '.join(changed)})"

    def replace(self, **changes: Any) -> Rules:
        """Return the same rules with some fields changed.

        >>> Rules().replace(max_copies=4).max_copies
        4
        """
        return dataclasses.replace(self, **changes)

    def wild_kinds(self, indicator: int | str | None = None) -> dict[int, int]:
        """Return the kinds that are wild in a deal → how many of each are in play.

        Args:
            indicator: the kind that was turned up, as an id or a text; for `random` the face that
                was drawn. `wild_select` `none` and `fixed` do without.

        Raises:
            RulesError: an indicator is needed and missing, or is no kind of the set of tiles.

        The tile turned up is out of play, so three of its kind are left. Ranks go from 9 on to 1,
        the winds from 北 to 东, the dragons from 白 to 中.

        >>> Rules(wild_select="indicator_and_next").wild_kinds("9p")
        {9: 4, 17: 3}
        >>> Rules(wild_select="fixed", wild_fixed="C").wild_kinds()
        {31: 4}
        """
        return wild.wild_kinds(self, indicator)

    @property
    def asks_indicator(self) -> bool:
        """Whether the kinds that are wild follow from the indicator of a deal."""
        return self.wild_select not in wild.SAME_IN_EVERY_DEAL

    def to_toml(self) -> str:
        """Return the rules as the text of a TOML file that `load` reads back.

        What most tables differ in is always written, anything else where it is not the default.

        >>> print(Rules(max_copies=4).to_toml())
        groups = 4
        forms = ["standard", "seven_pairs", "thirteen_orphans"]
        quads_as_two_pairs = true
        max_copies = 4
        copies = 4
        <BLANKLINE>
        """
        about, flat, section = [], [], []
        for name, value in toml_values(self).items():
            if not FIELDS[name].compare:
                about.append(f"{name} = {value}\n")
            elif name.startswith(WILD_PREFIX):
                section.append(f"{name.removeprefix(WILD_PREFIX)} = {value}\n")
            else:
                flat.append(f"{name} = {value}\n")
        if section:
            section.insert(0, f"\n[{WILD_SECTION}]\n")
        scoring = [f"\n{self.scoring.to_toml()}"] if self.scoring is not None else []
        return "".join((*about, *flat, *section, *scoring))


FIELDS = {field.name: field for field in dataclasses.fields(Rules)}


def _document(doc: str) -> str:
    """Append what each field means, so that `help(Rules)` tells it."""
    import textwrap

    for name, field in FIELDS.items():
        about = field.metadata
        users = f"; {about['users']}" if about["users"] else ""
        meaning = f"{about['meaning']} ({about['zh']}{users})"
        doc += f"\n    {name}\n{textwrap.indent(textwrap.fill(meaning, 88), ' ' * 8)}"
    return f"{doc}\n    "


if Rules.__doc__:  # there is none under `python -OO`
    Rules.__doc__ = _document(Rules.__doc__)


def toml_values(rules: Rules) -> dict[str, str]:
    """Return what a TOML file says of the rules: the value of each field, as it is written."""
    return {
        name: field.metadata["type"].toml(getattr(rules, name))
        for name, field in FIELDS.items()
        if name in ALWAYS_WRITTEN or (name != SCORING and getattr(rules, name) != field.default)
    }


def from_dict(fields: Mapping[str, Any]) -> Rules:
    """Make rules from a mapping of field names to values, as read from TOML.

    Fields whose names begin with `wild_` may stand in a mapping `wild` without that beginning;
    `max_copies = "none"` is `None`, which TOML cannot write. Beside `like`, the name of a rule set,
    the others are changes to it: of sections entry by entry, of fans those of the same id.

    >>> from_dict({"groups": 5, "max_copies": "none", "wild": {"select": "next"}}).wild_select
    'next'
    """
    if not isinstance(fields, Mapping):
        raise TypeError(f"rules must be a mapping, not {type(fields).__name__}")
    fields = completed(fields)
    flat: dict[str, Any] = {}
    faults: list[Fault] = []
    sections = {name: fields[name] for name in SCORING_SECTIONS if name in fields}
    if sections:
        if SCORING in fields:
            faults.append((SCORING, f"{SCORING} beside the section [{next(iter(sections))}]"))
        from ..fans import from_sections

        try:
            flat[SCORING] = from_sections(
                sections.get("score", {}),
                sections.get("fan", ()),
                sections.get("pay", {}),
                sections.get("ledger", {}),
            )
        except RulesError as error:
            faults += error.faults
    for written_as, name, value in _entries(fields):
        if name in SCORING_SECTIONS or (name == SCORING and sections):
            continue
        if name in flat:
            faults.append((written_as, f"{name} is given both alone and in [{WILD_SECTION}]"))
        elif name in FIELDS:
            flat[name] = value
        else:
            faults.append((written_as, _not_a_field(written_as)))
    try:
        rules = Rules(**flat)
    except RulesError as error:
        faults += error.faults
    refuse(faults)
    return rules


def _entries(fields: Mapping[str, Any]) -> Iterator[tuple[str, str, object]]:
    """Yield each field as it is written (`wild.select`), its full name, and its value."""
    for name, value in fields.items():
        if name == WILD_SECTION and isinstance(value, Mapping):
            for short, inner in value.items():
                yield f"{WILD_SECTION}.{short}", f"{WILD_PREFIX}{short}", inner
        else:
            yield str(name), str(name), value


def _not_a_field(written_as: str) -> str:
    """Say what is wrong with a name that is no field, and which is meant."""
    if written_as == WILD_SECTION:
        return f"{WILD_SECTION} is a section of fields, [{WILD_SECTION}], and not a field"
    section, _, name = written_as.partition(".")
    if section != WILD_SECTION or not name:
        return str(unknown("field", written_as, FIELDS))
    if name in FIELDS:
        return f"{name} is no field of [{WILD_SECTION}]; write it above the section"
    valid = [field.removeprefix(WILD_PREFIX) for field in FIELDS if field.startswith(WILD_PREFIX)]
    return str(unknown(f"field of [{WILD_SECTION}]", name, valid))
