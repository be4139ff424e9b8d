"""The announcement, held to what Home Assistant documents of device discovery."""

import json
from typing import Any

import pytest

from device.link.home_assistant.discovery import AnnouncedTable, HomeTopics, announcement

ID = "0123456789abcdef" * 2
TOPICS = HomeTopics(f"quarterdeck/1/galley/{ID}", ID)

REQUIRED = {
    "event": {"state_topic", "event_types"},
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "update": set[str](),
    "button": {"command_topic"},
    "image": {"image_topic"},
    "number": {"command_topic"},
}
"""The required keys of each platform, beside those of all entities."""

OPTIONAL = {
    "event": {"icon"},
    "sensor": {
        *("value_template", "icon", "device_class", "unit_of_measurement", "state_class", "entity_category"),
        *("json_attributes_topic", "json_attributes_template"),
    },
    "binary_sensor": {"value_template", "device_class", "entity_category"},
    "update": {"state_topic", "value_template", "device_class", "entity_category"},
    "button": {"payload_press", "icon"},
    "image": {"content_type"},
    "number": {"state_topic", "value_template", "min", "max", "step", "unit_of_measurement", "icon"},
}
"""The documented keys that are used."""

DEVICE_CLASSES = {
    "sensor": {"temperature", "data_size"},
    "binary_sensor": {"problem", "running", "moving"},
    "update": {"firmware"},
}


def announced(**how: Any) -> dict[str, Any]:
    table = AnnouncedTable(ID, "Window", "1.2.3", "http://tray.local:8000/", **how)
    said: dict[str, Any] = json.loads(announcement(table, TOPICS))
    return said


@pytest.mark.parametrize("controls", [False, True])
def test_each_entity_has_the_documented_keys_only(controls: bool) -> None:
    said = announced(controls=controls, has_lamp=True)
    assert said.keys() == {"device", "origin", "availability_topic", "qos", "components"}
    assert said["device"]["identifiers"] == [f"quarterdeck_{ID}"]
    assert said["origin"] == {"name": "Quarterdeck", "sw_version": "1.2.3"}
    for name, entity in said["components"].items():
        platform = entity.pop("platform")
        if not entity:
            continue  # removed
        assert entity.pop("unique_id") == f"quarterdeck_{ID}_{name}"
        assert entity.pop("name")
        assert REQUIRED[platform] <= entity.keys() <= REQUIRED[platform] | OPTIONAL[platform], name
        assert entity.get("device_class") in {None} | DEVICE_CLASSES.get(platform, set())
        assert entity.get("entity_category") in (None, "diagnostic")
        topics = [value for key, value in entity.items() if key.endswith("_topic")]
        assert all(topic.startswith(f"{TOPICS.base}/") for topic in topics)


def test_what_acts_or_shows_people_is_announced_only_with_controls() -> None:
    acting = {"press_roll", "press_stand", "undo", "picture", "brightness"}
    without = announced(has_lamp=True)["components"]
    assert {name for name, entity in without.items() if len(entity) == 1} == acting, "named by the platform alone"
    all_there = announced(controls=True, has_lamp=True)["components"]
    assert all(len(all_there[name]) > 1 for name in acting)
    dark = announced(controls=True, has_camera=False)["components"]
    assert {name for name in acting if len(dark[name]) == 1} == {"picture", "brightness"}


def test_the_topics_are_those_that_other_programs_know() -> None:
    assert TOPICS.config == f"homeassistant/device/{ID}/config"
    assert TOPICS.availability == f"quarterdeck/1/galley/{ID}/availability"
    assert TOPICS.command("roll") == f"quarterdeck/1/galley/{ID}/set/roll"
