"""A guest's phone asks to play, and a phone at the helm answers; both in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import Joined, Rolled, Started, Stopped
from tests.screens import TV
from tests.web.api.conftest import SHIP
from tests.web.axe import objections
from tests.web.helm.conftest import Bar, overflow

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def nobody_waits(bar: Bar) -> Iterator[None]:
    """No request is open and nobody waits to join, before a test and after it."""
    yield
    requests = bar.bridge.table.join_requests
    for one in requests.open:
        requests.decline(one.number)
    bar.bridge.clock.now += 60.0
    bar.begin(Started("dice-game-depot", ("Ann", "Ben"), "Ann"))


@pytest.fixture
def guest(bar: Bar) -> Iterator[Page]:
    """A guest's phone that was never here before."""
    page = bar.harbour.phone().page
    page.goto(bar.harbour.url)
    yield page
    page.context.close()


def key(page: Page, name: str) -> Locator:
    return page.locator("#play").get_by_role("button", name=name)


def asks(page: Page, name: str) -> None:
    key(page, "I’m playing").tap()
    page.get_by_label("Your name").wait_for()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.locator("#play")).to_contain_text("asked to play")


def test_a_guest_asks_the_helm_accepts_and_the_next_evening_takes_one_tap(bar: Bar, guest: Page) -> None:
    asks(guest, "Zoë")
    bar_of_requests = bar.page.locator(".requests")
    expect(bar_of_requests).to_contain_text("Zoë\u2069 wants to play")
    assert (objections(bar.page), overflow(bar.page)) == ([], 0)
    bar_of_requests.get_by_role("button", name="Accept").tap()
    expect(bar_of_requests).to_have_count(0)
    expect(guest.locator("#play")).to_contain_text("You’re in!")
    assert bar.latest() == Joined("Zoë")
    bar.begin(SHIP)
    expect(key(guest, "Play as \u2068Zoë\u2069")).to_be_visible()
    key(guest, "Play as").tap()
    expect(bar_of_requests).to_contain_text("Zoë")


def test_a_declined_guest_is_told_and_may_cancel_a_request(bar: Bar, guest: Page) -> None:
    asks(guest, "Zoë")
    bar.page.locator(".requests").get_by_role("button", name="Decline").tap()
    expect(guest.locator("#play")).to_contain_text("declined")
    bar.bridge.clock.now += 60.0
    guest.reload()
    key(guest, "Other name").tap()
    guest.get_by_role("button", name="Jonas").wait_for(state="detached")
    guest.get_by_label("Your name").fill("Bo")
    assert objections(guest) == []
    guest.get_by_role("button", name="Send").tap()
    expect(bar.page.locator(".requests")).to_contain_text("Bo")
    key(guest, "Cancel").tap()
    expect(bar.page.locator(".requests")).to_have_count(0)
    expect(key(guest, "Play as")).to_be_visible()


def test_a_name_that_is_taken_is_refused_in_the_sheet(bar: Bar, guest: Page) -> None:
    key(guest, "I’m playing").tap()
    guest.get_by_label("Your name").fill("Mia")
    guest.get_by_role("button", name="Send").tap()
    expect(guest.get_by_role("alert")).to_have_text("Mia is already playing.")
    guest.keyboard.press("Escape")
    expect(guest.locator("#play-sheet")).to_be_hidden()
    assert bar.written() == (SHIP,)


def test_the_key_is_on_guests_phones_alone(bar: Bar, guest: Page) -> None:
    expect(key(guest, "I’m playing")).to_be_visible()
    assert (objections(guest), overflow(guest)) == ([], 0)
    expect(bar.page.locator("#play")).to_have_count(0)
    guest.set_viewport_size(TV)
    guest.goto(f"{bar.harbour.url}tv")
    guest.locator("#table").wait_for()
    expect(guest.locator("#play")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_key_hides_nothing_of_the_table(bar: Bar, guest: Page, size: tuple[int, int]) -> None:
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)), Stopped())
    guest.set_viewport_size({"width": size[0], "height": size[1]})
    expect(key(guest, "I’m playing")).to_be_visible()
    covered = guest.evaluate(
        """() => {
            scrollTo(0, document.body.scrollHeight);
            const key = document.querySelector("#play button").getBoundingClientRect();
            return [...document.querySelectorAll(".lamp, .brand, h1, #tray, .slot, .player, header button, summary")]
                .filter((one) => {
                    const { left, right, top, bottom } = one.getBoundingClientRect();
                    return left < key.right && right > key.left && top < key.bottom - 1 && bottom > key.top + 1;
                }).map((one) => one.className || one.id || one.tagName);
        }"""
    )
    assert covered == []


def test_a_new_game_gets_who_asked_with_one_tap(bar: Bar, guest: Page) -> None:
    asks(guest, "Zoë")
    page = bar.go("helm/games/new")
    page.get_by_role("group", name="Asked to play").get_by_role("button", name="Zoë").tap()
    page.get_by_role("button", name="Start game").tap()
    page.wait_for_url(bar.harbour.url)
    assert bar.bridge.table.board.snapshot().state.players == ("Mia", "Jonas", "Zoë")
    expect(guest.locator("#play")).to_contain_text("You’re in!")


def test_a_phone_without_scripts_has_no_key(bar: Bar) -> None:
    page = bar.harbour.phone(java_script_enabled=False).page
    page.goto(bar.harbour.url)
    expect(page.locator("#play")).to_be_hidden()
    page.context.close()
