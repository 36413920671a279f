"""The search for the best reading of a hand with wildcards."""
from mahjong_fast._judge cimport job_t

cdef void score_wild(job_t* job) noexcept nogil
