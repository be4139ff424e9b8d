"""Takes the pictures of the helm from the running program: ``python -m tests.end_to_end.helm_pictures``."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.conftest import chromium, launch
from tests.end_to_end.pictures import PICTURES
from tests.end_to_end.program import in_process, running, url_of
from tests.end_to_end.test_helm import CONFIG, code_of
from tests.pages import take_the_helm
from tests.screens import PHONE, TABLET

PATIENCE = 120_000

PIN = "4711"


def picture_the_helm(browser: Browser, config: Path) -> None:
    """The keys under the thumb, a die that is mended, the owner's page, the tray's outline, and a new game."""
    with running("run", "--config", config, "--pair") as program:
        url, code = url_of(program), code_of(program)
        page = browser.new_context(viewport=PHONE, locale="en").new_page()
        page.set_default_timeout(PATIENCE)
        take_the_helm(page, url, code)
        roll = page.locator(".key.main").filter(has_text=re.compile("Roll"))
        roll.wait_for()
        page.screenshot(path=PICTURES / "helm-phone.png", animations="disabled")
        roll.click()
        page.get_by_role("button", name="Fix a roll").first.click()
        page.locator("#helm-sheet .cube-key").first.click()
        page.wait_for_function("() => document.querySelector('.die-picture')?.naturalWidth === 160")
        page.screenshot(path=PICTURES / "helm-die.png", animations="disabled")
        in_process("owner", "--config", config, given=f"{PIN}\n")
        page.goto(f"{url}owner")
        for digit in PIN:
            page.locator(f'[data-digit="{digit}"]').click()
        page.locator("#pin-pad [type=submit]").click()
        page.get_by_role("button", name="Sign out").wait_for()
        page.screenshot(path=PICTURES / "helm-owner.png", animations="disabled")
        page.goto(f"{url}helm/box/calibration")
        page.wait_for_function("() => document.getElementById('view').naturalWidth > 0")
        page.screenshot(path=PICTURES / "helm-calibration.png", animations="disabled")
        page.set_viewport_size(TABLET)
        page.goto(f"{url}helm/games/new")
        page.screenshot(path=PICTURES / "helm-new-game.png", animations="disabled")


if __name__ == "__main__":
    program = chromium()
    if program is None:
        raise SystemExit("The pictures are taken in Chromium: install it (apt install chromium).")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "quarterdeck.toml")
        config.write_text(CONFIG)
        picture_the_helm(launch(playwright, program), config)
