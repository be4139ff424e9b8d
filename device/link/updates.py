"""The update that the venue offers: fetched from its board, checked as an upload is, installed while nobody plays."""

import http.client
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from device.link.pem_files import short_reason
from device.update.boot_guard import ROOT
from device.update.requests import left_version
from device.update.signed_package import PIECE
from engine.i18n import gettext as _
from engine.i18n import translated
from engine.link_protocol import LinkedUpdate
from engine.update_offer import PACKAGES, UpdateOffer
from web.errors import Denied
from web.services.device import System, SystemState

QUIET = 1800.0
"""Seconds in which nothing changes at the table, before it installs."""

LOOK_EVERY = 5.0
AGAIN = 60.0
"""Seconds before a package that could not be fetched is asked for again."""

PATIENCE, NEVER = 10.0, float("-inf")

Stage = Literal["ready", "fetching", "waiting", "installing", "refused", "left", "runs"]


class OfferedUpdate:
    """Looks after the venue's offer, for all connections of a program. ``host`` is that of broker and board.

    The package goes through the same door as one from the owner's phone: ``system`` checks its signature, and has root
    install it, which checks it again. A version that was left is not installed again.
    """

    def __init__(
        self, system: System, host: str, language: str, root: Path = ROOT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._system, self._host, self._language = system, host, language
        self._root, self._clock = root, clock
        self._offer: UpdateOffer | None = None
        self._thread: threading.Thread | None = None
        self._seen: object = None
        self._told: LinkedUpdate | None = None
        self._since, self._next = clock(), NEVER
        self._asked = ""
        self.offered(None)

    def offered(self, offer: UpdateOffer | None) -> None:
        if offer != self._offer or not offer:
            self._offer, self._next = offer, NEVER
            self._tried, self._refused, self._why = NEVER, False, ""

    def state(self, seen: object, *, is_free: bool) -> LinkedUpdate | None:
        """Do what is due, and return how far it is; None if this table cannot be updated. ``seen`` is what it shows."""
        now = self._clock()
        if seen != self._seen or not is_free:
            self._seen, self._since = seen, now
        if now >= self._next:
            self._next = now + LOOK_EVERY
            system = self._system.state()
            stage, why = self._look(self._offer, system, now) if self._offer else ("ready", "")
            told = LinkedUpdate(self._offer.digest if self._offer else "", stage, str(translated(why, self._language)))
            self._told = None if system.trouble else told
        return self._told

    def _look(self, offer: UpdateOffer, system: SystemState, now: float) -> tuple[Stage, str]:
        left = left_version(self._root)
        task = system.task if system.task and system.task.task == "update" else None
        if system.version == offer.software:
            return "runs", ""
        if left and left.left == offer.software:
            return "left", left.sentence
        if self._refused:
            return "refused", self._why
        if task and task.outcome in ("waiting", "installing", "starting"):
            return "installing", ""
        if task and task.outcome == "broken":
            return "refused", task.words
        if system.staged is None or system.staged.version != offer.software:
            if not self._thread and now - self._tried >= AGAIN:
                self._tried = now
                self._thread = threading.Thread(target=self._fetch, args=(offer,), name="fetch", daemon=True)
                self._thread.start()
            return "fetching", self._why
        if task and task.id == self._asked:
            self._asked, self._why, self._since = "", task.words, now  # root has refused
        if now - self._since < QUIET:
            return "waiting", self._why
        if self._told and self._told.stage == "installing":  # the venue has been told
            try:
                self._asked = self._system.ask("update")
            except Denied as error:
                self._why, self._since = error.why, now
                return "waiting", self._why
        return "installing", ""

    def _fetch(self, offer: UpdateOffer) -> None:
        why, is_here = "", False
        try:
            self._copy(offer)
            is_here = True
            if (version := self._system.check().version) != offer.software:
                self._system.drop()
                raise Denied(422, "bad_update", _("The package has version {version}.", version=version))
        except Denied as error:
            why = error.why
        except (OSError, http.client.HTTPException) as error:
            why = _("The package can’t be fetched from the venue ({why}).", why=short_reason(error))
        if offer == self._offer:
            self._why, self._refused = why, bool(is_here and why)
        self._thread = None

    def _copy(self, offer: UpdateOffer) -> None:
        connection = http.client.HTTPConnection(self._host, offer.port, timeout=PATIENCE)
        try:
            connection.request("GET", f"{PACKAGES}{offer.digest}")
            answer = connection.getresponse()
            if answer.status != 200:
                raise OSError(f"HTTP {answer.status}")
            at = 0
            while at < offer.size and (piece := answer.read(min(PIECE, offer.size - at))):
                self._system.upload("venue", offer.file, offer.size, at, piece)
                at += len(piece)
            if at < offer.size:
                raise OSError("EOF")
        finally:
            connection.close()
