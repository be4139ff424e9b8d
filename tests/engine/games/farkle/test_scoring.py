"""The score of dice, held against a plain search through all ways to divide them."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

import pytest

from engine.turns.kit.scoring.chances import bust
from engine.turns.kit.scoring.sets import SetTable
from tests.engine.games.written import faces_of
from tests.engine.turns.moves import play_of

SCORES = ["plain", "pocket"]


def table(scores: str) -> SetTable:
    return play_of("farkle", scores=scores).table


def score(scores: str, dice: tuple[int, ...]) -> int | None:
    return table(scores).score(tuple(sorted(dice)))


def group(scores: str, dice: tuple[int, ...]) -> int:
    """Return the points of dice that are one combination by themselves, 0 for any others."""
    many, faces = len(dice), set(dice)
    if many == 1:
        return {1: 100, 5: 50}.get(dice[0], 0)
    if len(faces) == 1 and many >= 3:
        three = 1000 if dice[0] == 1 else 100 * dice[0]
        if scores == "plain" or many == 3:
            return int(three * 2 ** (many - 3))
        return {4: 1000, 5: 2000, 6: 3000}[many]
    if scores == "plain" or many != 6:
        return 0
    if len(faces) == 6:
        return 1500
    if len(faces) == 2 and all(dice.count(face) == 3 for face in faces):
        return 2500
    return 1500 if all(dice.count(face) % 2 == 0 for face in faces) else 0


def divided(dice: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every division of the dice into groups."""
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for many in range(len(rest) + 1):
        for places in combinations(range(len(rest)), many):
            taken = (first, *(rest[place] for place in places))
            left = tuple(die for place, die in enumerate(rest) if place not in places)
            yield from ([taken, *others] for others in divided(left))


def best_of_all(scores: str, dice: tuple[int, ...]) -> int | None:
    """Return the most points of a division in which every group scores."""
    found = [[group(scores, part) for part in parts] for parts in divided(dice)]
    return max((sum(points) for points in found if points and all(points)), default=None)


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("many", range(1, 7))
def test_the_best_reading_is_the_best_of_all_divisions(scores: str, many: int) -> None:
    for dice in combinations_with_replacement(range(1, 7), many):
        assert score(scores, dice[::-1]) == best_of_all(scores, dice), dice


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("many", range(1, 5))
def test_the_chance_of_a_farkle_is_a_count_of_ordered_throws(scores: str, many: int) -> None:
    lost = 0
    for thrown in product(range(1, 7), repeat=many):
        parts = (part for size in range(1, many + 1) for part in combinations(thrown, size))
        lost += not any(group(scores, part) for part in parts)
    assert bust(table(scores), many) * 6**many == lost


@pytest.mark.parametrize(
    ("dice", "plain", "pocket"),
    [
        ("1", 100, 100),
        ("5", 50, 50),
        ("2", None, None),
        ("111", 1000, 1000),
        ("1111", 2000, 1100),
        ("222", 200, 200),
        ("2222", 400, 1000),
        ("22222", 800, 2000),
        ("222222", 1600, 3000),
        ("666666", 4800, 3000),
        ("123456", None, 1500),
        ("223344", None, 1500),
        ("222244", None, 1500),
        ("222444", 600, 2500),
        ("111555", 1500, 2500),
        ("115555", 1200, 1500),
        ("1112", None, None),
        ("", None, None),
    ],
)
def test_dice_score_as_the_rules_say(dice: str, plain: int | None, pocket: int | None) -> None:
    faces = faces_of(dice)
    assert (score("plain", faces), score("pocket", faces)) == (plain, pocket)


@pytest.mark.parametrize(
    ("dice", "faces"), [("12", (2,)), ("2234", (2, 3, 4)), ("22255", ()), ("2223", (3,)), ("223344", ())]
)
def test_the_dice_that_add_nothing_are_named(dice: str, faces: tuple[int, ...]) -> None:
    assert table("pocket").idle(faces_of(dice)) == faces


@pytest.mark.parametrize("scores", SCORES)
def test_every_die_that_is_no_1_or_5_needs_others(scores: str) -> None:
    for dice in combinations_with_replacement((2, 3, 4, 6), 2):
        assert table(scores).parts(dice) == ()
