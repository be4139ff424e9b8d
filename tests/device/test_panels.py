"""Panels: real pins (gpiozero's own mock ones) and recorded presses."""

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.config import PanelConfig
from device.errors import NoPanel
from device.panels.gpio import GpioPanel
from device.panels.none import NoButtons
from device.panels.opening import open_panel
from device.panels.panel import Button, Colour


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def tap(pins: MockFactory, clock: Clock, pin: int, *, down: float = 0.1, bounces: int = 0) -> None:
    """Push and release a button, its contacts bouncing for 2 ms each time."""
    for closing in (True, False):
        for _ in range(bounces):
            pins.pin(pin).drive_low() if closing else pins.pin(pin).drive_high()
            clock.now += 0.002
            pins.pin(pin).drive_high() if closing else pins.pin(pin).drive_low()
            clock.now += 0.002
        pins.pin(pin).drive_low() if closing else pins.pin(pin).drive_high()
        clock.now += down


def test_each_button_gives_its_press_once(pins: MockFactory) -> None:
    clock = Clock()
    with GpioPanel(17, 27, None, clock) as panel:
        tap(pins, clock, 17)
        tap(pins, clock, 27)
        assert [press.button for press in panel.presses(clock.now)] == [Button.ROLL, Button.STAND]


@pytest.mark.parametrize("bounces", [0, 1, 5])
def test_bouncing_contacts_are_one_press(pins: MockFactory, bounces: int) -> None:
    clock = Clock()
    with GpioPanel(17, 27, None, clock) as panel:
        for _ in range(20):
            tap(pins, clock, 17, bounces=bounces)
        assert len(panel.presses(clock.now)) == 20


def test_a_press_is_handed_out_when_its_moment_has_come(pins: MockFactory) -> None:
    clock = Clock()
    with GpioPanel(17, 27, None, clock) as panel:
        tap(pins, clock, 17)
        assert panel.presses(99.9) == []
        assert [(press.button, press.time) for press in panel.presses(100.0)] == [(Button.ROLL, 100.0)]
        assert panel.presses(200.0) == []


@pytest.mark.parametrize(
    ("colour", "light"),
    [("green", (0, 1, 0)), ("amber", (1, 0.45, 0)), ("red", (1, 0, 0)), ("off", (0, 0, 0))],
)
def test_the_lamp_shows_the_colour(pins: MockFactory, colour: Colour, light: tuple[float, float, float]) -> None:
    with GpioPanel(17, 27, (22, 23, 24)) as panel:
        panel.show("red" if colour != "red" else "green")
        panel.show(colour)
        assert tuple(pins.pin(pin).state for pin in (22, 23, 24)) == pytest.approx(light)


def test_pins_are_free_again_afterwards(pins: MockFactory) -> None:
    assert pins
    for _ in range(2):
        with GpioPanel(17, 27, (22, 23, 24)):
            pass


def test_a_pin_that_is_taken_is_told_and_the_others_are_let_go(pins: MockFactory) -> None:
    assert pins
    with GpioPanel(17, 27, None), pytest.raises(NoPanel, match=r"Check the pins in \[panel\]"):
        GpioPanel(5, 17, None)
    with GpioPanel(5, 6, None):
        pass


def test_a_machine_without_pins_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(NoPanel) as error:
        open_panel(PanelConfig())
    assert "\n" not in str(error.value)


def test_no_panel_is_a_panel_too() -> None:
    with open_panel(PanelConfig(kind="none")) as panel:
        assert isinstance(panel, NoButtons)
        panel.show("green")
        assert panel.presses(1e9) == []
