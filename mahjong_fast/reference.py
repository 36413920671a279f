"""Every question about a hand in plain Python, straight from the definitions.

This module explains the answers and checks the compiled ones: it knows no tables, shares no code
with the extensions and favours the shortest argument over the shortest run time. It asks three
questions of a hand, and everything else follows from them.

*How can it be read?* `_covers` takes the lowest tile and tries every pair, pung and chow that
holds it; what the hand does not hold, wildcards fill, also below the lowest tile: `89m*` is 789m.
A hand wins when there is a reading.

*How far is it?* `_reaches` walks over the kinds once and chooses at each how many chows start
there, how many pungs, and whether the pair lies there. The distance is the least number of natural
tiles that such a target leaves unused; `shanten` says why.

*What may be where?* Two limits hold at every kind. The **natural limit** is how many physical
tiles of the kind the concealed hand can ever hold. The **total limit** is how many copies it may
show once the wildcards are substituted. What a hand shows above its natural limit is **excess**,
and only wildcards can be that.

>>> is_win("1189m*")
True
>>> [TILE_NAMES[kind] for kind in waits("23m55p")]
['1m', '4m']
>>> shanten("147m258p369sESWN")
6
>>> print(*readings("1189m*"))
(7)89m 11m
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .errors import HandError, NotationError
from .rules import Rules

__all__ = [
    "OUT_OF_REACH",
    "Discard",
    "Group",
    "Reading",
    "acceptance",
    "count_readings",
    "discards",
    "is_win",
    "iter_readings",
    "readings",
    "shanten",
    "waits",
]

KINDS = 34
WILD = 42
SUITS = "mps"
HONOURS = "ESWNCFP"
TILE_NAMES = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *HONOURS,
)
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))

NO_LIMIT = 127
OUT_OF_REACH = 127
"""The shanten of a hand that no draws can make win: its rules have no form it could reach."""

STANDARD_RULES = Rules()

Counts = tuple[int, ...]
"""34 counts, in the order of the ids."""

Tiles = tuple[int, ...]
"""Tile ids, lowest first: what a group consists of."""


# -- What the questions return -------------------------------------------------------------------


class Group(NamedTuple):
    """A chow, pung, pair or single tile of a reading.

    tiles
        The kinds it shows, lowest first.
    substituted
        For each of the tiles, whether a wildcard stands there.

    >>> print(Group((6, 7, 8), (True, False, False)))
    (7)89m
    """

    tiles: Tiles
    substituted: tuple[bool, ...]

    def __str__(self) -> str:
        names = [TILE_NAMES[tile] for tile in self.tiles]
        shown = ""
        for name, wild in zip(names, self.substituted, strict=True):
            shown += f"({name[0]})" if wild else name[0]
        return f"{shown}{names[0][1:]}".replace(")(", "")


class Reading(NamedTuple):
    """One way to see a hand as a winning form.

    form
        `"standard"`, `"seven_pairs"` or `"thirteen_orphans"`.
    groups
        The chows and pungs; the seven pairs; or the twelve single orphans.
    pair
        The pair, for thirteen orphans the doubled kind; None for seven pairs.
    substituted
        The kinds that the wildcards became, sorted. A faced wildcard that stands for itself is
        natural and not among them.
    """

    form: str
    groups: tuple[Group, ...]
    pair: Group | None
    substituted: Tiles

    def __str__(self) -> str:
        return " ".join(str(group) for group in (*self.groups, self.pair) if group is not None)


class Discard(NamedTuple):
    """What a discard leaves: its tile, then the answers about the rest of the hand."""

    tile: int
    shanten: int
    acceptance: dict[int, int]
    waits: tuple[int, ...]


# -- Reading the input ---------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class _Hand:
    """A hand as it is written, not checked yet."""

    counts: Counts
    wild: int = 0
    melds: tuple[Tiles, ...] = ()
    winning: int | None = None


def _parse_tiles(text: str, start: int) -> list[int]:
    """Return the ids in a text that holds nothing but tiles; `start` is its place in the hand."""
    tiles: list[int] = []
    ranks: list[int] = []
    for position, char in enumerate(text, start):
        if char == " ":
            continue
        if char in "0123456789":
            ranks.append(int(char))
        elif char in "mpsz" and ranks:
            highest = 4 if char == "z" else 9
            if min(ranks) < 1 or max(ranks) > highest:
                hint = "; write C F P for the dragons" if char == "z" else ""
                raise NotationError(f"no such tile before position {position}{hint}")
            first = 27 if char == "z" else 9 * SUITS.index(char)
            tiles += [first + rank - 1 for rank in ranks]
            ranks = []
        elif char in HONOURS and not ranks:
            tiles.append(27 + HONOURS.index(char))
        elif char == "*" and not ranks:
            tiles.append(WILD)
        else:
            raise NotationError(f"unexpected {char!r} at position {position}")
    if ranks:
        raise NotationError(f"digits without a suit at position {start + len(text) - 1}")
    return tiles


def _parse_meld(text: str, bracket: str, start: int) -> Tiles:
    tiles = tuple(sorted(_parse_tiles(text, start)))
    if WILD in tiles:
        raise NotationError(f"a wildcard inside a meld at position {start}")
    same = len(set(tiles)) == 1
    if bracket == "{":
        legal = same and len(tiles) == 4
    elif same:
        legal = len(tiles) in (3, 4)
    else:
        legal = len(tiles) == 3 and (tiles in _CHOWS or _is_honour_run(tiles))
    if not legal:
        raise NotationError(f"no such meld at position {start}")
    return tiles


def _is_honour_run(tiles: Tiles) -> bool:
    winds, dragons = range(27, 31), range(31, 34)
    return len(set(tiles)) == 3 and (
        all(tile in winds for tile in tiles) or all(tile in dragons for tile in tiles)
    )


def _parse(text: str) -> _Hand:
    """Read the notation: `[123m]{2222p}456sEE*+3s`.

    >>> _parse("[123m]55m*+*").wild
    2
    """
    concealed: list[int] = []
    melds: list[Tiles] = []
    position = 0
    while position < len(text) and text[position] != "+":
        if text[position] in "[{":
            closing = text.find("]" if text[position] == "[" else "}", position)
            if closing < 0:
                raise NotationError(f"unclosed {text[position]!r} at position {position}")
            content = text[position + 1 : closing]
            melds.append(_parse_meld(content, text[position], position + 1))
            position = closing + 1
        else:
            ends = [text.find(mark, position) for mark in "[{+"]
            end = min((place for place in ends if place >= 0), default=len(text))
            concealed += _parse_tiles(text[position:end], position)
            position = end
    winning = None
    if position < len(text):
        last = _parse_tiles(text[position + 1 :], position + 1)
        if len(last) != 1:
            raise NotationError(f"'+' needs exactly one tile at position {position}")
        winning = last[0]
        concealed.append(winning)
    counts = tuple(concealed.count(kind) for kind in range(KINDS))
    return _Hand(counts, concealed.count(WILD), tuple(melds), winning)


def _counts(values: Iterable[Any], what: str) -> Counts:
    counts = tuple(operator.index(value) for value in values)
    if len(counts) != KINDS:
        raise HandError(f"{what} must have {KINDS} counts, not {len(counts)}")
    for kind, count in enumerate(counts):
        if count < 0:
            raise HandError(f"{what} has a negative count of {TILE_NAMES[kind]}")
    return counts


def _read(hand: Any) -> _Hand:
    """Read a text, 34 counts, or an object with the attributes of `Hand`."""
    if isinstance(hand, str):
        return _parse(hand)
    if not hasattr(hand, "counts"):
        return _Hand(_counts(hand, "a hand"))
    melds = tuple(tuple(sorted(meld.tiles)) for meld in getattr(hand, "melds", ()))
    winning = getattr(hand, "winning", None)
    return _Hand(_counts(hand.counts, "a hand"), hand.wild, melds, winning)


def _kind(tile: int | str) -> int:
    if isinstance(tile, str):
        if tile not in TILE_NAMES:
            raise NotationError(f"unknown tile kind {tile!r}")
        return TILE_NAMES.index(tile)
    kind = operator.index(tile)
    if not 0 <= kind < KINDS:
        raise HandError(f"no tile kind has the id {kind}")
    return kind


# -- A hand under its rules ----------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class _Position:
    """A hand that can exist, with the rules and wild kinds of its deal."""

    held: Counts  # physical tiles of each kind, faced wildcards under their own kind
    faceless: int
    melded: Counts
    rules: Rules
    wild_kinds: frozenset[int]
    claimed: int | None = None  # the kind of a claimed winning tile, which is natural

    @functools.cached_property
    def total(self) -> int:
        return sum(self.held) + self.faceless

    @functools.cached_property
    def groups(self) -> int:
        """Groups still to find beside the pair."""
        return (self.total - 1) // 3

    @functools.cached_property
    def faced(self) -> Counts:
        """Held tiles of each kind that are wildcards."""
        return tuple(
            held - (kind == self.claimed) if kind in self.wild_kinds else 0
            for kind, held in enumerate(self.held)
        )

    @functools.cached_property
    def natural(self) -> Counts:
        """Held tiles of each kind that can be nothing else."""
        return tuple(map(operator.sub, self.held, self.faced))

    @functools.cached_property
    def wild(self) -> int:
        return self.faceless + sum(self.faced)

    @functools.cached_property
    def wild_within_reach(self) -> int:
        """Wildcards the hand can come to hold: those it has and those it may draw."""
        return self.wild + sum(self.left[kind] for kind in self.wild_kinds)

    @functools.cached_property
    def left(self) -> Counts:
        """Copies of each kind outside the hand and its melds."""
        return tuple(
            self.rules.copies - held - melded
            for held, melded in zip(self.held, self.melded, strict=True)
        )

    @functools.cached_property
    def natural_limits(self) -> Counts:
        """Most natural tiles of each kind the concealed hand can come to hold by drawing.

        A drawn tile of a wild kind is a wildcard, so draws add no natural ones there.
        """
        return tuple(
            natural if kind in self.wild_kinds else self.rules.copies - self.melded[kind]
            for kind, natural in enumerate(self.natural)
        )

    @functools.cached_property
    def total_limits(self) -> Counts:
        """Most copies of each kind the concealed hand may show, wildcards included."""
        if self.rules.max_copies is None:
            return (NO_LIMIT,) * KINDS
        return tuple(self.rules.max_copies - melded for melded in self.melded)

    @functools.cached_property
    def forms(self) -> tuple[str, ...]:
        """The rules' forms this hand can take: only a whole concealed hand has special ones."""
        whole = self.groups == self.rules.groups == 4 and not any(self.melded)
        return tuple(form for form in self.rules.forms if whole or form == "standard")

    def with_tile(self, kind: int, *, claimed: bool = False) -> _Position:
        return self._changed(kind, 1, kind if claimed else None)

    def without_tile(self, tile: int) -> _Position:
        if tile == WILD:
            return dataclasses.replace(self, faceless=self.faceless - 1)
        return self._changed(tile, -1, None)

    def _changed(self, kind: int, by: int, claimed: int | None) -> _Position:
        held = (*self.held[:kind], self.held[kind] + by, *self.held[kind + 1 :])
        return dataclasses.replace(self, held=held, claimed=claimed)


def _position(
    hand: Any,
    wild: int,
    rules: Rules,
    wild_kinds: Iterable[int | str],
    claimed: bool,
    melds: Sequence[int] | None,
) -> _Position:
    """Read and check the arguments that all questions share."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a Rules, not {type(rules).__name__}")
    if isinstance(wild, bool):
        raise TypeError("wild must be an int, not bool")
    if operator.index(wild) < 0:
        raise HandError(f"wild must not be negative, is {wild}")
    read = _read(hand)
    for meld in read.melds:
        if _is_honour_run(meld):
            raise HandError("these rules have no runs of honours")
    tiles = [tile for meld in read.melds for tile in meld]
    melded = tuple(tiles.count(kind) for kind in range(KINDS))
    if melds is not None:
        if read.melds:
            raise HandError("melds are given twice, in the hand and beside it")
        melded = _counts(melds, "melds")
    for kind in range(KINDS):
        if read.counts[kind] + melded[kind] > rules.copies:
            raise HandError(
                f"{read.counts[kind] + melded[kind]} copies of {TILE_NAMES[kind]}, "
                f"the set of tiles has {rules.copies}"
            )
    if claimed and wild_kinds and read.winning is None:
        raise HandError("claimed=True needs to know the winning tile: end the hand with +tile")
    position = _Position(
        held=read.counts,
        faceless=read.wild + operator.index(wild),
        melded=melded,
        rules=rules,
        wild_kinds=frozenset(_kind(kind) for kind in wild_kinds),
        claimed=read.winning if claimed and read.winning != WILD else None,
    )
    largest = 3 * (rules.groups - len(read.melds)) + 2
    if position.total > largest:
        raise HandError(f"{position.total} tiles, the rules' hand has at most {max(largest, 0)}")
    made = position.groups + len(read.melds)
    if read.melds and position.total % 3 != 0 and made != rules.groups:
        raise HandError(f"{made} groups with the melds, the rules' hand has {rules.groups}")
    return position


def _require_size(position: _Position, *remainders: int) -> None:
    if position.total % 3 not in remainders:
        sizes = " or ".join(f"3n+{remainder}" for remainder in remainders)
        raise HandError(f"a hand of {position.total} tiles, this question needs {sizes}")


# -- How a hand can be read ----------------------------------------------------------------------

_CHOWS = tuple(
    (first, first + 1, first + 2) for suit in (0, 9, 18) for first in range(suit, suit + 7)
)
_CHOW_STARTS = frozenset(first for first, _, _ in _CHOWS)
_GROUPS = (*_CHOWS, *((kind,) * 3 for kind in range(KINDS)))
_GROUPS_WITH = tuple(tuple(g for g in _GROUPS if kind in g) for kind in range(KINDS))
_PAIRS = tuple((kind,) * 2 for kind in range(KINDS))


class _Cover(NamedTuple):
    """Groups and a pair that have a place for every natural tile of a hand."""

    form: str
    groups: tuple[Tiles, ...]
    pair: Tiles | None


def _covers(position: _Position) -> Iterator[_Cover]:
    """Yield every way to lay out the hand in a form; whose tile is where is left open."""
    ways = {
        "standard": _standard_covers,
        "seven_pairs": _seven_pairs_covers,
        "thirteen_orphans": _thirteen_orphans_covers,
    }
    for form in position.forms:
        yield from ways[form](position)


def _standard_covers(position: _Position) -> Iterator[_Cover]:
    """Yield the groups and pairs that hold all natural tiles, by way of the lowest tile.

    Some group, or the pair, holds the lowest tile: try each that can, take from the hand what it
    holds of it and let wildcards fill the other places. Once no natural tile is left, what is
    still missing consists of wildcards and may be anything. That the wildcards suffice needs no
    check: the groups and the pair have exactly as many places as the hand has tiles.
    """
    seen: set[_Cover] = set()

    def extend(
        tiles: Counts, chosen: tuple[Tiles, ...], pair: Tiles | None
    ) -> Iterator[tuple[tuple[Tiles, ...], Tiles]]:
        groups = position.groups - len(chosen)
        if sum(tiles) > 3 * groups + (2 if pair is None else 0):
            return
        lowest = next((kind for kind in range(KINDS) if tiles[kind]), None)
        if lowest is None:
            pairs = _PAIRS if pair is None else (pair,)
            rests = itertools.combinations_with_replacement(_GROUPS, groups)
            for rest, the_pair in itertools.product(rests, pairs):
                yield (*chosen, *rest), the_pair
            return
        if pair is None:
            yield from extend(_without(tiles, _PAIRS[lowest]), chosen, _PAIRS[lowest])
        if groups:
            for group in _GROUPS_WITH[lowest]:
                yield from extend(_without(tiles, group), (*chosen, group), pair)

    for groups, pair in extend(position.natural, (), None):
        cover = _Cover("standard", tuple(sorted(groups)), pair)
        if cover not in seen and _within(position.total_limits, (*groups, pair)):
            seen.add(cover)
            yield cover


def _without(tiles: Counts, group: Tiles) -> Counts:
    """Return the tiles without those that the group can use."""
    rest = list(tiles)
    for kind in group:
        rest[kind] = max(0, rest[kind] - 1)
    return tuple(rest)


def _within(limits: Counts, pieces: Iterable[Tiles]) -> bool:
    """Tell whether groups and pairs together show no more copies of a kind than is allowed."""
    shown = collections.Counter(itertools.chain.from_iterable(pieces))
    return all(copies <= limits[kind] for kind, copies in shown.items())


def _seven_pairs_covers(position: _Position) -> Iterator[_Cover]:
    """Yield the pairs that the natural tiles need, with any further ones made of wildcards."""
    needed = [kind for kind in range(KINDS) for _ in range((position.natural[kind] + 1) // 2)]
    if len(needed) > 7:
        return
    for further in itertools.combinations_with_replacement(range(KINDS), 7 - len(needed)):
        kinds = sorted((*needed, *further))
        distinct = len(set(kinds)) == 7
        pairs = tuple(_PAIRS[kind] for kind in kinds)
        allowed = distinct or position.rules.quads_as_two_pairs
        if allowed and _within(position.total_limits, pairs):
            yield _Cover("seven_pairs", pairs, None)


def _thirteen_orphans_covers(position: _Position) -> Iterator[_Cover]:
    for doubled in ORPHANS:
        singles = tuple((kind,) for kind in ORPHANS if kind != doubled)
        pair = _PAIRS[doubled]
        rest = _without(position.natural, (*ORPHANS, doubled))
        if not any(rest) and _within(position.total_limits, (*singles, pair)):
            yield _Cover("thirteen_orphans", singles, pair)


def _assignments(position: _Position, cover: _Cover) -> Iterator[Reading]:
    """Yield the readings of one layout: which of its places are natural and which substituted.

    Two that differ only in *which* tiles of a group are substituted, not in how many, are one
    reading; the first found is shown.
    """
    pieces = cover.groups if cover.pair is None else (*cover.groups, cover.pair)
    places: list[list[tuple[int, int]]] = [[] for _ in range(KINDS)]
    for number, piece in enumerate(pieces):
        for slot, tile in enumerate(piece):
            places[tile].append((number, slot))

    seen = set()
    for numbers in _natural_numbers(position, [len(at_kind) for at_kind in places]):
        choices = map(itertools.combinations, places, numbers)
        for choice in itertools.product(*choices):
            natural = set(itertools.chain.from_iterable(choice))
            groups = [
                Group(piece, tuple((number, slot) not in natural for slot in range(len(piece))))
                for number, piece in enumerate(pieces)
            ]
            pair = None if cover.pair is None else groups.pop()
            tally = sorted((group.tiles, sum(group.substituted)) for group in groups)
            key = tuple(tally), pair and sum(pair.substituted)
            if key not in seen:
                seen.add(key)
                became = (
                    tile
                    for group in (*groups, *([pair] if pair else []))
                    for tile, substituted in zip(group.tiles, group.substituted, strict=True)
                    if substituted
                )
                yield Reading(cover.form, tuple(groups), pair, tuple(sorted(became)))


def _natural_numbers(position: _Position, places: Sequence[int]) -> Iterator[Counts]:
    """Yield how many places of each kind natural tiles may take, given the places of each kind.

    Without faced wildcards these are the natural tiles. Of a wild kind some may be wildcards
    instead, each for another kind than its own: no kind can have more wildcards to place than
    there are substituted places of other kinds.
    """
    natural, faced = position.natural, position.faced
    ranges = [
        range(natural[kind], min(natural[kind] + faced[kind], places[kind]) + 1)
        for kind in range(KINDS)
    ]
    for numbers in itertools.product(*ranges):
        substituted = position.total - sum(numbers)
        if all(
            natural[kind] + faced[kind] - numbers[kind]
            <= substituted - (places[kind] - numbers[kind])
            for kind in position.wild_kinds
        ):
            yield numbers


# -- How far a hand is ---------------------------------------------------------------------------


def _reaches(position: _Position, waste: int) -> bool:
    """Tell whether the hand can come to win by throwing away at most `waste` natural tiles."""
    ways = {
        "standard": _reaches_standard,
        "seven_pairs": _reaches_seven_pairs,
        "thirteen_orphans": _reaches_thirteen_orphans,
    }
    return any(ways[form](position, waste) for form in position.forms)


def _reaches_standard(position: _Position, waste: int) -> bool:
    """Walk over the kinds in order, and choose at each what the target has there.

    What the walk knows of the kinds behind it is how many groups and pairs are still to be placed,
    which chows are open, how many wildcards the excess has left and how much may still be wasted.
    """
    natural = position.natural
    natural_limits, total_limits = position.natural_limits, position.total_limits
    ahead = [sum(natural[kind:]) for kind in range(KINDS + 1)]

    @functools.cache
    def reaches(
        kind: int, groups: int, pairs: int, begun: int, half: int, spare: int, waste: int
    ) -> bool:
        """Of the open chows, `begun` need this kind and the next, `half` need only this kind."""
        if ahead[kind] - waste > 3 * groups + 2 * pairs + 2 * begun + half:
            return False
        if kind == KINDS:
            return groups == pairs == 0
        for chows in range(groups + 1 if kind in _CHOW_STARTS else 1):
            for pungs in range(groups - chows + 1):
                for pair in range(pairs + 1):
                    shown = begun + half + chows + 3 * pungs + 2 * pair
                    spare_left = spare - max(0, shown - natural_limits[kind])
                    waste_left = waste - max(0, natural[kind] - shown)
                    if shown > total_limits[kind] or spare_left < 0 or waste_left < 0:
                        continue
                    groups_left, pairs_left = groups - chows - pungs, pairs - pair
                    if reaches(
                        kind + 1, groups_left, pairs_left, chows, begun, spare_left, waste_left
                    ):
                        return True
        return False

    return reaches(0, position.groups, 1, 0, 0, position.wild_within_reach, waste)


def _reaches_seven_pairs(position: _Position, waste: int) -> bool:
    natural = position.natural
    natural_limits, total_limits = position.natural_limits, position.total_limits
    most_alike = 7 if position.rules.quads_as_two_pairs else 1
    ahead = [sum(natural[kind:]) for kind in range(KINDS + 1)]

    @functools.cache
    def reaches(kind: int, pairs: int, spare: int, waste: int) -> bool:
        if ahead[kind] - waste > 2 * pairs:
            return False
        if kind == KINDS:
            return pairs == 0
        for alike in range(min(pairs, most_alike) + 1):
            shown = 2 * alike
            spare_left = spare - max(0, shown - natural_limits[kind])
            waste_left = waste - max(0, natural[kind] - shown)
            if shown > total_limits[kind] or spare_left < 0 or waste_left < 0:
                continue
            if reaches(kind + 1, pairs - alike, spare_left, waste_left):
                return True
        return False

    return reaches(0, 7, position.wild_within_reach, waste)


def _reaches_thirteen_orphans(position: _Position, waste: int) -> bool:
    for doubled in ORPHANS:
        shown = [(kind in ORPHANS) + (kind == doubled) for kind in range(KINDS)]
        excess = sum(max(0, t - n) for t, n in zip(shown, position.natural_limits, strict=True))
        wasted = sum(max(0, c - t) for t, c in zip(shown, position.natural, strict=True))
        if (
            wasted <= waste
            and excess <= position.wild_within_reach
            and all(map(operator.le, shown, position.total_limits))
        ):
            return True
    return False


# -- The questions -------------------------------------------------------------------------------


def is_win(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    claimed: bool = False,
    melds: Sequence[int] | None = None,
) -> bool:
    """Tell whether some form of the rules covers all tiles, each wildcard standing for one kind.

    These arguments are common to all questions:

    hand
        A text in the notation, a sequence of 34 counts, or an object with the attributes
        `counts`, `wild`, `melds` and `winning`.
    wild
        Faceless wildcards beside those of the hand.
    rules
        The `Rules` to go by.
    wild_kinds
        The kinds, as ids or texts, of which every tile is a wildcard in this deal.
    claimed
        Whether the winning tile was claimed, and is natural even where its kind is wild.
    melds
        34 counts of the tiles in declared melds, where the hand has none of its own; they hold
        copies, and the number of groups still to find follows from the size of the hand.

    Raises `HandError` for a hand that cannot exist, `NotationError` for a text that is none, and
    `TypeError` for a wrong Python type.

    >>> is_win("1111m*"), is_win("1111m*", rules=Rules(max_copies=4))
    (True, False)
    >>> is_win("5566m+7m", wild_kinds=["7m"])
    True
    >>> is_win("5566m+7m", wild_kinds=["7m"], claimed=True)
    False
    >>> is_win("11111m")
    Traceback (most recent call last):
        ...
    mahjong_fast.errors.HandError: 5 copies of 1m, the set of tiles has 4
    """
    return _wins(_position(hand, wild, rules, wild_kinds, claimed, melds))


def _wins(position: _Position) -> bool:
    return position.total % 3 == 2 and any(True for _ in _covers(position))


def waits(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    claimed: bool = False,
    melds: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """Return the kinds, not all held already, with which a hand of 3n+1 tiles wins.

    `claimed` asks about claimed tiles, which are natural; a drawn one of a wild kind is a wildcard.

    >>> waits("1m", wild=0)
    (0,)
    >>> waits("1111m")
    ()
    >>> len(waits("123m*"))
    34
    """
    position = _position(hand, wild, rules, wild_kinds, False, melds)
    _require_size(position, 1)
    return _waits(position, claimed)


def _waits(position: _Position, claimed: bool = False) -> tuple[int, ...]:
    return tuple(
        kind
        for kind in range(KINDS)
        if position.left[kind] > 0 and _wins(position.with_tile(kind, claimed=claimed))
    )


def shanten(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    melds: Sequence[int] | None = None,
) -> int:
    """Return the least d such that after drawing d+1 tiles and discarding freely the hand wins.

    -1 wins, 0 waits; `OUT_OF_REACH` where no form of the rules can be reached at all. The drawn
    tiles are physical: never more than `rules.copies` of a kind with those held and melded, and
    wildcards only where they are of a wild kind.

    Call *target* the tiles t of a complete form within the total limits X, t_k <= X_k. The hand
    holds c_k natural tiles of each kind and w wildcards. It wins with target t once it holds
    enough natural tiles and wildcards to fill t:

    * What t needs beyond the hand is missing(t) = sum over k of max(0, t_k - c_k), and each of the
      w wildcards fills one of these places. Every other needs a draw, so at least missing(t) - w
      draws are needed, and a draw that helps fills exactly one.
    * They also suffice, if there are such tiles to draw. Natural tiles of kind k can fill at most
      N_k of the t_k places, the natural limit. The excess, the sum of max(0, t_k - N_k), is left
      to the wildcards: the w held and, in a deal with wild kinds, those not held yet.

    Hence d + 1 = M - w, where M is the least missing(t) over the targets whose excess is within
    these wildcards. And since a target has as many tiles as a complete hand, S = 3n + 2, what it
    misses is S less the natural tiles of the hand it uses: M = S - sum(c) + waste, where the waste
    is the number of natural tiles thrown away. The search is for the least waste.

    >>> shanten("123m456p789sEEES"), shanten("123m456p789sEEESS")
    (0, -1)
    >>> shanten("444sSSSSCCCC**", rules=Rules(forms=("standard",)))  # no fifth S or C to draw
    1
    """
    position = _position(hand, wild, rules, wild_kinds, False, melds)
    _require_size(position, 1, 2)
    return _shanten(position)


def _shanten(position: _Position) -> int:
    for waste in range(sum(position.natural) + 1):
        if _reaches(position, waste):
            return waste + 3 * position.groups + 2 - position.total - 1
    return OUT_OF_REACH


def acceptance(
    hand: Any,
    *,
    wild: int = 0,
    seen: Sequence[int] | None = None,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    melds: Sequence[int] | None = None,
) -> dict[int, int]:
    """Return the kinds that lower the shanten of a hand of 3n+1 tiles, with the copies left.

    `seen` has 34 counts of the tiles visible elsewhere, own tiles and melds excluded. Kinds with
    no copy left are omitted; more copies than there are is a `HandError`.

    >>> acceptance("23m55p")
    {0: 4, 3: 4}
    """
    position = _position(hand, wild, rules, wild_kinds, False, melds)
    _require_size(position, 1)
    return _acceptance(position, _unseen(position, seen))


def _unseen(position: _Position, seen: Sequence[int] | None) -> Counts:
    """Return the copies of each kind that are neither held nor melded nor seen."""
    elsewhere = (0,) * KINDS if seen is None else _counts(seen, "seen")
    unseen = tuple(map(operator.sub, position.left, elsewhere))
    for kind, copies in enumerate(unseen):
        if copies < 0:
            raise HandError(
                f"{position.rules.copies - copies} copies of {TILE_NAMES[kind]} with those seen, "
                f"the set of tiles has {position.rules.copies}"
            )
    return unseen


def _acceptance(position: _Position, unseen: Counts) -> dict[int, int]:
    """A draw lowers the shanten when it is not wasted: the least waste stays what it was."""
    waste = _shanten(position)  # for 3n+1 tiles they are the same number
    return {
        kind: copies
        for kind, copies in enumerate(unseen)
        if copies and _reaches(position.with_tile(kind), waste)
    }


def discards(
    hand: Any,
    *,
    wild: int = 0,
    seen: Sequence[int] | None = None,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    melds: Sequence[int] | None = None,
) -> list[Discard]:
    """Return what each discard from a hand of 3n+2 tiles leaves.

    The best comes first: by shanten, then total acceptance descending, then id. A faceless
    wildcard is the tile `WILD`. The discarded tile counts as seen.

    >>> [(TILE_NAMES[discard.tile], discard.shanten) for discard in discards("23m55pE")]
    [('E', 0), ('2m', 1), ('3m', 1), ('5p', 1)]
    """
    position = _position(hand, wild, rules, wild_kinds, False, melds)
    _require_size(position, 2)
    unseen = _unseen(position, seen)
    tiles = [kind for kind in range(KINDS) if position.held[kind]]
    if position.faceless:
        tiles.append(WILD)
    answers = []
    for tile in tiles:
        rest = position.without_tile(tile)
        answers.append(Discard(tile, _shanten(rest), _acceptance(rest, unseen), _waits(rest)))
    return sorted(answers, key=lambda d: (d.shanten, -sum(d.acceptance.values()), d.tile))


def iter_readings(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    claimed: bool = False,
    melds: Sequence[int] | None = None,
) -> Iterator[Reading]:
    """Iterate over the readings of a hand of 3n+2 tiles; none if it does not win.

    Two readings are different when their groups, their pair or the number of substituted tiles in
    one of them differ. Which tiles of a chow are substituted makes no difference.

    >>> print(next(iter_readings("123m456p789sEEE**")))
    123m 456p 789s EEE (11)m
    >>> next(iter_readings("123m"))
    Traceback (most recent call last):
        ...
    mahjong_fast.errors.HandError: a hand of 3 tiles, this question needs 3n+2
    """
    position = _position(hand, wild, rules, wild_kinds, claimed, melds)
    _require_size(position, 2)
    return _readings(position)


def _readings(position: _Position) -> Iterator[Reading]:
    for cover in _covers(position):
        yield from _assignments(position, cover)


def readings(
    hand: Any,
    *,
    wild: int = 0,
    limit: int = 1000,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    claimed: bool = False,
    melds: Sequence[int] | None = None,
) -> list[Reading]:
    """Return the readings of a hand of 3n+2 tiles, at most `limit` of them; see `iter_readings`.

    >>> for reading in readings("111222333m55p"):
    ...     print(reading)
    123m 123m 123m 55p
    111m 222m 333m 55p
    """
    found = iter_readings(
        hand, wild=wild, rules=rules, wild_kinds=wild_kinds, claimed=claimed, melds=melds
    )
    return list(itertools.islice(found, limit))


def count_readings(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] = (),
    claimed: bool = False,
    melds: Sequence[int] | None = None,
) -> int:
    """Return how many readings a hand of 3n+2 tiles has, counting one by one.

    >>> count_readings("**")
    34
    """
    found = iter_readings(
        hand, wild=wild, rules=rules, wild_kinds=wild_kinds, claimed=claimed, melds=melds
    )
    return sum(1 for _ in found)
