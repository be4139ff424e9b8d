"""The form for a new game: how many taps it takes, and that the camera may be left out."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from engine import Rolled, Started
from engine.i18n import languages
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import Bar
from web.games.rule_options import quick_games

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


def start(bar: Bar) -> Any:
    """Start the game, and return its state."""
    bar.page.get_by_role("button", name="Start game").tap()
    bar.page.wait_for_url(bar.harbour.url)
    return bar.bridge.table.board.snapshot().state


def unfold(bar: Bar) -> None:
    bar.page.locator("#new-game > details > summary").tap()


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Chloé", "W" * 24)])
def test_a_phone_shows_players_games_and_start_at_once_and_further_games_below(
    bar: Bar, names: tuple[str, ...], language: str
) -> None:
    bar.begin(Started("dice-game-depot", names, names[0]))
    bar.page.set_viewport_size({"width": 390, "height": 844})
    page = bar.go(f"helm/games/new?language={language}")
    shown = page.locator(".chair, .regulars, .games label, #add, summary, .begin")
    assert page.locator(".chair").count() == len(names)
    assert page.locator(".games label:has(small)").count() == len(quick_games())
    assert all(one.is_visible() for one in shown.all())
    begin, games = (page.locator(one).bounding_box() for one in (".begin", ".games"))
    assert begin
    assert games
    assert games["y"] + 300 < begin["y"]
    assert begin["y"] + begin["height"] <= 844


def test_the_styles_are_those_of_the_chosen_game_where_it_has_more_than_one(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    page.get_by_label("Pig", exact=True).check(force=True)
    expect(page.locator('.variants[data-preset="pig"]')).to_be_attached()
    expect(page.locator("#style")).to_have_count(0)
    page.get_by_label("Yahtzee", exact=True).check(force=True)
    unfold(bar)
    page.get_by_label("Style", exact=True).select_option(label="Yahtzee, official")
    expect(page.locator('.variants[data-preset="yahtzee-official"]')).to_be_attached()
    assert start(bar).rules.name == "yahtzee-official"


def test_a_game_starts_by_the_rules_of_its_card_although_these_are_still_on_their_way(bar: Bar) -> None:
    page, held = bar.go("helm/games/new"), list[Route]()
    page.route("**/helm/games/variants?*", lambda route: held.append(route))
    page.get_by_label("Pig to 50").check(force=True)
    page.get_by_role("button", name="Start game").tap()
    page.wait_for_timeout(100)
    assert page.url.endswith("/helm/games/new")
    held[0].continue_()
    page.wait_for_url(bar.harbour.url)
    page.unroute("**/helm/games/variants?*")
    rules = bar.bridge.table.board.snapshot().state.rules
    assert (rules.name, rules.goal) == ("pig", 50)


def test_a_game_is_begun_without_the_camera_and_the_next_with_it(bar: Bar) -> None:
    for camera in ("off", "on"):
        page = bar.go("helm/games/new")
        unfold(bar)
        page.get_by_label("Play without the camera").tap()
        start(bar)
        assert bar.bridge.table.board.snapshot().camera == camera


def test_a_card_with_rules_of_its_own_is_no_longer_chosen_once_they_are_changed(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    page.get_by_label("Pig to 50").check(force=True)
    expect(page.locator('[data-preset="pig"].variants .changed')).to_have_attribute("data-option", "goal")
    unfold(bar)
    page.locator("#variant-goal").fill("70")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Pig", exact=True)).to_be_checked()
    assert start(bar).rules.goal == 70
    expect(bar.go("helm/games/new").get_by_label("Pig", exact=True)).to_be_checked()


def test_a_head_start_is_entered_where_points_add_up(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    unfold(bar)
    expect(page.locator("#ahead")).to_be_hidden()
    page.locator(".games label", has_text="Pig").first.tap()
    page.locator("#ahead").get_by_label("Jonas").fill("20")
    page.locator("#one-more").fill("Zoë")
    page.keyboard.press("Enter")
    expect(page.locator("#ahead label")).to_have_text(["Mia", "Jonas", "Zoë"])
    totals = start(bar).totals
    expect(page.locator("#table .facts")).to_contain_text("Head start: Jonas 20")
    assert totals == {"Mia": 0, "Jonas": 20, "Zoë": 0}
    bar.had_no_complaints()
