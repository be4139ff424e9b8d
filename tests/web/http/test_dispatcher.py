"""In which order requests are answered."""

from dataclasses import dataclass, field

from web.access.visitor import MACHINE, Visitor
from web.http.listener import Dispatcher


@dataclass(eq=False)
class Asked:
    visitor: Visitor
    cancelled: bool = field(default=False)

    def service(self) -> None:
        raise AssertionError("there are no threads here")

    def cancel(self) -> None:
        self.cancelled = True


def guest(account: str) -> Asked:
    return Asked(Visitor(account, own=False))


def test_guests_beyond_the_threads_for_them_wait_and_addresses_take_turns() -> None:
    dispatcher = Dispatcher(threads=0, at_work=1)
    greedy, modest = [guest("a") for _ in range(3)], guest("b")
    for one in (*greedy, modest):
        dispatcher.add_task(one)
    assert list(dispatcher.queue) == greedy[:1]
    assert dispatcher.in_line("a") == (2, 3)
    for one in (greedy[0], greedy[1], modest):
        dispatcher.release(one.visitor)
    assert list(dispatcher.queue) == [greedy[0], greedy[1], modest, greedy[2]]


def test_the_tables_own_wait_for_no_guest() -> None:
    dispatcher = Dispatcher(threads=0, at_work=1)
    first, second, own = guest("a"), guest("b"), Asked(MACHINE)
    for one in (first, second, own):
        dispatcher.add_task(one)
    assert list(dispatcher.queue) == [first, own]


def test_an_answer_that_goes_on_makes_room_once() -> None:
    dispatcher = Dispatcher(threads=0, at_work=1)
    stream, second, third = guest("a"), guest("b"), guest("c")
    for one in (stream, second, third):
        dispatcher.add_task(one)
    dispatcher.release(stream.visitor)
    dispatcher.release(stream.visitor)
    assert list(dispatcher.queue) == [stream, second]


def test_what_waits_when_the_server_stops_is_not_answered() -> None:
    dispatcher = Dispatcher(threads=0, at_work=1)
    first, second = guest("a"), guest("a")
    dispatcher.add_task(first)
    dispatcher.add_task(second)
    dispatcher.shutdown()
    assert (first.cancelled, second.cancelled) == (True, True)
