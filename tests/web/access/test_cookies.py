"""The cookie of a client at the helm, on machines whose clock says anything, and says something else after a start."""

import time

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from werkzeug.test import TestResponse

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.access.guard import COOKIE
from web.access.sessions import DAYS
from web.app import create_app
from web.appliance import Appliance
from web.guests.codes import Codes
from web.services.store import Memory

YEARS = {1969: -1e6, 1980: 315_532_800.0, 2036: 2_085_978_496.0, 2107: 4_323_456_000.0, 9999: 253_370_764_800.0}


class Machine:
    """A machine that is switched off and on, and whose clock says what it says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.drawer = Memory()
        self.start(2026)

    def start(self, year: int) -> None:
        now = YEARS.get(year, 1_790_000_000.0)
        self._monkeypatch.setattr(time, "time", lambda: now)
        self.codes = Codes()
        appliance = Appliance(drawer=self.drawer, secret=b"a secret that everybody knows...", codes=self.codes)
        self.app: Flask = create_app(ScriptedTable(WAITING), appliance)

    def take(self) -> TestResponse:
        client = self.app.test_client(use_cookies=False)
        return client.post("/api/helm", json={"code": self.codes.new("terminal")})

    def mine(self, cookie: str) -> bool:
        client = self.app.test_client(use_cookies=False)
        answer = client.get("/api/helm", headers={"Cookie": f"{COOKIE}={cookie}"})
        return bool((answer.json or {})["mine"])


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def cookie_in(answer: TestResponse) -> str:
    return answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0]


@pytest.mark.parametrize("taken_in", YEARS)
def test_the_helm_is_kept_whatever_the_clock_says_after_a_restart(machine: Machine, taken_in: int) -> None:
    machine.start(taken_in)
    given = machine.take()
    parts = {part.strip().lower() for part in given.headers["Set-Cookie"].split(";")}
    assert f"max-age={DAYS * 24 * 3600}" in parts
    assert not any(part.startswith("expires") for part in parts), "a date by this machine's clock"
    for year in (taken_in, 9999, 1969, 2026):
        machine.start(year)
        assert machine.mine(cookie_in(given)), year


@pytest.mark.parametrize("made_in", [1980, 2036, 2107])
def test_a_cookie_of_the_former_format_stays_good(machine: Machine, made_in: int) -> None:
    machine.drawer.put("helm", ["a hand of before"])
    machine.start(made_in)
    former = SecureCookieSessionInterface().get_signing_serializer(machine.app)
    assert former is not None
    cookie = former.dumps({"_permanent": True, "hand": "a hand of before"})
    for year in (1969, 1980, 9999):
        machine.start(year)
        assert machine.mine(str(cookie)), year


def test_a_cookie_of_one_format_does_not_pass_for_one_of_the_other(machine: Machine) -> None:
    cookie = cookie_in(machine.take())
    body, _, signature = cookie.rpartition(".")
    for forged in (f"{body}.AAAA.{signature}", f"{body}..{signature}", body, f"{cookie}.{signature}"):
        assert not machine.mine(forged)
    assert machine.mine(cookie)
