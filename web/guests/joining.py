"""How guests join the game: their requests to play, whose phone it is, and the pieces of HTML for both."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from flask import Blueprint, render_template, request, session

from engine import Joined, Refused, game_of
from engine.i18n import gettext as _
from engine.names import EMBLEMS, Profile, alike, tidied
from engine.statistics.player_names import stand_ins
from table.join_requests import JoinRequests
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.access.sessions import NAME, PLAYS, ControlSessions, check_helm, hand, named_in_cookie
from web.access.visitor import visitor_of
from web.display_names import shown, why_not_called
from web.errors import Denied, part_or
from web.guests.profiles import COLOUR_NAMES, ProfileBook
from web.services.archive import Archive

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
        return shown(self.name)


class GuestDesk:
    """Takes the requests of guests' phones. Each phone has one, under a random name in its cookie."""

    def __init__(
        self, table: SnapshotSource, requests: JoinRequests, hands: ControlSessions, guests: Callable[[], Sequence[str]]
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
        if phone := named_in_cookie(PLAYS):
            self._requests.withdraw(phone)

    def names(self) -> list[str]:
        """Return the names that are offered: players who left this game, and the latest ones.

        All guests can read these names in the game history too.
        """
        now = self._table.snapshot()
        here = {*now.state.present, *now.joining}
        gone = [name for name in now.state.players if name not in here]
        latest = [name for name in self._guests() if name not in here]
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


REGULARS = 200
"""Players of past games whose names are offered."""


def regulars(archive: Archive) -> list[str]:
    """Return the names of past players, the latest first, without “Player 1” and the like."""
    return [name for name in archive.names(REGULARS) if name not in stand_ins()]


class OwnPlayer:
    """The player of the phone that sends the current request, and the profiles that it may change.

    A phone changes the profile of its own player; at the helm, and by the owner, that of every player.
    """

    def __init__(
        self, table: SnapshotSource, profiles: ProfileBook, hands: ControlSessions, rights: OwnerRights
    ) -> None:
        self._table = table
        self._hands = hands
        self._rights = rights
        self.profiles = profiles

    @property
    def name(self) -> str:
        """The player's name as it is stored; empty if the phone has not named one."""
        return named_in_cookie(NAME) or ""

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(self._table.snapshot().state.present)

    def claim(self, player: str) -> None:
        """Remember that the phone is that player's; with an empty name, forget it.

        Raises :class:`~web.errors.Denied` for one who is not in the game.
        """
        if not player:
            session.pop(NAME, None)
        elif player in self.present:
            session[NAME] = player
        else:
            raise Denied(422, "no_such_player", _("{name} is not in this game.", name=shown(player)[:60] or "?"))

    def may_change(self, player: str) -> bool:
        own = bool(self.name) and shown(self.name) == shown(player)
        return own or self._hands.is_there(hand()) or self._rights.is_owner()

    def choose(self, player: str, profile: Profile) -> None:
        """Store a player's profile. Raises :class:`~web.errors.Denied` where the phone may not change it."""
        if not self.may_change(player):
            check_helm(self._hands)
        self.profiles.choose(player, profile)


def joining_pages(desk: GuestDesk | None) -> Blueprint:
    part = Blueprint("joining", __name__, url_prefix="/play")

    @part.app_context_processor
    def own() -> dict[str, object]:
        return {"own_request": partial(part_or, "the request to play", desk.own, None) if desk else lambda: None}

    @part.get("")
    def key() -> str:
        _there(desk)
        return render_template("_play.html")

    @part.get("/sheet")
    def sheet() -> str:
        return render_template("_play_sheet.html", names=_there(desk).names())

    return part


def _there(desk: GuestDesk | None) -> GuestDesk:
    if desk is None:
        raise Denied(404, "only_watching", _("This table is view only."))
    return desk


def own_pages(own: OwnPlayer) -> Blueprint:
    part = Blueprint("me", __name__, url_prefix="/me")

    @part.app_context_processor
    def mine() -> dict[str, object]:
        return {"own_player": lambda: shown(own.name)}

    def told(player: str) -> dict[str, object]:
        here = own.profiles.of_game(own.present)  # as on the table, where no two are alike

        def look_of(name: str) -> Profile:
            return here.get(shown(name)) or own.profiles.of(name)

        return {
            "player": player,
            "is_me": bool(player) and shown(player) == shown(own.name),
            "may_change": bool(player) and own.may_change(player),
            "here": own.present,
            "profile": look_of(player) if player else None,
            "profile_of": look_of,
            "colours": COLOUR_NAMES,
            "emblem_names": EMBLEMS,
            "shown": shown,
        }

    @part.get("")
    def page() -> str:
        return render_template("me.html", **told(own.name))

    @part.get("/sheet")
    def sheet() -> str:
        asked = request.args.get("player", "")
        here = next((name for name in own.present if shown(name) == asked), own.name)
        return render_template("_me_sheet.html", **told(here))

    return part
