"""What a discard leads to."""

from typing import NamedTuple


class Discard(NamedTuple):
    """One option of `Evaluator.discards`.

    tile
        The id of the discarded tile; `WILD` for a faceless wildcard.
    shanten
        The shanten of the hand that is left.
    acceptance
        The kinds that lower it → the copies left, the discarded tile counting as seen.
    waits
        The kinds that complete the hand, where it waits (shanten 0).
    """

    tile: int
    shanten: int
    acceptance: dict[int, int]
    waits: tuple[int, ...]
