"""axe-core finds nothing to object to on any page, by night and by day, in each language."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.web import moments
from tests.web.conftest import Serve
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


def objections(page: Page) -> list[str]:
    """What axe-core objects to on that page, each with the element it means."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("path", pages_without_arguments())
def test_no_page_gives_cause_for_objection(serve: Serve, table: ScriptedTable, browser: Browser, path: str) -> None:
    table.show(moments.CARGO)
    with browser.new_context(viewport=TV if path == "/tv" else PHONE, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{serve().url.rstrip('/')}{path}")
        assert objections(page) == []


@pytest.mark.parametrize("theme", ["night", "day"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_moment_of_the_table_does(
    serve: Serve, table: ScriptedTable, browser: Browser, theme: str, language: str
) -> None:
    url = serve().url
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        page = context.new_page()
        for name in MOMENTS:
            table.show(moments.ALL[name])
            page.goto(f"{url}?theme={theme}&language={language}&help=advice")
            assert (name, objections(page)) == (name, [])
