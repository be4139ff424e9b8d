"""Starts the table repeatedly until it runs; while a start would fail, serves a page with what to do."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device.backup import restore
from device.config import schema as configuration
from device.config.schema import WebConfig
from device.errors import DeviceError
from device.files.os_errors import NO_THREAD, is_no_thread
from device.notices import Notices
from device.runtime.boot_count import TOO_LONG, BootCount
from device.storage.database import InUse
from engine.i18n import gettext as _
from web.errors import WebError
from web.http.server import Server, create_server
from web.live.safe_mode import create_safe_app

AGAIN = 15.0
"""Seconds after which a start is retried, unless safe mode was requested."""

ANSWERED = 1.0
"""Seconds left for the page's last response before the page ends."""


class RollHeld(DeviceError):
    """The ROLL button is held during the start, which requests safe mode."""

    def __init__(self) -> None:
        super().__init__(_("ROLL was held while the table started."))


TO_DO = (
    _("Fix the problem above. quarterdeck doctor checks everything and suggests fixes."),
    _("The table retries every 15 seconds. Once it starts, this page goes away."),
    _("Your games are safe: this page doesn’t change the journal."),
)

TO_DO_WHEN_ASKED = (
    _("To start as usual, switch the table off and on, or run systemctl restart quarterdeck."),
    TO_DO[2],
)


def safe_page(file: Path, why: str, to_do: tuple[str, ...] = TO_DO, undo: Callable[[], object] | None = None) -> Server:
    """Return the safe mode page, served at the configured address or on a free port.

    ``undo`` restores the state before a backup. Raises :class:`WebError`.
    """
    web = WebConfig()
    with suppress(DeviceError):
        web = configuration.load(file).web
    app = create_safe_app(why, to_do, undo)
    for host, port in ((web.host, web.port), (WebConfig().host, WebConfig().port)):
        with suppress(WebError):
            return create_server(app, host, port)
    return create_server(app, WebConfig().host, 0)


def serve_safely(
    file: Path,
    why: str,
    told: Callable[[str], None],
    notices: Notices,
    *,
    asked: bool = False,
    seconds: float = AGAIN,
) -> None:
    """Serve the safe mode page for ``seconds``, or until the program ends if it was ``asked`` for.

    While a backup is on trial, the page can restore the state before it, and then ends.
    """
    to_do = TO_DO_WHEN_ASKED if asked else TO_DO

    def undo() -> None:
        if restore.undo(file, notices, why):
            threading.Timer(ANSWERED, server.close).start()

    server = safe_page(file, why, to_do, undo if restore.on_trial(file) else None)
    told(_("Safe mode: {why}", why=why))
    for line in to_do:
        told(line)
    told(_("The page is on {address}.", address=server.url))
    timer = threading.Timer(seconds, server.close)
    timer.daemon = True
    if not asked:
        timer.start()
    try:
        server.run()
    finally:
        timer.cancel()
        server.close()


Serve = Callable[[str, bool], None]
"""Serves the safe mode page with that reason: for a limited time, or until the end if it was requested."""


class Running:
    """State of one run of the table: whether it is ready, and since when it was not.

    The table calls :meth:`ready` when its page is up and its camera is supervised, and :meth:`good` after it has run
    for some time.
    """

    def __init__(self, file: Path, starts: BootCount, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._starts = starts
        self._clock = clock
        self._began = clock()
        self._ready = False

    def ready(self) -> None:
        if not self._ready:
            self._ready = True
            restore.succeeded(self._file)

    def good(self) -> None:
        self._starts.succeeded()

    def ended(self) -> None:
        """Handle the end of the run from outside. A run that was not ready after a long time counts as failed."""
        if not self._ready and self._clock() - self._began > TOO_LONG:
            self._starts.failed(_("The table was not ready after {too_long:.0f} seconds.", too_long=TOO_LONG))


def start(
    file: Path,
    starts: BootCount,
    notices: Notices,
    run: Callable[[Running], None],
    serve: Serve,
    spoken: tuple[type[Exception], ...],
) -> None:
    """Run the table of the configuration in that file. Return when it ends normally.

    If a start fails while a backup is on trial, the state before it is restored and the start is repeated. Other
    failures are raised. From the third in a row on, the safe mode page is served and the start is retried periodically.
    A journal that another program holds is raised and is no failure: that program may be the table, which goes on.
    ``spoken`` are the errors whose text is for the user.
    """
    while True:
        starts.begin()
        if starts.why is not None:
            serve(starts.why, False)
        restore.begin_try(file, notices)
        running = Running(file, starts)
        try:
            run(running)
        except RollHeld as asked:
            serve(str(asked), True)
        except KeyboardInterrupt:
            running.ended()
            raise
        except InUse:
            raise
        except Exception as error:
            failure = _("The program failed ({kind}: {error}).", kind=type(error).__name__, error=error)
            why = NO_THREAD if is_no_thread(error) else str(error) if isinstance(error, spoken) else failure
            if restore.undo(file, notices, why):
                continue
            starts.failed(why)
            if starts.why is None:
                raise
            continue
        return
