"""What can be wrong with the input; every error names what and where.

A value of the wrong Python type is a `TypeError`, never one of these.
"""


class MahjongError(ValueError):
    """Base of the errors this package raises."""


class NotationError(MahjongError):
    """A text that is not a hand, a tile or a meld in the notation."""


class HandError(MahjongError):
    """A hand that cannot exist, or that the question cannot be asked of."""


class RulesError(MahjongError):
    """Rules that contradict themselves, or a name no rule set has.

    faults
        Of rules with something wrong in them, each field's name and what is wrong with it.
    """

    faults: tuple[tuple[str, str], ...] = ()
