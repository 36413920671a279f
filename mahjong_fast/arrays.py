"""Checks and converts the arrays of the batch calls; imported when the first batch is asked for.

Whatever its memory layout and integer dtype, an array is taken if its values are in range; nothing
is wrapped or rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .core.base.hand import Hand, Meld
from .core.scoring.situation import (
    FLAG_NAMES,
    SUIT_LETTERS,
    WIND_LETTERS,
    Situation,
    suggested_field,
)
from .errors import HandError, MahjongError
from .tiles import KINDS

Counts = npt.NDArray[np.uint8]
OUT_OF_RANGE = 255


def _integers(values: Any, what: str) -> npt.NDArray[Any]:
    """Return `values` as an array of some integer dtype."""
    try:
        array = np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise HandError(f"{what} is no array: {error}") from None
    is_made = array is not values  # numpy has no dtype for a list of larger integers
    if is_made and array.dtype.kind == "O" and all(isinstance(it, int) for it in array.flat):
        raise HandError(f"{what} holds an integer beyond 64 bits")
    if array.dtype.kind not in "iu":
        hint = "; a text is a row by Hand.parse(text).counts" * (array.dtype.kind == "U")
        raise TypeError(f"{what} must be an array of integers, not of {array.dtype}{hint}")
    return array


def _bytes(array: npt.NDArray[Any]) -> Counts:
    """Return the values as contiguous uint8.

    What is out of range becomes 255, which no row may hold: the kernel then finds the first row
    with any fault.
    """
    if array.dtype != np.uint8:
        narrow = array.astype(np.uint8)  # wraps: what it changes is out of range
        narrow[narrow != array] = OUT_OF_RANGE
        array = narrow
    return np.ascontiguousarray(array, dtype=np.uint8)


def asked_once(*given: tuple[Any, str]) -> list[npt.NDArray[Any] | None]:
    """Return what is given, each with its name, as arrays: some make another when asked again."""
    return [None if values is None else _integers(values, what) for values, what in given]


def rows_of_counts(values: Any, what: str = "counts") -> Counts:
    """Return an (N, 34) array of counts as contiguous uint8."""
    array = _integers(values, what)
    if array.ndim != 2 or array.shape[1] != KINDS:
        hint = "; docs/recipes.md has rows of counts from ids" * (array.ndim == 2)
        raise HandError(f"{what} must have the shape (N, {KINDS}), not {array.shape}{hint}")
    return _bytes(array)


def wildcards(wild: Any, rows: int) -> Counts:
    """Return the number of wildcards of each row, or one number for all rows, as uint8."""
    array = _integers(wild, "wild")
    if array.shape not in ((), (rows,)):
        raise HandError(f"wild must be an int or have the shape ({rows},), not {array.shape}")
    return _bytes(array.reshape(-1))


def output(out: Any, shape: tuple[int, ...], dtype: Any, *inputs: Any) -> npt.NDArray[Any]:
    """Return `out`, checked, or a new array where it is None."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array, not {type(out).__name__}")
    if out.dtype != dtype:
        raise TypeError(f"out must be an array of {np.dtype(dtype)}, not of {out.dtype}")
    if out.shape != shape:
        raise MahjongError(f"out must have the shape {shape}, not {out.shape}")
    if not out.flags.writeable:
        raise MahjongError("out must be writeable")
    if any(given is not None and np.shares_memory(out, np.asarray(given)) for given in inputs):
        raise MahjongError("out must not overlap the arrays that are read")
    return out


def unpack_mask(masks: Any) -> npt.NDArray[np.bool_]:
    """Unpack masks of kinds into an array of booleans.

    Args:
        masks: uint64 array of any shape, or one int; bit k stands for kind k.

    Returns:
        A bool array with one more axis, of length 34.

    >>> unpack_mask(0b101)[:4].tolist()
    [True, False, True, False]
    """
    array = _integers(masks, "masks")
    if array.size and (array.min() < 0 or int(array.max()) >> KINDS):
        raise MahjongError(f"masks must be of {KINDS} bits, not {array.min()} to {array.max()}")
    array = array.astype(np.uint64)
    return (array[..., np.newaxis] >> np.arange(KINDS, dtype=np.uint64) & np.uint64(1)).astype(bool)


FIELDS = ("flags", "seat_wind", "round_wind", "discarder", "void_suit", "flowers", "dealer_streak")
"""The columns of a situation in an array, in the order of the core."""

OTHERS_LACK_WILD = 128
"""The flag of a situation in which others_hold_wild is told to be false."""
LETTERS = ("seat_wind", "round_wind", "discarder", "void_suit")
NO_WINNING = 254


class HandRows(NamedTuple):
    """Hands as arrays of uint8: what `score_batch` reads."""

    counts: Counts
    winning: Counts
    melds: Counts
    wild: Counts


def meld_code(meld: Meld) -> int:
    """Return the number of a meld in the array `melds` of `score_batch`.

    It is 1 + its lowest kind for a chow; 34 more for a pung, 68 for an exposed kong, 102 for a
    concealed one; 136 more than that of the dragon 中 for a run of dragons, than that of the wind
    left out for a run of winds; 0 is no meld.

    >>> from mahjong_fast import Meld
    >>> meld_code(Meld("[123m]")), meld_code(Meld("[EEE]")), meld_code(Meld("{9999s}"))
    (1, 62, 129)
    """
    if not isinstance(meld, Meld):
        raise TypeError(f"a meld must be a Meld, not {type(meld).__name__}")
    kinds = ("chow", "pung", "kong")
    if meld.tiles[0] >= 27 and len(set(meld.tiles)) > 1:
        dragons = meld.tiles[0] == 31
        return 1 + 4 * KINDS + (31 if dragons else 27 + 6 - sum(tile - 27 for tile in meld.tiles))
    return 1 + KINDS * (kinds.index(meld.kind) + meld.concealed) + meld.tiles[0]


def _column(values: Any, rows: int, what: str, none: int | None = None) -> Counts:
    """Return (N,) integers as uint8; -1 becomes `none`."""
    array = _integers(values, what)
    if array.shape not in ((), (rows,)):
        raise HandError(f"{what} must have the shape ({rows},), not {array.shape}")
    array = np.broadcast_to(array, (rows,))
    if none is not None:
        array = np.where(array == none, OUT_OF_RANGE, array)  # only -1 may become that value
        array = np.where(array == -1, none, array)
    return _bytes(array)


def rows_of_hands(hands: Any, wild: Any) -> HandRows:
    """Return the hands of `score_batch` as arrays."""
    if isinstance(hands, Mapping):
        unknown = set(hands) - {"counts", "winning", "melds"}
        if unknown or "counts" not in hands:
            raise HandError("hands as arrays are counts, winning and melds")
        counts = rows_of_counts(hands["counts"])
        rows = len(counts)
        winning = _column(hands.get("winning", -1), rows, "winning", NO_WINNING)
        melds = _integers(hands.get("melds", np.zeros((rows, 0), np.uint8)), "melds")
        if melds.ndim != 2 or len(melds) != rows:
            raise HandError(f"melds must have the shape ({rows}, M), not {melds.shape}")
        return HandRows(counts, winning, _bytes(melds), wildcards(wild, rows))
    if isinstance(hands, str | bytes):
        raise TypeError("hands must be a sequence of hands or a dict of arrays")
    parsed = [Hand.parse(hand) if isinstance(hand, str) else hand for hand in hands]
    for hand in parsed:
        if not isinstance(hand, Hand):
            raise TypeError(
                f"hands must be Hands or texts, or a dict of arrays, not {type(hand).__name__}"
            )
    rows = len(parsed)
    counts = np.array([hand.counts for hand in parsed], np.uint8).reshape(rows, KINDS)
    winning = np.array(
        [NO_WINNING if hand.winning is None else hand.winning for hand in parsed], np.uint8
    )
    melds = np.zeros((rows, max((len(hand.melds) for hand in parsed), default=0)), np.uint8)
    for row, hand in enumerate(parsed):
        melds[row, : len(hand.melds)] = [meld_code(meld) for meld in hand.melds]
    more = wildcards(wild, rows).astype(np.int64)
    held = np.array([hand.wild for hand in parsed], np.int64)
    return HandRows(counts, winning, melds, _bytes(np.broadcast_to(more + held, (rows,))))


def _situation_row(situation: Any) -> list[int]:
    if situation is None:
        situation = Situation()
    if not isinstance(situation, Situation):
        raise TypeError(f"a situation must be a Situation, not {type(situation).__name__}")
    flags = sum(bool(getattr(situation, name)) << bit for bit, name in enumerate(FLAG_NAMES))
    if situation.others_hold_wild is False:
        flags |= OTHERS_LACK_WILD
    winds = [
        1 + WIND_LETTERS.index(letter) if letter else 0
        for letter in (situation.seat_wind, situation.round_wind, situation.discarder)
    ]
    suit = 1 + SUIT_LETTERS.index(situation.void_suit) if situation.void_suit else 0
    return [flags, *winds, suit, situation.flowers, situation.dealer_streak]


def rows_of_situations(situations: Any, rows: int) -> Counts:
    """Return situations as (N, 7) or (1, 7) uint8, in the order of FIELDS; letters from 1."""
    if situations is None or isinstance(situations, Situation):
        return np.array([_situation_row(situations)], np.uint8)
    if not isinstance(situations, Mapping):
        listed = [_situation_row(situation) for situation in situations]
        if len(listed) != rows:
            raise HandError(f"{len(listed)} situations for {rows} hands")
        return np.array(listed, np.uint8).reshape(rows, len(FIELDS))
    unknown = set(situations) - {*FLAG_NAMES, *FIELDS[1:]}
    if unknown:
        name = sorted(map(str, unknown))[0]
        raise HandError(f"a situation has no field {name}; {suggested_field(name)}")
    table = np.zeros((rows, len(FIELDS)), np.uint8)
    for bit, name in enumerate(FLAG_NAMES):
        if name in situations:
            values = np.asarray(situations[name])
            if values.dtype == bool:
                values = values.astype(np.uint8)
            column = _column(values, rows, name)
            if column.max(initial=0) > 1:
                raise HandError(f"{name} must be true or false, 0 or 1")
            table[:, 0] |= column << bit
            if name == "others_hold_wild":
                table[:, 0] |= (1 - column) * np.uint8(OTHERS_LACK_WILD)
    for column_number, name in enumerate(FIELDS[1:], start=1):
        if name in situations:
            values = _integers(situations[name], name)
            if name in LETTERS:
                most = 2 if name == "void_suit" else 3
                if ((values < -1) | (values > most)).any():
                    raise HandError(f"{name} must be -1 to {most}")
                values = values.astype(np.int64) + 1
            table[:, column_number] = _column(values, rows, name)
    return table
