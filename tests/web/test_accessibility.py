"""axe-core finds nothing to object to on any page, by night and by day, in each language."""

from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.web import moments
from tests.web.axe import objections
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web import create_app
from web.catalogue import LANGUAGES

pytestmark = pytest.mark.browser

MOMENTS = ("cargo", "unsure", "hands", "rounds", "over", "sheets", "joker", "eight_sheets")
PHONE: ViewportSize = {"width": 390, "height": 844}
TV: ViewportSize = {"width": 1920, "height": 1080}


def pages_without_arguments() -> list[str]:
    """The address of every page that needs nothing to be told, and of one that there is not."""
    app = create_app(ScriptedTable(moments.CARGO))
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]
    found = {rule.rule for rule in rules if not rule.rule.startswith("/api/")}
    client = app.test_client()
    whole = {path for path in found - {"/stream"} if client.get(path).data.startswith(b"<!doctype html>")}
    return sorted(whole | {"/nowhere"})


@pytest.fixture(scope="module")
def table() -> ScriptedTable:
    return ScriptedTable(moments.CARGO)


@pytest.fixture(scope="module")
def url(table: ScriptedTable) -> Iterator[str]:
    """Where the pages of that table are."""
    with running(create_app(table, heartbeat=0.1)) as server:
        yield server.url.rstrip("/")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A phone that opens one page after another."""
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.mark.parametrize("path", pages_without_arguments())
def test_no_page_gives_cause_for_objection(page: Page, table: ScriptedTable, url: str, path: str) -> None:
    table.show(moments.CARGO)
    page.set_viewport_size(TV if path == "/tv" else PHONE)
    page.goto(url + path)
    assert objections(page) == []


@pytest.mark.parametrize(("language", "theme"), [*zip(LANGUAGES, cycle(("night", "day")), strict=False)])
def test_no_moment_of_the_table_does(page: Page, table: ScriptedTable, url: str, language: str, theme: str) -> None:
    """Each in every language, and in both lights."""
    page.set_viewport_size(PHONE)
    for name in MOMENTS:
        table.show(moments.ALL[name])
        page.goto(f"{url}/?theme={theme}&language={language}&help=advice")
        assert (name, objections(page)) == (name, [])
