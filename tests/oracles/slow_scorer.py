"""Scores straight from the definitions: every reading of the reference, its features in plain
Python, and the conditions of the rules' fans as Python evaluates them.

It knows any rules, but for fans that count chows' relations or uncovered pungs (MCR's own), and
leaves the waits (`formal_waits`, `live_waits`, `nine_gates`) at 0. Features, exclusions, amounts,
how they combine and who pays are worked out here, of the rules' data alone.

What it does not prove:
* that all readings are found, and what is substituted in each: they are the reference's, which
  the tests compare with other programs (`test_reference`, `literal`, `test_rules_agreement`);
* that a rule set's data are right, or read rightly from their file: golden hands and
  `test_regional_scores` tell the totals and numbers.
"""

import itertools
import math
from typing import NamedTuple

import mahjong_fast as mf
from mahjong_fast import reference
from mahjong_fast.tiles import ORPHANS, TERMINALS, WILD

SEATS = "ESWN"
SUITS = (range(9), range(9, 18), range(18, 27))
HONOURS = range(27, 34)
FORM_FEATURES = {
    "standard": "standard",
    "seven_pairs": "seven_pairs",
    "thirteen_orphans": "thirteen_orphans",
    "misfit": "misfit",
    "seven_star": "seven_star_misfit",
    "knitted_straight": "knitted_straight",
    "lesser_knitted": "lesser_knitted",
    "greater_knitted": "greater_knitted",
    "seven_couples": "seven_couples",
    "eight_pairs": "eight_pairs",
    "pairs_and_triplet": "pairs_and_triplet",
    "all_honours": "all_honours_set",
    "all_258": "all_258_set",
}


FLAGS = (
    "standard", "seven_pairs", "thirteen_orphans", "misfit", "seven_star_misfit",
    "knitted_straight", "lesser_knitted", "greater_knitted", "seven_couples", "eight_pairs",
    "pairs_and_triplet", "all_honours_set", "all_258_set", "all_pungs", "wind_pair", "dragon_pair",
    "honours", "simples", "terminals", "nine_gates", "seat_wind_pung", "round_wind_pung",
    "mixed_pung_run", "void_suit_tiles", "dealer", "knitted_wait", "pure_straight",
    "mixed_straight", "mixed_triple_chow", "mixed_shifted_chows", "same_chow_pairs",
    "mixed_chow_pairs", "short_straights", "terminal_chow_pairs", "pure_terminal_chows",
    "mixed_terminal_chows", "self_draw", "replacement", "robbing_kong", "last_tile",
    "last_of_kind", "first_turn", "others_hold_wild", "others_lack_wild", "concealed", "edge_wait",
    "closed_wait", "single_wait", "pung_wait", "any_tile_wait",
    "any_tile_wait_in_any_form", "wild_pair_wait",
)  # fmt: skip
UP_TO_3 = ("suits", "dragon_kinds", "same_rank_pungs", "dragon_pungs")
UP_TO_7 = (
    "chows", "pungs", "concealed_pungs", "kongs", "concealed_kongs", "melded_kongs", "wind_kinds",
    "plain_groups", "groups_without_five", "pung_run", "same_rank_pairs", "wind_pungs",
    "terminal_pungs", "quads", "pair_run", "same_chows", "shifted_chows", "exposed_melds",
    "honour_runs", "four_alike", "natural_quads",
)  # fmt: skip
UP_TO_15 = (
    "lowest_rank", "highest_rank", "pair_rank", "flowers", "formal_waits", "live_waits",
    "knitted_tiles", "substituted", "wildcards", "dealer_streak", "natural_wild",
    "deal_wild_melded",
)  # fmt: skip
MOST = {
    **dict.fromkeys(FLAGS, 1),
    **dict.fromkeys(UP_TO_3, 3),
    **dict.fromkeys(UP_TO_7, 7),
    **dict.fromkeys(UP_TO_15, 15),
}
"""The largest value of each feature."""


class SlowScore(NamedTuple):
    """What a reading is worth: its total, its flat amounts, what each seat pays, its fans.

    `meets_minimum` tells whether they make the minimum, those apart from it left out.
    """

    total: int
    flat: int
    each: int
    payments: dict[str, int]
    fans: tuple[tuple[str, int], ...]
    features: dict[str, int]
    meets_minimum: bool


def score(rules, hand, situation=None, wild_kinds=()):
    """Return the `SlowScore` of the best reading, or None."""
    best = None
    for found in scores(rules, hand, situation, wild_kinds):
        if best is None or worth(rules, found) > worth(rules, best):
            best = found
    return best


def worth(rules, found):
    if read_pay(rules.scoring)["objective"] == "payment":
        return sum(found.payments.values()), found.total
    return (found.total,)


def scores(rules, hand, situation=None, wild_kinds=()):
    """Yield the `SlowScore` of every reading, with every tile that a wild winning one may be."""
    hand = mf.Hand.parse(hand) if isinstance(hand, str) else hand
    situation = situation or mf.Situation()
    kinds = {mf.tiles.kind(kind) if isinstance(kind, str) else kind for kind in wild_kinds}
    claimed = hand.winning is not None and not situation.self_draw
    any_tile = AnyTile(rules, hand, kinds, claimed)
    for reading in reference.iter_readings(hand, rules=rules, wild_kinds=kinds, claimed=claimed):
        for winning in winning_tiles(rules, hand, reading, kinds, claimed):
            features = features_of(rules, hand, situation, kinds, reading, winning, any_tile)
            yield score_of(rules, features, situation)


# --- What wins ------------------------------------------------------------------------------------


def groups_of(reading):
    return [*reading.groups, *([reading.pair] if reading.pair else [])]


def is_wild(rules, tile, kinds, claimed):
    if tile is None:
        return False
    if rules.wild_active == "drawn" and claimed:
        return False
    natural = claimed and rules.wild_claimed != "wild"
    return tile == WILD or (tile in kinds and not natural)


def winning_tiles(rules, hand, reading, kinds, claimed):
    """Return what the winning tile may be: itself, or where it is wild what wildcards became."""
    tile = hand.winning
    if not is_wild(rules, tile, kinds, claimed):
        if tile == WILD:
            return [
                mf.tiles.kind(rules.wild_face)
                if isinstance(rules.wild_face, str)
                else rules.wild_face
            ]
        return [tile]
    became = {
        kind
        for group in groups_of(reading)
        for kind, substituted in zip(group.tiles, group.substituted, strict=True)
        if substituted and kind != WILD
    }
    shown = sum(
        kind == tile and not substituted
        for group in groups_of(reading)
        for kind, substituted in zip(group.tiles, group.substituted, strict=True)
    )
    natural = 1 if claimed and rules.wild_claimed == "natural" and tile == hand.winning else 0
    if tile != WILD and shown > (natural if tile in kinds else hand.counts[tile]):
        became.add(tile)
    return sorted(became) or [None]


class AnyTile:
    """Whether any tile would have won: the winning one and a wildcard gone, the rest complete."""

    def __init__(self, rules, hand, kinds, claimed):
        self.rules, self.hand = rules, hand
        self.groups = (sum(hand.counts) + hand.wild) // 3
        self.rests, self.known, self.seen = [], {}, {}
        if hand.winning is None:
            return
        counts, wild = list(hand.counts), hand.wild
        claimed_wild = claimed and hand.winning in kinds and rules.wild_claimed == "natural"
        faced = {kind: counts[kind] - (claimed_wild and kind == hand.winning) for kind in kinds}
        if rules.wild_active == "drawn":
            faced = {}
        for kind, copies in faced.items():
            counts[kind] -= copies
        if hand.winning == WILD:
            wild -= 1
        elif faced.get(hand.winning) and not claimed_wild:
            faced[hand.winning] -= 1
        else:
            counts[hand.winning] -= 1
        if wild > 0:
            self.rests.append((counts, faced, wild - 1))
        for kind, copies in faced.items():
            if copies:
                self.rests.append((counts, {**faced, kind: copies - 1}, wild))

    def is_pairs(self):
        kongs = len(self.hand.melds)
        if sum(self.hand.counts) + self.hand.wild + 3 * kongs != 14:
            return False
        if any(meld.kind != "kong" for meld in self.hand.melds):
            return False
        if kongs > self.rules.kongs_as_two_pairs:
            return False
        for counts, faced, wild in self.rests:
            if not self.rules.quads_as_two_pairs and max(counts) > 2:
                continue
            if sum(count % 2 for count in counts) <= wild + sum(faced.values()) + kongs:
                return True
        return False

    def is_groups(self, runs):
        """Tell whether some rest is groups; asked once for each choice of runs."""
        key = tuple(runs)
        if key not in self.known:
            self.known[key] = self.find_groups(runs)
        return self.known[key]

    def find_groups(self, runs):
        for counts, faced, wild in self.rests:
            uses = [range(copies + 1) for copies in faced.values()]
            for used in itertools.product(*uses):
                natural = list(counts)
                for kind, copies in zip(faced, used, strict=True):
                    natural[kind] += copies
                left = wild + sum(faced.values()) - sum(used)
                if self.complete(tuple(natural), left, self.groups, runs):
                    return True
        return False

    def complete(self, counts, wild, groups, runs):
        key = counts, wild, groups, len(runs)
        if key not in self.seen:
            self.seen[key] = self.find_complete(counts, wild, groups, runs)
        return self.seen[key]

    def find_complete(self, counts, wild, groups, runs):
        least = self.rules.min_natural_per_group
        most = self.rules.wild_max_per_group
        if not any(counts):
            return wild == 3 * groups and (groups == 0 or (least == 0 and most == 3))
        if groups == 0:
            return False
        first = next(kind for kind in range(34) if counts[kind])
        candidates = [(first,) * 3]
        for run in runs:
            if first in run:
                candidates.append(run)
        for group in candidates:
            for natural in itertools.product((True, False), repeat=3):
                left, used = list(counts), 0
                for kind, is_natural in zip(group, natural, strict=True):
                    if is_natural and left[kind]:
                        left[kind] -= 1
                        used += 1
                    elif is_natural:
                        break
                else:
                    if left[first] == counts[first] or used < least or 3 - used > most:
                        continue
                    if 3 - used <= wild and self.complete(
                        tuple(left), wild - 3 + used, groups - 1, runs
                    ):
                        return True
        return False


# --- Features -------------------------------------------------------------------------------------


def runs_of(rules):
    return [run for name in rules.runs for run in reference.hand.RUNS[name]]


def longest(ranks, steps=(1,)):
    best = 0
    for step in steps:
        for rank in ranks:
            length = 1
            while rank + length * step in ranks:
                length += 1
            best = max(best, length)
    return best


def features_of(rules, hand, situation, kinds, reading, winning, any_tile):
    """Return every feature of a reading, from its definition."""
    features = dict.fromkeys(MOST, 0)
    features[FORM_FEATURES[reading.form]] = 1
    melds = hand.melds
    concealed = [tuple(group.tiles) for group in reading.groups]
    declared = [tuple(meld.tiles) for meld in melds]
    pair = reading.pair.tiles[0] if reading.pair else None
    grouped = reading.form in ("standard", "knitted_straight")
    every = [*concealed, *declared, *([(pair,) * 2] if reading.pair else [])]
    shown = [tile for group in every for tile in group if tile != WILD]
    present = set(shown)
    kongs = [meld for meld in melds if meld.kind == "kong"]

    suited = sorted({kind % 9 + 1 for kind in present if kind < 27})
    features["suits"] = sum(any(kind in present for kind in suit) for suit in SUITS)
    features["wind_kinds"] = len(present & set(range(27, 31)))
    features["dragon_kinds"] = len(present & set(range(31, 34)))
    features["lowest_rank"] = suited[0] if suited else 0
    features["highest_rank"] = suited[-1] if suited else 0
    features["honours"] = any(kind in HONOURS for kind in present)
    features["terminals"] = any(kind in TERMINALS for kind in present)
    features["simples"] = any(kind < 27 and kind not in TERMINALS for kind in present)
    features["kongs"] = len(kongs)
    features["concealed_kongs"] = sum(meld.concealed for meld in kongs)
    features["melded_kongs"] = len(kongs) - features["concealed_kongs"]
    features["exposed_melds"] = sum(not meld.concealed for meld in melds)
    features["concealed"] = features["exposed_melds"] == 0
    for name, text in rules.scoring.sets:
        members = kinds_of(text)
        features[f"outside_{name}"] = bool(present - members)
        features[f"pair_in_{name}"] = pair in members

    alike = {kind for kind in present if shown.count(kind) >= 4}
    konged = {meld.tiles[0] for meld in kongs}
    unkonged = [tile for group in every if len(group) != 4 for tile in group]
    features["quads"] = sum(unkonged.count(kind) >= 4 for kind in present)
    features["four_alike"] = features["quads"] + len(kongs)
    itself = [
        kind
        for group in groups_of(reading)
        for kind, substituted in zip(group.tiles, group.substituted, strict=True)
        if not substituted
    ] + [tile for group in declared if len(group) != 4 for tile in group]
    features["natural_quads"] = sum(itself.count(kind) >= 4 for kind in present)
    assert alike >= konged
    if situation.void_suit is not None:
        features["void_suit_tiles"] = any(
            k in present for k in SUITS["mps".index(situation.void_suit)]
        )

    wild = hand.wild + sum(hand.counts[kind] for kind in kinds)
    if (
        hand.winning in kinds
        and not is_wild(rules, hand.winning, kinds, not situation.self_draw)
        and hand.winning is not None
    ):
        wild -= 1
    features["wildcards"] = wild
    features["substituted"] = len(reading.substituted)
    features["natural_wild"] = wild - len(reading.substituted)
    features["deal_wild_melded"] = sum(tile in kinds for meld in melds for tile in meld.tiles)

    chows = [g for g in (*concealed, *declared) if len(g) == 3 and len(set(g)) == 3 and g[0] < 27]
    runs = [g for g in (*concealed, *declared) if len(g) == 3 and len(set(g)) == 3 and g[0] >= 27]
    pungs = [g[0] for g in (*concealed, *declared) if len(g) >= 3 and len(set(g)) == 1]
    if grouped:
        group_features(
            features, situation, concealed, declared, chows, runs, pungs, pair, melds, winning
        )
    if reading.form == "seven_pairs":
        pairs = {group[0] for group in concealed if len(group) == 2}
        features["pair_run"] = max(longest({k for k in present if k in suit}) for suit in SUITS)
        assert pairs <= present
    if reading.form in ("knitted_straight", "lesser_knitted", "greater_knitted"):
        loose = [t for g in concealed if len(g) in (1, 9) for t in g if t < 27]
        features["knitted_tiles"] = len(loose)
        features["knitted_wait"] = reading.form == "knitted_straight" and winning in loose
    wait_features(features, reading, concealed, pair, winning)

    for name in (
        "self_draw",
        "replacement",
        "robbing_kong",
        "last_tile",
        "last_of_kind",
        "first_turn",
    ):
        features[name] = getattr(situation, name)
    features["last_of_kind"] |= winning is not None and declared_count(declared, winning) >= 3
    features["others_hold_wild"] = situation.others_hold_wild is True
    features["others_lack_wild"] = situation.others_hold_wild is False
    features["flowers"] = situation.flowers
    features["dealer"] = situation.seat_wind == "E"
    features["dealer_streak"] = situation.dealer_streak
    if reading.form == "seven_pairs":
        features["any_tile_wait"] = any_tile.is_pairs()
    elif reading.form == "standard":
        allowed = runs_of(rules) if chows or runs else []
        features["any_tile_wait"] = any_tile.is_groups(allowed)
    features["any_tile_wait_in_any_form"] = (
        "seven_pairs" in rules.forms and any_tile.is_pairs()
    ) or ("standard" in rules.forms and any_tile.is_groups(runs_of(rules)))
    on_pair = hand.winning in kinds and any(
        tuple(group.tiles) == (hand.winning,) * 2 for group in groups_of(reading)
    )
    features["wild_pair_wait"] = features["any_tile_wait"] and (
        len(reading.substituted) > 0 or on_pair
    )
    return {name: min(int(value), MOST.get(name, 1)) for name, value in features.items()}


def kinds_of(text):
    """Return the kinds of a text such as `25m1sE`."""
    kinds, ranks = set(), []
    for letter in text:
        if letter.isdigit():
            ranks.append(int(letter) - 1)
        elif letter in "mps":
            kinds |= {9 * "mps".index(letter) + rank for rank in ranks}
            ranks = []
        else:
            kinds.add(27 + "ESWNCFP".index(letter))
    return kinds


def declared_count(declared, tile):
    return sum(group.count(tile) for group in declared)


def group_features(
    features, situation, concealed, declared, chows, runs, pungs, pair, melds, winning
):
    features["chows"] = len(chows)
    features["honour_runs"] = len(runs)
    features["all_pungs"] = bool(features["standard"]) and not chows and not runs
    features["pungs"] = len(pungs)
    features["wind_pair"] = pair in range(27, 31)
    features["dragon_pair"] = pair in range(31, 34)
    features["pair_rank"] = pair % 9 + 1 if pair < 27 else 0
    groups = [g for g in (*concealed, *declared) if len(g) in (3, 4)] + [(pair, pair)]
    features["plain_groups"] = sum(not set(g) & set(ORPHANS) for g in groups)
    features["groups_without_five"] = sum(not any(t in (4, 13, 22) for t in g) for g in groups)
    features["wind_pungs"] = sum(p in range(27, 31) for p in pungs)
    features["dragon_pungs"] = sum(p in range(31, 34) for p in pungs)
    features["terminal_pungs"] = sum(p in TERMINALS for p in pungs)
    suited = {p for p in pungs if p < 27}
    ranks = [[p % 9 for p in suited if p in suit] for suit in SUITS]
    counted = [sum(rank in suit for suit in ranks) for rank in range(9)]
    features["same_rank_pungs"] = max(counted)
    features["same_rank_pairs"] = sum(c * (c - 1) // 2 for c in counted)
    features["mixed_pung_run"] = any(
        sorted(three) == [min(three), min(three) + 1, min(three) + 2]
        for three in itertools.product(*ranks)
    )
    features["pung_run"] = max(longest(set(suit)) for suit in ranks)
    hidden = [g[0] for g in concealed if len(g) == 3 and len(set(g)) == 1]
    count = len(hidden) + features["concealed_kongs"]
    elsewhere = any(winning in g for g in concealed if len(g) == 3 and len(set(g)) == 3)
    if not situation.self_draw and winning in hidden and not elsewhere:
        count -= 1
    features["concealed_pungs"] = count
    for name in ("seat_wind", "round_wind"):
        wind = getattr(situation, name)
        features[f"{name}_pung"] = wind is not None and 27 + SEATS.index(wind) in pungs
    firsts = [g[0] for g in chows]
    features["same_chows"] = max((firsts.count(f) for f in firsts), default=0)
    by_suit = [{f % 9 for f in firsts if f in suit} for suit in SUITS]
    features["shifted_chows"] = max(longest(suit, (1, 2)) for suit in by_suit)
    features["pure_straight"] = any({0, 3, 6} <= suit for suit in by_suit)
    threes = list(itertools.product(*by_suit))
    features["mixed_straight"] = any(sorted(t) == [0, 3, 6] for t in threes)
    features["mixed_triple_chow"] = any(len(set(t)) == 1 for t in threes)
    features["mixed_shifted_chows"] = any(
        sorted(t) == [min(t), min(t) + 1, min(t) + 2] for t in threes
    )
    features["same_chow_pairs"] = len(firsts) > len(set(firsts))
    features["mixed_chow_pairs"] = any(
        a % 9 == b % 9 and a // 9 != b // 9 for a in firsts for b in firsts
    )
    features["short_straights"] = any(r + 3 in suit for suit in by_suit for r in suit)
    both = [suit for suit in range(3) if {0, 6} <= by_suit[suit]]
    features["terminal_chow_pairs"] = bool(both)
    features["pure_terminal_chows"] = any(
        firsts.count(9 * s) >= 2 and firsts.count(9 * s + 6) >= 2 for s in range(3)
    )
    features["mixed_terminal_chows"] = len(both) >= 2


def wait_features(features, reading, concealed, pair, winning):
    if winning is None:
        return
    if reading.form == "thirteen_orphans":
        return
    for group in concealed:
        if len(group) == 3 and len(set(group)) == 3 and group[0] < 27 and winning in group:
            at = winning - group[0]
            features["closed_wait"] |= at == 1
            features["edge_wait"] |= (at == 2 and group[0] % 9 == 0) or (
                at == 0 and group[0] % 9 == 6
            )
        if len(group) == 3 and len(set(group)) == 1 and winning in group:
            features["pung_wait"] = 1
        if len(group) == 2 and len(set(group)) == 1 and winning in group:
            features["single_wait"] = 1
    if pair is not None and pair == winning:
        features["single_wait"] = 1


# --- Fans and payments ----------------------------------------------------------------------------


def score_of(rules, features, situation):
    scoring = rules.scoring
    options = dict(scoring.options)
    names = {**features, **options, "true": True, "false": False}
    holding = {
        fan.id
        for fan in scoring.fans
        if eval(fan.when.strip().replace("\n", " ") or "true", {"__builtins__": {}}, names)
    }
    barred, counted = set(), []
    for fan in scoring.fans:
        if fan.id not in holding or fan.id in barred or fan.alone:
            continue
        count = 1 if fan.count is None else features[fan.count]
        if count:
            counted.append((fan, count))
            barred |= excluded(fan, options)
    if all(fan.apart for fan, _ in counted):
        counted += [(fan, 1) for fan in scoring.fans if fan.alone]
    total = combined(scoring, counted, options)
    flat = sum(amount(fan.flat, options) * count for fan, count in counted)
    each = sum(amount(fan.each, options) * count for fan, count in counted)
    paid = payments(read_pay(scoring), situation, total, flat, each)
    part = combined(scoring, [(fan, count) for fan, count in counted if not fan.apart], options)
    ids = tuple((fan.id, count) for fan, count in counted)
    return SlowScore(total, flat, each, paid, ids, features, part >= scoring.minimum)


def amount(value, options):
    """Return a number, which may be told as an option."""
    return int(options[value]) if isinstance(value, str) else value


def excluded(fan, options):
    """Return the ids that a fan excludes: each an `id`, `id if option` or `id unless option`."""
    found = set()
    for entry in fan.excludes:
        name, *condition = entry.split()
        if not condition or bool(options[condition[1]]) == (condition[0] == "if"):
            found.add(name)
    return found


def combined(scoring, counted, options):
    """Return the total of fans and how often each counts."""
    points = [amount(fan.points, options) for fan, count in counted for _ in range(count)]
    if scoring.combine == "product":
        total = math.prod(points, start=scoring.base)
    elif scoring.combine == "best":
        total = max([0, *(amount(fan.points, options) * count for fan, count in counted)])
    elif scoring.combine == "power of two":
        total = scoring.base << max(sum(points), 0)
    else:
        total = sum(points) + (scoring.base if scoring.combine == "base_plus_sum" else 0)
    return total if scoring.cap is None else min(total, scoring.cap)


def read_pay(scoring):
    """Return the section `[pay]`, whole."""
    given = dict(scoring.pay)
    discard = {"discarder": 1, "others": 0, **dict(given.pop("discard", ()))}
    drawn = {"each": 1, **dict(given.pop("self_draw", ()))}
    robbed = given.pop("robbing_kong", "discard")
    usual = {"unit": 1, "dealer": 1, "each": 0, "flat": "payers", "objective": "total"}
    assert given.keys() <= usual.keys(), given
    return {
        **usual,
        **given,
        "discarder": discard["discarder"],
        "others": discard["others"],
        "self_draw": drawn["each"],
        "robbing_kong": robbed if isinstance(robbed, str) else dict(robbed)["konger"],
    }


def payments(pay, situation, total, flat, each):
    """Return what each loser pays; where the winner's seat is not told, none is the dealer."""
    winner, discarder = situation.seat_wind, situation.discarder
    losers = [seat for seat in SEATS if seat != winner] if winner else ["one", "another", "third"]
    if discarder not in losers:
        discarder = losers[-1]
    robbed = situation.robbing_kong

    def between(seat):
        """What a share of the total is between the winner and a seat."""
        return pay["unit"] * total * (pay["dealer"] if "E" in (winner, seat) else 1)

    def drawn(seat):
        return between(seat) * pay["self_draw"] + flat + each + pay["each"]

    def claimed(seat):
        if seat == discarder:
            return between(seat) * pay["discarder"] + flat + each + pay["each"]
        if pay["others"] == "half_up":
            share = (between(seat) * pay["discarder"] + 1) // 2
        else:
            share = between(seat) * pay["others"]
        has_flat = pay["flat"] == "payers" and pay["others"] != 0
        return share + flat * has_flat + each + pay["each"]

    if situation.self_draw or (robbed and pay["robbing_kong"] == "self_draw"):
        return {seat: drawn(seat) for seat in losers}
    if not robbed or pay["robbing_kong"] == "discard":
        return {seat: claimed(seat) for seat in losers}
    if pay["robbing_kong"] == "konger":
        whole = sum(map(drawn, losers))
    else:
        shares = pay["robbing_kong"] * pay["self_draw"]
        whole = shares * between(discarder) + 3 * (flat + each + pay["each"])
    return {seat: whole if seat == discarder else 0 for seat in losers}
