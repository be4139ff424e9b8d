"""A recorded game, live in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.end_to_end.program import TRUTH, running, url_of


@pytest.mark.browser
def test_the_page_follows_the_game_to_its_true_scores_without_a_reload(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    with running("demo", "--host", "127.0.0.1", "--port", "0", "--speed", "2") as program:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(url_of(program))
        page.evaluate("window.openedOnce = true")
        expect(page.locator("h1")).to_contain_text("Mia", timeout=20_000)
        expect(page.locator("#table")).to_have_class(re.compile("shown"), timeout=30_000)
        assert page.locator("svg .die").count() == 5
        expect(page.locator(".player").nth(0).locator(".score")).to_have_text("9", timeout=40_000)
        for seat, (name, score) in enumerate(TRUTH["result"]["scores"].items()):
            line = page.locator(".player").nth(seat)
            expect(line.locator(".who")).to_have_text(name)
            expect(line.locator(".score")).to_have_text(str(score), timeout=40_000)
        expect(page.locator(".player.won .who")).to_have_text(TRUTH["result"]["winner"])
        assert page.evaluate("window.openedOnce") is True
        assert said == []
    context.close()
