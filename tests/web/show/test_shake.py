"""Shake of the Day on the pages: who sees and does what, the log of 90 days, and one shake by hand in a browser."""

import csv
import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import expect

from device.archive.rows import kept_of
from engine import encode
from engine.statistics.record import ArchivedGame, Record, record_of
from tests.pages import take_the_helm
from tests.screens import PHONE
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.conftest import Watched, running
from tests.web.show.test_clips import KEPT, Films
from web.services.archive import Archive

SET_UP = {"price": 50, "seed": 10_000, "pays": {"five": "100%", "four": "500"}}


class Shelf(Archive):
    """The stored shakes, the latest first, with the names that are given."""

    def __init__(self) -> None:
        super().__init__()
        self.games: list[ArchivedGame] = []

    def games_of(self, _kind: str, _since: int) -> Sequence[int]:
        return [one.number for one in self.games[::-1]]

    def game(self, number: int) -> ArchivedGame | None:
        return next((one for one in self.games if one.number == number), None)

    def record(self, number: int) -> Record | None:
        return next((record_of(one, look_back=False) for one in self.games if one.number == number), None)


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        bridge.archive = Shelf()
        bridge.panel.has_buttons = False
        bridge.buttons = False
        yield bridge


def send(client: Held, path: str, **said: object) -> tuple[int, object]:
    answer = client.post(path, json={"key": uuid.uuid4().hex, **said})
    found = answer.json or {}
    return answer.status_code, found.get("code", found.get("pot"))


def thrown(bridge: Bridge, hand: Held, *dice: int) -> None:
    """Count these dice, and put the shake on the shelf."""
    assert bridge.ask(hand, "/api/moves", do="throw", aside=[], dice=list(dice)).status_code == 200
    shelf = bridge.archive
    assert isinstance(shelf, Shelf)
    rows = [(0.0, line) for line in map(encode, bridge.table.board.snapshot().log)]
    shelf.games.append(kept_of(len(shelf.games) + 2, 1_790_000_000.0 + len(shelf.games), rows))


def test_a_guest_shakes_once_a_day_and_the_owner_puts_it_right(bridge: Bridge) -> None:
    hand, guest = bridge.hand(), bridge.looker()
    assert "There is no Shake of the Day" in guest.get("/shake").text
    assert send(guest, "/api/shake", player="Ann") == (422, "no_shakes")
    assert send(guest, "/api/shake/set-up", options=SET_UP) == (403, "no_owner")
    assert send(hand, "/api/shake/set-up", options=SET_UP | {"price": 60, "montana": True}) == (422, "bad_rules")
    assert send(hand, "/api/shake/set-up", options=SET_UP) == (200, 10_000)
    page = guest.get("/shake").text
    for words in ("$100", "Shake for $100.50", "1 in 1,296", "$0.50", "the table only counts"):
        assert words in page
    assert "$100" in guest.get("/tv").text
    assert send(guest, "/api/shake", player="Ann") == (200, 10_000)
    assert send(bridge.looker(), "/api/shake", player="Bo") == (422, "shake_on")
    thrown(bridge, hand, 1, 2, 2, 4, 6)
    assert "Come back tomorrow" in guest.get("/shake").text
    assert send(guest, "/api/shake", player="Ann") == (429, "too_many")
    assert send(hand, "/api/shake", player="Ann") == (422, "shaken_today")
    assert send(hand, "/api/shake", player="\u202e") == (422, "bad_name")
    assert send(hand, "/api/shake", player="=Cy") == (200, 10_050)
    thrown(bridge, hand, 3, 3, 3, 3, 3)
    assert "=Cy wins $101!" in guest.get("/tv").text.replace("\u2068", "").replace("\u2069", "")
    assert send(hand, "/api/shake/correct", game=2, roll=1, dice=[2, 2, 2, 2, 6]) == (200, 9_500)
    assert send(hand, "/api/shake/void", game=2) == (200, 9_950)
    assert send(hand, "/api/shake/void", game=2) == (422, "not_counted")
    assert send(hand, "/api/shake/pot", game=3, amount=-250) == (200, 9_700)
    assert send(hand, "/api/shake/void", game=1) == (422, "no_shake")
    assert send(hand, "/api/shake/end") == (422, "no_shake")
    assert send(hand, "/api/shake/set-up", options=None) == (200, None)


def test_the_log_has_every_shake_and_travels_as_a_file(bridge: Bridge) -> None:
    hand, guest = bridge.hand(), bridge.looker()
    assert send(hand, "/api/shake/set-up", options=SET_UP)[0] == 200
    for name, dice in {"Ann": (1, 2, 2, 4, 6), "=Cy": (3, 3, 3, 3, 3)}.items():
        assert send(hand, "/api/shake", player=name)[0] == 200
        thrown(bridge, hand, *dice)
    assert guest.get("/owner/shake").status_code == guest.get("/owner/shake.csv").status_code == 403
    page = hand.get("/owner/shake").text
    assert all(words in page for words in ("2 shakes", "Paid out $101", "five of a kind", "3 3 3 3 3"))
    head, *rows = csv.reader(StringIO(hand.get("/owner/shake.csv").text.removeprefix("\ufeff")))
    cells = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(one["name"], one["dice"], one["won"], one["pot after"], one["counts"]) for one in cells] == [
        ("'=Cy", "3 3 3 3 3", "101.00", "100.00", "yes"),
        ("Ann", "6 4 2 2 1", "0.00", "100.50", "yes"),
    ]


def test_every_shake_that_won_shows_its_film(bridge: Bridge) -> None:
    bridge.clips = films = Films()
    hand = bridge.hand()
    assert send(hand, "/api/shake/set-up", options=SET_UP)[0] == 200
    for name in ("Ann", "Bo", "Cy"):
        assert send(hand, "/api/shake", player=name)[0] == 200
        thrown(bridge, hand, 4, 4, 4, 4, 2)
    games = bridge.archive.games_of("shake", 0)
    begun = {game: bridge.archive.record(game) for game in games}
    kept = [
        replace(KEPT, id=f"{game}-{roll}", game=game, roll=roll, begun=record.clock if record else None)
        for game, record in begun.items()
        for roll in (3, 2, 1)
    ]
    films.on_disk = {clip.id: clip for clip in kept}
    page = hand.get("/owner/shake").text
    assert re.findall(r'href="/throw/([^"]+)"', page) == [f"{game}-1" for game in games]


@pytest.mark.browser
def test_a_bar_sets_it_up_and_a_shake_is_played_by_hand(bridge: Bridge, watched: Watched) -> None:
    with running(bridge.app) as server:
        page, url = watched.page, server.url
        page.set_viewport_size(PHONE)
        take_the_helm(page, url, bridge.code())
        page.goto(f"{url}owner/shake")
        page.get_by_label("The pot begins with").fill("123")
        page.get_by_label("four of a kind").fill("5,00")
        page.get_by_role("button", name="Switch on").click()
        expect(page.locator(".posted")).to_have_text("$123")
        page.get_by_role("link", name="Enter a shake").click()
        page.get_by_label("Name").fill("Ann")
        page.get_by_role("button", name="Shake for $123.50").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann: roll all five dice")
        page.locator("body[data-link=live]").wait_for()  # what happened before is no news
        hand = bridge.hand()
        thrown(bridge, hand, 4, 4, 4, 4, 2)
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann wins $5!")
        page.locator("#victory").click()
        page.get_by_role("button", name="Back to the game").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Mia: roll all five dice")
        expect(page.locator(".pot b")).to_have_text("$118.50")
        page.goto(f"{url}owner/shake")
        page.locator("td summary").click()
        page.get_by_label("Roll 1").fill("1 2 2 4 6")
        page.locator("td").get_by_role("button", name="Save").click()
        expect(page.locator(".posted")).to_have_text("$123.50")
        page.locator("td summary").click()
        page.get_by_role("button", name="Doesn’t count").click()
        expect(page.locator(".posted")).to_have_text("$123")
    assert watched.complaints == []
