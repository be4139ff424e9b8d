"""Who may set the table up: the first browser of the local network, and from the PIN on the owner."""

import re

import pytest

from engine import Rolled
from tests.web.setup.conftest import ORIGIN, WALK, Place, send
from web.access.guard import FORM, is_local, level_of
from web.access.pin import keep_pin
from web.setup.access import TAKEN_OVER_AFTER


def sentence(text: str) -> str:
    """What a page of the set-up says below its heading."""
    found = re.search(r"<main.*?<p[^>]*>(.*?)</p>", text, re.DOTALL)
    assert found, text
    return found[1]


def test_every_change_of_the_set_up_has_its_level(place: Place) -> None:
    levels = {
        rule.rule: level_of(place.app.view_functions[rule.endpoint])
        for rule in place.app.url_map.iter_rules()
        if rule.rule.startswith("/setup") and "POST" in (rule.methods or ())
    }
    assert levels == {"/setup/<step>": "setup", "/setup/take": "setup"}
    others = {level_of(view) for name, view in place.app.view_functions.items() if not name.startswith("setup.")}
    assert "setup" not in others


def test_a_form_of_another_page_is_refused(place: Place) -> None:
    sites: list[dict[str, str]] = [{**ORIGIN, "Sec-Fetch-Site": site} for site in ("cross-site", "same-site")]
    origins = [{"Origin": one} for one in ("null", "http://evil.example", "http://localhost:81")]
    before = place.files()
    for headers in ({}, *origins, *sites):
        answer = place.browser().post("/setup/language", data=WALK["language"], headers=headers)
        assert (answer.status_code, "another site" in sentence(answer.text)) == (403, True), headers
        assert place.files() == before


def test_anything_but_a_form_is_refused(place: Place) -> None:
    for type_ in ("application/json", "text/plain", "multipart/form-data", None):
        answer = place.browser().post("/setup/language", data=b"language=en", content_type=type_, headers=ORIGIN)
        assert answer.status_code == 415, type_


NEAR = (
    *("127.0.0.1", "192.168.1.7", "10.0.0.9", "172.16.3.4", "169.254.9.9", "::1", "fe80::1%wlan0", "fd00::7"),
    "::ffff:192.168.1.7",
)
FAR = (
    *("172.32.0.1", "::ffff:8.8.8.8", "8.8.8.8", "100.64.0.1", "2001:4860:4860::8888", "0.0.0.0", ""),
    "localhost",
)


def test_the_set_up_is_for_the_local_network(place: Place) -> None:
    for address in (*NEAR, *FAR):
        assert is_local(address) is (address in NEAR), address
        answer = place.browser().get("/setup", environ_base={"REMOTE_ADDR": address})
        assert answer.status_code == (303 if address in NEAR else 403), address
    there = {"REMOTE_ADDR": "8.8.8.8"}
    answer = place.browser().post("/setup/language", data=WALK["language"], headers=ORIGIN, environ_base=there)
    assert (answer.status_code, "setup.json" in place.files()) == (403, False)


def test_behind_a_proxy_nobody_is_near(place: Place) -> None:
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"):
        answer = place.browser().get("/setup", headers={header: "192.168.1.7"})
        assert answer.status_code == 403, header
        assert "own network" in sentence(answer.text)


def test_a_second_phone_sees_who_is_at_it_and_takes_over_when_that_is_idle(place: Place) -> None:
    first, second = place.reached("pin"), place.browser()
    place.clock.now += 70
    first.get("/setup/pin")
    page = second.get("/setup").text
    assert "Another phone is setting up this table." in page
    assert "It began 1 minute ago." in page
    assert second.post("/setup/take", headers=ORIGIN, content_type=FORM).status_code == 403
    assert send(second, "pin", **WALK["pin"]).status_code == 403
    place.clock.now += TAKEN_OVER_AFTER
    assert "Take over" in second.get("/setup").text
    assert second.post("/setup/take", headers=ORIGIN, content_type=FORM).location == "/setup"
    assert second.get("/setup").location == "/setup/pin"
    assert send(first, "pin", **WALK["pin"]).status_code == 403
    assert send(second, "pin", **WALK["pin"]).status_code == 303


def test_of_two_phones_at_once_the_first_begins(place: Place) -> None:
    one, other = place.browser(), place.browser()
    assert "Step 1 of 7" in one.get("/setup/language").text
    assert "Step 1 of 7" in other.get("/setup/language").text
    assert send(one, "language", language="de").status_code == 303
    assert send(other, "language", language="en").status_code == 403
    assert "The owner’s PIN" not in other.get("/setup").text


def test_once_there_is_a_pin_only_it_takes_over(place: Place) -> None:
    first, second = place.reached("camera"), place.browser()
    place.clock.now += 10 * TAKEN_OVER_AFTER
    assert "Enter the owner’s PIN" in sentence(second.get("/setup").text)
    assert second.post("/setup/take", headers=ORIGIN, content_type=FORM).status_code == 403
    for step in WALK:
        before = place.files()
        assert send(second, step, **WALK[step]).status_code == 403
        assert place.files() == before
    assert second.get("/setup/view").status_code == 403
    assert second.get("/setup/sight").status_code == 403
    assert second.post("/api/owner", json={"pin": "4711"}).status_code == 200
    assert second.get("/setup").location == "/setup/camera"
    place.frame()
    assert send(second, "camera").status_code == 303
    # the first one set the PIN and is the owner too
    assert first.get("/setup").location == "/setup/tray"


def test_a_browser_that_left_for_long_needs_the_pin_again(place: Place) -> None:
    client = place.reached("camera")
    cookie = client.get_cookie("quarterdeck_helm")
    assert cookie is not None
    place.start()
    again = place.browser()
    again.set_cookie("quarterdeck_helm", cookie.value)
    assert again.get("/setup").location == "/setup/camera"
    place.clock.now += 16 * 60
    assert "Enter the owner’s PIN" in sentence(again.get("/setup").text)


def test_a_finished_set_up_is_for_the_owner(place: Place) -> None:
    owner = place.reached("codes")
    send(owner, "codes")
    foreign = place.browser()
    assert sentence(foreign.get("/setup").text) == "This table is set up. Enter the owner’s PIN to change it."
    for step in WALK:
        before = place.files()
        assert send(foreign, step, **WALK[step]).status_code == 403
        assert place.files() == before
    page = owner.get("/setup").text
    assert all(f'href="/setup/{step}"' in page for step in WALK)
    assert send(owner, "tray", hold="off_tray", rail="20").location == "/setup"
    offered = owner.get("/owner").text
    assert all((f'href="/setup/{step}"' in offered) is (step != "pin") for step in WALK)
    assert "/setup/tray" not in foreign.get("/owner").text


@pytest.mark.parametrize("old", ["configured", "played", "number", "owner"])
def test_an_existing_table_is_never_pushed_into_it_nor_open(place: Place, old: str) -> None:
    if old == "configured":
        place.file.write_text('[game]\nplayers = ["Ann", "Bob"]\n')
    elif old == "played":
        hand = place.bridge.hand()
        place.bridge.ask(hand, "/api/moves", do="throw", aside=[], dice=[6, 5, 4, 3, 3])
        assert any(isinstance(event, Rolled) for event in place.bridge.table.board.snapshot().log)
    elif old == "number":
        place.first_game = False
    else:
        keep_pin(place.drawer, "0815")
    before = place.files()
    client = place.browser()
    assert "/setup" not in client.get("/").text
    assert "/setup" not in client.get("/tv").text
    assert client.get("/setup").status_code == 200
    assert send(client, "language", language="en").status_code == 403
    assert place.files() == before


@pytest.mark.parametrize(
    "progress", ["", '{"at": "tray", "finished": false, "holder": "its holder"}', '{"at": "tray", "finished": true}']
)
def test_a_table_whose_pin_was_lost_is_not_as_new(place: Place, progress: str) -> None:
    (place.file.parent / "owner.json").write_text("lost")
    if progress:
        (place.file.parent / "setup.json").write_text(progress)
    client = place.browser()
    why = "Forgot the PIN? Set a new one on the machine with “quarterdeck owner”."
    assert sentence(client.get("/setup").text) == why
    assert client.get("/setup/wanted").get_json() == {"wanted": False}
    for step in WALK:
        refused = send(client, step, **WALK[step])
        assert (refused.status_code, why in refused.text) == (403, True)
    refused = client.post("/api/owner", json={"pin": "4711"})
    assert (refused.status_code, refused.get_json()["why"]) == (403, "This table has no owner’s PIN: set one first.")


def test_the_owner_of_a_table_that_never_began_the_set_up_opens_each_step(place: Place) -> None:
    keep_pin(place.drawer, "0815")
    owner = place.browser()
    assert owner.post("/api/owner", json={"pin": "0815"}).status_code == 200
    for step in WALK:
        assert owner.get(f"/setup/{step}").status_code == 200, step
    assert send(owner, "tray", hold="off_tray", rail="20").location == "/setup"
    assert send(place.browser(), "tray", hold="rail", rail="20").status_code == 403


def test_a_table_as_it_was_installed_leads_there(place: Place) -> None:
    client = place.browser()
    assert 'href="/setup">Set up this table' in client.get("/").text
    assert "Code of the set-up" in client.get("/tv").text
    place.reached("tray")
    assert 'href="/setup">Set up this table' in client.get("/").text


def test_a_file_of_the_set_up_that_cannot_be_read_opens_nothing(place: Place) -> None:
    (place.file.parent / "setup.json").write_text('{"at": 7}')
    client = place.browser()
    assert send(client, "language", language="en").status_code == 403
    assert "/setup" not in client.get("/").text
