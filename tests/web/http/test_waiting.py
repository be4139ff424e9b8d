"""Which of the connections that wait is dropped for a new one."""

from dataclasses import dataclass

from web.http.waiting import WaitingConnections


@dataclass(eq=False)
class Line:
    """A connection that began to wait then."""

    account: str
    since: float


def test_the_oldest_of_an_address_is_dropped_for_its_next() -> None:
    waiting: WaitingConnections[Line] = WaitingConnections(each=2, most=10)
    first, second, third = (Line("a", moment) for moment in range(3))
    assert [waiting.add(first), waiting.add(second), waiting.add(third)] == [None, None, first]
    assert waiting.count == 2


def test_the_oldest_of_the_address_with_the_most_is_dropped_for_another() -> None:
    waiting: WaitingConnections[Line] = WaitingConnections(each=9, most=4)
    many = [Line("a", 1.0 + moment) for moment in range(3)]
    single, other = Line("b", 0.0), Line("c", 9.0)
    for one in (*many, single):
        assert waiting.add(one) is None
    assert waiting.add(other) is many[0]


def test_among_equals_the_oldest_is_dropped() -> None:
    waiting: WaitingConnections[Line] = WaitingConnections(each=9, most=2)
    lines = [Line(account, moment) for moment, account in enumerate("abc")]
    assert [waiting.add(one) for one in lines] == [None, None, lines[0]]


def test_what_waits_no_longer_is_not_counted_and_may_wait_again() -> None:
    waiting: WaitingConnections[Line] = WaitingConnections(each=2, most=2)
    one = Line("a", 0.0)
    waiting.add(one)
    waiting.discard(one)
    waiting.discard(one)
    assert (waiting.count, dict(waiting)) == (0, {})
    assert waiting.add(one) is None
