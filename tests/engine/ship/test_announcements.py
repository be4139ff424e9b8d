"""What the game calls what happens."""

import pytest

from engine import Event, Expectation, Rolled, Started, Stopped, announcements, expected_tray, fold, why_not_held

START = Started("dice-game-depot", ("Ann", "Ben"), "Ann")
TWELVE = (Rolled((6, 5, 4, 6, 6)), Stopped())


def words(*events: Event) -> list[str]:
    return [one.word for one in announcements(fold([START, *events[:-1]]), fold([START, *events]))]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([Rolled((1, 1, 2, 3, 4))], []),
        ([Rolled((6, 5, 2, 3, 3))], ["ship", "captain"]),
        ([Rolled((6, 5, 4, 3, 3))], ["ship", "captain", "crew", "qualified", "cargo"]),
        ([Rolled((6, 5, 4, 6, 6))], ["ship", "captain", "crew", "qualified", "cargo", "midnight"]),
        ([Rolled((6, 5, 4, 3, 3)), Rolled((1, 1))], ["cargo", "minimum"]),
        ([Rolled((6, 5, 4, 3, 3)), Stopped()], ["point", "hammer"]),
        ([*TWELVE, Rolled((6, 5, 4, 3, 3)), Stopped()], ["won"]),
        ([*TWELVE, Rolled((6, 5, 4, 6, 6)), Stopped()], ["dream_spider", "rolloff", "rolloff"]),
        ([*[Rolled((1, 1, 1, 1, 1))] * 3], ["no_score", "hammer"]),
        ([*[Rolled((1, 1, 1, 1, 1))] * 3, *TWELVE], ["point", "won"]),
    ],
)
def test_what_is_said(events: list[Event], said: list[str]) -> None:
    assert words(*events) == said


@pytest.mark.parametrize(
    ("rolls", "held", "throw"),
    [([], (), 5), ([(6, 1, 1, 1, 1)], (6,), 4), ([(6, 5, 4, 1, 1)], (6, 5, 4), 2)],
)
def test_what_the_tray_must_show(rolls: list[tuple[int, ...]], held: tuple[int, ...], throw: int) -> None:
    assert expected_tray(fold([START, *map(Rolled, rolls)])) == Expectation(held, throw)


def test_nothing_is_expected_of_the_tray_once_the_game_is_over() -> None:
    over = fold([START, *TWELVE, *[Rolled((1, 1, 1, 1, 1))] * 3])
    assert expected_tray(over) == Expectation((), 0)


@pytest.mark.parametrize(
    ("roll", "face", "why"),
    [
        ((6, 4, 2, 2, 1), 4, "The 4 is crew: it needs the captain (5) first."),
        ((5, 4, 2, 2, 1), 5, "The 5 is captain: it needs the ship (6) first."),
        ((6, 6, 2, 2, 1), 6, "There is a ship already: the other 6 is thrown again."),
        ((6, 2, 2, 2, 1), 2, "The 2 is not the captain (5): it is thrown again."),
        ((6, 5, 4, 6, 1), 6, "The 6 is cargo: cargo dice are thrown again together or not at all."),
    ],
)
def test_why_a_die_may_not_be_held(roll: tuple[int, ...], face: int, why: str) -> None:
    assert why_not_held(fold([START, Rolled(roll)]), face) == why
