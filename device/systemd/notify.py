"""Notifies systemd that the table is ready and alive. Ends a process whose thread failed, which systemd restarts."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from engine.i18n import gettext as _

MICROSECOND = 1e-6

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
        self._every = int(allowed) * MICROSECOND / 2 if allowed.isdigit() else None
        self._clock = clock
        self._fed: float | None = None
        self._ready = False

    def ready(self) -> None:
        """Notify systemd that the table is ready. Sent once."""
        if not self._ready:
            self._ready = True
            self._tell("READY=1")

    def alive(self) -> None:
        """Notify systemd that the table is alive."""
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
def kept_alive(environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Notify systemd during this context, for a page that only waits for requests."""
    notifier, over = Notifier(environment), threading.Event()

    def tell() -> None:
        notifier.alive()
        while not over.wait(OFTEN):
            notifier.alive()

    teller = threading.Thread(target=tell, name="systemd", daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


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
