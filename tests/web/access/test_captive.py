"""Phones that look for the internet in the table's own network, by the requests that their systems send."""

import pytest
from werkzeug.test import TestResponse

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.access.captive import MOST
from web.access.visitor import KEY, Visitor
from web.app import create_app
from web.appliance import Appliance

HERE = "10.77.0.1"
PAGE = f"http://{HERE}:8000/"
APPLE = "CaptiveNetworkSupport-481.0.1 wispr"
DALVIK = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.32 Safari/537.36"
PROBES = [
    ("http://captive.apple.com/hotspot-detect.html", APPLE, b"<TITLE>Success</TITLE></HEAD><BODY>Success</BODY>"),
    ("http://www.apple.com/library/test/success.html", APPLE, b"<TITLE>Success</TITLE>"),
    ("http://www.msftconnecttest.com/connecttest.txt", "Microsoft NCSI", b"Microsoft Connect Test"),
    ("http://www.msftncsi.com/ncsi.txt", "Microsoft NCSI", b"Microsoft NCSI"),
    ("http://detectportal.firefox.com/canonical.html", "Firefox/140.0", b"support.mozilla.org/kb/captive-portal"),
    ("http://detectportal.firefox.com/success.txt?ipv4", "Firefox/140.0", b"success\n"),
    ("http://nmcheck.gnome.org/check_network_status.txt", "libcurl", b"NetworkManager is online\n"),
]
ANDROID = [
    "http://connectivitycheck.gstatic.com/generate_204",
    "http://www.google.com/gen_204",
    "http://play.googleapis.com/generate_204",
]


class Phones:
    """Phones in the own network of a table, or at another address of it."""

    def __init__(self, own: str = HERE) -> None:
        self._app = create_app(ScriptedTable(WAITING), Appliance(own_address=own))

    def get(self, url: str, phone: str = "10.77.0.20", here: str = HERE, agent: str = DALVIK) -> TestResponse:
        environ = {KEY: Visitor(phone, own=False, here=here), "REMOTE_ADDR": phone, "SERVER_PORT": "8000"}
        host, path = url.removeprefix("http://").split("/", 1)
        headers = {"User-Agent": agent}
        return self._app.test_client().get(
            f"/{path}", base_url=f"http://{host}", headers=headers, environ_overrides=environ
        )


@pytest.mark.parametrize(("probe", "agent", "expected"), PROBES)
def test_a_probe_leads_to_the_page_until_the_phone_opened_it(probe: str, agent: str, expected: bytes) -> None:
    phones = Phones()
    led = phones.get(probe, agent=agent)
    assert (led.status_code, led.headers["Location"], led.data) == (302, PAGE, b"")
    assert led.headers["Cache-Control"] == "no-store"
    assert phones.get(PAGE).status_code == 200
    answer = phones.get(probe, agent=agent)
    assert answer.status_code == 200
    assert expected in answer.data
    assert phones.get(probe, phone="10.77.0.21").status_code == 302, "another phone has not seen it"


def test_a_page_that_is_open_while_the_table_restarts_is_known_again_by_its_stream() -> None:
    phones = Phones()
    stream = phones.get(f"{PAGE}stream")
    assert (stream.status_code, stream.mimetype) == (200, "text/event-stream")
    stream.close()
    assert phones.get(PROBES[0][0]).status_code == 200


@pytest.mark.parametrize("probe", ANDROID)
def test_android_is_led_to_the_page_for_ever_or_its_window_would_close(probe: str) -> None:
    phones = Phones()
    for _again in range(3):
        led = phones.get(probe)
        assert (led.status_code, led.headers["Location"]) == (302, PAGE)
        assert phones.get(PAGE).status_code == 200


def test_every_other_name_leads_to_the_page_too_and_nothing_else_is_answered() -> None:
    phones = Phones()
    assert phones.get("http://www.msftconnecttest.com/redirect").headers["Location"] == PAGE
    assert phones.get("http://example.org/api/state").headers["Location"] == PAGE
    assert phones.get(f"http://{HERE}/static/nothing.css").status_code == 404
    assert phones.get(PROBES[0][0]).status_code == 302, "only a page counts"


def test_in_other_networks_a_strange_name_is_refused_as_ever() -> None:
    assert Phones().get(PROBES[0][0], here="192.168.4.1").status_code == 400
    assert Phones(own="").get(PROBES[0][0], here="").status_code == 400


def test_so_many_phones_are_remembered_as_a_network_has_addresses() -> None:
    phones = Phones()
    for number in range(MOST + 1):
        assert phones.get(PAGE, phone=f"10.77.{number // 250}.{number % 250}").status_code == 200
    assert phones.get(PROBES[0][0], phone="10.77.0.0").status_code == 302
    assert phones.get(PROBES[0][0], phone="10.77.1.0").status_code == 200


def test_an_address_at_which_another_device_opened_the_page_is_proven_to_be_reached() -> None:
    phones = Phones()

    def reached() -> object:
        return (phones.get("http://localhost/healthz").json or {})["reached"]

    phones.get("http://192.168.1.5:8000/healthz", "192.168.1.20", "192.168.1.5")
    phones.get("http://192.168.1.5:8000/nowhere", "192.168.1.20", "192.168.1.5")
    phones.get("http://192.168.1.5:8000/", "192.168.1.5", "192.168.1.5")
    phones.get("http://127.0.0.1:8000/", "127.0.0.2", "127.0.0.1")
    assert reached() == []
    for _twice in range(2):
        phones.get("http://192.168.1.5:8000/", "192.168.1.20", "192.168.1.5")
    phones.get(PAGE)
    assert reached() == ["192.168.1.5", HERE]
