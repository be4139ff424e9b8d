"""Dice that the table sees, on two phones: an unread die is entered with two taps, a whole card is filled."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine import Rolled
from tests.table.lying import MOVING, settled
from tests.web.helm.conftest import Bar

pytestmark = pytest.mark.browser


def die_on_tray(page: Page, place: int) -> None:
    """Tap a die where it lies, the ``place``-th from the left."""
    dice = [one.bounding_box() for one in page.locator("#tray .die").all()]
    boxes = sorted((box for box in dice if box is not None), key=lambda box: box["x"])
    box = boxes[place]
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def face(page: Page, value: int) -> None:
    """Tap that face on the sheet of a die."""
    page.locator(".likely-key", has_text=f"{value}:").tap()


def test_an_unread_die_and_then_a_misread_one_takes_two_taps_and_counts_on_every_phone(bar: Bar) -> None:
    bar.bridge.see(settled([]), MOVING, settled([6, 5, None, 2, 1]))
    for page in (bar.page, bar.looker.page):
        expect(page.locator("#table")).to_have_class(re.compile(r"\bunsure\b"))
        expect(page.locator("#tray .die")).to_have_count(5)
    expect(bar.page.locator("#helm-bar .main")).to_have_count(0)
    die_on_tray(bar.page, 2)
    expect(bar.page.locator("#helm-sheet")).to_contain_text("not detected")
    expect(bar.page.locator(".likely-key", has_text="4:")).to_contain_text("counts as 6 5 4 2 1")
    face(bar.page, 4)
    expect(bar.looker.page.locator(".slot.crew")).to_have_class(re.compile(r"\bheld\b"))
    assert bar.bridge.table.board.snapshot().log[-1] == Rolled((6, 5, 4, 2, 1), told=True)
    bar.page.get_by_role("button", name="Stand with 3", exact=True).tap()
    score = bar.looker.page.locator(".player").first.locator(".score")
    expect(score).to_have_text("3")
    die_on_tray(bar.page, 4)
    expect(bar.page.locator(".likely-key", has_text="6:")).to_contain_text("3 → 8")
    face(bar.page, 6)
    expect(score).to_have_text("8")
    bar.had_no_complaints()


def test_of_two_unread_dice_each_takes_two_taps(bar: Bar) -> None:
    page = bar.page
    bar.bridge.see(settled([]), MOVING, settled([6, None, None, 2, 1]))
    expect(page.locator("#table")).to_have_class(re.compile(r"\bunsure\b"))
    expect(page.locator("#tray .die")).to_have_count(5)
    die_on_tray(page, 1)
    expect(page.locator(".likely-key").first).to_contain_text("next uncertain die")
    face(page, 5)
    expect(page.locator(".likely-key", has_text="4:")).to_contain_text("counts as 6 5 4 2 1")
    face(page, 4)
    expect(page.locator(".slot.crew")).to_have_class(re.compile(r"\bheld\b"))
