"""The helm at the real program, with a recorded tray, in a real browser: a roll is fixed, and the table restarts on its
request, with other corners and with a backup; every open page comes back."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.broker import free_port
from tests.end_to_end.program import RECORDED_TABLE, code_of, configured, running, terminal, url_of
from tests.pages import allow, take_the_helm, visit
from tests.screens import PHONE

pytestmark = pytest.mark.browser

PATIENCE = 90_000
LOST = ("net::ERR_", "Failed to fetch", "Failed to load resource")
"""What Chromium writes on the console while the server is gone."""


@contextmanager
def open_page(browser: Browser, url: str, said: list[str]) -> Iterator[Page]:
    """A page in a context of its own; its console, without the network's errors, goes to the list."""

    def hear(text: str) -> None:
        if not any(word in text for word in LOST):
            said.append(f"{url}: {text}")

    with browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", lambda message: hear(message.text))
        page.on("pageerror", lambda error: hear(str(error)))
        page.goto(url, wait_until="commit")
        yield page


def boot_of(page: Page) -> str:
    """The run of the program that a page shows."""
    return (page.locator("#table").get_attribute("data-id") or "").rpartition(":")[0]


def comes_back(pages: list[Page], boot: str) -> None:
    """Wait until all of these show another run than that, live."""
    for page in pages:
        expect(page.locator("#table")).not_to_have_attribute("data-id", re.compile(f"^{boot}:"), timeout=PATIENCE)
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE)
    assert len({boot_of(page) for page in pages}) == 1


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


def fix_a_roll(page: Page, url: str) -> None:
    """Count what the camera read, and correct it with two taps."""
    before = page.locator("#table").get_attribute("data-event")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.wait_for_function("before => document.getElementById('table').dataset.event !== before", arg=before)
    page.get_by_role("button", name="Fix", exact=True).click()
    die = page.locator("#helm-sheet .cube-key").first
    read = int(die.get_attribute("aria-label") or 0)
    die.click()
    expect(page.locator(".die-picture")).to_be_visible(timeout=PATIENCE)
    page.wait_for_function("() => document.querySelector('.die-picture').naturalWidth === 160")
    face = page.locator(".likely-key").first
    right = int(face.locator(".spoken").inner_text().strip(":"))
    face.click()
    expect(page.locator("#helm-sheet")).to_be_hidden(timeout=PATIENCE)
    rolls = page.request.get(f"{url}api/rolls").json()["rolls"]
    assert (rolls[0]["was"][0], rolls[0]["dice"][0], rolls[0]["told"]) == (read, right, False)


def test_a_roll_is_fixed_and_the_table_restarts_with_corners_and_a_backup_and_every_page_comes_back(
    tmp_path: Path, browser: Browser
) -> None:
    table = RECORDED_TABLE.replace('kind = "none"', 'kind = "keyboard"')
    config = configured(tmp_path, table.replace("port = 0", f"port = {free_port()}"))
    said: list[str] = []
    with terminal() as (press, end), running("run", "--config", config, "--pair", keys=end) as program:
        url, code = url_of(program), code_of(program)
        with (
            open_page(browser, url, said) as looker,
            open_page(browser, f"{url}tv", said) as wall,
            open_page(browser, url, said) as helm,
        ):
            take_the_helm(helm, url, code)
            fix_a_roll(helm, url)
            rolls = helm.request.get(f"{url}api/rolls").json()["rolls"]
            leave_and_come_back(helm, url)
            assert helm.request.get(f"{url}api/rolls").json()["rolls"] == rolls
            event = helm.request.get(f"{url}api/state").json()["event"]
            expect(looker.locator("#table")).to_have_attribute("data-event", str(event), timeout=PATIENCE)
            visit(helm, f"{url}helm/box/keeping")
            with helm.expect_download() as taken:
                helm.get_by_role("button", name="Download").click()
                allow(helm, lambda: press("r"), PATIENCE)
            backup = taken.value.path()

            boot = boot_of(looker)
            visit(helm, f"{url}helm/box/calibration")
            expect(helm.locator("main")).to_contain_text("Found by its markers", timeout=PATIENCE)
            corner = helm.get_by_label("Top left: x")
            corner.focus()
            helm.keyboard.press("Shift+ArrowUp")
            moved = float(corner.input_value())
            helm.get_by_role("button", name="Save these corners").click()
            allow(helm, lambda: press("r"), PATIENCE)
            expect(helm.locator("#helm-says")).to_contain_text("Restarting", timeout=PATIENCE)
            comes_back([looker, wall], boot)
            kept = tomllib.loads(config.read_text())["tray"]["corners"]
            assert abs(kept[0][0] - moved) < 1
            expect(looker.locator("#table")).to_have_attribute("data-event", str(event), timeout=PATIENCE)
            helm.reload()
            expect(helm.locator("main")).to_contain_text("corners", timeout=PATIENCE)
            expect(helm.get_by_label("Top left: x")).to_have_value(f"{moved:.1f}", timeout=PATIENCE)

            visit(helm, url)
            helm.get_by_role("button", name="More", exact=True).click()
            helm.get_by_role("button", name="Players", exact=True).click()
            helm.get_by_role("button", name="Rename: Mia").click()
            helm.locator("#name-1").fill("Maria")
            helm.get_by_role("button", name="Save").click()
            expect(looker.locator(".player").first.locator("bdi")).to_have_text("Maria", timeout=PATIENCE)

            boot = boot_of(looker)
            visit(helm, f"{url}helm/box/keeping")
            helm.locator("#backup-file").set_input_files(backup)
            helm.get_by_role("button", name="Restore").click()
            allow(helm, lambda: press("r"), PATIENCE)
            expect(helm.locator("#helm-says")).to_contain_text("the table restarts with the backup", timeout=PATIENCE)
            comes_back([looker, wall], boot)
            for page in (looker, wall):
                expect(page.locator(".player").first.locator("bdi")).to_have_text("Mia", timeout=PATIENCE)
            assert "corners" not in tomllib.loads(config.read_text()).get("tray", {})
            assert (tmp_path / "before-restore-1" / "journal.db").is_file()
            visit(helm, url)
            expect(helm.locator("#helm-bar .key").first).to_be_visible(timeout=PATIENCE)
            state = helm.request.get(f"{url}api/state").json()
            assert (state["event"], [one["name"] for one in state["players"]]) == (event, ["Mia", "Jonas"])
    assert said == []
