"""The table: readings and presses in, a game and its board out."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from device.storage.database import JournalDatabase
from engine import Rolled, Started, Stopped, fold
from engine.match_call import MatchCall
from table import Mode, TrayView
from table.commands import Summon, UseCamera
from table.panel import Button
from table.publisher import drawn
from table.table import Table
from tests.engine.games.written import facts
from tests.table.desk import START, Desk
from tests.table.lying import EMPTY, FLOOR, MOVING, REMOVE, die, settled, with_thing
from tests.table.written import holds
from vision import Reading, Rest

TABLE = """
it says who throws how many
    : empty > mode waiting | Mia: roll all five dice | lamp white
a throw is shown, and counted by ROLL, once
    : t65311 > mode shown | Mia: 6 5 3 1 1. ROLL counts | lamp green | turn.held - | after.turn.held 65
    : t65311 ROLL > mode waiting | Mia: hold 6 5, roll three | turn.held 65 | after - | said ship captain
    : t65311 ROLL ROLL > event 2 | note No new roll yet.
dice on the rail need no more setting aside
    : t65311 ROLL hand > Mia: hold 6 5, roll three
    : t65311 ROLL hand see:311/65 > Mia: pick up and roll three dice
    : t65311 ROLL hand see:311/65 see:/65 > Mia: roll three dice
dice are said to roll only after they were picked up
    : moving > Mia: roll all five dice
    : moving empty moving > Mia’s dice are rolling
    : moving empty moving see:65311 ROLL moving > mode moving | Mia: hold 6 5, roll three
    : moving empty moving see:65311 ROLL moving hand moving see:/65 moving > Mia’s dice are rolling
a press without a throw at rest counts nothing
    : empty empty ROLL > event 1 | note No new roll yet.
    : empty moving ROLL > event 1 | note Wait for the dice to stop, then press again.
    : empty hand ROLL > event 1 | note Wait for the dice to stop, then press again.
the wrong number of dice is not counted
    : t6531 > mode wrong_number | Mia: roll five dice, not four
    : t6531 moving see:6531+2 > mode astray | Mia: dice off the tray: one. Roll the five again
the rail must show what is held
    : t64221 ROLL t4321 > mode illegal | Mia: put the 6 on the rail | lamp red
    : t64221 ROLL t4321/2 > mode illegal | Mia: a held die was turned. Set the 2 back to the 6 | lamp red
    : t64221 ROLL t532/64 > mode illegal | Mia: take the 4 off the rail | lamp red
an illegal hold is reported by its rule before the throw
    : t64221 ROLL hand see:221/64 > mode illegal | note The 4 is crew: it needs the captain (5) first.
STAND ends the turn, and confirms a throw first
    : t65454 > Mia: cargo 9. ROLL counts, STAND keeps
    : t65454 ROLL > Mia: hold 6 5 4, reroll or STAND
    : t65454 ROLL STAND > scores.Mia 9 | Jonas: pick up and roll all five
    : t65454 STAND > event 3 | scores.Mia 9 | said ship captain crew qualified cargo point hammer
    : t65331 STAND > event 1 | note Mia can’t stand yet: the crew (4) is missing.
the dice are marked by their part
    : t65463 > parts 6:ship 5:captain 4:crew 6:cargo 3:cargo
    : t65463 ROLL hand see:63/654 > drawn 645/63 | parts 6:cargo 3:cargo 6:ship 4:crew 5:captain
a whole game and the next
    : t65454 STAND t65466 STAND > mode over | Jonas wins with 12 | winner Jonas
    : t65454 STAND t65466 STAND cup > mode over | Jonas wins with 12
    : t65454 STAND t65466 STAND ROLL > event 1 | starter Jonas | Jonas: pick up and roll all five
a lost camera is said, and dice stay known
    : t65454 lost > mode lost | Mia: roll all five dice | lamp red quick | camera lost | why Check its cable. | note -
    : t65454 lost > drawn -/65454
    : t65454 lost STAND > event 1 | after -
    : t65454 lost see:65454 > mode shown
"""


@facts((TABLE, "dice-game-depot"))
def test_the_table(case: str, tmp_path: Path) -> None:
    holds(case, tmp_path)


def test_a_doubtful_die_is_never_counted(desk: Desk) -> None:
    doubtful = die(None, 200, 100, doubt="light on light")
    now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled([6, 5, 3, 1]).dice, doubtful)))
    assert (now.mode, now.note, desk.panel.lamp.colour) == (Mode.UNSURE, "Light on light.", "amber")
    assert now.prompt == "Mia: can’t read the white die in the middle. Straighten it or roll again"
    for button in Button:
        assert desk.press(button).event == 1


@pytest.mark.parametrize(
    ("measured", "shown"),
    [([15.0, 16.0, 18.0], [16.0, 16.0, 16.0]), ([12.0, 16.0, 22.0], [12.0, 16.0, 22.0]), ([None, None], [16.0, 16.0])],
)
def test_dice_of_one_set_are_drawn_of_one_size(measured: list[float | None], shown: list[float]) -> None:
    dice = {f"d{place}": replace(die(6), size_mm=size) for place, size in enumerate(measured)}
    assert [one.size for one in drawn(dice, {})] == shown


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


def test_a_match_of_the_venue_is_opened_by_roll_once_no_game_is_on(desk: Desk) -> None:
    zoe, cy = (MatchCall(pair[0], Started("pig", pair, pair[0])) for pair in (("Zoë", "Ben"), ("Cy", "Di")))
    desk.throw(6, 5, 4, 5, 4)
    desk.press(Button.STAND)
    assert desk.order(Summon(zoe)).done
    assert (desk.now.called, "Zoë" in desk.now.prompt) == ((), False)  # a game is on
    desk.throw(6, 5, 4, 6, 6)
    assert desk.press(Button.STAND).mode is Mode.OVER
    assert (desk.now.called, desk.now.prompt) == (("Zoë", "Ben"), "Zoë – Ben: press ROLL to begin")
    now = desk.press(Button.ROLL)
    assert (now.log, now.called) == ((zoe.start,), ())
    assert desk.order(Summon(zoe)).done  # heard again after a reconnection
    assert desk.now.called == ()
    assert desk.order(Summon(cy)).done  # the venue calls another match before a die was rolled
    assert list(desk.now.called) == ["Cy", "Di"]
    strange = MatchCall("strange", Started("quoits", ("Cy", "Di"), "Cy"))  # of a later version
    assert not desk.order(Summon(strange)).done
    assert desk.now.called == ()
    assert desk.order(Summon(cy)).done
    assert desk.order(Summon(None)).done
    assert (desk.now.called, desk.press(Button.ROLL).log) == ((), (zoe.start,))


def test_the_revision_counts_changes_only(desk: Desk) -> None:
    first = desk.see(EMPTY).revision
    assert desk.see(EMPTY, EMPTY).revision == first
    assert desk.see(MOVING).revision == first + 1
