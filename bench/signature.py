"""The bench signature: one number over all answers on a fixed set of hands.

It changes when an answer changes, so two runs that show the same signature timed the same work.
`python -m bench.signature` prints it.
"""

from __future__ import annotations

import zlib

import numpy as np

import mahjong_fast as mf

from . import hands

HANDS = 2000
RULES = (mf.Rules(), mf.rules.get("riichi"))


def signature() -> int:
    """Return the CRC-32 of the answers of every batch call."""
    crc = 0
    for evaluator in map(mf.Evaluator, RULES):
        for deal in hands.FAMILIES.values():
            for wild in range(9):
                for ask, tiles in (
                    (evaluator.is_win_batch, 14),
                    (evaluator.discard_shanten_batch, 14),
                    (evaluator.waits_batch, 13),
                    (evaluator.acceptance_batch, 13),
                    (evaluator.shanten_batch, 13),
                ):
                    answers = ask(deal(HANDS, wild, tiles=tiles), wild)
                    crc = zlib.crc32(np.ascontiguousarray(answers).astype("<i8").tobytes(), crc)
    return crc


if __name__ == "__main__":
    print(f"bench signature: {signature():08x}")
