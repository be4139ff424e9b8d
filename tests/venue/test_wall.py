"""The board on a wall: all tables at once, as large as they fit, in turns where there are too many."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Browser, Page

from engine.link_protocol import LinkedGame, LinkedPlayer, LinkState
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from venue.record import night_desk as desk
from venue.record.live import PROJECTOR, Sign, beat, show
from venue.record.night_rows import add_to_night, open_night

pytestmark = pytest.mark.browser

LONG = "Player 1: hold the ship, captain and crew, or roll all five dice again"
PLAYERS = tuple(LinkedPlayer(name, "12", name == "Ben") for name in ("Ann", "Ben", "Cy"))


def signs(first: int, last: int) -> dict[str, Sign]:
    """Return what tables of these numbers show; every seventh is offline."""
    game = LinkedGame(4, "Three rounds", "rounds")
    return {
        f"{number:032x}": Sign(
            LinkState(f"Table {number}", LONG, "settled", game, (6, 5, 4, 2, 1), PLAYERS), number % 7 != 0
        )
        for number in range(first, last + 1)
    }


@pytest.fixture
def board(record: Record, ingester: psycopg.Connection, tmp_path: Path) -> Iterator[BoardServer]:
    for name in ("1", PROJECTOR):
        beat(ingester, name)
    show(ingester, signs(1, 9))
    with BoardServer(settings_of(record, tmp_path)) as server:
        until(lambda: len(server.tables()) == 9, "the tables are shown")
        yield server


def shown(page: Page) -> list[str]:
    return page.locator(".tile:visible h2").all_inner_texts()


def assert_all_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    cut = "[...document.querySelectorAll('.tile:not([hidden])')].filter(one => one.scrollHeight > one.clientHeight + 1)"
    assert page.evaluate(f"{cut}.map(one => one.innerText)") == []
    bottoms = "[...document.querySelectorAll('.tile:not([hidden])')].map(one => one.getBoundingClientRect().bottom)"
    assert page.evaluate(f"Math.max(...{bottoms}) <= innerHeight")


def size(page: Page) -> float:
    """Return the size of a table's sentence in px."""
    found: float = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.tile:not([hidden]) .sentence')).fontSize)"
    )
    return found


def test_a_wall_shows_all_tables_as_large_as_they_fit_and_more_in_turns(
    board: BoardServer, ingester: psycopg.Connection, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{board.port}/tv")
    page.locator("#tiles[data-columns]").wait_for()
    assert shown(page) == [*(f"Table {number}" for number in (1, 2, 3, 4, 5, 6, 8, 9)), "Table 7"]
    assert_all_fits(page)
    large = size(page)
    assert large >= 24
    show(ingester, signs(10, 20))
    page.locator(".tile:visible >> nth=19").wait_for()
    assert_all_fits(page)
    assert 19 <= size(page) < large
    show(ingester, signs(21, 30))
    page.locator(".turn", has_text="1 / 2").wait_for()
    assert_all_fits(page)
    first = shown(page)
    page.clock.run_for(12_000)
    page.locator(".turn", has_text="2 / 2").wait_for()
    assert_all_fits(page)
    assert sorted(first + shown(page)) == sorted(f"Table {number}" for number in range(1, 31))
    assert first.index("Table 9") < first.index("Table 10"), "a new table is placed by its number"
    context.close()


def test_a_wall_without_scripts_shows_all_tables(board: BoardServer, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{board.port}/tv")
    assert len(shown(page)) == 9
    context.close()


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 24), (1920, 1080, 35)])
def test_a_game_night_is_read_from_across_the_room_and_no_match_is_cut(
    board: BoardServer,
    ingester: psycopg.Connection,
    owner: psycopg.Connection,
    browser: Browser,
    width: int,
    height: int,
    least: int,
) -> None:
    """36 px of 1080 are ten minutes of arc at four metres from a screen of forty inches; 24 px of 720 are as much.

    What is wrong with the venue takes no room from them.
    """
    ingester.execute("UPDATE heartbeat SET beat_at = now() - interval '1 day'")
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.clock.install()
    open_night(owner, [desk.planned("single", "pig")])
    page.goto(f"http://127.0.0.1:{board.port}/tv")
    page.locator("#night .code").wait_for()
    page.locator("#health p", has_text="Nothing recorded since").wait_for()
    rooms = [page.locator(one).bounding_box() for one in (".brand", "#health p", ".turn", ".wide")]
    assert all(rooms)
    brand, said, turn, rest = (one for one in rooms if one)
    assert brand["x"] + brand["width"] <= said["x"]
    assert said["x"] + said["width"] <= turn["x"]
    assert said["y"] + said["height"] <= rest["y"]
    code = page.locator("#night .code").bounding_box()
    assert code
    assert code["width"] >= 0.3 * height
    for number in range(32):
        add_to_night(owner, partial(desk.entering, player=f"Bartholomäus der {number}te"))
    page.clock.run_for(2_500)
    page.locator("#night", has_text="32 players").wait_for()
    assert page.evaluate(
        "[...night.querySelectorAll('p, h2, h3')].every((one) => one.scrollWidth <= night.clientWidth)"
    )
    add_to_night(owner, desk.drawing)
    tables = {one["id"]: 1 for one in board.tables()[:8]}
    add_to_night(owner, lambda night: night.following(tables, []))
    page.locator("#night .matches li:visible >> nth=7").wait_for()
    assert page.locator("#night .now:visible").count() == 8, "every match that is called is there, all the time"
    for at in range(2):
        page.locator(".turn", has_text=f"{at + 1} / ").wait_for()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        part = ".sheet:not([hidden])"
        for names in (f"{part} li span", "#night .matches li:not([hidden]) :is(b, span)"):
            sizes = page.locator(names).evaluate_all(
                "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
            )
            assert min(sizes) >= least
            bottoms = page.locator(names).evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")
            assert max(bottoms) <= height
        assert page.locator(f"{part} .round >> nth=0").locator("li:visible").count() == 8
        page.clock.run_for(12_000)
    page.locator("#tiles:not(.waits)").wait_for()
    assert_all_fits(page)
    context.close()
