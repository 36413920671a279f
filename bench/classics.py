"""The classic algorithms by name, and what is known of each.

Needs the compiled modules: `python -m bench.baselines.build`.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from .baselines import (
    greedy_ghosts,
    pattern_index,
    plain_recursion,
    pruned_recursion,
    sorted_substitution,
    string_memo,
    substitution,
    suit_tables,
    uint64_memo,
)

__all__ = ["CLASSICS", "Classic"]


class Classic(NamedTuple):
    """A way to check a hand of 3n+2 tiles for a win in the standard form.

    is_win_batch
        Called with `(N, 34)` uint8 counts, the number of wildcards, and `(N,)` uint8 to write to.
    exact_up_to
        The most wildcards for which every answer is right; −1 where not even those.
    substitutes
        How many substitutions it tries for `w` wildcards, where that is how it works.
    """

    is_win_batch: Callable
    exact_up_to: int = 14
    substitutes: Callable[[int], int] | None = None


def _sorted_choices(wild: int) -> int:
    return math.comb(33 + wild, wild)


CLASSICS = {
    "substitution": Classic(substitution.is_win_batch, substitutes=lambda wild: 34**wild),
    "sorted substitution": Classic(sorted_substitution.is_win_batch, substitutes=_sorted_choices),
    "plain recursion": Classic(plain_recursion.is_win_batch),
    "upward recursion": Classic(plain_recursion.is_win_batch_upward, exact_up_to=0),
    "pruned recursion": Classic(pruned_recursion.is_win_batch),
    "string memo": Classic(string_memo.is_win_batch),
    "uint64 memo": Classic(uint64_memo.is_win_batch),
    "uint64 memo, kept": Classic(uint64_memo.KeptMemo().is_win_batch),
    "greedy ghosts": Classic(greedy_ghosts.is_win_batch, exact_up_to=0),
    "suit tables": Classic(suit_tables.is_win_batch, exact_up_to=3),
    "pattern index": Classic(pattern_index.is_win_batch, substitutes=_sorted_choices),
}
