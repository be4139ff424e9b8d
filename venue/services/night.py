"""Keeps a Game Night going: counts the games that the record has, and calls matches to tables that are free."""

from collections.abc import Callable, Sequence

import psycopg

from engine.link_protocol import VERSION, Topic
from engine.match_call import encode_call
from venue.broker.session import Arrival, BrokerAddress, BrokerSession
from venue.record.live import plain
from venue.record.night_rows import add_facts, free_tables, read_games, read_night
from venue.services.ingester import Intake

SETTLED = 6 * 3600.0
"""Seconds after the last match in which a result can still be corrected at its table."""


class NightKeeper(Intake):
    """Looks twice a second. What the broker has kept of earlier nights is replaced on every connection."""

    def __init__(self, venue: str, record: str, broker: BrokerAddress) -> None:
        topics = [(f"quarterdeck/{VERSION}/{venue}/+/match", 1)]
        super().__init__(record, BrokerSession(broker, f"quarterdeck-night-{venue}", topics, kept_for=0))
        self._venue = venue
        self._published: dict[str, bytes] = {}

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:  # noqa: ARG002
        night = read_night(connection)
        if night is None:
            return lambda: None
        if night.opened and not night.course.cancelled and (night.is_on or night.facts[-1].age < SETTLED):
            facts = night.following(free_tables(connection), read_games(connection, night))
            if facts and add_facts(connection, night.number, len(night.facts), facts):
                night = night.with_facts(facts)
        tables = [plain(row[0]) for row in connection.execute("SELECT table_id::text FROM tray").fetchall()]
        wanted = {table: encode_call(night.calls().get(table)) for table in tables}
        return lambda: self._publish(wanted)

    def _publish(self, wanted: dict[str, bytes]) -> None:
        if not self.session.connected.is_set():
            return
        for table, call in wanted.items():
            if self._published.get(table) != call:
                self.session.publish(str(Topic(self._venue, table, "match")), call)
                self._published[table] = call

    def _connected(self, connection: psycopg.Connection) -> None:  # noqa: ARG002
        self._published.clear()
