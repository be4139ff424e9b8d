"""The alarm: whatever the lamp shows of the game, it also shows that something is wrong with the appliance."""

from collections.abc import Collection
from typing import Self

from device.panels.panel import OFF, Button, Lamp, Panel, Press, Sound

ALARM = Lamp("red", "quick")

EVERY, FOR = 3.0, 1.0
"""Seconds from one alarm to the next, and for how long each is seen; in between the lamp is the game's."""


class Alarm:
    """A panel whose lamp turns to the alarm now and then, as long as it rings."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._wished = self._shown = OFF
        self._alarmed = False

    def ring(self, on: bool, now: float) -> None:
        """Whether something is wrong now; ``now`` in seconds, monotonic."""
        self._alarmed = on and now % EVERY < FOR
        self.show(self._wished)

    @property
    def held(self) -> Collection[Button]:
        """The buttons that a finger is on now, where the panel can tell."""
        held: Collection[Button] = getattr(self._panel, "held", ())
        return held

    def presses(self, until: float) -> list[Press]:
        """Those of the panel."""
        return self._panel.presses(until)

    def show(self, lamp: Lamp) -> None:
        """Light the lamp like that, unless it is the alarm's moment."""
        self._wished = lamp
        shown = ALARM if self._alarmed else lamp
        if shown != self._shown:
            self._shown = shown
            self._panel.show(shown)

    def sound(self, sound: Sound) -> None:
        """That of the panel."""
        self._panel.sound(sound)

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Tune the panel."""
        self._panel.tune(brightness, sounds)

    def __enter__(self) -> Self:
        self._panel.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._panel.__exit__(*exc)
