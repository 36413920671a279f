"""Meld, Hand and HandState: values, identity, and every kind of counts they are made from."""

import array
import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_fast import tiles
from mahjong_fast.core.base.hand import Hand, HandState, Meld
from mahjong_fast.errors import HandError, NotationError

COUNTS = [3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 24 + [1]
INTEGER_DTYPES = [
    f"{order}{kind}{size}" for order in "<>" for kind in "iu" for size in (1, 2, 4, 8)
] + ["b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N"]

row_of_counts = st.lists(st.integers(0, 4), min_size=34, max_size=34)


def strided(row):
    return np.repeat(np.asarray(row, dtype=np.uint8), 2)[::2]


def reversed_view(row):
    return np.asarray(row[::-1], dtype=np.int64)[::-1]


def read_only(row):
    array_ = np.asarray(row, dtype=np.uint8)
    array_.flags.writeable = False
    return array_


class SequenceOfInts:
    """A sequence that is no list: only the protocol."""

    def __init__(self, row):
        self.row = row

    def __len__(self):
        return len(self.row)

    def __getitem__(self, index):
        return self.row[index]


KINDS_OF_COUNTS = [
    bytes,
    bytearray,
    lambda row: memoryview(bytes(row)),
    lambda row: array.array("i", row),
    list,
    tuple,
    lambda row: [np.int16(count) for count in row],
    SequenceOfInts,
    lambda row: type("List", (list,), {})(row),
    lambda row: type("Bytes", (bytes,), {})(row),
    strided,
    reversed_view,
    read_only,
    *(lambda row, dtype=dtype: np.asarray(row, dtype=dtype) for dtype in INTEGER_DTYPES),
]


# --- counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", KINDS_OF_COUNTS)
@pytest.mark.parametrize("owner", [Hand, HandState])
def test_every_kind_of_counts_gives_the_same_hand(make, owner):
    hand = owner(make(COUNTS))
    assert hand.counts == tuple(COUNTS)
    assert hand.total == sum(COUNTS)
    assert hand == owner(bytes(COUNTS))


@given(row_of_counts)
def test_total_is_the_sum_of_any_counts(row):
    assert Hand(bytes(row)).total == Hand(row).total == sum(row)


@pytest.mark.parametrize("kind", [0, 7, 8, 31, 32, 33])
@pytest.mark.parametrize("count", [5, 127, 128, 250, 255])
@pytest.mark.parametrize("make", [bytes, list, np.uint8, np.int64])
def test_more_than_four_copies_are_a_hand_error_that_names_the_tile(make, kind, count):
    row = [0] * 34
    row[kind] = count
    row = np.array(row, dtype=make) if make in (np.uint8, np.int64) else make(row)
    with pytest.raises(HandError, match=f"more than 4 copies of {tiles.NAMES[kind]}$"):
        Hand(row)


@pytest.mark.parametrize("count", [256, 260, 2**16, 2**32, 2**32 + 1, 2**63 - 1])
def test_large_counts_never_wrap(count):
    row = [0] * 33 + [count]
    for counts in (row, tuple(row), np.array(row, dtype=np.int64), np.array(row, dtype=">u8")):
        with pytest.raises(HandError, match="more than 4 copies of P"):
            Hand(counts)


def test_a_count_of_many_digits_is_a_hand_error():
    with pytest.raises(HandError, match="more than 4 copies of 1m"):
        Hand([10**6000] + [0] * 33)
    with pytest.raises(HandError, match="a negative count of 1m"):
        Hand([-(10**6000)] + [0] * 33)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, ">i2", ">i8"])
@pytest.mark.parametrize("count", [-1, -128])
def test_a_negative_count_is_a_hand_error_that_names_the_tile(dtype, count):
    row = [0] * 33 + [count]
    with pytest.raises(HandError, match="a negative count of P"):
        Hand(np.array(row, dtype=dtype))
    with pytest.raises(HandError, match="a negative count of P"):
        Hand(row)


@pytest.mark.parametrize(
    "counts",
    [
        np.zeros(34),
        np.zeros(34, dtype=np.float16),
        np.zeros(34, dtype=complex),
        np.zeros(34, dtype=bool),
        np.zeros(34, dtype="S1"),
        np.zeros(34, dtype="U1"),
        np.zeros(34, dtype="M8[s]"),
        np.zeros(34, dtype=[("count", "u1")]),
        np.zeros(34, dtype=object),
        array.array("d", [0.0] * 34),
        [0.0] * 34,
        [0] * 33 + [True],
        [0] * 33 + [np.True_],
        [0] * 33 + [None],
        ["1m"] * 34,
        dict.fromkeys(range(34), 0),
        set(range(34)),
        iter([0] * 34),
        (0 for _ in range(34)),
        3,
        3.5,
        object(),
        Hand,
    ],
    ids=lambda value: f"{type(value).__name__}-{getattr(value, 'dtype', '')}",
)
@pytest.mark.parametrize("owner", [Hand, HandState])
def test_counts_of_another_type_are_a_type_error(counts, owner):
    with pytest.raises(TypeError):
        owner(counts)


@pytest.mark.parametrize(
    "counts",
    [
        b"",
        bytes(33),
        bytes(35),
        bytearray(35),
        [],
        [0] * 33,
        (0,) * 35,
        range(0),
        range(10**30),
        np.zeros(33, dtype=np.uint8),
        np.zeros((1, 34), dtype=np.uint8),
        np.zeros((34, 1), dtype=np.int64),
        np.array(3),
        np.zeros(0, dtype=np.uint8),
        memoryview(bytes(68)).cast("B", (2, 34)),
    ],
    ids=lambda value: f"{type(value).__name__}-{getattr(value, 'shape', '')}",
)
@pytest.mark.parametrize("owner", [Hand, HandState])
def test_counts_of_another_shape_are_a_hand_error(counts, owner):
    with pytest.raises(HandError):
        owner(counts)


@pytest.mark.parametrize("repeat", range(2), ids=["first", "again"])
def test_rows_of_a_batch_are_read_alike_however_the_batch_lies_in_memory(repeat):
    row = np.array(COUNTS, dtype=np.uint8)
    batch = np.tile(row, (3, 1))
    views = [batch[1], np.asfortranarray(batch)[1], np.pad(batch, 5)[6, 5:39], batch[::-1, ::-1]]
    views[-1] = views[-1][1, ::-1]
    views += [row.view(np.recarray), row.astype(np.dtype("u1", metadata={"unit": "tiles"}))]
    for view in views:
        assert Hand(view) == Hand(bytes(COUNTS))
    for wrong in (batch, row[:33], np.append(row, 0).astype(np.uint8), row + np.uint8(2)):
        with pytest.raises(HandError):
            Hand(wrong)
    for wrong in (row.astype(np.float32), row.astype(bool)):
        with pytest.raises(TypeError):
            Hand(wrong)


# --- objects that lie --------------------------------------------------------------------------


class LyingList(list):
    """Says another length than it has."""

    length = 34

    def __len__(self):
        return self.length


@pytest.mark.parametrize("held", [0, 33, 35, 1000])
def test_a_list_that_says_34_and_holds_another_number_is_a_hand_error(held):
    with pytest.raises(HandError):
        Hand(LyingList([0] * held))


def test_a_list_that_holds_34_and_says_another_number_is_a_hand_error():
    counts = LyingList([0] * 34)
    counts.length = 33
    with pytest.raises(HandError):
        Hand(counts)


def test_a_negative_length_raises_what_len_raises():
    counts = LyingList([0] * 34)
    counts.length = -1
    with pytest.raises(ValueError, match="should return >= 0"):
        Hand(counts)


def test_an_endless_sequence_is_a_hand_error():
    class Endless(SequenceOfInts):
        def __getitem__(self, index):
            return 0

    with pytest.raises(HandError):
        Hand(Endless([0] * 34))


def test_a_list_that_shrinks_while_it_is_read_is_a_hand_error():
    counts = []

    class Shrinking:
        def __index__(self):
            counts.clear()
            return 0

    counts += [Shrinking() for _ in range(34)]
    with pytest.raises(HandError):
        Hand(counts)


def test_a_list_that_grows_while_it_is_read_is_a_hand_error():
    counts = []

    class Growing:
        def __index__(self):
            counts.extend([0] * 100)
            return 0

    counts += [Growing()] + [0] * 33
    with pytest.raises(HandError):
        Hand(counts)


def test_an_error_of_the_sequence_itself_is_passed_on():
    class Broken(SequenceOfInts):
        def __getitem__(self, index):
            raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        Hand(Broken([0] * 34))


def test_an_entry_whose_index_is_no_int_is_a_type_error():
    class Strange:
        def __index__(self):
            return "4"

    with pytest.raises(TypeError):
        Hand([Strange()] + [0] * 33)


# --- Hand --------------------------------------------------------------------------------------


def test_no_arguments_give_the_hand_of_no_tiles():
    hand = Hand()
    assert (hand.counts, hand.wild, hand.melds, hand.winning) == ((0,) * 34, 0, (), None)
    assert (hand.total, hand.tiles, str(hand)) == (0, (), "")


def test_the_constructor_and_the_notation_agree():
    hand = Hand(COUNTS, wild=2, melds=["[EEE]", Meld("{2222p}")], winning="*")
    assert hand == Hand.parse("{2222p}[EEE]1112345678999mP*+*")
    assert hand.total == 16
    assert hand.tiles == (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 33, 42, 42)
    assert hand.winning == tiles.WILD


@pytest.mark.parametrize("winning", [33, "P", np.int64(33)])
def test_the_winning_tile_is_an_id_or_a_text(winning):
    assert Hand(COUNTS, winning=winning).winning == 33


@pytest.mark.parametrize("winning", ["1p", 9, "*", 42])
def test_a_winning_tile_the_hand_does_not_hold_is_a_hand_error(winning):
    with pytest.raises(HandError, match="winning tile"):
        Hand(COUNTS, winning=winning)


@pytest.mark.parametrize("winning", [-1, 34, 41, 43, 10**30, "1f"])
def test_a_winning_tile_that_no_hand_holds_is_a_hand_error(winning):
    with pytest.raises(HandError):
        Hand(COUNTS, winning=winning)


@pytest.mark.parametrize("wild", [-1, -(10**30), 256, 2**31, 2**32, 2**64, 10**4000])
def test_wild_out_of_range_is_a_hand_error(wild):
    with pytest.raises(HandError):
        Hand(COUNTS, wild=wild)


@pytest.mark.parametrize("wild", [True, 1.0, "1", None, np.float64(1), [1]])
def test_wild_of_another_type_is_a_type_error(wild):
    with pytest.raises(TypeError):
        Hand(COUNTS, wild=wild)


def test_wild_takes_a_numpy_integer():
    assert Hand(COUNTS, wild=np.uint8(3)).wild == 3


def test_tiles_and_wildcards_are_at_most_255():
    assert Hand([4] * 34, wild=119).total == 255
    with pytest.raises(HandError, match="more than 255 tiles"):
        Hand([4] * 34, wild=120)


def test_a_fifth_copy_in_a_meld_is_a_hand_error_that_names_both():
    with pytest.raises(HandError, match=r"a fifth 1m in the meld \[123m\]"):
        Hand([4] + [0] * 33, melds=["[123m]"])


def test_more_than_five_melds_are_a_hand_error_even_from_an_endless_source():
    def endless():
        while True:
            yield Meld("[ESW]")
            yield Meld("[CFP]")

    with pytest.raises(HandError):
        Hand(melds=endless())


@pytest.mark.parametrize("melds", [None, [3], [None], [("1m", "2m", "3m")]])
def test_melds_of_another_type_are_a_type_error(melds):
    with pytest.raises(TypeError):
        Hand(melds=melds)


def test_a_meld_text_that_is_no_meld_is_a_notation_error():
    with pytest.raises(NotationError):
        Hand(melds=["[124m]"])


def test_equality_is_of_tiles_melds_and_winning_tile():
    text = "[123m][456p]11s*+E"
    same = Hand.parse("1s[456p]*[321m]1s+1z")
    assert Hand.parse(text) == same
    assert hash(Hand.parse(text)) == hash(same)
    others = ["[123m][456p]11sE*", "[123m][456p]11s*+*", "[123m]11s*+E", "[123m][456p]11s**+E"]
    assert len({Hand.parse(other) for other in [text, *others]}) == 5


def test_melds_of_the_same_tiles_are_told_apart():
    assert Hand.parse("[123m][123m][123m]") != Hand.parse("[111m][222m][333m]")
    assert Hand.parse("{2222p}") != Hand.parse("[2222p]")


def test_a_hand_equals_nothing_of_another_type():
    hand = Hand.parse("123m")
    assert hand != "123m"
    assert hand != HandState("123m")
    assert hand != bytes(hand.counts)


@pytest.mark.parametrize("text", ["", "123m456p789sEEE**", "{2222p}[ESW]11m*+*"])
def test_hands_survive_pickle_and_copy(text):
    hand = Hand.parse(text)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(hand, protocol)) == hand
    assert copy.copy(hand) == hand
    assert copy.deepcopy([hand]) == [hand]


@pytest.mark.parametrize("name", ["counts", "wild", "melds", "winning", "total", "tiles", "h"])
def test_hands_are_immutable(name):
    with pytest.raises(AttributeError):
        setattr(Hand.parse("123m"), name, None)


def test_calling_init_again_changes_nothing():
    hand = Hand.parse("123m")
    hand.__init__([4] * 34)
    assert hand == Hand.parse("123m")


@pytest.mark.parametrize("final", [Hand, HandState, Meld])
def test_the_classes_are_final(final):
    with pytest.raises(TypeError):
        type("Sub", (final,), {})


# --- Meld --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "ids", "concealed"),
    [
        ("[123m]", "chow", (0, 1, 2), False),
        ("[789s]", "chow", (24, 25, 26), False),
        ("[777s]", "pung", (24, 24, 24), False),
        ("[PPP]", "pung", (33, 33, 33), False),
        ("[2222p]", "kong", (10, 10, 10, 10), False),
        ("{2222p}", "kong", (10, 10, 10, 10), True),
        ("[ESW]", "honour_run", (27, 28, 29), False),
        ("[EWN]", "honour_run", (27, 29, 30), False),
        ("[CFP]", "honour_run", (31, 32, 33), False),
    ],
)
def test_a_meld_says_its_kind_tiles_and_concealment(text, kind, ids, concealed):
    meld = Meld(text)
    assert (meld.kind, meld.tiles, meld.concealed) == (kind, ids, concealed)
    assert str(meld) == text
    assert eval(repr(meld)) == meld
    assert meld == Meld(ids, concealed=concealed)
    assert meld == Meld(reversed(ids), concealed=concealed)
    assert hash(meld) == hash(Meld(ids, concealed=concealed))
    assert pickle.loads(pickle.dumps(meld)) == meld
    assert copy.deepcopy(meld) == meld


def test_brackets_may_be_left_out():
    assert Meld("321m") == Meld("[123m]")
    assert Meld("EEEE", concealed=True) == Meld("{EEEE}")
    assert Meld(["E", "S", 29]) == Meld("[ESW]")


@pytest.mark.parametrize(
    "text", ["", "12m", "124m", "1234m", "12345m", "12m*", "12m+3m", "1m[123m]", "[123m][123m]"]
)
def test_a_text_that_is_not_one_meld_is_a_notation_error(text):
    with pytest.raises(NotationError):
        Meld(text)


@pytest.mark.parametrize("ids", [(), (0,), (0, 1), (0, 1, 3), (8, 9, 10), (30, 31, 32), (0,) * 5])
def test_ids_that_are_no_meld_are_a_hand_error(ids):
    with pytest.raises(HandError):
        Meld(ids)


@pytest.mark.parametrize(
    "ids", [(0, 1, 42), (0, 0, 0, 42), (34, 35, 36), (-1, 0, 1), (0, 1, 2**70)]
)
def test_ids_that_no_meld_holds_are_a_hand_error(ids):
    with pytest.raises(HandError):
        Meld(ids)


@pytest.mark.parametrize("value", [None, 3, (0.0, 1.0, 2.0), (True, 1, 2)])
def test_a_meld_of_another_type_is_a_type_error(value):
    with pytest.raises(TypeError):
        Meld(value)


@pytest.mark.parametrize("text", ["123m", "[EEE]", "[CFP]"])
def test_only_a_kong_can_be_concealed(text):
    with pytest.raises(HandError, match="only a kong"):
        Meld(text, concealed=True)


def test_a_bracketed_kong_cannot_be_called_concealed():
    with pytest.raises(HandError, match="exposed"):
        Meld("[2222p]", concealed=True)


# --- HandState ---------------------------------------------------------------------------------


def test_a_state_starts_empty_or_from_any_hand_argument():
    assert len(HandState()) == 0
    hand = Hand.parse("[EEE]123m*+4p")
    for start in (hand, str(hand), HandState(hand)):
        state = HandState(start)
        assert state.to_hand("4p") == hand
        assert (state.counts, state.wild, state.melds) == (hand.counts, 1, hand.melds)
        assert len(state) == state.total == 5


def test_add_and_remove_take_ids_and_texts():
    state = HandState("123m")
    for tile in ("4m", 4, "*", 42, np.int8(5), "1z"):
        state.add(tile)
    assert str(state) == "123456mE**"
    for tile in ("1m", 1, "*", tiles.WILD, "E"):
        state.remove(tile)
    assert str(state) == "3456m"
    assert len(state) == 4


def test_a_fifth_copy_is_refused_and_changes_nothing():
    state = HandState("[123m]111m")
    with pytest.raises(HandError, match="a fifth 1m"):
        state.add("1m")
    assert state == HandState("[123m]111m")


@pytest.mark.parametrize("tile", ["1p", 9, "*", 42])
def test_removing_what_is_not_held_is_refused_and_changes_nothing(tile):
    state = HandState("123m")
    with pytest.raises(HandError, match="holds no"):
        state.remove(tile)
    assert state == HandState("123m")


@pytest.mark.parametrize("change", ["add", "remove"])
@pytest.mark.parametrize(
    ("tile", "error"),
    [
        (-1, HandError),
        (34, HandError),
        (43, HandError),
        (2**70, HandError),
        ("1f", HandError),
        ("x", NotationError),
        ("5z", NotationError),
        ("12m", NotationError),
        (1.0, TypeError),
        (True, TypeError),
        (None, TypeError),
    ],
)
def test_what_is_no_tile_of_a_hand_is_a_named_error(change, tile, error):
    with pytest.raises(error):
        getattr(HandState("123m"), change)(tile)


def test_wildcards_are_capped():
    state = HandState("*" * 255)
    with pytest.raises(HandError, match="more than 255 tiles"):
        state.add("*")


def test_a_copy_is_independent():
    state = HandState("123m")
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        twin.add("4m")
        assert twin != state
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_hand_taken_from_a_state_does_not_follow_it():
    state = HandState("123m")
    hand = state.to_hand(winning="3m")
    state.remove("3m")
    assert hand == Hand.parse("12m+3m")


def test_to_hand_refuses_a_winning_tile_that_is_not_held():
    with pytest.raises(HandError, match="winning tile"):
        HandState("123m").to_hand("9s")


def test_a_state_has_no_hash():
    with pytest.raises(TypeError, match="unhashable"):
        hash(HandState())


def test_repr_of_a_state_is_its_constructor():
    state = HandState("[EEE]123m**")
    assert repr(state) == "HandState('[EEE]123m**')"
    assert eval(repr(state)) == state


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([*range(34), tiles.WILD])), max_size=80))
def test_any_run_of_changes_agrees_with_counting(changes):
    state = HandState()
    held = []
    for adding, tile in changes:
        if adding and (tile == tiles.WILD or held.count(tile) < 4):
            state.add(tile)
            held.append(tile)
        elif not adding and tile in held:
            state.remove(tile)
            held.remove(tile)
        else:
            with pytest.raises(HandError):
                (state.add if adding else state.remove)(tile)
    assert state.tiles == tuple(sorted(held))
    assert len(state) == len(held)
    assert state.to_hand() == Hand.parse(str(state))
