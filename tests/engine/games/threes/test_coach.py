"""The coach of Threes, held against enumerations of ordered throws and of all choices."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from engine import Refused
from engine.games.threes import COACH
from tests.engine.turns.playing import game


def mean(dice: int) -> Fraction:
    return COACH.exact("points", dice)


def pips(dice: tuple[int, ...]) -> int:
    """Return the total, die by die."""
    return sum(0 if die == 3 else die for die in dice)


@cache
def by_all_choices(dice: int) -> Fraction:
    """Return the lowest mean total: every ordered throw, every subset of its dice by their places."""
    if not dice:
        return Fraction(0)
    total = Fraction(0)
    for thrown in product(range(1, 7), repeat=dice):
        total += min(
            pips(taken) + by_all_choices(dice - many)
            for many in range(1, dice + 1)
            for taken in combinations(thrown, many)
        )
    return total / int(6**dice)


@cache
def share_by_all_choices(dice: int, least: int, total: int = 0) -> Fraction:
    """Return the best chance of less than ``least``, and half of that total, in the same way."""
    if not dice:
        return Fraction((total < least) + (total <= least), 2)
    found = Fraction(0)
    for thrown in product(range(1, 7), repeat=dice):
        found += max(
            share_by_all_choices(dice - many, least, total + pips(taken))
            for many in range(1, dice + 1)
            for taken in combinations(thrown, many)
        )
    return found / int(6**dice)


def test_the_lowest_mean_of_five_dice_is_504205555_in_80621568() -> None:
    assert mean(5) == Fraction(504205555, 80621568)
    assert float(mean(4)) == pytest.approx(5.833858, abs=5e-7)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_mean_is_that_of_all_choices_of_ordered_throws(dice: int) -> None:
    assert mean(dice) == by_all_choices(dice)


@pytest.mark.parametrize("least", [0, 1, 4, 7])
def test_the_last_player_has_the_chance_of_all_choices_of_ordered_throws_and_half_a_tie(least: int) -> None:
    faces = {0: "3333", 1: "3331", 4: "3322", 7: "3325"}[least]
    book = game("threes", f"{faces} +{faces}", dice=4)
    advice: dict[str, Any] = book.game.advice(book.state, "beat")
    assert advice["best"]["value"] == pytest.approx(float(share_by_all_choices(4, least)))


def test_the_advice_sets_threes_aside_and_throws_a_1_again_with_two_sixes() -> None:
    assert mean(3) < 1 + mean(2)
    book = game("threes", "33661")
    advice: dict[str, Any] = book.game.advice(book.state, "points")
    assert (advice["best"]["dice"], advice["best"]["throw"]) == ([3, 3], 3)
    assert all(choice["cost"] >= 0 for choice in advice["choices"])


def test_the_advice_to_beat_is_the_chance_to_win() -> None:
    book = game("threes", "33331 +33331 33333")
    advice: dict[str, Any] = book.game.advice(book.state, "beat")
    assert (advice["best"]["dice"], advice["best"]["value"]) == ([3] * 5, 1.0)
    alone = game("threes", "33331")
    with pytest.raises(Refused, match="There is no result to beat yet"):
        alone.game.advice(alone.state, "beat")
