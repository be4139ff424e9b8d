"""The client of a request, passed from the server to the application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

KEY = "quarterdeck.visitor"
"""Where a WSGI environment has its visitor."""

Refusal = Literal["", "too_many_requests", "busy"]


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Visitor:
    """The account that a client is counted under, and whether it is one of the table's own. One for each request.

    With a ``refusal`` the request is answered with an error, and may be repeated after ``later`` seconds. ``stays`` is
    called for a response without end, which does not count as work; ``end`` closes the connection, from any thread.
    ``here`` is the address of this machine that the client reached; empty behind a proxy.
    """

    account: str
    own: bool
    here: str = ""
    refusal: Refusal = ""
    later: float = 0.0
    stays: Callable[[], None] = _nothing
    end: Callable[[], None] = _nothing


MACHINE = Visitor("127.0.0.1", own=True)
"""Who asks where there is no server between: a test of the application."""


def visitor_of(environ: Mapping[str, Any]) -> Visitor:
    visitor: Visitor = environ.get(KEY, MACHINE)
    return visitor
