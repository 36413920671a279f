"""The settlement of a deal: the win, and the ledger of wild tiles and kongs beside it (算精).

What is paid is the rules' section `[ledger]`; source: the rules of Nanchang, `nanchang.toml`.

>>> deal = Deal(hands={"E": "6m", "S": "5566m", "W": "", "N": ""}, jing=("5m", "6m"))
>>> settle(deal, "nanchang").net
{'E': -15, 'S': 53, 'W': -19, 'N': -19}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING

from .core.base.hand import BaseHand, Hand
from .errors import HandError, MahjongError, RulesError
from .ledger import Ledger
from .rules import as_rules
from .tiles import KINDS, NAMES
from .tiles import kind as parse_tile

if TYPE_CHECKING:
    from .core.scoring.scorer import Score
    from .rules import Rules

__all__ = ["Deal", "Feed", "Ledger", "Settlement", "settle"]

SEATS = ("E", "S", "W", "N")
DEALER = "E"
COPIES = 4
PARTS = ("win", "jing", "chongguan", "bawang", "kongs", "chaozhuang", "jing_sets")


@dataclasses.dataclass(frozen=True)
class Feed:
    """A wild tile that someone discarded and another took: to eat, pung, kong or win.

    holder, provider
        Their seats.
    tile
        Its kind, as an id or a text.
    """

    holder: str
    provider: str
    tile: int | str


@dataclasses.dataclass(frozen=True)
class Deal:
    """A deal that is over.

    hands
        By seat, the tiles that each player owns, melds among them: a `Hand`, its text, or 34
        counts. A jing belongs to who ate, punged, konged or won it. A seat left out has nothing.
    jing
        The 正精 and the 副精 of the deal.
    score
        The winner's `Score`, whose situation tells the seats; None for a drawn deal.
    winner, payments
        Instead of it, the winner's seat and what each other player pays.
    event
        Or the winner's instant win, as `[ledger]` names it (四龙, …).
    feeds
        The wild tiles that were discarded and taken, for 出精包冲关.
    first_discards_alike
        Whether all four first discards were of one kind (抄庄).
    jing_sets
        Further pairs of 正精 and 副精 that count on the tiles held (下精, 左右精, 埋地雷, 回头一笑,
        同一首歌), as (zheng, fu, wild); whether they were wild too does not matter here.
    """

    hands: Mapping[str, Hand | str | Sequence[int]]
    jing: tuple[int | str, int | str] | None = None
    score: Score | None = None
    winner: str | None = None
    payments: Mapping[str, int] | None = None
    event: str | None = None
    feeds: tuple[Feed, ...] = ()
    first_discards_alike: bool = False
    jing_sets: tuple[tuple[int | str, int | str, bool], ...] = ()

    def __post_init__(self) -> None:
        for name in ("hands", "payments"):
            given = getattr(self, name)
            if not isinstance(given, Mapping) and (name == "hands" or given is not None):
                raise TypeError(f"{name} must be by seat, in a dict, not {given!r}")
            for seat in given or ():
                _check_seat(seat)
        _check_copies(_hands(self.hands))
        if self.jing is not None:
            _check_tiles("jing", self.jing, 2)
        for number, pair in enumerate(self.jing_sets):
            _check_tiles(f"jing_sets[{number}]", pair, 3)
        for number, feed in enumerate(self.feeds):
            if not isinstance(feed, Feed):
                raise TypeError(f"feeds[{number}] must be a Feed, not {feed!r}")
            _check_seat(feed.holder)
            _check_seat(feed.provider)
            _kind(feed.tile, f"feeds[{number}]")
            if feed.holder == feed.provider:
                raise HandError(f"{feed.holder} feeds itself")
        for seat, amount in (self.payments or {}).items():
            if isinstance(amount, bool) or not hasattr(amount, "__index__"):
                raise TypeError(f"what {seat} pays must be an int, not {amount!r}")
        if self.winner is not None:
            _check_seat(self.winner)
        if self.event is not None and not isinstance(self.event, str):
            raise TypeError(f"event must be a name, not {self.event!r}")
        if self.score is not None:
            from .core.scoring.scorer import Score

            if not isinstance(self.score, Score):
                raise TypeError(f"score must be a Score, not {self.score!r}")
        ways = [self.score is not None, self.payments is not None, self.event is not None]
        if sum(ways) > 1:
            raise HandError("a win is told by a score, by payments or by an event: by one of them")
        if (self.payments is not None or self.event is not None) and self.winner is None:
            raise HandError("payments or an event without a winner")
        if self.payments is not None and self.winner in self.payments:
            raise HandError(f"the winner {self.winner} pays nothing")


@dataclasses.dataclass(frozen=True)
class Settlement:
    """What a deal brings each seat, in all and by its parts; every part sums to zero.

    net
        By seat.
    parts
        By seat, then by part: win, jing, chongguan (what 冲关 adds), bawang (what 霸王精 adds),
        kongs, chaozhuang, jing_sets.
    """

    net: dict[str, int]
    parts: dict[str, dict[str, int]]


class _Book:
    """Payments between seats, part by part."""

    def __init__(self) -> None:
        self.parts = {seat: dict.fromkeys(PARTS, 0) for seat in SEATS}

    def pay(self, part: str, payer: str, to: str, amount: int) -> None:
        self.parts[payer][part] -= amount
        self.parts[to][part] += amount

    def collect(self, part: str, to: str, amount: int) -> None:
        """Let every other seat pay an amount."""
        for seat in SEATS:
            if seat != to:
                self.pay(part, seat, to, amount)


def settle(deal: Deal, rules: Rules | str | None = None) -> Settlement:
    """Settle a deal, won or drawn, as the rules' `[ledger]` has it.

    Rules without a ledger pay nothing beside the win.

    Args:
        deal: the deal.
        rules: the rules, or their name; None: those of the deal's score.

    Raises:
        HandError: the deal cannot be, or its score does not tell the seats.
        RulesError: the rules have no such event, or none are told: neither `rules` nor a score.
        NotImplementedError: the rules of the score do not tell who pays: they have no `[pay]`.
    """
    if not isinstance(deal, Deal):
        raise TypeError(f"a deal must be a Deal, not {type(deal).__name__}")
    if rules is None:
        if deal.score is None:
            raise RulesError(
                "settle needs the rules of a deal without a score: settle(deal, rules), a name or "
                "a Rules"
            )
        rules = deal.score.rules
    rules = as_rules(rules)
    ledger = rules.scoring.settlement() if rules.scoring is not None else Ledger()
    hands = _hands(deal.hands)
    book = _Book()
    _settle_win(book, deal, ledger)
    if deal.jing is not None:
        _settle_jing(book, deal, ledger, hands)
    for zheng, fu, _ in deal.jing_sets:
        for seat, raw in _raw(ledger, hands, zheng, fu).items():
            worth = ledger.worth(raw)
            if _is_sole(hands, seat, zheng, fu):
                worth *= ledger.bawang
            book.collect("jing_sets", seat, worth)
    _settle_kongs(book, deal, ledger, hands)
    if deal.first_discards_alike:
        for seat in SEATS:
            if seat != DEALER:
                book.pay("chaozhuang", DEALER, seat, ledger.chaozhuang)
    net = {seat: sum(parts.values()) for seat, parts in book.parts.items()}
    return Settlement(net, book.parts)


def _check_seat(seat: str) -> None:
    if seat not in SEATS:
        raise HandError(f"a seat is E, S, W or N, not {seat!r}")


def _check_copies(hands: Mapping[str, BaseHand]) -> None:
    for kind in range(KINDS):
        copies = sum(_owned(hand, kind) for hand in hands.values())
        if copies > COPIES:
            raise HandError(f"{copies} tiles {NAMES[kind]} in the hands of all seats")


def _check_tiles(name: str, given: object, length: int) -> None:
    """Check what begins with a 正精 and a 副精."""
    if not isinstance(given, tuple | list):
        raise TypeError(f"{name} must be a tuple, not {given!r}")
    if len(given) != length:
        raise HandError(f"{name} must have {length} entries, not {given!r}")
    for tile in given[:2]:
        _kind(tile, name)


def _hands(given: Mapping[str, Hand | str | Sequence[int]]) -> dict[str, BaseHand]:
    return {seat: _hand(seat, given.get(seat, "")) for seat in SEATS}


def _hand(seat: str, given: Hand | str | Sequence[int]) -> BaseHand:
    if isinstance(given, BaseHand):
        return given
    try:
        return Hand.parse(given) if isinstance(given, str) else Hand(given)
    except MahjongError as error:
        raise HandError(f"the hand of {seat}: {error}") from None
    except TypeError as error:
        raise TypeError(f"the hand of {seat}: {error}") from None


def _kind(tile: object, where: str = "a tile") -> int:
    if isinstance(tile, str):
        try:
            found = parse_tile(tile)
        except MahjongError as error:
            raise HandError(f"{where}: {error}") from None
    elif isinstance(tile, bool) or not hasattr(tile, "__index__"):
        raise TypeError(f"{where}: a tile is an id or a text, not {tile!r}")
    else:
        found = index(tile)
    if not 0 <= found < KINDS:
        raise HandError(f"{where}: {tile!r} is none of the {KINDS} kinds")
    return found


def _settle_win(book: _Book, deal: Deal, ledger: Ledger) -> None:
    winner = deal.winner
    if deal.score is not None:
        payments: Mapping[str, int] = deal.score.payments()
        (winner,) = set(SEATS) - set(payments)
    elif deal.event is not None:
        amounts = dict(ledger.events)
        if deal.event not in amounts:
            raise RulesError(f"the rules have no event {deal.event!r}")
        payments = {seat: amounts[deal.event] for seat in SEATS if seat != winner}
    else:
        payments = deal.payments or {}
    for seat, amount in payments.items():
        assert winner is not None
        book.pay("win", seat, winner, index(amount))


def _owned(hand: BaseHand, kind: int) -> int:
    """Return how many tiles of a kind a player has, melded ones included."""
    return hand.counts[kind] + sum(meld.tiles.count(kind) for meld in hand.melds)


def _kongs_of(hand: BaseHand, kinds: Iterable[int]) -> int:
    return sum(meld.kind == "kong" and meld.tiles[0] in kinds for meld in hand.melds)


def _raw(
    ledger: Ledger, hands: Mapping[str, BaseHand], zheng: int | str, fu: int | str
) -> dict[str, int]:
    """Return the points of each seat."""
    first, second = _kind(zheng), _kind(fu)
    found = {}
    for seat, hand in hands.items():
        raw = ledger.zheng * _owned(hand, first) + ledger.fu * _owned(hand, second)
        if ledger.jing_kong_in_raw:
            raw += ledger.jing_kong * _kongs_of(hand, (first, second))
        found[seat] = raw
    return found


def _is_sole(hands: Mapping[str, BaseHand], seat: str, zheng: int | str, fu: int | str) -> bool:
    """Tell whether nobody else holds any; what is all in a kong does not make 霸王精."""
    kinds = (_kind(zheng), _kind(fu))
    owned = {each: sum(_owned(hand, kind) for kind in kinds) for each, hand in hands.items()}
    loose = owned[seat] - 4 * _kongs_of(hands[seat], kinds)
    return loose > 0 and not any(count for each, count in owned.items() if each != seat)


def _settle_jing(book: _Book, deal: Deal, ledger: Ledger, hands: Mapping[str, BaseHand]) -> None:
    assert deal.jing is not None
    zheng, fu = deal.jing
    for seat, raw in _raw(ledger, hands, zheng, fu).items():
        worth = ledger.worth(raw)
        book.collect("jing", seat, raw)
        provider = _liable(deal, ledger, seat, raw)
        if provider is None:
            book.collect("chongguan", seat, worth - raw)
        elif ledger.chongguan_liability == "provider_pays_threefold":
            book.pay("chongguan", provider, seat, 3 * worth - raw)
        else:
            book.pay("chongguan", provider, seat, 3 * (worth - raw))
        if _is_sole(hands, seat, zheng, fu):
            book.collect("bawang", seat, worth * (ledger.bawang - 1))


def _liable(deal: Deal, ledger: Ledger, seat: str, raw: int) -> str | None:
    """Return who discarded the tile that took a seat to 冲关, where that makes liable."""
    if ledger.chongguan_liability == "none" or not ledger.passes(raw) or deal.jing is None:
        return None
    points = {_kind(deal.jing[1]): ledger.fu, _kind(deal.jing[0]): ledger.zheng}
    reached = raw - sum(points.get(_kind(f.tile), 0) for f in deal.feeds if f.holder == seat)
    for feed in deal.feeds:
        if feed.holder == seat:
            reached += points.get(_kind(feed.tile), 0)
            if reached >= ledger.chongguan_from:
                before = reached - points.get(_kind(feed.tile), 0)
                return feed.provider if before < ledger.chongguan_from else None
    return None


def _settle_kongs(book: _Book, deal: Deal, ledger: Ledger, hands: Mapping[str, BaseHand]) -> None:
    kinds = tuple(map(_kind, deal.jing)) if deal.jing is not None else ()
    for seat, hand in hands.items():
        for meld in hand.melds:
            if meld.kind != "kong":
                continue
            amount = ledger.concealed_kong if meld.concealed else ledger.exposed_kong
            if meld.tiles[0] in kinds and not ledger.jing_kong_in_raw:
                amount += ledger.jing_kong
            book.collect("kongs", seat, amount)
