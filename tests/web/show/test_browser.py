"""The throw again, reactions, the attract mode and the evening in a real browser.

Long ones with ``pytest -m long tests/web/show/test_browser.py``.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from device.recording.kept_clips import strip_of
from engine import Event, Joined
from engine.statistics.record import MORNING
from table import Mode
from tests.screens import PHONE, TV
from tests.web import moments, played
from tests.web.axe import objections
from tests.web.conftest import Serve, Watched
from tests.web.following import opened, shows
from tests.web.scripted import ScriptedTable
from tests.web.show.test_clips import CORNERS, KEPT, LATEST, Chosen, Films
from tests.web.show.test_tv_fits import SMALL_TV, faults
from web.appliance import Appliance
from web.services.device import ClipDie, LinkStatus

pytestmark = pytest.mark.browser

SIX = tuple(
    ClipDie(tuple((x + 0.1 * number, y) for x, y in CORNERS), value) for number, value in enumerate((6, 5, 4, 6, 6))
)
NAMES = ("مريم عبد الرحمن", "Łukasz 🏴‍☠️ of Gdańsk", "W" * 24)
LONGEST_TASK = 50
"""Milliseconds that a script may hold a page, on a processor six times slower."""


class Filmed(Films):
    """Clips with real pictures: a light bar that goes down from picture to picture."""

    def __init__(self) -> None:
        super().__init__()
        self.now = replace(LATEST, dice=SIX)
        self.on_disk = {"2-7": replace(KEPT, dice=SIX, game=2, id="2-7")}
        frames = []
        for number in range(24):
            image = np.full((225, 400, 3), 40, np.uint8)
            cv2.rectangle(image, (0, 9 * number), (400, 9 * number + 9), (200, 220, 240), -1)
            frames.append((number / 12, image))
        self.strip = strip_of(frames)

    def pictures(self, name: str) -> bytes | None:
        return self.strip if self.find(name) else None


def games(many: int, names: Sequence[str] = NAMES) -> list[tuple[float, Sequence[Event]]]:
    """That many games of this evening, one after the other, however young it is."""
    now = datetime.now().astimezone()
    morning = (now - timedelta(seconds=MORNING)).replace(hour=6, minute=0, second=0, microsecond=0)
    step = min(20.0, (now - morning).total_seconds() / (many + 3))
    begun, kinds = now.timestamp() - step * (many + 2), (played.ship, played.yahtzee)
    return [(begun + step * number, kinds[number % 8 == 7](number, names)) for number in range(many)]


@pytest.fixture(scope="module")
def log() -> played.PlayedGames:
    return played.PlayedGames(*games(4))


@pytest.fixture
def films() -> Filmed:
    return Filmed()


@pytest.fixture
def appliance(log: played.PlayedGames, films: Filmed) -> Appliance:
    films.on_disk = {
        name: replace(clip, begun=record.clock)
        for name, clip in films.on_disk.items()
        if clip.game is not None and (record := log.record(clip.game))
    }
    return Appliance(archive=log, clips=films, settings=Chosen(pictures="everybody"), attract_after=180.0)


@pytest.fixture
def tv(browser: Browser) -> Iterator[Watched]:
    """A TV whose clock a test sets."""
    with browser.new_context(viewport=TV) as context:
        yield Watched(context.new_page())


def on_the_tv(tv: Watched, url: str) -> Page:
    tv.page.clock.install()
    return opened(tv.page, f"{url}tv")


@pytest.fixture
def shows_again(appliance: Appliance) -> Appliance:
    """The table whose TV shows big moments again."""
    return replace(appliance, settings=Chosen(pictures="everybody", replays_on_tv=True))


def test_a_throw_is_shown_again_over_the_page_of_who_asks(serve: Serve, appliance: Appliance, watched: Watched) -> None:
    page = opened(watched.page, serve(appliance=appliance).url)
    page.set_viewport_size(PHONE)
    page.locator(".see.clip").click()
    dialog = page.locator("dialog#again")
    expect(dialog.locator(".frames")).to_have_class("frames plays")
    lasts = dialog.locator(".frames img").evaluate("image => image.getAnimations()[0].effect.getTiming().duration")
    assert lasts == 4000  # two seconds at half speed
    assert dialog.locator(".read text").all_text_contents() == ["6", "5", "4", "6", "6"]
    image = dialog.locator(".frames img")
    seek = "(image, at) => { const [one] = image.getAnimations(); one.pause(); one.currentTime = at; }"
    tops = []
    for at in (0, 2000, 3999):
        image.evaluate(seek, at)
        tops.append(
            image.evaluate(
                "image => image.getBoundingClientRect().top - image.parentElement.getBoundingClientRect().top"
            )
        )
    height = dialog.locator(".frames").evaluate("frames => frames.getBoundingClientRect().height")
    assert [round(-top / height) for top in tops] == [0, 12, 23]
    assert objections(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert watched.complaints == []


def test_a_tv_shows_a_big_moment_again_only_where_it_is_set_to(
    serve: Serve, table: ScriptedTable, appliance: Appliance, shows_again: Appliance, tv: Watched
) -> None:
    for which in (appliance, shows_again):
        table.show(moments.WAITING)
        page = on_the_tv(tv, serve(appliance=which).url)
        table.show(moments.MIDNIGHT)
        expect(page.locator("body")).to_have_attribute("data-cheer", "midnight")
        page.clock.run_for(2_600)
        if which is shows_again:
            expect(page.locator("#again.by-itself[open]")).to_be_visible()
            tray, over = (page.locator(part).bounding_box() for part in ("#tray", "#again"))
            assert tray == pytest.approx(over, abs=1)
            page.clock.run_for(4_100)
        expect(page.locator("#again[open]")).to_have_count(0)


@pytest.mark.parametrize("name", ["Lea", "Maximiliane-Charlotte Oh"])
@pytest.mark.parametrize("preset", ["pig", "yahtzee-official"])
def test_a_player_who_joins_stands_large_on_the_tv_for_some_seconds_in_their_colour(
    serve: Serve, table: ScriptedTable, shows_again: Appliance, tv: Watched, preset: str, name: str
) -> None:
    tv.page.emulate_media(reduced_motion="reduce" if preset == "pig" else "no-preference")
    before = moments.moment(Mode.WAITING, "Roll.", (), players=("Mia", "Jonas"), preset=preset)
    joined = moments.moment(Mode.WAITING, "Roll.", (), Joined(name), players=("Mia", "Jonas"), preset=preset)
    table.show(before)
    page = on_the_tv(tv, serve(appliance=shows_again).url)
    body, who = page.locator("body"), page.locator("h1.comes b")
    table.show(joined)
    expect(body).to_have_attribute("data-cheer", "joined")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    expect(who).to_have_text(name)
    moves = page.locator("h1").evaluate("h1 => getComputedStyle(h1).animationName")
    assert moves == ("none" if preset == "pig" else "named")
    large = "b => parseFloat(getComputedStyle(b).fontSize) / parseFloat(getComputedStyle(b.parentElement).fontSize)"
    band = "b => getComputedStyle(b.closest('h1')).backgroundImage"
    assert who.evaluate(large) >= 1.4
    assert "gradient" in who.evaluate(band)
    for size in (SMALL_TV, TV):
        page.set_viewport_size(size)
        page.evaluate("document.getAnimations().forEach(one => one.finish())")
        assert faults(page, lines=(0,)) == []
    page.clock.run_for(2_600)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#again[open]")).to_have_count(0)
    page.clock.run_for(2_000)
    expect(body).to_have_attribute("data-cheer", "past")
    assert who.evaluate(band) == "none"


def test_a_big_moment_gives_way_to_dice_that_move(
    serve: Serve, table: ScriptedTable, shows_again: Appliance, tv: Watched
) -> None:
    page = on_the_tv(tv, serve(appliance=shows_again).url)
    table.show(moments.MIDNIGHT)
    expect(page.locator("body")).to_have_attribute("data-cheer", "midnight")
    page.clock.run_for(2_600)
    expect(page.locator("#again[open]")).to_be_visible()
    table.show(moments.MOVING)
    expect(page.locator("#again[open]")).to_have_count(0)


@pytest.mark.parametrize("moment", ["MOVING", "UNSURE"])
def test_it_never_comes_while_dice_move_or_a_doubt_is_open(
    serve: Serve, table: ScriptedTable, shows_again: Appliance, tv: Watched, moment: str
) -> None:
    page = on_the_tv(tv, serve(appliance=shows_again).url)
    table.show(moments.MIDNIGHT)
    expect(page.locator("body")).to_have_attribute("data-cheer", "midnight")
    table.show(getattr(moments, moment))
    shows(page, getattr(moments, moment).prompt)
    page.clock.run_for(2_600)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#again[open]")).to_have_count(0)


def test_between_games_the_tv_shows_name_last_result_and_how_to_join_until_somebody_throws_or_presses(
    serve: Serve, table: ScriptedTable, appliance: Appliance, tv: Watched
) -> None:
    table.show(moments.OVER)
    link = LinkStatus(to="", venue="", table="Galley")
    page = opened(tv.page, f"{serve(appliance=replace(appliance, link=lambda: link, attract_after=0.5)).url}tv")
    attract = page.locator("#attract")
    for small in (False, True):
        for part in ("Galley", "Ship, Captain, Crew", "Mia", "wins by 3", "Scan to play"):
            expect(attract).to_contain_text(part)
        page.set_viewport_size(SMALL_TV if small else TV)
        assert faults(page, lines=(0,), within="#attract") == []
        page.keyboard.press("Space")
        assert attract.count() == 0
    expect(attract).to_be_visible()
    assert objections(page) == []
    table.show(moments.MOVING)
    expect(attract).to_have_count(0)
    assert tv.complaints == []


def test_a_running_game_never_leaves_the_screen(
    serve: Serve, table: ScriptedTable, appliance: Appliance, tv: Watched
) -> None:
    asked: list[str] = []
    tv.page.on("request", lambda request: asked.append(request.url))
    server = serve(appliance=replace(appliance, attract_after=0.1))
    page = opened(tv.page, f"{server.url}tv")
    for moment in (moments.WAITING, moments.CARGO, moments.LOST, moments.SHEETS, moments.PAIRING):
        table.show(moment)
        shows(page, moment.prompt)
        page.wait_for_timeout(500)
        assert page.locator("#attract").count() == 0
        assert page.request.get(f"{server.url}tv/attract").status == 204
    assert not [url for url in asked if url.endswith("/tv/attract")]
    table.show(moments.OVER)
    expect(page.locator("#attract")).to_be_visible()


def test_the_owner_switches_it_off(serve: Serve, table: ScriptedTable, appliance: Appliance, tv: Watched) -> None:
    appliance = replace(appliance, settings=Chosen(pictures="everybody", attract=False))
    table.show(moments.OVER)
    page = opened(tv.page, f"{serve(appliance=replace(appliance, attract_after=0.1)).url}tv")
    page.wait_for_timeout(500)
    assert page.locator("#attract").count() == 0


def test_a_reaction_floats_over_the_tray_of_the_tv_for_two_seconds(
    browser: Browser, serve: Serve, appliance: Appliance, tv: Watched
) -> None:
    url = serve(appliance=appliance).url
    page = opened(tv.page, f"{url}tv")
    with browser.new_context(viewport=PHONE) as context:
        phone = opened(context.new_page(), url)
        phone.get_by_role("button", name="Applause").click()
        expect(phone.locator("#react [role=status]")).to_have_text("Sent to the TV.")
        sign = page.locator(".reactions [data-kind=clap]")
        expect(sign).to_have_count(1)
        assert sign.evaluate("sign => sign.getAnimations()[0].effect.getTiming().duration") == 2000
        over, tray, headline = (page.locator(one).bounding_box() for one in (".reactions", "#tray", "h1"))
        assert over == pytest.approx(tray, abs=1)
        assert headline is not None
        assert over is not None
        assert over["y"] >= headline["y"] + headline["height"] - 1
        expect(sign).to_have_count(0)
        assert phone.locator(".reactions").count() == 0


def test_a_phone_that_sends_too_many_is_told_so(serve: Serve, appliance: Appliance, watched: Watched) -> None:
    page = opened(watched.page, serve(appliance=appliance).url)
    page.set_viewport_size(PHONE)
    for _ in range(4):
        with page.expect_response("**/api/reactions"):
            page.get_by_role("button", name="Cheers!").click()
    expect(page.locator("#react [role=status]")).to_have_text("Wait a moment before you react again.")


@pytest.mark.long
def test_no_task_holds_the_tv_for_longer_than_fifty_milliseconds_on_a_slow_processor(
    serve: Serve, table: ScriptedTable, shows_again: Appliance, tv: Watched, browser: Browser
) -> None:
    """Measures the processor time of each task of the page's main thread, times six: other programs do not count."""
    server = serve(appliance=replace(shows_again, attract_after=6.0))
    page = opened(tv.page, f"{server.url}tv")
    page.wait_for_timeout(2_000)
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])

    def phase(name: str) -> None:
        page.evaluate("name => performance.mark(`phase ${name}`)", name)

    phase("throws")
    for moment in (moments.MOVING, moments.HELD, moments.MOVING, moments.CARGO):
        table.show(moment)
        page.wait_for_timeout(700)
    phase("celebration and the throw again")
    table.show(moments.MIDNIGHT)
    page.wait_for_timeout(7_500)
    phase("reactions")
    for kind in ("cheers", "clap", "groan", "anchor") * 2:
        page.request.post(f"{server.url}api/reactions", data={"kind": kind})
        page.wait_for_timeout(150)
    page.wait_for_timeout(2_300)
    phase("attract")
    page.wait_for_timeout(16_000)
    longest = longest_tasks(json.loads(browser.stop_tracing())["traceEvents"])
    print(f"\nlongest task at a sixth of the speed, in ms: {longest}")
    assert len(longest) == 4
    assert all(length <= LONGEST_TASK for length in longest.values()), longest


def longest_tasks(events: list[dict[str, Any]]) -> dict[str, float]:
    """The processor time (ms) of the longest task of each phase, times six, on the thread of the page."""
    thread = next((one["pid"], one["tid"]) for one in events if one["name"].startswith("phase "))
    phases = sorted((one["ts"], one["name"][6:]) for one in events if one["name"].startswith("phase "))
    longest = {name: 0.0 for _, name in phases}
    for one in events:
        if (one["pid"], one["tid"]) == thread and one["name"].endswith("RunTask") and one["ts"] >= phases[0][0]:
            name = [name for begun, name in phases if begun <= one["ts"]][-1]
            longest[name] = max(longest[name], round(6 * one.get("tdur", 0) / 1000, 1))
    return longest


@pytest.mark.parametrize("many", [4, 60])
def test_an_evening_fits_a_phone_and_is_a_picture_and_a_pdf(
    serve: Serve, films: Filmed, watched: Watched, tmp_path: Path, many: int
) -> None:
    log = played.PlayedGames(*games(many))
    record = log.record(2)
    assert record is not None
    films.on_disk = {name: replace(clip, begun=record.clock) for name, clip in films.on_disk.items()}
    page = watched.page
    url = serve(appliance=Appliance(archive=log, clips=films, settings=Chosen(pictures="everybody"))).url
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{url}evening")
    expect(page.locator("#evening h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.locator("#evening h2").all_inner_texts() == ["Who won", "Best roll", "Pictures"]
    expect(page.locator("#evening .films .film")).to_have_count(1)
    assert objections(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    file = tmp_path / "evening.png"
    download.value.save_as(file)
    picture = cv2.imread(str(file))
    assert picture is not None
    assert picture.shape[1] == 1080
    assert 700 < picture.shape[0] <= 4096
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") <= 2 + many // 12
    assert watched.complaints == []
