"""The form for a new game: how many taps it takes, and that the camera may be left out."""

import pytest
from playwright.sync_api import Locator, expect

from engine import Rolled
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import Bar

pytestmark = pytest.mark.browser


class Taps:
    """Counts the taps on what it is given."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, what: Locator) -> None:
        what.tap()
        self.number += 1


def test_three_new_names_take_five_taps_at_most(bar: Bar) -> None:
    page, tap = bar.page, Taps()
    tap(page.get_by_role("button", name="More", exact=True))
    tap(page.locator("#helm-sheet").get_by_role("link", name="New game"))
    page.wait_for_url("**/helm/games/new")
    tap(page.get_by_role("button", name="New players"))
    for name in ("Ann", "Bob", "Cy"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    tap(page.get_by_role("button", name="Start game"))
    page.wait_for_url(bar.harbour.url)
    assert bar.bridge.table.board.snapshot().state.players == ("Ann", "Bob", "Cy")
    assert tap.number <= 5


def test_a_game_with_the_same_players_takes_two_taps(bar: Bar) -> None:
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)))
    tap = Taps()
    tap(bar.page.get_by_role("button", name="More", exact=True))
    tap(bar.page.locator("#helm-sheet").get_by_role("button", name="Restart with the same players"))
    expect(bar.page.locator("h1")).to_have_text("Mia: roll all five dice")
    assert (bar.bridge.table.board.snapshot().event, tap.number) == (1, 2)


def test_the_styles_are_those_of_the_chosen_game(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    page.get_by_text("Thirteen boxes, three rolls each").tap()
    expect(page.get_by_text("Yahtzee, official")).to_be_visible()
    expect(page.get_by_text("Bar pot")).to_be_hidden()
    expect(page.locator('[data-preset="yahtzee-handout"].variants')).to_be_attached()
    page.get_by_role("button", name="Start game").tap()
    page.wait_for_url(bar.harbour.url)
    assert bar.bridge.table.board.snapshot().state.rules.name == "yahtzee-handout"


def test_a_game_is_begun_without_the_camera_and_the_next_with_it(bar: Bar) -> None:
    for camera in ("off", "on"):
        page = bar.go("helm/games/new")
        page.get_by_label("Play without the camera").tap()
        page.get_by_role("button", name="Start game").tap()
        page.wait_for_url(bar.harbour.url)
        assert bar.bridge.table.board.snapshot().camera == camera


def test_a_quick_set_up_chooses_game_and_rules_with_one_tap(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    page.get_by_text("Thirteen boxes, three rolls each").tap()
    quick = page.get_by_role("button", name="Pig to 50")
    quick.tap()
    expect(quick).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-preset="pig"].variants .changed')).to_have_attribute("data-option", "goal")
    page.get_by_role("button", name="Start game").tap()
    page.wait_for_url(bar.harbour.url)
    rules = bar.bridge.table.board.snapshot().state.rules
    assert (rules.name, rules.goal) == ("pig", 50)


def test_a_quick_set_up_is_no_longer_marked_once_another_game_is_chosen(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    quick = page.get_by_role("button", name="Ship of Fools to 21")
    quick.tap()
    page.get_by_text("Thirteen boxes, three rolls each").tap()
    expect(quick).to_have_attribute("aria-pressed", "false")


def test_a_head_start_is_entered_where_points_add_up(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    expect(page.locator("#ahead")).to_be_hidden()
    page.locator(".games label", has_text="Pig").click()
    expect(page.locator('.variants[data-preset="pig"]')).to_be_attached()
    page.locator("#ahead").click()
    page.get_by_label("Jonas: Head start").fill("20")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url(bar.harbour.url)
    expect(page.locator("#table .facts")).to_contain_text("Head start: Jonas 20")
    assert bar.bridge.table.state.totals == {"Mia": 0, "Jonas": 20}
    bar.had_no_complaints()
