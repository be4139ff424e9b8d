"""What the link to a venue costs a table: processor time, memory, and nothing between a command and the page."""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.config.mqtt import MqttConfig
from device.link.factory import linked
from device.link.link import LinkedTable, TableLink
from device.notices import Notices
from tests.broker import Broker
from tests.device.link.tables import HandTable
from web.appliance import Appliance

pytestmark = pytest.mark.benchmark

VENUE = """
import sys
from tests.device.link.venues import Venue
Venue(int(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""
MEMORY = """
import sys
from pathlib import Path
import device.runtime.assemble
from tests.device.link.tables import HandTable
from device.config.mqtt import MqttConfig
from device.link.factory import linked
from device.link.link import LinkedTable
from device.notices import Notices
from web.appliance import Appliance
def used():
    return next(int(row.split()[1]) for row in open("/proc/self/status") if row.startswith("VmRSS"))
with HandTable(Path(sys.argv[2])) as table:
    table.turn()
    before = used()
    config = MqttConfig(host="127.0.0.1", port=int(sys.argv[1]), venue="galley", home_assistant=True)
    to_link = LinkedTable(table.identity, "", table.board, table.file, lambda: table.game, table.journal.branch)
    with linked(config, to_link, Appliance(), "", table.folder, Notices()) as link:
        while link.status().behind != 0:
            link._done.wait(0.05)
        print(before, used())
"""


@contextmanager
def venue(folder: Path) -> Iterator[Broker]:
    """A broker, and a venue in a process of its own."""
    broker = Broker(folder / "broker").start()
    process = subprocess.Popen(
        [sys.executable, "-c", VENUE, str(broker.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    try:
        yield broker
    finally:
        process.communicate()
        broker.stop()


@contextmanager
def link_to(broker: Broker, table: HandTable) -> Iterator[TableLink]:
    config = MqttConfig(host="127.0.0.1", port=broker.port, venue="galley", home_assistant=True)
    to_link = LinkedTable(table.identity, "", table.board, table.file, lambda: table.game, table.journal.branch)
    with linked(config, to_link, Appliance(), "", table.folder, Notices()) as link:
        assert link is not None
        while link.status().behind != 0:
            link._done.wait(0.05)
        yield link


def link_seconds() -> float:
    """Processor seconds of the link's threads so far."""
    ticks = 0
    for thread in threading.enumerate():
        if thread.name == "link" or thread.name.startswith("paho"):
            fields = Path(f"/proc/self/task/{thread.native_id}/stat").read_text("ascii").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def test_the_link_takes_less_than_one_percent_of_a_core(tmp_path: Path) -> None:
    with venue(tmp_path) as broker, HandTable(tmp_path / "table") as table, link_to(broker, table) as link:
        used, began, events = link_seconds(), time.monotonic(), table.events
        while time.monotonic() - began < 20:
            table.turn()  # a confirmed event a second: several times the pace of people
            link._done.wait(2.0)
        share = (link_seconds() - used) / (time.monotonic() - began)
        count = table.events - events
    print(f"\n{100 * share:.2f} % of a core, {count} events in 20 s")
    assert count >= 15
    assert share < 0.01


def test_the_link_takes_less_than_8_megabytes(tmp_path: Path) -> None:
    with venue(tmp_path) as broker:
        said = subprocess.run(
            [sys.executable, "-c", MEMORY, str(broker.port), str(tmp_path / "table")],
            check=True,
            capture_output=True,
            text=True,
        )
    before, after = map(int, said.stdout.split())
    print(f"\n{(after - before) / 1024:.1f} MB")
    assert after - before < 8 * 1024


def test_a_command_takes_no_longer_with_a_link(tmp_path: Path) -> None:
    took: dict[str, list[float]] = {"with": [], "without": []}
    with (
        venue(tmp_path) as broker,
        HandTable(tmp_path / "with") as linked_table,
        HandTable(tmp_path / "without") as other,
        link_to(broker, linked_table),
    ):
        tables = [("with", linked_table), ("without", other)]
        for _turn in range(100):
            tables.reverse()
            for name, table in tables:
                began = time.perf_counter()
                table.roll(6, 5, 4, 2, 1)
                took[name].append(time.perf_counter() - began)
                table.stand()
    # the quicker ones: the slower ones waited for the disk or the processor
    ratio = statistics.quantiles(took["with"])[0] / statistics.quantiles(took["without"])[0]
    print(f"\nwith a link and without: ratio {ratio:.2f}")
    assert ratio < 1.15
