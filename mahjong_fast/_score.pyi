from collections.abc import Iterable, Mapping, Sequence
from typing import SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer

from ._hand import Hand, HandState, Meld
from ._readings import Group, Reading
from ._situation import Situation
from .fans import Scoring
from .rules import Rules
from .score import CountedFan

__all__ = ["Score", "Scorer"]

_Counts: TypeAlias = Buffer | Sequence[SupportsIndex]
_Hand: TypeAlias = Hand | HandState | str | _Counts
_Hands: TypeAlias = Iterable[Hand | str] | Mapping[str, npt.ArrayLike]
_Situations: TypeAlias = Situation | Iterable[Situation] | Mapping[str, npt.ArrayLike] | None

FORM_BITS: dict[str, int]
FORM_OF_BIT: dict[int, str]
WINNING_FEATURES: set[str]
APPRAISED_FEATURES: set[str]
CLASS_FORMS: set[str]
CLASS_FEATURES: set[str]
KERNELS: tuple[str, str]
SELECTION: tuple[str, ...]
standard: Rules

@final
class Scorer:
    def __new__(
        cls,
        rules: Rules,
        wild_kinds: Iterable[int] = (),
        planned: bool = True,
        void_suit: str | None = None,
    ) -> Scorer: ...
    @property
    def rules(self) -> Rules: ...
    def score(
        self, hand: _Hand, situation: Situation | None = None, wild: SupportsIndex = 0
    ) -> Score | None: ...
    def wait_scores(
        self, hand: _Hand, situation: Situation | None = None, wild: SupportsIndex = 0
    ) -> dict[int, Score]: ...
    def score_batch(
        self,
        hands: _Hands,
        situations: _Situations = None,
        wild: npt.ArrayLike = 0,
        out: npt.NDArray[np.int32] | None = None,
    ) -> npt.NDArray[np.int32]: ...

@final
class Score:
    def __new__(cls, making: object = None) -> Score: ...
    @property
    def hand(self) -> Hand: ...
    @property
    def situation(self) -> Situation | None: ...
    @property
    def total(self) -> int: ...
    @property
    def total_points(self) -> int: ...
    @property
    def fans(self) -> tuple[CountedFan, ...]: ...
    @property
    def excluded(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def features(self) -> dict[str, int]: ...
    @property
    def meets_minimum(self) -> bool: ...
    @property
    def winning(self) -> int | None: ...
    @property
    def self_draw(self) -> bool: ...
    @property
    def reading(self) -> Reading: ...
    @property
    def wildcards_used(self) -> tuple[int, ...]: ...
    @property
    def groups(self) -> tuple[Meld | Group, ...]: ...
    @property
    def flat(self) -> int: ...
    def runner_up(self) -> Score | None: ...
    def least_substituted(self) -> int | None: ...
    def explain(self, lang: str = "en") -> str: ...
    def payments(self) -> dict[str, int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def spoken_features(scoring: Scoring) -> set[str | None]: ...
