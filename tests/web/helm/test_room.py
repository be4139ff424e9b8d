"""The table is visible above the helm’s keys, on a phone upright or on its side, a tablet, a laptop; it stays there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from engine import Event, Rolled, Started
from table.panel import Button
from tests.table.lying import MOVING, settled
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


TOPS = """() => ["h1", "#tray, #places", ".slots, .turn", ".players, .sheet", "[data-sheet='/helm/more']"]
    .map((one) => document.querySelector(one).getBoundingClientRect().top)"""

TURNS = {
    "dice-game-depot": ((6, 5, 3, 2, 1), (6, 5), (4, 4, 3), (6, 5, 4), (6, 6)),
    "yahtzee-official": ((6, 6, 6, 2, 1), (6, 6, 6), (5, 4), (6, 6, 6), (6, 6)),
    "farkle": ((1, 5, 4, 2, 2, 3), (1,), (1, 2, 2, 3, 4), (1, 1), (5, 2, 3, 4)),
}
"""Three rolls of a turn, with what stays before the second and the third."""


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


@pytest.mark.parametrize("by_hand", [False, True], ids=["camera", "hand"])
@pytest.mark.parametrize("preset", TURNS)
def test_nothing_moves_in_a_turn(moor: Callable[..., Harbour], preset: str, by_hand: bool) -> None:
    """Not the headline, the dice, the scores or the keys: before a roll, while it rolls, as it lies, as it counts."""
    harbour = moor(Started(preset, ("Bartholomäus", "Maximiliane"), "Bartholomäus"))
    page, bridge = harbour.at_helm().page, harbour.bridge
    hand, (first, kept, second, both, third) = bridge.hand(), TURNS[preset]
    if by_hand:
        bridge.ask(hand, "/api/camera", on=False)
    else:
        bridge.see(settled([]))
    places = []

    def look() -> None:
        shown = "id => document.getElementById('table').dataset.id.endsWith(`:${id}`)"
        page.wait_for_function(shown, arg=bridge.table.board.snapshot().revision)
        places.append((page.locator("h1").inner_text(), page.evaluate(TOPS)))

    look()
    for aside, dice in (((), first), (kept, second), (both, third)):
        if by_hand:
            assert bridge.ask(hand, "/api/moves", do="throw", aside=aside, dice=dice).status_code == 200
        else:
            for reading in (settled([], aside), MOVING, settled(dice, aside)):
                bridge.see(reading)
                look()
            bridge.press(Button.ROLL)
        look()
    assert {tuple(at) for _, at in places} == {tuple(places[0][1])}, places
