"""Simulated tables: real games, and sending as a real table does."""

from random import Random

import pytest

from engine import encode, history_of, presets_of_all
from engine.link_protocol import Cursor, decode_batch
from fixtures.venue.simulation import AHEAD, MemoryStore, SimulatedTable, begun, next_event
from tests.venue.test_ingest import A, K


@pytest.mark.parametrize("preset", presets_of_all())
def test_games_of_every_preset_go_by_the_rules(preset: str) -> None:
    chance, history = Random(1), begun(preset, ("Ann", "Ben", "Cy"))
    while len(history.events) < 300 and (event := next_event(history, chance)):
        history.write(event)
    assert len(history.events) > 5
    assert list(map(encode, history_of(history.events).events)) == list(map(encode, history.events))


def table(now: list[float], rows: int) -> SimulatedTable:
    made = SimulatedTable("bar", A, "Window", MemoryStore(), clock=lambda: now[0], again=30.0)
    made.play(rows)
    return made


def places(batches: list[bytes]) -> list[int]:
    return [row.place for batch in batches for row in decode_batch(batch).events]


@pytest.mark.parametrize(
    ("heard", "seconds", "sent"),
    [
        ([(20, 1)], 0.0, []),
        ([(20, 0)], 31.0, list(range(20, 51))),
        ([(50, 1), (10, 0)], 0.0, list(range(10, 51))),
    ],
    ids=["it has sent all", "the cursor stands still", "the cursor goes back"],
)
def test_a_table_sends_the_rows_from_the_cursor_on_and_again_where_it_must(
    heard: list[tuple[int, int]], seconds: float, sent: list[int]
) -> None:
    now = [100.0]
    one = table(now, 50)
    first, *later = heard
    one.heard(Cursor(one.store.journal, *first))
    assert places(one.due()) == list(range(first[0], 51))
    assert one.is_recorded == (first == one.store.extent)
    now[0] += seconds
    for cursor in later:
        one.heard(Cursor(one.store.journal, *cursor))
    assert places(one.due()) == sent


def test_the_cursor_of_another_journal_counts_as_none() -> None:
    one = table([100.0], 5)
    one.heard(Cursor(K, 4, 4))
    assert places(one.due()) == [1, 2, 3, 4, 5]


def test_no_more_than_a_window_is_on_its_way() -> None:
    one = table([100.0], AHEAD + 1500)
    one.heard(Cursor(one.store.journal))
    sent = [place for _turn in range(20) for place in places(one.due())]
    assert sent == list(range(1, AHEAD + 1))
