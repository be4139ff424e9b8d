"""The parts of a venue: one that fails ends the process, and one message that fails ends nothing."""

import re
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from engine.link_protocol import LinkState, encode_state
from fixtures.venue.scratch import free_port
from tests.venue.conftest import Record
from tests.venue.site import VENUE, address, settings_of, until
from tests.venue.test_broker import alarms, topic
from tests.venue.test_ingest import A, B
from venue.board.feed import MOST_STREAMS
from venue.broker.session import Arrival
from venue.errors import BadSettings, RecordUnavailable
from venue.record.live import Sign, show
from venue.record.schema import INGEST
from venue.services import ingester, running
from venue.settings import VenueSettings, write_settings

BROKEN = """
import sys
from venue.{module} import {name}
def fail(*_given, **_more):
    raise RuntimeError("a bad day")
{name}.{what} = fail
from device.cli.main import main
main(["venue", "run", "--folder", sys.argv[1], "--only", "{part}"])
"""


@pytest.mark.parametrize(
    ("part", "module", "name", "what"),
    [
        ("projector", "projection", "projector", "project"),
        ("ingester", "services.ingester", "Ingester", "_taken"),
        ("ingester", "services.ingester", "StateIntake", "_taken"),
        ("board", "board.feed", "Feed", "_beat"),
    ],
)
def test_a_part_that_fails_takes_the_process_with_it(
    record: Record, tmp_path: Path, part: str, module: str, name: str, what: str
) -> None:
    settings = settings_of(record, tmp_path)
    write_settings(replace(settings, board=replace(settings.board, port=free_port())))
    code = BROKEN.format(module=module, name=name, what=what, part=part)
    ended = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1, ended.stderr
    assert "RuntimeError: a bad day" in ended.stderr


@pytest.mark.parametrize("error", [RuntimeError("a bad day"), psycopg.errors.NumericValueOutOfRange("too much")])
def test_a_message_that_the_record_refuses_is_an_alarm_and_the_next_one_is_taken(
    record: Record, reader: psycopg.Connection, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def show_others(connection: psycopg.Connection, signs: dict[str, Sign]) -> set[str]:
        if A in signs:
            raise error
        return show(connection, signs)

    monkeypatch.setattr(ingester, "show", show_others)
    monkeypatch.setattr(ingester, "PAUSE", 0.05)
    taking = ingester.StateIntake(VENUE, record.url(INGEST), address(free_port()))
    for table in (A, B):
        taking.session.arrivals.put(Arrival(topic(table, "state"), encode_state(LinkState(table[:4])), 1, 1, 0))
    stop = threading.Event()
    thread = threading.Thread(target=taking.run, args=(stop,), daemon=True)
    thread.start()
    try:
        until(lambda: reader.execute("SELECT 1 FROM tray WHERE told_name = 'bbbb'").fetchone() is not None, "B")
        assert str(error) in alarms(reader)["message"]
    finally:
        stop.set()
        thread.join(10)


def test_a_server_that_starts_before_the_database_waits_and_says_so(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = iter([RecordUnavailable("It is away."), RecordUnavailable("It is away."), BadSettings("At last.")])

    def answer(_settings: VenueSettings) -> None:
        raise next(answers)

    monkeypatch.setattr(running, "check_record", answer)
    monkeypatch.setattr(running, "PAUSE", 0.01)
    with caplog.at_level("WARNING"), pytest.raises(BadSettings, match="At last"):
        running.run(settings_of(record, tmp_path))
    assert [one.getMessage() for one in caplog.records] == ["Waiting: It is away."]


def test_the_board_may_have_as_many_connections_as_it_serves_viewers(record: Record, tmp_path: Path) -> None:
    settings = settings_of(record, tmp_path)
    write_settings(replace(settings, board=replace(settings.board, port=free_port())))
    few = "import resource as of\nof.setrlimit(of.RLIMIT_NOFILE, (1024, of.getrlimit(of.RLIMIT_NOFILE)[1]))\n"
    code = few + BROKEN.format(module="board.feed", name="Feed", what="_beat", part="board")
    code = code.replace('"a bad day"', "of.getrlimit(of.RLIMIT_NOFILE)[0]")
    ended = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, timeout=30)
    [found] = re.findall(r"RuntimeError: (\d+)", ended.stderr)[:1]
    assert int(found) > MOST_STREAMS
