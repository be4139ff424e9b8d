"""Guests who ask to play: the key on their phones, and the bar on phones at the helm."""

from engine.i18n import gettext as _

PLAY_STAGES = {
    "next_round": _("You’re in: you play from the next round."),
    "next_game": _("You’re in: you play from the next game."),
    "playing": _("You’re in!"),
    "declined": _("The helm declined your request."),
}
