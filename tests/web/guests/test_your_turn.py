"""The phone of the player on turn says so: a banner, the title, and one event; other phones and the TV say nothing."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.screens import PHONE
from tests.web import moments
from tests.web.conftest import Serve, Watched
from tests.web.scripted import ScriptedTable

pytestmark = pytest.mark.browser
NARROW: ViewportSize = {"width": 320, "height": 568}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
COVERED = """() => {
    const up = document.getElementById("up").getBoundingClientRect();
    return [...document.querySelectorAll("h1, .lamp, header button, header summary")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && up.left < box.right && box.left < up.right && up.top < box.bottom && box.top < up.bottom;
    }).map((one) => one.className || one.tagName);
}"""
HEARD = "document.addEventListener('quarterdeck:your-turn', (event) => (window.turns ??= []).push(event.detail.player))"


def turns(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.turns ?? []")
    return found


@pytest.mark.parametrize(("language", "size"), [("en", PHONE), ("fr", NARROW), ("de", SIDEWAYS)])
def test_the_banner_covers_neither_the_headline_nor_a_sign(
    serve: Serve, table: ScriptedTable, watched: Watched, language: str, size: ViewportSize
) -> None:
    page = watched.page
    page.set_viewport_size(size)
    table.show(moments.CARGO)
    page.goto(f"{serve().url}?language={language}")
    page.evaluate(
        "player => document.dispatchEvent(new CustomEvent('quarterdeck:me', { detail: { player } }))",
        str(moments.CARGO.state.player),
    )
    expect(page.locator("#up")).to_be_visible()
    over = page.evaluate(COVERED)
    assert over == []


def test_a_tap_on_a_name_says_whose_phone_it_is_and_then_it_says_whose_turn(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    page = watched.page
    page.set_viewport_size(PHONE)
    table.show(moments.CARGO)
    on_turn = str(moments.CARGO.state.player)
    other = next(name for name in moments.MIDGAME.state.players if name == moments.MIDGAME.state.player)
    assert on_turn != other
    page.goto(serve().url)
    page.evaluate(HEARD)
    banner = page.locator("#up")
    expect(banner).to_be_hidden()
    page.locator(".player .who", has_text=on_turn).click()
    page.get_by_role("button", name="That’s me").click()
    expect(banner).to_have_text("You’re up")
    expect(page).to_have_title("You’re up – Quarterdeck")
    page.get_by_role("dialog").get_by_role("button", name="Whale").click()
    expect(page.locator(".player.on .emblem use")).to_have_attribute("href", re.compile("#whale$"))
    page.get_by_role("button", name="Close").click()
    table.show(moments.MIDGAME)
    expect(banner).to_be_hidden()
    expect(page).to_have_title("Quarterdeck")
    table.show(moments.CARGO)
    expect(banner).to_be_visible()
    assert turns(page) == [on_turn, on_turn]
    page.reload()
    expect(banner).to_be_visible()
    page.goto(f"{page.url}tv")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#up")).to_have_count(0)
    assert watched.complaints == []
    page.context.clear_cookies()
