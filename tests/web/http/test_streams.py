"""Places for event streams, without a server."""

import pytest

from web.access.visitor import MACHINE, Visitor
from web.errors import Denied
from web.http.limits import MOST_ENDING, RETRY_AFTER, Streams


def test_nobody_enters_once_the_streams_are_closed() -> None:
    streams = Streams(limit=2)
    assert streams.enter(MACHINE)
    streams.close()
    assert not streams.enter(MACHINE)


def guest(account: str) -> Visitor:
    return Visitor(account, own=False)


def test_one_address_has_half_of_the_places_of_guests_at_most() -> None:
    streams = Streams(limit=4, own=1)
    assert [bool(streams.enter(guest("a"))) for _ in range(2)] == [True, True]
    with pytest.raises(Denied, match="close one") as denied:
        streams.enter(guest("a"))
    assert (denied.value.status, denied.value.later) == (429, RETRY_AFTER)
    assert streams.enter(guest("b"))


def test_where_all_places_are_taken_the_address_with_the_most_gives_one() -> None:
    streams = Streams(limit=4, own=1)
    first, second, third, fourth = (streams.enter(guest(account)) for account in "aabb")
    assert streams.enter(guest("c"))
    places = (first, second, third, fourth)
    assert [place and place.taken_away for place in places] == [False, True, False, False]
    assert len(streams) == 4
    assert streams.enter(guest("d"))
    assert streams.enter(guest("e")) is None  # nobody has two more than it


def test_a_place_that_was_taken_away_is_given_back_without_harm() -> None:
    streams = Streams(limit=2, own=0)
    places = [streams.enter(guest("a"))]
    streams._each = 2
    places.append(streams.enter(guest("a")))
    assert streams.enter(guest("b"))
    for place in places:
        assert place
        streams.leave(place)
    assert len(streams) == 1


def test_only_so_many_streams_are_ending_at_a_time() -> None:
    streams = Streams(limit=2 * MOST_ENDING + 2, own=0)
    for account in ("a", "b"):
        for _ in range(MOST_ENDING + 1):
            assert streams.enter(guest(account))
    entered = [streams.enter(guest(f"c{number}")) for number in range(MOST_ENDING + 1)]
    assert [bool(place) for place in entered] == [True] * MOST_ENDING + [False]


def test_the_tables_own_always_find_a_place_beside_guests() -> None:
    streams = Streams(limit=2, own=2)
    assert all(streams.enter(guest(account)) for account in "ab")
    assert [bool(streams.enter(MACHINE)) for _ in range(3)] == [True, True, False]


def test_what_the_tables_own_take_of_the_guests_is_not_given_twice() -> None:
    streams = Streams(limit=1, own=1)
    assert all(streams.enter(MACHINE) for _ in range(2))
    assert streams.enter(guest("a")) is None
