"""Rotten cards: each file that the program keeps is damaged in every way, and the table comes up all the same.

Run with ``pytest -m long -s tests/device/test_rot.py``; ``ROT=1000`` damages each file that often instead of 8,400
times (an hour).
"""

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from msgspec import to_builtins

from device.adapters.backups import TableStickBackups
from device.adapters.files import FILES, JsonFiles, TableStateFile
from device.adapters.services import FILE as SECRET
from device.adapters.services import secret_in
from device.archive.builder import SPOILT, compare, main
from device.archive.reader import JournalArchive
from device.backup import restore
from device.backup.backup import take_backup
from device.config.kept_arrays import EMPTY_TRAY, LAMP_MAPS, load_maps, load_reference, save_arrays
from device.config.schema import BackupConfig
from device.errors import BadBackup
from device.journal.journal import Journal
from device.link.connection import RETAINED_FILE as RETAINED
from device.link.connection import RetainedTopics
from device.notices import Notices
from device.runtime.boot_count import FILE as STARTS
from device.runtime.boot_count import BootCount
from device.table_identity import TABLE_ID, HardwareMarks, read_identity, table_identity
from engine import encode
from engine.names import COLOURS, Profile
from engine.statistics.sequential_test import Tally
from engine.tournament.facts import Opened, Withdrew
from table.session import KeptState
from tests.device.config.test_kept_arrays import MAPS
from tests.simulation.disk.journals import EVENTS
from tests.web.played import Opened as Played
from vision import EmptyTray, Tray, TraySize
from web.access.pin import OwnerPin
from web.access.sessions import ControlSessions
from web.games.house_rules import HouseBook, HouseRules
from web.games.own_games import OwnGames, text_of
from web.guests.profiles import ProfileBook
from web.guests.screens import Claimed, SoundSwitch
from web.history.books import LedgerBook, PlayerBook, UnfinishedGames
from web.services.archive import Archive
from web.services.store import Memory
from web.setup.progress import RollTrial, SetupProgress, load, save
from web.show.proof import Proof, ProofDesk, Sitting
from web.tournament.store import Kept as Tournament
from web.tournament.store import TournamentStore

ARCHIVE = "journal.archive.db"
TEXTS = [encode(event) for event in EVENTS]
GAMES = 8

HERE = HardwareMarks("a pi", "a card")

Damage = Callable[[random.Random, bytes], bytes]


def _bit(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def _bytes(chance: random.Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(chance.choice((1, 3, 20))):
        spoilt[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(spoilt)


def _sector(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(0, len(data), 512)
    instead = chance.choice((bytes(512), chance.randbytes(512), data[:512]))
    return data[:place] + instead[: len(data) - place] + data[place + 512 :]


def _cut(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def _other(chance: random.Random, data: bytes) -> bytes:
    return chance.choice((b"", bytes(len(data)), chance.randbytes(len(data)), b"[" * 100_000, b"\xff\xfe", data * 2))


DAMAGES: tuple[Damage, ...] = (_bit, _bit, _bytes, _bytes, _sector, _cut, _other)
"""They take turns: as many tries as there are have each kind."""

OF_THE_JOURNAL = (
    "journal.db",
    "journal.db-wal",
    "journal.acknowledged",
    "journal.db.lock",
    "table.json",
    restore.TRIAL,
    restore.WAITING,
)
"""Files that are read together."""

KEPT = (
    *OF_THE_JOURNAL,
    *(f"{name}.json" for name in FILES if name != "table"),
    TABLE_ID,
    RETAINED,
    SECRET,
    STARTS,
    EMPTY_TRAY,
    LAMP_MAPS,
)
"""Every file of the program's own that is not made again from another."""

SIZE = TraySize()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a killed table leaves it, with one of each file."""
    folder = tmp_path_factory.mktemp("table")
    config = folder / "quarterdeck.toml"
    config.write_text('[web]\nhost = "127.0.0.1"\n')
    drawer = JsonFiles(folder)
    ControlSessions(drawer, 3600.0).take()
    HouseBook(drawer).save(HouseRules("ours", "dice-game-depot", {}))
    OwnGames(drawer).save(text_of({"title": "Ours"}))
    Claimed(drawer).claim()
    OwnerPin(drawer).set("4711")
    drawer.put("players", {"aliases": {"Mia": "Maria"}, "hidden": ["Jonas"]})
    drawer.put("ledger", {"game": 7, "moved": {"Mia": {"chips": -3, "drinks": 0}}, "clock": 1.75e9})
    drawer.put("discarded-games", [3, 5])
    drawer.put("stick-backups", {"time": 1.75e9, "file": "quarterdeck-backups/one.zip", "stick": "STICK"})
    ProfileBook(drawer, Archive()).choose("Mia", Profile(COLOURS[3], "knot"))
    SoundSwitch(drawer).allow(on=False)
    drawer.put(
        "proof", to_builtins(Proof((Sitting(739_584, "lamp", False, Tally(1, 5, 0, 1), ((16, 0, 0, 192),)),), game=7))
    )
    save(drawer, SetupProgress("throws", holder="a browser", trials=(RollTrial((1, 2, 3, 4, 5), right=True),)))
    store = TournamentStore(drawer)
    facts = (Opened("single", ("Mia", "Jonas", "Lin"), "dice-game-depot"), Withdrew("Lin"))
    store.put(Tournament(2, 1.75e9, facts))
    store.set_aside(Tournament(1, 1.7e9, facts[:1]))
    secret_in(folder)
    table_identity(folder, HERE, Notices())
    RetainedTopics(folder).keep("broker:1883", ["topic"])
    BootCount(config, runtime=folder / "run").failed("no camera")
    look = np.full((180, 320, 3), 90, np.uint8)
    tray = Tray.from_corners(((10, 10), (1270, 10), (1270, 710), (10, 710)), (1280, 720), SIZE)
    assert save_arrays(EmptyTray(look, tray).to_arrays(), folder / EMPTY_TRAY)
    assert save_arrays(MAPS.to_arrays(), folder / LAMP_MAPS)
    with Journal(folder / "journal.db") as journal:
        for number in range(GAMES):
            for event in EVENTS:
                journal.append([event], 1.0)
            if number == GAMES // 2:
                journal.tend(0.0)
                journal.tend(9.0)  # half of it lies in the file, half in its log
        TableStateFile(drawer, journal).save(KeptState(camera=False, joining=("Zoë",)))
        restore.have_wait(take_backup(config), config)
        restore._write(config, restore.RestoreTrial(str(folder / "before-restore-1"), {}, (str(config),), done=True))
        compare(folder / "journal.db", folder / ARCHIVE)
        kept = tmp_path_factory.mktemp("killed") / "table"
        shutil.copytree(folder, kept)
    assert {file.name for file in kept.iterdir()} == {*KEPT, ARCHIVE, "quarterdeck.toml"}
    return kept


def read_small(folder: Path, notices: Notices) -> dict[str, object]:
    drawer, archive = JsonFiles(folder, notices), Archive()
    tournaments = TournamentStore(drawer)
    reference = load_reference(folder / EMPTY_TRAY, SIZE, notices)
    maps = load_maps(folder / LAMP_MAPS, MAPS.size, notices)
    pin = OwnerPin(drawer)
    found = {
        "helm": set(ControlSessions(drawer, 3600.0)._used),
        "house-rules": HouseBook(drawer).all(),
        "own-games": [game.written for game in OwnGames(drawer).all()],
        "screens": Claimed(drawer)._numbers,
        "owner": (pin.state, drawer.get("owner")),
        "players": PlayerBook(drawer, archive).names,
        "profiles": ProfileBook(drawer, archive).chosen,
        "ledger": LedgerBook(drawer, archive)._settled,
        "discarded-games": UnfinishedGames(archive, drawer)._discarded(),
        "setup": load(drawer),
        "proof": ProofDesk(None, archive, drawer)._proof,  # type: ignore[arg-type]
        "sound": SoundSwitch(drawer).allowed,
        "stick-backups": TableStickBackups("", pytest.fail, BackupConfig(), drawer)._last,
        "tournament": tournaments.current(),
        "tournaments": tournaments.earlier(),
    }
    return {f"{name}.json": value for name, value in found.items()} | {
        TABLE_ID: read_identity(folder, notices),
        RETAINED: RetainedTopics(folder, notices).unused("broker:1883", []),
        SECRET: secret_in(folder, notices),
        STARTS: BootCount(folder / "quarterdeck.toml", notices, folder / "run")._kept,
        EMPTY_TRAY: {name: array.tobytes() for name, array in reference.to_arrays().items()} if reference else None,
        LAMP_MAPS: {name: array.tobytes() for name, array in maps.maps.to_arrays().items()} if maps else None,
    }


def come_up(folder: Path) -> tuple[int, KeptState, tuple[str, ...]]:
    """Open the journal as a start does; return how many events are there, the table's state, and what the page says."""
    notices = Notices()
    config = folder / "quarterdeck.toml"
    restore.begin_try(config, notices)
    with Journal(folder / "journal.db", in_memory=True) as journal:
        assert journal.trouble is None
        state = TableStateFile(JsonFiles(folder, notices), journal).load()
        ledger = journal._ledger
        assert ledger is not None
        games = [[row[3] for row in ledger.rows(game)] for game in ledger.games()]
        assert all(game == TEXTS[: len(game)] for game in games)
        journal.append(EVENTS[:2], 2.0)
        assert journal.trouble is None
        said = (*notices.all, *journal.notices)
    try:
        restore.put_back(config)
    except BadBackup as error:
        said = (*said, str(error))
    return sum(map(len, games)), state, said


def spoil(file: Path, number: int) -> bool:
    data = file.read_bytes()
    spoilt = DAMAGES[number % len(DAMAGES)](random.Random(f"{file.name} {number}"), data or b"\0")
    file.write_bytes(spoilt)
    return spoilt != data


def of_journal(table: Path, folder: Path, number: int, name: str) -> str:
    """Damage that file of a copy, come up with it, and return what was seen; a loss that is not said fails."""
    shutil.copytree(table, folder)
    for other in {restore.WAITING, restore.TRIAL} - {name}:
        (folder / other).unlink()
    if name == restore.TRIAL:
        trial = restore.RestoreTrial(str(folder / "before-restore-1"), {}, (), done=True)
        restore._write(folder / "quarterdeck.toml", trial)
    changed = spoil(folder / name, number)
    events, state, said = come_up(folder)
    whole = GAMES * len(EVENTS)
    assert events == whole or any("event" in sentence or "saved" in sentence for sentence in said), (events, said)
    assert state == KeptState(camera=False, joining=("Zoë",)) or said
    return "told" if said else "as before" if changed else "not damaged"


def of_small(table: Path, folder: Path, number: int, name: str, before: object) -> str:
    """Damage that file of a copy, read it, and return what was seen; a loss that is not said fails."""
    folder.mkdir()
    for one in ("quarterdeck.toml", name):
        shutil.copy2(table / one, folder)
    changed = spoil(folder / name, number)
    notices = Notices()
    now = read_small(folder, notices)[name]
    assert now == before or any(name in notice for notice in notices.all), (now, notices.all)
    return "told" if notices.all else "as before" if changed else "not damaged"


def try_all(table: Path, folder: Path, tries: int) -> Counter[str]:
    """Damage each file so many times; the table comes up, and says so if something is missing."""
    counted: Counter[str] = Counter()
    shutil.copytree(table, folder)
    before = read_small(folder, Notices())
    for name in KEPT:
        for number in range(tries):
            shutil.rmtree(folder, ignore_errors=True)
            if name in OF_THE_JOURNAL:
                seen = of_journal(table, folder, number, name)
            else:
                seen = of_small(table, folder, number, name, before[name])
            counted[f"{name}: {seen}"] += 1
    return counted


def test_any_damage_of_any_file_leaves_a_table_that_comes_up_and_says_what_is_missing(table: Path, quick: Path) -> None:
    counted = try_all(table, quick / "table", len(DAMAGES))
    assert sum(counted.values()) == len(DAMAGES) * len(KEPT)
    for most in ("journal.db-wal: told", "journal.db.lock: as before", "tournament.json: told"):
        assert counted[most] > len(DAMAGES) / 2, counted


def try_archive(table: Path, folder: Path, tries: int) -> Counter[str]:
    """Damage the archive so many times; no page that reads it fails, and all games are in it again."""
    counted: Counter[str] = Counter()
    for number in range(tries):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for one in (ARCHIVE, "journal.db", "journal.db-wal"):
            shutil.copy2(table / one, folder)
        changed = spoil(folder / ARCHIVE, number)
        with closing(JournalArchive(folder / ARCHIVE, Played())) as archive:
            everything(archive)
            rebuild = archive.is_spoilt
        try:
            main(folder / "journal.db", *(["rebuild"] if rebuild else []))
        except SystemExit as end:
            rebuild = end.code == SPOILT
            main(folder / "journal.db", "rebuild")
        with closing(JournalArchive(folder / ARCHIVE, Played())) as archive:
            everything(archive)
            assert [record.number for record in archive.last(99)] == list(range(GAMES, 0, -1)) or archive.is_spoilt
        counted[f"{ARCHIVE}: {'made again' if rebuild else 'as before' if changed else 'not damaged'}"] += 1
    return counted


def everything(archive: JournalArchive) -> None:
    numbers = [record.number for record in (*archive.last(99), *archive.unfinished(40), *archive.listed(0, 20, 0)[0])]
    for number in {*numbers[:3], 1, GAMES}:
        archive.game(number)
        archive.win_course(number)
        archive.judged(number)
    for name in ("Mia", *archive.names(9)):
        archive.has_player(name)
        archive.accounts(name, 20)
        archive.moments(name)
    archive.players(0, 20)
    archive.board("ship", None, 9)
    archive.dice(None, 9)
    archive.evenings(800_000)
    LedgerBook(Memory(), archive).lines()
    archive.about("position")
    archive.waiting()


def test_any_damage_of_the_archive_has_it_made_again(table: Path, quick: Path) -> None:
    counted = try_archive(table, quick / "archive", 2 * len(DAMAGES))
    assert counted[f"{ARCHIVE}: made again"] > len(DAMAGES) / 2


@pytest.mark.long
def test_many_damages(table: Path, quick: Path) -> None:
    """``ROT=10000`` for so many a file."""
    tries = int(os.environ.get("ROT", "2000"))
    counted = try_archive(table, quick / "archive", tries) + try_all(table, quick / "table", tries)
    for what, number in sorted(counted.items()):
        print(f"{number:6} {what}")
