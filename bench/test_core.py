"""The package's questions, scalar and batch, with 0 to 8 wildcards; its reference; its peers.

Every test checks some answers before it times the call: of a batch 100 rows against scalar calls,
of scalar calls 6 against the reference; all of the search kernel's against the tables', and all of
the peers' against scalar calls.
"""

from __future__ import annotations

import functools
import time

import numpy as np
import pytest

import mahjong_fast as mf
from bench import hands
from bench.peers import PEERS
from mahjong_fast import reference

STANDARD = mf.Rules()
RIICHI = mf.rules.get("riichi")
RULES = {"standard": STANDARD, "max_copies=4": STANDARD.replace(max_copies=4)}

TILES = {"is_win": 14, "waits": 13, "shanten": 13, "acceptance": 13, "discards": 14}
BATCHES = {
    "is_win": ("is_win_batch", bool),
    "waits": ("waits_batch", np.uint64),
    "shanten": ("shanten_batch", np.int8),
    "acceptance": ("acceptance_batch", np.uint64),
    "discards": ("discard_shanten_batch", np.int8),
}
INPUTS = {
    "bytes": lambda row, wild: row.tobytes(),
    "numpy row": lambda row, wild: row,
    "list": lambda row, wild: row.tolist(),
    "text": hands.to_text,
    "Hand": lambda row, wild: mf.Hand.parse(hands.to_text(row, wild)),
}
NONE_HELD = 127  # a batch's shanten of a discard that is not in the hand
HOLDS_WILD = ("text", "Hand")  # inputs that bring their wildcards along

BATCH_BLOCKS, BATCH_BLOCK = 8, 4096
BLOCK_SECONDS = 0.02  # a block that would take longer is made smaller
MOST_WITH_MELDS = 6  # wildcards beside two melds
SCALAR_BLOCKS, SCALAR_BLOCK = 8, 256
SLOW_HANDS = 24  # of calls that take long: each hand is a block
CHECKED = 6  # hands of each test that the reference answers too


@functools.cache
def deal(family, tiles, wild):
    return hands.FAMILIES[family](BATCH_BLOCKS * BATCH_BLOCK, wild, tiles=tiles)


@functools.cache
def deal_with_melds(tiles, wild):
    return hands.with_melds(BATCH_BLOCKS * BATCH_BLOCK, wild, tiles=tiles)


def ask_each(ask, some):
    return [ask(hand) for hand in some]


def ask_each_with(ask, some, wild):
    return [ask(hand, wild=wild) for hand in some]


def batch_answer(question, answer):
    """Return a scalar answer as the batch gives it."""
    if question in ("waits", "acceptance"):
        return sum(1 << kind for kind in answer)
    if question == "discards":
        row = [NONE_HELD] * hands.KINDS
        for discard in answer:
            if discard.tile != mf.WILD:
                row[discard.tile] = discard.shanten
        return row
    return answer


def reference_answer(question, row, **asked):
    """Return the reference's answer as the batch gives it."""
    if question != "discards":
        return batch_answer(question, getattr(reference, question)(row.tolist(), **asked))
    return [
        reference.shanten((row - one).tolist(), **asked) if held else NONE_HELD
        for held, one in zip(row, np.eye(hands.KINDS, dtype=np.uint8), strict=True)
    ]


def assert_reference(question, answers, counts, **asked):
    """Hold the first scalar answers against the reference."""
    for answer, row in zip(answers[:CHECKED], counts, strict=False):
        assert batch_answer(question, answer) == reference_answer(question, row, **asked)


def measure_batch(per_hand, ask_batch, arrays, wild, question, **labels):
    """Time `ask_batch` on blocks of the arrays, small ones where it takes long."""
    trial = [array[:64] for array in arrays]
    start = time.perf_counter()
    ask_batch(*trial, wild=wild)
    seconds = (time.perf_counter() - start) / 64
    size = int(np.clip(BLOCK_SECONDS / seconds, 64, BATCH_BLOCK))
    out = np.empty((size, hands.KINDS) if question == "discards" else size, BATCHES[question][1])
    per_hand(
        functools.partial(ask_batch, wild=wild, out=out),
        [tuple(array[i * size : (i + 1) * size] for array in arrays) for i in range(BATCH_BLOCKS)],
        size,
        suite="batch",
        question=question,
        wild=wild,
        **labels,
    )


@pytest.mark.parametrize("wild", range(9))
@pytest.mark.parametrize(
    ("family", "rules"),
    [*((family, "standard") for family in hands.FAMILIES), ("random", "max_copies=4")],
)
@pytest.mark.parametrize("question", BATCHES)
def test_batch(per_hand, question, family, rules, wild):
    evaluator = mf.Evaluator(RULES[rules])
    ask, ask_batch = getattr(evaluator, question), getattr(evaluator, BATCHES[question][0])
    counts = deal(family, TILES[question], wild)
    scalar = ask_each_with(ask, [row.tobytes() for row in counts[:100]], wild)
    expected = [batch_answer(question, answer) for answer in scalar]
    assert ask_batch(counts[:100], wild).tolist() == expected
    assert_reference(question, scalar, counts, wild=wild, rules=RULES[rules])
    measure_batch(per_hand, ask_batch, [counts], wild, question, family=family, rules=rules)


@pytest.mark.parametrize("wild", range(MOST_WITH_MELDS + 1))
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("question", BATCHES)
def test_batch_with_melds(per_hand, question, rules, wild):
    """Two melds hold copies, which limits draws and, under a copy limit, wildcards."""
    ask_batch = getattr(mf.Evaluator(RULES[rules]), BATCHES[question][0])
    counts, melded = deal_with_melds(TILES[question], wild)
    answers = ask_batch(counts[:CHECKED], wild, melds=melded[:CHECKED]).tolist()
    for answer, row, melds in zip(answers, counts, melded, strict=False):
        asked = {"wild": wild, "rules": RULES[rules], "melds": melds.tolist()}
        assert answer == reference_answer(question, row, **asked)

    def ask_with_melds(rows, melds, wild, out=None):
        return ask_batch(rows, wild, melds=melds, out=out)

    measure_batch(
        per_hand,
        ask_with_melds,
        [counts, melded],
        wild,
        question,
        family="two melds",
        rules=rules,
    )


@pytest.mark.parametrize("wild", [0, 1, 2, 4, 8])
@pytest.mark.parametrize("form", INPUTS)
@pytest.mark.parametrize("question", ["is_win", "waits", "shanten"])
def test_scalar(per_hand, question, form, wild):
    measure_scalar(per_hand, question, form, wild)


@pytest.mark.parametrize("wild", [0, 1, 2, 4, 8])
@pytest.mark.parametrize("question", ["acceptance", "discards"])
def test_scalar_with_results(per_hand, question, wild):
    measure_scalar(per_hand, question, "bytes", wild)


def measure_scalar(per_hand, question, form, wild):
    ask = getattr(mf.Evaluator(STANDARD), question)
    counts = deal("near tenpai", TILES[question], wild)[: SCALAR_BLOCKS * SCALAR_BLOCK]
    some = [INPUTS[form](row, wild) for row in counts]
    blocks = [some[i : i + SCALAR_BLOCK] for i in range(0, len(some), SCALAR_BLOCK)]
    if form in HOLDS_WILD:
        answers = ask_each(ask, some[:CHECKED])
        call, arguments = ask_each, [(ask, block) for block in blocks]
    else:
        answers = ask_each_with(ask, some[:CHECKED], wild)
        call, arguments = ask_each_with, [(ask, block, wild) for block in blocks]
    assert_reference(question, answers, counts, wild=wild)
    per_hand(
        call,
        arguments,
        SCALAR_BLOCK,
        suite="scalar",
        question=question,
        input=form,
        family="near tenpai",
        wild=wild,
    )


@pytest.mark.parametrize("wild", range(9))
def test_first_readings(per_hand, wild):
    evaluator = mf.Evaluator(STANDARD)
    measure_readings(
        per_hand, lambda hand: evaluator.readings(hand, limit=100), wild, "first 100 readings"
    )


@pytest.mark.parametrize("wild", [*range(9), 14])
def test_count_readings(per_hand, wild):
    measure_readings(per_hand, mf.Evaluator(STANDARD).count_readings, wild, "count_readings")


def measure_readings(per_hand, ask, wild, question):
    counts = deal("constructed win", 14, wild)[: 1 if wild == 14 else SLOW_HANDS]
    some = [INPUTS["Hand"](row, wild) for row in counts]
    if wild <= 2:
        number = len(reference.readings(counts[0].tolist(), wild=wild))
        answer = ask(some[0])
        assert (answer if isinstance(answer, int) else len(answer)) == min(
            number, number if isinstance(answer, int) else 100
        )
    copies = 10  # of each hand: the loop must not be seen
    per_hand(
        ask_each,
        [(ask, [hand] * copies) for hand in some],
        copies,
        suite="readings",
        question=question,
        family="constructed win",
        wild=wild,
    )


@pytest.mark.parametrize("wild", range(9))
@pytest.mark.parametrize("family", ["worst", "random"])
def test_search_kernel(per_hand, family, wild):
    evaluator = mf.Evaluator(STANDARD, kernel="search")
    deals = {"worst": hands.worst, "random": hands.random_deals}
    counts = deals[family](256, wild)
    tables = mf.Evaluator(STANDARD).is_win_batch(counts, wild)
    np.testing.assert_array_equal(evaluator.is_win_batch(counts, wild), tables)
    copies = 20  # of each hand: the call must not be seen
    per_hand(
        evaluator.is_win_batch,
        [(np.repeat(row[None], copies, axis=0), wild) for row in counts],
        copies,
        suite="search",
        question="is_win",
        family=family,
        wild=wild,
    )


@pytest.mark.parametrize("wild", range(9))
@pytest.mark.parametrize("question", ["is_win", "waits", "shanten"])
def test_reference(per_hand, question, wild):
    counts = deal("near tenpai", TILES[question], wild)[:CHECKED]
    ask = getattr(reference, question)
    answers = [ask(row.tolist(), wild=wild) for row in counts]
    evaluator = getattr(mf.Evaluator(STANDARD), question)
    assert answers == [evaluator(row.tobytes(), wild=wild) for row in counts]
    per_hand(
        ask_each_with,
        [(ask, [row.tolist()], wild) for row in counts],
        1,
        suite="reference",
        question=question,
        family="near tenpai",
        wild=wild,
    )


@pytest.mark.parametrize("family", hands.FAMILIES)
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: f"{peer.package}-{peer.question}")
def test_peer(per_hand, peer, family):
    counts = deal(family, TILES[peer.question], 0)[: SCALAR_BLOCKS * SCALAR_BLOCK]
    some = [peer.convert(row) for row in counts]
    ask = getattr(mf.Evaluator(RIICHI), peer.question)
    ours = ask_each(ask, [row.tobytes() for row in counts])
    theirs = [peer.translate(answer) for answer in ask_each(peer.ask, some)]
    assert theirs == [tuple(answer) if isinstance(answer, dict) else answer for answer in ours]
    per_hand(
        ask_each,
        [(peer.ask, some[i : i + SCALAR_BLOCK]) for i in range(0, len(some), SCALAR_BLOCK)],
        SCALAR_BLOCK,
        suite="peers",
        package=peer.package,
        question=peer.question,
        family=family,
        wild=0,
    )


@pytest.mark.parametrize("family", hands.FAMILIES)
@pytest.mark.parametrize("question", dict.fromkeys(peer.question for peer in PEERS))
def test_beside_peers(per_hand, question, family):
    """The same hands under the same rules, from `bytes`."""
    counts = deal(family, TILES[question], 0)[: SCALAR_BLOCKS * SCALAR_BLOCK]
    some = [row.tobytes() for row in counts]
    ask = getattr(mf.Evaluator(RIICHI), question)
    assert_reference(question, ask_each(ask, some[:CHECKED]), counts, rules=RIICHI)
    per_hand(
        ask_each,
        [(ask, some[i : i + SCALAR_BLOCK]) for i in range(0, len(some), SCALAR_BLOCK)],
        SCALAR_BLOCK,
        suite="peers",
        package="mahjong_fast",
        question=question,
        family=family,
        wild=0,
    )
