"""One frozen set of rules for Farkle, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.game import Titles
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.options import TIE, GameOption, TurnRules

DICE = 6
PENALTY = 1000
"""Points lost by the third farkle in a row, where that is played."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Farkle.

    ``opening`` are the points that a player needs in one turn to begin to score. ``goal`` starts the last round.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "banked": _("banked"),
        "farkle": _("farkle"),
        "hot_dice": _("hot dice"),
        "last_round": _("last round"),
        "three_farkles": _("three farkles"),
        "rolloff": _("roll-off"),
    }

    name: str = "farkle"
    goal: int = 10_000
    opening: int = 500
    scores: str = "pocket"
    three_farkles: bool = False


OPTIONS = (
    GameOption("goal", "number", _("Points to win"), _("Points that start the last round."), least=2000, most=20_000),
    GameOption("opening", "number", _("To open"), _("Points needed in your first scoring turn."), least=0, most=1000),
    GameOption(
        "scores",
        "choice",
        _("Scores"),
        _("Plain, or with straights, pairs and triplets."),
        {"plain": _("plain"), "pocket": _("with combinations")},
    ),
    GameOption("three_farkles", "flag", _("Three farkles"), _("Three farkles in a row cost 1000 points.")),
    TIE,
)

PRESETS = {"farkle": Rules()}
TITLES: Titles = {
    "farkle": (_("Farkle"), _("Set scoring dice aside, roll on or stand. A roll that scores nothing loses all."))
}
