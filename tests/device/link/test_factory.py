"""A link that is off costs a table nothing, not even a module."""

import secrets
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from device.config.mqtt import MqttConfig
from device.link.factory import linked
from device.link.link import LinkedTable
from device.notices import Notices
from tests.broker import Broker
from tests.device.link.conftest import Linking
from tests.device.link.tables import HandTable, wait_until
from web.appliance import Appliance


def to_link(table: HandTable) -> LinkedTable:
    return LinkedTable(table.identity, "Window", table.board, table.file, lambda: table.game, table.journal.branch)


def test_without_a_broker_there_is_no_link_and_no_thread(hand_table: HandTable) -> None:
    notices = Notices()
    with linked(MqttConfig(), to_link(hand_table), Appliance(), "", hand_table.folder, notices) as link:
        assert link is None
    assert notices.all == ()
    assert not (hand_table.folder / "retained-topics.json").exists()


def test_paho_is_loaded_for_a_broker_only() -> None:
    program = """
import sys
from pathlib import Path
import device.commands.run, device.runtime.assemble
from device.config.mqtt import MqttConfig
from device.link.factory import linked
from device.link.link import LinkedTable
from device.notices import Notices
from device.table_identity import HardwareMarks, TableIdentity
from table.commands import CommandQueue
from table.publisher import SnapshotPublisher
from tests.web.moments import WAITING
from web.appliance import Appliance
board = SnapshotPublisher(WAITING, CommandQueue())
table = LinkedTable(TableIdentity("0" * 32, HardwareMarks()), "", board, Path("missing.db"), lambda: None, print)
for config in (MqttConfig(), MqttConfig(http="http://127.0.0.1:9", venue="a")):
    with linked(config, table, Appliance(), "", Path(), Notices()):
        assert not {"paho", "paho.mqtt"} & set(sys.modules), config
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_without_paho_the_table_runs_and_says_what_to_install(
    hand_table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("paho", "device.link.mqtt", "device.link.conn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "paho", None)
    notices = Notices()
    config = MqttConfig(host="127.0.0.1", venue="galley")
    with linked(config, to_link(hand_table), Appliance(), "", hand_table.folder, notices) as link:
        assert link is None
        hand_table.turn()
    assert notices.all == ("The link is off: run .venv/bin/pip install 'paho-mqtt>=2', then restart the table.",)


def journal_bytes(folder: Path, link_of: Linking | None, config: MqttConfig) -> bytes:
    with HandTable(folder) as table:
        link = link_of(table, config) if link_of else None
        if link:
            wait_until(link, lambda: link.status().linked)
        for _turn in range(4):
            table.turn()
        if link:
            link.close()
    with closing(sqlite3.connect(table.file)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return table.file.read_bytes()


def test_a_linked_table_writes_the_same_journal_byte_for_byte(
    tmp_path: Path, broker: Broker, link_of: Linking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda size: "ab" * size)
    config = MqttConfig(host="127.0.0.1", port=broker.port, venue="galley")
    without = journal_bytes(tmp_path / "without", None, config)
    assert len(without) > 4096
    assert journal_bytes(tmp_path / "with", link_of, config) == without
