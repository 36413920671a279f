"""Seeded random hands, as rows of counts."""

import numpy as np

KINDS = 34
CHUNK = 1 << 14

SUITS = (slice(0, 9), slice(9, 18), slice(18, 27))
STYLES = ("any", "one suit", "two suits", "few kinds", "quads", "honours", "orphans")
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


def hand_sizes(rng, rows, remainders=(1, 2), groups=4):
    """Return legal sizes of hands: half of them whole, the others of any number of groups."""
    whole = rng.random(rows) < 0.5
    found = np.where(whole, groups, rng.integers(0, groups + 1, rows))
    return 3 * found + rng.choice(remainders, rows)


def random_hands(rng, rows, remainders=(1, 2), most_wild=8, groups=4, copies=4):
    """Return counts (rows, 34) of natural tiles and the wildcards (rows,) beside them.

    A part of the hands each is drawn from the whole wall, and mostly from one suit, two suits, five
    to eight kinds, all copies of two to four kinds, honours, and orphans: the last five are where
    copies and special forms matter.
    """
    sizes = hand_sizes(rng, rows, remainders, groups)
    wild = np.minimum(rng.integers(0, most_wild + 1, rows), sizes)
    counts = np.empty((rows, KINDS), np.uint8)
    for first in range(0, rows, CHUNK):
        chunk = slice(first, first + CHUNK)
        counts[chunk] = _draw(rng, (sizes - wild)[chunk], copies)
    return counts, wild


def _draw(rng, sizes, copies):
    """Draw tiles from a wall without replacement, the kinds of a row's style first."""
    rows = len(sizes)
    weights = np.ones((rows, KINDS))
    styles = rng.integers(0, len(STYLES), rows)
    unlikely = 1e-3
    suit = rng.integers(0, 3, rows)
    for number, style in enumerate(STYLES):
        of_style = np.flatnonzero(styles == number)
        if style != "any":
            weights[of_style] = unlikely
        if style in ("one suit", "two suits"):
            for i in range(3):
                chosen = (suit[of_style] == i) != (style == "two suits")
                weights[of_style[chosen], SUITS[i]] = 1
        elif style in ("few kinds", "quads"):
            order = rng.random((len(of_style), KINDS)).argsort(axis=1).argsort(axis=1)
            fewest, most = (5, 8) if style == "few kinds" else (2, 4)
            few = order < rng.integers(fewest, most + 1, (len(of_style), 1))
            weights[of_style] = np.where(few, 1, unlikely)
        elif style == "honours":
            weights[of_style, 27:] = 1
        elif style == "orphans":
            weights[np.ix_(of_style, ORPHANS)] = 1
    wall = np.repeat(np.arange(KINDS), copies)
    turn = rng.exponential(size=(rows, len(wall))) / weights[:, wall]
    drawn = turn.argsort(axis=1).argsort(axis=1) < sizes[:, None]
    return drawn.reshape(rows, KINDS, copies).sum(axis=2, dtype=np.uint8)
