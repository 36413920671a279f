"""Every field of `Rules` in the reference: worked cases, the literal definitions, identities."""

import itertools
import random

import literal
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rules_strategy import KINDS, SUITS, WILD, all_rules, deals, random_deal, random_rules

from mahjong_fast import reference
from mahjong_fast.errors import HandError
from mahjong_fast.rules import Rules

pytestmark = pytest.mark.pure

SUITED = "123456789m123456789p123456789s"
TILES_258 = "258m258p258s"
ALL_RUNS = ("suit", "winds", "dragons")


def forms(*names, **fields):
    return Rules(forms=names, **fields)


def standard(**fields):
    return forms("standard", **fields)


# -- Field by field ------------------------------------------------------------------------------

WINS = [
    # tiles: other kinds are not there, and no wildcard can be one
    ("11m", standard(tiles=SUITED), {}, True),
    ("111m11p", standard(tiles="1m"), {}, HandError),
    ("EE", standard(tiles=SUITED), {}, HandError),
    ("*E", standard(tiles=SUITED), {}, HandError),
    # runs: any three winds, 中发白, never mixed; melds of them where they are listed
    ("ESW11m", standard(runs=ALL_RUNS), {}, True),
    ("SWN11m", standard(runs=("winds",)), {}, True),
    ("ESW11m", standard(runs=("suit", "dragons")), {}, False),
    ("CFP11m", standard(runs=("dragons",)), {}, True),
    ("ESC11m", standard(runs=ALL_RUNS), {}, False),
    ("FP*11m", standard(runs=("dragons",)), {}, True),
    ("123m11p", standard(runs=("winds",)), {}, False),
    ("[ESW]11m", standard(groups=1, runs=("winds",)), {}, True),
    ("[CFP]11m", standard(groups=1, runs=("winds",)), {}, HandError),
    ("EEESSSWWNN**SWN", standard(runs=("suit", "winds")), {}, HandError),
    # quads_as_two_pairs, in every form of pairs
    ("1111m3355779m99m", forms("seven_pairs"), {}, False),
    ("1111m33557799m11p", forms("seven_pairs"), {}, True),
    ("1111m33557799m11p", forms("seven_pairs", quads_as_two_pairs=False), {}, False),
    ("1111m33557799m1133pE", forms("eight_pairs", groups=5), {}, True),
    ("1111m33557799m1133pE", forms("eight_pairs", groups=5, quads_as_two_pairs=False), {}, False),
    ("1111m33557799m11pEEE", forms("pairs_and_triplet", groups=5), {}, True),
    (
        "1111m33557799m11pEEE",
        forms("pairs_and_triplet", groups=5, quads_as_two_pairs=False),
        {},
        False,
    ),
    # kongs_as_two_pairs: five pairs and a free tile beside one kong, three and two beside two
    ("{2222s}11m33m55p77p99sC", forms("seven_pairs", kongs_as_two_pairs=1), {}, True),
    ("[2222s]11m33m55p77p99sC", forms("seven_pairs", kongs_as_two_pairs=1), {}, True),
    ("{2222s}11m33m55p77p99sC", forms("seven_pairs"), {}, False),
    ("{2222s}11m33m55p77p9sCF", forms("seven_pairs", kongs_as_two_pairs=1), {}, False),
    ("{2222s}11m33m55p7p*9sC", forms("seven_pairs", kongs_as_two_pairs=1), {}, False),
    ("{2222s}11m33m55p77p9s**", forms("seven_pairs", kongs_as_two_pairs=1), {}, True),
    ("{2222s}{3333s}11m33m55pCF", forms("seven_pairs", kongs_as_two_pairs=2), {}, True),
    ("{2222s}{3333s}11m33m55pCF", forms("seven_pairs", kongs_as_two_pairs=1), {}, False),
    ("[222s]11m33m55p77p99sC", forms("seven_pairs", kongs_as_two_pairs=1), {}, False),
    # misfit: ranks three apart, honours once, wildcards in places that fit
    ("147m258p369sESWNC", forms("misfit"), {}, True),
    ("137m258p369sESWNC", forms("misfit"), {}, False),
    ("147m258p369sESWNN", forms("misfit"), {}, False),
    ("147m258p369sESN*P", forms("misfit"), {}, True),
    ("27m37p38sESWNCFP*", forms("misfit"), {}, False),
    ("27m37p38sESWNCFP*", forms("misfit", misfit_wild_needs_slot=False), {}, True),
    ("28m37p38sESWNCFP*", forms("misfit"), {}, True),  # 5m
    ("28m37p38sESWNCFP*", forms("misfit", wild_can_be="5p"), {}, False),
    ("26m37p38sESWNCC**", forms("misfit", misfit_wild_needs_slot=False), {}, False),
    # seven_star: all honours, and natural
    ("147m258p3sESWNCFP", forms("seven_star"), {}, True),
    ("147m258p36sESWNCF", forms("seven_star"), {}, False),
    ("147m258p*ESWNCFP", forms("seven_star"), {}, True),
    ("147m258p3sESWNCF*", forms("seven_star"), {}, False),
    ("147m258p3sESWNCF*", forms("seven_star", seven_star_wild=True), {}, True),
    ("147m258p3sESWNCFP", forms("seven_star"), {"wild_kinds": "CF"}, True),  # as themselves
    ("27m37p38sESWNCFP*", forms("seven_star", misfit_wild_needs_slot=False), {}, True),
    ("27m37p38sESWNCF**", forms("seven_star", misfit_wild_needs_slot=False), {}, False),
    # knitted_straight: the groups and the pair are as ever, melds are among the groups
    ("147m258p369s123mEE", forms("knitted_straight"), {}, True),
    ("258m147p369sEEE11s", forms("knitted_straight"), {}, True),
    ("147m258p368s123mEE", forms("knitted_straight"), {}, False),
    ("[123m]147m258p369sEE", forms("knitted_straight"), {}, True),
    ("147m258p369s123m456sEE", forms("knitted_straight", groups=5), {}, True),
    ("147m258p36s*123mEE", forms("knitted_straight", wild_in=()), {}, True),
    ("147m258p369s12m*EE", forms("knitted_straight", wild_in=("pung", "pair")), {}, False),
    ("147m258p369s123mEE", forms("knitted_straight", pair_kinds=TILES_258), {}, False),
    ("147m258p369s123m55s", forms("knitted_straight", pair_kinds=TILES_258), {}, True),
    # lesser_knitted and greater_knitted
    ("147m258p369sESWNC", forms("lesser_knitted"), {}, True),
    ("147m258p36sESWNCF", forms("lesser_knitted"), {}, True),
    ("147m258p36sESWNCC", forms("lesser_knitted"), {}, False),
    ("147m147p36sESWNCF", forms("lesser_knitted"), {}, False),
    ("147m258p36sESWNC*", forms("lesser_knitted"), {}, True),
    ("147m25p36sESWNCFP", forms("greater_knitted"), {}, True),
    ("147m258p36sESWNCF", forms("greater_knitted"), {}, False),
    ("147m258p36sESWNC*", forms("greater_knitted"), {}, False),
    ("147m25p36sESWNC**", forms("greater_knitted"), {}, True),
    # seven_couples: exactly two apart, repeated and interlocked
    ("1313m24m57p68p13s79s", forms("seven_couples"), {}, True),
    ("1313m2435m68p13s79s", forms("seven_couples"), {}, True),
    ("1212m24m57p68p13s79s", forms("seven_couples"), {}, False),
    ("1313m24m57p68p13s9s*", forms("seven_couples", wild_in=(), wild_max_per_group=0), {}, True),
    ("1313m24m57p68p13sE*", forms("seven_couples"), {}, False),
    # eight_pairs and pairs_and_triplet
    ("1133557799m1133p55sE", forms("eight_pairs", groups=5), {}, True),
    ("1133557799m1133p5sE*", forms("eight_pairs", groups=5), {}, True),
    ("1133557799m1133p5sEC", forms("eight_pairs", groups=5), {}, False),
    ("1133557799m1133pEEE", forms("pairs_and_triplet", groups=5), {}, True),
    ("1133557799m1133pEE*", forms("pairs_and_triplet", groups=5, wild_in=("pair",)), {}, False),
    ("1133557799m1133pEE*", forms("pairs_and_triplet", groups=5, wild_in=("pung",)), {}, True),
    ("1133557799m113pEEE*", forms("pairs_and_triplet", groups=5, wild_in=("pung",)), {}, False),
    # all_honours and all_258: no shape, melds of the set
    ("ESWNCFPEEESWNC", forms("all_honours"), {}, True),
    ("ESWNCFPEEESWN1m", forms("all_honours"), {}, False),
    ("ESWNCFPEEESWN*", forms("all_honours"), {}, True),
    ("[EEE]ESWNCFPSWNC", forms("all_honours"), {}, True),
    ("[123m]ESWNCFPSWNC", forms("all_honours"), {}, False),
    ("25588m2258p25588s", forms("all_258"), {}, True),
    ("25588m2258p25589s", forms("all_258"), {}, False),
    ("[222s]2558m2258p588s", forms("all_258"), {}, True),
    # pair_kinds and pair_exempt
    ("123m456m789p111s55p", standard(pair_kinds=TILES_258), {}, True),
    ("123m456m789p111s5p*", standard(pair_kinds=TILES_258), {}, True),
    ("123m456m789p111s6p*", standard(pair_kinds=TILES_258), {}, False),
    ("111m333p777s999sEE", standard(pair_kinds=TILES_258), {}, False),
    (
        "111m333p777s999sEE",
        standard(pair_kinds=TILES_258, pair_exempt=("all_triplets",)),
        {},
        True,
    ),
    (
        "[123m]333p777s999sEE",
        standard(pair_kinds=TILES_258, pair_exempt=("all_triplets",)),
        {},
        False,
    ),
    ("123456789m11199m", standard(pair_kinds=TILES_258, pair_exempt=("one_suit",)), {}, True),
    ("[123m]456789m11199m", standard(pair_kinds=TILES_258, pair_exempt=("one_suit",)), {}, True),
    ("[123p]456789m11199m", standard(pair_kinds=TILES_258, pair_exempt=("one_suit",)), {}, False),
    (
        "ESWSWNCFPCFPEE",
        standard(runs=ALL_RUNS, pair_kinds=TILES_258, pair_exempt=("all_honours",)),
        {},
        True,
    ),
    # max_copies
    ("1111m*", standard(), {}, True),
    ("1111m*", standard(max_copies=4), {}, False),
    # forbidden: not in the hand, not as a wildcard; in melds it may be
    ("123m456p789s111sCC", standard(forbidden="C"), {}, False),
    ("[CCCC]123m456p789s11s", standard(forbidden="C"), {}, True),
    ("[CCC]123m456p789sC*", standard(forbidden="C"), {}, False),
    ("12m11p*", standard(forbidden="3m"), {}, False),
    # min_suits, max_suits, min_suit_tiles: hand and melds
    ("[234p]456m777p345s66s", standard(min_suits=3), {}, True),
    ("[234p]456m777p345m66m", standard(min_suits=3), {}, False),
    ("123m456m789p111s55s", standard(max_suits=2), {}, False),
    ("123m456m789p111p55p", standard(max_suits=2), {}, True),
    ("[123s]456m789p111p55p", standard(max_suits=2), {}, False),
    ("123m456m78p11s*", standard(max_suits=2), {}, False),
    ("11223344556677m", forms("seven_pairs", min_suits=2), {}, False),
    ("123m456m789p111s55s", standard(min_suit_tiles=7), {}, False),
    ("123m456m789p111s55m", standard(min_suit_tiles=8), {}, True),
    ("[1111m]456m789p111s55p", standard(min_suit_tiles=7), {}, True),  # a kong is four tiles
    ("[1111m]456m789p111s55p", standard(min_suit_tiles=8), {}, False),
    # must_be_open
    ("[234p]456m777p345s66s", standard(must_be_open=True), {}, True),
    ("{2222p}456m777p345s66s", standard(must_be_open=True), {}, False),
    ("234p456m777p345s66s", standard(must_be_open=True), {}, False),
    # required
    ("[234p]456m777p345s66s", standard(required=("triplet",)), {}, True),
    ("[234p]456m678p345s66s", standard(required=("triplet",)), {}, False),
    ("{2222p}456m678p345s66s", standard(required=("triplet",)), {}, True),
    ("234p456m678p345sCC", standard(required=("triplet",)), {}, False),
    ("234p456m678p345sCC", standard(required=("triplet_or_dragon_pair",)), {}, True),
    ("234p456m678p345sEE", standard(required=("triplet_or_dragon_pair",)), {}, False),
    ("234p456m678p345sEE", standard(required=("terminal_or_honour",)), {}, True),
    ("234p456m678p345s66s", standard(required=("terminal_or_honour",)), {}, False),
    ("234p456m678p345s6s*", standard(required=("terminal_or_honour",)), {}, False),
    ("234p456m78p345s66s*", standard(required=("terminal_or_honour",)), {}, True),  # 789p
    (
        "1133557799mEEEE",
        forms("standard", "seven_pairs", required=("triplet",)),
        {},
        False,
    ),
    ("P5m", standard(copies=1, stand_in="P"), {"wild_kinds": ["5m"]}, True),
    (
        "[EEEE]1133557799mC",
        forms("seven_pairs", required=("triplet",), kongs_as_two_pairs=1),
        {},
        True,
    ),
    ("1133557799m1133pEEE", forms("pairs_and_triplet", groups=5, required=("triplet",)), {}, True),
    # wild_can_be
    ("12m11p*", standard(wild_can_be="3m"), {}, True),
    ("12m11p*", standard(wild_can_be="4m"), {}, False),
    # wild_in
    ("12m11p*", standard(wild_in=("pung", "pair")), {}, False),
    ("11m22p*", standard(wild_in=("pung",)), {}, True),
    ("111m2p*", standard(wild_in=("chow", "pung")), {}, False),
    ("EW*11m", standard(runs=ALL_RUNS, wild_in=("pung",)), {}, False),
    ("1133557799m113p*", forms("seven_pairs", wild_in=("chow", "pung")), {}, False),
    ("19m19p19sESWNCF**", forms("thirteen_orphans"), {}, True),
    ("19m19p19sESWNCFP*", forms("thirteen_orphans"), {}, True),
    ("19m19p19sESWNCFP*", forms("thirteen_orphans", wild_in=()), {}, False),  # it is in the pair
    ("19m19p19sESWNCFF*", forms("thirteen_orphans", wild_in=()), {}, True),  # it is a single
    # wild_max_per_group, min_natural_per_group, min_natural_per_pair
    ("1m****", standard(), {}, True),
    ("1m****", standard(wild_max_per_group=2), {}, True),  # 111m or a chow, and the pair
    ("1m****", standard(wild_max_per_group=1), {}, False),
    ("11m***", standard(min_natural_per_group=1), {}, True),  # 11m* and **
    ("11m***", standard(min_natural_per_group=2, min_natural_per_pair=1), {}, False),
    ("11m***", standard(min_natural_per_group=1, min_natural_per_pair=1), {}, True),
    ("11mE**", standard(min_natural_per_group=2, min_natural_per_pair=1), {}, True),
    ("1133557799m11p**", forms("seven_pairs", min_natural_per_pair=1), {}, True),  # 1*1*m
    (
        "1133557799m11p**",
        forms("seven_pairs", min_natural_per_pair=1, quads_as_two_pairs=False),
        {},
        False,
    ),
    ("1133557799m1p3p**", forms("seven_pairs", min_natural_per_pair=1), {}, True),
    # wild_natural_use: as itself without being substituted, or only as a substitute
    ("456m11p", standard(wild_can_be="1m"), {"wild_kinds": ["5m"]}, True),
    ("456m11p", standard(wild_can_be="1m", wild_natural_use=False), {"wild_kinds": ["5m"]}, False),
    ("456m11p", standard(wild_natural_use=False), {"wild_kinds": ["5m"]}, True),
    ("456m11p", standard(wild_natural_use=False, wild_in=("pung",)), {"wild_kinds": ["5m"]}, False),
    # wild_claimed
    ("5566m+7m", standard(), {"wild_kinds": ["7m"]}, True),
    ("5566m+7m", standard(), {"wild_kinds": ["7m"], "claimed": True}, False),
    ("5677m+7m", standard(), {"wild_kinds": ["7m"], "claimed": True}, True),
    ("5566m+7m", standard(wild_claimed="wild"), {"wild_kinds": ["7m"], "claimed": True}, True),
    (
        "5677m+7m",
        standard(wild_claimed="forbidden"),
        {"wild_kinds": ["7m"], "claimed": True},
        False,
    ),
    ("5677m+7m", standard(wild_claimed="forbidden"), {"wild_kinds": ["7m"]}, True),
    ("5577m+6m", standard(wild_claimed="forbidden"), {"wild_kinds": ["7m"], "claimed": True}, True),
    (
        "46m11p+5m",
        standard(wild_natural_use=False, wild_can_be="1m"),
        {"wild_kinds": ["5m"], "claimed": True},
        True,
    ),
    # wild_active and wild_face
    ("5566m+7m", standard(wild_active="drawn"), {"wild_kinds": ["7m"]}, True),
    ("5566m+7m", standard(wild_active="drawn"), {"wild_kinds": ["7m"], "claimed": True}, False),
    ("5567m+6m", standard(wild_active="drawn"), {"wild_kinds": ["7m"]}, False),
    ("5567m+6m", standard(), {"wild_kinds": ["7m"]}, True),
    ("55667m", standard(wild_active="drawn"), {"wild_kinds": ["7m"]}, False),  # no winning tile
    ("PP*1m+1m", standard(wild_active="drawn", wild_face="P"), {}, True),
    ("PP1m1m+*", standard(wild_active="drawn", wild_face="P"), {"claimed": True}, True),
    ("FF1m1m+*", standard(wild_active="drawn", wild_face="P"), {"claimed": True}, False),
    ("FF1m1m+*", standard(wild_active="drawn", wild_face="P"), {}, True),
    ("FF*1m+1m", standard(wild_active="drawn", wild_face="P"), {}, False),
    # stand_in: as natural tiles of a wild kind, or as themselves
    ("46mP11s", standard(stand_in="P"), {"wild_kinds": ["5m"]}, True),
    ("46mP11s", standard(), {"wild_kinds": ["5m"]}, False),
    ("46mP11s", standard(stand_in="P"), {}, False),
    ("PPP11s", standard(stand_in="P"), {"wild_kinds": ["5m"]}, True),
    ("PP5m11s", standard(stand_in="P", wild_in=()), {"wild_kinds": ["5m"]}, True),  # 555m
    ("PP5m11s", standard(wild_in=()), {"wild_kinds": ["5m"]}, False),
    ("46mP1s5m", standard(stand_in="P"), {"wild_kinds": ["5m"]}, True),  # 456m, 1s and the wild
    # void_suit
    ("123m456m789p11p", standard(), {"void_suit": "s"}, True),
    ("123m456m789p11s", standard(), {"void_suit": "s"}, False),
    ("[123s]456m789p111p55p", standard(), {"void_suit": "s"}, False),
    ("12s11p*", standard(), {"void_suit": "s"}, False),
    ("11m1p**", standard(), {"void_suit": "s"}, True),
]


@pytest.mark.parametrize(("hand", "rules", "deal", "wins"), WINS)
def test_wins_by_field(hand, rules, deal, wins):
    if wins is HandError:
        with pytest.raises(HandError):
            reference.is_win(hand, rules=rules, **deal)
    else:
        assert reference.is_win(hand, rules=rules, **deal) is wins
        if reference.make_position(hand, 0, rules, (), False, None, None).total % 3 == 2:
            assert (reference.count_readings(hand, rules=rules, **deal) > 0) is wins


# -- The worked hands of the regional rule sets --------------------------------------------------

NANCHANG = forms("standard", "seven_pairs", "misfit", "seven_star", runs=ALL_RUNS)
CHONGJI = forms("standard", "seven_pairs", "misfit", kongs_as_two_pairs=3)
NANCHANG_LOOSE = NANCHANG.replace(misfit_wild_needs_slot=False)
DONGBEI = standard(
    min_suits=3, must_be_open=True, required=("triplet_or_dragon_pair", "terminal_or_honour")
)
POCCHI = forms(
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    quads_as_two_pairs=False,
    max_copies=4,
    wild_active="drawn",
    wild_face="P",
)
WUHAN = standard(
    pair_kinds=TILES_258, pair_exempt=("all_triplets",), must_be_open=True, forbidden="C"
)
WORKED = [
    ("N03", NANCHANG, "123m456p78sESNCC+9s", ("2p", "3p"), True, True),
    ("N04", NANCHANG, "123m456p78sESCPP+9s", ("2p", "3p"), False, False),
    ("N06", NANCHANG, "123m456p789p8sEW9s+8s", ("9s", "1s"), True, True),
    ("N08", NANCHANG, "11m33m55p77p99sEEC+3s", ("C", "F"), False, True),
    ("N09", NANCHANG, "123m456p789sEEEC+3s", ("C", "F"), True, True),
    ("N11", NANCHANG, "123m456p789sEEEC+C", ("C", "F"), False, True),
    ("N12", NANCHANG, "147m258p369sESN5m+P", ("5m", "6m"), False, True),
    ("N13", NANCHANG, "147m258p369sESNC+P", ("C", "F"), False, True),
    ("N15", NANCHANG, "147m258pESWNCF5m+3s", ("5m", "6m"), False, True),
    ("N16", NANCHANG, "147m258pESWNCFP+3s", ("C", "F"), False, True),
    ("N17", NANCHANG, "27m37p38sESWNCF5p+P", ("5p", "6p"), False, False),
    ("N18", NANCHANG_LOOSE, "27m37p38sESWNCF5p+P", ("5p", "6p"), False, True),
    ("N19", NANCHANG, "112233m445566pP+P", ("1s", "2s"), True, True),
    ("N22", NANCHANG, "123m456p789sEE44m+6m", ("6m", "7m"), False, True),
    ("N22, claimed", NANCHANG, "123m456p789sEE44m+6m", ("6m", "7m"), True, False),
    ("N24", NANCHANG, "ESWNC5555m6666m+F", ("5m", "6m"), False, True),
    ("N31", NANCHANG, "147m258p3sCCCFFF+6s", ("C", "F"), False, True),
    ("C02", CHONGJI, "11m44m77p22sCCE**+9s", (), False, True),
    ("C04", CHONGJI, "147m258p3sESWNCFP", (), False, True),
    ("C05", CHONGJI, "123m456p789sEEE*+3s", (), False, True),
    ("C06", CHONGJI, "{2222s}11m33m55p77p99sC", (), False, True),
    ("R02", standard(pair_kinds=TILES_258, tiles=SUITED), "123m456m789p111s55p", (), False, True),
    ("R03", standard(pair_kinds=TILES_258), "123m456m789p111s5p*", (), False, True),
    ("R07", POCCHI, "123m456p789sEE23m+*", (), False, True),
    ("R08", POCCHI, "123m456p789sEE23m+*", (), True, False),
    ("R09", standard(groups=5, stand_in="P"), "46mP123p456p789p111sSS", ("5m",), False, True),
    ("R11", standard(groups=5), "123m456m789m123p456p99s", (), False, True),
    ("R12", standard(max_suits=2), "123m456m789p111s55s", (), False, False),
    ("R13", standard(max_suits=2), "11112233m456m777m", (), True, True),
    ("R14", WUHAN, "[123m]456p789sEEE55s", ("6p",), False, True),
    ("R14, concealed", WUHAN, "123m456p789sEEE55s", ("6p",), False, False),
    ("R15", standard(), "123m456p789sEEE*+3s", (), False, True),
    ("R16", standard(), "46m123p789p111sSS+5m", (), False, True),
    ("R18", DONGBEI, "[234p]456m777p345s66s", (), False, False),
    ("R19", DONGBEI, "[234p]456m777p345s99s", (), False, True),
]


@pytest.mark.parametrize(
    ("rules", "hand", "wild_kinds", "claimed", "wins"),
    [row[1:] for row in WORKED],
    ids=[row[0] for row in WORKED],
)
def test_worked_hands(rules, hand, wild_kinds, claimed, wins):
    assert reference.is_win(hand, rules=rules, wild_kinds=wild_kinds, claimed=claimed) is wins


# -- How the readings are written ----------------------------------------------------------------

READINGS = [
    ("147m258p369s123mEE", forms("knitted_straight"), {}, ["147m258p369s 123m EE"]),
    ("EW*11m", standard(runs=ALL_RUNS), {}, ["E(S)W 11m", "EW(N) 11m"]),
    (
        "1133557799m1133p55sE",
        forms("eight_pairs", groups=5),
        {},
        ["11m 33m 55m 77m 99m 11p 33p 55s E"],
    ),
    (
        "EEE1133557799m1133p",
        forms("pairs_and_triplet", groups=5),
        {},
        ["11m 33m 55m 77m 99m 11p 33p EEE"],
    ),
    (
        "13m13m24m57p68p13s79s",
        forms("seven_couples"),
        {},
        ["13m 13m 24m 57p 68p 13s 79s"],
    ),
    (
        "27m37p38sESWNCFP*",
        forms("misfit", misfit_wild_needs_slot=False),
        {},
        ["2m 7m 3p 7p 3s 8s E S W N C F P *"],
    ),
    ("EECC*", forms("all_honours"), {}, ["E E C C *"]),
    ("PP5m11s", standard(stand_in="P", wild_in=()), {"wild_kinds": ["5m"]}, ["555m 11s"]),
    ("PPP11s", standard(stand_in="P"), {"wild_kinds": ["5m"]}, ["555m 11s", "PPP 11s"]),
    (
        "456m11p",
        standard(wild_natural_use=False),
        {"wild_kinds": ["5m"]},
        ["4(5)6m 11p"],
    ),
    ("456m11p", standard(), {"wild_kinds": ["5m"]}, ["456m 11p"]),
]


@pytest.mark.parametrize(("hand", "rules", "deal", "expected"), READINGS)
def test_readings_by_form(hand, rules, deal, expected):
    shown = sorted(str(reading) for reading in reference.readings(hand, rules=rules, **deal))
    assert shown == sorted(expected)


def test_a_free_wildcard_is_no_kind_and_a_free_tile_may_be_any():
    # the wildcard is free, or makes a pair with a tile whose fellow is free
    rules = forms("eight_pairs", groups=5)
    shown = [str(reading) for reading in reference.readings("1133557799m1133p55s*", rules=rules)]
    assert len(shown) == 1 + 8
    assert "11m 33m 55m 77m 99m 11p 33p 55s *" in shown
    assert "1(1)m 33m 55m 77m 99m 11p 33p 55s 1m" in shown


def test_a_wildcard_that_is_no_kind_is_a_group_of_its_own():
    (reading,) = reference.readings("EECC*", rules=forms("all_honours"))
    assert reading.pair is None
    assert reading.groups[-1] == reference.Group((WILD,), (True,))
    assert reading.substituted == (WILD,)


# -- Distance and waits --------------------------------------------------------------------------

DISTANCES = [
    ("12m11p", standard(), {}, 0),
    ("12m11p", standard(tiles="12m1p"), {}, 1),  # of the kinds there are, pungs: 111p and 11m
    ("1m", standard(tiles="1m", copies=1), {}, reference.OUT_OF_REACH),
    ("147m258p369sESWN", forms("misfit"), {}, 0),
    ("147m258p369sEEEE", forms("misfit"), {}, 3),
    ("147m258p3sESWNC1p", forms("seven_star"), {}, 1),
    ("147m258p3sESWNC*", forms("seven_star"), {}, 1),  # the wildcard is of no use
    ("147m258p*ESWNC1p", forms("seven_star"), {}, 1),
    ("147m258p369s12mEE", forms("knitted_straight"), {}, 0),
    ("147m258p36s12mEE1s", forms("knitted_straight"), {}, 1),
    ("1133557799m113pC", forms("seven_pairs"), {}, 0),
    ("{2222s}11m33m55p77p9sC", forms("seven_pairs", kongs_as_two_pairs=1), {}, 0),
    ("{2222s}11m33m55p77p9sC", forms("seven_pairs"), {}, reference.OUT_OF_REACH),
    ("[123s]11m", standard(groups=1, must_be_open=True), {}, -1),
    ("11m123s", standard(groups=1, must_be_open=True), {}, reference.OUT_OF_REACH),
    ("ESWNCFPEEESWN", forms("all_honours"), {}, 0),
    ("ESWNCFPEE1234m", forms("all_honours"), {}, 4),
    ("22255588m22255p", forms("all_258"), {}, 0),
    # the third suit is one group away: two draws beyond the wait for any
    ("123m456m789p11p", standard(), {}, -1),
    ("123456789m1199m", standard(), {}, 0),
    ("123456789m1199m", standard(min_suits=2), {}, 1),  # 99p: two draws
    # the wildcard may not be in the pair
    ("123m5p*", standard(wild_in=("chow", "pung")), {}, HandError),
    ("1m***", standard(wild_in=("chow", "pung")), {}, 0),
    ("123m*", standard(wild_in=("chow", "pung")), {}, 0),  # 11m and 23m*
    ("EEE*", standard(wild_in=("chow", "pung")), {}, 0),  # EE and EE*
    ("EEE*", standard(copies=3, wild_in=("chow", "pung")), {}, 1),
    ("EEE*", standard(), {}, 0),
    # nothing is wild in hand, but the last tile drawn may be
    ("5566m", standard(wild_active="drawn"), {"wild_kinds": ["7m"]}, 0),
    ("5579m", standard(wild_active="drawn"), {"wild_kinds": ["E"]}, 0),
    ("579mE", standard(wild_active="drawn"), {"wild_kinds": ["E"]}, 1),
    ("579mE", standard(), {"wild_kinds": ["E"]}, 0),
    ("12mP1s", standard(stand_in="P"), {"wild_kinds": ["3m"]}, 0),
    ("12mP1s", standard(), {"wild_kinds": ["3m"]}, 1),
    ("12m11s", standard(), {"void_suit": "s"}, 2),
]


@pytest.mark.parametrize(("hand", "rules", "deal", "distance"), DISTANCES)
def test_distances_by_field(hand, rules, deal, distance):
    if distance is HandError:
        with pytest.raises(HandError):
            reference.waits(hand, rules=rules, **deal)
    else:
        assert reference.shanten(hand, rules=rules, **deal) == distance


def waits(hand, rules=None, **deal):
    found = reference.waits(hand, rules=rules or standard(), **deal)
    return " ".join(reference.TILE_NAMES[kind] for kind in found)


def test_waits_by_field():
    assert waits("23m55p", standard(tiles="1235m5p")) == "1m"
    assert waits("EW11m", standard(runs=ALL_RUNS)) == "S N"
    assert waits("23m55p", standard(forbidden="1m")) == "4m"
    assert waits("23m11p", standard(pair_kinds=TILES_258)) == ""
    assert waits("5566m", standard(wild_active="drawn"), wild_kinds=["E"]) == "5m 6m E"
    assert waits("5566m", standard(wild_active="drawn"), wild_kinds=["E"], claimed=True) == "5m 6m"
    assert waits("5566m", standard(wild_claimed="forbidden"), wild_kinds=["6m"], claimed=True) != ""
    assert "6m" not in waits(
        "5566m", standard(wild_claimed="forbidden"), wild_kinds=["6m"], claimed=True
    )
    assert waits("23m55p", standard(stand_in="P"), wild_kinds=["1m"]).endswith("P")
    assert waits("23m55p", void_suit="m") == ""
    assert waits("147m258p369sESWN", forms("misfit")) == "C F P"
    assert waits("27m37p38sESWNCFP", forms("misfit")) == ""
    assert waits("13m13m24m57p68p13s7s", forms("seven_couples")) == "5s 9s"


# -- The literal definitions ---------------------------------------------------------------------


def is_small(deal):
    """Whether all uses of all tiles can be tried."""
    stand_ins = sum(deal.counts[kind] for kind in deal.rules.stand_in)
    return deal.wildcards <= 2 and deal.wildcards + stand_ins * bool(deal.wild_kinds) <= 4


def assert_literal_readings(deal):
    found = [
        literal.key(reading)
        for reading in reference.iter_readings(deal.hand, claimed=deal.claimed, **deal.deal)
    ]
    expected = literal.readings(deal)
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert reference.is_win(deal.hand, claimed=deal.claimed, **deal.deal) == bool(expected)
    return bool(expected)


@settings(max_examples=100)
@given(deals(most_wildcards=2))
def test_readings_are_the_layouts_of_all_uses_of_the_tiles(deal):
    assume(is_small(deal))
    assert_literal_readings(deal)


def test_readings_are_the_layouts_of_all_uses_of_the_tiles_in_many_deals():
    """Seeded, so that wins of all forms are sure to be among them."""
    forms_won = set()
    for seed in range(150):
        rng = random.Random(seed)
        deal = random_deal(rng, random_rules(rng, most_fields=2), most_wildcards=1)
        if is_small(deal) and assert_literal_readings(deal):
            forms_won.update(form for form, *_ in literal.readings(deal))
    assert len(forms_won) == 13


def wins_within(deal, draws):
    """Tell whether some draws, with a discard after each but the last, make the hand win.

    The hand has 3n+1 tiles. Tiles that are thrown away are not drawn again.
    """
    rules = deal.rules
    face = rules.wild_face if rules.wild_active == "drawn" else None
    shown = [held + melded for held, melded in zip(deal.counts, deal.melded, strict=True)]
    if face is not None:
        shown[face] += deal.wild
    left = [rules.copies * (kind in rules.tiles) - shown[kind] for kind in range(KINDS)]
    hands = {(deal.counts, deal.wild, ())}
    for _ in range(draws - 1):
        after = set()
        for counts, wild, drawn in hands:
            for kind in range(KINDS):
                if drawn.count(kind) < left[kind]:
                    tiles = list(counts)
                    tiles[kind] += 1
                    for thrown in range(KINDS):
                        if tiles[thrown]:
                            tiles[thrown] -= 1
                            after.add((tuple(tiles), wild, tuple(sorted((*drawn, kind)))))
                            tiles[thrown] += 1
                    if wild:
                        after.add((tuple(tiles), wild - 1, tuple(sorted((*drawn, kind)))))
        hands = after
    return any(
        reference.is_win(held.drawn(kind).hand, **deal.deal)
        for counts, wild, drawn in hands
        for held in [deal._replace(counts=counts, wild=wild)]
        for kind in range(KINDS)
        if drawn.count(kind) < left[kind]
    )


FEW_KINDS = ("12345m1pP", "1239m12pEP", "ESWNCFP2m", "1234567mP")


def few_kinds_deal(seed):
    rng = random.Random(seed)
    while True:
        rules = random_rules(rng, groups=1)
        try:
            rules = rules.replace(tiles=rng.choice(FEW_KINDS))
        except ValueError:  # kinds that a field names are not in the set
            continue
        return random_deal(rng, rules, remainder=1, most_groups=1)


@pytest.mark.parametrize("seed", range(60))
def test_shanten_is_the_least_number_of_draws(seed):
    deal = few_kinds_deal(seed)
    distance = reference.shanten(deal.hand, **deal.deal)
    for draws in (1, 2):
        assert wins_within(deal, draws) == (distance < draws), deal


# -- Identities ----------------------------------------------------------------------------------

small = {"most_groups": 3, "most_wildcards": 3}


@settings(max_examples=60)
@given(deals(**small))
def test_a_hand_wins_exactly_when_its_shanten_is_minus_one(deal):
    wins = reference.is_win(deal.hand, **deal.deal)
    assert wins == (reference.shanten(deal.hand, **deal.deal) == -1)


@settings(max_examples=15)
@given(deals(remainder=1, **small))
def test_a_hand_waits_exactly_when_its_shanten_is_zero(deal):
    found = reference.waits(deal.hand, **deal.deal)
    assert bool(found) == (reference.shanten(deal.hand, **deal.deal) == 0)
    if found:
        assert tuple(reference.acceptance(deal.hand, **deal.deal)) == found
        assert all(reference.is_win(deal.drawn(kind).hand, **deal.deal) for kind in found)


@settings(max_examples=15)
@given(deals(remainder=1, most_groups=2, most_wildcards=2))
def test_a_draw_lowers_the_shanten_by_one_at_the_most(deal):
    before = reference.shanten(deal.hand, **deal.deal)
    assume(before != reference.OUT_OF_REACH)
    accepted = reference.acceptance(deal.hand, **deal.deal)
    assert accepted  # the first of the draws that lead to a win
    for kind in accepted:
        assert reference.shanten(deal.drawn(kind).hand, **deal.deal) == before - 1


@settings(max_examples=8)
@given(deals(most_groups=1, most_wildcards=2))
def test_a_hand_that_does_not_win_is_as_near_as_its_best_discard(deal):
    # A wild tile that is one only when drawn may be thrown away to be drawn again: as the rest of
    # the hand alone is asked, it may be the same copy.
    assume(deal.rules.wild_active == "always")
    distance = reference.shanten(deal.hand, **deal.deal)
    found = reference.discards(deal.hand, **deal.deal)
    order = [(d.shanten, -sum(d.acceptance.values()), d.tile) for d in found]
    assert order == sorted(order)
    assert found[0].shanten == max(distance, 0) or distance == -1


UNRESTRICTED = (
    standard(),
    forms("standard", "seven_pairs", "thirteen_orphans", "seven_couples", "all_honours"),
    forms("knitted_straight", "lesser_knitted", runs=ALL_RUNS),
    forms("eight_pairs", "pairs_and_triplet", groups=5),
    standard(min_suits=2, required=("triplet",)),
    standard(max_suits=2, min_suit_tiles=5, pair_kinds=TILES_258),
)


@settings(max_examples=30)
@given(st.data(), st.sampled_from(UNRESTRICTED))
def test_a_faceless_wildcard_for_a_natural_tile_never_raises_the_shanten(data, rules):
    deal = data.draw(deals(rules=rules, most_wildcards=2, most_groups=5))
    deal = deal._replace(wild_kinds=(), winning=None)
    before = reference.shanten(deal.hand, **deal.deal)
    kind = data.draw(st.sampled_from([kind for kind in range(KINDS) if deal.counts[kind]] or [0]))
    assume(deal.counts[kind])
    counts = (*deal.counts[:kind], deal.counts[kind] - 1, *deal.counts[kind + 1 :])
    changed = deal._replace(counts=counts, wild=deal.wild + 1)
    assert reference.shanten(changed.hand, **deal.deal) <= before


@settings(max_examples=60)
@given(deals(rules=standard(), most_wildcards=4))
def test_surplus_wildcards_always_fit(deal):
    """A hand wins if at most n groups and a pair hold its natural tiles, each with a wildcard."""
    deal = deal._replace(wild_kinds=(), void_suit=None)
    rules = deal.rules

    def held_by(tiles, groups, pairs):
        if not tiles:
            return True
        lowest = tiles[0]
        pieces = [(lowest,) * 3] * (groups > 0) + [(lowest,) * 2] * (pairs > 0)
        if lowest < 27:
            starts = [k for k in range(lowest - 2, lowest + 1) if k // 9 == lowest // 9]
            pieces += [(k, k + 1, k + 2) for k in starts if k >= 0 and k % 9 < 7] * (groups > 0)
        for piece in pieces:
            rest = list(tiles)
            for tile in piece:
                if tile in rest:
                    rest.remove(tile)
            used_pair = len(piece) == 2
            if held_by(rest, groups - (not used_pair), pairs - used_pair):
                return True
        return False

    natural = [kind for kind in range(KINDS) for _ in range(deal.counts[kind])]
    groups = (deal.size - 2) // 3
    assert reference.is_win(deal.hand, rules=rules) == held_by(natural, groups, 1)


@pytest.mark.parametrize("groups", range(1, 5))
def test_wildcards_that_always_win(groups):
    rng = random.Random(groups)
    for _ in range(10):
        natural = rng.sample([kind for kind in range(KINDS) for _ in range(4)], groups + 1)
        counts = [natural.count(kind) for kind in range(KINDS)]
        assert reference.is_win(counts, wild=2 * groups + 1, rules=standard(groups=groups))
    assert not reference.is_win("1m38p16sE********", rules=standard())


def test_seven_pairs_need_a_wildcard_for_each_odd_count():
    rng = random.Random(7)
    rules = forms("seven_pairs")
    for wild in (0, 1, 2, 3, 7):
        for _ in range(20):
            kinds = rng.sample(range(KINDS), 8)
            held = rng.sample([kind for kind in kinds for _ in range(4)], 14 - wild)
            counts = [held.count(kind) for kind in range(KINDS)]
            odd = sum(count % 2 for count in counts)
            assert reference.is_win(counts, wild=wild, rules=rules) == (wild >= odd)


@settings(max_examples=20)
@given(deals(rules=standard(), remainder=1, most_wildcards=0, most_groups=2))
def test_a_hand_waits_for_all_kinds_where_it_is_groups_and_a_wildcard(deal):
    """Without a copy limit; with one, a fifth copy may be what a kind would need."""
    natural = [kind for kind in range(KINDS) for _ in range(deal.counts[kind])]
    assume(natural)
    natural.pop(random.Random(len(natural)).randrange(len(natural)))
    counts = tuple(natural.count(kind) for kind in range(KINDS))
    found = reference.waits(counts, wild=1, rules=standard())
    everything = tuple(kind for kind in range(KINDS) if counts[kind] < 4)
    # Groups alone are what wins with a pair that has nothing to do with them.
    stranger = next(kind for kind in reversed(range(27, KINDS)) if not counts[kind])
    with_pair = tuple(count + 2 * (kind == stranger) for kind, count in enumerate(counts))
    assert (found == everything) == reference.is_win(with_pair, rules=standard())


@settings(max_examples=60)
@given(all_rules())
def test_random_rules_survive_toml(rules):
    from mahjong_fast.rules import from_dict

    tomllib = pytest.importorskip("tomllib")
    assert from_dict(tomllib.loads(rules.to_toml())) == rules


def test_the_reference_and_the_literal_definitions_name_the_same_kinds():
    assert tuple(itertools.chain(*SUITS)) == tuple(range(27))
