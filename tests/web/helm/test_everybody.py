"""The helm for everybody: axe-core is content, a thumb at 360 pixels and a keyboard get everywhere, in each tongue."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import Rolled
from table.panel.panel import Button
from tests.screens import SMALL_PHONE
from tests.web.api.conftest import SHIP, Bridge
from tests.web.api.contract import Held
from tests.web.axe import objections
from tests.web.conftest import until
from tests.web.helm.conftest import PATIENCE, Harbour
from web.catalogue import LANGUAGES

PAGES = (
    "helm",
    "helm/rolls",
    "helm/games/new",
    "helm/box/settings",
    "helm/box/calibration",
    "helm/box/doctor",
    "helm/box/keeping",
)
SHEETS = ("hand", "more", "boxes", "dice", "latest", "rolls/1/2", "company", "stakes")

Moor = Callable[..., Harbour]


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["night", "day"])
def test_no_sheet_shuts_anybody_out_or_is_too_wide_for_a_small_phone(moor: Moor, theme: str) -> None:
    harbour = moor(SHIP, Rolled((6, 5, 4, 3, 3)))
    page = harbour.at_helm(viewport=SMALL_PHONE).page
    page.goto(f"{harbour.url}?theme={theme}")
    page.locator("#helm-bar .key").first.wait_for()
    found = objections(page)
    page.get_by_role("button", name="By hand").click()
    page.locator(".pad").wait_for()
    found += [f"by hand {one}" for one in objections(page)]
    page.locator(".told .cube-key").nth(2).click()
    page.locator(".likely").wait_for()
    found += [f"a die {one}" for one in objections(page)]
    found += [f"the table is {overflow(page)} px too wide"] if overflow(page) > 0 else []
    assert found == []


@pytest.mark.browser
def test_a_new_game_is_set_up_with_the_keyboard_alone(moor: Moor) -> None:
    harbour = moor()
    phone = harbour.at_helm()
    page = phone.page
    page.goto(f"{harbour.url}helm/games/new")
    page.get_by_placeholder("Name").first.focus()
    page.keyboard.type("Lea")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Lea: up").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert page.locator(".chair").first.inner_text().strip() == "Lea"
    page.get_by_role("button", name="Jonas: not playing").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Rolls", exact=True).fill("4")
    page.keyboard.press("Tab")
    expect(page.locator("#odds")).to_contain_text("68.7", timeout=PATIENCE)
    page.get_by_label("Who begins", exact=True).select_option("Mia")
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(harbour.url)
    state = harbour.bridge.table.board.snapshot().state
    assert (state.players, state.player, state.rules.rolls) == (("Lea", "Mia"), "Mia", 4)
    assert phone.complaints == []


@pytest.mark.browser
def test_lamp_and_sounds_are_set_with_a_press_at_the_table_and_pictures_with_a_tap(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/box/settings")
    page.locator("#brightness").fill("0.35")
    page.locator("#brightness").dispatch_event("change")
    harbour.bridge.answer(Button.ROLL)
    until(lambda: harbour.bridge.knobs.values["brightness"] == 0.35)
    expect(page.locator("#helm-says")).to_contain_text("Done", timeout=PATIENCE)
    page.locator("#sounds").click()
    harbour.bridge.answer(Button.ROLL)
    until(lambda: harbour.bridge.knobs.values["sounds"] is False)
    page.wait_for_function("() => !document.body.hasAttribute('data-giving')")
    page.locator("#pictures").select_option("helm")
    until(lambda: harbour.bridge.knobs.values["pictures"] == "helm")
    page.reload()
    assert not page.locator("#sounds").is_checked()
    assert page.locator("#brightness").input_value() == "0.35"


@pytest.mark.browser
def test_seats_are_dragged_into_another_order(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/games/new")
    page.locator(".chair").last.wait_for()
    grip, first = page.locator(".chair .grip").last.bounding_box(), page.locator(".chair").first.bounding_box()
    assert grip is not None
    assert first is not None
    page.mouse.move(grip["x"] + 5, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, first["y"] + 4, steps=8)
    page.mouse.up()
    assert [one.strip() for one in page.locator(".chair bdi").all_inner_texts()] == ["Jonas", "Mia"]


@pytest.mark.browser
def test_house_rules_are_kept_locked_and_unlocked(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/games/new")
    page.get_by_label("Rolls", exact=True).fill("4")
    page.locator("#house-name").fill("At Ole’s")
    page.get_by_label("Lock them").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_label("At Ole’s").check()
    expect(page.get_by_label("Rolls", exact=True)).to_be_disabled(timeout=PATIENCE)
    expect(page.get_by_label("Rolls", exact=True)).to_have_value("4")
    page.get_by_role("button", name="Unlock them").click()
    expect(page.get_by_label("At Ole’s")).not_to_be_checked(timeout=PATIENCE)
    page.get_by_label("At Ole’s").check()
    page.get_by_role("button", name="Forget them").click()
    expect(page.get_by_label("At Ole’s")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_page_and_sheet_is_there_in_each_language(bridge: Bridge, language: str) -> None:
    client = bridge.hand()
    bridge.ask(client, "/api/moves", do="roll", dice=[6, 5, 4, 3, 3])
    for path in (*PAGES, *(f"helm/{sheet}" for sheet in SHEETS)):
        answer = client.get(f"/{path}?language={language}")
        assert answer.status_code == 200, path


@pytest.mark.parametrize(
    "path", [*(f"helm/{sheet}" for sheet in ("bar", *SHEETS)), "helm/box/backup", "helm/games/new"]
)
def test_who_looks_on_gets_neither_sheets_nor_what_the_table_keeps(bridge: Bridge, path: str) -> None:
    looker: Held = bridge.looker()
    assert looker.get(f"/{path}").status_code == 403
