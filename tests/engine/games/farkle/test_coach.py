"""The coach of Farkle, held against an independent recursion over ordered throws."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from engine.turns.kit.scoring.chances import FAR, MOST, Setting, for_points, setting_of, to_lead
from tests.engine.games.written import game
from tests.engine.turns.moves import play_of

STEP = 50


def of(scores: str) -> Setting:
    return setting_of(play_of("farkle", scores=scores))


def score(scores: str, dice: tuple[int, ...]) -> int | None:
    return of(scores).table.score(tuple(sorted(dice)))


@cache
def reached(scores: str, dice: int, points: int, goal: int) -> float:
    """Return the best chance to get to ``goal`` with that many dice to throw, over all ordered throws and subsets."""
    if points >= goal:
        return 1.0
    total = 0.0
    for thrown in product(range(1, 7), repeat=dice):
        best = 0.0
        for chosen in range(1, 2**dice):
            part = tuple(die for place, die in enumerate(thrown) if chosen >> place & 1)
            worth = score(scores, part)
            if worth:
                best = max(best, reached(scores, dice - len(part) or 6, points + worth, goal))
        total += best
    return total / int(6**dice)


@pytest.mark.parametrize("scores", ["plain", "pocket"])
@pytest.mark.parametrize("dice", [2, 3])
def test_the_chance_to_reach_points_is_that_of_ordered_throws(scores: str, dice: int) -> None:
    goal = 250
    found = to_lead(of(scores), tie=1.0).throw(dice, FAR * STEP - goal + 150)
    assert found == pytest.approx(reached(scores, dice, 150, goal), abs=1e-12)


@pytest.mark.parametrize("scores", ["plain", "pocket"])
def test_a_throw_is_worth_the_mean_of_its_best_choices(scores: str) -> None:
    values = for_points(of(scores), 0)
    for dice, points in product((1, 2, 3), (0, 300, 1000, 5000)):
        total = 0.0
        for thrown in product(range(1, 7), repeat=dice):
            best = 0.0
            for chosen in range(1, 2**dice):
                part = tuple(die for place, die in enumerate(thrown) if chosen >> place & 1)
                worth = score(scores, part)
                if worth:
                    best = max(best, points + worth, values.throw(dice - len(part) or 6, points + worth))
            total += best
        assert values.throw(dice, points) == pytest.approx(total / 6**dice, abs=1e-9)


@pytest.mark.parametrize("scores", ["plain", "pocket"])
def test_standing_is_best_long_before_the_most_points_that_are_solved(scores: str) -> None:
    values = for_points(of(scores), 0)
    assert all(
        values.throw(dice, points) < points for dice in range(1, 7) for points in range(20_000, MOST * STEP, STEP)
    )


def test_points_below_the_opening_are_worth_what_they_may_become() -> None:
    book = game("farkle", "123466 +1")
    advice: dict[str, Any] = book.game.advice(book.state, "points")
    assert [choice["do"] for choice in advice["choices"]] == ["roll"]
    opened = game("farkle", "123466 +1", opening=0)
    free: dict[str, Any] = opened.game.advice(opened.state, "points")
    assert {choice["do"] for choice in free["choices"]} == {"roll", "stop"}
    assert free["best"]["value"] > advice["best"]["value"]


def test_the_advice_names_the_dice_and_the_number_of_the_next_throw() -> None:
    book = game("farkle", "155234", opening=0)
    advice: dict[str, Any] = book.game.advice(book.state, "points")
    ways = {(choice["do"], tuple(choice["dice"]), choice["throw"]) for choice in advice["choices"]}
    assert ("roll", (1,), 5) in ways
    assert ("stop", (1, 5, 5), 0) in ways
    assert advice["best"]["cost"] == 0.0
    hot = game("farkle", "123456")
    best: dict[str, Any] = hot.game.advice(hot.state, "points")
    assert (best["best"]["dice"], best["best"]["throw"]) == ([1, 2, 3, 4, 5, 6], 6)
