"""What is wrong with a venue and its tables: looked for again and again, shown to the owner, and told by alerts."""

import asyncio
import http.client
import json
import logging
import shutil
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from starlette.concurrency import run_in_threadpool

from engine.i18n import Text, ngettext, number
from engine.i18n import day as day_of
from engine.i18n import gettext as _
from engine.link_protocol import VERSION
from venue.board.feed import UNREADABLE, Feed, why_not_kept, why_waiting
from venue.board.model import TableTile
from venue.board.owner import SET, setting
from venue.board.updates import Updates
from venue.broker.session import BrokerSession
from venue.record.live import read_clocks, read_health, read_waiting
from venue.settings import VenueSettings

EVERY = 30.0
"""Seconds between two looks."""
CALM = timedelta(seconds=60)
"""How long a trouble must last, or be gone, before it is reported: short ones are not."""
SOON = timedelta(days=30)
"""Time before the end of a certificate."""
BACKUP_EVERY = timedelta(hours=26)
"""Age of a backup at which the next was missed, where one is made each night."""
CLOCK_OFF = 90.0
"""Seconds by which a table's clock may differ from the server's."""
LITTLE = 1 << 30
"""Bytes of free space."""
SETTING = "alerts"
"""The setting with the troubles that were told."""
PATIENCE = 10.0
"""Seconds for an alert to be taken."""

log = logging.getLogger("quarterdeck.venue")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong, in one sentence, with a table or the venue. ``key`` stays the same while the sentence changes."""

    key: str
    sentence: str | Text
    table: TableTile | None = None

    def __str__(self) -> str:
        return f"{self.table.name}: {self.sentence}" if self.table else str(self.sentence)


Standing = Mapping[str, tuple[Trouble, datetime]]
"""Troubles by their keys, each with the time at which it was first seen."""


class Watch:
    """Looks at a venue every :data:`EVERY` seconds."""

    def __init__(self, settings: VenueSettings, feed: Feed) -> None:
        self.standing: Standing = {}
        self._settings, self._feed = settings, feed
        self._alerts = Alerts(settings)
        self._clocks: dict[str, float] = {}
        self._began = time.time() - time.monotonic()
        self.updates = Updates(settings)

    async def run(self) -> None:
        try:
            while True:
                try:
                    await self.look(datetime.now(UTC))
                    await run_in_threadpool(self._alerts.tell, self.standing, datetime.now(UTC))
                    await self.go_on()
                except Exception as error:  # the board shows the tables all the same
                    kind = type(error).__name__
                    log.error("%s", _("The venue could not be looked at ({kind}: {why}).", kind=kind, why=error))
                await asyncio.sleep(EVERY)
        finally:
            self._alerts.close()
            self.updates.close()

    async def go_on(self) -> None:
        with suppress(psycopg.Error):  # the feed says that the record cannot be reached
            now = self._began + time.monotonic()  # a clock that is set stops no wave
            await run_in_threadpool(self.updates.step, self._feed.model.in_order(), now)

    async def look(self, now: datetime) -> None:
        made: datetime | None = now
        behind: dict[str, str | None] = {}
        try:
            async with self._feed.reading() as connection:
                health, waiting = await read_health(connection), await read_waiting(connection)
                self._clocks |= await read_clocks(connection)
            made, why = health.backed_up, why_not_kept(health)
            behind = {} if why else {one.id: why_waiting([one], health.now) for one in waiting}
        except psycopg.Error:
            why = UNREADABLE
        found = [*self._of_the_record(why, behind), *self._of_this_machine(now, made)]
        before = self.standing
        self.standing = {one.key: (one, min(now, before[one.key][1]) if one.key in before else now) for one in found}

    def _of_the_record(self, why: str | None, behind: Mapping[str, str | None]) -> Iterator[Trouble]:
        """Yield ``why`` it is not kept, and what is wrong with tables; ``behind`` says where games do not arrive."""
        if why:
            yield Trouble("record", why)
        if (wave := self.updates.wave) and wave.failed:
            yield Trouble("updates", wave.why, self._feed.model.tables.get(wave.failed))
        for table in self._feed.model.in_order():
            for alarm in table.alarms:
                yield Trouble(f"{table.id} {alarm.kind} {alarm.number}", alarm.sentence, table)
            for said in table.state.troubles if table.online and table.state else ():
                yield Trouble(f"{table.id} {said.partition(':')[0]}", said, table)
            if late := behind.get(table.id):
                yield Trouble(f"{table.id} behind", late, table)
            if (table.online or not table.state) and abs(self._clocks.get(table.id, 0.0)) > CLOCK_OFF:
                yield Trouble(f"{table.id} clock", clock_off(self._clocks[table.id]), table)

    def _of_this_machine(self, now: datetime, backed_up: datetime | None) -> Iterator[Trouble]:
        """Yield what is wrong here. ``backed_up`` is when the latest backup was made, None if never."""
        folder = self._settings.folder
        if (free := shutil.disk_usage(folder).free) < LITTLE:
            yield Trouble("disk", _("The server’s disk has only {free} MB left.", free=number(free >> 20)))
        if backed_up is None:
            yield Trouble("backup", _("There is no backup: run quarterdeck venue backup each night."))
        elif now - backed_up > BACKUP_EVERY:
            hours = number((now - backed_up) // timedelta(hours=1))
            yield Trouble("backup", _("The latest backup is {hours} hours old.", hours=hours))
        for name, end in certificates(folder / "authority"):
            table, day = self._feed.model.tables.get(name), day_of(end.astimezone())
            if end - now < SOON and not (table and table.is_revoked):
                said = (
                    _("The certificate ends on {day}: enrol the table again.", day=day)
                    if table
                    else _("The broker’s certificate ends on {day}: run quarterdeck venue init.", day=day)
                )
                yield Trouble(f"certificate {name if table else ''}", said, table)


def clock_off(behind: float) -> Text:
    minutes = round(abs(behind) / 60)
    span = ngettext("{count} minute", "{count} minutes", minutes)
    if minutes >= 120:
        span = ngettext("{count} hour", "{count} hours", minutes // 60)
    if behind > 0:
        return _("Its clock is {span} behind the server’s: set the one that is wrong.", span=span)
    return _("Its clock is {span} ahead of the server’s: set the one that is wrong.", span=span)


def certificates(authority: Path) -> Iterator[tuple[str, datetime]]:
    """Yield for whom certificates are valid, and until when: the latest of each; none if the folder can't be read."""
    ends: dict[str, datetime] = {}
    with suppress(OSError, ValueError):
        for line in (authority / "issued").read_text("ascii").splitlines():
            state, end, _revoked, _serial, _file, subject = line.split("\t")
            if state == "V":
                ends[subject.removeprefix("/CN=")] = datetime.strptime(f"{end}+0000", "%y%m%d%H%M%SZ%z")
    yield from ends.items()


class Alerts:
    """Tells of each trouble once, and once that it is over. What could not be sent is sent with the next.

    What was told is kept in the record: it may be over after another start.
    """

    def __init__(self, settings: VenueSettings) -> None:
        self._told: dict[str, str] | None = None
        self._record = settings.record.owner
        self._gone: dict[str, datetime] = {}
        self._said = ""
        self._title, self._post = settings.venue.title or settings.venue.name, settings.alerts.post
        self._topic = f"quarterdeck/{VERSION}/{settings.venue.name}/troubles"
        self._session: BrokerSession | None = None
        if settings.alerts.mqtt:
            self._session = BrokerSession(settings.broker, f"quarterdeck-alerts-{settings.venue.name}", ())
            self._session.start()

    def tell(self, standing: Standing, now: datetime) -> None:
        told = self._kept() if self._told is None else self._told
        self._gone = {key: min(now, self._gone.get(key, now)) for key in told if key not in standing}
        over = [key for key, at in self._gone.items() if now - at >= CALM]
        new = {key: str(one) for key, (one, at) in standing.items() if key not in told and now - at >= CALM}
        after = {key: one for key, one in (told | new).items() if key not in over}
        if self._session:
            self._session.keep(self._topic, json.dumps(list(after.values()), ensure_ascii=False).encode())
        lines = [*new.values(), *(str(_("Over: {trouble}", trouble=told[key])) for key in over)]
        try:
            if self._post and lines:
                asked = urllib.request.Request(self._post, "\n".join([self._title, *lines]).encode())
                asked.add_header("Content-Type", "text/plain; charset=utf-8")
                urllib.request.urlopen(asked, timeout=PATIENCE).close()
        except (OSError, ValueError, http.client.HTTPException) as error:
            if (why := str(error)) != self._said:
                self._said = why
                log.warning("%s", _("An alert could not be sent ({why}): check [alerts].", why=why))
            return
        self._told, self._said = after, ""
        if after != told and (self._post or self._session):
            with suppress(psycopg.Error), psycopg.connect(self._record, connect_timeout=5) as connection:
                connection.execute(SET, [SETTING, json.dumps(after, ensure_ascii=False)])

    def _kept(self) -> dict[str, str]:
        with suppress(psycopg.Error, ValueError):
            return dict(json.loads(setting(self._record, SETTING) or "{}"))
        return {}

    def close(self) -> None:
        if self._session:
            self._session.stop()
