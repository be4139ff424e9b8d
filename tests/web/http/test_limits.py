"""The limits by themselves: token buckets, the account of a client, and places for event streams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clock import Clock
from web.access.visitor import MACHINE, Visitor
from web.errors import Denied
from web.http import limits
from web.http.limits import MOST_ENDING, RETRY_AFTER, Budgets, Rate, Streams
from web.http.listener import account_of, forwarded_for, is_machine


def test_a_burst_is_granted_and_then_so_many_per_second() -> None:
    clock = Clock()
    asked = Budgets(Rate(2, 3), clock)
    assert [asked.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert asked.take("b") == 0
    clock.now = 0.5
    assert [asked.take("a"), asked.take("a")] == [0, 0.5]


@given(st.lists(st.floats(0, 2), max_size=60))
def test_no_more_is_granted_than_the_burst_and_the_rate_allow(pauses: list[float]) -> None:
    clock = Clock()
    asked, granted = Budgets(Rate(5, 4), clock), 0
    for pause in pauses:
        clock.now += pause
        granted += asked.take("a") == 0
        assert granted <= 4 + 5 * clock.now + 1e-6


def test_only_so_many_accounts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ACCOUNTS", 3)
    asked = Budgets(Rate(1, 1), Clock())
    for account in "abcd":
        asked.take(account)
    assert len(asked) == 3
    assert asked.take("d") > 0
    assert asked.take("a") == 0


@pytest.mark.parametrize(
    ("peer", "local", "account"),
    [
        ("192.168.1.7", "192.168.1.2", "192.168.1.7"),
        ("::ffff:192.168.1.7", "::ffff:192.168.1.2", "192.168.1.7"),
        ("2001:db8:1:2::7", "2001:db8:9::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::8", "", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::1", "2001:db8:1:2::7"),
        ("fe80::7%wlan0", "fe80::1%wlan0", "fe80::7"),
        ("unknown", "", "unknown"),
        ("", "", ""),
    ],
)
def test_a_client_has_the_account_of_its_address_or_of_its_network(peer: str, local: str, account: str) -> None:
    assert account_of(peer, local) == account


@pytest.mark.parametrize(
    ("peer", "here"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("127.0.0.2", False), ("192.168.1.7", False)],
)
def test_only_two_addresses_are_this_machine(peer: str, here: bool) -> None:
    assert is_machine(peer) is here


@pytest.mark.parametrize("header", ["10.0.0.9", "1.2.3.4, 10.0.0.9", " 10.0.0.9 "])
def test_a_proxy_names_its_client_last(header: str) -> None:
    assert forwarded_for(header) == "10.0.0.9"


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
