"""Every question about a hand in plain Python, straight from the definitions.

This package explains the answers and checks the compiled ones: it knows no tables, shares no code
with the extensions and favours the shortest argument over the shortest run time.

A **target** is a complete winning shape: a set of places, each of one kind, each natural or
substituted, that is, filled by a wildcard. A hand wins when its tiles fill the places of a target
exactly; its readings are the targets that they fill; and its distance is the fewest draws, of
tiles that exist, with which it can fill one. So there is one description of the targets, and one
walk that looks for those in reach:

* `hand` reads a hand as it is written.
* `position` holds it against the rules of the deal, and says what each tile may be used for.
* `shapes` describes the targets of each form, and all limits that concern a single group.
* `features` is what the rules want the whole hand to show.
* `walk` goes over the kinds once, lets the shape choose what the target has at each, and drops
  what the tiles or the draws do not suffice for, or what lacks those features.

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

import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..errors import HandError, MahjongError
from ..rules import Rules
from .hand import KINDS, ORPHANS, RUNS, TILE_NAMES, WILD, Counts, counts_of
from .position import Position, make_position, require_size
from .reading import Discard, Group, Reading
from .shapes import Piece, shapes_of
from .walk import Walk

__all__ = [
    "ORPHANS",
    "OUT_OF_REACH",
    "RUNS",
    "TILE_NAMES",
    "WILD",
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

OUT_OF_REACH = 127
"""The shanten of a hand that no draws can make win: its rules have no form it could reach."""

STANDARD_RULES = Rules()


def is_win(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] | None = None,
    claimed: bool = False,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
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
        The kinds of which every tile is a wildcard in this deal: a text, or ids or texts of one.
        None: those that the rules fix for every deal, else none.
    claimed
        Whether the winning tile was claimed, and is what `rules.wild_claimed` says.
    melds
        34 counts of the tiles in declared melds, where the hand has none of its own; they hold
        copies, and the number of groups still to find follows from the size of the hand. Melds
        are taken as exposed, three or four alike as a pung or kong.
    void_suit
        "m", "p" or "s" for a suit that the winning hand and its melds must not have.

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
    return _wins(make_position(hand, wild, rules, wild_kinds, claimed, melds, void_suit))


def _wins(position: Position) -> bool:
    return (
        position.total % 3 == 2
        and not position.claims_forbidden_wildcard
        and _within_reach(position, 0)
    )


def _within_reach(position: Position, draws: int) -> bool:
    """Tell whether the hand can come to win by at most so many draws."""
    stock = position.stock if draws == 0 else position.stock_before_draws
    return any(Walk(position, shape, stock, draws).exists() for shape in shapes_of(position))


def waits(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] | None = None,
    claimed: bool = False,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
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
    position = make_position(hand, wild, rules, wild_kinds, False, melds, void_suit)
    require_size(position, 1)
    return _waits(position, claimed)


def _waits(position: Position, claimed: bool = False) -> tuple[int, ...]:
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
    wild_kinds: Iterable[int | str] | None = None,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
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
    position = make_position(hand, wild, rules, wild_kinds, False, melds, void_suit)
    require_size(position, 1, 2)
    return _shanten(position)


def _shanten(position: Position) -> int:
    fewest = position.places - position.total
    most = position.places + 1  # where all tiles are drawn, and one twice to have the last natural
    for draws in range(fewest, most + 1):
        if _within_reach(position, draws):
            return draws - 1
    return OUT_OF_REACH


def acceptance(
    hand: Any,
    *,
    wild: int = 0,
    seen: Sequence[int] | None = None,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] | None = None,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
) -> dict[int, int]:
    """Return the kinds that lower the shanten of a hand of 3n+1 tiles, with the copies left.

    `seen` has 34 counts of the tiles visible elsewhere, own tiles and melds excluded. Kinds with
    no copy left are omitted; more copies than there are is a `HandError`.

    >>> acceptance("23m55p")
    {0: 4, 3: 4}
    """
    position = make_position(hand, wild, rules, wild_kinds, False, melds, void_suit)
    require_size(position, 1)
    return _acceptance(position, _unseen(position, seen))


def _unseen(position: Position, seen: Sequence[int] | None) -> Counts:
    """Return the copies of each kind that are neither held nor melded nor seen."""
    elsewhere = (0,) * KINDS if seen is None else counts_of(seen, "seen")
    unseen = tuple(map(operator.sub, position.left, elsewhere))
    for kind, copies in enumerate(unseen):
        if copies < 0:
            raise HandError(
                f"{position.copies[kind] - copies} copies of {TILE_NAMES[kind]} with those seen, "
                f"the set of tiles has {position.copies[kind]}"
            )
    return unseen


def _acceptance(position: Position, unseen: Counts) -> dict[int, int]:
    """A drawn tile lowers the shanten when one draw less suffices with it."""
    draws = _shanten(position) + 1
    return {
        kind: copies
        for kind, copies in enumerate(unseen)
        if copies and _within_reach(position.with_tile(kind), draws - 1)
    }


def discards(
    hand: Any,
    *,
    wild: int = 0,
    seen: Sequence[int] | None = None,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] | None = None,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
) -> list[Discard]:
    """Return what each discard from a hand of 3n+2 tiles leaves.

    The best comes first: by shanten, then total acceptance descending, then id. A faceless
    wildcard is the tile `WILD`. The discarded tile counts as seen.

    >>> [(TILE_NAMES[discard.tile], discard.shanten) for discard in discards("23m55pE")]
    [('E', 0), ('2m', 1), ('3m', 1), ('5p', 1)]
    """
    position = make_position(hand, wild, rules, wild_kinds, False, melds, void_suit)
    require_size(position, 2)
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
    wild_kinds: Iterable[int | str] | None = None,
    claimed: bool = False,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
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
    position = make_position(hand, wild, rules, wild_kinds, claimed, melds, void_suit)
    require_size(position, 2)
    return _readings(position)


def _readings(position: Position) -> Iterator[Reading]:
    if position.claims_forbidden_wildcard:
        return
    seen = set()
    for shape in shapes_of(position):
        walk = Walk(position, shape, position.stock, 0)
        for end, pieces in walk.targets():
            if walk.assigns_all(end):
                rest = shape.rest(end.state) or 0
                reading = _reading(shape.form, (*pieces, *[Piece((WILD,), (True,))] * rest))
                key = _tally(reading)
                if key not in seen:
                    seen.add(key)
                    yield reading


def _reading(form: str, pieces: Iterable[Piece]) -> Reading:
    """Put the pieces of a target in order: longer groups of knitted tiles first, singles last."""
    groups = []
    pair = None
    for piece in pieces:
        group = Group(piece.tiles, piece.substituted)
        if piece.is_pair:
            pair = group
        else:
            groups.append(group)
    if form == "knitted_straight":
        groups.sort(key=lambda group: (-len(group.tiles), group))
    elif form in ("seven_pairs", "eight_pairs", "pairs_and_triplet"):
        order = {2: 0, 3: 1, 1: 2}
        groups.sort(key=lambda group: (order[len(group.tiles)], group))
    else:
        groups.sort()
    became = sorted(
        tile
        for group in (*groups, *([pair] if pair else []))
        for tile, substituted in zip(group.tiles, group.substituted, strict=True)
        if substituted
    )
    return Reading(form, tuple(groups), pair, tuple(became))


def _tally(reading: Reading) -> tuple[Any, ...]:
    """What makes a reading another: its form, groups and pair, how many are substituted in each."""
    marked = sorted((group.tiles, sum(group.substituted)) for group in reading.groups)
    pair = reading.pair and (reading.pair.tiles, sum(reading.pair.substituted))
    return reading.form, tuple(marked), pair


def readings(
    hand: Any,
    *,
    wild: int = 0,
    limit: int = 1000,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] | None = None,
    claimed: bool = False,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
) -> list[Reading]:
    """Return the readings of a hand of 3n+2 tiles, at most `limit` of them; see `iter_readings`.

    >>> for reading in readings("111222333m55p"):
    ...     print(reading)
    123m 123m 123m 55p
    111m 222m 333m 55p
    """
    if limit is not None and limit < 0:
        raise MahjongError(f"limit must not be negative, is {limit}")
    found = iter_readings(
        hand,
        wild=wild,
        rules=rules,
        wild_kinds=wild_kinds,
        claimed=claimed,
        melds=melds,
        void_suit=void_suit,
    )
    return list(itertools.islice(found, limit))


def count_readings(
    hand: Any,
    *,
    wild: int = 0,
    rules: Rules = STANDARD_RULES,
    wild_kinds: Iterable[int | str] | None = None,
    claimed: bool = False,
    melds: Sequence[int] | None = None,
    void_suit: str | None = None,
) -> int:
    """Return how many readings a hand of 3n+2 tiles has, counting one by one.

    >>> count_readings("**")
    34
    """
    found = iter_readings(
        hand,
        wild=wild,
        rules=rules,
        wild_kinds=wild_kinds,
        claimed=claimed,
        melds=melds,
        void_suit=void_suit,
    )
    return sum(1 for _ in found)
