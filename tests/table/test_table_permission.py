"""What happens at the table while it asks for a permission: screen, lamp and sound, and what the buttons mean."""

import time
from pathlib import Path
from threading import Thread

import pytest

from device.journal.journal import Journal
from device.panels.factory import NullPanel
from engine import Rolled
from table import Mode, TrayView
from table.commands import CommandResult, Permit, Push
from table.feedback import ASKING, LAMPS
from table.panel import Button, Sound
from table.questions import GOOD_FOR, ON_THE_MACHINE
from table.table import Table
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import settled


@pytest.mark.parametrize(("button", "verdict"), [(Button.ROLL, "allowed"), (Button.STAND, "refused")])
def test_screen_lamp_and_sound_ask_and_the_answer_counts_no_throw(desk: Desk, button: Button, verdict: str) -> None:
    desk.throw(6, 5, 4, 3, 3)
    permit, prompt = Permit("restore"), desk.now.prompt
    assert desk.order(permit) == CommandResult(True)
    assert (desk.now.asking, desk.now.prompt) == ("restore", prompt)
    assert desk.now.note == "Press ROLL on the tray to allow: restore a backup."
    assert (desk.panel.lamp, desk.panel.sounds[-1]) == (ASKING, Sound.ASKED)
    after = desk.press(button)
    assert permit.verdict.result(0) == verdict
    assert (after.asking, after.note, len(after.log)) == (None, None, 1)
    assert desk.panel.lamp == LAMPS[Mode.SHOWN]
    assert len(desk.press(Button.ROLL).log) == 2


def test_a_question_goes_away_by_itself(desk: Desk) -> None:
    permit = Permit("backup")
    desk.order(permit)
    desk.moment += GOOD_FOR
    desk.table.attend()
    assert (permit.verdict.result(0), desk.now.asking, desk.panel.lamp) == ("unanswered", None, LAMPS[Mode.WAITING])


def test_a_phone_cannot_press_the_button_that_allows(desk: Desk) -> None:
    desk.throw(6, 5, 4, 3, 3)
    permit = Permit("restore")
    desk.order(permit)
    desk.moment += 2.0
    assert desk.order(Push("roll")) == CommandResult(True)
    assert not permit.verdict.done()
    assert len(desk.now.log) == 2


def test_a_throw_that_counts_by_itself_allows_nothing(tmp_path: Path) -> None:
    with desk_with(tmp_path, confirm_after=2.0) as desk:
        desk.throw(6, 5, 4, 3, 3)
        permit = Permit("restore")
        desk.order(permit)
        desk.see(*[settled([6, 5, 4, 3, 3])] * 4)
        assert not permit.verdict.done()
        assert isinstance(desk.now.log[-1], Rolled)


def test_a_table_that_ends_allows_nothing(desk: Desk) -> None:
    permit = Permit("restore")
    desk.order(permit)
    desk.table.end()
    assert permit.verdict.result(0) == "withdrawn"


def test_a_table_without_buttons_says_how_it_is_done_on_the_machine(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        table = Table([START], journal, NullPanel(), TrayView(300, 200, 50), "boot")
        answers: list[CommandResult] = []
        asking = Thread(target=lambda: answers.append(table.board.submit(Permit("backup"), 60.0)))
        asking.start()
        while asking.is_alive():
            table.attend()
            time.sleep(0.001)
    assert answers == [CommandResult(False, "no_buttons", ON_THE_MACHINE["backup"])]
