"""How Farkle is set up."""

from engine.farkle.game import Farkle
from web.games.turns.setup import TurnSetup

FARKLE_SETUP = TurnSetup(Farkle(), (1, 5))
