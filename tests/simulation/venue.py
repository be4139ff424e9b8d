"""The venue's record: in memory, by the rules of :mod:`venue.record.ingest`, or that of a real PostgreSQL."""

import asyncio
import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby
from typing import Any, Protocol

import psycopg

from engine import decode
from engine.codec import names_in, renamed_line
from engine.link_protocol import Cursor, EventRow, OpeningRow, mark_of
from engine.statistics.player_names import ErasedName, ErasedNames, stand_ins
from engine.statistics.record import ArchivedGame, record_of
from tests.venue.conftest import COPY
from tests.venue.conftest import Record as ScratchRecord
from venue.projection.leaderboards import (
    PERIODS,
    games_set_aside,
    latest_games,
    latest_highlights,
    leaderboards,
    learn_games,
    player_names,
)
from venue.projection.projector import project, rebuild, retry
from venue.projection.standings import ALL
from venue.record.alarms import JournalKey
from venue.record.ingest import Delivery, all_cursors, ingest
from venue.record.schema import INGEST

Results = dict[int, tuple[bool, list[tuple[str, int, bool]]]]
"""Of each game whether it is over, and name, total and whether they won, by seat."""


def results_of(rows: Iterable[EventRow]) -> Results:
    """Compute the results of these games, as the table's log does."""
    found: dict[int, list[EventRow]] = {}
    for row in rows:
        found.setdefault(row.game, []).append(row)
    results = {}
    for game, those in found.items():
        events = tuple(decode(row.event) for row in those)
        record = record_of(ArchivedGame(game, None, events, tuple(row.moment for row in those)), look_back=False)
        results[game] = record.over, [(part.name, part.total, part.won) for part in record.parts]
    return results


class Record(Protocol):
    """What the broker needs of a record."""

    def ingest(self, deliveries: Sequence[Delivery]) -> dict[JournalKey, Cursor]: ...

    def cursors(self) -> dict[str, Cursor]:
        """Return the cursor of the journal that each table writes now."""
        ...

    def back_up(self) -> None: ...

    def go_back(self) -> None:
        """Restore the backup, if there is one."""
        ...

    def rows(self, key: JournalKey) -> tuple[list[EventRow], list[OpeningRow]]: ...

    def results(self, key: JournalKey) -> Results: ...


@dataclass
class KeptJournal:
    """The rows of one journal by their places, and how far they are without a gap."""

    events: dict[int, EventRow] = field(default_factory=dict)
    openings: dict[int, OpeningRow] = field(default_factory=dict)

    def cursor(self, journal: str) -> Cursor:
        events, openings = (next(n for n in count(1) if n not in rows) - 1 for rows in (self.events, self.openings))
        return Cursor(journal, events, openings)


class InMemory:
    """A record in memory. It takes no notice of two cards that take turns."""

    def __init__(self) -> None:
        self._journals: dict[JournalKey, KeptJournal] = {}
        self._current: dict[str, str] = {}
        self._erased: dict[str, set[ErasedName]] = {}
        self._backup: Any = None

    def ingest(self, deliveries: Sequence[Delivery]) -> dict[JournalKey, Cursor]:
        groups: dict[JournalKey, list[Delivery]] = {}
        for one in deliveries:
            self._erase(one.table, {*one.batch.erased} - self._erased.setdefault(one.table, set()))
            groups.setdefault((one.table, one.batch.journal), []).append(one)
        return {key: self._recorded(key, group) for key, group in groups.items()}

    def _erase(self, table: str, erased: set[ErasedName]) -> None:
        """Call who was erased otherwise in all games of that table."""
        self._erased[table] |= erased
        for (owner, _journal), kept in self._journals.items() if erased else ():
            games = groupby(sorted(kept.events.values(), key=lambda row: row.game), lambda row: row.game)
            for rows in (list(rows) for _game, rows in games) if owner == table else ():
                called = ErasedNames(erased).called_in(names_in(row.event for row in rows))
                kept.events |= {row.place: replace(row, event=renamed_line(row.event, called)) for row in rows}

    def _recorded(self, key: JournalKey, deliveries: Sequence[Delivery]) -> Cursor:
        kept = self._journals.setdefault(key, KeptJournal())
        before = kept.cursor(key[1])
        openings = [row for one in deliveries for row in one.batch.openings]
        events = [row for one in deliveries for row in one.batch.events]
        if any(row.place > before.events for row in events) or any(row.number > before.openings for row in openings):
            self._current[key[0]] = key[1]
        strange = next(_strange(events, openings, kept), None)
        if strange:
            return replace(before, strange=mark_of(strange), alarm="Two rows have one place.")
        kept.events |= {row.place: row for row in events}
        kept.openings |= {row.number: row for row in openings}
        return kept.cursor(key[1])

    def cursors(self) -> dict[str, Cursor]:
        return {table: self._journals[table, journal].cursor(journal) for table, journal in self._current.items()}

    def back_up(self) -> None:
        self._backup = copy.deepcopy((self._journals, self._current, self._erased))

    def go_back(self) -> None:
        if self._backup:
            self._journals, self._current, self._erased = copy.deepcopy(self._backup)

    def rows(self, key: JournalKey) -> tuple[list[EventRow], list[OpeningRow]]:
        kept = self._journals.get(key, KeptJournal())
        return [kept.events[place] for place in sorted(kept.events)], [kept.openings[n] for n in sorted(kept.openings)]

    def results(self, key: JournalKey) -> Results:
        return results_of(self.rows(key)[0])


def _strange(
    events: Sequence[EventRow], openings: Sequence[OpeningRow], kept: KeptJournal
) -> Iterator[EventRow | OpeningRow]:
    """Yield the rows that differ from those in their places."""
    known = {(row.game, row.number): row for row in kept.events.values()}
    for row in sorted(events, key=lambda one: one.place):
        if known.get((row.game, row.number), row) != row or kept.events.get(row.place, row) != row:
            yield row
    yield from (row for row in openings if kept.openings.get(row.number, row) != row)


class Postgres:
    """The record of a real PostgreSQL with its ingest and projector, held against the one in memory."""

    def __init__(self, base: ScratchRecord) -> None:
        self._base, self._model, self._has_backup = base, InMemory(), False
        self._connection = psycopg.connect(base.url(INGEST), autocommit=True)

    def ingest(self, deliveries: Sequence[Delivery]) -> dict[JournalKey, Cursor]:
        found, wanted = ingest(self._connection, deliveries), self._model.ingest(deliveries)
        for key, cursor in found.items():
            if replace(cursor, alarm=None) != replace(wanted[key], alarm=None):
                raise AssertionError(f"the record answers {cursor}, its model {wanted[key]}")
        self._project()
        return found

    def _project(self) -> None:
        while project(self._connection):
            pass
        wrong = self._connection.execute(
            "SELECT * FROM (SELECT kind, player, sum(won::int), count(*) FROM result JOIN part"
            " USING (table_id, journal_id, game) WHERE over AND counts AND player <> ALL(%s) GROUP BY 1, 2) AS counted"
            " FULL JOIN (SELECT kind, player, wins, games FROM standing WHERE span = %s) AS told"
            " USING (kind, player) WHERE (sum, count) IS DISTINCT FROM (wins, games)",
            [sorted(stand_ins()), ALL],
        ).fetchall()
        if wrong:
            raise AssertionError(f"the standings do not add up: {wrong}")

    def cursors(self) -> dict[str, Cursor]:
        return all_cursors(self._connection)

    def back_up(self) -> None:
        self._copied(self._base.name, f"{self._base.name}_backup")
        self._model.back_up()
        self._has_backup = True

    def go_back(self) -> None:
        if self._has_backup:
            self._copied(f"{self._base.name}_backup", self._base.name)
            self._model.go_back()
            self._project()

    def _copied(self, source: str, target: str) -> None:
        self._connection.close()
        with psycopg.connect(self._base.server.url(), autocommit=True) as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {target} WITH (FORCE)")
            admin.execute(f"CREATE DATABASE {target} TEMPLATE {source} STRATEGY {COPY}")
        self._connection = psycopg.connect(self._base.url(INGEST), autocommit=True)

    def rows(self, key: JournalKey) -> tuple[list[EventRow], list[OpeningRow]]:
        events, openings = (
            self._connection.execute(
                f"SELECT {columns} FROM {table} WHERE table_id = %s AND journal_id = %s ORDER BY 1", [*key]
            ).fetchall()
            for columns, table in (("place, game, number, moment, body", "event"), ("number, game, clock", "opening"))
        )
        return [EventRow(*row) for row in events], [OpeningRow(*row) for row in openings]

    def results(self, key: JournalKey) -> Results:
        found: Results = {}
        for game, over, name, total, won in self._connection.execute(
            "SELECT game, over, player, total, won FROM result JOIN part USING (table_id, journal_id, game)"
            " WHERE table_id = %s AND journal_id = %s ORDER BY game, seat",
            [*key],
        ):
            found.setdefault(game, (over, []))[1].append((name, total, won))
        return found

    def check(self) -> None:
        """Projections made again from the rows are the same, and the board shows what they add up to."""
        before = self._projected()
        rebuild(self._connection)
        while project(self._connection) or retry(self._connection):
            pass
        if (after := self._projected()) != before:
            lost, new = ([row for row in one if row not in other] for one, other in ((before, after), (after, before)))
            raise AssertionError(f"made again, {lost} became {new}")
        asyncio.run(self._board())

    def _projected(self) -> list[tuple[Any, ...]]:
        """Return all that is computed of the rows, without the times at which that was."""
        columns = {
            "result": "table_id, journal_id, game, origin, preset, kind, over, evening, begun_at, counts, aside",
            "part": "*",
            "highlight": "*",
            "standing": "*",
        }
        return [
            (table, *row)
            for table, names in columns.items()
            for row in self._connection.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2, 3, 4").fetchall()
        ]

    async def _board(self) -> None:
        async with await psycopg.AsyncConnection.connect(self._base.url(INGEST)) as connection:
            games = {name: many for name, _shown, many in await player_names(connection, 10**6)}
            boards = await leaderboards(connection, "all", most=10**6)
            shown = Counter(row.player for _kind, rows in boards for row in rows for _ in range(row.games))
            if dict(shown) != games:
                raise AssertionError(f"the boards have {shown}, the names {games}")
            for period in PERIODS:
                await leaderboards(connection, period)
            for _table, _game, why, _software in (await games_set_aside(connection))[1]:
                assert why
            await learn_games(connection)
            await latest_highlights(connection)
            for (table,) in self._connection.execute("SELECT table_id::text FROM tray").fetchall():
                await latest_games(connection, table)
                await latest_highlights(connection, table=table)

    def close(self) -> None:
        self._connection.close()
