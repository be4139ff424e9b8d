"""What needs the owner, or a press at the table: one function decides it, for every route that names what it does.

A session of the owner is enough. Otherwise a client at the helm needs a press at the table, where that has buttons.
Without buttons, what only needed the helm before there were owners still does while no PIN was ever set; everything
else is refused.
"""

from typing import Literal

from flask import request, session

from engine.i18n import gettext as _
from table.commands import CommandSink, Deed, Permit, Verdict
from table.panel.permission import ON_THE_MACHINE
from web.access.guard import MARK, OWNER, hand, named_in_cookie, owner
from web.access.owner_pin import OwnerPin, OwnerSessions, PinState
from web.access.sessions import ControlSessions
from web.errors import Denied

PATIENCE = 5.0
"""Seconds that the table has for showing the question."""

ANSWERED_WITHIN = 12.0
"""Seconds after which no answer comes any more: the table itself asks for ten."""

LATER = 10
"""Seconds after which to ask again where the table is busy."""


class NotAllowed(Denied):
    """Raised when the request was refused at the table. It is not asked again for the same request."""


class TablePermission:
    """Asks for permission at the table. Thread-safe; blocks until the answer."""

    def __init__(self, helm: CommandSink | None) -> None:
        self._helm = helm

    def ask(self, deed: Deed) -> None:
        """Wait until ROLL is pressed at the table.

        Raises :class:`NotAllowed` if STAND was pressed, or nothing in time, and another :class:`~web.errors.Denied` if
        the table cannot ask.
        """
        if self._helm is None:
            raise Denied(422, "only_watching", _("This table is view only."))
        permit = Permit(deed)
        answer = self._helm.submit(permit, PATIENCE)
        match answer.code if not answer.done else "":
            case "":
                _check(_verdict(permit))
            case "no_buttons":
                raise Denied(403, answer.code, answer.why)
            case "busy":
                raise Denied(429, answer.code, answer.why, LATER)
            case _:
                raise Denied(503, answer.code, answer.why, 1)


def _verdict(permit: Permit) -> Verdict:
    try:
        return permit.verdict.result(ANSWERED_WITHIN)
    except TimeoutError:
        return "unanswered"


def _check(verdict: Verdict) -> None:
    match verdict:
        case "refused":
            raise NotAllowed(403, "not_allowed", _("Refused at the table with STAND."))
        case "unanswered":
            raise NotAllowed(403, "not_answered", _("ROLL was not pressed within ten seconds: ask again."))
        case "withdrawn":
            raise Denied(429, "busy", _("The table is asking something else: ask again in a moment."), LATER)


HELM_IS_ENOUGH: frozenset[Deed] = frozenset({"owner", "pictures", "house_rules", "controllers", "screens", "players"})
"""What only the helm is needed for at a table without buttons, while no PIN was ever set."""

AccessWay = Literal["free", "press", "pin", "machine", "helm"]
"""How a client gets to do it: at once, by a press at the table, with the PIN, on the machine, or at the helm."""

NEEDS_PIN = _("Only the owner may do that: set a PIN under Menu › Owner first.")

NOBODY_TO_PRESS = ("no_buttons", "only_watching")
"""Refusals of a table that cannot ask for a press."""


class OwnerRights:
    """Who is the owner, and what needs the owner. Thread-safe."""

    def __init__(
        self, pin: OwnerPin, hands: ControlSessions, permission: TablePermission, *, has_buttons: bool
    ) -> None:
        self.pin = pin
        self.sessions = OwnerSessions()
        self.has_buttons = has_buttons
        self._hands = hands
        self._permission = permission

    def is_there(self, name: str | None) -> bool:
        """Return whether the session of that name is on, without using it. Never blocks."""
        return self.sessions.is_there(name)

    def is_owner(self) -> bool:
        """Return whether the current request is from a session of the owner; this counts as a use of it."""
        return self.sessions.is_there(owner()) and self.sessions.has(owner(), self.pin.stamp)

    def at_helm(self) -> bool:
        """Return whether the current request is from a client at the helm; this counts as a use of its place."""
        return self._hands.has(hand())

    def allow(self, deed: Deed) -> None:
        """Return if the current client may do that; wait for a press at the table if needed.

        Raises :class:`~web.errors.Denied` if not.
        """
        if self.is_owner():
            return
        self._check_helm()
        if self.has_buttons and self._is_pressed_for(deed):
            return
        state = self.pin.state
        if state == "set":
            raise _no_owner(state)
        if state == "lost" or deed not in HELM_IS_ENOUGH:
            raise Denied(403, "no_buttons", ON_THE_MACHINE[deed])

    def way(self, deed: Deed) -> AccessWay:
        """Return how the current client gets to do that, for what a page shows."""
        if self.is_owner():
            return "free"
        state, at_helm = self.pin.state, self._hands.is_there(hand())
        if at_helm and self.has_buttons:
            return "press"
        if state == "set":
            return "pin"
        if state == "none" and deed in HELM_IS_ENOUGH:
            return "free" if at_helm else "helm"
        return "machine" if at_helm or not self.has_buttons else "helm"

    def check(self) -> None:
        """Raise :class:`~web.errors.Denied` unless the client is the owner or at the helm."""
        if not self.is_owner():
            self._check_helm()

    def check_owner(self) -> None:
        """Raise :class:`~web.errors.Denied` unless the client is the owner: no press at the table does instead."""
        if not self.is_owner():
            state = self.pin.state
            raise _no_owner(state) if state == "set" else Denied(403, "no_owner", NEEDS_PIN)

    def sign_in(self, pin: str) -> None:
        """Begin a session of the owner for the current client. Raises :class:`~web.errors.Denied` for a wrong PIN."""
        self._begin(self.pin.check(pin, request.remote_addr or "", named_in_cookie(MARK) or ""))

    def sign_out(self) -> None:
        """End the session of the current client."""
        self.sessions.end(owner())
        session.pop(OWNER, None)

    def set_pin(self, pin: str) -> None:
        """Set the PIN, which ends all sessions of the one before, and begin a session for the current client.

        To change it needs the owner; to set the first one, or another for one that was lost, the helm and a press.
        """
        if self.pin.state == "set":
            self.check_owner()
        else:
            self.allow("owner")
        self._begin(self.pin.set(pin))

    def set_first_pin(self, pin: str) -> None:
        """Set the PIN of a table that never had one, and begin a session for the current client.

        The caller has checked that the client may. Raises :class:`~web.errors.Denied` if there is one.
        """
        if self.pin.state != "none":
            raise Denied(403, "no_owner", _("This table has a PIN already: the owner changes it under Menu › Owner."))
        self._begin(self.pin.set(pin))

    def remove_pin(self) -> None:
        """Remove the PIN, which ends all sessions. It needs the owner."""
        self.check_owner()
        self.pin.remove()
        self.sign_out()

    def _begin(self, stamp: str) -> None:
        self.sessions.end(owner())
        session[OWNER] = self.sessions.begin(stamp)
        session[MARK] = self.pin.mark(named_in_cookie(MARK) or "")

    def _is_pressed_for(self, deed: Deed) -> bool:
        """Wait for a press; return whether it came, False for a table without buttons."""
        try:
            self._permission.ask(deed)
        except Denied as denied:
            if denied.code not in NOBODY_TO_PRESS:
                raise
            return False
        return True

    def _check_helm(self) -> None:
        if not self.at_helm():
            raise _no_owner(self.pin.state)


def _no_owner(state: PinState) -> Denied:
    if state == "set":
        return Denied(403, "no_owner", _("Only the owner may do that: enter the PIN under Menu › Owner."))
    return Denied(403, "no_owner", _("Only the owner or the helm may do that: take the helm first."))
