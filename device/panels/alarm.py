"""The alarm: whatever the lamp shows of the game, it also shows that something is wrong with the appliance."""

from device.panels.proxy import PanelProxy
from table.panel.panel import OFF, Lamp, Panel

ALARM = Lamp("red", "quick")

EVERY, FOR = 3.0, 1.0
"""Seconds from one alarm to the next, and for how long each is seen; in between the lamp is the game's."""


class Alarm(PanelProxy):
    """A panel whose lamp turns to the alarm now and then, as long as it rings."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._wished = self._shown = OFF
        self._alarmed = False

    def ring(self, on: bool, now: float) -> None:
        """Whether something is wrong now; ``now`` in seconds, monotonic."""
        self._alarmed = on and now % EVERY < FOR and not self._wished.blinks
        self.show(self._wished)

    def show(self, lamp: Lamp) -> None:
        """Light the lamp like that, unless it is the alarm's moment. Blinks that are counted are never cut short."""
        self._wished = lamp
        shown = ALARM if self._alarmed and not lamp.blinks else lamp
        if shown != self._shown:
            self._shown = shown
            super().show(shown)
