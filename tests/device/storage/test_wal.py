"""SQLite's write-ahead log as it lies on disk."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.storage.sqlite_format import FRAME_HEAD, LOG_HEAD, Log, parse_log, read_log

PAGE = 4096
FRAME = FRAME_HEAD + PAGE


@pytest.fixture
def log(tmp_path: Path) -> Iterator[bytes]:
    with closing(sqlite3.connect(tmp_path / "base.db", isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE t (x)")
        for number in range(4):
            base.execute("INSERT INTO t VALUES (?)", [str(number) * 2500 * (number % 2 + 1)])
        yield Path(tmp_path / "base.db-wal").read_bytes()


def commits(log: Log) -> list[int]:
    return [number for number, frame in enumerate(log.frames) if frame.commits]


def test_a_whole_log_has_good_frames_only(log: bytes) -> None:
    found = parse_log(log)
    assert found.header_good
    assert all(frame.good and frame.current for frame in found.frames)
    assert len(found.frames) == (len(log) - LOG_HEAD) // FRAME > len(commits(found)) > 4
    assert (found.is_torn, found.is_damaged) == (False, False)


def test_no_log_and_an_empty_one_are_neither_torn_nor_damaged(tmp_path: Path) -> None:
    for data in (b"", bytes(LOG_HEAD)):
        found = parse_log(data)
        assert (found.frames, found.is_torn, found.is_damaged) == ((), False, False)
    assert read_log(tmp_path / "none.db").frames == ()


def test_a_log_that_ends_anywhere_is_not_damaged(log: bytes) -> None:
    for end in range(0, len(log), 509):
        assert not parse_log(log[:end]).is_damaged


def test_a_bad_frame_in_the_last_transaction_is_what_a_power_cut_leaves(log: bytes) -> None:
    found = parse_log(log)
    last = commits(found)[-2] + 1
    for number in range(last, len(found.frames)):
        at = LOG_HEAD + number * FRAME + FRAME_HEAD + 100
        torn = parse_log(log[:at] + b"\xff" + log[at + 1 :])
        assert torn.is_torn
        assert not torn.is_damaged


def test_a_bad_frame_with_a_whole_transaction_behind_it_is_damage(log: bytes) -> None:
    found = parse_log(log)
    for number in range(commits(found)[-2] + 1):
        for inside in (0, 4, 9, 17, FRAME_HEAD + 100):
            at = LOG_HEAD + number * FRAME + inside
            damaged = parse_log(log[:at] + bytes([log[at] ^ 0x41]) + log[at + 1 :])
            assert damaged.is_torn
            # where the mark of a commit is gone, its transaction seems to go on to the next one
            assert damaged.is_damaged or (inside == 4 and number >= commits(found)[-3])


def test_a_damaged_header_in_front_of_whole_transactions_is_damage(log: bytes) -> None:
    for at in range(LOG_HEAD):
        damaged = parse_log(log[:at] + bytes([log[at] ^ 0x41]) + log[at + 1 :])
        assert not damaged.header_good
        assert damaged.is_damaged


def test_what_an_earlier_log_left_behind_is_not_damage(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "base.db", isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE t (x)")
        for _ in range(5):
            base.execute("INSERT INTO t VALUES (1)")
        base.execute("PRAGMA wal_checkpoint(RESTART)")
        base.execute("INSERT INTO t VALUES (2)")
        found = read_log(tmp_path / "base.db")
    assert any(not frame.current for frame in found.frames)
    assert (found.is_torn, found.is_damaged) == (False, False)


def test_any_bytes_are_read_to_their_end(log: bytes) -> None:
    chance = random.Random(5)
    for size in (10, 31, 56, 5000, 20_000):
        parse_log(chance.randbytes(size))
        parse_log(log[: LOG_HEAD + 4] + chance.randbytes(size))
