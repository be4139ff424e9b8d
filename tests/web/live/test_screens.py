"""The TV, the camera's page, and how a screen looks."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
import segno
from segno.helpers import make_wifi_data

from table.games.messages import pairing
from table.panel import Signal
from tests.web import moments
from tests.web.live.test_table_page import text_of
from tests.web.scripted import ScriptedTable
from web.access.visitor import KEY, Visitor
from web.app import create_app
from web.appliance import Appliance
from web.guests.join_info import qr_of
from web.services.device import Wifi


def page(path: str, appliance: Appliance | None = None, headers: Mapping[str, str] = {}) -> str:
    appliance = appliance or Appliance(pictures=lambda: None)
    client = create_app(ScriptedTable(moments.CARGO), appliance).test_client()
    answer = client.get(path, headers=dict(headers))
    assert answer.status_code == 200
    return answer.text


def test_the_tv_shows_a_code_with_the_address_that_it_was_opened_by() -> None:
    html = page("/tv", headers={"Host": "192.168.1.5:8000"})
    assert f'd="{qr_of("http://192.168.1.5:8000/").path}"' in html
    assert "192.168.1.5:8000" in text_of(html)


def test_a_tv_on_the_machine_itself_shows_the_address_that_phones_have() -> None:
    html = page("/tv", Appliance(address=lambda: "tray.local"), {"Host": "localhost:8000"})
    assert f'd="{qr_of("http://tray.local:8000/").path}"' in html


def test_the_address_is_asked_for_again_with_each_page() -> None:
    addresses = iter(["tray.local", *["10.42.0.1"] * 3])
    client = create_app(ScriptedTable(moments.CARGO), Appliance(address=lambda: next(addresses))).test_client()
    assert client.get("/address").json == {"address": "tray.local:80"}
    assert qr_of("http://10.42.0.1:80/").path in client.get("/tv").text


@pytest.mark.parametrize("host", ["127.0.1.1:8000", "[::1]:8000"])
def test_any_address_of_the_machine_itself_is_none_for_phones(host: str) -> None:
    html = page("/tv", Appliance(address=lambda: "10.42.0.1"), {"Host": host})
    assert qr_of("http://10.42.0.1:8000/").path in html


@pytest.mark.parametrize(
    ("asked", "here", "shown"),
    [
        ("http://tray.local:8000/", "10.42.0.1", "http://10.42.0.1:8000/"),
        ("http://TRAY.local.:8000/", "192.168.7.2", "http://192.168.7.2:8000/"),
        ("http://tray.local:8000/", "fe80::1", "http://172.16.0.1:8000/"),
        ("http://tray.local:8000/", "127.0.1.1", "http://172.16.0.1:8000/"),
        ("http://tray.local/", "", "http://tray.local/"),
        ("https://tray.local/", "10.42.0.1", "https://tray.local/"),
        ("http://192.168.7.2:8000/", "10.42.0.1", "http://192.168.7.2:8000/"),
        ("http://dice.bar.lan/", "10.42.0.1", "http://dice.bar.lan/"),
        ("http://localhost:8000/", "10.42.0.1", "http://172.16.0.1:8000/"),
    ],
)
def test_a_screen_shows_the_address_of_its_own_network_for_a_name_that_not_all_phones_find(
    asked: str, here: str, shown: str
) -> None:
    """With an empty ``here``, behind a proxy, and with TLS the name may be needed."""
    app = create_app(
        ScriptedTable(moments.CARGO), Appliance(address=lambda: "172.16.0.1", hosts=("tray.local", "dice.bar.lan"))
    )
    visitor = {KEY: Visitor("192.0.2.9", own=False, here=here)}
    html = app.test_client().get("/tv", base_url=asked, environ_overrides=visitor).text
    assert f'd="{qr_of(shown).path}"' in html
    assert ("data-address" in html) == (shown != asked)


def test_the_code_of_the_wifi_is_shown_where_it_is_known_and_its_password_is_not_written() -> None:
    assert "Wi-Fi" not in text_of(page("/tv"))
    html = page("/tv", Appliance(wifi=lambda _host: Wifi("Galley", "rum;cola")))
    assert f'd="{qr_of(make_wifi_data("Galley", "rum;cola", "WPA")).path}"' in html
    assert "Wi-Fi Galley" in text_of(html)
    assert "rum" not in html


def test_a_code_has_the_modules_that_segno_makes() -> None:
    code = qr_of("http://tray.local/")
    dark = sum(sum(row) for row in segno.make("http://tray.local/", error="m", micro=False).matrix)
    assert sum(map(int, re.findall(r"h(\d+)", code.path))) == dark


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_while_pairing_is_open_the_address_of_the_helm_is_shown_to_scan(path: str) -> None:
    client = create_app(ScriptedTable(moments.PAIRING), Appliance(address=lambda: "tray.local")).test_client()
    html = client.get(path).text
    assert "On your phone open Menu › The helm" in text_of(html)
    assert '<img src="/pairing.svg"' in html
    drawn = client.get("/pairing.svg", headers={"Host": "localhost:8000"})
    assert drawn.mimetype == "image/svg+xml"
    assert qr_of("http://tray.local:8000/helm").path in drawn.text


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_every_page_shows_the_signal_that_the_lamp_shows(path: str) -> None:
    html = create_app(ScriptedTable(moments.PAIRING_SHOWN)).test_client().get(path).text
    assert "Blue, 2 blinks Press ROLL to accept the phone showing this" in text_of(html)
    assert 'class="bulb blue blinks-2"' in html


def test_without_pairing_nothing_of_it_is_shown() -> None:
    assert "pairing.svg" not in create_app(ScriptedTable(moments.CARGO)).test_client().get("/tv").text


@pytest.mark.parametrize("signal", [None, Signal("blue", 2)])
def test_the_sentence_on_pairing_is_not_said_beside_its_panel(signal: Signal | None) -> None:
    said = replace(moments.PAIRING, note=pairing(signal))
    assert said.note is not None
    assert said.note not in text_of(create_app(ScriptedTable(said)).test_client().get("/").text)
    refused = replace(moments.PAIRING, note="A four needs the captain (5) first.")
    assert "needs the captain" in create_app(ScriptedTable(refused)).test_client().get("/").text


def test_the_camera_page_links_the_picture_where_there_is_a_camera() -> None:
    assert 'src="/api/picture"' in page("/camera")
    without = create_app(ScriptedTable(moments.CARGO)).test_client().get("/camera").text
    assert "The configuration has no camera" in text_of(without)
    assert "/api/picture" not in without


@pytest.mark.parametrize("path", ["/", "/tv", "/camera"])
def test_without_scripts_a_page_refreshes_itself_within_five_seconds(path: str) -> None:
    seconds = re.findall(r'<noscript><meta http-equiv="refresh" content="(\d+)"></noscript>', page(path))
    assert len(seconds) == 1
    assert 1 <= int(seconds[0]) <= 5


@pytest.mark.parametrize(
    ("query", "chosen"),
    [
        ("", ["English", "Dark", "No help", "No sound"]),
        ("?theme=day&help=odds", ["English", "Light", "Odds only", "No sound"]),
        ("?sound=effects", ["English", "Dark", "No help", "Effects", "Medium"]),
    ],
)
def test_the_look_of_a_screen_is_chosen_by_links_that_work_without_scripts(query: str, chosen: list[str]) -> None:
    html = page(f"/look{query}")
    assert re.findall(r'<a class="button"[^>]*aria-current="true"[^>]*>([^<]+)</a>', html) == chosen
    assert 'href="/look?language=de&amp;theme=' in html


@pytest.mark.parametrize(("path", "marks"), [("/", 0), ("/camera", 0), ("/look", 1), ("/nowhere", 0)])
def test_every_page_has_the_menu_of_six_and_marks_where_one_is(path: str, marks: int) -> None:
    html = create_app(ScriptedTable(moments.CARGO)).test_client().get(path).text
    [menu] = re.findall(r'<nav aria-label="Pages">.*?</nav>', html, re.DOTALL)
    assert menu.count("<li>") == 6
    assert menu.count('aria-current="page"') == marks
