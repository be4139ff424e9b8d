"""Ten true minutes of sleep: a phone in a pocket, woken after the table has gone on without it.

Run with ``pytest -m long -s tests/web/live/test_long_sleep.py``; ``SLEEP_MINUTES`` says how long, ten where it is not
set.
"""

import os
import time
from dataclasses import replace
from itertools import cycle

import pytest
from playwright.sync_api import Browser, expect

from tests.web import moments
from tests.web.conftest import Serve, Watched, running
from tests.web.following import asleep, opened
from tests.web.scripted import ScriptedTable
from web.app import create_app

pytestmark = [pytest.mark.browser, pytest.mark.long]

MINUTES = float(os.environ.get("SLEEP_MINUTES", "10"))
EVERY = 5.0
"""Seconds from moment to moment while nobody looks."""

SOON = 15_000
"""Milliseconds within which a page that woke is right, or says that it is not."""


def test_two_phones_that_slept_for_ten_minutes_show_the_table_as_it_is(
    serve: Serve, table: ScriptedTable, watched: Watched, browser: Browser
) -> None:
    """One table went on all the time, the other was switched off and on again meanwhile."""
    other = ScriptedTable(moments.WAITING)
    again = ScriptedTable(replace(moments.CARGO, boot="two", revision=1))
    with browser.new_context() as context:
        second = context.new_page()
        page = opened(watched.page, serve(heartbeat=10.0).url)
        page.evaluate("window.openedOnce = true")
        with running(create_app(other)) as server:
            port = server.port
            opened(second, server.url)
            expect(second.locator("body")).to_have_attribute("data-link", "live")
        with running(create_app(again), port):
            with asleep(browser):
                end = time.monotonic() + 60 * MINUTES
                for moment in cycle((moments.SHOWN, moments.HELD, moments.MIDNIGHT, moments.MIDGAME)):
                    table.show(moment)
                    time.sleep(min(EVERY, max(0.0, end - time.monotonic())))
                    if time.monotonic() >= end:
                        break
                table.show(moments.CARGO)
                woken = time.monotonic()
            expect(page.locator("h1")).to_have_text(moments.CARGO.prompt, timeout=SOON)
            first = time.monotonic() - woken
            expect(second.locator("h1")).to_have_text(moments.CARGO.prompt, timeout=SOON)
            second_took = time.monotonic() - woken
            print(f"\nslept {MINUTES} min; right after {first:.2f} s, after a restart {second_took:.2f} s")
            for one, shown in ((page, table), (second, again)):
                expect(one.locator("body")).to_have_attribute("data-link", "live")
                shown.show(moments.OVER)
                expect(one.locator("h1")).to_have_text(moments.OVER.prompt, timeout=SOON)
            assert page.evaluate("window.openedOnce") is True
            assert watched.complaints == []
            second.goto("about:blank")
