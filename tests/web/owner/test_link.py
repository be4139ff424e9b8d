"""The link on the owner's page: linked, last sent, behind by how many, and what is wrong."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web import played
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.live.test_table_page import text_of
from web.access import pin as owner_pin
from web.access.pin import keep_pin
from web.history.addresses import key_of
from web.owner import _sent, _waiting
from web.services.device import LinkStatus

UP = LinkStatus("venue.local:8883", "galley", "0123456789abcdef" * 2, home_assistant=True, linked=True, behind=0)
DOWN = replace(UP, linked=False, behind=12, trouble="The broker is away.", home_assistant=False)


@pytest.fixture
def bridge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bridge]:
    monkeypatch.setattr(owner_pin, "N", 2**10)
    with bridge_of(tmp_path, SHIP, buttons=False) as bridge:
        keep_pin(bridge.drawer, "471108")
        yield bridge


def page_of(bridge: Bridge, status: LinkStatus | None, *, is_owner: bool = True) -> str:
    bridge.link = (lambda: status) if status else None
    bridge.app = bridge.started()
    client = bridge.looker() if is_owner else bridge.hand()
    if is_owner:
        assert client.post("/api/owner", json={"pin": "471108"}).status_code == 200
    return client.get("/owner").text


def test_the_owner_sees_whether_everything_is_sent(bridge: Bridge) -> None:
    said = text_of(page_of(bridge, replace(UP, last_sent=time.time() - 190)))
    for sentence in (
        "Linked to venue.local:8883. Home Assistant is on.",
        "Last sent 3 minutes ago.",
        "All events are sent.",
        UP.table,
    ):
        assert sentence in said
    said = text_of(page_of(bridge, DOWN))
    for sentence in ("Not linked to", "The broker is away.", "Nothing was sent since", "12 events wait to be sent."):
        assert sentence in said


def test_the_link_is_for_the_owner_where_there_is_one(bridge: Bridge) -> None:
    pages = (page_of(bridge, UP), page_of(bridge, None), page_of(bridge, UP, is_owner=False))
    assert ["own-link" in page for page in pages] == [True, False, False]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, "Nothing was sent since the start."),
        (-5.0, "Last sent less than a minute ago."),
        (61.0, "Last sent 1 minute ago."),
        (7199.0, "Last sent 119 minutes ago."),
        (7200.0, "Last sent 2 hours ago."),
    ],
)
def test_how_long_ago_is_said_in_minutes_then_in_hours(seconds: float | None, said: str) -> None:
    assert _sent(seconds) == said
    assert (_waiting(1), _waiting(None)) == ("1 event waits to be sent.", "How many events wait isn’t known yet.")


@pytest.mark.parametrize("venue", ["", "galley"])
def test_who_erases_reads_that_the_venue_follows(bridge: Bridge, venue: str) -> None:
    bridge.venue, bridge.archive = venue, played.PlayedGames((0.0, played.ship(1, ("Mia", "Jonas"))))
    client = bridge.looker()
    assert client.post("/api/owner", json={"pin": "471108"}).status_code == 200
    page = client.get(f"/owner/erase/{key_of('Mia')}").text
    assert "/api/players/erase" in page
    assert ("Venue galley erases the name from this table’s games too." in page) == bool(venue)
