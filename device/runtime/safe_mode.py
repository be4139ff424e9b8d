"""Safe mode: serves only a page with the problem and its remedies, while a normal start would fail."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device.backup import restore
from device.config import schema as configuration
from device.config.schema import WebConfig
from device.errors import DeviceError
from device.notices import Notices
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
