"""Farkle: set scoring dice aside after each throw, and throw the rest or stand; a throw that scores nothing loses all.

``scoring`` values dice, ``game`` has the rules, ``plan`` the best play of a turn.
"""

from engine.game import Game
from engine.games.farkle.game import Farkle

FARKLE: Game = Farkle()
"""Farkle as an implementation of :class:`~engine.game.Game`."""
