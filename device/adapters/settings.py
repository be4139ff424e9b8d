"""What may be set from the page: kept in the configuration, and in force at once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.config.editor import keep_values
from device.config.schema import Config
from device.errors import BadConfig
from table.commands import CommandSink, Tune
from web.errors import NotKept

PATIENCE = 5.0
"""Seconds that the table has for turning its lamp."""

PLACES = {"brightness": "panel", "sounds": "panel", "pictures": "web"}
"""The table of the configuration that each setting stands in."""


class ConfiguredSettings:
    """The settings of the configuration in that file. Those of a panel are there where it has a lamp or a buzzer."""

    def __init__(self, file: Path, config: Config, helm: CommandSink) -> None:
        self._file = file
        self._helm = helm
        panel = config.panel
        real = panel.kind == "gpio"
        self._values: dict[str, object] = {"pictures": config.web.pictures}
        if real and panel.lamp:
            self._values["brightness"] = panel.brightness
        if panel.kind == "keyboard" or (real and panel.buzzer is not None):
            self._values["sounds"] = panel.sounds

    def settings(self) -> Mapping[str, object]:
        """Each setting and its value."""
        return dict(self._values)

    def change(self, values: Mapping[str, Any]) -> None:
        """Set these. Raises :class:`~web.errors.NotKept` where the configuration cannot be written."""
        try:
            for table in dict.fromkeys(PLACES[name] for name in values):
                keep_values(self._file, table, {name: values[name] for name in values if PLACES[name] == table})
        except BadConfig as error:
            raise NotKept(str(error)) from None
        self._values |= values
        tune = Tune(values.get("brightness"), values.get("sounds"))
        if tune != Tune():
            self._helm.order(tune, PATIENCE)
