"""The shipped tables: their size, and each value against those of the positions that follow."""

from array import array
from dataclasses import replace
from importlib import resources
from itertools import islice

import pytest

from engine.games.yahtzee.analysis.advice import points_plan
from engine.games.yahtzee.analysis.position import Position, ValueTable, packed, positions, table_of, unpacked
from engine.games.yahtzee.rules import PRESETS, Rules
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL

BOTH = pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
EVERY = 2003
"""One of so many positions is checked."""


def table(rules: Rules) -> ValueTable:
    """Return the table for these rules."""
    found = table_of(rules)
    assert found is not None
    return found


@BOTH
def test_a_table_is_shipped_in_less_than_a_megabyte(preset: str) -> None:
    assert len((resources.files("engine.games.yahtzee.analysis") / f"{preset}.table").read_bytes()) < 1_000_000


@BOTH
def test_a_table_has_every_position_that_can_be(preset: str) -> None:
    assert sum(1 for _ in positions()) == len(table(PRESETS[preset]).numbers) == 536_448


def test_positions_stand_where_the_table_looks_for_them() -> None:
    numbers = ValueTable(array("i", range(536_448)))
    for place, position in islice(enumerate(positions()), 0, None, EVERY):
        assert numbers.worth(*position) * 65536 == place


@BOTH
def test_a_position_is_worth_the_best_of_what_follows(preset: str) -> None:
    rules, unlike = PRESETS[preset], 0
    for filled, fifty, upper in islice(positions(), 0, None, EVERY):
        worth = table(rules).worth(filled, fifty, upper)
        if not Position(filled, fifty, upper).open_boxes:
            assert worth == 0
            continue
        assert worth == pytest.approx(points_plan(rules, Position(filled, fifty, upper)).worth, abs=2e-5)
        unlike += worth > 0
    assert unlike > 200


def test_the_two_presets_are_not_worth_the_same() -> None:
    handout, official = (table(PRESETS[name]).worth(0, False, 0) for name in (HANDOUT, OFFICIAL))
    assert official - handout == pytest.approx(254.5877287 - 254.4862191, abs=4e-5)


@pytest.mark.parametrize("numbers", [[], [0], [1, -1, 70_000, -70_000, 2**30], list(range(1000))])
def test_numbers_come_back_as_they_were_packed(numbers: list[int]) -> None:
    assert unpacked(packed(array("i", numbers))).tolist() == numbers


def test_there_is_a_table_for_a_presets_own_rules_only() -> None:
    assert table_of(replace(Rules(), joker_on_zero=True)) is None
    assert table_of(replace(Rules(), name="home-made")) is None
    assert table_of(replace(Rules(), labels={"chance": "gamble"})) is not None
