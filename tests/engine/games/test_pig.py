"""The coach of Pig and its like, held against plain enumerations."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from engine import Event, Rolled, Started, Stopped, apply, fold, game_of
from engine.turns.kit.files import own_game
from engine.turns.kit.throws.luck import begun, for_points
from engine.turns.kit.throws.race import Race, hold_at, race
from engine.turns.state import TurnState
from engine.values import replace
from tests.engine.games.written import game
from tests.engine.turns.moves import play_of

PIG = play_of("pig", ends="at_once")


@cache
def by_rule(dice: int, stand: int, points: int, total: int) -> Fraction:
    """Return the mean of a turn in which one stands from ``stand`` points on."""
    if points >= stand:
        return Fraction(points)
    worths = []
    for thrown in product(range(1, 7), repeat=dice):
        ones = thrown.count(1)
        if ones:
            worths.append(Fraction(-total if ones == 2 else 0))
        else:
            worths.append(by_rule(dice, stand, points + sum(thrown), total))
    return sum(worths, Fraction(0)) / len(worths)


@pytest.mark.parametrize(("dice", "total"), [(1, 0), (2, 0), (2, 30), (2, 99)])
def test_the_mean_of_a_turn_is_that_of_the_best_rule_of_the_form_stand_at(dice: int, total: int) -> None:
    rules = {stand: by_rule(dice, stand, 0, total) for stand in range(2, 36)}
    play = replace(PIG, dice=dice)
    assert for_points(play, 0, total).throw(*begun(play)) == max(rules.values())
    assert total or rules[hold_at(play)] == max(rules.values())


def test_standing_at_20_is_worth_8_14_points_a_turn() -> None:
    assert float(by_rule(1, 20, 0, 0)) == pytest.approx(8.1418, abs=5e-5)
    assert hold_at(PIG) == 20


def by_iteration(goal: int) -> dict[tuple[int, int, int], float]:
    """Return the chances of two players to win, by repeating their equations until nothing changes."""
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    chance = dict.fromkeys(states, 0.5)

    def of(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else chance[i, j, k]

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for i, j, k in states:
            roll = (1 - of(j, i, 0) + sum(of(i, j, k + face) for face in range(2, 7))) / 6
            new = max(roll, 1 - of(j, i + k, 0)) if k else roll
            change = max(change, abs(new - chance[i, j, k]))
            chance[i, j, k] = new
    return chance


def test_a_short_race_is_solved_as_by_plain_iteration() -> None:
    solved, plain = Race(replace(PIG, goal=14)), by_iteration(14)
    for (own, other, points), chance in plain.items():
        assert solved.chance(own, other, points) == pytest.approx(chance, abs=1e-11)


def test_the_first_of_two_players_to_100_wins_0_530593_and_stands_from_21_on() -> None:
    solved = race(PIG)
    assert solved.chance(0, 0) == pytest.approx(0.530593, abs=5e-7)
    assert solved.hold_at(0, 0) == 21


def test_a_decision_of_the_last_round_is_no_mistake_by_points() -> None:
    """Ben has to reach 39: each throw after 24 costs points of the mean, and is the only way to win."""
    book = game("pig", "6 6 6 6 6 6 2 . 6 6 6 6 6 6 6 .", goal=25)
    assert book.state.winner == "Ben"
    steps = [(entry.before, entry.event) for entry in book.played]
    [_, ben] = book.game.figures(steps, book.state, look_back=True)
    assert ben.hindsight is not None
    assert (ben.hindsight.cost, ben.hindsight.decisions) == (0, 0)


def test_chances_where_a_throw_takes_all_points_are_played_out() -> None:
    start, three = Started("pig", ("Ann", "Bo"), "Ann", {"dice": 2}), (Rolled((6, 6)),) * 3

    def chance(*events: Event) -> float:
        found = game_of("pig").win_chances(fold([start, *events]))
        assert found is not None
        assert 0 < found.error < 0.03
        return found.of["Ann"]

    assert abs(chance() - 0.5) < 0.05
    assert chance(*three, Stopped()) > 0.6
    lost = chance(*three, Stopped(), Rolled((3, 1)), Rolled((1, 1)), Rolled((3, 1)))
    assert abs(lost - 0.5) < 0.05, "both begin again"


@pytest.mark.parametrize(
    ("turn", "game"),
    [
        ("dice = 2\nstop = true\nbust = {has = 1}", ""),
        ("dice = 3\nleaves = [2, 5]\nstop = true\nbust = {alike = 3}", ""),
        ("dice = 2\nthrows = 1\nlose_all = {has = 1, times = 2}", 'wins = "points"\nrounds = 5'),
        ("dice = 2\nthrows = 2\nlose_all = {has = 1, times = 2}", 'wins = "points"\ngoal = 50'),
    ],
)
def test_every_file_in_which_one_may_stand_or_lose_all_has_chances(turn: str, game: str) -> None:
    own = own_game(f'title = "Ours"\nline = "A line."\n[turn]\n{turn}\n[game]\n{game}\n')
    begun: TurnState[Any] = fold([Started(own.presets[0], ("Ann", "Bo", "Cy"), "Ann")])
    chances, dice = own.win_chances(begun), (4, *(6,) * (own.play.dice - 1))
    assert chances is not None
    assert max(abs(one - 1 / 3) for one in chances.of.values()) < 2 * max(chances.error, 1e-9)
    after = own.win_chances(apply(begun, Rolled(dice)))
    assert after is not None
    assert after.of["Ann"] > 1 / 3
