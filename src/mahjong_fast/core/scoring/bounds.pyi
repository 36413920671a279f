from typing import final

from ._fans import FanTable

__all__ = ["Bounds"]

@final
class Bounds:
    def __new__(cls, fans: FanTable) -> Bounds: ...
