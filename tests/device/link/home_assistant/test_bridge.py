"""The bridge: what is announced, published and done, without a connection."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import cv2
import numpy as np
import pytest

from device.doctor.machine import Machine
from device.link.connection import BrokerMessage
from device.link.home_assistant.bridge import LARGEST, HomeAssistantBridge, fitted_picture, measured
from device.link.home_assistant.discovery import BIRTH, AnnouncedTable, HomeTopics
from device.link.home_assistant.entity_states import latest_roll
from device.link.home_assistant.entity_states import newest as later
from engine import Corrected, Rolled, Stopped, Undone
from table.commands import Play
from tests.device.link.tables import START, HandTable
from web.appliance import Appliance

ID = "0123456789abcdef" * 2
TOPICS = HomeTopics(f"quarterdeck/1/galley/{ID}", ID)


class Lamp:
    def __init__(self) -> None:
        self.values: dict[str, object] = {"brightness": 0.5}

    def settings(self) -> dict[str, object]:
        return self.values

    def change(self, values: Mapping[str, object]) -> None:
        self.values = self.values | dict(values)


def picture() -> bytes:
    """A camera's picture: noise, which no JPEG makes small."""
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    return cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def bridge_of(
    table: HandTable,
    *,
    controls: bool = False,
    lamp: Lamp | None = None,
    latest: Callable[[], str | None] = lambda: None,
) -> HomeAssistantBridge:
    announced = AnnouncedTable(ID, "Window", "1.2.3", "", controls=controls, has_lamp=lamp is not None)
    appliance = Appliance(helm=table.board, settings=lamp, pictures=picture)
    measure = partial(measured, Machine(table.folder), table.folder)
    return HomeAssistantBridge(announced, TOPICS, appliance, measure, latest, chance=lambda low, _high: low)


def published(bridge: HomeAssistantBridge, table: HandTable, now: float) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for message in bridge.step(table.board.snapshot(), now):
        leaf = message.topic.rpartition("/")[2]
        assert message.retain == (leaf != "roll"), "events are never retained"
        value = message.payload if leaf == "picture" else json.loads(message.payload)
        found.setdefault(leaf, []).append(value)
    return found


def test_the_state_is_published_once_until_it_changes(hand_table: HandTable) -> None:
    bridge = bridge_of(hand_table)
    [first] = published(bridge, hand_table, 0.0)["state"]
    assert (first["player"], first["round"], first["running"]) == ({"seat": 1, "name": "Ann", "score": 0}, 1, True)
    assert (first["roll"], first["leader"], first["temperature"]) == (None, None, None)
    assert first["version"] == {"installed_version": "1.2.3", "latest_version": "1.2.3"}
    assert published(bridge, hand_table, 10.0) == {}
    hand_table.roll(6, 5, 4, 2, 1)
    [state] = published(bridge, hand_table, 20.0)["state"]
    assert state["roll"] == {"dice": "6 5 4 2 1"}


def test_a_later_version_at_the_venue_is_an_update(hand_table: HandTable) -> None:
    said: list[str | None] = [None]
    bridge = bridge_of(hand_table, latest=lambda: said[0])
    [first] = published(bridge, hand_table, 0.0)["state"]
    assert first["version"]["latest_version"] == "1.2.3"
    said[0] = "1.10.0"
    [state] = published(bridge, hand_table, 10.0)["state"]
    assert state["version"] == {"installed_version": "1.2.3", "latest_version": "1.10.0"}


@pytest.mark.parametrize(
    ("venue", "newest"),
    [(None, "1.2.3"), ("1.2.3", "1.2.3"), ("1.2", "1.2.3"), ("0.9.9", "1.2.3"), ("1.2.10.dev1+g5", "1.2.10.dev1+g5")],
)
def test_an_earlier_version_at_the_venue_is_no_update(venue: str | None, newest: str) -> None:
    assert later("1.2.3", venue) == newest
    assert later("1.2.3", "no version at all") == "1.2.3"


def test_rolls_and_ends_of_turns_are_events(hand_table: HandTable) -> None:
    bridge = bridge_of(hand_table)
    published(bridge, hand_table, 0.0)
    hand_table.roll(6, 5, 4, 2, 1)
    [roll] = published(bridge, hand_table, 1.0)["roll"]
    assert (roll["event_type"], roll["dice"], roll["player"]) == ("roll", [6, 5, 4, 2, 1], "Ann")
    hand_table.stand()
    [over] = published(bridge, hand_table, 2.0)["roll"]
    assert (over["event_type"], over["player"]) == ("turn_over", "Ann")
    hand_table.roll(6, 5, 4, 6, 6)
    hand_table.stand()
    kinds = [event["event_type"] for event in published(bridge, hand_table, 3.0)["roll"]]
    assert kinds[0] == "roll"
    assert set(kinds[1:]) <= {"turn_over", "game_over"}


def test_a_correction_and_an_undo_are_no_rolls(hand_table: HandTable) -> None:
    bridge = bridge_of(hand_table)
    published(bridge, hand_table, 0.0)
    hand_table.roll(6, 5, 4, 2, 1)
    published(bridge, hand_table, 1.0)
    hand_table.board.submit(Play(Corrected(1, (6, 5, 4, 2, 2)), sure=True), 5.0)
    found = published(bridge, hand_table, 2.0)
    assert "roll" not in found
    assert found["state"][0]["roll"] == {"dice": "6 5 4 2 2"}


def test_after_home_assistants_birth_all_is_announced_again(hand_table: HandTable) -> None:
    bridge = bridge_of(hand_table)
    [config] = bridge.connected()
    assert (config.topic, config.retain) == (TOPICS.config, True)
    published(bridge, hand_table, 0.0)
    for message in (
        BrokerMessage(BIRTH, b"online", retain=True),
        BrokerMessage(BIRTH, b"offline"),
    ):
        bridge.received(message, 10.0)
    assert published(bridge, hand_table, 20.0) == {}
    bridge.received(BrokerMessage(BIRTH, b"online"), 30.0)
    assert published(bridge, hand_table, 30.9) == {}
    assert published(bridge, hand_table, 31.0).keys() == {"config", "state"}


def command(name: str, payload: bytes = b"PRESS", *, retain: bool = False) -> BrokerMessage:
    return BrokerMessage(TOPICS.command(name), payload, retain=retain)


def test_commands_act_at_the_table(hand_table: HandTable) -> None:
    lamp = Lamp()
    bridge = bridge_of(hand_table, controls=True, lamp=lamp)
    hand_table.roll(6, 5, 4, 2, 1)
    before = hand_table.events
    bridge.received(command("undo"), 0.0)
    assert hand_table.events == before + 1
    bridge.received(command("brightness", b"30"), 0.0)
    assert lamp.values == {"brightness": 0.3}
    [state] = published(bridge, hand_table, 1.0)["state"]
    assert state["brightness"] == 30


@pytest.mark.parametrize(
    "message",
    [
        command("undo", retain=True),
        command("undo", b"press"),
        command("undo", b""),
        command("take_over"),
        command("brightness", b"101"),
        command("brightness", b"nan"),
        command("brightness", b"bright"),
        BrokerMessage("quarterdeck/1/galley/other", b"PRESS"),
    ],
)
def test_any_other_message_does_nothing(hand_table: HandTable, message: BrokerMessage) -> None:
    lamp = Lamp()
    bridge = bridge_of(hand_table, controls=True, lamp=lamp)
    hand_table.roll(6, 5, 4, 2, 1)
    before = hand_table.events
    bridge.received(message, 0.0)
    assert (hand_table.events, lamp.values) == (before, {"brightness": 0.5})


def test_without_controls_no_command_is_heard_or_done(hand_table: HandTable) -> None:
    lamp = Lamp()
    bridge = bridge_of(hand_table, lamp=lamp)
    assert bridge.subscriptions == (BIRTH,)
    hand_table.roll(6, 5, 4, 2, 1)
    before = hand_table.events
    bridge.received(command("undo"), 0.0)
    bridge.received(command("brightness", b"30"), 0.0)
    assert (hand_table.events, lamp.values) == (before, {"brightness": 0.5})


def test_the_picture_of_a_roll_is_small_and_only_with_controls(hand_table: HandTable) -> None:
    bridge, other = bridge_of(hand_table, controls=True), bridge_of(hand_table)
    assert TOPICS.picture in bridge.retained
    assert TOPICS.picture not in other.retained
    published(bridge, hand_table, 0.0)
    published(other, hand_table, 0.0)
    hand_table.roll(6, 5, 4, 2, 1)
    [picture] = published(bridge, hand_table, 1.0)["picture"]
    assert len(picture) <= LARGEST
    assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) is not None
    assert "picture" not in published(other, hand_table, 1.0)


def test_what_is_no_picture_is_not_sent() -> None:
    assert fitted_picture(b"") is None
    assert fitted_picture(b"no picture") is None


def test_the_latest_roll_is_the_one_that_counts() -> None:
    first, second = Rolled((6, 5, 4, 2, 1)), Rolled((3, 3), told=True)
    assert latest_roll((START,)) is None
    assert latest_roll((START, first)) == (6, 5, 4, 2, 1)
    assert latest_roll((START, first, Corrected(1, (6, 5, 4, 2, 2)))) == (6, 5, 4, 2, 2)
    assert latest_roll((START, first, second, Undone())) == (6, 5, 4, 2, 1)
    assert latest_roll((START, first, Stopped(), Rolled((1, 1, 1, 1, 1)))) == (1, 1, 1, 1, 1)


def test_the_machine_is_measured_from_the_kernels_files(hand_table: HandTable) -> None:
    thermal = hand_table.folder / "sys/class/thermal/thermal_zone0"
    thermal.mkdir(parents=True)
    (thermal / "temp").write_text("48312\n")
    power = hand_table.folder / "sys/devices/platform/soc/soc:firmware"
    power.mkdir(parents=True)
    (power / "get_throttled").write_text("50005\n")
    [state] = published(bridge_of(hand_table), hand_table, 0.0)["state"]
    assert (state["temperature"], state["undervoltage"]) == (48.3, True)
    assert state["disk_free"] > 0
