"""What Voice says at a table worked by hand: sentences for players who do not look."""

from dataclasses import replace
from pathlib import Path

import pytest

from table import Snapshot
from table.dice import HoldMode
from table.panel import Button
from table.voice import aloud
from tests.engine.games.written import facts
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import EMPTY, HAND, MOVING, die, settled, with_thing
from tests.table.written import holds
from vision import Die, Reading, Rest


def words(now: Snapshot) -> str:
    assert now.voice is not None
    return str(now.voice.says)


def number(now: Snapshot) -> int:
    return now.voice.number if now.voice else 0


def lie(*dice: Die) -> Reading:
    return Reading(Rest.SETTLED, dice)


VOICE = """
by hand dice lie nowhere, and the winner is said with all scores
    pig players=Ann,Ben goal=25 camera=no: > voice Ann: roll one die.
    pig players=Ann,Ben goal=25 camera=no: hand:/6 > voice Ann: six. Six this turn. Ann has 6: roll again or STAND.
    pig players=Ann,Ben goal=25 camera=no: hand:/6 stand > voice Ann banks six. Ben’s turn. Ben: roll one die. Ann 6 and Ben 0.
    pig players=Ann,Ben goal=25 camera=no: hand:/6 stand hand:/6*5 stand > voice Ben banks thirty. Ben wins! Press ROLL for a rematch. Ann 6 and Ben 30.
in a large company only the score of the next player is said
    pig players=Ann,Ben,Cid,Dee,Eve camera=no: hand:/6 stand hand:/6 stand hand:/6 stand hand:/6 stand hand:/6 stand > voice Eve banks six. Ann’s turn. Ann: roll one die. Ann 6.
what may be held is found
    farkle players=Ann,Ben: t152234 ROLL > voice Ann: five, four, three, two, two, one. Hold what scores. Ann: hold and roll, 500 to open. You may hold five and one at the top left.
    farkle players=Ann,Ben: t111555 ROLL > voice Ann: five, five, five, one, one, one. Hold what scores. Hot dice! Roll or STAND: 2,500. On the tray: five, five and one at the top; five at the top right; one and one at the top left.
    yahtzee-official players=Ann,Ben: t66321 ROLL > voice Ann: six, six, three, two, one. Two more rolls. Ann: hold, roll or choose a box. On the tray: six and six at the top left; three, two and one at the top.
"""  # noqa: E501


@facts((VOICE,))
def test_what_is_said(case: str, tmp_path: Path) -> None:
    holds(case, tmp_path)


FIVE = (die(6, 70, 20), die(5, 280, 20), die(3, 175, 100), die(3, 70, 180), die(1, 280, 180))
LEANS = die(None, 100, 30, doubt="not flat")


def test_a_throw_is_said_with_the_place_of_each_die(desk: Desk) -> None:
    assert words(desk.see(EMPTY)) == "Mia: roll all five dice."
    assert words(desk.see(MOVING, lie(*FIVE))) == (
        "Mia: 6 5 3 3 1. ROLL counts. On the tray: six at the top left; five at the top right; "
        "three in the middle; three at the bottom left; one at the bottom right."
    )


def test_a_counted_roll_is_called_with_what_goes_to_the_rail_and_then_what_is_still_missing(desk: Desk) -> None:
    desk.see(EMPTY, MOVING, lie(*FIVE))
    assert words(desk.press(Button.ROLL)) == (
        "Mia: six, five. Ship and captain. Two more rolls. Mia: hold 6 5, roll three. "
        "To the rail, on your left: six at the top left; five at the top right."
    )
    held = die(6, 25, 20)
    assert words(desk.see(HAND, lie(held, *FIVE[1:]))) == (
        "Mia: hold the 5, roll three. To the rail, on your left: five at the top right."
    )
    assert words(desk.see(HAND, lie(held, die(5, 25, 60), *FIVE[2:]))) == "Mia: pick up and roll three dice."


def test_nothing_is_said_while_dice_roll_or_a_hand_is_over_the_tray_nor_twice(desk: Desk) -> None:
    before = number(desk.see(EMPTY))
    assert number(desk.see(HAND, MOVING)) == before
    assert number(desk.see(lie(*FIVE))) == before + 1
    nudged = tuple(replace(one, center=(x + 2, y), center_mm=(x + 2, y)) for one in FIVE for x, y in [one.center])
    assert number(desk.see(HAND, lie(*nudged), MOVING, lie(*FIVE))) == before + 1
    desk.see(*[HAND] * 6)
    assert words(desk.now) == "Something’s covering the tray. Move it away."


def test_a_hand_is_led_to_a_die_that_leans_until_it_is_read(desk: Desk) -> None:
    rest = FIVE[1:]
    said = [words(desk.see(EMPTY, MOVING, lie(LEANS, *rest)))]
    for x, y in ((281, 172), (281, 172), (60, 172)):
        moved = die(None, x, y, doubt="not flat")
        said.append(words(desk.see(HAND, lie(moved, *rest))))
    assert [one.partition("(not flat) ")[2] for one in said] == [
        "at the top left, 10 centimetres from the left rim and 3 centimetres from the far rim.",
        "at the bottom right, 2 centimetres from the right rim and 3 centimetres from the near rim.",
        "at the bottom right, 2 centimetres from the right rim and 3 centimetres from the near rim.",
        "at the bottom left, 6 centimetres from the left rim and 3 centimetres from the near rim.",
    ]
    assert number(desk.now) == 4
    assert words(desk.see(HAND, lie(die(6, 60, 172), *rest))).startswith("Good. Mia: 6 5 3 3 1. ROLL counts")


def test_a_die_that_may_not_be_held_is_found_on_the_rail(desk: Desk) -> None:
    desk.see(EMPTY, MOVING, lie(*FIVE))
    desk.press(Button.ROLL)
    rail = (die(6, 25, 20), die(5, 25, 100), die(3, 25, 180))
    assert words(desk.see(HAND, lie(*rail, *FIVE[3:]))) == (
        "Mia: take the 3 off the rail. The 3 isn’t the crew (4): roll it again. On the tray: "
        "six on the rail, at the top; five on the rail, in the middle; three on the rail, at the bottom; "
        "three at the bottom left; one at the bottom right."
    )
    assert words(desk.see(HAND, lie(*rail[:2], FIVE[2], *FIVE[3:]))).startswith("Good. Mia: pick up and roll three")


def test_a_thing_that_is_no_die_is_found(desk: Desk) -> None:
    said = words(desk.see(EMPTY, MOVING, with_thing(settled((6, 5, 3, 3, 1)))))
    assert "Something on the tray isn’t a die: remove it." in said
    place = "at the bottom, 9 centimetres from the right rim and 5 centimetres from the near rim."
    assert said.endswith(f"; an object that isn’t a die {place}")


@pytest.mark.parametrize("hold", [HoldMode.IN_PLACE, HoldMode.OFF_TRAY])
def test_without_a_rail_nothing_goes_there(tmp_path: Path, hold: HoldMode) -> None:
    with desk_with(tmp_path, START, hold=hold) as desk:
        desk.see(EMPTY, MOVING, lie(*FIVE))
        assert "rail" not in words(desk.press(Button.ROLL))


def test_a_voice_is_not_given_what_it_would_spell_out() -> None:
    assert aloud("Zoë 🏴‍☠️: up to 2\u202f500. मीना 6") == "Zoë : up to 2500. मीना 6"
