"""How Pig is set up."""

from engine.games.pig.chances import of_throw
from engine.games.pig.game import Pig
from engine.i18n import gettext as _
from web.games.game_setup import QuickGame
from web.games.turns.setup import TurnSetup

PIG_SETUP = TurnSetup(
    Pig(),
    (1,),
    (QuickGame(_("Pig to 50"), "pig", {"goal": 50}),),
    mean=lambda rules: float(of_throw(rules.dice, 0, 0)),
)
