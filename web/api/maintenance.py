"""Maintenance of the appliance: calibration, backup and restore, with uploads in pieces."""

import base64
import binascii
from collections.abc import Callable
from threading import Lock

from flask import Blueprint, Response, url_for

from engine.i18n import gettext as _
from web.access.guard import OwnerRights, for_owner
from web.access.sessions import GOOD_FOR, Tickets, client
from web.api.command_routes import CommandHandler
from web.api.request import Fields, bad
from web.appliance import Appliance
from web.errors import Denied
from web.services.device import Corners

LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is taken: some years of games."""


class Uploads:
    """The one file in transfer, and its sender. Thread-safe."""

    def __init__(self, largest: int = LARGEST) -> None:
        self._largest = largest
        self._lock = Lock()
        self._sender = ""
        self._file = bytearray()

    def take(self, sender: str, at: int, data: str, *, last: bool, done: Callable[[bytes], None]) -> int:
        """Add a piece (base64) at that offset, and return the number of bytes received.

        With the ``last`` piece, ``done`` is called with the whole file. A piece at 0 begins a new file. A repeated
        piece is not added twice. Raises :class:`~web.errors.Denied` for a piece that does not fit.
        """
        try:
            piece = base64.b64decode(data, validate=True)
        except binascii.Error:
            raise Denied(422, "bad_piece", _("This part of the file is damaged: send it again.")) from None
        with self._lock:
            if at == 0:
                self._sender, self._file = sender, bytearray()
            if sender != self._sender or at > len(self._file):
                raise Denied(422, "piece_missing", _("Part of the file is missing: send it again from the start."))
            if at + len(piece) > self._largest:
                raise Denied(
                    422,
                    "file_too_large",
                    _("The file is too large: up to {largest} MB.", largest=self._largest // 2**20),
                )
            self._file[at : at + len(piece)] = piece
            size = len(self._file)
            file, whole = self._file, bytes(self._file) if last else None
        if whole is not None:
            done(whole)
            with self._lock:
                if self._file is file:  # meanwhile another one may have begun
                    self._sender, self._file = "", bytearray()
        return size


PIECE = 60_000
"""Characters of the longest piece of a file, in base64."""


def caring(appliance: Appliance, commands: CommandHandler, rights: OwnerRights, tickets: Tickets) -> Blueprint:
    """Return the blueprint for maintenance. Each change needs the owner."""
    part = Blueprint("caring", __name__)
    uploads = Uploads()

    @part.post("/calibration")
    @for_owner
    def calibrate() -> Response:
        return commands.keep(lambda given: _calibrate(appliance, rights, given))

    @part.post("/lamps")
    @for_owner
    def lamps() -> Response:
        return commands.keep(lambda given: _lamps(appliance, rights, given))

    @part.post("/backup")
    @for_owner
    def backup() -> Response:
        return commands.keep(lambda given: _backup(appliance, rights, tickets, given))

    @part.post("/restore")
    @for_owner
    def restore() -> Response:
        return commands.keep(lambda given: _restore(appliance, rights, uploads, given))

    return part


def _calibrate(appliance: Appliance, rights: OwnerRights, given: Fields) -> dict[str, object]:
    corners = _corners(given.numbers("corners", 8)) if given.has("corners") else None
    given.end()
    if appliance.calibration is None:
        raise Denied(
            422, "no_calibration", _("This table can’t be calibrated from the page: run quarterdeck calibrate.")
        )
    appliance.calibration.keep(corners, lambda: rights.allow("calibration"))
    return {"done": True}


def _lamps(appliance: Appliance, rights: OwnerRights, given: Fields) -> dict[str, object]:
    given.end()
    if appliance.lamps is None:
        raise Denied(422, "no_lamps", _("This table has no light strips: set [lamps] pins in the configuration."))
    return {"done": True, "says": appliance.lamps.measure(lambda: rights.allow("calibration"))}


def _backup(appliance: Appliance, rights: OwnerRights, tickets: Tickets, given: Fields) -> dict[str, object]:
    wifi_password = given.flag("wifi_password", False)
    given.end()
    if appliance.chest is None:
        raise Denied(422, "no_chest", _("This table has nothing to back up."))
    rights.allow("backup")
    ticket = tickets.issue(client(), wifi_password=wifi_password)
    return {"address": url_for("helm_box.backup", ticket=ticket), "seconds": round(GOOD_FOR)}


def _restore(appliance: Appliance, rights: OwnerRights, uploads: Uploads, given: Fields) -> dict[str, object]:
    at, data, last = given.number("at"), given.text("data", PIECE), given.flag("last")
    given.end()
    chest = appliance.chest
    if chest is None:
        raise Denied(422, "no_chest", _("This table has no data to restore."))

    def put_back(whole: bytes) -> None:
        chest.put_back(whole, lambda: rights.allow("restore"))

    return {"size": uploads.take(client(), at, data, last=last, done=put_back)}


def _corners(numbers: tuple[float, ...]) -> Corners:
    if len(numbers) != 8:
        raise bad(_("“corners” must be eight numbers: x and y of four corners, clockwise from top left."))
    first, second, third, fourth = zip(numbers[::2], numbers[1::2], strict=True)
    return first, second, third, fourth
