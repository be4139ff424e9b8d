"""The helm's pages for everybody: accessible, at 360 pixels, with the keyboard alone, in each language."""

import pytest
from playwright.sync_api import expect

from engine import Rolled
from engine.i18n import languages
from table.panel import Button
from tests.screens import SMALL_PHONE
from tests.web.api.conftest import SHIP, Bridge
from tests.web.axe import objections
from tests.web.helm.conftest import Bar, overflow

PAGES = (
    "helm",
    "helm/games/new",
    "helm/box/settings",
    "helm/box/calibration",
    "helm/box/doctor",
    "helm/box/keeping",
)
SHEETS = ("hand", "more", "latest", "rolls/1/2", "company", "stakes", "rounds")


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["night", "day"])
def test_sheets_are_accessible_and_fit_a_small_phone(bar: Bar, theme: str) -> None:
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)))
    page = bar.page
    page.set_viewport_size(SMALL_PHONE)
    bar.go(f"?theme={theme}")
    page.locator("#helm-bar .key").first.wait_for()
    assert objections(page) == []
    bar.by_hand()
    assert objections(page) == []
    page.get_by_role("button", name="Fix", exact=True).click()
    page.locator("#helm-sheet .cube-key").nth(2).click()
    page.locator(".likely").wait_for()
    assert (objections(page), overflow(page)) == ([], 0)


@pytest.mark.browser
def test_a_new_game_is_set_up_with_the_keyboard_alone(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    page.get_by_placeholder("Name").first.focus()
    page.keyboard.type("Lea")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Order of play").press("Enter")
    page.get_by_role("button", name="Lea: up").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert page.locator(".chair").first.inner_text().strip() == "Lea"
    page.get_by_role("button", name="Order of play").press("Enter")
    page.get_by_role("button", name="Jonas: remove").focus()
    page.keyboard.press("Enter")
    page.locator("#new-game > details > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Rolls", exact=True).fill("4")
    page.keyboard.press("Tab")
    expect(page.locator("#variant-odds")).to_contain_text("69%")
    page.get_by_label("First player", exact=True).select_option("Mia")
    page.get_by_role("button", name="Start game").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(bar.harbour.url)
    state = bar.bridge.table.board.snapshot().state
    assert (state.players, state.player, state.rules.rolls) == (("Lea", "Mia"), "Mia", 4)
    assert bar.helm.complaints == []


@pytest.mark.browser
def test_house_rules_are_kept_locked_unlocked_and_deleted(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    rolls, house = page.get_by_label("Rolls", exact=True), page.get_by_label("At Ole’s")
    unfold = page.locator("#new-game > details > summary")
    unfold.click()
    rolls.fill("4")
    page.locator("#house-name").fill("At Ole’s")
    page.get_by_label("Lock", exact=True).check()
    page.get_by_role("button", name="Save").click()
    assert bar.bridge.answer(Button.ROLL) == "house_rules"
    expect(house).to_be_checked()
    expect(page.locator("#helm-says")).to_have_text("Saved.")
    unfold.click()
    expect(rolls).to_be_disabled()
    expect(rolls).to_have_value("4")
    page.get_by_role("button", name="Unlock").click()
    assert bar.bridge.answer(Button.ROLL) == "house_rules"
    expect(house).not_to_be_checked()
    house.check()
    unfold.click()
    page.get_by_role("button", name="Delete").click()
    expect(house).to_have_count(0)


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_page_and_sheet_is_there_in_each_language(bridge: Bridge, language: str) -> None:
    client = bridge.hand()
    bridge.ask(client, "/api/moves", do="roll", dice=[6, 5, 4, 3, 3])
    for path in (*PAGES, *(f"helm/{sheet}" for sheet in SHEETS)):
        answer = client.get(f"/{path}?language={language}")
        assert answer.status_code == 200, path
