"""Opens the link that the configuration describes. paho-mqtt is loaded only for a broker."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from device.config.mqtt import MqttConfig
from device.link.http_session import HttpSession
from device.link.link import LinkedTable, LinkSession, TableLink
from device.link.sender import Sender
from device.link.troubles import NO_PAHO
from device.link.updates import OfferedUpdate
from device.notices import Notices
from device.storage.live_reader import LiveJournal
from device.table_identity import renew_identity
from web.appliance import Appliance
from web.services.device import LinkStatus

if TYPE_CHECKING:
    from device.link.home_assistant.bridge import HomeAssistantBridge
    from device.link.mqtt_session import Troubles


@contextmanager
def linked(
    config: MqttConfig, table: LinkedTable, appliance: Appliance, page: str, folder: Path, notices: Notices
) -> Iterator[TableLink | None]:
    """Link the table while the context is open; None if the link is off, or cannot be used at all.

    ``page`` is the address of the table's page for the local network, ``folder`` that of the configuration.
    """
    connect: Callable[[], LinkSession] | None = None
    sender = Sender(LiveJournal(table.journal), table.branch, erased=table.erased)
    if config.http:
        connect = partial(HttpSession, config, table, sender)
    elif config.host:
        try:
            from device.link.connection import RetainedTopics
            from device.link.mqtt_session import MqttSession

            bridge = _bridge(config, table, appliance, page, sender) if config.home_assistant else None
            kept, process = RetainedTopics(folder, notices), secrets.token_hex(16)
            look = partial(_troubles, appliance, notices)
            care = appliance.care if config.updates else None
            updates = OfferedUpdate(care.system, config.host, config.language) if care else None
            connect = partial(MqttSession, config, table, sender, bridge, kept, process, troubles=look, updates=updates)
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("paho"):
                raise
            notices.add(NO_PAHO)
    if connect is None:
        yield None
        return
    to = config.http or f"{config.host}:{config.broker_port}"
    status = LinkStatus(to, config.venue, table.identity.id, config.home_assistant)
    with closing(TableLink(connect, sender, status, notices, partial(renew_identity, folder))) as link:
        yield link


def _troubles(appliance: Appliance, notices: Notices) -> "Troubles":
    found = appliance.care.health() if appliance.care else ()
    graded = [one for light in ("red", "amber") for one in found if one.light == light]
    return [*((one.name, one.words) for one in graded), *((said,) for said in notices.all)]


def _bridge(
    config: MqttConfig, table: LinkedTable, appliance: Appliance, page: str, sender: Sender
) -> "HomeAssistantBridge":
    from device.doctor.machine import Machine
    from device.link.home_assistant.bridge import HomeAssistantBridge, measured
    from device.link.home_assistant.discovery import AnnouncedTable, HomeTopics
    from device.link.mqtt_session import HOME
    from engine.link_protocol import Topic

    settings = appliance.settings.settings() if appliance.settings else {}
    announced = AnnouncedTable(
        id=table.identity.id,
        name=table.name,
        version=version("quarterdeck"),
        page=page,
        language=config.language,
        controls=config.controls,
        has_lamp="brightness" in settings,
        has_camera=appliance.pictures is not None,
    )
    base = str(Topic(config.venue or HOME, table.identity.id, "state")).rpartition("/")[0]
    measure = partial(measured, Machine(), table.journal.parent)
    topics = HomeTopics(base, table.identity.id)
    return HomeAssistantBridge(announced, topics, appliance, measure, lambda: sender.software)
