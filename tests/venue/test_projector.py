"""Results, leaderboards and moments: computed from the record, and the same when computed again.

`pytest -m fuzz tests/venue/test_projector.py` tries 90,000 random events.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import psycopg
import pytest
from psycopg import sql

from engine import Corrected, Rolled, Started, Undone, decode, encode, history_of
from engine.link_protocol import Batch, EventRow, OpeningRow
from engine.statistics.record import ArchivedGame, record_of
from engine.turns.kit.files import own_game
from fixtures.venue.simulation import MemoryStore, SimulatedTable
from tests.venue.conftest import Record
from tests.venue.test_ingest import A, B, J, K
from venue.projection import projector
from venue.projection.projector import highlights, project, rebuild, retry, when
from venue.projection.standings import evening_of, spans_of
from venue.record.ingest import Delivery, ingest
from venue.record.schema import PROJECTED

NOW = datetime(2026, 11, 24, 20, 0, tzinfo=UTC)


def played(steps: int, table: str = A, seed: int = 3, journal: str = J) -> SimulatedTable:
    made = SimulatedTable("bar", table, "Window", MemoryStore(journal), seed=seed)
    made.play(steps)
    return made


def record(connection: psycopg.Connection, table: SimulatedTable, parent: str | None = None) -> None:
    """Record a journal, and compute what follows from it."""
    events, openings = table.store.extent
    for start in range(1, events + 1, 500):
        rows = tuple(table.store.events(start, 500))
        batch = Batch(table.store.journal, parent, rows, tuple(table.store.openings(1, openings)))
        ingest(connection, [Delivery(table.table, batch)])
    compute(connection)
    assert standings(connection) == expected_standings(connection)


def compute(connection: psycopg.Connection) -> None:
    while project(connection) or retry(connection):
        pass


def many(connection: psycopg.Connection, which: str) -> int:
    [found] = connection.execute(f"SELECT count(*) FROM result WHERE {which}").fetchone() or (0,)
    return int(found)


def standings(connection: psycopg.Connection) -> list[tuple[Any, ...]]:
    """Return the standings as they are kept."""
    return connection.execute("SELECT * FROM standing ORDER BY span, kind, player").fetchall()


def expected_standings(connection: psycopg.Connection) -> list[tuple[Any, ...]]:
    """Return the standings as all parts of finished games come to."""
    return connection.execute(
        "SELECT span, r.kind, p.player, count(*) FILTER (WHERE p.won), count(*) FILTER (WHERE p.shared), count(*),"
        " max(p.best) FROM result r JOIN part p USING (table_id, journal_id, game),"
        " unnest(ARRAY['all', to_char(r.evening, 'YYYY-MM'), r.evening::text]) AS span"
        " WHERE r.over AND r.counts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    ).fetchall()


def projections(connection: psycopg.Connection) -> dict[str, list[str]]:
    return {name: sorted(map(repr, _all(connection, name))) for name in PROJECTED}


def _all(connection: psycopg.Connection, name: str) -> list[tuple[Any, ...]]:
    return connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(name))).fetchall()


def test_results_are_those_of_the_engine(ingester: psycopg.Connection) -> None:
    table = played(700)
    record(ingester, table)
    games: dict[int, list[EventRow]] = {}
    for row in table.store.events(1, 700):
        games.setdefault(row.game, []).append(row)
    for game, rows in games.items():
        events = [decode(row.event) for row in rows]
        history = history_of(events)
        expected = record_of(
            ArchivedGame(game, None, tuple(events), tuple(row.moment for row in rows)), look_back=False
        )
        found = ingester.execute("SELECT player, total, won FROM part WHERE game = %s ORDER BY seat", [game]).fetchall()
        assert found == [(part.name, part.total, part.won) for part in expected.parts]
        over = ingester.execute("SELECT over, rolls FROM result WHERE game = %s", [game]).fetchone()
        assert over == (history.state.player is None, history.rolls)


def test_computing_again_leads_to_the_same(ingester: psycopg.Connection) -> None:
    record(ingester, played(900))
    own = own_game('title = "Ours"\nline = "The highest sum wins."\n[turn]\ndice = 2\nthrows = 1\n').presets
    table = SimulatedTable("bar", B, "Bar", MemoryStore(K), presets=own)
    table.play(20)
    record(ingester, table)
    before = projections(ingester)
    assert all(before.values())
    rebuild(ingester)
    assert not any(projections(ingester).values())
    compute(ingester)
    assert projections(ingester) == before


def test_rows_that_come_one_by_one_lead_to_the_same(ingester: psycopg.Connection) -> None:
    table = played(120, seed=10)
    for row in table.store.events(1, 120):
        openings = tuple(one for one in table.store.openings(1, 99) if one.game <= row.game)
        ingest(ingester, [Delivery(A, Batch(J, None, (row,), openings))])
        project(ingester)
    assert standings(ingester) == expected_standings(ingester) != []
    found = {name: rows for name, rows in projections(ingester).items() if name != "projected"}
    rebuild(ingester)
    compute(ingester)
    again = {name: rows for name, rows in projections(ingester).items() if name != "projected"}
    assert {name: len(rows) for name, rows in found.items()} == {name: len(rows) for name, rows in again.items()}
    assert found["part"] == again["part"]


def test_games_of_a_restored_backup_count_once(ingester: psycopg.Connection) -> None:
    table = played(600)
    record(ingester, table)
    before = many(ingester, "counts AND over")
    restored = MemoryStore(K, J)
    restored.write(
        [(row.game, row.number, row.moment, row.event) for row in table.store.events(1, 400)],
        [(row.game, row.clock) for row in table.store.openings(1, 99)],
    )
    table.store = restored
    record(ingester, table, parent=J)
    both = many(ingester, "over")
    after = many(ingester, "counts AND over")
    assert both > before
    assert after == before


def test_a_game_that_goes_on_after_its_end_leaves_the_standings(ingester: psycopg.Connection) -> None:
    table = played(400)
    record(ingester, table)
    before = standings(ingester)
    last = ingester.execute("SELECT game, events FROM result WHERE over ORDER BY game DESC LIMIT 1").fetchone()
    assert last
    events, _openings = table.store.extent
    undone = EventRow(events + 1, last[0], last[1], 9e5, encode(Undone()))
    ingest(ingester, [Delivery(A, Batch(J, None, (undone,)))])
    compute(ingester)
    assert standings(ingester) == expected_standings(ingester)
    assert sum(row[5] for row in standings(ingester)) < sum(row[5] for row in before)


@pytest.mark.parametrize("best", [0, 10_000])
def test_an_undo_reads_no_history(ingester: psycopg.Connection, best: int) -> None:
    """Also where the best game goes, and where the player's other evenings have better ones."""
    record(ingester, played(400))
    last = "SELECT game, events, player FROM result JOIN part USING (table_id, journal_id, game) WHERE over"
    [game, number, player] = ingester.execute(f"{last} ORDER BY game DESC").fetchone() or []
    ingester.execute(
        "INSERT INTO result SELECT table_id, %s, 1000 + n, int4send(n), kind, preset, begun_at, evening - n %% 700,"
        " changed_at, events, rolls, over, counts, aside, software FROM result, generate_series(1, 20000) n"
        " WHERE game = %s",
        [K, game],
    )
    ingester.execute(
        "INSERT INTO part SELECT table_id, journal_id, game, 0, %s, 0, false, false, %s + game %% 50 FROM result"
        " WHERE game > 1000",
        [player, best],
    )
    ingester.execute("DELETE FROM standing")
    for row in expected_standings(ingester):
        ingester.execute("INSERT INTO standing VALUES (%s, %s, %s, %s, %s, %s, %s)", row)
    ingester.execute("ANALYZE")
    events = ingester.execute("SELECT max(place) FROM event").fetchone() or (0,)
    undone = EventRow(events[0] + 1, game, number, 9e5, encode(Undone()))
    ingest(ingester, [Delivery(A, Batch(J, None, (undone,)))])
    with ingester.transaction():
        before = rows_read(ingester)
        compute(ingester)
        read = rows_read(ingester) - before
    assert standings(ingester) == expected_standings(ingester)
    assert 0 < read < 3000


def rows_read(connection: psycopg.Connection) -> int:
    """Return the rows of the projections that this connection has read since it last reported them."""
    return sum(
        (of_one_scan or 0) + (by_index or 0)
        for of_one_scan, by_index in connection.execute(
            "SELECT seq_tup_read, idx_tup_fetch FROM pg_stat_xact_all_tables"
            " WHERE relname IN ('part', 'result', 'standing')"
        )
    )


def test_a_player_without_a_name_has_no_standing(ingester: psycopg.Connection) -> None:
    table = played(300)
    rows = tuple(replace(row, event=row.event.replace('"Ann"', '"Player 1"')) for row in table.store.events(1, 300))
    ingest(ingester, [Delivery(A, Batch(J, None, rows, tuple(table.store.openings(1, 99))))])
    compute(ingester)
    played_by = {player for (player,) in ingester.execute("SELECT player FROM part")}
    counted = {player for (player,) in ingester.execute("SELECT player FROM standing")}
    assert "Player 1" in played_by
    assert counted == played_by - {"Player 1"} != set()


def test_games_of_two_tables_count_both(ingester: psycopg.Connection) -> None:
    record(ingester, played(300))
    one = many(ingester, "counts")
    record(ingester, played(300, table=B, seed=4, journal=K))
    two = many(ingester, "counts")
    assert two > one


def test_a_game_of_a_newer_version_is_kept_without_players(ingester: psycopg.Connection) -> None:
    rows = (
        EventRow(1, 1, 0, 5.0, '{"type":"teleported"}'),
        EventRow(2, 2, 0, 6.0, encode(Started("rounds", ("Ann", "Ben")))),
    )
    ingest(ingester, [Delivery(A, Batch(J, None, rows, (OpeningRow(1, 1, 1.0),)))])
    compute(ingester)
    assert ingester.execute("SELECT game, kind, over FROM result ORDER BY game").fetchall() == [
        (1, "", False),
        (2, "ship_captain_crew", False),
    ]
    assert ingester.execute("SELECT game, player FROM part").fetchall() == [(2, "Ann"), (2, "Ben")]


@pytest.mark.parametrize(
    ("clock", "believed"),
    [
        *(((NOW - timedelta(days=days)).timestamp(), days < 400) for days in (0.1, 200, 3650)),
        *((clock, False) for clock in ((NOW + timedelta(days=3650)).timestamp(), 1e300, -1e300, 1e12)),
    ],
)
def test_a_clock_that_is_wrong_by_years_is_not_believed(clock: float, believed: bool) -> None:
    assert when(clock, NOW) == (datetime.fromtimestamp(clock, UTC) if believed else NOW)


def test_an_evening_begins_at_noon_and_belongs_to_one_month() -> None:
    last = datetime(2026, 11, 30, 20, 0).astimezone()
    after = last + timedelta(hours=6)
    assert {spans_of(evening_of(time)) for time in (last, after)} == {("2026-11-30", "2026-11", "all")}
    assert spans_of(evening_of(after + timedelta(hours=12))) == ("2026-12-01", "2026-12", "all")


def test_a_corrected_roll_is_no_midnight_any_more() -> None:
    events: list[Any] = [Started("rounds", ("Ann", "Ben"), "Ann"), Rolled((6, 5, 4, 6, 6))]
    midnight = history_of(events)
    words = [one.word for one in highlights(midnight, _figures(events))]
    corrected = [*events, Corrected(1, (6, 5, 4, 1, 1))]
    fixed = [one.word for one in highlights(history_of(corrected), _figures(corrected))]
    assert (words, fixed) == (["midnight"], [])


def _figures(events: list[Any]) -> Any:
    return record_of(ArchivedGame(1, None, tuple(events), tuple(float(n) for n in range(len(events)))), look_back=False)


BAD = {
    "a moment beyond all dates": (encode(Started("rounds", ("Ann", "Ben"))), 1e300),
    "a score beyond the record's numbers": (encode(Started("rounds", ("Ann", "Ben"), handicap={"Ann": 10**30})), 5.0),
    "a number beyond what can be printed": (
        '{"handicap":{"Ann":' + "9" * 4300 + '},"players":["Ann","Ben"],"preset":"rounds","type":"started"}',
        5.0,
    ),
    "rules that this version does not know": ('{"players":["Ann"],"preset":"quoits","type":"started"}', 5.0),
    "a text that PostgreSQL refuses": ('{"player":"\\u0000","type":"joined"}', 5.0),
}


def test_bad_games_do_not_keep_the_others_from_the_board(ingester: psycopg.Connection) -> None:
    for game, (body, moment) in enumerate(BAD.values(), 1):
        row, opening = EventRow(game, game, 0, moment, body), OpeningRow(game, game, 1.0)
        ingest(ingester, [Delivery(A, Batch(J, None, (row,), (opening,)))])
    record(ingester, played(300, table=B, seed=4, journal=K))
    good = EventRow(len(BAD) + 1, 99, 0, 5.0, encode(Started("rounds", ("Cid", "Dan"))))
    ingest(ingester, [Delivery(A, Batch(J, None, (good,)))])
    compute(ingester)
    assert standings(ingester) == expected_standings(ingester) != []
    players = "SELECT player FROM part WHERE table_id = %s AND game = 99"
    assert ingester.execute(players, [A]).fetchall() == [("Cid",), ("Dan",)]
    assert ingester.execute("SELECT count(*) FROM journal NATURAL JOIN projected").fetchone() == (2,)


def test_a_game_set_aside_comes_back_when_its_rows_are_mended(ingester: psycopg.Connection, record: Record) -> None:
    rows = [EventRow(place, 1, place - 1, 5.0, body) for place, body in enumerate(("{}", encode(Undone())), 1)]
    ingest(ingester, [Delivery(A, Batch(J, None, (rows[0],)))])
    project(ingester)
    assert "not an event" in aside(ingester)[1]
    with psycopg.connect(record.url("admin")) as admin:
        admin.execute("UPDATE event SET body = %s", [encode(Started("rounds", ("Ann", "Ben"), "Ann"))])
    ingest(ingester, [Delivery(A, Batch(J, None, (replace(rows[1], event=encode(Rolled((6, 5, 4, 1, 1)))),)))])
    project(ingester)
    assert aside(ingester) == {}


def test_a_game_set_aside_is_computed_once_by_another_version(
    ingester: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object, **_more: object) -> None:
        raise RuntimeError("out of luck\0")

    with monkeypatch.context() as failing:
        failing.setattr(projector, "record_of", fail)
        record(ingester, played(400))
    assert set(aside(ingester).values()) == {"RuntimeError: out of luck"}
    assert retry(ingester) == 0
    monkeypatch.setattr(projector, "SOFTWARE", "another")
    games = len(aside(ingester))
    assert [retry(ingester), retry(ingester)] == [games, 0]
    assert aside(ingester) == {}
    assert standings(ingester) == expected_standings(ingester) != []


def test_a_database_that_fails_sets_no_game_aside(ingester: psycopg.Connection) -> None:
    ingest(
        ingester, [Delivery(A, Batch(J, None, (EventRow(1, 1, 0, 5.0, encode(Started("rounds", ("Ann", "Ben")))),)))]
    )
    ingester.execute("SET default_transaction_read_only = on")
    with pytest.raises(psycopg.InternalError):
        project(ingester)
    ingester.execute("SET default_transaction_read_only = off")
    assert project(ingester) == 1
    assert aside(ingester) == {}


def aside(connection: psycopg.Connection) -> dict[int, str]:
    return dict(connection.execute("SELECT game, aside FROM result WHERE aside IS NOT NULL").fetchall())


def mangled(chance: Random, body: str, moment: float) -> tuple[str, float]:
    """Return an event of which one field, or the moment, has another value."""
    row = json.loads(body)
    field = chance.choice([*row, "moment", "another"])
    value = chance.choice(VALUES)
    if field == "moment":
        return body, float(chance.choice([1e300, -1e300, 1e15, -1e15, float("inf"), float("-inf"), float("nan")]))
    old = row.get(field)
    if isinstance(old, list) and old and chance.random() < 0.6:
        old[chance.randrange(len(old))] = value
    elif isinstance(old, dict) and old and chance.random() < 0.6:
        old[chance.choice(list(old))] = value
    else:
        row[field] = value
    return json.dumps(row), moment


VALUES: list[Any] = [
    None, True, -1, 0, 7, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30, 10**4299, 1.5, "", "Ann", "\0", "\ud800", "x" * 70,
    "rounds", "pig", [], [1], ["Ann"] * 40, {}, {"Ann": 10**30}, {"Ben": -(10**30)}, {"goal": 10**30}, {"\0": 1},
]  # fmt: skip


def fuzzed(connection: psycopg.Connection, seed: int, steps: int) -> int:
    """Record games of which most have one wrong event, beside good ones, and return how many were set aside."""
    chance = Random(seed)
    good = played(200, table=B, seed=seed, journal=K)
    store = played(steps, seed=seed + 1).store
    rows = []
    for row in store.events(1, steps):
        wrong = mangled(chance, row.event, row.moment) if chance.random() < 0.1 else (row.event, row.moment)
        rows.append(replace(row, event=wrong[0], moment=wrong[1]))
    for start in range(0, steps, 500):
        ingest(connection, [Delivery(A, Batch(J, None, tuple(rows[start : start + 500])))])
    record(connection, good)
    found = connection.execute("SELECT player, total, won FROM part WHERE table_id = %s ORDER BY game, seat", [B])
    wanted = []
    games: dict[int, list[Any]] = {}
    for row in good.store.events(1, 200):
        games.setdefault(row.game, []).append(decode(row.event))
    for _game, events in sorted(games.items()):
        wanted += [(part.name, part.total, part.won) for part in _figures(events).parts]
    assert found.fetchall() == wanted
    assert connection.execute("SELECT count(*) FROM result WHERE table_id = %s", [A]).fetchone() == (
        len({row.game for row in rows}),
    )
    return len(aside(connection))


def test_any_wrong_field_of_an_event_leaves_the_other_games_on_the_board(ingester: psycopg.Connection) -> None:
    assert fuzzed(ingester, seed=5, steps=1500) > 10


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_wrong_fields_of_events_leave_the_other_games_on_the_board(
    ingester: psycopg.Connection, seed: int
) -> None:
    fuzzed(ingester, seed, steps=3000)
