"""The chance to reach a score, against known numbers and brute force."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from engine import Started, fold, game_of
from engine.games.yahtzee.analysis.advice import _chance, advise, whole
from engine.games.yahtzee.analysis.position import Position, position_of
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import PRESETS, Rules, rules_of
from engine.games.yahtzee.state import Turn
from tests.engine.games.yahtzee.brute_force import brute_force
from tests.engine.games.yahtzee.playing import BIT, HANDOUT, OFFICIAL, scratched_but, state_of
from tests.engine.turns.test_turn_plan import YAHTZEE_IN_THREE

ALL = (1 << 13) - 1


def chance_to_reach(rules: Rules, position: Position, points: int) -> Fraction:
    return Fraction(_chance(rules, position, points, 0), whole(rules, position))


def sixes_in_three(many: int) -> Fraction:
    """Return the chance of that many sixes or more in three rolls of five dice."""
    six = 1 - Fraction(5, 6) ** 3
    return sum((comb(5, some) * six**some * (1 - six) ** (5 - some) for some in range(many, 6)), Fraction(0))


@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
def test_the_last_box_has_the_chance_that_is_known(preset: str) -> None:
    rules = PRESETS[preset]
    assert chance_to_reach(rules, Position(ALL - BIT["yahtzee"], False, 0), 50) == YAHTZEE_IN_THREE
    assert chance_to_reach(rules, Position(ALL - BIT["sixes"], False, 0), 13) == sixes_in_three(3)
    assert chance_to_reach(rules, Position(ALL - BIT["sixes"], False, 0), 0) == 1
    assert chance_to_reach(rules, Position(ALL - BIT["sixes"], False, 0), 31) == 0


def test_the_upper_bonus_counts() -> None:
    rules = PRESETS[HANDOUT]
    assert chance_to_reach(rules, Position(ALL - BIT["sixes"], False, 45), 31) == sixes_in_three(3)
    assert chance_to_reach(rules, Position(ALL - BIT["sixes"], False, 45), 53) == sixes_in_three(3)
    assert chance_to_reach(rules, Position(ALL - BIT["sixes"], False, 45), 54) == sixes_in_three(4)


def test_the_hundred_of_a_further_yahtzee_counts() -> None:
    rules = PRESETS[HANDOUT]
    assert chance_to_reach(rules, Position(ALL - BIT["large_straight"], True, 0), 41) == YAHTZEE_IN_THREE
    assert chance_to_reach(rules, Position(ALL - BIT["large_straight"], False, 0), 41) == 0


@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
@pytest.mark.parametrize(
    ("options", "goals"),
    [
        ({"dice": 2, "rolls": 2, "boxes": ["threes", "yahtzee", "chance"]}, (21, 130)),
        ({"dice": 2, "boxes": ["sixes", "yahtzee", "large_straight"], "bonus_from": 6}, (41, 200)),
    ],
)
def test_three_boxes_have_the_chance_of_brute_force(
    options: dict[str, object], goals: tuple[int, ...], preset: str
) -> None:
    rules = rules_of(preset, options)
    start = position_of(rules, fold([Started(preset, ("Ann",), options=options)]).cards["Ann"])
    for goal in goals:
        tried = brute_force(preset, options, lambda total, goal=goal: Fraction(total >= goal))  # type: ignore[misc]
        assert chance_to_reach(rules, start, goal) == tried
        assert 0 < tried < 1


def test_the_more_is_asked_the_less_likely_it_is() -> None:
    rules = PRESETS[OFFICIAL]
    position = Position(ALL - BIT["chance"] - BIT["sixes"] - BIT["full_house"], True, 40)
    chances = [chance_to_reach(rules, position, points) for points in range(0, 200, 10)]
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) > 10


def test_who_must_beat_a_total_throws_for_it_alone() -> None:
    """Only sixes are open: where five are needed, four are worth nothing."""
    state = state_of(f"{scratched_but('sixes')} 66661", HANDOUT)
    total = state.totals["Ann"]
    safe, bold = advise(state, f"reach {total + 24}"), advise(state, f"reach {total + 30}")
    assert (safe.best.box, safe.best.value, bold.best.keep) == ("sixes", 1.0, (6, 6, 6, 6))
    assert bold.best.value == pytest.approx(1 - (5 / 6) ** 2)


def test_to_beat_means_one_more_than_the_best_of_the_others() -> None:
    turns = "55555 =chance 66666 =chance"
    short = {"boxes": ["ones", "chance"]}
    state = state_of(f"{turns} 11111 =ones 12345", players="Ann Ben", **short)  # type: ignore[arg-type]
    assert (state.player, state.totals) == ("Ben", {"Ann": 30, "Ben": 30})
    advice = advise(state, "beat")
    assert (advice.best.box, advice.best.value) == ("ones", 1.0)
    assert advise(state, "reach 32").best.keep == (1,)


@pytest.mark.parametrize("ahead", [0, 6])
def test_a_tie_with_the_best_of_the_others_is_half_a_win_for_advice_and_chances(ahead: int) -> None:
    """Only sixes are open: three tie with eighteen, or with a head start with twenty-four, and more win."""
    boxes = dict.fromkeys(PRESETS[OFFICIAL].boxes, (0,))
    cards = {"Ann": Card(boxes | {"sixes": (18 + ahead,)}), "Ben": Card({box: (0,) for box in boxes if box != "sixes"})}
    begun = state_of(preset=OFFICIAL, players="Ann Ben")
    state = replace(begun, cards=cards, turn=Turn("Ben", 1, (1, 2, 6, 6, 6)), handicap={"Ben": ahead})
    advice = advise(state, "beat")
    assert advice.best.value == pytest.approx(1 - (5 / 6) ** 4 / 2)
    found = game_of(OFFICIAL).win_chances(state)
    assert found is not None
    assert found.of == pytest.approx({"Ann": (5 / 6) ** 4 / 2, "Ben": advice.best.value})


def test_a_first_throw_that_wins_at_once_is_a_certain_win_to_beat_and_points_to_reach() -> None:
    """Only fives are open in Generala, and Ann has 30 more than Ben can get."""
    state = state_of("55555 =fives", "generala", "Ann Ben", served_wins=False, boxes="fives")
    ahead = replace(state, rules=replace(state.rules, served_wins=True), handicap={"Ann": 30})
    assert advise(ahead, "beat").best.value == pytest.approx(6 / 7776)
    thrown = replace(ahead, turn=Turn("Ben", 1, (2, 2, 2, 2, 2)))
    assert (advise(thrown, "beat").best.box, advise(thrown, "beat").best.value) == ("fives", 1.0)
    assert advise(thrown, "reach 25").best.value < 0.1
