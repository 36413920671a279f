"""The automaton that reads parts beside melds, against the search that needs none."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import oracle
import pytest
from threads import ask_rows

from mahjong_fast import Evaluator, Hand, Meld, Rules

KINDS = 34
COPIES = 4
SUIT = 9
MOST_WILD = 5
QUESTIONS = (
    ("is_win_batch", 2),
    ("shanten_batch", 1),
    ("shanten_batch", 2),
    ("waits_batch", 1),
    ("acceptance_batch", 1),
    ("discard_shanten_batch", 2),
)
RULES = {
    "a fifth copy": Rules(),
    "four copies": Rules(max_copies=4),
    "five groups": Rules(groups=5),
    "five groups, four copies": Rules(groups=5, max_copies=4),
    "honour runs": Rules(runs=("suit", "winds", "dragons")),
}
MELDS = np.zeros((3 * 7 + 2 * KINDS, KINDS), np.uint8)
for _number, (_suit, _rank) in enumerate(product(range(3), range(7))):
    MELDS[_number, SUIT * _suit + _rank :][:3] = 1
for _kind in range(KINDS):
    MELDS[21 + _kind, _kind] = 3
    MELDS[21 + KINDS + _kind, _kind] = 4
# The suits are alike, and so are the honours.
IN_ONE_PART = [meld for meld in MELDS if not meld[SUIT:].any() or meld[27]]


def deal(rng, rows, groups, remainder):
    """Return counts, wildcards and melded counts: hands beside melds, many of them crowded."""
    counts = np.zeros((rows, KINDS), np.uint8)
    melded = np.zeros((rows, KINDS), np.uint8)
    wild = rng.integers(0, MOST_WILD + 1, rows).astype(np.uint8)
    for row in range(rows):
        few = rng.permutation(KINDS)[:12] if rng.random() < 0.5 else np.arange(KINDS)
        few = rng.integers(0, 3) * SUIT + np.arange(SUIT) if rng.random() < 0.3 else few
        of_few = MELDS[MELDS[:, np.setdiff1d(np.arange(KINDS), few)].sum(axis=1) == 0]
        melds = rng.integers(0, groups)
        while True:
            melded[row] = of_few[rng.integers(0, len(of_few), melds)].sum(axis=0, dtype=int)
            if melded[row].max(initial=0) <= COPIES:
                break
        tiles = 3 * (groups - melds) + remainder
        wild[row] = min(wild[row], tiles)
        wall = np.repeat(np.arange(KINDS), COPIES - melded[row])
        near = wall[np.isin(wall, few)]
        wall = near if len(near) >= tiles else wall
        drawn = rng.permutation(wall)[: tiles - int(wild[row])]
        counts[row] = np.bincount(drawn, minlength=KINDS)
    return counts, wild, melded


@pytest.mark.parametrize(("question", "remainder"), QUESTIONS)
@pytest.mark.parametrize("wild_kinds", [(), (4,), (27,), (4, 5), (3, 5), (8, 20, 31)], ids=str)
@pytest.mark.parametrize("name", RULES)
def test_hands_beside_melds_are_answered_as_the_search_does(name, wild_kinds, question, remainder):
    rules = RULES[name]
    rows = 1000 if not wild_kinds and name != "honour runs" else 20
    rng = np.random.default_rng([remainder, *map(ord, name), *wild_kinds])
    counts, wild, melded = deal(rng, rows, rules.groups, remainder)
    answers = [
        getattr(Evaluator(rules, wild_kinds=wild_kinds, kernel=kernel), question)(
            counts, wild, melds=melded
        )
        for kernel in ("tables", "search")
    ]
    np.testing.assert_array_equal(*answers)


@pytest.mark.parametrize("name", ["a fifth copy", "four copies"])
def test_hands_are_answered_as_their_rows_are(name):
    """The same for one hand, whose melds are known as such."""
    rng = np.random.default_rng(1)
    fast, slow = (Evaluator(RULES[name], kernel=kernel) for kernel in ("tables", "search"))
    for row in range(200):
        melds = MELDS[rng.integers(0, len(MELDS), rng.integers(1, 4))]
        melded = melds.sum(axis=0, dtype=int)
        if melded.max() > COPIES:
            continue
        tiles = 14 - 3 * len(melds) - row % 2
        wild = int(rng.integers(0, min(MOST_WILD, tiles) + 1))
        wall = np.repeat(np.arange(KINDS), COPIES - melded)
        counts = np.bincount(rng.permutation(wall)[: tiles - wild], minlength=KINDS).tolist()
        hand = Hand(
            counts, wild, [Meld(np.repeat(np.arange(KINDS), meld).tolist()) for meld in melds]
        )
        asked = ("is_win", "shanten", "discards") if tiles % 3 == 2 else (
            "is_win", "shanten", "waits", "acceptance"
        )  # fmt: skip
        for question in asked:
            assert getattr(fast, question)(hand) == getattr(slow, question)(hand), (hand, question)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a fifth copy", "four copies"])
@pytest.mark.parametrize("meld", IN_ONE_PART, ids=lambda meld: "".join(map(str, meld)))
def test_every_state_of_a_part_beside_every_meld_of_it(meld, name):
    """All states of a part that fit beside a meld, with as many wildcards as make a hand."""
    part = slice(27, 34) if meld[27:].any() else slice(0, SUIT)
    states = np.array(list(oracle.suit_states(11, part.stop - part.start)), np.uint8)
    states = states[(states + meld[part] <= COPIES).all(axis=1)]
    tiles = states.sum(axis=1, dtype=int)
    counts = np.zeros((len(states), KINDS), np.uint8)
    counts[:, part] = states
    fast, slow = (Evaluator(RULES[name], kernel=kernel) for kernel in ("tables", "search"))
    for question, remainder in QUESTIONS:
        # Whole hands, or the smallest: the search of draws and discards takes long.
        size = np.full(len(states), 9 + remainder)
        if question != "shanten_batch":
            size = np.minimum(size, (tiles - remainder + 2) // 3 * 3 + remainder)
        wild = size - tiles
        some = np.flatnonzero((wild >= 0) & (wild <= MOST_WILD))
        if question not in ("is_win_batch", "shanten_batch"):
            some = np.random.default_rng(1).permutation(some)[:2000]

        def ask(evaluator, question=question, some=some, wild=wild):
            def ask_some(counts, wild):
                melds = np.broadcast_to(meld, counts.shape)
                return getattr(evaluator, question)(counts, wild, melds=melds)

            return ask_rows(ask_some, counts[some], wild[some].astype(np.uint8))

        np.testing.assert_array_equal(ask(fast), ask(slow))


# --- From nothing, in a process of its own -------------------------------------------------------

TESTS = Path(__file__).parents[1]

BEGIN = f"""
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import numpy as np
sys.path[:0] = {[str(TESTS / folder) for folder in ("distance", "support", "oracles")]!r}
from test_automaton import QUESTIONS, RULES, deal
from mahjong_fast import Evaluator
from mahjong_fast.core.tables.automaton import limit, usage
evaluator = Evaluator(RULES["a fifth copy"])
def answers(evaluator, seed):
    for question, remainder in QUESTIONS:
        counts, wild, melded = deal(np.random.default_rng(seed), 150, 4, remainder)
        yield getattr(evaluator, question)(counts, wild, melds=melded).tolist()
"""


def run_in_a_new_process(code):
    subprocess.run([sys.executable, "-c", BEGIN + code], check=True, timeout=300)


def test_threads_that_fill_it_together():
    run_in_a_new_process("""
together = Barrier(8)
def ask(thread):
    together.wait()
    return list(answers(evaluator, thread // 2))
assert usage()[4][:2] == (1, 225)
sys.setswitchinterval(1e-6)
with ThreadPoolExecutor(8) as pool:
    found = list(pool.map(ask, range(8)))
filled = usage()
assert found == [list(answers(evaluator, thread // 2)) for thread in range(8)]
assert usage() == filled
search = Evaluator(RULES["a fifth copy"], kernel="search")
assert found[::2] == [list(answers(search, seed)) for seed in range(4)]
""")


@pytest.mark.parametrize("budget", ["states=1", "states=300", "profiles=225", "profiles=230"])
def test_a_full_budget_is_searched_behind(budget):
    run_in_a_new_process(f"""
limit(4, {budget})
found = list(answers(evaluator, 0))
states, profiles, full = usage()[4]
assert full
assert found == list(answers(Evaluator(RULES["a fifth copy"], kernel="search"), 0))
limit(4)
assert list(answers(evaluator, 0)) == found
assert usage()[4][0] > states and not usage()[4][2]
""")
