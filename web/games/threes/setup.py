"""How Threes is set up."""

from engine.games.threes.game import COACH, Threes
from web.games.turns.setup import TurnSetup

THREES_SETUP = TurnSetup(Threes(), (3,), mean=lambda rules: float(COACH.exact("points", rules.dice)))
