"""Hands and coach of Bar dice, held against enumerations of ordered throws."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.turns.kit.hands.plan import of_a_kind, strength
from tests.engine.games.written import faces_of, game
from tests.engine.turns.moves import play_of

ALL = list(product(range(1, 7), repeat=5))
PLAYS = {needed: play_of("bar-dice", ace_needed=needed) for needed in (True, False)}


def best_hand(ace_needed: bool, dice: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the hand by trying every face for the 1s."""
    full = int(1 in dice or not ace_needed)
    if set(dice) == {1}:
        return full, 5, 7
    return max((full, sum(die in (1, face) for die in dice), face) for face in set(dice) - {1})


@pytest.mark.parametrize("ace_needed", [True, False])
def test_every_throw_is_its_best_hand(ace_needed: bool) -> None:
    assert all(PLAYS[ace_needed].hand(dice) == best_hand(ace_needed, dice) for dice in ALL)


def test_the_chances_of_one_throw_are_counted() -> None:
    counted = Counter(best_hand(False, dice)[1] for dice in ALL)
    assert of_a_kind(PLAYS[False]) == {str(many): Fraction(counted[many], 6**5) for many in range(1, 6)}
    assert [str(chance) for chance in of_a_kind(PLAYS[False]).values()] == [
        "5/324",
        "25/72",
        "875/1944",
        "325/1944",
        "13/648",
    ]


@pytest.mark.parametrize("ace_needed", [True, False])
def test_the_strength_of_a_hand_is_the_share_of_throws_that_it_beats(ace_needed: bool) -> None:
    hands: Counter[tuple[int, ...]] = Counter(best_hand(ace_needed, dice) for dice in ALL)
    for one, found in strength(PLAYS[ace_needed]).items():
        below = sum(ways for other, ways in hands.items() if other < one)
        assert found == Fraction(2 * below + hands[one], 2 * 6**5)
    mean = sum(found * hands[one] for one, found in strength(PLAYS[ace_needed]).items()) / 6**5
    assert mean == Fraction(1, 2)


def test_with_one_roll_left_the_best_keep_is_that_of_all_throws_of_the_others() -> None:
    book = game("bar-dice", "16623 16623")
    advice: dict[str, Any] = book.game.advice(book.state, "hand")
    known = strength(PLAYS[True])
    for choice in advice["choices"]:
        kept = tuple(choice["dice"])
        if choice["do"] == "stop":
            assert choice["value"] == pytest.approx(float(known[best_hand(True, faces_of("16623"))]))
            continue
        others = list(product(range(1, 7), repeat=5 - len(kept)))
        mean = sum(known[best_hand(True, kept + rest)] for rest in others) / len(others)
        assert choice["value"] == pytest.approx(float(mean))
    assert advice["best"]["dice"] == [1, 6, 6]


def test_the_chance_to_win_the_round_and_not_to_lose_it_has_a_share_of_ties_and_counts_those_to_come() -> None:
    counted = Counter(best_hand(True, dice) for dice in ALL)
    before = game("bar-dice", "15555 . ", players="Ann Ben")
    won: dict[str, Any] = before.game.advice(before.state, "beat")
    here = best_hand(True, faces_of("15555"))
    above = sum(ways for one, ways in counted.items() if one > here)
    assert won["best"]["value"] == pytest.approx((above + counted[here] / 2) / 6**5)
    third = game("bar-dice", "12346 . ", players="Ann Ben Cid")
    stay: dict[str, Any] = third.game.advice(third.state, "stay")
    low = best_hand(True, faces_of("12346"))
    loses = sum(
        ways * other / 6**10 / ([low, one, two].count(one) if one == min(low, one, two) else 1)
        for one, ways in counted.items()
        for two, other in counted.items()
        if one == min(low, one, two)
    )
    assert stay["best"]["value"] == pytest.approx(1 - loses)
