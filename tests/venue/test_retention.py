"""Old games and nights lose their names, if the owner wants that; what is kept is still the table's, row by row."""

from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from device.storage.database import JournalDatabase, Opening
from engine.codec import names_in
from engine.link_protocol import Batch, Cursor, EventRow
from engine.statistics.player_names import ErasedNames, erased_name, stand_ins
from engine.tournament.facts import Cancelled
from fixtures.venue.simulation import MemoryStore, SimulatedTable
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from tests.venue.test_erasing import as_erased, totals
from tests.venue.test_ingest import A, J, recorded
from tests.venue.test_night_pages import PASSWORD, Phone, host_of
from tests.venue.test_projector import compute, many, played
from tests.venue.test_projector import record as keep
from venue.board.owner import keep_password, merge_player
from venue.record.comparison import compare
from venue.record.erasing import KEPT, erase_guest, forget
from venue.record.ingest import Delivery, ingest
from venue.record.night_desk import drawn, entering
from venue.record.night_rows import add_facts, add_to_night, open_night, read_night
from venue.record.nights import NightFact
from venue.record.schema import INGEST
from venue.services.running import keep_forgetting
from venue.settings import RetentionSection

OLD = 8
"""Games that came long ago."""


def age(record: Record, table: str, which: str, column: str = "received_at", days: int = 40) -> None:
    with psycopg.connect(record.server.url(database=record.name), autocommit=True) as admin:
        admin.execute(f"UPDATE {table} SET {column} = now() - interval '{days} days' WHERE {which}")


def names(rows: list[EventRow]) -> set[str]:
    return set(names_in(row.event for row in rows)) - stand_ins()


def test_old_games_have_no_names_and_are_else_as_the_journal_has_them(
    record: Record, ingester: psycopg.Connection, owner: psycopg.Connection, tmp_path: Path
) -> None:
    journal = JournalDatabase(tmp_path / "journal.db")
    table = SimulatedTable("bar", A, "Window", MemoryStore(journal.identity.id), seed=3)
    table.play(900)
    store = table.store
    events, openings = store.extent
    rows = store.events(1, events)
    journal.write(
        [(row.game, row.number, row.moment, row.event) for row in rows],
        [Opening(one.game, one.clock) for one in store.openings(1, openings)],
    )
    keep(ingester, table)
    assert rows[-1].game > OLD + KEPT
    everybody = names(rows)
    before, counted = totals(ingester), many(ingester, "over AND counts")
    merge_player(owner, next(iter(everybody)), "Zoë")
    forget(ingester, 30)
    assert recorded(ingester, A, store.journal) == rows, "nothing is old"
    age(record, "event", f"game <= {OLD}")
    for _twice in range(2):
        forget(ingester, 30)
        here = recorded(ingester, A, store.journal)
        assert names(here[: sum(row.game <= OLD for row in rows)]) == set()
        renamed = as_erased(rows, ErasedNames(map(erased_name, everybody)))
        assert here == [after if row.game <= OLD else row for row, after in zip(rows, renamed, strict=True)]
    assert 0 < many(ingester, "software = ''") <= OLD, "no other game is computed again"
    compute(ingester)
    assert many(ingester, "aside IS NOT NULL") == 0
    assert (totals(ingester), many(ingester, "over AND counts")) == (before, counted)
    assert owner.execute("SELECT count(*) FROM alias").fetchone() == (1,), "the name is in later games"

    # the table proves who it is with its last rows, and its journal with all of them
    batch = Batch(store.journal, None, tuple(rows[-3:]))
    assert ingest(ingester, [Delivery(A, batch)]) == {(A, store.journal): Cursor(store.journal, events, openings)}
    assert ingester.execute("SELECT count(*) FROM alarm").fetchone() == (0,)
    assert compare(ingester, tmp_path / "journal.db")[A].is_whole
    with psycopg.connect(record.url(INGEST), autocommit=True) as connection:
        connection.execute("UPDATE event SET body = replace(body, '\"dice\":[6', '\"dice\":[5') WHERE game = 3")
        assert not compare(connection, tmp_path / "journal.db")[A].is_equal, "another die is seen"
    journal.close()


def test_a_restored_table_does_not_bring_games_twice_and_the_last_games_keep_their_names(
    record: Record, ingester: psycopg.Connection
) -> None:
    table = played(700)
    keep(ingester, table)
    counted = many(ingester, "over AND counts")
    age(record, "event", "true")
    forget(ingester, 30)
    rows = recorded(ingester)
    last = rows[-1].game
    assert {row.game for row in rows if names([row])} == {last, last - 1}
    restored = MemoryStore("3" * 32, J)
    restored.write(
        [(row.game, row.number, row.moment, row.event) for row in table.store.events(1, 500)],
        [(one.game, one.clock) for one in table.store.openings(1, 99)],
    )
    table.store = restored
    for start in range(1, 501, 250):
        openings = tuple(restored.openings(1, 99))
        ingest(ingester, [Delivery(A, Batch(restored.journal, J, tuple(restored.events(start, 250)), openings))])
    compute(ingester)
    assert many(ingester, "over AND counts") == counted


def test_old_nights_lose_names_and_phones_keys_and_merges_of_nobody_go(
    record: Record, ingester: psycopg.Connection, owner: psycopg.Connection
) -> None:
    old = open_night(owner, drawn(("Zoë", "Ben", "Cy"), "single", "pig", 1))
    add_facts(owner, old.number, len(old.facts), [NightFact(Cancelled())])
    open_night(owner, old.facts[:1])
    add_to_night(owner, lambda night: entering(night, "Ben", "whale", "b" * 32))
    merge_player(owner, "Zoë", "Zoe")
    merge_player(owner, "Ben", "Benjamin")
    age(record, "night", "true", "at")
    forget(ingester, 30)
    bodies = [row[0] for row in ingester.execute("SELECT body FROM night WHERE night = 1").fetchall()]
    assert set(names_in(bodies)) == {"Player 1", "Player 2", "Player 3"}
    latest = read_night(ingester)
    assert latest
    assert list(latest.roster) == ["Ben"]
    assert latest.roster["Ben"].key == "b" * 32
    assert owner.execute("SELECT stored FROM alias").fetchall() == [("Ben",)]


def test_it_runs_beside_the_projector_where_the_owner_wants_it(record: Record, ingester: psycopg.Connection) -> None:
    assert RetentionSection().days == 0, "off by default"
    keep(ingester, played(400))
    age(record, "event", "game <= 3")
    stop = Event()
    thread = Thread(target=keep_forgetting, args=(record.url(INGEST), 30, stop), daemon=True)
    thread.start()
    until(lambda: not names([row for row in recorded(ingester) if row.game <= 3]), "names are forgotten")
    stop.set()
    thread.join(10)
    assert names([row for row in recorded(ingester) if row.game > 3])


def test_who_only_signed_up_is_erased_from_the_owners_page_and_who_played_at_the_table(
    record: Record, ingester: psycopg.Connection, owner: psycopg.Connection, tmp_path: Path
) -> None:
    keep_password(tmp_path, PASSWORD)
    keep(ingester, played(400))
    with BoardServer(settings_of(record, tmp_path)) as board:
        host, zoe = host_of(board), Phone(board)
        host.does("/host/open", format="swiss", rules="pig", minutes="5")
        zoe.does("/night/enter", name="Zoë", emblem="whale")
        for name in ("Ann", "Dora"):
            host.does("/host/enter", player=name)
        page = host.sees("/owner")
        assert ['name="player" value="Zoë"' in page, page.count("only signed up")] == [True, 2]
        assert page.count(">Erase for good<") == 2, "Ann has played"
        assert Phone(board).does("/owner/erase", player="Zoë")[0] == 403
        status, page = host.does("/owner/erase", player="Ann")
        assert (status, "Ann has played: erase the name at the table." in page) == (422, True)
        merge_player(owner, "Zoë", "Zoe")
        assert host.does("/owner/erase", player="Zoë")[0] == 303
        night = read_night(owner)
        assert night
        assert list(night.roster) == ["Player 1", "Ann", "Dora"]
        assert {one.key for one in night.roster.values()} == {""}
        assert "Zoë" not in host.sees("/owner") + zoe.sees() + board.ask("/tv")[2]
        assert owner.execute("SELECT count(*) FROM alias").fetchone() == (0,)
        assert "You’re in." not in zoe.sees()


@pytest.mark.parametrize("name", ["", "nobody", "Player 1"])
def test_erasing_nobody_changes_nothing(owner: psycopg.Connection, name: str) -> None:
    before = open_night(owner, drawn(("Zoë", "Ben", "Cy"), "single", "pig", 1))
    erase_guest(owner, name)
    after = read_night(owner)
    assert after
    assert [replace(one, age=0.0) for one in after.facts] == list(before.facts)
