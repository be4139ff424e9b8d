"""The helm at a real table: taken with a code, games entered by hand, dice corrected, nothing done twice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from engine import Rolled, Stopped
from table.commands import Play
from table.panel import Button
from tests.pages import take_the_helm, visit
from tests.table.lying import MOVING, settled
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import DEAD_TIME, EXPECTED, Bar
from tests.web.helm.test_new_game import Taps
from web.access.pin import FREE

pytestmark = pytest.mark.browser


def says(page: Page, words: str) -> None:
    expect(page.locator("#helm-says")).to_contain_text(words)


def prompt(page: Page, words: str) -> None:
    expect(page.locator("h1")).to_contain_text(words)


def use_code(page: Page, code: str) -> None:
    page.get_by_label("Code").fill(code)
    with page.expect_response("**/api/helm"):
        page.get_by_role("button", name="Use code").click()
    page.wait_for_function("() => !document.body.hasAttribute('data-giving')")


def test_the_helm_is_taken_with_a_code_passed_on_and_given_back(bar: Bar) -> None:
    phone = bar.harbour.phone()
    page, url, looker = phone.page, bar.harbour.url, bar.looker.page
    page.goto(url)
    assert page.locator("#helm").count() == 0
    page.goto(f"{url}helm")
    expect(page.locator("main")).to_contain_text("Hold both tray buttons")
    code = bar.bridge.code()
    page.get_by_text("I have a code").click()
    use_code(page, "000 000")
    says(page, "Wrong code")
    page.get_by_label("Code").fill(f"{code[:3]} {code[3:]}")
    page.keyboard.press("Enter")
    page.wait_for_url(url)
    expect(page.locator("#helm-bar")).to_contain_text("More")

    page.goto(f"{url}helm")
    page.get_by_role("button", name="Show a code").click()
    expect(page.locator("#code .code")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    assert page.locator("#code .dark").get_attribute("d")
    take_the_helm(looker, url, page.locator("#code .code").inner_text().replace(" ", ""))
    expect(looker.locator("#helm-bar")).to_contain_text("More")
    for one in (looker, page):
        visit(one, f"{url}helm")
        one.get_by_role("button", name="Leave the helm").click()
        expect(one.get_by_role("button", name="Take the helm")).to_be_visible()
        visit(one, url)
        assert one.locator("#helm").count() == 0
    assert [one for one in phone.complaints if not one.startswith(EXPECTED)] == []

    page.goto(f"{url}helm")
    page.get_by_text("I have a code").click()
    bar.bridge.code()
    for wrong in range(FREE + 1):
        use_code(page, f"00000{wrong}")
    says(page, "Wait a moment")
    page.context.close()


def test_a_helm_without_one_of_its_scripts_is_not_shown_as_live(bar: Bar) -> None:
    page = bar.page
    page.route("**/helm-sheet.js", lambda route: route.abort())
    page.reload()
    expect(page.locator("#helm-bar")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-link", "new")
    assert page.evaluate("document.getAnimations().length") > 0
    page.unroute("**/helm-sheet.js")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def test_a_roll_is_corrected_with_two_taps_and_its_consequences_are_shown_before(bar: Bar) -> None:
    bar.bridge.see(settled([]), MOVING, settled([6, 5, 4, 3, 3]))
    bar.bridge.press(Button.STAND)
    bar.bridge.see(settled([]), MOVING, settled([6, 5, 4, 2, 1]))
    bar.bridge.press(Button.STAND)
    page, tap = bar.page, Taps()
    tap(page.get_by_role("button", name="Fix", exact=True))
    tap(page.locator(".roll-told").last.get_by_role("button", name="3").first)
    five = page.locator(".likely-key", has_text="5:")
    expect(five).to_contain_text("6 → 8")
    assert page.locator(".likely-key", has_text="1:").inner_text().count("→")
    before = bar.bridge.table.board.snapshot().event
    tap(five)
    expect(page.locator("#helm-sheet")).to_be_hidden()
    assert tap.number == 3
    page.get_by_role("button", name="Fix", exact=True).click()
    expect(page.locator(".roll-told").last).to_contain_text("originally 6 5 4 3 3")
    now = bar.bridge.table.board.snapshot()
    assert now.event == before + 1
    assert now.state.scores["Mia"] == 8


def test_of_two_phones_at_the_helm_the_later_one_is_shown_the_new_state(bar: Bar) -> None:
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)))
    first, second = bar.page, bar.page.context.new_page()
    second.goto(bar.harbour.url)
    held: list[Route] = []
    second.route("**/api/buttons", lambda route: held.append(route))
    with second.expect_request("**/api/buttons"):
        second.get_by_role("button", name="Stand").click()
    first.get_by_role("button", name="Stand").click()
    prompt(first, "Jonas")
    held[0].continue_()
    says(second, "The game has moved on")
    prompt(second, "Jonas")
    expect(second.locator("#helm-bar").get_by_role("button", name="Stand")).to_have_count(0)
    assert bar.bridge.table.board.snapshot().event == 3
    second.close()


def test_keys_that_come_late_do_not_take_the_place_of_later_ones(bar: Bar) -> None:
    page = bar.page
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        """Keep back the first answer with the keys of the roll; one of before may still be on its way."""
        answer = route.fetch()
        if held or "Stand" not in answer.text():
            route.fulfill(response=answer)
        else:
            held.append((route, answer))

    page.route("**/helm/bar*", hold)
    assert bar.bridge.table.board.submit(Play(Rolled((6, 5, 4, 3, 3), told=True)), 60).done
    for _ in range(1000):
        if not held:
            page.wait_for_timeout(10)
    assert bar.bridge.table.board.submit(Play(Stopped()), 60).done
    prompt(page, "Jonas")
    expect(page.locator("#helm-bar .key").first).to_be_visible()
    [(route, late)] = held
    assert "Stand" in late.text()
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=late)
    page.evaluate("fetch('/healthz').then((answer) => answer.text())")
    assert page.locator("#helm-bar").get_by_role("button", name="Stand").count() == 0


def hold_first(page: Page) -> Callable[[], None]:
    """Keep the answer to the first move: the table has carried it out, and the page does not hear of it yet."""
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    def let_go() -> None:
        [(route, late)] = held
        route.fulfill(response=late)

    page.route("**/api/moves", hold)
    return let_go


def test_a_roll_entered_before_the_answer_to_the_order_before_is_carried_out_after_it(bar: Bar) -> None:
    page = bar.page
    bar.by_hand()
    let_go = hold_first(page)
    bar.tap_faces(6, 5, 3, 2, 1)
    prompt(page, "roll three")
    page.locator('.numbers [aria-disabled="false"][data-face="4"]').wait_for()
    page.clock.fast_forward(DEAD_TIME)
    bar.tap_faces(4, 3, 3)
    let_go()
    prompt(page, "Mia has 6")
    assert bar.bridge.table.board.snapshot().event == 3


def test_a_key_pressed_before_the_answer_to_the_order_before_is_carried_out_after_it(bar: Bar) -> None:
    """Pressed twice it counts once."""
    page = bar.page
    bar.by_hand()
    let_go = hold_first(page)
    bar.tap_faces(6, 5, 4, 2, 1)
    stand = page.locator("#helm-bar").get_by_role("button", name="Stand")
    stand.wait_for()
    event = bar.bridge.table.board.snapshot().event
    page.keyboard.press("s")
    page.keyboard.press("s")
    let_go()
    bar.counted(str(event))
    bar.shows(page)
    expect(page.locator("body[data-giving]")).to_have_count(0)
    assert bar.bridge.table.board.snapshot().event == event + 1
    expect(page.locator("#helm-says")).to_have_text("")


def test_an_order_during_a_loss_of_network_is_carried_out_exactly_once(bar: Bar) -> None:
    page = bar.page
    bar.by_hand()
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
    bar.tap_faces(6, 5, 3, 2, 1)
    says(page, "still trying")
    page.wait_for_function("() => !document.body.hasAttribute('data-giving')")
    prompt(page, "roll three")
    assert len(tried) == 3
    assert len(set(tried)) == 1
    assert bar.bridge.table.board.snapshot().event == 2


def test_an_order_outlives_the_page_that_it_was_given_on(bar: Bar) -> None:
    page = bar.page
    bar.by_hand()
    page.route("**/api/moves", lambda route: route.abort("internetdisconnected"))
    bar.tap_faces(6, 5, 3, 2, 1)
    says(page, "still trying")
    page.unroute("**/api/moves")
    page.reload()
    prompt(page, "roll three")
    assert bar.bridge.table.board.snapshot().event == 2
