"""Families of hands, reproducible from a seed: arrays of 34 counts, wildcards beside them.

Every family is called with the number of hands and of wildcards, and returns `(hands, 34)` uint8
counts of the natural tiles; each row and its wildcards are `tiles` tiles. Kinds are ordered as in
the package: 9 characters, 9 dots, 9 bamboos, 4 winds, 3 dragons.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "FAMILIES",
    "Melded",
    "constructed_wins",
    "every_one_suit",
    "from_text",
    "near_tenpai",
    "one_suit",
    "random_deals",
    "to_text",
    "with_melds",
    "worst",
]

Counts = NDArray[np.uint8]

KINDS = 34
COPIES = 4
TILES = 14
SEED = 20240229
LETTERS = "mps"
HONOURS = "ESWNCFP"
WORST = Path(__file__).with_name("worst_hands.tsv")

PUNGS = 3 * np.eye(KINDS, dtype=np.uint8)
CHOWS = np.zeros((21, KINDS), np.uint8)
for _chow in range(21):
    _lowest = _chow // 7 * 9 + _chow % 7
    CHOWS[_chow, _lowest : _lowest + 3] = 1


class Melded(NamedTuple):
    """Hands with declared melds: concealed and melded counts, both `(hands, 34)` uint8."""

    counts: Counts
    melded: Counts


def _tally(kinds: NDArray[np.integer]) -> Counts:
    """Count the kinds in each row."""
    counts = np.zeros((len(kinds), KINDS), np.uint8)
    np.add.at(counts, (np.arange(len(kinds))[:, None], kinds), 1)
    return counts


def _tiles(counts: Counts) -> NDArray[np.integer]:
    """Return the kinds of each row's tiles, ascending; the rows must hold equally many tiles."""
    rows, kinds = np.nonzero(counts)
    return np.repeat(kinds, counts[rows, kinds]).reshape(len(counts), -1)


def _without_random_tiles(counts: Counts, drop: int, rng: np.random.Generator) -> Counts:
    tiles = rng.permuted(_tiles(counts), axis=1)
    return _tally(tiles[:, drop:])


def _drawn(
    wall: NDArray[np.integer], hands: int, tiles: int, rng: np.random.Generator
) -> NDArray[np.integer]:
    """Draw each hand from a wall of its own."""
    order = np.argpartition(rng.random((hands, len(wall))), tiles, axis=1)[:, :tiles]
    return wall[order]


def random_deals(hands: int, wild: int = 0, *, tiles: int = TILES, seed: int = SEED) -> Counts:
    """Deal from the wall of 136 tiles.

    >>> random_deals(3, 2).sum(axis=1).tolist()
    [12, 12, 12]
    """
    rng = np.random.default_rng([seed, 1, wild, tiles])
    wall = np.repeat(np.arange(KINDS), COPIES)
    return _tally(_drawn(wall, hands, tiles - wild, rng))


def one_suit(hands: int, wild: int = 0, *, tiles: int = TILES, seed: int = SEED) -> Counts:
    """Deal from the 36 tiles of one suit, a random one for each hand."""
    rng = np.random.default_rng([seed, 2, wild, tiles])
    wall = np.repeat(np.arange(9), COPIES)
    drawn = _drawn(wall, hands, tiles - wild, rng)
    return _tally(drawn + 9 * rng.integers(3, size=(hands, 1)))


def _complete(hands: int, groups: int, rng: np.random.Generator) -> tuple[Counts, Counts]:
    """Return group counts `(hands, groups, 34)` and pair counts of hands that can exist.

    Half of the groups are chows.
    """
    chosen: list[Counts] = []
    pairs: list[Counts] = []
    while sum(map(len, pairs)) < hands:
        shape = (2 * hands, groups)
        some = np.where(
            rng.random(shape)[:, :, None] < 0.5,
            PUNGS[rng.integers(len(PUNGS), size=shape)],
            CHOWS[rng.integers(len(CHOWS), size=shape)],
        )
        pair = 2 * np.eye(KINDS, dtype=np.uint8)[rng.integers(KINDS, size=len(some))]
        possible = (some.sum(axis=1) + pair).max(axis=1) <= COPIES
        chosen.append(some[possible])
        pairs.append(pair[possible])
    return np.concatenate(chosen)[:hands], np.concatenate(pairs)[:hands]


def _wins(hands: int, tiles: int, rng: np.random.Generator) -> Counts:
    groups, pairs = _complete(hands, (tiles - 2) // 3, rng)
    return (groups.sum(axis=1) + pairs).astype(np.uint8)


def constructed_wins(hands: int, wild: int = 0, *, tiles: int = TILES, seed: int = SEED) -> Counts:
    """Build groups and a pair, then replace random tiles by the wildcards; 3n+1 tiles wait.

    >>> constructed_wins(2, 3, tiles=8).sum(axis=1).tolist()
    [5, 5]
    """
    rng = np.random.default_rng([seed, 3, wild, tiles])
    whole = tiles + (2 - tiles) % 3
    return _without_random_tiles(_wins(hands, whole, rng), whole - tiles + wild, rng)


def near_tenpai(hands: int, wild: int = 0, *, tiles: int = TILES, seed: int = SEED) -> Counts:
    """Build wins, exchange one or two tiles by others from the wall, then put in the wildcards."""
    rng = np.random.default_rng([seed, 4, wild, tiles])
    whole = tiles + (2 - tiles) % 3
    kept: list[Counts] = []
    while sum(map(len, kept)) < hands:
        wins = _tiles(_wins(2 * hands, whole, rng))
        wins = rng.permuted(wins, axis=1)
        wins[:, 0] = rng.integers(KINDS, size=len(wins))
        second = rng.random(len(wins)) < 0.5
        wins[second, 1] = rng.integers(KINDS, size=second.sum())
        counts = _tally(wins)
        kept.append(counts[counts.max(axis=1) <= COPIES])
    some = np.concatenate(kept)[:hands]
    return _without_random_tiles(some, whole - tiles + wild, rng)


def with_melds(
    hands: int, wild: int = 0, *, melds: int = 2, tiles: int = TILES, seed: int = SEED
) -> Melded:
    """Deal hands with `melds` declared groups, a quarter of the pungs being kongs.

    `tiles` counts three for each meld, as if there were no kongs.
    """
    rng = np.random.default_rng([seed, 5, wild, melds, tiles])
    groups, _ = _complete(hands, melds, rng)
    spare_copy = groups.sum(axis=1, keepdims=True) < COPIES
    kongs = (groups == 3) & spare_copy & (rng.random(groups.shape) < 0.25)
    melded = (groups + kongs).sum(axis=1).astype(np.uint8)
    wall = np.repeat(np.arange(KINDS), COPIES)
    copy = np.tile(np.arange(COPIES), KINDS)
    order = rng.random((hands, len(wall)))
    order[melded[:, wall] > copy] = 2.0  # these copies lie in the melds
    concealed = wall[np.argsort(order, axis=1)[:, : tiles - 3 * melds - wild]]
    return Melded(_tally(concealed), melded)


@functools.cache
def _known_worst() -> dict[int, Counts]:
    rows = [line.split("\t") for line in WORST.read_text().splitlines()]
    return {int(wild): np.array([from_text(text)[0] for text in texts]) for wild, *texts in rows}


def worst(hands: int, wild: int = 0, *, seed: int = SEED) -> Counts:
    """Return the hands on which the recursions of `bench.baselines` took longest.

    First each of the hands that `bench.find_worst` found, then these again in random order, with
    their honours exchanged for other honours.
    """
    rng = np.random.default_rng([seed, 6, wild])
    found = _known_worst()[wild]
    again = found[rng.integers(len(found), size=max(hands - len(found), 0))]
    again[:, 27:] = rng.permuted(again[:, 27:], axis=1)
    return np.concatenate([found, again])[:hands]


def every_one_suit(wild: int = 0, *, tiles: int = TILES) -> Counts:
    """Return every hand whose natural tiles are of one suit."""
    states = np.zeros((1, 0), np.uint8)
    for rank in range(9):
        more = np.tile(np.arange(COPIES + 1, dtype=np.uint8), len(states))
        states = np.column_stack([np.repeat(states, COPIES + 1, axis=0), more])
        held = states.sum(axis=1)
        states = states[(held <= tiles - wild) & (held + COPIES * (8 - rank) >= tiles - wild)]
    return np.pad(states, ((0, 0), (0, KINDS - 9)))


FAMILIES = {
    "random": random_deals,
    "near tenpai": near_tenpai,
    "one suit": one_suit,
    "constructed win": constructed_wins,
}


def to_text(row: Counts, wild: int = 0) -> str:
    """Write a hand in the package's notation."""
    text = ""
    for suit, letter in enumerate(LETTERS):
        digits = "".join(str(rank + 1) * row[9 * suit + rank] for rank in range(9))
        text += digits + letter if digits else ""
    text += "".join(letter * row[27 + honour] for honour, letter in enumerate(HONOURS))
    return text + "*" * wild


def from_text(text: str) -> tuple[Counts, int]:
    """Read concealed tiles and wildcards back: the benchmarks must not lean on what they measure.

    >>> counts, wild = from_text("1189m*")
    >>> counts[:9].tolist(), wild
    ([2, 0, 0, 0, 0, 0, 0, 1, 1], 1)
    """
    counts = np.zeros(KINDS, np.uint8)
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        elif letter in LETTERS:
            for digit in digits:
                counts[9 * LETTERS.index(letter) + int(digit) - 1] += 1
            digits = ""
        elif letter in HONOURS:
            counts[27 + HONOURS.index(letter)] += 1
    return counts, text.count("*")
