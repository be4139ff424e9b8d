"""Rules of Midnight: their options, and the events of this game only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.game import Titles
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.state import TIE, TurnRules

DICE = 6
QUALIFIERS = (1, 4)
"""The dice that a score needs, besides those that score."""
BEST = 6 * (DICE - len(QUALIFIERS))
"""The highest score: midnight."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Midnight: what follows a tie."""

    terms: ClassVar[Mapping[str, Text]] = {
        "midnight": _("midnight"),
        "not_qualified": _("not qualified"),
        "total": _("total"),
        "rolloff": _("roll-off"),
    }

    name: str = "midnight"
    dice: ClassVar[int] = DICE


OPTIONS = (TIE,)


def score(dice: tuple[int, ...]) -> int | None:
    """Return the sum of the dice besides a 1 and a 4, None without these two."""
    return sum(dice) - sum(QUALIFIERS) if set(QUALIFIERS) <= set(dice) else None


PRESETS = {"midnight": Rules()}
TITLES: Titles = {
    "midnight": (_("Midnight"), _("Set aside a die after each roll. A 1 and a 4 qualify, the other four score."))
}


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; they stay there."""

    dice: tuple[int, ...]
