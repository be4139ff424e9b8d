"""The shipped tables: their size, and each value against those of the positions that follow."""

from array import array
from dataclasses import replace

import pytest

from engine.games.yahtzee.analysis.position import (
    Position,
    ValueTable,
    missing,
    open_boxes,
    packed,
    points_plan,
    positions,
    table_of,
    unpacked,
)
from engine.games.yahtzee.rules import PRESETS, Rules
from tests.engine.games.yahtzee.playing import HANDOUT

EVERY = 2003
"""One of so many positions is checked."""

MEANS = {
    "yahtzee-handout": 254.4862191,
    "yahtzee-official": 254.5877287,
    "kniffel": 248.2068143,
    "yatzy": 248.4399894,
    "generala": 159.6184562,
    "generala-single": 149.1132551,
    "yacht": 166.9550677,
    "crag": 149.8475932,
    "balut": 433.3471237,
}
"""The mean of a card with the best play: of official Yahtzee it is known, of the others from the solver."""


def table(rules: Rules) -> ValueTable:
    """Return the table for these rules."""
    found = table_of(rules)
    assert found is not None
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_has_every_position_and_each_is_worth_the_best_of_what_follows(preset: str) -> None:
    rules, unlike = PRESETS[preset], 0
    known, begun = table(rules), Position(missing(rules), False, 0)
    assert known.worth(begun) == pytest.approx(MEANS[preset], abs=2e-5)
    every = list(positions(rules))
    assert len(known.numbers) == len(every)
    for place in {0, *range(0, len(every), max(1, min(EVERY, len(every) // 100)))}:
        position = every[place]
        assert known.worth(position) * 65536 == known.numbers[place]
        if open_boxes(rules, position):
            assert known.worth(position) == pytest.approx(points_plan(rules, position).worth, abs=2e-5)
            unlike += known.worth(position) > 0
        else:
            assert known.worth(position) == 0
    assert unlike > 60


@pytest.mark.parametrize("numbers", [[], [0], [1, -1, 70_000, -70_000, 2**30], list(range(1000))])
def test_numbers_come_back_as_they_were_packed(numbers: list[int]) -> None:
    assert unpacked(packed(array("i", numbers))).tolist() == numbers


def test_there_is_a_table_for_a_presets_own_rules_only() -> None:
    assert table_of(replace(PRESETS[HANDOUT], joker_on_zero=True)) is None
    assert table_of(replace(PRESETS[HANDOUT], name="home-made")) is None
    assert table_of(replace(PRESETS[HANDOUT], labels={"chance": "gamble"})) is not None
    assert table_of(replace(PRESETS["generala"], served_wins=False)) is not None
    assert table_of(replace(PRESETS["balut"], awards=False)) is not None
