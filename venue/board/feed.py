"""Feeds all pages from one listener: notifications of the record become changes, rendered once for all streams."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg
from psycopg import AsyncConnection

from engine.i18n import gettext as _
from venue.board.model import BoardModel, TableTile, read_tables
from venue.board.rendering import when
from venue.board.stream import BoardStream, framed
from venue.record.live import RESULTS, Health, WaitingTable, read_health, read_waiting, tables_in
from venue.record.schema import CHANNEL

GATHER = 0.05
"""Seconds between two messages; what changes meanwhile is gathered into one. The first change is sent at once."""
LOOK = 0.5
"""Seconds without a change after which it is looked whether anything else is due."""
ASIDE = 2.0
"""Seconds between two updates of leaderboards and moments."""
HEALTH = 2.0
"""Seconds between two looks whether the record is written."""
PAUSE = 1.0
"""Seconds until the record is read again after it could not be."""
SILENT = timedelta(seconds=20)
"""Time without a heartbeat of an ingester after which nothing is recorded; a projector may take three times as long."""
LATE = timedelta(seconds=60)
"""Time for which a table's events may wait: a table sends them again after 30 seconds."""
BEAT = 10.0
"""Seconds between two signs of life on a stream."""
MOST_STREAMS, MOST_OF_ONE = 2000, 64
"""Streams in all, and of one address."""

UNREADABLE = _("The record can’t be read: start PostgreSQL. Showing the last known state.")

log = logging.getLogger("quarterdeck.venue")


@dataclass(frozen=True, slots=True)
class BoardChange:
    """News for the pages: tables that changed, and whether leaderboards or health did."""

    tables: tuple[TableTile, ...] = ()
    aside: bool = False
    health: bool = False


Render = Callable[[BoardChange, str], bytes]
"""Renders a change in a language, as messages of a stream."""


class Feed:
    """The board's knowledge of the record, and the streams that follow it. ``record`` is the address for reading."""

    def __init__(self, record: str) -> None:
        self.model = BoardModel()
        self.trouble: str | None = None
        """Why the record cannot be read, or nothing is recorded: one sentence, or None."""
        self.render: Render = lambda _change, _language: b""
        self.before_aside: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        """Reads leaderboards and moments, before they are rendered."""
        self._record = record
        self._streams: set[BoardStream] = set()
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()
        self._aside_due = False
        self._last_aside = 0.0

    @property
    def streams(self) -> int:
        return len(self._streams)

    def has_room(self, address: str) -> bool:
        return self.streams < MOST_STREAMS and sum(one.address == address for one in self._streams) < MOST_OF_ONE

    def follow(self, stream: BoardStream) -> None:
        """Add a stream. It gets changes once it is open."""
        self._streams.add(stream)

    def leave(self, stream: BoardStream) -> None:
        self._streams.discard(stream)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend the connection for reading. Raises psycopg.Error if the record cannot be reached."""
        async with self._lock:
            if self._connection is None or self._connection.closed or self._connection.broken:
                self._connection = await AsyncConnection.connect(self._record, autocommit=True, connect_timeout=5)
            yield self._connection

    async def run(self) -> None:
        """Listen to the record until cancelled. Raises what ended the listening."""
        try:
            async with asyncio.TaskGroup() as tasks:  # unlike gather, ends with the last: each closes what it opened
                tasks.create_task(self._follow())
                tasks.create_task(self._beat())
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        finally:
            if self._connection is not None:
                await self._connection.close()

    async def _follow(self) -> None:
        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                if self.trouble != UNREADABLE:
                    log.warning("%s", (str(error).splitlines() or ["?"])[0])
                self._note(UNREADABLE)
                await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        async with await AsyncConnection.connect(self._record, autocommit=True, connect_timeout=5) as listener:
            await listener.execute(f"LISTEN {CHANNEL}")
            await self._refresh(None)
            health_at = sent_at = 0.0
            while True:
                payloads = [notice.payload async for notice in listener.notifies(timeout=LOOK, stop_after=1)]
                if payloads and (wait := sent_at + GATHER - time.monotonic()) > 0:
                    await asyncio.sleep(wait)
                    payloads += [notice.payload async for notice in listener.notifies(timeout=0)]
                self._aside_due |= any(RESULTS in payload for payload in payloads)
                tables = tables_in(payloads)
                if tables is None or tables:
                    sent_at = time.monotonic()
                    await self._refresh(tables)
                now = time.monotonic()
                if now - health_at >= HEALTH:
                    health_at = now
                    await self._check()
                if self._aside_due and now - self._last_aside >= ASIDE:
                    self._aside_due, self._last_aside = False, now
                    await self.before_aside()
                    self._send(BoardChange(aside=True))

    async def _refresh(self, tables: set[str] | None) -> None:
        async with self.reading() as connection:
            views = await read_tables(connection, tables)
        if news := self.model.put(views):
            self._send(BoardChange(tuple(news)))

    async def _check(self) -> None:
        async with self.reading() as connection:
            health, waiting = await read_health(connection), await read_waiting(connection)
        self._note(why_not_kept(health) or why_waiting(waiting, health.now))

    def _note(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._send(BoardChange(health=True))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._put(lambda _language: b"event: beat\ndata:\n\n")

    def _send(self, change: BoardChange) -> None:
        self._put(lambda language: self.render(change, language))

    def _put(self, message: Callable[[str], bytes]) -> None:
        made: dict[tuple[str, bool], bytes] = {}
        for stream in list(self._streams):
            if not stream.is_open:
                continue
            key = stream.language, stream.chunked
            if key not in made:
                made[key] = framed(message(stream.language), chunked=stream.chunked)
            if not stream.put(made[key]):
                self._streams.discard(stream)


def why_not_kept(health: Health) -> str | None:
    """Return why the record is not kept up to date, in one sentence; None if it is."""
    now, recorded, computed = health.now, health.recorded, health.computed
    if health.is_read_only:
        return _("The record is read-only: nothing is recorded. Tables keep their games.")
    if recorded is None:
        return _("Nothing is recorded: no ingester has run yet.")
    if now - recorded > SILENT:
        return _(
            "Nothing recorded since {time}: check ingester, broker and the record’s disk. Tables keep their games.",
            time=when(recorded),
        )
    if not computed:
        return _("No results are computed: no projector has run yet.")
    if now - computed > 3 * SILENT:
        return _("Results and leaderboards are those of {time}: check the projector.", time=when(computed))
    return None


def why_waiting(tables: Sequence[WaitingTable], now: datetime) -> str | None:
    """Return which tables' events do not arrive although the venue records, in one sentence; None if all do."""
    late = [one for one in tables if now - one.since > LATE]
    if not late:
        return None
    return _(
        "Games of {tables} have not arrived since {time}: see the link on that table’s owner page, then restart this "
        "server. The table keeps its games.",
        tables=", ".join(one.name for one in late[:3]) + (" …" if len(late) > 3 else ""),
        time=when(late[0].since),
    )
