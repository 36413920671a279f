"""One way to see a hand as a winning form."""

from __future__ import annotations

from typing import NamedTuple

from .hand import TILE_NAMES, WILD, Tiles


class Group(NamedTuple):
    """A chow, pung, pair or single tile of a reading.

    tiles
        The kinds it shows, lowest first; `WILD` for a wildcard that stands for no kind.
    substituted
        For each of the tiles, whether a wildcard stands there.

    >>> print(Group((6, 7, 8), (True, False, False)))
    (7)89m
    """

    tiles: Tiles
    substituted: tuple[bool, ...]

    def __str__(self) -> str:
        if WILD in self.tiles:
            return "*"
        shown = ""
        for place, (tile, wild) in enumerate(zip(self.tiles, self.substituted, strict=True)):
            name = TILE_NAMES[tile]
            shown += f"({name[0]})" if wild else name[0]
            following = self.tiles[place + 1 : place + 2]
            if not following or TILE_NAMES[following[0]][1:] != name[1:]:
                shown += name[1:]  # the suit, where its last tile is
        return shown.replace(")(", "")


class Reading(NamedTuple):
    """One way to see a hand as a winning form.

    form
        The form's name.
    groups
        The chows and pungs; the knitted nine tiles of a knitted straight, and then the others; the
        pairs of a form of pairs, and then a triplet or single tiles; the couples; or single tiles,
        such as the twelve orphans beside their pair.
    pair
        The pair of the standard form and the knitted straight, for thirteen orphans the doubled
        kind; None for other forms.
    substituted
        The kinds that the wildcards became, sorted; `WILD` for one that stands for no kind. A
        faced wildcard that stands for itself is natural and not among them.
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
