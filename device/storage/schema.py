"""Tables of a journal's SQLite file, in this schema and in older ones."""

import re

SCHEMA = 3
APPLICATION = 0x5144434B
"""SQLite application id of a journal: “QDCK”."""

NEWEST = 999
"""Highest valid schema version. A file with a higher one has a damaged header."""

_EVENTS = """
CREATE TABLE events (
    place INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    checksum BLOB NOT NULL,
    UNIQUE (game, number)
) STRICT;
"""
_OPENINGS = """
CREATE TABLE openings (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    clock REAL NOT NULL,
    checksum BLOB NOT NULL
) STRICT;
"""
_IDENTITIES = """
CREATE TABLE identities (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    parent TEXT,
    checksum BLOB NOT NULL
) STRICT;
"""


def _guards(table: str) -> str:
    """Return the triggers that reject any change of the table's rows."""
    refuse = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;"
    return (
        f"CREATE TRIGGER {table}_stay BEFORE UPDATE ON {table} {refuse}\n"
        f"CREATE TRIGGER {table}_are_kept BEFORE DELETE ON {table} {refuse}\n"
    )


MAKE = _EVENTS + _OPENINGS + _IDENTITIES + _guards("events") + _guards("openings") + _guards("identities")
_OLD_EVENTS = """
CREATE TABLE events (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
"""
_OLD_OPENINGS = """
CREATE TABLE openings (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    clock REAL NOT NULL
) STRICT;
"""


def _definitions(script: str) -> frozenset[str]:
    """Return the script's statements, without spaces. SQLite stores each statement as written."""
    return frozenset("".join(one.split()) for one in re.split(r";\s*\n", script) if one.strip())


MADE = _definitions(MAKE)
MADE_BEFORE = _definitions(_OLD_EVENTS + _OLD_OPENINGS + _guards("events") + _guards("openings"))
