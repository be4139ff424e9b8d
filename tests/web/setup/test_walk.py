"""The set-up in a browser, on a phone, with recorded pictures."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from table.commands import UseCamera
from tests.screens import PHONE
from tests.web.axe import objections
from tests.web.conftest import Watched, running
from tests.web.helm.test_new_game import Taps
from tests.web.setup.conftest import Place

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Watched]:
    with browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True) as context:
        yield Watched(context.new_page())


@pytest.fixture
def page(phone: Watched) -> Iterator[Page]:
    phone.page.context.clear_cookies()
    phone.complaints.clear()
    yield phone.page
    assert phone.complaints == []


@contextmanager
def served(page: Page, place: Place) -> Iterator[str]:
    with running(place.app) as server:
        yield server.url
        page.goto("about:blank")


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    assert objections(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def begin(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("link", name="Set up this table").click()
    heading(page, "Language")
    tap(page, "English")
    heading(page, "Owner’s PIN")
    page.get_by_label("PIN", exact=True).fill("4711")
    page.get_by_label("Repeat the PIN").fill("4711")
    tap(page, "Next")


def test_a_walk_on_a_phone_ends_at_the_table_with_the_helm(page: Page, place: Place) -> None:
    with served(page, place) as url:
        begin(page, url)
        expect(page.locator("#found")).to_contain_text("4 of 4 markers are seen. The tray is found.")
        expect(page.locator("#seen .marker")).to_have_count(4)
        tap(page, "Next")
        heading(page, "Holding dice")
        page.get_by_label("They stay where they lie").check()
        tap(page, "Next")
        for number in (1, 2, 3):
            heading(page, "Test rolls")
            tap(page, "Read the dice")
            expect(page.get_by_text("Is that right?")).to_be_visible()
            tap(page, "Yes, all right")
            expect(page.locator(".trials li")).to_have_count(number)
        expect(page.get_by_role("status")).to_contain_text("3 of 3 rolls were read right.")
        tap(page, "Next")
        heading(page, "Names")
        page.get_by_label("Player 1").fill("Mia")
        page.get_by_label("Player 2").fill("Jonas")
        tap(page, "Next")
        tap(page, "Finish")
        page.wait_for_url(url)
        expect(page.locator("#helm")).to_be_visible()
        expect(page.get_by_role("link", name="Set up this table")).to_have_count(0)
        expect(page.locator(".player").first).to_contain_text("Mia")


def test_a_first_roll_by_hand_takes_nine_taps_from_a_fresh_table(page: Page, place: Place) -> None:
    place.file.write_text('[camera]\nkind = "none"\n')
    place.bridge.table.board.submit(UseCamera(False), 60)
    with served(page, place) as url:
        page.goto(url)
        taps = Taps()
        taps(page.get_by_role("link", name="Set up this table"))
        taps(page.get_by_role("button", name="English", exact=True))
        expect(page.locator("#pin")).to_be_focused()
        page.keyboard.type("4711")
        page.keyboard.press("Tab")
        page.keyboard.type("4711")
        taps(page.get_by_role("button", name="Next"))
        expect(page.locator("#player-0")).to_be_focused()
        page.keyboard.type("Mia")
        page.keyboard.press("Tab")
        page.keyboard.type("Jonas")
        taps(page.get_by_role("button", name="Start game"))
        page.wait_for_url(url)
        for face in (6, 5, 4, 2, 1):
            taps(page.locator(f'#helm [data-face="{face}"]').first)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Mia has 3")
        assert place.bridge.table.board.snapshot().state.players == ("Mia", "Jonas")
        assert taps.number <= 9


def test_the_picture_is_live_and_corners_are_tapped(page: Page, place: Place) -> None:
    marked = place.picture
    assert marked is not None
    place.picture = marked * 0
    place.frame()
    with served(page, place) as url:
        begin(page, url)
        expect(page.locator("#found")).to_contain_text("0 of 4 markers are seen.")
        page.get_by_role("link", name="Mark the corners yourself").click()
        box = page.locator("#outline").bounding_box()
        assert box is not None
        for x, y in ((0.25, 0.2), (0.75, 0.22), (0.74, 0.8), (0.26, 0.78)):
            page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
        tap(page, "Save these corners")
        expect(page.locator("#found")).to_contain_text("found by the corners you marked")
        page.get_by_role("link", name="Mark the corners yourself").click()
        tap(page, "Use the markers")
        expect(page.locator("#found")).to_contain_text("0 of 4 markers are seen.")
        place.picture = marked
        place.frame()
        expect(page.locator("#found")).to_contain_text("4 of 4 markers are seen.")
