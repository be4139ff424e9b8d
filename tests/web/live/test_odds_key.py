"""The key for odds and advice on the table: one tap, all that the house allows, and the best choice in one line."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.screens import PHONE, SMALL_PHONE
from tests.web import moments
from tests.web.conftest import Serve, Watched
from tests.web.live.test_advice import help_page
from tests.web.live.test_table_page import main_of
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance

ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}


def test_the_key_offers_what_the_house_allows() -> None:
    assert 'data-level="advice"' in main_of(moments.CARGO)
    for most, there in (("odds", True), ("off", False)):
        app = create_app(ScriptedTable(moments.CARGO), Appliance(most_help=most))  # type: ignore[arg-type]
        html = app.test_client().get("/").text
        assert ('id="odds"' in html) is there
        assert ('data-level="odds"' in html) is there


def test_the_best_choice_is_said_in_one_line_before_everything_else() -> None:
    assert help_page(moments.CARGO, "advice").startswith("Best: Keep 6 5 4, roll two · 37%")
    assert "Best:" not in help_page(moments.CARGO, "odds")
    assert "Best:" not in help_page(moments.OVER, "advice")


@pytest.mark.browser
def test_one_tap_brings_advice_and_another_takes_it_away(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size(PHONE)
    table.show(moments.CARGO)
    page.goto(f"{serve().url}?help=off")
    key = page.get_by_role("button", name="Odds and advice")
    expect(key).to_have_attribute("aria-pressed", "false")
    key.click()
    expect(page.locator(".best-move")).to_have_text("Best: Keep 6 5 4, roll two · 37%")
    expect(key).to_have_attribute("aria-pressed", "true")
    table.show(moments.MIDGAME)  # a moment later the key is still pressed, and advice is that of the moment
    expect(page.locator("h1")).to_contain_text("Ole")
    expect(key).to_have_attribute("aria-pressed", "true")
    table.show(moments.CARGO)
    for size in (PHONE, SMALL_PHONE, ON_ITS_SIDE):
        page.set_viewport_size(size)
        expect(page.locator(".best-move")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator(".best-move")).to_be_attached()
    page.get_by_role("button", name="Odds and advice").click()
    expect(page.locator("#help > *")).to_have_count(0)
    page.reload()
    expect(page.locator("#help > *")).to_have_count(0)
    assert watched.complaints == []
