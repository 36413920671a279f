# optimize: size
"""Which rules the look-up tables answer for, wholly or as a bound."""
from mahjong_fast.core.base.types cimport rules_t
from mahjong_fast.core.base.vocabulary cimport (
    ALL_KINDS, COPIES, FORM_SEVEN_PAIRS, FORM_STANDARD, FORM_THIRTEEN_ORPHANS, RUN_SUIT,
)
from mahjong_fast.core.tables.shape cimport can_be_built


cdef bint have_plain_shape(const rules_t* rules) noexcept nogil:
    return rules.runs == RUN_SUIT and ask_tabled_forms_alone(rules)


cdef bint have_table_shape(const rules_t* rules) noexcept nogil:
    return tables_are_exact(rules) and ask_tabled_forms_alone(rules)


cdef bint tables_are_exact(const rules_t* rules) noexcept nogil:
    return (
        rules.forms & FORM_STANDARD and rules.copies == COPIES and can_be_built(rules)
        and limit_nothing(rules)
    )


cdef bint ask_tabled_forms_alone(const rules_t* rules) noexcept nogil:
    return (
        not rules.forms & ~(FORM_STANDARD | FORM_SEVEN_PAIRS | FORM_THIRTEEN_ORPHANS)
        and not rules.kongs_as_two_pairs and not rules.stand_in
        and limit_nothing(rules)
    )


cdef bint limit_nothing(const rules_t* rules) noexcept nogil:
    """Whether any hand of a form wins, and wildcards may be anything."""
    return (
        rules.pair_kinds == ALL_KINDS
        and rules.tiles == ALL_KINDS
        and not rules.forbidden
        and rules.min_suits == 0 and rules.max_suits == 3 and rules.min_suit_tiles == 0
        and not rules.must_be_open
        and not rules.required
        and rules.wild_can_be == ALL_KINDS
        and rules.wild_in_chow == 3 and rules.wild_in_pung == 3 and rules.wild_in_pair == 2
        and not rules.wild_when_drawn
    )


cdef bint bounded_by_tables(const rules_t* rules) noexcept nogil:
    return can_be_built(rules)
