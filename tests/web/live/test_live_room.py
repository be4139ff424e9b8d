"""The page in a real browser has room: on any screen nothing is too wide, cut off, or too small to be read."""

import pytest

from tests.web import moments
from tests.web.conftest import Serve, Watched
from tests.web.following import opened
from tests.web.scripted import ScriptedTable

pytestmark = pytest.mark.browser

SCREENS = ((390, 844), (820, 1180), (1280, 800), (1920, 1080))


TABLE = ("cargo", "hands", "rounds", "twenty_players", "long_names", "sheets", "eight_sheets")
SHOWN = [*((name, "/") for name in TABLE), ("cargo", "/tv"), ("eight_sheets", "/tv")]


CLIPPED = """() => [...document.querySelectorAll("main *, header *")]
    .filter((one) => one.childElementCount === 0 && one.textContent.trim() && !one.closest(".spoken, bdi, .who, .name"))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
        && getComputedStyle(one).clipPath === "none" && !(one instanceof SVGElement))
    .map((one) => one.outerHTML.slice(0, 120))"""


def test_no_page_is_wider_than_its_screen_and_no_word_is_cut_off(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    """German has the longest words."""
    page, url = watched.page, serve().url.rstrip("/")
    for name, path in SHOWN:
        table.show(moments.ALL[name])
        page.goto(f"{url}{path}?language=de&help=advice")
        for width in (320, 390, 820, 1920):
            page.set_viewport_size({"width": width, "height": 844 if width < 1000 else 1080})
            assert (name, page.evaluate("document.documentElement.scrollWidth")) == (name, width)
            assert (name, width, page.evaluate(CLIPPED)) == (name, width, [])


def test_four_players_need_no_scrolling(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page, url = watched.page, serve().url
    for name in ("cargo", "rolloff", "long_names"):
        table.show(moments.ALL[name])
        page.goto(url)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            assert (name, size) == (name, [width, height])
            for part in ("h1", "#tray", ".slots", ".player:last-child"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (name, part)


def test_the_tv_is_readable_from_four_metres(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    table.show(moments.CARGO)
    watched.page.set_viewport_size({"width": 1920, "height": 1080})
    page = opened(watched.page, serve().url)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert page.locator("h1").evaluate(size) >= 64
    assert page.locator(".score").first.evaluate(size) >= 56
