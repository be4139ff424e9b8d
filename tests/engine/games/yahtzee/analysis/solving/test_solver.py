"""The solver against brute force over the public functions, and against known figures.

Whole presets solved again with ``pytest -m long tests/engine/games/yahtzee/analysis/solving/test_solver.py``.
"""

import resource
import time

import pytest

from engine.games.yahtzee.analysis.position import UNIT, missing, positions, table_of
from engine.games.yahtzee.analysis.solving import solve
from engine.games.yahtzee.rules import PRESETS, rules_of
from tests.engine.games.yahtzee.analysis.test_value_table import MEANS
from tests.engine.games.yahtzee.brute_force import brute_force
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL

# Small games by whose rules the two presets are worth different points: the joker after a scratched Yahtzee (Y-a), and
# that which may be scratched above while a box below is open (Y-b).
AFTER_ZERO: dict[str, object] = {"rolls": 2, "boxes": ["large_straight", "yahtzee"]}
ABOVE: dict[str, object] = {"dice": 3, "rolls": 2, "boxes": ["threes", "yahtzee", "chance"]}

REDUCED = [
    pytest.param(AFTER_ZERO, id="two boxes, five dice, two rolls"),
    pytest.param(ABOVE | {"dice": 2}, id="three boxes, two dice, two rolls"),
    pytest.param({"dice": 2, "boxes": ["ones", "sixes"], "bonus_from": 7}, id="the upper bonus"),
]
LARGER = [
    pytest.param(ABOVE, id="three boxes, three dice, two rolls"),
    pytest.param(ABOVE | {"rolls": 3}, id="three boxes, three dice, three rolls"),
    pytest.param(AFTER_ZERO | {"rolls": 3}, id="two boxes, five dice, three rolls"),
    pytest.param({"boxes": ["sixes", "full_house", "yahtzee"], "bonus_from": 18}, id="three boxes, five dice"),
]
OTHERS = [
    ("kniffel", {"rolls": 2, "boxes": ["fives", "kniffel"]}),
    ("yatzy", {"rolls": 2, "boxes": ["sixes", "two_pairs"], "bonus_from": 12}),
    ("generala", {"rolls": 2, "boxes": ["generala", "double_generala"], "served_wins": False}),
    ("generala-single", {"rolls": 2, "boxes": ["straight", "poker"], "served_wins": False}),
    ("generala-single", {"rolls": 1, "boxes": ["full_house", "sixes"], "served_wins": False}),
    ("yacht", {"rolls": 2, "boxes": ["full_house", "four_of_a_kind"]}),
    ("crag", {"boxes": ["odd_straight", "thirteen", "crag"]}),
    pytest.param("balut", {"rolls": 2, "boxes": ["balut"], "awards": False}, marks=pytest.mark.long),  # half a minute
    ("balut", {"rolls": 1, "boxes": ["balut"], "awards": False}),
]


def solved(preset: str, options: dict[str, object]) -> float:
    """Return the mean at the start, by the solver."""
    rules = rules_of(preset, options)
    return float(solve(rules)[missing(rules), 0, 0])


@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
@pytest.mark.parametrize("options", REDUCED)
def test_a_reduced_game_has_the_value_of_brute_force(preset: str, options: dict[str, object]) -> None:
    assert solved(preset, options) == pytest.approx(float(brute_force(preset, options)), abs=1e-9)


@pytest.mark.parametrize(("preset", "options"), OTHERS)
def test_a_part_of_another_card_has_the_value_of_brute_force(preset: str, options: dict[str, object]) -> None:
    assert solved(preset, options) == pytest.approx(float(brute_force(preset, options)), abs=1e-9)


@pytest.mark.long
@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
@pytest.mark.parametrize("options", LARGER)
def test_a_larger_game_has_the_value_of_brute_force(preset: str, options: dict[str, object]) -> None:
    assert solved(preset, options) == pytest.approx(float(brute_force(preset, options)), abs=1e-9)


@pytest.mark.parametrize("options", [AFTER_ZERO, ABOVE, ABOVE | {"dice": 2}])
def test_the_presets_differ_in_these(options: dict[str, object]) -> None:
    assert abs(solved(OFFICIAL, options) - solved(HANDOUT, options)) > 0.001


def test_progress_is_reported() -> None:
    told: list[float] = []
    solve(rules_of(HANDOUT, {"boxes": ["ones", "chance"], "dice": 2}), told.append)
    assert told == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.long
@pytest.mark.parametrize("preset", MEANS)
def test_the_whole_game_is_worth_what_is_known_and_the_shipped_table_agrees(preset: str) -> None:
    began = time.process_time()
    values = solve(PRESETS[preset])
    start = values[missing(PRESETS[preset]), 0, 0]
    took, peak = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\n{preset}: {start:.7f} in {took:.1f} s of processor time, at most {peak:.0f} MB of memory")
    assert start == pytest.approx(MEANS[preset], abs=1e-6)
    table = table_of(PRESETS[preset])
    assert table is not None
    worst = max(
        abs(table.worth(one) - values[one.filled, int(one.topped), one.upper]) for one in positions(PRESETS[preset])
    )
    print(f"the shipped table is within {worst:.1e} of it, {UNIT / 2:.1e} is the half of what it counts in")
    assert worst < 2e-5
