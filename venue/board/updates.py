"""The package for all tables: taken from the owner, kept, offered to tables by the broker and given to them by HTTP."""

import hashlib
import os
import re
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psycopg
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from engine.i18n import gettext as _
from engine.i18n import packed, translated
from engine.link_protocol import Topic
from engine.update_offer import LARGEST_PACKAGE, NAME, UpdateOffer, encode_offer
from venue.board.guard import refused
from venue.board.model import TableTile
from venue.board.owner import SET
from venue.board.rendering import language_of
from venue.board.waves import Wave, following, kept, read
from venue.broker.session import BrokerSession
from venue.settings import VenueSettings

SETTING = "wave"
NO_PACKAGE = _("That is no update of Quarterdeck: choose a signed file quarterdeck_….deb.")
BEGIN = b"!<arch>\ndebian-binary "
SIGNED = re.compile(
    rb"_sshsig {9}.{42}`\n-----BEGIN SSH SIGNATURE-----\n[^-]*-----END SSH SIGNATURE-----\n+", re.DOTALL
)
"""The first bytes of a Debian package, and its last ones if it is signed. Tables check the signature."""
LONGEST = 16 << 10
"""Bytes of a signature."""
PATIENCE = 2.0
"""Seconds to wait for the broker."""


class Updates:
    """The package and its wave. ``wave`` is as read last, None without a package. Methods are of any thread.

    The package lies in the service's cache folder, else beside the settings.
    """

    def __init__(self, settings: VenueSettings) -> None:
        self.wave: Wave | None = None
        self._settings = settings
        self._folder = Path(os.environ.get("CACHE_DIRECTORY") or settings.folder)  # other venues may have theirs there
        self._session: BrokerSession | None = None
        self._lock = threading.Lock()

    def step(self, tables: Sequence[TableTile], now: float) -> None:
        """Go on with the wave, and have the broker keep each table's offer. Raises psycopg.Error."""
        with self._lock:
            self._change(lambda wave: following(wave, tables, now) if wave and tables else wave)
            if self.wave is not None:
                self._publish(self.wave, tables)

    def start(self, *, on: bool) -> None:
        """Start the wave from its beginning, or stop it. What a table has been told to install is taken back then."""
        with self._lock:
            self._change(lambda wave: wave if on and wave and wave.is_on else wave and Wave(wave.offer, is_on=on))

    async def take(self, request: Request) -> Response:
        """Take a package from the owner: the file is the body, its name is in the address."""
        part, digest, size = self._folder / f".{os.urandom(8).hex()}.part", hashlib.sha256(), 0
        name = request.query_params.get("file", "")
        why = NO_PACKAGE
        try:
            with part.open("xb") as target:
                async for piece in request.stream():
                    size += len(piece)
                    if size <= LARGEST_PACKAGE:  # what is too large is read to its end, so that the browser hears why
                        digest.update(piece)
                        target.write(piece)
            if size <= LARGEST_PACKAGE and NAME.fullmatch(name) and is_signed(part):
                offer = UpdateOffer(digest.hexdigest(), name, size, self._settings.board.port)
                await run_in_threadpool(self._keep, part, offer)
                return Response(status_code=204)
        except OSError as error:
            why = _("The package can’t be kept ({why}).", why=error.strerror or "?")
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        return PlainTextResponse(str(translated(why, language_of(request))), 422)

    async def give(self, request: Request) -> Response:
        """Send the package to anyone who knows its digest. Tables get that from the broker; nothing in it is secret."""
        wave, digest = self.wave, request.path_params["digest"]
        is_it, file = wave and digest == wave.offer.digest, self._file(digest)
        if not is_it or not file.is_file():
            if is_it:
                await run_in_threadpool(self._lose)
            return refused(request.url.path, 404, _("There’s no page at this address."))
        return FileResponse(file, media_type="application/octet-stream")

    def close(self) -> None:
        if self._session:
            self._session.stop()

    def _keep(self, part: Path, offer: UpdateOffer) -> None:
        with self._lock:
            part.replace(self._file(offer.digest))
            self._change(lambda _wave: Wave(offer))
            for file in self._folder.glob(self._file("?" * 64).name):
                if file != self._file(offer.digest):
                    file.unlink()

    def _file(self, digest: str) -> Path:
        return self._folder / f"{self._settings.venue.name}-{digest}.deb"

    def _lose(self) -> None:
        lost = {"is_on": False, "failed": SETTING, "stopped": packed(_("The package is gone: upload it again."))}
        with self._lock:
            self._change(lambda wave: replace(wave, **lost) if wave and wave.is_on else wave)

    def _change(self, change: Callable[[Wave | None], Wave | None]) -> None:
        with psycopg.connect(self._settings.record.owner, connect_timeout=5) as connection:
            row = connection.execute("SELECT value FROM setting WHERE key = %s FOR UPDATE", [SETTING]).fetchone()
            before = read(row[0]) if row else None
            after = change(before)
            if after is not None and after != before:
                connection.execute(SET, [SETTING, kept(after)])
        self.wave = after

    def _publish(self, wave: Wave, tables: Iterable[TableTile]) -> None:
        if self._session is None:
            name = f"quarterdeck-updates-{self._settings.venue.name}"
            self._session = BrokerSession(self._settings.broker, name, (), kept_for=0)
            self._session.start()
        if not self._session.connected.wait(PATIENCE):
            return
        for table in tables:
            topic = Topic(self._settings.venue.name, table.id, "update")
            self._session.keep(str(topic), encode_offer(wave.offered(table)))


def is_signed(file: Path) -> bool:
    with file.open("rb") as source:
        begin, size = source.read(len(BEGIN)), source.seek(0, 2)
        source.seek(max(0, size - LONGEST))
        end = source.read()
    return begin == BEGIN and SIGNED.fullmatch(end, max(0, end.rfind(b"_sshsig "))) is not None
