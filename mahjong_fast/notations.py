"""Other notations than the package's own: what a text that is not read was meant to say.

Nothing here reads a hand. It is asked when a text has been refused, to tell whoever wrote it what
to write instead.
"""

from __future__ import annotations

import re

__all__ = ["advice"]

_RANKS = {character: rank for rank, character in enumerate("一二三四五六七八九", start=1)} | {
    "伍": 5
}
_SUITS = dict.fromkeys("万萬", "m") | dict.fromkeys("筒饼餅", "p") | dict.fromkeys("条條索", "s")
_HONOURS = dict(zip("东南西北中发白東發", "ESWNCFPEF", strict=True))

_FIRST_PICTURE, _FIRST_FLOWER, _LAST_FLOWER, _JOKER = 0x1F000, 0x1F022, 0x1F029, 0x1F02A
_PICTURES = (*"ESWNCFP", *(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)))
"""The tiles of Unicode, from 🀀 on."""

_BOTZONE = re.compile(r"(?:[WTB][1-9]|F[1-4]|J[1-3])+")
_OWN = (*"0123456789mpszESWNCFP*+[]{}",)
_SEPARATORS = (*",;|/-_、",)
_CAPITALS = {"S": "南", "P": "白"}
"""The honours whose letters are those of suits."""
_LETTERS_OF_SUITS = "suits are m (万), p (筒) and s (条)"


def advice(text: str, at: int) -> str:
    """Return what to write instead of what a text has at a position; "" where nobody knows.

    >>> advice("一万二万", 0), advice("123M", 3), advice("東", 0)
    ("Chinese notation: write '1m'", "suit letters are lower-case: write 'm'", \
"Chinese notation: write 'E'")
    """
    character = text[at : at + 1]
    if not character.isascii():
        return _advice_beyond_ascii(text, at)
    before = text[:at].rstrip()[-1:]
    if character in _SEPARATORS:
        return "only white space separates tiles"
    if _BOTZONE.fullmatch("".join(text[:100].split())):
        return "Botzone notation: write 1m..9m for W, 1p for B, 1s for T, E S W N C F P for F and J"
    if character == "0":
        return "0 is no tile, and in riichi notation a red five"
    if character.isdigit():
        after = text[at : at + 100].lstrip("0123456789 ")[:1]
        return (
            f"a capital {after} is {_CAPITALS[after]}, {_LETTERS_OF_SUITS}"
            if after in _CAPITALS
            else ""
        )
    if before.isdigit() and character in "fF":
        return "flowers are no part of a hand: tell them in the Situation"
    if before.isdigit() and character in "wtbWTB":
        return _LETTERS_OF_SUITS
    if before and before in "mps" and character == "r":
        return f"mjai notation of a red five: write '5{before}'"
    if character in "MZ":
        return f"suit letters are lower-case: write {character.lower()!r}"
    if character in "ewncf":
        return f"honours are capitals: write {character.upper()!r}"
    if character in "sp":
        return f"{_CAPITALS[character.upper()]} is a capital: {character.upper()!r}"
    return ""


def _advice_beyond_ascii(text: str, at: int) -> str:
    import unicodedata

    character = text[at]
    place = ord(character) - _FIRST_PICTURE
    if 0 <= place < len(_PICTURES):
        return f"a tile of Unicode: write {_PICTURES[place]!r}"
    if _FIRST_FLOWER <= ord(character) <= _LAST_FLOWER:
        return "flowers are no part of a hand: tell them in the Situation"
    if ord(character) == _JOKER:
        return "a tile of Unicode: write '*'"
    following = text[at + 1 : at + 2]
    if character in _RANKS and following in _SUITS:
        return f"Chinese notation: write '{_RANKS[character]}{_SUITS[following]}'"
    plain = unicodedata.normalize("NFKC", character)
    if plain in _SEPARATORS:
        return "only white space separates tiles"
    if plain in _OWN:
        return f"a full-width character: write {plain!r}"
    for known in (_RANKS, _SUITS, _HONOURS):
        if character in known:
            return f"Chinese notation: write '{known[character]}'"
    return ""
