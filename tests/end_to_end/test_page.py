"""A recorded game, live in a real browser.

Whole recorded games with ``pytest -m long tests/end_to_end/test_page.py``.
"""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.end_to_end.program import RECORDING, running, url_of
from tests.screens import PHONE

KEEPS_WATCH = """() => {
    window.statuses = new Set();
    window.mostDice = 0;
    const look = () => {
        window.statuses.add(document.getElementById("table").classList[0]);
        window.mostDice = Math.max(window.mostDice, document.querySelectorAll("svg .die").length);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Records what a page shows until it is loaded again: some of it is there for a moment only."""


@pytest.mark.browser
@pytest.mark.parametrize("name", ["shifting-cargo", pytest.param("first-evening", marks=pytest.mark.long)])
def test_the_page_follows_a_recording_to_its_true_scores_without_a_reload(browser: Browser, name: str) -> None:
    """One turn; ``-m long`` plays a whole game."""
    recording = RECORDING.with_name(name)
    result = json.loads((recording / "recording.json").read_text("utf-8"))["result"]
    with (
        browser.new_context(viewport=PHONE) as context,
        running("demo", "--host", "127.0.0.1", "--port", "0", "--speed", "4", recording) as program,
    ):
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(url_of(program))
        page.evaluate(KEEPS_WATCH)
        for player, score in result["scores"].items():
            line = page.locator(".player", has_text=player)
            expect(line.locator(".score")).to_have_text(str(score), timeout=120_000)
        if result["winner"]:
            expect(page.locator(".player.won .who")).to_have_text(result["winner"])
        statuses, dice = page.evaluate("[[...window.statuses], window.mostDice]")
        assert {"moving", "shown", *(["over"] if result["winner"] else [])} <= set(statuses)
        assert dice == 5
        page.goto("about:blank")
        assert said == []


@pytest.mark.browser
@pytest.mark.long
def test_the_sheets_follow_a_game_of_yahtzee_to_their_true_points_through_a_reload(browser: Browser) -> None:
    recording = RECORDING.with_name("yahtzee")
    truth = json.loads((recording / "recording.json").read_text("utf-8"))
    filled = [one for one in truth["events"] if "box" in one]
    with (
        browser.new_context(viewport=PHONE, locale="de") as context,
        running("demo", "--host", "127.0.0.1", "--port", "0", "--speed", "5", recording) as program,
    ):
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(url_of(program))
        expect(page.locator("tr.sixes td").first).to_have_class(re.compile("would"), timeout=120_000)
        page.reload()
        for one in filled:
            cell = page.locator(f"tr.{one['box']} td").nth(["Nora", "Emil"].index(one["player"]))
            expect(cell).to_have_class(re.compile("filled|fresh"), timeout=240_000)
            expect(cell).to_have_text(str(one["points"]))
        for seat, name in enumerate(("Nora", "Emil")):
            expect(page.locator("tr.total td").nth(seat)).to_have_text(str(truth["result"]["scores"][name]))
        page.goto("about:blank")
        assert said == []
