"""The log in a real browser: by keys, on every screen, without a word on the console."""

from datetime import datetime

import pytest
from playwright.sync_api import expect

from tests.web import played
from tests.web.conftest import Serve, Watched
from web.appliance import Appliance

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 11, 20, 21).timestamp()
LONG = ("W" * 60, "\u202eevil" * 9, "Mia", "Jonas")


@pytest.fixture
def log(serve: Serve) -> str:
    """Where a log of three games is."""
    games = ((EVENING, played.ship(4, LONG)), (EVENING, played.yahtzee(2, LONG)), (0.0, played.ship(5)))
    return serve(appliance=Appliance(archive=played.PlayedGames(*games))).url.rstrip("/")


def test_a_game_is_leafed_through_with_the_arrow_keys(log: str, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{log}/log/1/0")
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        page.wait_for_url(f"{log}/log/1/{place}")
    page.keyboard.press("End")
    expect(page.locator('.steps a[rel="next"]')).to_have_count(0)
    assert watched.complaints == []


def test_a_replay_plays_by_itself_at_the_speed_that_was_chosen(log: str, fresh: Watched) -> None:
    page = fresh.page
    page.clock.install()
    page.goto(f"{log}/log/1/0")
    pace = page.get_by_role("button", name="Speed")
    expect(pace).to_have_text("1×")
    pace.click()
    pace.click()
    expect(page.get_by_role("button", name="Speed: 4×")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(400)
    assert page.url.endswith("/log/1/0")
    page.clock.run_for(100)
    page.wait_for_url(f"{log}/log/1/1")
    expect(page.get_by_role("button", name="Stop")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(500)
    page.wait_for_url(f"{log}/log/1/2")
    page.get_by_role("button", name="Stop").click()
    page.clock.run_for(5_000)
    assert page.url.endswith("/log/1/2")
    assert fresh.complaints == []
