"""A panel whose lamp shows both the game and problems of the appliance."""

from collections.abc import Collection
from typing import Self

from table.panel import OFF, Button, Lamp, Panel, Press, Sound

ALARM = Lamp("red", "quick")

EVERY, FOR = 3.0, 1.0
"""Seconds between two alarms, and duration of each. In between the lamp shows the game."""


class Alarm:
    """Panel whose lamp periodically shows the alarm while the alarm is on."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._wished = self._shown = OFF
        self._alarmed = False

    def ring(self, on: bool, now: float) -> None:
        """Turn the alarm on or off. ``now`` is in seconds, monotonic."""
        self._alarmed = on and now % EVERY < FOR and not self._wished.blinks
        self.show(self._wished)

    def show(self, lamp: Lamp) -> None:
        """Set the lamp, unless the alarm is being shown. Counted blinks are never interrupted."""
        self._wished = lamp
        shown = ALARM if self._alarmed and not lamp.blinks else lamp
        if shown != self._shown:
            self._shown = shown
            self._panel.show(shown)

    @property
    def has_buttons(self) -> bool:
        return self._panel.has_buttons

    @property
    def held(self) -> Collection[Button]:
        """Return the buttons that are held now, if the panel can detect it."""
        held: Collection[Button] = getattr(self._panel, "held", ())
        return held

    def presses(self, until: float) -> list[Press]:
        return self._panel.presses(until)

    def sound(self, sound: Sound) -> None:
        self._panel.sound(sound)

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        self._panel.tune(brightness, sounds)

    def __enter__(self) -> Self:
        self._panel.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._panel.__exit__(*exc)
