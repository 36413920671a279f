# optimize: size
"""How a hand was won: the circumstances that fans ask about."""
cimport cython

from mahjong_fast.core.base.hand cimport read_flag

from operator import index

from mahjong_fast.errors import HandError, suggestion

__all__ = ["Situation"]

WIND_LETTERS = "ESWN"
SUIT_LETTERS = "mps"
FLAG_NAMES = (
    "self_draw", "replacement", "robbing_kong", "last_tile", "last_of_kind", "first_turn",
    "others_hold_wild",
)
FIELD_NAMES = (
    *FLAG_NAMES, "seat_wind", "round_wind", "discarder", "void_suit", "flowers", "dealer_streak",
)
FIELD_WORDS = {
    "zimo": "self_draw", "tsumo": "self_draw", "自摸": "self_draw",
    "gangkai": "replacement", "rinshan": "replacement", "杠开": "replacement",
    "qianggang": "robbing_kong", "chankan": "robbing_kong", "抢杠": "robbing_kong",
    "haidi": "last_tile", "haitei": "last_tile", "houtei": "last_tile", "海底": "last_tile",
    "juezhang": "last_of_kind", "和绝张": "last_of_kind",
    "menfeng": "seat_wind", "jikaze": "seat_wind", "seat": "seat_wind", "门风": "seat_wind",
    "quanfeng": "round_wind", "bakaze": "round_wind", "圈风": "round_wind",
    "dianpao": "discarder", "点炮": "discarder",
    "tianhu": "first_turn", "dihu": "first_turn", "tenhou": "first_turn", "天胡": "first_turn",
    "hua": "flowers", "花": "flowers",
    "lianzhuang": "dealer_streak", "honba": "dealer_streak", "连庄": "dealer_streak",
    "dingque": "void_suit", "定缺": "void_suit",
}
"""What players call the circumstances of a win → the field."""


@cython.final
cdef class Situation:
    """Situation(*, self_draw=False, replacement=False, robbing_kong=False, last_tile=False, \
last_of_kind=False, seat_wind=None, round_wind=None, discarder=None, first_turn=False, flowers=0, \
others_hold_wild=None, dealer_streak=0, void_suit=None)\n--\n\n\
The circumstances of a win. Immutable and hashable; every field has a default.

    Args:
        self_draw: the winning tile was drawn (自摸), not claimed. All rule sets.
        replacement: it was the replacement of a kong (杠开). All rule sets.
        robbing_kong: it was being added to another's pung (抢杠). All rule sets.
        last_tile: it was the last of the wall (妙手回春, 海底), or the discard after it. MCR and most.
        last_of_kind: its other three copies were visible on the table (和绝张). MCR.
        seat_wind: the winner's seat, "E", "S", "W" or "N"; the dealer sits East. None: not told,
            and no fan or payment that asks for it counts.
        round_wind: the wind of the round. MCR, riichi.
        discarder: the seat of who discarded the tile, or added it to the robbed kong. Payments.
        first_turn: the win is in the first turn (天胡 for the dealer, 地胡). Nanchang and most.
        flowers: flowers beside the hand, 0-8. MCR.
        others_hold_wild: whether another player holds a wild tile (Nanchang's 德中德 asks). None:
            not told, and no fan that asks for either counts.
        dealer_streak: deals that the dealer has won in a row. Chongji, Taiwan.
        void_suit: the suit that the winner declared void, "m", "p" or "s". Sichuan.

    Raises:
        HandError: two fields that contradict each other, or a value that cannot be.
        TypeError: a value of another type.

    >>> Situation(self_draw=True, seat_wind="S")
    Situation(self_draw=True, seat_wind='S')
    >>> Situation(self_draw=True, robbing_kong=True)
    Traceback (most recent call last):
        ...
    mahjong_fast.errors.HandError: robbing_kong with self_draw: a robbed tile is claimed
    """

    def __cinit__(
        self, *, self_draw=False, replacement=False, robbing_kong=False, last_tile=False,
        last_of_kind=False, seat_wind=None, round_wind=None, discarder=None, first_turn=False,
        flowers=0, others_hold_wild=None, dealer_streak=0, void_suit=None, **unknown
    ):
        for name in unknown:
            raise TypeError(f"a Situation has no field {name!r}; {suggested_field(name)}")
        self.s.flags = (
            SELF_DRAW * read_flag(self_draw, "self_draw")
            | REPLACEMENT * read_flag(replacement, "replacement")
            | ROBBING_KONG * read_flag(robbing_kong, "robbing_kong")
            | LAST_TILE * read_flag(last_tile, "last_tile")
            | LAST_OF_KIND * read_flag(last_of_kind, "last_of_kind")
            | FIRST_TURN * read_flag(first_turn, "first_turn")
        )
        if others_hold_wild is not None:
            self.s.flags |= (
                OTHERS_HOLD_WILD if read_flag(others_hold_wild, "others_hold_wild")
                else OTHERS_LACK_WILD
            )
        self.s.seat_wind = read_letter(seat_wind, WIND_LETTERS, "seat_wind")
        self.s.round_wind = read_letter(round_wind, WIND_LETTERS, "round_wind")
        self.s.discarder = read_letter(discarder, WIND_LETTERS, "discarder")
        self.s.void_suit = read_letter(void_suit, SUIT_LETTERS, "void_suit")
        self.s.flowers = read_number(flowers, MOST_FLOWERS, "flowers")
        self.s.dealer_streak = read_number(dealer_streak, 255, "dealer_streak")
        problem = contradiction(&self.s)
        if problem is not None:
            raise HandError(problem)

    @property
    def self_draw(self):
        """Whether the winning tile was drawn."""
        return self.s.flags & SELF_DRAW != 0

    @property
    def replacement(self):
        """Whether it was the replacement of a kong."""
        return self.s.flags & REPLACEMENT != 0

    @property
    def robbing_kong(self):
        """Whether it was being added to another's pung."""
        return self.s.flags & ROBBING_KONG != 0

    @property
    def last_tile(self):
        """Whether it was the last of the wall, or the discard after it."""
        return self.s.flags & LAST_TILE != 0

    @property
    def last_of_kind(self):
        """Whether its other three copies were visible on the table."""
        return self.s.flags & LAST_OF_KIND != 0

    @property
    def first_turn(self):
        """Whether the win is in the first turn."""
        return self.s.flags & FIRST_TURN != 0

    @property
    def others_hold_wild(self):
        """Whether another player holds a wild tile, or None."""
        if self.s.flags & (OTHERS_HOLD_WILD | OTHERS_LACK_WILD) == 0:
            return None
        return self.s.flags & OTHERS_HOLD_WILD != 0

    @property
    def seat_wind(self):
        """The winner's seat, or None."""
        return None if self.s.seat_wind == UNTOLD else WIND_LETTERS[self.s.seat_wind]

    @property
    def round_wind(self):
        """The wind of the round, or None."""
        return None if self.s.round_wind == UNTOLD else WIND_LETTERS[self.s.round_wind]

    @property
    def discarder(self):
        """The seat of who gave the tile, or None."""
        return None if self.s.discarder == UNTOLD else WIND_LETTERS[self.s.discarder]

    @property
    def void_suit(self):
        """The suit declared void, or None."""
        return None if self.s.void_suit == UNTOLD else SUIT_LETTERS[self.s.void_suit]

    @property
    def flowers(self):
        """The number of flowers."""
        return self.s.flowers

    @property
    def dealer_streak(self):
        """The deals that the dealer has won in a row."""
        return self.s.dealer_streak

    def replace(self, **changes):
        """Return the same situation with some fields changed.

        >>> Situation(self_draw=True).replace(flowers=2)
        Situation(self_draw=True, flowers=2)
        """
        return Situation(**{**self.fields(), **changes})

    def fields(self):
        """Return the fields that differ from the default, by name."""
        found = {name: True for i, name in enumerate(FLAG_NAMES) if self.s.flags >> i & 1}
        if self.s.flags & OTHERS_LACK_WILD:
            found["others_hold_wild"] = False
        for name in ("seat_wind", "round_wind", "discarder", "void_suit"):
            if getattr(self, name) is not None:
                found[name] = getattr(self, name)
        for name in ("flowers", "dealer_streak"):
            if getattr(self, name):
                found[name] = getattr(self, name)
        return found

    def __repr__(self):
        fields = ", ".join([f"{name}={value!r}" for name, value in self.fields().items()])
        return f"Situation({fields})"

    def __eq__(self, other):
        if type(other) is not Situation:
            return NotImplemented
        return self.fields() == other.fields()

    def __hash__(self):
        return hash(tuple(sorted(self.fields().items())))

    def __reduce__(self):
        return restore, (self.fields(),)


def suggested_field(name):
    """Return which field another name was meant to be, or else all of them."""
    return suggestion(name, FIELD_NAMES, FIELD_WORDS)


def restore(fields):
    """Make a situation again from what it was pickled as."""
    return Situation(**fields)


cdef bint is_contradiction(const situation_t* s) noexcept nogil:
    """Whether two fields contradict each other."""
    cdef int flags = s.flags
    return (
        flags & (ROBBING_KONG | SELF_DRAW) == ROBBING_KONG | SELF_DRAW
        or flags & (REPLACEMENT | SELF_DRAW) == REPLACEMENT
        or flags & (LAST_TILE | ROBBING_KONG) == LAST_TILE | ROBBING_KONG
        or flags & (LAST_TILE | FIRST_TURN) == LAST_TILE | FIRST_TURN
        or s.discarder != UNTOLD and (flags & SELF_DRAW or s.discarder == s.seat_wind)
    )


cdef object contradiction(const situation_t* s):
    """The sentence that tells which two fields contradict each other, or None."""
    cdef int flags = s.flags
    if not is_contradiction(s):
        return None
    if flags & ROBBING_KONG and flags & SELF_DRAW:
        return "robbing_kong with self_draw: a robbed tile is claimed"
    if flags & REPLACEMENT and not flags & SELF_DRAW:
        return "replacement without self_draw: a replacement is drawn"
    if flags & LAST_TILE and flags & ROBBING_KONG:
        return "last_tile with robbing_kong: no kong is made of the last tile"
    if flags & LAST_TILE and flags & FIRST_TURN:
        return "last_tile with first_turn"
    if flags & SELF_DRAW:
        return "discarder with self_draw: nobody discarded a drawn tile"
    return "discarder with seat_wind: nobody wins on their own discard"


cdef int read_letter(object value, str letters, str name) except -2:
    if value is None:
        return UNTOLD
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str or None, not {type(value).__name__}")
    if len(value) != 1 or value not in letters:
        raise HandError(f"{name} must be one of {', '.join(letters)}, not {value[:20]!r}")
    return letters.index(value)


cdef int read_number(object value, int most, str name) except -1:
    if isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not bool")
    number = index(value)
    if not 0 <= number <= most:
        raise HandError(f"{name} must be 0 to {most}, not {number}")
    return number
