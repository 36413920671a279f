from collections.abc import Iterable
from typing import SupportsIndex

SUIT_NAMES: tuple[str, ...]

def tiles_given(
    wild_kinds: str | Iterable[SupportsIndex | str],
) -> tuple[SupportsIndex | str, ...]: ...
