"""Exact figures of the games that are files, each counted here by a referee of its own over all ordered throws."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from engine import game_of, rules_of

Dice = tuple[int, ...]


def throws(dice: int) -> list[Dice]:
    return list(product(range(1, 7), repeat=dice))


def share(dice: int, holds: Callable[[Dice], bool]) -> Fraction:
    return Fraction(sum(map(holds, throws(dice))), 6**dice)


def total_of(number: int) -> Fraction:
    return share(2, lambda dice: sum(dice) == number)


def until_nothing(dice: int, points: Callable[[Dice], int]) -> Fraction:
    """Return the mean of a turn that goes on as long as a throw scores."""
    return Fraction(sum(map(points, throws(dice))), sum(not points(one) for one in throws(dice)))


def bunco(dice: Dice) -> int:
    return 21 if dice == (1, 1, 1) else 5 if len(set(dice)) == 1 else dice.count(1)


def big_pig(dice: Dice) -> int:
    return 25 if dice == (1, 1) else 0 if 1 in dice else sum(dice) * (1 + (dice[0] == dice[1]))


@cache
def best_big_pig(points: int) -> Fraction:
    """Return the mean of a turn with so many points; whoever has 200 stands."""
    gains = [points + big_pig(one) for one in throws(2) if big_pig(one)] if points < 200 else []
    return max(Fraction(points), sum(map(best_big_pig, gains), Fraction(0)) / 36)


@cache
def drop_dead(dice: int) -> Fraction:
    lasting = [one for one in throws(dice) if not {2, 5} & set(one)]
    left = [sum(die not in (2, 5) for die in one) for one in throws(dice) if {2, 5} & set(one)]
    return (sum(map(sum, lasting)) + sum((drop_dead(many) for many in left if many), Fraction(0))) / len(left)


@cache
def throws_to_21_aces(have: int) -> Fraction:
    if have == 21:
        return Fraction(0)
    dice = min(5, 21 - have)
    aces = Counter(one.count(1) for one in throws(dice))
    more = sum((ways * throws_to_21_aces(have + many) for many, ways in aces.items() if many), Fraction(0))
    return (more + Fraction(6**dice)) / (Fraction(6**dice) - aces[0])


def poker(dice: Dice) -> str:
    match sorted(Counter(dice).values(), reverse=True):
        case [5]:
            return "five"
        case [4, 1]:
            return "four"
        case [3, 2]:
            return "full_house"
        case [3, 1, 1]:
            return "three"
        case [2, 2, 1]:
            return "two_pairs"
        case [2, 1, 1, 1]:
            return "pair"
    return "straight" if not {1, 6} <= set(dice) else "nothing"


def cee_lo(dice: Dice) -> str:
    lone = [die for die in dice if dice.count(die) == 1]
    if len(lone) == 1:
        return {1: "point_of_one", 6: "point_of_six"}.get(lone[0], "point")
    return "triple" if not lone else {6: "one_two_three", 15: "four_five_six"}.get(sum(lone), "") * (max(lone) != 4)


@cache
def best_421(kept: Dice, left: int) -> Fraction:
    """Return the best chance of 4-2-1 with so many throws of the dice that are not kept; any may be kept then."""
    if not left or kept == (1, 2, 4):
        return Fraction(kept == (1, 2, 4))
    lies = [tuple(sorted(kept + one)) for one in throws(3 - len(kept))]
    ways = [max(best_421(part, left - 1) for part in {*parts(dice), dice}) for dice in lies]
    return sum(ways, Fraction(0)) / len(ways)


def parts(dice: Dice) -> set[Dice]:
    return {some for many in range(3) for some in combinations(dice, many)}


def counted(dice: int, hand: Callable[[Dice], str]) -> dict[str, Fraction]:
    hands = Counter(map(hand, throws(dice)))
    del hands[""]
    return {name: Fraction(ways, hands.total()) for name, ways in hands.items()}


POKER = {"five": 6, "four": 150, "full_house": 300, "straight": 240, "three": 1200, "two_pairs": 1800, "pair": 3600}
MEANS: list[tuple[str, dict[str, object], str, Fraction, str]] = [
    (
        "chicago",
        {},
        "expected_total",
        sum((n * total_of(n) for n in range(13)), Fraction(0)),
        "7",
    ),
    ("bunco", {}, "expected_turn", until_nothing(3, bunco), "151/120"),
    ("bunco", {}, "ends", share(3, lambda dice: not bunco(dice)), "5/9"),
    ("big-pig", {}, "expected_turn", best_big_pig(0), "1614922325/136048896"),
    ("big-pig", {}, "ends", share(2, lambda dice: not big_pig(dice)), "5/18"),
    ("drop-dead", {}, "expected_turn", drop_dead(5), "837242/52117"),
    ("sevens", {}, "expected_turn", until_nothing(5, lambda dice: dice.count(1)), "1296/625"),
    ("sevens", {}, "throws", throws_to_21_aces(0), ""),
]


@pytest.mark.parametrize(("preset", "options", "figure", "refereed", "known"), MEANS)
def test_a_figure_is_that_of_all_throws(
    preset: str, options: dict[str, object], figure: str, refereed: Fraction, known: str
) -> None:
    assert game_of(preset).odds(rules_of(preset, options))[figure] == refereed
    assert not known or refereed == Fraction(known)


@pytest.mark.parametrize(
    ("preset", "options", "found"),
    [
        ("mexico", {}, {"mexico": Fraction(1, 18), "double": Fraction(1, 6), "number": Fraction(7, 9)}),
        ("poker-dice", {}, counted(5, poker)),
        ("poker-dice", {"straight": "above"}, counted(5, poker)),
        ("cee-lo", {}, counted(3, cee_lo)),
        *(
            ("knock-out-dice", {"knock_out": number}, {"knocked_out": total_of(number), "safe": 1 - total_of(number)})
            for number in (6, 7, 8, 9)
        ),
    ],
)
def test_one_roll_makes_each_hand_as_often_as_among_all_throws(
    preset: str, options: dict[str, object], found: dict[str, Fraction]
) -> None:
    figures = game_of(preset).odds(rules_of(preset, options))
    assert {name: chance for name, chance in figures.items() if name != "best_in"} == found


def test_the_best_hand_of_421_comes_in_one_two_and_three_rolls_as_often_as_by_all_choices() -> None:
    known = [Fraction(1, 36), Fraction(299, 2592), Fraction(42571, 186624)]
    assert [best_421((), rolls) for rolls in (1, 2, 3)] == known
    assert game_of("four-two-one").odds(rules_of("four-two-one", {}))["best_in"] == known


@pytest.mark.parametrize(("preset", "of_six"), [("ten-thousand", "5/216"), ("zilch", "5/216"), ("zonk", "")])
def test_a_roll_of_the_family_of_farkle_is_lost_as_often_as_among_all_throws(preset: str, of_six: str) -> None:
    def lost(dice: Dice) -> bool:
        return not {1, 5} & set(dice) and max(Counter(dice).values()) < 3

    dice = 6 if of_six else 5
    found = [share(many, lambda one: lost(one) and not (len(one) == 6 and pairs(one))) for many in range(1, dice + 1)]
    assert game_of(preset).odds(rules_of(preset, {}))["busts"] == found
    assert not of_six or found[5] == Fraction(of_six)


def pairs(dice: Dice) -> bool:
    return all(many % 2 == 0 for many in Counter(dice).values())


def test_the_known_numbers_of_hands() -> None:
    poker_dice = game_of("poker-dice").odds(rules_of("poker-dice", {}))
    assert {name: chance * 6**5 for name, chance in poker_dice.items() if name != "best_in"} == POKER | {"nothing": 480}  # type: ignore[operator]
    of = game_of("cee-lo").odds(rules_of("cee-lo", {}))
    assert of["four_five_six"] + of["triple"] + of["point_of_six"] == Fraction(1, 4), "sure to win"  # type: ignore[operator]
    assert of["one_two_three"] + of["point_of_one"] == Fraction(7, 36), "sure to lose"  # type: ignore[operator]
