"""What a `Score` tells beside its total: the fans that count, and the text that explains them."""

from __future__ import annotations

from . import tiles
from .errors import HandError, MahjongError

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from .core.base.hand import Meld
    from .core.readings.reading import Group
    from .core.scoring.scorer import Score
    from .fans import Fan, Scoring
    from .rules import Rules

__all__ = ["CountedFan", "explain", "groups_of"]


class CountedFan:
    """A fan that counts in a score. Immutable.

    Attributes:
        id, zh, en: its names.
        points: what it is worth once.
        count: how often it counts.
        groups: the melds and groups that it rests on.
    """

    __slots__ = ("count", "en", "groups", "id", "points", "zh")
    id: str
    zh: str
    en: str
    points: int
    count: int
    groups: tuple[Meld | Group, ...]

    def __init__(
        self, id: str, zh: str, en: str, points: int, count: int, groups: Iterable[Meld | Group]
    ) -> None:
        for name, value in zip(
            ("id", "zh", "en", "points", "count", "groups"),
            (id, zh, en, points, count, tuple(groups)),
            strict=True,
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CountedFan is immutable")

    def _key(self) -> tuple[Any, ...]:
        return self.id, self.zh, self.en, self.points, self.count, self.groups

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, CountedFan) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[CountedFan], tuple[Any, ...]]:
        return CountedFan, self._key()

    def __repr__(self) -> str:
        return f"CountedFan{self._key()!r}"


def _first(group: Meld | Group) -> int:
    return group.tiles[0]


def _is_pung(group: Meld | Group) -> bool:
    return group.kind in ("pung", "kong")


def _is_honour_run(group: Meld | Group) -> bool:
    tiles_of_group = group.tiles
    return len(set(tiles_of_group)) == 3 and tiles_of_group[0] in tiles.HONOURS


def _is_concealed(group: Meld | Group, score: Score) -> bool:
    if hasattr(group, "concealed"):
        return bool(group.concealed)
    if score.self_draw or score.winning != _first(group):
        return True
    return any(
        other.kind == "chow" and not hasattr(other, "concealed") and score.winning in other.tiles
        for other in score.groups
    )


def _chosen(groups: list[Any], size: int, test: Callable[..., bool]) -> list[Any]:
    """Return the first groups of that number for which the test holds."""
    from itertools import combinations

    for chosen in combinations(groups, size):
        if test(*chosen):
            return list(chosen)
    return []


def _all_linked(groups: list[Any], test: Callable[[Any, Any], bool]) -> list[Any]:
    """Return the groups that are related to another."""
    return [
        group
        for i, group in enumerate(groups)
        if any(test(group, other) for j, other in enumerate(groups) if i != j)
    ]


def _suit(group: Meld | Group) -> int:
    return _first(group) // 9


def _rank(group: Meld | Group) -> int:
    return _first(group) % 9


def _one_suit(*groups: Any) -> bool:
    return len({_suit(group) for group in groups}) == 1


def _three_suits(*groups: Any) -> bool:
    return len({_suit(group) for group in groups}) == 3


def _steps(groups: tuple[Any, ...], steps: tuple[int, ...]) -> bool:
    from itertools import pairwise

    ranks = sorted(_rank(group) for group in groups)
    apart = {later - earlier for earlier, later in pairwise(ranks)}
    return len(apart) == 1 and apart <= set(steps)


def _select(kind: str, score: Score, groups: tuple[Any, ...]) -> list[Any]:
    """Return the groups of a hand that a feature rests on."""
    chows = [group for group in groups if group.kind == "chow" and not _is_honour_run(group)]
    pungs = [group for group in groups if _is_pung(group)]
    suited = [group for group in pungs if _first(group) < tiles.WINDS.start]
    pair = [group for group in groups[-1:] if group.kind == "pair"]
    features = score.features
    winds = [group for group in pungs if _first(group) in tiles.WINDS]

    def wind(name: str) -> list[Any]:
        letter = getattr(score.situation, name, None)
        return [group for group in winds if tiles.NAMES[_first(group)] == letter]

    match kind:
        case "all":
            return list(groups)
        case "none":
            return []
        case "chows":
            return chows
        case "pungs":
            return pungs
        case "pair":
            return pair
        case "concealed pungs":
            return [group for group in pungs if _is_concealed(group, score)]
        case "kongs":
            return [group for group in groups if group.kind == "kong"]
        case "concealed kongs":
            return [group for group in groups if group.kind == "kong" and group.concealed]
        case "melded kongs":
            return [group for group in groups if group.kind == "kong" and not group.concealed]
        case "melds":
            return [group for group in groups if hasattr(group, "concealed")]
        case "wind pungs":
            return winds
        case "seat wind":
            return wind("seat_wind")
        case "round wind":
            return wind("round_wind")
        case "dragon pungs":
            return [group for group in pungs if _first(group) in tiles.DRAGONS]
        case "terminal pungs":
            return [group for group in pungs if _first(group) in tiles.TERMINALS]
        case "knitted":
            return [group for group in groups if group.kind == "knitted"]
        case "same rank pungs":
            return _all_linked(suited, lambda a, b: _rank(a) == _rank(b))
        case "mixed pung run":
            return _chosen(suited, 3, lambda *three: _three_suits(*three) and _steps(three, (1,)))
        case "pung run":
            size = features["pung_run"]
            return _chosen(suited, size, lambda *run: _one_suit(*run) and _steps(run, (1,)))
        case "quads" | "four alike":
            held = [tile for group in groups if group.kind != "kong" for tile in group.tiles]
            return [
                group
                for group in groups
                if (group.kind == "kong" and kind == "four alike")
                or (group.kind != "kong" and any(held.count(tile) >= 4 for tile in group.tiles))
            ]
        case "natural quads":
            held = [
                tile
                for group in groups
                if group.kind != "kong"
                for tile, substituted in zip(
                    group.tiles, getattr(group, "substituted", (False,) * 3), strict=False
                )
                if not substituted
            ]
            return [group for group in groups if any(held.count(t) >= 4 for t in group.tiles)]
        case "honour runs":
            return [group for group in groups if _is_honour_run(group)]
        case "same chows":
            return _all_linked(chows, lambda a, b: a.tiles == b.tiles)
        case "shifted chows":
            size = features["shifted_chows"]
            return _chosen(chows, size, lambda *run: _one_suit(*run) and _steps(run, (1, 2)))
        case "pure straight":
            return _chosen(chows, 3, lambda *run: _one_suit(*run) and _steps(run, (3,)))
        case "mixed straight":
            return _chosen(chows, 3, lambda *run: _three_suits(*run) and _steps(run, (3,)))
        case "mixed triple chow":
            return _chosen(chows, 3, lambda *run: _three_suits(*run) and _steps(run, (0,)))
        case "mixed shifted chows":
            return _chosen(chows, 3, lambda *run: _three_suits(*run) and _steps(run, (1,)))
        case "mixed chow pairs":
            return _all_linked(chows, lambda a, b: _rank(a) == _rank(b) and _suit(a) != _suit(b))
        case "short straights":
            return _all_linked(chows, lambda a, b: _one_suit(a, b) and _steps((a, b), (3,)))
        case "terminal chows":
            return _all_linked(chows, lambda a, b: _one_suit(a, b) and _steps((a, b), (6,)))
        case "edge" | "closed":
            places = {"edge": ((0, 2), (6, 0)), "closed": tuple((rank, 1) for rank in range(7))}
            winning = score.winning
            return [
                group
                for group in chows
                if not hasattr(group, "concealed")
                and winning is not None
                and (_rank(group), winning - _first(group)) in places[kind]
            ][:1]
        case "pung wait":
            return [group for group in pungs if _first(group) == score.winning]
    raise AssertionError(kind)


_COVERED = {
    "terminal_pungs": "terminal pungs",
    "wind_pungs": "wind pungs",
    "dragon_pungs": "dragon pungs",
    "seat_wind_pung": "seat wind",
    "round_wind_pung": "round wind",
    "one_terminal_pung": "terminal pungs",
}
"""What a fan covers, as kinds of groups."""


def _covered(fans: Iterable[Fan], groups: tuple[Any, ...], score: Score) -> list[Any]:
    """Return the pungs that fans use up."""
    found: list[Any] = []
    for fan in fans:
        for cover in fan.covers:
            pungs = _select(_COVERED[cover], score, groups)
            found += pungs[:1] if cover == "one_terminal_pung" else pungs
    return found


def groups_of(
    fan: Fan, scoring: Scoring, groups: tuple[Any, ...], score: Score, above: Iterable[Fan]
) -> tuple[Any, ...]:
    """Return the groups that a fan rests on, of all `groups` of the hand.

    They follow from the features that its count and condition speak of; a function's fan rests on
    the whole hand. `above` are the fans that count and stand above it in the table.
    """
    if callable(fan.when):
        return groups
    features = scoring.features()
    if fan.count == "uncovered_pungs":
        covered = _covered(above, groups, score)
        return tuple(
            group
            for group in groups
            if _is_pung(group)
            and _first(group) in tiles.ORPHANS
            and not any(group is other for other in covered)
        )
    names = [fan.count] if fan.count is not None else []
    if not names:
        held = score.features
        for term in scoring.terms(fan):
            if all(allowed >> held[name] & 1 for name, allowed in term.items()):
                names = list(term)
                break
    kinds = {features[name].rests_on for name in names}
    if kinds - {"all", "none"}:
        kinds.discard("all")
    chosen = [group for kind in sorted(kinds) for group in _select(kind, score, groups)]
    return tuple(group for group in groups if any(group is other for other in chosen))


_WORDS = {
    "en": {
        "hand": "Hand",
        "reads": "Reads",
        "self_draw": "self-drawn",
        "claimed": "claimed",
        "became": "Wildcards became",
        "fewest": "Fewest wildcards that must stand for another tile",
        "over": "Better than",
        "excluded": "Not counted",
        "by": "part of",
        "total": "Total",
        "below": "below the minimum of",
    },
    "zh": {
        "hand": "手牌",
        "reads": "牌型",
        "self_draw": "自摸",
        "claimed": "点和",
        "became": "百搭作",
        "fewest": "至少替代百搭",
        "over": "优于",
        "excluded": "不计",
        "by": "已含于",
        "total": "合计",
        "below": "不足起和番",
    },
}


def _loser(score: Score, other: Score, names: dict[str, str]) -> str:
    """Tell another reading, the fans that count on it, and what it would have brought."""
    fans = ", ".join(names[fan.id] for fan in other.fans)
    shown = f"{other.reading} ({fans}): {_worth(other)}"
    return f"{shown} < {_worth(score)}" if _worth(other) != _worth(score) else shown


def _worth(score: Score) -> str:
    """Return the total, and what it collects where the situation tells."""
    worth = f"{score.total}" + (f" + {score.flat}" if score.flat else "")
    try:
        return f"{worth} ({sum(score.payments().values())})"
    except (HandError, NotImplementedError):
        return worth


def explain(score: Score, rules: Rules, lang: str) -> str:
    """Return the text of `Score.explain`."""
    if lang not in _WORDS:
        raise MahjongError(f"lang must be {' or '.join(_WORDS)}, not {lang!r}")
    words = _WORDS[lang]
    scoring = rules.scoring
    assert scoring is not None
    names = {fan.id: (fan.zh if lang == "zh" else fan.en) or fan.id for fan in scoring.fans}
    how = words["self_draw" if score.self_draw else "claimed"]
    lines = [
        f"{words['hand']}: {score.hand} ({how})",
        f"{words['reads']}: {' '.join(map(str, score.groups))}",
    ]
    if score.reading.substituted:
        became = " ".join(map(tiles.name, score.reading.substituted))
        used = " ".join(map(tiles.name, score.wildcards_used))
        faced = any(tile != tiles.WILD for tile in score.wildcards_used)
        lines.append(f"{words['became']}: " + (f"{used} → {became}" if faced else became))
    fewest = score.least_substituted() if score.features["wildcards"] else None
    if fewest is not None:
        hard = {"zh": ("软", "硬"), "en": ("soft", "hard")}[lang][fewest == 0]
        lines.append(f"{words['fewest']}: {fewest} ({hard})")
    for fan in score.fans:
        times = f" x{fan.count}" if fan.count > 1 else ""
        groups = " ".join(map(str, fan.groups)) if len(fan.groups) < len(score.groups) else ""
        lines.append(f"{fan.points * fan.count:5}  {names[fan.id]}{times}" + f"  {groups}".rstrip())
    for excluded, by in score.excluded:
        lines.append(f"{words['excluded']}: {names[excluded]} ({words['by']} {names[by]})")
    total = f"{words['total']}: {score.total}"
    if not score.meets_minimum:
        total += f" ({words['below']} {scoring.minimum})"
    if score.flat:
        total += f" + {score.flat}"
    lines.append(total)
    other = score.runner_up() if fewest is not None else None
    if other is not None:
        lines.append(f"{words['over']}: {_loser(score, other, names)}")
    return "\n".join(lines)
