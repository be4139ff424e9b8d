"""The page in a real browser: it follows the table, keeps its dice, and never shows old as live."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import moments
from tests.web.conftest import Serve, Watched, running, until
from tests.web.scripted import ScriptedTable
from web import create_app

pytestmark = pytest.mark.browser

PATIENCE = 15_000
SCREENS = ((390, 844), (820, 1180), (1280, 800), (1920, 1080))


def opened(page: Page, url: str) -> Page:
    """The page, once it hears from the table."""
    with page.expect_event("request", lambda request: request.url.endswith("/stream")):
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
