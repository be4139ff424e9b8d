"""Tags keep clear of dice, walls and one another."""

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table import LyingDie, Snapshot
from table.snapshot import Part
from tests.web.moments import ALL, IVORY, NIGHT, TRAY
from web.live.tray_svg import RADIUS, distance, place_tags


def die(key: str, x: float, y: float, yaw: float = 0, part: Part | None = "cargo") -> LyingDie:
    return LyingDie(key, 3, (x, y), yaw, 16, x < TRAY.rail, IVORY, NIGHT, part)


def assert_clear(dice: tuple[LyingDie, ...]) -> None:
    tags = place_tags(TRAY, dice)
    for x, y in tags.values():
        assert RADIUS <= x <= TRAY.width - RADIUS
        assert RADIUS <= y <= TRAY.height - RADIUS
        assert all(distance((x, y), other) >= RADIUS for other in dice)
    assert all(hypot(a[0] - b[0], a[1] - b[1]) >= 2 * RADIUS for a, b in combinations(tags.values(), 2))


def test_distance_is_to_the_edge_of_the_turned_square() -> None:
    assert distance((0, 20), die("a", 0, 0)) == pytest.approx(12)
    assert distance((0, 20), die("a", 0, 0, yaw=45)) == pytest.approx(20 - 8 * 2**0.5)
    assert distance((3, 3), die("a", 0, 0)) == 0


def test_only_dice_with_a_part_or_without_a_value_are_tagged() -> None:
    plain = die("plain", 100, 100, part=None)
    doubtful = LyingDie("doubtful", None, (150, 100), 0, 16, False, IVORY, NIGHT)
    assert set(place_tags(TRAY, (plain, doubtful, die("cargo", 200, 100)))) == {"doubtful", "cargo"}


@pytest.mark.parametrize("name", sorted(ALL))
def test_in_every_moment_all_tags_are_clear(name: str) -> None:
    snapshot: Snapshot = ALL[name]
    assert_clear(snapshot.dice)


places = st.tuples(st.floats(12, TRAY.width - 12), st.floats(12, TRAY.height - 12), st.floats(0, 90))


@settings(deadline=None)
@given(st.lists(places, min_size=1, max_size=5))
def test_wherever_five_dice_lie_apart_their_tags_are_clear(spots: list[tuple[float, float, float]]) -> None:
    apart: list[LyingDie] = []
    for n, (x, y, yaw) in enumerate(spots):
        if all(hypot(x - other.center[0], y - other.center[1]) > 16 for other in apart):
            apart.append(die(f"d{n}", x, y, yaw))
    assert_clear(tuple(apart))
