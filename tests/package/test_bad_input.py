"""Bad input to an evaluator is a named error that tells what and where, never a crash."""

import array
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import mahjong_fast as mf
from mahjong_fast import (
    Evaluator,
    Hand,
    HandError,
    MahjongError,
    NotationError,
    Rules,
    unpack_mask,
)

TILES = "123m456p789sEE"


def counts_of(text):
    return list(Hand.parse(text).counts)


def changed(counts, kind, value):
    return [*counts[:kind], value, *counts[kind + 1 :]]


WHOLE = counts_of("123m456p789sEEE11s")
WAITING = counts_of("123m456p789sEE11s")
SCALARS = {
    "is_win": WHOLE,
    "shanten": WHOLE,
    "waits": WAITING,
    "acceptance": WAITING,
    "discards": WHOLE,
    "readings": WHOLE,
    "iter_readings": WHOLE,
    "count_readings": WHOLE,
}
BATCHES = {
    "is_win_batch": WHOLE,
    "shanten_batch": WHOLE,
    "waits_batch": WAITING,
    "acceptance_batch": WAITING,
    "discard_shanten_batch": WHOLE,
}
EVALUATORS = {"tables": Evaluator(), "wild kind": Evaluator(wild_kinds=["5m"])}
"""Tables answer rows of counts as they are; with a wild kind each row is looked at alone."""


@pytest.fixture(params=EVALUATORS.values(), ids=EVALUATORS)
def evaluator(request):
    return request.param


@pytest.fixture(params=SCALARS)
def scalar(request, evaluator):
    return getattr(evaluator, request.param)


@pytest.fixture(params=BATCHES)
def batch(request, evaluator):
    return getattr(evaluator, request.param)


def good_rows(batch, rows):
    return np.array([BATCHES[batch.__name__]] * rows)


class Sequence:
    """A sequence that says what it is told to."""

    def __init__(self, items, length):
        self.items = items
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        return self.items[index]


class LongerList(list):
    def __len__(self):
        return 34


class ShrinkingItem:
    """A count that takes the list it is in apart while it is read."""

    def __init__(self, items):
        self.items = items

    def __index__(self):
        self.items.clear()
        return 1


def shrinking_list():
    items = [0] * 34
    items[0] = ShrinkingItem(items)
    return items


BAD_HANDS = {
    "five copies": (changed([0] * 34, 4, 5), HandError, "5m"),
    "five copies of bytes": (bytes(changed([0] * 34, 4, 5)), HandError, "5m"),
    "five copies of a row": (np.array(changed([0] * 34, 4, 5), np.uint8), HandError, "5m"),
    "five copies of an int64 row": (np.array(changed([0] * 34, 4, 5)), HandError, "5m"),
    "five copies of a text": ("11111m", HandError, "1m"),
    "five copies with a meld": ("[777s]77s", HandError, "7s"),
    "a negative count": (changed([0] * 34, 27, -1), HandError, "E"),
    "a negative count of a row": (np.array(changed([0] * 34, 27, -1)), HandError, "E"),
    "a count that a byte would wrap": (changed([0] * 34, 0, 257), HandError, "1m"),
    "a row's count that a byte would wrap": (np.array(changed([0] * 34, 0, 257)), HandError, "1m"),
    "a huge count": (changed([0] * 34, 0, 10**30), HandError, "1m"),
    "thirty-three counts": ([0] * 33, HandError, "33"),
    "thirty-five counts": ([0] * 35, HandError, "35"),
    "thirty-five bytes": (bytes(35), HandError, "35"),
    "no counts": ([], HandError, "0"),
    "two dimensions": (np.zeros((1, 34), np.uint8), HandError, "one dimension"),
    "floats": ([0.0] * 34, TypeError, "float"),
    "a float row": (np.zeros(34), TypeError, "dtype float64"),
    "a row of objects": (np.zeros(34, object), TypeError, "dtype object"),
    "a buffer of floats": (array.array("d", [0] * 34), TypeError, "format 'd'"),
    "complex numbers": (np.zeros(34, complex), TypeError, "dtype complex128"),
    "objects": ([None] * 34, TypeError, None),
    "a set": (set(range(34)), TypeError, "set"),
    "ids": (list(range(14)), HandError, r"not 14; of .*''.join\(map\(tiles.name, ids\)\)"),
    "ids of a row": (np.arange(14), HandError, r"not 14; of .*map\(tiles.name, ids\)"),
    "ids as bytes": (bytes(range(13)), HandError, r"not 13; of .*map\(tiles.name, ids\)"),
    "ids in a tuple": ((3,) * 14, HandError, r"not 14; of .*map\(tiles.name, ids\)"),
    "texts": (["1m"] * 13, TypeError, r"not a list of texts; join it: ''.join\(tiles\)"),
    "34 texts": (["1m"] * 34, TypeError, "not a list of texts"),
    "None": (None, TypeError, "None"),
    "a number": (7, TypeError, "int"),
    "a sequence that says too much": (Sequence([1, 1], 34), (HandError, TypeError), None),
    "a list that says too much": (LongerList([1, 1]), (HandError, TypeError), None),
    "a list that shrinks": (None, (HandError, TypeError), None),
    "a fullwidth digit": ("１m", NotationError, "position 0"),
    "a Chinese text": ("一万", NotationError, "position 0"),
    "a lone surrogate": ("1m\ud800", NotationError, "position 2"),
    "a NUL": ("11m\0", NotationError, "position 3"),
    "an emoji": ("11m🀀", NotationError, "position 3"),
    "an unknown letter": ("11mX", NotationError, "position 3"),
    "digits without a suit": ("11", NotationError, "position"),
    "a million characters": ("1m" * 500_000, MahjongError, "1m"),
    "a million digits": ("1" * 1_000_000, MahjongError, "position"),
    "a million wildcards": ("*" * 1_000_000, HandError, "255"),
    "more tiles than the rules have": ("123456789m123456p123s", HandError, "18"),
    "too many wildcards": ("*" * 18, HandError, "18"),
    "more melds than the rules have": ("[123m][123p][123s][777m][888p]55s", HandError, None),
    "melds that do not make the hand": ("[123m]55s", HandError, "melds"),
    "a run of honours": ("[ESW]123456789p55s", HandError, "honours"),
}


@pytest.mark.parametrize(("hand", "error", "message"), BAD_HANDS.values(), ids=BAD_HANDS)
def test_a_bad_hand_is_a_named_error(request, scalar, hand, error, message):
    if "a list that shrinks" in request.node.name:
        hand = shrinking_list()
    with pytest.raises(error, match=message) as caught:
        scalar(hand)
    assert len(str(caught.value)) < 300


def test_more_copies_than_the_rules_have_are_an_error():
    evaluator = Evaluator(Rules(copies=3))
    for name in SCALARS:
        with pytest.raises(HandError, match="4 copies of 1m"):
            getattr(evaluator, name)("1111m11s")


@pytest.mark.parametrize(
    ("wild", "error"),
    [
        (-1, HandError),
        (256, HandError),
        (2**31, HandError),
        (2**64, HandError),
        (-(2**64), HandError),
        (18, HandError),
        (1.0, TypeError),
        (True, TypeError),
        (None, TypeError),
        ("1", TypeError),
    ],
)
def test_a_bad_number_of_wildcards_is_a_named_error(scalar, wild, error):
    with pytest.raises(error, match=r"wild|tiles|int"):
        scalar("", wild=wild)


@pytest.mark.parametrize("name", [name for name in SCALARS if name != "is_win"])
def test_a_question_of_a_hand_of_the_wrong_size_names_the_sizes(evaluator, name):
    ask = getattr(evaluator, name)
    with pytest.raises(HandError, match=r"3n \+ .*, not 3"):
        ask("123m")
    if name != "shanten":
        wrong = WAITING if SCALARS[name] is WHOLE else WHOLE
        with pytest.raises(HandError, match=rf"{name}|readings.* 3n \+ .*, not {sum(wrong)}"):
            ask(wrong)


@pytest.mark.parametrize(
    ("seen", "error", "message"),
    [
        (changed([0] * 34, 27, 3), HandError, "E"),
        ("EEE", HandError, "E"),
        (changed([0] * 34, 27, -1), HandError, "E"),
        ([0] * 33, HandError, "33"),
        (np.zeros(34), TypeError, None),
        ("x", NotationError, "position 0"),
        (7, TypeError, "int"),
    ],
)
def test_seen_tiles_that_cannot_be_are_a_named_error(seen, error, message):
    for name in ("acceptance", "discards"):
        hand = "123m456p789sEE11s" + "2s" * (name == "discards")
        with pytest.raises(error, match=message):
            getattr(mf, name)(hand, seen=seen)


def test_seen_tiles_in_a_list_of_texts_are_joined():
    with pytest.raises(TypeError, match="not a list of texts; join it"):
        mf.acceptance("123m456p789sEE11s", seen=["9s"])


def test_seen_tiles_that_are_the_own_ones_are_told_to_be_subtracted():
    hand = "123m456p789sEE11s"
    with pytest.raises(HandError, match=r"E: 2 held and 4 seen, of 4; .* subtract the hand's own"):
        mf.acceptance(hand, seen="EEEE")
    visible = counts_of("EEEE1s")
    others = np.subtract(visible, np.minimum(visible, counts_of(hand)))
    assert mf.acceptance(hand, seen=others) == {18: 2}


def test_a_list_of_texts_is_no_batch():
    with pytest.raises(TypeError, match=r"not of <U\d+; a text is a row by Hand.parse"):
        mf.is_win_batch(["11m", "22m"])
    with pytest.raises(HandError, match=r"not \(2, 14\); docs/recipes.md"):
        mf.is_win_batch(np.zeros((2, 14), np.uint8))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Evaluator(wild_kinds=4), r"sequence of kinds, not int; .* wild_kinds=\[4\]"),
        (lambda: Evaluator("nanchang", "5m"), "without a name; .* wild_kinds='5m'"),
        (lambda: Evaluator("nanchang", wild=["5m"]), "'wild'; did you mean 'wild_kinds'"),
        (lambda: Evaluator(wildkinds=["5m"]), "'wildkinds'; did you mean 'wild_kinds'"),
        (lambda: Evaluator(laizi=["5m"]), "'laizi'; did you mean 'wild_kinds'"),
        (lambda: Evaluator(rule="mcr"), "'rule'; did you mean 'rules'"),
        (lambda: Evaluator(xyz=1), "no argument 'xyz'; valid: rules, wild_kinds, "),
        (lambda: mf.Situation(zimo=True), "'zimo'; did you mean 'self_draw'"),
        (lambda: mf.Situation(self_drawn=True), "'self_drawn'; did you mean 'self_draw'"),
        (lambda: mf.Situation(自摸=True), "'自摸'; did you mean 'self_draw'"),
        (lambda: mf.Situation(Seat_Wind="E"), "'Seat_Wind'; did you mean 'seat_wind'"),
        (lambda: mf.Situation(xyz=True), "no field 'xyz'; valid: self_draw, replacement"),
        (lambda: mf.Situation().replace(haidi=True), "'haidi'; did you mean 'last_tile'"),
    ],
)
def test_an_argument_that_there_is_not_is_named_with_the_one_that_is_meant(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_a_column_that_no_situation_has_is_named_with_the_one_that_is_meant():
    with pytest.raises(HandError, match="no field zimo; did you mean 'self_draw'"):
        Evaluator("mcr").score_batch(["11m"], {"zimo": True})


def test_every_word_for_a_field_tells_of_a_field():
    from mahjong_fast.core import evaluator
    from mahjong_fast.core.scoring import situation

    assert set(situation.FIELD_WORDS.values()) <= set(situation.FIELD_NAMES)
    for name in situation.FIELD_NAMES:
        assert hasattr(mf.Situation(), name)
    assert set(evaluator.ARGUMENT_WORDS.values()) <= set(evaluator.ARGUMENTS)
    for name in evaluator.ARGUMENTS:
        assert f"{name}=" in Evaluator.__doc__ or hasattr(Evaluator(), name)


def test_an_unknown_argument_of_the_evaluator_is_named():
    with pytest.raises(mf.RulesError, match=r"richi.*riichi"):
        Evaluator("richi")
    with pytest.raises(TypeError, match="int"):
        Evaluator(7)
    with pytest.raises(MahjongError, match=r"kernel.*fast"):
        Evaluator(kernel="fast")
    with pytest.raises(TypeError, match="kernel must be a str, not NoneType"):
        Evaluator(kernel=None)
    for wild_kinds in ([34], [-1], ["5x"], ["*"], [mf.WILD], [10**30], "5", "5x", "5m*", "[123m]"):
        with pytest.raises(MahjongError):
            Evaluator(wild_kinds=wild_kinds)
    with pytest.raises(TypeError):
        Evaluator(wild_kinds=[1.5])


def test_a_claimed_tile_must_be_known_where_it_matters():
    with pytest.raises(HandError, match="claimed"):
        Evaluator(wild_kinds=["5m"]).is_win(TILES[:-1], wild=1, claimed=True)


@pytest.mark.parametrize(
    "claimed", [np.array([]), np.array([1, 2]), np.array([True]), 1, "x", None]
)
@pytest.mark.parametrize(
    "question", ["is_win", "waits", "readings", "iter_readings", "count_readings"]
)
def test_a_claim_that_is_no_flag_is_a_named_error(evaluator, question, claimed):
    hand = TILES[:-1] if question == "waits" else TILES[:-1] + "+E"
    with pytest.raises(TypeError, match="claimed must be True or False, not"):
        getattr(evaluator, question)(hand, claimed=claimed)
    getattr(evaluator, question)(hand, claimed=np.bool_(True))


@pytest.mark.parametrize(("limit", "error"), [(-1, ValueError), (1.5, TypeError), ("1", TypeError)])
def test_a_bad_limit_is_a_named_error(limit, error):
    with pytest.raises(error):
        mf.readings(TILES + "EE", limit=limit)


# -- Arrays --------------------------------------------------------------------------------------


BAD_ROWS = {
    "five copies": (changed([0] * 34, 4, 5), "5m"),
    "255 copies": (changed([0] * 34, 33, 255), "P"),
    "256 copies": (changed([0] * 34, 4, 256), "more than 4 copies of 5m"),
    "minus one": (changed([0] * 34, 27, -1), "a negative count of E"),
    "too many tiles": ([1] * 34, "34"),
}


@pytest.mark.parametrize(("row", "message"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_batch_names_the_row_that_cannot_be(batch, row, message):
    for where in (0, 1, 299, 599):
        rows = good_rows(batch, 600)
        rows[where] = row
        given = [rows, np.asfortranarray(rows)]
        if 0 <= min(row) <= max(row) < 256:
            given.append(rows.astype(np.uint8))
        for counts in given:
            with pytest.raises(HandError, match=rf"row {where}: .*{message}"):
                batch(counts)


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_a_batch_names_the_first_row_of_several_that_cannot_be(batch, dtype):
    too_many, five_copies = [1] * 34, changed([0] * 34, 4, 5)
    for first, second in ((too_many, five_copies), (five_copies, too_many)):
        rows = good_rows(batch, 300).astype(dtype)
        rows[5], rows[9] = first, second
        with pytest.raises(HandError, match="row 5: "):
            batch(rows)


@pytest.mark.parametrize("wrong", [256, -1])
def test_the_first_row_is_named_also_before_one_out_of_range(batch, wrong):
    rows = good_rows(batch, 20)
    rows[5, 4] = 5
    rows[9, 4] = wrong
    with pytest.raises(HandError, match="row 5: "):
        batch(rows)


@pytest.mark.parametrize("name", [name for name in BATCHES if name != "is_win_batch"])
def test_a_batch_names_the_row_of_the_wrong_size(evaluator, name):
    ask = getattr(evaluator, name)
    rows = good_rows(ask, 300)
    rows[270] = counts_of("123m")
    with pytest.raises(HandError, match=rf"row 270: {name} .*3n \+ .*not 3"):
        ask(rows)


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        (np.zeros(34, np.uint8), HandError, r"\(34,\)"),
        (np.zeros((2, 33), np.uint8), HandError, r"\(2, 33\)"),
        (np.zeros((2, 35), np.uint8), HandError, r"\(2, 35\)"),
        (np.zeros((1, 2, 34), np.uint8), HandError, r"\(1, 2, 34\)"),
        (np.zeros((0, 33), np.uint8), HandError, r"\(0, 33\)"),
        (np.uint8(1), HandError, r"\(\)"),
        (np.zeros((2, 34)), TypeError, "float64"),
        (np.zeros((0, 34)), TypeError, "float64"),
        (np.zeros((2, 34), np.float16), TypeError, "float16"),
        (np.zeros((2, 34), bool), TypeError, "bool"),
        (np.zeros((2, 34), complex), TypeError, "complex"),
        (np.zeros((2, 34), "U1"), TypeError, "U1"),
        (np.zeros((2, 34), "M8[s]"), TypeError, "datetime"),
        (np.full((2, 34), None), TypeError, "object"),
        (np.zeros((2, 34), object), TypeError, "object"),
        (np.zeros((0, 34), object), TypeError, "object"),
        ([[2**70] * 34], HandError, "beyond 64 bits"),
        (None, TypeError, "object"),
        ("123m", TypeError, "U4"),
    ],
)
def test_an_array_that_is_no_counts_is_a_named_error(batch, counts, error, message):
    with pytest.raises(error, match=f"counts.*{message}"):
        batch(counts)


def test_rows_of_different_lengths_are_a_named_error(batch):
    with pytest.raises((TypeError, MahjongError), match="counts"):
        batch([[0] * 34, [0] * 33])


@pytest.mark.parametrize(
    ("wild", "error", "message"),
    [
        (-1, HandError, "row 0: wild must not be negative"),
        ([0, 0, -1], HandError, "row 2: wild must not be negative"),
        ([0, 256, 0], HandError, "row 1: more than 255 tiles"),
        (256, HandError, "row 0: more than 255 tiles"),
        ([0, 0, 255], HandError, "row 2: "),
        ([0, 0, 6], HandError, "row 2: "),
        (10**30, (HandError, TypeError), "wild"),
        ([0, 0], HandError, r"wild.*\(3,\).*\(2,\)"),
        ([0, 0, 0, 0], HandError, r"wild.*\(3,\).*\(4,\)"),
        ([[0, 0, 0]], HandError, r"wild.*\(3,\).*\(1, 3\)"),
        (1.0, TypeError, "wild.*float64"),
        ([0.0, 0.0, 0.0], TypeError, "wild.*float64"),
        (True, TypeError, "wild.*bool"),
        (None, TypeError, "wild.*object"),
        ("1", TypeError, "wild"),
    ],
)
def test_wildcards_that_cannot_be_are_a_named_error(batch, wild, error, message):
    with pytest.raises(error, match=message):
        batch(good_rows(batch, 3), wild)


@pytest.mark.parametrize(
    ("melds", "error", "message"),
    [
        (np.zeros((2, 34), np.uint8), HandError, r"melds.*\(3, 34\).*\(2, 34\)"),
        (np.zeros(34, np.uint8), HandError, r"melds.*\(34,\)"),
        (np.zeros((3, 33), np.uint8), HandError, r"melds.*\(3, 33\)"),
        (np.zeros((3, 34)), TypeError, "melds.*float64"),
        (np.full((3, 34), -1), HandError, "row 0: a negative count of 1m"),
        (np.full((3, 34), 256), HandError, "row 0: more than 4 copies of 1m"),
        (np.full((3, 34), 4), HandError, "row 0: "),
    ],
)
def test_melds_that_cannot_be_are_a_named_error(batch, melds, error, message):
    with pytest.raises(error, match=message):
        batch(good_rows(batch, 3), melds=melds)


@pytest.mark.parametrize("kind", [0, 8, 33])
@pytest.mark.parametrize("held", [1, 4, 13])
def test_copies_of_hand_and_melds_are_not_added_up_modulo_256(evaluator, held, kind):
    counts, melds = np.zeros((2, 1, 34), np.uint8)
    counts[0, kind] = held
    for melded in (5, 256 - held, 255):
        melds[0, kind] = melded
        with pytest.raises(HandError, match="row 0: "):
            evaluator.is_win_batch(counts, melds=melds)


ANSWERS = {
    "is_win_batch": ((3,), bool),
    "shanten_batch": ((3,), np.int8),
    "waits_batch": ((3,), np.uint64),
    "acceptance_batch": ((3,), np.uint64),
    "discard_shanten_batch": ((3, 34), np.int8),
}


def test_out_of_a_wrong_dtype_or_kind_is_a_named_error(batch):
    shape, dtype = ANSWERS[batch.__name__]
    rows = good_rows(batch, 3)
    for wrong in (np.float64, np.uint16, np.dtype(dtype).str.replace("<", ">").replace("|", ">")):
        if np.dtype(wrong) != dtype:
            with pytest.raises(TypeError, match=f"out.*{np.dtype(dtype)}"):
                batch(rows, out=np.zeros(shape, wrong))
    for wrong in ([0] * 3, bytearray(3), 7):
        with pytest.raises(TypeError, match="out"):
            batch(rows, out=wrong)


def test_out_of_a_wrong_shape_is_a_named_error(batch):
    shape, dtype = ANSWERS[batch.__name__]
    for wrong in ((2, *shape[1:]), (4, *shape[1:]), (*shape, 1), (1, *shape), (), (0,)):
        with pytest.raises(MahjongError, match=r"out.*shape"):
            batch(good_rows(batch, 3), out=np.zeros(wrong, dtype))


def test_out_that_cannot_be_written_is_a_named_error(batch):
    shape, dtype = ANSWERS[batch.__name__]
    out = np.zeros(shape, dtype)
    out.flags.writeable = False
    with pytest.raises(MahjongError, match="out"):
        batch(good_rows(batch, 3), out=out)
    with pytest.raises(MahjongError, match="out"):
        batch(good_rows(batch, 3), out=np.broadcast_to(np.zeros((), dtype), shape))


@pytest.mark.parametrize("as_given", [np.asarray, memoryview], ids=["array", "memoryview"])
@pytest.mark.parametrize("argument", ["counts", "melds"])
def test_out_that_overlaps_the_input_is_a_named_error(batch, argument, as_given):
    shape, dtype = ANSWERS[batch.__name__]
    shared = np.zeros((3, 34), np.uint8)
    given = {"counts": good_rows(batch, 3).astype(np.uint8), "melds": np.zeros((3, 34), np.uint8)}
    shared[...] = given[argument]
    given[argument] = as_given(shared)
    out = shared.reshape(-1)[: np.prod(shape) * np.dtype(dtype).itemsize].view(dtype)
    with pytest.raises(MahjongError, match="overlap"):
        batch(given["counts"], melds=given["melds"], out=out.reshape(shape))


def test_out_that_overlaps_the_wildcards_is_a_named_error():
    wild = np.zeros(3, np.int8)
    with pytest.raises(MahjongError, match="overlap"):
        mf.shanten_batch(np.array([WHOLE] * 3), wild, out=wild)


@pytest.mark.parametrize("masks", [1.0, [0.5], "a", None, [True]])
def test_masks_that_are_no_integers_are_a_named_error(masks):
    with pytest.raises(TypeError, match="masks"):
        mf.unpack_mask(masks)


# -- Crashes -------------------------------------------------------------------------------------

HOSTILE = {
    "an exporter of a released buffer": """
        import array
        row = array.array("B", bytes(34))
        view = memoryview(row)
        view.release()
        attempt(mf.is_win, view)
    """,
    "odd buffers": """
        import array, ctypes
        for row in (
            array.array("f", [0] * 34), array.array("d", [0] * 34), array.array("q", [-1] * 34),
            array.array("Q", [2**64 - 1] * 34), (ctypes.c_char * 34)(), (ctypes.c_bool * 34)(),
            memoryview(bytes(68))[::2], memoryview(bytes(34))[::-1], memoryview(bytes(33)),
            memoryview(bytes(34)).cast("B", (2, 17)), memoryview(bytes(1)).cast("B", ()),
            np.lib.stride_tricks.as_strided(np.zeros(1, np.uint8), (34,), (0,)),
            np.zeros(34, "V1"), np.zeros(34, "S1"), np.zeros(34, "M8[s]"), np.zeros(0),
            np.ma.zeros(34, np.uint8), np.zeros((34, 0), np.uint8),
        ):
            for ask in SCALARS:
                attempt(ask, row)
    """,
    "counts that raise, recurse or change the hand": """
        class Raises:
            def __index__(self): raise ZeroDivisionError
        class Asks:
            def __index__(self): return len(mf.waits("123m*"))
        state = mf.HandState("123m456p789sEE11s")
        class Changes:
            def __index__(self):
                state.remove("E")
                return 1
        for count in (Raises(), Asks(), Changes()):
            for ask in SCALARS:
                attempt(ask, [count] + [0] * 33)
    """,
    "objects that lie about their length": """
        class Long(list):
            def __len__(self): return 34
        class Huge(list):
            def __len__(self): return 2**62
        class Negative:
            def __len__(self): return -1
            def __getitem__(self, i): return 0
        class Endless:
            def __len__(self): return 34
            def __getitem__(self, i): return self
            def __array__(self, *args, **kwargs): return self
        class Text(str):
            def __len__(self): return 10**9
        class Bytes(bytes):
            def __len__(self): return 34
        class Array(np.ndarray):
            def __len__(self): return 10**6
            shape = (10**6, 34)
        for hand in (Long([1]), Huge([1]), Negative(), Endless(), Text("11m"), Bytes(b"1"),
                     np.zeros(3, np.uint8).view(Array)):
            for ask in (*SCALARS, *BATCHES):
                attempt(ask, hand)
    """,
    "lists that change while they are read": """
        class Shrinks:
            def __init__(self, items): self.items = items
            def __index__(self):
                self.items.clear()
                return 0
        for place in (0, 5, 33):
            for ask in (*SCALARS, *BATCHES):
                items = [0] * 34
                items[place] = Shrinks(items)
                attempt(ask, items)
    """,
    "every count there is": """
        for count in range(256):
            for kind in (0, 4, 8, 17, 18, 26, 27, 31, 33):
                row = np.zeros((3, 34), np.uint8)
                row[2, kind] = count
                for ask in BATCHES:
                    attempt(ask, row)
                    attempt(ask, row, melds=row)
                    attempt(ask, row % 5, melds=(256 - row.astype(int)) % 256)
    """,
    "every number of wildcards": """
        for wild in (*range(-2, 260), 2**31 - 1, 2**31, 2**63, 2**64, -2**63):
            for ask in (*SCALARS[:5], *BATCHES):
                hand = np.zeros((1, 34), np.uint8) if ask in BATCHES else bytes(34)
                attempt(ask, hand, wild=wild)
    """,
    "random bytes": """
        import random
        rng = random.Random(1)
        for _ in range(20000):
            text = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
            attempt(rng.choice(SCALARS), text)
            attempt(rng.choice(SCALARS), text.decode("latin-1"))
            attempt(rng.choice(SCALARS), text.decode("utf-8", "surrogateescape"))
    """,
    "random texts of the notation's letters": """
        import random
        rng = random.Random(2)
        for _ in range(30000):
            text = "".join(rng.choices("123456789mpszESWNCFP*+[]{} ", k=rng.randrange(24)))
            attempt(rng.choice(SCALARS[:5]), text)
    """,
    "an array that another thread writes to": """
        import sys, threading, time
        sys.setswitchinterval(1e-5)
        hand = np.zeros(34, np.uint8)
        hand[[0, 3, 6, 10, 13, 16, 20, 23, 26, 27, 28, 29, 30, 31]] = 1     # knitted
        many = np.full(34, 4, np.uint8)
        over = np.full(34, 255, np.uint8)
        rows = np.tile(hand, (256, 1))
        ended = False
        def write():
            while not ended:
                for row in (3, 200):
                    for other in (over, many, hand):
                        rows[row] = other
        writer = threading.Thread(target=write)
        writer.start()
        evaluators = [mf.Evaluator(name) for name in ("standard", "mcr", "nanchang", "sichuan")]
        names = [ask.__name__ for ask in BATCHES]
        end = time.monotonic() + 4
        while time.monotonic() < end:
            for evaluator in evaluators:
                for name in names[:2] if evaluator is not evaluators[0] else names:
                    attempt(getattr(evaluator, name), rows)
                    attempt(getattr(evaluator, name), rows[:, :], wild=1)
        ended = True
        writer.join()
    """,
    "iterators that outlive their evaluator": """
        import gc
        readings = mf.Evaluator(mf.Rules(groups=3)).iter_readings("", wild=11)
        gc.collect()
        assert len([next(readings) for _ in range(1000)]) == 1000
        del readings
        gc.collect()
    """,
    "objects made without their constructor": """
        for made in (mf.Evaluator, mf.Hand, mf.HandState, mf.Meld, mf.Group, mf.Reading):
            attempt(made.__new__, made)
        attempt(lambda: mf.Evaluator.__new__(mf.Evaluator).is_win("11m"))
        attempt(lambda: mf.Evaluator.__new__(mf.Evaluator).waits("1m"))
        attempt(lambda: mf.Evaluator.__new__(mf.Evaluator).shanten_batch(np.zeros((1, 34), int), 1))
        attempt(lambda: repr(mf.Evaluator.__new__(mf.Evaluator)))
    """,
}
PRELUDE = """
import numpy as np
import mahjong_fast as mf
SCALARS = [mf.is_win, mf.shanten, mf.waits, mf.acceptance, mf.discards, mf.readings,
           mf.iter_readings, mf.count_readings]
BATCHES = [mf.is_win_batch, mf.shanten_batch, mf.waits_batch, mf.acceptance_batch,
           mf.discard_shanten_batch]
def attempt(call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except Exception as error:
        assert not isinstance(error, SystemError), error
"""


@pytest.mark.parametrize("attack", HOSTILE.values(), ids=HOSTILE)
def test_the_interpreter_survives(attack):
    program = PRELUDE + textwrap.dedent(attack)
    ran = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", program],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_an_out_that_is_not_aligned_is_filled_all_the_same():
    hands = np.array([Hand.parse("123m456p789s1sEE").counts] * 3)
    out = np.zeros(25, np.uint8)[1:].view(np.uint64)
    assert not out.flags.aligned
    assert Evaluator().waits_batch(hands, 1, out=out) is out
    assert out.tolist() == Evaluator().waits_batch(hands, 1).tolist()


@pytest.mark.parametrize("masks", [-1, [0, 1 << 34]])
def test_masks_beyond_the_kinds_are_a_named_error(masks):
    with pytest.raises(ValueError, match="masks must be of 34 bits"):
        unpack_mask(masks)


def test_a_wildcard_among_the_seen_tiles_is_a_named_error():
    with pytest.raises(HandError, match="seen holds a faceless wildcard"):
        Evaluator().acceptance("123m456p789sEE11s", seen="1s*")


@pytest.mark.parametrize("hand", ["[111m][222m][333m][444m]555m", "[111m]123456789m111222s"])
def test_too_many_tiles_beside_the_melds_are_a_named_error(hand):
    with pytest.raises(HandError, match="concealed tiles beside"):
        Evaluator().is_win(hand)


def test_a_reading_cannot_be_initialised_again():
    [reading] = Evaluator().readings("1189m*")
    before = str(reading)
    reading.__init__("seven_pairs", [], None)
    assert str(reading) == before
