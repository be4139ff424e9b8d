"""The page in a real browser never shows old as live: a lost table, phones that sleep, answers that come late."""

import json
from dataclasses import replace
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import moments
from tests.web.conftest import Serve, Watched, running, until
from tests.web.following import asleep, opened, shows
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.guests.join_info import qr_of
from web.http.server import Server

pytestmark = pytest.mark.browser


def test_a_lost_table_is_said_and_greyed_and_found_again(table: ScriptedTable, watched: Watched) -> None:
    with running(create_app(table)) as server:
        port = server.port
        page = opened(watched.page, server.url)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        top = page.locator(".lamp").evaluate("lamp => lamp.offsetTop")
    expect(page.locator("#link")).to_contain_text("Reconnecting")
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    assert page.locator("main h1").evaluate("one => getComputedStyle(one).filter") != "none"
    assert page.locator(".lamp").evaluate("lamp => lamp.offsetTop") == top
    again = ScriptedTable(replace(moments.CARGO, boot="two", revision=1))
    with running(create_app(again), port):
        shows(page, moments.CARGO.prompt)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        expect(page.locator("#link")).to_be_empty()
        again.show(moments.OVER)
        shows(page, moments.OVER.prompt)
        page.goto("about:blank")


ENDS = "() => document.getAnimations().map(one => { one.finish(); return one.effect.getComputedTiming().endTime; })"
"""What a style sheet does in time, at once: after how many milliseconds each of it would be done."""


@pytest.mark.parametrize("script", ["page.js", "morph.js"])
def test_a_page_without_all_of_its_scripts_says_so_in_fifteen_seconds(
    serve: Serve, watched: Watched, script: str
) -> None:
    page = watched.page
    page.route(f"**/{script}", lambda route: route.abort())
    page.goto(serve().url, wait_until="load")
    alone = page.locator("#alone")
    expect(alone).to_be_hidden()
    assert 0 < max(page.evaluate(ENDS)) <= 15_000
    expect(alone).to_be_visible()
    assert page.locator("main").evaluate("main => getComputedStyle(main).filter") != "none"
    page.unroute(f"**/{script}")
    alone.get_by_role("link").click()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    page.evaluate(ENDS)
    expect(alone).to_be_hidden()


def test_fifteen_seconds_of_silence_are_a_lost_table(serve: Serve, fresh: Watched) -> None:
    page = fresh.page
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


def test_beats_keep_a_quiet_table_live(serve: Serve, fresh: Watched) -> None:
    page = fresh.page
    page.add_init_script(COUNT_BEATS)
    page.clock.install()
    opened(page, serve(heartbeat=0.05).url)
    hear_a_beat(page)
    page.route("**/*", lambda route: route.abort())
    for _ in range(4):
        page.clock.run_for(8_000)
        hear_a_beat(page)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert fresh.complaints == []


def test_a_page_without_a_place_asks_again_and_stays_live(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, serve(max_streams=0, own_streams=0).url)
    table.show(moments.SHOWN)
    shows(page, moments.SHOWN.prompt)
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def test_a_page_that_comes_back_to_the_front_listens_again(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    server = serve()
    page = opened(watched.page, server.url)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    table.show(moments.SHOWN)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    shows(page, moments.SHOWN.prompt)


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


def test_ten_minutes_later_nothing_old_is_shown_as_live(serve: Serve, fresh: Watched) -> None:
    page = fresh.page
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


def test_a_screen_shows_the_address_of_a_network_that_came_up_later_and_drops_one_that_went(
    serve: Serve, table: ScriptedTable, fresh: Watched
) -> None:
    address = "tray.local"
    server = serve(appliance=Appliance(address=lambda: address, attract_after=12))
    fresh.page.clock.install()
    page = opened(fresh.page, f"{server.url}tv")
    expect(page.locator("#follow b")).to_have_text(f"tray.local:{server.port}")
    for address in ("10.42.0.1", "192.168.7.2"):
        page.clock.run_for(5_000)
        expect(page.locator("#follow b")).to_have_text(f"{address}:{server.port}")
        drawn = page.locator("#follow path.dark").get_attribute("d")
        assert drawn == qr_of(f"http://{address}:{server.port}/").path
    expect(page.locator("#keepsake")).to_be_hidden()
    table.show(moments.OVER)
    shows(page, moments.OVER.prompt)
    page.clock.run_for(13_000)
    expect(page.locator("#attract .scan b")).to_have_text(f"192.168.7.2:{server.port}")
    address = "10.42.0.1"
    page.clock.run_for(5_000)
    expect(page.locator("#attract .scan b")).to_have_text(f"10.42.0.1:{server.port}")
    assert fresh.complaints == []
