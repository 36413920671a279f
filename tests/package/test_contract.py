"""What every object of the package keeps: it survives whatever it is given, and passes anywhere."""

import array
import copy
import ctypes
import inspect
import multiprocessing
import pickle
import random
import struct
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import mahjong_fast as mf
from mahjong_fast import HandError, MahjongError, RulesError, arrays, rules

COUNTS = mf.Hand.parse("123m456p789s11s").counts


def survives(program):
    """Run a program in a new interpreter, which must not crash."""
    ran = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]


# -- Buffers -------------------------------------------------------------------------------------

INTEGERS = [
    getattr(ctypes, f"c_{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)
] + [ctypes.c_long, ctypes.c_ulong, ctypes.c_short, ctypes.c_size_t, ctypes.c_ssize_t]
SWAPPED = [
    getattr(each, order)
    for each in (ctypes.c_int16, ctypes.c_uint32, ctypes.c_int64)
    for order in ("__ctype_be__", "__ctype_le__")
]
QUESTIONS = {
    "is_win": mf.is_win,
    "shanten": mf.shanten,
    "discards": mf.discards,
    "readings": mf.readings,
    "count_readings": mf.count_readings,
    "Hand": mf.Hand,
    "HandState": mf.HandState,
    "waits": lambda counts: mf.waits(counts, wild=2),
    "seen": lambda counts: mf.acceptance("456m456s8p", seen=counts),
    "score": lambda counts: mf.Evaluator("guangdong_double").score(counts, wild=3),
    "is_win_batch": lambda counts: mf.is_win_batch([counts]).tolist(),
    "reorder": lambda counts: list(mf.tiles.reorder(counts)),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("kind", INTEGERS + SWAPPED, ids=lambda kind: kind.__name__)
def test_a_ctypes_array_of_integers_is_counts(kind, ask):
    """It leaves out its strides."""
    assert ask((kind * 34)(*COUNTS)) == ask(list(COUNTS))


@pytest.mark.parametrize(
    "kind",
    [
        ctypes.c_float,
        ctypes.c_double,
        ctypes.c_char,
        ctypes.c_bool,
        ctypes.c_wchar,
        ctypes.c_void_p,
        ctypes.py_object,
        type("Pair", (ctypes.Structure,), {"_fields_": [("x", ctypes.c_uint8)]}),
    ],
    ids=lambda kind: kind.__name__,
)
def test_a_ctypes_array_of_anything_else_is_a_type_error(kind):
    with pytest.raises(TypeError, match="counts must be integers"):
        mf.is_win((kind * 34)())


def test_a_ctypes_value_or_table_is_no_row():
    for buffer in (ctypes.c_uint8(), ((ctypes.c_uint8 * 17) * 2)()):
        with pytest.raises(HandError, match="one dimension"):
            mf.is_win(buffer)
    with pytest.raises(HandError, match="34 numbers"):
        mf.is_win((ctypes.c_uint8 * 33)())


def random_buffer(rng, counts):
    """Return an exporter of the counts, of some item type, order and stride."""
    code = rng.choice("bBhHiIlLqQ")
    row = array.array(code, counts)
    match rng.randrange(4):
        case 0:
            return row
        case 1:
            return memoryview(row.tobytes()).cast(code)
        case 2:
            spread = array.array(code, [rng.randrange(5) for _ in range(102)])
            for kind, count in enumerate(counts):
                spread[3 * kind] = count
            return memoryview(spread)[::3]
    return memoryview(array.array(code, counts[::-1]))[::-1]


def exporter_of(row):
    """Return an object that exports a row by the `__buffer__` of Python 3.12."""

    class Exporter:
        def __buffer__(self, flags):
            return memoryview(row)

    return Exporter()


def test_any_exporter_of_the_counts_is_read_alike():
    rng = random.Random(5)
    for _ in range(500):
        counts = [rng.randrange(5) for _ in range(34)]
        given = random_buffer(rng, counts)
        if rng.random() < 0.5 and sys.version_info >= (3, 12):
            given = exporter_of(given)
        assert mf.Hand(given).counts == tuple(counts)


EXPORTERS = """
import ctypes, random
import numpy as np
import mahjong_fast as mf

class View(ctypes.Structure):
    _fields_ = [
        ("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
    ]
GET = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(View), ctypes.c_int)

class Exporter:
    def __len__(self):
        return 34

@GET
def export(exporter, view, flags):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(exporter))
    told = view.contents
    told.obj = id(exporter)
    told.readonly = 1
    for name, value in exporter.told.items():
        setattr(told, name, value)
    return 0

# A type has its slots for buffers 17 pointers behind its name, in every CPython so far.
slots = ctypes.c_void_p.from_address(id(Exporter) + object.__basicsize__ + 8 * (1 + 17))
ctypes.c_void_p.from_address(slots.value).value = ctypes.cast(export, ctypes.c_void_p).value

rng = random.Random(7)
memory = (ctypes.c_uint8 * 4096)(*[rng.randrange(5) for _ in range(4096)])
shape = (ctypes.c_ssize_t * 2)(34, 1)
answered = 0
for _ in range(3000):
    size = rng.choice((0, 1, 1, 1, 2, 4, 8, 3))
    strides = (ctypes.c_ssize_t * 2)(rng.choice((0, 1, 2, 8, size)), size)
    exporter = Exporter()
    exporter.told = {
        "buf": ctypes.addressof(memory), "len": 34 * size, "itemsize": size,
        "ndim": rng.choice((0, 1, 1, 1, 1, 2)),
        "format": rng.choice((None, b"", b"B", b"b", b"<H", b">q", b"Q", b"T{", b"d", b"@B")),
        "shape": rng.choice((None, ctypes.addressof(shape))),
        "strides": rng.choice((None, ctypes.addressof(strides))),
        "suboffsets": None, "internal": None,
    }
    for ask in (mf.is_win, mf.shanten, mf.Hand, mf.HandState,
                lambda counts: mf.acceptance("1m", seen=counts)):
        try:
            ask(exporter)
            answered += 1
        except (mf.HandError, TypeError):
            pass
assert answered > 1000, answered

plain = Exporter()
plain.told = {
    "buf": ctypes.addressof(memory), "len": 34, "itemsize": 1, "ndim": 1, "format": None,
    "shape": None, "strides": None, "suboffsets": None, "internal": None,
}
assert mf.Hand(plain).counts == tuple(memory[:34])
"""


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="reaches into CPython's types")
@pytest.mark.skipif(struct.calcsize("P") != 8, reason="reaches into CPython's types")
def test_exporters_that_leave_out_strides_shape_or_format_crash_nothing():
    survives(EXPORTERS)


# -- Extension types -----------------------------------------------------------------------------

TYPES = """
import importlib, sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
import numpy as np
import mahjong_fast as mf

core = Path(importlib.import_module("mahjong_fast.core").__file__).parent
def module_of(path):
    folders = path.relative_to(core).parts[:-1]
    return ".".join(("mahjong_fast.core", *folders, path.name.partition(".")[0]))

modules = [
    importlib.import_module(module_of(path))
    for path in sorted(core.rglob("*"))
    if path.name.endswith(tuple(EXTENSION_SUFFIXES)) and "_cyutility" not in path.name
]
assert len(modules) > 20, modules
types = {
    name: value
    for module in modules
    for name, value in vars(module).items()
    if isinstance(value, type) and value.__module__ == module.__name__
    and not name.startswith("__pyx")
}
locals().update(types)
"""
"""How a program finds every extension type, wherever it is."""

BY_HAND = """
import copy, itertools, pickle, random, re
rng = random.Random(SEED)
plain = mf.rules.get("guangdong_double")
ev = mf.Evaluator("nanchang", wild_kinds="6m7m")
hand = mf.Hand.parse("112233m456p77s6m7m+7m")
reading = mf.readings("1189m*")[0]
automaton = Automaton(kinds=4, chows=True, groups=2, excess=3)
PROPER = [
    ev, hand, reading, reading.pair, automaton, ev.score(hand), ev.score(hand).runner_up(),
    Scorer(plain), FanTable(plain.scoring, 5), Bounds(FanTable(plain.scoring, 4)),
    mf.iter_readings("**"), mf.HandState(hand), mf.Meld("123m"), mf.Situation(self_draw=True),
]
VALUES = [
    None, True, 0, 1, 2, 3, -1, 7, 34, 42, 255, 10**9, 2**31, 2**64, 1.5, "", "m", "11m", "tables",
    "chow", b"", b"123", bytes(34), bytes(range(34)), [], [0], (1, 2, 3), range(3), {}, {"x": 1},
    object(), object, int, mf, "standard", mf.Rules(), plain, plain.scoring, mf.Scoring(),
    FanTable(plain.scoring, 4), Classes(1, 1), WaitRecords(), mf.Hand(bytes(34), 5),
    mf.Hand.parse("[123m]1189m*+9m"), mf.HandState("11m"), mf.Meld("123m"), mf.Situation(),
    mf.Evaluator(), np.zeros(34, np.uint8), np.zeros((2, 34), np.int64), np.zeros(25, np.uint16),
    np.zeros(625, np.uint16), lambda *args: 1, iter([1]), Ellipsis,
]
KEYWORD = re.compile(r"needs keyword-only argument (\\w+)")

def attempt(call, *args, **kwargs):
    for _ in range(8):
        try:
            return call(*args, **kwargs)
        except Exception as error:
            assert not isinstance(error, SystemError), error
            missing = KEYWORD.search(str(error))
            if missing is None:
                return None
            kwargs[missing[1]] = rng.choice(VALUES)

def some(most=3):
    return [rng.choice(VALUES) for _ in range(rng.randrange(most + 1))]

def use(made):
    for ask in (repr, str, hash, len, iter, next, bool, copy.copy, copy.deepcopy, pickle.dumps):
        attempt(ask, made)
    attempt(lambda: list(itertools.islice(made, 20)))
    attempt(lambda: made == made)
    attempt(made.__setstate__ if hasattr(made, "__setstate__") else len, rng.choice(VALUES))
    for protocol in range(6):
        reduced = attempt(made.__reduce_ex__, protocol)
        if isinstance(reduced, tuple):
            attempt(lambda: reduced[0](*reduced[1]))
            attempt(reduced[0], *some(5))
    for name in dir(type(made)):
        if name in ("__class__", "__init_subclass__", "__subclasshook__"):
            continue
        method = attempt(getattr, made, name)
        if callable(method):
            attempt(method)
            for _ in range(4):
                attempt(method, *some())

for made in PROPER:
    use(made)
for kind in types.values():
    attempt(object.__new__, kind)
    bare = attempt(kind.__new__, kind)
    if bare is not None:
        use(bare)
    attempt(lambda: use(type("Sub", (kind,), {})()))
    for _ in range(150):
        made = attempt(kind, *some(4))
        if made is None:
            made = attempt(kind.__new__, kind, *some(4))
        if isinstance(made, kind):
            if rng.random() < 0.3:
                attempt(made.__init__, *some())
            if rng.random() < 0.3:
                use(made)
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_no_extension_type_crashes_when_made_by_hand(seed):
    survives(TYPES + BY_HAND.replace("SEED", str(seed)))


NAMED = """
from array import array

def refused(call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except (TypeError, ValueError, IndexError):
        return
    raise AssertionError(call)

refused(Bounds, None)
refused(FanTable, None, 4)
refused(FanTable, mf.rules.get("mcr").scoring, 1000)
refused(Scorer, None)
refused(Scorer, mf.rules.get("mcr"), (99,))
refused(Score)
refused(Automaton, kinds=9, chows=True, groups=100, excess=100)
refused(Automaton(kinds=3, chows=True, groups=1, excess=0).read_keys, [1])
refused(Automaton.__new__(Automaton).read_keys, [1])
refused(Classes, 100, 100)
refused(Classes(1, 1).number, b"")
refused(Classes(1, 1).number, None)
refused(Classes(1, 1).number_of_both, None, b"")
broken = Classes(4, 5)
broken.profiles.append(b"")
refused(broken.covers, 14, True)
refused(broken.missing)
waits = WaitRecords()
keys = dict(kinds=7, first_number=0, orphans=(), most_tiles=14)
refused(Parts, None, waits, array("H", bytes(2 * 5**7)), **keys)
refused(Parts, Classes(4, 5), waits, array("H", bytes(2 * 5**7)), **keys)
refused(Parts, Classes(4, 5), None, array("H", [0]), **keys)
refused(Parts, Classes(4, 5), waits, None, **keys)
assert list(ReadingIterator()) == []
"""


def test_extension_types_refuse_what_they_have_no_room_for():
    survives(TYPES + NAMED)


# -- Pickles, copies, pools ----------------------------------------------------------------------

NANCHANG = mf.Evaluator("nanchang", wild_kinds=["6m", "7m"])
WON = mf.Situation(self_draw=True, seat_wind="S", others_hold_wild=True)
SCORES = {
    "mcr": mf.Evaluator("mcr").score("[EEE]123456789m1p+1p", mf.Situation(seat_wind="E")),
    "wildcards": mf.Evaluator("mcr").score("[EEE]123456789m*+*"),
    "nanchang": NANCHANG.score("112233m456p77s6m7m+7m", WON),
    "runner-up": NANCHANG.score("112233m456p77s6m7m+7m", WON).runner_up(),
    "a wait": NANCHANG.wait_scores("112233m456p77s6m7m", WON)[6],
    "a void suit": mf.Evaluator("sichuan", void_suit="s").score("1112223334445m+5m"),
    "kernel": mf.Evaluator("mcr", kernel="search").score("[EEE]123456789m*+*"),
}
DEAL = mf.Deal(
    {"S": "112233m456p77s6m7m7m", "E": "6m"},
    ("6m", "7m"),
    SCORES["nanchang"],
    feeds=(mf.Feed("S", "E", "7m"),),
)
OBJECTS = [
    mf.Evaluator("nanchang", indicator="5m"),
    mf.Evaluator("hongzhong"),
    mf.Evaluator("hongzhong", wild_kinds=()),
    mf.Evaluator("sichuan", void_suit="s", kernel="search"),
    mf.Hand.parse("[123m]{2222p}45sEE*+*"),
    mf.HandState("123m**"),
    mf.Meld("{2222p}"),
    *mf.readings("89m***"),
    *mf.readings("1189m*")[0].groups,
    *mf.discards("1189m*"),
    WON,
    *SCORES.values(),
    *SCORES["mcr"].fans,
    rules.get("mcr"),
    rules.get("nanchang").scoring,
    rules.get("nanchang").scoring.fans[0],
    rules.get("nanchang").scoring.settlement(),
    rules.get("nanchang").scoring.payment(),
    DEAL,
    mf.Feed("S", "E", "7m"),
    mf.settle(DEAL),
    mf.reference.readings("1189m*")[0],
    mf.reference.discards("1189m*")[0],
]


def test_every_public_class_is_among_the_objects():
    kinds = {type(each) for each in OBJECTS}
    named = {getattr(mf, name) for name in mf.__all__}
    public = {each for each in named if isinstance(each, type)}
    assert {each for each in public if not issubclass(each, Exception)} <= kinds


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_object_is_pickled(protocol):
    for each in OBJECTS:
        assert pickle.loads(pickle.dumps(each, protocol)) == each


def test_every_object_is_copied():
    for each in OBJECTS:
        assert copy.copy(each) == each
        assert copy.deepcopy(each) == each


@pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)
def test_a_score_made_again_tells_the_same(score):
    other = pickle.loads(pickle.dumps(score))
    assert (other.hand, other.situation) == (score.hand, score.situation)
    for name in ("total", "fans", "excluded", "reading", "flat", "features", "wildcards_used"):
        assert getattr(other, name) == getattr(score, name)
    assert hash(other) == hash(score)
    assert other.runner_up() == score.runner_up()
    assert other.least_substituted() == score.least_substituted()
    assert other.explain() == score.explain()
    assert other.explain("zh") == score.explain("zh")


def test_scores_of_one_evaluator_share_the_rules_in_a_pickle():
    scores = [*NANCHANG.wait_scores("112233m456p77s6m7m", WON).values()]
    alone = len(pickle.dumps(scores[0]))
    assert len(pickle.dumps(scores)) < alone + 300 * len(scores)


def test_an_error_is_pickled_with_its_faults():
    with pytest.raises(RulesError) as caught:
        mf.Rules(groups=9)
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults != ()


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_every_object_passes_through_a_pool(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(copy.copy, OBJECTS) == OBJECTS
        assert pool.map(mf.is_win, ["1189m*", "1289m"]) == [True, False]
        hand = "112233m456p77s6m7m+7m"
        assert pool.apply(NANCHANG.score, (hand, WON)) == NANCHANG.score(hand, WON)
        assert pool.apply(mf.settle, (DEAL,)) == mf.settle(DEAL)


# -- Errors --------------------------------------------------------------------------------------


def test_rules_with_a_number_that_is_too_long_are_a_rules_error(tmp_path):
    file = tmp_path / "room.toml"
    file.write_text("groups = " + "1" * 5000)
    with pytest.raises(RulesError, match=r"room\.toml"):
        rules.load(file)


@pytest.mark.parametrize("when", ["-" * 1900 + "1", "(" * 900 + "1" + ")" * 900])
def test_a_condition_nested_too_deep_is_a_rules_error(when):
    with pytest.raises(RulesError, match=r"fan it: .* is not an expression"):
        mf.Scoring(fans=(mf.Fan(id="it", points=1, when=when),))


def test_deeply_nested_sections_are_a_rules_error():
    nested = 1
    for _ in range(50_000):
        nested = [nested]
    with pytest.raises(RulesError, match="nested"):
        mf.Scoring(pay={"discard": nested})


@pytest.mark.parametrize("meld", ["[123m]", None, (0, 1, 2)])
def test_the_code_of_what_is_no_meld_is_a_type_error(meld):
    with pytest.raises(TypeError, match="a meld must be a Meld"):
        arrays.meld_code(meld)


@pytest.mark.parametrize("given", [5, (), object()])
def test_rules_of_another_type_settle_nothing(given):
    with pytest.raises(TypeError, match="rules must be a name or a Rules"):
        mf.settle(DEAL, given)


def test_what_is_no_deal_is_a_type_error():
    for deal in (1, None, "1m"):
        with pytest.raises(TypeError, match="a deal must be a Deal"):
            mf.settle(deal, "nanchang")


def test_values_of_another_type_are_named():
    """Also those that have no truth, as arrays."""
    rows = np.zeros((2, 34), int)
    with pytest.raises(RulesError, match="joins"):
        mf.Fan(id="it", points=1, joins=rows)
    with pytest.raises(RulesError, match="pairs of a name and a value"):
        mf.Scoring(sets="green")
    with pytest.raises(TypeError, match="concealed must be True or False"):
        mf.Meld("2222p", concealed=rows)
    with pytest.raises(TypeError, match="the form of a reading is a str"):
        mf.Reading(rows, [], None)


def test_an_unknown_language_is_a_named_error():
    with pytest.raises(MahjongError, match="lang must be en or zh, not 'de'"):
        SCORES["mcr"].explain("de")


def test_a_negative_limit_is_a_named_error():
    for readings in (mf.readings, mf.reference.readings):
        with pytest.raises(MahjongError, match="limit must not be negative"):
            readings("1189m*", limit=-1)


@pytest.mark.parametrize("file", [3, True, None, 1.5])
def test_rules_are_not_read_from_the_number_of_an_open_file(file, tmp_path):
    with pytest.raises(TypeError):
        rules.load(file)


def test_an_open_file_stays_open(tmp_path):
    with (tmp_path / "open").open("w") as opened:
        with pytest.raises(TypeError):
            rules.load(opened.fileno())
        opened.write("still open")


class Shifting:
    """Another array each time that it is asked for one."""

    def __init__(self, *made):
        self.made = list(made)

    def __array__(self, dtype=None, copy=None):
        return self.made.pop(0) if len(self.made) > 1 else self.made[0]


WRONG = np.full((3, 34), 5, np.uint8)


@pytest.mark.parametrize("name", ["is_win_batch", "waits_batch", "shanten_batch"])
def test_an_object_whose_array_changes_is_asked_once(name):
    ask = getattr(mf, name)
    with pytest.raises(HandError, match="row 0: more than 4 copies of 1m"):
        ask(Shifting(WRONG, WRONG[:0]))
    with pytest.raises(HandError, match="row 0: "):
        ask(WRONG, Shifting(np.zeros(3, np.uint8), np.zeros(0, np.uint8)))
    with pytest.raises(HandError, match="row 0: "):
        ask(WRONG, melds=Shifting(WRONG, WRONG[:0]))


WRITING = """
import threading
import numpy as np
import mahjong_fast as mf
mcr = mf.Evaluator("mcr")
good = np.array(mf.Hand.parse("123456789m11p111s").counts, np.uint8)
rows = np.tile(good, (64, 1))
winning = np.zeros(64, np.uint8)
ended = False
def write():
    while not ended:
        for row in (3, 60):
            rows[row] = 255
            rows[row] = good
writer = threading.Thread(target=write)
writer.start()
import sys, time
sys.setswitchinterval(1e-5)
end = time.monotonic() + 2
refused = 0
while time.monotonic() < end:
    for ask in (
        lambda: mcr.score_batch({"counts": rows, "winning": winning}),
        lambda: mf.is_win_batch(rows),
        lambda: mf.shanten_batch(rows),
    ):
        try:
            ask()
        except mf.HandError:
            refused += 1
ended = True
writer.join()
"""


def test_rows_that_another_thread_writes_are_refused_or_answered():
    survives(WRITING)


def command(*arguments, shell):
    """Run the command line through a shell, in which it is `$0`."""
    program = f"{sys.executable} -m mahjong_fast {' '.join(arguments)} {shell}"
    return subprocess.run(
        ["sh", "-c", program], capture_output=True, text=True, check=False, cwd=Path("/")
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("arguments", [("rules", "list"), ("rules", "show", "mcr"), ("--help",)])
def test_a_reader_that_has_enough_is_no_fault(arguments):
    for reader in ("| head -n 1", "| true"):
        assert command(*arguments, shell=reader).stderr == ""


# -- Signatures ----------------------------------------------------------------------------------

MADE_BY_CALLS = {"Score"}


def test_every_public_call_tells_its_signature():
    for name in mf.__all__:
        value = getattr(mf, name)
        is_error = isinstance(value, type) and issubclass(value, Exception)
        if callable(value) and not is_error and name not in MADE_BY_CALLS:
            assert inspect.signature(value) is not None, name


def test_every_public_method_tells_its_signature():
    for name in mf.__all__:
        value = getattr(mf, name)
        if not isinstance(value, type) or issubclass(value, Exception):
            continue
        for method in vars(value):
            found = getattr(value, method)
            if not method.startswith("_") and callable(found):
                assert inspect.signature(found) is not None, (name, method)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (mf.is_win, "(hand, *, wild=0, claimed=False)"),
        (mf.Evaluator.shanten, "(self, hand, *, wild=0)"),
        (mf.Hand, "(counts=None, wild=0, melds=(), winning=None)"),
        (mf.HandState, "(hand=None)"),
        (mf.Meld, "(tiles, *, concealed=False)"),
        (
            mf.Evaluator,
            "(rules='standard', *, wild_kinds=None, indicator=None, void_suit=None, "
            "kernel='tables')",
        ),
    ],
)
def test_a_signature_is_what_the_call_takes(call, told):
    assert str(inspect.signature(call)) == told


@pytest.mark.parametrize("made", [mf.Evaluator, mf.Hand, mf.HandState, mf.Meld, mf.Situation])
def test_the_signature_of_a_constructor_is_true(made):
    """Each argument it tells is one, and its documentation does not tell the signature again."""
    assert not made.__doc__.startswith(made.__name__)
    for name, argument in inspect.signature(made).parameters.items():
        if argument.default is not argument.empty:
            given = {"tiles": "123m"} if made is mf.Meld else {}
            assert isinstance(made(**given, **{name: argument.default}), made)
