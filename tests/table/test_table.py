"""The table: readings and presses in, a game and its board out."""

import sqlite3
from dataclasses import replace

import pytest

from device.storage.database import JournalDatabase
from engine import Rolled, Stopped, fold
from table import Mode, TrayView
from table.commands import UseCamera
from table.panel import Button
from table.publisher import drawn
from table.table import Table
from tests.table.desk import START, Desk
from tests.table.lying import EMPTY, FLOOR, HAND, MOVING, REMOVE, die, settled, with_thing
from vision import Reading, Rest, Zone


def test_it_says_who_throws_how_many(desk: Desk) -> None:
    now = desk.see(EMPTY)
    assert (now.mode, now.prompt, desk.panel.lamp.colour) == (Mode.WAITING, "Mia: roll all five dice", "white")


def test_a_throw_is_shown_and_counted_by_roll(desk: Desk) -> None:
    now = desk.throw(6, 5, 3, 1, 1)
    assert (now.mode, now.prompt, desk.panel.lamp.colour) == (
        Mode.SHOWN,
        "Mia: 6 5 3 1 1. Press ROLL to count it",
        "green",
    )
    assert now.state.turn.held == ()
    assert now.after.turn.held == (6, 5)
    now = desk.press(Button.ROLL)
    assert (now.mode, now.prompt) == (Mode.WAITING, "Mia: hold 6 5, roll three")
    assert now.after is None
    assert now.state.turn.held == (6, 5)
    assert [one.word for one in now.said] == ["ship", "captain"]


def test_dice_on_the_rail_need_no_more_setting_aside(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    desk.press(Button.ROLL)
    assert desk.see(HAND).prompt == "Mia: hold 6 5, roll three"
    assert desk.see(settled([3, 1, 1], [6, 5])).prompt == "Mia: pick up and roll three dice"
    assert desk.see(settled([], [6, 5])).prompt == "Mia: roll three dice"


def test_dice_are_said_to_roll_only_after_they_were_picked_up(desk: Desk) -> None:
    assert desk.see(MOVING).prompt == "Mia: roll all five dice"
    assert desk.see(EMPTY, MOVING).prompt == "Mia’s dice are rolling"
    desk.see(settled([6, 5, 3, 1, 1]))
    desk.press(Button.ROLL)
    now = desk.see(MOVING)
    assert (now.mode, now.prompt) == (Mode.MOVING, "Mia: hold 6 5, roll three")
    assert desk.see(HAND, MOVING, settled([], [6, 5]), MOVING).prompt == "Mia’s dice are rolling"


@pytest.mark.parametrize(
    ("reading", "note"),
    [
        (EMPTY, "No new roll yet."),
        (MOVING, "Wait for the dice to stop, then press again."),
        (HAND, "Wait for the dice to stop, then press again."),
    ],
)
def test_a_press_without_a_throw_at_rest_counts_nothing(desk: Desk, reading: Reading, note: str) -> None:
    desk.see(EMPTY, reading)
    now = desk.press(Button.ROLL)
    assert (now.event, now.note) == (1, note)


def test_a_throw_counts_once(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    desk.press(Button.ROLL)
    now = desk.press(Button.ROLL)
    assert (now.event, now.note) == (2, "No new roll yet.")


def test_a_doubtful_die_is_never_counted(desk: Desk) -> None:
    doubtful = die(None, 200, 100, doubt="light on light")
    now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled([6, 5, 3, 1]).dice, doubtful)))
    assert (now.mode, now.note, desk.panel.lamp.colour) == (Mode.UNSURE, "Light on light.", "amber")
    assert now.prompt == "Mia: can’t read the white die in the middle. Straighten it or roll again"
    for button in Button:
        assert desk.press(button).event == 1


def test_the_wrong_number_of_dice_is_not_counted(desk: Desk) -> None:
    now = desk.throw(6, 5, 3, 1)
    assert now.mode is Mode.WRONG_NUMBER
    assert now.prompt == "Mia: roll five dice, not four"
    outside = Reading(Rest.SETTLED, (*settled([6, 5, 3, 1]).dice, die(2, 400, 100, zone=Zone.OUTSIDE)))
    now = desk.see(MOVING, outside)
    assert (now.mode, now.prompt) == (Mode.ASTRAY, "Mia: one die is off the tray. Roll all five again")
    assert desk.press(Button.ROLL).event == 1


@pytest.mark.parametrize(
    ("thrown", "rail", "prompt"),
    [
        ((4, 3, 2, 1), (), "Mia: put the 6 on the rail"),
        ((4, 3, 2, 1), (2,), "Mia: a held die was turned. Set the 2 back to the 6"),
        ((5, 3, 2), (6, 4), "Mia: take the 4 off the rail"),
    ],
)
def test_the_rail_must_show_what_is_held(
    desk: Desk, thrown: tuple[int, ...], rail: tuple[int, ...], prompt: str
) -> None:
    desk.throw(6, 4, 2, 2, 1)
    desk.press(Button.ROLL)
    now = desk.throw(*thrown, rail=rail)
    assert (now.mode, now.prompt, desk.panel.lamp.colour) == (Mode.ILLEGAL, prompt, "red")
    assert desk.press(Button.ROLL).event == 2


def test_an_illegal_hold_is_reported_by_its_rule_before_the_throw(desk: Desk) -> None:
    desk.throw(6, 4, 2, 2, 1)
    desk.press(Button.ROLL)
    now = desk.see(HAND, settled([2, 2, 1], [6, 4]))
    assert (now.mode, now.note) == (Mode.ILLEGAL, "The 4 is crew: it needs the captain (5) first.")


def test_stand_ends_the_turn(desk: Desk) -> None:
    desk.throw(6, 5, 4, 5, 4)
    assert desk.now.prompt == "Mia: 6 5 5 4 4 – cargo 9. ROLL counts it, STAND keeps it"
    now = desk.press(Button.ROLL)
    assert now.prompt == "Mia has 9: hold 6 5 4, roll the cargo again or press STAND"
    now = desk.press(Button.STAND)
    assert now.state.scores["Mia"] == 9
    assert now.prompt == "Jonas: pick up and roll all five dice"


def test_stand_confirms_a_throw_first(desk: Desk) -> None:
    desk.throw(6, 5, 4, 5, 4)
    now = desk.press(Button.STAND)
    assert (now.event, now.state.scores["Mia"]) == (3, 9)
    assert [one.word for one in now.said][-3:] == ["cargo", "point", "hammer"]


def test_stand_before_ship_captain_and_crew_changes_nothing(desk: Desk) -> None:
    desk.throw(6, 5, 3, 3, 1)
    now = desk.press(Button.STAND)
    assert (now.event, now.note) == (1, "Mia can’t stand yet: the crew (4) is missing.")


def test_the_dice_are_marked_by_their_part(desk: Desk) -> None:
    now = desk.throw(6, 5, 4, 6, 3)
    assert [(one.value, one.part) for one in now.dice] == [
        (6, "ship"),
        (5, "captain"),
        (4, "crew"),
        (6, "cargo"),
        (3, "cargo"),
    ]
    desk.press(Button.ROLL)
    now = desk.see(HAND, settled([6, 3], [6, 5, 4]))
    assert {(one.value, one.part) for one in now.dice if one.on_rail} == {(6, "ship"), (5, "captain"), (4, "crew")}


@pytest.mark.parametrize(
    ("measured", "shown"),
    [([15.0, 16.0, 18.0], [16.0, 16.0, 16.0]), ([12.0, 16.0, 22.0], [12.0, 16.0, 22.0]), ([None, None], [16.0, 16.0])],
)
def test_dice_of_one_set_are_drawn_of_one_size(measured: list[float | None], shown: list[float]) -> None:
    dice = {f"d{place}": replace(die(6), size_mm=size) for place, size in enumerate(measured)}
    assert [one.size for one in drawn(dice, {})] == shown


def test_a_whole_game_and_the_next(desk: Desk) -> None:
    desk.throw(6, 5, 4, 5, 4)
    desk.press(Button.STAND)
    desk.throw(6, 5, 4, 6, 6)
    now = desk.press(Button.STAND)
    assert (now.mode, now.prompt, now.state.winner) == (Mode.OVER, "Jonas wins with 12", "Jonas")
    now = desk.press(Button.ROLL)
    assert (now.event, now.state.starter, now.prompt) == (1, "Jonas", "Jonas: pick up and roll all five dice")


def test_what_was_confirmed_is_in_the_journal_and_the_game_goes_on_from_it(desk: Desk) -> None:
    desk.throw(6, 5, 4, 5, 4)
    desk.press(Button.STAND)
    kept = desk.journal.last_game()
    assert kept is not None
    assert kept.events == (START, Rolled((6, 5, 5, 4, 4)), Stopped())
    again = Table(kept.events, desk.journal, desk.panel, TrayView(300, 200, 50), "next boot")
    assert again.state == desk.table.state == fold(kept.events)


def test_an_event_that_cannot_be_written_counts_all_the_same(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    desk.throw(6, 5, 4, 5, 4)
    monkeypatch.setattr(JournalDatabase, "write", full)
    assert desk.press(Button.STAND).state.scores["Mia"] == 9
    assert desk.journal.trouble is not None
    monkeypatch.undo()


def test_a_lost_camera_is_said_and_dice_stay_known(desk: Desk) -> None:
    desk.throw(6, 5, 4, 5, 4)
    desk.table.camera_lost("Check its cable.")
    assert (desk.now.mode, desk.now.prompt, desk.panel.lamp.colour) == (Mode.LOST, "Mia: roll all five dice", "red")
    assert (desk.now.camera, desk.now.camera_why, desk.now.note) == ("lost", "Check its cable.", None)
    assert [die.value for die in desk.now.dice] == [6, 5, 4, 5, 4]
    assert (desk.press(Button.STAND).event, desk.now.after) == (1, None)
    assert desk.see(settled([6, 5, 4, 5, 4])).mode is Mode.SHOWN


def test_things_are_shown_as_long_as_a_reading_has_them(desk: Desk) -> None:
    now = desk.see(EMPTY, with_thing(settled([6, 5, 4, 5, 4])))
    assert [(thing.corners, thing.area, thing.problem) for thing in now.things] == [(FLOOR, 300, REMOVE)]
    assert now.note == REMOVE
    revision = now.revision
    assert desk.see(with_thing(settled([6, 5, 4, 5, 4]))).revision == revision
    assert now.mode is Mode.SHOWN
    assert desk.see(MOVING, settled([6, 5, 4, 5, 4])).things == ()


def test_without_the_camera_there_are_no_things_and_nothing_is_said_of_them(desk: Desk) -> None:
    desk.see(EMPTY, with_thing(settled([6, 5, 4, 5, 4])))
    assert desk.order(UseCamera(False)).done
    assert (desk.now.things, desk.now.note) == ((), None)
    desk.see(with_thing(EMPTY))
    assert (desk.now.things, desk.now.note) == ((), None)
    assert desk.order(UseCamera(True)).done
    assert len(desk.see(with_thing(EMPTY)).things) == 1
    desk.table.camera_lost("Check its cable.")
    assert (desk.now.things, desk.now.note) == ((), None)


def test_the_revision_counts_changes_only(desk: Desk) -> None:
    first = desk.see(EMPTY).revision
    assert desk.see(EMPTY, EMPTY).revision == first
    assert desk.see(MOVING).revision == first + 1
