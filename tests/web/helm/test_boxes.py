"""The boxes of a score sheet at the helm: selected where they stand, filled with SCORE, by thumb or keyboard."""

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from engine import Rolled, Scored, Started
from engine.games.yahtzee.rules import BOXES
from table.snapshot import Mode
from tests.screens import PHONE
from tests.web.helm.conftest import Bar, overflow
from tests.web.moments import EIGHT, FOUR, moment
from web.games import game_on_the_page
from web.helm.actions import boxes_of

NARROW: ViewportSize = {"width": 320, "height": 568}
CARD = Started("yahtzee-official", ("Mia", "Jonas"), "Mia")
FIVES = Rolled((5, 5, 5, 2, 1))


def pick(page: Page, box: str) -> Locator:
    return page.locator(f'[data-pick="{box}"]')


def score(page: Page) -> Locator:
    return page.locator("#helm-bar [data-before]")


@pytest.mark.browser
def test_a_tap_on_a_row_selects_its_box_and_score_fills_it(bar: Bar) -> None:
    bar.begin(CARD, FIVES)
    page = bar.page
    expect(score(page)).to_have_text("Score")
    page.locator("tr.fives th").click()
    expect(pick(page, "fives")).to_have_attribute("aria-pressed", "true")
    expect(score(page)).to_have_text("Score 15")
    page.locator("tr.chance th").click()
    expect(score(page)).to_have_text("Score 18")
    expect(page.locator("#helm-sheet")).to_be_hidden()
    score(page).click()
    bar.saw("Jonas")
    assert bar.latest() == Scored("chance")
    expect(page.locator(".pick")).to_have_count(0)


@pytest.mark.browser
def test_boxes_are_selected_and_filled_with_the_keyboard_and_the_focus_stays(bar: Bar) -> None:
    bar.begin(CARD, FIVES)
    page = bar.page
    expect(score(page)).to_have_text("Score")
    pick(page, "fives").focus()
    page.keyboard.press("Tab")
    expect(pick(page, "sixes")).to_be_focused()
    for _ in range(2):  # pairing begins and ends: the page shows two more moments of the same dice
        bar.bridge.pair()
        bar.shows(page)
    expect(pick(page, "sixes")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(score(page)).to_have_text("Score 15")
    page.keyboard.press("s")
    bar.saw("Jonas")
    assert bar.latest() == Scored("fives")


@pytest.mark.browser
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


@pytest.mark.browser
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
    expect(score(page)).to_be_visible()
    assert page.locator(".lamp").bounding_box() == lamp
    before = bar.bridge.table.board.snapshot().revision
    assert score(page).evaluate("key => key.closest('[inert]') !== null")
    page.locator("tr.fives th").click()
    page.keyboard.press("s")
    page.keyboard.press("u")
    expect(page.locator("#helm-sheet")).to_be_hidden()
    gone.clear()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert bar.bridge.table.board.snapshot().revision == before
    assert page.locator(".lamp").bounding_box() == lamp
    expect(score(page)).to_have_text("Score 15")
    score(page).click(trial=True)


def test_boxes_keep_the_order_of_the_card_and_those_that_score_most_are_marked() -> None:
    snapshot = moment(Mode.WAITING, "Choose.", (), FIVES, players=("Mia", "Jonas"), preset="yahtzee-official")
    boxes = list(boxes_of(snapshot, snapshot.state))
    assert [one.box.key for one in boxes] == list(BOXES)
    assert [one.box.key for one in boxes if one.box.best] == ["three_of_a_kind", "chance"]
    rows = game_on_the_page(snapshot.state).board(snapshot).parts
    assert [row.key for part in rows for row in part if row.cells[0].best] == ["three_of_a_kind", "chance"]


def test_nothing_is_marked_where_every_box_would_score_nothing() -> None:
    snapshot = moment(
        Mode.WAITING,
        "Choose.",
        (),
        Rolled((1, 2, 2, 3, 6)),
        players=("Mia",),
        preset="yahtzee-official",
        options={"boxes": ["fives", "yahtzee"]},
    )
    assert not any(one.box.best for one in boxes_of(snapshot, snapshot.state))
