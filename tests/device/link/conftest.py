"""What the tests of the link share: a broker, quick pauses, and links that are closed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.config.mqtt import MqttConfig
from device.link import link, sender
from device.link.factory import linked
from device.link.link import LinkedTable, TableLink
from device.notices import Notices
from tests.broker import Broker
from tests.device.link.tables import HandTable
from tests.device.link.venues import Venue, Watcher
from web.appliance import Appliance

Linking = Callable[..., TableLink]


@pytest.fixture
def quick_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(link, "LONGEST_PAUSE", 0.1)
    monkeypatch.setattr(link, "TWIN_PAUSE", 0.1)
    monkeypatch.setattr(link, "TICK", 0.02)
    monkeypatch.setattr(link, "BETWEEN_BATCHES", 0.0)
    monkeypatch.setattr(sender, "NO_CURSOR", 0.1)
    monkeypatch.setattr(sender, "STANDS_STILL", 0.5)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path / "broker").start()
    yield broker
    broker.stop()


@pytest.fixture
def venue(broker: Broker) -> Iterator[Venue]:
    venue = Venue(broker.port)
    yield venue
    venue.close()


@pytest.fixture
def watcher(broker: Broker) -> Iterator[Watcher]:
    watcher = Watcher(broker.port)
    yield watcher
    watcher.close()


@pytest.fixture
def link_of(quick_pauses: None) -> Iterator[Linking]:  # noqa: ARG001
    with ExitStack() as links:

        def opened(
            table: HandTable,
            config: MqttConfig,
            notices: Notices | None = None,
            appliance: Appliance | None = None,
        ) -> TableLink:
            to_link = LinkedTable(
                table.identity, "Window", table.board, table.file, lambda: table.game, table.journal.branch
            )
            page = "http://tray.local:8000/"
            made = linked(config, to_link, appliance or Appliance(), page, table.folder, notices or Notices())
            link = links.enter_context(made)
            assert link is not None
            return link

        yield opened


@pytest.fixture
def hand_table(tmp_path: Path) -> Iterator[HandTable]:
    with HandTable(tmp_path / "table") as table:
        yield table
