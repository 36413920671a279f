# distutils: language = c++
"""The plain recursion with a memo under strings: the tiles that remain, and the wildcards.

The memo lives while one hand is checked; all its choices of eyes share it.
"""
from cython.operator cimport dereference
from libc.string cimport memcpy
from libcpp cimport bool as cpp_bool
from libcpp.string cimport string
from libcpp.unordered_map cimport unordered_map

from ._driver cimport HONOURS, KINDS, win_each, win_one

ctypedef unordered_map[string, cpp_bool] memo_t


cdef bint cover(unsigned char *left, int wild, int kind, memo_t *memo) noexcept nogil:
    """Whether the tiles, none lower than `kind`, make groups with wildcards filling."""
    cdef string key
    cdef memo_t.iterator known
    cdef bint won
    while kind < KINDS and left[kind] == 0:
        kind += 1
    if kind == KINDS:
        return True
    key.assign(<char *>left, KINDS)
    key.push_back(<char>wild)
    known = memo.find(key)
    if known != memo.end():
        return dereference(known).second
    won = cover_lowest(left, wild, kind, memo)
    memo[0][key] = won
    return won


cdef bint cover_lowest(unsigned char *left, int wild, int kind, memo_t *memo) noexcept nogil:
    cdef int held, first, rank
    cdef bint a, b, c, won
    held = min(<int>left[kind], 3)
    if held + wild >= 3:
        left[kind] -= held
        won = cover(left, wild + held - 3, kind, memo)
        left[kind] += held
        if won:
            return True

    if kind >= HONOURS:
        return False
    rank = kind % 9
    for first in range(kind - min(rank, 2), kind - rank + min(rank, 6) + 1):
        a, b, c = left[first] > 0, left[first + 1] > 0, left[first + 2] > 0
        if a + b + c + wild < 3:
            continue
        left[first] -= a
        left[first + 1] -= b
        left[first + 2] -= c
        won = cover(left, wild + a + b + c - 3, kind, memo)
        left[first] += a
        left[first + 1] += b
        left[first + 2] += c
        if won:
            return True
    return False


cdef bint wins(const unsigned char *counts, int wild) noexcept nogil:
    cdef unsigned char left[KINDS]
    cdef memo_t memo
    cdef int pair, held
    cdef bint won
    memcpy(left, counts, KINDS)
    for pair in range(KINDS):
        held = min(<int>left[pair], 2)
        if held == 0 or held + wild < 2:
            continue
        left[pair] -= held
        won = cover(left, wild + held - 2, 0, &memo)
        left[pair] += held
        if won:
            return True
    return wild >= 2 and cover(left, wild - 2, 0, &memo)


def is_win(bytes counts, int wild):
    return win_one(wins, counts, wild)


def is_win_batch(const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out):
    win_each(wins, counts, wild, out)
