# optimize: balance
"""A fan table, compiled.

Every fan's condition is a few *terms*, one of which must hold; a term allows each feature some of
its values. So for every slot of features a table tells which terms its value leaves possible, and
the terms that hold are the AND of one look-up a slot: no expression is evaluated. The fans that
are left count in the order of the table, each unless one above excludes it.
"""
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from mahjong_fast.core.base.bits cimport lowest_bit, number_of_bits
from mahjong_fast.core.base.vocabulary cimport DRAGON_MASK, ORPHAN_MASK, TERMINAL_MASK, WIND_MASK
from mahjong_fast.core.scoring.features cimport (
    LINK_BITS, LINK_KINDS, MOST_CHOWS, SLOTS, found_t, make_chow_sets, make_links,
)

from mahjong_fast.errors import RulesError
from mahjong_fast.fans import Scoring
from mahjong_fast.features import FEATURES, set_features

__all__ = ["FanTable"]

COMBINE = {
    "sum": SUM,
    "product": PRODUCT,
    "power of two": POWER_OF_TWO,
    "best": BEST,
    "base_plus_sum": BASE_PLUS_SUM,
}
COVERED = {
    "terminal_pungs": COVERS_TERMINALS,
    "wind_pungs": COVERS_WINDS,
    "dragon_pungs": COVERS_DRAGONS,
    "seat_wind_pung": COVERS_SEAT_WIND,
    "round_wind_pung": COVERS_ROUND_WIND,
    "one_terminal_pung": COVERS_ONE_TERMINAL,
}
LINKS = ("same_chow_pairs", "mixed_chow_pairs", "short_straights", "terminal_chow_pairs")
UNCOVERED_PUNGS = "uncovered_pungs"


def compiled(scoring, groups):
    """Return the compiled table of the fans, for hands of so many groups; made once."""
    return scoring.remember(("table", groups), lambda: FanTable(scoring, groups))


cdef class FanTable:
    """The fans of a `Scoring` as masks, for hands of at most so many groups.

    Immutable; threads may share one.
    """

    def __cinit__(self, scoring, int groups):
        if not isinstance(scoring, Scoring):
            raise TypeError(f"a fan table is of a Scoring, not {type(scoring).__name__}")
        if not 1 <= groups <= MOST_CHOWS:
            raise RulesError(f"groups must be 1 to {MOST_CHOWS}, not {groups}")
        self.table = <fan_table_t*> PyMem_Malloc(sizeof(fan_table_t))
        if self.table == NULL:
            raise MemoryError
        memset(self.table, 0, sizeof(fan_table_t))
        self.scoring = scoring
        self.groups = groups
        self.fans = scoring.fans
        self.sets = tuple([name for name, _ in scoring.sets])
        make_chow_sets(groups)
        self.fill()

    def __dealloc__(self):
        PyMem_Free(self.table)

    cdef int fill(self) except -1:
        cdef fan_table_t* table = self.table
        cdef fan_t* fan
        features = {**FEATURES, **set_features(self.sets)}
        numbers = {given.id: number for number, given in enumerate(self.fans)}
        terms = []
        table.fan_count = len(self.fans)
        if table.fan_count > MOST_TERMS:
            raise RulesError(f"more than {MOST_TERMS} fans")
        table.alone = -1
        further = []
        for number, given in enumerate(self.fans):
            fan = &table.fans[number]
            fan.points = self.scoring.points(given)
            fan.flat = self.scoring.amount(given, "flat")
            fan.each = self.scoring.amount(given, "each")
            table.has_flat |= fan.flat != 0 or fan.each != 0
            fan.apart = given.apart
            fan.joins = given.joins is not None
            for cover in given.covers:
                fan.covers |= <int> COVERED[cover]
            for excluded in self.scoring.excluded(given):
                fan.excludes[numbers[excluded] // 64] |= (<uint64_t> 1) << numbers[excluded] % 64
            fan.count = ONCE
            if given.count == UNCOVERED_PUNGS:
                fan.count = BY_UNCOVERED_PUNGS
            elif given.count in LINKS:
                fan.count = BY_LINKS
                fan.link = LINKS.index(given.count)
                table.has_links = True
            elif given.count is not None:
                feature = features[given.count]
                fan.count = BY_FEATURE
                fan.slot = feature.slot
                fan.shift = feature.shift
                fan.mask = feature.most
            if given.alone:
                table.alone = number
                terms.append(None)
                continue
            if callable(given.when):
                self.is_slow = True
                terms.append(None)
                continue
            found = self.scoring.terms(given)
            terms.append(found[0] if found else None)
            further.extend((number, term) for term in found[1:])
        for number in range(table.fan_count):
            table.fan_of_term[number] = number
        for number, term in further:
            if len(terms) == MOST_TERMS:
                raise RulesError(f"the fans have more than {MOST_TERMS} alternatives in all")
            table.fan_of_term[len(terms)] = number
            terms.append(term)
        table.term_count = len(terms)
        self.terms = terms
        for number, term in enumerate(terms):
            self.fill_term(number, term, features)
        for number in range(table.fan_count):
            table.fan_terms[<int> number // 64] |= (<uint64_t> 1) << <int> number % 64
        table.combine = COMBINE[self.scoring.combine]
        table.base = self.scoring.base
        table.minimum = self.scoring.minimum
        table.cap = -1 if self.scoring.cap is None else self.scoring.cap
        if table.has_links:
            self.fill_links()
        return 0

    cdef int fill_term(self, int number, object term, object features) except -1:
        """Tell for every slot the values that leave the term possible; None never holds."""
        cdef uint64_t bit = (<uint64_t> 1) << number % 64
        cdef int slot, value, shift, most
        cdef uint64_t allowed
        for slot in range(SLOTS):
            for value in range(256):
                if term is not None:
                    self.table.allowed[slot][value][number // 64] |= bit
        if term is None:
            return 0
        for name, values in term.items():
            slot = features[name].slot
            shift = features[name].shift
            most = features[name].most
            allowed = values
            for value in range(256):
                if not allowed >> (value >> shift & most) & 1:
                    self.table.allowed[slot][value][number // 64] &= ~bit
        return 0

    cdef int fill_links(self) except -1:
        cdef int order[LINK_KINDS]
        cdef int64_t points[LINK_KINDS]
        cdef int link, place
        worth = [-1] * LINK_KINDS
        for given in self.fans:
            if given.count in LINKS:
                worth[LINKS.index(given.count)] = max(0, self.scoring.points(given))
        ranked = sorted(range(LINK_KINDS), key=lambda link: -worth[link])
        for place in range(LINK_KINDS):
            order[place] = ranked[place]
            points[place] = worth[place]
        make_links(self.groups, order, points, self.table.plain_links, self.table.joined_links)
        return 0


cdef void match(const fan_table_t* table, const found_t* found, uint64_t* hit) noexcept nogil:
    """Find the fans whose condition holds."""
    cdef uint64_t first = ~(<uint64_t> 0)
    cdef uint64_t second = ~(<uint64_t> 0)
    cdef uint64_t further
    cdef const uint64_t* row = &table.allowed[0][0][0]
    cdef const uint64_t* allowed
    cdef int slot, word, fan
    for slot in range(SLOTS):
        allowed = row + FAN_WORDS * found.slots[slot]
        first &= allowed[0]
        second &= allowed[1]
        row += 256 * FAN_WORDS
    hit[0] = first & table.fan_terms[0]
    hit[1] = second & table.fan_terms[1]
    for word in range(FAN_WORDS):
        further = (second if word else first) & ~table.fan_terms[word]
        while further:
            fan = table.fan_of_term[64 * word + lowest_bit(further)]
            further &= further - 1
            hit[fan >> 6] |= (<uint64_t> 1) << (fan & 63)


cdef inline uint64_t covered_pungs(int covers, const found_t* found) noexcept nogil:
    """The kinds of the pungs that a fan covers."""
    cdef uint64_t kinds = 0
    cdef uint64_t terminals
    if covers & COVERS_TERMINALS:
        kinds |= TERMINAL_MASK
    if covers & COVERS_WINDS:
        kinds |= WIND_MASK
    if covers & COVERS_DRAGONS:
        kinds |= DRAGON_MASK
    if covers & COVERS_SEAT_WIND:
        kinds |= found.seat_pung
    if covers & COVERS_ROUND_WIND:
        kinds |= found.round_pung
    if covers & COVERS_ONE_TERMINAL:
        terminals = found.pungs & TERMINAL_MASK
        kinds |= terminals & (~terminals + 1)
    return kinds & found.pungs


cdef inline int64_t combined(const fan_table_t* table, int64_t value, int64_t points,
                             int count) noexcept nogil:
    """The value so far, with a fan that counts `count` times."""
    if table.combine == PRODUCT:
        while count > 0:
            value = multiplied(value, points)
            count -= 1
        return value
    if table.combine == BEST:
        return max(value, points * count)
    return value + points * count


cdef inline int times(const fan_table_t* table, const fan_t* fan, const found_t* found,
                      uint64_t covered, bint joined) noexcept nogil:
    """How often a fan whose condition holds counts."""
    cdef int links
    if fan.count == BY_FEATURE:
        return found.slots[fan.slot] >> fan.shift & fan.mask
    if fan.count == BY_UNCOVERED_PUNGS:
        return number_of_bits(found.pungs & ORPHAN_MASK & ~covered)
    links = table.joined_links[found.chow_set] if joined else table.plain_links[found.chow_set]
    return links >> LINK_BITS * fan.link & (1 << LINK_BITS) - 1


cdef int64_t sum_of(const fan_table_t* table, const found_t* found,
                    const uint64_t* hit) noexcept nogil:
    """The total of fans that are summed; what `total_of` tells, quicker."""
    cdef uint64_t first = hit[0]
    cdef uint64_t second = hit[1]
    cdef uint64_t covered = 0
    cdef bint joined = False, alone = True
    cdef const fan_t* fan
    cdef int count
    cdef int64_t value = 0
    while first | second:
        if first:
            fan = &table.fans[lowest_bit(first)]
            first &= first - 1
        else:
            fan = &table.fans[64 + lowest_bit(second)]
            second &= second - 1
        count = 1
        if fan.count != ONCE:
            count = times(table, fan, found, covered, joined)
            if count == 0:
                continue
        first &= ~fan.excludes[0]
        second &= ~fan.excludes[1]
        value += fan.points * count
        joined |= fan.joins
        alone &= fan.apart
        if fan.covers:
            covered |= covered_pungs(fan.covers, found)
    if alone and table.alone >= 0:
        value += table.fans[table.alone].points
    return finished(table, value)


cdef int64_t total_of(const fan_table_t* table, const found_t* found, const uint64_t* hit,
                      tally_t* tally) noexcept nogil:
    """Count the fans in the order of the table, leave out what is excluded, and combine.

    `tally` takes down what counted, where it is not NULL; it begins as zeros.
    """
    cdef uint64_t left[FAN_WORDS]
    cdef uint64_t covered = 0
    cdef bint joined = False, alone = True
    cdef const fan_t* fan
    cdef int word, number, count, other
    cdef int64_t value = table.base if table.combine == PRODUCT else 0
    cdef int64_t apart = value
    if tally == NULL and table.combine != PRODUCT and table.combine != BEST:
        return sum_of(table, found, hit)
    left[0] = hit[0]
    left[1] = hit[1]
    for word in range(FAN_WORDS):
        while left[word]:
            number = lowest_bit(left[word])
            left[word] &= left[word] - 1
            number += 64 * word
            fan = &table.fans[number]
            count = 1
            if fan.count != ONCE:
                count = times(table, fan, found, covered, joined)
            if count == 0:
                continue
            if tally != NULL:
                tally.count[number] = count
                tally.counted[number >> 6] |= (<uint64_t> 1) << (number & 63)
                tally.flat += fan.flat * count
                tally.each += fan.each * count
                for other in range(table.fan_count):
                    if (fan.excludes[other >> 6] & left[other >> 6]) >> (other & 63) & 1:
                        tally.excluded_by[other] = number + 1
            left[0] &= ~fan.excludes[0]
            left[1] &= ~fan.excludes[1]
            joined |= fan.joins
            if fan.covers:
                covered |= covered_pungs(fan.covers, found)
            value = combined(table, value, fan.points, count)
            if not fan.apart:
                alone = False
                if tally != NULL:
                    apart = combined(table, apart, fan.points, count)
    if alone and table.alone >= 0:
        value = combined(table, value, table.fans[table.alone].points, 1)
        if tally != NULL:
            apart = combined(table, apart, table.fans[table.alone].points, 1)
            tally.count[table.alone] = 1
            tally.counted[table.alone >> 6] |= (<uint64_t> 1) << (table.alone & 63)
            tally.flat += table.fans[table.alone].flat
            tally.each += table.fans[table.alone].each
    value = finished(table, value)
    if tally != NULL:
        tally.total = value
        tally.part = finished(table, apart)
    return value
