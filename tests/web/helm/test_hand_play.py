"""Play by hand in a real browser: the pad, its keys, undo, and what every screen draws."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import Rolled, Stopped
from table.commands import UseCamera
from tests.screens import PHONE
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import DEAD_TIME, Harbour

pytestmark = pytest.mark.browser

Moor = Callable[..., Harbour]
ON_ITS_SIDE = {"width": PHONE["height"], "height": PHONE["width"]}


def rolls(page: Page) -> None:
    """The pad is open, and ready for the next roll."""
    page.locator(".slots-told li:empty").first.wait_for()
    page.wait_for_timeout(DEAD_TIME)


def test_a_game_is_entered_with_the_keyboard_and_drawn_on_every_screen(moor: Moor) -> None:
    harbour = moor()
    harbour.bridge.table.board.submit(UseCamera(False), 60)
    page, guest = harbour.at_helm().page, harbour.phone().page
    guest.goto(harbour.url)
    expect(guest.locator("#places .place:not(.die)")).to_have_count(5)
    expect(guest.locator("#tray, .reasons li")).to_have_count(0)
    expect(guest.locator(".at-helm")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator(".pad").wait_for()
    for key in "65321":
        page.keyboard.press(key)
    expect(guest.locator("#places .die")).to_have_count(5)
    expect(guest.locator("#places .die.stays")).to_have_count(2)
    expect(guest.locator("h1")).to_have_text("Mia: roll three dice")
    rolls(page)
    page.keyboard.press("u")
    expect(guest.locator("h1")).to_have_text("Mia: roll all five dice")
    rolls(page)
    for key in "65421":
        page.keyboard.press(key)
    expect(guest.locator("h1")).to_have_text("Mia has 3: roll the cargo again or press STAND")
    page.locator('#helm-bar [data-key="s"]').wait_for()
    expect(page.locator("body")).not_to_have_attribute("data-giving", "")
    page.keyboard.press("s")
    expect(guest.locator("h1")).to_contain_text("Jonas")
    assert [type(event) for event in harbour.bridge.table.board.latest.log][-2:] == [Rolled, Stopped]


def test_taps_too_many_do_not_run_over_into_the_next_roll(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    page.keyboard.press("Enter")
    page.locator(".pad").wait_for()
    for key in "65421666":
        page.keyboard.press(key)
    expect(page.locator(".rolled")).to_contain_text("rolled 6 5 4 2 1")
    rolls(page)
    expect(page.locator(".slots-told li:not(:empty)")).to_have_count(0)


def test_a_lost_camera_leaves_the_game_its_headline_and_the_reason_to_the_helm(moor: Moor) -> None:
    harbour = moor()
    page, guest = harbour.at_helm().page, harbour.phone().page
    harbour.bridge.dealt.put(lambda: harbour.bridge.table.camera_lost("Check its cable."))
    guest.goto(harbour.url)
    expect(guest.locator("h1")).to_have_text("Mia: roll all five dice")
    expect(guest.locator(".reasons")).to_contain_text("No camera picture.")
    expect(guest.locator(".at-helm")).to_be_hidden()
    assert "cable" not in guest.content()
    page.locator(".at-helm").click()
    expect(page.locator("#helm-sheet")).to_contain_text("Check its cable.")


def test_the_whole_pad_is_in_view_on_a_phone_on_its_side(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm(viewport=ON_ITS_SIDE).page
    page.keyboard.press("Enter")
    page.locator(".pad").wait_for()
    for key in "65321":
        page.keyboard.press(key)
    rolls(page)
    bar = page.locator("#helm-bar").bounding_box()
    assert bar is not None
    for face in range(1, 7):
        place = page.locator(f'[data-face="{face}"]').bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= bar["y"] + 1, face
        assert min(place["width"], place["height"]) >= 44, face


def test_no_sheet_hides_the_result_and_a_rematch_is_one_tap_away(moor: Moor) -> None:
    miss = (Rolled((1, 1, 2, 3, 2)),) * 3
    harbour = moor(SHIP, Rolled((6, 5, 4, 2, 4)), Stopped(), *miss[1:])
    page = harbour.at_helm().page
    page.locator("#helm-bar [data-sheet='/helm/hand']").first.click()
    page.locator(".pad").wait_for()
    for key in "11232":
        page.keyboard.press(key)
    expect(page.locator("#result h2")).to_contain_text("wins by 6")
    expect(page.locator("#helm-sheet")).to_be_hidden()
    keys, card = page.locator("#helm").bounding_box(), page.locator("#result").bounding_box()
    assert keys
    assert card
    assert card["y"] + card["height"] <= keys["y"] + 1
    page.wait_for_timeout(DEAD_TIME)
    page.locator("#result").get_by_role("button", name="Rematch").click()
    expect(page.locator("#result")).to_have_count(0)
    assert len(harbour.bridge.table.board.latest.log) == 1
