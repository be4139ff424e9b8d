"""The table's own screens."""

import pytest

from web.errors import Denied
from web.guests.screens import MOST, Claimed, Screen
from web.services.store import Memory


def test_screens_are_numbered_listed_and_removed() -> None:
    now = 10.0
    claimed = Claimed(Memory(), lambda: now)
    first, second = claimed.claim(), claimed.claim()
    claimed.see(second)
    now += 5
    assert claimed.all() == (Screen(1, None), Screen(2, 5.0))
    claimed.remove(1)
    claimed.remove(1)
    assert (claimed.has(first), claimed.has(second), claimed.has(None), len(claimed)) == (False, True, False, 1)
    claimed.see(first)
    claimed.claim()
    assert [screen.number for screen in claimed.all()] == [1, 2]


def test_a_screen_outlasts_a_restart_and_a_removed_one_does_not() -> None:
    drawer = Memory()
    name = Claimed(drawer).claim()
    assert Claimed(drawer).has(name)
    Claimed(drawer).remove(1)
    assert not Claimed(drawer).has(name)


def test_there_are_only_so_many() -> None:
    claimed = Claimed(Memory())
    for _ in range(MOST):
        claimed.claim()
    with pytest.raises(Denied, match="remove one first"):
        claimed.claim()
