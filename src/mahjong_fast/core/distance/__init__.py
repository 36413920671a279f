"""How far a hand is from its nearest form, where the tables alone do not tell."""
