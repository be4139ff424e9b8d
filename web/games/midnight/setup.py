"""How Midnight is set up."""

from engine.i18n import gettext as _
from engine.midnight.game import Midnight
from web.games.game_setup import QuickGame
from web.games.turns.setup import TurnSetup

MIDNIGHT_SETUP = TurnSetup(Midnight(), (1, 4), (QuickGame(_("Midnight"), "midnight"),))
