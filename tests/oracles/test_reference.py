"""The reference against the literal definitions: every substitution, every draw."""

import ast
import collections
import functools
import itertools
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from mahjong_fast import reference
from mahjong_fast.errors import HandError, NotationError
from mahjong_fast.reference import WILD, Group, Reading
from mahjong_fast.rules import Rules

pytestmark = pytest.mark.pure

KINDS = 34
CAPPED = Rules(max_copies=4)
STANDARD_ONLY = Rules(forms=("standard",))
GROUPS = (*reference.RUNS["suit"], *((kind,) * 3 for kind in range(KINDS)))


def ids(*names):
    return tuple(reference.TILE_NAMES.index(name) for name in names)


def counts(tiles):
    return tuple(tiles.count(kind) for kind in range(KINDS))


# -- The literal definitions ---------------------------------------------------------------------


def splits_into_groups(tiles):
    """Yield the ways to split sorted natural tiles into groups: the lowest is in a pung or chow."""
    if not tiles:
        yield ()
        return
    lowest = tiles[0]
    pung = (lowest,) * 3
    chow = (lowest, lowest + 1, lowest + 2)
    for group in (pung, chow):
        if group == chow and (lowest >= 27 or lowest % 9 > 6):
            continue
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for others in splits_into_groups(tuple(rest)):
            yield (group, *others)


@functools.lru_cache(maxsize=100_000)
def natural_layouts(tiles, rules, whole):
    """Return the layouts `(form, groups, pair)` of sorted tiles without wildcards."""
    found = set()
    held = collections.Counter(tiles)
    for kind in held if "standard" in rules.forms else ():
        if held[kind] >= 2:
            rest = list(tiles)
            rest.remove(kind)
            rest.remove(kind)
            for groups in splits_into_groups(tuple(rest)):
                found.add(("standard", tuple(sorted(groups)), (kind, kind)))
    if whole and len(tiles) == 14:
        even = all(count % 2 == 0 for count in held.values())
        if "seven_pairs" in rules.forms and even and (rules.quads_as_two_pairs or len(held) == 7):
            pairs = tuple((kind, kind) for kind in tiles[::2])
            found.add(("seven_pairs", pairs, None))
        if "thirteen_orphans" in rules.forms and set(tiles) == set(reference.ORPHANS):
            doubled = max(held, key=held.get)
            singles = tuple((kind,) for kind in reference.ORPHANS if kind != doubled)
            found.add(("thirteen_orphans", singles, (doubled, doubled)))
    return found


def substitutions(held, wild, rules, melded=(0,) * KINDS):
    """Yield every way to give the wildcards kinds that the copy limit allows, as sorted tiles."""
    tiles = [kind for kind in range(KINDS) for _ in range(held[kind])]
    for became in itertools.combinations_with_replacement(range(KINDS), wild):
        shown = sorted([*tiles, *became])
        if rules.max_copies is None or all(
            shown.count(kind) + melded[kind] <= rules.max_copies for kind in became
        ):
            yield tuple(shown), became


def wins_by_substitution(held, wild, rules, melded=(0,) * KINDS):
    whole = not any(melded)
    return (sum(held) + wild) % 3 == 2 and any(
        natural_layouts(shown, rules, whole)
        for shown, _ in substitutions(held, wild, rules, melded)
    )


def readings_by_substitution(held, wild, rules):
    """Return the keys of all readings: substitute, lay out, say which tiles are the wildcards."""
    found = set()
    for shown, became in substitutions(held, wild, rules):
        for form, groups, pair in natural_layouts(shown, rules, True):
            pieces = groups if pair is None else (*groups, pair)
            places = [(number, tile) for number, piece in enumerate(pieces) for tile in piece]
            for chosen in itertools.combinations(places, wild):
                if sorted(tile for _, tile in chosen) == list(became):
                    tally = collections.Counter(number for number, _ in chosen)
                    marked = [(piece, tally[number]) for number, piece in enumerate(pieces)]
                    last = marked.pop() if pair else None
                    found.add((form, tuple(sorted(marked)), last))
    return found


def key(reading):
    marked = sorted((group.tiles, sum(group.substituted)) for group in reading.groups)
    pair = reading.pair and (reading.pair.tiles, sum(reading.pair.substituted))
    return reading.form, tuple(marked), pair


def wins_within(position, draws):
    """Tell whether some draws, and some choice of what to keep, make the hand win."""
    held, wild, rules, melded, wild_kinds = position
    left = [rules.copies - held[kind] - melded[kind] for kind in range(KINDS)]
    size = 3 * ((sum(held) + wild - 1) // 3) + 2
    own = [kind for kind in range(KINDS) for _ in range(held[kind])] + [WILD] * wild
    for drawn in itertools.combinations_with_replacement(range(KINDS), draws):
        if any(drawn.count(kind) > left[kind] for kind in drawn):
            continue
        for kept in set(itertools.combinations(sorted([*own, *drawn]), size)):
            if wins_with(kept, rules, melded, wild_kinds):
                return True
    return False


@functools.lru_cache(maxsize=200_000)
def wins_with(tiles, rules, melded, wild_kinds):
    return reference.is_win(
        counts(tiles), wild=tiles.count(WILD), rules=rules, melds=melded, wild_kinds=wild_kinds
    )


def random_hand(rng, size, wild, copies=4, melded=(0,) * KINDS):
    """Draw from few kinds that lie together, so that all kinds of shapes occur."""
    first = rng.choice((0, 3, 9, 14, 20, 24, 27))
    kinds = [*range(first, first + 5), *rng.sample(range(KINDS), 2)]
    wall = [kind for kind in set(kinds) for _ in range(copies - melded[kind])]
    return counts(rng.sample(wall, min(size - wild, len(wall))))


def random_near_win(rng, wild):
    """Return the counts of a hand of 14 that wins or lacks one tile, less `wild` of its tiles."""
    form = rng.choice(("standard", "standard", "seven_pairs", "thirteen_orphans"))
    while True:
        if form == "standard":
            groups = rng.choices(GROUPS[:21] + GROUPS, k=4)
            tiles = [tile for group in groups for tile in group] + [rng.randrange(KINDS)] * 2
        elif form == "seven_pairs":
            tiles = sorted(rng.choices(range(KINDS), k=7) * 2)
        else:
            tiles = [*reference.ORPHANS, rng.choice(reference.ORPHANS)]
        if rng.random() < 0.4:
            tiles[rng.randrange(14)] = rng.randrange(KINDS)
        held = counts(rng.sample(tiles, 14 - wild))
        if max(held) <= 4:
            return held


# -- Winning and reading -------------------------------------------------------------------------

WIN_RULES = (Rules(), CAPPED, STANDARD_ONLY, Rules(quads_as_two_pairs=False), Rules(groups=5))


@pytest.mark.parametrize("rules", WIN_RULES)
@pytest.mark.parametrize(("wild", "hands"), [(0, 150), (1, 40), (2, 4)])
def test_wins_exactly_when_some_substitution_wins(rules, wild, hands):
    rng = random.Random(wild)
    if rules.groups == 4:
        for _ in range(hands):
            held = random_near_win(rng, wild)
            assert reference.is_win(held, wild=wild, rules=rules) == wins_by_substitution(
                held, wild, rules
            ), held
    for _ in range(hands):
        held = random_hand(rng, rng.choice((2, 5, 8, 11)), wild)
        if sum(held) + wild == 14:
            continue
        assert reference.is_win(held, wild=wild, rules=rules) == wins_by_substitution(
            held, wild, rules
        ), held


def test_melds_hold_copies_under_the_four_copy_limit():
    rng = random.Random(4)
    for _ in range(80):
        melded = [0] * KINDS
        for kind in rng.choice(GROUPS):
            melded[kind] += 1
        held = random_hand(rng, rng.choice((2, 5, 8)), 1, melded=melded)
        answer = reference.is_win(held, wild=1, rules=CAPPED, melds=melded)
        assert answer == wins_by_substitution(held, 1, CAPPED, melded), (held, melded)


@pytest.mark.parametrize("rules", [Rules(), CAPPED, Rules(quads_as_two_pairs=False)])
@pytest.mark.parametrize(("wild", "hands"), [(0, 80), (1, 30), (2, 4)])
def test_readings_are_all_those_found_by_substitution(rules, wild, hands):
    rng = random.Random(10 + wild)
    for number in range(hands):
        if number % 3:
            held = random_near_win(rng, wild)
        else:
            held = random_hand(rng, rng.choice((2, 5, 8, 11)), wild)
        found = reference.readings(held, wild=wild, rules=rules, limit=10**6)
        keys = [key(reading) for reading in found]
        assert len(set(keys)) == len(keys)
        assert set(keys) == readings_by_substitution(held, wild, rules), held


def test_a_reading_uses_exactly_the_natural_tiles_of_the_hand():
    rng = random.Random(20)
    for _ in range(30):
        held = random_near_win(rng, 3)
        for reading in reference.readings(held, wild=3, limit=200):
            natural, became = [], []
            for group in (*reading.groups, *([reading.pair] if reading.pair else [])):
                for tile, substituted in zip(group.tiles, group.substituted, strict=True):
                    (became if substituted else natural).append(tile)
            assert counts(natural) == held
            assert reading.substituted == tuple(sorted(became))
            assert len(became) == 3


def test_readings_of_a_run_completed_below_its_lowest_tile():
    (reading,) = reference.readings("1189m*")
    assert reading == Reading(
        form="standard",
        groups=(Group((6, 7, 8), (True, False, False)),),
        pair=Group((0, 0), (False, False)),
        substituted=(6,),
    )
    assert str(reading) == "(7)89m 11m"


def test_readings_that_differ_in_the_place_of_a_wildcard_within_a_chow_are_one():
    # 123m and 234m share one 2m and one 3m: either may be in either chow
    chows = (0, 1, 2), (1, 2, 3)
    substituted = sorted(
        tuple(sum(group.substituted) for group in reading.groups)
        for reading in reference.readings("1234mEE**")
        if tuple(group.tiles for group in reading.groups) == chows
        and not any(reading.pair.substituted)
    )
    assert substituted == [(0, 2), (1, 1), (2, 0)]


def test_thirteen_orphans_reading_names_the_doubled_kind():
    (reading,) = reference.readings("19m19p19sESWNCFPE")
    assert reading.form == "thirteen_orphans"
    assert len(reading.groups) == 12
    assert reading.pair == Group((27, 27), (False, False))


def test_readings_stop_at_the_limit_and_iterate_lazily():
    assert len(reference.readings("**************", limit=7)) == 7
    assert next(reference.iter_readings("**************")).form == "standard"


def test_counted_readings():
    assert reference.count_readings("**") == 34
    assert reference.count_readings("11m") == 1
    assert reference.count_readings("12m") == 0
    # a pung of any kind or a chow, and a pair: of the groups 34 + 21, of the pairs 34
    assert reference.count_readings("*****", rules=CAPPED) == 55 * 34 - 34
    assert reference.count_readings("*****") == 55 * 34


# -- Distance ------------------------------------------------------------------------------------

SHANTEN_RULES = (Rules(), CAPPED, Rules(copies=3), Rules(copies=2), Rules(copies=1))


def random_position(rng, sizes):
    rules = rng.choice(SHANTEN_RULES)
    melded = [0] * KINDS
    if rules.copies == 4 and rng.random() < 0.5:
        for kind in rng.choice(GROUPS):
            melded[kind] += 1
    size = rng.choice(sizes)
    wild = min(size, rng.choice((0, 0, 1, 2, 3)))
    held = random_hand(rng, size, wild, rules.copies, melded)
    wild_kinds = rng.sample(range(KINDS), rng.choice((0, 0, 1, 2)))
    return held, size - sum(held), rules, tuple(melded), tuple(wild_kinds)


def assert_literal_shanten(position, most):
    held, wild, rules, melded, wild_kinds = position
    distance = reference.shanten(held, wild=wild, rules=rules, melds=melded, wild_kinds=wild_kinds)
    literal = next((d for d in range(-1, most + 1) if wins_within(position, d + 1)), None)
    assert literal == (distance if distance <= most else None), position


@pytest.mark.parametrize(
    ("sizes", "most", "hands"), [((1, 2, 4, 5), 0, 60), ((1, 2, 4), 1, 15), ((5, 7, 8), 0, 8)]
)
def test_shanten_is_the_least_number_of_draws(sizes, most, hands):
    rng = random.Random(30)
    for _ in range(hands):
        assert_literal_shanten(random_position(rng, sizes), most)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "most", "hands"),
    [((5, 7, 8), 0, 80), ((4, 5), 1, 60), ((7, 8), 1, 15), ((1, 2), 2, 10)],
)
def test_shanten_is_the_least_number_of_draws_further_away(sizes, most, hands):
    rng = random.Random(31)
    for _ in range(hands):
        assert_literal_shanten(random_position(rng, sizes), most)


def test_shanten_of_whole_hands_is_the_least_number_of_draws():
    rng = random.Random(32)
    for rules in (Rules(), CAPPED, Rules(quads_as_two_pairs=False)):
        for _ in range(5):
            wild = rng.choice((1, 2))
            held = random_near_win(rng, wild)
            assert_literal_shanten((held, wild, rules, (0,) * KINDS, ()), 0)


def test_only_wildcards_are_fifth_copies():
    assert reference.shanten("444sSSSSCCCC**", rules=STANDARD_ONLY) == 1
    assert reference.shanten("444sSSSSCCCC**") == 0  # seven pairs with a pair of any kind
    assert reference.shanten("1111m") == 1
    assert reference.shanten("1111m", wild_kinds=["2m"]) == 0  # a drawn 2m is a fifth 1m


@pytest.mark.parametrize(
    ("hand", "distance"),
    [
        ("147m258p369sESWN", 6),
        ("19m19p19sESWNCFP", 0),
        ("19m19p19sESWNCFPE", -1),
        ("1133557799m1133p", -1),
        ("123m456p789sEEES", 0),
        ("1m", 0),
        ("*", 0),
        ("12m", 0),
        ("**", -1),
        ("*************", 0),
    ],
)
def test_known_shanten(hand, distance):
    assert reference.shanten(hand) == distance


def test_a_hand_whose_only_form_it_cannot_take_is_out_of_reach():
    pairs_only = Rules(forms=("seven_pairs",))
    assert reference.shanten("123m5p", rules=pairs_only) == reference.OUT_OF_REACH
    assert reference.acceptance("123m5p", rules=pairs_only) == {}
    assert reference.shanten("1m", rules=Rules(copies=1)) == reference.OUT_OF_REACH


# -- Waits, acceptance, discards -----------------------------------------------------------------


def test_waits_leave_out_kinds_that_are_all_held():
    assert reference.waits("1111m") == ()
    assert reference.waits("1m", melds=counts((0,) * 3)) == ()
    assert reference.waits("*") == tuple(range(KINDS))
    assert reference.waits("1111m***") == tuple(range(1, KINDS))


def test_a_hand_waits_exactly_when_its_shanten_is_zero():
    rng = random.Random(40)
    for _ in range(25):
        held, wild, rules, melded, wild_kinds = random_position(rng, (1, 4, 7))
        options = {"wild": wild, "rules": rules, "melds": melded, "wild_kinds": wild_kinds}
        distance = reference.shanten(held, **options)
        assert (distance == 0) == bool(reference.waits(held, **options)), (held, options)


def test_acceptance_is_what_lowers_the_shanten_and_what_is_left():
    rng = random.Random(41)
    for _ in range(6):
        held, wild, rules, melded, wild_kinds = random_position(rng, (4, 7))
        options = {"wild": wild, "rules": rules, "melds": melded, "wild_kinds": wild_kinds}
        distance = reference.shanten(held, **options)
        expected = {}
        for kind in range(KINDS):
            left = rules.copies - held[kind] - melded[kind]
            drawn = tuple(count + (k == kind) for k, count in enumerate(held))
            if left and reference.shanten(drawn, **options) < distance:
                expected[kind] = left
        assert reference.acceptance(held, **options) == expected


def test_acceptance_counts_what_is_seen():
    seen = [0] * KINDS
    seen[0], seen[3] = 4, 1
    assert reference.acceptance("23m55p", seen=seen) == {3: 3}
    seen[1] = 4
    with pytest.raises(HandError, match="2m"):
        reference.acceptance("23m55p", seen=seen)


def test_discards_are_ordered_and_answer_for_the_rest_of_the_hand():
    found = reference.discards("23m55pE*11s")
    tiles = [discard.tile for discard in found]
    assert sorted(tiles) == [*sorted(ids("2m", "3m", "5p", "1s", "E")), WILD]
    order = [(d.shanten, -sum(d.acceptance.values()), d.tile) for d in found]
    assert order == sorted(order)
    for discard in found:
        held = [*ids("2m", "3m", "5p", "5p", "E", "1s", "1s"), WILD]
        held.remove(discard.tile)
        rest, wild = counts(held), held.count(WILD)
        assert discard.shanten == reference.shanten(rest, wild=wild)
        assert discard.waits == reference.waits(rest, wild=wild)


def test_the_discarded_tile_counts_as_seen():
    (east,) = reference.discards("EE")
    assert east.acceptance == {27: 2}


# -- Faced wildcards -----------------------------------------------------------------------------


def test_a_tile_of_a_wild_kind_is_a_wildcard_unless_claimed():
    assert reference.is_win("5566m+7m", wild_kinds=["7m"])
    assert not reference.is_win("5566m+7m", wild_kinds=["7m"], claimed=True)
    assert reference.is_win("5677m+7m", wild_kinds=["7m"], claimed=True)
    assert reference.is_win("5566m+7m", wild_kinds=[6]) == reference.is_win("5566m*")


def test_waits_for_drawn_and_for_claimed_tiles_of_a_wild_kind():
    assert ids("E")[0] in reference.waits("123m5p", wild_kinds=["E"])
    assert reference.waits("123m5p", wild_kinds=["E"], claimed=True) == ids("5p")


def test_a_faced_wildcard_that_stands_for_itself_is_natural():
    shown = {str(reading) for reading in reference.readings("555m67m", wild_kinds=["5m"])}
    assert "567m 55m" in shown
    assert not any("(5)" in text for text in shown)
    for reading in reference.iter_readings("555m67m", wild_kinds=["5m"]):
        assert 4 not in reading.substituted


def test_faced_wildcards_of_two_kinds_pair_with_each_other_as_any_kind():
    shown = {str(reading) for reading in reference.readings("5m9p", wild_kinds=["5m", "9p"])}
    assert {"5(5)m", "9(9)p", "(11)m"} <= shown
    assert len(shown) == KINDS


def test_readings_with_wild_kinds_are_all_assignments():
    faced, others = ids("5m", "5m", "8m"), ids("6m", "7m")
    expected = set()
    for became in itertools.product(range(KINDS), repeat=3):
        natural = list(others) + [a for a, b in zip(faced, became, strict=True) if a == b]
        wild = [b for a, b in zip(faced, became, strict=True) if a != b]
        shown = tuple(sorted(natural + wild))
        for form, groups, pair in natural_layouts(shown, Rules(), True):
            pieces = (*groups, pair)
            places = [(number, tile) for number, piece in enumerate(pieces) for tile in piece]
            for chosen in itertools.combinations(places, len(wild)):
                if sorted(tile for _, tile in chosen) == sorted(wild):
                    tally = collections.Counter(number for number, _ in chosen)
                    marked = [(piece, tally[number]) for number, piece in enumerate(pieces)]
                    expected.add((form, tuple(marked[:-1]), marked[-1]))
    readings = reference.readings("55678m", wild_kinds=["5m", "8m"], limit=10**6)
    assert {key(reading) for reading in readings} == expected
    assert len(readings) == len(expected)


# -- Input ---------------------------------------------------------------------------------------


def test_all_kinds_of_hands_are_read_alike():
    text = "[123m]{2222p}456s11sE*"
    meld = [SimpleNamespace(tiles=(0, 1, 2)), SimpleNamespace(tiles=(10,) * 4)]
    held = counts(ids("1s", "1s", "4s", "5s", "6s", "E"))
    hand = SimpleNamespace(counts=held, wild=1, melds=meld, winning=None)
    assert reference.waits(text) == reference.waits(hand)
    assert reference.waits(held, wild=1) == reference.waits(bytes(held), wild=1)
    assert reference.waits("12m1z1z") == reference.waits("E 12m E") == reference.waits("12mE+E")


@pytest.mark.parametrize(
    "text",
    [
        *("5", "m", "0m", "5z", "12x", "12E", "１m", "1m\0", "\ud800"),
        *("1m+", "1m+23m", "1m+1m+1m"),
        *("[12m]", "[12*m]", "[123m", "{123m}", "]", "[1245m]", "[]"),
    ],
)
def test_a_text_that_is_no_hand_is_a_notation_error(text):
    with pytest.raises(NotationError):
        reference.is_win(text)


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        ("11111m", {}),
        ("[111m]11m", {"rules": Rules(groups=1)}),
        ("111m", {"rules": Rules(copies=2)}),
        ("***************", {}),
        ("[123m]11m", {}),
        ("[ESW]11m", {"rules": Rules(groups=1)}),
        ("1m", {"wild": -1}),
        ("1m", {"wild": 10**30}),
        ([0] * 33, {}),
        ([-1] + [0] * 33, {}),
        ("[123m]11m", {"melds": [0] * KINDS}),
        ("11m", {"wild_kinds": [34]}),
    ],
)
def test_a_hand_that_cannot_exist_is_an_error(hand, options):
    with pytest.raises(HandError):
        reference.is_win(hand, **options)


@pytest.mark.parametrize("hand", [None, 5, [1.0] * 34, 1.5, ["1"] * 34])
def test_a_wrong_type_is_a_type_error(hand):
    with pytest.raises(TypeError):
        reference.is_win(hand)


@pytest.mark.parametrize("wild", [True, 1.0, "1", None])
def test_wild_of_a_wrong_type_is_a_type_error(wild):
    with pytest.raises(TypeError):
        reference.is_win("1m", wild=wild)


def test_questions_refuse_hands_of_other_sizes():
    assert not reference.is_win("123m")
    assert not reference.is_win("1m")
    for ask in (reference.waits, reference.acceptance):
        for hand in ("", "11m", "123m"):
            with pytest.raises(HandError):
                ask(hand)
    for ask in (reference.discards, reference.readings, reference.iter_readings):
        for hand in ("", "1m", "123m"):
            with pytest.raises(HandError):
                ask(hand)
    with pytest.raises(HandError):
        reference.shanten("123m")


def test_the_reference_shares_nothing_but_errors_and_rules_with_the_package():
    folder = Path(reference.__file__).parent
    own = {path.stem for path in folder.glob("*.py")}
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert {node.module for node in imports if node.level == 2} <= {"errors", "rules"}
        assert {node.module for node in imports if node.level == 1} <= own
