"""Keeps a Game Night going: counts the games that the record has, and calls matches to tables that are free."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import psycopg

from engine import EngineError
from engine.i18n import gettext as _
from engine.link_protocol import Topic
from engine.match_call import MatchCall, encode_call
from venue.broker.session import Arrival, BrokerSession
from venue.errors import Rejected
from venue.record.live import plain
from venue.record.night_rows import add_facts, free_tables, read_games, read_night
from venue.record.nights import Night
from venue.services.ingester import Intake
from venue.settings import BrokerSection

SETTLED = 6 * 3600.0
"""Seconds after the last match in which a result can still be corrected at its table."""


class NightKeeper(Intake):
    """Looks twice a second."""

    def __init__(self, venue: str, record: str, broker: BrokerSection) -> None:
        super().__init__(record, BrokerSession(broker, f"quarterdeck-night-{venue}", (), kept_for=0))
        self._venue = venue
        self._seen: dict[tuple[int, int], float] = {}

    def _steady(self, night: Night) -> Night:
        """Return the night with the ages that were watched here: a clock that is set decides no match."""
        now, places = time.monotonic(), [(night.number, number) for number in range(len(night.facts))]
        self._seen = {place: self._seen.get(place, now) for place in places}
        pairs = zip(night.facts, self._seen.values(), strict=True)
        return Night(night.number, tuple(replace(one, age=now - seen) for one, seen in pairs))

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:  # noqa: ARG002
        try:
            night = read_night(connection)
            if night is None:
                return lambda: None
            night = self._steady(night)
            if night.opened and not night.course.cancelled and (night.is_on or night.facts[-1].age < SETTLED):
                facts = night.following(free_tables(connection), read_games(connection, night))
                if facts and add_facts(connection, night.number, len(night.facts), facts):
                    night = night.with_facts(facts)
            calls = night.calls()
        except EngineError as error:  # tables are recorded all the same
            raise Rejected(_("The Game Night can’t go on ({why}): open another one.", why=error.args[0])) from None
        rows = connection.execute("SELECT table_id::text FROM tray").fetchall()
        return lambda: self._publish({plain(table): calls.get(plain(table)) for (table,) in rows})

    def _publish(self, calls: dict[str, MatchCall | None]) -> None:
        for table, call in calls.items():
            self.session.keep(str(Topic(self._venue, table, "match")), encode_call(call))
