"""Tables and roles of the record. Unique keys of rows begin with the id of a table, by which rows are distributed.

``event`` and ``opening`` are the record: rows as tables wrote them; only who is erased is called otherwise in them.
``journal`` has how far each journal is recorded without a gap, and until which game names are forgotten. Projections
(:data:`PROJECTED`) are computed from the record and may be dropped at any time.
``aside`` of a result is why the game cannot be computed, ``software`` by which version. ``setting`` has the version of
the schema.

Roles: ``ingest`` adds rows and writes projections, ``board`` reads, ``owner`` names tables and merges players.
"""

from collections.abc import Sequence
from importlib.metadata import version

import psycopg
from psycopg import sql

from engine.i18n import gettext as _
from venue.errors import BadSettings

VERSION = 9
"""2: standings of players; 3: games set aside; 4: journals apart, and what a table has told of itself; 5: no standings
without a name, revoked tables; 6: files of owners' games; 7: Game Nights; 8: erased names; 9: forgotten games.
:data:`_STEPS` bring an older record up to date, and projections are computed again."""
SOFTWARE = version("quarterdeck")
"""The version that runs here."""
PARTITIONS = 16
INGEST, BOARD, OWNER = "quarterdeck_ingest", "quarterdeck_board", "quarterdeck_owner"
ROLES = (INGEST, BOARD, OWNER)
"""Names of the roles where a server has one venue only. Others have the venue in their names: :func:`names_of`."""
CHANNEL = "quarterdeck_venue"
"""Notifications: the ids of tables whose rows or states changed, ``*`` for all, ``results`` for projections."""

_NIGHT = """
CREATE TABLE night (
    night bigint NOT NULL,
    number bigint NOT NULL,
    body text NOT NULL,
    table_id uuid,
    journal_id uuid,
    game bigint,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (night, number)
);
"""

_ERASED = """
CREATE TABLE erased (table_id uuid NOT NULL, salt text NOT NULL, hashed text NOT NULL,
    PRIMARY KEY (table_id, salt, hashed));
"""

_RECORD = """
CREATE TABLE setting (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE event (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    game bigint NOT NULL,
    number bigint NOT NULL,
    place bigint NOT NULL,
    moment double precision NOT NULL,
    body text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_id, journal_id, game, number),
    UNIQUE (table_id, journal_id, place)
) PARTITION BY HASH (table_id);
CREATE TABLE opening (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    number bigint NOT NULL,
    game bigint NOT NULL,
    clock double precision NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_id, journal_id, number)
) PARTITION BY HASH (table_id);
CREATE TABLE tray (
    table_id uuid PRIMARY KEY,
    name text,
    told_name text NOT NULL DEFAULT '',
    state text,
    online boolean NOT NULL DEFAULT false,
    seen_at timestamptz,
    journal_id uuid,
    returns integer NOT NULL DEFAULT 0,
    returned_at timestamptz,
    processes text[] NOT NULL DEFAULT '{}',
    told_journal uuid,
    told_events bigint NOT NULL DEFAULT 0,
    waiting_since timestamptz,
    secret bytea,
    enrolled_at timestamptz,
    revoked_at timestamptz
) WITH (fillfactor = 60);
CREATE TABLE journal (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    parent uuid,
    events bigint NOT NULL DEFAULT 0,
    openings bigint NOT NULL DEFAULT 0,
    was_current boolean NOT NULL DEFAULT false,
    apart boolean NOT NULL DEFAULT false,
    forgotten bigint NOT NULL DEFAULT 0,
    first_seen timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_id, journal_id)
) WITH (fillfactor = 60);
CREATE TABLE alarm (
    table_id uuid NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    journal_id uuid,
    kind text NOT NULL,
    sentence text NOT NULL,
    count bigint NOT NULL DEFAULT 1,
    raised_at timestamptz NOT NULL DEFAULT now(),
    last_at timestamptz NOT NULL DEFAULT now(),
    dismissed_at timestamptz,
    PRIMARY KEY (table_id, number)
);
CREATE UNIQUE INDEX alarm_open ON alarm (table_id, kind, coalesce(journal_id, table_id)) WHERE dismissed_at IS NULL;
CREATE TABLE heartbeat (name text PRIMARY KEY, beat_at timestamptz NOT NULL);
CREATE TABLE alias (stored text PRIMARY KEY, shown text NOT NULL);
"""

_STEPS = {
    4: "ALTER TABLE journal ADD apart boolean NOT NULL DEFAULT false; ALTER TABLE alarm DROP COLUMN blocks;"
    "ALTER TABLE tray ADD processes text[] NOT NULL DEFAULT '{}', ADD told_journal uuid,"
    " ADD told_events bigint NOT NULL DEFAULT 0, ADD waiting_since timestamptz;",
    5: "ALTER TABLE tray ADD revoked_at timestamptz;",
    7: _NIGHT,
    8: _ERASED,
    9: "ALTER TABLE journal ADD forgotten bigint NOT NULL DEFAULT 0;",
}
"""What makes of the record before that version one of it."""

PROJECTIONS = """
CREATE TABLE projected (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    events bigint NOT NULL DEFAULT 0,
    openings bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, journal_id)
);
CREATE TABLE result (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    game bigint NOT NULL,
    origin bytea NOT NULL,
    kind text NOT NULL,
    preset text NOT NULL,
    begun_at timestamptz NOT NULL,
    evening date NOT NULL,
    changed_at timestamptz NOT NULL,
    events bigint NOT NULL,
    rolls bigint NOT NULL,
    over boolean NOT NULL,
    counts boolean NOT NULL DEFAULT true,
    aside text,
    software text NOT NULL,
    PRIMARY KEY (table_id, journal_id, game)
);
CREATE INDEX result_begun ON result (table_id, begun_at DESC) WHERE counts;
CREATE INDEX result_evening ON result (evening, kind);
CREATE INDEX result_origin ON result (origin);
CREATE INDEX result_aside ON result (changed_at) WHERE aside IS NOT NULL;
CREATE TABLE part (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    game bigint NOT NULL,
    seat integer NOT NULL,
    player text NOT NULL,
    total bigint NOT NULL,
    won boolean NOT NULL,
    shared boolean NOT NULL,
    best bigint,
    PRIMARY KEY (table_id, journal_id, game, seat)
);
CREATE TABLE highlight (
    table_id uuid NOT NULL,
    journal_id uuid NOT NULL,
    game bigint NOT NULL,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    word text NOT NULL,
    player text NOT NULL,
    preset text NOT NULL,
    value bigint,
    PRIMARY KEY (table_id, journal_id, game, number, word)
);
CREATE INDEX highlight_at ON highlight (at DESC);
CREATE INDEX highlight_table ON highlight (table_id, at DESC);
CREATE TABLE standing (
    span text NOT NULL,
    kind text NOT NULL,
    player text NOT NULL,
    wins bigint NOT NULL,
    shared bigint NOT NULL,
    games bigint NOT NULL,
    best bigint,
    PRIMARY KEY (span, kind, player)
) WITH (fillfactor = 60);
CREATE INDEX standing_player ON standing (player, kind);
CREATE TABLE owners_game (kind text PRIMARY KEY, file text NOT NULL);
"""
PROJECTED = ("projected", "result", "part", "highlight", "standing", "owners_game")

_RIGHTS = f"""
GRANT USAGE ON SCHEMA public TO {{ingest}}, {{board}}, {{owner}};
GRANT SELECT ON ALL TABLES IN SCHEMA public TO {{ingest}}, {{board}}, {{owner}};
REVOKE SELECT ON tray FROM {{board}};
GRANT SELECT (table_id, name, told_name, state, online, seen_at, journal_id, enrolled_at, told_journal, told_events,
    waiting_since, revoked_at) ON tray TO {{board}};
GRANT INSERT ON event, opening, tray, journal, alarm, heartbeat, night, erased TO {{ingest}};
GRANT UPDATE (body) ON event, night TO {{ingest}};
GRANT DELETE ON alias TO {{ingest}};
GRANT UPDATE ON tray, journal, alarm, heartbeat TO {{ingest}};
GRANT INSERT, UPDATE, DELETE ON {", ".join(PROJECTED)} TO {{ingest}};
GRANT INSERT, UPDATE ON tray, alarm, setting TO {{owner}};
GRANT INSERT, UPDATE (body) ON night TO {{owner}};
GRANT UPDATE ON journal TO {{owner}};
GRANT INSERT, UPDATE, DELETE ON alias TO {{owner}};
"""


def names_of(venue: str) -> tuple[str, tuple[str, ...]]:
    """Return the names of a venue's database and roles, which no other venue on the same server has."""
    own = f"quarterdeck_{venue.replace('-', '_')}"  # a venue's name has no _ of its own
    return own, tuple(f"{own}_{part}" for part in ("ingest", "board", "owner"))


def make_roles(
    admin: psycopg.Connection, roles: Sequence[str] = ROLES, passwords: dict[str, str] | None = None
) -> None:
    """Make the three roles, or set their passwords. ``admin`` is a connection of a superuser."""
    with admin.cursor() as cursor:
        for role in roles:
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
            how = "ALTER" if cursor.fetchone() else "CREATE"
            cursor.execute(sql.SQL(how + " ROLE {} LOGIN").format(sql.Identifier(role)))
            if passwords:
                set_it = sql.SQL("ALTER ROLE {} PASSWORD {}")
                cursor.execute(set_it.format(sql.Identifier(role), sql.Literal(passwords[role])))


def make_schema(admin: psycopg.Connection, roles: Sequence[str] = ROLES) -> None:
    """Make the tables of the record in an empty database, or bring those of an older version up to date.

    Raises :class:`BadSettings` for a record that a newer version wrote.
    """
    with admin.cursor() as cursor:
        cursor.execute("SELECT to_regclass('public.setting')")
        if (cursor.fetchone() or (None,))[0] is not None:
            if _version(admin) in range(1, VERSION):
                _bring_up_to_date(cursor)
                _give_rights(cursor, roles)
            check_version(admin)
            return
        cursor.execute(_RECORD + _NIGHT + _ERASED)
        for table in ("event", "opening"):
            for part in range(PARTITIONS):
                cursor.execute(
                    f"CREATE TABLE {table}_{part} PARTITION OF {table}"
                    f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
                )
        cursor.execute(PROJECTIONS)
        cursor.execute("INSERT INTO setting VALUES ('version', %s)", [str(VERSION)])
        _give_rights(cursor, roles)


def _bring_up_to_date(cursor: psycopg.Cursor) -> None:
    """Make the tables of this version. Rows of the record stay; a running projector computes the projections."""
    found = _version(cursor.connection) or 0
    for later, step in _STEPS.items():
        if later > found:
            cursor.execute(step)
    cursor.execute(f"DROP TABLE IF EXISTS {', '.join(PROJECTED)}")
    cursor.execute(PROJECTIONS)
    cursor.execute("UPDATE setting SET value = %s WHERE key = 'version'", [str(VERSION)])


def _give_rights(cursor: psycopg.Cursor, roles: Sequence[str]) -> None:
    named = zip(("ingest", "board", "owner"), map(sql.Identifier, roles), strict=True)
    cursor.execute(sql.SQL(_RIGHTS).format(**dict(named)))


def _version(connection: psycopg.Connection) -> int | None:
    row = connection.execute("SELECT value FROM setting WHERE key = 'version'").fetchone()
    return int(row[0]) if row and str(row[0]).isdecimal() else None


def check_version(connection: psycopg.Connection) -> None:
    """Raise :class:`BadSettings` unless this version can use the record."""
    try:
        found = _version(connection)
    except psycopg.errors.UndefinedTable:
        raise BadSettings(_("The database has no record: run quarterdeck venue init.")) from None
    if found is not None and found < VERSION:
        raise BadSettings(
            _("The record has the earlier version {version}: run quarterdeck venue init again.", version=found)
        )
    if found != VERSION:
        raise BadSettings(
            _(
                "The record has version {version}, this program knows {known}: update Quarterdeck on this machine.",
                version="?" if found is None else found,
                known=VERSION,
            )
        )
