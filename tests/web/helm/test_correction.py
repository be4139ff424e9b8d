"""A die that was misread, or cannot be read: what is asked for, in which order, and what it comes to."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Event, Refused, Rolled, Scored, Started, Stopped, fold
from table.commands import Play
from table.snapshot import Snapshot
from tests.table.desk import Desk, desk_with
from tests.table.lying import MOVING, settled
from tests.web import moments
from tests.web.api.conftest import bridge_of
from tests.web.live.test_table_page import text_of
from web.games import game_on_the_page
from web.helm.actions import Action, bar_of
from web.helm.correction import mend_lying, mend_roll, others, throw_told

SHIP = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
YAHTZEE = Started("yahtzee-handout", ("Lin", "Bo"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_with(tmp_path, SHIP) as desk:
        yield desk


def told(*log: Event) -> Snapshot:
    """The moment after that log, with nothing on the tray."""
    return replace(moments.WAITING, state=fold(log), log=log, event=len(log), dice=())


def key_of(desk: Desk, value: int | None) -> str:
    return next(die.key for die in desk.now.dice if die.value == value)


@pytest.mark.parametrize("face", range(1, 7))
def test_all_other_faces_are_offered_once(face: int) -> None:
    for likeliest in ((), (3, 5, 1, 2, 6, 4)):
        assert sorted(others(face, likeliest)) == [other for other in range(1, 7) if other != face]


def test_those_come_first_that_the_camera_found_likeliest(desk: Desk) -> None:
    lying = settled([6, 5, None, 2, 1])
    lying = replace(lying, dice=tuple(replace(die, likeliest=(3, 5, 2, 1, 6, 4)) for die in lying.dice))
    now = desk.see(settled([]), MOVING, lying)
    doubtful = mend_lying(now, key_of(desk, None), {})
    assert ([one.face for one in doubtful.faces], doubtful.known) == ([3, 5, 2, 1, 6, 4], True)
    misread = mend_lying(now, key_of(desk, 5), {})
    assert [one.face for one in misread.faces] == [3, 2, 1, 6, 4]
    assert not mend_lying(desk.throw(6, 5, None, 2, 1), key_of(desk, None), {}).known


def test_a_doubtful_die_of_a_throw_is_told_and_the_throw_counts(desk: Desk) -> None:
    now = desk.throw(6, 5, None, 2, 1)
    mending = mend_lying(now, key_of(desk, None), {})
    assert mending.read is None
    four = next(one for one in mending.faces if one.face == 4)
    assert four.tap.orders == (("/api/moves", {"do": "throw", "aside": [], "dice": [6, 5, 4, 2, 1]}),)
    assert four.tap.tells == ("counts as 6 5 4 2 1",)


def test_where_two_dice_are_in_doubt_the_second_is_asked_for_after_the_first(desk: Desk) -> None:
    now = desk.throw(6, None, None, 2, 1)
    first, second = (die.key for die in now.dice if die.value is None)
    asked = mend_lying(now, first, {}).faces[4]
    assert asked.tap.orders == ()
    assert asked.next == f"/helm/die/{second}?told={first}:5"
    last = mend_lying(now, second, {first: 5}).faces[3]
    assert last.tap.orders == (("/api/moves", {"do": "throw", "aside": [], "dice": [6, 5, 4, 2, 1]}),)


def test_a_die_that_was_counted_is_corrected_where_it_was_thrown(desk: Desk) -> None:
    desk.throw(6, 5, 4, 3, 3)
    desk.table._confirm((Rolled((6, 5, 4, 3, 3)),), 9.0)
    now = desk.see(settled([3, 3], [6, 5, 4]))
    mending = mend_lying(now, key_of(desk, 3), {})
    two = next(one for one in mending.faces if one.face == 2)
    assert two.tap.orders == (("/api/corrections", {"roll": 1, "dice": [6, 5, 4, 2, 3], "sure": False}),)
    held = mend_lying(now, key_of(desk, 4), {})
    five = next(one for one in held.faces if one.face == 5)
    assert five.tap.orders[0][1]["dice"] == [6, 5, 5, 3, 3]


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_die_says_whether_a_hand_or_the_camera_gave_its_value(tmp_path: Path, by_hand: bool) -> None:
    with bridge_of(tmp_path, SHIP, Rolled((6, 5, 4, 3, 3), told=by_hand)) as bridge:
        sheet = bridge.hand().get("/helm/rolls/1/0").text
    assert ("entered as" in sheet, "detected as" in sheet) == (by_hand, not by_hand)


def test_a_roll_of_an_earlier_turn_says_whose_score_changes_and_that_it_is_meant() -> None:
    now = told(SHIP, Rolled((6, 5, 4, 3, 3)), Stopped(), Rolled((6, 5, 4, 2, 1)))
    mending = mend_roll(now, 1, 4, ())
    six = next(one for one in mending.faces if one.face == 6)
    assert six.tap.orders[0][1] == {"roll": 1, "dice": [6, 5, 4, 3, 6], "sure": True}
    assert any("6 → 9" in said for said in six.tap.tells)
    with pytest.raises(Refused):
        mend_roll(now, 7, 0, ())


def test_a_correction_that_changes_a_card_but_not_yet_the_points_says_how() -> None:
    balut = Started("balut", ("Mia", "Jonas"), "Mia")
    log = (balut, Rolled((6, 6, 6, 2, 1)), Scored("sixes"), Rolled((5, 4, 3, 2, 1)))
    six = next(one for one in mend_roll(told(*log), 1, 4, ()).faces if one.face == 6)
    assert [text_of(said) for said in six.tap.tells] == ["Mia: 18 → 24 in total"]


def test_dice_that_were_set_aside_before_a_throw_are_told_with_it(tmp_path: Path) -> None:
    with desk_with(tmp_path, YAHTZEE) as desk:
        desk.table._confirm((Rolled((6, 6, 3, 2, 1)),), 1.0)
        now = desk.see(settled([], [6, 6]), MOVING, settled([6, None, 2], [6, 6]))
        doubtful = key_of(desk, None)
        orders = throw_told(now, {die.key: 4 if die.key == doubtful else die.value for die in now.dice})
    assert orders is not None
    (_, said), thrown = orders
    assert (said["do"], said["aside"], sorted(said["dice"])) == ("throw", [6, 6], [2, 4, 6])
    assert sorted(thrown) == [2, 4, 6]


def test_the_bar_shows_only_what_may_be_done(desk: Desk) -> None:
    waiting = bar_of(desk.see(settled([])))
    assert (waiting.main, waiting.stand, waiting.back, waiting.fixes) == (None, None, None, False)
    thrown = bar_of(desk.throw(6, 5, 4, 3, 3))
    assert [tap and tap.words for tap in (thrown.main, thrown.stand)] == ["Roll", "Stand with 6"]
    desk.table._confirm((Rolled((6, 5, 3, 3, 2)),), 9.0)
    counted = bar_of(desk.see(settled([3, 3, 2], [6, 5])))
    assert (counted.main, counted.stand, counted.fixes) == (None, None, True)


def test_while_the_camera_is_lost_entering_a_roll_stays_the_golden_action(desk: Desk) -> None:
    desk.table.camera_lost("Check its cable.")
    for roll in ((6, 5, 4, 3, 3), (2, 2)):
        main = bar_of(desk.table.board.latest).main
        assert main == Action("Enter roll", sheet="/helm/hand")
        desk.order(Play(Rolled(roll, told=True)))


def test_by_hand_what_stays_is_a_choice_only_where_the_rules_leave_one() -> None:
    rounds = Started("rounds", ("Mia", "Jonas"), "Mia")
    for start, free in ((SHIP, 0), (rounds, 2)):
        state = told(start, Rolled((6, 5, 4, 3, 2))).state
        entered = game_on_the_page(state).entered(state)
        assert sum(die.free for die in entered.dice) == free
        assert sum(not die.stays for die in entered.dice) == 2
