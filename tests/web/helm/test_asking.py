"""Phones that ask for the helm, and the buttons, the TV and the screens that answer them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from table.pairing import GUARD
from table.panel import Button
from tests.screens import TV
from tests.web.axe import objections
from tests.web.conftest import Watched
from tests.web.helm.conftest import EXPECTED, Harbour

pytestmark = pytest.mark.browser

Moor = Callable[..., Harbour]


HURRY = """
    const wait = window.setTimeout;
    window.setTimeout = (act, after, ...rest) => wait(act, after <= 2_000 ? after / 10 : after, ...rest);
"""
"""Polls the table ten times as often."""


def phone_of(harbour: Harbour, **how: object) -> Watched:
    phone = harbour.phone(**how)
    phone.page.add_init_script(HURRY)
    return phone


def press(harbour: Harbour, button: Button) -> None:
    """Press it a while after the lamp has changed."""
    harbour.bridge.clock.now += GUARD
    harbour.bridge.press(button)


def ask(page: Page, url: str, take: str = "Take the helm") -> None:
    page.goto(f"{url}helm")
    page.get_by_role("button", name=take).click()


def stage(page: Page, words: str) -> None:
    expect(page.locator("#ask .stage")).to_have_text(words)


def shows(page: Page, signal: str) -> None:
    expect(page.locator("#ask .signal")).to_have_text(signal)


def test_roll_gives_the_helm_to_the_phone_that_the_lamp_shows(moor: Moor) -> None:
    harbour = moor()
    guest, owner, wall = phone_of(harbour), phone_of(harbour, locale="de"), phone_of(harbour, viewport=TV)
    wall.page.goto(f"{harbour.url}tv")
    ask(guest.page, harbour.url)
    stage(guest.page, "Hold both tray buttons for 3 seconds.")
    harbour.bridge.pair()
    shows(guest.page, "White, 1 blink")
    stage(guest.page, "Press ROLL if the tray’s lamp shows this.")
    ask(owner.page, harbour.url, "Ans Ruder gehen")
    shows(owner.page, "Blau, 2-mal blinken")
    stage(owner.page, "Gerade ist ein anderes Handy an der Reihe. STAND am Brett zeigt das nächste.")
    expect(wall.page.locator(".pairing .signal")).to_have_text("White, 1 blink")
    assert objections(guest.page) == objections(wall.page) == []
    press(harbour, Button.STAND)
    stage(guest.page, "This phone was refused at the table.")
    expect(guest.page.locator("#ask .signal")).to_be_hidden()
    stage(owner.page, "Drück ROLL, wenn die Lampe am Brett das zeigt.")
    expect(wall.page.locator(".pairing .signal")).to_have_text("Blue, 2 blinks")
    assert objections(owner.page) == []
    press(harbour, Button.ROLL)
    expect(owner.page).to_have_url(harbour.url)
    expect(owner.page.locator("#helm-bar .key").first).to_be_visible()
    expect(wall.page.locator(".pairing")).to_have_count(0)
    for phone in (guest, owner, wall):
        assert [one for one in phone.complaints if not one.startswith(EXPECTED)] == []


def test_a_phone_without_answers_shows_no_colour_and_asking_can_be_stopped(moor: Moor) -> None:
    harbour = moor()
    page = harbour.phone().page
    page.clock.install()
    harbour.bridge.pair()
    ask(page, harbour.url)
    shows(page, "White, 1 blink")
    page.route("**/api/helm*", lambda route: route.abort("internetdisconnected"))
    page.clock.fast_forward(3_000)
    shows(page, "White, 1 blink")
    page.clock.fast_forward(2_000)
    stage(page, "Connection lost. Reconnecting…")
    expect(page.locator("#ask .signal")).to_be_hidden()
    page.unroute("**/api/helm*")
    shows(page, "White, 1 blink")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#ask .signal")).to_be_hidden()
    expect(page.get_by_role("button", name="Take the helm")).to_be_visible()


def test_without_buttons_a_claimed_screen_shows_the_code(moor: Moor) -> None:
    harbour = moor(buttons=False)
    owner, wall, guest = harbour.at_helm().page, phone_of(harbour, viewport=TV).page, phone_of(harbour).page
    owner.goto(f"{harbour.url}helm")
    owner.get_by_role("button", name="Add a screen").click()
    code = owner.locator("#screen-code .code")
    expect(code).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    wall.goto(f"{harbour.url}screen")
    assert objections(wall) == []
    wall.get_by_label("Code").fill(code.inner_text())
    wall.get_by_role("button", name="Make this a table screen").click()
    expect(wall).to_have_url(f"{harbour.url}tv")
    ask(guest, harbour.url)
    shows(guest, "White, 1 blink")
    stage(guest, "Enter the code shown next to this colour.")
    shown = wall.locator("#codes li")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("White, 1 blink")
    assert objections(wall) == []
    guest.get_by_label("Code").fill(shown.locator(".code").inner_text())
    guest.get_by_role("button", name="Use code").click()
    expect(guest).to_have_url(harbour.url)
    expect(guest.locator("#helm-bar .key").first).to_be_visible()
    expect(shown).to_have_count(0)
    owner.reload()
    expect(owner.locator(".own-screens")).to_contain_text("Screen 1, on")
    owner.get_by_role("button", name="Remove", exact=True).click()
    expect(owner.locator(".own-screens")).to_have_count(0)
    expect(wall.locator("#codes")).to_have_count(0)
