"""A game that is one module of the rules, begun and played to its end from the form, as any other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.helm.conftest import PATIENCE, Harbour, counted, tell

pytestmark = pytest.mark.browser


def test_ship_of_fools_is_begun_from_the_form_and_won_with_21(moor: Callable[..., Harbour]) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/games/new")
    page.get_by_text("Ship of Fools to 21").click()
    expect(page.locator('.variants[data-preset="ship-of-fools"]')).to_be_visible(timeout=PATIENCE)
    expect(page.locator('[data-option="dice"]')).to_be_visible()
    expect(page.locator('[data-option="match"]')).to_have_count(0)
    page.locator("#starter").select_option("Mia")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(harbour.url)
    expect(page.locator("#table")).to_contain_text("Ship of Fools to 21", timeout=PATIENCE)
    page.get_by_role("button", name="By hand").click()
    page.locator(".pad").wait_for()
    for dice in ((6, 5, 4, 6, 6), (6, 5, 4, 5, 4), (6, 5, 4, 5, 5), (6, 5, 4, 5, 4)):
        tell(page, *dice)
        before = page.locator("#table").get_attribute("data-event")
        page.get_by_role("button", name="Stand with").click()
        counted(page, before)
    expect(page.locator("h1")).to_contain_text("Mia wins with 21", timeout=PATIENCE)
