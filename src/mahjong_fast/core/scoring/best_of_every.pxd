"""The best reading of a hand under any rules: every one is found by `every_reading` and judged."""
from mahjong_fast.core.scoring.judge cimport job_t

# Find the best reading of `job.position`, which `job.limits` allow; it may have none. Of two the
# better is that of more worth (what it collects, where that is the objective), then of more points,
# then the first. What `job.barred` has counted is passed over.
cdef void appraise(job_t* job) noexcept nogil
