"""The coaches of Threes and Midnight, held against enumerations of ordered throws and of all choices."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from engine.turns.kit.aside_plan import exact
from engine.values import replace
from tests.engine.games.written import faces_of, game
from tests.engine.turns.moves import play_of

Dice = tuple[int, ...]


def of_threes(dice: int) -> Fraction:
    return exact(replace(play_of("threes"), dice=dice), "points")


def enumerated(dice: int, worth: Callable[[Dice], Fraction]) -> Callable[[Dice], Fraction]:
    """Return the best mean of ``worth`` by the dice set aside: ordered throws, and every subset of them by places."""

    @cache
    def value(aside: Dice) -> Fraction:
        left = dice - len(aside)
        if not left:
            return worth(aside)
        total = Fraction(0)
        for thrown in product(range(1, 7), repeat=left):
            parts = (taken for many in range(1, left + 1) for taken in combinations(thrown, many))
            total += max(map(value, {tuple(sorted((*aside, *taken))) for taken in parts}))
        return total / int(6**left)

    return value


def pips(dice: Dice) -> int:
    return sum(0 if die == 3 else die for die in dice)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_lowest_mean_of_threes_is_that_of_all_choices(dice: int) -> None:
    by_all_choices = enumerated(dice, lambda aside: Fraction(-pips(aside)))
    assert of_threes(dice) == -by_all_choices(())


def test_the_lowest_mean_of_five_dice_is_504205555_in_80621568() -> None:
    assert of_threes(5) == Fraction(504205555, 80621568)
    assert float(of_threes(4)) == pytest.approx(5.833858, abs=5e-7)
    assert of_threes(3) < 1 + of_threes(2), "a 1 is thrown again with two sixes"


@pytest.mark.parametrize(("faces", "least"), [("3333", 0), ("3331", 1), ("3322", 4), ("3325", 7)])
def test_the_last_player_has_the_chance_of_all_choices_and_half_a_tie(faces: str, least: int) -> None:
    assert pips(faces_of(faces)) == least
    by_all_choices = enumerated(4, lambda aside: Fraction((pips(aside) < least) + (pips(aside) <= least), 2))
    advice = game("threes", f"{faces} +{faces}", dice=4)
    best = advice.game.advice(advice.state, "beat")["best"]
    assert best["value"] == pytest.approx(float(by_all_choices(())))  # type: ignore[index]


def test_the_best_mean_of_midnight_and_its_best_chance_to_qualify_are_exact() -> None:
    mean = exact(play_of("midnight"), "points")
    assert mean == Fraction(5058047990207219, 270826551115776)
    assert float(mean) == pytest.approx(18.676337, abs=5e-7)
    assert float(exact(play_of("midnight"), "qualify")) == pytest.approx(0.956727, abs=5e-7)


def points(dice: Dice) -> Fraction:
    return Fraction(sum(dice) - 5 if {1, 4} <= set(dice) else 0)


def qualify(dice: Dice) -> Fraction:
    return Fraction({1, 4} <= set(dice))


@pytest.mark.parametrize("aside", ["166", "445", "666", "146", "1466", "222"])
@pytest.mark.parametrize(("aim", "worth"), [("points", points), ("qualify", qualify)])
def test_a_position_of_midnight_is_worth_what_ordered_throws_give(
    aim: str, worth: Callable[[Dice], Fraction], aside: str
) -> None:
    dice = faces_of(aside)
    assert exact(play_of("midnight"), aim, dice) == enumerated(6, worth)(dice)
