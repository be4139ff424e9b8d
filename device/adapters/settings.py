"""Settings that the page can change: written to the configuration and applied immediately."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.config.editor import keep_values
from device.config.schema import Config
from device.errors import BadConfig
from table.commands import CommandSink, Tune
from web.errors import NotKept

PATIENCE = 5.0
"""Timeout in seconds for the table to apply the lamp's settings."""

PLACES = {
    "brightness": ("panel", "brightness"),
    "sounds": ("panel", "sounds"),
    "pictures": ("web", "pictures"),
    "replays": ("replay", "enabled"),
    "replays_on_tv": ("replay", "tv"),
    "figures": ("tv", "figures"),
    "reactions": ("tv", "reactions"),
    "attract": ("tv", "attract"),
}
"""The configuration table and key of each setting."""


class ConfiguredSettings:
    """Settings of the configuration in that file. Those of the panel exist only if it has a lamp or a buzzer."""

    def __init__(self, file: Path, config: Config, helm: CommandSink) -> None:
        self._file = file
        self._helm = helm
        panel = config.panel
        real = panel.kind == "gpio"
        self._values: dict[str, object] = {
            "pictures": config.web.pictures,
            "replays": config.replay.enabled,
            "replays_on_tv": config.replay.tv,
            "figures": config.tv.figures,
            "reactions": config.tv.reactions,
            "attract": config.tv.attract,
        }
        if real and panel.lamp:
            self._values["brightness"] = panel.brightness
        if panel.kind == "keyboard" or (real and panel.buzzer is not None):
            self._values["sounds"] = panel.sounds

    def settings(self) -> Mapping[str, object]:
        """Return each setting with its value."""
        return dict(self._values)

    def change(self, values: Mapping[str, Any]) -> None:
        """Set these values. Raises :class:`~web.errors.NotKept` if the configuration cannot be written."""
        try:
            for table in dict.fromkeys(PLACES[name][0] for name in values):
                here = {PLACES[name][1]: values[name] for name in values if PLACES[name][0] == table}
                keep_values(self._file, table, here)
        except BadConfig as error:
            raise NotKept(str(error)) from None
        self._values |= values
        tune = Tune(values.get("brightness"), values.get("sounds"))
        if tune != Tune():
            self._helm.submit(tune, PATIENCE)
