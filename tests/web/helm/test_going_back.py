"""Going back in the browser closes what lies over the page, and only then leaves it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.helm.conftest import Bar

pytestmark = pytest.mark.browser


def menu(page: Page) -> Locator:
    page.locator(".menu summary").tap()
    return page.locator(".menu[open]")


def joining(page: Page) -> Locator:
    page.locator("#play").get_by_role("button", name="I’m playing").tap()
    return page.locator("#play-sheet[open]")


def helm_sheet(page: Page) -> Locator:
    page.get_by_role("button", name="More", exact=True).tap()
    return page.locator("#helm-sheet:not([hidden])")


def arrived(bar: Bar, *, helm: bool) -> Page:
    """A phone that came to the table from the page How to play."""
    page = bar.page if helm else bar.harbour.phone().page
    page.goto(f"{bar.harbour.url}how")
    page.goto(bar.harbour.url)
    page.locator("body[data-link=live]").wait_for()
    return page


@pytest.mark.parametrize(("over", "helm"), [(menu, False), (joining, False), (menu, True), (helm_sheet, True)])
def test_back_closes_what_lies_over_the_page_and_then_leaves_it(
    bar: Bar, over: Callable[[Page], Locator], helm: bool
) -> None:
    page = arrived(bar, helm=helm)
    for _again in range(2):
        expect(over(page)).to_be_visible()
        page.go_back()
        expect(over_closed(page)).to_have_count(0)
        assert page.url == bar.harbour.url
    expect(over(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(over_closed(page)).to_have_count(0)
    page.wait_for_function("() => !history.state?.sheet")
    page.go_back()
    page.wait_for_url("**/how")


def over_closed(page: Page) -> Locator:
    return page.locator(".menu[open], dialog[open], #helm-sheet:not([hidden])")


def test_a_page_of_the_menu_is_left_with_one_step_back(bar: Bar) -> None:
    page = arrived(bar, helm=False)
    menu(page).get_by_role("link", name="How to play").tap()
    page.wait_for_url("**/how")
    page.go_back()
    page.wait_for_url(bar.harbour.url)
    page.go_back()
    page.wait_for_url("**/how")


def test_a_link_beside_the_open_menu_is_followed(bar: Bar) -> None:
    page = arrived(bar, helm=False)
    expect(menu(page)).to_be_visible()
    page.locator("a.see.how").click()
    page.wait_for_url("**/how")
