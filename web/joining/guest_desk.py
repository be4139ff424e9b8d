"""The request to play of the guest's phone that sends the current HTTP request."""

import secrets
from dataclasses import dataclass
from typing import Any, Literal

from flask import request, session

from engine import Joined, Refused, game_of
from engine.i18n import gettext as _
from engine.names import alike, tidied
from table.pairing.join_requests import JoinRequests
from table.snapshot import SnapshotSource
from web.access.guard import NAME, PLAYS, named_in_cookie
from web.access.sessions import ControlSessions
from web.access.visitor import visitor_of
from web.display_names import shown, why_not_called
from web.errors import Denied
from web.services.device import Guests

OwnStage = Literal["none", "waiting", "next_round", "next_game", "playing", "declined"]

RECENT = 8
"""Latest players whose names are offered, beside those who left this game."""


@dataclass(frozen=True, slots=True)
class OwnRequest:
    """What the phone shows: the stage of its request, the name it sends or has sent, and whether it was just accepted.

    ``next_round`` and ``next_game`` are accepted players who wait for that. ``helm`` is whether a phone is at the helm,
    which could accept the request.
    """

    stage: OwnStage
    name: str
    accepted: bool
    helm: bool

    @property
    def shown(self) -> str:
        """The name for display."""
        return shown(self.name)


class GuestDesk:
    """Takes the requests of guests' phones. Each phone has one, under a random name in its cookie."""

    def __init__(
        self, table: SnapshotSource, requests: JoinRequests, hands: ControlSessions, guests: Guests | None
    ) -> None:
        self._table = table
        self._requests = requests
        self._hands = hands
        self._guests = guests

    def own(self) -> OwnRequest:
        """Return the request of this phone, and note that the phone is still there."""
        phone = named_in_cookie(PLAYS)
        standing = self._requests.asked(phone) if phone else None
        stage = standing.stage if standing else "none"
        name = (standing.name if standing else "") or named_in_cookie(NAME) or ""
        found: OwnStage = "declined" if stage == "declined" else "none"
        if stage == "waiting":
            found = "waiting"
        elif name:
            found = self._place_of(name) or found
        return OwnRequest(found, name, stage == "accepted", len(self._hands) > 0)

    def send(self, name: str) -> None:
        """Send the request of this phone, which remembers the name.

        Raises :class:`~web.errors.Denied` for a name that is not possible, and
        :class:`~table.errors.NotAccepted` for too many requests.
        """
        now, own = self._table.snapshot(), self.own()
        here = (*now.state.present, *now.joining)
        gone = [one for one in now.state.players if one not in here]
        if tidied(name) in here:
            raise Denied(422, "name_taken", _("{name} is already playing.", name=shown(name)))
        if back := alike(name, gone):
            name = back
        else:
            asked = (one.name for one in self._requests.open if own.stage != "waiting" or one.name != own.name)
            if why := why_not_called(name, (*now.state.players, *now.joining, *asked)):
                raise Denied(422, "bad_name", why)
            name = tidied(name)
        phone = named_in_cookie(PLAYS) or secrets.token_urlsafe(16)
        self._requests.ask(phone, visitor_of(request.environ).account, name)
        session[PLAYS], session[NAME] = phone, name

    def withdraw(self) -> None:
        """Withdraw the request of this phone."""
        if phone := named_in_cookie(PLAYS):
            self._requests.withdraw(phone)

    def names(self) -> list[str]:
        """Return the names that are offered: players who left this game, and the latest ones.

        All guests can read these names in the game history too.
        """
        now = self._table.snapshot()
        here = {*now.state.present, *now.joining}
        gone = [name for name in now.state.players if name not in here]
        latest = [name for name in (self._guests.names() if self._guests else ()) if name not in here]
        return list(dict.fromkeys([*gone, *latest[:RECENT]]))

    def _place_of(self, name: str) -> OwnStage | None:
        """Return where the player of that name is, None if the player is not in the game."""
        now = self._table.snapshot()
        if name in now.joining:
            return "next_round" if _why_not_now(now.state, name) == "mid_round" else "next_game"
        return "playing" if name in now.state.present else None


def _why_not_now(state: Any, name: str) -> str:
    """Return the code of the rule by which that player cannot join now, "" if there is none."""
    try:
        game_of(state.rules.name).apply(state, Joined(name))
    except Refused as refused:
        return refused.code
    return ""
