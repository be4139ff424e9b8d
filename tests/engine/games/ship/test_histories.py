"""The number of different turns, by rules: a rule changed by accident changes a number."""

import pytest

from tests.engine.games.ship.histories import histories
from tests.engine.games.ship.playing import state_of

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
