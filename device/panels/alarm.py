"""Panel proxy whose lamp shows both the game and problems of the appliance."""

from device.panels.proxy import PanelProxy
from table.panel.panel import OFF, Lamp, Panel

ALARM = Lamp("red", "quick")

EVERY, FOR = 3.0, 1.0
"""Seconds between two alarms, and duration of each. In between the lamp shows the game."""


class Alarm(PanelProxy):
    """Panel whose lamp periodically shows the alarm while the alarm is on."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
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
            super().show(shown)
