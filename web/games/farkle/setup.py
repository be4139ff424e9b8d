"""How Farkle is set up."""

from engine.games.farkle.chances import for_points
from engine.games.farkle.game import Farkle
from engine.games.farkle.rules import DICE
from web.games.turns.setup import TurnSetup

FARKLE_SETUP = TurnSetup(Farkle(), (1, 5), mean=lambda rules: for_points(rules.scores, 0).throw(DICE, 0))
