"""A hash table from uint64 keys to uint64 values: what a memoized search has found so far.

Open addressing with linear probing, at most half full. A key is never 0, which marks a free slot.
A memo belongs to one thread. When memory runs out, or a signal interrupts the thread, it raises its
`failed` flag and forgets what it is given; the search that owns it looks at the flag and gives up.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from mahjong_fast.core.base.signals cimport interrupted

cdef enum:
    MEMO_FIRST_SLOTS = 64       # 1 KiB: cheap to clear, and many searches need no more
    MEMO_KEPT_SLOTS = 1024      # of the largest table that is kept for what comes after


cdef struct memo_slot_t:
    uint64_t key
    uint64_t value


cdef struct memo_t:
    memo_slot_t* slots      # the table
    memo_slot_t* kept       # memory of tables of up to so many slots, one behind the other, or NULL
    size_t size             # number of slots: 0 until a value is kept, then a power of two
    size_t used
    bint failed             # memory ran out, or a signal interrupted
    uint32_t ticks          # values kept, also by those before it was cleared


cdef inline void memo_init(memo_t* memo) noexcept nogil:
    memset(memo, 0, sizeof(memo_t))


cdef inline void memo_free(memo_t* memo) noexcept nogil:
    if memo.size > MEMO_KEPT_SLOTS:
        free(memo.slots)
    free(memo.kept)
    memo_init(memo)


cdef inline void memo_clear(memo_t* memo) noexcept nogil:
    """Forget every value, for the cost of clearing the first table."""
    if memo.size > MEMO_KEPT_SLOTS:
        free(memo.slots)
    if memo.size:
        memo.slots = memo.kept
        memo.size = MEMO_FIRST_SLOTS
        memset(memo.slots, 0, memo.size * sizeof(memo_slot_t))
    memo.used = 0
    memo.failed = False


cdef inline memo_slot_t* memo_slot(const memo_t* memo, uint64_t key) noexcept nogil:
    """The slot that holds `key`, or the free one where it belongs. The table is not empty."""
    cdef size_t last = memo.size - 1
    cdef size_t index = ((key * <uint64_t>0x9E3779B97F4A7C15) >> 32) & last
    while memo.slots[index].key != key and memo.slots[index].key != 0:
        index = (index + 1) & last
    return &memo.slots[index]


cdef inline bint memo_get(const memo_t* memo, uint64_t key, uint64_t* value) noexcept nogil:
    """Whether `key` is known; its value is then in `value`."""
    cdef memo_slot_t* slot
    if memo.size == 0:
        return False
    slot = memo_slot(memo, key)
    value[0] = slot.value
    return slot.key != 0


cdef inline bint memo_grow(memo_t* memo) noexcept nogil:
    """Double the table. False, with the table as it was, when memory runs out."""
    cdef memo_t larger = memo[0]
    cdef size_t index
    larger.size = 2 * memo.size if memo.size else MEMO_FIRST_SLOTS
    if larger.size > MEMO_KEPT_SLOTS:
        larger.slots = <memo_slot_t*>calloc(larger.size, sizeof(memo_slot_t))
        if larger.slots == NULL:
            return False
    else:
        if memo.kept == NULL:
            larger.kept = <memo_slot_t*>malloc(
                (2 * MEMO_KEPT_SLOTS - MEMO_FIRST_SLOTS) * sizeof(memo_slot_t)
            )
            if larger.kept == NULL:
                return False
        larger.slots = larger.kept + (larger.size - MEMO_FIRST_SLOTS)   # behind all smaller ones
        memset(larger.slots, 0, larger.size * sizeof(memo_slot_t))
    for index in range(memo.size):
        if memo.slots[index].key != 0:
            memo_slot(&larger, memo.slots[index].key)[0] = memo.slots[index]
    if memo.size > MEMO_KEPT_SLOTS:
        free(memo.slots)
    memo[0] = larger
    return True


cdef inline void memo_put(memo_t* memo, uint64_t key, uint64_t value) noexcept nogil:
    """Keep the value of a key that is not known yet."""
    cdef memo_slot_t* slot
    if (interrupted(&memo.ticks)
            or 2 * memo.used >= memo.size and (memo.failed or not memo_grow(memo))):
        memo.failed = True
        return
    slot = memo_slot(memo, key)
    slot.key = key
    slot.value = value
    memo.used += 1
