"""The boxes of a score sheet at the helm: filled where they stand with one tap, by thumb or keyboard."""

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from engine import Rolled, Scored, Started
from tests.screens import PHONE
from tests.table.lying import MOVING, settled
from tests.web.helm.conftest import Bar, overflow
from tests.web.moments import EIGHT

pytestmark = pytest.mark.browser

NARROW: ViewportSize = {"width": 320, "height": 568}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
CARD = Started("yahtzee-official", ("Mia", "Jonas"), "Mia")
FIVES = Rolled((5, 5, 5, 2, 1))


def pick(page: Page, box: str) -> Locator:
    return page.locator(f'[data-pick="{box}"]')


@pytest.mark.parametrize("where", ["[data-pick=fives]", "tr.fives th"])
def test_a_tap_fills_a_box(bar: Bar, where: str) -> None:
    bar.begin(CARD, FIVES)
    bar.page.locator(where).tap(force=True)
    bar.saw("Jonas")
    assert bar.latest() == Scored("fives")
    expect(bar.page.locator(".pick")).to_have_count(0)


def test_a_tap_counts_the_roll_that_lies_there_and_fills_a_box_with_it(bar: Bar) -> None:
    bar.begin(CARD)
    bar.bridge.see(settled([]), MOVING, settled([5, 5, 5, 2, 1]))
    expect(pick(bar.page, "chance")).to_have_text("18")
    pick(bar.page, "chance").tap()
    bar.saw("Jonas")
    bar.latest()
    assert bar.written()[-2:] == (FIVES, Scored("chance"))


def test_boxes_are_filled_with_the_keyboard_and_the_focus_stays(bar: Bar) -> None:
    bar.begin(CARD, FIVES)
    page = bar.page
    pick(page, "fives").focus()
    page.keyboard.press("Tab")
    expect(pick(page, "sixes")).to_be_focused()
    for _ in range(2):  # pairing begins and ends: the page shows two more moments of the same dice
        bar.bridge.pair()
        bar.shows(page)
    expect(pick(page, "sixes")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    bar.saw("Jonas")
    assert bar.latest() == Scored("fives")


ROOM = """() => {
    const keys = document.getElementById("helm").getBoundingClientRect();
    const rows = [...document.querySelectorAll("tr.open")].map((one) => one.getBoundingClientRect());
    const names = [...document.querySelectorAll(".seat .name")];
    return {
        rows: rows.filter((row) => row.bottom <= keys.top + 1).length,
        least: Math.min(...rows.map((row) => row.height)),
        scrolls: document.documentElement.scrollHeight - innerHeight,
        cut: names.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    };
}"""


@pytest.mark.parametrize("number", [1, 2, 4, 8])
def test_all_boxes_are_in_reach_with_rows_for_a_thumb_and_whole_names(bar: Bar, number: int) -> None:
    names = ("Maximiliane", "Bartholomäus", *EIGHT)[:number]
    bar.begin(Started("yahtzee-official", names, names[0]), FIVES)
    for size in (PHONE, ON_ITS_SIDE, NARROW):
        bar.page.set_viewport_size(size)
        expect(pick(bar.page, "chance")).to_have_count(1)
        room = bar.page.evaluate(ROOM)
        assert (room["least"] >= 40, room["cut"]) == (True, []), (size, room)
        assert room["rows"] == 13 or size == NARROW, (size, room)
        assert room["scrolls"] <= 0 or number == 8 or size == NARROW, (size, room)
        assert overflow(bar.page) == 0


@pytest.mark.parametrize("number", [1, 4])
def test_a_card_whose_boxes_are_filled_four_times_leaves_the_keys_in_reach(bar: Bar, number: int) -> None:
    names = ("Maximiliane", "Bartholomäus", *EIGHT)[:number]
    turns = [event for box in ("fours", "balut", "straight") for _ in names for event in (FIVES, Scored(box))]
    bar.begin(Started("balut", names, names[0]), *turns * 3, FIVES)
    for size in (PHONE, ON_ITS_SIDE, NARROW):
        bar.page.set_viewport_size(size)
        expect(pick(bar.page, "choice")).to_have_text("18")
        room = bar.page.evaluate(ROOM)
        assert (room["least"] >= 40, room["cut"]) == (True, []), (size, room)
        assert room["rows"] == 7 or size == NARROW, (size, room)
        assert room["scrolls"] <= 0 or size == NARROW, (size, room)
        assert overflow(bar.page) == 0


def test_a_phone_shows_also_five_players_how_often_a_box_is_open_and_few_boxes_stand_together(bar: Bar) -> None:
    bar.begin(Started("balut", EIGHT[:5], EIGHT[0], {"boxes": ["sixes", "choice"]}), FIVES, Scored("choice"), FIVES)
    page = bar.page
    rows = [page.locator(f"tr.{box}") for box in ("sixes", "choice")]
    for row in rows:
        expect(row.locator("td.on .open:visible")).to_have_count(3)
    above, below = (row.bounding_box() for row in rows)
    assert above
    assert below
    assert below["y"] == pytest.approx(above["y"] + above["height"], abs=2)


def test_a_tap_on_a_player_shows_that_sheet_until_the_game_goes_on(bar: Bar) -> None:
    bar.begin(CARD, FIVES, Scored("fives"), FIVES)
    page, shown = bar.looker.page, bar.looker.page.locator("tr.fives td:visible")
    expect(shown).to_have_text("would score 15")
    seat = page.get_by_role("button", name="Mia", exact=True)
    seat.tap()
    expect(shown).to_have_text("15")
    expect(seat).to_have_attribute("aria-pressed", "true")
    seat.tap()
    expect(shown).to_have_text("would score 15")
    seat.tap()
    pick(bar.page, "chance").tap()
    bar.shows(page)
    expect(page.locator("tr.chance td:visible")).to_have_text("")
    expect(page.locator(".peeked, .seen")).to_have_count(0)


def test_while_the_link_is_lost_the_lamp_stays_and_no_key_does_anything(bar: Bar) -> None:
    bar.begin(CARD, FIVES)
    page = bar.page
    lamp = page.locator(".lamp").bounding_box()
    gone = {"eventsource", "fetch"}

    def lose(route: Route) -> None:
        if route.request.resource_type in gone and "/helm/" not in route.request.url:
            route.abort()
        else:
            route.fallback()

    page.route("**/*", lose)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    assert page.locator(".lamp").bounding_box() == lamp
    before = bar.bridge.table.board.snapshot().revision
    assert page.locator("#helm-bar").evaluate("bar => bar.closest('[inert]') !== null")
    pick(page, "fives").tap()
    page.keyboard.press("u")
    gone.clear()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert bar.bridge.table.board.snapshot().revision == before
    assert page.locator(".lamp").bounding_box() == lamp
    pick(page, "fives").click(trial=True)
