"""The phases of a throw: pure, and the same answer however often they are asked."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Started, State
from engine.history import history_of
from table import Mode, TrayView
from table.dice import HoldMode
from table.input.phases import (
    AT_REST,
    AwaitingThrow,
    Surroundings,
    Thrown,
    ThrowPhase,
    advance,
    confirmed,
    judge,
    judge_unsettled,
)
from tests.table.lying import EMPTY, HAND, MOVING, settled
from vision import Reading

STATE: State = history_of([Started("dice-game-depot", ("Mia", "Jonas"), "Mia")]).state
AROUND = Surroundings(HoldMode.RAIL, TrayView(300, 200, 50))
WAITING = AwaitingThrow()
THROWN = settled([6, 5, 4, 3, 3])
MOVED = settled([6, 5, 4, 3, 3], shift=40.0)

FACES = st.lists(st.one_of(st.integers(1, 6), st.none()), max_size=5)
READINGS = st.one_of(
    st.sampled_from([EMPTY, MOVING, HAND]),
    st.builds(settled, FACES, st.lists(st.integers(1, 6), max_size=3), shift=st.sampled_from([0.0, 3.0, 40.0])),
)


def phases_after(
    *readings: Reading, phase: ThrowPhase = WAITING, hold: HoldMode = HoldMode.RAIL
) -> Iterator[ThrowPhase]:
    around = Surroundings(hold, AROUND.tray)
    for reading in readings:
        phase = advance(phase, reading, hold)
        if reading.rest in AT_REST:
            phase, _ = judge(phase, STATE, reading.dice, around)
        yield phase


def after(*readings: Reading, phase: ThrowPhase = WAITING) -> ThrowPhase:
    *_, last = phases_after(*readings, phase=phase)
    return last


def test_a_throw_that_counts_is_thrown_and_waits_again_once_it_is_confirmed() -> None:
    phase = after(EMPTY, MOVING, THROWN)
    assert isinstance(phase, Thrown)
    assert phase.validation.mode is Mode.SHOWN
    assert isinstance(confirmed(phase, THROWN.dice, HoldMode.RAIL), AwaitingThrow)


def test_it_stays_thrown_however_its_dice_are_pushed_about() -> None:
    assert isinstance(after(EMPTY, MOVING, THROWN, HAND, MOVED), Thrown)


def test_dice_that_are_taken_up_are_no_throw_any_more() -> None:
    assert isinstance(after(EMPTY, MOVING, THROWN, HAND, EMPTY), AwaitingThrow)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(HoldMode), st.lists(READINGS, max_size=12), READINGS)
def test_asking_twice_gives_the_same_answer_and_changes_nothing(
    hold: HoldMode, readings: list[Reading], last: Reading
) -> None:
    around = Surroundings(hold, AROUND.tray)
    for phase in phases_after(*readings, hold=hold):
        dice = last.dice
        once = judge(phase, STATE, dice, around)
        assert judge(phase, STATE, dice, around) == once
        assert judge(once[0], STATE, dice, around) == once
        unsettled = judge_unsettled(phase, STATE, MOVING.rest, dice, around)
        assert judge_unsettled(unsettled[0], STATE, MOVING.rest, dice, around) == unsettled
        assert advance(phase, last, hold) == advance(phase, last, hold)
