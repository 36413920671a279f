"""What the classics share: the checked scalar call and the loop over an array of hands."""

cdef enum:
    KINDS = 34
    HONOURS = 27        # the first honour: kinds below it belong to suits of nine
    HAND_TILES = 14

ctypedef bint (*win_t)(const unsigned char *counts, int wild) noexcept nogil


cdef inline bint win_one(win_t is_win, bytes counts, int wild) except -1:
    """Ask `is_win` about 34 counts and `wild` wildcards that together are 3n+2 tiles."""
    cdef int total = sum(counts) + wild
    if len(counts) != KINDS:
        raise ValueError(f"counts must hold {KINDS} bytes, not {len(counts)}")
    if wild < 0 or total > HAND_TILES or total % 3 != 2:
        raise ValueError(f"not a hand of 3n+2 tiles: {total}, {wild} of them wildcards")
    return is_win(counts, wild)


cdef inline int win_each(
    win_t is_win, const unsigned char[:, ::1] counts, int wild, unsigned char[::1] out
) except -1:
    """Write into `out` whether each row of counts wins with `wild` wildcards. Rows are trusted."""
    cdef Py_ssize_t row
    if counts.shape[1] != KINDS or out.shape[0] != counts.shape[0]:
        raise ValueError("counts must be (N, 34) and out (N,)")
    with nogil:
        for row in range(counts.shape[0]):
            out[row] = is_win(&counts[row, 0], wild)
    return 0
