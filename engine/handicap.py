"""The handicap: a head start in points for some players, in games whose points add up."""

from engine.errors import BadRules
from engine.events import Started
from engine.i18n import gettext as _

MOST = 1000
"""The highest head start where no goal limits it."""


def check_handicap(start: Started, most: int) -> None:
    """Check the head starts of a game that allows up to ``most`` points. Raises :class:`BadRules` otherwise."""
    for name, points in start.handicap.items():
        if name not in start.players:
            raise BadRules(_("no head start for {name}, who doesn’t play", name=name))
        if not most:
            raise BadRules(_("no head start in this game: its points don’t add up"))
        if not 1 <= points <= most:
            raise BadRules(_("the head start of {name} must be 1 to {most} points", name=name, most=most))
