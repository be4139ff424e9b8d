"""The owner through the API: setting the PIN, signing in and out, and what is never told."""

import json
import logging
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from table.panel import Button
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.api.test_permission import Waiting
from tests.web.attacks.conftest import code_of
from web.access import pin as owner_pin
from web.access.pin import FREE_FOR_ALL, forget_pin, keep_pin

PIN = "80254611937"
"""Digits that come up nowhere else."""


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner_pin, "N", 2**10)


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bridge]:
    """A table without buttons, which keeps its values in files."""
    with bridge_of(tmp_path, SHIP, buttons=False) as bridge:
        bridge.panel.has_buttons = False
        bridge.drawer = JsonFiles(tmp_path)  # type: ignore[assignment]
        bridge.app = bridge.started()
        yield bridge


def enter(client: Held, pin: str = PIN) -> tuple[int, str]:
    answer = client.post("/api/owner", json={"pin": pin})
    return (answer.status_code, "" if answer.status_code == 200 else (answer.json or {})["code"])


def state_of(client: Held) -> dict[str, object]:
    return dict(client.get("/api/owner").json or {})


def test_without_buttons_the_helm_sets_the_first_pin_and_is_the_owner(bar: Bridge) -> None:
    helm = bar.hand()
    assert state_of(helm) == {"mine": False, "pin": "none", "idle_minutes": 15}
    assert helm.post("/api/owner/pin", json={"pin": PIN}).json == {"mine": True, "pin": "set", "idle_minutes": 15}
    assert state_of(bar.looker()) == {"mine": False, "pin": "set", "idle_minutes": 15}


@pytest.mark.parametrize("button", [Button.ROLL, Button.STAND])
def test_with_buttons_the_first_pin_needs_a_press(bridge: Bridge, helm: Held, button: Button) -> None:
    waiting = Waiting(lambda: helm.post("/api/owner/pin", json={"pin": PIN}))
    assert bridge.asks() == "owner"
    told = bridge.looker().get("/api/state").json or {}
    assert told["note"] == "Press ROLL on the tray to allow: set the owner’s PIN."
    bridge.press(button)
    assert waiting.answer().status_code == (200 if button is Button.ROLL else 403)
    assert state_of(bridge.looker())["pin"] == ("set" if button is Button.ROLL else "none")


def test_only_the_owner_changes_the_pin_and_no_press_does(bridge: Bridge, helm: Held) -> None:
    keep_pin(bridge.drawer, PIN)
    for path, said in (("/api/owner/pin", {"pin": "1234"}), ("/api/owner/pin/remove", {})):
        assert code_of(helm.post(path, json=said)) == (403, "no_owner")
        assert bridge.table.board.snapshot().asking is None
    assert enter(helm) == (200, "")
    assert helm.post("/api/owner/pin", json={"pin": "1234"}).status_code == 200
    assert enter(bridge.looker()) == (403, "wrong_pin")
    assert enter(bridge.looker(), "1234") == (200, "")
    assert (helm.post("/api/owner/pin/remove", json={}).json or {})["pin"] == "none"


def test_a_lost_pin_is_replaced_by_a_press_at_the_table(bridge: Bridge, helm: Held) -> None:
    bridge.drawer.put("owner", ["rotten"])
    assert state_of(helm)["pin"] == "lost"
    with bridge.allowing(Button.ROLL):
        assert helm.post("/api/owner/pin", json={"pin": PIN}).status_code == 200
    assert enter(bridge.looker()) == (200, "")


def test_another_pin_ends_every_session_of_the_one_before(bar: Bridge) -> None:
    keep_pin(bar.drawer, PIN)
    one, other = bar.looker(), bar.looker()
    assert (enter(one), enter(other)) == ((200, ""), (200, ""))
    assert one.post("/api/owner/pin", json={"pin": "1234"}).status_code == 200
    assert (state_of(one)["mine"], state_of(other)["mine"]) == (True, False)
    keep_pin(bar.drawer, PIN)  # on the machine, while the table runs
    assert state_of(one)["mine"] is False
    assert enter(one) == (200, "")
    forget_pin(bar.drawer)
    assert state_of(one) == {"mine": False, "pin": "none", "idle_minutes": 15}


def test_signing_out_and_a_restart_end_a_session(bar: Bridge) -> None:
    keep_pin(bar.drawer, PIN)
    one, other = bar.looker(), bar.looker()
    enter(one)
    enter(other)
    assert (one.post("/api/owner/sign-out", json={}).json or {})["mine"] is False
    assert (state_of(one)["mine"], state_of(other)["mine"]) == (False, True)
    cookie = other.cookie
    bar.app = bar.started()
    again = bar.looker()
    again.cookie = cookie
    assert state_of(again)["mine"] is False


def test_owner_and_helm_are_independent(bar: Bridge) -> None:
    keep_pin(bar.drawer, PIN)
    helm = bar.hand()
    enter(helm)
    assert helm.post("/api/owner/sign-out", json={}).status_code == 200
    assert (helm.get("/api/helm").json or {})["mine"] is True
    enter(helm)
    assert helm.post("/api/helm/return", json={}).status_code == 200
    assert (state_of(helm)["mine"], (helm.get("/api/helm").json or {})["mine"]) == (True, False)


def test_guesses_from_everywhere_do_not_lock_out_a_phone_that_was_the_owner_s(bar: Bridge) -> None:
    """Not after it has signed out, and not after a restart of the table."""
    keep_pin(bar.drawer, PIN)
    owner = bar.looker()
    enter(owner)
    owner.post("/api/owner/sign-out", json={})
    cookie = owner.cookie
    bar.app = bar.started()
    guest, owner = bar.looker(), bar.looker()
    owner.cookie = cookie
    assert state_of(owner)["mine"] is False
    for number in range(FREE_FOR_ALL):
        guest.environ_base["REMOTE_ADDR"] = f"10.0.0.{number}"
        assert enter(guest, "0000") == (403, "wrong_pin")
    assert enter(guest) == (429, "too_many_tries")
    assert enter(owner) == (200, "")
    keep_pin(bar.drawer, PIN)  # at the machine, which ends the wait
    assert enter(guest) == (200, "")


def test_what_is_no_pin_is_refused_without_a_guess_and_without_an_echo(bar: Bridge) -> None:
    keep_pin(bar.drawer, PIN)
    client = bar.hand()
    none: tuple[object, ...] = ("", "123", "1234567890123", "12a4", "١٢٣٤", 1234, None, ["1234"], "12345\n")
    for path, pin in product(("/api/owner", "/api/owner/pin"), none):
        answer = client.post(path, json={"pin": pin})
        assert code_of(answer) == (400, "bad_request")
        if isinstance(pin, str) and pin:
            assert pin.strip() not in answer.text.replace("12 digits", "")
    assert enter(bar.looker()) == (200, "")


def test_the_pin_is_nowhere_in_clear(bar: Bridge, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    helm, guest = bar.hand(), bar.looker()
    told = [helm.post("/api/owner/pin", json={"pin": PIN}), helm.post("/api/owner", json={"pin": PIN})]
    told += [guest.post("/api/owner", json={"pin": f"{PIN[:-1]}8"}), guest.post("/api/owner", json={"pin": f"{PIN}77"})]
    told += [guest.post("/api/owner", json={"pin": PIN, "x": PIN})]
    for client in (helm, guest):
        told += [client.get(path) for path in ("/api/state", "/api/owner", "/owner", "/", "/api/rolls", "/healthz")]
    texts = [answer.text + str(answer.headers) for answer in told]
    texts += [file.read_bytes().decode("latin-1") for file in tmp_path.rglob("*") if file.is_file()]
    texts += [caplog.text, json.dumps([repr(event) for event in bar.table.board.snapshot().log])]
    assert any('"scrypt"' in text for text in texts)
    assert not any(PIN[:-1] in text for text in texts)


def test_a_refused_page_leads_to_where_it_is_allowed(bar: Bridge) -> None:
    for path, link in (("/helm/more", "/helm"), ("/helm/box/keeping", "/owner")):
        page = bar.looker().get(path)
        assert (page.status_code, f'<a class="button first" href="{link}">' in page.text) == (403, True)
