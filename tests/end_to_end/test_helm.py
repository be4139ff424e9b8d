"""The helm at the real program, with a recorded tray, in a real browser."""

import re
from pathlib import Path
from subprocess import Popen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.program import RECORDING, TABLE, running, url_of
from tests.pages import take_the_helm
from tests.screens import PHONE

pytestmark = pytest.mark.browser

PATIENCE = 90_000
CONFIG = f"""{TABLE}
starter = "Mia"
[camera]
kind = "recording"
path = "{RECORDING}"
"""

WITH_KEYS = CONFIG.replace('kind = "none"', 'kind = "keyboard"')
"""The same with the keys of a terminal for buttons."""


def code_of(program: Popen[str]) -> str:
    """The code that the program prints while pairing is open."""
    assert program.stdout is not None
    found = next(filter(None, (re.search(r"code (\d{3}) (\d{3})", line) for line in program.stdout)))
    return "".join(found.groups())


def leave_and_come_back(page: Page, url: str) -> None:
    """Begin another game, then go back to the one that was left."""
    page.goto(f"{url}helm/games/new")
    page.get_by_role("button", name="Start game", exact=True).click()
    page.wait_for_url(url)
    assert page.request.get(f"{url}api/rolls").json()["rolls"] == []
    left = page.get_by_text("unfinished game")
    for _ in range(PATIENCE // 100):  # the log takes a game in a moment after it was left
        page.goto(f"{url}helm/games/new")
        if left.count():
            break
    left.click()
    page.get_by_role("button", name="Resume").first.click()
    page.wait_for_url(url)


def test_a_phone_counts_what_the_camera_read_and_corrects_it_with_two_taps(tmp_path: Path, browser: Browser) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG)
    with (
        running("run", "--config", config, "--pair") as program,
        browser.new_context(viewport=PHONE, locale="en-GB") as context,
    ):
        url, code = url_of(program), code_of(program)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        take_the_helm(page, url, code)
        page.get_by_role("button", name="Roll", exact=True).click()
        page.get_by_role("button", name="Fix a roll").first.click()
        die = page.locator("#helm-sheet .cube-key").first
        read = int(die.get_attribute("aria-label") or 0)
        die.click()
        picture = page.locator(".die-picture")
        expect(picture).to_be_visible(timeout=PATIENCE)
        page.wait_for_function("() => document.querySelector('.die-picture').naturalWidth === 160")
        face = page.locator(".likely-key").first
        right = int(face.locator(".spoken").inner_text().strip(":"))
        face.click()
        expect(page.locator("#helm-sheet")).to_be_hidden(timeout=PATIENCE)
        rolls = page.request.get(f"{url}api/rolls").json()["rolls"]
        assert (rolls[0]["was"][0], rolls[0]["dice"][0], rolls[0]["told"]) == (read, right, False)
        leave_and_come_back(page, url)
        assert page.request.get(f"{url}api/rolls").json()["rolls"] == rolls
