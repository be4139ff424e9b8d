"""Asks the page for an answer as a guest does, while the table runs."""

import errno
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException

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
        """Whether guests get no answer from the page."""
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
        """Ask regularly, in a thread."""
        ended = threading.Event()

        def ask_on() -> None:
            while not ended.wait(EVERY):
                self.ask()

        threading.Thread(target=ask_on, name="page check", daemon=True).start()
        try:
            yield self
        finally:
            ended.set()
