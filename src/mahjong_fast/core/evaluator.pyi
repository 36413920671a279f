from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Self, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer, disjoint_base

from mahjong_fast.core.base.hand import Hand, HandState
from mahjong_fast.core.readings.reading import Reading
from mahjong_fast.core.scoring.scorer import Score, Scorer
from mahjong_fast.core.scoring.situation import Situation
from mahjong_fast.discard import Discard
from mahjong_fast.rules import Rules

_Counts: TypeAlias = Buffer | Sequence[SupportsIndex]
_Hand: TypeAlias = Hand | HandState | str | _Counts
_Tile: TypeAlias = SupportsIndex | str
_Kernel: TypeAlias = Literal["tables", "search"]

KERNELS: tuple[str, ...]
ARGUMENTS: tuple[str, ...]
SUIT_NAMES: tuple[str, ...]
ARGUMENT_WORDS: dict[str, str]
METHODS: tuple[str, ...]
SIZES: tuple[str, ...]
DTYPES: tuple[str, ...]

@disjoint_base
class Evaluator:
    def __new__(
        cls,
        rules: str | Rules = "standard",
        *,
        wild_kinds: Iterable[_Tile] | None = None,
        indicator: _Tile | None = None,
        void_suit: str | None = None,
        kernel: _Kernel = "tables",
    ) -> Self: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def wild_kinds(self) -> tuple[int, ...]: ...
    @property
    def void_suit(self) -> str | None: ...
    @property
    def kernel(self) -> _Kernel: ...
    def is_win(self, hand: _Hand, *, wild: SupportsIndex = 0, claimed: bool = False) -> bool: ...
    def waits(
        self, hand: _Hand, *, wild: SupportsIndex = 0, claimed: bool = False
    ) -> tuple[int, ...]: ...
    def shanten(self, hand: _Hand, *, wild: SupportsIndex = 0) -> int: ...
    def acceptance(
        self, hand: _Hand, *, wild: SupportsIndex = 0, seen: str | _Counts | None = None
    ) -> dict[int, int]: ...
    def discards(
        self, hand: _Hand, *, wild: SupportsIndex = 0, seen: str | _Counts | None = None
    ) -> list[Discard]: ...
    def readings(
        self,
        hand: _Hand,
        *,
        wild: SupportsIndex = 0,
        claimed: bool = False,
        limit: SupportsIndex | None = 1000,
    ) -> list[Reading]: ...
    def iter_readings(
        self, hand: _Hand, *, wild: SupportsIndex = 0, claimed: bool = False
    ) -> Iterator[Reading]: ...
    def count_readings(
        self, hand: _Hand, *, wild: SupportsIndex = 0, claimed: bool = False
    ) -> int: ...
    def score(
        self, hand: _Hand, situation: Situation | None = None, *, wild: SupportsIndex = 0
    ) -> Score | None: ...
    def wait_scores(
        self, hand: _Hand, situation: Situation | None = None, *, wild: SupportsIndex = 0
    ) -> dict[int, Score]: ...
    def score_batch(
        self,
        hands: Iterable[Hand | str] | Mapping[str, npt.ArrayLike],
        situations: (Situation | Iterable[Situation] | Mapping[str, npt.ArrayLike] | None) = None,
        *,
        wild: npt.ArrayLike = 0,
        out: npt.NDArray[np.int32] | None = None,
    ) -> npt.NDArray[np.int32]: ...
    def is_win_batch(
        self,
        counts: npt.ArrayLike,
        wild: npt.ArrayLike = 0,
        *,
        melds: npt.ArrayLike | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]: ...
    def waits_batch(
        self,
        counts: npt.ArrayLike,
        wild: npt.ArrayLike = 0,
        *,
        melds: npt.ArrayLike | None = None,
        out: npt.NDArray[np.uint64] | None = None,
    ) -> npt.NDArray[np.uint64]: ...
    def shanten_batch(
        self,
        counts: npt.ArrayLike,
        wild: npt.ArrayLike = 0,
        *,
        melds: npt.ArrayLike | None = None,
        out: npt.NDArray[np.int8] | None = None,
    ) -> npt.NDArray[np.int8]: ...
    def acceptance_batch(
        self,
        counts: npt.ArrayLike,
        wild: npt.ArrayLike = 0,
        *,
        melds: npt.ArrayLike | None = None,
        out: npt.NDArray[np.uint64] | None = None,
    ) -> npt.NDArray[np.uint64]: ...
    def discard_shanten_batch(
        self,
        counts: npt.ArrayLike,
        wild: npt.ArrayLike = 0,
        *,
        melds: npt.ArrayLike | None = None,
        out: npt.NDArray[np.int8] | None = None,
    ) -> npt.NDArray[np.int8]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def rules_of(given: str | Rules) -> Rules: ...
def fixed_kinds(rules: Rules) -> tuple[int, ...]: ...
def refuse_arguments(more: tuple[object, ...], unknown: Mapping[str, object]) -> None: ...
def make_scorer(evaluator: Evaluator) -> Scorer: ...
def discard_order(discard: Discard) -> tuple[int, int, int]: ...
def restore(
    rules: Rules, wild_kinds: tuple[int, ...], void_suit: str | None, kernel: _Kernel
) -> Evaluator: ...
