"""Kept files that are whole and name what does not exist: those of a newer version."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.adapters.backups import TableStickBackups
from device.adapters.files import JsonFiles
from device.config.schema import BackupConfig
from device.notices import Notices
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.access.sessions import ControlSessions
from web.app import create_app
from web.appliance import Appliance
from web.games.house_rules import HouseBook
from web.guests.profiles import ProfileBook
from web.guests.screens import Claimed, SoundSwitch
from web.history.books import LedgerBook, PlayerBook, UnfinishedGames
from web.services.archive import Archive
from web.setup.progress import load
from web.show.proof import ProofDesk
from web.tournament.store import TournamentStore

PAGES = ("/", "/tv", "/tournament", "/owner", "/players")
OPENED = {"fact": "opened", "format": "single", "players": ["Mia", "Jonas", "Lin"], "preset": "dice-game-depot"}
TOURNAMENT: dict[str, Any] = {"number": 2, "clock": 1.75e9, "facts": [OPENED]}


def tournament(**changed: object) -> dict[str, Any]:
    return TOURNAMENT | {"facts": [OPENED | changed]}


HOUSE = {"name": "ours", "preset": "dice-game-depot", "options": {}, "locked": False}
NONSENSE: dict[str, tuple[object, ...]] = {
    "screens": ({"one": 0}, {"one": "1"}, {"one": None}, ["one"], 7),
    "helm": ({"one": -1}, {"one": "1"}, {"one": 1.5}, {"one": True}, [1, None, ["x"]], 7),
    "proof": ("?", {"sittings": 3}, {"course": {"result": "?"}}, []),
}
UNKNOWN: list[tuple[str, object]] = [
    *((name, value) for name, values in NONSENSE.items() for value in values),
    ("tournament", tournament(preset="dice-gama-depot")),
    ("tournament", tournament(format="pools")),
    ("tournament", tournament(ties="coin")),
    ("tournament", tournament(options={"goal": 50})),
    ("tournament", tournament(options="none")),
    ("tournament", tournament(players=["Mia", 7, "Lin"])),
    ("tournament", tournament(colour="red")),
    ("tournament", TOURNAMENT | {"facts": [OPENED, {"fact": "paused"}]}),
    ("tournament", TOURNAMENT | {"facts": [OPENED, {"fact": "begun", "match": "1", "players": ["Mia"], "game": "x"}]}),
    ("tournament", TOURNAMENT | {"facts": []}),
    ("tournaments", [tournament(preset="dice-gama-depot")]),
    ("house-rules", [HOUSE | {"preset": "dice-gama-depot"}]),
    ("house-rules", [HOUSE | {"options": {"no_such": 1}}]),
    ("house-rules", {"ours": HOUSE}),
    ("profiles", {"Mia": ["red", "unicorn"]}),
    ("profiles", {"Mia": 3}),
    ("players", {"aliases": {"Mia": 7}, "hidden": []}),
    ("players", {"aliases": {}, "hidden": [""]}),
    ("ledger", {"game": -1, "moved": {}, "clock": None}),
    ("ledger", {"game": 1, "moved": {"A": 1}, "clock": 1}),
    ("ledger", {"game": 1, "moved": {}}),
    ("ledger", {"game": 1, "moved": {"\a": {"chips": 1, "drinks": 0}}, "clock": 1}),
    ("sound", {"allowed": "no"}),
    ("setup", {"at": "dance", "finished": False, "holder": ""}),
    ("stick-backups", {"time": "noon"}),
]


READ: dict[str, Callable[[JsonFiles], object]] = {
    "tournament": lambda drawer: TournamentStore(drawer).current(),
    "tournaments": lambda drawer: TournamentStore(drawer).earlier(),
    "house-rules": lambda drawer: HouseBook(drawer).all(),
    "profiles": lambda drawer: ProfileBook(drawer, Archive()).chosen,
    "players": lambda drawer: PlayerBook(drawer, Archive()).names,
    "ledger": lambda drawer: LedgerBook(drawer, Archive()).lines(),
    "screens": lambda drawer: Claimed(drawer).all(),
    "helm": lambda drawer: ControlSessions(drawer, 3600.0),
    "sound": lambda drawer: SoundSwitch(drawer).allowed,
    "proof": lambda drawer: ProofDesk(None, Archive(), drawer).look(),  # type: ignore[arg-type]
    "setup": load,
    "stick-backups": lambda drawer: TableStickBackups("", pytest.fail, BackupConfig(), drawer)._last,
}


@pytest.mark.parametrize(("name", "value"), UNKNOWN)
def test_they_are_set_aside_with_a_sentence(tmp_path: Path, name: str, value: object) -> None:
    JsonFiles(tmp_path).put(name, value)
    before = (tmp_path / f"{name}.json").read_bytes()
    notices = Notices()
    for _ in range(2):
        READ[name](JsonFiles(tmp_path, notices))
    (said,) = notices.all
    assert f"{name}.json has something that this version doesn’t know" in said
    assert (tmp_path / f"{name}.json.unreadable-1").read_bytes() == before


def test_no_page_fails_for_them(tmp_path: Path) -> None:
    for name, value in UNKNOWN:
        JsonFiles(tmp_path).put(name, value)
    notices = Notices()
    for _ in range(2):
        client = create_app(ScriptedTable(WAITING), Appliance(drawer=JsonFiles(tmp_path, notices))).test_client()
        assert [client.get(page).status_code for page in PAGES] == [200] * len(PAGES)
    assert len(notices.all) == len({*READ} - {"setup", "stick-backups"})  # this table has neither


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        (
            "house-rules",
            [HOUSE, HOUSE | {"preset": "none"}],
            lambda drawer: [one.name for one in HouseBook(drawer).all()],
        ),
        ("tournaments", [TOURNAMENT, {}], lambda drawer: [one.number for one in TournamentStore(drawer).earlier()]),
        (
            "profiles",
            {"Mia": ["red", "anchor"], "Lin": []},
            lambda drawer: list(ProfileBook(drawer, Archive()).chosen),
        ),
        ("discarded-games", [3, "one"], lambda drawer: list(UnfinishedGames(Archive(), drawer)._discarded())),
        ("screens", {"tv": 1, "other": "x"}, lambda drawer: [one.number for one in Claimed(drawer).all()]),
    ],
)
def test_the_other_rows_stay(
    tmp_path: Path, name: str, value: object, read: Callable[[JsonFiles], list[object]]
) -> None:
    JsonFiles(tmp_path).put(name, value)
    notices = Notices()
    first = read(JsonFiles(tmp_path, notices))
    assert len(first) == len(notices.all) == 1
    assert read(JsonFiles(tmp_path, notices)) == first
    assert len(notices.all) == 1
