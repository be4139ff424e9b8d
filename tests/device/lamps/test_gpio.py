"""Lamps on mock pins: switched in time, at base level whatever happens."""

import os
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import gpiozero
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitch, LampSwitches
from device.config.schema import LampsConfig
from device.errors import NoLamps
from device.files import os_errors
from device.files.os_errors import why_no_pins
from device.lamps.gpio import GpioLamps
from vision import LampSide

PINS = (16, 20, 21, 26)
CONFIG = LampsConfig(pins=PINS)
LEFT, RIGHT, FAR, NEAR = LampSide
FRAME = Frame(np.zeros((2, 2, 3), np.uint8), 1.0, 0)


class Clock:
    """A clock that advances while a thread waits on it; after ``stop`` such threads are held."""

    def __init__(self, stop: float = float("inf")) -> None:
        self.now = 100.0
        self.stop = stop
        self.held = threading.Event()
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, event: threading.Event, seconds: float) -> bool:
        if self.now + seconds >= self.stop:
            self.held.set()
            return event.wait()
        self.now += seconds
        self.waits.append(seconds)
        return event.is_set()


def high(pins: MockFactory) -> list[int]:
    return [pin for pin in PINS if pins.pin(pin).state]


def of(*changes: tuple[float, LampSide | None]) -> LampSwitches:
    return LampSwitches(tuple(LampSwitch.at(*change) for change in changes))


def done(lamps: GpioLamps) -> None:
    """Wait until a plan is followed to its end."""
    thread = lamps._thread
    assert thread is not None
    thread.join(5)
    assert not thread.is_alive()


def test_a_plan_is_followed_and_what_was_switched_is_on_record(pins: MockFactory) -> None:
    clock = Clock()
    with GpioLamps(CONFIG, clock, clock.wait) as lamps:
        assert lamps.now(FRAME) == 100.0
        lamps.follow(of((100.002, LEFT), (100.05, NEAR), (100.1, None)))
        done(lamps)
        assert high(pins) == []
        assert clock.waits == pytest.approx([0.002, 0.048, 0.05])
        assert lamps.switches.during(100.01, 100.04) is LEFT
        assert lamps.switches.during(100.06, 100.09) is NEAR
        assert lamps.switches.during(100.04, 100.06) == "mixed"
        assert lamps.switches.during(100.11, 200.0) == "base"


def test_a_plan_that_is_given_up_leaves_the_base_level_at_once(pins: MockFactory) -> None:
    clock = Clock(stop=100.03)
    with GpioLamps(CONFIG, clock, clock.wait) as lamps:
        lamps.follow(of((100.002, RIGHT), (100.05, FAR)))
        assert clock.held.wait(5)
        assert high(pins) == [20]
        lamps.rest(100.01)
        assert high(pins) == []
        assert lamps.switches.during(100.1, 200.0) == "base"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_the_base_level_is_restored_when_the_table_ends(pins: MockFactory, error: type[BaseException]) -> None:
    def ending() -> None:
        clock = Clock(stop=100.03)
        with GpioLamps(CONFIG, clock, clock.wait) as lamps:
            lamps.follow(of((100.002, RIGHT), (100.05, FAR)))
            assert clock.held.wait(5)
            assert high(pins) == [20]
            raise error

    with pytest.raises(error):
        ending()
    assert high(pins) == []


def test_pins_may_be_active_when_low(pins: MockFactory) -> None:
    with GpioLamps(LampsConfig(pins=PINS, active_high=False)) as lamps:
        assert high(pins) == list(PINS)
        lamps._switch(LEFT)
        assert high(pins) == [20, 21, 26]
        lamps._switch(None)
        assert high(pins) == list(PINS)


@pytest.mark.usefixtures("pins")
def test_a_pin_in_use_is_one_sentence_and_leaves_the_other_pins_free() -> None:
    with gpiozero.LED(21), pytest.raises(NoLamps) as caught:
        GpioLamps(CONFIG)
    assert str(caught.value).startswith("[lamps] can’t use pin 21 (far): ")
    with GpioLamps(CONFIG) as lamps:
        assert lamps.sides == tuple(LampSide)


def test_a_pin_that_fails_while_in_use_ends_nothing(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    with GpioLamps(CONFIG, clock, clock.wait) as lamps:

        def fail() -> None:
            raise Exception("bad handle")

        monkeypatch.setattr(lamps._devices[LEFT], "on", fail)
        lamps.follow(of((100.002, LEFT), (100.05, NEAR)))
        done(lamps)
        assert high(pins) == [26]


def test_a_machine_without_pins_runs_without_lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(
        Device, "_default_pin_factory", staticmethod(lambda: (_ for _ in ()).throw(gpiozero.BadPinFactory()))
    )
    with pytest.raises(NoLamps, match="This machine has no pins: the table runs without light strips"):
        GpioLamps(CONFIG)


def test_a_pi_without_the_library_of_its_pins_is_not_said_to_have_none(tmp_path: Path) -> None:
    error = gpiozero.BadPinFactory("Unable to load any default pin factory!")
    assert why_no_pins(error, a_pi(tmp_path)) == (str(error) if find_spec("lgpio") else LGPIO)
    assert why_no_pins(error, tmp_path / "none") is None


LGPIO = "lgpio is missing: sudo apt install python3-lgpio"


def a_pi(root: Path) -> Path:
    (root / "proc" / "device-tree").mkdir(parents=True)
    (root / "proc" / "device-tree" / "model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    return root


@pytest.mark.parametrize("is_installed", [True, False])
def test_a_library_of_pins_that_this_environment_does_not_see_is_told_from_a_missing_one(
    is_installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os_errors, "find_spec", lambda _name: None)
    modules = tmp_path / "usr/lib/python3/dist-packages"
    modules.mkdir(parents=True)
    if is_installed:
        (modules / "lgpio.py").touch()
    why = why_no_pins(gpiozero.BadPinFactory(), a_pi(tmp_path)) or ""
    assert why.startswith(f"python3-lgpio is installed, but {sys.prefix} can’t see it") == is_installed
    assert (why == LGPIO) != is_installed


@pytest.mark.parametrize("allowed", [{"gpiochip0"}, {"gpiochip10"}, set()])
def test_pins_that_this_user_may_not_use_are_said_to_be_so(
    allowed: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os_errors, "find_spec", lambda _name: object())
    monkeypatch.setattr(os, "access", lambda file, _mode: Path(file).name in allowed)
    (tmp_path / "dev").mkdir()
    for name in ("gpiochip0", "gpiochip10"):
        (tmp_path / "dev" / name).touch()
    why = why_no_pins(gpiozero.BadPinFactory("other"), a_pi(tmp_path))
    denied = f"this user may not use {tmp_path}/dev/gpiochip0: add it to the group gpio"
    assert why == ("other" if allowed else denied)
