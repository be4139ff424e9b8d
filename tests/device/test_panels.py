"""Panels: real pins (gpiozero's own mock ones), a real terminal, and recorded presses."""

import os
import pty
from io import StringIO
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.config.schema import PanelConfig
from device.errors import NoPanel
from device.panels.alarm import ALARM, EVERY, FOR, Alarm
from device.panels.factory import NullPanel, RecordedPanel, open_panel
from device.panels.gpio import GpioPanel
from device.panels.keyboard import KeyboardPanel
from device.recording.format import LabelledFrame, RecordedPick, RecordedPress, RecordedTray, Recording, load
from table.panel import Button, Colour, Lamp, Press, Sound
from tests.device.clock import Clock
from tests.end_to_end.program import RECORDING

BARE = PanelConfig(lamp=None)


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
    with GpioPanel(BARE, clock) as panel:
        tap(pins, clock, 17)
        tap(pins, clock, 27)
        assert [press.button for press in panel.presses(clock.now)] == [Button.ROLL, Button.STAND]


@pytest.mark.parametrize("bounces", [0, 1, 5])
def test_bouncing_contacts_are_one_press(pins: MockFactory, bounces: int) -> None:
    clock = Clock()
    with GpioPanel(BARE, clock) as panel:
        for _ in range(20):
            tap(pins, clock, 17, bounces=bounces)
        assert len(panel.presses(clock.now)) == 20


def test_a_press_is_handed_out_when_its_moment_has_come(pins: MockFactory) -> None:
    clock = Clock()
    with GpioPanel(BARE, clock) as panel:
        tap(pins, clock, 17)
        assert panel.presses(100.05) == []
        assert panel.presses(200.0) == [Press(Button.ROLL, 100.1)]
        assert panel.presses(300.0) == []


def test_a_button_that_is_held_is_known(pins: MockFactory) -> None:
    with GpioPanel(BARE, Clock()) as panel:
        assert panel.held == set()
        pins.pin(17).drive_low()
        assert panel.held == {Button.ROLL}


def test_the_encoder_turns_both_ways_and_is_pushed(pins: MockFactory) -> None:
    clock = Clock()
    with GpioPanel(PanelConfig(lamp=None, encoder=(5, 6), encoder_push=13), clock) as panel:
        for first, second in ((5, 6), (6, 5)):
            pins.pin(first).drive_low()
            pins.pin(second).drive_low()
            pins.pin(first).drive_high()
            pins.pin(second).drive_high()
        turned = [press.button for press in panel.presses(clock.now)]
        assert sorted(turned) == [Button.NEXT, Button.PREVIOUS]
        tap(pins, clock, 13, bounces=3)
        assert [press.button for press in panel.presses(clock.now)] == [Button.PICK]


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


def test_the_lamp_blinks_until_it_shows_something_else(pins: MockFactory) -> None:
    with GpioPanel(PanelConfig()) as panel:
        panel.show(Lamp("red", "quick"))
        blinking = panel._lamp._blink_thread
        assert blinking.is_alive()
        panel.show(Lamp("green"))
        assert not blinking.is_alive()
        assert pins.pin(22).state == 0


@pytest.mark.parametrize("sounds", [True, False])
def test_sounds_come_from_the_buzzer_unless_they_are_muted(pins: MockFactory, sounds: bool) -> None:
    with GpioPanel(PanelConfig(lamp=None, buzzer=12, sounds=sounds)) as panel:
        pins.pin(12).clear_states()
        for sound in Sound:
            panel.sound(sound)
        assert (len(pins.pin(12).states) > 1) is sounds


def test_a_lamp_that_shines_is_brighter_at_once_and_sounds_are_heard_or_not(pins: MockFactory) -> None:
    with GpioPanel(PanelConfig(buzzer=12, brightness=0.2)) as panel:
        panel.show(Lamp("red"))
        panel.tune(0.8, False)
        assert pins.pin(22).state == pytest.approx(0.8)
        pins.pin(12).clear_states()
        panel.sound(Sound.COUNTED)
        assert len(pins.pin(12).states) == 1
        panel.tune(None, True)
        assert pins.pin(22).state == pytest.approx(0.8)
        panel.sound(Sound.COUNTED)
        assert len(pins.pin(12).states) > 1


def test_a_lamp_that_fails_does_not_end_the_game(pins: MockFactory) -> None:
    assert pins
    with GpioPanel(PanelConfig()) as panel:
        panel._lamp.close()
        panel.show(Lamp("red"))
        panel.show(Lamp("green"))


def test_a_pin_that_is_taken_is_named_and_the_others_are_let_go(pins: MockFactory) -> None:
    assert pins
    with GpioPanel(BARE), pytest.raises(NoPanel, match=r"^stand can’t use pin 17: .* set another in \[panel\]"):
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
        with KeyboardPanel(keys, screen, clock=Clock()) as panel:
            assert panel.presses(1e9) == []
            fingers.write(b"rs?b +\rc")
            assert [press.button for press in panel.presses(1e9)] == [
                Button.ROLL,
                Button.STAND,
                Button.TAKE_BACK,
                Button.PICK,
                Button.NEXT,
                Button.ROLL,
                Button.PAIR,
            ]
            panel.show(Lamp("amber"))
            panel.sound(Sound.REFUSED)
            assert "amber" in screen.getvalue()
            assert screen.getvalue().endswith("\a")


def test_no_terminal_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("")
    with (tmp_path / "keys").open() as keys, pytest.raises(NoPanel, match="does not run in a terminal"):
        KeyboardPanel(keys)


def test_recorded_presses_and_choices_come_in_their_order() -> None:
    panel = RecordedPanel(
        Recording(
            schema=1,
            name="evening",
            rendered=True,
            video="video.mp4",
            size=(1, 1),
            tray=RecordedTray(300, 200, 50, 20),
            frames=(LabelledFrame(0.0),),
            presses=(RecordedPress(1.0, Button.ROLL), RecordedPress(3.0, Button.STAND)),
            choices=(RecordedPick(2.0, "sixes"),),
        ),
        after=0.5,
    )
    assert panel.presses(2.5) == [Press(Button.ROLL, 1.0), Press(Button.PICK, 2.0, "sixes")]
    assert panel.presses(9.0) == [Press(Button.STAND, 3.0)]


GREEN, WHITE = Lamp("green"), Lamp("white")


def test_the_lamp_turns_to_the_alarm_and_back_to_the_game() -> None:
    panel = RecordedPanel(load(RECORDING))
    alarm = Alarm(panel)
    alarm.show(GREEN)
    assert panel.lamp == GREEN
    seen = []
    for step in range(6):
        alarm.ring(True, 30 + 0.5 * step)
        seen.append(panel.lamp == ALARM)
    assert seen == [0.5 * step < FOR for step in range(round(2 * EVERY))]
    alarm.ring(True, 33.0)
    alarm.show(WHITE)
    assert panel.lamp == ALARM
    alarm.ring(False, 33.0)
    assert panel.lamp == WHITE


def test_presses_and_sounds_go_through() -> None:
    panel = RecordedPanel(load(RECORDING))
    with Alarm(panel) as alarm:
        assert len(alarm.presses(1e9)) == len(load(RECORDING).presses)
