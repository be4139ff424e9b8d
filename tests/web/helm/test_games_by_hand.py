"""A game of each kind is entered by hand on a phone, to its end, with the moves that the page's advice names."""

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import expect

from engine import Started, fold
from engine.game import games_of_all
from engine.turns.game import TurnGame
from tests.web.helm.conftest import Bar
from web.games import game_on_the_page
from web.games.page import Way

pytestmark = pytest.mark.browser

SHORT = {
    "pig": {"goal": 25},
    "threes": {"dice": 4},
    "midnight": {},
    "farkle": {"goal": 2000, "opening": 0},
    "bar-dice": {"lives": 1},
}
OTHERS = sorted({game.presets[0] for game in games_of_all() if isinstance(game, TurnGame)} - {"farkle", "bar-dice"})
MOST = 60
"""Moves after which a short game is over in any case that the seeds below bring."""
LONGEST = 600


def best(bar: Bar) -> Way | None:
    """Return the best move now, None where all dice are thrown."""
    state = bar.bridge.table.board.snapshot().state
    ways = game_on_the_page(state).help(state).ways
    return ways[0] if len(ways) > 1 or any(way.keep for way in ways) else None


@pytest.mark.parametrize(
    "preset", ["farkle", "bar-dice", *(pytest.param(preset, marks=pytest.mark.long) for preset in OTHERS)]
)
def test_a_game_is_entered_by_hand_to_its_end(bar: Bar, preset: str) -> None:
    dice = Random(preset)
    bar.begin(Started(preset, ("Mia", "Jonas"), "Mia", SHORT.get(preset, {})))
    page = bar.page
    bar.by_hand()
    for _ in range(MOST if preset in SHORT else LONGEST):
        if bar.bridge.table.board.snapshot().state.phase == "over":
            break
        tiles = page.locator(".sets li")
        if tiles.count():
            before = page.locator("#table").get_attribute("data-event")
            tiles.first.click()
            bar.counted(before)
            continue
        way = best(bar)
        if way is not None and not way.throw:
            bar.stand()
            continue
        keep = Counter(way.keep if way else ())
        for key in page.locator("[data-place]").all():
            face = int(key.get_attribute("aria-label") or 0)
            if (key.get_attribute("aria-pressed") == "true") != (keep[face] > 0):
                key.click()
            keep[face] -= keep[face] > 0
        staying, places = page.locator("#places .stays").count(), page.locator("#places .place").count()
        bar.tell(*(dice.randint(1, 6) for _ in range(places - staying or places)))
    state = bar.bridge.table.board.snapshot().state
    assert state.phase == "over"
    assert fold(bar.written()) == state
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".ranking li").first).to_contain_text(state.winner or state.tied[0])
    bar.had_no_complaints()
