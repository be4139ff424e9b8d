"""A page in a real browser that follows the table: opened, waited for, put to sleep."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect


def opened(page: Page, url: str) -> Page:
    """The page, once it hears from the table: what happened before is not celebrated."""
    with page.expect_event("request", lambda request: "/stream" in request.url):
        page.goto(url)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    return page


def _words(text: str) -> str:
    return r"\s".join(map(re.escape, text.split()))


def headline(prompt: str) -> re.Pattern[str]:
    """What the headline says, after a cheer, which names another player, or without one."""
    what = prompt.partition(": ")[2]
    return re.compile(rf"^\s*(((\w+: )?\w+! )?{_words(prompt)}|\w+! {_words(what[:1].upper() + what[1:])})\s*$")


def shows(page: Page, prompt: str) -> None:
    """Wait until the page says so."""
    expect(page.locator("h1")).to_have_text(headline(prompt))


@contextmanager
def asleep(browser: Browser) -> Iterator[None]:
    """What a phone does to its pages while it sleeps: their processes stand still, whatever comes by the network."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [int(one["id"]) for one in found if one["type"] == "renderer"]
    assert renderers
    for pid in renderers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in renderers:
            os.kill(pid, signal.SIGCONT)
