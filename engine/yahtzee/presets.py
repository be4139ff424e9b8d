"""The named rules."""

from engine.game import Titles
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
    "en": {
        "yahtzee-handout": ("Yahtzee", "Thirteen boxes; a joker may go anywhere once its upper box is filled."),
        "yahtzee-official": ("Yahtzee, as printed", "With the forced joker, also after the Yahtzee box was scratched."),
    },
    "de": {
        "yahtzee-handout": ("Yahtzee", "Dreizehn Felder; ein Joker darf überall hin, wenn sein oberes Feld voll ist."),
        "yahtzee-official": ("Yahtzee, wie gedruckt", "Mit erzwungenem Joker, auch nach gestrichenem Kniffel."),
    },
}
"""Titles and descriptions of the presets where a game is begun, by language."""
