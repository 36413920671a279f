"""The ledger: the worked settlements, and that every part sums to zero."""

import dataclasses
import random

import pytest

import mahjong_fast as mf
from mahjong_fast import Deal, Feed, HandError, RulesError

JING = ("5m", "6m")


def rules(**ledger):
    found = mf.rules.get("nanchang")
    section = {**dict(found.scoring.ledger), **ledger}
    return found.replace(scoring=dataclasses.replace(found.scoring, ledger=section))


def net(deal, **ledger):
    return mf.settle(deal, rules(**ledger)).net


def test_all_seven_are_ten_points_alone():
    """10 points are worth 10 x 7, and twice that for the only holder."""
    found = mf.settle(Deal({"W": "555m6666m"}, JING), "nanchang")
    assert found.net == {"E": -140, "S": -140, "W": 420, "N": -140}
    assert found.parts["E"]["jing"] == -10
    assert found.parts["E"]["chongguan"] == -60
    assert found.parts["E"]["bawang"] == -70


# A (East) held 4 and ate one that C (West) discarded; B (South) holds 1, D (North) none.
FED = Deal({"E": "[456m]66m5m", "S": "6m"}, ("4m", "5m"), feeds=(Feed("E", "W", "5m"),))


@pytest.mark.parametrize(
    ("liability", "expected"),
    [
        ("none", (29, -7, -11, -11)),
        ("provider_pays_threefold", (39, -2, -31, -6)),
        ("provider_covers_others", (29, -2, -21, -6)),
    ],
)
def test_who_took_another_over_the_pass_is_liable(liability, expected):
    deal = Deal({"E": "[456m]556m", "S": "6m"}, JING, feeds=(Feed("E", "W", "6m"),))
    raw = 2 * 3 + 2
    assert mf.settle(deal, "nanchang").parts["E"]["jing"] == 3 * raw - 1
    deal = Deal({"E": "[678m]566m", "S": "6m"}, JING, feeds=(Feed("E", "W", "6m"),))
    assert tuple(net(deal, chongguan_liability=liability).values()) == expected


def test_who_had_passed_before_is_nobodys_liability():
    deal = Deal({"E": "[678m]556m", "S": "6m"}, JING, feeds=(Feed("E", "W", "6m"),))
    plain = net(deal)
    assert net(deal, chongguan_liability="provider_pays_threefold") == plain


def test_kongs():
    found = mf.settle(Deal({"E": "[1111m]", "S": "{2222m}"}, JING), "nanchang")
    assert {seat: parts["kongs"] for seat, parts in found.parts.items()} == {
        "E": 4, "S": 4, "W": -4, "N": -4,
    }  # fmt: skip
    assert net(Deal({"E": "[1111m]"}, JING), exposed_kong=1)["E"] == 3
    of_wild = Deal({"E": "[6666m]", "S": "5m"}, JING)
    assert mf.settle(of_wild, "nanchang").parts["E"]["kongs"] == 3 * 12
    inside = mf.settle(of_wild, rules(jing_kong_in_raw=True))
    assert inside.parts["E"]["kongs"] == 3 * 2
    assert inside.parts["E"]["jing"] == 3 * 14 - 2


def test_a_kong_alone_makes_no_sole_holder():
    assert mf.settle(Deal({"E": "[6666m]"}, JING), "nanchang").parts["E"]["bawang"] == 0
    assert mf.settle(Deal({"E": "[6666m]5m"}, JING), "nanchang").parts["E"]["bawang"] > 0


def test_four_first_discards_alike():
    assert net(Deal({}, first_discards_alike=True)) == {"E": -15, "S": 5, "W": 5, "N": 5}


def test_further_sets_count_on_the_tiles_held():
    deal = Deal({"E": "1m2m", "S": "2m"}, jing_sets=(("1m", "2m", False),))
    assert net(deal) == {"E": 8, "S": 0, "W": -4, "N": -4}


def test_a_win_is_settled_with_the_rest():
    ev = mf.Evaluator("nanchang", wild_kinds=JING)
    situation = mf.Situation(seat_wind="S", discarder="W")
    score = ev.score("445566m111p333p9s+9s", situation)
    found = mf.settle(Deal({"S": "445566m111p333p99s"}, JING, score=score))
    assert {seat: parts["win"] for seat, parts in found.parts.items()} == {
        "E": -4, "S": 15, "W": -9, "N": -2,
    }  # fmt: skip
    assert found.net["S"] == 15 + 3 * 2 * 18  # 2 x 5m and 2 x 6m are 6 points, and all there are
    told = Deal({}, winner="S", payments={"E": 4, "W": 9, "N": 2})
    assert net(told) == {"E": -4, "S": 15, "W": -9, "N": -2}


def random_deal(rng):
    wall = [kind for kind in range(34) for _ in range(4)]
    rng.shuffle(wall)
    hands = {}
    for seat in "ESWN":
        melds = []
        if rng.random() < 0.5:
            kind = rng.randrange(34)
            if wall.count(kind) == 4:
                wall = [tile for tile in wall if tile != kind]
                melds.append(mf.Meld((kind,) * 4, concealed=rng.random() < 0.5))
        tiles = [wall.pop() for _ in range(13 - 3 * len(melds))]
        hands[seat] = mf.Hand([tiles.count(kind) for kind in range(34)], 0, melds)
    first = rng.randrange(34)
    jing = tuple(mf.rules.get("nanchang").wild_kinds(first))
    fields = {}
    if rng.random() < 0.5:
        winner, *others = rng.sample("ESWN", 4)
        fields = {"winner": winner, "payments": {seat: rng.randrange(50) for seat in others}}
    holder, provider = rng.sample("ESWN", 2)
    return Deal(
        hands, jing, feeds=(Feed(holder, provider, rng.choice(jing)),),
        first_discards_alike=rng.random() < 0.2,
        jing_sets=((rng.randrange(34), rng.randrange(34), False),), **fields,
    )  # fmt: skip


def test_settlements_sum_to_zero_part_by_part():
    rng = random.Random(5)
    for _ in range(300):
        room = rules(
            chongguan_liability=rng.choice(
                ["none", "provider_pays_threefold", "provider_covers_others"]
            ),
            jing_kong_in_raw=rng.choice([True, False]),
            exposed_kong=rng.randrange(3),
        )
        found = mf.settle(random_deal(rng), room)
        assert sum(found.net.values()) == 0
        for part in found.parts["E"]:
            assert sum(parts[part] for parts in found.parts.values()) == 0


# --- The ledger once more, in plain words ---------------------------------------------------------

LEDGER = {
    "zheng": 2, "fu": 1, "chongguan_from": 5, "chongguan_less": 3, "bawang": 2, "exposed_kong": 2,
    "concealed_kong": 2, "jing_kong": 10, "jing_kong_in_raw": False, "chongguan_liability": "none",
    "chaozhuang": 5,
}  # fmt: skip
LEDGERS = {
    "nanchang": LEDGER,
    "nanchang_ganzhou": LEDGER,
    "nanchang_jian": LEDGER,
    "nanchang_r73": {**LEDGER, "exposed_kong": 1},
    "chongji": {"events": (("four_wilds", 22), ("three_kongs", 22), ("eleven_honours", 22))},
}


def test_the_ledger_of_every_table():
    told = {name: mf.rules.get(name).scoring for name in mf.rules.names()}
    found = {name: dict(scoring.ledger) for name, scoring in told.items() if scoring is not None}
    assert {name: ledger for name, ledger in found.items() if ledger} == LEDGERS


def slowly_settled(deal, ledger):
    """Return what each seat gets by each part, as the ledger's words have it."""
    names = ("win", "jing", "chongguan", "bawang", "kongs", "chaozhuang", "jing_sets")
    parts = {seat: dict.fromkeys(names, 0) for seat in "ESWN"}
    tiles, kongs = {}, {}
    for seat in "ESWN":
        hand = deal.hands.get(seat) or mf.Hand([0] * 34)
        tiles[seat] = [*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)]
        kongs[seat] = [(m.tiles[0], m.concealed) for m in hand.melds if len(m.tiles) == 4]

    def pay(part, payer, to, amount):
        parts[payer][part] -= amount
        parts[to][part] += amount

    def all_pay(part, to, amount):
        for seat in "ESWN".replace(to, ""):
            pay(part, seat, to, amount)

    def points(seat, zheng, fu):
        found = ledger["zheng"] * tiles[seat].count(zheng) + ledger["fu"] * tiles[seat].count(fu)
        if ledger["jing_kong_in_raw"]:
            found += ledger["jing_kong"] * sum(kind in (zheng, fu) for kind, _ in kongs[seat])
        return found

    def worth(raw):
        passed = raw >= ledger["chongguan_from"]
        return raw * (raw - ledger["chongguan_less"]) if passed else raw

    def is_alone(seat, kinds):
        holders = [each for each in "ESWN" if set(tiles[each]) & set(kinds)]
        konged = {kind for kind, _ in kongs[seat]}
        return holders == [seat] and any(k in kinds and k not in konged for k in tiles[seat])

    def liable(seat):
        """Return who fed the tile with which the points passed."""
        values = {deal.jing[1]: ledger["fu"], deal.jing[0]: ledger["zheng"]}
        fed = [(f.provider, values.get(f.tile, 0)) for f in deal.feeds if f.holder == seat]
        reached = points(seat, *deal.jing) - sum(value for _, value in fed)
        for provider, value in fed:
            if reached < ledger["chongguan_from"] <= reached + value:
                return provider
            reached += value
        return None

    for payer, amount in (deal.payments or {}).items():
        pay("win", payer, deal.winner, amount)
    for seat in "ESWN":
        raw = points(seat, *deal.jing)
        more = worth(raw) - raw
        all_pay("jing", seat, raw)
        provider = liable(seat) if ledger["chongguan_liability"] != "none" else None
        if provider is None:
            all_pay("chongguan", seat, more)
        elif ledger["chongguan_liability"] == "provider_covers_others":
            pay("chongguan", provider, seat, 3 * more)
        else:  # beside the points, which he has paid
            pay("chongguan", provider, seat, 3 * worth(raw) - raw)
        if is_alone(seat, deal.jing):
            all_pay("bawang", seat, worth(raw) * (ledger["bawang"] - 1))
        for kind, concealed in kongs[seat]:
            amount = ledger["concealed_kong" if concealed else "exposed_kong"]
            is_extra = kind in deal.jing and not ledger["jing_kong_in_raw"]
            all_pay("kongs", seat, amount + ledger["jing_kong"] * is_extra)
        for *pair, _ in deal.jing_sets:
            times = ledger["bawang"] if is_alone(seat, pair) else 1
            all_pay("jing_sets", seat, times * worth(points(seat, *pair)))
        if deal.first_discards_alike and seat != "E":
            pay("chaozhuang", "E", seat, ledger["chaozhuang"])
    return parts


def random_rich_deal(rng):
    """Return a deal in which few kinds lie about, so that there is much to settle."""
    kinds = rng.sample(range(34), 4)
    jing, sets = tuple(kinds[:2]), ((*kinds[2:], False), (kinds[0], kinds[2], True))
    held = {seat: [] for seat in "ESWN"}
    melds = {seat: [] for seat in "ESWN"}
    for kind in kinds:
        if rng.random() < 0.4:
            melds[rng.choice("ESWN")].append(mf.Meld((kind,) * 4, concealed=rng.random() < 0.5))
        else:
            few = rng.sample("ESWN", rng.choice((1, 1, 2, 4)))
            for _ in range(4):
                held[rng.choice(few)].append(kind)
    hands = {
        seat: mf.Hand([held[seat].count(kind) for kind in range(34)], 0, melds[seat])
        for seat in "ESWN"
    }
    feeds = []
    for holder in "ESWN":
        owned = [*held[holder], *(tile for meld in melds[holder] for tile in meld.tiles[:1])]
        for tile in rng.sample(owned, rng.randrange(len(owned) + 1)):
            feeds.append(Feed(holder, rng.choice("ESWN".replace(holder, "")), tile))
    rng.shuffle(feeds)
    winner, *others = rng.sample("ESWN", 4)
    return Deal(
        hands, jing, winner=winner, payments={seat: rng.randrange(50) for seat in others},
        feeds=tuple(feeds), first_discards_alike=rng.random() < 0.3, jing_sets=sets,
    )  # fmt: skip


def test_settlements_are_what_the_words_say():
    rng = random.Random(6)
    liable = 0
    for _ in range(300):
        ledger = {name: rng.randrange(1, 12) for name in LEDGER}
        ledger["bawang"] = rng.randrange(1, 4)
        ledger["jing_kong_in_raw"] = rng.choice((True, False))
        ledger["chongguan_liability"] = rng.choice(
            ("none", "provider_pays_threefold", "provider_covers_others")
        )
        deal = random_rich_deal(rng)
        found = mf.settle(deal, rules(**ledger))
        expected = slowly_settled(deal, ledger)
        assert found.parts == expected, (deal, ledger)
        assert found.net == {seat: sum(parts.values()) for seat, parts in expected.items()}
        others = slowly_settled(deal, {**ledger, "chongguan_liability": "none"})
        liable += others != expected
    assert liable > 30


@pytest.mark.parametrize(
    "fields",
    [
        {"hands": {"X": "1m"}},
        {"hands": {}, "winner": "X"},
        {"hands": {}, "payments": {"E": 3}},
        {"hands": {}, "winner": "E", "payments": {"E": 3}},
        {"hands": {}, "winner": "E", "payments": {"S": 3}, "event": "four_wilds"},
        {"hands": {}, "feeds": (Feed("E", "E", "1m"),)},
    ],
)
def test_a_deal_that_cannot_be(fields):
    with pytest.raises(HandError):
        Deal(**fields)


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"jing": (-1, 0)}, HandError, "jing: -1 is none of the 34 kinds"),
        ({"jing": (50, 51)}, HandError, "jing: 50 is none of"),
        ({"jing": ("*", "1m")}, HandError, r"jing: '\*' is none of"),
        ({"jing": ("1m", "10m")}, HandError, "jing: '10m' is not a tile"),
        ({"jing": ("1m",)}, HandError, "jing must have 2 entries"),
        ({"jing": "5m6m"}, TypeError, "jing must be a tuple"),
        ({"jing": ("1m", 1.5)}, TypeError, "jing: a tile is an id or a text, not 1.5"),
        ({"jing_sets": (("1m", "2m", True), ("*", "1m", True))}, HandError, r"jing_sets\[1\]: "),
        ({"jing_sets": (("1m", "2m"),)}, HandError, r"jing_sets\[0\] must have 3 entries"),
        ({"hands": {"E": "1111m", "S": "[111m]", "N": "1m"}}, HandError, "8 tiles 1m in the hands"),
        ({"hands": {"E": "{5555m}", "S": "5m"}}, HandError, "5 tiles 5m"),
        ({"hands": {"S": "5"}}, HandError, "the hand of S: digits without"),
        ({"hands": {"W": [5] + [0] * 33}}, HandError, "the hand of W: more than 4 copies"),
        ({"hands": {"N": 3}}, TypeError, "the hand of N: "),
        ({"hands": ["1m"]}, TypeError, "hands must be by seat"),
        ({"feeds": ("x",)}, TypeError, r"feeds\[0\] must be a Feed, not 'x'"),
        ({"feeds": (Feed("E", "S", "*"),)}, HandError, r"feeds\[0\]: '\*' is none of"),
        ({"score": 8}, TypeError, "score must be a Score, not 8"),
        ({"winner": "E", "event": ["four_wilds"]}, TypeError, "event must be a name"),
        ({"winner": "E", "payments": {"S": 1.5}}, TypeError, "what S pays must be an int, not 1.5"),
        ({"winner": "E", "payments": {"S": True}}, TypeError, "what S pays"),
        ({"winner": "E", "payments": [3, 3, 3]}, TypeError, "payments must be by seat"),
    ],
)
def test_what_is_wrong_with_a_deal_is_named(fields, error, message):
    with pytest.raises(error, match=message):
        Deal(**{"hands": {}, **fields})


def test_tiles_may_be_told_as_counts_and_ids():
    hands = {"E": "6m", "S": "5566m", "W": "", "N": ""}
    told = {seat: mf.Hand.parse(text).counts for seat, text in hands.items()}
    assert mf.settle(Deal(told, (4, 5)), "nanchang") == mf.settle(Deal(hands, JING), "nanchang")


@pytest.mark.parametrize(
    "ledger",
    [{"zheng": -1}, {"fu": "one"}, {"chongguan_liability": "all"}, {"jing_kong_in_raw": 1},
     {"zhen": 2}, {"events": {"four_wilds": True}}],
)  # fmt: skip
def test_a_ledger_that_cannot_be(ledger):
    with pytest.raises(RulesError, match="ledger"):
        rules(**ledger)


# --- Whose rules ----------------------------------------------------------------------------------

KONG = {"E": "{1111m}"}


@pytest.mark.parametrize("name", mf.rules.names())
def test_rules_without_a_ledger_pay_the_win_alone(name):
    deal = Deal(KONG, winner="S", payments={"E": 3})
    kongs = 2 * name.startswith("nanchang")
    expected = {"E": 3 * kongs - 3, "S": 3 - kongs, "W": -kongs, "N": -kongs}
    assert mf.settle(deal, name).net == expected


def test_the_rules_are_those_of_the_score():
    situation = mf.Situation(seat_wind="S", discarder="W")
    score = mf.Evaluator("mcr").score("[111m]222333m1s{EEEE}+1s", situation)
    found = mf.settle(Deal({"S": "{EEEE}", "E": "[9999s]"}, score=score))
    points = score.total
    assert found.net == {"E": -8, "S": 24 + points, "W": -8 - points, "N": -8}


def test_a_deal_without_a_score_needs_rules():
    with pytest.raises(RulesError, match=r"settle\(deal, rules\)"):
        mf.settle(Deal(KONG, winner="S", payments={"E": 3}))
