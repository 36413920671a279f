"""The features of a reading: everything that a fan's `when` may speak of.

A feature is a small number that the core computes for one reading in one situation. The core keeps
them packed in *slots* of eight bits; where each stands is told here and nowhere else in Python.

>>> FEATURES["kongs"].most
7
>>> print(FEATURES["self_draw"].meaning)
the winning tile was drawn, not claimed
"""

from __future__ import annotations

TYPE_CHECKING = False  # a type checker takes it as true; importing `typing` costs milliseconds
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FEATURES", "MOST_SETS", "SLOTS", "Feature", "set_features"]


class Feature:
    """Where a feature stands and what it means.

    Attributes:
        name: the name that a `when` uses.
        slot: the slot of eight bits that holds it.
        shift: its lowest bit there.
        bits: how many bits it has; larger values count as the largest.
        meaning: what it counts, in words.
        rests_on: the groups that a fan on this feature rests on, as `Score.fans` shows them:
            "all", "none", or a kind of groups.
    """

    __slots__ = ("bits", "meaning", "name", "rests_on", "shift", "slot")

    def __init__(
        self, name: str, slot: int, shift: int, bits: int, meaning: str, rests_on: str
    ) -> None:
        self.name = name
        self.slot = slot
        self.shift = shift
        self.bits = bits
        self.meaning = meaning
        self.rests_on = rests_on

    @property
    def most(self) -> int:
        """The largest value it can have."""
        return (1 << self.bits) - 1

    def __repr__(self) -> str:
        return f"<Feature {self.name}: {self.meaning}>"


MOST_SETS = 8
"""How many sets of tiles a rule set may name."""

OUTSIDE_SLOT = 6
PAIR_IN_SLOT = 7

# One line a slot, in the order of the enum in `features.pxd`. (name, bits, rests on, meaning)
_LAYOUT: tuple[tuple[tuple[str, int, str, str], ...], ...] = (
    (
        ("standard", 1, "all", "the reading is groups and a pair"),
        ("seven_pairs", 1, "all", "the reading is seven pairs"),
        ("thirteen_orphans", 1, "all", "one of each terminal and honour, and a second of one"),
        ("knitted_straight", 1, "knitted", "147 258 369 of three suits, groups and a pair"),
        ("lesser_knitted", 1, "all", "14 single tiles of honours and a knitted straight"),
        ("greater_knitted", 1, "all", "the same with all seven honours"),
        ("misfit", 1, "all", "14 single tiles, those of a suit at least three ranks apart"),
        ("seven_star_misfit", 1, "all", "a misfit with all seven honours"),
    ),
    (
        ("chows", 3, "chows", "chows, declared ones included"),
        ("pungs", 3, "pungs", "pungs and kongs"),
        ("wind_pair", 1, "pair", "the pair is of winds"),
        ("dragon_pair", 1, "pair", "the pair is of dragons"),
    ),
    (
        (
            "concealed_pungs",
            3,
            "concealed pungs",
            "concealed pungs and kongs; a pung that a claimed tile completes is exposed, unless "
            "the tile can be seen in another concealed group",
        ),
        ("kongs", 3, "kongs", "kongs of either kind"),
        ("honours", 1, "all", "there is a wind or a dragon"),
        ("nine_gates", 1, "all", "before the winning tile: 1112345678999 of one suit, no meld"),
    ),
    (
        ("concealed_kongs", 3, "concealed kongs", "concealed kongs"),
        ("melded_kongs", 3, "melded kongs", "exposed kongs"),
        ("seat_wind_pung", 1, "seat wind", "a pung or kong of the seat wind"),
        ("round_wind_pung", 1, "round wind", "a pung or kong of the round wind"),
    ),
    (
        ("suits", 2, "all", "suits that the hand has tiles of"),
        ("wind_kinds", 3, "all", "different winds"),
        ("dragon_kinds", 2, "all", "different dragons"),
    ),
    (
        ("lowest_rank", 4, "all", "the lowest rank of a suit tile; 0 where there is none"),
        ("highest_rank", 4, "all", "the highest rank of a suit tile; 0 where there is none"),
    ),
    (),  # outside_<set>, see set_features
    (),  # pair_in_<set>
    (
        ("simples", 1, "all", "there is a suit tile of 2 to 8"),
        ("terminals", 1, "all", "there is a 1 or 9"),
        ("plain_groups", 3, "all", "groups, the pair included, without a terminal or honour"),
        ("same_rank_pungs", 2, "same rank pungs", "most pungs of one rank in different suits"),
        ("mixed_pung_run", 1, "mixed pung run", "pungs of three suits, each one rank higher"),
    ),
    (
        ("groups_without_five", 3, "all", "groups, the pair included, without a 5"),
        ("pung_run", 3, "pung run", "most pungs of one suit, each one rank higher than the last"),
    ),
    (
        ("same_rank_pairs", 3, "same rank pungs", "pairs of pungs of one rank"),
        ("wind_pungs", 3, "wind pungs", "pungs and kongs of winds"),
        ("dragon_pungs", 2, "dragon pungs", "pungs and kongs of dragons"),
    ),
    (
        ("terminal_pungs", 3, "terminal pungs", "pungs and kongs of 1 and 9"),
        ("quads", 3, "quads", "kinds of which the hand has four tiles that are no kong"),
        ("void_suit_tiles", 1, "all", "there is a tile of the situation's `void_suit`"),
        ("dealer", 1, "none", "the winner sits East"),
    ),
    (
        ("pair_rank", 4, "pair", "the rank of the pair; 0 for honours"),
        ("pair_run", 3, "all", "of seven pairs: most of one suit, each one rank higher"),
        ("knitted_wait", 1, "knitted", "the winning tile can be one of the knitted straight"),
    ),
    (
        ("same_chows", 3, "same chows", "most identical chows"),
        (
            "shifted_chows",
            3,
            "shifted chows",
            "most chows of one suit, each one rank higher than the last, or each two",
        ),
        ("pure_straight", 1, "pure straight", "123 456 789 of one suit"),
        ("mixed_straight", 1, "mixed straight", "123 456 789, each of another suit"),
    ),
    (
        ("mixed_triple_chow", 1, "mixed triple chow", "the same chow in three suits"),
        (
            "mixed_shifted_chows",
            1,
            "mixed shifted chows",
            "chows of three suits, each one rank higher",
        ),
        ("same_chow_pairs", 1, "same chows", "two identical chows"),
        ("mixed_chow_pairs", 1, "mixed chow pairs", "the same chow in two suits"),
        ("short_straights", 1, "short straights", "two chows of one suit, six ranks in a row"),
        ("terminal_chow_pairs", 1, "terminal chows", "123 and 789 of one suit"),
        ("pure_terminal_chows", 1, "chows", "two 123 and two 789 of one suit"),
        ("mixed_terminal_chows", 1, "chows", "123 and 789 of one suit, and of another"),
    ),
    (
        ("self_draw", 1, "none", "the winning tile was drawn, not claimed"),
        ("replacement", 1, "none", "it was the replacement of a kong"),
        ("robbing_kong", 1, "none", "it was being added to a pung"),
        ("last_tile", 1, "none", "it was the last of the wall, or discarded after it"),
        ("last_of_kind", 1, "none", "its other three copies were visible on the table"),
        ("first_turn", 1, "none", "the win is in the first turn"),
        ("others_hold_wild", 1, "none", "another player holds a wild tile"),
        ("concealed", 1, "none", "there is no exposed meld"),
    ),
    (
        ("exposed_melds", 3, "melds", "exposed melds; a concealed kong is none"),
        ("flowers", 4, "none", "flowers beside the hand"),
    ),
    (
        (
            "formal_waits",
            4,
            "none",
            "kinds that completed the hand in form, even those held four times; 15 for more",
        ),
        ("live_waits", 4, "none", "the same without the kinds held four times"),
    ),
    (
        ("edge_wait", 1, "edge", "the winning tile can be the 3 of 123 or the 7 of 789"),
        ("closed_wait", 1, "closed", "it can be the middle of a chow"),
        ("single_wait", 1, "pair", "it can be half of the pair"),
        ("pung_wait", 1, "pung wait", "it can be part of a pung"),
        ("knitted_tiles", 4, "all", "suit tiles of a knitted form"),
    ),
    (
        ("substituted", 4, "none", "wildcards that stand for another kind than their own"),
        ("wildcards", 4, "none", "wildcards in the hand"),
    ),
    (
        ("dealer_streak", 4, "none", "deals the dealer has won in a row"),
        (
            "natural_quads",
            3,
            "natural quads",
            "kinds of which the hand has four natural tiles, or wild ones as themselves, that are "
            "no kong",
        ),
    ),
    (
        ("seven_couples", 1, "all", "seven couples of tiles of a suit exactly two ranks apart"),
        ("eight_pairs", 1, "all", "eight pairs and a single tile"),
        ("pairs_and_triplet", 1, "all", "seven pairs and a triplet"),
        ("all_honours_set", 1, "all", "honours alone, in no shape"),
        ("all_258_set", 1, "all", "2, 5 and 8 of suits alone, in no shape"),
        (
            "any_tile_wait",
            1,
            "none",
            "any tile would have won: without the winning tile and one wildcard the rest is groups "
            "(pungs only, where the reading is all pungs), or six pairs of seven",
        ),
        (
            "others_lack_wild",
            1,
            "none",
            "no other player holds a wild tile, and the situation says so",
        ),
        ("all_pungs", 1, "all", "the reading is pungs, kongs and a pair, without any run"),
    ),
    (
        ("honour_runs", 3, "honour runs", "runs of winds or dragons, declared ones included"),
        ("four_alike", 3, "four alike", "kinds of which hand and melds have four, kong or not"),
        (
            "wild_pair_wait",
            1,
            "pair",
            "`any_tile_wait`, and this reading was that wait: something is substituted, or its "
            "pair is the winning tile and another of the same wild kind",
        ),
        (
            "any_tile_wait_in_any_form",
            1,
            "none",
            "any tile would have won, in whatever form: without the winning tile and one wildcard "
            "the rest is groups, or six pairs of seven",
        ),
    ),
    (
        ("natural_wild", 4, "none", "wildcards that stand for themselves"),
        ("deal_wild_melded", 4, "none", "tiles of wild kinds in melds"),
    ),
)

SLOTS = len(_LAYOUT)


def _features() -> Iterator[Feature]:
    for slot, fields in enumerate(_LAYOUT):
        shift = 0
        for name, bits, rests_on, meaning in fields:
            yield Feature(name, slot, shift, bits, meaning, rests_on)
            shift += bits
        if shift > 8:
            raise AssertionError(f"slot {slot} holds {shift} bits")


FEATURES: dict[str, Feature] = {feature.name: feature for feature in _features()}
"""Every feature by its name."""


def set_features(names: tuple[str, ...]) -> dict[str, Feature]:
    """Return the two features that each named set of tiles has.

    >>> sorted(set_features(("green",)))
    ['outside_green', 'pair_in_green']
    """
    found = {}
    for bit, name in enumerate(names):
        outside = f"outside_{name}"
        pair = f"pair_in_{name}"
        found[outside] = Feature(
            outside, OUTSIDE_SLOT, bit, 1, f"there is a tile outside the set {name}", "all"
        )
        found[pair] = Feature(pair, PAIR_IN_SLOT, bit, 1, f"the pair is of the set {name}", "pair")
    return found
