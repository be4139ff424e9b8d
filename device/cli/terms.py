"""The words of announcements, which the commands print after an event."""

from collections.abc import Mapping

from engine.game import games_of_all
from engine.i18n import gettext as _

OF_ALL_GAMES: Mapping[str, str] = {
    "joined": _("joined"),
    "left": _("left the game"),
    "renamed": _("renamed"),
    "rolloff": _("roll-off"),
    "shared": _("shared win"),
    "starts": _("starts"),
    "tied": _("tied"),
    "won": _("won"),
}
"""The announcements that games share."""

TERMS: Mapping[str, str] = {
    **{word: term for game in reversed(games_of_all()) for word, term in game.terms.items()},
    **OF_ALL_GAMES,
}
"""Each announcement's word as people read it, those of each game among them. The first game of a word has it."""
