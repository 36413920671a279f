"""The rules `standard`, field by field: what a `Rules` is where nothing else is said.

They are here, and not in `rules`, so that importing the package does without `dataclasses`.
"""

FORMS = (
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    "knitted_straight",
    "lesser_knitted",
    "greater_knitted",
)

groups = 4
forms = ("standard", "seven_pairs", "thirteen_orphans")
quads_as_two_pairs = True
max_copies = None
copies = 4
