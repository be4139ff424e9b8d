"""How heavy the page is and how soon something is seen of it, from a server that has served it before."""

import gzip
from statistics import median

import pytest
from playwright.sync_api import Browser, Page

from tests.web import moments
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web import create_app

pytestmark = [pytest.mark.benchmark, pytest.mark.browser]

PAGES = {"table": ("twenty_players", "/"), "sheets": ("eight_sheets", "/?help=advice"), "tv": ("sheets", "/tv")}
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def seen(page: Page, url: str) -> float:
    """Milliseconds from asking for the page to its first paint."""
    page.goto(url)
    return float(page.wait_for_function(FIRST_PAINT).json_value())


@pytest.mark.parametrize("name", PAGES)
def test_a_page_weighs_less_than_sixty_kilobytes_and_is_seen_within_300_ms(browser: Browser, name: str) -> None:
    moment, path = PAGES[name]
    with running(create_app(ScriptedTable(moments.ALL[moment]))) as server, browser.new_context() as context:
        page = context.new_page()
        asked: set[str] = set()
        page.on("response", lambda answer: asked.add(answer.url))
        seen(page, f"{server.url.rstrip('/')}{path}")
        bodies = [page.request.get(url).body() for url in asked if "/stream" not in url]
        paints = [seen(page, f"{server.url.rstrip('/')}{path}") for _ in range(9)]
        page.goto("about:blank")
    plain, packed = sum(map(len, bodies)), sum(len(gzip.compress(body)) for body in bodies)
    print(f"\n{name}: {len(bodies)} answers, {plain} bytes, {packed} compressed; first paint {median(paints):.0f} ms")
    assert packed < 60_000
    assert median(paints) < 300
