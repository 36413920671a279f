"""The walk over the kinds: which targets of a shape can a hand come to fill, with so many draws?

The walk goes through the 34 kinds once and lets the shape choose what the target has at each. What
it knows of the kinds behind it:

* the shape's state: what is still to be chosen;
* how many places are substituted;
* `drawn`, the natural places whose tile is not held, and `wasted`, the held tiles that fill none;
* of the kinds that are wild or stand in for one: how many natural and substituted places there are
  (whose tile fills which of them is settled at the end, by `_suffices`);
* what the hand shows so far of the features that the rules look at, melds included.

**Draws.** Each place of the target takes one tile. Those that no held tile can take need a draw
each, and draws that fill a place are all that is needed: the least number of draws to a target is
its places less the most held tiles that it can use, if the physical tiles suffice to fill it at
all. (Which held tiles can be used together is a question of matching tiles to places, and any set
of tiles that can be matched is part of one that fills all places: so the draws need not be decided
together with the tiles held.)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .features import Features, Shown, features_of
from .hand import KINDS, Counts
from .position import Position, Stock
from .shapes import Choice, Piece, Shape

ANY_NUMBER = 17


class At(NamedTuple):
    """Where a walk is: what matters of the kinds behind it."""

    kind: int
    state: Any
    special: tuple[tuple[int, int], ...]  # natural and substituted places of the special kinds
    substituted: int
    drawn: int
    wasted: int
    shown: Shown
    drawn_again: bool  # whether a natural tile can be exchanged for another of its kind


class Walk:
    """The targets of a shape that a hand can fill by drawing at most `draws` tiles."""

    def __init__(self, position: Position, shape: Shape, stock: Stock, draws: int) -> None:
        self.position = position
        self.rules = position.rules
        self.shape = shape
        self.stock = stock
        self.draws = draws
        self.waste = draws - (position.places - position.total)
        self.special = sorted(position.wild_kinds | position.stand_ins)
        ordinary = [
            0 if kind in self.special else count for kind, count in enumerate(stock.natural)
        ]
        self.ordinary = ordinary
        self.ahead = [sum(ordinary[kind:]) for kind in range(KINDS + 1)]
        self.special_held = (
            stock.faceless
            + sum(stock.faced)
            + sum(count for kind, count in enumerate(stock.natural) if kind in self.special)
        )
        self.most_natural = [
            copies - melded
            for copies, melded in zip(position.copies, position.melds.counts, strict=True)
        ]
        self.most_substituted = stock.faceless + sum(stock.faced)
        if draws and stock.last_wild:
            self.most_substituted = 1
        elif draws:
            drawable = sum(position.left[kind] for kind in position.wild_kinds)
            self.most_substituted += min(draws, drawable)

        self.features = features_of(self.rules, position.melds)
        self.leads_to_target = functools.cache(self._leads_to_target)
        self.loosely_leads = loose_walk(shape, tuple(ordinary), self.features)

    # -- From kind to kind -----------------------------------------------------------------------

    @functools.cached_property
    def start(self) -> At:
        return At(0, self.shape.start, (), 0, 0, 0, self.features.start, False)

    def exists(self) -> bool:
        """Tell whether there is a target."""
        return self.leads_to_target(self.start)

    def _leads_to_target(self, at: At) -> bool:
        if at.kind == KINDS:
            return self._is_target(at)
        if not self.loosely_leads(at.kind, at.state, self.waste - at.wasted, at.shown):
            return False
        return any(self.leads_to_target(after) for after, _ in self._steps(at, self.shape.outlines))

    def targets(self) -> Iterator[tuple[At, tuple[Piece, ...]]]:
        """Yield the ends of all walks, with the pieces of their targets.

        Two walks may lead to targets that differ only in which tile of a run is substituted.
        """
        yield from self._targets(self.start, ())

    def _targets(self, at: At, pieces: tuple[Piece, ...]) -> Iterator[tuple[At, tuple[Piece, ...]]]:
        if not self.leads_to_target(at._replace(state=self.shape.outline(at.state))):
            return
        if at.kind == KINDS:
            yield at, pieces
            return
        for after, choice in self._steps(at, self.shape.choices):
            yield from self._targets(after, (*pieces, *choice.pieces))

    def _steps(self, at: At, choices_of: Any) -> Iterator[tuple[At, Choice]]:
        """Yield what may be at the kind: within the tiles there are, and those to be drawn."""
        kind = at.kind
        held = self.ordinary[kind]
        special = kind in self.special
        natural = self.most_natural[kind]
        if not special:
            natural = min(natural, held + self.draws - at.drawn)
        elif kind in self.position.wild_kinds:
            natural += sum(self.most_natural[stand_in] for stand_in in self.position.stand_ins)
        limit = self.position.total_limits[kind]
        if self.ahead[kind] - (self.waste - at.wasted) > self.shape.room(at.state):
            return
        choices = choices_of(kind, at.state, natural, self.most_substituted - at.substituted)
        for (n, s), found in sorted(choices.items(), reverse=True):
            if n + s > limit:
                continue
            substituted = at.substituted + s
            drawn, wasted, seen = at.drawn, at.wasted, at.special
            if special:
                seen = (*seen, (n, s))
            else:
                drawn += max(0, n - held)
                wasted += max(0, held - n)
            if s and choices_of == self.shape.outlines and n < self._prefers_natural(kind):
                continue
            special_places = substituted + sum(places for places, _ in seen)
            fewest_draws = drawn + max(0, special_places - self.special_held)
            if fewest_draws > self.draws or wasted > self.waste:
                continue
            shown = self.features.after(at.shown, kind, n + s)
            if not self.features.are_possible(shown):
                continue
            drawn_again = at.drawn_again or self._can_be_drawn_again(kind, n)
            for choice in found:
                after = At(
                    kind + 1,
                    choice.state,
                    seen,
                    substituted,
                    drawn,
                    wasted,
                    self.features.with_marks(shown, choice.marks),
                    drawn_again,
                )
                yield after, choice

    def _prefers_natural(self, kind: int) -> int:
        """Return how many tiles of the kind should be natural before any is substituted for one.

        Whoever substitutes where a held tile of the kind would do as well, gains nothing by it:
        all limits are on what is substituted. Readings show such targets too, but to tell whether
        there is one they are not needed. (A last tile may have to be a wildcard, though, and a
        stand-in may be needed for another kind.)
        """
        if self.stock.last_wild or kind in self.position.stand_ins:
            return 0
        if kind in self.position.wild_kinds and not self.rules.wild_natural_use:
            return self.stock.natural[kind]
        return self.stock.natural[kind] + self.stock.faced[kind]

    def _can_be_drawn_again(self, kind: int, natural: int) -> bool:
        """Tell whether a tile of the kind is used of which another copy is left.

        It only matters where wildcards are drawn last.
        """
        if not self.stock.last_wild or kind in self.special or not natural:
            return False
        return self.position.left[kind] > 0

    # -- Which tile fills which place ------------------------------------------------------------

    def _is_target(self, at: At) -> bool:
        rest = self.shape.rest(at.state)
        if rest is None or not self.features.are_complete(at.shown):
            return False
        return self._suffices(at._replace(substituted=at.substituted + rest))

    def _suffices(self, at: At) -> bool:
        """Tell whether the tiles held, and at most `draws` others, fill the target's places.

        Only the special kinds are left to see about. Their natural places are filled by tiles of
        the kind that can be nothing else, then by faced wildcards, and by stand-ins that their own
        places do not need; the substituted places by the wildcards that remain.
        """
        wild_kinds, stand_ins = self.position.wild_kinds, self.position.stand_ins
        natural, faced = self.stock.natural, self.stock.faced
        places = {kind: n for kind, (n, _) in zip(self.special, at.special, strict=True)}
        if at.substituted > self.most_substituted:
            return False

        # How many places can held tiles fill?
        used = sum(min(n, natural[kind]) for kind, n in places.items())
        spare = sum(max(0, natural[kind] - places[kind]) for kind in stand_ins)
        open_places = {kind: max(0, places[kind] - natural[kind]) for kind in wild_kinds}
        wild = self.stock.faceless + sum(faced)
        most_as_itself = 0
        if self.rules.wild_natural_use:
            most_as_itself = sum(min(open_places[kind], faced[kind]) for kind in wild_kinds)
        used += max(
            itself
            + min(spare, sum(open_places.values()) - itself)
            + min(at.substituted, wild - itself)
            for itself in range(most_as_itself + 1)
        )
        draws = at.drawn + sum(places.values()) + at.substituted - used
        if draws > self.draws:
            return False
        if self.stock.last_wild:
            return self._last_draw_suffices(at, places, draws)
        return draws == 0 or self._tiles_exist(at, places)

    def _tiles_exist(self, at: At, places: dict[int, int]) -> bool:
        """Tell whether all tiles that exist, held or not, fill the places of special kinds."""
        position, natural = self.position, self.stock.natural
        spare = sum(self.most_natural[kind] - places[kind] for kind in position.stand_ins)
        wild = {kind: self.most_natural[kind] - natural[kind] for kind in position.wild_kinds}
        open_places = {kind: max(0, places[kind] - natural[kind]) for kind in wild}
        most_as_itself = 0
        if self.rules.wild_natural_use:
            most_as_itself = sum(min(open_places[kind], wild[kind]) for kind in wild)
        return any(
            sum(open_places.values()) - itself <= spare
            and at.substituted <= self.stock.faceless + sum(wild.values()) - itself
            for itself in range(most_as_itself + 1)
        )

    def _last_draw_suffices(self, at: At, places: dict[int, int], draws: int) -> bool:
        """Tell the same where a wildcard is one only as the last tile that is drawn.

        All tiles held and all drawn before are natural. One place may be substituted, by the last
        tile, if it is of a wild kind. Where no place is, the last tile is natural; one of a wild
        kind is that only with `wild_natural_use`. If no draw that the target needs can be the last,
        then a tile that was held is discarded and drawn again.
        """
        position = self.position
        spare = sum(self.most_natural[kind] - places[kind] for kind in position.stand_ins)

        def natural_tiles_exist(last: int | None) -> bool:
            lacking = sum(
                max(0, places[kind] - self.most_natural[kind] + (kind == last))
                for kind in position.wild_kinds
            )
            return lacking <= spare

        if at.substituted:
            return any(
                position.left[kind] > 0 and natural_tiles_exist(kind)
                for kind in position.wild_kinds
            )
        if not natural_tiles_exist(None):
            return False
        stand_in_left = any(position.left[kind] for kind in position.stand_ins)
        if draws and (self.rules.wild_natural_use or at.drawn or stand_in_left):
            return True
        natural_last = position.stand_ins
        if self.rules.wild_natural_use:
            natural_last |= position.wild_kinds
        drawn_again = (
            at.drawn_again
            or any(places[kind] and position.left[kind] for kind in natural_last)
            or (stand_in_left and any(places[kind] for kind in position.wild_kinds))
        )
        return draws < self.draws and drawn_again

    def assigns_all(self, at: At) -> bool:
        """Tell whether all held tiles fill the target's places as they are marked.

        A faced wildcard that stands for its own kind is natural, if it can be. So the wildcards of
        a kind that are substituted must find places of other kinds.
        """
        natural, faced = self.stock.natural, self.stock.faced
        rest = self.shape.rest(at.state) or 0
        substituted = at.substituted + rest
        marked = dict(zip(self.special, at.special, strict=True))
        stand_ins = sum(natural[kind] - marked[kind][0] for kind in self.position.stand_ins)
        ways = {0}  # stand-ins used as wild kinds
        for kind in self.position.wild_kinds:
            n, s = marked[kind]
            open_places = n - natural[kind]
            itself = [0]
            if self.rules.wild_natural_use:
                itself = [
                    number
                    for number in range(min(open_places, faced[kind]) + 1)
                    if faced[kind] - number <= substituted - s
                ]
            ways = {way + open_places - i for way in ways for i in itself}
        return stand_ins in ways


@functools.lru_cache(maxsize=64)
def loose_walk(
    shape: Shape, ordinary: Counts, features: Features
) -> Callable[[int, Any, int, Shown], bool]:
    """Return whether some target wastes few enough ordinary tiles, from a kind and state on.

    This is the walk without what makes it slow: no place is substituted, and there is any number of
    copies. Where not even such a target wastes so few of the tiles ahead, there is none: it spares
    the walk those ways.
    """
    ahead = [sum(ordinary[kind:]) for kind in range(KINDS + 1)]

    @functools.cache
    def leads(kind: int, state: Any, waste: int, shown: Shown) -> bool:
        if ahead[kind] - waste > shape.room(state) or not features.are_possible(shown):
            return False
        if kind == KINDS:
            return shape.rest(state) is not None and features.are_complete(shown)
        held = ordinary[kind]
        for (places, _), found in shape.outlines(kind, state, ANY_NUMBER, 0).items():
            if held - places <= waste:
                after = features.after(shown, kind, places)
                for choice in found:
                    if leads(
                        kind + 1,
                        choice.state,
                        waste - max(0, held - places),
                        features.with_marks(after, choice.marks),
                    ):
                        return True
        return False

    return leads
