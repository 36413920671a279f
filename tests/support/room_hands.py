"""Random winning hands of rooms' rules, and whether both scorers agree on them."""

import slow_scorer

import mahjong_fast as mf

SEATS = "ESWN"
UNTOLD = ("formal_waits", "live_waits", "nine_gates")
"""What the slow scorer does not tell."""
ONLY_ASKED = ("any_tile_wait", "wild_pair_wait", "any_tile_wait_in_any_form")
"""What a score tells only under rules whose fans speak of it."""


def random_hand(rng, rules, kinds, most_wild):
    """Return a hand that is likely to win: a target, some of whose tiles have become wild."""
    runs = slow_scorer.runs_of(rules)
    while True:
        tiles, melds = [], []
        style = rng.randrange(4)
        if style == 0:
            tiles = [kind for _ in range(7) for kind in [rng.randrange(34)] * 2]
        elif style == 1:
            apart = [0, 3, 6, 10, 13, 16, 20, 23, *range(27, 34)]
            tiles = rng.sample(apart, 14)
        else:
            for _ in range(rules.groups):
                group = rng.choice(runs) if rng.random() < 0.5 else (rng.randrange(34),) * 3
                if rng.random() >= 0.25:
                    tiles += group
                elif len(set(group)) == 1 and rng.random() < 0.4:
                    melds.append(mf.Meld(group[:1] * 4, concealed=rng.random() < 0.5))
                else:
                    melds.append(mf.Meld(tuple(group)))
            tiles += [rng.randrange(34)] * 2
        wild = 0
        for place in rng.sample(range(len(tiles)), min(rng.randrange(most_wild + 1), len(tiles))):
            faced = kinds and rng.random() < 0.9
            tiles[place] = rng.choice(kinds) if faced else mf.WILD
        wild = tiles.count(mf.WILD)
        counts = [tiles.count(kind) for kind in range(34)]
        winning = rng.choice(tiles)
        try:
            return mf.Hand(counts, wild, melds, winning)
        except mf.HandError:  # five of a kind
            continue


def random_situation(rng, hand):
    """Return a situation in which the hand can be won."""
    seat = rng.choice([*SEATS, None])
    fields = {
        "seat_wind": seat,
        "others_hold_wild": rng.choice([None, True, False]),
        "dealer_streak": rng.randrange(3),
    }
    if rng.random() < 0.6:
        fields["self_draw"] = True
        fields["first_turn"] = not hand.melds and rng.random() < 0.05
        has_kong = any(meld.kind == "kong" for meld in hand.melds)
        fields["replacement"] = has_kong and rng.random() < 0.3
    else:
        fields["discarder"] = rng.choice([other for other in SEATS if other != seat])
        fields["robbing_kong"] = is_single(hand) and rng.random() < 0.2
    return mf.Situation(**fields)


def is_single(hand):
    """Whether a hand has one tile of the kind that won: else it was in no other's pung."""
    held = [*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)]
    return held.count(hand.winning) == 1


def random_case(rng, rules, most_wild=3):
    """Return rules, a hand, its situation and the kinds that are wild in its deal."""
    kinds = ()
    if rules.wild_select != "none" and rng.random() < 0.9:
        kinds = tuple(rules.wild_kinds(rng.choice(rules.tiles or range(34))))
    hand = random_hand(rng, rules, kinds, most_wild)
    return rules, hand, random_situation(rng, hand), kinds


def agree(rules, hand, situation, kinds):
    """Assert that a hand scores as the slow scorer has it; return whether it wins."""
    found = mf.Evaluator(rules, wild_kinds=kinds).score(hand, situation)
    readings = list(slow_scorer.scores(rules, hand, situation, kinds))
    assert (found is not None) == bool(readings), (hand, kinds, situation)
    if found is None:
        return False
    best = max(slow_scorer.worth(rules, reading) for reading in readings)
    alike = [reading for reading in readings if slow_scorer.worth(rules, reading) == best]
    conditions = " ".join(fan.when for fan in rules.scoring.fans)
    untold = (*UNTOLD, *(name for name in ONLY_ASKED if name not in conditions))
    told = {name: value for name, value in found.features.items() if name not in untold}
    about = hand, kinds, situation, found
    assert any(is_score_of(reading, found, told) for reading in alike), about
    return True


def is_score_of(reading, found, told):
    """Whether a score, with the features told, is what the slow scorer has for a reading."""
    if found.situation.seat_wind is not None and found.payments() != reading.payments:
        return False
    fans = tuple((fan.id, fan.count) for fan in found.fans)
    return (found.total, found.flat, found.meets_minimum, fans) == (
        reading.total,
        reading.flat,
        reading.meets_minimum,
        reading.fans,
    ) and told.items() <= reading.features.items()


def agree_on_many(rng, rules, hands, most_wild=3):
    """Assert that random hands score as the slow scorer has them; return how many win."""
    return sum(agree(*random_case(rng, rules, most_wild)) for _ in range(hands))
