"""The page in a real browser: it follows the table, and moves nothing but what moved."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.web import moments
from tests.web.conftest import Serve, Watched, until
from tests.web.following import opened, shows
from tests.web.scripted import ScriptedTable
from web.display_names import with_short_names

pytestmark = pytest.mark.browser


def test_the_page_follows_the_table_without_a_word_on_the_console(
    serve: Serve, table: ScriptedTable, watched: Watched
) -> None:
    page = opened(watched.page, serve().url)
    for snapshot in moments.ALL.values():
        table.show(snapshot)
        shows(page, with_short_names(snapshot.prompt, snapshot.state.players))
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


def test_dice_move_unless_reduced_motion_is_set(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    count = """() => { window.moves = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) { window.moves++; return animate.apply(this, how); }; }"""
    page, url, moves = watched.page, serve().url, {}
    for wish in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=wish)
        table.show(moments.WAITING)
        opened(page, url)
        page.evaluate(count)
        table.show(moments.HELD)
        shows(page, moments.HELD.prompt)
        moves[wish] = page.evaluate("window.moves")
    assert moves["no-preference"] >= 5
    assert moves["reduce"] == 0


def test_a_midnight_is_cheered_once(serve: Serve, table: ScriptedTable, fresh: Watched) -> None:
    fresh.page.clock.install()
    page = opened(fresh.page, serve().url)
    body = page.locator("body")
    table.show(moments.MIDNIGHT)
    expect(body).to_have_attribute("data-cheer", "midnight")
    shows(page, f"Mia: Midnight! {moments.MIDNIGHT.prompt}")
    page.clock.run_for(5_000)
    expect(body).to_have_attribute("data-cheer", "past")
    table.show(replace(moments.MIDNIGHT, prompt="Jonas is looking for his glasses."))
    shows(page, "Jonas is looking for his glasses.")
    expect(body).to_have_attribute("data-cheer", "past")
    page.reload()
    expect(body).not_to_have_attribute("data-cheer", re.compile("."))


def test_help_follows_the_table_only_where_it_was_chosen(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, f"{serve().url}?help=advice")
    table.show(moments.CARGO)
    expect(page.locator("#help .best")).to_contain_text("Keep 6 5 4, roll two")
    table.show(moments.OVER)
    expect(page.locator("#help")).to_have_text("It’s no one’s turn.")
    page = opened(page, serve().url)
    table.show(moments.CARGO)
    shows(page, moments.CARGO.prompt)
    expect(page.locator("#help")).to_be_empty()
    assert watched.complaints == []


def test_a_page_of_another_build_reloads(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    page.evaluate("document.getElementById('table').dataset.build = 'older'; window.old = true")
    table.show(moments.SHOWN)
    shows(page, moments.SHOWN.prompt)
    until(lambda: page.evaluate("window.old") is None)


def test_markup_in_names_is_shown_and_not_run(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    table.show(moments.moment(moments.WAITING.mode, "Throw.", players=("<img src=x onerror=b()>", "Mia")))
    shows(page, "Throw.")
    expect(page.locator(".player").first.locator("bdi")).to_have_text("<img src=x onerror=b()>")
    assert page.locator("main img").count() == 0
    assert watched.complaints == []
