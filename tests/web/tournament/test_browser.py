"""A tournament in the browser: made by a form, matches begun with one tap, the TV between games, a corrected match."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.screens import PHONE, TABLET, TV
from tests.web.axe import objections
from tests.web.conftest import running
from tests.web.tournament.test_desk import Cup
from tests.web.tournament.test_desk import cup as cup

pytestmark = pytest.mark.browser
SIZES = (PHONE, {"width": 320, "height": 568}, TABLET, {"width": 1280, "height": 800})


class Screens:
    """A phone at the helm and a TV."""

    def __init__(self, url: str, helm: Page, tv: Page) -> None:
        self.url, self.helm, self.tv = url, helm, tv


@pytest.fixture
def screens(cup: Cup, browser: Browser) -> Iterator[Screens]:
    with (
        running(cup.bridge.app) as server,
        browser.new_context(viewport=PHONE, reduced_motion="reduce") as phone,
        browser.new_context(viewport=TV, reduced_motion="reduce") as wall,
    ):
        helm, tv = phone.new_page(), wall.new_page()
        code = cup.bridge.codes.new("terminal")
        assert phone.request.post(f"{server.url}api/helm", data={"code": code}).ok
        asked: list[str] = []

        def dismiss(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.dismiss()

        for page in (helm, tv):
            page.on("dialog", dismiss)
        yield Screens(server.url, helm, tv)
        assert asked == []
        for page in (helm, tv):
            page.goto("about:blank")


def fits_and_has_no_objection(page: Page) -> None:
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
    page.set_viewport_size(PHONE)
    assert objections(page) == []


@pytest.mark.parametrize("format_", ["Double knockout", "Swiss system", "Groups, then knockout"])
def test_each_format_is_made_by_the_form_and_begins_with_one_tap(cup: Cup, screens: Screens, format_: str) -> None:
    page = screens.helm
    page.goto(f"{screens.url}tournament/new")
    page.locator("label", has=page.locator("b", has_text=format_).first).first.click()
    for name in ("Lin", "Ole", "Kai", "Zoë"):
        page.locator("#one-more").fill(name)
        page.keyboard.press("Enter")
    fits_and_has_no_objection(page)
    page.get_by_role("button", name="Start the tournament").click()
    page.wait_for_url("**/tournament")
    fits_and_has_no_objection(page)
    following = set(cup.match(cup.now["next"])["players"])
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(screens.url)
    assert following == set(cup.bridge.table.state.players)
    expect(page.locator("#table .player")).to_have_count(2)


def test_the_tv_shows_the_board_between_games_and_the_table_while_one_is_played(cup: Cup, screens: Screens) -> None:
    cup.create("ABCD")
    tv, helm = screens.tv, screens.helm
    tv.goto(f"{screens.url}tv")
    helm.goto(screens.url)
    wall = tv.locator("#cup-wall")
    helm.get_by_role("button", name="Start").first.click()
    expect(tv.locator("h1")).to_contain_text("PA")
    expect(wall).to_be_hidden()
    cup.finish("PA")
    expect(wall).to_be_visible()
    expect(wall).to_contain_text("PA")
    expect(wall).to_contain_text("Next")
    assert objections(tv) == []
    following = set(cup.match(cup.now["next"])["players"])
    helm.locator("#victory").click()
    helm.locator("#result").get_by_role("button", name="Start").click()
    expect(wall).to_be_hidden()
    assert set(cup.bridge.table.state.players) == following
