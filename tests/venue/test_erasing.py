"""Erased persons: gone from the record as from their table, and each game still counts once."""

from dataclasses import replace

import psycopg

from engine.codec import names_in, renamed_line
from engine.link_protocol import Batch, Cursor, EventRow, decode_batch
from engine.statistics.player_names import ErasedNames, erased_name
from engine.tournament import Opened
from fixtures.venue.simulation import SimulatedTable
from tests.batches import encode_batch
from tests.venue.test_ingest import A, B, J, K, recorded
from tests.venue.test_projector import compute, expected_standings, many, played, record, standings
from venue.record.ingest import Delivery, ingest
from venue.record.night_rows import open_night, read_night
from venue.record.nights import NightFact


def as_erased(rows: list[EventRow], erased: ErasedNames) -> tuple[EventRow, ...]:
    """Return the rows as the table has them when these names are erased there."""
    called = {
        game: erased.called_in(names_in(row.event for row in rows if row.game == game))
        for game in {row.game for row in rows}
    }
    return tuple(replace(row, event=renamed_line(row.event, called[row.game])) for row in rows)


def busiest(connection: psycopg.Connection) -> str:
    row = connection.execute("SELECT player FROM part GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1").fetchone()
    return str(row[0]) if row else ""


def totals(connection: psycopg.Connection) -> list[tuple[int, int]]:
    """Return what the players have reached at the table, and whether they won, whatever they are called."""
    return connection.execute(
        "SELECT p.total, p.won FROM part p JOIN result r USING (table_id, journal_id, game)"
        " WHERE r.counts AND table_id = %s ORDER BY 1, 2",
        [A],
    ).fetchall()


def test_the_record_has_the_rows_of_the_table_without_the_name(
    ingester: psycopg.Connection, owner: psycopg.Connection
) -> None:
    here, there = played(700), played(300, table=B, journal=K)
    record(ingester, here)
    record(ingester, there)
    who, before, counted = busiest(ingester), totals(ingester), many(ingester, "over AND counts")
    other = recorded(ingester, B, K)
    owner.execute("INSERT INTO alias VALUES (%s, 'Zoë'), ('Ben', 'Benjamin')", [who])
    open_night(owner, [NightFact(Opened("single", (who, "Ben", "Cy"), "pig", {}, 1, "half", 0))])
    hashes = (erased_name(who),)
    rows = as_erased(list(here.store.events(1, 700)), ErasedNames(hashes))
    batch = decode_batch(encode_batch(Batch(J, None, rows[-1:], erased=hashes)))
    for _twice in range(2):
        assert ingest(ingester, [Delivery(A, batch)]) == {(A, J): Cursor(J, 700, here.store.extent[1])}
    assert tuple(recorded(ingester)) == rows
    assert recorded(ingester, B, K) == other
    compute(ingester)
    named = [one for one in expected_standings(ingester) if not str(one[2]).startswith("Player ")]
    assert standings(ingester) == named
    assert (totals(ingester), many(ingester, "over AND counts")) == (before, counted)
    assert who not in {name for (name,) in ingester.execute("SELECT player FROM part WHERE table_id = %s", [A])}
    night = read_night(ingester)
    assert night is not None
    assert night.opened
    assert night.opened.players == ("Player 1", "Ben", "Cy")
    assert owner.execute("SELECT stored FROM alias").fetchall() == [("Ben",)]
    late = replace(here.store.events(700, 1)[0], place=701, number=99, event=f'{{"player":"{who}","type":"left"}}')
    ingest(ingester, [Delivery(A, Batch(J, None, (late,), erased=hashes))])
    assert recorded(ingester)[-1] == late  # another person with that name


def test_games_count_once_where_a_table_was_erased_and_goes_on_in_another_journal(ingester: psycopg.Connection) -> None:
    here = played(700)
    record(ingester, here)
    who, counted = busiest(ingester), many(ingester, "over AND counts")
    again = SimulatedTable("bar", A, "Window", type(here.store)(K), seed=3)
    rows = as_erased(list(here.store.events(1, 700)), ErasedNames([erased_name(who)]))
    for start in range(0, 700, 500):
        openings = tuple(here.store.openings(1, here.store.extent[1]))
        ingest(ingester, [Delivery(A, Batch(again.store.journal, J, rows[start : start + 500], openings))])
    compute(ingester)
    assert many(ingester, "over AND counts") == counted
    assert who not in {player for _span, _kind, player, *_figures in standings(ingester)}
