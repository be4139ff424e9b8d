"""Keeps a Game Night going: counts the games that the record has, and calls matches to tables that are free."""

from collections.abc import Callable, Sequence

import psycopg

from engine.link_protocol import VERSION, Topic
from engine.match_call import MatchCall, encode_call
from venue.broker.session import Arrival, BrokerAddress, BrokerSession
from venue.record.live import plain
from venue.record.night_rows import add_facts, free_tables, read_games, read_night
from venue.services.ingester import Intake

SETTLED = 6 * 3600.0
"""Seconds after the last match in which a result can still be corrected at its table."""


class NightKeeper(Intake):
    """Looks twice a second."""

    def __init__(self, venue: str, record: str, broker: BrokerAddress) -> None:
        topics = [(f"quarterdeck/{VERSION}/{venue}/+/match", 1)]
        super().__init__(record, BrokerSession(broker, f"quarterdeck-night-{venue}", topics, kept_for=0))
        self._venue = venue

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:  # noqa: ARG002
        night = read_night(connection)
        if night is None:
            return lambda: None
        if night.opened and not night.course.cancelled and (night.is_on or night.facts[-1].age < SETTLED):
            facts = night.following(free_tables(connection), read_games(connection, night))
            if facts and add_facts(connection, night.number, len(night.facts), facts):
                night = night.with_facts(facts)
        calls, rows = night.calls(), connection.execute("SELECT table_id::text FROM tray").fetchall()
        return lambda: self._publish({plain(table): calls.get(plain(table)) for (table,) in rows})

    def _publish(self, calls: dict[str, MatchCall | None]) -> None:
        for table, call in calls.items():
            self.session.keep(str(Topic(self._venue, table, "match")), encode_call(call))
