import pytest

from tests.table.lying import die
from vision import Die, Reading, Rest, Zone, counted

THREE = (die(5, 100, 60), die(2, 200, 60), die(None, 280, 60))
BESIDE = die(6, 400, 60, zone=Zone.OUTSIDE)


def test_the_right_number_changes_nothing() -> None:
    reading = Reading(Rest.SETTLED, (*THREE, BESIDE), ("The lamp flickers.",))
    assert counted(reading, 3) is reading


@pytest.mark.parametrize(
    ("dice", "thrown", "said"),
    [
        (THREE, 5, "Dice rolled: 5. Dice on the tray: 3."),
        (THREE, 1, "Dice rolled: 1. Dice on the tray: 3."),
        (THREE[:1], 2, "Dice rolled: 2. Dice on the tray: 1."),
        ((BESIDE,), 1, "Dice rolled: 1. Dice on the tray: 0."),
    ],
)
def test_another_number_is_reported_and_no_die_is_guessed(dice: tuple[Die, ...], thrown: int, said: str) -> None:
    reading = counted(Reading(Rest.SETTLED, dice, ("The lamp flickers.",)), thrown)
    assert reading.problems == ("The lamp flickers.", said)
    assert reading.dice == dice


@pytest.mark.parametrize("rest", [Rest.MOVING, Rest.OBSTRUCTED])
def test_what_cannot_be_seen_is_not_counted(rest: Rest) -> None:
    assert counted(Reading(rest), 5) == Reading(rest)
