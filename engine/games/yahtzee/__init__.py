"""Yahtzee and its relatives: games on a card, and a coach that calculates the best play exactly.

``boxes`` has what a card is made of and ``cards`` the cards; ``rules`` has options and presets, ``card`` the points of
a player, and ``play`` applies events to states. ``analysis`` is the coach: advice and reviews from tables made by its
``solving``.

The number 002 in comments is the handout.
"""

from engine.games.yahtzee.cards import SHEETS
from engine.games.yahtzee.game import CardGame

GAMES = tuple(map(CardGame, SHEETS))
