"""Look-up tables of parts of a hand: their profiles, how they are built, filled and read."""
