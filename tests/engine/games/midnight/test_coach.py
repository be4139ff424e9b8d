"""The coach of Midnight, held against an enumeration of ordered throws."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from engine import Refused
from engine.games.midnight import COACH
from tests.engine.turns.playing import game


@cache
def by_ordered_throws(aim: str, aside: tuple[int, ...]) -> Fraction:
    """Return the value of throwing all dice but these: ordered throws, dice by their places, nothing but fractions."""
    left = 6 - len(aside)
    if not left:
        score = sum(aside) - 5 if 1 in aside and 4 in aside else -1
        return Fraction(max(score, 0) if aim == "points" else score >= 0)
    total = Fraction(0)
    for thrown in product(range(1, 7), repeat=left):
        choices = {
            tuple(sorted((*aside, *taken))) for many in range(1, left + 1) for taken in combinations(thrown, many)
        }
        total += max(by_ordered_throws(aim, choice) for choice in choices)
    return total / int(6**left)


def test_the_best_mean_and_the_best_chance_to_qualify_are_exact() -> None:
    best_mean, best_qualifying = COACH.exact("points", 6), COACH.exact("qualify", 6)
    assert best_mean == Fraction(5058047990207219, 270826551115776)
    assert float(best_mean) == pytest.approx(18.676337, abs=5e-7)
    assert float(best_qualifying) == pytest.approx(0.956727, abs=5e-7)


@pytest.mark.parametrize("aside", [(1, 6, 6), (4, 4, 5), (6, 6, 6), (1, 4, 6), (1, 4, 6, 6), (2, 2, 2)])
@pytest.mark.parametrize("aim", ["points", "qualify"])
def test_a_position_is_worth_what_ordered_throws_give(aim: str, aside: tuple[int, ...]) -> None:
    assert COACH.exact(aim, 6, aside) == by_ordered_throws(aim, aside)


def test_the_advice_takes_the_dice_that_qualify_and_sixes() -> None:
    book = game("midnight", "146622")
    advice: dict[str, Any] = book.game.advice(book.state, "points")
    assert (advice["best"]["dice"], advice["best"]["throw"]) == ([1, 4, 6, 6], 2)
    sure: dict[str, Any] = book.game.advice(book.state, "qualify")
    assert sure["best"]["value"] == 1.0


def test_the_last_player_may_tie_for_half_of_the_win_and_nothing_ties_with_nothing() -> None:
    book = game("midnight", "146666 +146666 146663 +14666 ")
    advice: dict[str, Any] = book.game.advice(book.state, "beat")
    assert advice["best"]["value"] == pytest.approx(1 / 6 / 2)
    none = game("midnight", "222222 +222222 222222 +22222")
    equal: dict[str, Any] = none.game.advice(none.state, "beat")
    assert equal["best"]["value"] == 0.5
    alone = game("midnight", "146622")
    with pytest.raises(Refused, match="There is no result to beat yet"):
        alone.game.advice(alone.state, "beat")
