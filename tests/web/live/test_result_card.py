"""The result on every screen: it covers neither headline nor keys, is shared as a picture, and goes with the game."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import cv2
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine import Rolled, Stopped
from table import Mode, Snapshot
from tests.screens import PHONE, TABLET, TV
from tests.web import moments
from tests.web.conftest import running, until
from tests.web.following import opened, shows
from tests.web.live.test_result import SEEN, Reviewed
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


def test_the_card_comes_with_the_last_event_and_goes_with_the_next_game(
    page: Page, table: ScriptedTable, url: str, archive: Reviewed
) -> None:
    table.show(moments.WAITING)
    opened(page, url)
    expect(page.locator("#result")).to_have_count(0)
    archive.snapshot = table.show(OVER)
    expect(page.locator("#result h2")).to_have_text("\u2068Mia\u2069 wins by 3")
    expect(page.locator("#result .at-helm").first).to_be_hidden()
    expect(page.locator("#review")).to_have_text("")
    archive.looked_back = True
    expect(page.locator("#review")).to_contain_text("Turned by")
    table.show(moments.WAITING)
    expect(page.locator("#result")).to_have_count(0)


ON_THE_SCREEN = """() => {
    const inside = ({ left, right, top }) => left >= 0 && right <= innerWidth + 1 && top >= 0;
    const boxes = (parts) => [...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect());
    const [stage] = boxes("#victory");
    document.getAnimations().forEach((one) => one.finish());
    const [said, podium] = boxes("#victory p, #victory ol");
    return {
        all: stage.width === innerWidth && stage.height === innerHeight,
        fits: boxes("#victory :is(p, li, bdi, li b)").every(inside) && said.bottom <= podium.top + 1,
        steps: [...document.querySelectorAll("#victory .place")].map((one) => Number(one.textContent)),
    };
}"""


@pytest.mark.parametrize(
    ("size", "motion"),
    [(PHONE, "no-preference"), (ON_ITS_SIDE, "reduce"), (TV, "no-preference")],
    ids=["phone", "on-its-side", "tv"],
)
def test_the_winners_have_the_whole_screen_until_a_tap_a_key_the_next_game_or_some_seconds(
    browser: Browser, table: ScriptedTable, url: str, size: ViewportSize, motion: Literal["reduce", "no-preference"]
) -> None:
    ends: list[tuple[Snapshot, list[int], Callable[[Page], object]]] = [
        (OVER, [1, 2, 3], lambda page: page.mouse.click(9, 9)),
        (LONG_NAMES, [1, 2], lambda page: page.keyboard.press("r")),
        (CROWD, [1], lambda _page: table.show(replace(moments.WAITING, event=99))),
        (moments.SOLD_OUT, [1, 1], lambda page: page.clock.run_for(9_000)),
    ]
    with browser.new_context(viewport=size, reduced_motion=motion) as context:
        for snapshot, steps, end in ends:
            page = context.new_page()
            page.clock.install()
            table.show(moments.WAITING)
            opened(page, f"{url}{'tv' if size is TV else ''}")
            table.show(snapshot)
            expect(page.locator("#victory")).to_be_visible()
            moves = page.evaluate("document.getElementById('victory').getAnimations({ subtree: true }).length")
            assert moves == (2 + len(steps) if motion == "no-preference" else 0)
            assert page.evaluate(ON_THE_SCREEN) == {"all": True, "fits": True, "steps": steps}
            end(page)
            page.clock.run_for(500)
            expect(page.locator("#victory")).to_have_count(0)
            page.reload()
            expect(page.locator("h1")).to_be_visible()
            expect(page.locator("#victory")).to_have_count(0)
            page.close()


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
