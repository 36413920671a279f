# optimize: speed
"""Whether a signal interrupts a long loop, asked without the GIL.

Python runs the handlers of signals in the main thread, when it holds the GIL. Taking that may mean
waiting for other threads, so it is taken a few times a second, and by the main thread alone.
"""
from libc.stdint cimport uint64_t

import os
import threading

cdef extern from *:
    """
    #ifdef _WIN32
    #include <windows.h>
    static unsigned long long milliseconds(void) { return GetTickCount64(); }
    #else
    #include <time.h>
    static unsigned long long milliseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return 1000ULL * now.tv_sec + now.tv_nsec / 1000000;
    }
    #endif
    """
    uint64_t milliseconds() noexcept nogil

cdef extern from "Python.h":
    # What they raise is left for `give_up`.
    int PyErr_CheckSignals() noexcept
    void* PyErr_Occurred() noexcept
    void* PyErr_NoMemory() noexcept
    unsigned long PyThread_get_thread_ident() noexcept nogil

cdef enum:
    PATIENCE = 100              # milliseconds from one look at the signals to the next

cdef unsigned long main_thread
cdef uint64_t last_look = 0     # of the main thread, which alone writes it


def find_main_thread():
    """Remember who runs the handlers: in a forked process, the thread that forked it."""
    global main_thread
    main_thread = threading.main_thread().ident


find_main_thread()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=find_main_thread)


cdef bint is_interrupted() noexcept nogil:
    """Whether a handler raises, or has."""
    global last_look
    cdef uint64_t now
    if PyThread_get_thread_ident() != main_thread:
        return False
    now = milliseconds()
    if now - last_look < PATIENCE:
        return False
    last_look = now
    return has_raised()


cdef bint has_raised() noexcept with gil:
    return PyErr_Occurred() != NULL or PyErr_CheckSignals() != 0


cdef int give_up() except -1:
    """Raise what interrupted a loop; MemoryError where nothing did."""
    if PyErr_Occurred() == NULL:
        PyErr_NoMemory()
    return -1
