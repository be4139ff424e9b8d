"""Requests at a table without buttons: a code each, on the table's own screens."""

import pytest

from table.errors import NotAccepted
from table.pairing import MOST, SILENT
from tests.clock import Clock
from web.guests.codes import GOOD_FOR
from web.guests.room import ScreenLine


def line_of(clock: Clock, screens: int = 1) -> ScreenLine:
    return ScreenLine(lambda: screens, clock)


def refused(line: ScreenLine, phone: str, address: str = "192.0.2.1") -> str:
    with pytest.raises(NotAccepted) as denied:
        line.ask(phone, address)
    return denied.value.code


def test_each_phone_has_a_signal_and_a_code_of_its_own() -> None:
    line = line_of(Clock())
    line.ask("a", "192.0.2.1")
    line.ask("b", "192.0.2.2")
    shown = line.shown()
    assert [one.phone for one in shown] == ["a", "b"]
    assert [line.asked(one.phone).signal for one in shown] == [one.signal for one in shown]
    assert [line.code_of(phone) for phone in ("a", "b", "c", None)] == [shown[0].code, shown[1].code, None, None]
    assert shown[0].code != shown[1].code
    assert shown[0].signal != shown[1].signal


def test_a_code_is_shown_for_a_minute_at_most_and_as_long_as_its_phone_is_there() -> None:
    clock = Clock()
    line = line_of(clock)
    line.ask("a", "192.0.2.1")
    while clock.now < GOOD_FOR:
        assert line.asked("a").stage == "shown"
        clock.now += 2.0
    assert (line.asked("a").stage, line.shown()) == ("closed", ())
    line.ask("b", "192.0.2.1")
    clock.now += SILENT
    assert (line.code_of("b"), line.shown()) == (None, ())


def test_without_a_screen_nobody_can_ask() -> None:
    assert refused(line_of(Clock(), screens=0), "a") == "no_way"


def test_there_are_two_requests_of_one_address_and_so_many_in_all() -> None:
    line = line_of(Clock())
    line.ask("a", "2001:db8::1")
    line.ask("a", "2001:db8::1")
    line.ask("b", "2001:db8::2")
    assert refused(line, "c", "2001:db8::3") == "too_many_asks"
    for number in range(MOST - 2):
        line.ask(f"{number}", f"192.0.2.{number}")
    assert refused(line, "one more", "198.51.100.1") == "too_many_asks"


def test_a_phone_that_has_the_helm_is_shown_no_more() -> None:
    line = line_of(Clock())
    line.ask("a", "192.0.2.1")
    line.done("a")
    assert (line.shown(), line.claim("a")) == ((), False)
