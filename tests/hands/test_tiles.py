"""Tile names, ids and orders."""

import subprocess
import sys

import numpy as np
import pytest

from mahjong_fast import tiles
from mahjong_fast.errors import HandError, MahjongError, NotationError

ORDERS = ("mahjong_fast", "riichi", "wtt")


def test_names_follow_the_id_order_of_the_documentation():
    assert " ".join(tiles.NAMES) == (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
        "E S W N C F P"
    )


def test_every_id_has_a_name_that_names_it_alone():
    ids = [*range(42), tiles.WILD]
    names = [tiles.name(tile) for tile in ids]
    assert len(set(names)) == len(ids)
    assert [tiles.kind(name) for name in names] == ids


def test_constants_partition_the_kinds():
    suited = [tile for suit in tiles.SUITS for tile in suit]
    assert [*suited, *tiles.HONOURS] == list(range(tiles.KINDS))
    assert [*tiles.WINDS, *tiles.DRAGONS] == list(tiles.HONOURS)
    assert list(tiles.FLOWERS) == list(range(tiles.KINDS, tiles.WILD))


def test_orphans_are_the_terminals_and_the_honours():
    assert "".join(tiles.NAMES[tile] for tile in tiles.ORPHANS) == "1m9m1p9p1s9sESWNCFP"


def test_numbered_winds_are_read_as_winds():
    assert [tiles.kind(text) for text in ("1z", "2z", "3z", "4z")] == list(tiles.WINDS)


@pytest.mark.parametrize("text", ["5z", "6z", "7z"])
def test_numbered_dragons_are_refused_with_both_readings(text):
    with pytest.raises(NotationError, match="中发白 in Chinese notation and 白發中 in riichi"):
        tiles.kind(text)


@pytest.mark.parametrize(
    "text", ["", "1", "m", "0m", "10m", "1M", "e", "1 m", "11m", "８m", "中", "\ud800", "\0", "9f"]
)
def test_what_is_not_one_tile_is_a_notation_error_that_quotes_it(text):
    with pytest.raises(NotationError) as caught:
        tiles.kind(text)
    assert repr(text) in str(caught.value)


def test_a_long_text_is_quoted_in_part():
    with pytest.raises(NotationError) as caught:
        tiles.kind("1m" * 500_000)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("１m", "write '1'"),
        ("一万", "write '1m'"),
        ("東", "write 'E'"),
        ("🀇", "write '1m'"),
        ("5M", "write 'm'"),
        ("e", "write 'E'"),
        ("0m", "red five"),
        ("5mr", "write '5m'"),
        ("1、", "only white space"),
    ],
)
def test_kind_of_another_notation_says_what_to_write(text, advice):
    with pytest.raises(NotationError, match=rf"is not a tile \(.*{advice}.*\): tiles are"):
        tiles.kind(text)


@pytest.mark.parametrize("value", [None, 1, b"1m"])
def test_kind_of_another_type_is_a_type_error(value):
    with pytest.raises(TypeError):
        tiles.kind(value)


@pytest.mark.parametrize("tile", [-1, 43, 10**30])
def test_name_of_no_id_is_a_hand_error(tile):
    with pytest.raises(HandError):
        tiles.name(tile)


@pytest.mark.parametrize("tile", [True, 1.0, "1m", None])
def test_name_of_another_type_is_a_type_error(tile):
    with pytest.raises(TypeError):
        tiles.name(tile)


def test_name_takes_a_numpy_integer():
    assert tiles.name(np.uint8(33)) == "P"


def test_riichi_order_swaps_the_first_and_last_dragon():
    assert tiles.reorder(range(34), source="riichi") == [*range(31), 33, 32, 31]


def test_wtt_order_puts_the_bamboos_before_the_dots():
    listed = [*(f"{r}{suit}" for suit in "msp" for r in range(1, 10)), *"ESWNCFP"]
    assert tiles.reorder(listed, source="wtt") == list(tiles.NAMES)


@pytest.mark.parametrize("source", ORDERS)
@pytest.mark.parametrize("target", ORDERS)
def test_reorder_there_and_back_is_the_identity(source, target):
    row = list(range(34))
    assert tiles.reorder(tiles.reorder(row, source, target), target, source) == row


@pytest.mark.parametrize("source", ORDERS)
@pytest.mark.parametrize("target", ORDERS)
def test_arrays_and_sequences_are_reordered_alike(source, target):
    batch = np.random.default_rng(1).integers(0, 5, (2, 3, 34), dtype=np.uint8)
    result = tiles.reorder(batch, source, target)
    assert result.dtype == batch.dtype
    assert result.shape == batch.shape
    assert result[1, 2].tolist() == tiles.reorder(batch[1, 2].tolist(), source, target)


def test_reorder_returns_a_new_array():
    row = np.zeros(34, dtype=np.uint8)
    assert not np.shares_memory(tiles.reorder(row), row)


@pytest.mark.parametrize("counts", [[0] * 33, (), np.zeros((34, 2)), np.array(0), bytes(35)])
def test_reorder_refuses_a_last_axis_that_is_not_34(counts):
    with pytest.raises(HandError):
        tiles.reorder(counts)


@pytest.mark.parametrize(
    ("order", "nearest"), [("richi", "riichi"), ("WTT", "wtt"), ("mahjong", "mahjong_fast")]
)
def test_an_unknown_order_suggests_the_nearest(order, nearest):
    with pytest.raises(MahjongError, match=f"did you mean '{nearest}'"):
        tiles.reorder([0] * 34, source=order)
    with pytest.raises(MahjongError, match=f"did you mean '{nearest}'"):
        tiles.reorder([0] * 34, target=order)


def test_an_order_that_is_like_none_gets_no_suggestion():
    with pytest.raises(MahjongError, match=r"'unicode'; valid: mahjong_fast, riichi, wtt$"):
        tiles.reorder([0] * 34, source="unicode")


def test_an_order_of_another_type_is_a_type_error():
    with pytest.raises(TypeError):
        tiles.reorder([0] * 34, source=None)


def test_reorder_of_a_list_does_not_import_numpy():
    program = (
        "import sys; sys.modules.pop('numpy', None)\n"
        "from mahjong_fast import tiles\n"
        "tiles.reorder([0] * 34, source='wtt')\n"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
