"""Yahtzee: the game by its handout and by its printed rules, and a coach that calculates the best play exactly.

``boxes``, ``rules``, ``presets`` and ``options`` define the game; ``scoring`` and ``card`` define the points;
``play``, ``turns`` and ``company`` handle the events. ``advice`` is the coach: it reads the ``table`` of what every
card is worth, which ``solving`` made, and ``reaching`` counts the chances to reach a score; ``review`` reviews a game.

The number 002 in comments is the handout.
"""

from engine.game import Game
from engine.yahtzee.game import Yahtzee

YAHTZEE: Game = Yahtzee()
