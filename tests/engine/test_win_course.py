"""The chances to win in the course of a game: where they are taken, and which turn was the turning point."""

from collections.abc import Sequence

import pytest

from engine import Corrected, Event, Joined, Left, Renamed, Rolled, Started, Stopped, history_of
from engine.statistics.record import MOST_POINTS, WHOLE, ArchivedGame, WinPoint, turning_point, win_course_of
from tests.web import played

START = Started("dice-game-depot", ("Mia", "Jo"), "Mia")
SIX = (Rolled((6, 5, 4, 3, 3)), Stopped())
ELEVEN = (Rolled((6, 5, 4, 6, 5)), Stopped())


def course(*events: Event) -> tuple[WinPoint, ...]:
    return win_course_of(ArchivedGame(1, None, events, (0.0,) * len(events)))


def test_it_has_the_beginning_and_each_turn_and_ends_with_the_winner() -> None:
    found = course(START, *SIX, *ELEVEN)
    assert [(point.seat, point.roll) for point in found] == [(None, 0), (0, 1), (1, 2)]
    assert found[0].chances == (494, 506)  # who throws last knows what to beat
    assert 500 < found[1].chances[0] < WHOLE
    assert found[2].chances == (0, WHOLE)


def test_a_game_that_goes_on_has_none_nor_has_one_without_chances() -> None:
    assert course(START, *SIX) == ()
    assert course(*played.ship(4, preset="all-about-dice")) == ()


def test_it_is_that_of_the_corrected_game() -> None:
    wrong = course(START, Rolled((6, 5, 4, 1, 1)), Stopped(), *ELEVEN, Corrected(1, (6, 5, 4, 3, 3)))
    assert wrong == course(START, *SIX, *ELEVEN)


def test_seats_stay_the_same_whoever_comes_and_goes() -> None:
    events = (Started("rounds", ("Mia", "Jo"), "Mia"), Joined("Bo"), *SIX, Renamed("Jo", "Joanna"), *ELEVEN)
    history = history_of(events)
    while history.state.player is not None:
        history.write(Rolled((6, 5, 4, 3, 3)) if not history.state.turn.rolls else Stopped())
    found = course(*history.events)
    assert {len(point.chances) for point in found} == {3}
    assert found[0].chances == (333, 333, 333)
    assert found[-1].chances == (0, WHOLE, 0)


def test_a_turn_that_ends_as_somebody_leaves_has_a_point() -> None:
    found = course(Started("dice-game-depot", ("Mia", "Jo", "Bo"), "Mia"), *SIX, Left("Bo"), *ELEVEN)
    assert [(point.seat, point.roll) for point in found] == [(None, 0), (0, 1), (1, 2)]


def test_a_long_game_has_a_bounded_number_of_points() -> None:
    found = course(*played.yahtzee(5, [f"P{number}" for number in range(14)]))
    assert MOST_POINTS / 2 < len(found) <= MOST_POINTS + 1
    assert sorted(found[-1].chances)[-1] == WHOLE


@pytest.mark.parametrize(
    ("chances", "at"),
    [
        ([(500, 500), (600, 400), (1000, 0)], 1),
        ([(500, 500), (600, 400), (300, 700), (1000, 0)], 3),
        ([(500, 500), (500, 500), (0, 1000)], 2),
        ([(600, 400), (700, 300), (1000, 0)], None),
        ([(500, 500), (600, 400), (500, 500)], None),
        ([(334, 333, 333), (200, 500, 300), (500, 100, 400), (1000, 0, 0)], 2),
        ([], None),
    ],
)
def test_the_turning_point_is_where_the_winner_took_the_lead_for_good(
    chances: Sequence[tuple[int, ...]], at: int | None
) -> None:
    assert turning_point([WinPoint(0, roll, one) for roll, one in enumerate(chances)]) == at
