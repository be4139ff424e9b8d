"""A table at the real Home Assistant: discovery, states, restarts in either order, rename, commands, removal.

Run with ``pytest -m homeassistant tests/homeassistant``; needs root, debootstrap and mosquitto, and first
``tests/homeassistant/make_room.sh``.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.config.mqtt import MqttConfig
from device.link.factory import linked
from device.link.link import LinkedTable
from device.notices import Notices
from tests.broker import Broker
from tests.device.link.tables import HandTable
from tests.homeassistant.home_process import HomeAssistant
from web.appliance import Appliance

pytestmark = [pytest.mark.homeassistant]

SENSORS = {
    *("roll", "player", "last_roll", "leader", "round", "game", "camera_problem", "running", "moving"),
    *("temperature", "disk_free", "undervoltage", "update"),
}
ACTING = {"press_roll", "press_stand", "undo", "picture", "brightness"}


class Lamp:
    def __init__(self) -> None:
        self.values: dict[str, object] = {"brightness": 0.5}

    def settings(self) -> dict[str, object]:
        return dict(self.values)

    def change(self, values: Mapping[str, object]) -> None:
        self.values |= values


def picture() -> bytes:
    """A camera whose picture is noise, which no JPEG makes small."""
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    return cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@dataclass
class House:
    broker: Broker
    home: HomeAssistant
    table: HandTable
    lamp: Lamp

    def config(self, **more: Any) -> MqttConfig:
        return MqttConfig(host="127.0.0.1", port=self.broker.port, **{"home_assistant": True, **more})

    @contextmanager
    def linked(self, name: str = "Window", **more: Any) -> Iterator[None]:
        """Link the table while the context is open."""
        table = self.table
        appliance = Appliance(helm=table.board, settings=self.lamp, pictures=picture)
        to_link = LinkedTable(table.identity, name, table.board, table.file, lambda: table.game, table.journal.branch)
        page = "http://tray.local:8000/"
        with linked(self.config(**more), to_link, appliance, page, table.folder, Notices()) as link:
            assert link is not None
            yield

    def devices(self) -> list[dict[str, Any]]:
        return [one for one in self.home.ask(do="report")["devices"] if one["version"]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    broker = Broker(tmp_path / "broker")
    home = HomeAssistant(broker.port)
    broker.start()
    with HandTable(tmp_path / "table") as table, ExitStack() as until_end:
        until_end.callback(broker.stop)
        until_end.callback(home.stop)
        yield House(broker, home, table, Lamp())


def is_available(entities: dict[str, dict[str, Any]]) -> bool:
    return entities.keys() >= SENSORS and all(entities[name]["state"] != "unavailable" for name in SENSORS)


def is_unavailable(entities: dict[str, dict[str, Any]]) -> bool:
    return all(entity["state"] == "unavailable" for entity in entities.values())


def test_a_table_is_one_device_with_the_state_of_each_entity(house: House) -> None:
    house.home.start()
    with house.linked():
        entities = house.home.wait_for(is_available)
        assert entities.keys() == SENSORS, "what acts or shows people is off"
        assert [(one["name"], one["page"]) for one in house.devices()] == [("Window", "http://tray.local:8000/")]
        assert entities["player"]["state"] == "1"
        assert entities["player"]["attributes"]["name"] == "Ann"
        assert entities["last_roll"]["state"] == "unknown"
        assert entities["round"]["state"] == "1"
        assert entities["running"]["state"] == "on"
        assert entities["moving"]["state"] == "off"
        assert entities["camera_problem"]["state"] == "unknown", "this table plays without a camera"
        assert entities["update"]["state"] == "off"
        assert entities["disk_free"]["category"] == "diagnostic"
        assert int(entities["disk_free"]["state"]) > 0
        assert entities["roll"]["state"] == "unknown"
        house.table.roll(6, 5, 4, 2, 1)
        entities = house.home.wait_for(lambda found: found["roll"]["state"] != "unknown")
        roll = entities["roll"]["attributes"]
        assert (roll["event_type"], roll["dice"], roll["player"]) == ("roll", [6, 5, 4, 2, 1], "Ann")
        entities = house.home.wait_for(lambda found: found["last_roll"]["state"] == "6 5 4 2 1")
        assert "Ann" in entities["game"]["attributes"]["players"]
        assert not any("Ann" in str(entity["state"]) for entity in entities.values()), "names are attributes only"
        house.table.stand()
        entities = house.home.wait_for(lambda found: found["roll"]["attributes"]["event_type"] == "turn_over")
        assert house.home.wait_for(lambda found: found["player"]["state"] == "2")
    house.home.wait_for(is_unavailable)
    with house.linked():
        entities = house.home.wait_for(is_available)
        assert entities["player"]["attributes"]["name"] == "Ben"
    assert "Error" not in house.home.errors, house.home.errors


def test_restarts_in_either_order_lose_and_double_nothing(house: House) -> None:
    with house.linked():  # the table first
        house.table.roll(6, 5, 4, 2, 1)
        house.home.start()
        entities = house.home.wait_for(is_available)
        assert entities["last_roll"]["state"] == "6 5 4 2 1", "the state is retained"
        assert entities["roll"]["state"] == "unknown", "an event is not"
        house.home.stop()
        house.table.stand()
        house.home.start()
        entities = house.home.wait_for(lambda found: is_available(found) and found["player"]["state"] == "2")
        assert entities.keys() == SENSORS
        house.broker.kill()
        house.home.wait_for(is_unavailable)
        house.broker.start()
        entities = house.home.wait_for(is_available)
        assert entities.keys() == SENSORS
        assert entities["player"]["state"] == "2"
    assert len(house.devices()) == 1


def test_a_renamed_table_is_the_same_device_and_leaves_no_ghost(house: House) -> None:
    house.home.start()
    with house.linked():
        house.home.wait_for(is_available)
    with house.linked("Corner", venue="galley"):
        house.home.wait_for(is_available)
        assert [one["name"] for one in house.devices()] == ["Corner"]
        assert house.home.entities().keys() == SENSORS
        house.home.stop()
        house.home.start()
        house.home.wait_for(is_available)
        assert [one["name"] for one in house.devices()] == ["Corner"]


def test_commands_act_only_where_the_owner_allows_it_and_go_again(house: House) -> None:
    house.home.start()
    with house.linked(controls=True):
        entities = house.home.wait_for(lambda found: is_available(found) and found.keys() >= ACTING)
        assert entities.keys() == SENSORS | ACTING
        assert entities["brightness"]["state"] == "50"
        data = {"entity_id": entities["brightness"]["entity_id"], "value": 80}
        house.home.ask(do="call", domain="number", service="set_value", data=data)
        house.home.wait_for(lambda found: found["brightness"]["state"] == "80")
        assert house.lamp.values == {"brightness": 0.8}
        house.table.roll(6, 5, 4, 2, 1)
        entities = house.home.wait_for(lambda found: found["picture"]["state"] not in ("unknown", "unavailable"))
        picture = house.home.ask(do="picture", entity=entities["picture"]["entity_id"])
        assert picture["begins"] == "ffd8"
        assert 1000 < picture["bytes"] <= 100_000
        data = {"entity_id": entities["undo"]["entity_id"]}
        house.home.ask(do="call", domain="button", service="press", data=data)
        house.home.wait_for(lambda found: found["last_roll"]["state"] == "unknown")
    with house.linked():
        entities = house.home.wait_for(lambda found: is_available(found) and not found.keys() & ACTING)
        assert entities.keys() == SENSORS


def test_switched_off_it_is_removed(house: House) -> None:
    house.home.start()
    with house.linked(venue="galley"):
        house.home.wait_for(is_available)
    with house.linked(venue="galley", home_assistant=False):
        house.home.wait_for(lambda found: not found)
        assert house.devices() == []
    house.home.stop()
    house.home.start()
    assert house.home.entities() == {}
