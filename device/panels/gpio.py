"""Panel on the pins of the Pi, through gpiozero: buttons to ground, an RGB lamp, an encoder, a buzzer."""

import time
import warnings
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import cycle
from typing import Any, Self

import gpiozero

from device.config.schema import PanelConfig
from device.errors import NoPanel
from device.files.os_errors import why_no_pins
from device.panels.debounce import ButtonDebouncer
from engine.i18n import gettext as _
from table.panel import Button, Colour, Lamp, Press, Rhythm, Sound

Light = tuple[float, float, float]
"""Red, green and blue, each 0 to 1."""

LIGHT: dict[Colour, Light] = {
    "off": (0.0, 0.0, 0.0),
    "white": (0.3, 0.3, 0.3),
    "green": (0.0, 1.0, 0.0),
    "amber": (1.0, 0.45, 0.0),
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "violet": (0.6, 0.0, 0.8),
}

RHYTHMS: dict[Rhythm, tuple[float, float]] = {"slow": (1.0, 1.0), "quick": (0.25, 0.25)}
"""Seconds on and seconds off."""

BEAT = 0.3
"""Seconds that a counted blink is on, and that it is off; after the last one it stays off for :data:`PAUSE` more."""

PAUSE = 4
"""Beats between the last blink and the first."""

BEEPS: dict[Sound, tuple[float, float, int]] = {
    Sound.READ: (0.04, 0.04, 1),
    Sound.COUNTED: (0.12, 0.04, 1),
    Sound.WRONG: (0.04, 0.08, 2),
    Sound.REFUSED: (0.04, 0.08, 3),
    Sound.LOST: (0.6, 0.2, 2),
    Sound.ASKED: (0.2, 0.1, 2),
    Sound.CHEER: (0.06, 0.06, 6),
}
"""Seconds on, seconds off, and how often."""


class GpioPanel:
    """Panel of the configuration (BCM numbers). Parts without a pin are omitted.

    Raises :class:`NoPanel` if there are no pins, or if one of them is in use.
    """

    has_buttons = True

    def __init__(self, config: PanelConfig, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._brightness = config.brightness
        self._sounds = config.sounds
        self._edges: deque[tuple[Button, bool, float]] = deque()
        self._clicks: deque[Press] = deque()
        self._fingers = ButtonDebouncer()
        self._parts: list[Any] = []
        self._lamp: Any = None
        self._buzzer: Any = None
        self._shown: Lamp | None = None
        # gpiozero warns of every library that it tries in vain; what matters is said once, below
        warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
        self._set_up("roll", config.roll, partial(self._button, Button.ROLL))
        self._set_up("stand", config.stand, partial(self._button, Button.STAND))
        if config.lamp:
            self._set_up("lamp", config.lamp, self._rgb)
        if config.encoder:
            self._set_up("encoder", config.encoder, self._encoder)
        if config.encoder_push is not None:
            self._set_up("encoder_push", config.encoder_push, partial(self._button, Button.PICK))
        if config.buzzer is not None:
            self._set_up("buzzer", config.buzzer, self._beeper)

    @property
    def held(self) -> frozenset[Button]:
        self._take_edges()
        return self._fingers.held

    def presses(self, until: float) -> list[Press]:
        self._take_edges()
        due = self._fingers.presses(min(until, self._clock()))
        while self._clicks and self._clicks[0].time <= until:
            due.append(self._clicks.popleft())
        return sorted(due, key=lambda press: press.time)

    def show(self, lamp: Lamp) -> None:
        if self._lamp is None or lamp == self._shown:
            return
        self._shown = lamp
        red, green, blue = LIGHT[lamp.colour]
        light = (self._brightness * red, self._brightness * green, self._brightness * blue)
        try:
            self._lamp.source = None
            if lamp.blinks:
                self._lamp.source_delay = BEAT
                self._lamp.source = cycle(beats(light, lamp.blinks))
            elif lamp.rhythm == "steady":
                self._lamp.color = light
            else:
                self._lamp.blink(*RHYTHMS[lamp.rhythm], on_color=light)
        except Exception:
            # lgpio's error is a plain Exception; a lamp that fails is no reason to end the game
            self._lamp = None

    def sound(self, sound: Sound) -> None:
        """Play that sound and return at once. Does nothing if there is no buzzer or it is muted."""
        if self._buzzer is not None and self._sounds:
            on, off, times = BEEPS[sound]
            try:
                self._buzzer.beep(on, off, times)
            except Exception:
                self._buzzer = None  # as with the lamp

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        self._sounds = self._sounds if sounds is None else sounds
        if brightness is not None and brightness != self._brightness:
            self._brightness = brightness
            shown, self._shown = self._shown, None
            if shown:
                self.show(shown)

    def _take_edges(self) -> None:
        while self._edges:
            self._fingers.edge(*self._edges.popleft())

    def _set_up(self, name: str, pins: Any, part: Callable[[Any], Any]) -> None:
        try:
            self._parts.append(part(pins))
        except (gpiozero.BadPinFactory, gpiozero.PinUnknownPi) as error:
            self.__exit__()
            if why := why_no_pins(error):
                raise NoPanel(_("The pins can’t be used ({why}): buttons and lamp are off.", why=why)) from None
            raise NoPanel(_("This machine has no pins: buttons and lamp are off.")) from None
        except Exception as error:
            # gpiozero's own errors and lgpio's, which is a plain Exception, all mean the same to the table
            self.__exit__()
            raise NoPanel(
                _(
                    "{name} can’t use {pins}: {error}. Buttons and lamp are off: free it, or set another in [panel] "
                    "of the configuration.",
                    name=name,
                    pins=_pins(pins),
                    error=error,
                )
            ) from None

    def _button(self, button: Button, pin: int) -> gpiozero.Button:
        part = gpiozero.Button(pin)
        part.when_pressed = partial(self._edge, button, True)
        part.when_released = partial(self._edge, button, False)
        if part.is_pressed:
            self._edge(button, True)
        return part

    def _encoder(self, pins: tuple[int, int]) -> gpiozero.RotaryEncoder:
        part = gpiozero.RotaryEncoder(*pins)
        part.when_rotated_clockwise = partial(self._click, Button.NEXT)
        part.when_rotated_counter_clockwise = partial(self._click, Button.PREVIOUS)
        return part

    def _rgb(self, pins: tuple[int, int, int]) -> gpiozero.RGBLED:
        self._lamp = gpiozero.RGBLED(*pins)
        return self._lamp

    def _beeper(self, pin: int) -> gpiozero.Buzzer:
        self._buzzer = gpiozero.Buzzer(pin)
        return self._buzzer

    def _edge(self, button: Button, closed: bool) -> None:
        self._edges.append((button, closed, self._clock()))

    def _click(self, button: Button) -> None:
        self._clicks.append(Press(button, self._clock()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._lamp = self._buzzer = None
        for part in self._parts:
            with suppress(Exception):  # a chip that has gone cannot be let go any more
                part.close()
        self._parts.clear()


def beats(light: Light, blinks: int) -> list[Light]:
    """Return the light of each beat: so many blinks, then a pause by which one can tell where they begin."""
    return [light, LIGHT["off"]] * blinks + [LIGHT["off"]] * PAUSE


def _pins(pins: Any) -> str:
    if isinstance(pins, int):
        return _("pin {pins}", pins=pins)
    return _("pins {pins}", pins=", ".join(map(str, pins)))
