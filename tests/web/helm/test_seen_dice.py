"""Dice that the table sees, on two phones: a doubtful one is told by two taps, a whole card is filled to its end."""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import Kept, Rolled, Scored, Started
from table.panel.panel import Button
from tests.table.lying import MOVING, settled
from tests.web import played
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import PATIENCE, Harbour

pytestmark = pytest.mark.browser

Moor = Callable[..., Harbour]


def die_on_tray(page: Page, place: int) -> None:
    """Tap a die where it lies, the ``place``-th from the left."""
    dice = [one.bounding_box() for one in page.locator("#tray .die").all()]
    boxes = sorted((box for box in dice if box is not None), key=lambda box: box["x"])
    box = boxes[place]
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def face(page: Page, value: int) -> None:
    """Tap that face on the sheet of a die."""
    page.locator(".likely-key", has_text=f"{value}:").tap()


def test_a_die_that_cannot_be_read_is_told_by_two_taps_and_counts_on_every_phone(moor: Moor) -> None:
    harbour = moor(SHIP)
    helm, looker = harbour.at_helm(), harbour.phone()
    looker.page.goto(harbour.url)
    harbour.bridge.see(settled([]), MOVING, settled([6, 5, None, 2, 1]))
    for page in (helm.page, looker.page):
        expect(page.locator("#table")).to_have_class(re.compile(r"\bunsure\b"), timeout=PATIENCE)
        expect(page.locator("#tray .die")).to_have_count(5, timeout=PATIENCE)
    expect(helm.page.locator("#helm-bar").get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    die_on_tray(helm.page, 2)
    expect(helm.page.locator("#helm-sheet")).to_contain_text("not read", timeout=PATIENCE)
    expect(helm.page.locator(".likely-key", has_text="4:")).to_contain_text("counts as 6 5 4 2 1")
    face(helm.page, 4)
    expect(looker.page.locator(".slot.crew")).to_have_class(re.compile(r"\bheld\b"), timeout=PATIENCE)
    told = harbour.bridge.table.board.snapshot().log[-1]
    assert told == Rolled((6, 5, 4, 2, 1), told=True)
    helm.page.get_by_role("button", name="Stand", exact=True).tap()
    expect(looker.page.locator(".player").first.locator(".score")).to_have_text("3", timeout=PATIENCE)
    assert (helm.complaints, looker.complaints) == ([], [])


def test_of_two_doubtful_dice_each_takes_two_taps(moor: Moor) -> None:
    harbour = moor(SHIP)
    page = harbour.at_helm().page
    harbour.bridge.see(settled([]), MOVING, settled([6, None, None, 2, 1]))
    expect(page.locator("#table")).to_have_class(re.compile(r"\bunsure\b"), timeout=PATIENCE)
    die_on_tray(page, 1)
    expect(page.locator(".likely-key").first).to_contain_text("then the next die in doubt", timeout=PATIENCE)
    face(page, 5)
    expect(page.locator(".likely-key", has_text="4:")).to_contain_text("counts as 6 5 4 2 1", timeout=PATIENCE)
    face(page, 4)
    expect(page.locator(".slot.crew")).to_have_class(re.compile(r"\bheld\b"), timeout=PATIENCE)


def test_a_die_that_was_counted_as_another_is_mended_on_the_tray_by_two_taps(moor: Moor) -> None:
    harbour = moor(SHIP)
    helm, looker = harbour.at_helm(), harbour.phone()
    looker.page.goto(harbour.url)
    harbour.bridge.see(settled([]), MOVING, settled([6, 5, 4, 3, 3]))
    harbour.bridge.press(Button.STAND)
    expect(looker.page.locator(".player").first.locator(".score")).to_have_text("6", timeout=PATIENCE)
    expect(helm.page.locator("#tray .die")).to_have_count(5, timeout=PATIENCE)
    die_on_tray(helm.page, 4)
    expect(helm.page.locator(".likely-key", has_text="6:")).to_contain_text("6 becomes 9", timeout=PATIENCE)
    face(helm.page, 6)
    expect(looker.page.locator(".player").first.locator(".score")).to_have_text("9", timeout=PATIENCE)
    assert harbour.bridge.table.board.snapshot().state.scores["Mia"] == 9
    assert (helm.complaints, looker.complaints) == ([], [])


def test_a_whole_game_of_yahtzee_is_watched_from_the_first_throw_to_the_last_box(moor: Moor) -> None:
    """Thirteen boxes each, seen by the table die by die and pressed on its buttons."""
    first, *rest = played.yahtzee(3)
    assert isinstance(first, Started)
    harbour = moor(first)
    phone = harbour.phone()
    page = phone.page
    page.goto(harbour.url)
    aside: tuple[int, ...] = ()
    filled = Counter[str]()
    for event in rest:
        match event:
            case Kept(dice):
                aside = dice
            case Rolled(dice):
                harbour.bridge.see(settled([], aside), MOVING, settled(dice, aside))
                harbour.bridge.press(Button.ROLL)
            case Scored(box):
                player = harbour.bridge.table.board.snapshot().state.player
                harbour.bridge.press(Button.PICK, box)
                points = harbour.bridge.table.board.snapshot().state.cards[player].boxes[box]
                cell = page.locator(f"tr.{box} td").nth(first.players.index(player))
                expect(cell).to_have_class(re.compile("filled|fresh"), timeout=PATIENCE)
                expect(cell).to_have_text(str(points), timeout=PATIENCE)
                filled[box] += 1
                aside = ()
    assert (len(filled), filled.total()) == (13, 26)
    state = harbour.bridge.table.board.snapshot().state
    for seat, total in enumerate(state.totals.values()):
        expect(page.locator("tr.total td").nth(seat)).to_have_text(str(total), timeout=PATIENCE)
    expect(page.locator("h1")).to_contain_text(f"{state.winner} wins with", timeout=PATIENCE)
    assert phone.complaints == []
