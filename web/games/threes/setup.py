"""How Threes is set up."""

from engine.threes.game import Threes
from engine.threes.totals_to_come import mean
from web.games.turns.setup import TurnSetup

THREES_SETUP = TurnSetup(Threes(), (3,), mean=lambda rules: float(mean(rules.dice)))
