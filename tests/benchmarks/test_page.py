"""How heavy the page is and how soon something is seen of it, from a server that has served it before.

A bare page is loaded in turn with it: on a busy machine the two are slower together, so their ratio says more.
"""

from statistics import median

import pytest
from playwright.sync_api import Browser, Page

from tests.web import moments
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web.app import create_app

pytestmark = [pytest.mark.benchmark, pytest.mark.browser]

PAGES = {"table": ("twenty_players", "/"), "sheets": ("eight_sheets", "/?help=advice"), "tv": ("sheets", "/tv")}
ENTRIES = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
WEIGHED = f"{ENTRIES}.filter(({{ name }}) => !name.includes('/stream')).map((one) => one.encodedBodySize)"
"""What came over the wire, stream excepted, as the browser counts it."""

FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


BARE = "<!doctype html><title>Bare</title><p>Bare</p>"


def seen(page: Page, url: str) -> float:
    """Milliseconds from asking for the page to its first paint."""
    page.goto(url)
    return float(page.wait_for_function(FIRST_PAINT).json_value())


def first_seen(browser: Browser, url: str) -> float:
    """The same for a phone that has never been here."""
    with browser.new_context() as context:
        return seen(context.new_page(), url)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_weighs_less_than_sixty_kilobytes_and_is_seen_within_300_ms(browser: Browser, name: str) -> None:
    moment, path = PAGES[name]
    app = create_app(ScriptedTable(moments.ALL[moment]))
    app.add_url_rule("/bare", view_func=lambda: BARE)
    with running(app) as server, browser.new_context() as context:
        page = context.new_page()
        seen(page, f"{server.url.rstrip('/')}{path}")
        page.wait_for_function("() => document.readyState === 'complete'")
        weights = page.evaluate(WEIGHED)
        again = [seen(page, f"{server.url.rstrip('/')}{path}") for _ in range(9)]
        first_seen(browser, f"{server.url}bare")
        both = [[first_seen(browser, f"{server.url.rstrip('/')}{one}") for one in (path, "/bare")] for _ in range(9)]
        paints, bare = zip(*both, strict=True)
        page.goto("about:blank")
    print(
        f"\n{name}: {len(weights)} answers, {sum(weights)} bytes; "
        f"first paint {median(paints):.0f} ms, {median(again):.0f} ms again, "
        f"{median(bare):.0f} ms of a bare page"
    )
    assert sum(weights) < 60_000
    assert median(paints) < 300
