"""Pig: roll as often as you like and add up, or stand; a 1 ends the turn with nothing (Scarne 1945).

``game`` has the rules, ``coach`` the values of a turn, ``race`` the exact play of two (Neller and Presser 2004).
"""

from engine.game import Game
from engine.games.pig.game import Pig

PIG: Game = Pig()
"""Pig as an implementation of :class:`~engine.game.Game`."""
