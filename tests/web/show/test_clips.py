"""The throw again: who may see it, and what the pages and the API say of it."""

import re
import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.statistics.record import Record
from tests.web.api.contract import Held
from tests.web.live.test_table_page import text_of
from tests.web.moments import CARGO
from tests.web.scripted import ScriptedTable
from web.access.visitor import KEY, Visitor
from web.app import create_app
from web.appliance import Appliance
from web.errors import Denied
from web.services.archive import Archive
from web.services.device import Clip, ClipDie

CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
LATEST = Clip("now-4", 400, 225, (ClipDie(CORNERS, 6), ClipDie(CORNERS, None)), 2000.0)
KEPT = replace(LATEST, id="3-7", game=3, roll=7, begun=1000.0, player="Zoë <b>", word="midnight", is_kept=True)


class Films:
    """Clips in memory."""

    can_keep = True
    shows_on_tv = False

    def __init__(self) -> None:
        self.now: Clip | None = LATEST
        self.on_disk = {KEPT.id: KEPT}

    def latest(self) -> Clip | None:
        return self.now

    def find(self, name: str) -> Clip | None:
        return self.now if self.now and self.now.id == name else self.on_disk.get(name)

    def pictures(self, name: str) -> bytes | None:
        return b"\xff\xd8 pictures" if self.find(name) else None

    def kept(self, games: Collection[int] | None = None) -> Sequence[Clip]:
        return [clip for clip in self.on_disk.values() if games is None or clip.game in games]

    def unreadable(self) -> int:
        return 1

    def keep(self, name: str) -> Clip:
        if name != "now-4":
            raise Denied(409, "stale", "There is a newer roll: this one is gone.")
        return KEPT

    def remove(self, name: str) -> None:
        del self.on_disk[name]

    def forget_game(self, game: int) -> None:
        self.on_disk = {name: clip for name, clip in self.on_disk.items() if clip.game != game}


class Games(Archive):
    """The log of one game."""

    clock: float | None = 1000.0

    def record(self, number: int) -> Record | None:
        return Record(number, self.clock) if number == 3 else None


class Chosen:
    """The settings of a table."""

    def __init__(self, **values: object) -> None:
        self.values = values

    def settings(self) -> dict[str, object]:
        return self.values

    def change(self, values: Any) -> None:
        self.values |= values


class Shown:
    """A table that records throws."""

    def __init__(self, **settings: object) -> None:
        self.films, self.games = Films(), Games()
        appliance = Appliance(settings=Chosen(**settings), clips=self.films, archive=self.games)
        self.app = create_app(ScriptedTable(CARGO), appliance)
        self.app.test_client_class = Held
        self.codes = appliance.codes

    def guest(self) -> Held:
        client = self.app.test_client()
        assert isinstance(client, Held)
        return client

    def helm(self) -> Held:
        client = self.guest()
        assert client.post("/api/helm", json={"code": self.codes.new("terminal")}).status_code == 200
        return client


ADDRESSES = ("/throw?part=film", "/throw/3-7", "/clips/now-4.jpg", "/clips/3-7.jpg", "/api/clips")
A_GUEST = {KEY: Visitor("192.0.2.9", own=False)}


@pytest.mark.parametrize("path", ADDRESSES)
def test_guests_see_throws_only_where_everybody_sees_the_picture(path: str) -> None:
    private, public = Shown(pictures="helm"), Shown(pictures="everybody")
    assert private.guest().get(path, environ_overrides=A_GUEST).status_code == 403
    assert private.helm().get(path).status_code == 200
    assert public.guest().get(path, environ_overrides=A_GUEST).status_code == 200


def test_the_page_says_that_throws_are_private_and_offers_no_key() -> None:
    guest = Shown(pictures="helm").guest()
    assert "only shown at the helm" in text_of(guest.get("/throw", environ_overrides=A_GUEST).text)
    assert " data-clips" not in guest.get("/", environ_overrides=A_GUEST).text
    assert " data-clips" in Shown(pictures="everybody").guest().get("/", environ_overrides=A_GUEST).text


@pytest.mark.parametrize("own", [True, False], ids=["the table's own screen", "a guest"])
@pytest.mark.parametrize("allowed", [True, False], ids=["allowed", "not allowed"])
def test_the_tables_own_screens_show_throws_where_that_is_allowed(own: bool, allowed: bool) -> None:
    table = Shown(pictures="helm")
    table.films.shows_on_tv = allowed
    answer = table.guest().get("/throw?part=film", environ_overrides={KEY: Visitor("192.0.2.9", own=own)})
    assert answer.status_code == (200 if own and allowed else 403)


def test_switched_off_there_are_no_throws_for_anybody() -> None:
    helm = Shown(pictures="everybody", replays=False).helm()
    assert {helm.get(path).status_code for path in ADDRESSES if path != "/api/clips"} == {404}
    assert helm.get("/api/clips").json == {"latest": None, "kept": [], "unreadable": 0}
    assert " data-clips" not in helm.get("/").text


def test_the_film_has_its_pictures_and_the_reading_and_a_doubtful_die_has_no_number() -> None:
    table = Shown(pictures="everybody")
    html = table.guest().get("/throw?part=film").text
    [address] = re.findall(r'src="(/clips/[^"]+)"', html)
    assert table.guest().get(address).status_code == 200
    assert 'aria-label="The dice show 6 and ?."' in html
    assert html.count("<polygon") == 2


def test_the_first_throw_of_another_run_has_another_address() -> None:
    """Browsers keep the pictures for a day; each run numbers its throws from one."""
    assert LATEST.address != replace(LATEST, clock=LATEST.clock + 60).address


def test_a_kept_throw_says_whose_it_was_and_hides_hidden_players() -> None:
    table = Shown(pictures="everybody")
    page = table.guest().get("/throw/3-7").text
    assert ("Zoë &lt;b&gt;" in page, 'class="frames plays"' in page) == (True, True)
    table.games.player_names = replace(table.games.player_names, hidden=frozenset({KEPT.player}))
    assert "Zoë" not in table.guest().get("/throw/3-7").text


def test_a_throw_whose_game_is_gone_is_not_shown() -> None:
    table = Shown(pictures="everybody")
    table.games.clock = 5000.0  # after a restore, another game has the number
    guest = table.guest()
    assert guest.get("/throw/3-7").status_code == guest.get("/clips/3-7.jpg").status_code == 404
    assert (guest.get("/api/clips").json or {})["kept"] == []


def test_only_the_helm_keeps_and_removes_throws() -> None:
    table = Shown(pictures="everybody")
    said = {"clip": "now-4", "key": uuid.uuid4().hex}
    assert table.guest().post("/api/clips/keep", json=said).status_code == 403
    helm = table.helm()
    assert (helm.post("/api/clips/keep", json=said).json or {})["clip"]["id"] == "3-7"
    late = helm.post("/api/clips/keep", json={"clip": "now-3", "key": uuid.uuid4().hex})
    assert (late.status_code, (late.json or {})["code"]) == (409, "stale")
    gone = helm.post("/api/clips/remove", json={"clip": "3-7", "key": uuid.uuid4().hex})
    assert gone.json == {"removed": "3-7"}
    assert table.films.on_disk == {}


def test_a_discarded_game_takes_its_throws_with_it() -> None:
    table = Shown(pictures="everybody")
    assert table.helm().post("/api/games/discard", json={"game": 3, "key": uuid.uuid4().hex}).status_code == 200
    assert table.films.on_disk == {}


def test_without_a_throw_the_page_says_so() -> None:
    table = Shown(pictures="everybody")
    table.films.now = None
    assert "No rolls yet." in text_of(table.guest().get("/throw").text)
