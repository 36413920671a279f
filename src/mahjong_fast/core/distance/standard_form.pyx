# optimize: balance
"""The search kernel: the algorithm itself, with no table.

A *target* is the tiles of n groups and a pair. Read a part of the hand kind by kind from the lowest
one; at each kind choose what begins there: chows, pungs, the pair. Wildcards fill whatever the hand
lacks. Because a chow may begin at a kind that the hand does not hold, they also fill below the
lowest tile: `89m*` is 789m, begun at the 7m.

A kind is settled when it is read: the chows begun one and two kinds below have already asked for
tiles of it, so its number of tiles in the target is known, and so is how many of them are missing.
What lies ahead depends only on the counts still unread, on what the open chows ask of the next two
kinds, and on the groups, the pair and the excess copies still to place. That state fits in one
uint64, the key of the memo; the memo, filled once, would be a table.

Three chows of one kind are three pungs tile for tile, so at most two chows begin at a kind.

The parts (three suits, winds, dragons) share nothing but the number of groups, the pair and the
excess copies: each yields its profile, and a min-plus merge joins the profiles.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from mahjong_fast.core.base.memo cimport memo_clear, memo_free, memo_get, memo_init, memo_put
from mahjong_fast.core.base.vocabulary cimport IMPOSSIBLE, KINDS, SUIT_KINDS

cdef enum:
    SEARCH_PARTS = 5
    MOST_SPARE = 3 * SEARCH_MOST_GROUPS + 2     # every tile of the target an excess copy
    MEMO_MOST_STATES = 1 << 14      # kept from one hand to the next: 1 MiB, grown in under 1 ms


cdef struct part_t:
    int first           # the lowest kind
    int end             # one past the highest kind
    bint runs           # whether three kinds in a row are a chow


cdef struct part_search_t:
    search_memo_t* memo
    part_t part
    bint cover          # every natural tile must be used: a win, not a distance


cdef struct state_t:
    int kind            # the lowest unread kind
    uint64_t unread     # counts of the unread kinds, four bits each, `kind` lowest
    int here            # tiles of `kind` that open chows ask for
    int next            # tiles of `kind + 1` that open chows ask for
    int groups          # groups still to begin
    int pair            # 1 while the pair is still to be placed
    int spare           # excess copies still allowed


cdef struct profile_t:
    # Least missing tiles by groups, pair and excess copies allowed (so it falls along the latter).
    uint8_t missing[SEARCH_MOST_GROUPS + 1][2][MOST_SPARE + 1]


cdef struct covered_t:
    # The numbers of groups that cover all tiles of some parts, a bit each.
    int alone
    int paired              # and a pair


cdef void search_memo_init(search_memo_t* memo) noexcept nogil:
    memo_init(&memo.found)
    memset(memo.natural_limit, 0, KINDS)
    memset(memo.total_limit, 0, KINDS)


cdef void search_memo_free(search_memo_t* memo) noexcept nogil:
    memo_free(&memo.found)


cdef int search_win(const uint8_t* counts, const uint8_t* total_limit, int n,
                    search_memo_t* memo) noexcept nogil:
    """Whether n groups and a pair cover all of `counts`, wildcards filling the 3n + 2 tiles up.

    Args:
        counts: 34 natural tiles by kind, 3n + 2 at most in all.
        total_limit: 34 most tiles of a kind in the target, or NO_LIMIT.
        n: groups to find, 0 to SEARCH_MOST_GROUPS.
        memo: an initialised memo.

    Returns:
        1 or 0; -1 when memory ran out.
    """
    cdef covered_t covered
    cdef int index
    open_memo(memo, memo.natural_limit, total_limit)
    covered.alone = 1
    covered.paired = 0
    for index in range(SEARCH_PARTS):
        if holds_some(counts, index):
            cover_part(counts, index, n, memo, &covered)
    for index in range(SEARCH_PARTS):      # groups and a pair of wildcards alone
        if covered.paired >> n & 1:
            break
        if not holds_some(counts, index):
            cover_part(counts, index, n, memo, &covered)
    return -1 if memo.found.failed else covered.paired >> n & 1


cdef bint holds_some(const uint8_t* counts, int index) noexcept nogil:
    cdef part_t part = part_at(index)
    cdef int kind
    for kind in range(part.first, part.end):
        if counts[kind]:
            return True
    return False


cdef void cover_part(const uint8_t* counts, int index, int n, search_memo_t* memo,
                     covered_t* covered) noexcept nogil:
    """Cover one part more, in every way."""
    cdef part_search_t search
    cdef state_t start
    cdef covered_t before = covered[0]
    cdef int within = (1 << n + 1) - 1
    start_part(counts, index, memo, &search, &start)
    search.cover = True
    covered.alone = covered.paired = 0
    for start.groups in range(n + 1):
        start.pair = 0
        if find(&search, start) < IMPOSSIBLE:
            covered.alone |= before.alone << start.groups & within
            covered.paired |= before.paired << start.groups & within
        start.pair = 1
        if before.alone and find(&search, start) < IMPOSSIBLE:
            covered.paired |= before.alone << start.groups & within


cdef int search_missing(const uint8_t* counts, const uint8_t* natural_limit,
                        const uint8_t* total_limit, int spare, int n,
                        search_memo_t* memo) noexcept nogil:
    """The fewest tiles that `counts` lacks of a target of n groups and a pair.

    Args:
        counts: 34 natural tiles by kind, SEARCH_MOST_COPIES of a kind at most.
        natural_limit: 34 most tiles of a kind that can be natural; what a target has beyond is an
            excess copy, which only a wildcard can be.
        total_limit: 34 most tiles of a kind in a target, or NO_LIMIT.
        spare: most excess copies in a target.
        n: groups to find, 0 to SEARCH_MOST_GROUPS.
        memo: an initialised memo.

    Returns:
        The number of missing tiles, IMPOSSIBLE where no target respects the limits;
        -1 when memory ran out.
    """
    cdef int missing
    open_memo(memo, natural_limit, total_limit)
    missing = least_missing(counts, n, useful_spare(natural_limit, total_limit, spare, n), memo)
    return -1 if memo.found.failed else missing


cdef void open_memo(search_memo_t* memo, const uint8_t* natural_limit,
                    const uint8_t* total_limit) noexcept nogil:
    """Empty the memo unless what it holds was found under these limits and is not too much."""
    if (memo.found.used > MEMO_MOST_STATES
            or memo.found.failed
            or memcmp(memo.natural_limit, natural_limit, KINDS) != 0
            or memcmp(memo.total_limit, total_limit, KINDS) != 0):
        memo_clear(&memo.found)
        memcpy(memo.total_limit, total_limit, KINDS)
        if natural_limit != memo.natural_limit:
            memcpy(memo.natural_limit, natural_limit, KINDS)


cdef int useful_spare(const uint8_t* natural_limit, const uint8_t* total_limit, int spare,
                      int n) noexcept nogil:
    """The allowed excess copies, as far as the limits leave any place for them."""
    cdef int room = 0, kind
    for kind in range(KINDS):
        if total_limit[kind] > natural_limit[kind]:
            room += total_limit[kind] - natural_limit[kind]
    return min(spare, room, 3 * n + 2)


cdef int least_missing(const uint8_t* counts, int n, int spare,
                       search_memo_t* memo) noexcept nogil:
    """Merge the profiles of the five parts: the least missing tiles of n groups and a pair."""
    cdef profile_t merged, part
    cdef int index
    read_part(counts, 0, n, spare, memo, &merged)
    for index in range(1, SEARCH_PARTS):
        read_part(counts, index, n, spare, memo, &part)
        merge(&merged, &part, n, spare)
    return merged.missing[n][1][spare]


cdef part_t part_at(int index) noexcept nogil:
    """The three suits, the winds, the dragons."""
    cdef part_t part
    if index < 3:
        part.first = SUIT_KINDS * index
        part.end = part.first + SUIT_KINDS
        part.runs = True
    else:
        part.first = 27 if index == 3 else 31
        part.end = 31 if index == 3 else 34
        part.runs = False
    return part


cdef void start_part(const uint8_t* counts, int index, search_memo_t* memo, part_search_t* search,
                     state_t* start) noexcept nogil:
    """Set all of the first state but what is to be placed in the part."""
    cdef int kind
    search.memo = memo
    search.part = part_at(index)
    start.kind = search.part.first
    start.unread = 0
    for kind in range(search.part.end - 1, search.part.first - 1, -1):
        start.unread = start.unread << 4 | counts[kind]
    start.here = start.next = start.spare = 0


cdef void read_part(const uint8_t* counts, int index, int n, int spare, search_memo_t* memo,
                    profile_t* profile) noexcept nogil:
    """Fill the profile of a part for up to n groups, without and with the pair."""
    cdef part_search_t search
    cdef state_t start
    cdef uint8_t* missing
    start_part(counts, index, memo, &search, &start)
    search.cover = False
    for start.groups in range(n + 1):
        for start.pair in range(2):
            missing = profile.missing[start.groups][start.pair]
            missing[0] = with_spare(&search, start, 0)
            missing[spare] = with_spare(&search, start, spare)
            fill_between(&search, start, missing, 0, spare)


cdef int with_spare(part_search_t* search, state_t start, int spare) noexcept nogil:
    start.spare = spare
    return find(search, start)


cdef void fill_between(part_search_t* search, state_t start, uint8_t* missing, int low,
                       int high) noexcept nogil:
    """Fill missing[low + 1 .. high - 1]. Excess copies seldom help: equal ends settle it."""
    cdef int middle = (low + high) // 2
    if high - low < 2:
        return
    if missing[low] == missing[high]:
        memset(&missing[low + 1], missing[low], high - low - 1)
        return
    missing[middle] = with_spare(search, start, middle)
    fill_between(search, start, missing, low, middle)
    fill_between(search, start, missing, middle, high)


cdef int find(part_search_t* search, state_t state) noexcept nogil:
    """The least missing tiles of the kinds still unread, IMPOSSIBLE where nothing fits."""
    cdef int asked = tiles_asked(&state)
    cdef uint64_t key, known
    cdef int best
    if asked == 0:
        return IMPOSSIBLE if search.cover and state.unread else 0
    if state.kind == search.part.end or search.memo.found.failed:
        return IMPOSSIBLE
    if search.cover and sum_of_counts(state.unread) > asked:
        return IMPOSSIBLE
    state.spare = min(state.spare, asked)

    key = state_key(&state, search.cover)
    if memo_get(&search.memo.found, key, &known):
        return <int>known
    best = try_kind(search, &state)
    memo_put(&search.memo.found, key, best)
    return best


cdef int try_kind(part_search_t* search, const state_t* state) noexcept nogil:
    """Try every choice of the groups and the pair that begin at the lowest unread kind."""
    cdef int held = state.unread & 15
    cdef int natural_limit = search.memo.natural_limit[state.kind]
    cdef int total_limit = search.memo.total_limit[state.kind]
    cdef bint run_fits = search.part.runs and state.kind + 2 < search.part.end
    cdef int most_chows = min(2, state.groups) if run_fits else 0
    cdef int best = IMPOSSIBLE
    cdef int held_above = sum_of_counts(state.unread >> 4)
    cdef int chows, pungs, pair, tiles, missing, excess
    cdef state_t rest

    rest.kind = state.kind + 1
    rest.unread = state.unread >> 4
    for chows in range(most_chows + 1):
        rest.here = state.next + chows
        rest.next = chows
        for pungs in range(state.groups - chows + 1):
            rest.groups = state.groups - chows - pungs
            for pair in range(state.pair + 1):
                rest.pair = state.pair - pair
                tiles = state.here + chows + 3 * pungs + 2 * pair
                if tiles > total_limit:
                    break
                if search.cover:
                    excess = 0
                    if tiles < held:
                        continue
                else:
                    excess = max(0, tiles - natural_limit)
                    if excess > state.spare:
                        break
                missing = max(0, tiles - held)
                if missing + max(0, tiles_asked(&rest) - held_above) >= best:
                    continue
                rest.spare = state.spare - excess
                best = min(best, missing + find(search, rest))
                if search.cover and best < IMPOSSIBLE:
                    return best     # all covers by these groups lack the same number of tiles
    return best


cdef inline uint64_t state_key(const state_t* state, bint cover) noexcept nogil:
    """The state in 59 bits, the topmost of them set, so that no key is 0."""
    cdef uint64_t key = 1
    key = key << 1 | cover
    key = key << 6 | state.kind
    key = key << 5 | state.spare
    key = key << 1 | state.pair
    key = key << 3 | state.groups
    key = key << 3 | state.here
    key = key << 3 | state.next
    return key << 36 | state.unread


cdef inline int tiles_asked(const state_t* state) noexcept nogil:
    """Tiles of the unread kinds in every target that goes on from here."""
    return 3 * state.groups + 2 * state.pair + state.here + state.next


cdef inline int sum_of_counts(uint64_t packed) noexcept nogil:
    """The sum of sixteen counts of four bits each, 255 at most."""
    cdef uint64_t bytes_mask = 0x0F0F0F0F0F0F0F0F
    packed = (packed & bytes_mask) + (packed >> 4 & bytes_mask)
    return <int>((packed * <uint64_t>0x0101010101010101) >> 56)


cdef void merge(profile_t* merged, const profile_t* part, int n, int spare) noexcept nogil:
    """Join a part's profile to those merged before: groups, pair and excess copies add up."""
    cdef profile_t before = merged[0]
    cdef const uint8_t* first
    cdef const uint8_t* second
    cdef uint8_t* joined
    cdef int groups, here, pair, pair_here, used, allowed
    memset(merged, IMPOSSIBLE, sizeof(profile_t))
    for groups in range(n + 1):
        for here in range(groups + 1):
            for pair in range(2):
                joined = merged.missing[groups][pair]
                for pair_here in range(pair + 1):
                    first = before.missing[groups - here][pair - pair_here]
                    second = part.missing[here][pair_here]
                    for used in range(spare + 1):
                        if used > 0 and second[used] == second[used - 1]:
                            continue        # one excess copy fewer does as well
                        for allowed in range(used, spare + 1):
                            joined[allowed] = min(joined[allowed],
                                                  first[allowed - used] + second[used])
