"""Which of the connections that wait is dropped for a new one."""

from collections import Counter
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from web.http.limits import WaitingConnections


@dataclass(eq=False)
class Line:
    account: str
    since: float


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


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9))))
def test_it_is_what_a_list_of_the_idle_would_be(steps: list[tuple[bool, int]]) -> None:
    waiting: WaitingConnections[Line] = WaitingConnections(each=3, most=5)
    lines = [Line("abc"[number % 3], 0.0) for number in range(10)]
    model: list[Line] = []
    for moment, (adds, number) in enumerate(steps):
        line = lines[number]
        if line in model:
            model.remove(line)
        if adds:
            line.since = float(moment)
            model.append(line)
            dropped = waiting.add(line)
            sizes = Counter(one.account for one in model)
            if sizes[line.account] > 3:
                sizes = Counter({line.account: 4})
            assert (dropped is not None) == (max(sizes.values()) > 3 or len(model) > 5)
            if dropped:
                assert dropped is next(one for one in model if sizes[one.account] == max(sizes.values()))
                model.remove(dropped)
        else:
            waiting.discard(line)
        assert waiting.count == len(model)
        assert [one for those in waiting.values() for one in those] == sorted(
            model, key=lambda one: [*waiting].index(one.account)
        )
