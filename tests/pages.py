"""Going from page to page where pages go elsewhere by themselves."""

import re
from collections.abc import Callable

from playwright.sync_api import Error, Page, expect

_OVERTAKEN = ("net::ERR_ABORTED", "interrupted by another navigation")
"""What a browser says when a page that is being left goes elsewhere first."""
_TRIES = 5


def visit(page: Page, url: str) -> None:
    """Go there, also from a page that is just loading itself anew: of two ways at once the browser drops one, and on a
    busy machine that page may do so late."""
    for left in reversed(range(_TRIES)):
        try:
            page.goto(url)
            return
        except Error as error:
            if not left or not any(words in error.message for words in _OVERTAKEN):
                raise
            page.wait_for_load_state()


def take_the_helm(page: Page, url: str, code: str) -> None:
    """Scan the code of the table at ``url``: the page that takes it goes on to the table as soon as it can."""
    page.goto(f"{url}helm#{code}", wait_until="commit")
    page.wait_for_url(url)


def allow(page: Page, press: Callable[[], object], patience: float) -> None:
    """Press at the table what the page says, once that has been there for a second: an earlier press is the game's."""
    expect(page.locator("#permission")).to_be_visible(timeout=patience)
    left = page.locator("#permission .left")
    expect(left).to_have_text(re.compile(r"^[1-9]$"), timeout=patience)
    press()
    expect(page.locator("#permission")).to_be_hidden(timeout=patience)
