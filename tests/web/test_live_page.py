"""The page in a real browser: it follows the table, keeps its dice, and never shows old as live."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web import moments
from tests.web.conftest import Serve, Watched, running, until
from tests.web.scripted import ScriptedTable
from web import Server, create_app

pytestmark = pytest.mark.browser

PATIENCE = 15_000
SCREENS = ((390, 844), (820, 1180), (1280, 800), (1920, 1080))


def opened(page: Page, url: str) -> Page:
    """The page, once it hears from the table."""
    with page.expect_event("request", lambda request: "/stream" in request.url):
        page.goto(url)
    return page


def shows(page: Page, prompt: str) -> None:
    expect(page.locator("h1")).to_have_text(prompt, timeout=PATIENCE)


def test_the_page_follows_the_table_without_a_word_on_the_console(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    page = opened(watched.page, serve().url)
    for snapshot in moments.ALL.values():
        table.show(snapshot)
        shows(page, snapshot.prompt)
        expect(page.locator("#dice .die")).to_have_count(len(snapshot.dice))
    assert watched.complaints == []


def test_a_moved_die_is_the_same_element_on_its_way_to_its_new_place(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    table.show(moments.HELD)
    page = opened(watched.page, serve().url)
    page.evaluate("document.querySelector('[data-key=die-0]').mine = true")
    first, *others = moments.HELD.dice[2:]
    moved = replace(first, center=(250.0, 30.0), yaw=first.yaw + 10)
    table.show(replace(moments.HELD, dice=(*moments.HELD.dice[:2], moved, *others)))
    die = page.locator("[data-key=die-0]")
    expect(die).to_have_attribute("transform", "translate(250 30) scale(16)")
    assert die.evaluate("die => die.mine") is True
    assert page.locator(".die").count() == 5


def test_dice_move_unless_the_reader_wants_them_still(serve: Serve, table: ScriptedTable, browser: Browser) -> None:
    count = """() => { window.moves = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) { window.moves++; return animate.apply(this, how); }; }"""
    url = serve().url
    moves = {}
    for wish in ("no-preference", "reduce"):
        with browser.new_context(reduced_motion=wish) as context:
            table.show(moments.WAITING)
            page = opened(context.new_page(), url)
            page.evaluate(count)
            table.show(moments.HELD)
            shows(page, moments.HELD.prompt)
            moves[wish] = page.evaluate("window.moves")
    assert moves["no-preference"] >= 5
    assert moves["reduce"] == 0


def test_a_midnight_is_cheered_once(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    watched.page.clock.install()
    page = opened(watched.page, serve().url)
    body = page.locator("body")
    table.show(moments.MIDNIGHT)
    expect(body).to_have_attribute("data-cheer", "midnight")
    expect(page.locator("#said")).to_contain_text("Midnight!")
    page.clock.run_for(5_000)
    expect(body).to_have_attribute("data-cheer", "past")
    table.show(replace(moments.MIDNIGHT, prompt="Jonas is looking for his glasses."))
    shows(page, "Jonas is looking for his glasses.")
    expect(body).to_have_attribute("data-cheer", "past")
    page.reload()
    expect(body).not_to_have_attribute("data-cheer", re.compile("."))


def test_a_lost_table_is_said_and_greyed_and_found_again(table: ScriptedTable, watched: Watched) -> None:
    with running(create_app(table)) as server:
        port = server.port
        page = opened(watched.page, server.url)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(page.locator("#link")).to_contain_text("Reconnecting")
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    assert page.locator("main").evaluate("main => getComputedStyle(main).filter") != "none"
    again = ScriptedTable(replace(moments.CARGO, boot="two", revision=1))
    with running(create_app(again), port):
        shows(page, moments.CARGO.prompt)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        expect(page.locator("#link")).to_be_empty()
        again.show(moments.OVER)
        shows(page, moments.OVER.prompt)
        page.goto("about:blank")


def test_fifteen_seconds_of_silence_are_a_lost_table(serve: Serve, watched: Watched) -> None:
    page = watched.page
    page.clock.install()
    opened(page, serve(heartbeat=60).url)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    page.route("**/*", lambda route: route.abort())
    page.clock.run_for(15_000)
    expect(page.locator("body")).to_have_attribute("data-link", "lost")


COUNT_BEATS = """
    window.beats = 0;
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, heard) {
        listen.call(this, name, (event) => { heard(event); window.beats += name === "beat"; });
    };
"""


def hear_a_beat(page: Page) -> None:
    before = page.evaluate("window.beats")
    until(lambda: page.evaluate("window.beats") > before)


def test_beats_keep_a_quiet_table_live(serve: Serve, watched: Watched) -> None:
    page = watched.page
    page.add_init_script(COUNT_BEATS)
    page.clock.install()
    opened(page, serve(heartbeat=0.05).url)
    hear_a_beat(page)
    page.route("**/*", lambda route: route.abort())
    for _ in range(4):
        page.clock.run_for(8_000)
        hear_a_beat(page)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert watched.complaints == []


def test_a_page_without_a_place_asks_again_and_stays_live(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, serve(max_streams=0).url)
    table.show(moments.SHOWN)
    shows(page, moments.SHOWN.prompt)
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def test_the_look_of_a_screen_is_chosen_on_its_page_and_remembered(serve: Serve, watched: Watched) -> None:
    page = watched.page
    url = serve().url
    page.goto(f"{url}look")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text("Darstellung")
    page.get_by_role("link", name="Chancen und Rat").click()
    expect(page.get_by_role("link", name="Chancen und Rat")).to_have_attribute("aria-current", "true")
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#help")).to_contain_text("Schiff, Kapitän und Crew")


def test_help_follows_the_table_for_who_wishes_it_and_for_nobody_else(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    page = opened(watched.page, f"{serve().url}?help=advice")
    table.show(moments.CARGO)
    expect(page.locator("#help .best")).to_contain_text("Keep 6 5 4, throw two")
    table.show(moments.OVER)
    expect(page.locator("#help")).to_have_text("Nobody is on turn.")
    page = opened(page, serve().url)
    table.show(moments.CARGO)
    shows(page, moments.CARGO.prompt)
    expect(page.locator("#help")).to_be_empty()
    assert watched.complaints == []


def test_the_menu_opens_by_keyboard_and_closes_with_escape(serve: Serve, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    menu = page.locator("details.menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    expect(page.get_by_role("link", name="For the TV")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_wall_is_kept_awake_by_a_lock_where_the_page_is_secure(serve: Serve, watched: Watched) -> None:
    page = opened(watched.page, f"{serve().url}tv")
    expect(page.locator("body")).to_have_attribute("data-awake", "lock")
    assert watched.complaints == []


def test_the_wall_is_kept_awake_by_an_empty_video_where_it_is_not(serve: Serve, watched: Watched) -> None:
    watched.page.add_init_script("delete Navigator.prototype.wakeLock")
    page = opened(watched.page, f"{serve().url}tv")
    expect(page.locator("body")).to_have_attribute("data-awake", "video")
    until(lambda: page.evaluate("document.querySelector('video.awake').currentTime") > 0)
    assert page.locator("#awake").text_content() == ""
    assert watched.complaints == []


def test_the_camera_page_shows_the_picture_again_and_again_and_says_when_there_is_none(
    serve: Serve, watched: Watched
) -> None:
    page, asked = watched.page, []
    star = b'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'

    def picture(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.abort()
        else:
            route.fulfill(body=star, content_type="image/svg+xml")

    page.route("**/api/picture*", picture)
    page.goto(f"{serve().url}camera")
    expect(page.locator("#gone")).to_contain_text("There is no picture now")
    assert len(asked) == 3


def test_night_or_day_is_chosen_on_the_page_and_remembered(serve: Serve, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "night")
    page.get_by_role("button", name="Night or day").click()
    expect(root).to_have_attribute("data-theme", "day")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(243, 236, 220)"
    page.reload()
    expect(root).to_have_attribute("data-theme", "day")


def test_a_page_of_another_build_loads_anew(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    page.evaluate("document.getElementById('table').dataset.build = 'older'; window.old = true")
    table.show(moments.SHOWN)
    shows(page, moments.SHOWN.prompt)
    until(lambda: page.evaluate("window.old") is None)


def test_a_page_that_comes_back_to_the_front_listens_again(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    server = serve()
    page = opened(watched.page, server.url)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    table.show(moments.SHOWN)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    shows(page, moments.SHOWN.prompt)


@contextmanager
def asleep(browser: Browser) -> Iterator[None]:
    """What a phone does to its pages while it sleeps: their processes stand still, whatever comes by the network."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [int(one["id"]) for one in found if one["type"] == "renderer"]
    assert renderers
    for pid in renderers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in renderers:
            os.kill(pid, signal.SIGCONT)


def test_a_phone_that_slept_shows_the_table_as_it_is(
    serve: Serve, table: ScriptedTable, watched: Watched, browser: Browser
) -> None:
    page = opened(watched.page, serve().url)
    page.evaluate("window.openedOnce = true")
    with asleep(browser):
        for snapshot in (moments.SHOWN, moments.HELD, moments.MIDNIGHT, moments.CARGO):
            table.show(snapshot)
    shows(page, moments.CARGO.prompt)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert page.evaluate("window.openedOnce") is True
    assert watched.complaints == []


def test_a_phone_that_slept_through_a_restart_follows_the_new_run(
    table: ScriptedTable, watched: Watched, browser: Browser
) -> None:
    with running(create_app(table)) as server:
        port = server.port
        page = opened(watched.page, server.url)
        with asleep(browser):
            server.close()
            again = ScriptedTable(replace(moments.CARGO, boot="two", revision=1))
    with running(create_app(again), port):
        shows(page, moments.CARGO.prompt)
        again.show(moments.OVER)
        shows(page, moments.OVER.prompt)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        page.goto("about:blank")


def test_a_page_that_is_frozen_gives_its_place_back(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    server = serve()
    page = opened(watched.page, server.url)
    until(lambda: places_of(server) == 1)
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    until(lambda: places_of(server) == 0)
    table.show(moments.CARGO)
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    shows(page, moments.CARGO.prompt)


def places_of(server: Server) -> int:
    """How many pages follow the table."""
    with urlopen(f"{server.url}healthz", timeout=10) as answer:
        return int(json.load(answer)["streams"])


def test_ten_minutes_later_nothing_old_is_shown_as_live(serve: Serve, watched: Watched) -> None:
    page = watched.page
    page.clock.install()
    opened(page, serve().url)
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    page.route("**/*", lambda route: route.abort())
    page.clock.set_system_time("2036-01-01T00:10:00")
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    page.unroute("**/*")
    page.clock.run_for(6_000)
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def test_an_answer_that_comes_late_does_not_turn_the_page_back(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    page = opened(watched.page, serve().url)
    late = page.request.get(page.url).text()
    table.show(moments.CARGO)
    shows(page, moments.CARGO.prompt)
    page.route("**/", lambda route: route.fulfill(body=late, content_type="text/html"))
    page.route("**/stream", lambda route: route.abort())
    with page.expect_response(lambda answer: answer.url == page.url):
        page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
        page.evaluate("window.dispatchEvent(new Event('online'))")
    shows(page, moments.CARGO.prompt)
    table.show(moments.OVER)
    page.unroute("**/stream")
    shows(page, moments.OVER.prompt)


def test_without_scripts_the_page_refreshes_itself(serve: Serve, table: ScriptedTable, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(serve().url)
        shows(page, moments.WAITING.prompt)
        table.show(moments.SHOWN)
        shows(page, moments.SHOWN.prompt)


def test_markup_in_names_is_shown_and_not_run(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    table.show(moments.moment(moments.WAITING.mode, "Throw.", players=("<img src=x onerror=boom()>", "Mia")))
    shows(page, "Throw.")
    expect(page.locator(".player").first.locator("bdi")).to_have_text("<img src=x onerror=boom()>")
    assert page.locator("main img").count() == 0
    assert watched.complaints == []


def test_an_inline_script_would_be_refused(serve: Serve, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))")
    assert page.evaluate("window.ran") is None
    until(lambda: any("Content Security Policy" in complaint for complaint in watched.complaints))


CLIPPED = """() => [...document.querySelectorAll("main *, header *")]
    .filter((one) => one.childElementCount === 0 && one.textContent.trim() && !one.closest(".spoken, bdi, .who, .name"))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
        && getComputedStyle(one).clipPath === "none" && !(one instanceof SVGElement))
    .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [320, 390, 820, 1920])
def test_no_page_is_wider_than_its_screen_and_no_word_is_cut_off(
    serve: Serve, table: ScriptedTable, watched: Watched, width: int, language: str
) -> None:
    page, url = watched.page, serve().url.rstrip("/")
    page.set_viewport_size({"width": width, "height": 1080 if width == 1920 else 844})
    for name in ("cargo", "hands", "rounds", "twenty_players", "long_names", "sheets", "eight_sheets"):
        table.show(moments.ALL[name])
        for path in ("/", "/tv") if name in ("cargo", "eight_sheets") else ("/",):
            page.goto(f"{url}{path}?language={language}&help=advice")
            assert (name, page.evaluate("document.documentElement.scrollWidth")) == (name, width)
            assert (name, page.evaluate(CLIPPED)) == (name, [])


@pytest.mark.parametrize("name", ["cargo", "rolloff", "long_names"])
def test_four_players_need_no_scrolling(serve: Serve, table: ScriptedTable, watched: Watched, name: str) -> None:
    table.show(moments.ALL[name])
    page = opened(watched.page, serve().url)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, height]
        for part in ("h1", "#tray", ".slots", ".player:last-child"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height


def test_the_tv_is_readable_from_four_metres(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    table.show(moments.CARGO)
    watched.page.set_viewport_size({"width": 1920, "height": 1080})
    page = opened(watched.page, serve().url)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert page.locator("h1").evaluate(size) >= 64
    assert page.locator(".score").first.evaluate(size) >= 56
