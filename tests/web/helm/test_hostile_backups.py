"""What somebody at the helm may bring as a backup: bombs, other files, databases that run things. None is put back."""

import hashlib
import io
import json
import sqlite3
import zipfile
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

import pytest

from device.adapters.backups import TableChest
from device.backup import backup as backups
from device.backup import restore
from device.backup.backup import CONFIG, JOURNAL, LIST, read_backup, take_backup
from device.config.kept_arrays import load_reference
from device.errors import BadBackup
from device.journal.journal import Journal
from engine import Rolled, Started
from tests.device.adapters.test_maintenance import at_once
from vision import TraySize
from web.errors import Denied

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The configuration of a table that has begun a game."""
    folder = tmp_path / "bar"
    folder.mkdir()
    file = folder / "quarterdeck.toml"
    file.write_text("[panel]\nkind = 'none'\n")
    with Journal(folder / "journal.db") as journal:
        journal.append([START, Rolled((6, 5, 4, 3, 3))], 1.0)
    return file


def packed(files: Mapping[str, bytes], sums: object = None, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these parts, with a list that says so, or says something else."""
    known = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    about = {"schema": 1, "made_by": "somebody", "files": known if sums is None else sums}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", how) as archive:
        for name, data in {**files, LIST: json.dumps(about).encode()}.items():
            archive.writestr(zipfile.ZipInfo(name), data, how)
    return target.getvalue()


def with_parts(file: Path, parts: Mapping[str, bytes]) -> bytes:
    """A backup of that table with other parts, or more of them."""
    return packed({**take_backup(file).files, **parts})


def journal_with(file: Path, script: str) -> bytes:
    """The journal of that table after somebody has worked on it with SQLite."""
    copy = file.with_name("worked-on.db")
    copy.write_bytes(take_backup(file).files[JOURNAL])
    with closing(sqlite3.connect(copy)) as base:
        base.executescript(script)
    data = copy.read_bytes()
    copy.unlink()
    return data


def refused(file: Path, brought: bytes) -> str:
    """What is said of a backup that is not taken; nothing is written beside the configuration because of it."""
    before = {one.name: one.read_bytes() for one in file.parent.iterdir()}
    with pytest.raises(Denied) as denied:
        TableChest(file).put_back(brought, at_once)
    assert (denied.value.status, denied.value.code) == (422, "bad_backup")
    assert {one.name: one.read_bytes() for one in file.parent.iterdir()} == before
    assert not restore.waits(file)
    assert len(denied.value.why) < 300
    return denied.value.why


def test_a_bomb_is_not_unpacked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "LARGEST", 1_000_000)
    why = refused(file, with_parts(file, {"empty-tray.npz": bytes(2_000_000)}))
    assert "unpacks to more than" in why


def test_a_part_that_is_larger_than_it_says_is_not_taken(file: Path) -> None:
    whole = bytearray(with_parts(file, {"empty-tray.npz": bytes(4_000_000)}))
    for at in (whole.find(b"PK\1\2"), whole.find(b"PK\3\4")):
        while at >= 0:
            size = at + (24 if whole[at + 2] == 1 else 22)
            if int.from_bytes(whole[size : size + 4], "little") == 4_000_000:
                whole[size : size + 4] = (1000).to_bytes(4, "little")
            at = whole.find(whole[at : at + 4], at + 4)
    refused(file, bytes(whole))


def test_a_list_of_a_million_parts_is_not_read(file: Path) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for number in range(3_000):
            archive.writestr(f"{number:08}", b"")
    assert "isn’t a Quarterdeck backup" in refused(file, target.getvalue())


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "..",
        ".",
        "/etc/passwd",
        "games/../../evil",
        "C:\\evil",
        "nul\0byte",
        "secret",
        "helm.json",
        "restore.waiting",
        ".bashrc",
        "sitecustomize.py",
        "journal.db-wal",
        "../x.damaged-1.db",
        "\ud800.damaged-1.db",
        "x" * 500 + ".damaged-1.db",
    ],
)
def test_no_file_is_written_that_no_backup_has(file: Path, name: str) -> None:
    data = b"what somebody wants to be there"
    files = take_backup(file).files
    sums = {one: hashlib.sha256(content).hexdigest() for one, content in (files | {name: data}).items()}
    brought = packed(files, sums)
    if name.isprintable():
        brought = packed(files | {name: data}, sums)
    refused(file, brought)


@pytest.mark.parametrize(
    "sums",
    [
        [],
        [LIST],
        "backup.json",
        7,
        None,
        {LIST: 7},
        {CONFIG: None, JOURNAL: []},
        {CONFIG: {"deep": []}},
        [[CONFIG]],
        {"": ""},
    ],
)
def test_a_list_that_is_none_is_a_sentence(file: Path, sums: object) -> None:
    refused(file, packed(take_backup(file).files, {} if sums is None else sums))


@pytest.mark.parametrize("about", [b"[" * 100_000, b"null", b"[]", b"7", b'"files"', b"\xff", b'{"files": NaN}'])
def test_a_list_that_cannot_be_read_is_a_sentence(file: Path, about: bytes) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(LIST, about)
    assert "isn’t a Quarterdeck backup" in refused(file, target.getvalue())


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_any_byte_of_an_archive_may_be_another(file: Path, how: int) -> None:
    whole, brought = packed({CONFIG: b"[panel]\n", JOURNAL: b"none"}, how=how), file.with_name("brought.zip")
    for place in range(0, len(whole), 7):
        brought.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1 :])
        with pytest.raises(BadBackup):
            read_backup(brought)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TRIGGER more AFTER INSERT ON events BEGIN INSERT INTO openings (game, clock) VALUES (7, 0); END",
        "DROP TRIGGER events_stay; CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT 1; END",
        f"DROP TABLE openings; CREATE VIEW openings AS {ENDLESS}",
        f"CREATE VIEW another AS {ENDLESS}",
        "DROP TABLE openings; CREATE TABLE openings (number INTEGER PRIMARY KEY, game INT, clock REAL, "
        "more TEXT AS (hex(zeroblob(100000000))))",
        "CREATE INDEX by_moment ON events (moment)",
        "CREATE TABLE files (data BLOB)",
        "CREATE TABLE players (name TEXT); PRAGMA user_version = 4",
    ],
)
def test_a_database_that_is_not_made_as_a_journal_is_not_taken(file: Path, script: str) -> None:
    refused(file, with_parts(file, {JOURNAL: journal_with(file, script)}))


def test_a_database_of_huge_pages_is_taken_as_any_other(file: Path) -> None:
    whole = journal_with(file, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM")
    assert len(whole) >= 3 * 65536
    TableChest(file).put_back(with_parts(file, {JOURNAL: whole}), at_once)
    assert restore.put_back(file) is not None
    with Journal(file.with_name("journal.db")) as journal:
        kept = journal.last_game()
    assert kept is not None
    assert len(kept.events) == 2


@pytest.mark.parametrize(
    "written",
    [
        b"game = " + b"[" * 50_000,
        b"[game]\nplayers = [" + b"'x'," * 100_000 + b"]",
        b"\xff\xfe",
        b"[gmae]",
        b"[web]\nport = 99999999999999999999",
        b"[journal]\npath = 7",
        b"[journal]\npath = '/etc/hosts'",
        b"[journal]\npath = '../../outside.db'",
        b"[journal]\npath = '~/outside.db'",
        b'[journal]\npath = "nul\\u0000byte"',
        b"[journal]\npath = '~nobody-of-that-name/journal.db'",
    ],
)
def test_a_configuration_that_reaches_out_or_makes_no_sense_is_not_taken(file: Path, written: bytes) -> None:
    brought = with_parts(file, {CONFIG: written})
    refused(file, brought)
    assert not asked_for(file, brought)


def test_a_journal_that_is_outside_already_may_stay_there(tmp_path: Path, file: Path) -> None:
    outside = tmp_path / "disk" / "games.db"
    file.write_text(f"[panel]\nkind = 'none'\n[journal]\npath = '{outside}'\n")
    with Journal(outside) as journal:
        journal.append([START], 1.0)
    chest = TableChest(file)
    chest.put_back(chest.backup(wifi_password=True), at_once)
    assert restore.waits(file)


def numpy_of(about: str, data: bytes = b"") -> bytes:
    """An array as numpy writes it, of which the file says that."""
    return b"\x93NUMPY\x01\x00v\x00" + about.ljust(118).encode() + data


@pytest.mark.parametrize(
    "array",
    [
        numpy_of(f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({2**50},), }}"),
        numpy_of("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", b"cos\nsystem\n."),
        numpy_of("(" * 118),
        b"no array",
    ],
)
def test_an_empty_tray_that_is_none_is_learned_anew(tmp_path: Path, array: bytes) -> None:
    kept = tmp_path / "empty-tray.npz"
    with zipfile.ZipFile(kept, "w") as archive:
        for name in ("colours.npy", "corners.npy", "frame.npy"):
            archive.writestr(name, array)
    assert load_reference(kept, TraySize()) is None


def asked_for(file: Path, brought: bytes) -> bool:
    """Whether the table is asked to allow this."""
    asked: list[bool] = []
    with suppress(Denied):
        TableChest(file).put_back(brought, lambda: asked.append(True))
    return bool(asked)


@pytest.mark.parametrize("name", [LIST, CONFIG])
def test_a_list_or_a_configuration_without_end_is_not_unpacked_let_alone_asked_for(file: Path, name: str) -> None:
    files = {**take_backup(file).files, CONFIG: b"#" * (2**21 if name == CONFIG else 1)}
    sums: dict[str, object] = {one: hashlib.sha256(data).hexdigest() for one, data in files.items()}
    if name == LIST:
        sums |= {f"{number:06}.damaged-1.db": "0" * 64 for number in range(20_000)}
    brought = packed(files, sums)
    assert len(brought) < 2_000_000
    refused(file, brought)
    assert not asked_for(file, brought)


def test_nothing_large_is_unpacked_before_it_is_allowed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = zipfile.ZipFile.read

    def reads(archive: zipfile.ZipFile, name: str, pwd: bytes | None = None) -> bytes:
        read.append(name)
        return real(archive, name, pwd)

    def refuse() -> None:
        raise Denied(403, "not_allowed", "STAND was pressed.")

    monkeypatch.setattr(zipfile.ZipFile, "read", reads)
    with pytest.raises(Denied):
        TableChest(file).put_back(with_parts(file, {"empty-tray.npz": bytes(2_000_000)}), refuse)
    assert sorted(read) == [LIST, CONFIG]
