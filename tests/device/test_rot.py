"""Rotten cards: each file that the program keeps is damaged in every way, and the table comes up all the same.

Run with ``pytest -m long -s tests/device/test_rot.py``; ``ROT=1000`` damages each file that often instead of 8,400
times (an hour).
"""

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.adapters.cookie_secret import FILE as SECRET
from device.adapters.cookie_secret import secret_in
from device.adapters.json_files import FILES, JsonFiles
from device.adapters.table_state import TableStateFile
from device.backup import restore
from device.backup.backup import take_backup
from device.config.empty_tray import FILE as EMPTY_TRAY
from device.config.empty_tray import load_reference, save_reference
from device.errors import BadBackup
from device.journal.journal import Journal
from device.link.retained_topics import FILE as RETAINED
from device.link.retained_topics import RetainedTopics
from device.notices import Notices
from device.runtime.boot_count import FILE as STARTS
from device.runtime.boot_count import BootCount
from device.table_identity import FILE as TABLE_ID
from device.table_identity import HardwareMarks, TableIdentity, read_identity, table_identity
from engine import encode
from table.session import KeptState
from tests.end_to_end.writers import EVENTS
from vision import EmptyTray, Tray, TraySize
from web.access.owner_pin import OwnerPin
from web.access.sessions import ControlSessions
from web.games.house_rules import HouseBook, HouseRules
from web.history.player_book import KEPT as PLAYERS
from web.history.player_book import PlayerBook
from web.pairing.claimed_screens import Claimed
from web.ports.archive import NoArchive

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

KEPT = (
    "journal.db",
    "journal.db-wal",
    "journal.acknowledged",
    "journal.db.lock",
    "helm.json",
    "house-rules.json",
    "owner.json",
    "players.json",
    "screens.json",
    "table.json",
    TABLE_ID,
    RETAINED,
    SECRET,
    STARTS,
    EMPTY_TRAY,
    restore.TRIAL,
    restore.WAITING,
)
"""Every file of the program's own; the archive's is tested where it is read."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a killed table leaves it, with one of each file."""
    folder = tmp_path_factory.mktemp("table")
    config = folder / "quarterdeck.toml"
    config.write_text('[web]\nhost = "127.0.0.1"\n')
    drawer = JsonFiles(folder)
    ControlSessions(drawer, 3600.0).take()
    HouseBook(drawer).save(HouseRules("ours", "dice-game-depot", {}))
    Claimed(drawer).claim()
    OwnerPin(drawer).set("4711")
    drawer.put(PLAYERS, {"aliases": {"Mia": "Maria"}, "hidden": ["Jonas"]})
    secret_in(folder)
    table_identity(folder, HERE, Notices())
    RetainedTopics(folder).keep("broker:1883", ["topic"])
    BootCount(config, runtime=folder / "run").failed("no camera")
    look = np.full((180, 320, 3), 90, np.uint8)
    tray = Tray.from_corners(((10, 10), (1270, 10), (1270, 710), (10, 710)), (1280, 720), TraySize())
    assert save_reference(EmptyTray(look, tray), folder / EMPTY_TRAY)
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
        kept = tmp_path_factory.mktemp("killed") / "table"
        shutil.copytree(folder, kept)
    assert {name for name in KEPT if (kept / name).exists()} == set(KEPT)
    return kept


def come_up(folder: Path, identity: TableIdentity | None) -> tuple[int, tuple[str, ...]]:
    """Open everything as a start does; return how many events are there, and what the page says."""
    notices = Notices()
    config = folder / "quarterdeck.toml"
    starts = BootCount(config, notices, folder / "run")
    starts.failed("no camera")
    starts.succeeded()
    (folder / restore.WAITING).unlink(missing_ok=True) if starts.why else None
    restore.begin_try(config, notices)
    drawer = JsonFiles(folder, notices)
    for name in FILES:
        drawer.get(name)
    RetainedTopics(folder).unused("broker:1883", [])
    own = table_identity(folder, HERE, notices)
    assert own == identity or any(TABLE_ID in notice for notice in notices.all)  # never another id without a word
    hands, book, screens = ControlSessions(drawer, 3600.0), HouseBook(drawer), Claimed(drawer)
    hands.take()
    assert OwnerPin(drawer).state in ("set", "lost")  # never as if there had been none
    PlayerBook(drawer, NoArchive())
    book.save(HouseRules("others", "dice-game-depot", {}))
    screens.all()
    assert len(secret_in(folder, notices)) >= 32
    load_reference(folder / EMPTY_TRAY, TraySize(), notices)
    with Journal(folder / "journal.db", in_memory=True) as journal:
        assert journal.trouble is None
        TableStateFile(drawer, journal).load()
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
    return sum(map(len, games)), said


def spoil(table: Path, folder: Path, chance: random.Random, name: str) -> tuple[int, tuple[str, ...], bool]:
    """Damage that file of a copy, and come up with it; also return whether the file is another one than before."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(table, folder)
    if name != restore.WAITING:
        (folder / restore.WAITING).unlink()
    if name != restore.TRIAL:
        (folder / restore.TRIAL).unlink()
    else:
        trial = restore.RestoreTrial(str(folder / "before-restore-1"), {}, (), done=True)
        restore._write(folder / "quarterdeck.toml", trial)
    data = (folder / name).read_bytes()
    spoilt = chance.choice(DAMAGES)(chance, data or b"\0")
    (folder / name).write_bytes(spoilt)
    return *come_up(folder, read_identity(table)), spoilt != data


def try_all(table: Path, folder: Path, tries: int) -> Counter[str]:
    """Damage each file so many times; the table comes up, and says so if a confirmed event is missing."""
    counted: Counter[str] = Counter()
    for name in KEPT:
        for number in range(tries):
            chance = random.Random(f"{name} {number}")
            events, said, changed = spoil(table, folder, chance, name)
            whole = GAMES * len(EVENTS)
            assert events == whole or any("event" in sentence or "saved" in sentence for sentence in said), (
                f"{name}, damage {number}: {events} of {whole} events are left, and the page says {said}"
            )
            counted[f"{name}: {'told' if said else 'as before' if changed else 'not damaged'}"] += 1
    return counted


def test_any_damage_of_any_file_leaves_a_table_that_comes_up_and_says_what_is_missing(table: Path, quick: Path) -> None:
    counted = try_all(table, quick / "table", 20)
    assert sum(counted.values()) == 20 * len(KEPT)
    assert counted["journal.db-wal: told"] > 10
    assert counted["journal.db.lock: as before"] > 10


@pytest.mark.long
def test_a_hundred_thousand_damages(table: Path, quick: Path) -> None:
    """``ROT=1000`` for so many a file."""
    counted = try_all(table, quick / "table", int(os.environ.get("ROT", "8400")))
    for what, number in sorted(counted.items()):
        print(f"{number:6} {what}")
