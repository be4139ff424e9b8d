"""What tests of more than one package share: a real browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def launch_chromium(playwright: Playwright) -> Browser | None:
    """A headless Chromium of this machine, None if it has none."""
    program = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    return playwright.chromium.launch(executable_path=program, args=FLAGS) if program else None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium. Where there is none its tests are skipped, on CI they fail."""
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        if browser is None:
            missing = "no Chromium on PATH: install it to run the tests of the page in a browser"
            if os.environ.get("CI") == "true":
                pytest.fail(missing)
            pytest.skip(missing)
        yield browser
        browser.close()
