"""What pages and long presses ask of the table: corrections, taking back, pausing, scoring by hand."""

from pathlib import Path
from threading import Thread

import pytest

from engine import Anted, Corrected, Joined, Left, Renamed, Rolled, Scored, Started, Stopped
from table import Mode
from table.commands import CommandQueue, CommandResult, Pause, Play, Push, SeenRevision
from table.panel import Button, Lamp, Sound
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import COLOURS, EMPTY, HAND, MOVING, die, settled
from vision import Reading, Rest

ROLL, STAND = Button.ROLL, Button.STAND
DONE = CommandResult(True)


def test_a_misread_roll_is_corrected_and_its_dice_are_known_by_that(desk: Desk) -> None:
    """The camera still takes the 5 for a 3; it is laid on the rail as the 5 that it is."""
    desk.throw(6, 3, 3, 1, 1)
    desk.press(ROLL)
    assert desk.order(Play(Corrected(1, (6, 5, 3, 1, 1)))) == DONE
    assert desk.now.prompt == "Mia: hold 6 5, roll three"
    assert sorted(die.value or 0 for die in desk.now.dice) == [1, 1, 3, 5, 6]
    five = COLOURS.index(next(one.body for one in desk.now.dice if one.value == 5))
    on_rail = (die(6, 25, 40, colour=0), die(3, 25, 80, colour=five))
    loose = (one for one in settled([6, 3, 3, 1, 1]).dice if one.body not in [held.body for held in on_rail])
    assert desk.see(HAND, Reading(Rest.SETTLED, (*on_rail, *loose))).prompt == "Mia: pick up and roll three dice"


def test_a_correction_can_be_corrected(desk: Desk) -> None:
    desk.throw(6, 3, 3, 1, 1)
    desk.press(ROLL)
    assert desk.order(Play(Corrected(1, (6, 5, 3, 1, 1)))) == DONE
    assert desk.order(Play(Corrected(1, (6, 3, 3, 1, 1)))) == DONE
    assert desk.now.prompt == "Mia: hold the 6, roll four"


def test_a_correction_of_an_earlier_turn_is_asked_for_twice(tmp_path: Path) -> None:
    with desk_with(tmp_path, START, Rolled((6, 5, 4, 3, 3)), Stopped()) as desk:
        desk.see(EMPTY)
        correction = Corrected(1, (6, 5, 4, 6, 3))
        answer = desk.order(Play(correction))
        assert (answer.done, answer.code) == (False, "confirm")
        assert desk.now.state.scores["Mia"] == 6
        assert desk.order(Play(correction, sure=True)) == DONE
        assert desk.now.state.scores["Mia"] == 9
        assert desk.journal_events()[-1] == correction


def test_a_long_press_takes_back_a_stand_and_never_a_roll(desk: Desk) -> None:
    desk.throw(6, 5, 4, 3, 3)
    desk.press(STAND)
    assert desk.now.state.player == "Jonas"
    now = desk.press(Button.TAKE_BACK)
    assert now.state.player == "Mia"
    assert now.prompt == "Mia has 6: hold 6 5 4, roll the cargo again or press STAND"
    now = desk.press(Button.TAKE_BACK)
    assert now.note == "A roll seen by the camera can’t be undone: fix it if it was misread."
    assert desk.panel.sounds[-1] is Sound.REFUSED


def test_a_pause_counts_nothing_and_what_was_thrown_in_it_is_no_throw(desk: Desk) -> None:
    desk.see(EMPTY)
    now = desk.press(Button.PAUSE)
    assert (now.mode, desk.panel.lamp) == (Mode.PAUSED, Lamp("amber", "slow"))
    desk.throw(6, 6, 6, 6, 6)
    assert desk.now.mode is Mode.PAUSED
    assert desk.press(ROLL).event == 1
    now = desk.see(settled([6, 6, 6, 6, 6]))
    assert (now.mode, now.prompt) == (Mode.WAITING, "Mia: pick up and roll all five dice")


def test_a_throw_that_lies_there_untouched_outlasts_a_pause(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    assert desk.order(Pause(True)) == DONE
    assert desk.order(Pause(False)) == DONE
    assert desk.see(settled([6, 5, 3, 1, 1])).mode is Mode.SHOWN


def test_a_throw_counts_by_itself_once_it_has_rested_long_enough(tmp_path: Path) -> None:
    with desk_with(tmp_path, confirm_after=3.0) as desk:
        lying = settled([6, 5, 3, 1, 1])
        desk.see(EMPTY, MOVING, lying, lying, lying)
        assert desk.now.mode is Mode.SHOWN
        desk.see(lying)
        assert [one.event for one in desk.counted] == [Rolled((6, 5, 3, 1, 1))]
        desk.see(*[lying] * 10)
        assert desk.now.event == 2


def test_a_hand_over_the_tray_restarts_the_waiting(tmp_path: Path) -> None:
    with desk_with(tmp_path, confirm_after=3.0) as desk:
        lying = settled([6, 5, 3, 1, 1])
        desk.see(EMPTY, MOVING, lying, lying, lying, HAND, lying, lying, lying)
        assert desk.now.event == 1


def test_dice_told_by_hand_do_not_count_again(desk: Desk) -> None:
    desk.throw(6, None, 3, 1, 1)
    assert desk.order(Play(Rolled((6, 5, 3, 1, 1)))) == DONE
    assert desk.press(ROLL).note == "No new roll yet."


@pytest.mark.parametrize(
    ("event", "then"),
    [(Left("Mia"), "Jonas wins"), (Renamed("Mia", "Maria"), "Maria: roll all five dice")],
)
def test_players_leave_and_are_renamed(desk: Desk, event: Left | Renamed, then: str) -> None:
    desk.see(EMPTY)
    assert desk.order(Play(event)) == DONE
    assert desk.now.prompt == then


def test_a_throw_on_the_tray_still_counts_after_somebody_else_left(tmp_path: Path) -> None:
    with desk_with(tmp_path, Started("dice-game-depot", ("Mia", "Jonas", "Lin"), "Mia")) as desk:
        desk.throw(6, 5, 3, 1, 1)
        assert desk.order(Play(Left("Lin"))) == DONE
        assert desk.now.mode is Mode.SHOWN
        assert desk.press(ROLL).event == 3


def test_the_ante_is_set_on_a_page_or_with_the_encoder(tmp_path: Path) -> None:
    pot = Started("bar-pot", ("Rosa", "Tom"), "Rosa")
    with desk_with(tmp_path, pot) as desk:
        assert desk.see(EMPTY).prompt == "Rosa: choose the ante on your phone"
        assert desk.press(Button.NEXT).note == "Press to choose an ante of 2 chips."
        desk.press(Button.PICK)
        assert desk.now.prompt == "Rosa: roll all five dice"
        assert desk.journal_events()[-1] == Anted(2)


def test_what_the_encoder_showed_is_forgotten_once_something_counts(tmp_path: Path) -> None:
    with desk_with(tmp_path, Started("yahtzee-handout", ("Lin", "Bo")), Rolled((6, 6, 6, 2, 1))) as desk:
        assert desk.press(Button.NEXT).note == "Press to choose Chance: 21."
        assert desk.order(Play(Scored("sixes"))) == DONE
        desk.throw(5, 5, 5, 2, 1)
        desk.press(ROLL)
        desk.press(Button.PICK)
        assert desk.journal_events()[-1] == Scored("three_of_a_kind")


def test_who_asks_too_late_gets_an_error_and_nothing_is_done_later() -> None:
    inbox, done = CommandQueue(), list[object]()
    answer = inbox.submit(Push("roll"), timeout=0.01)
    inbox.execute(lambda order, _: done.append(order) or DONE)  # type: ignore[func-returns-value]
    assert (answer.code, done) == ("no_answer", [])


@pytest.mark.parametrize(
    ("readings", "mode", "lamp"),
    [
        ((EMPTY,), Mode.WAITING, Lamp("white")),
        ((EMPTY, MOVING, settled([6, 5, 3, 1, 1])), Mode.SHOWN, Lamp("green")),
        ((EMPTY, MOVING, settled([6, 5, None, 1, 1])), Mode.UNSURE, Lamp("amber")),
        ((EMPTY, MOVING, settled([6, 5, 1, 1])), Mode.WRONG_NUMBER, Lamp("red", "slow")),
        ((EMPTY, HAND), Mode.OBSTRUCTED, Lamp("white", "slow")),
        ((), Mode.LOST, Lamp("red", "quick")),
    ],
)
def test_each_state_has_its_light_and_its_sentence(
    desk: Desk, readings: tuple[Reading, ...], mode: Mode, lamp: Lamp
) -> None:
    desk.see(*readings)
    if not readings:
        desk.table.camera_lost("Check its cable.")
    assert (desk.now.mode, desk.panel.lamp) == (mode, lamp)
    assert desk.now.prompt


def test_what_is_heard_follows_what_happens(desk: Desk) -> None:
    desk.throw(6, 5, None, 1, 1)
    desk.throw(6, 5, 4, 6, 6)
    desk.press(STAND)
    assert desk.panel.sounds == [Sound.WRONG, Sound.READ, Sound.CHEER]


def seen(desk: Desk) -> SeenRevision:
    return SeenRevision(desk.now.boot, desk.now.revision)


def test_a_button_pushed_on_a_page_is_stale_once_other_dice_are_shown(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    then = seen(desk)
    desk.throw(6, 6, 3, 1, 1)
    assert desk.order(Push("roll"), then).code == "stale"
    assert desk.now.event == 1
    assert desk.order(Push("roll"), seen(desk)) == DONE


def test_a_hand_over_the_tray_makes_a_button_stale_but_no_correction(desk: Desk) -> None:
    desk.throw(6, 3, 3, 1, 1)
    desk.press(ROLL)
    then = seen(desk)
    desk.see(HAND)
    assert desk.order(Push("stand"), then).code == "stale"
    assert desk.order(Play(Corrected(1, (6, 5, 3, 1, 1))), then) == DONE


@pytest.mark.parametrize("off", [SeenRevision("another run", 1), SeenRevision("boot", 10**6)])
def test_what_was_decided_in_another_run_or_in_no_moment_is_stale(desk: Desk, off: SeenRevision) -> None:
    assert desk.order(Pause(True), off).code == "stale"
    assert desk.now.mode is not Mode.PAUSED


def test_the_same_decision_of_two_phones_is_done_once(tmp_path: Path) -> None:
    with desk_with(tmp_path, START, Rolled((6, 5, 4, 3, 3))) as desk:
        then = seen(desk)
        assert desk.order(Play(Stopped()), then) == DONE
        assert desk.order(Play(Stopped()), then).code == "stale"
        assert desk.now.state.player == "Jonas"


def test_a_new_game_begins_and_the_one_before_stays_in_the_journal(desk: Desk) -> None:
    desk.throw(6, 5, 3, 1, 1)
    yahtzee = Started("yahtzee-handout", ("Lin",))
    assert desk.order(Play(yahtzee), seen(desk)) == DONE
    assert desk.now.state.players == ("Lin",)
    assert (desk.now.event, desk.now.log) == (1, (yahtzee,))
    assert desk.press(ROLL).note == "No new roll yet."
    assert desk.journal_events() == (yahtzee,)


def test_an_order_that_fails_as_nothing_should_does_not_end_the_game() -> None:
    inbox, answers = CommandQueue(), list[object]()

    def ask() -> None:
        try:
            inbox.submit(Pause(True), timeout=60)
        except ZeroDivisionError as error:
            answers.append(error)

    asking = Thread(target=ask)
    asking.start()
    while asking.is_alive():
        inbox.execute(lambda *_: 1 / 0)  # type: ignore[arg-type]
        asking.join(0.001)
    assert len(answers) == 1


def test_a_player_who_comes_in_the_middle_of_a_round_joins_the_next(desk: Desk) -> None:
    desk.throw(6, 5, 4, 3, 3)
    desk.press(ROLL)
    assert desk.order(Play(Joined("Zoë"))).done
    assert desk.order(Play(Joined("Zoë"))).code == "mid_round"
    assert (desk.now.joining, desk.now.state.present) == (("Zoë",), ("Mia", "Jonas"))
    desk.press(STAND)
    desk.throw(1, 1, 2, 2, 3)
    for _ in range(2):
        desk.press(ROLL)
        desk.throw(1, 1, 2, 2, 3)
    desk.press(ROLL)
    assert (desk.now.mode, desk.now.joining) == (Mode.OVER, ("Zoë",))
    now = desk.press(ROLL)
    assert (now.joining, now.state.present) == ((), ("Mia", "Jonas", "Zoë"))
    [start] = desk.journal_events()
    assert isinstance(start, Started)
    assert start.players == ("Mia", "Jonas", "Zoë")


@pytest.mark.parametrize("players", [("Mia", "Jonas"), ("Ann", "Bob")])
def test_who_waits_and_is_not_among_the_players_of_a_new_game_does_not_play(
    desk: Desk, players: tuple[str, ...]
) -> None:
    desk.throw(6, 5, 4, 3, 3)
    desk.press(ROLL)
    desk.order(Play(Joined("Zoë")))
    desk.order(Play(Started("dice-game-depot", players, players[0])))
    assert (desk.now.joining, desk.now.state.present) == ((), players)
