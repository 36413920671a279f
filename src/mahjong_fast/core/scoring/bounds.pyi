from typing import final

from mahjong_fast.core.scoring.fan_table import FanTable

__all__ = ["Bounds"]

@final
class Bounds:
    def __new__(cls, fans: FanTable) -> Bounds: ...
