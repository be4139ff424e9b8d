"""Who may set the table up: one browser of the local network until there is an owner, and the owner from then on.

A table as it was installed is open to the first browser that asks. It stays with that one while it is in use: another
one may take over when it was idle for some time, and once there is a PIN only with the PIN. A table that was configured
or played without the set-up is open to the owner only.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Literal

from flask import request, session

from engine.i18n import gettext as _
from web.access.guard import OwnerRights, is_local
from web.access.sessions import OWNER_IDLE, named_in_cookie
from web.errors import Denied
from web.services.device import SetupDesk
from web.services.store import KeyValueStore
from web.setup.progress import SetupProgress, load, save

SETUP = "setup"
"""Key of the cookie under which a browser has the name of its place at the set-up."""

TAKEN_OVER_AFTER = 120.0
"""Seconds without use after which another browser may take over, before there is a PIN."""

FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")
"""Headers of proxies. Behind one everybody seems to be near, so the set-up is closed there."""

Standing = Literal["mine", "open", "taken", "idle", "pin", "closed", "finished", "lost"]
"""The client sets up; may begin; another one does; may take over; needs the PIN; the table is in use without an owner;
or the set-up is finished and the client is not the owner."""

CLOSED = {
    "taken": _("Another phone is setting up this table. Wait until it is done."),
    "idle": _("Another phone began to set up this table. Take over to go on here."),
    "pin": _("Another phone is setting up this table. Enter the owner’s PIN to go on here."),
    "closed": _("This table is in use already. Set the owner’s PIN first, then sign in."),
    "finished": _("This table is set up. Enter the owner’s PIN to change it."),
    "open": _("Choose the language first."),
    "lost": _("Forgot the PIN? Set a new one on the machine with “quarterdeck owner”."),
}
"""Why the set-up is not offered, by :data:`Standing`."""


@dataclass(frozen=True, slots=True)
class SetupSession:
    """Since when a browser sets up, and when it did last, in seconds, monotonic."""

    since: float
    last: float


class SetupAccess:
    """Decides who sets up. Thread-safe. ``clock`` in seconds, monotonic."""

    def __init__(
        self,
        drawer: KeyValueStore,
        desk: SetupDesk,
        rights: OwnerRights,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.drawer = drawer
        self._desk = desk
        self._rights = rights
        self._clock = clock
        self._use = SetupSession(clock(), clock())
        self._is_wanted = True
        self.lock = Lock()
        """Held while the progress is read and written."""

    def is_wanted(self) -> bool:
        """Return whether the table's pages should lead to the set-up: it was not finished, and nobody has played."""
        if self._is_wanted:
            progress, pin = load(self.drawer), self._rights.pin.state
            known = pin != "lost" and (progress.begun or (pin == "none" and self._desk.is_untouched()))
            self._is_wanted = known and not progress.finished and not self._desk.is_playing()
        return self._is_wanted

    def standing(self, progress: SetupProgress) -> Standing:
        if self._rights.is_owner():
            return "mine"
        pin = self._rights.pin.state
        if pin == "lost":
            return "lost"
        if progress.finished:
            return "finished"
        holds, idle = self._holds(progress), self._clock() - self._use.last
        if pin == "set":
            return "mine" if holds and idle < OWNER_IDLE else "pin"
        if not progress.begun and not self._desk.is_untouched():
            return "closed"
        if holds:
            return "mine"
        if not progress.holder:
            return "open"
        return "idle" if idle >= TAKEN_OVER_AFTER else "taken"

    @property
    def minutes(self) -> int:
        return int((self._clock() - self._use.since) // 60)

    def check(self, progress: SetupProgress) -> None:
        """Raise :class:`~web.errors.Denied` unless the current client sets up; this counts as a use."""
        self.check_holder(progress)
        self.used()

    def check_holder(self, progress: SetupProgress) -> None:
        """Raise :class:`~web.errors.Denied` unless the client sets up. A page that asks by itself is no use of it."""
        standing = self.standing(progress)
        if standing != "mine":
            raise Denied(403, "not_yours", CLOSED[standing])

    def used(self) -> None:
        self._use = replace(self._use, last=self._clock())
        self._desk.used()

    def claim(self, progress: SetupProgress) -> SetupProgress:
        """Give the set-up to the current client, and return the progress. Call it with the lock.

        Raises :class:`~web.errors.Denied` if it may not have it, or if that cannot be stored.
        """
        standing = self.standing(progress)
        if standing == "mine" and (progress.finished or self._holds(progress)):
            return progress
        if standing not in ("mine", "open", "idle"):
            raise Denied(403, "not_yours", CLOSED[standing])
        name = secrets.token_urlsafe(16)
        claimed = replace(progress, begun=True, holder=name)
        save(self.drawer, claimed)
        session[SETUP] = name
        self._use = SetupSession(self._clock(), self._clock())
        return claimed

    @staticmethod
    def _holds(progress: SetupProgress) -> bool:
        name = named_in_cookie(SETUP)
        return bool(progress.holder) and name is not None and secrets.compare_digest(name, progress.holder)


def check_local() -> None:
    """Raise :class:`~web.errors.Denied` for a request from outside the local network, or through a proxy."""
    if any(name in request.headers for name in FORWARDED) or not is_local(request.remote_addr or ""):
        raise Denied(403, "not_local", _("Set the table up from its own network, at its own address."))
