"""Holds, throws and hands: what the table makes of dice that are moved, turned, kept and thrown."""

from pathlib import Path

import pytest

from table import Mode
from table.panel import Button
from tests.engine.games.written import facts
from tests.table.desk import Desk
from tests.table.lying import EMPTY, MOVING, die, settled
from tests.table.written import holds
from vision import Flag, Reading, Rest

TRACKED = """
a held die that was turned on the rail is named
    : t65311 ROLL hand see:311/65 hand see:311/62 > mode illegal | Mia: the yellow die was turned from 5 to 2. Set it back to 5
    : t65311 ROLL hand see:311/65 hand see:311/62 hand see:311/65 > mode waiting
    : t65311 ROLL hand see:311/65 t422/62 > mode illegal | Mia: the yellow die was turned from 5 to 2. Set it back to 5
a die of a throw that a hand turns before it is counted is named
    : empty moving at:65311 hand at:65411 > mode illegal | Mia: the yellow die was turned from 3 to 4. Set it back, or roll all again
    : empty moving at:65311 hand at:65411 ROLL hand at:65311 > mode shown | event 1
    : empty moving at:65311 hand at:65411 t22311 > mode shown
a closer look without a hand is taken for the better one
    : empty moving see:65311 moving see:65312 > Mia: 6 5 3 2 1. ROLL counts
a throw that was read stands while its dice are set aside
    : t65311 hand see:311/65 > mode shown
    : t65311 hand see:311/65 ROLL > turn.held 65 | Mia: pick up and roll three dice
a stranger beside the tray does not matter where the number is right, and only the tray and its rim are drawn
    : empty moving see:65311+2 > mode shown | many 5
    : empty moving see:6531+2@310 > mode astray | many 5
a hand that stays is asked to go
    : hand > note -
    : hand*6 > mode obstructed | note Something’s covering the tray. Move it away.
    : hand*6 empty > note -
no throw is taken while a cup stands on the tray; what is pressed then says so, and it counts once the cup is lifted
    : empty moving cup > mode covered | Lift the cup | lamp white slow | note - | many 0
    : empty moving cup push:roll > refused Lift the cup | event 1
    : empty moving cup moving see:65311 > mode shown
    : empty moving cup moving see:65311 ROLL > event 2
    : t65311 cup > mode covered | many 5
    : t65311 cup push:roll > refused Lift the cup | event 1
    : t65311 cup see:65311 ROLL > event 2
    : t65311 ROLL cup hand see:65311 > mode waiting
    : t65311 ROLL hand see:311/65 empty cup moving see:422/65 > mode shown
    hold=off_tray: t65311 ROLL hand cup moving see:422~15 > mode shown
dice that lay under the cup are thrown, however little they have moved, and those beside it are held
    hold=in_place: empty moving at:65311 ROLL hand moving cup moving at:65,4@185,2@235,2@285 > mode shown
    hold=in_place: empty moving at:65311 ROLL hand moving cup moving at:65311 > mode waiting
    hold=in_place: empty moving at:65311 ROLL hand at:65 hand cup moving at:65,4@185,2@235,2@285 > mode shown
of dice off the tray only the number is checked
    hold=off_tray: t65311 ROLL > Mia: remove 6 5, roll three
    hold=off_tray: t65311 ROLL empty moving see:422 > mode shown
    hold=off_tray: t65311 ROLL empty moving see:42 > mode wrong_number
    hold=off_tray: t65311 ROLL empty moving see:4322 > mode wrong_number
held dice beside the tray have not fallen off it
    hold=off_tray: t65311 ROLL empty moving see:42+?@360;0 > mode wrong_number
    hold=off_tray: t65311 ROLL empty moving see:42+?@360;0+?@360;50 > mode wrong_number
    hold=off_tray: t65311 ROLL empty moving see:42+?@360;0+?@360;50+?@360;100 > mode astray
a die that has not moved is held in place
    hold=in_place: empty moving at:65311 ROLL hand > mode obstructed | Mia: leave 6 5, roll three
    hold=in_place: empty moving at:65311 ROLL hand at:65 moving at:65,4@190,2@240,2@290 > mode shown | Mia: cargo 4. ROLL counts, STAND keeps
    hold=in_place: empty moving at:65311 ROLL hand at:,6@63.9,5@106.1 moving at:,6@63.9,5@106.1,4@190,2@240,2@290 > mode shown
    hold=in_place: empty moving at:65311 ROLL hand at:6 moving at:6,4@190,2@240,2@290,3@130 > mode illegal | Mia: put the 5 back
    hold=in_place: empty moving at:65311 ROLL hand at:653 moving at:653,2@240,2@290 > mode illegal | Mia: also roll the 3
    hold=in_place: empty moving at:65311 ROLL hand at:65.11,4@163 > mode illegal | Mia: the yellow die was turned from 3 to 4. Set it back to 3
dice that have hardly moved are not thrown: those of 25 mm are not, those of 60 are
    hold=in_place: empty moving at:65311 ROLL moving at:65,4@185,2@235,2@285 > mode waiting | Mia: leave 6 5, roll three
    hold=in_place: empty moving at:65311 ROLL moving at:65,2@150;30,2@190;30,2@230;30 > mode shown | Mia: 2 2 2. ROLL counts
"""  # noqa: E501

CARGO = """
dice on the rail keep cargo and are taken up again
    : t65451 ROLL t3/6545 ROLL > turn.kept 5
    : t65451 ROLL t3/6545 ROLL t6/6543 ROLL > scores.Ida 9 | log 65541 +5 3 ~5 +3 6
all cargo on the rail means to stand
    : t65451 ROLL hand see:/65451 > note All dice are held: stand to keep them.
    : t65451 ROLL hand see:/65451 STAND > scores.Ida 6
cargo that was seen to leave is kept, and is asked for if nobody saw it
    hold=off_tray: empty moving at:65451 ROLL hand at:....1 empty moving at:,3@100 ROLL > turn.cargo 53
    hold=off_tray: empty moving at:65451 ROLL hand empty moving at:,3@100 > mode unsure | Ida: which die did you keep? Tap it on your phone
"""  # noqa: E501

CARD = """
dice are kept on the rail, and a box picked with the encoder
    : t66321 ROLL hand see:321/66 > Nora: roll again or choose a box
    : t66321 ROLL hand see:321/66 t665/66 STAND > Nora: roll again or choose a box
    : t66321 ROLL hand see:321/66 t665/66 STAND*2 > note Nora: choose a box.
    : t66321 ROLL hand see:321/66 t665/66 STAND NEXT > note Press to choose Four of a kind: 29.
    : t66321 ROLL hand see:321/66 t665/66 STAND NEXT PREVIOUS > note Press to choose Three of a kind: 29.
    : t66321 ROLL hand see:321/66 t665/66 STAND NEXT PREVIOUS PICK > player Emil | totals.Nora 29
after the last roll only a box is waited for
    : play:12346*3 t11111 > mode waiting | Nora: choose a box
    : play:12346*3 t11111 PICK=yahtzee > player Emil
    : play:12346*3 t11111 PICK=yahtzee*2 > note Nothing to choose.
dice that have not moved are kept in place
    hold=in_place: empty moving at:65311 ROLL hand at:...11 moving at:1..11,4@120,2@160 > mode shown | Nora: 4 2 1 1 1. ROLL counts
"""  # noqa: E501


@facts(
    (TRACKED, "dice-game-depot"),
    (CARGO, "dice-game-depot players=Ida,Karim cargo_reroll=each"),
    (CARD, "yahtzee-handout players=Nora,Emil"),
)
def test_what_is_held_and_thrown(case: str, tmp_path: Path) -> None:
    holds(case, tmp_path)


@pytest.mark.parametrize(
    ("flag", "said"), [(Flag.COCKED, "is cocked. Roll it again"), (Flag.STACKED, "is stacked. Roll it again")]
)
def test_a_die_that_lies_askew_is_named_and_never_counted(desk: Desk, flag: Flag, said: str) -> None:
    askew = die(4, 250, 150, colour=3, flags=frozenset({flag}))
    now = desk.see(EMPTY, MOVING, Reading(Rest.SETTLED, (*settled([6, 5, 3]).dice, askew)))
    assert now.mode is Mode.ASTRAY
    assert now.prompt == f"Mia: the blue die {said}"
    assert desk.press(Button.ROLL).event == 1
