"""The page of safe mode in a real browser: nobody is shut out, and it is left when the table is well again."""

import pytest
from playwright.sync_api import Browser, expect

from tests.screens import PHONE
from tests.web import moments
from tests.web.axe import objections
from tests.web.conftest import Watched, running
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.live.safe_mode import create_safe_app

pytestmark = pytest.mark.browser

WHY = "The camera is gone."
TO_DO = ["Plug it in again.", "Switch the table off and on."]


@pytest.mark.parametrize(("theme", "language"), [("day", "de"), ("night", "en")])
def test_axe_core_and_the_console_have_nothing_to_say(watched: Watched, theme: str, language: str) -> None:
    with running(create_safe_app(WHY, TO_DO)) as server:
        watched.page.goto(f"{server.url}?theme={theme}&language={language}")
        assert objections(watched.page) == []
        assert watched.complaints == []
        watched.page.goto("about:blank")


def test_it_is_left_by_itself_when_the_table_is_well_again(browser: Browser, table: ScriptedTable) -> None:
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.clock.install()
        with running(create_safe_app(WHY, TO_DO)) as server:
            with page.expect_response("**/healthz"):
                page.goto(server.url)
            expect(page.locator("h1")).not_to_have_text(moments.WAITING.prompt)
            port = server.port
        with running(create_app(table), port):
            page.clock.run_for(10_500)
            expect(page.locator("h1")).to_have_text(moments.WAITING.prompt)
            page.goto("about:blank")
