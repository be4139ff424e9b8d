"""Rules of Threes: their options, what dice come to, and the events of this game only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.face import Option
from engine.game import Titles
from engine.i18n import Text, pgettext
from engine.i18n import gettext as _
from engine.turns.state import TIE, TurnRules


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Threes: the number of dice, and what follows a tie."""

    terms: ClassVar[Mapping[str, Text]] = {
        "total": _("total"),
        "rolloff": _("roll-off"),
    }

    name: str = "threes"
    dice: int = 5


OPTIONS = (Option("dice", "number", _("Dice"), _("More dice make a higher total."), least=4, most=6), TIE)


def points(dice: Iterable[int]) -> int:
    """Return the total of these dice: a 3 counts nothing, all else its pips."""
    return sum(die for die in dice if die != 3)


PRESETS = {"threes": Rules()}
TITLES: Titles = {
    "threes": (
        pgettext("name of a game", "Threes"),
        _("Set aside a die after each roll. Threes count nothing. The lowest total wins."),
    )
}


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; they stay there."""

    dice: tuple[int, ...]
