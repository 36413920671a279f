"""Which fields of rules contradict each other: no hand could win, or a field does nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ..tiles import HONOURS, ORPHANS, SUITS, TERMINALS
from ..values import Fault, kinds_text
from .wild import CYCLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._rules import Rules

GROUPS_OF_FORM = {
    "seven_pairs": 4,
    "thirteen_orphans": 4,
    "misfit": 4,
    "seven_star": 4,
    "lesser_knitted": 4,
    "greater_knitted": 4,
    "seven_couples": 4,
    "eight_pairs": 5,
    "pairs_and_triplet": 5,
}
"""The forms that are made of 14 tiles, or of 17, and of no other number."""

KNITTED_GROUPS = 3
"""The groups whose place the nine tiles of a knitted straight take."""

KINDS_OF_FORM: dict[str, Iterable[int]] = {
    "thirteen_orphans": ORPHANS,
    "seven_star": HONOURS,
    "greater_knitted": HONOURS,
}
"""The kinds that a form has in any case."""

OPEN_FORMS = ("standard", "knitted_straight", "all_honours", "all_258")
"""The forms that may have melds; seven pairs may have kongs where they count as pairs."""


def contradictions(rules: Rules) -> Iterator[Fault]:
    """Yield what makes the rules impossible to fulfil, or a field of them meaningless."""
    for name, why in chain(_of_kinds(rules), _of_forms(rules), _of_suits(rules), _of_wild(rules)):
        yield name, f"{name} {why}"


def reachable_forms(rules: Rules) -> tuple[str, ...]:
    """Return the forms that the number of groups and the kinds allowed do not rule out."""
    allowed = set(rules.tiles) - set(rules.forbidden)
    return tuple(
        form
        for form in rules.forms
        if GROUPS_OF_FORM.get(form, rules.groups) == rules.groups
        and not (form == "knitted_straight" and rules.groups < KNITTED_GROUPS)
        and allowed.issuperset(KINDS_OF_FORM.get(form, ()))
    )


def _of_kinds(rules: Rules) -> Iterator[Fault]:
    """Yield which sets of kinds do not lie in another, or leave nothing of it."""
    if not rules.tiles:
        yield "tiles", "must name at least one kind"
        return
    for name in ("pair_kinds", "forbidden", "wild_fixed", "wild_skip", "wild_can_be", "stand_in"):
        if outside := set(getattr(rules, name)) - set(rules.tiles):
            yield name, f"names {kinds_text(outside)}, which is not in tiles"
    if rules.wild_face is not None and rules.wild_face not in rules.tiles:
        yield "wild_face", f"is {kinds_text([rules.wild_face])}, which is not in tiles"
    allowed = set(rules.tiles) - set(rules.forbidden)
    if not allowed:
        yield "forbidden", "leaves no kind that a winning hand may have"
        return
    for name in ("pair_kinds", "wild_can_be"):
        kinds = getattr(rules, name)
        if kinds and allowed.isdisjoint(kinds):
            yield name, "names forbidden kinds alone"
    if both := set(rules.wild_fixed) & set(rules.forbidden):
        yield "wild_fixed", f"names {kinds_text(both)}, which is forbidden"


def _of_forms(rules: Rules) -> Iterator[Fault]:
    """Yield why no form can be made, or none that has what is required."""
    reachable = reachable_forms(rules)
    shown = ", ".join(reachable or rules.forms)
    if not reachable:
        size = f"groups = {rules.groups}"
        yield "forms", f"{shown} cannot be made with {size} and the kinds allowed"
        return
    may_be_open = [
        form
        for form in reachable
        if form in OPEN_FORMS or (form == "seven_pairs" and rules.kongs_as_two_pairs)
    ]
    if rules.must_be_open and not may_be_open:
        yield "must_be_open", f"contradicts forms: {shown} must be concealed"
    if "triplet" in rules.required and not may_be_open and "pairs_and_triplet" not in reachable:
        yield "required", f"asks for a triplet, which {shown} has not"


def _of_suits(rules: Rules) -> Iterator[Fault]:
    """Yield what the hand and its melds, in which forbidden kinds are allowed, cannot have."""
    if "terminal_or_honour" in rules.required and not {*TERMINALS, *HONOURS} & {*rules.tiles}:
        yield "required", "asks for a terminal or honour, and tiles has none"
    suits = sum(any(kind in suit for kind in rules.tiles) for suit in SUITS)
    if rules.min_suits > rules.max_suits:
        yield "min_suits", f"= {rules.min_suits} is more than max_suits = {rules.max_suits}"
    if rules.min_suits > suits:
        yield "min_suits", f"= {rules.min_suits} is more than the {suits} suits of tiles"
    if rules.min_suit_tiles and not min(suits, rules.max_suits):
        yield "min_suit_tiles", f"= {rules.min_suit_tiles}, but the hand may have no suit"
    most = 4 * rules.groups + 2
    if rules.min_suit_tiles > most:
        yield "min_suit_tiles", f"= {rules.min_suit_tiles}, but a hand has at most {most} tiles"


def _of_wild(rules: Rules) -> Iterator[Fault]:
    """Yield which field of the wildcards needs another, or excludes it."""
    select = f'which is "{rules.wild_select}"'
    if rules.wild_select == "fixed" and not rules.wild_fixed:
        yield "wild_fixed", 'must name the kinds that wild_select = "fixed" makes wild'
    if rules.wild_fixed and rules.wild_select != "fixed":
        yield "wild_fixed", f'needs wild_select = "fixed", {select}'
    if rules.natural_pair_exempt and not rules.min_natural_per_pair:
        yield "natural_pair_exempt", "needs a min_natural_per_pair to be exempt from"
    if rules.wild_skip and rules.wild_select not in CYCLED:
        yield "wild_skip", f"needs a wild_select that goes on to the next kind, {select}"
    if rules.wild_face is not None and rules.wild_active == "always":
        yield "wild_face", 'needs wild_active = "drawn", which is "always"'
    if rules.wild_active == "drawn" and rules.wild_claimed == "wild":
        yield "wild_claimed", '= "wild" contradicts wild_active = "drawn"'
    if rules.wild_active == "drawn" and not rules.wild_natural_use:
        yield "wild_natural_use", '= false contradicts wild_active = "drawn"'
