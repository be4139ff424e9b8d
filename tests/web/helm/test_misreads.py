"""A guest's phone reports a misread die, and a phone at the helm settles it; both in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine import Corrected, Rolled, Stopped
from tests.web.api.conftest import SHIP
from tests.web.axe import objections
from tests.web.helm.conftest import Bar, overflow

pytestmark = pytest.mark.browser


@pytest.fixture
def guest(bar: Bar) -> Iterator[Page]:
    page = bar.harbour.phone().page
    page.goto(f"{bar.harbour.url}?language=de")
    yield page
    page.context.close()


def fits(page: Page) -> None:
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    assert (objections(page), overflow(page)) == ([], 0)
    assert size is not None
    page.set_viewport_size(size)


def test_the_helm_corrects_what_a_guest_reports(bar: Bar, guest: Page) -> None:
    expect(guest.get_by_role("button", name="Falsch?")).to_be_hidden()
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)), Stopped())
    guest.get_by_role("button", name="Falsch?").tap()
    sheet = guest.locator("#misread")
    expect(sheet.get_by_role("button", name="5")).to_be_disabled()
    fits(guest)
    sheet.get_by_role("radio").first.focus()
    for _ in range(4):
        guest.keyboard.press("ArrowRight")
    expect(sheet.get_by_role("button", name="3")).to_be_disabled()
    sheet.get_by_role("button", name="5").press("Enter")
    expect(sheet.get_by_role("status")).to_have_text("Gemeldet. Die Spieler entscheiden.")
    line = bar.page.locator(".misread")
    expect(line).to_contain_text("A guest says: the 3 was a 5")
    fits(bar.page)
    fits(guest)
    line.get_by_role("button", name="Correct").tap()
    expect(line).to_have_count(0)
    expect(sheet.get_by_role("status")).to_have_text("Der Wurf wurde korrigiert.")
    assert bar.latest() == Corrected(1, (6, 5, 4, 3, 5))
    for page in (bar.page, guest):
        expect(page.locator(".score").first).to_have_text("8")
