"""Ship, Captain, Crew: the game of four source documents, each variant a value of one rule set.

``rules``, ``presets`` and ``options`` define the rules, ``play`` and ``players`` apply events to states, and
``analysis`` has odds, advice and reviews.

Numbers in comments name the documents: 000 the rules for several rounds, 001 those of all-about-dice, 003 those of
dice-game-depot with its five variants, 004 the encyclopedia's with pot and side bets.
"""

from engine.game import Game
from engine.games.ship.game import ShipCaptainCrew

SHIP_CAPTAIN_CREW: Game = ShipCaptainCrew()
