"""How Threes is set up."""

from engine.threes.game import Threes
from web.games.turns.setup import TurnSetup

THREES_SETUP = TurnSetup(Threes(), (3,))
