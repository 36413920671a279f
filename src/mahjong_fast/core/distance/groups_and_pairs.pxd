"""Targets of groups and pairs under any rules: whether a hand comes near enough to one.

    cdef search_t search
    search_init(&search)
    search.terms = ...                  # the rules' shape and the hand
    near = search_reaches(&search, draws)
    search_free(&search)

A search belongs to one thread. Its memo is emptied for every question, not freed.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t

from mahjong_fast.core.base.memo cimport memo_t
from mahjong_fast.core.base.vocabulary cimport KINDS
from mahjong_fast.core.tables.lookup cimport later_t

cdef enum:
    # The groups a target may have, bits of `terms_t.pieces`.
    PIECE_CHOW = 1          # three neighbouring ranks of a suit
    PIECE_PUNG = 2
    PIECE_WIND_RUN = 4      # three different winds
    PIECE_DRAGON_RUN = 8
    PIECE_COUPLE = 16       # two ranks of a suit with one between; then no other piece


cdef struct terms_t:
    # What a target may be, and what the hand has for it. A target has slots, each of a kind. A slot
    # is *open* to wildcards or not; how many of a group's may be is a matter of the rules.

    # The hand.
    uint8_t held[KINDS]             # natural tiles
    uint8_t faced[KINDS]            # wildcards of the kind that may be used as themselves
    int wild                        # wildcards, those included
    int wild_left                   # wildcards that may still be drawn

    # How many slots of a kind ...
    uint8_t natural_limit[KINDS]    # natural tiles can fill
    uint8_t faced_limit[KINDS]      # wildcards can fill as themselves
    uint8_t total_limit[KINDS]      # there may be
    uint8_t singles[KINDS]          # there are beside those of groups and pairs
    uint64_t wild_kinds             # the kinds that wildcards may stand for
    uint64_t pair_kinds             # the kinds that a pair may be

    int groups
    int pairs
    int free                        # tiles of any kinds; a wildcard among them stands for none
    int pieces
    bint pairs_repeat               # whether two pairs may be of one kind
    int wild_in_chow                # most slots open to wildcards, 0 to 3
    int wild_in_pung
    int wild_in_pair                # 0 to 2

    # The least slots that groups and a pair miss which lie in the parts from each on, by pairs and
    # groups; or nothing is known of them.
    bint knows_later
    later_t later

    # What the target and the melds must show together.
    int suits                       # those of the melds, a bit each
    int least_suits
    int most_suits
    int least_suit_tiles            # of some one suit
    uint8_t suit_tiles[3]           # in the melds
    bint wants_triplet              # unless the melds have one, likewise the next
    bint dragon_pair_will_do        # in place of a triplet
    bint wants_orphan               # a terminal or an honour


cdef struct search_t:
    terms_t terms
    memo_t failed                   # the places from which no target is reached
    int marking
    bint chows_are_open             # every slot of a chow, where none is marked
    bint has_blank_groups           # groups and pairs of which no tile is held need no search
    bint has_blank_pairs
    int blank_suits                 # in which there are some, a bit each
    int blank_orphan_suits          # and of terminals
    bint has_blank_orphan           # of a terminal or an honour
    uint8_t held_from[KINDS + 1]    # natural tiles of a kind and all above
    uint8_t suits_from[KINDS + 1]   # the suits of these and of the single tiles, a bit each
    int8_t singles[KINDS]           # those of the terms, and what runs of winds ask for
    int8_t open_singles[KINDS]      # of them, those open to wildcards
    uint8_t singles_from[KINDS + 1]  # of a kind and all above


cdef void search_init(search_t* search) noexcept nogil
cdef void search_free(search_t* search) noexcept nogil
cdef int search_reaches(search_t* search, int draws) noexcept nogil
