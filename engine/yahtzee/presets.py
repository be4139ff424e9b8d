"""The named rules."""

from engine.game import Titles
from engine.i18n import gettext as _
from engine.yahtzee.rules import Rules

PRESETS: dict[str, Rules] = {
    "yahtzee-handout": Rules(),
    "yahtzee-official": Rules("yahtzee-official", joker_on_zero=True, joker_scratches_upper=False),
}
"""Presets by name.

- ``yahtzee-handout`` (002): as its two pages word it; a scratched Yahtzee box makes no jokers, and a joker whose upper
  box is filled may go anywhere.
- ``yahtzee-official``: the forced joker of the game's printed rules; it also holds with a scratched Yahtzee box.
"""

TITLES: Titles = {
    "yahtzee-handout": (_("Yahtzee"), _("Standard: thirteen boxes, relaxed joker rule.")),
    "yahtzee-official": (_("Yahtzee, official"), _("Official rules: forced joker, even after a zero in Yahtzee.")),
}
"""Titles and descriptions of the presets where a game is begun."""
