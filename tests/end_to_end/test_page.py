"""A recorded game, live in a real browser."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.end_to_end.program import RECORDING, TRUTH, running, url_of
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
"""Notes all that a page shows from now on, until it is loaded anew: some of it is there for a moment only."""


@pytest.mark.browser
def test_the_page_follows_the_game_to_its_true_scores_without_a_reload(browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE)
    with running("demo", "--host", "127.0.0.1", "--port", "0", "--speed", "2") as program:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(url_of(program))
        page.evaluate(KEEPS_WATCH)
        expect(page.locator("h1")).to_contain_text("Mia", timeout=20_000)
        expect(page.locator(".player").nth(0).locator(".score")).to_have_text("9", timeout=40_000)
        for seat, (name, score) in enumerate(TRUTH["result"]["scores"].items()):
            line = page.locator(".player").nth(seat)
            expect(line.locator(".who")).to_have_text(name)
            expect(line.locator(".score")).to_have_text(str(score), timeout=40_000)
        expect(page.locator(".player.won .who")).to_have_text(TRUTH["result"]["winner"])
        statuses, dice = page.evaluate("[[...window.statuses], window.mostDice]")
        assert {"moving", "shown", "over"} <= set(statuses)
        assert dice == 5
        assert said == []
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("boxes", [4, pytest.param(None, marks=pytest.mark.long)], ids=["two boxes each", "all"])
def test_the_sheets_follow_a_game_of_yahtzee_to_their_true_points_through_a_reload(
    browser: Browser, boxes: int | None
) -> None:
    """The first two boxes of each player; ``-m long`` plays on to the end, five boxes each."""
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
        for one in filled[:boxes]:
            cell = page.locator(f"tr.{one['box']} td").nth(["Nora", "Emil"].index(one["player"]))
            expect(cell).to_have_class(re.compile("filled|fresh"), timeout=240_000)
            expect(cell).to_have_text(str(one["points"]))
        if boxes is not None:
            expect(page.locator("tr.total td").nth(1)).to_have_text("90")
            expect(page.locator("h1")).to_contain_text(re.compile("werfen|rollen"))
        else:
            for seat, name in enumerate(("Nora", "Emil")):
                expect(page.locator("tr.total td").nth(seat)).to_have_text(str(truth["result"]["scores"][name]))
        page.goto("about:blank")
        assert said == []
