"""Long loops look whether a signal wants to interrupt them: Ctrl-C, or any handler that raises.

    if interrupted(&ticks):
        ...             # give up, as where memory runs out; `give_up` raises what the handler did
"""
from libc.stdint cimport uint32_t

cdef enum:
    TICKS = 256         # from one look at the clock to the next; of less than 0.2 ms each


cdef inline bint interrupted(uint32_t* ticks) noexcept nogil:
    # Count a step of a loop; whether a handler has raised since the last ones.
    ticks[0] += 1
    return ticks[0] % TICKS == 0 and is_interrupted()


cdef bint is_interrupted() noexcept nogil
cdef int give_up() except -1
