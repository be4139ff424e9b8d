"""Special words are explained where they stand, by tap and by key."""

import pytest
from playwright.sync_api import expect

from tests.screens import PHONE
from tests.web import moments
from tests.web.conftest import Serve, Watched
from tests.web.following import opened, shows
from tests.web.scripted import ScriptedTable

pytestmark = pytest.mark.browser


def test_a_word_opens_and_closes_by_key_and_outlives_news(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    table.show(moments.POT)
    page = opened(watched.page, serve().url)
    page.set_viewport_size(PHONE)
    meaning = page.locator("#term-ante")
    expect(meaning).to_be_hidden()
    page.get_by_role("button", name="Ante 5").focus()
    page.keyboard.press("Enter")
    expect(meaning).to_contain_text("What each player pays")
    table.show(moments.MIDGAME)
    shows(page, moments.MIDGAME.prompt)
    expect(meaning).to_be_visible()
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    page.get_by_role("button", name="hammer").click()
    expect(page.locator("#term-hammer")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert watched.complaints == []
