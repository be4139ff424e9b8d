"""Panels: real pins (gpiozero's own mock ones), a real terminal, and recorded presses."""

import os
import pty
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from device.config.schema import PanelConfig
from device.errors import NoPanel
from device.panels.alarm import ALARM, EVERY, FOR, Alarm
from device.panels.factory import NullPanel, RecordedPanel, open_panel
from device.panels.gpio import GpioPanel
from device.panels.keyboard import KeyboardPanel
from device.recording.format import RecordedPick, RecordedPress, load
from table.panel import Button, Colour, Lamp, Panel, Press, Sound
from tests.clock import Clock
from tests.end_to_end.program import RECORDING

BARE = PanelConfig(lamp=None)


def tap(pins: MockFactory, clock: Clock, pin: int, bounces: int = 0) -> None:
    """Push and release a button, its contacts bouncing for 2 ms each time."""
    low, high = pins.pin(pin).drive_low, pins.pin(pin).drive_high
    for there, back in ((low, high), (high, low)):
        for edge in (there, back) * bounces:
            edge()
            clock.now += 0.002
        there()
        clock.now += 0.1


@pytest.fixture
def panel(pins: MockFactory, clock: Clock, request: pytest.FixtureRequest) -> Iterator[GpioPanel]:
    """A panel on mock pins, with buttons alone or of the configuration that a test names."""
    assert pins
    with GpioPanel(getattr(request, "param", BARE), clock) as panel:
        yield panel


@pytest.fixture
def clock() -> Clock:
    return Clock(100.0)


def buttons(panel: Panel, until: float = 1e9) -> list[Button]:
    return [press.button for press in panel.presses(until)]


def with_parts(**parts: Any) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("panel", [PanelConfig(**parts)], indirect=True, ids=["with parts"])


@pytest.mark.parametrize("bounces", [0, 1, 5])
def test_bouncing_contacts_are_one_press_of_their_button(
    panel: GpioPanel, pins: MockFactory, clock: Clock, bounces: int
) -> None:
    for _ in range(20):
        tap(pins, clock, 17, bounces)
        tap(pins, clock, 27, bounces)
    assert buttons(panel) == [Button.ROLL, Button.STAND] * 20


def test_a_press_is_handed_out_when_its_moment_has_come(panel: GpioPanel, pins: MockFactory, clock: Clock) -> None:
    tap(pins, clock, 17)
    assert panel.presses(100.05) == []
    assert panel.presses(200.0) == [Press(Button.ROLL, 100.1)]
    assert panel.presses(300.0) == []


def test_a_button_that_is_held_is_known(panel: GpioPanel, pins: MockFactory) -> None:
    assert panel.held == set()
    pins.pin(17).drive_low()
    assert panel.held == {Button.ROLL}


@with_parts(lamp=None, encoder=(5, 6), encoder_push=13)
def test_the_encoder_turns_both_ways_and_is_pushed(panel: GpioPanel, pins: MockFactory, clock: Clock) -> None:
    for first, second in ((5, 6), (6, 5)):
        pins.pin(first).drive_low()
        pins.pin(second).drive_low()
        pins.pin(first).drive_high()
        pins.pin(second).drive_high()
    assert sorted(buttons(panel)) == [Button.NEXT, Button.PREVIOUS]
    tap(pins, clock, 13, bounces=3)
    assert buttons(panel) == [Button.PICK]


@pytest.mark.parametrize(
    ("colour", "light"),
    [("green", (0, 1, 0)), ("amber", (1, 0.45, 0)), ("red", (1, 0, 0)), ("blue", (0, 0, 1)), ("off", (0, 0, 0))],
)
@pytest.mark.parametrize("brightness", [1.0, 0.25])
def test_the_lamp_shows_the_colour_as_bright_as_is_wished(
    pins: MockFactory, colour: Colour, light: tuple[float, float, float], brightness: float
) -> None:
    with GpioPanel(PanelConfig(brightness=brightness)) as panel:
        panel.show(Lamp("red" if colour != "red" else "green"))
        panel.show(Lamp(colour))
        assert tuple(pins.pin(pin).state for pin in (22, 23, 24)) == pytest.approx([brightness * one for one in light])


@with_parts()
def test_the_lamp_blinks_until_it_shows_something_else(panel: GpioPanel, pins: MockFactory) -> None:
    panel.show(Lamp("red", "quick"))
    blinking = panel._lamp._blink_thread
    assert blinking.is_alive()
    panel.show(Lamp("green"))
    assert not blinking.is_alive()
    assert pins.pin(22).state == 0


@with_parts(buzzer=12, brightness=0.2)
def test_a_lamp_that_shines_is_brighter_at_once_and_sounds_are_heard_or_not(
    panel: GpioPanel, pins: MockFactory
) -> None:
    panel.show(Lamp("red"))
    pins.pin(12).clear_states()
    for brightness, sounds in ((0.8, False), (None, True)):
        panel.tune(brightness, sounds)
        assert pins.pin(22).state == pytest.approx(0.8)
        for sound in Sound:
            panel.sound(sound)
        assert (len(pins.pin(12).states) > 1) is sounds


@with_parts(lamp=None, buzzer=12, sounds=False)
def test_a_configuration_may_mute_the_buzzer(panel: GpioPanel, pins: MockFactory) -> None:
    pins.pin(12).clear_states()
    panel.sound(Sound.COUNTED)
    assert len(pins.pin(12).states) == 1


@with_parts()
def test_a_lamp_that_fails_does_not_end_the_game(panel: GpioPanel) -> None:
    panel._lamp.close()
    panel.show(Lamp("red"))
    panel.show(Lamp("green"))


@pytest.mark.usefixtures("panel")
def test_a_pin_that_is_taken_is_named_and_the_others_are_let_go() -> None:
    with pytest.raises(NoPanel, match=r"^stand can’t use pin 17: .* set another in \[panel\]"):
        GpioPanel(PanelConfig(roll=5, stand=17, lamp=None))
    with GpioPanel(PanelConfig(roll=5, stand=6, lamp=None)):
        pass


def test_a_machine_without_pins_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(NoPanel) as error:
        open_panel(PanelConfig())
    assert "\n" not in str(error.value)


def test_no_panel_is_a_panel_too() -> None:
    with open_panel(PanelConfig(kind="none")) as panel:
        assert isinstance(panel, NullPanel)
        panel.show(Lamp("green"))
        panel.sound(Sound.CHEER)
        assert panel.presses(1e9) == []


def test_the_keys_of_a_terminal_are_buttons() -> None:
    desk, terminal = pty.openpty()
    with os.fdopen(terminal) as keys, os.fdopen(desk, "wb", buffering=0) as fingers:
        screen = StringIO()
        with KeyboardPanel(keys, screen, clock=Clock(100.0)) as panel:
            assert "Enter or r ROLL" in screen.getvalue()
            assert panel.presses(1e9) == []
            fingers.write(b"rs?b +\rc")
            named = ("ROLL", "STAND", "TAKE_BACK", "PICK", "NEXT", "ROLL", "PAIR")
            assert buttons(panel) == [Button[name] for name in named]
            panel.show(Lamp("amber"))
            panel.sound(Sound.REFUSED)
            assert "amber" in screen.getvalue()
            assert screen.getvalue().endswith("\a")


def test_no_terminal_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("")
    with (tmp_path / "keys").open() as keys, pytest.raises(NoPanel, match="does not run in a terminal"):
        KeyboardPanel(keys)


def test_recorded_presses_and_choices_come_in_their_order() -> None:
    presses = (RecordedPress(1.0, Button.ROLL), RecordedPress(3.0, Button.STAND))
    recording = replace(load(RECORDING), presses=presses, choices=(RecordedPick(2.0, "sixes"),))
    panel = RecordedPanel(recording, after=0.5)
    assert panel.presses(2.5) == [Press(Button.ROLL, 1.0), Press(Button.PICK, 2.0, "sixes")]
    assert panel.presses(9.0) == [Press(Button.STAND, 3.0)]


def test_the_lamp_turns_to_the_alarm_and_back_to_the_game() -> None:
    panel = RecordedPanel(load(RECORDING))
    alarm = Alarm(panel)
    alarm.show(Lamp("green"))
    assert panel.lamp == Lamp("green")
    seen = []
    for step in range(6):
        alarm.ring(True, 30 + 0.5 * step)
        seen.append(panel.lamp == ALARM)
    assert seen == [0.5 * step < FOR for step in range(round(2 * EVERY))]
    alarm.ring(True, 33.0)
    alarm.show(Lamp("white"))
    assert panel.lamp == ALARM
    alarm.ring(False, 33.0)
    assert panel.lamp == Lamp("white")
    assert len(alarm.presses(1e9)) == len(load(RECORDING).presses)
