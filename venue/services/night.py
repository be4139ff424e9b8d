"""Keeps a Game Night going: counts the games that the record has, and calls matches to tables that are free."""

from collections.abc import Callable, Sequence

import psycopg

from engine.link_protocol import VERSION, Topic
from engine.match_call import encode_call
from engine.tournament.facts import Called
from venue.broker.session import Arrival, BrokerAddress, BrokerSession
from venue.record.live import plain
from venue.record.nights import FinishedGame, Night, add_facts, free_tables, read_night
from venue.services.ingester import Intake


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
        if night.is_on:
            facts = night.following(free_tables(connection), finished_games(connection, night))
            if facts and add_facts(connection, night.number, len(night.facts), facts):
                night = Night(night.number, (*night.facts, *facts))
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


def finished_games(connection: psycopg.Connection, night: Night) -> list[FinishedGame]:
    """Return the games that are over on tables to which matches were called, in the order in which they ended."""
    calls = [one for one in night.facts if isinstance(one.fact, Called) and one.fact.match in night.called]
    rows = connection.execute(
        "SELECT r.table_id::text, r.journal_id::text, r.game, r.preset, array_agg(p.player),"
        " min(p.player) FILTER (WHERE p.won AND NOT p.shared)"
        " FROM (SELECT DISTINCT * FROM unnest(%s::uuid[], %s::bigint[])) AS c (id, after)"
        " JOIN result r ON r.table_id = c.id AND r.game > c.after JOIN part p USING (table_id, journal_id, game)"
        " WHERE r.over AND r.counts AND r.aside IS NULL"
        " GROUP BY r.table_id, r.journal_id, r.game, r.preset, r.changed_at ORDER BY r.changed_at, r.game",
        [[one.table for one in calls], [getattr(one.fact, "after", None) or 0 for one in calls]],
    ).fetchall()
    return [
        FinishedGame(plain(table), plain(journal), game, preset, frozenset(players), winner)
        for table, journal, game, preset, players, winner in rows
    ]
