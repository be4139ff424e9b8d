"""Lamps on the pins of the Pi, through gpiozero: a high pin makes its strip brighter, a low one leaves its base level.

A pin switches a resistor, it does not dim: brightness that is made of pulses shows as bands in the rows of a camera
with a rolling shutter.
"""

import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import gpiozero

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitch, LampSwitches
from device.config.schema import LampsConfig
from device.errors import NoLamps
from device.files.os_errors import why_no_pins
from device.lamps.lamps import SIDES
from engine.i18n import gettext as _
from vision import LampSide

JOIN = 1.0
"""Maximum seconds to wait for the thread that switches."""


class GpioLamps:
    """Lamps of the configuration (BCM numbers), switched by a thread of their own while a plan is followed.

    Raises :class:`NoLamps` if there are no pins, or if one of them is in use.
    """

    def __init__(
        self,
        config: LampsConfig,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
    ) -> None:
        self._clock = clock
        self._wait = wait
        self._devices: dict[LampSide, Any] = {}
        self._switching = threading.Lock()
        self._thread: threading.Thread | None = None
        self._given_up = threading.Event()
        self.switches = LampSwitches()
        warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
        for side, pin in config.sides.items():
            self._devices[side] = self._opened(side, pin, active_high=config.active_high)

    @property
    def sides(self) -> tuple[LampSide, ...]:
        return tuple(self._devices)

    def now(self, frame: Frame) -> float:
        """Return the time: frames of a real camera have the same clock."""
        del frame
        return self._clock()

    def follow(self, plan: LampSwitches) -> None:
        self._stop()
        self._given_up = threading.Event()
        given = (plan, self._given_up)
        self._thread = threading.Thread(target=self._switch_all, args=given, name="lamps", daemon=True)
        self._thread.start()

    def rest(self, moment: float) -> None:
        del moment
        self._stop()
        if self.switches.changes and self.switches.changes[-1].side is not None:
            self._switch(None)

    def _stop(self) -> None:
        self._given_up.set()
        if self._thread is not None:
            self._thread.join(JOIN)
            self._thread = None

    def _switch_all(self, plan: LampSwitches, given_up: threading.Event) -> None:
        for change in plan.changes:
            if self._wait(given_up, max(0.0, change.begin - self._clock())):
                return
            self._switch(change.side)

    def _switch(self, side: LampSide | None) -> None:
        """Make one lamp brighter and the others not. A pin that fails leaves its lamp as it is: it is found broken."""
        with self._switching:
            begin = self._clock()
            for name, device in self._devices.items():
                if name is not side:
                    with suppress(Exception):  # lgpio's error is a plain Exception
                        device.off()
            if side is not None:
                with suppress(Exception):
                    self._devices[side].on()
            self.switches = self.switches.followed_by(LampSwitch(begin, self._clock(), side))

    def _opened(self, side: LampSide, pin: int, *, active_high: bool) -> Any:
        try:
            return gpiozero.DigitalOutputDevice(pin, active_high=active_high, initial_value=False)
        except (gpiozero.BadPinFactory, gpiozero.PinUnknownPi) as error:
            self.__exit__()
            if why := why_no_pins(error):
                raise NoLamps(_("The pins can’t be used ({why}): the light strips are off.", why=why)) from None
            raise NoLamps(_("This machine has no pins: the table runs without light strips.")) from None
        except Exception as error:
            # gpiozero's own errors and lgpio's, which is a plain Exception, all mean the same to the table
            self.__exit__()
            raise NoLamps(
                _(
                    "[lamps] can’t use pin {pin} ({side}): {error}. The light strips are off: free the pin, "
                    "or set another.",
                    pin=pin,
                    side=SIDES[side],
                    error=error,
                )
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop()
        self._switch(None)
        for device in self._devices.values():
            with suppress(Exception):  # a chip that has gone cannot be let go any more
                device.close()
        self._devices.clear()
