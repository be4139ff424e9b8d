"""The set-up of the real program goes on after a kill, and its table plays with what was chosen."""

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.broker import free_port
from tests.end_to_end.program import BARE_TABLE, configured, in_process, running, url_of
from tests.screens import PHONE

PATIENCE = 90_000


@pytest.mark.browser
def test_the_set_up_goes_on_after_a_kill_and_the_table_restarts_with_it(browser: Browser, tmp_path: Path) -> None:
    table = BARE_TABLE.replace('[game]\nplayers = ["Mia", "Jonas"]\n', "")
    file = configured(tmp_path, table.replace("port = 0", f"port = {free_port()}"))
    with browser.new_context(viewport=PHONE, locale="en-GB") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        with running("run", "--config", file) as program:
            url = url_of(program)
            page.goto(f"{url}setup")
            page.get_by_role("button", name="English", exact=True).click()
            page.get_by_label("PIN", exact=True).fill("4711")
            page.get_by_label("Repeat the PIN").fill("4711")
            page.get_by_role("button", name="Next").click()
            expect(page.locator("h1")).to_have_text("Camera and tray")
            page.goto("about:blank")
            program.kill()
            program.wait()
        with running("run", "--config", file) as program:
            page.goto(f"{url_of(program)}setup")
            expect(page.locator("h1")).to_have_text("Camera and tray")
            page.get_by_role("button", name="Play without a camera").click()
            page.get_by_label("Player 1").fill("Mia")
            page.get_by_label("Player 2").fill("Jonas")
            page.get_by_role("button", name="Start game").click()
            page.wait_for_url(url)
            expect(page.locator("#helm")).to_be_visible()
            page.goto("about:blank")
    config = tomllib.loads(file.read_text())
    assert (config["camera"]["kind"], config["game"]["players"]) == ("none", ["Mia", "Jonas"])
    assert "The set-up is finished." in in_process("setup", "--config", file).output
