"""A Home Assistant controlled by the tests: run by the Python of its own environment, not by the project's.

Arguments: the broker's port, a free port, and the configuration's folder. It reads commands as lines of JSON from
standard input and answers each with a line; the first line, ``{"ready": true}``, says that it is connected.
"""

import asyncio
import json
import sys
from typing import Any

from homeassistant.const import EVENT_HOMEASSISTANT_STARTED, EVENT_HOMEASSISTANT_STOP
from homeassistant.helpers import device_registry, entity_registry, frame
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant

ENTRY = "mqtt_of_the_test"


def report(hass: Any) -> dict[str, Any]:
    entities = entity_registry.async_get(hass).entities.values()
    devices = device_registry.async_get(hass).devices.values()
    return {
        "devices": [
            {"id": one.id, "name": one.name, "version": one.sw_version, "page": one.configuration_url}
            for one in devices
        ],
        "entities": {
            one.unique_id: {
                "entity_id": one.entity_id,
                "name": one.original_name,
                "category": one.entity_category,
                "disabled": one.disabled_by is not None,
                "state": state.state if (state := hass.states.get(one.entity_id)) else None,
                "attributes": {
                    name: value if isinstance(value, str | int | float | bool | list | dict | None) else str(value)
                    for name, value in (state.attributes if state else {}).items()
                },
            }
            for one in entities
        },
    }


async def obey(hass: Any, command: dict[str, Any]) -> dict[str, Any]:
    """Do one command, and return the answer."""
    match command["do"]:
        case "report":
            await hass.async_block_till_done()
            return report(hass)
        case "call":
            await hass.services.async_call(command["domain"], command["service"], command["data"], blocking=True)
            return {"done": True}
        case "picture":
            from homeassistant.components.image import DOMAIN

            entity = hass.data[DOMAIN].get_entity(command["entity"])
            data = await entity.async_image()
            return {"bytes": len(data or b""), "begins": (data or b"")[:2].hex()}
    return {"error": "unknown command"}


async def main(broker: int, web: int, folder: str) -> None:
    async with async_test_home_assistant(config_dir=folder) as hass:
        frame.async_setup(hass)
        hass.config.skip_pip = True
        assert await async_setup_component(hass, "http", {"http": {"server_port": web, "server_host": "127.0.0.1"}})
        entry = MockConfigEntry(
            domain="mqtt",
            data={"broker": "127.0.0.1", "port": broker, "protocol": "5"},
            options={"discovery": True, "discovery_prefix": "homeassistant"},
            entry_id=ENTRY,
            version=2,
        )
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(ENTRY)
        await hass.async_block_till_done()
        hass.bus.async_fire(EVENT_HOMEASSISTANT_STARTED)
        print(json.dumps({"ready": True}), flush=True)
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            print(json.dumps(await obey(hass, json.loads(line))), flush=True)
        hass.bus.async_fire(EVENT_HOMEASSISTANT_STOP)
        await hass.async_stop(force=True)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
