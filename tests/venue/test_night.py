"""A Game Night over several tables: real broker, real record, simulated tables."""

from functools import partial
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from engine.link_protocol import LinkState
from engine.tournament.facts import Counted, Opened
from engine.tournament.standings import champions
from fixtures.venue.simulation import BrokerAddress, MemoryStore, SimulatedTable
from tests.venue.conftest import Record
from tests.venue.site import SECRET, VENUE, broker_in, until
from venue.broker.configuration import INGEST_USER
from venue.record import night_desk as desk
from venue.record.live import Sign, show
from venue.record.night_rows import add_to_night, open_night, read_night
from venue.record.nights import Night, NightFact
from venue.record.schema import BOARD, INGEST, OWNER
from venue.services.night import NightKeeper
from venue.services.running import workers
from venue.settings import BoardSection, BrokerSection, RecordSection, VenueSection, VenueSettings

NAMES = ("Zoë", "Ben", "Cy", "Dora", "Emil", "Fay", "Gus", "Hana")
TABLES = ["a" * 32, "b" * 32]


def test_a_night_of_eight_players_ends_with_who_won_the_final_although_venue_and_broker_stop(
    record: Record, scratch: Path
) -> None:
    server, port = broker_in(scratch / "night", TABLES)
    roles = RecordSection(*(record.url(role) for role in (INGEST, BOARD, OWNER)))
    broker = BrokerSection(port=port, user=INGEST_USER, password=SECRET)
    settings = VenueSettings(scratch, VenueSection(VENUE), roles, broker, BoardSection())
    fleet = [
        SimulatedTable(VENUE, one, one[0], MemoryStore(), presets=(), longest_pause=0.5, again=1.0) for one in TABLES
    ]
    stop, parts = Event(), ("ingester", "projector")

    def play() -> None:
        while not stop.wait(0.01):
            for one in fleet:
                one.play(5)
                one.show()
                one.send()

    playing = Thread(target=play, daemon=True)
    with psycopg.connect(record.url(OWNER), autocommit=True) as connection:

        def night() -> Night:
            found = read_night(connection)
            assert found
            return found

        def counted() -> int:
            return sum(isinstance(one.fact, Counted) for one in night().facts)

        open_night(connection, [NightFact(Opened("single", NAMES, "pig"))])
        with server:
            for one in fleet:
                one.connect(BrokerAddress("127.0.0.1", port, one.table, SECRET))
            playing.start()
            try:
                with workers(settings, parts, "1"):
                    until(lambda: counted() >= 2, "two matches are over")
                with workers(settings, parts, "1"):
                    until(lambda: counted() >= 4, "the venue goes on after it was away")
                    server.kill()
                    server.start()
                    until(lambda: night().course.over, "the final is over")
                    until(lambda: all(one.call is None for one in fleet), "no table is called any more")
            finally:
                stop.set()
                playing.join(10)
                for one in fleet:
                    one.disconnect()
        final = night().course.matches[-1]
        assert champions(night().course) == (final.winner,)
        results = connection.execute(
            "SELECT min(p.player) FILTER (WHERE p.won), array_agg(p.player) FROM part p"
            " GROUP BY p.table_id, p.journal_id, p.game"
        ).fetchall()
        assert (final.winner, set(final.players)) in [(won, set(who)) for won, who in results]
        assert {one.table for one in night().facts if isinstance(one.fact, Counted)} == set(TABLES)
        assert counted() == len(NAMES) - 1


def test_a_clock_that_is_set_decides_no_match_and_time_does(
    record: Record, ingester: psycopg.Connection, owner: psycopg.Connection
) -> None:
    show(ingester, {TABLES[0]: Sign(LinkState("Bar", idle=True), True)})
    keeper = NightKeeper(VENUE, record.url(INGEST), BrokerAddress("127.0.0.1", 1))
    open_night(owner, [desk.planned("single", "pig", minutes=5)])
    for name in NAMES[:4]:
        add_to_night(owner, partial(desk.entering, player=name))
    add_to_night(owner, desk.drawing)

    def look() -> Night:
        keeper._record(ingester, [])
        found = read_night(ingester)
        assert found
        return found

    matches = look().matches
    match, table = matches[0]
    assert table == TABLES[0]
    assert match.pair
    there = match.pair[0]
    add_to_night(owner, partial(desk.being_there, player=there))
    look()
    with psycopg.connect(record.server.url(database=record.name)) as admin:
        admin.execute("UPDATE night SET at = at - interval '1 day'")
    assert look().matches == matches, "a day later by the clock"
    keeper._seen = {place: at - 290 for place, at in keeper._seen.items()}
    assert look().matches == matches
    keeper._seen = {place: at - 11 for place, at in keeper._seen.items()}
    decided = look().course.match(match.id)
    assert decided
    assert (decided.winner, decided.how) == (there, "walkover")


def test_a_night_that_cannot_be_read_ends_no_part_of_the_venue(
    record: Record, caplog: pytest.LogCaptureFixture
) -> None:
    keeper, stop = NightKeeper(VENUE, record.url(INGEST), BrokerAddress("127.0.0.1", 1)), Event()
    with psycopg.connect(record.url(OWNER), autocommit=True) as connection:
        connection.execute('INSERT INTO night (night, number, body) VALUES (1, 0, \'{"fact": "later"}\')')
    running = Thread(target=keeper.run, args=(stop,), daemon=True)
    running.start()
    until(lambda: "The Game Night can’t go on" in caplog.text, "it is said")
    assert running.is_alive()
    stop.set()
    running.join(10)
    assert not running.is_alive()
