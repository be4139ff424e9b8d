"""The named rules: one preset for each source document."""

from dataclasses import replace

from engine.game import Titles
from engine.i18n import gettext as _
from engine.ship.rules import Match, Rules, Stakes

_PLAIN = Rules()

PRESETS: dict[str, Rules] = {
    "dice-game-depot": _PLAIN,
    "rounds": replace(_PLAIN, name="rounds", cargo_reroll="each", match=Match("rounds", 3), tie="allowed"),
    "all-about-dice": replace(
        _PLAIN,
        name="all-about-dice",
        rolls=5,
        rolling="interleaved",
        match=Match("hands", 2),
        first_starter="chosen",
        tie="replay",
    ),
    "bar-pot": replace(_PLAIN, name="bar-pot", tie="carry", nobody_qualifies="carry", stakes=Stakes("pot")),
}
"""Presets by name.

- ``dice-game-depot`` (003): five dice, three rolls, both cargo dice thrown again or none, those who tie roll off.
- ``rounds`` (000): cargo dice held one by one, points add up over the rounds, ties allowed.
- ``all-about-dice`` (001): five rolls, roll by roll, first to two hands; a tied hand is played again. All throw the
  first roll at once, so that no roll decides who starts.
- ``bar-pot`` (004): the first shooter sets the ante; a tie leaves the pot, and all ante again.
"""

TITLES: Titles = {
    "dice-game-depot": (
        _("Ship, Captain, Crew"),
        _("Classic: five dice, three rolls, re-roll both cargo dice or neither."),
    ),
    "rounds": (_("Three rounds"), _("Three rounds, keep cargo dice one at a time, scores add up.")),
    "all-about-dice": (_("Roll by roll"), _("Five rolls, everyone rolls in turn, first to win two hands.")),
    "bar-pot": (_("Bar pot"), _("Play for chips: the first player sets the ante, ties carry the pot over.")),
}
"""Titles and descriptions of the presets where a game is begun."""
