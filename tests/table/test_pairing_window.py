"""Pairing at a table: the two buttons, the lamp, and the game that goes on beside it."""

import os
import pty
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest
from gpiozero.pins.mock import MockFactory

from device.config.schema import PanelConfig
from device.panels import gpio
from device.panels.alarm import ALARM, Alarm
from device.panels.gpio import LIGHT, PAUSE, GpioPanel, beats
from device.panels.keyboard import KeyboardPanel
from engine import Rolled
from table.commands import CommandResult, Push
from table.errors import NotAccepted
from table.pairing import GUARD, OPEN_FOR
from table.panel import SIGNALS, Button, Lamp
from tests.clock import Clock
from tests.table.desk import Desk, desk_with
from tests.table.lying import EMPTY, MOVING, settled

ROLL, STAND, PAIR = Button.ROLL, Button.STAND, Button.PAIR


def asks(desk: Desk, phone: str, address: str = "192.0.2.1") -> str:
    desk.table.pairing.ask(phone, address)
    desk.table.attend()
    return desk.table.pairing.asked(phone).stage


def test_both_buttons_open_pairing_for_a_minute_and_held_again_they_close_it(desk: Desk) -> None:
    now = desk.press(PAIR)
    assert (now.pairing, now.signal, desk.panel.lamp) == (True, None, Lamp("blue"))
    assert now.note == "To control the table, open Menu › The helm on your phone and tap “Take the helm”."
    desk.moment += OPEN_FOR - 1
    desk.table.attend()
    assert desk.now.pairing
    desk.moment += 1
    desk.table.attend()
    assert not desk.now.pairing
    desk.press(PAIR)
    assert not desk.press(PAIR).pairing


def test_the_lamp_and_every_page_show_the_signal_of_the_phone_that_roll_accepts(desk: Desk) -> None:
    desk.press(PAIR)
    assert [asks(desk, "a"), asks(desk, "b", "192.0.2.2")] == ["shown", "waiting"]
    first, second = SIGNALS[:2]
    assert (desk.now.signal, desk.panel.lamp) == (first, Lamp(first.colour, blinks=first.blinks))
    assert desk.now.note == "Press ROLL to give the helm to the phone showing white, 1 blink. Press STAND to refuse."
    desk.press(STAND)
    assert (desk.now.signal, desk.panel.lamp) == (second, Lamp(second.colour, blinks=second.blinks))
    now = desk.press(ROLL)
    assert (now.pairing, now.signal, desk.panel.lamp) == (False, None, Lamp("white"))
    assert [desk.table.pairing.claim(phone) for phone in "abb"] == [False, True, False]


def test_a_press_for_pairing_counts_no_dice_and_one_without_a_request_does(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    desk.press(PAIR)
    asks(desk, "a")
    assert desk.press(ROLL).event == 1
    assert desk.table.pairing.claim("a")
    desk.press(PAIR)
    desk.moment += GUARD
    assert desk.press(ROLL).event == 2
    assert desk.journal_events()[-1] == Rolled((6, 5, 3, 1, 1))


def test_a_push_from_a_phone_at_the_helm_is_for_the_game_alone(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    desk.press(PAIR)
    asks(desk, "a")
    assert desk.order(Push("roll")) == CommandResult(True)
    assert (desk.now.event, desk.table.pairing.asked("a").stage) == (2, "shown")


def test_a_throw_that_counts_by_itself_accepts_nobody(tmp_path: Path) -> None:
    with desk_with(tmp_path, confirm_after=3.0) as desk:
        desk.press(PAIR)
        asks(desk, "a")
        lying = settled([6, 5, 3, 1, 1])
        assert desk.see(EMPTY, MOVING, *[lying] * 5).event == 2
        assert desk.table.pairing.asked("a").stage == "shown"


def test_many_phones_that_ask_at_once_from_many_threads_have_a_signal_each(desk: Desk) -> None:
    desk.press(PAIR)

    def ask(number: int) -> None:
        for phone in range(4):
            try:
                desk.table.pairing.ask(f"{number} {phone}", f"192.0.2.{number}")
            except NotAccepted:
                continue

    threads = [Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    asked = [desk.table.pairing.asked(f"{number} {phone}") for number in range(8) for phone in range(4)]
    signals = [one.signal for one in asked if one.signal]
    assert len(signals) == len(set(signals)) == 12


@pytest.mark.parametrize("blinks", [1, 2, 3, 4])
def test_a_number_of_blinks_is_followed_by_a_pause(blinks: int) -> None:
    lit = [light != LIGHT["off"] for light in beats(LIGHT["violet"], blinks)]
    assert lit == [True, False] * blinks + [False] * PAUSE


def test_the_lamp_blinks_until_it_shows_something_else(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "BEAT", 0.005)
    with GpioPanel(PanelConfig()) as panel:
        red, green, blue = (pins.pin(pin) for pin in (22, 23, 24))
        panel.show(Lamp("red"))
        panel.show(Lamp("blue", blinks=2))
        blinking = panel._lamp._source_thread
        while sum(state.state == 1 for state in blue.states) < 5:
            blinking.stopping.wait(0.01)
            assert blinking.is_alive()
        assert red.state == 0
        panel.show(Lamp("amber", blinks=1))
        assert not blinking.is_alive()
        panel.show(Lamp("green"))
        assert (red.state, green.state, blue.state) == (0, 1, 0)


def test_the_alarm_never_cuts_counted_blinks_short(desk: Desk) -> None:
    alarm = Alarm(desk.panel)
    blinking = Lamp("blue", blinks=3)
    alarm.show(blinking)
    for step in range(60):
        alarm.ring(True, step / 10)
        assert desk.panel.lamp == blinking
    alarm.show(Lamp("green"))
    alarm.ring(True, 6.0)
    assert desk.panel.lamp == ALARM


def test_a_keyboard_says_the_colour_and_the_number() -> None:
    desk, terminal = pty.openpty()
    screen = StringIO()
    with os.fdopen(terminal) as keys, os.fdopen(desk, "wb", buffering=0), KeyboardPanel(keys, screen) as panel:
        assert panel.has_buttons
        panel.show(Lamp("violet", blinks=1))
        panel.show(Lamp("amber", blinks=3))
    assert "violet, 1 blink\x1b" in screen.getvalue()
    assert "amber, 3 blinks\x1b" in screen.getvalue()


def test_a_press_on_the_pins_says_when_the_finger_went_down(pins: MockFactory) -> None:
    clock = Clock(100.0)
    with GpioPanel(PanelConfig(lamp=None), clock) as panel:
        pins.pin(17).drive_low()
        clock.now += 0.5
        pins.pin(17).drive_high()
        clock.now += 1.0
        assert [(press.time, press.down) for press in panel.presses(clock.now)] == [(100.5, 100.0)]
