"""Threes: set aside at least one die of each throw until none is left; a 3 counts nothing, and the lowest total wins.

``game`` has the rules, ``scoring`` what dice come to.
"""

from engine.game import Game
from engine.games.threes.game import Threes

THREES: Game = Threes()
"""Threes as an implementation of :class:`~engine.game.Game`."""
