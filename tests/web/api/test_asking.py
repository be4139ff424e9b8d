"""A phone asks for the helm, and a press at the table accepts it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Event
from table.pairing import GUARD
from table.panel import Button
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.conftest import until

OWNER, GUEST = "192.0.2.10", "192.0.2.66"


class Phone:
    def __init__(self, bridge: Bridge, address: str = OWNER) -> None:
        self.client: Held = bridge.looker()
        self._from = {"REMOTE_ADDR": address}

    def asks(self) -> int:
        return self.client.post("/api/helm/ask", json={}, environ_overrides=self._from).status_code

    def takes(self, code: str | None = None) -> tuple[int, str]:
        said = {} if code is None else {"code": code}
        answer = self.client.post("/api/helm", json=said, environ_overrides=self._from)
        return answer.status_code, (answer.json or {}).get("code", "")

    @property
    def told(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get("/api/helm", environ_overrides=self._from).json or {}
        return answer

    @property
    def stage(self) -> str:
        ask = self.told["ask"]
        return ask["stage"] if ask else ""

    def is_shown(self) -> None:
        until(lambda: self.stage == "shown")


def press(bridge: Bridge, button: Button) -> None:
    bridge.clock.now += GUARD
    bridge.press(button)


def test_a_phone_asks_is_shown_and_accepted_and_takes_the_helm(bridge: Bridge) -> None:
    phone = Phone(bridge)
    assert (phone.told["way"], phone.told["ask"], phone.asks()) == ("buttons", None, 403)
    bridge.pair()
    assert phone.asks() == 200
    phone.is_shown()
    told = phone.told
    assert (told["pairing"], told["mine"], told["ask"]["before"]) == (True, False, 0)
    state = bridge.looker().get("/api/state").json or {}
    assert state["pairing"] == {"signal": told["ask"]["signal"]} == {"signal": {"colour": "white", "blinks": 1}}
    assert phone.takes() == (403, "not_accepted")
    press(bridge, Button.ROLL)
    assert (phone.stage, phone.told["mine"]) == ("accepted", False)
    assert phone.takes() == (200, "")
    assert phone.told["mine"]
    assert bridge.ask(phone.client, "/api/pause", on=True).status_code == 200
    assert (bridge.looker().get("/api/state").json or {})["pairing"] is None


def test_a_hand_at_the_helm_that_asks_stays_there(helm: Held) -> None:
    assert (helm.post("/api/helm/ask", json={}).json or {})["mine"]
    assert (helm.post("/api/helm", json={}).json or {})["hands"] == 1


CODE = re.compile(r"(?<!\d)\d{3}[ \u00a0]?\d{3}(?!\d)")


def test_no_code_is_told_to_anybody_who_is_not_at_the_helm(bridge: Bridge, helm: Held) -> None:
    passed = (helm.post("/api/helm/code", json={}).json or {})["code"]
    printed = bridge.code()
    bridge.pair()
    phone = Phone(bridge)
    phone.asks()
    phone.is_shown()
    looker = bridge.looker()
    for path in ("/", "/tv", "/helm", "/pairing.svg", "/api/state", "/api/helm", "/screen", "/look", "/camera"):
        text = looker.get(path).text
        assert passed not in text
        assert printed not in text
    state = json.dumps((looker.get("/api/state").json or {})["pairing"])
    assert not CODE.search(state)
    for path in ("/stream", "/api/events"):
        with looker.get(path, buffered=False) as answer:
            first = str(next(iter(answer.response)))
            assert passed not in first
            assert printed not in first


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Bridge]:
    """A table without buttons."""
    game: tuple[Event, ...] = (SHIP,)
    with bridge_of(tmp_path, *game, buttons=False) as bridge:
        yield bridge


def claimed(bridge: Bridge, hand: Held) -> Held:
    code = (hand.post("/api/screens/code", json={}).json or {})["code"]
    screen = bridge.looker()
    assert screen.post("/api/screens", json={"code": code}).status_code == 200
    return screen


def test_without_buttons_only_a_screen_of_the_table_shows_the_code_of_a_phone(bare: Bridge) -> None:
    hand, phone, guest = bare.hand(), Phone(bare), Phone(bare, GUEST)
    assert (phone.told["way"], phone.asks()) == ("code", 403)
    screen = claimed(bare, hand)
    assert (phone.told["way"], phone.asks(), guest.asks()) == ("screen", 200, 200)
    codes = [re.sub(r"\D", "", code) for code in CODE.findall(screen.get("/tv/codes").text)]
    assert len(codes) == 2
    assert all(f"{code[:3]} {code[3:]}" in screen.get("/tv").text for code in codes)
    for looker in (bare.looker(), phone.client, guest.client):
        assert looker.get("/tv/codes").status_code == 403
        for path in ("/", "/tv", "/helm", "/api/state", "/api/helm"):
            text = looker.get(path).text
            assert not any(code in text or f"{code[:3]} {code[3:]}" in text for code in codes)
    assert guest.takes(codes[0]) == (403, "wrong_code")
    assert (phone.takes(codes[0]), phone.told["mine"]) == ((200, ""), True)
    assert codes[0][:3] not in screen.get("/tv/codes").text


def test_a_screen_is_listed_and_removed_by_the_helm(bare: Bridge) -> None:
    hand = bare.hand()
    screen = claimed(bare, hand)
    assert hand.get("/api/screens").json == {"screens": [{"screen": 1, "quiet": None}], "most": 4}
    assert screen.get("/tv/codes").status_code == 200
    assert hand.get("/api/screens").json == {"screens": [{"screen": 1, "quiet": 0}], "most": 4}
    bare.app = bare.started()
    again = bare.looker()
    cookie = screen.cookie
    again.cookie = cookie
    assert again.get("/tv/codes").status_code == 200
    hand_again = bare.hand()
    assert hand_again.post("/api/screens/remove", json={"screen": 1}).json == {"screens": [], "most": 4}
    assert again.get("/tv/codes").status_code == 403


def test_a_code_for_a_screen_takes_no_helm_and_one_for_the_helm_claims_no_screen(bare: Bridge) -> None:
    hand = bare.hand()
    for_screen = (hand.post("/api/screens/code", json={}).json or {})["code"]
    for_helm = (hand.post("/api/helm/code", json={}).json or {})["code"]
    assert Phone(bare).takes(for_screen) == (403, "wrong_code")
    assert bare.looker().post("/api/screens", json={"code": for_helm}).status_code == 403
    assert bare.looker().post("/api/screens", json={"code": for_screen}).status_code == 200


def test_who_gives_the_helm_back_stays_a_screen_and_the_other_way_round(bare: Bridge) -> None:
    hand = bare.hand()
    code = (hand.post("/api/screens/code", json={}).json or {})["code"]
    assert hand.post("/api/screens", json={"code": code}).status_code == 200
    assert hand.post("/api/helm/return", json={}).status_code == 200
    assert hand.get("/tv/codes").status_code == 200
    assert not (hand.get("/api/helm").json or {})["mine"]
