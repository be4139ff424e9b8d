"""Every page, with all that it can have on it: accessible, not too wide, and without a message on the console.

Themes and languages take turns; ``pytest -m long tests/web/test_every_page.py`` tries each page in all of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import cycle

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from engine import Rolled, Started
from engine.i18n import languages
from tests.pages import take_the_helm
from tests.screens import PHONE, SMALL_PHONE, TV
from tests.web import moments, played
from tests.web.api.conftest import REGULARS, Bridge, Knobs, bridge_of
from tests.web.axe import objections
from tests.web.conftest import Watched, running
from tests.web.helm.conftest import EXPECTED
from tests.web.helm.cupboard import Cupboard
from tests.web.scripted import ScriptedTable
from tests.web.targets import hidden_focus, small_texts, too_small
from web.app import create_app
from web.appliance import Appliance
from web.services.device import Finding, Wifi
from web.viewer import THEMES

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 11, 20, 21).timestamp()
NAMES = ("W" * 60, "\u202eevil" * 9, "Mia", "Jonas")
GAMES = ((EVENING, played.ship(4, NAMES)), (EVENING, played.yahtzee(2, NAMES)), (0.0, played.ship(5)))
FILLED = {"key": "Mia", "number": 1, "place": 4}
DESKTOP = 1280
WIDTHS = (320, DESKTOP)
"""Pixels of the screens on which everything is tapped: the smallest phone and a desktop."""
ENDLESS = ("/stream", "/api/events")
LOOKS = [(theme, language) for theme in sorted(THEMES) for language in sorted(languages())]


class Box(Cupboard):
    def __init__(self) -> None:
        super().__init__()
        self._jpeg = cv2.imencode(".jpg", np.full((180, 320, 3), 90, np.uint8))[1].tobytes()

    def findings(self) -> Sequence[Finding]:
        return [
            Finding("camera", "green", "It gives pictures."),
            Finding("disk", "amber", "It is nearly full.", "Make room."),
            Finding("clock", "red", "It stands still.", "Wind it up."),
            Finding("focus", "grey", "needs the camera"),
        ]

    def view(self) -> bytes | None:
        return self._jpeg


def app_of(bridge: Bridge) -> Flask:
    box, board, knobs = Box(), bridge.table.board, Knobs()
    knobs.change(dict.fromkeys(("replays", "replays_on_tv", "figures", "reactions", "attract"), True))
    appliance = Appliance(
        helm=board,
        codes=bridge.codes,
        pictures=box.view,
        settings=knobs,
        guests=lambda: REGULARS,
        doctor=box.findings,
        calibration=box,
        chest=box,
        archive=played.PlayedGames(*GAMES),
        secret=b"a secret that everybody knows...",
        wifi=lambda _host: Wifi("Galley", "rum and cola"),
    )
    return create_app(board, appliance)


def pages_of(app: Flask, at_helm: Page, url: str) -> list[str]:
    found = {"/nowhere", "/log/2", "/log/2/20", "/board?of=evening"}
    places = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule not in ENDLESS:
            path = places.build(rule.endpoint, {name: FILLED.get(name, "x") for name in rule.arguments})
            answer = at_helm.request.get(f"{url}{path}")
            if answer.ok and answer.body().startswith(b"<!doctype html>"):
                found.add(path)
    return sorted(found)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[tuple[str, list[str], Watched]]:
    start = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
    with bridge_of(tmp_path_factory.mktemp("house"), start, Rolled((6, 5, 4, 3, 3))) as bridge:
        app = app_of(bridge)
        with running(app) as server, browser.new_context(viewport=SMALL_PHONE, reduced_motion="reduce") as context:
            phone = Watched(context.new_page())
            take_the_helm(phone.page, server.url, bridge.code())
            url = server.url.rstrip("/")
            yield url, pages_of(app, phone.page, url), phone


def complaints_of(phone: Watched, url: str, path: str, look: tuple[str, str]) -> Iterator[str]:
    phone.complaints.clear()
    page, (theme, language) = phone.page, look
    page.set_viewport_size(TV if path == "/tv" else SMALL_PHONE)
    page.goto(f"{url}{path}{'&' if '?' in path else '?'}theme={theme}&language={language}")
    assert page.locator("html").get_attribute("lang") == language
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = objections(page) + [f"{over} px too wide"] * (over > 0)
    found += [one for one in phone.complaints if not one.startswith(EXPECTED)]
    yield from (f"{path} {theme} {language}: {one}" for one in found)


NAMED = """() => {
    const shows = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
    const isAlone = ({ control }) => !(control && shows(control));
    const labels = [...document.querySelectorAll("label")].filter((one) => shows(one) && isAlone(one));
    return [
        [...document.querySelectorAll("[id]")].map((one) => [one.id, one.localName]),
        labels.map((one) => one.textContent.trim()),
    ];
}"""
"""The ids on a page with the elements that have them, and the visible labels whose control is not."""


class Ids:
    """What each id means: a style or a script that names one meets no other element, on any page or sheet."""

    def __init__(self) -> None:
        self._meant = dict[str, str]()

    def complaints(self, page: Page, where: str) -> Iterator[str]:
        named, labels = page.evaluate(NAMED)
        yield from (f"{where}: {label!r} has no visible control" for label in labels)
        yield from (f"{where}: {name!r} twice" for name, many in Counter(name for name, _ in named).items() if many > 1)
        for name, element in named:
            if self._meant.setdefault(name, element) != element:
                yield f"{where}: {name!r} is {element} and {self._meant[name]}"


def small_on(page: Page, where: str) -> Iterator[str]:
    """What is too small for fingers and eyes on each width of a screen."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            yield f"{where}, {width} px wide: wider than the screen"
        for fault in (*too_small(page, is_phone=width < DESKTOP), *small_texts(page), *hidden_focus(page)):
            yield f"{where}, {width} px wide: {fault}"


def test_every_page_is_tried(house: tuple[str, list[str], Watched]) -> None:
    assert {"/", "/tv", "/camera", "/look", "/log", "/players/Mia", "/helm", "/helm/box/doctor"} <= set(house[1])
    assert len(house[1]) >= 24


def test_every_page_is_accessible_fits_is_quiet_and_can_be_tapped(house: tuple[str, list[str], Watched]) -> None:
    url, paths, phone = house
    page, ids, found = phone.page, Ids(), list[str]()
    for path, look in zip(paths, cycle(LOOKS), strict=False):
        found += complaints_of(phone, url, path, look)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found += ids.complaints(page, path)
        page.evaluate("document.querySelectorAll('details.menu').forEach((one) => { one.open = false; })")
        if path == "/":
            page.locator("#helm-bar .key").first.wait_for()
        found += small_on(page, path)
    for sheet in ("hand", "latest", "more", "company", "rolls/1/0", "keys"):
        page.set_viewport_size(SMALL_PHONE)
        page.goto(f"{url}/?language=en")
        page.locator("#helm-bar .key").first.wait_for()
        page.evaluate(f"""import('/static/helm-sheet.js').then(({{ open }}) => open('/helm/{sheet}'))""")
        expect(page.locator("#helm-sheet h2")).to_be_focused()
        found += ids.complaints(page, sheet)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found += [f"{sheet} {one}" for one in too_small(page, is_phone=width < DESKTOP, within="#helm-sheet")]
    assert found == []


def test_a_page_that_needs_its_scripts_says_so_without_one(house: tuple[str, list[str], Watched]) -> None:
    url, paths, phone = house
    page = phone.page
    needy = [path for path in paths if path == "/camera" or path.startswith(("/helm", "/owner"))]
    assert len(needy) >= 8
    assert [path for path in needy if 'id="alone"' not in page.request.get(f"{url}{path}").text()] == []
    page.route("**/frame.js", lambda route: route.abort())
    page.goto(f"{url}/helm")
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    expect(page.locator("#alone")).to_be_visible()
    page.unroute("**/frame.js")
    with page.expect_navigation():
        page.locator("#alone a").click()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(page.locator("#alone")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_is_so_in_every_theme_and_language(
    house: tuple[str, list[str], Watched], look: tuple[str, str]
) -> None:
    url, paths, phone = house
    assert [one for path in paths for one in complaints_of(phone, url, path, look)] == []


def test_pages_are_so_for_phones_that_are_not_at_the_helm(
    house: tuple[str, list[str], Watched], browser: Browser
) -> None:
    url, _, _ = house
    with browser.new_context(viewport=SMALL_PHONE, reduced_motion="reduce") as context:
        phone = Watched(context.new_page())
        looks = zip(("/", "/helm", "/helm/box/doctor"), LOOKS, strict=False)
        found = [one for path, look in looks for one in complaints_of(phone, url, path, look)]
    assert found == []


MOMENTS = ("cargo", "unsure", "hands", "rounds", "over", "sheets", "joker", "eight_sheets")


def test_the_table_is_accessible_at_every_moment(browser: Browser) -> None:
    table = ScriptedTable(moments.CARGO)
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    with running(create_app(table, heartbeat=0.1)) as server, context:
        page = context.new_page()
        for name, (theme, language) in zip(MOMENTS, cycle(LOOKS[::-1]), strict=False):
            table.show(moments.ALL[name])
            page.goto(f"{server.url}?theme={theme}&language={language}&help=advice")
            assert (name, theme, language, objections(page)) == (name, theme, language, [])
