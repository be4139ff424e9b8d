"""What is looked after while a table runs."""

import sqlite3
from pathlib import Path

import pytest

from device.doctor.watch import Watch
from device.journal.journal import Journal
from device.notices import Notices
from device.panels.alarm import ALARM, Alarm
from device.panels.factory import RecordedPanel
from device.recording.format import load
from device.runtime.assemble import Housekeeping
from device.runtime.boot_count import GOOD, BootCount
from device.runtime.start import Running
from device.storage.database import JournalDatabase
from engine import Rolled, Started
from table import TrayView
from table.panel import Lamp
from table.table import Table
from tests.end_to_end.program import RECORDING
from tests.table.lying import EMPTY

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")


def test_a_full_disk_is_said_on_page_and_lamp_until_it_takes_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    now = [30.0]
    panel = RecordedPanel(load(RECORDING))
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        alarm = Alarm(panel)
        table = Table([START], journal, alarm, TrayView(300, 200, 50), "boot")
        keeping = Housekeeping(journal, table.board, alarm, clock=lambda: now[0])
        keeping()
        assert table.board.snapshot().trouble == ()
        with monkeypatch.context() as disk:
            disk.setattr(JournalDatabase, "write", full)
            journal.append([Rolled((6, 5, 4, 3, 3))], 1.0)
            keeping()
            [said] = table.board.snapshot().trouble
            assert said == (
                "The journal can’t be written (database or disk is full): the game continues in memory, and is lost "
                "if the table is switched off. Free up space; don’t switch off."
            )
            assert panel.lamp == ALARM
            table.see(EMPTY, 1.0)
            assert table.board.snapshot().trouble == (said,)
        now[0] += 3.0
        keeping()
        assert table.board.snapshot().trouble == ()
        assert panel.lamp != ALARM


def test_what_a_new_table_lacks_is_said_on_page_and_lamp_before_the_notices(tmp_path: Path) -> None:
    panel, watch, notices = RecordedPanel(load(RECORDING)), Watch(), Notices()
    notices.add("Something else.")
    with Journal(tmp_path / "journal.db") as journal:
        alarm = Alarm(panel)
        table = Table([START], journal, alarm, TrayView(300, 200, 50), "boot")
        keeping = Housekeeping(journal, table.board, alarm, notices, clock=lambda: 30.0, watch=watch)
        keeping()
        assert panel.lamp != ALARM
        watch.said, watch.rings = ("Address: not on a network; connect a cable.",), True
        keeping()
        assert table.board.snapshot().trouble == ("Address: not on a network; connect a cable.", "Something else.")
        assert panel.lamp == ALARM
        watch.rings = False
        keeping()
        assert panel.lamp != ALARM


def test_a_camera_that_is_lost_is_on_the_lamp(tmp_path: Path) -> None:
    panel = RecordedPanel(load(RECORDING))
    with Journal(tmp_path / "journal.db") as journal:
        table = Table([START], journal, Alarm(panel), TrayView(300, 200, 50), "boot")
        table.camera_lost("The Pi sees no camera: check the ribbon cable.")
    assert panel.lamp == Lamp("red", "quick")


def test_a_damaged_journal_is_said_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_text("dear diary, " * 100)
    alarm = Alarm(RecordedPanel(load(RECORDING)))
    with Journal(tmp_path / "journal.db") as journal:
        table = Table([START], journal, alarm, TrayView(300, 200, 50), "boot")
        Housekeeping(journal, table.board, alarm)()
        assert "The damaged file is kept as journal.damaged-1.db" in table.board.snapshot().trouble[0]


def test_a_start_is_good_after_a_while(tmp_path: Path) -> None:
    now = [100.0]
    alarm = Alarm(RecordedPanel(load(RECORDING)))
    config = tmp_path / "quarterdeck.toml"
    config.touch()
    for _ in range(5):
        starts = BootCount(config, runtime=tmp_path)
        starts.failed("no camera, no panel, no luck")
        assert starts.why is None
        with Journal(tmp_path / "journal.db") as journal:
            table = Table([START], journal, alarm, TrayView(300, 200, 50), "boot")
            running = Running(config, starts)
            keeping = Housekeeping(journal, table.board, alarm, Notices(), running, clock=lambda: now[0])
            now[0] += GOOD
            keeping()
