"""Checks and converts the arrays of the batch calls; imported when the first batch is asked for.

Whatever its memory layout and integer dtype, an array is taken if its values are in range; nothing
is wrapped or rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

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
    if array.dtype.kind == "O" and all(isinstance(value, int) for value in array.flat):
        raise HandError(f"{what} holds an integer beyond 64 bits")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be an array of integers, not of {array.dtype}")
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


def rows_of_counts(values: Any, what: str = "counts") -> Counts:
    """Return an (N, 34) array of counts as contiguous uint8."""
    array = _integers(values, what)
    if array.ndim != 2 or array.shape[1] != KINDS:
        raise HandError(f"{what} must have the shape (N, {KINDS}), not {array.shape}")
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
