"""The shapes that have tables: up to four groups as constants, five built when first asked for."""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t, uint16_t, uint64_t

import threading
from array import array

cdef extern from "standard_tables.h":
    const int standard_sizes[]
    const void* standard_tables[]

cdef enum:
    STANDARD_GROUPS = 4
    TABLES = 9

cdef shape_t standard
cdef shape_t large              # five groups; its `groups` is 0 until it is built
cdef list large_tables = []     # keeps what `large` points to alive
cdef object building = threading.Lock()


cdef const shape_t* get_shape(int groups) except NULL:
    """Return the tables of hands of at most `groups` groups, built at the first call for five."""
    if groups <= STANDARD_GROUPS:
        return &standard
    with building:
        if large.groups == 0:
            build_large(groups)
    return &large


cdef int build_large(int groups) except -1:
    from ._builder import TYPES, build

    cdef int sizes[3]
    cdef const void* tables[TABLES]
    codes = {"uint8_t": "B", "uint16_t": "H", "uint64_t": "Q"}
    made_sizes, made = build(groups)
    for i, size in enumerate(made_sizes):
        sizes[i] = size
    for i, (name, c_type) in enumerate(TYPES.items()):
        large_tables.append(array(codes[c_type], made[name]).tobytes())
        tables[i] = PyBytes_AS_STRING(large_tables[i])
    fill(&large, sizes, tables)
    return 0


cdef void fill(shape_t* shape, const int* sizes, const void** tables) noexcept:
    shape.sums = <const uint64_t*> tables[0]
    shape.sums_of_quads = <const uint64_t*> tables[1]
    shape.class_of_state = <const uint8_t*> tables[2]
    shape.joined = <const uint16_t*> tables[3]
    shape.missing = <const uint8_t*> tables[4]
    shape.profiles = <const uint8_t*> tables[5]
    shape.waits_of_state = <const uint16_t*> tables[6]
    shape.capped_wait = <const uint64_t*> tables[7]
    shape.uncapped_wait = <const uint64_t*> tables[8]
    shape.groups = sizes[0]
    shape.excess = sizes[1]
    shape.classes = sizes[2]


fill(&standard, standard_sizes, standard_tables)
