"""A phone at the helm: it takes the code that the program prints, and tells the table what was thrown."""

import json
import re
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from itertools import cycle
from subprocess import Popen
from typing import Any

from tests.end_to_end.program import url_of

TURN: tuple[dict[str, Any], ...] = ({"do": "roll", "dice": [6, 5, 4, 1, 1]}, {"do": "stop"})
"""A turn with two points. Where everybody has the same, they throw off the tie for ever."""

ANSWERS_WITHIN = 30.0
"""Seconds after which a table that does not answer counts as one that waits for something; much else may be done."""


class Phone:
    """The phone of a program that was started with ``--pair``."""

    def __init__(self, program: Popen[str]) -> None:
        self.url = url_of(program)
        assert program.stdout is not None
        code = next(filter(None, (re.search(r"code (\d{3} \d{3})", line) for line in program.stdout)))
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open
        self._turn = cycle(TURN)
        self._told = 0
        self._send("api/helm", {"code": code[1]})

    @property
    def state(self) -> dict[str, Any]:
        """The table as every phone sees it."""
        with self._open(self.url + "api/state", timeout=ANSWERS_WITHIN) as answer:
            state: dict[str, Any] = json.load(answer)
        return state

    def play(self) -> float:
        """Tell the next thing of a game by hand: how long it took until it was confirmed. Refusals are errors."""
        before = self.state
        began = time.monotonic()
        self._send("api/moves", next(self._turn) | self._moment(before))
        took = time.monotonic() - began
        assert self.state["event"] == before["event"] + 1
        return took

    def change(self, where: str, **said: object) -> None:
        """Send that change, decided on the moment that is now. Refusals are errors."""
        self._send(where, said | self._moment(self.state))

    def get(self, where: str) -> bytes:
        """What is at that address."""
        with self._open(self.url + where, timeout=ANSWERS_WITHIN) as answer:
            return bytes(answer.read())

    def ask(self, where: str, **said: object) -> dict[str, Any]:
        """Send that, and return the answer. Refusals are errors."""
        return self._send(where, said)

    def _moment(self, state: dict[str, Any]) -> dict[str, Any]:
        self._told += 1
        return {"boot": state["boot"], "revision": state["revision"], "key": f"by-hand-{self._told}"}

    def _send(self, where: str, what: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + where, json.dumps(what).encode(), headers)
        try:
            answer = self._open(request, timeout=ANSWERS_WITHIN)
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{where}: {refusal.read().decode()}") from None
        with answer:
            assert answer.status == 200
            found: dict[str, Any] = json.load(answer)
            return found
