"""What counts as a throw."""

from collections.abc import Sequence

import pytest

from table.dice import HoldMode, Watch, in_play, watch
from table.input.phases import NOTHING_SEEN
from tests.table.lying import EMPTY, HAND, MOVING, settled
from vision import Reading

LYING = settled([5, 4, 2])
ELSEWHERE = settled([5, 4, 2], shift=12.0)
RAIL_ONLY = settled([], [6])


def thrown_at_last(readings: Sequence[Reading], seen: Watch = NOTHING_SEEN) -> bool:
    thrown = False
    for reading in readings:
        seen, thrown = watch(seen, reading, HoldMode.RAIL)
    return thrown


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
    assert thrown_at_last(readings) is thrown


def test_a_throw_counts_once() -> None:
    assert thrown_at_last((EMPTY, MOVING, LYING))
    since = Watch(in_play(HoldMode.RAIL, LYING.dice))
    still = [LYING, HAND, settled([5, 4, 2], shift=2.0), MOVING]
    assert not any(thrown_at_last(still[:number], since) for number in range(1, 5))
    assert thrown_at_last([*still, ELSEWHERE], since)
