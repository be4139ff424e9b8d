"""A table with a journal, worked by a thread of its own, behind a real server, and phones in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from engine import Event
from tests.pages import take_the_helm
from tests.screens import PHONE
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.conftest import Watched, running

PATIENCE = 30_000

DEAD_TIME = 750
"""Milliseconds after a roll: the pad ignores taps for nearly as long."""

EXPECTED = "Failed to load resource: the server responded with a status of "
"""What Chromium says by itself of an answer that is a refusal."""


@dataclass
class Harbour:
    """The table behind its page, and the phones around it."""

    bridge: Bridge
    url: str
    browser: Browser
    stack: ExitStack

    def phone(self, **how: object) -> Watched:
        """A phone that looks on."""
        settings = {"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce", "has_touch": True} | how
        context: BrowserContext = self.browser.new_context(**settings)  # type: ignore[arg-type]
        self.stack.callback(context.close)
        context.set_default_timeout(PATIENCE)
        return Watched(context.new_page())

    def at_helm(self, **how: object) -> Watched:
        """A phone that took the helm with a code that was printed on the machine."""
        phone = self.phone(**how)
        take_the_helm(phone.page, self.url, self.bridge.code())
        phone.page.locator("#helm-bar .key").first.wait_for()
        return phone


@contextmanager
def harbour_of(folder: Path, browser: Browser, *events: Event, buttons: bool = True) -> Iterator[Harbour]:
    """The harbour of a game that went like that."""
    with (
        bridge_of(folder, *events, buttons=buttons) as bridge,
        running(bridge.app) as server,
        ExitStack() as stack,
    ):
        yield Harbour(bridge, server.url, browser, stack)


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    """The table without a server, for what needs no browser."""
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


@pytest.fixture
def moor(tmp_path: Path, browser: Browser) -> Iterator[Callable[..., Harbour]]:
    """Makes the harbour of a game that went like the events given."""
    with ExitStack() as stack:
        yield lambda *events, buttons=True: stack.enter_context(
            harbour_of(tmp_path, browser, *(events or (SHIP,)), buttons=buttons)
        )


def tell(page: Page, *faces: int) -> None:
    """Tell a throw by hand, with as many taps as it has dice, and wait until it counts."""
    before = page.locator("#table").get_attribute("data-event")
    for face in faces:
        page.locator(f'.numbers [data-face="{face}"]').click()
    counted(page, before)
    page.wait_for_timeout(DEAD_TIME)


def counted(page: Page, before: str | None) -> None:
    """Wait until the game has gone on, and the sheet with it."""
    page.wait_for_function("before => document.getElementById('table').dataset.event !== before", arg=before)
    page.wait_for_function("() => !document.body.hasAttribute('data-giving')")
    page.wait_for_function(
        """() => {
            const lives = document.querySelector('#helm-sheet [data-lives]');
            const revision = (id) => Number(id.slice(id.lastIndexOf(':') + 1));
            return !lives || revision(lives.dataset.moment) >= revision(document.getElementById('table').dataset.id);
        }"""
    )
