"""A real table, linked to a real venue: by the broker and by HTTP."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path

import psycopg
import pytest

from device.backup.erasure import carry_out, erased_in, have_erased
from device.config.mqtt import MqttConfig
from device.link import link, sender
from device.link.factory import linked
from device.link.link import LinkedTable, TableLink
from device.link.troubles import APART, TWIN
from device.notices import Notices
from engine import Started
from engine.link_protocol import Cursor
from engine.statistics.player_names import ErasedName
from tests.device.link.tables import ID, HandTable
from tests.venue.conftest import Record
from tests.venue.site import SECRET, VENUE, BoardServer, IngesterProcess, broker_in, settings_of, until
from venue.record.alarms import TWO_CARDS, choose
from venue.record.comparison import recorded_hash
from venue.record.ingest import secret_hash
from venue.record.schema import INGEST, OWNER
from web.appliance import Appliance


@contextmanager
def link_of(
    table: HandTable, config: MqttConfig, notices: Notices, erased: Sequence[ErasedName] = ()
) -> Iterator[TableLink]:
    branch = table.journal.branch
    to_link = LinkedTable(table.identity, "Window", table.board, table.file, lambda: table.game, branch, erased)
    with linked(config, to_link, Appliance(), "", table.folder, notices) as link:
        assert link is not None
        yield link


def journal_of(table: HandTable) -> str:
    extent = table.live.extent()
    assert extent is not None
    return extent.journal


def is_recorded(record: Record, table: HandTable) -> bool:
    extent = table.live.extent()
    assert extent is not None
    with psycopg.connect(record.url(OWNER)) as connection:
        whole = Cursor(extent.journal, extent.events, extent.openings)
        return recorded_hash(connection, table.identity.id, whole) == table.hash


@pytest.fixture
def password(tmp_path: Path) -> str:
    file = tmp_path / "mqtt-password"
    file.write_text(f"{ID}:{SECRET}\n")
    return str(file)


def test_a_table_on_the_broker_is_recorded_and_on_the_board(
    record: Record, scratch: Path, tmp_path: Path, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "NO_CURSOR", 0.2)
    monkeypatch.setattr(sender, "STANDS_STILL", 1.0)
    server, port = broker_in(scratch / "linked", [ID])
    with server, HandTable(tmp_path / "table") as table:
        ingester = IngesterProcess(record.url(INGEST), port)
        ingester.start()
        notices = Notices()
        config = MqttConfig(host="127.0.0.1", port=port, venue=VENUE, password_file=password)
        try:
            table.turn()
            with link_of(table, config, notices) as link:
                until(lambda: is_recorded(record, table), "the rows are recorded")
                ingester.kill()
                table.turn()
                ingester.start()
                until(lambda: is_recorded(record, table), "the rows are recorded after a kill")
                until(lambda: link.status().behind == 0, "the cursor is heard")
                assert link.status().trouble is None
                assert link._sender.software == version("quarterdeck")
            assert not notices.all
        finally:
            ingester.kill()


def test_two_cards_with_one_id_that_only_stand_there_are_told_at_both(
    record: Record,
    owner: psycopg.Connection,
    folder: Path,
    tmp_path: Path,
    password: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sender, "NO_CURSOR", 0.2)
    monkeypatch.setattr(sender, "STANDS_STILL", 1.0)
    server, port = broker_in(folder / "broker", [ID])
    ingester = IngesterProcess(record.url(INGEST), port)
    config = MqttConfig(host="127.0.0.1", port=port, venue=VENUE, password_file=password)
    said = {TWIN, f"The venue reports: {TWO_CARDS}"}
    turn: list[TableLink] = []

    def in_turns(link: TableLink) -> TableLink:
        """Have the link connect again at once when it is its turn, and not before."""

        def pause(_least: float, _most: float) -> float:
            until(lambda: turn[-1:] == [link], "its turn")
            return 0.0

        link._chance = pause
        return link

    def shown() -> str:
        """Return the program that has shown itself last."""
        found = owner.execute("SELECT processes[1] FROM tray").fetchone()
        return (found and found[0]) or ""

    with server, HandTable(tmp_path / "table") as table, HandTable(tmp_path / "copy") as copy:
        ingester.start()
        try:
            with link_of(table, config, one := Notices()) as link:
                first = in_turns(link)
                until(lambda: is_recorded(record, table) and bool(shown()), "the first is recorded")
                assert not one.all
                at_first = shown()
                with link_of(copy, config, other := Notices()) as link:
                    turn.append(second := in_turns(link))
                    copy.turn()
                    until(lambda: is_recorded(record, copy) and shown() != at_first, "the copy is recorded")
                    turn.append(first)
                    until(lambda: shown() == at_first, "the first shows itself again")
                    until(lambda: bool(said & set(one.all)), "it says so")
                    turn.append(second)
                    until(lambda: bool(said & set(other.all)), "the copy says so")
                    turn.append(first)
                    until(lambda: shown() == at_first, "the first is the last that the owner sees")
                    choose(owner, ID, journal_of(copy))
                    turn.append(second)
                    until(lambda: shown() not in ("", at_first), "the copy goes on")
                    turn.append(first)
                    until(lambda: APART in one.all, "the first leaves, though nothing is played at it")
                    turn.append(second)
                    until(lambda: second.status().linked, "the copy is alone")
                    assert owner.execute("SELECT 1 FROM alarm WHERE dismissed_at IS NULL").fetchone() is None
        finally:
            ingester.kill()


@pytest.mark.parametrize("many", [20, pytest.param(1000, marks=pytest.mark.long)])
def test_a_broker_that_is_restarted_again_and_again_is_no_alarm_and_nothing_is_lost(
    record: Record, owner: psycopg.Connection, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(link, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(link, "LONGEST_PAUSE", 0.3)
    tables = [f"{number:032x}" for number in (1, 2)]
    server, port = broker_in(folder / "broker", tables)
    ingester, notices, links = IngesterProcess(record.url(INGEST), port), Notices(), []
    with server, ExitStack() as stack:
        played = [stack.enter_context(HandTable(tmp_path / one, table_id=one)) for one in tables]
        for one in played:
            secret = tmp_path / f"{one.identity.id}-password"
            secret.write_text(f"{one.identity.id}:{SECRET}\n")
            config = MqttConfig(host="127.0.0.1", port=port, venue=VENUE, password_file=str(secret))
            links.append(stack.enter_context(link_of(one, config, notices)))
        ingester.start()
        try:
            for number in range(many):
                played[number % 2].turn()
                server.kill() if number % 3 else server.stop()
                server.start()
                if number % 2:
                    until(lambda: all(one.status().linked for one in links), "the tables are linked")
                assert not notices.all
            until(lambda: all(is_recorded(record, one) for one in played), "nothing is lost")
            assert not notices.all
        finally:
            ingester.kill()
    assert owner.execute("SELECT kind, count FROM alarm").fetchall() == []


def test_a_table_without_a_broker_is_recorded(record: Record, tmp_path: Path, password: str) -> None:
    with psycopg.connect(record.url(OWNER), autocommit=True) as connection:
        enrolled = "INSERT INTO tray (table_id, secret, enrolled_at) VALUES (%s, %s, now())"
        connection.execute(enrolled, [ID, secret_hash(SECRET)])
    with BoardServer(settings_of(record, tmp_path)) as board, HandTable(tmp_path / "table") as table:
        config = MqttConfig(http=f"http://127.0.0.1:{board.port}", venue=VENUE, password_file=password)
        notices = Notices()
        with link_of(table, config, notices) as link:
            for _turn in range(3):
                table.turn()
                until(lambda: is_recorded(record, table) and link.status().behind == 0, "the rows are recorded")
            assert not notices.all
        Path(password).write_text(f"{ID}:another\n")
        with link_of(table, config, notices) as link:
            table.turn()
            until(lambda: bool(notices.all), "the refusal is shown")
            assert any("The venue refuses what this table sends (" in one for one in notices.all)


def test_who_is_erased_at_a_table_is_gone_from_the_record_too(
    record: Record, owner: psycopg.Connection, tmp_path: Path, password: str
) -> None:
    enrolled = "INSERT INTO tray (table_id, secret, enrolled_at) VALUES (%s, %s, now())"
    owner.execute(enrolled, [ID, secret_hash(SECRET)])
    folder = tmp_path / "table"
    file, start = folder / "quarterdeck.toml", Started("pig", ("Jonas", "Ben"), "Jonas", {"goal": 25})
    with BoardServer(settings_of(record, tmp_path)) as board:
        config = MqttConfig(http=f"http://127.0.0.1:{board.port}", venue=VENUE, password_file=password)

        def recorded(table: HandTable) -> None:
            with link_of(table, config, notices := Notices(), erased_in(file)):
                until(lambda: is_recorded(record, table), "the rows are recorded")
                assert not notices.all

        with HandTable(folder, start=start) as table:
            for _ in range(5):
                table.roll(6)
            table.stand()
            table.roll(1)
            recorded(table)
            journal = journal_of(table)
        file.touch()
        have_erased(file, "Jonas")
        carry_out(file)
        with HandTable(folder) as table:
            recorded(table)
            assert journal_of(table) == journal
    bodies = "".join(body for (body,) in owner.execute("SELECT body FROM event"))
    assert ("Jonas" in bodies, "Player 1" in bodies) == (False, True)
    assert owner.execute("SELECT 1 FROM alarm").fetchall() == []
