"""Honest phones beside guests that take all they can."""

import http.client
import json
from contextlib import closing
from itertools import count
from typing import Any

PATIENCE = 20.0
"""Seconds after which a request counts as never answered."""

HELM, GUEST = "127.0.0.200", "127.0.0.201"


def asked(
    address: str, port: int, path: str, body: object = None, cookie: str = ""
) -> tuple[http.client.HTTPMessage, bytes]:
    """Ask on a new connection from that address; AssertionError if the answer is not 200."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))) as connection:
        headers = {"Cookie": cookie} if cookie else {}
        if body is None:
            connection.request("GET", path, headers=headers)
        else:
            connection.request("POST", path, json.dumps(body), headers | {"Content-Type": "application/json"})
        with closing(connection.getresponse()) as answer:
            data = answer.read()
            assert answer.status == 200, f"{answer.status} {data[:60]!r}"
            return answer.headers, data


def first_event(address: str, port: int, cookie: str = "") -> None:
    """Open a stream from that address and wait for its first event; AssertionError if there is none."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))) as connection:
        connection.request("GET", "/stream", headers={"Cookie": cookie} if cookie else {})
        with closing(connection.getresponse()) as answer:
            assert answer.status == 200, str(answer.status)
            assert answer.readline()


class HelmPhone:
    def __init__(self, port: int, code: str, address: str = HELM) -> None:
        self._port = port
        self._address = address
        headers, _ = asked(address, port, "/api/helm", {"code": code})
        self.cookie = str(headers["Set-Cookie"]).partition(";")[0]
        self._numbers = count()

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(asked(self._address, self._port, "/api/state", cookie=self.cookie)[1])
        return state

    def play(self) -> None:
        number = next(self._numbers)
        self._move({"do": "stop"} if number % 2 else {"do": "roll", "dice": [6, 5, 4, 1, 1]}, self.state(), number)

    def _move(self, what: dict[str, object], now: dict[str, Any], number: int) -> None:
        moment = {"boot": now["boot"], "revision": now["revision"], "key": f"by-hand-{number}"}
        asked(self._address, self._port, "/api/moves", what | moment, self.cookie)
