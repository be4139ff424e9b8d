"""What tests of more than one package share: a real browser, mock pins, a folder for hundreds of files."""

import os
import runpy
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from engine import game_of, presets_of_all
from engine.game import offer, unregister
from table.games import _KINDS

# The commands speak English, whatever the language of this machine.
os.environ["LC_ALL"] = "C.UTF-8"

# The same examples in each run: a test that fails here fails everywhere.
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")

# What is waited for on a page has as long as Playwright's own actions have: other work may keep the machine busy.
expect.set_options(timeout=30_000)

# Debian's Chromium without windows takes half the processor's time of the whole one.
HEADLESS_SHELL = "chromium-headless-shell"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Without isolated sites no renderer is started in reserve for each page: a tenth of the processor's time.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-site-isolation-trials"]


def pytest_configure(config: pytest.Config) -> None:
    """Compile the message files that were changed since the last build, once for all workers, and let Ctrl-C work.

    What a shell starts in the background ignores Ctrl-C, and so would the programs that the tests start.
    """
    if not hasattr(config, "workerinput"):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        runpy.run_path(str(Path(__file__).parents[1] / "setup.py"), run_name="tests")["compile_messages"]()


def chromium() -> str | None:
    """The path of this machine's Chromium, None if it has none."""
    return next(filter(None, map(shutil.which, (HEADLESS_SHELL, *CHROMIUMS))), None)


def launch(playwright: Playwright, program: str) -> Browser:
    """That Chromium, without a window."""
    return playwright.chromium.launch(executable_path=program, args=FLAGS)


def as_on_plain_http(browser: Browser) -> None:
    """Take service workers from all contexts but those that ask for ``service_workers="allow"``.

    Pages on 127.0.0.1 may have them, those of a table in a bar not.
    """
    new_context = browser.new_context

    def new(**options: Any) -> BrowserContext:
        context = new_context(**options)
        if options.get("service_workers") != "allow":
            context.add_init_script("delete Navigator.prototype.serviceWorker;")
        return context

    browser.new_context = new  # type: ignore[method-assign]


@pytest.fixture
def no_yahtzee(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take Yahtzee from the table: a game that the engine knows and the table can't play."""
    monkeypatch.delitem(_KINDS.coded, "yahtzee")


@pytest.fixture(autouse=True)
def no_game_of_an_owner_stays() -> Iterator[None]:
    """Take away the owner's games that a test has registered."""
    yield
    for game in {game_of(preset) for preset in presets_of_all() if game_of(preset).written}:
        unregister(game)
        offer(())


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """gpiozero's own mock pins, in place of those of the Pi."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright's driver."""
    with sync_playwright() as driver:
        yield driver


@contextmanager
def launched(playwright: Playwright, program: str | None, missing: str) -> Iterator[Browser]:
    """That Chromium; where it is missing, the test is skipped, or fails on CI."""
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    browser = launch(playwright, program)
    as_on_plain_http(browser)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium. Where there is none its tests are skipped, on CI they fail."""
    missing = "no Chromium on PATH: install it to run the tests of the page in a browser"
    with launched(playwright, chromium(), missing) as browser:
        yield browser


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole Chromium, for what its headless shell lacks: installing a page, and keeping a screen awake."""
    missing = "no whole Chromium on PATH, only its headless shell: install it to run this test"
    program = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with launched(playwright, program, missing) as browser:
        yield browser


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one, for what is not about the disk."""
    folder = tmp_path / "quick"
    if os.access("/dev/shm", os.W_OK):
        folder = Path("/dev/shm") / f"quarterdeck-{os.getpid()}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
