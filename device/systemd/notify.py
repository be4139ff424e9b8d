"""Watch over the table's process: systemd hears that it is alive, its page is asked, a failed thread ends it."""

import errno
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException

from engine.i18n import gettext as _
from web.errors import part_or

OFTEN = 1.0
"""Seconds between two notifications when nothing else sends them."""


class Notifier:
    """Notifier of the systemd that started this process. Does nothing without systemd.

    The watchdog is notified twice per interval, provided :meth:`alive` is called often. systemd restarts a table that
    hangs.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        allowed = environment.get("WATCHDOG_USEC", "")
        self._every = int(allowed) / 2e6 if allowed.isdigit() else None
        self._clock = clock
        self._fed: float | None = None
        self._ready = False

    def ready(self) -> None:
        if not self._ready:
            self._ready = True
            self._tell("READY=1")

    def alive(self) -> None:
        self.ready()
        now = self._clock()
        if self._every is not None and (self._fed is None or now - self._fed >= self._every):
            self._fed = now
            self._tell("WATCHDOG=1")

    def _tell(self, word: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.connect(self._address)
                line.sendall(word.encode())
        except OSError:
            pass  # systemd does not listen


@contextmanager
def repeating(what: Callable[[], object], seconds: float, name: str) -> Iterator[None]:
    """Call that every so many seconds during this context, in a thread. What fails is noted, and the table goes on."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(seconds):
            part_or(name, what, None)

    threading.Thread(target=go_on, name=name, daemon=True).start()
    try:
        yield
    finally:
        over.set()


@contextmanager
def kept_alive(environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Notify systemd during this context, for a page that only waits for requests."""
    notifier = Notifier(environment)
    notifier.alive()
    with repeating(notifier.alive, OFTEN, "systemd"):
        yield


@contextmanager
def ends_with_its_threads(failed: Callable[[str], None] = lambda _why: None) -> Iterator[None]:
    """End the process when one of its threads fails during this context. ``failed`` receives the reason before.

    Nothing is cleaned up, as in a power cut: the failed thread may hold what the others wait for.
    """
    before = threading.excepthook

    def end(what: threading.ExceptHookArgs) -> None:
        try:
            before(what)
            failed(_("The program failed ({kind}: {error}).", kind=what.exc_type.__name__, error=what.exc_value))
        finally:
            os._exit(1)

    threading.excepthook = end
    try:
        yield
    finally:
        threading.excepthook = before


GUEST = "127.0.0.2"
"""Address that the questions come from. It counts as a guest, not as this machine (:mod:`web.http.listener`)."""

EVERY = 20.0
"""Seconds between two questions."""

PATIENCE = 10.0
"""Seconds that an answer may take."""

IN_A_ROW = 3
"""Questions without an answer after which the page counts as dead."""

NO_WAY = frozenset({errno.EADDRNOTAVAIL, errno.EHOSTUNREACH, errno.EINVAL, errno.ENETUNREACH})
"""Errors of an address that this machine no longer has; they say nothing of the page."""


class PageCheck:
    """Counts the questions in a row that the page at that address did not answer. Any status is an answer."""

    def __init__(self, host: str, port: int) -> None:
        self._host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self._port = port
        self._unanswered = 0

    @property
    def is_dead(self) -> bool:
        return self._unanswered >= IN_A_ROW

    def ask(self) -> None:
        """Ask once. An address in IPv6 has no second one on this machine: there the question comes from the machine."""
        source = (GUEST, 0) if ":" not in self._host else None
        try:
            with closing(HTTPConnection(self._host, self._port, PATIENCE, source)) as connection:
                connection.request("GET", "/")
                connection.getresponse().read()
        except OSError as error:
            self._unanswered += error.errno not in NO_WAY
        except HTTPException:
            self._unanswered += 1
        else:
            self._unanswered = 0

    @contextmanager
    def asking(self) -> Iterator["PageCheck"]:
        with repeating(self.ask, EVERY, "page check"):
            yield self
