"""The definitions of `Rules` word by word: every use of every tile, every layout of the tiles.

A use is a kind and whether it is substituted; that of a wildcard which is no kind is `NOTHING`.
All uses of all tiles are tried, so this is for hands of few wildcards. It shares nothing with
`mahjong_fast.reference`, which searches targets instead.
"""

import itertools
from collections import Counter

from rules_strategy import HONOURS, KNITTED, ORPHANS, RUNS, SUITS, WILD

NOTHING = (WILD, True)
TILES_258 = (1, 4, 7, 10, 13, 16, 19, 22, 25)


def readings(deal):
    """Return the keys of all readings: form, groups and pair with the numbers substituted."""
    rules = deal.rules
    if deal.size % 3 != 2 or not melds_allow_a_win(deal):
        return set()
    found = set()
    for tiles in {tuple(sorted(uses)) for uses in all_uses(deal)}:
        for form in rules.forms:
            for groups, pair in LAYOUTS[form](tiles, deal):
                shown = [kind for piece in (*groups, pair) for kind, _ in piece if kind != WILD]
                if shows_all(shown, groups, pair, deal, form):
                    marked = sorted(map(tally, groups))
                    found.add((form, tuple(marked), tally(pair) if pair else None))
    return found


def tally(piece):
    return tuple(kind for kind, _ in piece), sum(substituted for _, substituted in piece)


def key(reading):
    """Return the same of a `Reading`."""
    marked = sorted((group.tiles, sum(group.substituted)) for group in reading.groups)
    pair = reading.pair and (reading.pair.tiles, sum(reading.pair.substituted))
    return reading.form, tuple(marked), pair


# -- What a tile may be used as ------------------------------------------------------------------


def legal_kinds(deal):
    rules = deal.rules
    voided = SUITS["mps".index(deal.void_suit)] if deal.void_suit else ()
    return [k for k in range(34) if k in rules.tiles and k not in rules.forbidden + tuple(voided)]


def all_uses(deal):
    rules = deal.rules
    legal = legal_kinds(deal)
    substitutes = [(k, True) for k in legal if not rules.wild_can_be or k in rules.wild_can_be]
    tiles = [kind for kind in range(34) for _ in range(deal.counts[kind])] + [WILD] * deal.wild
    winning = tiles.index(deal.winning) if deal.winning is not None else None
    uses = []
    for place, tile in enumerate(tiles):
        is_winning = place == winning
        claimed = is_winning and deal.claimed
        wild = tile == WILD or tile in deal.wild_kinds
        if claimed and wild and rules.wild_claimed == "forbidden":
            return
        if tile in deal.wild_kinds and claimed and rules.wild_claimed == "natural":
            wild = False
        if rules.wild_active == "drawn" and (not is_winning or deal.claimed):
            wild = False
            tile = rules.wild_face if tile == WILD else tile
        natural = [(tile, False)] if tile in legal else []
        if not wild:
            if tile in rules.stand_in and tile not in deal.wild_kinds:
                natural += [(kind, False) for kind in deal.wild_kinds if kind in legal]
            uses.append(natural)
        elif tile != WILD and rules.wild_natural_use:
            others = [use for use in substitutes if use[0] != tile]
            uses.append([*natural, *others, NOTHING])
        else:
            uses.append([*substitutes, NOTHING])
    yield from itertools.product(*uses)


def melds_allow_a_win(deal):
    exposed = any(not concealed for _, concealed in deal.melds)
    voided = SUITS["mps".index(deal.void_suit)] if deal.void_suit else ()
    return (exposed or not deal.rules.must_be_open) and not any(
        tile in voided for meld, _ in deal.melds for tile in meld
    )


# -- What the whole hand must show ---------------------------------------------------------------


def shows_all(shown, groups, pair, deal, form):
    rules = deal.rules
    melded = [tile for meld, _ in deal.melds for tile in meld]
    everything = [*shown, *melded]
    copies = Counter(everything)
    if rules.max_copies is not None and any(copies[kind] > rules.max_copies for kind in shown):
        return False
    suits = Counter(tile // 9 for tile in everything if tile < 27)
    if not rules.min_suits <= len(suits) <= rules.max_suits:
        return False
    if max(suits.values(), default=0) < rules.min_suit_tiles:
        return False
    triplet = any(len(set(meld)) == 1 for meld, _ in deal.melds) or any(
        len(group) == 3 and len({kind for kind, _ in group}) == 1 for group in groups
    )
    dragons = bool(pair) and pair[0][0] in (31, 32, 33)
    has = {
        "triplet": triplet,
        "triplet_or_dragon_pair": triplet or dragons,
        "terminal_or_honour": any(tile in ORPHANS for tile in everything),
    }
    if not all(has[name] for name in rules.required):
        return False
    if form in ("standard", "knitted_straight") and rules.pair_kinds:
        run = any(len({kind for kind, _ in group}) > 1 for group in groups) or any(
            len(set(meld)) > 1 for meld, _ in deal.melds
        )
        exempt = {
            "all_triplets": not run,
            "one_suit": any(all(tile in suit for tile in everything) for suit in SUITS),
            "all_honours": all(tile in HONOURS for tile in everything),
        }
        free = form == "standard" and any(exempt[name] for name in rules.pair_exempt)
        return free or pair[0][0] in rules.pair_kinds
    return True


def allows_group(group, rules):
    substituted = sum(is_sub for _, is_sub in group)
    place = "pung" if len({kind for kind, _ in group}) == 1 else "chow"
    return (
        (not substituted or place in rules.wild_in)
        and substituted <= rules.wild_max_per_group
        and 3 - substituted >= rules.min_natural_per_group
    )


def allows_pair(pair, rules, form=None):
    substituted = sum(is_sub for _, is_sub in pair)
    natural = 0 if form in rules.natural_pair_exempt else rules.min_natural_per_pair
    return (not substituted or "pair" in rules.wild_in) and 2 - substituted >= natural


# -- Layouts -------------------------------------------------------------------------------------


def without(tiles, piece):
    rest = list(tiles)
    for use in piece:
        rest.remove(use)
    return tuple(rest)


def pieces_of(tiles, kinds):
    """Yield the pieces of these kinds that can be taken from the tiles."""
    held = Counter(tiles)
    options = [[(kind, label) for label in (False, True) if held[kind, label]] for kind in kinds]
    for piece in {tuple(sorted(piece)) for piece in itertools.product(*options)}:
        if not Counter(piece) - held:
            yield piece


def split_into_groups(tiles, rules):
    if not tiles:
        yield ()
        return
    lowest = tiles[0][0]
    runs = [run for name in rules.runs for run in RUNS[name] if run[0] == lowest]
    for kinds in (*runs, (lowest,) * 3):
        for group in pieces_of(tiles, kinds):
            if tiles[0] in group and allows_group(group, rules):
                for others in split_into_groups(without(tiles, group), rules):
                    yield (group, *others)


def groups_and_pair(tiles, rules):
    for kind in {kind for kind, _ in tiles}:
        for pair in pieces_of(tiles, (kind, kind)):
            if allows_pair(pair, rules):
                for groups in split_into_groups(without(tiles, pair), rules):
                    yield groups, pair


def standard(tiles, deal):
    if NOTHING not in tiles:
        yield from groups_and_pair(tiles, deal.rules)


def split_into_pairs(tiles, rules, form):
    if not tiles:
        yield ()
        return
    lowest = tiles[0][0]
    for pair in pieces_of(tiles, (lowest, lowest)):
        if tiles[0] in pair and allows_pair(pair, rules, form):
            rest = without(tiles, pair)
            if rules.quads_as_two_pairs or all(kind != lowest for kind, _ in rest):
                for others in split_into_pairs(rest, rules, form):
                    yield (pair, *others)


def pairs_and_singles(tiles, rules, singles, form):
    """Free places hold natural tiles, or wildcards that are no kind."""
    for free in set(itertools.combinations(tiles, singles)):
        if all(use == NOTHING or not use[1] for use in free):
            rest = without(tiles, free)
            if NOTHING not in rest:
                for pairs in split_into_pairs(rest, rules, form):
                    yield (*pairs, *[(use,) for use in free]), ()


def seven_pairs(tiles, deal):
    kongs = len(deal.melds)
    all_kongs = all(len(meld) == 4 for meld, _ in deal.melds)
    if all_kongs and kongs <= deal.rules.kongs_as_two_pairs and len(tiles) == 14 - 3 * kongs:
        yield from pairs_and_singles(tiles, deal.rules, kongs, "seven_pairs")


def is_whole(tiles, deal, size):
    return not deal.melds and len(tiles) == size


def eight_pairs(tiles, deal):
    if is_whole(tiles, deal, 17):
        yield from pairs_and_singles(tiles, deal.rules, 1, "eight_pairs")


def pairs_and_triplet(tiles, deal):
    if is_whole(tiles, deal, 17) and NOTHING not in tiles:
        for kind in {kind for kind, _ in tiles}:
            for triplet in pieces_of(tiles, (kind,) * 3):
                if allows_group(triplet, deal.rules):
                    rest = without(tiles, triplet)
                    for pairs in split_into_pairs(rest, deal.rules, "pairs_and_triplet"):
                        yield (*pairs, triplet), ()


def thirteen_orphans(tiles, deal):
    kinds = Counter(kind for kind, _ in tiles)
    if is_whole(tiles, deal, 14) and set(kinds) == set(ORPHANS):
        pair = tuple(use for use in tiles if kinds[use[0]] == 2)
        if allows_pair(pair, deal.rules):
            yield tuple((use,) for use in tiles if use not in pair), pair


def singles(tiles, deal, fits):
    kinds = [kind for kind, _ in tiles if kind != WILD]
    if is_whole(tiles, deal, 14) and len(set(kinds)) == len(kinds) and fits(kinds):
        yield tuple((use,) for use in tiles), ()


def is_misfit(kinds):
    return all(
        b - a >= 3 or a // 9 != b // 9 for a, b in itertools.pairwise(sorted(kinds)) if b < 27
    )


def misfit(tiles, deal):
    if NOTHING not in tiles or not deal.rules.misfit_wild_needs_slot:
        yield from singles(tiles, deal, is_misfit)


def seven_star(tiles, deal):
    by = (False, True) if deal.rules.seven_star_wild else (False,)
    if all(any((kind, label) in tiles for label in by) for kind in HONOURS):
        yield from misfit(tiles, deal)


def knitted_straight(tiles, deal):
    for body_kinds in KNITTED:
        for body in pieces_of(tiles, body_kinds) if NOTHING not in tiles else ():
            for groups, pair in groups_and_pair(without(tiles, body), deal.rules):
                yield (body, *groups), pair


def lesser_knitted(tiles, deal):
    for body in KNITTED:
        if NOTHING not in tiles:
            yield from singles(tiles, deal, lambda kinds, b=body: set(kinds) <= {*b, *HONOURS})


def greater_knitted(tiles, deal):
    if set(HONOURS) <= {kind for kind, _ in tiles}:
        yield from lesser_knitted(tiles, deal)


def split_into_couples(tiles):
    if not tiles:
        yield ()
        return
    lowest = tiles[0][0]
    for couple in pieces_of(tiles, (lowest, lowest + 2)) if lowest % 9 < 7 else ():
        if tiles[0] in couple:
            for others in split_into_couples(without(tiles, couple)):
                yield (couple, *others)


def seven_couples(tiles, deal):
    if is_whole(tiles, deal, 14) and all(kind < 27 for kind, _ in tiles):
        for couples in split_into_couples(tiles):
            yield couples, ()


def tile_set(tiles, deal, kinds):
    """Wildcards that may be some kind of the set are nothing in particular: that stands for all."""
    melded = [tile for meld, _ in deal.melds for tile in meld]
    substitutes = [k for k in legal_kinds(deal) if k in (deal.rules.wild_can_be or kinds)]
    if NOTHING in tiles and not set(kinds) & set(substitutes):
        return
    if all(tile in kinds for tile in melded) and all(
        use == NOTHING or (use[0] in kinds and not use[1]) for use in tiles
    ):
        yield tuple((use,) for use in tiles), ()


LAYOUTS = {
    "standard": standard,
    "seven_pairs": seven_pairs,
    "thirteen_orphans": thirteen_orphans,
    "misfit": misfit,
    "seven_star": seven_star,
    "knitted_straight": knitted_straight,
    "lesser_knitted": lesser_knitted,
    "greater_knitted": greater_knitted,
    "seven_couples": seven_couples,
    "eight_pairs": eight_pairs,
    "pairs_and_triplet": pairs_and_triplet,
    "all_honours": lambda tiles, deal: tile_set(tiles, deal, HONOURS),
    "all_258": lambda tiles, deal: tile_set(tiles, deal, TILES_258),
}
