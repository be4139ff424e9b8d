"""The owner's page in a browser: signing in, what it offers to whom, players, and the PIN."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from table.panel import Button
from tests.screens import SMALL_PHONE
from tests.web import played
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.axe import objections
from tests.web.conftest import Watched, running
from tests.web.helm.conftest import EXPECTED, Harbour, overflow
from tests.web.helm.cupboard import Cupboard
from web.access import pin as owner_pin
from web.access.pin import keep_pin
from web.games.house_rules import HouseBook, HouseRules

pytestmark = pytest.mark.browser

PIN = "471108"
GAMES = tuple(
    (0.0, played.ship(number, pair))
    for number, pair in enumerate(
        [("Mia", "Jonas"), ("Miia", "<b>x</b>"), ("Lin", "Bo"), ("Zoë", "Ólafur"), ("W" * 60, "Kim"), ("Ann", "Eve")]
    )
)


SMALL = """all => all.map(one => [one.textContent, one.getBoundingClientRect().height])
    .filter(([, height]) => height < 40).map(([text, height]) => `${text} is ${height} px high`)"""


@contextmanager
def past_of(folder: Path, *, buttons: bool, pin: bool = True) -> Iterator[Bridge]:
    """A table with past players and house rules, and with a PIN if it has one."""
    with bridge_of(folder, SHIP, buttons=buttons) as bridge:
        bridge.panel.has_buttons = buttons
        bridge.chest = bridge.calibration = Cupboard()
        bridge.archive = played.PlayedGames(*GAMES)
        HouseBook(bridge.drawer).save(HouseRules("Friday’s", "rounds", {}, locked=True))
        if pin:
            keep_pin(bridge.drawer, PIN)
        yield bridge


@pytest.fixture
def moor(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Harbour]]:
    """Makes such a table; takes the keyword arguments of :func:`past_of`."""
    monkeypatch.setattr(owner_pin, "N", 2**10)
    with ExitStack() as stack:

        def made(**how: bool) -> Harbour:
            bridge = stack.enter_context(past_of(tmp_path, **how))
            return Harbour(bridge, stack.enter_context(running(bridge.app)).url, browser, stack)

        yield made


def sections(page: Page) -> list[str]:
    return page.locator("main h2").all_inner_texts()


def enter(page: Page, pin: str = PIN) -> None:
    for digit in pin:
        page.locator(f'.keypad [data-digit="{digit}"]').click()
    page.get_by_role("button", name="Sign in", exact=True).click()


def signed_in(harbour: Harbour, phone: Watched) -> Page:
    page = phone.page
    page.goto(f"{harbour.url}owner")
    enter(page)
    page.get_by_role("button", name="Sign out").wait_for()
    return page


def test_a_guest_sees_the_keypad_alone_and_the_owner_every_section(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=False)
    phone = harbour.phone()
    page = phone.page
    page.goto(harbour.url)
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Owner").click()
    assert sections(page) == ["Sign in"]
    assert phone.complaints == []
    enter(page, "0000")
    expect(page.locator("#helm-says")).to_have_text("Wrong PIN.")
    expect(page.locator("#pin")).to_have_value("")
    assert sections(page) == ["Sign in"]
    signed_in(harbour, phone)
    assert sections(page) == ["Health", "Players", "Games", "Privacy and TV", "Backups and updates", "Set-up"]
    assert page.locator("#helm-bar").count() == 0
    found = []
    for path in ("owner", "owner/players", "owner/players/Miia", "helm/box/settings", "helm/box/keeping"):
        page.goto(f"{harbour.url}{path}?theme=day")
        page.set_viewport_size(SMALL_PHONE)
        small = page.locator("main :is(button, a.button):visible").evaluate_all(SMALL)
        found += [f"{path}: {one}" for one in (*objections(page), *small)]
        found += [f"{path}: too wide"] * (overflow(page) > 0)
    assert found == []
    page.goto(f"{harbour.url}owner")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".keypad")).to_be_visible()
    assert [one for one in phone.complaints if not one.startswith(EXPECTED)] == []


def test_without_buttons_the_helm_is_offered_nothing_that_it_may_not_do(tmp_path: Path) -> None:
    with past_of(tmp_path, buttons=False) as bridge:
        helm = bridge.hand()
        offered = helm.get("/owner").text
        assert re.findall(r"<h2[^>]*>([^<]+)<", offered) == ["Sign in"]
        assert not re.search(r'data-orders|id="settings"|<nav class="tasks', offered)
        assert not re.search("Remove all phones|Add a screen", helm.get("/helm").text)
        for path in ("keeping", "calibration", "settings"):
            page = helm.get(f"/helm/box/{path}").text
            assert ("Enter PIN" in page, re.findall(r"<form.*?<button", page, re.DOTALL)) == (True, []), path
        assert 'id="house-locked"' not in helm.get("/helm/games/new").text


def test_the_helm_sets_the_first_pin_by_a_press(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=True, pin=False)
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}owner")
    page.get_by_role("button", name="Unlock: Friday’s").click()
    expect(page.locator("#permission")).to_be_visible()
    assert harbour.bridge.answer(Button.ROLL) == "house_rules"
    expect(page.get_by_role("button", name="Lock: Friday’s")).to_be_visible()
    page.get_by_label("New PIN").fill(PIN)
    page.get_by_label("Repeat the PIN").fill("4711")
    page.get_by_role("button", name="Set a PIN").click()
    assert page.get_by_label("Repeat the PIN").evaluate("field => field.validationMessage") == "The two PINs differ."
    page.get_by_label("Repeat the PIN").fill(PIN)
    page.get_by_role("button", name="Set a PIN").click()
    assert harbour.bridge.answer(Button.ROLL) == "owner"
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.evaluate("Object.values({...sessionStorage, ...localStorage}).join()") == ""
    signed_in(harbour, harbour.phone())


def test_a_player_is_corrected_merged_hidden_and_shown_again(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=False)
    page = signed_in(harbour, harbour.phone())
    assert page.locator(".known li").count() == 8
    page.get_by_role("link", name="Show all").click()
    assert page.locator(".known li").count() == 12
    page.get_by_role("link", name="<b>x</b>").click()
    page.get_by_label("Name", exact=True).fill("Xenia")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Miia").click()
    page.get_by_label("Merge into").select_option("Mia")
    page.get_by_role("button", name="Merge").click()
    page.get_by_role("link", name="Kim").click()
    page.get_by_role("button", name="Hide").click()
    expect(page.locator(".lines li")).to_have_count(3)
    names = page.locator(".known").inner_text()
    assert ("Xenia" in names, "Miia" in names, "Kim" in names) == (True, False, False)
    page.get_by_role("button", name="Show again: Kim").click()
    expect(page.locator(".lines li")).to_have_count(2)
    page.get_by_role("button", name="Undo: Miia").click()
    expect(page.locator(".lines li")).to_have_count(1)
    assert "Miia" in page.locator(".known").inner_text()


def test_privacy_control_and_the_pin_are_changed(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=False)
    helm, page = harbour.at_helm(), signed_in(harbour, harbour.phone())
    page.get_by_label("Who can see the camera picture").select_option("helm")
    expect(page.locator("#helm-says")).to_have_text("Done.")
    assert harbour.bridge.knobs.values["pictures"] == "helm"
    page.get_by_role("button", name="Remove all phones").click()
    expect(page.get_by_role("button", name="Remove all phones")).to_have_count(0)
    helm.page.goto(f"{harbour.url}helm/box/doctor")
    expect(helm.page.get_by_role("heading", name="You’re not at the helm")).to_be_visible()
    page.locator("summary", has_text="Change PIN").click()
    page.get_by_role("button", name="Remove PIN").click()
    expect(page.get_by_text("This table has no owner’s PIN yet.")).to_be_visible()
