"""The table is accessible at every moment, in both themes."""

from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page

from engine.i18n import languages
from tests.screens import PHONE
from tests.web import moments
from tests.web.axe import objections
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web.app import create_app

pytestmark = pytest.mark.browser

MOMENTS = ("cargo", "unsure", "hands", "rounds", "over", "sheets", "joker", "eight_sheets")


@pytest.fixture(scope="module")
def table() -> ScriptedTable:
    return ScriptedTable(moments.CARGO)


@pytest.fixture(scope="module")
def url(table: ScriptedTable) -> Iterator[str]:
    with running(create_app(table, heartbeat=0.1)) as server:
        yield server.url.rstrip("/")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.mark.parametrize("theme", ["night", "day"])
def test_the_table_is_accessible_at_every_moment(page: Page, table: ScriptedTable, url: str, theme: str) -> None:
    for name, language in zip(MOMENTS, cycle(languages()), strict=False):
        table.show(moments.ALL[name])
        page.goto(f"{url}/?theme={theme}&language={language}&help=advice")
        assert (name, language, objections(page)) == (name, language, [])
