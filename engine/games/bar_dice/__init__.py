"""Bar dice, or Boss dice: five dice, 1s wild, as many of a kind as possible; the first player sets the number of rolls.

``hands`` ranks dice, ``game`` has the rules, ``coach`` the best dice to keep.
"""

from engine.game import Game
from engine.games.bar_dice.game import BarDice

BAR_DICE: Game = BarDice()
"""Bar dice as an implementation of :class:`~engine.game.Game`."""
