"""A next look at dice that lie still: they are read again in their places, and nothing else is believed."""

from dataclasses import replace

import pytest

from tests.vision.drawn import IVORY, RED, WHITE, DrawnDie, draw_tray, grainy, overhead_tray
from vision import Reader, Rest, Tray
from vision.reader import TrayLook

TRAY = overhead_tray()
READER = Reader(Tray.from_corners(TRAY.corners_px, TRAY.frame, marked=True))
DICE = (DrawnDie(5, 120, 60, 20), DrawnDie(2, 180, 120, 50), DrawnDie(3, 240, 60, 70, body=RED, pips=WHITE))


def first_look(*dice: DrawnDie) -> TrayLook:
    return READER.look(grainy(draw_tray(dice, noise=0), 1))


def values(look: TrayLook) -> list[int | None]:
    return [die.value for die in sorted(look.reading.dice, key=lambda die: die.center)]


def test_a_next_look_reads_the_same_dice_in_the_same_places() -> None:
    before, picture = first_look(*DICE), grainy(draw_tray(DICE, noise=0), 2)
    assert before.sure
    again, whole = READER.look(picture, before), READER.look(picture)
    assert again.seen is before.seen
    assert whole.seen is not before.seen
    assert values(again) == values(whole) == [5, 2, 3]
    for one, other in zip(again.reading.dice, whole.reading.dice, strict=True):
        assert one.center == pytest.approx(other.center, abs=0.5)
        assert one.center_mm == pytest.approx(other.center_mm, abs=0.3)
        assert (one.zone, one.flags) == (other.zone, other.flags)
        assert one.body == pytest.approx(other.body, abs=4)


@pytest.mark.parametrize("value", [1, 3, 4, 6])
def test_a_value_is_read_and_not_remembered(value: int) -> None:
    again = READER.look(draw_tray([replace(DICE[0], value=value), *DICE[1:]]), first_look(*DICE))
    assert values(again) == [value, 2, 3]


@pytest.mark.parametrize("body", [IVORY, RED])
def test_a_die_that_the_first_look_lost_is_found(body: tuple[int, int, int]) -> None:
    lost = DrawnDie(4, 200, 160, 10, body=body)
    again = READER.look(draw_tray([*DICE, lost]), first_look(*DICE))
    assert sorted(die.value or 0 for die in again.reading.dice) == [2, 3, 4, 5]


def test_a_die_that_is_gone_is_not_shown() -> None:
    assert values(READER.look(draw_tray(DICE[:2]), first_look(*DICE))) == [5, 2]


@pytest.mark.parametrize(
    "dice",
    [(), (*DICE, DrawnDie(5, 150, 160, without=2)), (*DICE, DrawnDie(5, 307, 100))],
    ids=["nothing", "a doubtful die", "a die outside"],
)
def test_after_a_look_that_was_not_sure_the_whole_picture_is_searched(dice: tuple[DrawnDie, ...]) -> None:
    before = first_look(*dice)
    assert not before.sure
    assert READER.look(draw_tray(DICE), before).seen is not before.seen


def test_a_look_at_a_picture_of_another_size_says_nothing_of_this_one() -> None:
    before = first_look(*DICE)
    small = draw_tray(DICE, overhead_tray(frame=(640, 360)))
    assert READER.look(small, before).reading.rest is Rest.SETTLED


def test_without_a_tray_every_look_is_a_whole_one() -> None:
    before = Reader().look(draw_tray(DICE, markers=()))
    assert before.seen.tray is None
    assert not before.sure
