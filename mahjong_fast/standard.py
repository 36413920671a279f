"""The rules `standard`, field by field: what a `Rules` is where nothing else is said.

They are here, and not in `rules`, so that importing the package does without `dataclasses`.
"""

FORMS = (
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    "misfit",
    "seven_star",
    "knitted_straight",
    "lesser_knitted",
    "greater_knitted",
    "seven_couples",
    "eight_pairs",
    "pairs_and_triplet",
    "all_honours",
    "all_258",
)
"""Every shape that rules may let win, in the order of the readings."""

groups = 4
forms = ("standard", "seven_pairs", "thirteen_orphans")
quads_as_two_pairs = True
max_copies = None
copies = 4
tiles = tuple(range(34))
runs = ("suit",)
kongs_as_two_pairs = 0
misfit_wild_needs_slot = True
seven_star_wild = False

pair_kinds = ()
pair_exempt = ()
forbidden = ()
min_suits = 0
max_suits = 3
min_suit_tiles = 0
must_be_open = False
required = ()

wild_select = "none"
wild_fixed = ()
wild_skip = ()
wild_honour_cycles = "two"

wild_can_be = ()
wild_in = ("chow", "pung", "pair")
wild_max_per_group = 3
min_natural_per_group = 0
min_natural_per_pair = 0
natural_pair_exempt = ()
wild_natural_use = True
wild_claimed = "natural"
wild_active = "always"
wild_face = None
stand_in = ()

scoring = None

title = ""
source = ""
note = ""
