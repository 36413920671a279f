"""A hand that can exist, under the rules and the wild kinds of its deal, and what its tiles can do.

A held tile is one of three things. An **ordinary** one fills a natural place of its own kind. A
**faced wildcard**, of a kind that is wild, may be substituted for another kind, and fills a natural
place of its own kind too where the rules have `wild_natural_use`. A **faceless wildcard** can only
be substituted. Beside them a tile of a **stand-in** kind fills natural places of its own kind and
of every kind that is wild. `Stock` says how many there are of each.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..errors import HandError
from ..rules import Rules
from .hand import (
    KINDS,
    SUITS,
    TILE_NAMES,
    WILD,
    Counts,
    Meld,
    counts_of,
    is_honour_run,
    kinds_of,
    read,
)

NO_LIMIT = 127


class Melds(NamedTuple):
    """What is known of the declared groups.

    counts
        The tiles they hold.
    triplet, run, exposed
        Whether one of them is a pung or kong, one a chow, one exposed.
    kongs
        How many there are, if all are kongs; else None.
    """

    counts: Counts
    triplet: bool
    run: bool
    exposed: bool
    kongs: int | None

    @classmethod
    def of_hand(cls, melds: Sequence[Meld]) -> Melds:
        tiles = [tile for meld in melds for tile in meld.tiles]
        alike = [len(set(meld.tiles)) == 1 for meld in melds]
        return cls(
            counts=tuple(tiles.count(kind) for kind in range(KINDS)),
            triplet=any(alike),
            run=not all(alike),
            exposed=any(not meld.concealed for meld in melds),
            kongs=len(melds) if all(len(meld.tiles) == 4 for meld in melds) else None,
        )

    @classmethod
    def of_counts(cls, counts: Counts) -> Melds:
        """Judge by the tiles alone: three alike are a pung, four a kong, and all are exposed."""
        return cls(
            counts=counts,
            triplet=any(count >= 3 for count in counts),
            run=any(count in (1, 2) for count in counts),
            exposed=any(counts),
            kongs=counts.count(4) if set(counts) <= {0, 4} else None,
        )


class Stock(NamedTuple):
    """What the held tiles are, kind by kind: natural only, or faced wildcards; and faceless ones.

    last_wild
        Whether wildcards are drawn as the last tile only (`wild_active = "drawn"`), and all
        others are natural.
    """

    natural: Counts
    faced: Counts
    faceless: int
    last_wild: bool = False


@dataclasses.dataclass(frozen=True)
class Position:
    """A hand that can exist, with the rules, wild kinds and voided suit of its deal."""

    held: Counts  # physical tiles of each kind, faced wildcards under their own kind
    faceless: int
    melds: Melds
    rules: Rules
    wild_kinds: frozenset[int]
    void_suit: str | None = None
    winning: int | None = None
    claimed: bool = False  # whether the winning tile was, and is known

    @functools.cached_property
    def total(self) -> int:
        return sum(self.held) + self.faceless

    @functools.cached_property
    def groups(self) -> int:
        """Groups still to find beside the pair, if the hand is to be of the standard form."""
        return (self.total - 1) // 3

    @functools.cached_property
    def places(self) -> int:
        """Tiles of the complete hand."""
        return 3 * self.groups + 2

    @functools.cached_property
    def copies(self) -> Counts:
        """Physical copies of each kind."""
        return copies_of(self.rules)

    @functools.cached_property
    def physical(self) -> Counts:
        """Held tiles of each kind, a `*` that has a face with them."""
        face = self.rules.wild_face if self.rules.wild_active == "drawn" else None
        return tuple(
            held + (self.faceless if kind == face else 0) for kind, held in enumerate(self.held)
        )

    @functools.cached_property
    def left(self) -> Counts:
        """Copies of each kind outside the hand and its melds."""
        return tuple(
            copies - held - melded
            for copies, held, melded in zip(
                self.copies, self.physical, self.melds.counts, strict=True
            )
        )

    @functools.cached_property
    def total_limits(self) -> Counts:
        """Most copies of each kind the concealed hand may show, wildcards included."""
        if self.rules.max_copies is None:
            return (NO_LIMIT,) * KINDS
        return tuple(self.rules.max_copies - melded for melded in self.melds.counts)

    @functools.cached_property
    def stand_ins(self) -> frozenset[int]:
        """The kinds whose tiles may be natural tiles of a wild kind; a wild one is none."""
        return frozenset(self.rules.stand_in) - self.wild_kinds if self.wild_kinds else frozenset()

    @functools.cached_property
    def claims_forbidden_wildcard(self) -> bool:
        """Whether the hand would win on a claimed wildcard where that is forbidden."""
        wild = self.winning == WILD or self.winning in self.wild_kinds
        return self.claimed and wild and self.rules.wild_claimed == "forbidden"

    @functools.cached_property
    def stock(self) -> Stock:
        """What the tiles are if the hand, as it is, is to win."""
        if self.rules.wild_active == "drawn":
            return self._stock_of_drawn(None if self.claimed else self.winning)
        natural_claim = self.claimed and self.rules.wild_claimed == "natural"
        claimed = self.winning if natural_claim else None
        faced = tuple(
            held - (kind == claimed) if kind in self.wild_kinds else 0
            for kind, held in enumerate(self.held)
        )
        return Stock(tuple(map(operator.sub, self.held, faced)), faced, self.faceless)

    @functools.cached_property
    def stock_before_draws(self) -> Stock:
        """What the tiles are if others are drawn before the hand wins: none is the winning one."""
        if self.rules.wild_active == "drawn":
            return self._stock_of_drawn(None)._replace(last_wild=True)
        return dataclasses.replace(self, claimed=False).stock

    def _stock_of_drawn(self, last: int | None) -> Stock:
        """Only the self-drawn last tile is a wildcard; a `*` that is not has its face."""
        faced = tuple(int(kind == last and kind in self.wild_kinds) for kind in range(KINDS))
        faceless = int(last == WILD)
        face = self.rules.wild_face
        natural = tuple(
            held - wild + (self.faceless - faceless if kind == face else 0)
            for kind, (held, wild) in enumerate(zip(self.held, faced, strict=True))
        )
        return Stock(natural, faced, faceless)

    def with_tile(self, kind: int, *, claimed: bool = False) -> Position:
        held = self._held_with(kind, 1)
        return dataclasses.replace(self, held=held, winning=kind, claimed=claimed)

    def without_tile(self, tile: int) -> Position:
        if tile == WILD:
            rest = dataclasses.replace(self, faceless=self.faceless - 1)
        else:
            rest = dataclasses.replace(self, held=self._held_with(tile, -1))
        return dataclasses.replace(rest, winning=None, claimed=False)

    def _held_with(self, kind: int, more: int) -> Counts:
        return (*self.held[:kind], self.held[kind] + more, *self.held[kind + 1 :])


@functools.lru_cache(maxsize=256)
def copies_of(rules: Rules) -> Counts:
    """Return the physical copies of each kind: none of kinds that are not in the set."""
    tiles = frozenset(rules.tiles)
    return tuple(rules.copies if kind in tiles else 0 for kind in range(KINDS))


def make_position(
    hand: Any,
    wild: int,
    rules: Rules,
    wild_kinds: Iterable[int | str] | None,
    claimed: bool,
    melds: Sequence[int] | None,
    void_suit: str | None,
) -> Position:
    """Read and check the arguments that all questions share."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a Rules, not {type(rules).__name__}")
    if isinstance(wild, bool):
        raise TypeError("wild must be an int, not bool")
    if operator.index(wild) < 0:
        raise HandError(f"wild must not be negative, is {wild}")
    if void_suit is not None and not isinstance(void_suit, str):
        raise TypeError(f"void_suit must be a str, not {type(void_suit).__name__}")
    if void_suit is not None and (len(void_suit) != 1 or void_suit not in SUITS):
        raise HandError(f"void_suit must be 'm', 'p' or 's', not {void_suit!r}")
    written = read(hand)
    for meld in written.melds:
        name = "winds" if meld.tiles[0] < 31 else "dragons"
        if is_honour_run(meld.tiles) and name not in rules.runs:
            raise HandError(f"these rules have no runs of {name}")
    declared = Melds.of_hand(written.melds)
    if melds is not None:
        if written.melds:
            raise HandError("melds are given twice, in the hand and beside it")
        declared = Melds.of_counts(counts_of(melds, "melds"))
    if wild_kinds is None:
        wild_kinds = rules.wild_fixed if rules.wild_select == "fixed" else ()
    wild_ids = kinds_of(wild_kinds)
    if claimed and wild_ids and written.winning is None:
        raise HandError("claimed=True needs to know the winning tile: end the hand with +tile")
    position = Position(
        held=written.counts,
        faceless=written.wild + operator.index(wild),
        melds=declared,
        rules=rules,
        wild_kinds=wild_ids,
        void_suit=void_suit,
        winning=written.winning,
        claimed=claimed and written.winning is not None,
    )
    for kind, left in enumerate(position.left):
        if left < 0:
            copies = position.copies[kind]
            raise HandError(
                f"{copies - left} copies of {TILE_NAMES[kind]}, the set of tiles has {copies}"
            )
    largest = 3 * (rules.groups - len(written.melds)) + 2
    if position.total > largest:
        raise HandError(f"{position.total} tiles, the rules' hand has at most {max(largest, 0)}")
    made = position.groups + len(written.melds)
    if written.melds and position.total % 3 != 0 and made != rules.groups:
        raise HandError(f"{made} groups with the melds, the rules' hand has {rules.groups}")
    return position


def require_size(position: Position, *remainders: int) -> None:
    """Refuse a hand of another size than a question needs."""
    if position.total % 3 not in remainders:
        sizes = " or ".join(f"3n+{remainder}" for remainder in remainders)
        raise HandError(f"a hand of {position.total} tiles, this question needs {sizes}")
