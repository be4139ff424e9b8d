"""How Bar dice is set up."""

from engine.games.bar_dice.game import BarDice
from web.games.turns.setup import TurnSetup

BAR_DICE_SETUP = TurnSetup(BarDice(), (6, 1))
