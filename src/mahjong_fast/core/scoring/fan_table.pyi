from typing import final

from mahjong_fast.fans import Fan, Scoring

__all__ = ["FanTable"]

COMBINE: dict[str, int]
COVERED: dict[str, int]
LINKS: tuple[str, ...]
UNCOVERED_PUNGS: str

@final
class FanTable:
    def __new__(cls, scoring: Scoring, groups: int) -> FanTable: ...
    @property
    def groups(self) -> int: ...
    @property
    def scoring(self) -> Scoring: ...
    @property
    def fans(self) -> tuple[Fan, ...]: ...
    @property
    def sets(self) -> tuple[str, ...]: ...
    @property
    def terms(self) -> list[dict[str, int] | None]: ...
    @property
    def is_slow(self) -> bool: ...

def compiled(scoring: Scoring, groups: int) -> FanTable: ...
