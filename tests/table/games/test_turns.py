"""Games of turns with dice on the tray: what is held, given back, thrown again, and what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Started
from table import Mode
from table.dice import HoldMode
from table.panel import Button
from tests.engine.games.written import facts
from tests.table.desk import desk_with
from tests.table.lying import HAND, MOVING, die, settled
from tests.table.written import holds
from vision import Reading, Rest

FARKLE = Started("farkle", ("Mia", "Jonas"), "Mia")

EACH_WAY = """
a die of Pig thrown again onto the same spot counts
    pig: t4 ROLL hand empty moving see:4 > mode shown | Mia: 8 this turn. ROLL counts, STAND banks
    pig: t4 ROLL hand empty moving see:4 ROLL > Mia has 8: roll again or STAND
all six dice come back once all have scored
    farkle: t511632 ROLL again:511/222 > Mia: 2 2 2. ROLL counts
    farkle: t511632 ROLL again:511/222 ROLL hand empty moving see:653312~12 > Mia: up to 600. ROLL counts, STAND banks
    farkle: t511632 ROLL again:511/222 ROLL hand empty moving see:653312~12 STAND > log 222 +222 653321 +15 . | totals.Mia 600
a throw with nothing set aside is refused
    farkle: t665432 ROLL again:/234566 > mode illegal | note Set aside at least one die that scores first.
    farkle: t665432 ROLL again:/234566 STAND > note Set aside at least one die that scores first.
    threes: t65143 ROLL again:/34156 > mode illegal | note Set aside at least one die first.
    threes: t65143 ROLL again:/34156 ROLL > note Set aside at least one die first.
    midnight: t651433 ROLL again:/334156 > mode illegal | note Set aside at least one die first.
the last die of Threes ends the turn
    threes dice=4: t3336 ROLL again:333/2 ROLL > totals Mia 2 Jonas 0
    threes dice=5: t33336 ROLL again:3333/2 ROLL > totals Mia 2 Jonas 0
    threes dice=6: t333336 ROLL again:33333/2 ROLL > totals Mia 2 Jonas 0
"""  # noqa: E501

TURNS = """
two dice of Pig count where some come to rest as they lay, and one left in its place was not thrown
    pig dice=2 hold=in_place: t42 ROLL hand empty moving see:42 ROLL > log 42 42
    pig dice=2 hold=in_place: t42 ROLL hand empty moving see:45 ROLL > log 42 54
    pig dice=2 hold=in_place: t42 ROLL hand empty moving see:32 ROLL > log 42 32
    pig dice=2 hold=in_place: t42 ROLL hand see:4 moving see:4+5@200;150 > mode illegal | Mia: also roll the 4
a die that scores nothing is refused by name
    farkle hold=rail: t651233 ROLL again:2/65143 > mode illegal | note One 2 scores nothing: it takes three of a kind.
    farkle hold=in_place: t651233 ROLL again:2/65143 > mode illegal | note One 2 scores nothing: it takes three of a kind.
dice seen to leave the tray are not taken for others
    farkle hold=off_tray: t661233 ROLL again:2/65143 > mode unsure | Mia: which die did you keep? Tap it on your phone
    farkle hold=off_tray: t661233 ROLL again:2/65143 play:+1 ROLL > turn.throws 2
a hold that was not counted is forgotten when the dice are taken up again
    threes hold=off_tray: t33216 ROLL again:6/651 > mode unsure
    threes hold=off_tray: t33216 ROLL again:6/651 empty moving see:6514~12 > mode unsure
a throw counts after the dice kept were named on a phone
    yahtzee-handout hold=off_tray: t66532 ROLL hand empty moving see:124 > mode unsure
    yahtzee-handout hold=off_tray: t66532 ROLL hand empty moving see:124 play:+66 ROLL > log +66 421
    bar-dice hold=off_tray: t66532 ROLL hand empty moving see:124 > mode unsure
    bar-dice hold=off_tray: t66532 ROLL hand empty moving see:124 play:+66 ROLL > log +66 421
dice off the tray stay there, or are exchanged for those seen to leave
    yahtzee-handout hold=off_tray: t66532 ROLL again:66/155 ROLL hand empty moving see:442 ROLL > log +66 551 +66 442
    yahtzee-handout hold=off_tray: t66532 ROLL again:66/155 ROLL hand see:1~12 empty moving see:442 ROLL > log +66 551 +55 442
    bar-dice hold=off_tray: t66532 ROLL again:66/155 ROLL hand empty moving see:442 ROLL > log +66 551 +66 442
    bar-dice hold=off_tray: t66532 ROLL again:66/155 ROLL hand see:1~12 empty moving see:442 ROLL > log +66 551 +55 442
bar dice on the rail are given back
    bar-dice: t33426 ROLL again:33/155 ROLL hand see:/155 moving see:45/155 > Mia: 4 × 5. ROLL counts
    bar-dice: t33426 ROLL again:33/155 ROLL hand see:/155 moving see:45/155 ROLL > log +551 54
a move that is not possible changes nothing and says why
    farkle: stand > refused No new roll yet.
    farkle: hand:/6666666 > refused Mia rolls 6 dice now, not 7.
    farkle: play:6666666 > refused Mia rolls 6 dice now, not 7.
    farkle: play:~6 > refused Not possible in Farkle.
    farkle: play:+6 > refused Roll first.
    pig: stand > refused No new roll yet.
    pig: play:=chance > refused Not possible in Pig.
    midnight: play:. > refused You can’t stand yet: roll until all dice are set aside.
    bar-dice: hand:/666666 > refused Mia rolls 5 dice now, not 6.
ROLL shows the sets of tiles one after the other, and STAND takes the one that is shown
    shut-the-box: t54 > Mia: 5+4. ROLL counts
    shut-the-box: t54 STAND > log 54 | Mia: which tiles for 9?
    shut-the-box: t54 ROLL > note STAND takes 9, ROLL shows the next. | Mia: which tiles for 9?
    shut-the-box: t54 ROLL ROLL > note STAND takes 8+1, ROLL shows the next.
    shut-the-box: t54 ROLL ROLL STAND > log 54 =8+1 | Mia: 36 left. Roll two dice
    shut-the-box: t54 ROLL PICK=6+2+1 > log 54 =6+2+1
    shut-the-box: t54 ROLL STAND hand empty moving see:63 ROLL > log 54 =9 63
    shut-the-box: t54 ROLL hand empty moving see:63 STAND ROLL > log 54 =9 63
    shut-the-box one_die=high camera=no: play:66 play:=9+3 play:66 play:=8+4 play:43 play:=7 STAND > Mia: 14 left. Roll one die. STAND: two
dice that lie on the rail are not to be held again
    farkle: t665432 ROLL play:+5 > Mia: hold the 5, roll five
    farkle: t665432 ROLL play:+5 hand see:66432/5 > Mia: roll five dice
"""  # noqa: E501


@facts((EACH_WAY,))
@pytest.mark.parametrize("way", HoldMode)
def test_in_each_way_of_holding(case: str, way: HoldMode, tmp_path: Path) -> None:
    holds(case, tmp_path, way)


@facts((TURNS,))
def test_games_of_turns(case: str, tmp_path: Path) -> None:
    holds(case, tmp_path)


def test_a_throw_stays_one_while_a_die_that_was_held_in_place_cannot_be_read(tmp_path: Path) -> None:
    with desk_with(tmp_path, FARKLE, hold=HoldMode.IN_PLACE) as desk:
        desk.throw(6, 6, 6, 4, 3, 2)
        desk.press(Button.ROLL)
        held = settled([6, 6, 6]).dice
        rolled = tuple(
            die(face, 80.0 + 40.0 * place, 150.0, colour=place + 2) for place, face in enumerate((4, 3, 2), 1)
        )
        assert desk.see(HAND, MOVING, Reading(Rest.SETTLED, (*held, *rolled))).after.turn.player == "Jonas"
        unread = replace(held[0], value=None, doubt="glare hides it")
        now = desk.see(Reading(Rest.SETTLED, (unread, *held[1:], *rolled)))
        assert now.mode is Mode.UNSURE
        assert desk.press(Button.STAND).state.player == "Mia"
        assert desk.see(Reading(Rest.SETTLED, (*held, *rolled))).mode is Mode.SHOWN
