"""What pages and long presses ask of the table: corrections, taking back, pausing, scoring by hand."""

from pathlib import Path
from threading import Thread

import pytest

from engine import Corrected, Joined, Rolled, Started, Stopped
from table import Mode
from table.commands import CommandQueue, CommandResult, Pause, Play, Push, SeenRevision
from table.panel import Button
from tests.engine.games.written import facts
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import COLOURS, HAND, die, settled
from tests.table.written import holds
from vision import Reading, Rest

ROLL, STAND = Button.ROLL, Button.STAND
DONE = CommandResult(True)

ORDERS = """
a correction can be corrected
    : t63311 ROLL play:fix:1:65311 play:fix:1:63311 > Mia: hold the 6, roll four
a correction of an earlier turn is asked for twice
    : t65433 STAND empty play:fix:1:65463 > code confirm | scores.Mia 6
    : t65433 STAND empty sure:fix:1:65463 > scores.Mia 9 | log fix:1:65463
a long press takes back a stand and never a roll
    : t65433 STAND > player Jonas
    : t65433 STAND TAKE_BACK > player Mia | Mia: hold 6 5 4, reroll or STAND
    : t65433 STAND TAKE_BACK*2 > sounds refused | note A roll seen by the camera can’t be undone: fix it if it was misread.
a pause counts nothing, and what was thrown in it is no throw
    : empty PAUSE > mode paused | lamp amber slow
    : empty PAUSE t66666 > mode paused
    : empty PAUSE t66666 ROLL > event 1
    : empty PAUSE t66666 ROLL see:66666 > mode waiting | Mia: pick up and roll all five
a throw that lies there untouched outlasts a pause
    : t65311 pause:on pause:off see:65311 > mode shown
    : t65311 pause:on pause:off see:65311+2 > mode shown
    : t65311 pause:on pause:off hand see:65311 pause:on pause:off see:65311~40 > mode waiting
    : t65311 pause:on pause:on pause:off see:65311~40 > mode waiting
a throw counts by itself once it has rested long enough, which a hand over the tray restarts
    confirm=3: empty moving see:65311*3 > mode shown
    confirm=3: empty moving see:65311*4 > log 65311
    confirm=3: empty moving see:65311*14 > event 2
    confirm=3: empty moving see:65311*3 hand see:65311*3 > event 1
dice entered by hand do not count again
    : t6?311 play:65311 ROLL > note No new roll yet.
players leave and are renamed, and a throw still counts then
    : empty play:left:Mia > Jonas wins
    : empty play:name:Mia:Maria > Maria: roll all five dice
    dice-game-depot players=Mia,Jonas,Lin: t65311 play:left:Lin > mode shown
    dice-game-depot players=Mia,Jonas,Lin: t65311 play:left:Lin ROLL > event 3
the ante is set on a page or with the encoder
    bar-pot players=Rosa,Tom: empty > Rosa: choose the ante
    bar-pot players=Rosa,Tom: empty NEXT > note Press to choose an ante of 2 chips.
    bar-pot players=Rosa,Tom: empty NEXT PICK > Rosa: roll all five dice | log $2
what the encoder showed is forgotten once something counts
    yahtzee-handout players=Lin,Bo: play:66621 NEXT > note Press to choose Chance: 21.
    yahtzee-handout players=Lin,Bo: play:66621 NEXT play:=sixes t55521 ROLL PICK > log =three_of_a_kind
each state has its light and its sentence
    : empty > mode waiting | lamp white
    : empty moving see:65311 > mode shown | lamp green
    : empty moving see:65?11 > mode unsure | lamp amber
    : empty moving see:6511 > mode wrong_number | lamp red slow
    : empty hand > mode obstructed | lamp white slow
    : lost > mode lost | lamp red quick
what is heard follows what happens
    : t65?11 t65466 STAND > sounds wrong read cheer
"""  # noqa: E501


@facts((ORDERS, "dice-game-depot"))
def test_orders(case: str, tmp_path: Path) -> None:
    holds(case, tmp_path)


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


def test_who_asks_too_late_gets_an_error_and_nothing_is_done_later() -> None:
    inbox, done = CommandQueue(), list[object]()
    answer = inbox.submit(Push("roll"), timeout=0.01)
    inbox.execute(lambda order, _: done.append(order) or DONE)  # type: ignore[func-returns-value]
    assert (answer.code, done) == ("no_answer", [])


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
