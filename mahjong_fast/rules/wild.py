"""From the deal's indicator to the kinds that are wild in it.

The kinds form cycles: 1 to 9 in a suit, 东南西北, 中发白. A cycle passes over kinds that the set of
tiles does not have, and over those that the rules skip.
"""

from __future__ import annotations

from ..errors import MahjongError, RulesError
from ..tiles import DRAGONS, HONOURS, NAMES, SUITS, WINDS
from ..values import read_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._rules import Rules

SELECTIONS = (
    "none",
    "fixed",
    "indicator",
    "next",
    "indicator_and_next",
    "next_two",
    "random",
)
SAME_IN_EVERY_DEAL = ("none", "fixed")
"""The selections that do without an indicator."""

CYCLED = ("next", "indicator_and_next", "next_two")
"""The selections that follow a cycle."""


def wild_kinds(rules: Rules, indicator: int | str | None = None) -> dict[int, int]:
    """Return the kinds that are wild in a deal → how many of them are in play; see `Rules`."""
    select = rules.wild_select
    if select == "none":
        return {}
    if select == "fixed":
        return dict.fromkeys(rules.wild_fixed, rules.copies)
    shown = _indicator(rules, indicator)
    if select == "random":  # a face is drawn, not a tile: every copy of it stays in play
        return {shown: rules.copies}
    wild = []
    if select in ("indicator", "indicator_and_next"):
        wild.append(shown)
    if select in CYCLED:
        following = _following(rules, shown)
        wild += following[: 2 if select == "next_two" else 1]
    # The indicator itself is out of play; where its cycle has few kinds, the next may be its own.
    return {kind: rules.copies - (kind == shown) for kind in sorted(wild)}


def _indicator(rules: Rules, indicator: int | str | None) -> int:
    if indicator is None:
        raise RulesError(f"wild_select = {rules.wild_select!r} needs the indicator of the deal")
    try:
        shown = read_kind(indicator)
    except MahjongError as error:
        raise RulesError(f"indicator: {error}") from None
    if shown not in rules.tiles:
        raise RulesError(f"indicator: the set of tiles has no {NAMES[shown]}")
    return shown


def _following(rules: Rules, shown: int) -> list[int]:
    """Return the kinds of the indicator's cycle in order, beginning after it, it itself last."""
    one_cycle = rules.wild_honour_cycles == "one"
    cycles = (*SUITS, HONOURS) if one_cycle else (*SUITS, WINDS, DRAGONS)
    cycle = next(cycle for cycle in cycles if shown in cycle)
    around = [*range(shown + 1, cycle.stop), *range(cycle.start, shown + 1)]
    following = [kind for kind in around if kind in rules.tiles and kind not in rules.wild_skip]
    if not following:
        raise RulesError(f"wild_skip leaves no kind to follow the indicator {NAMES[shown]}")
    return following
