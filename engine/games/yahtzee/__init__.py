"""Yahtzee: the game by its handout and by its printed rules, and a coach that calculates the best play exactly.

``boxes``, ``rules``, ``presets`` and ``options`` define the game, ``scoring`` and ``card`` the points, and ``play`` and
``players`` apply events to states. ``analysis`` is the coach: advice and reviews from tables made by its ``solving``.

The number 002 in comments is the handout.
"""

from engine.game import Game
from engine.games.yahtzee.game import Yahtzee

YAHTZEE: Game = Yahtzee()
