# optimize: balance
"""Melds, hands, and the reading of every kind of hand argument into the C struct `hand_t`.

A text is scanned in one pass over its ASCII bytes, with no Python object on the good path; a fault
is recorded as a reason and a position, and only then described. Counts come from bytes, buffers or
sequences; each value is checked before it is narrowed to the uint8 of `hand_t`.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.number cimport PyNumber_Index
from cpython.object cimport Py_TYPE, PyObject, PyTypeObject
from cpython.sequence cimport PySequence_Check
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from mahjong_fast.core.base.types cimport hand_t
from mahjong_fast.core.base.vocabulary cimport (
    COPIES, FIRST_DRAGON, FIRST_WIND, KINDS, MELD_CHOW, MELD_HONOUR_RUN, MELD_KONG, MELD_NONE,
    MELD_PUNG, NO_TILE, WILD,
)

import sys

from mahjong_fast import tiles as tile_table
from mahjong_fast.errors import HandError, NotationError
from mahjong_fast.tiles import excerpt

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void* PyUnicode_DATA(object text)


cdef extern from *:
    """
    /* The value of an exact int of one digit, -1 for any other: PyLong_AsLong without the call. */
    static inline Py_ssize_t small_int(PyObject* number) {
    #if PY_VERSION_HEX >= 0x030C0000
        PyLongObject *value = (PyLongObject *)number;
        return PyUnstable_Long_IsCompact(value) ? PyUnstable_Long_CompactValue(value) : -1;
    #else
        if (Py_SIZE(number) == 0)
            return 0;
        return Py_SIZE(number) == 1 ? (Py_ssize_t)((PyLongObject *)number)->ob_digit[0] : -1;
    #endif
    }

    /* The head of numpy's array object, which its stable ABI lays down. */
    typedef struct {
        PyObject_HEAD
        char* data;
        int ndim;
        Py_ssize_t *shape, *strides;
        PyObject *base, *dtype;
    } ndarray_t;

    /* Without the GIL another thread may move the data; the buffer protocol holds it in place. */
    #ifdef Py_GIL_DISABLED
    #define NDARRAY_HEAD_IS_STEADY 0
    #else
    #define NDARRAY_HEAD_IS_STEADY 1
    #endif
    """
    ctypedef struct ndarray_t:
        char* data
        int ndim
        Py_ssize_t* shape
        Py_ssize_t* strides
        PyObject* dtype
    bint NDARRAY_HEAD_IS_STEADY
    Py_ssize_t small_int(PyObject* number)
    bint PyLong_CheckExact(PyObject* value)
    PyObject** PySequence_Fast_ITEMS(object sequence)


cdef enum:
    MOST_IDS = 18       # more numbers than that are not the tiles of a hand

cdef tuple NAMES = tile_table.NAMES
cdef str BYTE_ORDER_MARK = "\ufeff"

# The notations that `parse` and `format` know of beside the canonical one (dialect None).
cdef tuple DIALECTS = ("mpsz-cn", "riichi", "botzone", "tenhou136", "mjai", "chinese", "unicode")


cdef int check_dialect(object dialect) except -1:
    if dialect is None:
        return 0
    if not isinstance(dialect, str):
        raise TypeError(f"a dialect must be a str or None, not {type(dialect).__name__}")
    problem = "is not available in this version" if dialect in DIALECTS else "is unknown"
    raise NotationError(
        f"dialect {excerpt(dialect)} {problem}; available: None (the canonical notation)"
    )


# ---------------------------------------------------------------------------------------------
# Scanning a text
# ---------------------------------------------------------------------------------------------

cdef enum notation_fault_t:
    NO_FAULT
    UNKNOWN_CHARACTER
    DIGITS_WITHOUT_SUIT
    SUIT_WITHOUT_DIGITS
    RED_FIVE
    DRAGON_DIGIT
    NO_HONOUR
    UNCLOSED_MELD
    NESTED_MELD
    STRAY_CLOSE
    WILD_IN_MELD
    NOT_A_MELD
    NOT_A_KONG
    WINNING_IN_MELD
    SECOND_WINNING
    NOT_ONE_WINNING
    FIFTH_COPY
    TOO_MANY_WILDCARDS
    TOO_MANY_MELDS

# What is told of a text that is refused where nobody knows what it was meant to say.
cdef dict ADVICE = {
    UNKNOWN_CHARACTER: "suits are m p s after digits, honours E S W N C F P, wildcards *",
    DIGITS_WITHOUT_SUIT: "m, p or s",
    SUIT_WITHOUT_DIGITS: "",
}

# Each reason's error and its sentence; {it} is the character or tile at the position.
cdef dict FAULTS = {
    UNKNOWN_CHARACTER: (NotationError, "unknown character {it}"),
    DIGITS_WITHOUT_SUIT: (NotationError, "digits without a suit letter"),
    SUIT_WITHOUT_DIGITS: (NotationError, "suit letter {it} without digits"),
    RED_FIVE: (
        NotationError, "0 (a red five) is riichi notation, which is not read; write 5",
    ),
    DRAGON_DIGIT: (NotationError, tile_table.DRAGON_DIGITS + "; found"),
    NO_HONOUR: (NotationError, "no honour has the digit {it} (1z..4z are E S W N)"),
    UNCLOSED_MELD: (NotationError, "unclosed {it}"),
    NESTED_MELD: (NotationError, "{it} inside a meld"),
    STRAY_CLOSE: (NotationError, "{it} closes nothing"),
    WILD_IN_MELD: (NotationError, "a wildcard inside a meld"),
    NOT_A_MELD: (NotationError, "not a chow, pung, kong or honour run"),
    NOT_A_KONG: (NotationError, "braces are for a concealed kong only, found another meld"),
    WINNING_IN_MELD: (NotationError, "'+' inside a meld"),
    SECOND_WINNING: (NotationError, "a second '+'"),
    NOT_ONE_WINNING: (NotationError, "'+' takes exactly one tile, the last of the text; found"),
    FIFTH_COPY: (HandError, "a fifth {it}"),
    TOO_MANY_WILDCARDS: (HandError, f"more than {MAX_TOTAL} tiles"),
    TOO_MANY_MELDS: (HandError, f"more than {MAX_MELDS} melds"),
}


cdef struct scan_t:
    hand_t* hand
    meld_t* melds       # MAX_MELDS of them; hand.melds are in use
    bint in_meld        # the tiles go to melds[hand.melds]
    int last            # the tile read last
    notation_fault_t fault
    Py_ssize_t at       # position of the fault


cdef inline notation_fault_t failed(
    scan_t* scan, notation_fault_t fault, Py_ssize_t at
) noexcept nogil:
    scan.fault = fault
    scan.at = at
    return fault


cdef inline notation_fault_t put(scan_t* scan, int kind, Py_ssize_t at) noexcept nogil:
    """Add one natural tile to the hand or to the open meld."""
    cdef hand_t* hand = scan.hand
    cdef meld_t* meld
    scan.last = kind
    if hand.counts[kind] + hand.melded[kind] >= COPIES:
        return failed(scan, FIFTH_COPY, at)
    if not scan.in_meld:
        hand.counts[kind] += 1
        hand.total += 1
        return NO_FAULT
    meld = &scan.melds[hand.melds]
    if meld.size == 4:
        return failed(scan, NOT_A_MELD, at)
    meld.tiles[meld.size] = kind
    meld.size += 1
    hand.melded[kind] += 1
    return NO_FAULT


cdef inline bint is_space(uint8_t character) noexcept nogil:
    """Whether an ASCII character is white space, as `str.isspace` has it."""
    return character == c' ' or 9 <= character <= 13 or 28 <= character <= 31


cdef notation_fault_t put_digits(
    scan_t* scan, const uint8_t* text, Py_ssize_t start, Py_ssize_t letter
) noexcept nogil:
    """Add the tiles of the digits in text[start:letter], whose suit is text[letter]."""
    cdef Py_ssize_t at
    cdef uint8_t suit = text[letter]
    cdef int digit
    cdef int base = 0 if suit == c'm' else 9 if suit == c'p' else 18 if suit == c's' else FIRST_WIND
    for at in range(start, letter):
        if is_space(text[at]):
            continue
        digit = text[at] - c'0'
        if suit == c'z' and not 1 <= digit <= 4:
            return failed(scan, DRAGON_DIGIT if 5 <= digit <= 7 else NO_HONOUR, at)
        if digit == 0:
            return failed(scan, RED_FIVE, at)
        if put(scan, base + digit - 1, at):
            return scan.fault
    return NO_FAULT


cdef inline void count_meld(hand_t* hand, const meld_t* meld) noexcept nogil:
    hand.melds += 1
    hand.chows += meld.kind == MELD_CHOW
    hand.kongs += meld.kind == MELD_KONG
    hand.concealed_kongs += meld.concealed
    if meld.kind == MELD_HONOUR_RUN:
        if meld.tiles[0] < FIRST_DRAGON:
            hand.wind_runs += 1
        else:
            hand.dragon_runs += 1


cdef notation_fault_t close_meld(scan_t* scan, Py_ssize_t opened, bint concealed) noexcept nogil:
    cdef meld_t* meld = &scan.melds[scan.hand.melds]
    if not classify(meld):
        return failed(scan, NOT_A_MELD, opened)
    if concealed and meld.kind != MELD_KONG:
        return failed(scan, NOT_A_KONG, opened)
    meld.concealed = concealed
    count_meld(scan.hand, meld)
    scan.in_meld = False
    return NO_FAULT


cdef inline int honour(uint8_t letter) noexcept nogil:
    if letter == c'E':
        return FIRST_WIND
    if letter == c'S':
        return FIRST_WIND + 1
    if letter == c'W':
        return FIRST_WIND + 2
    if letter == c'N':
        return FIRST_WIND + 3
    if letter == c'C':
        return FIRST_DRAGON
    if letter == c'F':
        return FIRST_DRAGON + 1
    if letter == c'P':
        return FIRST_DRAGON + 2
    return NO_TILE


cdef notation_fault_t scan_text(
    scan_t* scan, const uint8_t* text, Py_ssize_t length
) noexcept nogil:
    """Read the whole of an ASCII text into scan.hand and scan.melds, which it clears first."""
    cdef hand_t* hand = scan.hand
    cdef Py_ssize_t at, digits = -1, opened = -1, plus = -1
    cdef int held_before_plus = 0
    cdef int kind
    cdef uint8_t character
    memset(hand, 0, sizeof(hand_t))
    hand.winning = NO_TILE
    scan.in_meld = False
    scan.last = NO_TILE
    scan.fault = NO_FAULT
    for at in range(length):
        character = text[at]
        if c'0' <= character <= c'9':
            if digits < 0:
                digits = at
            continue
        if character in b"mpsz":
            if digits < 0:
                return failed(scan, SUIT_WITHOUT_DIGITS, at)
            if put_digits(scan, text, digits, at):
                return scan.fault
            digits = -1
            continue
        if is_space(character):
            continue
        kind = honour(character)
        if kind == NO_TILE and character not in b"*+[]{}":
            return failed(scan, UNKNOWN_CHARACTER, at)
        if digits >= 0:
            return failed(scan, DIGITS_WITHOUT_SUIT, digits)
        if kind != NO_TILE:
            if put(scan, kind, at):
                return scan.fault
        elif character == c'*':
            if scan.in_meld:
                return failed(scan, WILD_IN_MELD, at)
            if hand.total == MAX_TOTAL:
                return failed(scan, TOO_MANY_WILDCARDS, at)
            hand.wild += 1
            hand.total += 1
            scan.last = WILD
        elif character == c'+':
            if scan.in_meld:
                return failed(scan, WINNING_IN_MELD, at)
            if plus >= 0:
                return failed(scan, SECOND_WINNING, at)
            plus = at
            held_before_plus = hand.total
        elif character in b"[{":
            if scan.in_meld:
                return failed(scan, NESTED_MELD, at)
            if plus >= 0:
                return failed(scan, NOT_ONE_WINNING, plus)
            if hand.melds == MAX_MELDS:
                return failed(scan, TOO_MANY_MELDS, at)
            memset(&scan.melds[hand.melds], 0, sizeof(meld_t))
            scan.in_meld = True
            opened = at
        else:
            # `]` is the second character after `[` in ASCII, as `}` is after `{`.
            if not scan.in_meld or text[opened] + 2 != character:
                return failed(scan, STRAY_CLOSE, at)
            if close_meld(scan, opened, character == c'}'):
                return scan.fault
    if digits >= 0:
        return failed(scan, DIGITS_WITHOUT_SUIT, digits)
    if scan.in_meld:
        return failed(scan, UNCLOSED_MELD, opened)
    if plus >= 0:
        if hand.total != held_before_plus + 1:
            return failed(scan, NOT_ONE_WINNING, plus)
        hand.winning = scan.last
    return NO_FAULT


cdef int describe_fault(str text, scan_t* scan) except -1:
    error, sentence = FAULTS[scan.fault]
    it = NAMES[scan.last] if scan.fault == FIFTH_COPY else repr(text[scan.at])
    sentence = sentence.format(it=it)
    if scan.fault in ADVICE:
        from mahjong_fast.notations import advice

        hint = advice(text, scan.at) or ADVICE[scan.fault]
        sentence += f" ({hint})" if hint else ""
    raise error(f"{sentence} at position {scan.at} of {excerpt(text, scan.at)}")


cdef str with_ascii_spaces(str text):
    """The text with a space for all other white space, and for the mark that begins some files."""
    return "".join([
        " " if character.isspace() or character == BYTE_ORDER_MARK else character
        for character in text
    ])


cdef int scan_or_raise(str text, scan_t* scan) except -1:
    cdef str ascii = text if PyUnicode_IS_ASCII(text) else with_ascii_spaces(text)
    if not PyUnicode_IS_ASCII(ascii):
        scan.fault = UNKNOWN_CHARACTER
        scan.at = next(at for at, character in enumerate(ascii) if character > "\x7f")
        describe_fault(text, scan)
    if scan_text(scan, <const uint8_t*>PyUnicode_DATA(ascii), PyUnicode_GET_LENGTH(ascii)):
        describe_fault(text, scan)
    return 0


cdef int parse_text(str text, hand_t* out) except -1:
    cdef meld_t melds[MAX_MELDS]
    cdef scan_t scan
    scan.hand = out
    scan.melds = melds
    return scan_or_raise(text, &scan)


# ---------------------------------------------------------------------------------------------
# Reading numbers
# ---------------------------------------------------------------------------------------------

cdef object as_int(object value, str what):
    """The exact int of an integer of any type; bool is none."""
    if isinstance(value, bool):
        raise TypeError(f"{what} must be an int, not bool")
    try:
        return PyNumber_Index(value)
    except TypeError:
        raise TypeError(f"{what} must be an int, not {type(value).__name__}") from None


cdef int read_wild(object wild) except -1:
    cdef Py_ssize_t number
    if type(wild) is not int:
        wild = as_int(wild, "wild")
    number = small_int(<PyObject*>wild)
    if not 0 <= number <= MAX_TOTAL:
        raise HandError("wild must not be negative" if wild < 0 else f"more than {MAX_TOTAL} tiles")
    return number


cdef bint read_flag(object value, str name) except -1:
    if value is True or value is False:
        return value is True
    if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise TypeError(f"{name} must be True or False, not {value!r}")


cdef int read_tile(object tile) except -1:
    cdef Py_ssize_t number
    if isinstance(tile, str):
        number = tile_table.kind(tile)
    else:
        if type(tile) is not int:
            tile = as_int(tile, "a tile")
        number = small_int(<PyObject*>tile)
    if not (0 <= number < KINDS or number == WILD):
        raise HandError(f"a hand's tiles have the ids 0-{KINDS - 1}, or {WILD} for a wildcard")
    return number


cdef int wrong_count(int kind, bint negative) except -1:
    if negative:
        raise HandError(f"a negative count of {NAMES[kind]}")
    raise HandError(f"more than {COPIES} copies of {NAMES[kind]}")


cdef int wrong_length(object length) except -1:
    """Raise the error of so many numbers, or words for how many; few may be ids of tiles."""
    message = f"counts must be {KINDS} numbers, one a kind, not {length}"
    if isinstance(length, int) and 0 < length <= MOST_IDS:
        message += "; of the ids of tiles make a text: ''.join(map(tiles.name, ids))"
    raise HandError(message)


cdef int refuse_texts(object hand) except -1:
    """Raise the error of a list of texts, where it begins as one."""
    if isinstance(next(iter(hand), None), str):
        raise TypeError(
            f"tiles are one text or {KINDS} counts, not a list of texts; join it: ''.join(tiles)"
        )
    return 0


cdef inline int checked_sum(const uint8_t* counts) except -1:
    """Return the sum of 34 counts, none of which may be more than four."""
    # Eight counts at a time: adding 123 sets the top bit of a byte that is 5-127.
    cdef uint64_t word, above = 0, total = 0
    cdef uint16_t rest
    cdef int place
    memcpy(&rest, counts + 32, 2)
    for place in range(4):
        memcpy(&word, counts + 8 * place, 8)
        above |= word | (word & 0x7F7F7F7F7F7F7F7FULL) + 0x7B7B7B7B7B7B7B7BULL
        total += word
    above |= rest | (rest & 0x7F7F) + 0x7B7B
    if above & 0x8080808080808080ULL:
        for place in range(KINDS):
            if counts[place] > COPIES:
                return wrong_count(place, False)
    total += rest
    return <int>(total * 0x0101010101010101ULL >> 56)


# ---------------------------------------------------------------------------------------------
# Reading counts
# ---------------------------------------------------------------------------------------------

cdef bint read_small_ints(PyObject** items, uint8_t* out) noexcept:
    """Copy 34 exact ints of 0-4; False where an item is anything else."""
    cdef Py_ssize_t number
    cdef int kind
    for kind in range(KINDS):
        if not PyLong_CheckExact(items[kind]):
            return False
        number = small_int(items[kind])
        if not 0 <= number <= COPIES:
            return False
        out[kind] = number
    return True


cdef int read_sequence(object counts, uint8_t* out) except -1:
    """Copy 34 ints. The sequence may be of any class, lie about its length, or change meanwhile."""
    cdef Py_ssize_t number
    cdef int kind = 0
    for value in counts:
        if kind == KINDS:
            wrong_length(f"{KINDS + 1} or more")
        if type(value) is not int:
            value = as_int(value, f"the count of {NAMES[kind]}")
        number = small_int(<PyObject*>value)
        if not 0 <= number <= COPIES:
            wrong_count(kind, value < 0)
        out[kind] = number
        kind += 1
    if kind != KINDS:
        wrong_length(kind)
    return 0


# A numpy row of uint8 is read from the array's head: 60 ns less than by the buffer protocol.
# The types are written once, by the first such row, if its head agrees with its buffer.
cdef PyTypeObject *ndarray_type = NULL
cdef PyObject* uint8_dtype = NULL


cdef inline bint is_plain_row(object counts) noexcept:
    """Whether `counts` is a numpy array of 34 adjacent uint8."""
    cdef ndarray_t* row = <ndarray_t*>counts
    return (
        Py_TYPE(counts) == ndarray_type
        and row.dtype == uint8_dtype
        and row.ndim == 1
        and row.shape[0] == KINDS
        and row.strides[0] == 1
    )


cdef int learn_ndarray(object counts, const Py_buffer* view) except -1:
    """Remember numpy's array type if `counts`, a plain row that `view` shows, is of it."""
    global ndarray_type, uint8_dtype
    cdef ndarray_t* row = <ndarray_t*>counts
    if not NDARRAY_HEAD_IS_STEADY or ndarray_type != NULL or type(counts) is bytearray:
        return 0
    numpy = sys.modules.get("numpy")
    if numpy is None or type(counts) is not numpy.ndarray:
        return 0
    dtype = numpy.dtype("uint8")
    if (
        counts.dtype is dtype
        and row.dtype == <PyObject*>dtype
        and row.data == <char*>view.buf
        and row.ndim == 1
        and row.shape[0] == KINDS
        and row.strides[0] == 1
    ):
        # Both live as long as numpy, which cannot be unloaded.
        uint8_dtype = <PyObject*>dtype
        ndarray_type = Py_TYPE(counts)
    return 0


cdef uint64_t load(const uint8_t* item, Py_ssize_t size, bint big_endian) noexcept nogil:
    cdef uint64_t value = 0
    cdef Py_ssize_t place
    for place in range(size):
        value = value << 8 | item[place if big_endian else size - 1 - place]
    return value


cdef int read_buffer(object counts, uint8_t* out) except -1:
    """Copy 34 integers of any width, byte order and stride from a one-dimensional buffer."""
    cdef Py_buffer view
    cdef const char* layout = b"B"
    cdef const char* code
    cdef const uint8_t* first
    cdef const uint8_t* item
    cdef Py_ssize_t length, step
    cdef uint64_t value
    cdef bint host_is_big, big_endian, signed
    cdef unsigned short probe = 1
    cdef int kind
    try:
        PyObject_GetBuffer(counts, &view, PyBUF_STRIDES | PyBUF_FORMAT)
    except (BufferError, ValueError) as error:
        raise TypeError(f"counts must be integers: {error}") from None
    try:
        if view.ndim != 1:
            raise HandError(f"counts must have one dimension, not {view.ndim}")
        # What an exporter leaves out, as ctypes the strides, is what adjacent items would have.
        length = view.len // max(1, view.itemsize) if view.shape is NULL else view.shape[0]
        step = view.itemsize if view.strides is NULL else view.strides[0]
        if length != KINDS:
            wrong_length(length)
        first = <const uint8_t*>view.buf
        if view.format is not NULL:
            layout = view.format
        code = layout
        if code[0] == c'B' and code[1] == 0 and step == 1:
            memcpy(out, first, KINDS)
            return learn_ndarray(counts, &view)
        host_is_big = (<const uint8_t*>&probe)[0] == 0
        big_endian = code[0] in b">!" or code[0] != c'<' and host_is_big
        if code[0] in b"@=<>!":
            code += 1
        signed = code[0] in b"bhilqn"
        if (
            code[0] == 0 or code[1] != 0
            or not (signed or code[0] in b"BHILQN")
            or view.itemsize not in (1, 2, 4, 8)
        ):
            if hasattr(counts, "dtype"):
                raise TypeError(f"counts must be integers, not of the dtype {counts.dtype}")
            raise TypeError(
                f"counts must be integers, not of the format {excerpt(layout.decode('latin-1'))}"
            )
        for kind in range(KINDS):
            item = first + kind * step
            if view.itemsize == 8 and big_endian == host_is_big:
                memcpy(&value, item, 8)
            else:
                value = load(item, view.itemsize, big_endian)
            if value > COPIES:
                wrong_count(kind, signed and value >> (8 * view.itemsize - 1))
            out[kind] = <uint8_t>value
        return 0
    finally:
        PyBuffer_Release(&view)


cdef int read_list(object counts, uint8_t* out) except -1:
    """Copy 34 ints of an exact list or tuple."""
    cdef bint plain
    cdef Py_ssize_t length
    with cython.critical_section(counts):
        length = len(counts)
        plain = length == KINDS and read_small_ints(PySequence_Fast_ITEMS(counts), out)
    if plain:
        return 0
    refuse_texts(counts)
    if length != KINDS:
        wrong_length(length)
    return read_sequence(counts, out)


cdef int read_object(object counts, uint8_t* out) except -1:
    """Copy 34 counts of a buffer or a sequence of any class."""
    if PyObject_CheckBuffer(counts):
        return read_buffer(counts, out)
    if not PySequence_Check(counts):
        raise TypeError(
            f"a hand must be a Hand, a text or {KINDS} counts, not {type(counts).__name__}"
        )
    try:
        length = len(counts)
    except OverflowError:
        length = "that many"
    if length != KINDS:
        wrong_length(length)
    return read_sequence(counts, out)


cdef inline int read_counts(object counts, uint8_t* out) except -1:
    """Copy 34 counts from anything that holds them; return their sum."""
    if type(counts) is bytes:
        if PyBytes_GET_SIZE(counts) != KINDS:
            wrong_length(PyBytes_GET_SIZE(counts))
        memcpy(out, PyBytes_AS_STRING(counts), KINDS)
    elif type(counts) is list or type(counts) is tuple:
        read_list(counts, out)
    elif is_plain_row(counts):
        memcpy(out, (<ndarray_t*>counts).data, KINDS)
    else:
        read_object(counts, out)
    return checked_sum(out)


cdef int read_hand(object hand, int wild, hand_t* out) except -1:
    if type(hand) is Hand:
        out[0] = (<Hand>hand).h
    elif isinstance(hand, str):
        parse_text(<str>hand, out)
    elif type(hand) is HandState:
        out[0] = (<HandState>hand).h
        # Another thread may be changing the state; the kernels rely on the sum of what was copied.
        out.total = checked_sum(out.counts) + out.wild
    else:
        out.total = read_counts(hand, out.counts)
        memset(out.melded, 0, KINDS)
        out.wild = 0
        out.melds = out.chows = out.wind_runs = out.dragon_runs = 0
        out.kongs = out.concealed_kongs = 0
        out.winning = NO_TILE
    if not 0 <= wild <= MAX_TOTAL - out.total:
        if wild < 0:
            raise HandError("wild must not be negative")
        raise HandError(f"more than {MAX_TOTAL} tiles")
    out.wild += wild
    out.total += wild
    return 0


# ---------------------------------------------------------------------------------------------
# Writing the notation
# ---------------------------------------------------------------------------------------------

cdef str format_counts(const uint8_t* counts):
    cdef int kind, in_suit = 0
    parts = []
    for kind in range(KINDS):
        parts.append(NAMES[kind][0] * counts[kind])
        if kind < FIRST_WIND:
            in_suit += counts[kind]
            if kind % 9 == 8:
                if in_suit:
                    parts.append(NAMES[kind][1])
                in_suit = 0
    return "".join(parts)


cdef str format_hand(BaseHand hand):
    cdef hand_t rest = hand.h
    cdef int winning = rest.winning
    if winning == WILD:
        rest.wild -= 1
    elif winning != NO_TILE:
        rest.counts[winning] -= 1
    text = "".join(map(str, hand.melds)) + format_counts(rest.counts) + "*" * rest.wild
    if winning == NO_TILE:
        return text
    return f"{text}+{tile_table.name(winning)}"


# ---------------------------------------------------------------------------------------------
# Melds
# ---------------------------------------------------------------------------------------------

cdef dict MELD_KINDS = {
    MELD_CHOW: "chow",
    MELD_PUNG: "pung",
    MELD_KONG: "kong",
    MELD_HONOUR_RUN: "honour_run",
}


cdef int classify(meld_t* meld) noexcept nogil:
    """Sort the meld's tiles and set and return its kind; MELD_NONE where they make none."""
    cdef uint8_t* tiles = meld.tiles
    cdef uint8_t tile
    cdef int place, hole
    for place in range(1, meld.size):
        tile = tiles[place]
        hole = place
        while hole > 0 and tiles[hole - 1] > tile:
            tiles[hole] = tiles[hole - 1]
            hole -= 1
        tiles[hole] = tile
    meld.kind = MELD_NONE
    if meld.size < 3:
        return MELD_NONE
    if tiles[0] == tiles[meld.size - 1]:
        meld.kind = MELD_PUNG if meld.size == 3 else MELD_KONG
    elif meld.size == 3 and tiles[0] != tiles[1] and tiles[1] != tiles[2]:
        if tiles[2] < FIRST_WIND:
            if tiles[0] + 2 == tiles[2] and tiles[0] // 9 == tiles[2] // 9:
                meld.kind = MELD_CHOW
        elif tiles[0] >= FIRST_DRAGON or (tiles[0] >= FIRST_WIND and tiles[2] < FIRST_DRAGON):
            meld.kind = MELD_HONOUR_RUN
    return meld.kind


@cython.final
cdef class Meld:
    """Meld(tiles, *, concealed=False)\n--\n\nA declared group of tiles; immutable and hashable.

    Args:
        tiles: the notation `"[123m]"`, `"[2222p]"`, `"{2222p}"` (a concealed kong) or `"[ESW]"`,
            whose square brackets may be left out; or 3 or 4 tile ids.
        concealed: makes a concealed kong of four tiles that are given without brackets.

    Raises:
        NotationError: the text is not one meld.
        HandError: the ids are not a meld, or `concealed` contradicts the tiles or the brackets.
        TypeError: a value of another type.

    >>> meld = Meld("123m")
    >>> meld, str(meld), meld.kind, meld.tiles
    (Meld('[123m]'), '[123m]', 'chow', (0, 1, 2))
    """

    def __cinit__(self, tiles, *, concealed=False):
        cdef bint is_concealed = read_flag(concealed, "concealed")
        if isinstance(tiles, str):
            read_meld_text(tiles, &self.m)
        else:
            read_meld_ids(tiles, &self.m)
        if is_concealed and not self.m.concealed:
            if self.m.kind != MELD_KONG:
                raise HandError(f"only a kong can be concealed, not {self}")
            if isinstance(tiles, str) and "[" in tiles:
                raise HandError(f"the brackets of {self} say exposed: write braces or neither")
            self.m.concealed = True

    @property
    def kind(self):
        """`"chow"`, `"pung"`, `"kong"` or `"honour_run"`."""
        return MELD_KINDS[self.m.kind]

    @property
    def tiles(self):
        """The ids of its tiles, ascending: a tuple of 3 or 4."""
        cdef int place
        return tuple([self.m.tiles[place] for place in range(self.m.size)])

    @property
    def concealed(self):
        """Whether it is a concealed kong."""
        return self.m.concealed != 0

    def __str__(self):
        cdef uint8_t counts[KINDS]
        cdef int place
        memset(counts, 0, KINDS)
        for place in range(self.m.size):
            counts[self.m.tiles[place]] += 1
        text = format_counts(counts)
        return "{" + text + "}" if self.m.concealed else "[" + text + "]"

    def __repr__(self):
        return f"Meld({str(self)!r})"

    def __eq__(self, other):
        if type(other) is not Meld:
            return NotImplemented
        return memcmp(&self.m, &(<Meld>other).m, sizeof(meld_t)) == 0

    def __hash__(self):
        return hash((self.tiles, self.m.concealed))

    def __reduce__(self):
        return Meld, (str(self),)


cdef int read_meld_text(str text, meld_t* out) except -1:
    cdef meld_t melds[MAX_MELDS]
    cdef hand_t hand
    cdef scan_t scan
    cdef int kind
    scan.hand = &hand
    scan.melds = melds
    scan_or_raise(text, &scan)
    if hand.melds == 1 and hand.total == 0:
        out[0] = melds[0]
        return 0
    memset(out, 0, sizeof(meld_t))
    if hand.melds == 0 and hand.wild == 0 and hand.winning == NO_TILE and hand.total <= 4:
        for kind in range(KINDS):
            while hand.counts[kind]:
                hand.counts[kind] -= 1
                out.tiles[out.size] = kind
                out.size += 1
    if not classify(out):
        raise NotationError(f"{excerpt(text)} is not one chow, pung, kong or honour run")
    return 0


cdef int read_meld_ids(object tiles, meld_t* out) except -1:
    cdef int tile
    memset(out, 0, sizeof(meld_t))
    for item in tiles:
        tile = read_tile(item)
        if tile == WILD:
            raise HandError("a wildcard inside a meld")
        if out.size == 4:
            raise HandError("a meld of more than 4 tiles")
        out.tiles[out.size] = tile
        out.size += 1
    if not classify(out):
        names = " ".join([NAMES[out.tiles[tile]] for tile in range(out.size)])
        raise HandError(f"the tiles ({names}) are no chow, pung, kong or honour run")
    return 0


cdef tuple read_melds(object melds, hand_t* hand):
    """Add the tiles of declared melds to `hand` and return them in canonical order."""
    cdef meld_t* m
    cdef int place
    members = []
    for item in melds:
        if isinstance(item, str):
            item = Meld(item)
        elif type(item) is not Meld:
            raise TypeError(f"melds must be Meld or str, not {type(item).__name__}")
        if hand.melds == MAX_MELDS:
            raise HandError(f"more than {MAX_MELDS} melds")
        m = &(<Meld>item).m
        for place in range(m.size):
            if hand.counts[m.tiles[place]] + hand.melded[m.tiles[place]] >= COPIES:
                raise HandError(f"a fifth {NAMES[m.tiles[place]]} in the meld {item}")
            hand.melded[m.tiles[place]] += 1
        count_meld(hand, m)
        members.append(item)
    return sorted_melds(members)


cdef tuple sorted_melds(list melds):
    return tuple(sorted(melds, key=lambda meld: (meld.tiles, meld.concealed)))


# ---------------------------------------------------------------------------------------------
# Hands
# ---------------------------------------------------------------------------------------------

@cython.auto_pickle(False)
cdef class BaseHand:
    """What `Hand` and `HandState` share: their tiles."""

    def __cinit__(self):
        self.h.winning = NO_TILE
        self.melds = ()

    @property
    def counts(self):
        """Concealed natural tiles of each kind: a tuple of 34 ints."""
        cdef int kind
        return tuple([self.h.counts[kind] for kind in range(KINDS)])

    @property
    def wild(self):
        """Number of faceless wildcards."""
        return self.h.wild

    @property
    def total(self):
        """Number of concealed tiles and wildcards; melds are not in it."""
        return self.h.total

    @property
    def tiles(self):
        """The ids of the concealed tiles and wildcards, ascending: a tuple of `total` ints."""
        cdef int kind, _copy
        tiles = [kind for kind in range(KINDS) for _copy in range(self.h.counts[kind])]
        return tuple(tiles + [WILD] * self.h.wild)


cdef bint same(BaseHand left, BaseHand right):
    # hand_t has no padding: 68 bytes of counts, then ints.
    return memcmp(&left.h, &right.h, sizeof(hand_t)) == 0 and left.melds == right.melds


cdef Hand new_hand(hand_t* fields, tuple melds):
    cdef Hand hand = Hand.__new__(Hand)
    hand.h = fields[0]
    hand.melds = melds
    return hand


cdef int read_winning(object tile, hand_t* hand) except -1:
    """Mark `tile`, which the hand must hold, as its winning tile; None for none."""
    cdef int winning
    if tile is None:
        hand.winning = NO_TILE
        return 0
    winning = read_tile(tile)
    if (hand.wild if winning == WILD else hand.counts[winning]) == 0:
        raise HandError(
            f"the winning tile must be in the hand, it holds no {tile_table.name(winning)}"
        )
    hand.winning = winning
    return 0


@cython.final
cdef class Hand(BaseHand):
    """Hand(counts=None, wild=0, melds=(), winning=None)\n--\n\n\
A hand: concealed tiles, wildcards, declared melds and the winning tile. Immutable, hashable.

    Two hands are equal when their tiles, melds (in any order) and winning tiles are.

    Args:
        counts: concealed natural tiles of each kind, 0-4: bytes, an integer array or a sequence
            of 34. The winning tile is in them (or in `wild`). None holds no natural tile.
        wild: number of faceless wildcards.
        melds: up to 5 of `Meld` or its text.
        winning: the id or the text of the winning tile, or None.

    Raises:
        HandError: a hand that cannot exist, such as five copies of a kind, melds included.
        NotationError: a text is not a meld or a tile.
        TypeError: a value of another type.

    >>> hand = Hand.parse("[EEE] 345p 99s 1m** +2m")
    >>> hand
    Hand.parse('[EEE]1m345p99s**+2m')
    >>> hand.total, hand.wild, hand.winning, hand.melds
    (9, 2, 1, (Meld('[EEE]'),))
    """

    def __cinit__(self, counts=None, wild=0, melds=(), winning=None):
        if counts is not None:
            self.h.total = read_counts(counts, self.h.counts)
        self.h.wild = read_wild(wild)
        self.h.total += self.h.wild
        if self.h.total > MAX_TOTAL:
            raise HandError(f"more than {MAX_TOTAL} tiles")
        self.melds = read_melds(melds, &self.h)
        read_winning(winning, &self.h)

    @staticmethod
    def parse(text, dialect=None):
        """Return the hand that a text describes.

        Args:
            text: the canonical notation: `123m456p789sEEE**`, melds `[123m]` `{2222p}`, a winning
                tile `+3s` at the end; white space is free.
            dialect: None, the canonical notation.

        Raises:
            NotationError: the text is not in the notation, or there is no such dialect.
            HandError: the hand cannot exist. Both name the position, counted from 0.
            TypeError: `text` is not a `str`.

        >>> Hand.parse("123m456")
        Traceback (most recent call last):
            ...
        mahjong_fast.errors.NotationError: digits without a suit letter (m, p or s) at position 4 \
of '123m456'
        """
        cdef meld_t fields[MAX_MELDS]
        cdef hand_t parsed
        cdef scan_t scan
        cdef int place, tile
        check_dialect(dialect)
        if not isinstance(text, str):
            raise TypeError(f"a hand's text must be a str, not {type(text).__name__}")
        scan.hand = &parsed
        scan.melds = fields
        scan_or_raise(<str>text, &scan)
        melds = []
        for place in range(parsed.melds):
            tiles = [fields[place].tiles[tile] for tile in range(fields[place].size)]
            melds.append(Meld(tiles, concealed=fields[place].concealed != 0))
        return new_hand(&parsed, sorted_melds(melds))

    def format(self, dialect=None):
        """Return the hand's text: melds, concealed tiles by id, wildcards, the winning tile.

        `Hand.parse(hand.format(dialect), dialect) == hand`.

        Args:
            dialect: None, the canonical notation, which is `str(hand)`.

        Raises:
            NotationError: there is no such dialect.
        """
        check_dialect(dialect)
        return format_hand(self)

    @property
    def winning(self):
        """The id of the winning tile, which is one of `tiles`, or None."""
        return None if self.h.winning == NO_TILE else self.h.winning

    def __str__(self):
        return format_hand(self)

    def __repr__(self):
        return f"Hand.parse({format_hand(self)!r})"

    def __eq__(self, other):
        if type(other) is not Hand:
            return NotImplemented
        return same(self, <Hand>other)

    def __hash__(self):
        return hash((self.counts, self.h.wild, self.h.winning, self.melds))

    def __reduce__(self):
        return Hand, (bytes(self.counts), self.h.wild, self.melds, self.winning)


@cython.final
cdef class HandState(BaseHand):
    """HandState(hand=None)\n--\n\n\
A hand to change in a loop, a tile at a time; every evaluator takes it as a hand.

    It has no winning tile: `to_hand(winning)` names one. Not to be changed by two threads at once.

    Args:
        hand: any hand argument (`Hand`, text, counts, ...) to start from, or None for no tiles.

    >>> state = HandState("123m456p")
    >>> state.add("*")
    >>> state.remove("4p")
    >>> state
    HandState('123m56p*')
    """

    def __cinit__(self, hand=None):
        if hand is None:
            return
        if isinstance(hand, str):
            hand = Hand.parse(hand)
        read_hand(hand, 0, &self.h)
        self.h.winning = NO_TILE
        if isinstance(hand, BaseHand):
            self.melds = (<BaseHand>hand).melds

    def add(self, tile):
        """Add one tile, an id or a text, `WILD` or `"*"` too.

        Raises:
            HandError: a fifth copy, melds included, or no tile of a hand.
            NotationError: the text is not a tile.
        """
        cdef int kind = read_tile(tile)
        if self.h.total == MAX_TOTAL:
            raise HandError(f"more than {MAX_TOTAL} tiles")
        if kind == WILD:
            self.h.wild += 1
        elif self.h.counts[kind] + self.h.melded[kind] < COPIES:
            self.h.counts[kind] += 1
        else:
            raise HandError(f"a fifth {NAMES[kind]}")
        self.h.total += 1

    def remove(self, tile):
        """Remove one concealed tile, an id or a text, `WILD` or `"*"` too.

        Raises:
            HandError: the hand does not hold it.
            NotationError: the text is not a tile.
        """
        cdef int kind = read_tile(tile)
        if kind == WILD and self.h.wild:
            self.h.wild -= 1
        elif kind != WILD and self.h.counts[kind]:
            self.h.counts[kind] -= 1
        else:
            raise HandError(f"the hand holds no {tile_table.name(kind)}")
        self.h.total -= 1

    def to_hand(self, winning=None):
        """Return the `Hand` of the present tiles; `winning`, if given, is one of them."""
        cdef hand_t fields
        read_hand(self, 0, &fields)
        read_winning(winning, &fields)
        return new_hand(&fields, self.melds)

    def copy(self):
        """Return an independent state of the same tiles."""
        return HandState(self)

    def __len__(self):
        return self.h.total

    def __repr__(self):
        return f"HandState({format_hand(self)!r})"

    def __str__(self):
        return format_hand(self)

    def __eq__(self, other):
        if type(other) is not HandState:
            return NotImplemented
        return same(self, <HandState>other)

    def __reduce__(self):
        return HandState, (self.to_hand(),)
