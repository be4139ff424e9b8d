"""Pig, Threes, Midnight, Farkle and Bar dice, by hand: each rule, each option, each refusal."""

import pytest

from engine import Corrected, GameHistory, Joined, Rolled, Started, Stopped, history_of, totals
from engine.turns.game import TurnGame
from tests.engine.games.written import event_of, facts, game, holds, words_of

PIG = """
the game can end at once, or with the round
    goal=25 ends=at_once: 6*5 . > winner Ann, player -
    goal=25: 6*5 . > player Ben
most points win where several reach the goal in a round
    goal=25: 6*5 . 6*5 2 . > winner Ben
those who tie have one more turn each, or share the game
    goal=25: 6*5 . 6*5 . > phase rolloff, order Ann Ben
    goal=25: 6*5 . 6*5 . 5 . 5 . > phase rolloff, leg 2, winner -
    goal=25: 6*5 . 6*5 . 5 . 1 > winner Ann, totals Ann 30 Ben 30
    goal=25 tie=shared: 6*5 . 6*5 . > winner -, tied Ann Ben
a 1 loses the points of the turn, and two 1s all but a head start
    : 6 . 6 . 1 > totals Ann 6 Ben 6
    dice=2: 54 . 61 31 > totals Ann 9 Ben 0
    dice=2 ahead=Ann+20: 54 . 61 11 > totals Ann 20 Ben 0
two 1s of a roll-off cost no points
    goal=25 dice=2: 66*3 . 66*3 . 11 22 . > winner Ben, totals Ann 36 Ben 36
one player alone plays to the goal
    goal=25 players=Ann: 6*4 . 6 . > winner Ann, round 2
after a 1 the next player is on turn
    : 6 1 by:Ann:5 > refused It is Ben’s turn, not Ann’s
a roll corrected to a 1 sets the rest of the turn aside, and back restores it
    : 6 4 . 5 . fix:1:1 > totals Ann 0 Ben 5
    : 6 4 . 5 . fix:1:1 fix:1:6 > same 6 4 . 5 .
a 1 corrected leaves the decision to its player, and keeps the turns after it
    : 6 1 5 . fix:2:4 > player Ann, turn.points 10, waiting 2
    : 6 1 5 . fix:2:4 . > totals Ann 10 Ben 5, player Ann
turns that waited when the game ended are taken in once it goes on
    players=Ben,Ann ahead=Ben+20 ends=at_once goal=25: 1 6*5 . fix:1:6 . > winner Ben, waiting 6, counting 2
    players=Ben,Ann ahead=Ben+20 ends=at_once goal=25: 1 6*5 . fix:1:6 . ! > player Ben, waiting 6
    players=Ben,Ann ahead=Ben+20 ends=at_once goal=25: 1 6*5 . fix:1:6 . fix:1:2 > totals Ben 22 Ann 30
    players=Ben,Ann ahead=Ben+20 ends=at_once goal=25: 1 6*5 . fix:1:6 . fix:1:2 fix:1:1 > same 1 6*5 .
turns that wait keep their place before a leave that has ended the game, and names that were given then stay
    : 3 3 . 4 left:Ben fix:2:1 > winner Ann, totals Ann 0 Ben 0, waiting 1
    : 3 3 . 4 left:Ben fix:2:1 name:Ann:Eve fix:2:3 > winner Eve, totals Eve 6 Ben 0, waiting 0
    : 3 3 . 4 left:Ben fix:2:1 name:Ann:Eve ! fix:2:3 > same 3 3 . 4 left:Ben
    : 3 3 . 4 left:Ben fix:2:1 name:Ann:Eve fix:1:1 > winner Eve, waiting 2
who has left and is corrected back leaves after the turns before
    players=Ann,Ben,Cid: 3 3 . 4 . left:Ann fix:2:1 fix:2:3 > same 3 3 . 4 . left:Ann
    players=Ann,Ben,Cid: 6 1 5 . left:Ann fix:2:4 name:Ben:Eve fix:2:1 > totals Ann 0 Eve 5 Cid 0, player Cid
everyone has a turn in every round
    players=Ann,Ben,Cid,Dan: 6 . 6 . 6 . > player Dan, round 1
    players=Ann,Ben,Cid,Dan: 6 . 6 . 6 . 6 . > player Ann, round 2
who leaves a turn that has begun and returns waits for the next round
    players=Ann,Ben,Cid: 2 left:Ann join:Ann > refused Ann joins next round
    players=Ann,Ben,Cid: left:Ann > order Ben Cid
    players=Ann,Ben,Cid: left:Ann join:Ann > order Ben Cid Ann
a player joins between rounds, and who is left alone wins
    : 6 . join:Cid > code mid_round, refused Cid joins next round
    : 6 . 6 . join:Cid > order Ann Ben Cid, totals.Cid 0
    : 6 . 6 . join:Cid left:Ann left:Cid > winner Ben
the advice for points is to stand at 20
    : > best points roll
    : 6 6 6 > best points roll
    : 6 6 6 2 > best points stop
the advice to win is for two players who win at once
    ends=at_once goal=40: > best win roll
    ends=at_once goal=40: 6*4 > best win stop
    : 6 > silent win There is advice to win for two players
    players=Ann,Ben,Cid ends=at_once: 6 > silent win There is advice to win for two players
what is not allowed is refused and changes nothing
    : . > code nothing_thrown, refused Roll first.
    : 6 66 > code wrong_number, refused Ann rolls 1 die now, not 2.
    : 6 7 > code not_a_face, refused A die shows 1 to 6, not 7.
    : 6 1 . > code nothing_thrown, refused Roll first.
rules out of range are refused
    dice=3: > bad “dice” is 3: it must be 1 to 2
    goal=24: > bad “goal” is 24: it must be 25 to 500
    ends=soon: > bad “ends” is “soon”: it can be round or at_once
    tie=x: > bad “tie” is “x”: it can be rolloff or shared
"""

THREES = """
the lowest total wins
    : > lowest_wins yes
all dice may be set aside at once, and the last die is by itself
    : 33333 +33333 > scores Ann 0
    : 33336 +3333 5 > scores Ann 5
those who tie for the lowest roll off, or share
    players=Ann,Ben,Cid: 33331 +33331 33331 +33331 66666 +66666 > phase rolloff, order Ann Ben
    players=Ann,Ben,Cid: 33331 +33331 33331 +33331 66666 +66666 33333 +33333 33332 +33332 > totals Ann 1 Ben 1 Cid 30
    players=Ann,Ben,Cid: 33331 +33331 33331 +33331 66666 +66666 33333 +33333 33332 +33332 > winner Ann
    players=Ann,Ben,Cid tie=shared: 33331 +33331 33331 +33331 66666 +66666 > tied Ann Ben
four to six dice are thrown
    dice=4: 3333 +3333 > scores Ann 0
    dice=5: 33333 +33333 > scores Ann 0
    dice=6: 333333 +333333 > scores Ann 0
dice set aside are taken back by undo
    : 33621 +33 +1 ! > same 33621 +33
a corrected throw sets aside what did not lie there
    : 33621 +33 333 +333 11111 +11111 > winner Ann
    : 33621 +33 333 +333 11111 +11111 fix:1:34621 > player Ann, turn.lies 34621, waiting 2
    : 33621 +33 333 +333 11111 +11111 fix:1:34621 fix:1:33621 > winner Ann
a player joins before the first throw, or the next game
    : 33621 join:Cid > code mid_game, refused Cid joins next game
who leaves in a turn has no total that could win
    players=Ann,Ben,Cid: 33621 +33 left:Ann 11111 +11111 66666 +66666 > winner Ben
the advice sets threes aside and throws a 1 again with two sixes
    : 33661 > best points roll 33 3
the advice to beat is the chance to win
    : 33331 +33331 33333 > best beat set_aside 33333, worth beat 1
    : 33331 > silent beat There is no result to beat yet
what is not allowed is refused and changes nothing
    : +3 > code nothing_thrown, refused Roll first.
    : . > code no_standing, refused You can’t stand yet: roll until all dice are set aside.
    : 333333 > code wrong_number, refused Ann rolls 5 dice now, not 6.
    : 33621 33333 > code nothing_set_aside, refused Set aside at least one die first.
    : 33621 + > code no_dice, refused Choose the dice to set aside.
    : 33621 +5 > code not_there, refused There’s no 5 on the tray.
    : 33621 +66 > code not_there, refused Only 1 of the dice shows a 6.
    : 33621 +333 > code not_there, refused Only 2 of the dice show a 3.
    : 33621 +9 > code not_a_face, refused A die shows 1 to 6, not 9.
    : 33621 +33 +3 > code not_there, refused There’s no 3 on the tray.
    : 33621 +33 3333 > code wrong_number, refused Ann rolls 3 dice now, not 4.
rules out of range are refused
    dice=3: > bad “dice” is 3: it must be 4 to 6
    dice=7: > bad “dice” is 7: it must be 4 to 6
"""

MIDNIGHT = """
a second 4 scores as any die
    : 144411 +144411 > scores Ann 10
qualified is reported from the dice set aside
    : 146652 +1 > qualified no
    : 146652 +1 +4 > qualified yes
those who tie roll off, also where nobody qualified
    : 222222 +222222 222222 +222222 > phase rolloff
    : 222222 +222222 222222 +222222 142222 +142222 222222 +222222 > winner Ann, totals Ann 0 Ben 0
    tie=shared: 222222 +222222 222222 +222222 > tied Ann Ben
a corrected die takes the score back
    : 666644 +66664 1 222222 +222222 > winner Ann
    : 666644 +66664 1 222222 +222222 fix:2:2 > phase rolloff, totals Ann 0 Ben 0
    : 666644 +66664 1 222222 +222222 fix:2:2 fix:2:1 > winner Ann
the advice takes the dice that qualify and sixes
    : 146622 > best points roll 1466 2, worth qualify 1
the last player may tie for half of the win, and nothing ties with nothing
    : 146666 +146666 146663 +14666 > worth beat 0.083333
    : 222222 +222222 222222 +22222 > worth beat 0.5
    : 146622 > silent beat There is no result to beat yet
what is not allowed is refused and changes nothing
    : 66666 > code wrong_number, refused Ann rolls 6 dice now, not 5.
    : 6666666 > code wrong_number, refused Ann rolls 6 dice now, not 7.
    : . > code no_standing, refused You can’t stand yet: roll until all dice are set aside.
    : 146652 666666 > code nothing_set_aside, refused Set aside at least one die first.
    : 146652 +3 > code not_there, refused There’s no 3 on the tray.
    : 146652 +666 > code not_there, refused Only 2 of the dice show a 6.
"""

FARKLE = """
dice set aside one after another count as a whole, and not with those of earlier throws
    : 555234 +5 +5 +5 > points 500
    : 512346 +5 55234 +55 > points 150
the best reading of the dice set aside counts
    : 111123 +1111 > points 1100
    : 222444 +222444 > points 2500
    scores=plain: 222444 +222444 > points 600
after hot dice no die must lie aside, and the player may stand or throw six
    : 123456 +123456 > tray - 6 -, legal roll stop
the tray wants the dice that are aside, and a throw of the others
    : 112346 +1 +1 5523 +5 > tray 115 3 5
after a farkle the next player is on turn
    : 223446 by:Ann:111111 > refused It is Ben’s turn, not Ann’s
a die is judged by what lies beside it
    : 123466 > why 1 You can hold the 1.
    : 123466 > why 6 2 dice with a 6 score nothing: it takes three of a kind.
    : 123466 > why 5 There’s no 5 on the tray.
    : > why 1 Roll first.
the first scoring turn takes as many points as the option says, and who has opened may bank any
    opening=0: 123466 +1 > legal roll stop
    opening=100: 123466 +1 > legal roll stop
    opening=150: 123466 +1 > legal roll
    : s1 223446 523466 +5 > legal roll stop
the goal starts the last round, in which everybody else has one more turn
    players=Ann,Ben,Cid goal=2000: s0 s2 > closer Ben, player Cid
    players=Ann,Ben,Cid goal=2000: s0 s2 s1 s0 > player -, winner Ben, totals Ann 0 Ben 3000 Cid 1500
    players=Ann,Ben,Cid goal=2000: s0 s0 s2 > order Ann Ben, player Ann
    players=Ann,Ben,Cid goal=2000: s2 s0 s3 > winner Cid
those who tie in the end have one more turn each without an opening
    goal=2000: s2 s2 > phase rolloff
    goal=2000: s2 s2 123466 +1 . 523466 +5 . > winner Ann, totals Ann 3000 Ben 3000
    goal=2000 tie=shared: s2 s2 > tied Ann Ben
three farkles in a row cost 1000 points where that is played
    three_farkles=true: s1 s0*6 > totals.Ann 500
    : s1 s0*6 > totals.Ann 1500
    three_farkles=true: s1 s0*5 123466 +1 . > totals.Ann 1600, farkles.Ann 0
a throw corrected to a farkle ends the turn, and back restores it
    : s1 223446 fix:1:223446 > totals Ann 0 Ben 0, aside 2
    : s1 223446 fix:1:223446 fix:1:123456 > same s1 223446
nobody joins the last round, and who closes it may leave
    players=Ann,Ben,Cid goal=2000: s0 s0 s2 join:Dan > code mid_game, refused Dan joins next game
    players=Ann,Ben,Cid goal=2000: s0 s0 s2 s2 left:Cid s0 > winner Ann
the game goes on where who closes it leaves and no one present has the goal
    players=Ann,Ben,Cid goal=2000: s1 s2 left:Ben > closer -
    players=Ann,Ben,Cid goal=2000: s1 s2 left:Ben s0 > player Ann, round 2, order Ann Cid
    players=Ann,Ben,Cid goal=2000: s1 s2 left:Ben s0 s1 s0 > winner Ann, totals Ann 3000 Ben 3000 Cid 0
an extra turn becomes the first of a round where who closes leaves in it
    players=Ann,Ben,Cid goal=2000: s1 s2 s0 123456 left:Ben > player Ann, order Ann Cid
    players=Ann,Ben,Cid goal=2000: s1 s2 s0 123456 left:Ben +123456 . > player Cid, closer Ann, winner -
    players=Ann,Ben,Cid goal=2000: s1 s2 s0 123456 left:Ben +123456 . s0 > winner Ann
a correction and an undo bring the last round back
    players=Ann,Ben,Cid goal=2000: s1 s2 left:Ben fix:2:223446 > totals.Ben 0, closer -
    players=Ann,Ben,Cid goal=2000: s1 s2 left:Ben ! > same s1 s2
points below the opening are worth what they may become
    : 123466 +1 > best points roll
    : 123456 > best points roll 123456 6
the advice to beat throws on until the player leads
    : s1 123456 +123456 > best beat roll
    players=Ann: 123456 > silent beat There are no points to beat
what is not allowed is refused and changes nothing
    : . > code nothing_thrown, refused Roll first.
    : +1 > code nothing_thrown, refused Roll first.
    : 1234561 > code wrong_number, refused Ann rolls 6 dice now, not 7.
    : 123466 123456 > code nothing_set_aside, refused Set aside at least one die that scores first.
    : 123466 . > code nothing_set_aside, refused Set aside at least one die that scores first.
    : 123466 + > code no_dice, refused Choose the dice to set aside.
    : 123466 +5 > code not_there, refused There’s no 5 on the tray.
    : 123466 +11 > code not_there, refused Only 1 of the dice shows a 1.
    : 123466 +12 > code scores_nothing, refused One 2 scores nothing: it takes three of a kind.
    : 123466 +166 > code scores_nothing, refused 2 dice with a 6 score nothing: it takes three of a kind.
    : 123456 +12346 > code scores_nothing, refused One 2 scores nothing: it takes three of a kind.
    scores=plain: 123456 +123456 > code scores_nothing, refused One 2 scores nothing: it takes three of a kind.
    : 123466 +1 +2 > code scores_nothing, refused One 2 scores nothing: it takes three of a kind.
    : 123466 +1 . > code not_opened, refused Ann has 100 points: the first scoring turn takes 500.
    : 123466 +1 123456 > code wrong_number, refused Ann rolls 5 dice now, not 6.
    : 223446 +2 > code nothing_thrown, refused Roll first.
rules out of range are refused
    goal=1999: > bad “goal” is 1999: it must be 2000 to 20000
    opening=1001: > bad “opening” is 1001: it must be 0 to 1000
    scores=all: > bad “scores” is “all”: it can be plain or pocket
    three_farkles=x: > bad “three_farkles” is “x”: it can be true or false
"""

BAR_DICE = """
dice that were kept may be given back
    : 16623 +166 22 +22 > must_roll 3, held 22
    : 16623 +166 +16 > must_roll 3, held 16
    : 16623 +166 + > must_roll 5
the last roll ends the turn
    : 12346*3 > player Ben
    : 12346 . 12345 > player Ben
hands rank by the 1 that is needed, then the number, then the face
    match=single: 11111 . 16666 > winner Ann, phase over
    match=single: 16666 . 15555 > winner Ann, phase over
    match=single: 12346 . 66666 > winner Ann, phase over
    match=single: 11234 . 16543 > winner Ann, phase over
    match=single: 55543 . 44462 > winner Ann, phase over
    match=single ace_needed=false: 66666 . 15555 > winner Ann, phase over
    match=single ace_needed=false: 11111 . 66666 > winner Ann, phase over
    match=single ace_needed=false: 22223 . 66654 > winner Ann, phase over
1s are wild
    match=single ace_needed=false: 11664 . 66664 > phase rolloff, scores Ann 146 Ben 146
those who tie for last roll off with one throw
    players=Ann,Ben,Cid: 11166 . 12346 12346 > phase rolloff, order Ben Cid, rolls_left 1
    players=Ann,Ben,Cid: 11166 . 12346 12346 16662 15552 > totals Ann 3 Ben 3 Cid 2
    players=Ann,Ben,Cid: 11166 . 12346 12346 16662 16662 > phase rolloff, leg 2
who has lost all lives is out and sits there, and the last one in wins
    players=Ann,Ben,Cid lives=1: 11166 . 12346 15566 > out Ben, order Cid Ann, players Ann Ben Cid
    players=Ann,Ben,Cid lives=1: 11166 . 12346 15566 11166 . 12346 > winner Cid, totals Ann 0 Ben 0 Cid 1
    players=Ann,Ben,Cid lives=2: 11166 . 12346 11166 > out -
the next round is begun by the next seat
    : 12346 . 11166 11166 . 12346 > round 3, player Ann, totals Ann 1 Ben 3
    : 12346 . 11166 11166 . 12346 12346 . 11166 > winner Ben
a horse is the best of three
    match=horse: 12346 . 11166 > totals Ann 0 Ben 1
    match=horse: 12346 . 11166 12346 . 11166 > winner -
    match=horse: 12346 . 11166 12346 . 11166 12346 . 11166 > winner Ben
a tie for the highest hand of a single round is rolled off
    match=single: 11166 . 11166 12346 11166 > winner Ben, scores Ann 156 Ben 156
one player is too few
    players=Ann: > bad 1 player: the game is for 2 to 20
a player joins with the fewest lives between rounds
    : 12346 . 11166 join:Cid > totals.Cid 2, order Ben Cid Ann
    : 12346 . 11166 join:Cid 11166 join:Dan > refused Dan joins next round
    match=single: 11166 join:Dan > refused Dan joins next game
the first player who leaves lets the next one set the rolls
    players=Ann,Ben,Cid: 11166 left:Ann 12346 . 11166 > totals Ann 3 Ben 2 Cid 3
one of two in a roll-off who leaves decides it
    players=Ann,Ben,Cid: 11166 . 12346 12346 left:Ben > totals.Cid 2, round 2
a new name is kept in all fields
    players=Ann,Ben,Cid lives=1: 11166 . 12346 15566 name:Ben:Bea > out Bea, totals Ann 1 Bea 0 Cid 1
a corrected hand changes who loses the life
    : 12346 . 11166 12346 . 11166 fix:1:11111 > totals Ann 3 Ben 1
    : 12346 . 11166 12346 . 11166 fix:1:11111 fix:1:12346 > same 12346 . 11166 12346 . 11166
the same hand as the only other is worth a roll-off and is kept
    lives=1: 23456 +6 1666 . 16666 > best stay stop, worth stay 0.5
    : 15555 > silent beat There is no hand to beat yet
what is not allowed is refused and changes nothing
    : . > code nothing_thrown, refused Roll first.
    : +1 > code nothing_thrown, refused Roll first.
    : 1234 > code wrong_number, refused Ann rolls 5 dice now, not 4.
    : 123456 > code wrong_number, refused Ann rolls 5 dice now, not 6.
    : 16623 +5 > code not_there, refused There’s no 5 on the tray.
    : 16623 +11 > code not_there, refused Only 1 of the dice shows a 1.
    : 16623 +16623 1 > code nothing_to_throw, refused Ann keeps all dice: stand, or keep fewer.
    : 16623 +166 166 > code wrong_number, refused Ann rolls 2 dice now, not 3.
rules out of range are refused
    lives=0: > bad “lives” is 0: it must be 1 to 10
    match=lots: > bad “match” is “lots”: it can be lives, horse or single
    tie=shared: > bad there is no option “tie”
"""

SHUT_THE_BOX = """
a throw closes what it can close in one way only, and of several the player chooses one
    : 11 > open 13456789, must_roll 2, may_close -
    : 54 > must_roll 0, legal close, may_close 9 8+1 7+2 6+3 5+4 6+2+1 5+3+1 4+3+2, points 45
    : 54 =6+3 > open 1245789, points 36, must_roll 2
    : 54 =1+2+6 > same 54 =6+2+1
a throw that closes nothing ends the turn with what is left
    : 11 11 > scores Ann 43, totals Ann 43 Ben 0, player Ben, said total:Ann:43, outcome.scores Ann 43
    : 11 11 11 66 =9+3 11 > winner Ben, totals Ann 43 Ben 31
    scores=count: 11 11 > totals Ann 8 Ben 0
    scores=digits: 11 11 > totals Ann 13456789 Ben 0
who closes all tiles wins at once, or as the lowest
    : 66 =9+3 46 =6+4 66 65 > winner Ann, totals Ann 0 Ben 0, said shut:Ann:0 won:Ann:0, outcome.scores Ann 0
    outright=false: 66 =9+3 46 =6+4 66 65 > player Ben, scores Ann 0
    rounds=2: 11 11 66 =9+3 46 =6+4 66 65 > winner Ben, round 1
one die is thrown with 6 or less left
    : 66 =9+3 46 =6+4 66 > must_roll 2, points 11
    : 66 =9+3 46 =6+4 66 62 > must_roll 1, points 3
    : 66 =9+3 46 =6+4 66 62 11 > code wrong_number, refused Ann rolls 1 die now, not 2.
    : 66 =9+3 46 =6+4 66 62 - > code no_choice_of_dice, refused The number of dice is fixed now.
or may be with the high ones down, or never
    one_die=high: 66 =9+3 66 =8+4 43 =7 > must_roll 2, legal roll switch
    one_die=high: 66 =9+3 66 =8+4 43 =7 - > must_roll 1
    one_die=high: 66 =9+3 66 =8+4 43 =7 - - > must_roll 2
    one_die=high: 66 =9+3 66 =8+4 43 =7 - 6 > must_roll 0
    one_die=never: 66 =9+3 46 =6+4 66 62 > must_roll 2, points 3
scores of rounds are added up, and those who tie have one more turn each
    rounds=2: 11 11 11 11 > round 2, totals Ann 43 Ben 43, winner -
    rounds=2: 11*4 11*4 > phase rolloff, totals Ann 86 Ben 86
    rounds=2: 11*4 11*4 11 11 66 =9+3 11 11 > winner Ben, totals Ann 86 Ben 86
    rounds=2 tie=shared: 11*4 11*4 > tied Ann Ben
with a limit the last one who is below it wins, and players who reach it together by the lowest total
    players=Ann,Ben,Cid limit=80: 11 11 11 11 11 11 > round 2, out -, winner -
    players=Ann,Ben,Cid limit=44: 66 =9+3 11 11 11 11 11 11 > phase round
    limit=45: 11 11 11 11 > round 2, winner -
    limit=45: 11 11 11 11 11 11 66 =9+3 11 11 > winner Ben, out -
    players=Ann limit=45: 11 11 > round 2
    players=Ann limit=45: 11 11 11 11 > phase over
a corrected throw closes what it shows then, and the turn waits where the tiles chosen do not fit
    : 54 =9 11 11 11 11 fix:1:64 > player Ann, may_close 9+1 8+2 7+3 6+4 7+2+1 6+3+1 5+4+1 5+3+2 4+3+2+1
    : 54 =9 11 11 11 11 fix:1:64 fix:1:54 > same 54 =9 11 11 11 11
    : 11 11 fix:1:12 > aside 1, player Ann, must_roll 0
the advice is the least mean rest, the chance to shut the box, or that to win
    : 54 > best points set_aside 9 2, worth points 7.3871, worth shut 0.145
    : 66 =9+3 46 =6+4 66 22 54 > best beat set_aside 9 2, worth beat 0.7548
    : 54 > silent beat There is no result to beat yet
what is not allowed is refused and changes nothing
    : =9 > code nothing_thrown, refused Roll first.
    : 54 11 > code close_first, refused Close tiles that add up to 9 first.
    : 54 =8 > code not_these_tiles, refused Close open tiles that add up to 9.
    : 54 =9+ > code not_these_tiles
    : 54 =9 54 =9 > code not_these_tiles
    : 54 . > code no_standing, refused A turn ends when nothing can be closed: roll.
    : - > code no_choice_of_dice
    : 11 join:Cid > code mid_game, refused Cid joins next game
    tiles=12 scores=digits: > bad only tiles up to 9 can be read as one number
    tiles=8: > bad “tiles” is 8: it must be 9 to 12
"""


@facts(
    (PIG, "pig"),
    (THREES, "threes"),
    (MIDNIGHT, "midnight"),
    (FARKLE, "farkle"),
    (BAR_DICE, "bar-dice"),
    (SHUT_THE_BOX, "shut-the-box"),
)
def test_the_rules(case: str) -> None:
    holds(case)


def test_a_stored_game_that_was_played_on_without_the_turns_that_waited_is_read_as_before() -> None:
    start = Started("pig", ("Ben", "Ann"), "Ben", {"ends": "at_once", "goal": 25}, {"Ben": 20})
    waits = [event_of("pig", word) for word in words_of("1 6*5 . fix:1:6 . fix:1:2")]
    book = history_of([start, *waits, Rolled((5,))])
    assert (book.state.player, book.state.turn.points, totals(book.state)) == ("Ann", 5, {"Ben": 22, "Ann": 0})


def test_a_roll_of_a_player_who_joined_later_is_corrected_while_an_earlier_round_is_open_again() -> None:
    log = GameHistory(Started("pig", ("A", "B"), "A"))
    for event in (Rolled((6,)), Stopped(), Rolled((1,)), Joined("C"), Rolled((6,)), Stopped(), Rolled((6,)), Stopped()):
        log.write(event)
    for correction in (Rolled((5,)), Corrected(2, (6,)), Corrected(5, (4,))):
        log.write(correction)
    assert [log.thrower(number) for number in (1, 2, 5)] == ["A", "B", "C"]


@pytest.mark.parametrize(("words", "opens"), [("", True), ("111234 +111 .", True), ("111234 +111 . 223446", False)])
def test_farkle_says_what_opens_to_who_has_not_opened(words: str, opens: bool) -> None:
    book = game("farkle", words)
    assert isinstance(book.game, TurnGame)
    assert ("500 to open" in [str(fact.text) for fact in book.game.face.facts(book.state)]) is opens
