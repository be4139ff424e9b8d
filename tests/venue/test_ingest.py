"""The record: every delivery once, whatever its order, and nothing wrong in it."""

import random
from dataclasses import replace

import psycopg
import pytest

from engine.link_protocol import Batch, Cursor, EventRow, OpeningRow, mark_of
from venue.errors import RecordUnavailable
from venue.record.alarms import TWO_CARDS
from venue.record.ingest import SPAN, Delivery, all_cursors, ingest

A, B = "a" * 32, "b" * 32
J, K = "1" * 32, "2" * 32


def events(first: int, last: int, game: int = 1) -> tuple[EventRow, ...]:
    return tuple(
        EventRow(place, game, place - 1, 1000.0 + place / 7, f'{{"dice":[{place}],"type":"rolled"}}')
        for place in range(first, last + 1)
    )


def send(connection: psycopg.Connection, *rows: EventRow | OpeningRow, table: str = A, journal: str = J) -> Cursor:
    batch = Batch(
        journal,
        None,
        tuple(row for row in rows if isinstance(row, EventRow)),
        tuple(row for row in rows if isinstance(row, OpeningRow)),
    )
    return ingest(connection, [Delivery(table, batch)])[table, journal]


def recorded(connection: psycopg.Connection, table: str = A, journal: str = J) -> list[EventRow]:
    rows = connection.execute(
        "SELECT place, game, number, moment, body FROM event WHERE table_id = %s AND journal_id = %s ORDER BY place",
        [table, journal],
    )
    return [EventRow(*row) for row in rows]


def test_rows_are_recorded_as_they_were_sent_and_a_second_delivery_changes_nothing(
    ingester: psycopg.Connection,
) -> None:
    for again in ((), events(3, 5)):
        assert send(ingester, *events(1, 5), *again, OpeningRow(1, 1, 1.5)) == Cursor(J, 5, 1)
        assert recorded(ingester) == list(events(1, 5))


def test_the_cursor_stops_at_a_gap_and_moves_on_when_it_is_filled(ingester: psycopg.Connection) -> None:
    assert send(ingester, *events(4, 9), OpeningRow(2, 2, 2.0)) == Cursor(J, 0, 0)
    assert send(ingester, *events(1, 2)) == Cursor(J, 2, 0)
    assert send(ingester, *events(3, 3), OpeningRow(1, 1, 1.0)) == Cursor(J, 9, 2)


def test_any_order_of_batches_leads_to_the_same_record(ingester: psycopg.Connection) -> None:
    rows = events(1, 3 * SPAN)
    parts = [rows[start : start + 300] for start in range(0, len(rows), 300)] * 2
    random.Random(1).shuffle(parts)
    cursors = [send(ingester, *part).events for part in parts]
    assert cursors == sorted(cursors)
    assert cursors[-1] == 3 * SPAN
    assert recorded(ingester) == list(rows)


def test_batches_of_many_tables_are_one_transaction(ingester: psycopg.Connection) -> None:
    tables = [f"{number:032x}" for number in range(50)]
    cursors = ingest(ingester, [Delivery(table, Batch(J, None, events(1, 3))) for table in tables])
    assert {key: cursor.events for key, cursor in cursors.items()} == {(table, J): 3 for table in tables}
    [many] = ingester.execute("SELECT count(DISTINCT received_at) FROM event").fetchone() or (0,)
    assert many == 1


@pytest.mark.parametrize(
    "changed",
    [
        replace(events(2, 2)[0], event="{}"),
        replace(events(2, 2)[0], moment=1.0),
        replace(events(2, 2)[0], place=7),
        replace(events(2, 2)[0], number=40),
    ],
)
def test_another_row_in_the_place_of_a_recorded_one_is_an_alarm_and_takes_nothing_in_and_stops_nobody_else(
    ingester: psycopg.Connection, changed: EventRow
) -> None:
    send(ingester, *events(1, 3))
    cursor = send(ingester, changed, *events(4, 6))
    assert cursor.events == 3
    assert "differs from the recorded one" in (cursor.alarm or "")
    assert recorded(ingester) == list(events(1, 3))
    assert cursor.strange == mark_of(changed)
    assert ingester.execute("SELECT kind FROM alarm").fetchall() == [("conflict",)]
    assert send(ingester, *events(3, 6)) == Cursor(J, 6, 0), "nobody else is stopped"


def test_two_rows_for_one_place_in_one_batch_and_another_opening_are_alarms(ingester: psycopg.Connection) -> None:
    cursor = send(ingester, *events(1, 3), replace(events(2, 2)[0], event="{}"))
    assert cursor.events == 0
    assert cursor.alarm
    assert recorded(ingester) == []
    send(ingester, OpeningRow(1, 1, 1.0), journal=K)
    assert send(ingester, OpeningRow(1, 2, 1.0), journal=K).alarm


def test_a_restored_backup_is_another_journal_and_collides_with_nothing(ingester: psycopg.Connection) -> None:
    send(ingester, *events(1, 6))
    batch = Batch(K, J, (*events(1, 3), replace(events(4, 4)[0], event="{}")))
    assert ingest(ingester, [Delivery(A, batch)])[A, K] == Cursor(K, 4, 0)
    assert len(recorded(ingester)) == 6


def test_two_cards_with_one_id_are_both_recorded_and_told_when_they_take_turns(ingester: psycopg.Connection) -> None:
    alarms = [
        send(ingester, *events(turn, turn), journal=journal).alarm
        for turn, journal in [(1, J), (1, K), (2, J), (2, K), (3, J)]
    ]
    assert alarms == [None, None, None, TWO_CARDS, TWO_CARDS]
    assert [len(recorded(ingester, journal=journal)) for journal in (J, K)] == [3, 2]


def test_a_card_that_goes_on_after_another_was_made_from_it_is_one_of_two(ingester: psycopg.Connection) -> None:
    send(ingester, *events(1, 3))
    ingest(ingester, [Delivery(A, Batch(K, J, events(1, 3)))])
    assert send(ingester, *events(4, 4)).alarm is None, "it may have been on its way"
    send(ingester, *events(4, 4), journal=K)
    ingester.execute("UPDATE tray SET returns = 0; UPDATE journal SET first_seen = first_seen - interval '1 min'")
    assert send(ingester, *events(5, 5)).alarm == TWO_CARDS


def test_late_duplicates_of_an_earlier_journal_are_no_alarm(ingester: psycopg.Connection) -> None:
    for _again in range(5):
        assert send(ingester, *events(1, 3)).alarm is None
        assert send(ingester, *events(1, 3), journal=K).alarm is None


def test_of_two_journals_that_waited_for_the_record_a_table_writes_the_one_that_came_last(
    ingester: psycopg.Connection,
) -> None:
    """A backup was restored while the record was away, and the new journal has the lower id."""
    waited = (Delivery(A, Batch(K, None, events(1, 4))), Delivery(A, Batch(J, K, events(1, 2))))
    assert list(ingest(ingester, waited)) == [(A, K), (A, J)]
    assert all_cursors(ingester) == {A: Cursor(J, 2)}
    assert send(ingester, *events(3, 5)).alarm is None


def test_a_read_only_record_takes_nothing_and_says_so(ingester: psycopg.Connection) -> None:
    ingester.execute("SET default_transaction_read_only = on")
    with pytest.raises(RecordUnavailable, match="read-only"):
        send(ingester, *events(1, 1))
    ingester.execute("SET default_transaction_read_only = off")
    assert send(ingester, *events(1, 1)).events == 1


def test_an_ingester_can_neither_move_nor_delete_rows(ingester: psycopg.Connection) -> None:
    send(ingester, *events(1, 1))
    for statement in ("UPDATE event SET moment = 1", "DELETE FROM event", "TRUNCATE event", "DROP TABLE event"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ingester.execute(statement)


def test_a_board_can_only_read_and_sees_no_secrets(reader: psycopg.Connection) -> None:
    assert reader.execute("SELECT count(*) FROM event").fetchone() == (0,)
    for statement in ("INSERT INTO alias VALUES ('a', 'b')", "SELECT secret FROM tray", "DELETE FROM alarm"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            reader.execute(statement)
