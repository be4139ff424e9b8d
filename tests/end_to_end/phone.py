"""A phone in the room: it keeps its cookie, asks the page, and tells the table what was thrown."""

import json
import time
import urllib.error
import urllib.request
import uuid
from http.client import HTTPException
from http.cookiejar import CookieJar
from itertools import cycle
from subprocess import Popen
from typing import Any
from urllib.parse import urlencode

TURN: tuple[dict[str, Any], ...] = ({"do": "roll", "dice": [6, 5, 4, 1, 1]}, {"do": "stop"})
"""A turn with two points. Where everybody has the same, they throw off the tie for ever."""

ANSWERS_WITHIN = 60.0
"""Seconds after which a table that does not answer counts as one that waits for something; much else may be done."""


def health_at(url: str, within: float = ANSWERS_WITHIN) -> dict[str, Any]:
    """What a program at that address says of itself, as soon as it answers."""
    end = time.monotonic() + within
    while True:
        try:
            with urllib.request.urlopen(f"{url}healthz", timeout=5) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except (OSError, HTTPException):  # it may end in the midst of an answer
            assert time.monotonic() < end, f"nothing answers at {url}"
            time.sleep(0.1)


class Client:
    """A client of the page, with a cookie of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def get(self, where: str) -> bytes:
        with self._open(self.url + where, timeout=ANSWERS_WITHIN) as answer:
            return bytes(answer.read())

    def read(self, where: str) -> Any:
        return json.loads(self.get(where))

    @property
    def state(self) -> dict[str, Any]:
        """The table as every phone sees it."""
        state: dict[str, Any] = self.read("api/state")
        return state

    def post(self, where: str, **said: object) -> tuple[int, dict[str, Any]]:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + where, json.dumps(said).encode(), headers)
        try:
            with self._open(request, timeout=ANSWERS_WITHIN) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)

    def form(self, where: str, **fields: str) -> bytes:
        """Send that form of a page; return the page to which it leads."""
        headers = {"Origin": self.url.removesuffix("/")}
        request = urllib.request.Request(self.url + where, urlencode(fields).encode(), headers)
        with self._open(request, timeout=ANSWERS_WITHIN) as answer:
            return bytes(answer.read())

    def ask(self, where: str, **said: object) -> dict[str, Any]:
        """Send that, and return the answer. Refusals are errors."""
        status, answer = self.post(where, **said)
        assert status == 200, f"{where}: {answer}"
        return answer

    def decide(self, where: str, seen: dict[str, Any] | None = None, /, **said: object) -> tuple[int, dict[str, Any]]:
        """Send that change, decided on what was ``seen``, else on what is now; the status and the answer."""
        seen = seen or self.state
        return self.post(where, boot=seen["boot"], revision=seen["revision"], key=uuid.uuid4().hex, **said)

    def change(self, where: str, **said: object) -> None:
        """Send that change, decided on what is now. Refusals are errors."""
        status, answer = self.decide(where, None, **said)
        assert status == 200, f"{where}: {answer}"


class Phone(Client):
    """The phone of a program that was started with ``--pair``: it takes the code that the program prints."""

    def __init__(self, program: Popen[str]) -> None:
        from tests.end_to_end.program import code_of, url_of  # a client alone runs where the program is not

        super().__init__(url_of(program))
        self._turn = cycle(TURN)
        self.ask("api/helm", code=code_of(program))

    def play(self) -> float:
        """Tell the next thing of a game by hand: how long it took until it was confirmed. Refusals are errors."""
        before = self.state
        began = time.monotonic()
        status, answer = self.decide("api/moves", before, **next(self._turn))
        took = time.monotonic() - began
        assert status == 200, answer
        assert self.state["event"] == before["event"] + 1
        return took
