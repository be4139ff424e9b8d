"""The link on the owner's page: linked, last sent, behind by how many, and what is wrong."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.api.conftest import SHIP, bridge_of
from tests.web.axe import objections
from tests.web.conftest import running
from tests.web.helm.conftest import Harbour, overflow
from tests.web.owner.test_owner_page import PIN, sections, signed_in
from web.access import pin as owner_pin
from web.access.pin import keep_pin
from web.owner import _sent, _waiting
from web.services.device import LinkStatus

pytestmark = pytest.mark.browser

UP = LinkStatus("venue.local:8883", "galley", "0123456789abcdef" * 2, home_assistant=True, linked=True, behind=0)


class Told:
    """A link whose status is as told."""

    def __init__(self, status: LinkStatus) -> None:
        self.told = status

    def status(self) -> LinkStatus:
        return self.told


@contextmanager
def linked_harbour(folder: Path, browser: Browser, link: Told | None) -> Iterator[Harbour]:
    with bridge_of(folder, SHIP, buttons=False) as bridge:
        bridge.panel.has_buttons = False
        bridge.link = link.status if link else None
        keep_pin(bridge.drawer, PIN)
        bridge.app = bridge.started()
        with running(bridge.app) as server, ExitStack() as stack:
            yield Harbour(bridge, server.url, browser, stack)


@pytest.fixture
def berth(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Harbour]]:
    monkeypatch.setattr(owner_pin, "N", 2**10)
    with ExitStack() as stack:
        yield lambda link: stack.enter_context(linked_harbour(tmp_path, browser, link))


def test_the_owner_sees_whether_everything_is_sent(berth: Callable[..., Harbour]) -> None:
    link = Told(replace(UP, last_sent=time.time() - 190))
    harbour = berth(link)
    phone = harbour.phone(viewport={"width": 320, "height": 700})
    page = signed_in(harbour, phone)
    part = page.locator("#own-link")
    expect(part).to_contain_text("Linked to venue.local:8883. Home Assistant is on.")
    expect(part).to_contain_text("Venue: galley")
    expect(part).to_contain_text("Last sent 3 minutes ago.")
    expect(part).to_contain_text("All events are sent.")
    expect(part).to_contain_text(f"Table id: {UP.table}")
    assert overflow(page) == 0
    heading, section = part.locator("h2").bounding_box(), part.bounding_box()
    assert heading
    assert section
    assert section["y"] <= heading["y"] <= section["y"] + section["height"], "not where the page says what it lost"
    link.told = replace(UP, linked=False, behind=12, trouble="The broker is away.", home_assistant=False)
    page.reload()
    expect(part).to_contain_text("Not linked to venue.local:8883.")
    expect(part.locator(".amber")).to_have_text("The broker is away.")
    expect(part).to_contain_text("Nothing was sent since the start.")
    expect(part).to_contain_text("12 events wait to be sent.")
    assert objections(page) == []
    assert phone.complaints == []


def test_without_a_link_the_page_says_nothing_of_it(berth: Callable[..., Harbour]) -> None:
    harbour = berth(None)
    page = signed_in(harbour, harbour.phone())
    assert "Link" not in sections(page)


def test_only_the_owner_sees_it(berth: Callable[..., Harbour]) -> None:
    harbour = berth(Told(UP))
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}owner")
    assert page.locator("#own-link").count() == 0


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, "Nothing was sent since the start."),
        (-5.0, "Last sent less than a minute ago."),
        (59.0, "Last sent less than a minute ago."),
        (61.0, "Last sent 1 minute ago."),
        (7199.0, "Last sent 119 minutes ago."),
        (7200.0, "Last sent 2 hours ago."),
    ],
)
def test_how_long_ago_is_said_in_minutes_then_in_hours(seconds: float | None, said: str) -> None:
    assert _sent(seconds) == said


def test_one_event_waits_in_the_singular() -> None:
    assert _waiting(1) == "1 event waits to be sent."
    assert _waiting(None) == "How many events wait isn’t known yet."
