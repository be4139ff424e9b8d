"""Errors of the web app, and what is done about a part of a page that fails."""

import logging
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TypeVar

from werkzeug.exceptions import HTTPException

from engine.i18n import Text
from engine.i18n import gettext as _

LOG = logging.getLogger("quarterdeck.web")

AGAIN = 60.0
"""Seconds after which the same failure is written into the log again."""

Part = TypeVar("Part")
Other = TypeVar("Other")


class WebError(Exception):
    """Base of all errors of the web app."""


class Failures:
    """Writes into the log why something failed, one line each; the same cause at most once a minute. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._written: dict[tuple[str, type, str], float] = {}

    def note(self, what: str, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        now, cause = self._clock(), (what, type(error), place)
        with self._lock:
            if now - self._written.get(cause, -AGAIN) < AGAIN:
                return
            self._written[cause] = now
        said = " ".join(str(error).split())[:300]
        LOG.error("%s failed: %s: %s (%s)", what, type(error).__name__, said, place)


FAILURES = Failures()


def part_or(what: str, make: Callable[[], Part], instead: Other) -> Part | Other:
    """Return a part of a page, or ``instead`` where it fails, which the log tells."""
    try:
        return make()
    except (Denied, HTTPException):
        raise
    except Exception as error:
        FAILURES.note(what, error)
        return instead


class Denied(WebError):
    """Raised when a request is refused; nothing was changed.

    ``status`` is the HTTP status, ``code`` a stable word for programs, ``why`` one sentence. ``later`` is the number of
    seconds after which to retry, if that may help.
    """

    def __init__(self, status: int, code: str, why: str, later: int | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.code = code
        self.why = why
        self.later = later


class NotKept(Denied, OSError):
    """Raised when a value cannot be stored. ``why`` says where, and what to do."""

    def __init__(self, why: str) -> None:
        super().__init__(503, "not_kept", why, 10)


def sorry(status: int, code: str = "") -> tuple[Text, Text]:
    """Return heading and sentence of the page for an HTTP error; ``code`` is the API's word for it."""
    match status:
        case 403 if code in ("no_owner", "no_buttons"):
            return _("Owner only"), _("Enter the PIN first.")
        case 403 if code in ("", "no_helm"):
            return _("You’re not at the helm"), _("Take the helm first.")
        case 403 | 405:
            return _("Not possible here"), _("This page is view only.")
        case 404:
            return _("Page not found"), _("There’s no page at this address.")
        case 413:
            return _("File too large"), _("That’s more than this table accepts.")
        case 429 | 503:
            return _("One moment"), _("The table is busy. Try again in a moment.")
    return _("Something went wrong"), _("The error is in the table’s log. Please try again.")


class NotServed(WebError, OSError):
    """Raised when the page cannot be served: a problem with the setting ``host`` or ``port``, and the remedy."""

    def __init__(self, problem: str, setting: str, remedy: str) -> None:
        values = {"problem": problem, "setting": setting, "remedy": remedy}
        super().__init__(_("{problem}: set [web] {setting} in the configuration to {remedy}.", **values))
        self.as_option = _("{problem}: set --{setting} to {remedy}.", **values)


class PortTaken(NotServed):
    """Raised when another program listens on the port."""

    def __init__(self, host: str, port: int) -> None:
        problem = _(
            "Port {port} on {host} is taken by another program (perhaps a second Quarterdeck)", port=port, host=host
        )
        super().__init__(problem, "port", _("another number, or stop that program"))


class PortForbidden(NotServed, PermissionError):
    """Raised for a port that this program may not listen on, or that is out of range."""

    def __init__(self, host: str, port: int) -> None:
        problem = _("Port {port} on {host} can’t be used by this program", port=port, host=host)
        super().__init__(problem, "port", _("a number from 1024 to 65535"))


class HostUnknown(NotServed):
    """Raised for an address that is not one of this machine."""

    def __init__(self, host: str) -> None:
        remedy = _("0.0.0.0 (the whole network) or 127.0.0.1 (this machine only)")
        super().__init__(_("“{host}” is not an address of this machine", host=host), "host", remedy)
