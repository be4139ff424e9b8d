"""Guests ask to play through the API: who may, what names are possible, and what accepting does."""

import uuid
from typing import Any

from engine import Event, Joined, Left, Rolled
from table.commands import Play
from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.conftest import until
from web.access.visitor import KEY, Visitor

PATH = "/api/join-requests"
ROLL = Rolled((6, 5, 4, 3, 3), told=True)


class GuestPhone:
    def __init__(self, bridge: Bridge, address: str = "192.0.2.66") -> None:
        self.client = bridge.looker()
        self._from = {KEY: Visitor(address, own=False)}

    def sends(self, name: object) -> tuple[int, str]:
        answer = self.client.post(PATH, json={"name": name}, environ_overrides=self._from)
        said = answer.json or {}
        return answer.status_code, said.get("code") or said["stage"]

    def withdraws(self) -> None:
        assert self.client.post(f"{PATH}/withdraw", json={}, environ_overrides=self._from).status_code == 200

    @property
    def told(self) -> dict[str, Any]:
        return self.client.get(f"{PATH}/mine").json or {}


def played(bridge: Bridge, *events: Event) -> None:
    for event in events:
        assert bridge.table.board.submit(Play(event), 60).done


def requests(helm: Held) -> dict[str, int]:
    return {one["name"]: one["request"] for one in (helm.get(PATH).json or {})["requests"]}


def answer(helm: Held, number: int, *, accept: bool, key: str = "") -> tuple[int, str]:
    said = {"key": key or uuid.uuid4().hex, "request": number, "accept": accept}
    told = helm.post(f"{PATH}/answer", json=said)
    return told.status_code, (told.json or {}).get("code", "")


def test_a_guest_asks_and_plays_when_the_helm_accepts(bridge: Bridge, helm: Held) -> None:
    phone = GuestPhone(bridge)
    assert phone.told == {"stage": "none", "name": None, "helm": True}
    assert phone.sends("Zoë") == (200, "waiting")
    until(lambda: (helm.get("/api/state").json or {})["requests"] == 1)
    key = uuid.uuid4().hex
    number = requests(helm)["Zoë"]
    assert answer(helm, number, accept=True, key=key) == answer(helm, number, accept=True, key=key) == (200, "")
    assert bridge.table.state.present == ("Mia", "Jonas", "Zoë")
    assert (phone.told["stage"], requests(helm)) == ("playing", {})


def test_a_declined_guest_is_told_and_remembers_the_name(bridge: Bridge, helm: Held) -> None:
    phone = GuestPhone(bridge)
    phone.sends("Zoë")
    number = requests(helm)["Zoë"]
    assert answer(helm, number, accept=False) == (200, "")
    assert phone.told == {"stage": "declined", "name": "Zoë", "helm": True}
    assert phone.sends("Zoë") == (429, "turned_away")
    assert answer(helm, number, accept=True) == (422, "no_such_request")
    assert bridge.table.state.present == ("Mia", "Jonas")


def test_a_withdrawn_request_is_gone_and_the_name_is_remembered(bridge: Bridge, helm: Held) -> None:
    phone = GuestPhone(bridge)
    phone.sends("Zoë")
    assert phone.told["stage"] == "waiting"
    phone.withdraws()
    assert phone.told == {"stage": "none", "name": "Zoë", "helm": True}
    assert requests(helm) == {}


def test_names_that_are_refused(bridge: Bridge) -> None:
    GuestPhone(bridge, "192.0.2.1").sends("BO")
    phone = GuestPhone(bridge)
    assert phone.sends("Mia")[1] == "name_taken"
    for name in ("mia", "Bo", "x" * 25, "   ", "\n", "a\nb", "\u202e"):
        assert phone.sends(name)[1] == "bad_name", name
    for malformed in ("x" * 61, "", 7):
        assert phone.sends(malformed)[1] == "bad_request", malformed


def test_a_player_who_left_comes_back_however_the_name_is_written(bridge: Bridge, helm: Held) -> None:
    played(bridge, Joined("Zoë"), Left("Zoë"))
    phone = GuestPhone(bridge)
    assert phone.sends("ZOË") == (200, "waiting")
    assert answer(helm, requests(helm)["Zoë"], accept=True) == (200, "")
    assert bridge.table.state.present == ("Mia", "Jonas", "Zoë")


def test_only_the_helm_sees_and_answers_requests(bridge: Bridge, helm: Held) -> None:
    GuestPhone(bridge).sends("Zoë")
    number = requests(helm)["Zoë"]
    looker = bridge.looker()
    assert looker.get(PATH).status_code == 403
    assert answer(looker, number, accept=True) == (403, "no_helm")
    assert "Zoë" not in bridge.looker().get("/api/state").text
