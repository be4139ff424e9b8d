"""The ship’s log as the page tells it: past games, the players’ figures, the board, and the dice."""

from collections.abc import Sequence

from engine import i18n
from engine.i18n import gettext as _
from engine.i18n import pgettext

COURSE_DESCRIBED = _("A line for each player: the total so far.")
COURSE_STEP = _("Step")
NOBODY = "—"


TOTAL, QUALIFYING, BEST_TURN = _("Total"), _("Qualified"), _("Best turn")
MEAN_SCORE, BEST_SCORE = _("Average score"), _("Best score")
LUCK_MEANS = _(
    "Luck: points the dice gave you above the average with perfect play. Lost to mistakes: points your choices cost "
    "compared with the best move, whatever the dice did next."
)
TO_WIN_MEANS = _("Playing to win sometimes costs points, so the win chance lost is shown too.")
TURNS = _("Turns")
SCORE, GAME = pgettext("column", "Score"), _("Game")


SCORES_DESCRIBED = _("A line through the scores of all games, in order of play.")


def log_number(value: float, places: int = 0) -> str:
    """A number."""
    return i18n.number(value, places)


def log_signed(value: float, places: int = 1) -> str:
    """A number with its sign."""
    return i18n.signed_number(value, places)


def log_signed_percent(share: float) -> str:
    """A share in percent with its sign."""
    return i18n.joined(("+" if share > 0 else "−", i18n.percent(abs(share))), "") if share else i18n.percent(share)


def log_won(name: str, total: int) -> str:
    """A player has won a game."""
    return _("{name} won with {total}.", name=name, total=total)


def log_of_turns(turns: int) -> str:
    """Of how many turns something is the share."""
    return i18n.ngettext("of {number} turn", "of {number} turns", turns, number=log_number(turns))


def faces_listed(dice: Sequence[int]) -> str:
    """Dice by their faces."""
    return " ".join(map(str, dice)) if dice else _("nothing")
