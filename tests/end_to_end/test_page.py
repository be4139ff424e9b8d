"""A recorded game, live in a real browser.

Whole recorded games with ``pytest -m long tests/end_to_end/test_page.py``.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.program import RECORDING, ended, running, url_of
from tests.screens import PHONE

pytestmark = pytest.mark.browser

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


def recorded(name: str) -> tuple[Path, dict[str, Any]]:
    folder = RECORDING.with_name(name)
    return folder, json.loads((folder / "recording.json").read_text("utf-8"))


@contextmanager
def demo(browser: Browser, recording: Path, speed: int, locale: str = "en") -> Iterator[Page]:
    """The page of a recording that plays; it says nothing on the console, and SIGTERM ends the program with 143."""
    with (
        browser.new_context(viewport=PHONE, locale=locale) as context,
        running("demo", "--host", "127.0.0.1", "--port", "0", "--speed", str(speed), recording) as program,
    ):
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(url_of(program))
        yield page
        page.goto("about:blank")
        assert said == []
        assert ended(program) == 143


@pytest.mark.parametrize("name", ["shifting-cargo", pytest.param("first-evening", marks=pytest.mark.long)])
def test_the_page_follows_a_recording_to_its_true_scores_without_a_reload(browser: Browser, name: str) -> None:
    """One turn; ``-m long`` plays a whole game."""
    recording, truth = recorded(name)
    result = truth["result"]
    with demo(browser, recording, 4) as page:
        page.evaluate(KEEPS_WATCH)
        for player, score in result["scores"].items():
            line = page.locator(".player", has_text=player)
            expect(line.locator(".score")).to_have_text(str(score), timeout=120_000)
        if result["winner"]:
            expect(page.locator(".player.won .who")).to_have_text(result["winner"])
        statuses, dice = page.evaluate("[[...window.statuses], window.mostDice]")
        assert {"moving", "shown", *(["over"] if result["winner"] else [])} <= set(statuses)
        assert dice == 5


@pytest.mark.long
def test_the_sheets_follow_a_game_of_yahtzee_to_their_true_points_through_a_reload(browser: Browser) -> None:
    recording, truth = recorded("yahtzee")
    players = ("Nora", "Emil")
    with demo(browser, recording, 5, "de") as page:
        expect(page.locator("tr.sixes td").first).to_have_class(re.compile("would"), timeout=120_000)
        page.reload()
        for one in (event for event in truth["events"] if "box" in event):
            cell = page.locator(f"tr.{one['box']} td").nth(players.index(one["player"]))
            expect(cell).to_have_class(re.compile("filled|fresh"), timeout=240_000)
            expect(cell).to_have_text(str(one["points"]))
        for seat, name in enumerate(players):
            expect(page.locator(".seat .score").nth(seat)).to_have_text(str(truth["result"]["scores"][name]))
