"""One frozen set of rules for Bar dice, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.game import Titles
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.options import GameOption, TurnRules

DICE = 5
ROLLS = 3
"""The rolls of the first player of a round, at the most."""
WINS = 2
"""The rounds that win a horse, the best of three."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Bar dice.

    ``ace_needed``: a hand without a 1 ranks below every hand with one. ``match``: ``lives``, where the lowest hand of
    each round loses one and the last player in wins; ``horse``, where two rounds win; or a ``single`` round.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "hand": _("hand"),
        "life_lost": _("life lost"),
        "rolls_set": _("rolls set"),
        "round_won": _("round won"),
        "rolloff": _("roll-off"),
    }

    name: str = "bar-dice"
    ace_needed: bool = True
    match: str = "lives"
    lives: int = 3


OPTIONS = (
    GameOption("ace_needed", "flag", _("1 needed"), _("A hand without a 1 ranks below every hand with one.")),
    GameOption(
        "match",
        "choice",
        _("Match length"),
        _("The lowest hand loses a life, or the highest wins a round."),
        {"lives": _("lives"), "horse": _("best of three"), "single": _("one round")},
    ),
    GameOption(
        "lives",
        "number",
        _("Lives"),
        _("Rounds that a player can lose."),
        least=1,
        most=10,
        needs=("match", "lives"),
    ),
)

PRESETS = {"bar-dice": Rules()}
TITLES: Titles = {
    "bar-dice": (_("Bar dice"), _("Most of a kind, 1s wild. The lowest hand loses a life, the last one in wins."))
}
