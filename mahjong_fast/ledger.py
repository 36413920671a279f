"""What a rule set pays beside the win: its section `[ledger]`.

Source: the rules of Nanchang, `nanchang.toml`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from .errors import RulesError
from .values import AMOUNT, unknown

__all__ = ["Ledger", "read_ledger"]

LIABILITIES = ("none", "provider_pays_threefold", "provider_covers_others")


@dataclasses.dataclass(frozen=True)
class Ledger:
    """What is paid beside the win: the section `[ledger]` of a rule set. All amounts are points.

    What a rule set does not tell is not paid.

    zheng, fu
        What a 正精 and a 副精 count, held or melded.
    chongguan_from, chongguan_less
        冲关: so many points n and more are worth n × (n − chongguan_less); from 0 on: none are.
    bawang
        霸王精: the factor for the only holder.
    exposed_kong, concealed_kong
        What each other player pays for a kong.
    jing_kong, jing_kong_in_raw
        杠精: what each pays for a kong of wild tiles, beside the kong; or whether it counts as so
        many points of the holder instead.
    chongguan_liability
        出精包冲关, who pays when someone discarded the tile that took a holder to 冲关: `"none"`;
        `"provider_pays_threefold"`: the others pay the points as they are, the provider three
        times their worth; `"provider_covers_others"`: he pays what they would pay more.
    chaozhuang
        抄庄: what the dealer pays each where all four first discards are alike.
    events
        What each other player pays for an instant win, by its name.
    """

    zheng: int = 0
    fu: int = 0
    chongguan_from: int = 0
    chongguan_less: int = 0
    bawang: int = 1
    exposed_kong: int = 0
    concealed_kong: int = 0
    jing_kong: int = 0
    jing_kong_in_raw: bool = False
    chongguan_liability: str = "none"
    chaozhuang: int = 0
    events: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name == "chongguan_liability":
                if value not in LIABILITIES:
                    raise RulesError(
                        f"[ledger]: {field.name} is one of {', '.join(LIABILITIES)}, not {value!r}"
                    )
            elif field.name == "jing_kong_in_raw":
                if not isinstance(value, bool):
                    raise RulesError(f"[ledger]: {field.name} must be true or false")
            elif field.name == "events":
                if not isinstance(value, tuple) or not all(
                    isinstance(event, tuple) and len(event) == 2 for event in value
                ):
                    raise RulesError(f"[ledger]: events must be a table of amounts, not {value!r}")
                for name, amount in value:
                    AMOUNT.read(f"[ledger]: events.{name}", amount)
            else:
                AMOUNT.read(f"[ledger]: {field.name}", value)

    def worth(self, raw: int) -> int:
        """Return what so many points are worth.

        >>> ledger = Ledger(chongguan_from=5, chongguan_less=3)
        >>> [ledger.worth(raw) for raw in range(4, 11)]
        [4, 10, 18, 28, 40, 54, 70]
        """
        return raw * (raw - self.chongguan_less) if self.passes(raw) else raw

    def passes(self, raw: int) -> bool:
        """Tell whether so many points are 冲关."""
        return 0 < self.chongguan_from <= raw


def read_ledger(section: Iterable[tuple[str, Any]]) -> Ledger:
    """Make a ledger of the section `[ledger]`, as pairs."""
    fields = dict(section)
    known = [field.name for field in dataclasses.fields(Ledger)]
    for name in fields:
        if name not in known:
            raise RulesError(f"[ledger]: {unknown('field', name, known)}")
    return Ledger(**fields)
