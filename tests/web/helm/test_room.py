"""The table is visible above the helm's keys: on a phone upright or on its side, a tablet, a laptop.

Of a score sheet on a phone upright the boxes that may be filled are, with rows for a thumb; totals may lie below.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from engine import Event, Rolled, Started
from tests.web.helm.conftest import Harbour

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (844, 390), (820, 1180), (1024, 768), (1280, 800), (1366, 768)]
NAMES = ("Maximiliane-Charlotte Ohm", "Jonas", "Łukasz of Gdańsk", "Ole")
GAMES: dict[str, tuple[Event, ...]] = {
    "ship": (Started("dice-game-depot", NAMES, NAMES[0], {}), Rolled((6, 5, 2, 3, 3))),
    "yahtzee": (Started("yahtzee-handout", NAMES, NAMES[0], {}), Rolled((5, 5, 1, 2, 3))),
}

BEHIND = """() => {
    const keys = document.getElementById("helm").getBoundingClientRect();
    scrollTo(0, document.body.scrollHeight);
    const under = [...document.querySelectorAll("#table h1, #tray, .slot, .player, .sheet tr")]
        .filter((one) => one.getBoundingClientRect().bottom > keys.top + 2);
    return under.map((one) => one.className || one.id || one.tagName);
}"""


OPEN_BEHIND = """() => {
    const keys = document.getElementById("helm").getBoundingClientRect();
    scrollTo(0, 0);
    return [...document.querySelectorAll("tr.open")]
        .filter((one) => one.getBoundingClientRect().bottom > keys.top).map((one) => one.className);
}"""


IN_SIGHT = """() => {
    const line = document.querySelector(".best-move"), box = line.getBoundingClientRect();
    return [box.top + 2, box.bottom - 2].every((y) => document.elementFromPoint(innerWidth / 2, y) === line);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_table_lies_behind_the_keys(moor: Callable[..., Harbour], game: str) -> None:
    page = moor(*GAMES[game]).at_helm().page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#helm-bar .key").first).to_be_visible()
        assert page.evaluate(BEHIND) == [], f"{width}×{height}"
        assert page.evaluate(OPEN_BEHIND) == [], f"{width}×{height}"
        if game == "yahtzee" and (width, height) == SIZES[0]:
            continue
        too_high = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert too_high <= 0, f"{width}×{height} scrolls by {too_high}"


def test_the_best_choice_lies_right_above_the_keys(moor: Callable[..., Harbour]) -> None:
    page = moor(*GAMES["yahtzee"]).at_helm().page
    page.locator("#odds").click()
    page.locator(".best-move").wait_for(state="attached")
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#helm-bar .key").first).to_be_visible()
        assert page.evaluate(IN_SIGHT), f"{width}×{height}"
