"""Tickets: good once, for one hand, for a minute."""

import pytest

from web.access.sessions import GOOD_FOR, Tickets
from web.errors import Denied


class Clock:
    """Seconds that a test sets."""

    now = 5.0

    def __call__(self) -> float:
        return self.now


def refused(tickets: Tickets, name: str, hand: str = "Mia") -> bool:
    try:
        tickets.redeem(name, hand)
    except Denied as denied:
        return (denied.status, denied.code) == (403, "no_ticket")
    return False


@pytest.mark.parametrize("wifi_password", [True, False])
def test_a_ticket_is_good_once_and_remembers_what_was_allowed(wifi_password: bool) -> None:
    tickets = Tickets()
    name = tickets.issue("Mia", wifi_password=wifi_password)
    assert tickets.redeem(name, "Mia") is wifi_password
    assert refused(tickets, name)


def test_a_ticket_is_for_the_hand_that_asked_and_another_hand_does_not_use_it_up() -> None:
    tickets = Tickets()
    name = tickets.issue("Mia", wifi_password=False)
    assert refused(tickets, name, "Jonas")
    assert tickets.redeem(name, "Mia") is False


def test_a_ticket_lives_for_a_minute_and_until_the_next() -> None:
    clock = Clock()
    tickets = Tickets(clock)
    old = tickets.issue("Mia", wifi_password=False)
    new = tickets.issue("Mia", wifi_password=False)
    assert refused(tickets, old)
    clock.now += GOOD_FOR
    assert refused(tickets, new)


@pytest.mark.parametrize("name", ["", "x", "\ud800", "\u2603"])
def test_what_is_no_ticket_is_none(name: str) -> None:
    tickets = Tickets()
    assert refused(tickets, name)
    tickets.issue("Mia", wifi_password=True)
    assert refused(tickets, name)
