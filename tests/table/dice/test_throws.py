"""What counts as a throw."""

import pytest

from table.dice.throws import ThrowWatch
from tests.table.lying import EMPTY, HAND, MOVING, settled
from vision import Reading

LYING = settled([5, 4, 2])
ELSEWHERE = settled([5, 4, 2], shift=12.0)
RAIL_ONLY = settled([], [6])


@pytest.mark.parametrize(
    ("readings", "thrown"),
    [
        pytest.param([LYING], False, id="dice that lay there from the start"),
        pytest.param([LYING, MOVING, LYING], False, id="dice that were shaken but lie as before"),
        pytest.param([LYING, HAND, LYING], False, id="a hand that took nothing"),
        pytest.param([LYING, MOVING, ELSEWHERE], True, id="dice that all lie elsewhere"),
        pytest.param([LYING, HAND, settled([5, 4, 3])], False, id="one die that was turned"),
        pytest.param([LYING, HAND, EMPTY, MOVING, LYING], True, id="dice thrown to the same places"),
        pytest.param([LYING, HAND, RAIL_ONLY, MOVING, settled([5, 4], [6])], True, id="with a die on the rail"),
        pytest.param([LYING, HAND, ELSEWHERE], False, id="dice that a hand pushed about"),
        pytest.param([LYING, HAND, EMPTY, HAND, ELSEWHERE], True, id="dice thrown from a hand that stays"),
        pytest.param([EMPTY, MOVING, LYING], True, id="the first throw of an evening"),
        pytest.param([EMPTY, MOVING], False, id="dice that still roll"),
        pytest.param([MOVING, LYING], False, id="dice whose throw was not seen from its beginning"),
        pytest.param([LYING, ELSEWHERE], False, id="dice that moved while nothing moved"),
    ],
)
def test_a_throw_is_all_dice_moving(readings: list[Reading], thrown: bool) -> None:
    watch = ThrowWatch()
    assert [watch.thrown(reading) for reading in readings][-1] is thrown


def test_a_throw_counts_once() -> None:
    watch = ThrowWatch()
    assert [watch.thrown(reading) for reading in (EMPTY, MOVING, LYING)] == [False, False, True]
    watch.counted(LYING.dice)
    assert not watch.thrown(LYING)
    assert not watch.thrown(HAND)
    assert not watch.thrown(settled([5, 4, 2], shift=2.0))
    assert not watch.thrown(MOVING)
    assert watch.thrown(ELSEWHERE)
