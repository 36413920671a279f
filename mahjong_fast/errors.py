"""What can be wrong with the input; every error names what and where.

A value of the wrong Python type is a `TypeError`, never one of these.
"""

from __future__ import annotations

TYPE_CHECKING = False  # a type checker takes it as true
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_LISTED = 40
"""Names that a message lists at the most."""
LIKENESS = 0.6
"""How like a name another must be to be suggested, from 0 to 1."""


class MahjongError(ValueError):
    """Base of the errors this package raises."""


class NotationError(MahjongError):
    """A text that is not a hand, a tile or a meld in the notation."""


class HandError(MahjongError):
    """A hand that cannot exist, or that the question cannot be asked of."""


class RulesError(MahjongError):
    """Rules that contradict themselves, or a name no rule set has.

    faults
        Of rules with something wrong in them, each field's name and what is wrong with it.
    """

    faults: tuple[tuple[str, str], ...] = ()


def suggestion(name: object, valid: Iterable[str], words: Mapping[str, str] | None = None) -> str:
    """Return which of the valid names another name was meant to be, or else what they are.

    Args:
        name: what was given.
        valid: the names that there are.
        words: other words for them → the valid name.

    >>> suggestion("richi", ["mcr", "riichi"]), suggestion("x", ["mcr", "riichi"])
    ("did you mean 'riichi'?", 'valid: mcr, riichi')
    >>> suggestion("zimo", ["self_draw"], {"zimo": "self_draw"})
    "did you mean 'self_draw'?"
    """
    import difflib

    valid = list(valid)
    given = str(name)[:80].casefold()
    meant = {**{other.casefold(): other for other in valid}, **(words or {})}
    near = [given] if given in meant else []
    near = near or difflib.get_close_matches(given, meant, n=1, cutoff=LIKENESS)
    if not near and len(given) > 2:  # the beginning of a name, or more than one
        near = [word for word in meant if word.startswith(given) or given.startswith(word + "_")]
    if near:
        return f"did you mean {meant[near[0]]!r}?"
    if len(valid) > MOST_LISTED:
        return f"it is none of the {len(valid)} that there are"
    return f"valid: {', '.join(valid) or 'none'}"
