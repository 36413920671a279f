"""A batch answers what the scalar calls answer, whatever array it is given."""

import numpy as np
import pytest
from hands import random_hands

import mahjong_fast as mf
from mahjong_fast import Evaluator, Hand, Meld, Rules

STANDARD = Rules()
EVALUATORS = {
    "standard": Evaluator(),
    "four copies": Evaluator(Rules(max_copies=4)),
    "riichi": Evaluator("riichi"),
    "groups only": Evaluator(Rules(forms=("standard",))),
    "no groups": Evaluator(Rules(forms=("seven_pairs", "thirteen_orphans"))),
    "seventeen tiles": Evaluator(Rules(groups=5)),
    "two groups": Evaluator(Rules(groups=2)),
    "three copies": Evaluator(Rules(copies=3, max_copies=4)),
    "one wild kind": Evaluator(wild_kinds=["5m"]),
    "two wild kinds, four copies": Evaluator(Rules(max_copies=4), wild_kinds=["5m", "E"]),
    "search": Evaluator(kernel="search"),
}
QUESTIONS = {  # what may be asked of hands of so many tiles over 3n
    "is_win_batch": (0, 1, 2),
    "shanten_batch": (1, 2),
    "waits_batch": (1,),
    "acceptance_batch": (1,),
    "discard_shanten_batch": (2,),
}
ROWS = 120


def mask_of(kinds):
    return sum(1 << kind for kind in kinds)


def shanten_after_discards(evaluator, hand):
    after = [127] * 34
    for discard in evaluator.discards(hand):
        if discard.tile != mf.WILD:
            after[discard.tile] = discard.shanten
    return after


SCALAR = {
    "is_win_batch": lambda evaluator, hand: evaluator.is_win(hand),
    "shanten_batch": lambda evaluator, hand: evaluator.shanten(hand),
    "waits_batch": lambda evaluator, hand: mask_of(evaluator.waits(hand)),
    "acceptance_batch": lambda evaluator, hand: mask_of(evaluator.acceptance(hand)),
    "discard_shanten_batch": shanten_after_discards,
}


@pytest.fixture(params=EVALUATORS.values(), ids=EVALUATORS)
def evaluator(request):
    return request.param


@pytest.fixture(params=QUESTIONS)
def question(request):
    return request.param


def hands_for(question, rules=STANDARD, rows=ROWS, seed=8):
    remainders = QUESTIONS[question]
    counts, wild = random_hands(
        np.random.default_rng(seed), rows, remainders, groups=rules.groups, copies=rules.copies
    )
    fits = counts.sum(axis=1) + wild <= 3 * rules.groups + 2
    return counts[fits], wild[fits]


def same(answers, expected):
    return answers.dtype == expected.dtype and np.array_equal(answers, expected)


def test_the_batch_answers_bit_for_bit_what_the_scalar_call_does(evaluator, question):
    by_tables = evaluator.kernel == "tables" and evaluator.rules.copies == 4
    counts, wild = hands_for(question, evaluator.rules, ROWS if by_tables else ROWS // 6)
    answers = getattr(evaluator, question)(counts, wild)
    expected = [
        SCALAR[question](evaluator, Hand(row, int(w))) for row, w in zip(counts, wild, strict=True)
    ]
    assert same(answers, np.array(expected, answers.dtype))


DTYPES = {
    "is_win_batch": "bool",
    "shanten_batch": "int8",
    "waits_batch": "uint64",
    "acceptance_batch": "uint64",
    "discard_shanten_batch": "int8",
}


def test_dtypes_and_shapes_are_as_documented(question):
    counts, wild = hands_for(question)
    answers = getattr(mf, question)(counts, wild)
    assert answers.dtype == DTYPES[question]
    per_kind = question == "discard_shanten_batch"
    assert answers.shape == (counts.shape if per_kind else (len(counts),))


def every_other(counts):
    spread = np.zeros((2 * len(counts), 68), counts.dtype)
    spread[::2, ::2] = counts
    return spread[::2, ::2]


def read_only(counts):
    counts = counts.copy()
    counts.flags.writeable = False
    return counts


def unaligned(counts):
    raw = np.zeros(counts.size * 8 + 1, np.uint8)[1:].view(np.int64).reshape(counts.shape)
    raw[...] = counts
    return raw


LAYOUTS = {
    "int8": lambda counts: counts.astype(np.int8),
    "uint16": lambda counts: counts.astype(np.uint16),
    "int32": lambda counts: counts.astype(np.int32),
    "int64": lambda counts: counts.astype(np.int64),
    "uint64": lambda counts: counts.astype(np.uint64),
    "big-endian": lambda counts: counts.astype(">i4"),
    "Fortran": np.asfortranarray,
    "Fortran int64": lambda counts: np.asfortranarray(counts.astype(np.int64)),
    "strided": every_other,
    "reversed": lambda counts: counts[::-1].copy()[::-1],
    "read-only": read_only,
    "unaligned": unaligned,
    "nested lists": lambda counts: counts.tolist(),
    "memoryview": lambda counts: memoryview(counts),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_any_layout_and_dtype_gives_the_same(question, layout):
    counts, wild = hands_for(question)
    expected = getattr(mf, question)(counts, wild)
    before = counts.copy()
    assert same(getattr(mf, question)(layout(counts), wild), expected)
    assert np.array_equal(counts, before)


@pytest.mark.parametrize("kernel", ["tables", "search"])
@pytest.mark.parametrize(
    "empty",
    [np.empty((0, 34), np.uint8), np.empty((0, 34), np.int64), np.empty((0, 68), np.int8)[:, ::2]],
    ids=["uint8", "int64", "strided"],
)
@pytest.mark.parametrize("wild", [0, 3, np.empty(0, np.int64)], ids=["none", "three", "array"])
def test_an_empty_array_has_empty_answers(kernel, question, empty, wild):
    answers = getattr(Evaluator(kernel=kernel), question)(empty, wild)
    assert answers.shape == ((0, 34) if question == "discard_shanten_batch" else (0,))
    assert answers.dtype == DTYPES[question]


@pytest.mark.parametrize("wild", range(4))
def test_one_number_of_wildcards_is_that_for_every_row(question, wild):
    counts, wilds = hands_for(question)
    counts = counts[wilds == wild]
    ask = getattr(mf, question)
    expected = ask(counts, np.full(len(counts), wild))
    assert len(counts) > 1
    assert same(ask(counts, wild), expected)
    assert same(ask(counts, np.uint8(wild)), expected)
    assert same(ask(counts, np.array(wild)), expected)
    assert same(ask(counts, [wild] * len(counts)), expected)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint32", "int64"])
def test_wildcards_of_any_integer_dtype_and_stride(question, dtype):
    counts, wild = hands_for(question)
    expected = getattr(mf, question)(counts, wild)
    assert same(getattr(mf, question)(counts, wild.astype(dtype)), expected)
    assert same(getattr(mf, question)(counts, np.repeat(wild.astype(dtype), 3)[::3]), expected)


@pytest.mark.parametrize("rows", [1, 2, 15, 16, 17, 255, 256, 257, 1000])
def test_every_number_of_rows_is_answered_row_by_row(question, rows):
    counts, wild = hands_for(question, rows=rows)
    answers = getattr(mf, question)(counts, wild)
    one_by_one = [
        getattr(mf, question)(counts[i : i + 1], wild[i : i + 1]) for i in range(len(counts))
    ]
    assert same(answers, np.concatenate(one_by_one))


MELDS = ("[123m]", "[456p]", "[777s]", "[EEEE]", "{5555p}", "[9999s]", "[CCC]", "[789m]", "[PPP]")


def melded_hands(rules, remainder, rows=ROWS, seed=9):
    """Hands of one to four melds and the concealed tiles that make them whole."""
    rng = np.random.default_rng(seed)
    hands = []
    while len(hands) < rows:
        chosen = rng.choice(len(MELDS), rng.integers(1, 5), replace=False)
        melds = [Meld(MELDS[i]) for i in chosen]
        left = np.full(34, rules.copies)
        for meld in melds:
            for tile in meld.tiles:
                left[tile] -= 1
        if len(melds) > rules.groups or (left < 0).any():
            continue
        size = 3 * (rules.groups - len(melds)) + remainder
        wild = int(rng.integers(0, min(size, 5) + 1))
        near = [tile for meld in melds for tile in meld.tiles]
        weights = np.where(np.isin(np.arange(34), near), 8, 1) * 1.0
        wall = np.repeat(np.arange(34), left)
        odds = weights[wall] / weights[wall].sum()
        tiles = rng.choice(wall, size - wild, replace=False, p=odds)
        hands.append(Hand(np.bincount(tiles, minlength=34).astype(np.uint8), wild, melds))
    return hands


def melded_counts(hand):
    return np.bincount([tile for meld in hand.melds for tile in meld.tiles], minlength=34)


@pytest.mark.parametrize(
    "evaluator",
    [
        pytest.param(EVALUATORS[name], id=name)
        for name in EVALUATORS
        if name not in ("two groups", "three copies")
    ],
)
def test_melds_count_as_copies_like_those_of_a_hand(evaluator, question):
    hands = melded_hands(evaluator.rules, max(QUESTIONS[question]))
    counts = np.array([hand.counts for hand in hands])
    wild = np.array([hand.wild for hand in hands])
    melds = np.array([melded_counts(hand) for hand in hands])
    answers = getattr(evaluator, question)(counts, wild, melds=melds)
    expected = [SCALAR[question](evaluator, hand) for hand in hands]
    assert same(answers, np.array(expected, answers.dtype))


def test_melds_change_answers():
    two_groups = Evaluator(Rules(groups=2, max_copies=4))
    waiting = np.array([Hand.parse("12m55p").counts])
    melds = np.array([Hand.parse("3333m").counts])
    assert two_groups.waits_batch(waiting).tolist() == [1 << 2]
    assert two_groups.waits_batch(waiting, melds=melds).tolist() == [0]
    assert two_groups.is_win_batch(waiting, 1).tolist() == [True]
    assert two_groups.is_win_batch(waiting, 1, melds=melds).tolist() == [False]


@pytest.mark.parametrize("melds", [None, np.zeros((ROWS, 34), np.int64)], ids=["none", "zeros"])
def test_rows_without_melds_are_answered_alike(question, melds):
    counts, wild = hands_for(question)
    melds = None if melds is None else melds[: len(counts)]
    expected = getattr(mf, question)(counts, wild)
    assert same(getattr(mf, question)(counts, wild, melds=melds), expected)


OUTS = {
    "contiguous": lambda shape, dtype: np.empty(shape, dtype),
    "strided": lambda shape, dtype: np.empty((2 * shape[0], *shape[1:]), dtype)[::2],
    "reversed": lambda shape, dtype: np.empty(shape, dtype)[::-1],
    "Fortran": lambda shape, dtype: np.empty(shape, dtype, order="F"),
}


@pytest.mark.parametrize("make", OUTS.values(), ids=OUTS)
@pytest.mark.parametrize("kernel", ["tables", "search"])
def test_out_is_filled_and_returned(question, make, kernel):
    counts, wild = hands_for(question)
    ask = getattr(Evaluator(kernel=kernel), question)
    expected = ask(counts, wild)
    out = make(expected.shape, expected.dtype)
    assert ask(counts, wild, out=out) is out
    assert same(out, expected)


def test_out_is_not_written_beside_its_rows(question):
    counts, wild = hands_for(question)
    ask = getattr(mf, question)
    expected = ask(counts, wild)
    large = np.full((3 * len(counts), *expected.shape[1:]), 1, expected.dtype)
    ask(counts, wild, out=large[len(counts) : -len(counts)])
    assert (large[: len(counts)] == 1).all()
    assert (large[-len(counts) :] == 1).all()
    assert same(large[len(counts) : -len(counts)], expected)


def test_unpack_mask_has_a_bit_for_each_kind():
    masks = np.array([[0, 1], [1 << 33, (1 << 34) - 1]], np.uint64)
    unpacked = mf.unpack_mask(masks)
    assert unpacked.shape == (2, 2, 34)
    assert unpacked.dtype == bool
    assert np.flatnonzero(unpacked[1, 0]).tolist() == [33]
    assert unpacked[1, 1].all()
    assert not unpacked[0, 0].any()
    assert mf.unpack_mask(3).tolist() == [True, True, *[False] * 32]


@pytest.mark.parametrize("kernel", ["tables", "search"])
@pytest.mark.parametrize("text", ["1133557799m1133p", "19m19p19sESWNCFPE"])
def test_tiles_beside_a_meld_are_no_special_form(kernel, text):
    """Whatever the number of concealed tiles: the groups to find follow from it alone."""
    counts = np.array([Hand.parse(text).counts])
    melds = np.array([Hand.parse("222s").counts])
    evaluator = Evaluator(kernel=kernel)
    assert evaluator.is_win_batch(counts).tolist() == [True]
    assert evaluator.is_win_batch(counts, melds=melds).tolist() == [False]
    assert evaluator.shanten_batch(counts, melds=melds)[0] > -1
    waiting = counts.copy()
    last = np.flatnonzero(counts[0])[-1]
    waiting[0, last] -= 1
    waits = mf.unpack_mask(evaluator.waits_batch(waiting, melds=melds))[0]
    assert not waits[last]
