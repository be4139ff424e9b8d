"""The boxes of a score sheet at the helm: filled where they stand with one tap, by thumb or keyboard."""

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from engine import Rolled, Scored, Started
from tests.screens import PHONE
from tests.table.lying import MOVING, settled
from tests.web.helm.conftest import Bar, overflow
from tests.web.moments import EIGHT, FOUR

pytestmark = pytest.mark.browser

NARROW: ViewportSize = {"width": 320, "height": 568}
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


@pytest.mark.parametrize("players", [("Mia", "Jonas"), FOUR, EIGHT], ids=len)
def test_rows_of_open_boxes_are_made_for_a_thumb(bar: Bar, players: tuple[str, ...]) -> None:
    bar.begin(Started("yahtzee-official", players, players[0]), FIVES)
    page = bar.page
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        expect(pick(page, "chance")).to_have_count(1)
        rows = page.locator("tr.open").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
        keys = page.locator(".pick").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert len(rows) == 13
        assert min(rows) >= 44
        assert min(keys) >= 40
        assert overflow(page) == 0


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
