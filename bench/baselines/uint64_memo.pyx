# distutils: language = c++
"""The recursion by parts, with a memo under uint64 keys.

A whole hand does not fit 64 bits; a part of it (a suit, or the honours) does, in nine counts of
four bits. So the question becomes: the fewest wildcards that a part needs, with the pair in it and
without. What the parts do not need makes groups of its own.
"""
from cython.operator cimport dereference
from libc.stdint cimport uint64_t
from libcpp.unordered_map cimport unordered_map

from ._driver cimport HONOURS, KINDS, win_each, win_one

cdef enum:
    PART_KINDS = 9
    PARTS = 4           # three suits, and the honours
    MANY = 100          # more wildcards than any hand has

cdef uint64_t PAIR = <uint64_t>1 << 36      # a pair has to be found as well
cdef uint64_t RUNS = <uint64_t>1 << 37      # the part has chows
cdef uint64_t COUNTS = ((<uint64_t>1 << 36) - 1)

ctypedef unordered_map[uint64_t, int] memo_t


cdef inline int count_at(uint64_t state, int place) noexcept nogil:
    return (state >> 4 * place) & 15


cdef int fewest_wild(uint64_t state, memo_t *memo) noexcept nogil:
    """The fewest wildcards that make a part's tiles groups, and a pair where PAIR is set."""
    cdef int place = 0, held, first, needed, fewest = MANY
    cdef uint64_t a, b, c
    cdef memo_t.iterator known
    if state & COUNTS == 0:
        return 2 if state & PAIR else 0
    known = memo.find(state)
    if known != memo.end():
        return dereference(known).second

    while count_at(state, place) == 0:
        place += 1
    if state & PAIR:
        held = min(count_at(state, place), 2)
        needed = 2 - held + fewest_wild((state ^ PAIR) - (<uint64_t>held << 4 * place), memo)
        fewest = min(fewest, needed)
    held = min(count_at(state, place), 3)
    needed = 3 - held + fewest_wild(state - (<uint64_t>held << 4 * place), memo)
    fewest = min(fewest, needed)
    if state & RUNS:
        for first in range(max(place - 2, 0), min(place, PART_KINDS - 3) + 1):
            a = count_at(state, first) > 0
            b = count_at(state, first + 1) > 0
            c = count_at(state, first + 2) > 0
            needed = 3 - <int>(a + b + c) + fewest_wild(
                state - ((a | b << 4 | c << 8) << 4 * first), memo
            )
            fewest = min(fewest, needed)
    memo[0][state] = fewest
    return fewest


cdef bint wins_with(const unsigned char *counts, int wild, memo_t *memo) noexcept nogil:
    cdef uint64_t state[PARTS]
    cdef int part, kind, bare, needed = 0, saved = -MANY
    for part in range(PARTS):
        state[part] = 0
    for kind in range(KINDS):
        state[kind // PART_KINDS] |= <uint64_t>counts[kind] << 4 * (kind % PART_KINDS)
    for part in range(PARTS):
        if part < HONOURS // PART_KINDS:
            state[part] |= RUNS
        bare = fewest_wild(state[part], memo)
        needed += bare
        saved = max(saved, bare - fewest_wild(state[part] | PAIR, memo))
    return needed - saved <= wild


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    cdef memo_t memo
    return wins_with(counts, wild, &memo)


def is_win(bytes counts, int wild):
    """Whether the hand wins; the memo lives for this hand."""
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    """Each hand with a memo of its own."""
    win_each(wins, counts, wild, out)


cdef class KeptMemo:
    """A memo that stays from hand to hand: it grows into the table of all suit states."""

    cdef memo_t memo

    def __len__(self):
        return self.memo.size()

    def is_win_batch(self, const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
        cdef Py_ssize_t row
        if counts.shape[1] != KINDS or out.shape[0] != counts.shape[0]:
            raise ValueError("counts must be (N, 34) and out (N,)")
        with nogil:
            for row in range(counts.shape[0]):
                out[row] = wins_with(&counts[row, 0], wild, &self.memo)
