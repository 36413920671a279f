"""Win and distance under rule sets of regional tables, beside the standard rules.

Every test checks its first 32 answers against the search kernel's.
"""

from __future__ import annotations

import functools

import numpy as np
import pytest

import mahjong_fast as mf

BLOCKS, BLOCK = 4, 1024
CHECKED = 32
PRESETS = (
    "standard",
    "nanchang",
    "chongji",
    "mcr",
    "sichuan",
    "guangdong",
    "ningbo",
    "fuzhou",
    "changsha",
    "hefei",
    "wuhan",
    "dongbei",
    "nanchang_r73",
)
"""The first eight are answered by tables, the others by the search."""


@functools.cache
def deal(name, tiles, wild):
    """Return hands of tiles of the rule set's kinds, dealt from a seed."""
    rules = mf.rules.get(name)
    wall = np.repeat([kind for kind in rules.tiles if kind not in rules.forbidden], rules.copies)
    rng = np.random.default_rng(wild)
    rows = np.zeros((BLOCKS * BLOCK, 34), np.uint8)
    for row in rows:
        np.add.at(row, rng.permutation(wall)[: tiles - wild], 1)
    return rows


@pytest.mark.parametrize("wild", [0, 2, 4])
@pytest.mark.parametrize("question", ["is_win", "shanten"])
@pytest.mark.parametrize("name", PRESETS)
def test_rules(per_hand, name, question, wild):
    tiles = 3 * mf.rules.get(name).groups + (2 if question == "is_win" else 1)
    rows = deal(name, tiles, wild)
    ask = getattr(mf.Evaluator(name), f"{question}_batch")
    search = getattr(mf.Evaluator(name, kernel="search"), f"{question}_batch")
    assert (ask(rows[:CHECKED], wild) == search(rows[:CHECKED], wild)).all()
    size = BLOCK if name in PRESETS[:8] else 64
    blocks = [(rows[first : first + size], wild) for first in range(0, BLOCKS * size, size)]
    per_hand(ask, blocks, size, suite="rules", question=question, rules=name, wild=wild)
