"""One frozen set of rules for Pig, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.face import Option
from engine.game import Titles
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.state import TIE, TurnRules


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Pig.

    With two dice a single 1 ends the turn, and two 1s lose all points. The game ends with the round in which a player
    has ``goal`` points, or ``at_once``.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "banked": _("banked"),
        "bust": _("bust"),
        "rolloff": _("roll-off"),
    }

    name: str = "pig"
    dice: int = 1
    goal: int = 100
    ends: str = "round"


OPTIONS = (
    Option("dice", "number", _("Dice"), _("With two dice, two 1s lose all but a head start."), least=1, most=2),
    Option("goal", "number", _("Points to win"), _("Points needed to win."), least=25, most=500),
    Option(
        "ends",
        "choice",
        _("End of the game"),
        _("After the round, so that all have the same turns, or at once."),
        {"round": _("after the round"), "at_once": _("at once")},
    ),
    TIE,
)

PRESETS = {"pig": Rules()}
TITLES: Titles = {"pig": (_("Pig"), _("Roll and add up, or stand. A 1 loses the turn. First to 100 wins."))}
