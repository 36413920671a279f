"""Scores straight from the definitions: every reading of the reference, its features in plain
Python, and the conditions of the rules' fans as Python evaluates them.

It knows any rules, but for fans that count chows' relations or uncovered pungs (MCR's own), and
leaves the waits (`formal_waits`, `live_waits`, `nine_gates`) at 0.
"""

import itertools
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


class SlowScore(NamedTuple):
    """What a reading is worth: its total, its flat amounts, what it collects, the fans' ids."""

    total: int
    flat: int
    each: int
    payments: tuple[int, ...]
    fans: tuple[tuple[str, int], ...]
    features: dict[str, int]


def score(rules, hand, situation=None, wild_kinds=()):
    """Return the `SlowScore` of the best reading, or None."""
    best = None
    for found in scores(rules, hand, situation, wild_kinds):
        if best is None or worth(rules, found) > worth(rules, best):
            best = found
    return best


def worth(rules, found):
    if rules.scoring.payment().objective == "payment":
        return sum(found.payments), found.total
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
    features = dict.fromkeys(rules.scoring.features(), 0)
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
        members = rules.scoring.kinds_of(text)
        features[f"outside_{name}"] = bool(present - set(members))
        features[f"pair_in_{name}"] = pair in members

    alike = {kind for kind in present if shown.count(kind) >= 4}
    konged = {meld.tiles[0] for meld in kongs}
    unkonged = [tile for group in every if len(group) != 4 for tile in group]
    features["quads"] = sum(unkonged.count(kind) >= 4 for kind in present)
    features["four_alike"] = features["quads"] + len(kongs)
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
    caps = {name: feature.most for name, feature in rules.scoring.features().items()}
    return {name: min(int(value), caps[name]) for name, value in features.items()}


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
    names = {**features, **dict(scoring.options), "true": True, "false": False}
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
            barred |= set(scoring.excluded(fan))
    if all(fan.apart for fan, _ in counted):
        counted += [(fan, 1) for fan in scoring.fans if fan.alone]
    points = [scoring.points(fan) for fan, count in counted for _ in range(count)]
    if scoring.combine == "product":
        total = scoring.base
        for point in points:
            total *= point
    elif scoring.combine == "best":
        total = max([0, *(scoring.points(fan) * count for fan, count in counted)])
    elif scoring.combine == "power of two":
        total = scoring.base << max(sum(points), 0)
    else:
        total = sum(points) + (scoring.base if scoring.combine == "base_plus_sum" else 0)
    if scoring.cap is not None:
        total = min(total, scoring.cap)
    flat = sum(scoring.amount(fan, "flat") * count for fan, count in counted)
    each = sum(scoring.amount(fan, "each") * count for fan, count in counted)
    paid = payments(scoring.payment(), situation, total, flat, each)
    return SlowScore(
        total, flat, each, paid, tuple((fan.id, count) for fan, count in counted), features
    )


def payments(pay, situation, total, flat, each):
    """Return what each loser pays, in the order of the seats; an untold seat is no dealer's."""
    winner = situation.seat_wind
    losers = [seat for seat in SEATS if seat != winner]
    if winner is None:
        losers = [None, None, "discarder"]
    discarder = situation.discarder if winner is not None else "discarder"
    if discarder is None:
        discarder = losers[-1]
    robbed = situation.robbing_kong

    def factor(seat):
        return pay.unit * (pay.dealer if "E" in (winner, seat) else 1)

    def drawn(seat):
        return factor(seat) * pay.self_draw * total + flat + each

    if situation.self_draw or (robbed and pay.robbing_kong == "self_draw"):
        return tuple(drawn(seat) for seat in losers)
    if robbed and pay.robbing_kong == "konger":
        whole = sum(drawn(seat) for seat in losers)
        return tuple(whole if seat == discarder else 0 for seat in losers)
    if robbed and pay.robbing_kong != "discard":
        shares = pay.robbing_kong * factor(discarder) * pay.self_draw * total
        return tuple(shares + 3 * flat + 3 * each if seat == discarder else 0 for seat in losers)
    first, others = pay.discard
    paid = []
    for seat in losers:
        if seat == discarder:
            paid.append(factor(seat) * first * total + flat + each)
        elif others == "half_up":
            paid.append(
                (factor(seat) * first * total + 1) // 2 + each + flat * (pay.flat == "payers")
            )
        else:
            paid.append(
                factor(seat) * others * total + each + flat * (pay.flat == "payers" and others > 0)
            )
    return tuple(paid)
