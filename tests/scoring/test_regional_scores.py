"""The regional tables: golden hands with totals worked out by hand, and what every table says."""

import dataclasses
import random
import re

import pytest
import slow_scorer
from golden_hands import GOLDEN, of_the_deal, read_golden, read_situation, told_with
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from room_hands import agree

from mahjong_fast import (
    Evaluator,
    Fan,
    Hand,
    HandError,
    Meld,
    Scoring,
    Situation,
    cli,
    reference,
    rules,
    tiles,
)
from mahjong_fast.features import FEATURES

FIVE = tiles.kind("5m")

REGIONAL = (
    "changsha",
    "fuzhou",
    "guangdong",
    "guangdong_double",
    "guangdong_fan",
    "hangzhou",
    "hongzhong",
    "ningbo",
    "sichuan",
    "taiwan",
    "tianjin",
    "wenzhou",
    "wuhan",
)
GOLDEN_TABLES = (
    *REGIONAL,
    "chongji",
    "nanchang",
    "nanchang_ganzhou",
    "nanchang_jian",
    "nanchang_r73",
)


# --- Golden hands --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDEN_TABLES)
def test_golden_totals(name):
    rows = list(read_golden(name))
    assert len(rows) >= 10
    found = []
    for row in rows:
        score = row.evaluator.score(row.hand, row.situation)
        found.append((row.hand, None if score is None else score.total))
    assert found == [(row.hand, row.total) for row in rows]


@pytest.mark.parametrize("name", GOLDEN_TABLES)
def test_golden_totals_of_a_batch(name):
    rows = list(read_golden(name))
    found = [
        (row.hand, int(row.evaluator.score_batch([row.hand], [row.situation])[0])) for row in rows
    ]
    assert found == [(row.hand, -1 if row.total is None else row.total) for row in rows]


@pytest.mark.parametrize("name", GOLDEN_TABLES)
def test_golden_payments(name):
    rows = [row for row in read_golden(name) if row.payments is not None]
    assert len(rows) >= 3
    found = []
    for row in rows:
        payments = row.evaluator.score(row.hand, row.situation).payments()
        found.append((row.hand, {seat: paid for seat, paid in payments.items() if paid}))
    assert found == [(row.hand, row.payments) for row in rows]


@pytest.mark.parametrize("name", GOLDEN_TABLES)
def test_every_fan_is_told_by_a_golden_hand(name):
    """Were it worth one more, some golden hand would be worth something else."""
    told = dict.fromkeys(fan.id for fan in rules.get(name).scoring.fans)
    for row in read_golden(name):
        score = row.evaluator.score(row.hand, row.situation)
        for fan in score.fans if score is not None else ():
            told[fan.id] = told[fan.id] or is_told_by(fan.id, row, score)
    assert [fan for fan, is_told in told.items() if not is_told] == []


def is_told_by(name, row, score):
    scoring = row.evaluator.rules.scoring
    fans = [worth_more(fan, scoring) if fan.id == name else fan for fan in scoring.fans]
    changed = row.evaluator.rules.replace(scoring=dataclasses.replace(scoring, fans=tuple(fans)))
    evaluator = Evaluator(
        changed, wild_kinds=row.evaluator.wild_kinds, void_suit=row.evaluator.void_suit
    )
    other = evaluator.score(row.hand, row.situation)
    paid = row.payments is not None and other.payments() != score.payments()
    return other.total != score.total or paid


def worth_more(fan, scoring):
    """Return a fan with one more for each amount that it is worth, or for its points."""
    amounts = {name: scoring.amount(fan, name) for name in ("points", "flat", "each")}
    raised = [name for name, amount in amounts.items() if amount] or ["points"]
    return dataclasses.replace(fan, **{name: amounts[name] + 1 for name in raised})


# --- Worked hands of other sources ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "deal", "hand", "situation", "total"),
    [
        ("changsha", "", "123456m789p111s5p+5p", "", 1),
        ("sichuan", "", "1111223345677m+7m", "", 8),
        ("hangzhou", "", "123m456p789sEEE*+3s", "self_draw", 2),
        ("tianjin", "option.won_on_five=true", "46m123789p111sSS+5m", "self_draw", 6),
    ],
)
def test_scores_that_were_worked_out_elsewhere(name, deal, hand, situation, total):
    assert of_the_deal(name, deal).score(hand, read_situation(situation)).total == total


# --- What every table says -----------------------------------------------------------------------


@pytest.mark.parametrize("name", REGIONAL)
def test_every_fan_has_its_names(name):
    scoring = rules.get(name).scoring
    assert all(fan.zh and fan.en and fan.zh != fan.en for fan in scoring.fans)
    for language in ("zh", "en"):
        names = [getattr(fan, language) for fan in scoring.fans]
        assert len(set(names)) == len(names)
    assert scoring.pay


NAMED_SOURCE = re.compile(
    r"[\w-]+\.(majs|json|md)\b|[\w-]+/[\w-]+|\b(implementations?|rule (text|book|article|pages)"
    r"|survey document|calculators?|server|table|variant|supplements)\b"
)


@pytest.mark.parametrize("name", [name for name in rules.names() if rules.get(name).scoring])
def test_every_table_tells_its_source(name):
    """What it was read in, and where that is one place alone, that no other was found."""
    told = rules.get(name)
    named = [found.group() for found in NAMED_SOURCE.finditer(told.source)]
    assert named
    assert told.source.count("verified") == told.source.count("not verified elsewhere")
    one_place = len(named) == 1 or "one place" in told.source or "one implementation" in told.source
    assert not one_place or re.search("not verified elsewhere|read in one", told.source)
    quoted = re.findall(r"[\w-]+\.(?:majs|json)\b", told.note)
    assert [file for file in quoted if file not in told.source] == []


@pytest.mark.parametrize("name", REGIONAL)
def test_every_table_tells_of_its_score(name):
    assert "score" in rules.get(name).note


FOR_EACH = {
    "unit": 1, "discarder": 1, "others": 0, "self_draw": 1, "robbing_kong": "discard",
    "dealer": 1, "each": 0, "flat": "payers", "objective": "total",
}  # fmt: skip
NANCHANG_PAY = {
    "discarder": 2, "others": 1, "robbing_kong": "self_draw", "dealer": 2, "flat": "discarder",
    "objective": "payment",
}  # fmt: skip
NUMBERS = {
    # how fans combine, base, minimum, cap, and what is not paid by the discarder alone or by each
    "changsha": ("sum", 0, 1, None, {}),
    "chongji": ("sum", 0, 0, None, {"others": "half_up", "robbing_kong": 3}),
    "fuzhou": ("sum", 0, 1, None, {}),
    "guangdong": ("product", 1, 1, None, {"robbing_kong": 3}),
    "guangdong_double": ("product", 1, 1, None, {"robbing_kong": 3}),
    "guangdong_fan": ("product", 1, 1, None, {"robbing_kong": 3}),
    "hangzhou": ("product", 1, 1, None, {"dealer": 8}),
    "hongzhong": ("sum", 0, 1, None, {}),
    "mcr": ("sum", 0, 8, None, {"each": 8}),
    "nanchang": ("product", 1, 0, None, NANCHANG_PAY),
    "nanchang_ganzhou": ("product", 1, 0, None, NANCHANG_PAY),
    "nanchang_jian": ("product", 1, 0, None, NANCHANG_PAY),
    "nanchang_r73": (
        "product", 1, 0, None, {**NANCHANG_PAY, "robbing_kong": "konger", "flat": "payers"}
    ),
    "ningbo": ("sum", 0, 4, None, {"robbing_kong": 5}),
    "sichuan": ("power of two", 1, 1, 8, {}),
    "taiwan": ("sum", 0, 0, None, {}),
    "tianjin": ("product", 1, 2, None, {}),
    "wenzhou": ("best", 0, 1, None, {}),
    "wuhan": ("product", 1, 16, 300, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", [*GOLDEN_TABLES, "mcr"])
def test_the_numbers_of_every_table(name):
    scoring = rules.get(name).scoring
    pay = slow_scorer.read_pay(scoring)
    found = scoring.combine, scoring.base, scoring.minimum, scoring.cap, pay
    *numbers, paid = NUMBERS[name]
    assert found == (*numbers, {**FOR_EACH, **paid})


def test_the_document_tells_of_every_table():
    document = (GOLDEN.parent.parent / "docs" / "scoring.md").read_text("utf8")
    section = document.partition("## 11. The regional tables")[2]
    assert [name for name in REGIONAL if f"`{name}`" not in section] == []


@pytest.mark.parametrize("name", REGIONAL)
def test_a_table_is_shown_and_survives_a_file(name, capsys, tmp_path):
    assert cli.main(["rules", "show", name]) == 0
    shown = capsys.readouterr().out
    assert shown == rules.text(name)
    path = tmp_path / "room.toml"
    path.write_text(rules.get(name).to_toml(), "utf8")
    assert rules.load(path) == rules.get(name)


@pytest.mark.parametrize("name", REGIONAL)
def test_a_score_is_explained(name):
    for row in read_golden(name):
        score = row.evaluator.score(row.hand, row.situation)
        if score is not None:
            assert str(score.total) in score.explain()
            assert str(score.total) in score.explain(lang="zh")


@pytest.mark.parametrize("name", REGIONAL)
def test_every_option_is_tried_by_a_golden_hand(name):
    text = (GOLDEN / f"{name}.txt").read_text("utf8")
    options = [option for option, _ in rules.get(name).scoring.options]
    if name.startswith("guangdong_"):
        text += (GOLDEN / "guangdong.txt").read_text("utf8")  # the same fans
    assert [option for option in options if f"option.{option}=" not in text] == []


@pytest.mark.parametrize("name", GOLDEN_TABLES)
def test_the_golden_hands_meet_the_minimum_or_say_so(name):
    for row in read_golden(name):
        score = row.evaluator.score(row.hand, row.situation)
        if score is not None:
            assert score.meets_minimum == ("below the minimum" not in row.why), row.hand


# --- Who pays ------------------------------------------------------------------------------------

WON_BY_ONE_TILE = {
    # a hand of each table that pays, without another tile of the kind that won
    "changsha": "12456m789p111s55p+3m",
    "chongji": "23m456p789sEEEPP+1m",
    "fuzhou": "12456m789p123789s22p+3m",
    "guangdong": "12m456p789s22sEEE+3m",
    "guangdong_double": "12m456p789s22sEEE+3m",
    "guangdong_fan": "12m456p789s22sEEE+3m",
    "hangzhou": "12m456p789s22sEEE+3m",
    "hongzhong": "12m456p789s22s111p+3m",
    "mcr": "12m456p789s22sEEE+3m",
    "nanchang": "23m456p789sEEEPP+1m",
    "nanchang_ganzhou": "23m456p789sEEEPP+1m",
    "nanchang_jian": "23m456p789sEEEPP+1m",
    "nanchang_r73": "23m456p789sEEEPP+1m",
    "ningbo": "12m456p789s22sEEE+3m",
    "sichuan": "12456m789p11155p+3m",
    "taiwan": "12m456p789s222sEEE99p+3m",
    "tianjin": "12m456p789s22sEEE+3m",
    "wenzhou": "12m456p789s222sEEE99p+3m",
    "wuhan": "[123m]45p789sEEE55s+6p",
}


def test_every_table_that_pays_has_such_a_hand():
    paying = {
        name for name in rules.names() if (scoring := rules.get(name).scoring) and scoring.pay
    }
    assert paying == set(WON_BY_ONE_TILE)


def agree_on_payments(name, hand, situation):
    """Assert that each seat pays what the slow scorer has; return whether the hand wins.

    Of MCR it does not know the fans, and is told the total.
    """
    told = rules.get(name)
    if name != "mcr":
        return agree(told, hand, situation, ())
    score = Evaluator(told).score(hand, situation)
    pay = slow_scorer.read_pay(told.scoring)
    assert score.payments() == slow_scorer.payments(pay, situation, score.total, 0, 0)
    return True


@pytest.mark.parametrize("name", WON_BY_ONE_TILE)
def test_each_seat_pays_as_by_the_slow_scorer(name):
    """Whoever wins, from whom, and however."""
    hand = Hand.parse(WON_BY_ONE_TILE[name])
    for seat in "ESWN":
        assert agree_on_payments(name, hand, Situation(self_draw=True, seat_wind=seat))
        for discarder in "ESWN".replace(seat, ""):
            for robbing_kong in (False, True):
                situation = Situation(
                    seat_wind=seat, discarder=discarder, robbing_kong=robbing_kong
                )
                assert agree_on_payments(name, hand, situation)


# --- Random hands --------------------------------------------------------------------------------


def random_group(rng, kinds):
    """Return the tiles of a random pung, or of a random chow of those kinds."""
    if rng.random() < 0.5:
        return [rng.choice(kinds)] * 3
    chows = [
        kind for kind in kinds if kind < 27 and kind % 9 < 7 and {kind + 1, kind + 2} < {*kinds}
    ]
    first = rng.choice(chows or kinds)
    return [first, first + 1, first + 2] if chows else [first] * 3


def random_pieces(rng, told, kinds):
    """Return the groups of a hand that wins in some form, and its tiles beside them."""
    form = rng.choice(("standard", "standard", "standard", *told.forms))
    if form == "seven_pairs":
        return [], [kind for kind in rng.choices(kinds, k=7) for _ in "12"]
    if form == "thirteen_orphans":
        return [], [*tiles.ORPHANS, rng.choice(tiles.ORPHANS)]
    if form == "eight_pairs":
        return [], [kind for kind in rng.choices(kinds, k=8) for _ in "12"] + [rng.choice(kinds)]
    if form == "pairs_and_triplet":
        pairs = [kind for kind in rng.choices(kinds, k=7) for _ in "12"]
        return [], pairs + [rng.choice(kinds)] * 3
    if form in ("all_honours", "all_258"):
        few = [kind for kind in told.tiles if (kind >= 27) == (form == "all_honours")]
        few = [kind for kind in few if kind not in told.forbidden and (kind >= 27 or kind % 3 == 1)]
        pungs = [[rng.choice(few)] * 3 for _ in range(rng.randrange(told.groups))]
        return pungs, rng.choices(few, k=3 * (told.groups - len(pungs)) + 2)
    pair = rng.choice([*set(told.pair_kinds) & {*kinds}] or kinds)
    return [random_group(rng, kinds) for _ in range(told.groups)], [pair] * 2


def random_meld(rng, group):
    if group[0] != group[1] or rng.random() < 0.6:
        return Meld(group)
    return Meld([group[0]] * 4, concealed=rng.random() < 0.5)


def random_win(rng, name):
    """Return a hand that mostly wins, its situation, and the rules and wild kinds of its deal."""
    told = rules.get(name)
    wild = ()
    if told.wild_select != "none":
        wild = tuple(told.wild_kinds(rng.choice(told.tiles)))
    kinds = sorted({*told.tiles} - {*told.forbidden} - ({*wild} if rng.random() < 0.5 else set()))
    suit = rng.randrange(9)
    if suit == 8:
        kinds = [kind for kind in kinds if kind >= 27] or kinds
    elif suit < 3:
        kinds = [kind for kind in kinds if kind // 9 in (suit, 3)[: rng.randrange(1, 3)]]
    elif suit == 3 or told.max_suits == 2:
        kinds = [kind for kind in kinds if kind // 9 != 2]
    groups, concealed = random_pieces(rng, told, kinds)
    melds = []
    shown = rng.random()
    for group in groups:
        if rng.random() < shown:
            melds.append(random_meld(rng, group))
        else:
            concealed += group
    if wild:
        for _ in range(rng.randrange(4)):
            concealed[rng.randrange(len(concealed))] = rng.choice(wild)
    counts = [concealed.count(kind) for kind in range(34)]
    hand = Hand(counts, 0, melds, rng.choice(concealed))
    if name == "tianjin":
        told = told_with(
            told, won_on_five=hand.winning == FIVE and FIVE not in wild, own_dragon_suit=True
        )
    if name == "fuzhou":
        told = told_with(told, {"gold": tiles.name(wild[0])})
    return hand, random_situation(rng, hand), told, wild


def random_situation(rng, hand):
    fields = {"seat_wind": rng.choice("ESWN"), "round_wind": rng.choice("ES")}
    fields["flowers"] = rng.choice((0, 0, 1, 3, 8))
    fields["dealer_streak"] = rng.randrange(3)
    if rng.random() < 0.6:
        fields["self_draw"] = True
        fields["replacement"] = rng.random() < 0.3 and any(m.kind == "kong" for m in hand.melds)
    else:
        fields["discarder"] = rng.choice("ESWN".replace(fields["seat_wind"], ""))
        held = hand.counts[hand.winning] + sum(
            meld.tiles.count(hand.winning) for meld in hand.melds
        )
        fields["robbing_kong"] = rng.random() < 0.2 and held == 1
    if rng.random() < 0.1 and all(meld.concealed for meld in hand.melds):
        fields["first_turn"] = True
    elif rng.random() < 0.1 and not fields.get("robbing_kong"):
        fields["last_tile"] = True
    return Situation(**fields)


def drawn_win(rng, name):
    """Return a hand that may win, or let hypothesis draw another where the situation cannot be."""
    try:
        return random_win(rng, name)
    except HandError:
        reject()


def possible_win(rng, name):
    """Return a hand that may win, in a situation that can be."""
    while True:
        try:
            return random_win(rng, name)
        except HandError:
            continue


@pytest.mark.parametrize("name", REGIONAL)
@settings(deadline=None, max_examples=30)
@given(rng=st.randoms(use_true_random=False))
def test_a_random_hand_scores_where_it_wins(name, rng):
    hand, situation, told, wild = drawn_win(rng, name)
    evaluator = Evaluator(told, wild_kinds=wild)
    score = evaluator.score(hand, situation)
    claimed = not situation.self_draw
    wins = reference.is_win(hand, rules=told, wild_kinds=wild, claimed=claimed)
    assert (score is not None) == wins
    assert evaluator.score_batch([hand], [situation]) == [score.total if wins else -1]
    if wins:
        payments = score.payments()
        assert situation.seat_wind not in payments
        assert all(paid >= 0 for paid in payments.values())
        assert any(payments.values()) == (score.total > 0)


def test_the_slow_scorer_knows_every_feature():
    assert {name: feature.most for name, feature in FEATURES.items()} == slow_scorer.MOST


@pytest.mark.parametrize("name", REGIONAL)
def test_random_hands_score_as_by_the_slow_scorer(name):
    rng = random.Random(name)
    won = 0
    for _ in range(20):
        hand, situation, told, wild = possible_win(rng, name)
        won += agree(told, hand, situation, wild)
    assert won >= 8


# -- Wild tiles that are worth more as other kinds than as themselves -----------------------------

SUBSTITUTES = (
    "true", "substituted", "not substituted", "substituted < 3", "substituted == 1",
    "substituted == 2", "natural_wild > 1", "natural_wild < 2", "not natural_wild",
    "substituted > 1 and wind_pair", "closed_wait", "closed_wait and not substituted",
)  # fmt: skip


HARD, CLOSED = Fan("hard", 5, "not substituted"), Fan("closed", 3, "closed_wait")


@pytest.mark.parametrize(
    ("fans", "hand", "total"),
    [
        # of two wild tiles that fill the places of both, none or both are another
        ([Fan("one", 5, "substituted == 1")], "79m13p55s8m+2p", 1),
        ([Fan("one", 5, "natural_wild == 1")], "79m13p55s8m+2p", 1),
        ([Fan("more", 8), Fan("hard", -5, "not substituted"), Fan("two", -3, "substituted == 2")],
         "79m13p55s8m+2p", 6),
        # the wild tile that won is itself, or else nothing is hard
        ([HARD, CLOSED], "67m13p55s2p+8m", 6),
        ([Fan("hard", 2, "not substituted"), CLOSED], "67m13p55s2p+8m", 4),
    ],
)  # fmt: skip
def test_wild_tiles_that_are_not_themselves_go_round(fans, hand, total):
    told = rules.Rules(
        groups=2, forms=["standard"], max_copies=4, scoring=Scoring(fans=[Fan("win", 1), *fans])
    )
    evaluator = Evaluator(told, wild_kinds=["8m", "2p"])
    situation = Situation(self_draw=True)
    assert evaluator.score(hand, situation).total == total
    assert evaluator.score_batch([hand], situation).tolist() == [total]


@settings(deadline=None, max_examples=300)
@given(rng=st.randoms(use_true_random=False))
def test_the_best_use_of_tiles_that_are_wild(rng):
    fans = [Fan("win", 1)]
    for number in range(rng.randint(1, 3)):
        count = rng.choice((None, None, "substituted", "natural_wild"))
        points = rng.choice((1, 2, 3, 5, -1, -2))
        fans.append(Fan(f"fan_{number}", points, rng.choice(SUBSTITUTES), count=count))
    told = rules.Rules(groups=1, forms=["standard"], max_copies=4, scoring=Scoring(fans=fans))
    wild_kinds = rng.choice((["E"], ["5m"], ["5m", "6m"], ["5m", "E"], ["E", "S"]))
    held = rng.sample([kind for kind in (3, 4, 5, 6, 27, 28) for _ in range(4)], 5)
    wild = sum(tiles.name(kind) in wild_kinds for kind in held)
    if wild > 3:
        reject()  # the slow scorer takes long
    faceless = rng.randint(0, min(2, 3 - wild))
    held = held[faceless:]
    winning = rng.choice([*held, tiles.WILD] if faceless else held)
    hand = Hand([held.count(kind) for kind in range(34)], faceless, (), winning)
    situation = Situation(self_draw=rng.choice((True, False)))
    evaluator = Evaluator(told, wild_kinds=wild_kinds)
    score = evaluator.score(hand, situation)
    slow = slow_scorer.score(told, hand, situation, evaluator.wild_kinds)
    assert (score and score.total) == (slow and slow.total)
    if score is not None:
        pieces = (*score.reading.groups, score.reading.pair)
        substituted = sum(sum(piece.substituted) for piece in pieces)
        assert substituted == score.features["substituted"] == len(score.wildcards_used)
