"""The result on every screen: it covers neither headline nor keys, is shared as a picture, and goes with the game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine import Rolled, Stopped
from table import Mode, Snapshot
from tests.screens import PHONE, TABLET, TV
from tests.web import moments
from tests.web.conftest import running, until
from tests.web.following import opened, shows
from tests.web.live.test_result import OVER_SHEETS, SEEN, Reviewed
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.display_names import with_short_names

pytestmark = pytest.mark.browser

ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
LONG = ("W" * 60, "مريم عبد الرحمن بن محمد بن عبد الله القرطبي", "🏴‍☠️" * 15, "Jonas")
NINE = (Rolled((6, 5, 4, 5, 4)), Stopped())
OVER = replace(moments.OVER, note=None)
LONG_NAMES = moments.moment(
    Mode.OVER, f"{LONG[0]} wins with nine.", (), *NINE, *moments.SIX_POINTS, *moments.MISS * 2, players=LONG
)
CROWD = moments.moment(
    Mode.OVER, "Mia 1 wins with nine.", (), *NINE, *moments.SIX_POINTS * 9, *moments.MISS * 10, players=moments.TWENTY
)
LAID_OUT = """() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const [card, title, rank] = [box("#result"), box("h1"), box(".ranking")];
    return {
        wide: document.documentElement.scrollWidth - innerWidth,
        over: Math.max(0, title.bottom - card.top),
        inside: card.left >= 0 && card.right <= innerWidth && rank.right <= card.right && card.height > 120,
        cut: !!document.querySelector(".tv") && document.querySelector("#result").scrollHeight > card.height,
        names: [...document.querySelectorAll(".ranking li")].filter((one) => one.scrollWidth > one.clientWidth).length,
    };
}"""
FITS = {"wide": 0, "over": 0, "inside": True, "cut": False, "names": 0}


@pytest.fixture(scope="module")
def table() -> ScriptedTable:
    return ScriptedTable(OVER)


@pytest.fixture(scope="module")
def archive() -> Reviewed:
    return Reviewed(OVER, SEEN, looked_back=False)


@pytest.fixture(scope="module")
def url(table: ScriptedTable, archive: Reviewed) -> Iterator[str]:
    with running(create_app(table, Appliance(archive=archive), heartbeat=0.1)) as server:
        yield server.url


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, TABLET, LAPTOP, TV], ids=lambda size: f"{size['width']}")
def test_the_card_fits_and_leaves_the_headline_alone(
    page: Page, table: ScriptedTable, url: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    for snapshot in (OVER, LONG_NAMES, CROWD, moments.SOLD_OUT):
        table.show(snapshot)
        page.goto(f"{url}{'tv' if size is TV else ''}?theme={'day' if size is TABLET else 'night'}")
        shows(page, with_short_names(snapshot.prompt, snapshot.state.players))
        assert page.evaluate(LAID_OUT) == FITS, snapshot.prompt


@pytest.mark.parametrize(
    ("snapshot", "size"),
    [(OVER, TV), (CROWD, TV), (OVER_SHEETS, TV), (OVER, LAPTOP)],
    ids=["few", "many", "cards", "laptop"],
)
def test_the_card_shows_the_chances_and_cuts_nothing_off(
    browser: Browser, snapshot: Snapshot, size: ViewportSize
) -> None:
    seen = [SEEN[number % len(SEEN)] for number in range(len(snapshot.state.players))]
    app = create_app(ScriptedTable(snapshot), Appliance(archive=Reviewed(snapshot, seen)))
    with running(app) as server, browser.new_context(viewport=size, reduced_motion="reduce") as context:
        page = context.new_page()
        opened(page, f"{server.url}{'tv' if size is TV else ''}")
        card, chart = page.locator("#result").bounding_box(), page.locator(".win-course").bounding_box()
        assert card is not None
        assert chart is not None
        assert page.evaluate("document.querySelector('#result').scrollHeight") <= card["height"]
        assert page.locator(".tonight").first.is_visible()
        assert chart["y"] + chart["height"] <= card["y"] + card["height"]
        page.goto("about:blank")


def test_the_card_comes_with_the_last_event_and_goes_with_the_next_game(
    page: Page, table: ScriptedTable, url: str, archive: Reviewed
) -> None:
    table.show(moments.WAITING)
    opened(page, url)
    expect(page.locator("#result")).to_have_count(0)
    archive.snapshot = table.show(OVER)
    expect(page.locator("#result h2")).to_have_text("\u2068Mia\u2069 wins by 3")
    expect(page.locator("#result .at-helm").first).to_be_hidden()
    expect(page.locator(".review")).to_have_count(0)
    archive.looked_back = True
    expect(page.locator(".review li").nth(1)).to_contain_text("Luckiest roll")
    expect(page.locator(".win-course > svg")).to_be_visible()
    expect(page.locator(".win-course .line[class*=in-]")).to_have_count(2 * len(OVER.state.players))
    table.show(moments.WAITING)
    expect(page.locator("#result")).to_have_count(0)


def test_the_result_is_shared_as_a_picture(page: Page, table: ScriptedTable, url: str, tmp_path: Path) -> None:
    for snapshot in (OVER, LONG_NAMES, CROWD):
        table.show(snapshot)
        opened(page, url)
        with page.expect_download() as download:
            page.get_by_role("button", name="Share").click()
        assert download.value.suggested_filename.startswith("quarterdeck-20")
        file = tmp_path / "result.png"
        download.value.save_as(file)
        picture = cv2.imread(str(file))
        assert picture is not None
        assert picture.shape == (1350, 1080, 3)
        assert picture.std() > 5


def test_where_pictures_can_be_shared_the_machine_is_asked_to(page: Page, table: ScriptedTable, url: str) -> None:
    table.show(OVER)
    opened(page, url)
    page.evaluate(
        """() => {
            navigator.canShare = ({ files }) => files.length === 1;
            navigator.share = async ({ files }) => { window.shared = files[0].type; };
        }"""
    )
    page.get_by_role("button", name="Share").click()
    until(lambda: page.evaluate("window.shared") == "image/png")


def test_without_scripts_the_ranking_is_there_and_nothing_that_needs_them(
    browser: Browser, table: ScriptedTable, url: str
) -> None:
    table.show(OVER)
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(url)
        expect(page.locator(".ranking li")).to_have_count(4)
        expect(page.locator("#result button:visible")).to_have_count(0)
