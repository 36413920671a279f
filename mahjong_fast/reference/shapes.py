"""The forms, as sets of targets that a walk over the kinds can choose from.

A *target* is a complete winning shape: places, each of one kind, each natural or substituted. A
**shape** describes the targets of one form. It is asked kind by kind, from 1m to P: given
what was chosen so far (its state), what may the target have at this kind? A `Choice` says so: the
state it leads to, the marks it leaves, and the pieces that are complete with it. The choices are
sorted by how many natural and how many substituted places they have at the kind.

Limits that concern a single piece hold here: how many places of a chow, pung or pair may be
substituted, which kinds a pair may be, which kinds a wildcard may be, which kinds the target may
have at all. What concerns the whole hand (tiles, copies, suits) is the business of `walk`.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..rules import Rules
from .hand import HONOUR_KINDS, KINDS, ORPHANS, RUNS, SUIT_KINDS, Tiles
from .position import Position

TRIPLET = 1
DRAGON_PAIR = 2

DRAGONS = (31, 32, 33)
ALL_KINDS = frozenset(range(KINDS))
TILES_258 = tuple(first + rank for first in (0, 9, 18) for rank in (1, 4, 7))
KNITTINGS = tuple(
    tuple(
        suit[0] + rank
        for suit, first in zip(SUIT_KINDS, firsts, strict=True)
        for rank in (first, first + 3, first + 6)
    )
    for firsts in itertools.permutations(range(3))
)
"""The six ways to give 147, 258 and 369 to the suits, nine kinds each."""
COUPLES = tuple((first, first + 2) for suit in SUIT_KINDS for first in range(suit[0], suit[0] + 7))


class Piece(NamedTuple):
    """A group, pair or single of a target, and which of its tiles are substituted."""

    tiles: Tiles
    substituted: tuple[bool, ...]
    is_pair: bool = False  # whether it is *the* pair, not one of many


class Choice(NamedTuple):
    state: Any
    marks: int = 0
    pieces: tuple[Piece, ...] = ()


Choices = dict[tuple[int, int], list[Choice]]
"""The choices by their natural and their substituted places at the kind."""


class Limits(NamedTuple):
    """The most places that may be substituted in a chow, a pung and a pair."""

    chow: int
    pung: int
    pair: int

    @classmethod
    def of_rules(cls, rules: Rules, form: str) -> Limits:
        group = min(rules.wild_max_per_group, 3 - rules.min_natural_per_group)
        natural = 0 if form in rules.natural_pair_exempt else rules.min_natural_per_pair
        return cls(
            chow=group if "chow" in rules.wild_in else 0,
            pung=group if "pung" in rules.wild_in else 0,
            pair=2 - natural if "pair" in rules.wild_in else 0,
        )


class Shape:
    """The targets of a form.

    form
        Its name.
    allowed
        The kinds that the target may have: those of the set that are neither forbidden nor voided.
    can_be
        Those of them that a wildcard may stand for.
    start
        The state before the first kind.
    """

    start: Any

    def __init__(self, form: str, allowed: frozenset[int], can_be: frozenset[int]) -> None:
        self.form = form
        self.allowed = allowed
        self.can_be = can_be & allowed
        self.choices = functools.lru_cache(maxsize=1 << 12)(self._choices)
        self.outlines = functools.lru_cache(maxsize=1 << 12)(self._outlines)

    def _choices(self, kind: int, state: Any, natural: int, substituted: int) -> Choices:
        """Return the choices at a kind, of at most so many natural and substituted places."""
        choices: Choices = {}
        for used, choice in self.options(kind, state, natural, substituted):
            choices.setdefault(used, []).append(choice)
        return choices

    def _outlines(self, kind: int, state: Any, natural: int, substituted: int) -> Choices:
        """Return the choices without their pieces, those that go on alike as one."""
        return {
            used: list(dict.fromkeys(Choice(self.outline(c.state), c.marks) for c in found))
            for used, found in self._choices(kind, state, natural, substituted).items()
        }

    def options(
        self, kind: int, state: Any, natural: int, substituted: int
    ) -> Iterator[tuple[tuple[int, int], Choice]]:
        raise NotImplementedError

    def outline(self, state: Any) -> Any:
        """Return a state that goes on like this one; states that go on alike have one outline."""
        return state

    def room(self, state: Any) -> int:
        """Return how many places are still to be chosen."""
        raise NotImplementedError

    def rest(self, state: Any) -> int | None:
        """Return how many places are left, after the last kind, for wildcards that are no kind.

        None if the target is not complete.
        """
        return 0 if self.room(state) == 0 else None


def _labels(places: int, limit: int) -> Iterator[tuple[bool, ...]]:
    """Yield how a piece of like tiles may be substituted: only the number makes a difference."""
    for substituted in range(min(places, limit) + 1):
        yield (False,) * (places - substituted) + (True,) * substituted


class GroupsShape(Shape):
    """Groups, a pair, and places that are there in any case.

    The standard form; 组合龙, whose `body` are its nine knitted tiles; and the seven couples, which
    are groups that have neither pungs nor a pair beside them. The state is the groups and pairs
    not begun yet, the runs begun and not finished, with the places of each that have been passed,
    and the labels of the body.
    """

    def __init__(
        self,
        form: str,
        allowed: frozenset[int],
        can_be: frozenset[int],
        *,
        groups: int,
        runs: tuple[Tiles, ...],
        limits: Limits,
        pair_kinds: frozenset[int] = frozenset(),
        pairs: int = 1,
        pungs: bool = True,
        body: Tiles = (),
    ) -> None:
        super().__init__(form, allowed, can_be)
        self.limits = limits
        self.pair_kinds = pair_kinds
        self.pungs = pungs
        self.body = body
        self.runs_from = {kind: [run for run in runs if run[0] == kind] for kind in range(KINDS)}
        self.start = (groups, pairs, (), (), len(body))
        self.run_length = len(runs[0]) if runs else 3

    def room(self, state: Any) -> int:
        groups, pairs, begun, _, body = state
        open_places = sum(len(run) - len(passed) for run, passed in begun)
        return int(self.run_length * groups + 2 * pairs + open_places + body)

    def outline(self, state: Any) -> Any:
        """How many places of a run are substituted matters only as far as its limit can bind."""
        groups, pairs, begun, _, body = state
        outlined = []
        for run, passed in begun:
            ahead = len(run) - len(passed)
            least = max(sum(passed), self.limits.chow - ahead)
            outlined.append((run, (True,) * least + (False,) * (len(passed) - least)))
        return groups, pairs, tuple(sorted(outlined)), (), body

    def options(
        self, kind: int, state: Any, natural: int, substituted: int
    ) -> Iterator[tuple[tuple[int, int], Choice]]:
        groups, pairs, begun, _, _ = state
        here = tuple(entry for entry in begun if entry[0][len(entry[1])] == kind)
        in_body = kind in self.body
        if kind not in self.allowed:
            if not here and not in_body:
                yield (0, 0), Choice(state)
            return
        waiting = tuple(entry for entry in begun if entry[0][len(entry[1])] != kind)
        if kind not in self.can_be:
            substituted = 0

        # Each place is decided in turn: first those that have to be filled here, then new pieces.
        partial: list[tuple[int, int, Any]] = [(0, 0, ())]
        ways: list[list[tuple[int, int, Any]]] = []
        for run, passed in here:
            ways.append(
                [
                    (1 - label, int(label), ("run", run, (*passed, label)))
                    for label in (False, True)
                    if sum(passed) + label <= self.limits.chow
                ]
            )
        if in_body:
            ways.append([(1 - label, int(label), ("body", label)) for label in (False, True)])
        for way in ways:
            partial = [
                (n + more_n, s + more_s, (*pieces, piece))
                for n, s, pieces in partial
                for more_n, more_s, piece in way
                if n + more_n <= natural and s + more_s <= substituted
            ]
        for n, s, pieces in set(partial):
            for more_n, more_s, new in self._new_pieces(
                kind, groups, pairs, natural - n, substituted - s
            ):
                choice = self._choice(kind, state, waiting, (*pieces, *new))
                yield (n + more_n, s + more_s), choice

    def _new_pieces(
        self, kind: int, groups: int, pairs: int, natural: int, substituted: int
    ) -> Iterator[tuple[int, int, Any]]:
        """Yield the multisets of pieces that begin at the kind, within so many places."""
        kinds_of_piece: list[tuple[int, int, Any]] = []
        for run in self.runs_from[kind]:
            kinds_of_piece.append((1, 0, ("run", run, (False,))))
            if self.limits.chow:
                kinds_of_piece.append((0, 1, ("run", run, (True,))))
        if self.pungs:
            for labels in _labels(3, self.limits.pung):
                kinds_of_piece.append((3 - sum(labels), sum(labels), ("pung", labels)))

        def extend(
            first: int, groups: int, n: int, s: int, pieces: tuple[Any, ...]
        ) -> Iterator[tuple[int, int, Any]]:
            yield n, s, pieces
            if groups:
                for number in range(first, len(kinds_of_piece)):
                    more_n, more_s, piece = kinds_of_piece[number]
                    if n + more_n <= natural and s + more_s <= substituted:
                        yield from extend(
                            number, groups - 1, n + more_n, s + more_s, (*pieces, piece)
                        )

        for n, s, pieces in extend(0, groups, 0, 0, ()):
            yield n, s, pieces
            if pairs and kind in self.pair_kinds:
                for labels in _labels(2, self.limits.pair):
                    more_n, more_s = 2 - sum(labels), sum(labels)
                    if n + more_n <= natural and s + more_s <= substituted:
                        yield n + more_n, s + more_s, (*pieces, ("pair", labels))

    def _choice(self, kind: int, state: Any, waiting: Any, chosen: Iterable[Any]) -> Choice:
        groups, pairs, _, body_labels, body = state
        open_runs = list(waiting)
        pieces = []
        marks = 0
        for what, *details in chosen:
            if what == "run":
                run, passed = details
                groups -= len(passed) == 1
                if len(passed) == len(run):
                    pieces.append(Piece(run, passed))
                else:
                    open_runs.append((run, passed))
            elif what == "body":
                body -= 1
                body_labels = (*body_labels, *details)
                if body == 0:
                    pieces.append(Piece(self.body, body_labels))
            elif what == "pung":
                groups -= 1
                marks |= TRIPLET
                pieces.append(Piece((kind,) * 3, details[0]))
            else:
                pairs -= 1
                marks |= DRAGON_PAIR if kind in DRAGONS else 0
                pieces.append(Piece((kind,) * 2, details[0], is_pair=True))
        after = groups, pairs, tuple(sorted(open_runs)), body_labels, body
        return Choice(after, marks, tuple(pieces))


class PairsShape(Shape):
    """Pairs, a triplet and free tiles of any kind, as many as the form has.

    The state is how many of each are still to be chosen. A wildcard in a free place is no kind.
    """

    def __init__(
        self,
        form: str,
        allowed: frozenset[int],
        can_be: frozenset[int],
        *,
        pairs: int,
        triplets: int = 0,
        free: int = 0,
        distinct: bool,
        limits: Limits,
    ) -> None:
        super().__init__(form, allowed, can_be)
        self.distinct = distinct
        self.limits = limits
        self.start = (pairs, triplets, free)

    def room(self, state: Any) -> int:
        pairs, triplets, free = state
        return int(2 * pairs + 3 * triplets + free)

    def rest(self, state: Any) -> int | None:
        pairs, triplets, free = state
        return free if pairs == triplets == 0 else None

    def options(
        self, kind: int, state: Any, natural: int, substituted: int
    ) -> Iterator[tuple[tuple[int, int], Choice]]:
        pairs, triplets, free = state
        if kind not in self.allowed:
            yield (0, 0), Choice(state)
            return
        if kind not in self.can_be:
            substituted = 0
        most = min(pairs, 1) if self.distinct else pairs
        for alike in range(most + 1):
            for pair_labels in itertools.combinations_with_replacement(
                tuple(_labels(2, self.limits.pair)), alike
            ):
                for triplet in range(triplets + 1):
                    for labels in _labels(3, self.limits.pung) if triplet else ((),):
                        for single in range(free + 1):
                            s = sum(map(sum, (*pair_labels, labels)))
                            n = 2 * alike + 3 * triplet + single - s
                            if n > natural or s > substituted:
                                continue
                            pieces = [Piece((kind,) * 2, pair) for pair in pair_labels]
                            pieces += [Piece((kind,) * 3, labels)] * triplet
                            pieces += [Piece((kind,), (False,))] * single
                            after = pairs - alike, triplets - triplet, free - single
                            marks = TRIPLET if triplet else 0
                            yield (n, s), Choice(after, marks, tuple(pieces))


class OrphansShape(Shape):
    """One of each terminal and honour, one of them doubled. The state: the kinds left, the pair."""

    def __init__(
        self, form: str, allowed: frozenset[int], can_be: frozenset[int], *, limits: Limits
    ) -> None:
        super().__init__(form, allowed, can_be)
        self.limits = limits
        self.start = (len(ORPHANS), 1)

    def room(self, state: Any) -> int:
        return int(sum(state))

    def options(
        self, kind: int, state: Any, natural: int, substituted: int
    ) -> Iterator[tuple[tuple[int, int], Choice]]:
        kinds, pairs = state
        if kind not in ORPHANS:
            yield (0, 0), Choice(state)
            return
        if kind not in self.allowed:
            return
        if kind not in self.can_be:
            substituted = 0
        for pair in range(pairs + 1):
            for labels in _labels(2, self.limits.pair) if pair else _labels(1, 1):
                s = sum(labels)
                n = len(labels) - s
                if n <= natural and s <= substituted:
                    piece = Piece((kind,) * len(labels), labels, is_pair=bool(pair))
                    marks = DRAGON_PAIR if pair and kind in DRAGONS else 0
                    yield (n, s), Choice((kinds - 1, pairs - pair), marks, (piece,))


class SinglesShape(Shape):
    """Fourteen different kinds out of some, ranks of one suit a gap apart at the least.

    Misfit, seven stars and the knitted forms. Of `must` the target has every kind, natural unless
    `must_be_natural` is false. With `fill`, wildcards may take what places are left without being
    any kind. The state is how many kinds are still to be chosen, and how far the rank chosen last
    is behind.
    """

    def __init__(
        self,
        form: str,
        allowed: frozenset[int],
        can_be: frozenset[int],
        *,
        kinds: Iterable[int],
        gap: int = 1,
        must: tuple[int, ...] = (),
        must_be_natural: bool = False,
        fill: bool = False,
    ) -> None:
        super().__init__(form, allowed, can_be)
        self.kinds = frozenset(kinds) & allowed
        self.gap = gap
        self.must = must
        self.must_be_natural = must_be_natural
        self.fill = fill
        self.start = (14, gap)

    def room(self, state: Any) -> int:
        return int(state[0])

    def rest(self, state: Any) -> int | None:
        return int(state[0]) if self.fill or state[0] == 0 else None

    def options(
        self, kind: int, state: Any, natural: int, substituted: int
    ) -> Iterator[tuple[tuple[int, int], Choice]]:
        left, behind = state
        if kind >= 27 or kind % 9 == 0:  # nothing before a suit's first rank, or an honour, is near
            behind = self.gap
        if kind not in self.must:
            yield (0, 0), Choice((left, min(behind + 1, self.gap)))
        if kind not in self.kinds or behind < self.gap or not left:
            return
        after = left - 1, 1
        if natural:
            yield (1, 0), Choice(after, 0, (Piece((kind,), (False,)),))
        fits = kind in self.can_be and not (kind in self.must and self.must_be_natural)
        if substituted and fits:
            yield (0, 1), Choice(after, 0, (Piece((kind,), (True,)),))


class TileSetShape(Shape):
    """Any natural tiles of some kinds. The state: places left.

    Wildcards fill up, as no kind in particular, where they may be some kind of the set.
    """

    def __init__(
        self,
        form: str,
        allowed: frozenset[int],
        can_be: frozenset[int],
        *,
        kinds: Iterable[int],
        places: int,
    ) -> None:
        super().__init__(form, allowed, can_be)
        self.kinds = frozenset(kinds) & allowed
        self.start = places

    def room(self, state: Any) -> int:
        return int(state)

    def rest(self, state: Any) -> int | None:
        return int(state) if self.can_be & self.kinds or not state else None

    def options(
        self, kind: int, state: Any, natural: int, substituted: int
    ) -> Iterator[tuple[tuple[int, int], Choice]]:
        most = min(natural, state) if kind in self.kinds else 0
        for number in range(most + 1):
            pieces = (Piece((kind,), (False,)),) * number
            yield (number, 0), Choice(state - number, 0, pieces)


# -- The shapes of a hand ------------------------------------------------------------------------


def shapes_of(position: Position) -> Iterator[Shape]:
    """Yield the shapes that this hand could take, in the order of the forms.

    Only what the melds and the size of the hand exclude is left out. Several shapes of one form
    may have a target in common.
    """
    rules, melds = position.rules, position.melds
    if rules.must_be_open and not melds.exposed:
        return
    melded = frozenset(kind for kind, count in enumerate(melds.counts) if count)
    voided = frozenset[int]()
    if position.void_suit is not None:
        voided = frozenset(SUIT_KINDS["mps".index(position.void_suit)])
        if melded & voided:
            return
    yield from _shapes(rules, position.groups, voided, melded, melds.run, melds.kongs)


@functools.lru_cache(maxsize=128)
def _shapes(
    rules: Rules,
    groups: int,
    voided: frozenset[int],
    melded: frozenset[int],
    melded_run: bool,
    kongs: int | None,
) -> tuple[Shape, ...]:
    allowed = frozenset(rules.tiles) - frozenset(rules.forbidden) - voided
    can_be = frozenset(rules.wild_can_be) or ALL_KINDS
    limits = {form: Limits.of_rules(rules, form) for form in rules.forms}
    runs = tuple(run for name in rules.runs for run in RUNS[name])
    pair_kinds = frozenset(rules.pair_kinds) or ALL_KINDS
    concealed = not melded
    whole_14 = concealed and groups == rules.groups == 4
    whole_17 = concealed and groups == rules.groups == 5
    distinct = not rules.quads_as_two_pairs
    found: list[Shape] = []

    def standard(
        kinds: frozenset[int], the_runs: tuple[Tiles, ...], the_pairs: frozenset[int]
    ) -> None:
        found.append(
            GroupsShape(
                "standard",
                kinds,
                can_be,
                groups=groups,
                runs=the_runs,
                limits=limits["standard"],
                pair_kinds=the_pairs,
            )
        )

    if "standard" in rules.forms:
        standard(allowed, runs, pair_kinds)
        if rules.pair_kinds:
            if "all_triplets" in rules.pair_exempt and not melded_run:
                standard(allowed, (), ALL_KINDS)
            for suit in SUIT_KINDS if "one_suit" in rules.pair_exempt else ():
                if melded <= frozenset(suit):
                    standard(allowed & frozenset(suit), runs, ALL_KINDS)
            if "all_honours" in rules.pair_exempt and melded <= frozenset(HONOUR_KINDS):
                standard(allowed & frozenset(HONOUR_KINDS), runs, ALL_KINDS)

    if (
        "seven_pairs" in rules.forms
        and rules.groups == 4
        and kongs is not None
        and kongs <= rules.kongs_as_two_pairs
        and groups == 4 - kongs
    ):
        found.append(
            PairsShape(
                "seven_pairs",
                allowed,
                can_be,
                pairs=7 - 2 * kongs,
                free=kongs,
                distinct=distinct,
                limits=limits["seven_pairs"],
            )
        )
    if "thirteen_orphans" in rules.forms and whole_14:
        found.append(
            OrphansShape("thirteen_orphans", allowed, can_be, limits=limits["thirteen_orphans"])
        )
    if "misfit" in rules.forms and whole_14:
        fill = not rules.misfit_wild_needs_slot
        found.append(SinglesShape("misfit", allowed, can_be, kinds=ALL_KINDS, gap=3, fill=fill))
    if "seven_star" in rules.forms and whole_14:
        found.append(
            SinglesShape(
                "seven_star",
                allowed,
                can_be,
                kinds=ALL_KINDS,
                gap=3,
                must=HONOUR_KINDS,
                must_be_natural=not rules.seven_star_wild,
                fill=not rules.misfit_wild_needs_slot,
            )
        )
    if "knitted_straight" in rules.forms and groups >= 3:
        found.extend(
            GroupsShape(
                "knitted_straight",
                allowed,
                can_be,
                groups=groups - 3,
                runs=runs,
                limits=limits["knitted_straight"],
                pair_kinds=pair_kinds,
                body=body,
            )
            for body in KNITTINGS
        )
    if "lesser_knitted" in rules.forms and whole_14:
        found.extend(
            SinglesShape("lesser_knitted", allowed, can_be, kinds=(*body, *HONOUR_KINDS))
            for body in KNITTINGS
        )
    if "greater_knitted" in rules.forms and whole_14:
        found.extend(
            SinglesShape(
                "greater_knitted",
                allowed,
                can_be,
                kinds=(*body, *HONOUR_KINDS),
                must=HONOUR_KINDS,
            )
            for body in KNITTINGS
        )
    if "seven_couples" in rules.forms and whole_14:
        found.append(
            GroupsShape(
                "seven_couples",
                allowed,
                can_be,
                groups=7,
                runs=COUPLES,
                limits=Limits(2, 0, 0),
                pairs=0,
                pungs=False,
            )
        )
    if "eight_pairs" in rules.forms and whole_17:
        found.append(
            PairsShape(
                "eight_pairs",
                allowed,
                can_be,
                pairs=8,
                free=1,
                distinct=distinct,
                limits=limits["eight_pairs"],
            )
        )
    if "pairs_and_triplet" in rules.forms and whole_17:
        found.append(
            PairsShape(
                "pairs_and_triplet",
                allowed,
                can_be,
                pairs=7,
                triplets=1,
                distinct=distinct,
                limits=limits["pairs_and_triplet"],
            )
        )
    for form, kinds in (("all_honours", HONOUR_KINDS), ("all_258", TILES_258)):
        if form in rules.forms and melded <= frozenset(kinds):
            found.append(TileSetShape(form, allowed, can_be, kinds=kinds, places=3 * groups + 2))
    return tuple(found)
