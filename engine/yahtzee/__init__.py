"""Yahtzee: the game as its handout words it and as it is printed, and a coach that knows the best play exactly.

``boxes``, ``rules``, ``presets`` and ``options`` say what is played; ``scoring`` and ``card`` say what dice are worth;
``play``, ``turns`` and ``company`` make states of events. ``advice`` is the coach: it reads the ``table`` of what every
card is worth, which ``solving`` made, and ``reaching`` counts the chances to reach a score; ``review`` looks back.

002 in comments is the handout.
"""

from engine.game import Game
from engine.yahtzee.game import Yahtzee

YAHTZEE: Game = Yahtzee()
