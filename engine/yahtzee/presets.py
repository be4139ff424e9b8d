"""The rules that have a name."""

from engine.yahtzee.rules import Rules

PRESETS: dict[str, Rules] = {
    "yahtzee-handout": Rules(),
    "yahtzee-official": Rules("yahtzee-official", joker_on_zero=True, joker_scratches_upper=False),
}
"""Named rules.

- ``yahtzee-handout`` (002): as its two pages word it; a scratched Yahtzee box makes no jokers, and a joker whose upper
  box is filled may go anywhere.
- ``yahtzee-official``: the forced joker of the game's printed rules; it also holds with a scratched Yahtzee box.
"""
