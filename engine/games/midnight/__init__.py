"""Midnight, or 1-4-24: six dice, some set aside after each throw; a 1 and a 4 qualify, and the other four score.

``game`` has the rules, ``scoring`` what dice come to.
"""

from engine.game import Game
from engine.games.midnight.game import Midnight

MIDNIGHT: Game = Midnight()
"""Midnight as an implementation of :class:`~engine.game.Game`."""
