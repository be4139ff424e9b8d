"""The owner's page in a browser: signing in, what it offers to whom, players, and the PIN."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from table.panel import Button
from tests.screens import PHONE, SMALL_PHONE
from tests.web import played
from tests.web.api.conftest import SHIP, bridge_of
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
def past_of(folder: Path, browser: Browser, *, buttons: bool, pin: bool = True) -> Iterator[Harbour]:
    """A table with past players and house rules, and with a PIN if it has one."""
    with bridge_of(folder, SHIP, buttons=buttons) as bridge:
        bridge.panel.has_buttons = buttons
        bridge.chest = bridge.calibration = Cupboard()
        bridge.archive = played.PlayedGames(*GAMES)
        HouseBook(bridge.drawer).save(HouseRules("Friday’s", "rounds", {}, locked=True))
        if pin:
            keep_pin(bridge.drawer, PIN)
        bridge.app = bridge.started()
        with running(bridge.app) as server, ExitStack() as stack:
            yield Harbour(bridge, server.url, browser, stack)


@pytest.fixture
def moor(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Harbour]]:
    """Makes such a table; takes the keyword arguments of :func:`past_of`."""
    monkeypatch.setattr(owner_pin, "N", 2**10)
    with ExitStack() as stack:
        yield lambda **how: stack.enter_context(past_of(tmp_path, browser, **how))


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


def test_a_guest_sees_the_keypad_alone(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=False)
    phone = harbour.phone()
    phone.page.goto(harbour.url)
    phone.page.locator("details.menu summary").click()
    phone.page.get_by_role("link", name="Owner").click()
    assert sections(phone.page) == ["Sign in"]
    assert phone.complaints == []
    enter(phone.page, "0000")
    expect(phone.page.locator("#helm-says")).to_have_text("Wrong PIN.")
    expect(phone.page.locator("#pin")).to_have_value("")
    assert sections(phone.page) == ["Sign in"]


def test_the_owner_has_every_section_without_the_helm(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=False)
    phone = harbour.phone()
    page = signed_in(harbour, phone)
    assert sections(page) == ["Health", "Players", "Privacy and TV", "Backups and updates", "Set-up"]
    assert page.locator("#helm-bar").count() == 0
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".keypad")).to_be_visible()
    assert [one for one in phone.complaints if not one.startswith(EXPECTED)] == []


def test_without_buttons_the_helm_is_offered_nothing_that_it_may_not_do(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=False)
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}owner")
    assert sections(page) == ["Sign in"]
    assert page.locator("[data-orders], #settings, nav.tasks").count() == 0
    page.goto(f"{harbour.url}helm")
    expect(page.get_by_role("button", name="Remove all phones")).to_have_count(0)
    expect(page.get_by_role("button", name="Add a screen")).to_have_count(0)
    for path in ("keeping", "calibration", "settings"):
        page.goto(f"{harbour.url}helm/box/{path}")
        expect(page.get_by_role("link", name="Enter PIN")).to_be_visible()
        expect(page.locator("form button")).to_have_count(0)
    page.goto(f"{harbour.url}helm/games/new")
    page.locator("summary", has_text="House rules & variants").click()
    expect(page.locator("#house-locked")).to_have_count(0)


def test_with_buttons_a_press_does_instead_of_the_pin(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=True)
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}owner")
    page.get_by_role("button", name="Unlock: Friday’s").click()
    expect(page.locator("#permission")).to_be_visible()
    assert harbour.bridge.answer(Button.ROLL) == "house_rules"
    expect(page.get_by_role("button", name="Lock: Friday’s")).to_be_visible()


def test_the_helm_sets_the_first_pin_by_a_press(moor: Callable[..., Harbour]) -> None:
    harbour = moor(buttons=True, pin=False)
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}owner")
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


@pytest.mark.parametrize("theme", ["night", "day"])
def test_the_pages_fit_a_phone_and_are_accessible(moor: Callable[..., Harbour], theme: str) -> None:
    harbour = moor(buttons=False)
    phone = harbour.phone()
    page = phone.page
    found = []
    for signs_in in (False, True):
        if signs_in:
            signed_in(harbour, phone)
        for path in ("owner", "owner/players", "owner/players/Miia", "helm/box/settings", "helm/box/keeping"):
            page.goto(f"{harbour.url}{path}?theme={theme}")
            for size in (PHONE, SMALL_PHONE):
                page.set_viewport_size(size)
                found += [f"{path}: {one}" for one in objections(page)]
                found += [f"{path}: too wide"] * (overflow(page) > 0)
                small = page.locator("main :is(button, a.button):visible").evaluate_all(SMALL)
                found += [f"{path}: {one}" for one in small]
    assert found == []
