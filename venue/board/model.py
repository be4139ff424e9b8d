"""What the board knows of all tables: frozen values, read from the record, and which of them changed since when."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from psycopg import AsyncConnection

from engine.link_protocol import BadMessage, LinkState, decode_state
from venue.record.alarms import sentence_of
from venue.record.live import plain


@dataclass(frozen=True, slots=True)
class OpenAlarm:
    """An alarm that the owner has not dismissed."""

    table: str
    number: int
    kind: str
    sentence: str
    count: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table as the board shows it, unless it is revoked. ``name`` is the owner's for it, else its own."""

    id: str
    name: str
    online: bool
    seen_at: datetime | None = field(compare=False)
    events: int
    state: LinkState | None
    own_name: str | None = None
    alarms: tuple[OpenAlarm, ...] = ()
    is_revoked: bool = False


@dataclass(slots=True)
class BoardModel:
    """All tables by id. ``version`` counts changes; ``changed`` is the version of each table's last change."""

    tables: dict[str, TableTile] = field(default_factory=dict)
    version: int = 0
    changed: dict[str, int] = field(default_factory=dict)

    def put(self, views: Iterable[TableTile]) -> list[TableTile]:
        """Take these views and return those that differ from before. That a table was heard again is no news."""
        views = list(views)
        news = [view for view in views if self.tables.get(view.id) != view]
        self.version += bool(news)
        self.tables |= {view.id: view for view in views}
        self.changed |= {view.id: self.version for view in news}
        return news

    def since(self, version: int) -> list[TableTile]:
        return [self.tables[table] for table, changed in self.changed.items() if changed > version]

    def in_order(self) -> list[TableTile]:
        """Return all tables that are shown: those online first, by name. Numbers in names are in their order."""
        shown = [view for view in self.tables.values() if not view.is_revoked]
        return sorted(shown, key=lambda view: (not view.online, _in_order_of(view.name), view.id))


def _in_order_of(name: str) -> list[tuple[bool, int, str]]:
    """Return what a name is sorted by: *Table 9* comes before *Table 10*."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts if part]


async def read_tables(connection: AsyncConnection, tables: Iterable[str] | None = None) -> list[TableTile]:
    wanted = None if tables is None else list(tables)
    cursor = await connection.execute(
        "SELECT t.table_id::text, t.name, t.told_name, t.online, t.seen_at, t.state, t.revoked_at IS NOT NULL,"
        " coalesce((SELECT sum(j.events) FROM journal j WHERE j.table_id = t.table_id), 0)"
        " FROM tray t WHERE %(tables)s::uuid[] IS NULL OR t.table_id = ANY (%(tables)s::uuid[])",
        {"tables": wanted},
    )
    rows = await cursor.fetchall()
    alarms = await _alarms(connection, wanted)
    return [
        TableTile(
            id=plain(table),
            name=name or told or table[:8],
            online=online,
            seen_at=seen,
            events=int(events),
            state=_state(state),
            own_name=name,
            alarms=tuple(alarms.get(plain(table), ())),
            is_revoked=revoked,
        )
        for table, name, told, online, seen, state, revoked, events in rows
    ]


async def _alarms(connection: AsyncConnection, tables: list[str] | None) -> dict[str, list[OpenAlarm]]:
    cursor = await connection.execute(
        "SELECT table_id::text, number, kind, sentence, count, last_at FROM alarm WHERE dismissed_at IS NULL"
        " AND (%(tables)s::uuid[] IS NULL OR table_id = ANY (%(tables)s::uuid[])) ORDER BY number",
        {"tables": tables},
    )
    found: dict[str, list[OpenAlarm]] = {}
    for table, number, kind, sentence, count, last_at in await cursor.fetchall():
        alarm = OpenAlarm(plain(table), number, kind, sentence_of(sentence), count, last_at)
        found.setdefault(alarm.table, []).append(alarm)
    return found


def _state(stored: str | None) -> LinkState | None:
    try:
        return decode_state(stored.encode()) if stored else None
    except BadMessage:
        return None
