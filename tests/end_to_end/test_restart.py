"""The table restarts on request of a phone, with other corners and with a backup; every open page comes back."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.program import free_port, running, terminal, url_of
from tests.end_to_end.test_helm import PATIENCE, WITH_KEYS, code_of
from tests.pages import allow, visit
from tests.screens import PHONE

pytestmark = pytest.mark.browser

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


def test_corners_and_a_backup_restart_the_table_and_every_page_comes_back(tmp_path: Path, browser: Browser) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(WITH_KEYS.replace("port = 0", f"port = {free_port()}"))
    said: list[str] = []
    with terminal() as keys, running("run", "--config", config, "--pair", keys=keys.end) as program:
        url, code = url_of(program), code_of(program)
        with (
            open_page(browser, url, said) as looker,
            open_page(browser, f"{url}tv", said) as wall,
            open_page(browser, f"{url}helm#{code}", said) as helm,
        ):
            helm.wait_for_url(url)
            helm.locator("#helm-bar [data-sheet='/helm/hand']").first.click()
            for value in (6, 5, 4, 3, 3):
                helm.locator(f'.numbers [data-face="{value}"]').click()
            expect(looker.locator("#table")).to_have_attribute("data-event", "2", timeout=PATIENCE)
            visit(helm, f"{url}helm/box/keeping")
            with helm.expect_download() as taken:
                helm.get_by_role("button", name="Download").click()
                allow(helm, lambda: keys.press("r"), PATIENCE)
            backup = taken.value.path()

            boot = boot_of(looker)
            visit(helm, f"{url}helm/box/calibration")
            expect(helm.locator("main")).to_contain_text("Found by its markers", timeout=PATIENCE)
            corner = helm.get_by_label("Top left: x")
            corner.focus()
            helm.keyboard.press("Shift+ArrowUp")
            moved = float(corner.input_value())
            helm.get_by_role("button", name="Save these corners").click()
            allow(helm, lambda: keys.press("r"), PATIENCE)
            expect(helm.locator("#helm-says")).to_contain_text("Restarting", timeout=PATIENCE)
            comes_back([looker, wall], boot)
            kept = tomllib.loads(config.read_text())["tray"]["corners"]
            assert abs(kept[0][0] - moved) < 1
            expect(looker.locator("#table")).to_have_attribute("data-event", "2", timeout=PATIENCE)
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
            allow(helm, lambda: keys.press("r"), PATIENCE)
            expect(helm.locator("#helm-says")).to_contain_text("the table restarts with the backup", timeout=PATIENCE)
            comes_back([looker, wall], boot)
            for page in (looker, wall):
                expect(page.locator(".player").first.locator("bdi")).to_have_text("Mia", timeout=PATIENCE)
            assert "corners" not in tomllib.loads(config.read_text()).get("tray", {})
            assert (tmp_path / "before-restore-1" / "journal.db").is_file()
            visit(helm, url)
            expect(helm.locator("#helm-bar .key").first).to_be_visible(timeout=PATIENCE)
            state = helm.request.get(f"{url}api/state").json()
            assert (state["event"], [one["name"] for one in state["players"]]) == (2, ["Mia", "Jonas"])
    assert said == []
