"""How Midnight is set up."""

from engine.games.midnight.game import Midnight
from engine.i18n import gettext as _
from web.games.game_setup import QuickGame
from web.games.turns.setup import TurnSetup

MIDNIGHT_SETUP = TurnSetup(Midnight(), (1, 4), (QuickGame(_("Midnight"), "midnight"),))
