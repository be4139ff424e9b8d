"""Play by hand: rolls entered on a page, with a camera, without one, and while it is lost."""

from itertools import permutations
from pathlib import Path

import pytest

from engine import Event, Held, Kept, Refused, Rolled, Started, Stopped, fold
from table import Mode, Snapshot
from table.commands import CommandResult, Play, Push, UseCamera
from table.games import rulebook
from table.input.hand_play import entered_by_hand
from table.panel import Button
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import EMPTY, MOVING, settled

YAHTZEE = Started("yahtzee-handout", ("Mia", "Jonas"), "Mia")
DONE = CommandResult(True)
SHIP, FOURS = Rolled((6, 5, 2, 2, 1)), Rolled((4, 4, 2))


def enter(desk: Desk, *dice: int) -> Snapshot:
    assert desk.order(Play(Rolled(dice))) == DONE
    return desk.now


def drawn(now: Snapshot) -> tuple[list[int | None], list[int | None]]:
    return tuple([die.value for die in now.dice if die.on_rail is rail] for rail in (True, False))  # type: ignore[return-value]


def test_a_roll_entered_by_hand_is_drawn_and_the_dice_of_the_camera_are_not(desk: Desk) -> None:
    desk.see(EMPTY, MOVING, settled([4, 4, 3, 3, 1]))
    now = enter(desk, 6, 5, 3, 2, 1)
    assert drawn(now) == ([], [6, 5, 3, 2, 1])
    assert all(die.entered for die in now.dice)
    assert (now.mode, now.prompt) == (Mode.WAITING, "Mia: roll three dice")
    now = enter(desk, 4, 6, 2)
    assert drawn(now) == ([6, 5], [4, 6, 2])
    assert sorted(die.part for die in now.dice if die.part) == ["captain", "cargo", "cargo", "crew", "ship"]


@pytest.mark.parametrize(
    ("preset", "options", "events", "aside", "why"),
    [
        ("dice-game-depot", {}, (), (6,), "Roll first."),
        ("dice-game-depot", {}, (SHIP,), (6, 5, 2), "The 2 isn’t the crew (4): roll it again."),
        ("dice-game-depot", {}, (SHIP,), (6, 6), "Only 1 of the dice shows a 6."),
        ("dice-game-depot", {"auto_hold": False}, (SHIP, Held((6, 5)), FOURS), (6, 5, 4, 4), "The 4 is cargo: re-roll"),
        ("yahtzee-handout", {}, (SHIP,), (6, 6), "Only 1 of the dice shows a 6."),
        ("pig", {}, (Rolled((6,)),), (6,), "No dice are set aside in Pig."),
        ("farkle", {}, (Rolled((6, 5, 1, 2, 2, 3)),), (1, 1), "Only 1 of the dice shows a 1."),
        ("threes", {}, (SHIP,), (4,), "There’s no 4 on the tray."),
        ("midnight", {}, (Rolled((6, 5, 1, 2, 2, 3)),), (4,), "There’s no 4 on the tray."),
        ("bar-dice", {}, (SHIP,), (6, 6), "Only 1 of the dice shows a 6."),
    ],
)
def test_dice_named_as_set_aside_are_all_set_aside_or_refused(
    preset: str, options: dict[str, object], events: tuple[Event, ...], aside: tuple[int, ...], why: str
) -> None:
    state = fold([Started(preset, ("Ann", "Ben"), "Ann", options), *events])
    thrown = (1,) * max(1, rulebook(state).dice(state) - len(aside))
    for order in set(permutations(aside)):
        with pytest.raises(Refused) as refused:
            entered_by_hand(state, order, thrown)
        assert refused.value.why.startswith(why)


def test_dice_of_which_one_was_unreadable_are_drawn_where_they_lie(desk: Desk) -> None:
    desk.throw(6, 5, None, 2, 1)
    now = enter(desk, 6, 5, 3, 2, 1)
    assert [die.entered for die in now.dice] == [False] * 5
    assert now.dice[0].center == (80.0, 60.0)


def test_what_the_camera_sees_is_not_objected_to_until_it_sees_a_new_throw(desk: Desk) -> None:
    desk.see(EMPTY, MOVING, settled([4, 4, 3, 3], rail=[1]))
    enter(desk, 6, 5, 3, 2, 1)
    assert desk.see(settled([4, 4, 3, 3], rail=[1])).mode is Mode.WAITING
    assert desk.see(settled([], rail=[6, 5])).prompt == "Mia: roll three dice"
    now = desk.see(MOVING, settled([4, 2, 2], rail=[6, 5]))
    assert (now.mode, drawn(now), now.dice[0].entered) == (Mode.SHOWN, ([5, 6], [2, 2, 4]), False)
    assert desk.press(Button.ROLL).state.turn.held == (6, 5, 4)


def test_the_latest_roll_entered_by_hand_can_be_undone_and_one_of_the_camera_cannot(desk: Desk) -> None:
    desk.throw(6, 5, 3, 2, 1)
    desk.press(Button.ROLL)
    enter(desk, 4, 2, 2)
    assert desk.order(Play(Stopped())) == DONE
    assert desk.now.state.player == "Jonas"
    desk.press(Button.TAKE_BACK)
    now = desk.press(Button.TAKE_BACK)
    assert (now.state.player, now.state.turn.held, now.state.must_roll) == ("Mia", (6, 5), 3)
    assert desk.order(Push("take_back")).code == "rolls_stay"
    enter(desk, 4, 6, 6)
    assert desk.now.state.turn.score == 12


def test_a_lost_camera_leaves_the_sentence_of_the_game_and_what_is_entered_counts(desk: Desk) -> None:
    desk.table.camera_lost("Check its cable.")
    assert desk.order(Push("roll")) == CommandResult(False, "camera_lost", "Check its cable.")
    assert desk.now.prompt == "Mia: roll all five dice"
    now = enter(desk, 6, 5, 4, 2, 2)
    assert (now.mode, now.camera) == (Mode.WAITING, "lost")
    desk.press(Button.STAND)
    assert (desk.now.camera, desk.now.state.scores["Mia"]) == ("lost", 4)
    assert desk.journal_events()[1] == Rolled((6, 5, 4, 2, 2), told=True)
    assert desk.see(settled([6, 5, 4, 2, 2])).camera == "on"


def test_without_the_camera_nothing_that_it_sees_counts_or_is_shown(desk: Desk) -> None:
    assert desk.order(UseCamera(False)) == DONE
    now = desk.throw(6, 5, 4, 6, 6)
    assert (now.mode, now.camera, now.dice, now.after) == (Mode.WAITING, "off", (), None)
    assert desk.press(Button.ROLL).note == "No new roll yet."
    desk.table.camera_lost("Check its cable.")
    assert (desk.now.mode, desk.now.camera) == (Mode.WAITING, "off")
    enter(desk, 5, 5, 4, 4, 3)
    desk.see(settled([6, 5, 4, 6, 6]))
    assert desk.order(UseCamera(True)) == DONE
    assert desk.see(settled([6, 5, 4, 6, 6])).after is None
    assert desk.throw(6, 5, 4, 6, 6).mode is Mode.SHOWN


def test_a_table_without_a_camera_is_played_by_hand_alone(tmp_path: Path) -> None:
    with desk_with(tmp_path, camera=False) as desk:
        assert (desk.now.mode, desk.now.camera) == (Mode.WAITING, "off")
        assert desk.order(UseCamera(True)).code == "no_camera"
        assert desk.now.camera == "off"


def test_a_new_game_begins_with_an_empty_tray(desk: Desk) -> None:
    desk.order(UseCamera(False))
    enter(desk, 6, 5, 3, 2, 1)
    assert desk.order(Play(START)) == DONE
    assert desk.now.dice == ()


def test_the_kept_dice_of_yahtzee_lie_on_the_rail(tmp_path: Path) -> None:
    with desk_with(tmp_path, YAHTZEE) as desk:
        desk.order(UseCamera(False))
        enter(desk, 6, 6, 3, 2, 1)
        desk.order(Play(Kept((6, 6))))
        assert drawn(enter(desk, 5, 5, 5)) == ([6, 6], [5, 5, 5])
