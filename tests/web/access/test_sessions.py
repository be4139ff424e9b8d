"""Who is at the helm and who is the owner, for how long; and tickets: good once, for one hand, for a minute."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clock import Clock
from web.access.sessions import GOOD_FOR, MOST, MOST_OWNERS, OWNER_IDLE, STEPS, ControlSessions, OwnerSessions, Tickets
from web.errors import Denied, NotKept
from web.services.store import Memory


class FullDisk(Memory):
    def put(self, name: str, value: object) -> None:
        raise NotKept(f"{name} = {value}: the disk is full")


def test_a_place_that_is_not_used_is_free_after_a_while() -> None:
    clock = Clock()
    hands = ControlSessions(Memory(), 100.0, clock)
    used, idle = hands.take(), hands.take()
    clock.now = 99
    assert hands.has(used)
    clock.now = 101
    assert (hands.has(used), hands.has(idle), len(hands)) == (True, False, 1)


def test_a_restart_takes_the_helm_from_nobody() -> None:
    drawer = Memory()
    name = ControlSessions(drawer, 100.0).take()
    again = ControlSessions(drawer, 100.0)
    assert again.has(name)
    again.give_back(name)
    assert not ControlSessions(drawer, 100.0).has(name)


def test_a_place_that_nobody_uses_is_free_after_a_few_restarts() -> None:
    """The machine has no clock that goes on while it is off: each start counts for a part of the limit."""
    drawer = Memory()
    used, idle = (ControlSessions(drawer, 100.0, Clock()).take() for _ in range(2))
    for _ in range(STEPS - 1):
        hands = ControlSessions(drawer, 100.0, Clock())
        assert hands.has(used)
        assert hands.is_there(idle)
    hands = ControlSessions(drawer, 100.0, Clock())
    assert (hands.has(used), hands.has(idle)) == (True, False)


def test_the_time_without_use_goes_on_after_a_restart() -> None:
    drawer, clock = Memory(), Clock()
    hands = ControlSessions(drawer, 100.0, clock)
    name = hands.take()
    clock.now = 60
    assert hands.is_there(name)
    assert len(hands) == 1
    clock = Clock()
    hands = ControlSessions(drawer, 100.0, clock)
    clock.now = 24
    assert hands.is_there(name)
    clock.now = 25
    assert not hands.is_there(name)
    assert not ControlSessions(drawer, 100.0, Clock()).is_there(name)


def test_a_place_in_use_is_written_down_no_more_than_a_few_times_an_hour() -> None:
    class Counted(Memory):
        writes = 0

        def put(self, name: str, value: object) -> None:
            self.writes += 1
            super().put(name, value)

    drawer, clock = Counted(), Clock()
    hands = ControlSessions(drawer, 7200.0, clock)
    name = hands.take()
    for _ in range(3600):
        clock.now += 10
        assert hands.has(name)
    assert drawer.writes == 1


def test_who_was_at_the_helm_by_a_file_of_a_former_version_still_is() -> None:
    drawer = Memory()
    drawer.put("helm", ["a", "b"])
    hands = ControlSessions(drawer, 100.0, Clock())
    assert (hands.has("a"), hands.has("b"), len(hands)) == (True, True, 2)


def test_a_full_disk_keeps_nobody_from_the_helm() -> None:
    hands = ControlSessions(FullDisk(), 100.0)
    name = hands.take()
    assert hands.has(name)
    hands.give_back(name)
    assert not hands.has(name)


def test_a_full_helm_has_room_when_a_place_is_not_used() -> None:
    clock = Clock()
    hands = ControlSessions(Memory(), 100.0, clock)
    for _ in range(MOST):
        hands.take()
    with pytest.raises(Denied, match="one has to leave first"):
        hands.take()
    clock.now = 100
    assert hands.has(hands.take())


def test_to_look_whether_a_hand_is_there_waits_for_no_disk() -> None:
    class Looking(Memory):
        def put(self, name: str, value: object) -> None:
            super().put(name, value)
            with ThreadPoolExecutor() as other:
                seen.append(other.submit(hands.is_there, first).result(10))

    seen: list[bool] = []
    hands, first = ControlSessions(Looking(), 100.0), ""
    first = hands.take()
    hands.take()
    hands.give_back(first)
    assert seen == [False, True, False]
    assert not hands.is_there(None)


def test_all_give_back_at_once() -> None:
    hands = ControlSessions(Memory(), 100.0)
    names = [hands.take(), hands.take()]
    hands.give_all_back()
    assert [hands.has(name) for name in (*names, None)] == [False, False, False]


def test_a_session_ends_after_a_quarter_of_an_hour_without_use() -> None:
    time = Clock()
    sessions = OwnerSessions(time)
    name = sessions.begin("a")
    for _ in range(3):
        time.now += OWNER_IDLE - 1
        assert sessions.has(name, "a")
    time.now += OWNER_IDLE - 1
    assert sessions.is_there(name)
    time.now += 1
    assert not sessions.is_there(name)
    assert not sessions.has(name, "a")


def test_a_session_ends_with_its_pin() -> None:
    sessions = OwnerSessions()
    name = sessions.begin("a")
    assert not sessions.has(name, "b")
    assert not sessions.has(name, "")
    assert sessions.has(name, "a")


def test_no_other_name_is_a_session() -> None:
    sessions = OwnerSessions()
    name = sessions.begin("a")
    assert not any(sessions.has(other, "a") or sessions.is_there(other) for other in (None, "", name[:-1], "x"))


def test_a_session_that_is_ended_is_over_and_the_others_go_on() -> None:
    sessions = OwnerSessions()
    one, other = sessions.begin("a"), sessions.begin("a")
    sessions.end(one)
    sessions.end(None)
    assert (sessions.has(one, "a"), sessions.has(other, "a")) == (False, True)


def test_one_more_than_the_most_ends_the_one_that_was_not_used_for_longest() -> None:
    time = Clock()
    sessions = OwnerSessions(time)
    names = []
    for _ in range(MOST_OWNERS):
        time.now += 1
        names.append(sessions.begin("a"))
    time.now += 1
    assert sessions.has(names[0], "a")
    names.append(sessions.begin("a"))
    assert [sessions.has(name, "a") for name in names] == [True, False] + [True] * (MOST_OWNERS - 1)


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
    clock = Clock(5)
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
