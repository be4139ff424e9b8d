"""The helm in a real browser, at a real table: taken with a code, a game told by hand, dice mended, nothing twice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from engine import Rolled, Started, Stopped
from tests.pages import take_the_helm, visit
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import EXPECTED, PATIENCE, Harbour, counted, tell
from web.pairing.guess_limits import FREE

pytestmark = pytest.mark.browser

Moor = Callable[..., Harbour]
CARD = Started("yahtzee-handout", ("Lin",), "Lin", {"boxes": ["yahtzee", "chance"]})


def says(page: Page, words: str) -> None:
    expect(page.locator("#helm-says")).to_contain_text(words, timeout=PATIENCE)


def prompt(page: Page, words: str) -> None:
    expect(page.locator("h1")).to_contain_text(words, timeout=PATIENCE)


def by_hand(page: Page) -> None:
    page.get_by_role("button", name="By hand").click()
    page.locator(".pad").wait_for()


def test_who_looks_on_is_told_how_to_steer_and_a_wrong_code_is_a_sentence(moor: Moor) -> None:
    harbour = moor()
    phone = harbour.phone()
    page = phone.page
    page.goto(harbour.url)
    assert page.locator("#helm").count() == 0
    page.goto(f"{harbour.url}helm")
    expect(page.locator("main")).to_contain_text("Hold both tray buttons")
    code = harbour.bridge.code()
    page.get_by_text("I have a code").click()
    page.get_by_label("Code").fill("000 000")
    page.get_by_role("button", name="Use the code").click()
    says(page, "That code is not good")
    page.get_by_label("Code").fill(f"{code[:3]} {code[3:]}")
    page.keyboard.press("Enter")
    page.wait_for_url(harbour.url)
    expect(page.locator("#helm-bar")).to_contain_text("By hand", timeout=PATIENCE)
    assert [one for one in phone.complaints if not one.startswith(EXPECTED)] == []


def test_a_helm_of_which_a_script_did_not_arrive_is_not_shown_as_live(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm().page.context.new_page()
    page.route("**/helm-sheet.js", lambda route: route.abort())
    page.goto(harbour.url)
    expect(page.locator("#helm-bar")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-link", "new")
    assert page.evaluate("document.getAnimations().length") > 0
    page.unroute("**/helm-sheet.js")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def test_after_some_wrong_codes_a_phone_is_told_to_wait(moor: Moor) -> None:
    harbour = moor()
    page = harbour.phone().page
    page.goto(f"{harbour.url}helm")
    page.get_by_text("I have a code").click()
    harbour.bridge.code()
    for wrong in range(FREE + 1):
        page.get_by_label("Code").fill(f"00000{wrong}")
        with page.expect_response("**/api/helm"):
            page.get_by_role("button", name="Use the code").click()
        page.wait_for_function("() => !document.body.hasAttribute('data-giving')")
    says(page, "Wait a moment")


def test_the_helm_is_passed_on_and_given_back(moor: Moor) -> None:
    harbour = moor()
    first, second = harbour.at_helm().page, harbour.phone().page
    first.goto(f"{harbour.url}helm")
    first.get_by_role("button", name="Show a code").click()
    expect(first.locator("#code .code")).to_have_text(re.compile(r"^\d{3} \d{3}$"), timeout=PATIENCE)
    code = first.locator("#code .code").inner_text()
    assert first.locator("#code .dark").get_attribute("d")
    take_the_helm(second, harbour.url, code.replace(" ", ""))
    expect(second.locator("#helm-bar")).to_contain_text("More", timeout=PATIENCE)
    first.get_by_role("button", name="Give back my place").click()
    expect(first.get_by_role("button", name="Take the helm")).to_be_visible(timeout=PATIENCE)
    visit(first, harbour.url)
    assert first.locator("#helm").count() == 0


def test_a_whole_game_of_ship_captain_crew_is_told_by_hand(moor: Moor) -> None:
    phone = moor().at_helm()
    page = phone.page
    by_hand(page)
    tell(page, 6, 5, 3, 2, 1)
    tell(page, 4, 6, 2)
    before = page.locator("#table").get_attribute("data-event")
    page.get_by_role("button", name="Stand with 8").click()
    counted(page, before)
    tell(page, 6, 5, 4, 6, 6)
    page.get_by_role("button", name="Stand with 12").click()
    prompt(page, "Jonas wins with 12")
    expect(page.locator("#helm-bar")).to_contain_text("Next game", timeout=PATIENCE)
    assert phone.complaints == []


def test_a_whole_game_of_yahtzee_is_told_by_hand(moor: Moor) -> None:
    phone = moor(CARD).at_helm()
    page = phone.page
    by_hand(page)
    tell(page, 6, 6, 6, 2, 1)
    for place in range(3):
        page.locator("[data-stays]").nth(place).click()
    assert page.locator(".slots-told li").count() == 2
    tell(page, 6, 6)
    before = page.locator("#table").get_attribute("data-event")
    page.locator("#helm-sheet").get_by_role("button", name="Yahtzee").click()
    counted(page, before)
    tell(page, 1, 2, 3, 4, 6)
    page.keyboard.press("Escape")
    expect(page.locator("#helm-sheet")).to_be_hidden()
    page.get_by_role("button", name="Score").click()
    page.locator("#helm-sheet").get_by_role("button", name="Chance").click()
    prompt(page, "Lin wins with 66")
    assert phone.complaints == []


def test_a_roll_is_corrected_with_two_taps_and_says_before_what_it_changes(moor: Moor) -> None:
    harbour = moor(SHIP, Rolled((6, 5, 4, 3, 3)), Stopped(), Rolled((6, 5, 4, 2, 1)), Stopped())
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/rolls")
    page.locator(".roll-told").last.get_by_role("button", name="3").first.click()
    five = page.locator(".likely-key", has_text="5:")
    expect(five).to_contain_text("6 becomes 8", timeout=PATIENCE)
    assert page.locator(".likely-key", has_text="1:").inner_text().count("becomes")
    before = harbour.bridge.table.board.snapshot().event
    five.click()
    expect(page.locator(".roll-told").last).to_contain_text("was read as 6 5 4 3 3", timeout=PATIENCE)
    now = harbour.bridge.table.board.snapshot()
    assert now.event == before + 1
    assert now.state.scores["Mia"] == 8


def test_of_two_at_the_helm_the_later_one_sees_how_it_stands_now(moor: Moor) -> None:
    harbour = moor(SHIP, Rolled((6, 5, 4, 3, 3)))
    first, second = harbour.at_helm().page, harbour.at_helm().page
    held: list[Route] = []
    second.route("**/api/buttons", lambda route: held.append(route))
    second.get_by_role("button", name="Stand").click()
    first.get_by_role("button", name="Stand").click()
    prompt(first, "Jonas")
    second.wait_for_timeout(100)
    held[0].continue_()
    says(second, "Somebody was quicker")
    prompt(second, "Jonas")
    expect(second.locator("#helm-bar").get_by_role("button", name="Stand")).to_have_count(0, timeout=PATIENCE)
    assert harbour.bridge.table.board.snapshot().event == 3


def test_a_phone_that_loses_the_network_in_the_middle_of_an_order_loses_nothing_and_does_nothing_twice(
    moor: Moor,
) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    by_hand(page)
    tried: list[str] = []

    def flaky(route: Route) -> None:
        """The first is lost on its way there, of the second the answer on its way back."""
        tried.append(route.request.post_data or "")
        if len(tried) == 2:
            route.fetch()
        if len(tried) <= 2:
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/api/moves", flaky)
    for face in (6, 5, 3, 2, 1):
        page.locator(f'.numbers [data-face="{face}"]').click()
    says(page, "done only once")
    page.wait_for_function("() => !document.body.hasAttribute('data-giving')")
    prompt(page, "throw three")
    assert len(tried) == 3
    assert len(set(tried)) == 1
    assert harbour.bridge.table.board.snapshot().event == 2


def test_an_order_outlives_the_page_that_it_was_given_on(moor: Moor) -> None:
    harbour = moor()
    page = harbour.at_helm().page
    by_hand(page)
    page.route("**/api/moves", lambda route: route.abort("internetdisconnected"))
    for face in (6, 5, 3, 2, 1):
        page.locator(f'.numbers [data-face="{face}"]').click()
    says(page, "sent again")
    page.unroute("**/api/moves")
    page.reload()
    prompt(page, "throw three")
    assert harbour.bridge.table.board.snapshot().event == 2


def test_a_decision_is_taken_back_with_one_tap_and_a_roll_is_mended_instead(moor: Moor) -> None:
    page = moor(SHIP, Rolled((6, 5, 4, 3, 3)), Stopped()).at_helm().page
    page.get_by_role("button", name="Take back").click()
    prompt(page, "Mia has 6")
    expect(page.get_by_role("button", name="Take back")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="Misread?").click()
    expect(page.locator("#helm-sheet .cube-key")).to_have_count(5, timeout=PATIENCE)
