"""Taking the helm, passing it on, and giving it back."""

from table.panel import Button
from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of
from web.access.guard import COOKIE
from web.access.pin import FREE
from web.access.sessions import MOST


def mine(client: Held) -> bool:
    return bool((client.get("/api/helm").json or {})["mine"])


def test_a_code_gives_the_helm(bridge: Bridge) -> None:
    client, code = bridge.looker(), bridge.code()
    assert not mine(client)
    answer = client.post("/api/helm", json={"code": f"{code[:3]} {code[3:]}"})
    assert answer.json == {
        "mine": True,
        "hands": 1,
        "pairing": False,
        "idle_minutes": 120.0,
        "way": "buttons",
        "ask": None,
    }


def test_who_has_the_helm_passes_it_on_with_a_code_and_a_picture_of_it(bridge: Bridge, helm: Held) -> None:
    shown = helm.post("/api/helm/code", json={}).json
    assert shown is not None
    assert shown["address"] == f"http://192.0.2.7:80/helm#{shown['code']}"
    assert shown["qr"]["size"] >= 21 + 8
    other = bridge.looker()
    assert other.post("/api/helm", json={"code": shown["code"]}).status_code == 200
    assert mine(other)
    assert mine(helm)
    assert bridge.ask(other, "/api/pause", on=True).status_code == 200


def test_a_phone_is_shown_the_way_that_it_came_itself(bridge: Bridge, helm: Held) -> None:
    kept = helm.cookie
    client = bridge.looker()
    client.set_cookie(COOKIE, kept, domain="192.0.2.9")
    shown = client.post("/api/helm/code", json={}, base_url="http://192.0.2.9:8000").json
    assert shown is not None
    assert shown["address"].startswith("http://192.0.2.9:8000/helm#")


def test_the_helm_is_given_back(bridge: Bridge, helm: Held) -> None:
    stolen = helm.cookie
    assert helm.post("/api/helm/return", json={}).json == {"done": True}
    assert not mine(helm)
    thief = bridge.looker()
    thief.cookie = stolen
    assert not mine(thief)
    assert bridge.ask(thief, "/api/pause", on=True).status_code == 403


def test_one_hand_takes_the_helm_from_all(bridge: Bridge, helm: Held) -> None:
    other = bridge.hand()
    with bridge.allowing(Button.ROLL):
        assert helm.post("/api/helm/return", json={"all": True}).status_code == 200
    assert not mine(other)


def test_who_guesses_waits_and_nobody_else_does(bridge: Bridge) -> None:
    code, guesser = bridge.code(), bridge.looker()
    for guess in range(FREE):
        assert guesser.post("/api/helm", json={"code": f"{guess:06}"}).status_code == 403
    answer = guesser.post("/api/helm", json={"code": code})
    assert code_of(answer) == (429, "too_many_tries")
    assert int(answer.headers["Retry-After"]) > 0
    elsewhere = {"REMOTE_ADDR": "192.0.2.77"}
    assert bridge.looker().post("/api/helm", json={"code": code}, environ_overrides=elsewhere).status_code == 200


def test_there_are_only_so_many_places(bridge: Bridge) -> None:
    for _ in range(MOST):
        bridge.hand()
    answer = bridge.looker().post("/api/helm", json={"code": bridge.code()})
    assert code_of(answer) == (422, "helm_full")
