"""Requests to play: who may send one, how long it stays, and what its phone learns."""

import pytest

from table.errors import NotAccepted
from table.join_requests import (
    ANSWER_KEPT,
    ASKED,
    ASKED_WITHIN,
    AWAY,
    EXPIRES,
    MOST,
    PER_ADDRESS,
    SILENT,
    JoinRequest,
    JoinRequests,
    JoinStanding,
)
from tests.clock import Clock

NONE = JoinStanding("none")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def requests(clock: Clock) -> JoinRequests:
    return JoinRequests(clock)


def refusal(requests: JoinRequests, phone: str, address: str, name: str) -> str:
    with pytest.raises(NotAccepted) as refused:
        requests.ask(phone, address, name)
    assert refused.value.later
    return refused.value.code


def test_a_phone_has_one_request_and_may_change_its_name(requests: JoinRequests) -> None:
    requests.ask("phone", "here", "Zoe")
    requests.ask("phone", "here", "Zoë")
    requests.ask("phone", "here", "Zoë")
    assert requests.open == (JoinRequest(2, "Zoë"),)
    assert requests.asked("phone") == JoinStanding("waiting", "Zoë")
    assert requests.asked("another phone") == NONE


def test_a_name_that_comes_into_the_game_is_accepted_however_it_came_there(requests: JoinRequests) -> None:
    requests.ask("phone", "here", "Zoë")
    requests.settle(["Mia", "Jonas"])
    assert requests.asked("phone").stage == "waiting"
    requests.settle(["Mia", "Zoë"])
    assert (requests.open, requests.asked("phone")) == ((), JoinStanding("accepted", "Zoë"))


def test_after_a_refusal_its_address_waits_and_no_other(requests: JoinRequests, clock: Clock) -> None:
    requests.ask("phone", "here", "Zoë")
    requests.decline(requests.open[0].number)
    assert requests.asked("phone") == JoinStanding("declined", "Zoë")
    requests.withdraw("phone")
    assert refusal(requests, "phone", "here", "Zoë") == "turned_away"
    assert refusal(requests, "another phone", "here", "Bo") == "turned_away"
    requests.ask("a third phone", "there", "Bo")
    clock.now += AWAY
    requests.ask("phone", "here", "Zoë")
    assert [one.name for one in requests.open] == ["Bo", "Zoë"]


def test_an_address_sends_only_so_many_and_so_often(requests: JoinRequests, clock: Clock) -> None:
    for number in range(PER_ADDRESS):
        requests.ask(f"phone {number}", "here", f"Guest {number}")
    assert refusal(requests, "phone", "here", "Zoë") == "too_many_asks"
    for number in range(PER_ADDRESS):
        requests.withdraw(f"phone {number}")
    for number in range(ASKED - PER_ADDRESS):
        requests.ask("phone", "here", f"Zoë {number}")
    assert refusal(requests, "phone", "here", "Zoë") == "too_many_asks"
    clock.now += ASKED_WITHIN
    requests.ask("phone", "here", "Zoë")


def test_there_are_only_so_many_in_all(requests: JoinRequests) -> None:
    for number in range(MOST):
        requests.ask(f"phone {number}", f"address {number}", f"Guest {number}")
    assert refusal(requests, "phone", "here", "Zoë") == "too_many_asks"
    requests.ask("phone 0", "address 0", "Zoë")
    assert len(requests.open) == MOST


def test_a_request_expires_and_is_dropped_when_its_phone_is_silent(requests: JoinRequests, clock: Clock) -> None:
    requests.ask("phone", "here", "Zoë")
    requests.ask("silent phone", "there", "Bo")
    assert requests.attend()
    assert not requests.attend()
    clock.now += SILENT - 1
    requests.asked("phone")
    clock.now += 1
    assert requests.attend()
    assert [one.name for one in requests.open] == ["Zoë"]
    while clock.now < EXPIRES:
        assert requests.asked("phone").stage == "waiting"
        clock.now = min(clock.now + SILENT / 2, EXPIRES)
    assert (requests.asked("phone"), requests.request(1)) == (NONE, None)


def test_an_answer_is_forgotten_after_a_while(requests: JoinRequests, clock: Clock) -> None:
    requests.ask("phone", "here", "Zoë")
    requests.settle(["Zoë"])
    clock.now += ANSWER_KEPT
    assert requests.asked("phone") == NONE


def test_a_withdrawn_request_is_gone(requests: JoinRequests) -> None:
    requests.ask("phone", "here", "Zoë")
    requests.withdraw("phone")
    requests.decline(1)
    assert (requests.open, requests.asked("phone")) == ((), NONE)
