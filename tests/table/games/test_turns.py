"""Games of turns with dice on the tray: what is held, given back, thrown again, and what is refused."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Rolled, Started, Stopped
from engine.games.bar_dice.rules import Kept as KeptInBarDice
from engine.games.farkle.rules import SetAside
from engine.games.yahtzee.state import Kept
from table import Mode, Snapshot
from table.commands import Play, StandByHand, ThrowByHand
from table.dice import HoldMode
from table.panel import Button
from tests.table.desk import Desk, desk_with
from tests.table.lying import EMPTY, HAND, MOVING, die, settled
from vision import Reading, Rest

RAIL, IN_PLACE, OFF_TRAY = HoldMode
PIG = Started("pig", ("Mia", "Jonas"), "Mia")
TWO_DICE = Started("pig", ("Mia", "Jonas"), "Mia", {"dice": 2})
FARKLE = Started("farkle", ("Mia", "Jonas"), "Mia")
THREES = Started("threes", ("Mia", "Jonas"), "Mia")
MIDNIGHT = Started("midnight", ("Mia", "Jonas"), "Mia")
BAR_DICE = Started("bar-dice", ("Mia", "Jonas"), "Mia")
YAHTZEE = Started("yahtzee-handout", ("Mia", "Jonas"), "Mia")


def counted(desk: Desk, *dice: int) -> Snapshot:
    desk.throw(*dice)
    return desk.press(Button.ROLL)


def rethrown(desk: Desk, aside: Sequence[int], dice: Sequence[int], hold: HoldMode) -> Snapshot:
    """Set these of the counted dice aside, where others lie still, and throw the rest to show ``dice``."""
    lie = [one.value for one in desk.now.dice]
    stays = list(lie)
    for face in aside:
        stays.remove(face)
    if hold is RAIL:
        return desk.see(HAND, settled(stays, aside), settled([], aside), MOVING, settled(dice, aside, shift=12.0))
    floor = settled(lie).dice
    held = []
    for face in aside:
        held.append(next(one for one in floor if one.value == face and one not in held))
    if hold is IN_PLACE:
        rolled = tuple(die(face, 80.0 + 30.0 * place, 150.0, colour=place) for place, face in enumerate(dice))
        left = Reading(Rest.SETTLED, tuple(held)) if held else EMPTY
        return desk.see(HAND, left, MOVING, Reading(Rest.SETTLED, (*held, *rolled)))
    stay = tuple(one for one in floor if one not in held)
    return desk.see(HAND, Reading(Rest.SETTLED, stay), HAND, EMPTY, MOVING, settled(dice, shift=12.0))


@pytest.mark.parametrize("hold", HoldMode)
def test_a_die_of_pig_thrown_again_onto_the_same_spot_counts(hold: HoldMode, tmp_path: Path) -> None:
    with desk_with(tmp_path, PIG, hold=hold) as desk:
        counted(desk, 4)
        now = desk.see(HAND, EMPTY, MOVING, settled([4]))
        assert (now.mode, now.prompt) == (Mode.SHOWN, "Mia: 4 – 8 this turn. ROLL counts it, STAND banks it")
        assert desk.press(Button.ROLL).prompt == "Mia has 8: roll again or press STAND"


@pytest.mark.parametrize("again", [(4, 2), (4, 5), (3, 2)])
def test_two_dice_count_where_some_come_to_rest_as_they_lay(again: tuple[int, ...], tmp_path: Path) -> None:
    with desk_with(tmp_path, TWO_DICE, hold=IN_PLACE) as desk:
        counted(desk, 4, 2)
        assert desk.see(HAND, EMPTY, MOVING, settled(again)).mode is Mode.SHOWN
        desk.press(Button.ROLL)
        assert desk.journal_events()[-1] == Rolled(tuple(sorted(again, reverse=True)))


def test_a_die_that_is_left_in_its_place_was_not_thrown(tmp_path: Path) -> None:
    with desk_with(tmp_path, TWO_DICE, hold=IN_PLACE) as desk:
        counted(desk, 4, 2)
        now = desk.see(HAND, settled([4]), MOVING, Reading(Rest.SETTLED, (*settled([4]).dice, die(5, 200.0, 150.0))))
        assert (now.mode, now.prompt) == (Mode.ILLEGAL, "Mia: also roll the 4")


def test_a_throw_stays_one_while_a_die_that_was_held_in_place_cannot_be_read(tmp_path: Path) -> None:
    with desk_with(tmp_path, FARKLE, hold=IN_PLACE) as desk:
        counted(desk, 6, 6, 6, 4, 3, 2)
        held = settled([6, 6, 6]).dice
        rolled = tuple(
            die(face, 80.0 + 40.0 * place, 150.0, colour=place + 2) for place, face in enumerate((4, 3, 2), 1)
        )
        assert desk.see(HAND, MOVING, Reading(Rest.SETTLED, (*held, *rolled))).after.turn.player == "Jonas"
        unread = replace(held[0], value=None, doubt="glare hides it")
        now = desk.see(Reading(Rest.SETTLED, (unread, *held[1:], *rolled)))
        assert now.mode is Mode.UNSURE
        assert desk.press(Button.STAND).state.player == "Mia"
        assert desk.see(Reading(Rest.SETTLED, (*held, *rolled))).mode is Mode.SHOWN


@pytest.mark.parametrize("hold", HoldMode)
def test_all_six_dice_come_back_once_all_have_scored(hold: HoldMode, tmp_path: Path) -> None:
    with desk_with(tmp_path, FARKLE, hold=hold) as desk:
        counted(desk, 5, 1, 1, 6, 3, 2)
        now = rethrown(desk, [5, 1, 1], [2, 2, 2], hold)
        assert now.prompt == "Mia: 2 2 2. Press ROLL to count it", "450 points are too few to open"
        desk.press(Button.ROLL)
        now = desk.see(HAND, EMPTY, MOVING, settled([6, 5, 3, 3, 1, 2], shift=12.0))
        assert now.prompt == "Mia: 6 5 3 3 2 1 – up to 600. ROLL counts it, STAND banks it"
        desk.press(Button.STAND)
        assert desk.journal_events()[-5:] == (
            Rolled((2, 2, 2)),
            SetAside((2, 2, 2)),
            Rolled((6, 5, 3, 3, 2, 1)),
            SetAside((1, 5)),
            Stopped(),
        )
        assert desk.now.state.totals["Mia"] == 600


@pytest.mark.parametrize("hold", HoldMode)
@pytest.mark.parametrize(
    ("start", "dice", "why"),
    [
        (FARKLE, (6, 6, 5, 4, 3, 2), "Set aside at least one die that scores first."),
        (THREES, (6, 5, 1, 4, 3), "Set aside at least one die first."),
        (MIDNIGHT, (6, 5, 1, 4, 3, 3), "Set aside at least one die first."),
    ],
)
def test_a_throw_with_nothing_set_aside_is_refused(
    start: Started, dice: tuple[int, ...], why: str, hold: HoldMode, tmp_path: Path
) -> None:
    with desk_with(tmp_path, start, hold=hold) as desk:
        counted(desk, *dice)
        before, log = desk.now.state, desk.journal_events()
        now = rethrown(desk, [], dice[::-1], hold)
        assert (now.mode, now.note) == (Mode.ILLEGAL, why)
        for button in (Button.ROLL, Button.STAND):
            assert desk.press(button).note == why
        assert (desk.now.state, desk.journal_events()) == (before, log)


@pytest.mark.parametrize("hold", [RAIL, IN_PLACE])
def test_a_die_that_scores_nothing_is_refused_by_name(hold: HoldMode, tmp_path: Path) -> None:
    with desk_with(tmp_path, FARKLE, hold=hold) as desk:
        counted(desk, 6, 5, 1, 2, 3, 3)
        log = desk.journal_events()
        now = rethrown(desk, [2], [6, 5, 1, 4, 3], hold)
        assert now.mode is Mode.ILLEGAL
        assert now.note == "One 2 scores nothing: it takes three of a kind."
        desk.press(Button.ROLL)
        assert desk.journal_events() == log


def test_dice_seen_to_leave_the_tray_are_not_taken_for_others(tmp_path: Path) -> None:
    with desk_with(tmp_path, FARKLE, hold=OFF_TRAY) as desk:
        counted(desk, 6, 6, 1, 2, 3, 3)
        now = rethrown(desk, [2], [6, 5, 1, 4, 3], OFF_TRAY)
        assert (now.mode, now.prompt) == (Mode.UNSURE, "Mia: which die did you keep? Tap it on your phone")
        desk.order(Play(SetAside((1,))))
        assert desk.press(Button.ROLL).state.turn.throws == 2


def test_a_hold_that_was_not_counted_is_forgotten_when_the_dice_are_taken_up_again(tmp_path: Path) -> None:
    with desk_with(tmp_path, THREES, hold=OFF_TRAY) as desk:
        counted(desk, 3, 3, 2, 1, 6)
        assert rethrown(desk, [6], [6, 5, 1], OFF_TRAY).mode is Mode.UNSURE
        assert desk.see(EMPTY, MOVING, settled([6, 5, 1, 4], shift=12.0)).mode is Mode.UNSURE


@pytest.mark.parametrize(
    ("start", "kept"), [(YAHTZEE, Kept((6, 6))), (BAR_DICE, KeptInBarDice((6, 6)))], ids=["yahtzee", "bar dice"]
)
def test_a_throw_counts_after_the_dice_kept_were_named_on_a_phone(start: Started, kept: Kept, tmp_path: Path) -> None:
    with desk_with(tmp_path, start, hold=OFF_TRAY) as desk:
        counted(desk, 6, 6, 5, 3, 2)
        assert desk.see(HAND, EMPTY, MOVING, settled([1, 2, 4])).mode is Mode.UNSURE
        desk.order(Play(kept))
        assert desk.now.mode is Mode.SHOWN
        desk.press(Button.ROLL)
        assert desk.journal_events()[-2:] == (kept, Rolled((4, 2, 1)))


@pytest.mark.parametrize("start", [YAHTZEE, BAR_DICE], ids=["yahtzee", "bar dice"])
@pytest.mark.parametrize(("leaves", "kept"), [((), (6, 6)), (([1],), (5, 5))], ids=["none leaves", "two leave"])
def test_dice_off_the_tray_stay_there_or_are_exchanged_for_those_seen_to_leave(
    start: Started, leaves: Sequence[Sequence[int]], kept: tuple[int, ...], tmp_path: Path
) -> None:
    with desk_with(tmp_path, start, hold=OFF_TRAY) as desk:
        counted(desk, 6, 6, 5, 3, 2)
        rethrown(desk, [6, 6], [1, 5, 5], OFF_TRAY)
        desk.press(Button.ROLL)
        now = desk.see(HAND, *(settled(dice, shift=12.0) for dice in leaves), EMPTY, MOVING, settled([4, 4, 2]))
        assert now.mode is Mode.SHOWN
        desk.press(Button.ROLL)
        held = [event.dice for event in desk.journal_events() if isinstance(event, Kept | KeptInBarDice)]
        assert held == [(6, 6), kept]


def test_bar_dice_on_the_rail_are_given_back(tmp_path: Path) -> None:
    with desk_with(tmp_path, BAR_DICE) as desk:
        counted(desk, 3, 3, 4, 2, 6)
        rethrown(desk, [3, 3], [1, 5, 5], RAIL)
        desk.press(Button.ROLL)
        now = desk.see(HAND, settled([], [1, 5, 5]), MOVING, settled([4, 5], [1, 5, 5]))
        assert now.prompt == "Mia: 4 × 5. Press ROLL to count it"
        desk.press(Button.ROLL)
        assert desk.journal_events()[-2:] == (KeptInBarDice((5, 5, 1)), Rolled((5, 4)))


@pytest.mark.parametrize("many", [4, 5, 6])
@pytest.mark.parametrize("hold", HoldMode)
def test_the_last_die_of_threes_ends_the_turn(many: int, hold: HoldMode, tmp_path: Path) -> None:
    start = Started("threes", ("Mia", "Jonas"), "Mia", {"dice": many})
    with desk_with(tmp_path, start, hold=hold) as desk:
        counted(desk, *([3] * (many - 1)), 6)
        rethrown(desk, [3] * (many - 1), [2], hold)
        assert desk.press(Button.ROLL).state.totals == {"Mia": 2, "Jonas": 0}


@pytest.mark.parametrize(
    ("start", "order", "why"),
    [
        (FARKLE, StandByHand(), "No new roll yet."),
        (FARKLE, ThrowByHand((), (6,) * 7), "Mia rolls 6 dice now, not 7."),
        (FARKLE, Play(Rolled((6,) * 7)), "Mia rolls 6 dice now, not 7."),
        (FARKLE, Play(Kept((6,))), "Not possible in Farkle."),
        (FARKLE, Play(SetAside((6,))), "Roll first."),
        (PIG, StandByHand(), "No new roll yet."),
        (PIG, Play(SetAside((6,))), "Not possible in Pig."),
        (MIDNIGHT, Play(Stopped()), "You can’t stand yet: roll until all dice are set aside."),
        (BAR_DICE, ThrowByHand((), (6, 6, 6, 6, 6, 6)), "Mia rolls 5 dice now, not 6."),
    ],
)
def test_a_move_that_is_not_possible_changes_nothing_and_says_why(
    start: Started, order: Play | StandByHand | ThrowByHand, why: str, tmp_path: Path
) -> None:
    with desk_with(tmp_path, start) as desk:
        answer = desk.order(order)
        assert (answer.done, str(answer.why)) == (False, why)
        assert desk.journal_events() == (start,)


def test_dice_that_lie_on_the_rail_are_not_to_be_held_again(tmp_path: Path) -> None:
    with desk_with(tmp_path, FARKLE) as desk:
        counted(desk, 6, 6, 5, 4, 3, 2)
        desk.order(Play(SetAside((5,))))
        assert desk.now.prompt == "Mia: hold the 5, roll five"
        assert desk.see(HAND, settled([6, 6, 4, 3, 2], [5])).prompt == "Mia: roll five dice"
