"""Readings: the ways to see a hand as a form, as Python objects and as C structs.

Python objects come from `iterate` and `count`. A search of its own (the best score) reads without
the GIL, form by form with a `reader_t`, or one form of groups and pairs with a `walk_t`, and turns
into an object only the readings it keeps: `reading_of`.
"""
from mahjong_fast.core.base.types cimport position_t, rules_t
from mahjong_fast.core.readings.every_reading cimport reader_t
from mahjong_fast.core.readings.pieces cimport piece_t


cdef object iterate(const rules_t* rules, const position_t* position)
cdef object count(const rules_t* rules, const position_t* position)


cdef class Group:
    cdef readonly str kind
    cdef readonly tuple tiles
    cdef readonly tuple substituted


cdef class Reading:
    cdef readonly str form
    cdef readonly tuple groups
    cdef readonly Group pair


cdef Reading reading_of(const reader_t* reader)

cdef Group new_group(piece_t piece, int mask)
cdef Reading new_reading(str form, tuple groups, Group pair)
cdef str form_name(int form)
cdef int sort_of(int code) noexcept
