"""Other packages behind the questions that they share with this one.

Peers know no wildcards, and go by riichi's copy limit. `convert` makes a hand into what the peer
reads fastest, and `translate` makes its answer this package's; neither is timed. Packages that are
not installed are left out.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["PEERS", "Peer"]

TO_RIICHI = [*range(31), 33, 32, 31]  # the place of each of this package's kinds: 中發白 → 白發中


class Peer(NamedTuple):
    """One question of one package."""

    package: str
    question: str
    convert: Callable[[NDArray[np.uint8]], Any]
    ask: Callable[[Any], Any]
    translate: Callable[[Any], Any]


def _counts_list(row: NDArray[np.uint8]) -> list[int]:
    return row[TO_RIICHI].tolist()


def _counts_bytes(row: NDArray[np.uint8]) -> bytes:
    return row[TO_RIICHI].tobytes()


def _tiles136(row: NDArray[np.uint8]) -> list[int]:
    return [4 * kind + copy for kind, held in enumerate(_counts_list(row)) for copy in range(held)]


def _kinds_of_flags(flags: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if flags >> TO_RIICHI[kind] & 1)


def _kinds_of_riichi(kinds: list[int]) -> tuple[int, ...]:
    return tuple(sorted(TO_RIICHI.index(kind) for kind in kinds))


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _mahjong() -> list[Peer]:
    from mahjong.agari import Agari
    from mahjong.shanten import Shanten

    return [
        Peer("mahjong", "is_win", _counts_list, Agari.is_agari, bool),
        Peer("mahjong", "shanten", _counts_list, Shanten.calculate_shanten, int),
    ]


def _xiangting() -> list[Peer]:
    import xiangting

    four = xiangting.PlayerCount.FOUR

    def replacement_number(counts: bytes) -> int:
        return xiangting.calculate_replacement_number(counts, four)

    def necessary_tiles(counts: bytes) -> tuple[int, int]:
        return xiangting.calculate_necessary_tiles(counts, four)

    return [
        Peer("xiangting", "shanten", _counts_bytes, replacement_number, lambda number: number - 1),
        Peer(
            "xiangting",
            "acceptance",
            _counts_bytes,
            necessary_tiles,
            lambda answer: _kinds_of_flags(answer[1]),
        ),
    ]


def _riichienv() -> list[Peer]:
    import riichienv

    def waits(tiles: list[int]) -> list[int]:
        return riichienv.HandEvaluator(tiles, []).get_waits()

    return [
        Peer("riichienv", "shanten", _tiles136, riichienv.calculate_shanten, int),
        Peer("riichienv", "waits", _tiles136, waits, _kinds_of_riichi),
    ]


PEERS: list[Peer] = [
    peer
    for package, questions in {
        "mahjong": _mahjong,
        "xiangting": _xiangting,
        "riichienv": _riichienv,
    }.items()
    if _installed(package)
    for peer in questions()
]
