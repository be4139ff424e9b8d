"""Rows read straight from the pages of an SQLite file."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.storage.sqlite_format import page_size_of, records_of

NUMBERS = (None, 0, 1, -1, 127, -32768, 8388607, -(2**31), 2**47 - 1, -(2**63), 2**63 - 1, 0.5, 1e300)
ROWS = list(enumerate([*NUMBERS, "", "Zoë", "x" * 900, b"\0\xff"], start=-3))


def pages_of(file: Path) -> list[bytes]:
    data = file.read_bytes()
    size = page_size_of(data[:100])
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
def test_all_rows_are_found_whatever_their_values(tmp_path: Path, page_size: int) -> None:
    rows = [(rowid, value) for rowid, value in ROWS if page_size > 512 or value != "x" * 900]
    with closing(sqlite3.connect(tmp_path / "base.db", isolation_level=None)) as base:
        base.execute(f"PRAGMA page_size = {page_size}")
        base.execute("CREATE TABLE t (place INTEGER PRIMARY KEY, value)")
        base.executemany("INSERT INTO t VALUES (?, ?)", rows)
    pages = pages_of(tmp_path / "base.db")
    assert len(pages[0]) == page_size
    found = [record for page in pages[1:] for record in records_of(page)]
    assert [(rowid, columns[1]) for rowid, columns in found] == rows
    schema = list(records_of(pages[0], first=True))
    assert schema[0].columns[:2] == ("table", "t")


def test_pages_of_other_kinds_hold_no_rows(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "base.db", isolation_level=None)) as base:
        base.execute("CREATE TABLE t (value TEXT UNIQUE)")
        base.executemany("INSERT INTO t VALUES (?)", [[f"{number:0900}"] for number in range(50)])
    kinds = {page[0]: list(records_of(page)) for page in pages_of(tmp_path / "base.db")[1:]}
    assert {kind for kind, found in kinds.items() if found} == {0x0D}
    assert set(kinds) > {0x0D}


@given(st.binary(max_size=600), st.booleans())
def test_any_bytes_are_taken(data: bytes, first: bool) -> None:
    list(records_of(data, first=first))
    list(records_of(b"\x0d" + data, first=False))


def test_a_spoilt_page_gives_what_can_be_read(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "base.db", isolation_level=None)) as base:
        base.execute("CREATE TABLE t (place INTEGER PRIMARY KEY, value)")
        base.executemany("INSERT INTO t VALUES (?, ?)", ROWS)
    page = pages_of(tmp_path / "base.db")[1]
    chance = random.Random(9)
    for _ in range(2000):
        spoilt = bytearray(page)
        for _ in range(chance.randint(1, 30)):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        list(records_of(bytes(spoilt)))
