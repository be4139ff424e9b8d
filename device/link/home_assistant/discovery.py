"""The message that announces a table to Home Assistant: one device with its entities.

Format: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
"""

import json
from dataclasses import dataclass
from typing import Any

from engine.i18n import Text, pgettext, translated
from engine.i18n import gettext as _

PREFIX = "homeassistant"
"""Home Assistant's default prefix of discovery topics."""

BIRTH = f"{PREFIX}/status"
"""Topic on which Home Assistant says that it has started (``online``) or stops (``offline``)."""

ROLL_EVENTS = ("roll", "unreadable", "turn_over", "game_over")

SOFT_HYPHEN = "\N{SOFT HYPHEN}"

PRESS = "PRESS"
"""Payload of a command of a button."""


class HomeTopics:
    """Topics of one table at Home Assistant. ``base`` is that of the table on the wire to a venue.

    The state and the picture are retained, events of the roll never.
    """

    def __init__(self, base: str, table: str) -> None:
        self.base = base
        self.config = f"{PREFIX}/device/{table}/config"
        self.availability = f"{base}/availability"
        self.state = f"{base}/home/state"
        self.roll = f"{base}/home/roll"
        self.picture = f"{base}/home/picture"

    def command(self, name: str) -> str:
        """Topic of a command; ``+`` for all."""
        return f"{self.base}/set/{name}"


@dataclass(frozen=True, slots=True)
class AnnouncedTable:
    """What the announcement says of the table. ``has_lamp``: its brightness can be set."""

    id: str
    name: str
    version: str
    page: str
    language: str = "en"
    controls: bool = False
    has_lamp: bool = False
    has_camera: bool = True


def announcement(table: AnnouncedTable, topics: HomeTopics) -> bytes:
    """Return the announcement as JSON.

    An entity that is not offered is still named, by its platform alone: Home Assistant then removes one that was
    announced before.
    """
    offered = _components(table, topics)
    missing = {name: {"platform": platform} for name, platform in _ACTING.items() if name not in offered}
    config = {
        "device": {
            "identifiers": [f"quarterdeck_{table.id}"],
            "name": table.name,
            "manufacturer": "Quarterdeck",
            "model": "Dice tray",
            "sw_version": table.version,
            **({"configuration_url": table.page} if table.page else {}),
        },
        "origin": {"name": "Quarterdeck", "sw_version": table.version},
        "availability_topic": topics.availability,
        "qos": 1,
        "components": offered | missing,
    }
    return json.dumps(config, ensure_ascii=False, separators=(",", ":")).encode()


_ACTING = {
    "press_roll": "button",
    "press_stand": "button",
    "undo": "button",
    "picture": "image",
    "brightness": "number",
}
"""Entities that act at the table or show people, by their platforms."""

_BUTTONS = {
    "press_roll": ("roll", "ROLL", "mdi:gesture-tap-button"),
    "press_stand": ("stand", "STAND", "mdi:hand-back-right"),
    "undo": ("undo", _("Undo"), "mdi:undo"),
}


def _components(table: AnnouncedTable, topics: HomeTopics) -> dict[str, dict[str, Any]]:
    found = {
        "roll": {
            "platform": "event",
            "name": pgettext("Home Assistant", "Roll"),
            "state_topic": topics.roll,
            "event_types": list(ROLL_EVENTS),
            "icon": "mdi:dice-multiple",
        },
        "player": _with_attributes("player", _("Current player"), "value.seat", "mdi:account", topics),
        "last_roll": _with_attributes("roll", _("Last roll"), "value.dice", "mdi:dice-5", topics),
        "leader": _with_attributes("leader", _("Leader"), "value.seat", "mdi:podium-gold", topics),
        "round": _sensor("round", _("Round"), topics, icon="mdi:counter"),
        "game": _with_attributes("game", _("Game"), "value.title", "mdi:cards-playing-outline", topics),
        "camera_problem": _binary("camera_problem", _("Camera"), topics, device_class="problem"),
        "running": _binary("running", _("Game running"), topics, device_class="running"),
        "moving": _binary("moving", _("Dice moving"), topics, device_class="moving"),
        "temperature": _measured("temperature", _("Temperature"), topics, "temperature", "°C"),
        "disk_free": _measured("disk_free", _("Free space"), topics, "data_size", "MB"),
        "undervoltage": _binary(
            "undervoltage", _("Power supply"), topics, device_class="problem", entity_category="diagnostic"
        ),
        "update": {
            "platform": "update",
            "name": _("Software"),
            "state_topic": topics.state,
            "value_template": "{{ value_json.version | tojson }}",
            "device_class": "firmware",
            "entity_category": "diagnostic",
        },
    }
    if table.controls:
        found |= _acting(table, topics)
    for name, component in found.items():
        component["unique_id"] = f"quarterdeck_{table.id}_{name}"
        if isinstance(component["name"], Text):
            component["name"] = str(translated(component["name"], table.language)).replace(SOFT_HYPHEN, "")
    return found


def _acting(table: AnnouncedTable, topics: HomeTopics) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {
        name: {
            "platform": "button",
            "name": title,
            "command_topic": topics.command(command),
            "payload_press": PRESS,
            "icon": icon,
        }
        for name, (command, title, icon) in _BUTTONS.items()
    }
    if table.has_camera:
        found["picture"] = {
            "platform": "image",
            "name": _("Latest roll"),
            "image_topic": topics.picture,
            "content_type": "image/jpeg",
        }
    if table.has_lamp:
        found["brightness"] = {
            "platform": "number",
            "name": _("Lamp brightness"),
            "command_topic": topics.command("brightness"),
            "state_topic": topics.state,
            "value_template": "{{ value_json.brightness }}",
            "min": 0,
            "max": 100,
            "step": 1,
            "unit_of_measurement": "%",
            "icon": "mdi:brightness-6",
        }
    return found


def _sensor(key: str, name: str, topics: HomeTopics, **more: str) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "name": name,
        "state_topic": topics.state,
        "value_template": f"{{{{ value_json.{key} }}}}",
        **more,
    }


def _measured(key: str, name: str, topics: HomeTopics, device_class: str, unit: str) -> dict[str, Any]:
    kind = {"device_class": device_class, "unit_of_measurement": unit, "state_class": "measurement"}
    return _sensor(key, name, topics, **kind, entity_category="diagnostic")


def _with_attributes(key: str, name: str, value: str, icon: str, topics: HomeTopics) -> dict[str, Any]:
    """Return a sensor whose state is one value of an object, and whose attributes are the whole object."""
    return {
        "platform": "sensor",
        "name": name,
        "state_topic": topics.state,
        "value_template": f"{{% set value = value_json.{key} %}}{{{{ {value} if value else None }}}}",
        "json_attributes_topic": topics.state,
        "json_attributes_template": f"{{{{ (value_json.{key} or {{}}) | tojson }}}}",
        "icon": icon,
    }


def _binary(key: str, name: str, topics: HomeTopics, **more: str) -> dict[str, Any]:
    template = f"{{% set value = value_json.{key} %}}{{{{ None if value is none else 'ON' if value else 'OFF' }}}}"
    return {"platform": "binary_sensor", "name": name, "state_topic": topics.state, "value_template": template, **more}
