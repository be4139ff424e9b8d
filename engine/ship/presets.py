"""The rules that have a name: one for each document that tells the game."""

from dataclasses import replace

from engine.ship.rules import Match, Rules, Stakes

_PLAIN = Rules()

PRESETS: dict[str, Rules] = {
    "dice-game-depot": _PLAIN,
    "rounds": replace(_PLAIN, name="rounds", cargo_reroll="each", match=Match("rounds", 3), tie="allowed"),
    "all-about-dice": replace(
        _PLAIN, name="all-about-dice", rolls=5, rolling="interleaved", match=Match("hands", 2), tie="replay"
    ),
    "bar-pot": replace(_PLAIN, name="bar-pot", tie="carry", nobody_qualifies="carry", stakes=Stakes("pot")),
}
"""Named rules.

- ``dice-game-depot`` (003): five dice, three rolls, both cargo dice thrown again or none, those who tie roll off.
- ``rounds`` (000): cargo dice held one by one, points add up over the rounds, ties allowed.
- ``all-about-dice`` (001): five rolls, roll by roll, first to two hands; a tied hand is played again.
- ``bar-pot`` (004): the first shooter sets the ante; a tie leaves the pot, and all ante again.
"""
