"""Guests who ask to play: the key on their phones, and the bar on phones at the helm."""

from engine.i18n import gettext as _

PLAY = _("I’m playing")
PLAY_HEADING = _("Join the game")
PLAY_NAME = _("Your name")
PLAY_SEND = _("Send")
PLAY_CANCEL = _("Cancel")
PLAY_OTHER_NAME = _("Other name")
PLAY_RECENT = _("Recent players")
PLAY_NO_HELM = _("No phone has the helm yet. Your request waits.")
PLAY_STAGES = {
    "next_round": _("You’re in: you play from the next round."),
    "next_game": _("You’re in: you play from the next game."),
    "playing": _("You’re in!"),
    "declined": _("The helm declined your request."),
}
PLAY_OFFLINE = _("No connection. Try again.")

REQUESTS = _("Requests to play")
REQUEST_ACCEPT = _("Accept")
REQUEST_DECLINE = _("Decline")
ASKED_TO_PLAY = _("Asked to play")


def play_as(name: str) -> str:
    """The key of a phone that knows its player."""
    return _("Play as {name}", name=name)


def play_waits(name: str) -> str:
    """The request is not answered yet."""
    return _("{name}: waiting for the helm…", name=name)


def wants_to_play(name: str) -> str:
    """What a phone at the helm accepts or declines."""
    return _("{name} wants to play", name=name)
