"""What every page says by itself, and the table whatever game is played."""

from engine.i18n import gettext as _

NOT_YET = "—"


def round_of(number: int, rounds: int) -> str:
    """Which round is on, of so many."""
    return _("Round {number} of {rounds}", number=number, rounds=rounds)


def round_number(number: int) -> str:
    """Which round is on, where their number is open."""
    return _("Round {number}", number=number)
