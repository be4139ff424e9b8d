"""What a phone asks to find out whether a Wi-Fi leads to the internet, in the table's own network.

All names lead to the table there (docs/network.md has each system's rule and its source). Requests are redirected to
the page until the device has opened it, so that its system shows the page. Then they get the answer of a network with
internet, so that the device stays. Android closes the window at that answer: it is always redirected.
"""

from collections import OrderedDict
from threading import Lock

from flask import Response, request

from web.access.visitor import visitor_of

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
MOZILLA = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'

EXPECTED: dict[str, tuple[str, str]] = {
    "/hotspot-detect.html": (APPLE, "text/html"),
    "/library/test/success.html": (APPLE, "text/html"),
    "/connecttest.txt": ("Microsoft Connect Test", "text/plain"),
    "/ncsi.txt": ("Microsoft NCSI", "text/plain"),
    "/canonical.html": (MOZILLA, "text/html"),
    "/success.txt": ("success\n", "text/plain"),
    "/check_network_status.txt": ("NetworkManager is online\n", "text/plain"),
}
"""What each system's question is answered with where there is internet: Apple, Windows, Firefox, GNOME."""

MOST = 250
"""Devices that are remembered: more than a network has addresses."""


class Captive:
    """Who has opened the page in the own network, whose address ``here`` is. Thread-safe.

    ``reached`` are the addresses of this machine at which another one has opened a page.
    """

    def __init__(self, here: str) -> None:
        self._here = here
        self.reached: list[str] = []
        self._opened: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def answer(self) -> Response | None:
        """Return the answer to the current request, which is for another host; None if it is not in that network."""
        if not self._is_there() or request.method not in ("GET", "HEAD"):
            return None
        if request.path in EXPECTED and request.remote_addr in self._opened:
            body, kind = EXPECTED[request.path]
            return Response(body, mimetype=kind)
        page = f"http://{self._here}:{request.environ['SERVER_PORT']}/"
        return Response(status=302, headers={"Location": page})

    def note(self, response: Response) -> Response:
        """Remember the client if that response is a page of the table, or what an open one asks after a restart."""
        if response.status_code != 200 or response.mimetype not in ("text/html", "text/event-stream"):
            return response
        client, here = request.remote_addr or "", visitor_of(request.environ).here
        with self._lock:
            if here not in ("", client, *self.reached) and not here.startswith("127."):
                self.reached.append(here)
            if self._is_there():
                self._opened[client] = None
                if len(self._opened) > MOST:
                    self._opened.popitem(last=False)
        return response

    def _is_there(self) -> bool:
        return bool(self._here) and visitor_of(request.environ).here == self._here
