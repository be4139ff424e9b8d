"""Play by hand: rolls entered on a page, with a camera, without one, and while it is lost."""

from itertools import permutations
from pathlib import Path

import pytest

from engine import Event, Held, Refused, Rolled, Started, fold
from table.commands import Play
from table.games import rulebook
from table.input.hand_play import entered_by_hand
from tests.engine.games.written import facts
from tests.table.desk import Desk
from tests.table.written import holds

SHIP, FOURS = Rolled((6, 5, 2, 2, 1)), Rolled((4, 4, 2))

BY_HAND = """
a roll entered by hand is drawn, and the dice of the camera are not
    : empty moving see:44331 play:65321 > drawn -/65321 | entered yes | mode waiting | Mia: roll three dice
    : empty moving see:44331 play:65321 play:462 > drawn 65/462 | parts 6:ship 5:captain 4:crew 6:cargo 2:cargo
what the camera sees is not objected to until it sees a new throw
    : empty moving see:4433/1 play:65321 see:4433/1 > mode waiting
    : empty moving see:4433/1 play:65321 see:4433/1 see:/65 > Mia: roll three dice
    : empty moving see:4433/1 play:65321 see:4433/1 see:/65 moving see:422/65 > mode shown | drawn 56/224 | entered no
    : empty moving see:4433/1 play:65321 see:4433/1 see:/65 moving see:422/65 ROLL > turn.held 654
the latest roll entered by hand can be undone, and one of the camera cannot
    : t65321 ROLL play:422 play:. > player Jonas
    : t65321 ROLL play:422 play:. TAKE_BACK*2 > player Mia | turn.held 65 | must_roll 3
    : t65321 ROLL play:422 play:. TAKE_BACK*2 push:take_back > code rolls_stay
    : t65321 ROLL play:422 play:. TAKE_BACK*2 play:466 > turn.score 12
a lost camera leaves the sentence of the game, and what is entered counts
    : lost push:roll > code camera_lost | refused Check its cable. | Mia: roll all five dice
    : lost play:65422 > mode waiting | camera lost | log told:65422
    : lost play:65422 STAND > camera lost | scores.Mia 4
    : lost play:65422 STAND see:65422 > camera on
without the camera nothing that it sees counts or is shown
    : camera:off t65466 > mode waiting | camera off | many 0 | after -
    : camera:off t65466 ROLL > note No new roll yet.
    : camera:off t65466 lost > mode waiting | camera off
    : camera:off t65466 lost play:55443 see:65466 camera:on see:65466 > after -
    : camera:off t65466 lost play:55443 see:65466 camera:on see:65466 t65466 > mode shown
a table without a camera is played by hand alone
    camera=no: camera:on > mode waiting | camera off | code no_camera
a new game begins with an empty tray
    : camera:off play:65321 new > many 0
the kept dice of Yahtzee lie on the rail
    yahtzee-handout: camera:off play:66321 play:+66 play:555 > drawn 66/555
"""


@facts((BY_HAND, "dice-game-depot"))
def test_play_by_hand(case: str, tmp_path: Path) -> None:
    holds(case, tmp_path)


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
    assert desk.order(Play(Rolled((6, 5, 3, 2, 1)))).done
    now = desk.now
    assert [die.entered for die in now.dice] == [False] * 5
    assert now.dice[0].center == (80.0, 60.0)
