"""Holds, throws and hands: what the table makes of dice that are moved, turned, kept and thrown."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import Held, Released, Rolled, Started
from table import Mode
from table.dice import HoldMode
from table.panel import Button
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import EMPTY, HAND, MOVING, die, settled
from vision import Flag, Reading, Rest, Zone

ROLL, STAND = Button.ROLL, Button.STAND
SHIFTING = Started("dice-game-depot", ("Ida", "Karim"), "Ida", {"cargo_reroll": "each"})
YAHTZEE = Started("yahtzee-handout", ("Nora", "Emil"), "Nora")


def at(*dice: tuple[int | None, float]) -> Reading:
    """Dice of these values at these places along the tray (mm), each place with a colour of its own."""
    return Reading(
        Rest.SETTLED if dice else Rest.EMPTY,
        tuple(die(value, x, 100.0, colour=int(x) // 10 % 6) for value, x in dice),
    )


def test_a_held_die_that_was_turned_on_the_rail_is_named(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    desk.press(ROLL)
    desk.see(HAND, settled([3, 1, 1], [6, 5]))
    now = desk.see(HAND, settled([3, 1, 1], [6, 2]))
    assert now.mode is Mode.ILLEGAL
    assert now.prompt == "Mia: the yellow die was turned from 5 to 2. Set it back to 5"
    assert desk.see(HAND, settled([3, 1, 1], [6, 5])).mode is Mode.WAITING
    now = desk.throw(4, 2, 2, rail=(6, 2))
    assert (now.mode, now.prompt) == (
        Mode.ILLEGAL,
        "Mia: the yellow die was turned from 5 to 2. Set it back to 5",
    )


def test_a_die_of_a_throw_that_a_hand_turns_before_it_is_counted_is_named(desk: Desk) -> None:
    desk.see(EMPTY, MOVING, at((6, 60), (5, 110), (3, 160), (1, 210), (1, 260)))
    now = desk.see(HAND, at((6, 60), (5, 110), (4, 160), (1, 210), (1, 260)))
    assert now.mode is Mode.ILLEGAL
    assert "Mia: the yellow die was turned from 3 to 4. Set it back, or roll all again" in now.prompt
    assert desk.press(ROLL).event == 1
    assert desk.see(HAND, at((6, 60), (5, 110), (3, 160), (1, 210), (1, 260))).mode is Mode.SHOWN
    assert desk.throw(2, 2, 3, 1, 1).mode is Mode.SHOWN


def test_a_closer_look_without_a_hand_is_taken_for_the_better_one(desk: Desk) -> None:
    desk.see(EMPTY, MOVING, settled([6, 5, 3, 1, 1]))
    assert desk.see(MOVING, settled([6, 5, 3, 1, 2])).prompt.startswith("Mia: 6 5 3 2 1")


def test_a_throw_that_was_read_stands_while_its_dice_are_set_aside(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    now = desk.see(HAND, settled([3, 1, 1], [6, 5]))
    assert now.mode is Mode.SHOWN
    now = desk.press(ROLL)
    assert now.state.turn is not None
    assert now.state.turn.held == (6, 5)
    assert now.prompt == "Mia: pick up and roll three dice"


@pytest.mark.parametrize(
    ("flag", "said"), [(Flag.COCKED, "is cocked. Roll it again"), (Flag.STACKED, "is stacked. Roll it again")]
)
def test_a_die_that_lies_askew_is_named_and_never_counted(desk: Desk, flag: Flag, said: str) -> None:
    askew = die(4, 250, 150, colour=3, flags=frozenset({flag}))
    now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled([6, 5, 3]).dice, askew)))
    assert now.mode is Mode.ASTRAY
    assert now.prompt == f"Mia: the blue die {said}"
    assert desk.press(ROLL).event == 1


def test_a_stranger_beside_the_tray_does_not_matter_where_the_number_is_right(desk: Desk) -> None:
    stranger = die(2, 400, 100, zone=Zone.OUTSIDE)
    now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled([6, 5, 3, 1, 1]).dice, stranger)))
    assert now.mode is Mode.SHOWN
    assert len(now.dice) == 5, "only the tray and its rim are drawn"


def test_a_die_on_the_rim_is_drawn(desk: Desk) -> None:
    fallen = die(2, 310, 100, zone=Zone.OUTSIDE)
    now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled([6, 5, 3, 1]).dice, fallen)))
    assert (now.mode, len(now.dice)) == (Mode.ASTRAY, 5)


def test_a_hand_that_stays_is_asked_to_go(desk: Desk) -> None:
    assert desk.see(HAND).note is None
    now = desk.see(*[HAND] * 5)
    assert now.mode is Mode.OBSTRUCTED
    assert now.note is not None
    assert desk.see(EMPTY).note is None


def test_dice_on_the_rail_keep_cargo_and_are_taken_up_again(tmp_path: Path) -> None:
    with desk_with(tmp_path, SHIFTING) as desk:
        desk.throw(6, 5, 4, 5, 1)
        desk.press(ROLL)
        desk.throw(3, rail=(6, 5, 4, 5))
        desk.press(ROLL)
        assert desk.now.state.turn is not None
        assert desk.now.state.turn.kept == (5,)
        desk.throw(6, rail=(6, 5, 4, 3))
        desk.press(ROLL)
        assert desk.now.state.scores["Ida"] == 9
        kept = [event for event in desk.journal_events() if isinstance(event, Held | Released)]
        assert kept == [Held((5,)), Released((5,)), Held((3,))]


def test_all_cargo_on_the_rail_means_to_stand(tmp_path: Path) -> None:
    with desk_with(tmp_path, SHIFTING) as desk:
        desk.throw(6, 5, 4, 5, 1)
        desk.press(ROLL)
        now = desk.see(HAND, settled([], [6, 5, 4, 5, 1]))
        assert now.note == "All dice are held: press STAND to keep them."
        assert desk.press(STAND).state.scores["Ida"] == 6


FIRST = ((6, 60), (5, 110), (3, 160), (1, 210), (1, 260))


REST = ((6, 60), (5, 110))
NUDGED = ((6, 63.9), (5, 106.1))
FOURTH = ((4, 190), (2, 240), (2, 290))
FAR = Reading(Rest.SETTLED, (*at(*REST).dice, *(die(2, 150 + 40 * number, 30) for number in range(3))))
TWO_ONES = ((1, 210), (1, 260))
LEAVE, COUNTS = "Mia: leave 6 5, roll three", "Mia: 4 2 2 – cargo 4. ROLL counts it, STAND keeps it"
SET_BACK = "Mia: the yellow die was turned from 3 to 4. Set it back to 3"
NORAS = "Nora: 4 2 1 1 1. Press ROLL to count it"


@pytest.mark.parametrize(
    ("start", "after", "mode", "prompt"),
    [
        (START, [HAND], Mode.OBSTRUCTED, LEAVE),
        (START, [HAND, at(*REST), MOVING, at(*REST, *FOURTH)], Mode.SHOWN, COUNTS),
        (START, [HAND, at(*NUDGED), MOVING, at(*NUDGED, *FOURTH)], Mode.SHOWN, COUNTS),
        (START, [MOVING, at(*REST, (4, 185), (2, 235), (2, 285))], Mode.WAITING, LEAVE),  # 25 mm from where they lay
        (START, [MOVING, FAR], Mode.SHOWN, "Mia: 2 2 2. Press ROLL to count it"),
        (START, [HAND, at((6, 60)), MOVING, at((6, 60), *FOURTH, (3, 130))], Mode.ILLEGAL, "Mia: put the 5 back"),
        (
            *(START, [HAND, at(*REST, (3, 160)), MOVING, at(*REST, (3, 160), *FOURTH[1:])]),
            *(Mode.ILLEGAL, "Mia: also roll the 3"),
        ),
        (START, [HAND, at(*REST, (4, 163), *TWO_ONES)], Mode.ILLEGAL, SET_BACK),
        (YAHTZEE, [HAND, at(*TWO_ONES), MOVING, at(*TWO_ONES, (1, 60), (4, 120), (2, 160))], Mode.SHOWN, NORAS),
    ],
)
def test_a_die_that_has_not_moved_is_held_in_place(
    tmp_path: Path, start: Started, after: Sequence[Reading], mode: Mode, prompt: str
) -> None:
    with desk_with(tmp_path, start, hold=HoldMode.IN_PLACE) as desk:
        desk.see(EMPTY, MOVING, at(*FIRST))
        desk.press(ROLL)
        now = desk.see(*after)
        assert (now.mode, now.prompt) == (mode, prompt)


@pytest.mark.parametrize(
    ("thrown", "mode"), [((4, 2, 2), Mode.SHOWN), ((4, 2), Mode.WRONG_NUMBER), ((4, 3, 2, 2), Mode.WRONG_NUMBER)]
)
def test_of_dice_off_the_tray_only_the_number_is_checked(tmp_path: Path, thrown: Sequence[int], mode: Mode) -> None:
    with desk_with(tmp_path, hold=HoldMode.OFF_TRAY) as desk:
        desk.throw(6, 5, 3, 1, 1)
        assert desk.press(ROLL).prompt == "Mia: remove 6 5, roll three"
        assert desk.see(EMPTY, MOVING, settled(thrown)).mode is mode


@pytest.mark.parametrize(("beside", "mode"), [(1, Mode.WRONG_NUMBER), (2, Mode.WRONG_NUMBER), (3, Mode.ASTRAY)])
def test_held_dice_beside_the_tray_have_not_fallen_off_it(tmp_path: Path, beside: int, mode: Mode) -> None:
    with desk_with(tmp_path, hold=HoldMode.OFF_TRAY) as desk:
        desk.throw(6, 5, 3, 1, 1)
        desk.press(ROLL)
        off = [die(None, 360, 50.0 * place, zone=Zone.OUTSIDE) for place in range(beside)]
        now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled((4, 2)).dice, *off)))
        assert now.mode is mode


def test_cargo_that_was_seen_to_leave_is_kept(tmp_path: Path) -> None:
    with desk_with(tmp_path, SHIFTING, hold=HoldMode.OFF_TRAY) as desk:
        desk.see(EMPTY, MOVING, at((6, 60), (5, 110), (4, 160), (5, 210), (1, 260)))
        desk.press(ROLL)
        desk.see(HAND, at((1, 260)), EMPTY, MOVING, at((3, 100)))
        now = desk.press(ROLL)
        assert now.state.turn is not None
        assert sorted(now.state.turn.cargo) == [3, 5]


def test_cargo_that_nobody_saw_leave_is_asked_for(tmp_path: Path) -> None:
    with desk_with(tmp_path, SHIFTING, hold=HoldMode.OFF_TRAY) as desk:
        desk.see(EMPTY, MOVING, at((6, 60), (5, 110), (4, 160), (5, 210), (1, 260)))
        desk.press(ROLL)
        now = desk.see(HAND, EMPTY, MOVING, at((3, 100)))
        assert (now.mode, now.prompt) == (Mode.UNSURE, "Ida: which die did you keep? Tap it on your phone")


def test_dice_kept_on_the_rail_and_a_box_picked_with_the_encoder(tmp_path: Path) -> None:
    with desk_with(tmp_path, YAHTZEE) as desk:
        now = desk.throw(6, 6, 3, 2, 1)
        desk.press(ROLL)
        now = desk.see(HAND, settled([3, 2, 1], [6, 6]))
        assert now.prompt == "Nora: keep 6 6 and roll three, or choose a box"
        desk.throw(6, 6, 5, rail=(6, 6))
        assert desk.press(STAND).prompt == "Nora: keep 6 6 and roll three, or choose a box"
        assert desk.press(STAND).note == "Nora: choose a box."
        assert desk.press(Button.NEXT).note == "Press to choose Four of a kind: 29."
        assert desk.press(Button.PREVIOUS).note == "Press to choose Three of a kind: 29."
        now = desk.press(Button.PICK)
        assert now.state.player == "Emil"
        assert now.state.totals["Nora"] == 29


def test_after_the_last_roll_only_a_box_is_waited_for(tmp_path: Path) -> None:
    with desk_with(tmp_path, YAHTZEE, Rolled((1, 2, 3, 4, 6)), *[Rolled((1, 2, 3, 4, 6))] * 2) as desk:
        now = desk.throw(1, 1, 1, 1, 1)
        assert (now.mode, now.prompt) == (Mode.WAITING, "Nora: choose a box for 6 4 3 2 1")
        assert desk.press(Button.PICK, "yahtzee").state.player == "Emil"
        assert desk.press(Button.PICK, "yahtzee").note == "Nothing to choose."
