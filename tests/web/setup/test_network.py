"""The step that asks for the network: the table's own, the house's or both; on trial until a tap confirms it."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.setup.conftest import Place, send
from web.access.guard import FORM
from web.access.visitor import KEY, Visitor
from web.services.device import NetworkMode, NetworkState, Wifi

OWN, HOME = "10.77.0.1", "192.168.4.7"
THERE: dict[NetworkMode, str] = {"own": OWN, "house": HOME, "both": HOME}


class Networks:
    """Networks that change as soon as they are asked to."""

    def __init__(self) -> None:
        self.now = NetworkState("own", Wifi("Galley", "abcde-fghjk"), OWN, heard=("Bar", "Home"))
        self.asked: list[tuple[NetworkMode, Wifi | None]] = []
        self.kept = False

    def state(self) -> NetworkState:
        return self.now

    def try_out(self, mode: NetworkMode, house: Wifi | None) -> None:
        self.asked.append((mode, house))
        self.now = replace(self.now, mode=mode, left=60, key="the-key-of-the-trial", there=THERE[mode])

    def confirm(self) -> None:
        self.kept, self.now = True, replace(self.now, left=None, key="")


@pytest.fixture
def networks(place: Place) -> Networks:
    place.network = networks = Networks()
    place.start()
    return networks


def at(client: FlaskClient, path: str, here: str, host: str = "", **fields: str) -> TestResponse:
    """Open that page, or send that form, at that address of the table, which it may have by another name."""
    environ = {KEY: Visitor("10.77.0.9", own=False, here=here), "REMOTE_ADDR": "10.77.0.9"}
    base = f"http://{host or here}:8000"
    if fields:
        return client.post(
            path, base_url=base, data=fields, headers={"Origin": base}, content_type=FORM, environ_overrides=environ
        )
    return client.get(path, base_url=base, environ_overrides=environ)


def test_without_a_radio_there_is_no_such_step(place: Place) -> None:
    client = place.reached("camera")
    assert "Step 3 of 7" in client.get("/setup/camera").text
    assert client.get("/setup/network").status_code == 303


def test_the_own_network_that_is_there_is_kept_with_one_tap(place: Place, networks: Networks) -> None:
    client = place.reached("camera")
    page = client.get("/setup/network").text
    assert "Step 3 of 8" in page
    assert re.search(r'value="own" checked', page)
    assert "Both at once" not in page
    assert '<option value="Home">' in page
    assert send(client, "network", mode="own").headers["Location"] == "/setup/camera"
    assert networks.asked == []


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"mode": "house"}, "Enter the name of your Wi-Fi."),
        ({"mode": "house", "wifi": "x" * 33}, "Enter the name of your Wi-Fi."),
        ({"mode": "both", "wifi": "Home", "password": "short"}, "A Wi-Fi password has 8 to 63 characters."),
        ({"mode": "off"}, "Choose a network."),
        ({}, "Choose a network."),
    ],
)
def test_what_cannot_be_a_network_is_refused_with_a_sentence(
    place: Place, networks: Networks, fields: dict[str, str], why: str
) -> None:
    answer = send(place.reached("camera"), "network", **fields)
    assert answer.status_code in (400, 422)
    assert why in answer.text
    assert "short" not in answer.text
    assert networks.asked == []


def test_the_house_network_is_tried_and_kept_where_a_phone_reaches_the_table(place: Place, networks: Networks) -> None:
    client = place.reached("camera")
    assert send(client, "network", mode="house", wifi="Home", password="of the house").status_code == 303
    assert networks.asked == [("house", Wifi("Home", "of the house"))]
    waits = at(client, "/setup/network", OWN, "localhost").text
    assert "The table changes its network now." in waits
    assert "Keep this network" not in waits
    assert "Keep this network" in at(client, "/setup/network", HOME, "localhost").text
    assert not networks.kept
    send(client, "network", do="keep")
    assert networks.kept


def test_a_phone_that_joined_the_own_network_goes_on_there_by_its_link(place: Place, networks: Networks) -> None:
    networks.now = replace(networks.now, mode="house", house="Home")
    first = place.reached("camera")
    send(first, "network", mode="own")
    page = at(first, "/setup/network", "192.168.4.7", "localhost").text
    link = f"http://{OWN}:8000/setup/moved/the-key-of-the-trial"
    assert f'href="{link}"' in page
    assert "abcde-fghjk" in page
    moved = place.browser()  # at the new address its cookies are others
    assert at(moved, "/setup/moved/another-key", OWN).status_code == 303
    assert "Keep this network" not in at(moved, "/setup/network", OWN).text
    at(moved, "/setup/moved/the-key-of-the-trial", OWN)
    assert "Keep this network" in at(moved, "/setup/network", OWN).text
    assert at(moved, "/setup/network", OWN, do="keep").headers["Location"] == "/setup/camera"
    assert networks.kept


@pytest.mark.parametrize("fields", [{"mode": "own"}, {"mode": "house", "wifi": "Home", "password": "of the house"}])
def test_a_second_tap_leads_to_the_change_on_trial_too(
    place: Place, networks: Networks, fields: dict[str, str]
) -> None:
    networks.now = replace(networks.now, mode="both", house="Bar")
    client = place.reached("camera")
    for _tap in range(2):
        assert send(client, "network", **fields).headers["Location"] == "/setup/network"
    assert len(networks.asked) == 1


def test_a_change_that_is_not_there_yet_or_was_taken_back_is_not_kept(place: Place, networks: Networks) -> None:
    client, before = place.reached("camera"), networks.now
    for now in (
        replace(before, mode="house", left=60, key="the-key-of-the-trial"),
        replace(before, went_back="Nobody confirmed the change within a minute: the network is as before."),
    ):
        networks.now = now
        assert send(client, "network", do="keep").headers["Location"] == "/setup/network"
        assert not networks.kept
    networks.now = before
    assert send(client, "network", do="keep").headers["Location"] == "/setup/camera", "a second tap"


def test_why_a_change_was_taken_back_is_said(place: Place, networks: Networks) -> None:
    networks.now = replace(networks.now, went_back="The table couldn’t join Home: check the password.")
    assert "couldn’t join Home" in place.reached("camera").get("/setup/network").text
