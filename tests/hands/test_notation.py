"""The text notation: what it means, how it is written back, and how it fails."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_fast import tiles
from mahjong_fast.core.base.hand import Hand, HandState, Meld
from mahjong_fast.errors import HandError, NotationError

CHOWS = [f"[{rank}{rank + 1}{rank + 2}{suit}]" for suit in "mps" for rank in range(1, 8)]
PUNGS = [f"[{name * 3}]" for name in "ESWNCFP"] + [f"[{r}{r}{r}p]" for r in range(1, 10)]
KONGS = ["[2222p]", "{2222p}", "[EEEE]", "{PPPP}", "{9999s}"]
HONOUR_RUNS = ["[ESW]", "[ESN]", "[EWN]", "[SWN]", "[CFP]"]
EVERY_MELD = CHOWS + PUNGS + KONGS + HONOUR_RUNS


@st.composite
def hands(draw):
    """Any hand that can exist: concealed tiles, melds, wildcards and perhaps a winning tile."""
    left = [4] * tiles.KINDS
    melds = []
    for text in draw(st.lists(st.sampled_from(EVERY_MELD), max_size=5)):
        meld = Meld(text)
        need = {tile: meld.tiles.count(tile) for tile in meld.tiles}
        if all(left[tile] >= number for tile, number in need.items()):
            melds.append(meld)
            for tile, number in need.items():
                left[tile] -= number
    counts = [0] * tiles.KINDS
    for tile in draw(st.lists(st.sampled_from(range(tiles.KINDS)), max_size=17)):
        if left[tile]:
            counts[tile] += 1
            left[tile] -= 1
    wild = draw(st.integers(0, 17))
    held = [tile for tile in range(tiles.KINDS) if counts[tile]] + [tiles.WILD] * (wild > 0)
    winning = draw(st.sampled_from([None, *held]))
    return Hand(counts, wild, melds, winning)


@given(hands())
def test_parsing_what_was_formatted_gives_the_same_hand(hand):
    assert Hand.parse(hand.format()) == hand
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand)) == hand


@given(hands())
def test_formatting_is_canonical(hand):
    assert str(Hand.parse(str(hand))) == str(hand)


@given(hands(), st.integers(0, 40), st.integers(1, 3))
def test_spaces_are_free_anywhere(hand, position, number):
    text = str(hand)
    spaced = text[:position] + " " * number + text[position:]
    assert Hand.parse(spaced) == hand


@pytest.mark.parametrize(
    "space", ["\t", "\n", "\r\n", "\v", "\f", "\x1c", "\x85", "\xa0", "\u3000", "\ufeff"]
)
def test_all_white_space_is_a_space_and_so_is_the_mark_that_begins_some_files(space):
    hand = Hand.parse("[123m]1123m44s*+C")
    spaced = space.join(["", *str(hand), ""])
    assert Hand.parse(spaced) == hand
    assert HandState(f"1{space}2m{space}") == HandState("12m")
    assert Meld(f"{space}[1{space}11m]") == Meld("[111m]")
    with pytest.raises(NotationError, match=f"'x'.* at position {len(space) + 2} of"):
        Hand.parse(f"1m{space}x1m")


@given(st.text(alphabet="0123456789mpszESWNCFP*+[]{} x", max_size=30) | st.text(max_size=30))
def test_any_text_is_a_hand_or_a_named_error_with_a_position_inside_it(text):
    try:
        hand = Hand.parse(text)
    except (NotationError, HandError) as error:
        position = int(str(error).split(" at position ")[1].split()[0])
        assert 0 <= position < len(text)
    else:
        assert Hand.parse(str(hand)) == hand


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("123m456p789sEEE**", "123m456p789sEEE**"),
        ("*9m1p1mE1m*", "119m1pE**"),
        ("3m2m1m", "123m"),
        ("PFCNWSE", "ESWNCFP"),
        ("1z2z3z4z 11z", "EEESWN"),
        ("1m[456s]**{2222p}+1m", "{2222p}[456s]1m**+1m"),
        ("[321m][SEW][FPC]", "[123m][ESW][CFP]"),
        ("1m[ 1 m 2m3m ]", "[123m]1m"),
        ("11m+1m", "11m+1m"),
        ("**+*", "**+*"),
        ("1m +4z", "1m+N"),
        ("123m4p1s7m", "1237m4p1s"),
    ],
)
def test_canonical_order_is_melds_tiles_by_id_wildcards_winning_tile(text, canonical):
    assert str(Hand.parse(text)) == canonical


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_text_is_a_hand_of_no_tiles(text):
    assert Hand.parse(text) == Hand()
    assert Hand.parse(text).total == 0


def test_case_decides_between_south_and_the_suit():
    assert Hand.parse("1sS").tiles == (18, 28)


def test_the_winning_tile_is_one_of_the_tiles():
    hand = Hand.parse("12m+3m")
    assert (hand.tiles, hand.winning, hand.total) == ((0, 1, 2), 2, 3)


def test_the_winning_tile_may_be_a_wildcard():
    hand = Hand.parse("12m+*")
    assert (hand.winning, hand.wild, hand.total) == (tiles.WILD, 1, 3)


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("123", 0, "digits without a suit"),
        ("1m23", 2, "digits without a suit"),
        ("12E", 0, "digits without a suit"),
        ("1m2*", 2, "digits without a suit"),
        ("1m 2+3m", 3, "digits without a suit"),
        ("m", 0, "suit letter 'm' without digits"),
        ("1mm", 2, "suit letter 'm' without digits"),
        ("1m+s", 3, "suit letter 's' without digits"),
        ("1mx", 2, "unknown character 'x'"),
        ("12x", 2, "unknown character 'x'"),
        ("1M", 1, "unknown character 'M'"),
        ("eE", 0, "unknown character 'e'"),
        ("1m\0", 2, r"unknown character '\x00'"),
        ("1m\ud800", 2, r"unknown character '\ud800'"),
        ("1m２m", 2, "unknown character '２'"),
        ("一万", 0, "unknown character '一'"),
        ("🀇", 0, "unknown character '🀇'"),
        ("1m\x7f", 2, r"unknown character '\x7f'"),
        ("340m", 2, "0 (a red five)"),
        ("125z", 2, "5z 6z 7z"),
        ("6z", 0, "5z 6z 7z"),
        ("E7z", 1, "5z 6z 7z"),
        ("18z", 1, "no honour has the digit '8'"),
        ("0z", 0, "no honour has the digit '0'"),
        ("1m[123m", 2, "unclosed '['"),
        ("{2222p", 0, "unclosed '{'"),
        ("1m[12[3m]]", 3, "digits without a suit"),
        ("1m[[123m]]", 3, "'[' inside a meld"),
        ("1m]", 2, "']' closes nothing"),
        ("[123m}", 5, "'}' closes nothing"),
        ("{2222p]", 6, "']' closes nothing"),
        ("1m[12m]", 2, "not a chow, pung, kong or honour run"),
        ("[]", 0, "not a chow, pung, kong or honour run"),
        ("[124m]", 0, "not a chow, pung, kong or honour run"),
        ("[89m1p]", 0, "not a chow, pung, kong or honour run"),
        ("[9m1p2p]", 0, "not a chow, pung, kong or honour run"),
        ("[NCF]", 0, "not a chow, pung, kong or honour run"),
        ("[EES]", 0, "not a chow, pung, kong or honour run"),
        ("[ESWN]", 0, "not a chow, pung, kong or honour run"),
        ("[1234m]", 0, "not a chow, pung, kong or honour run"),
        ("[12345m]", 5, "not a chow, pung, kong or honour run"),
        ("[9sES]", 0, "not a chow, pung, kong or honour run"),
        ("1m{123m}", 2, "concealed kong only"),
        ("{222p}", 0, "concealed kong only"),
        ("[1m2m*]", 5, "wildcard inside a meld"),
        ("[+3m]", 1, "'+' inside a meld"),
        ("1m+", 2, "exactly one tile"),
        ("1m+34s", 2, "exactly one tile"),
        ("1m+3s4s", 2, "exactly one tile"),
        ("1m+3s*", 2, "exactly one tile"),
        ("1m+**", 2, "exactly one tile"),
        ("1m+3s[123m]", 2, "exactly one tile"),
        ("1m+3s+", 5, "a second '+'"),
        ("++3s", 1, "a second '+'"),
    ],
)
def test_a_notation_error_names_what_and_where(text, position, what):
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    message = str(caught.value)
    assert what in message
    assert f" at position {position} of " in message


@pytest.mark.parametrize(
    ("text", "position", "advice"),
    [
        ("123M", 3, "suit letters are lower-case: write 'm'"),
        ("12Z", 2, "suit letters are lower-case: write 'z'"),
        ("1m 23 S", 3, "a capital S is 南, suits are m (万), p (筒) and s (条)"),
        ("23P", 0, "a capital P is 白, suits are"),
        ("1ms", 2, "南 is a capital: 'S'"),
        ("p", 0, "白 is a capital: 'P'"),
        ("1me", 2, "honours are capitals: write 'E'"),
        ("1m１m", 2, "a full-width character: write '1'"),
        ("1m＊", 2, "a full-width character: write '*'"),
        ("一万", 0, "Chinese notation: write '1m'"),
        ("1m伍萬", 2, "Chinese notation: write '5m'"),
        ("九条", 0, "Chinese notation: write '9s'"),
        ("八筒", 0, "Chinese notation: write '8p'"),
        ("東", 0, "Chinese notation: write 'E'"),
        ("1m發", 2, "Chinese notation: write 'F'"),
        ("1万", 1, "Chinese notation: write 'm'"),
        ("🀇", 0, "a tile of Unicode: write '1m'"),
        ("🀏🀐", 0, "a tile of Unicode: write '9m'"),
        ("1m🀐", 2, "a tile of Unicode: write '1s'"),
        ("1m🀡", 2, "a tile of Unicode: write '9p'"),
        ("🀆", 0, "a tile of Unicode: write 'P'"),
        ("🀪", 0, "a tile of Unicode: write '*'"),
        ("🀢", 0, "flowers are no part of a hand"),
        ("1m1f", 3, "flowers are no part of a hand"),
        ("5mr", 2, "mjai notation of a red five: write '5m'"),
        ("340m", 2, "0 (a red five) is riichi notation, which is not read; write 5"),
        ("[EE0E]", 3, "0 is no tile, and in riichi notation a red five"),
        ("W1W2T3J1", 1, "Botzone notation: write 1m..9m for W"),
        ("F1J1", 2, "Botzone notation"),
        ("5w", 1, "suits are m (万), p (筒) and s (条)"),
        ("1m,2m", 2, "only white space separates tiles"),
        ("1m、2m", 2, "only white space separates tiles"),
        ("1m x", 3, "suits are m p s after digits, honours E S W N C F P, wildcards *"),
        ("１", 0, "a full-width character"),
    ],
)
def test_another_notation_is_named_with_what_to_write_instead(text, position, advice):
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert advice in str(caught.value)
    assert f" at position {position} of " in str(caught.value)


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("11111m", 4, "a fifth 1m"),
        ("1111m9p1m", 7, "a fifth 1m"),
        ("EEEEE", 4, "a fifth E"),
        ("1111z+E", 6, "a fifth E"),
        ("[111m]111m", 7, "a fifth 1m"),
        ("1m[1111m]", 6, "a fifth 1m"),
        ("[123m][123m]{3333m}", 15, "a fifth 3m"),
        ("[22222p]", 5, "a fifth 2p"),
        ("*" * 256, 255, "more than 255 tiles"),
        ("[123m]" * 3 + "[123p]" * 2 + "[EEE]", 30, "more than 5 melds"),
    ],
)
def test_a_hand_error_names_what_and_where(text, position, what):
    with pytest.raises(HandError) as caught:
        Hand.parse(text)
    assert what in str(caught.value)
    assert f" at position {position} of " in str(caught.value)


@pytest.mark.parametrize(
    ("unit", "end"),
    [
        ("1", ""),
        ("1", "m"),
        ("1m", ""),
        ("*", ""),
        ("[", ""),
        (" ", "x"),
        ("中", ""),
        ("\ud800", ""),
    ],
)
def test_a_million_characters_fail_with_a_short_message(unit, end):
    with pytest.raises((NotationError, HandError)) as caught:
        Hand.parse(unit * 10**6 + end)
    assert len(str(caught.value)) < 400


def test_the_excerpt_surrounds_the_position():
    with pytest.raises(NotationError, match=r"\.\.\.'6m789m1p2p3px123s456s789'\.\.\."):
        Hand.parse("123m456m789m1p2p3px123s456s789s999s")


def test_255_wildcards_are_the_most():
    assert Hand.parse("*" * 255).wild == 255


@pytest.mark.parametrize("text", [None, 3, b"123m", ["123m"]])
def test_a_text_of_another_type_is_a_type_error(text):
    with pytest.raises(TypeError, match="must be a str"):
        Hand.parse(text)


def test_a_subclass_of_str_is_a_text():
    class Text(str):
        __slots__ = ()

    assert Hand.parse(Text("123m+*")) == Hand.parse("123m+*")
    assert HandState(Text("123m")) == HandState("123m")


@pytest.mark.parametrize(
    "dialect", ["mpsz-cn", "riichi", "botzone", "tenhou136", "mjai", "chinese", "unicode"]
)
def test_a_dialect_of_a_later_version_is_an_error_that_lists_the_available(dialect):
    with pytest.raises(NotationError, match=f"'{dialect}' is not available.*available: None"):
        Hand.parse("1m", dialect)
    with pytest.raises(NotationError, match=f"'{dialect}' is not available.*available: None"):
        Hand.parse("1m").format(dialect)


def test_an_unknown_dialect_is_an_error_that_lists_the_available():
    with pytest.raises(NotationError, match="'klingon' is unknown; available: None"):
        Hand.parse("1m", dialect="klingon")


def test_a_dialect_of_another_type_is_a_type_error():
    with pytest.raises(TypeError):
        Hand.parse("1m", dialect=3)
