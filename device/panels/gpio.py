"""The real panel: two buttons to ground and a common-cathode RGB lamp on the pins of the Pi, through gpiozero."""

import time
import warnings
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Self

import gpiozero

from device.errors import NoPanel
from device.panels.panel import Button, Colour, Press

BOUNCE = 0.06
"""Seconds within which a second edge of one button is its contacts bouncing, not a finger."""

LIGHT: dict[Colour, tuple[float, float, float]] = {
    "off": (0.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.0),
    "amber": (1.0, 0.45, 0.0),
    "red": (1.0, 0.0, 0.0),
}


class GpioPanel:
    """Buttons on two pins and a lamp on three (BCM numbers; no lamp if ``lamp`` is None).

    Raises :class:`NoPanel` where there are no pins, or where one of them is taken.
    """

    def __init__(
        self,
        roll: int,
        stand: int,
        lamp: tuple[int, int, int] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._pressed: deque[Press] = deque()
        self._edges: dict[Button, float] = {}
        self._parts: list[gpiozero.GPIODevice | gpiozero.RGBLED] = []
        # gpiozero warns of every library that it tries in vain; what matters is said once, below
        warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
        try:
            for button, pin in ((Button.ROLL, roll), (Button.STAND, stand)):
                part = gpiozero.Button(pin)
                part.when_pressed = partial(self._went_down, button)
                part.when_released = partial(self._went_up, button)
                self._parts.append(part)
            self._lamp = gpiozero.RGBLED(*lamp) if lamp else None
            if self._lamp:
                self._parts.append(self._lamp)
        except gpiozero.BadPinFactory:
            self.__exit__()
            raise NoPanel("There are no pins on this machine: buttons and lamp are left out.") from None
        except Exception as error:
            # gpiozero's own errors and lgpio's, which is a plain Exception, all mean the same to the table
            self.__exit__()
            raise NoPanel(
                f"The buttons cannot be used: {error}. Check the pins in [panel] of the configuration."
            ) from None

    def _went_down(self, button: Button) -> None:
        now = self._clock()
        if now - self._edges.get(button, -BOUNCE) >= BOUNCE:
            self._pressed.append(Press(button, now))
        self._edges[button] = now

    def _went_up(self, button: Button) -> None:
        self._edges[button] = self._clock()

    def presses(self, until: float) -> list[Press]:
        """The presses up to that moment that were not handed out yet, oldest first."""
        due = []
        while self._pressed and self._pressed[0].time <= until:
            due.append(self._pressed.popleft())
        return due

    def show(self, colour: Colour) -> None:
        """Light the lamp in that colour."""
        if self._lamp:
            self._lamp.color = LIGHT[colour]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        for part in self._parts:
            part.close()
