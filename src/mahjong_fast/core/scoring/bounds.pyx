# optimize: size
"""Upper bounds, derived from a fan table.

A class of readings fixes some features and leaves others a range. The terms that some value of
each range allows are an AND of look-ups, as for one reading; they are the fans that may hold.
Fans of which no two can count together (their terms ask one slot of features for different values,
or one excludes the other) form a clique, which adds its dearest possible fan to the bound at most.
"""
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from mahjong_fast.core.base.bits cimport lowest_bit
from mahjong_fast.core.scoring.fan_table cimport (
    BEST, BY_FEATURE, BY_LINKS, BY_UNCOVERED_PUNGS, ONCE, PRODUCT, SUM, FanTable, fan_t,
    fan_table_t, finished, multiplied,
)
from mahjong_fast.core.scoring.features cimport (
    CHOW_SLOTS, MOST_CHOWS, SLOT_CHOWS, SLOT_CHOW_PAIRS, SLOT_MELDS, SLOT_PUNGS, SLOT_QUADS,
    SLOT_RANKS, chow_set_of, next_chow_set,
)

from mahjong_fast.features import FEATURES, set_features

__all__ = ["Bounds"]

# The features of the enum, in its order.
RANGED_FEATURES = (
    "lowest_rank", "highest_rank", "simples", "terminals", "plain_groups", "same_rank_pungs",
    "mixed_pung_run", "groups_without_five", "pung_run", "same_rank_pairs", "wind_pungs",
    "dragon_pungs", "terminal_pungs", "quads", "void_suit_tiles", "dealer", "pair_rank", "pair_run",
    "knitted_wait",
)


cdef class Bounds:
    """What bounds the scores of a fan table. Immutable; threads may share one."""

    def __cinit__(self, FanTable fans not None):
        self.fans = fans
        self.bound = <bound_t*> PyMem_Malloc(sizeof(bound_t))
        if self.bound == NULL:
            raise MemoryError
        memset(self.bound, 0, sizeof(bound_t))
        self.fill()

    def __dealloc__(self):
        PyMem_Free(self.bound)

    cdef int fill(self) except -1:
        cdef bound_t* bound = self.bound
        cdef const fan_table_t* table = self.fans.table
        cdef int feature, low, high, number, share, word
        cdef uint64_t values, term_bit, wanted
        cdef uint8_t chows[MOST_CHOWS + 3]
        cdef int count = 0
        terms = self.fans.terms
        names = list(RANGED_FEATURES)
        for prefix in ("outside", "pair_in"):
            names += [f"{prefix}_{name}" for name in self.fans.sets]
            names += [None] * (8 - len(self.fans.sets))
        for feature in range(len(names)):
            for low in range(VALUES):
                for high in range(low, VALUES):
                    bound.within[feature][low][high][0] = ~(<uint64_t> 0)
                    bound.within[feature][low][high][1] = ~(<uint64_t> 0)
        for number, term in enumerate(terms):
            term_bit = (<uint64_t> 1) << number % 64
            for feature, name in enumerate(names):
                if term is None or name not in term:
                    continue
                bound.asked[feature] = True
                values = term[name]
                for low in range(VALUES):
                    for high in range(low, VALUES):
                        wanted = ((<uint64_t> 2) << high) - ((<uint64_t> 1) << low)
                        if values & wanted == 0:
                            bound.within[feature][low][high][number // 64] &= ~term_bit
        memset(chows, 0, sizeof(chows))
        while True:
            share = 0
            for number in range(count):
                share += 36 if chows[number] < 7 else 6 if chows[number] < 14 else 1
            number = chow_set_of(chows, count)
            for word in range(2):
                bound.chows[share][word] |= (
                    table.allowed[<int> SLOT_CHOWS][CHOW_SLOTS[number][0]][word]
                    & table.allowed[<int> SLOT_CHOW_PAIRS][CHOW_SLOTS[number][1]][word]
                )
            if not next_chow_set(chows, &count, self.fans.groups):
                break
        return self.fill_cliques(terms)

    cdef int fill_cliques(self, object terms) except -1:
        """Gather fans of which no two can count together, dearest first."""
        cdef bound_t* bound = self.bound
        cdef const fan_table_t* table = self.fans.table
        cdef uint64_t dearer[FAN_WORDS]
        cdef int number
        alternatives = {}
        features = {**FEATURES, **set_features(self.fans.sets)}
        values = feasible()
        for number in range(table.term_count):
            if terms[number] is not None:
                alternatives.setdefault(table.fan_of_term[number], []).append(terms[number])
        gains = [gain_of(table, table.fans[number].points) for number in range(table.fan_count)]
        by_worth = sorted(range(table.fan_count), key=lambda number: -gains[number])
        cliques = []
        for number in by_worth:
            if number not in alternatives:
                continue
            if table.fans[number].count == BY_LINKS:
                bound.best_link = max(bound.best_link, gains[number])
            elif gains[number] > 0 and table.fans[number].count != ONCE:
                bound.gains[number >> 6] |= (<uint64_t> 1) << (number & 63)
            elif gains[number] > 0:
                for clique in cliques:
                    if all([self.conflict(number, each, alternatives, features, values)
                            for each in clique]):
                        clique.append(number)
                        break
                else:
                    cliques.append([number])
        for clique in cliques:
            dearer[0] = dearer[1] = 0
            for number in clique:       # dearest first
                bound.gains[number >> 6] |= (<uint64_t> 1) << (number & 63)
                bound.dearer[number][0] = dearer[0]
                bound.dearer[number][1] = dearer[1]
                dearer[number >> 6] |= (<uint64_t> 1) << (number & 63)
        return 0

    cdef bint conflict(
        self, int one, int other, object alternatives, object features, object values
    ) except -1:
        """Return whether two fans can never count together."""
        cdef const fan_table_t* table = self.fans.table
        if table.fans[one].excludes[other // 64] >> other % 64 & 1:
            return True
        if table.fans[other].excludes[one // 64] >> one % 64 & 1:
            return True
        return all([
            disagree(first, second, features, values)
            for first in alternatives[one] for second in alternatives[other]
        ])


def disagree(first, second, features, feasible_values):
    """Return whether no reading is as both terms ask."""
    if any([second.get(name, allowed) & allowed == 0 for name, allowed in first.items()]):
        return True
    slots = [{features[name].slot for name in term} for term in (first, second)]
    for slot in slots[0] & slots[1]:
        values = feasible_values.get(slot)
        if values is not None and not any([
            all([
                term[name] >> (value >> features[name].shift & features[name].most) & 1
                for term in (first, second)
                for name in term
                if features[name].slot == slot
            ])
            for value in values
        ]):
            return True
    return False


def feasible():
    """Return the values that slots can have, where not any of 256."""
    cdef int number
    ranks = {low | high << 4 for low in range(1, 10) for high in range(low, 10)}
    # Same-rank pairs, wind and dragon pungs: at most five pungs in all.
    pungs = {
        pairs | winds << 3 | dragons << 6
        for winds in range(6)
        for dragons in range(4)
        for pairs in range(8)
        if winds + dragons + (pairs > 0) + (pairs > 0) <= 5
    }
    melds = {exposed | flowers << 3 for exposed in range(6) for flowers in range(9)}
    quads = {
        pungs | quads << 3 | rest << 6
        for pungs in range(6) for quads in range(4) for rest in range(4)
    }
    return {
        int(SLOT_RANKS): ranks | {0},
        int(SLOT_PUNGS): pungs,
        int(SLOT_MELDS): melds,
        int(SLOT_QUADS): quads,
        int(SLOT_CHOWS): {CHOW_SLOTS[number][0] for number in range(65780)},
        int(SLOT_CHOW_PAIRS): {CHOW_SLOTS[number][1] for number in range(65780)},
    }


cdef int64_t most_of(const bound_t* bound, const fan_table_t* table, const uint64_t* terms,
                     int chows, int quads, int same_rank_pairs, int uncovered,
                     int flowers, int64_t enough) noexcept nogil:
    """No reading whose terms are among these scores more.

    Args:
        chows, quads, same_rank_pairs, uncovered, flowers: the most that there may be; of uncovered,
            pungs of terminals and honours.
        enough: a bound beyond this need not be exact.
    """
    cdef uint64_t possible[FAN_WORDS]
    cdef uint64_t left, term
    cdef int number, word, count
    cdef const fan_t* fan
    cdef int64_t value = table.base if table.combine == PRODUCT else 0
    cdef int64_t apart = value
    possible[0] = terms[0]
    possible[1] = terms[1]
    number = table.fan_count
    while number < table.term_count:
        term = terms[number >> 6] >> (number & 63) & 1
        possible[table.fan_of_term[number] >> 6] |= term << (table.fan_of_term[number] & 63)
        number += 1
    possible[0] &= bound.gains[0]
    possible[1] &= bound.gains[1]
    for word in range(FAN_WORDS):
        left = possible[word]
        while left:
            number = lowest_bit(left) + 64 * word
            left &= left - 1
            if possible[0] & bound.dearer[number][0] or possible[1] & bound.dearer[number][1]:
                continue            # another of its clique gives more
            fan = &table.fans[number]
            count = 1
            if fan.count == BY_UNCOVERED_PUNGS:
                count = uncovered
            elif fan.count == BY_FEATURE:
                count = fan.mask
                if fan.slot == SLOT_QUADS and fan.shift == 3:
                    count = quads
                elif fan.slot == SLOT_PUNGS and fan.shift == 0:
                    count = same_rank_pairs
                elif fan.slot == SLOT_MELDS and fan.shift == 3:
                    count = flowers
            value = joined(table, value, fan.points, count)
            if fan.apart:
                apart = joined(table, apart, fan.points, count)
            if value > enough and table.combine == SUM and table.cap < 0:
                return value
    if chows > 1 and bound.best_link > 0:
        value = joined(table, value, bound.best_link, chows - 1)
    if table.alone >= 0:
        value = max(value, joined(table, apart, table.fans[table.alone].points, 1))
    return finished(table, value)


cdef inline int64_t gain_of(const fan_table_t* table, int64_t points) noexcept nogil:
    """What a fan adds at most: of two that are negative the product is positive."""
    return max(points, -points) if table.combine == PRODUCT else points


cdef inline int64_t joined(const fan_table_t* table, int64_t value, int64_t points,
                           int count) noexcept nogil:
    """The value with a fan more."""
    if table.combine == PRODUCT:
        points = gain_of(table, points)
        while count > 0 and points > 1:
            value = multiplied(value, points)
            count -= 1
        return value
    if table.combine == BEST:
        return max(value, points * count)
    return value + points * count
