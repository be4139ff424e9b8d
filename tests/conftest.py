"""What tests of more than one package share: a real browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium of this machine. Without one its tests are skipped, on CI they fail."""
    program = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if program is None:
        missing = "no Chromium on PATH: install it to run the tests of the page in a browser"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
