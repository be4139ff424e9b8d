"""Token buckets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.clock import Clock
from web.http import limits
from web.http.limits import Budgets, Rate


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
