"""Counting oracles: how many turns there are. A rule that changes by accident changes a number here."""

from itertools import product

import pytest

from engine import Rules, Turn
from engine.ship.play.holding import throw
from tests.engine.ship.histories import histories, throws
from tests.engine.ship.playing import state_of

TURNS: dict[str, object] = {"rolling": "turns", "stakes": "none"}

COUNTS = [
    ("dice-game-depot", {}, [252, 42_994, 6_298_677]),
    ("rounds", {}, [252, 43_210, 6_360_237]),
    ("all-about-dice", {}, [252, 42_994, 6_298_677]),
    ("bar-pot", {}, [252, 42_994, 6_298_677]),
    ("dice-game-depot", {"dice": 6}, [462, 140_784, 36_098_552]),
    ("dice-game-depot", {"auto_hold": False}, [252, 82_957, 23_566_256]),
    ("dice-game-depot", {"sequences": "either", "progress": "both"}, [252, 106_464, 33_528_060]),
    ("dice-game-depot", {"sequences": "either", "progress": "switch"}, [252, 102_410, 33_868_408]),
    ("dice-game-depot", {"sequences": "either", "progress": "commit"}, [252, 102_410, 31_129_504]),
    ("rounds", {"cargo_unhold": False}, [252, 43_210, 6_354_621]),
]


@pytest.mark.parametrize(("preset", "options", "counts"), COUNTS)
def test_a_turn_has_so_many_histories(preset: str, options: dict[str, object], counts: list[int]) -> None:
    start = state_of("", preset, **(TURNS | options))  # type: ignore[arg-type]
    assert [histories(start, depth) for depth in (1, 2, 3)] == counts


def by_hand(held: int, depth: int) -> int:
    """The same count for five dice, 6-5-4 and cargo thrown together, without the engine."""
    count = 0
    for dice in throws(5 - held):
        left, now = list(dice), held
        while now < 3 and 6 - now in left:
            left.remove(6 - now)
            now += 1
        count += 1 if depth == 1 else by_hand(now, depth - 1) + (now == 3)
    return count


@pytest.mark.parametrize("depth", [1, 2])
def test_the_count_is_that_of_a_pencil(depth: int) -> None:
    assert by_hand(0, depth) == COUNTS[0][2][depth - 1]


@pytest.mark.parametrize(("sequences", "found"), [(((6, 5, 4),), 1230), (((1, 2, 3),), 1230)])
def test_ship_captain_and_crew_come_in_one_throw_in_1230_of_7776(
    sequences: tuple[tuple[int, int, int], ...], found: int
) -> None:
    rules, turn = Rules(sequences=sequences), Turn("Ann")
    rolls = list(product(range(1, 7), repeat=5))
    assert len(rolls) == 7776
    assert sum(throw(rules, turn, roll).qualified for roll in rolls) == found
