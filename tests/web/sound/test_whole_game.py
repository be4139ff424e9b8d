"""A whole game with sound and caller on: nothing asks a question between turns, and everything is called once."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from engine import GameHistory
from table.games import rulebook
from table.games.calls import call_after
from table.snapshot import Call
from tests.web import moments
from tests.web.conftest import SIZE, Serve
from tests.web.played import ship
from tests.web.scripted import ScriptedTable
from tests.web.sound.ears import lend_ears, waits, wish

pytestmark = pytest.mark.browser

COUNT_QUESTIONS = """
    window.questions = 0;
    const asks = () => { window.questions += 1; };
    for (const name of ["alert", "confirm", "prompt"]) window[name] = asks;
    for (const name of ["show", "showModal"]) HTMLDialogElement.prototype[name] = asks;
    HTMLElement.prototype.showPopover = asks;
    const later = window.setTimeout;
    window.setTimeout = (act, wait, ...more) => later(act, wait < 2000 ? wait / 9 : wait, ...more);
"""


def test_a_whole_default_game_asks_nothing_and_calls_each_confirmation_once(
    serve: Serve, table: ScriptedTable, browser: Browser
) -> None:
    url = serve().url
    start, *events = ship(4)
    book, latest, expected = GameHistory(start), Call(0, "turn", ""), []
    with browser.new_context(viewport=SIZE) as context:
        page = context.new_page()
        lend_ears(page)
        page.add_init_script(COUNT_QUESTIONS)
        wish(context, url, sound="caller")
        page.goto(url)
        waits(page, "document.body.dataset.audio")
        page.locator("h1").click()
        waits(page, "document.body.dataset.audio === 'running'")
        for number, event in enumerate(events, 2):
            before = book.state
            book.write(event)
            said = book.game.announcements(before, book.state)
            call = call_after(latest, [event], said, book.state, rulebook(book.state), same=False)
            assert call is not None
            latest = call
            log = (start, *events[: number - 1])
            table.show(replace(moments.WAITING, state=book.state, log=log, event=number, said=said, call=call))
            expected.append(f"English: {call.says}")
            waits(page, "text => window.heard.at(-1) === text", expected[-1])
        assert book.state.phase == "over"
        assert [text for text in page.evaluate("window.heard") if ":" in text] == expected
        assert page.evaluate("window.questions") == 0
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.goto("about:blank")
    assert len(expected) >= 6
    assert expected[-1].endswith("wins!")
