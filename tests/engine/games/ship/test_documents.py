"""The rules of the four documents, and the readings (A) where they contradict each other or are silent."""

from tests.engine.games.written import facts, holds

SEVERAL_ROUNDS = """
000-1: two play, and one does not
    : > phase round
    players=Ann: > bad 1 player: the game is for 2 to 20
000-2: a round is won by the highest score, after all have had a turn
    players=Ann,Ben,Cid: t5 t9 t7 > rounds.*.winner Ben
    players=Ann,Ben,Cid: t5 t9 > rounds -
000-3: scores add up over the rounds agreed, and the highest total wins
    match=rounds(3) next_starter=same: t5 t9 t8 t2 t12 t9 > phase over, winner Ann, totals Ann 25 Ben 20
    match=rounds(3) next_starter=same: t5 t9 t8 t2 t12 t9 > rounds.*.winner Ben Ann Ann
000-4, 000-12: nothing scores before ship, captain and crew
    : 66655 666 666 > scores.Ann -, totals.Ann 0
000-5: five dice or more are thrown
    dice=5: > must_roll 5
    dice=6: > must_roll 6
    dice=7: > must_roll 7
    dice=8: > must_roll 8
    dice=4: > bad “dice” is 4: it must be 5 to 12
000-6: a six is held by itself and not thrown again
    : 62233 > held 6, must_roll 4
000-7: several are held from one throw
    : 65222 > held 65
    : 62222 5222 > held 65
    : 65422 > held 654
    : 45622 > held 654
    : 62222 5422 > held 654
000-8: no lesser die is held before the higher
    : 54222 > held -, must_roll 5
    : 64222 > held 6, must_roll 4
    : 44455 > held -, must_roll 5
    : 62222 4222 > held 6, must_roll 4
    : 66666 > held 6, must_roll 4
000-9: all dice not held are thrown until the rolls are used
    : 62233 222 > refused Ann rolls 4 dice now, not 3
    : 62233 2233 2233 > player Ben, scores Ann - Ben -
000-10: cargo dice are held and taken up again
    : 65452 +5 > must_roll 1, legal roll hold release stop
    rolls=5: 65452 +5 3 > cargo 53
    rolls=5: 65452 +5 3 ~5 +3 4 > cargo 34
000-9, 000-10: holding all cargo leaves only to stand or to take a die up again
    : 65452 +52 > legal release stop
    : 65452 +52 2 > refused Ann holds all dice: stand, or release one
000-11: ship, captain and crew are never taken up again
    : 65422 ~6 > refused The 6 stays: ship, captain and crew are never rolled again.
    : 65422 ~5 > refused The 5 stays: ship, captain and crew are never rolled again.
    : 65422 ~4 > refused The 4 stays: ship, captain and crew are never rolled again.
000-13: every other die scores, and the sequence does not
    dice=5: 65432 . > scores.Ann 5
    dice=6: 654321 . > scores.Ann 6
    dice=8: 65466661 . > scores.Ann 25
000-14: one player takes all rolls before the next
    : 22233 22233 > player Ann
    : t0 > player Ben
000-15: ties are allowed
    match=rounds(1): t5 t5 > phase over, winner -, tied Ann Ben, rounds.*.ending tied, rounds.0.tied Ann Ben
"""

FIVE_ROLLS = """
001-1: two play, and more may
    players=A,B: > shooters A B
    players=A,B,C,D: > shooters A B C D
001-2: each throws five dice of his own
    : 65433 > player Ben, must_roll 5
001-3: two hands of three win the game
    next_starter=same: 65432 65454 . 65454 65432 . > phase round, totals Ann 1 Ben 1
    next_starter=same: 65432 65454 . 65454 65432 . 65432 65454 . > phase over, winner Ben, totals Ann 1 Ben 2
001-4: children add up the scores of all hands
    match=total(3) next_starter=same: 65466 65411 . 65432 65433 . 65432 65432 . . > winner Ann, totals Ann 22 Ben 13
001-5: all throw the first roll at once
    players=Ann,Ben,Cid: > leg.order 012
    players=Ann,Ben,Cid: by:Dan:65433 > refused It is Ann’s turn, not Dan’s
    players=Ann,Ben,Cid: by:Cid:11223 by:Ann:11223 > player Ben, leg.turns.*.taken 101
001-6: a hand has five rolls
    : 22233*10 > rounds.*.ending replayed
    : 22233*9 > rounds -
001-7: six, five, four are held in order and the rest thrown again
    : 22446 22233 22233 3542 > leg.turns.0.rolls.1 3542, leg.turns.0.held 654, leg.turns.0.cargo 32
001-8, 001-9: the last two dice are thrown again together
    : 65433 22233 22233 > player Ann, must_roll 2, rolls_left 4
    : 65433 22233 22233 +3 > refused The 3 is cargo: re-roll all cargo dice or none
    : 65433 22233 22233 6 > refused Ann rolls 2 dice now, not 1
001-10: a score can be kept after any roll
    : 65433 22233 22233 . > leg.turns.0.over yes, leg.turns.0.score 6, player Ben
    : 65433 22233 22233 33 22233 . > leg.turns.0.over yes, leg.turns.0.score 6, player Ben
    : 65433 22233 22233 33 22233 33 22233 . > leg.turns.0.over yes, leg.turns.0.score 6, player Ben
001-11: without six, five, four by the fifth roll the hand scores nothing
    match=hands(1): 22233*10 > says no_score:Ann no_score:Ben, rounds.0.scores Ann - Ben -
001-12, 001-13: the better score goes last
    : 13526 24533 > shooters Ben Ann
    : 13526 24533 52646 441 > shooters Ann Ben
    : 65433 65422 > shooters Ben Ann
    : 65422 65433 > shooters Ann Ben
    : 62222 65422 > shooters Ann Ben
001-14: those who tie after the first roll throw at once
    : 62222 63333 > leg.order 01
001-15: who leads need not throw until equalled, and who trails does not pass
    : 13526 24533 52646 441 34 > player Ben, point 8, legal roll stop pass
    : 13526 24533 52646 441 34 - 13 - 25 > rounds.0.winner Ben, rounds.0.scores Ann 7 Ben 8
    : 13526 24533 52646 441 - > refused Ann isn’t leading: only the leader may skip a roll
    : 22233 65433 - > refused Ann can’t skip a roll yet: the ship (6) is missing
001-16: one, two, three does as well
    sequences=either rolling=turns: 12333 +12 > held 12
    sequences=either rolling=turns: 65222 +65 > held 65
    sequences=either rolling=turns: 61222 +6 +1 > held 61
"""

ONE_ROUND = """
003-2: six, five, four are ship, captain, crew, and the rest is cargo
    : 65432 > said ship:Ann:6 captain:Ann:5 crew:Ann:4 qualified:Ann cargo:Ann:5
003-3: the four may be called mate, and the cargo crew
    labels=mate: 64222 +4 > refused The 4 is mate: it needs the captain (5) first
    labels=mate: 65433 +3 > refused The 3 is crew: re-roll all crew dice or none
    labels=treasure: 65433 +3 > refused The 3 is treasure: re-roll all treasure dice or none
003-4: two is a minimum, and twelve a midnight
    : 65411 > says minimum
    : 65466 > says midnight
003-5: the highest score of a single round wins
    players=Ann,Ben,Cid: t5 t9 t0 > phase over, winner Ben, scores Ann 5 Ben 9 Cid -, tray - 0 -
    players=Ann,Ben,Cid: t5 t9 t0 . > refused The game is over: Ben wins.
003-6: two or more play with five dice
    players=2: > must_roll 5
    players=4: > must_roll 5
    players=20: > must_roll 5
003-7: the highest of three dice starts, and those who tie throw a second time and a third
    players=Ann,Ben,Cid starter=?: 123 661 222 > starter Ben
    players=Ann,Ben,Cid starter=?: 123 661 > phase starter
    players=Ann,Ben,Cid starter=?: 616 661 111 345 543 > start.thrown Ann - Ben -, start.attempt 3
003-8: all ante before any dice are rolled
    players=Ann,Ben,Cid stakes=pot(2): > pot 6, chips Ann -2 Ben -2 Cid -2
003-9: play goes clockwise, with three rolls each
    players=Ann,Ben,Cid starter=Cid: t0 > shooters Cid Ann Ben, player Ann
003-10: six, five and four are set aside in order; dice that are not are all picked up
    : 64221 5462 > held 654, cargo 62
    : 22233 65 > refused Ann rolls 5 dice now, not 2
003-11: without them the score is nothing, and with them the cargo
    : t0 > scores.Ann -
    : t7 > scores.Ann 7
003-12: both cargo dice may be thrown again
    : 65433 > legal roll stop, must_roll 2
003-13: the new total counts even if it is lower
    : 65466 66 11 > scores.Ann 2
003-14: those who tie take a turn each until one wins
    players=Ann,Ben,Cid: t9 t5 t9 > phase rolloff, shooters Ann Cid, tied Ann Cid
    players=Ann,Ben,Cid: t9 t5 t9 t4 t4 > phase rolloff, rolloffs 2, shooters Ann Cid
    players=Ann,Ben,Cid: t9 t5 t9 t4 t4 t2 t3 > winner Cid, point 3, scores Ann 9 Ben 5 Cid 9
003-15: everyone but the winner drinks
    players=Ann,Ben,Cid stakes=drinks: t5 t9 65422 . > says drinks:Ann drinks:Cid, drinks Ann 1 Cid 1
003-16: the winner takes the pot
    stakes=pot(3): t5 t9 > pot 0, chips Ann -3 Ben 3
003-17: the player to the right starts the next game, and the next round
    players=Ann,Ben,Cid starter=Ann: t5 t9 t6 > next Cid
    players=Ann,Ben,Cid starter=Ben: t5 t9 t6 > next Ann
    players=Ann,Ben,Cid starter=Cid: t5 t9 t6 > next Ben
    players=Ann,Ben,Cid starter=Ann match=rounds(2): t5 t9 t6 > starter Cid
    players=Ann,Ben,Cid starter=Ben match=rounds(2): t5 t9 t6 > starter Ann
    players=Ann,Ben,Cid starter=Cid match=rounds(2): t5 t9 t6 > starter Ben
003-18: shifting cargo throws one cargo die again, or both
    cargo_reroll=each: 22233 65453 > tray 654 2 53, rolls_left 1
    cargo_reroll=each: 22233 65453 +5 > tray 6545 1 3, rolls_left 1
    cargo_reroll=each: 22233 65453 +3 > tray 6543 1 5, rolls_left 1
003-19: bow to stern takes one, two, three instead
    sequences=1-2-3: 65412 365 . > scores.Ann 11
    sequences=1-2-3: 65433 > must_roll 5
    sequences=1-2-3: 13366 > must_roll 4
003-20: Admiral’s Choice lets the winner start
    players=Ann,Ben,Cid next_starter=winner match=rounds(2): t5 t9 t6 > starter Ben
    players=Ann,Ben,Cid next_starter=winner: t5 t9 t6 > next Ben
003-21: on a long voyage the pot remains, and all ante again
    stakes=pot(2) tie=carry nobody_qualifies=carry: t9 t9 > phase round, round 2, pot 8, chips Ann -4 Ben -4, winner -
    stakes=pot(2) tie=carry nobody_qualifies=carry: t0 t0 > phase round, round 2, pot 8, chips Ann -4 Ben -4, winner -
003-22: dropping anchor pays for rolls not used
    anchor_bonus=1: 65442 . > scores.Ann 8
    anchor_bonus=1: 65442 53 . > scores.Ann 9
    anchor_bonus=1: 65442 53 53 > scores.Ann 8
    anchor_bonus=1: t0 > scores.Ann -
"""

BAR_GAME = """
004-2: two to twenty play
    players=2: $1 > pot 2
    players=5: $1 > pot 5
    players=20: $1 > pot 20
004-3: the first of each round sets the ante for it
    match=rounds(2): > phase ante, player Ann, legal ante
    match=rounds(2): 65433 > refused Ann has to set the ante first
    match=rounds(2): . > refused Ann has to set the ante first
    match=rounds(2): $5 > phase round, pot 10
    match=rounds(2): $5 t5 t9 > phase ante, player Ben, ante -
004-4: the dice descend six, five, four
    : $1 54321 65432 > held 654, cargo 32
004-5: three rolls, and the remaining dice score
    : $1 33364 5412 . > scores.Ann 3
    : $1 22233 22233 65432 > scores.Ann 5
004-6: a previous score does not count when thrown again
    : $1 65466 11 . > scores.Ann 2
004-7: who fails has no score
    players=Rosa,Tom,Lin,Sam: $1 t0 > scores.Rosa -, player Tom
004-8: the highest score wins the whole pot
    players=Rosa,Tom,Lin,Sam: $2 t7 t6 t8 t9 > winner Sam, chips Rosa -2 Tom -2 Lin -2 Sam 6
004-9: the next round begins to the right, or with the winner
    players=Rosa,Tom,Lin,Sam: $2 t7 t9 t6 t8 > next Sam
    players=Rosa,Tom,Lin,Sam next_starter=winner: $2 t7 t9 t6 t8 > next Tom
004-10: on a tie nobody wins the pot, and all ante again
    players=Rosa,Tom,Lin,Sam: $2 t9 t4 t0 65454 . > says pot_carried:8, phase round, round 2, starter Sam, pot 16
004-11: the hammer throws last, and the point is the score to beat
    players=Rosa,Tom,Lin,Sam: $1 t7 t5 > point 7, hammer Sam
    players=Rosa,Tom,Lin,Sam: $1 > point -
    players=Rosa,Tom,Lin,Sam: $1 t0 > point -
    players=Rosa,Tom,Lin,Sam: $1 t0 t4 > point 4
    players=Rosa,Tom,Lin,Sam: $1 t7 t5 65454 . > said point hammer
004-12: a minimum, and a midnight
    : $1 65411 > says minimum
    : $1 65466 > says midnight
004-13: twelve after a posted twelve is the dream spider
    : $1 t12 65466 . > says dream_spider
    : $1 t11 65466 . > not dream_spider
    : $1 t12 65466 > not dream_spider
004-14: players stay on nine or better at tables of six to eight; at smaller ones eight is enough with one roll left
    players=2: $1 65411 43 > best win roll
    players=2: $1 65411 44 > best win stop
    players=5: $1 65411 43 > best win roll
    players=5: $1 65411 44 > best win stop
    players=6: $1 65411 44 > best win roll
    players=6: $1 65411 54 > best win stop
    players=8: $1 65411 44 > best win roll
    players=8: $1 65411 54 > best win stop
    players=9: $1 65411 44 > best win roll
    players=9: $1 65411 54 > best win stop
004-15: side bets are on qualifying, at even chips
    players=Rosa,Tom,Lin,Sam side_bets=qualify: $1 > legal roll bet
    players=Rosa,Tom,Lin,Sam side_bets=qualify: $1 bet:Tom:qualify:2 bet:Sam:miss:5 65433 > says bet_won:Tom bet_won:Rosa
    players=Rosa,Tom,Lin,Sam side_bets=qualify: $1 bet:Tom:qualify:2 bet:Sam:miss:5 65433 > chips Rosa 2 Tom 1 Lin -1 Sam -6
    players=Rosa,Tom,Lin,Sam side_bets=qualify: $1 65433 bet:Lin:miss:1 > refused Rosa has already rolled: bet before the first roll of a turn
"""  # noqa: E501

READINGS = """
A1, A3, A4, A16: each preset has the rules of its document, and one to nine rolls are possible
    : > rules.dice 5, rules.rolls 3, rules.cargo_reroll all, rules.rolling turns, rules.tie rolloff
    : > rules.match.kind single_round
    rounds: > rules.dice 5, rules.rolls 3, rules.cargo_reroll each, rules.rolling turns, rules.tie allowed
    rounds: > rules.match.kind rounds, rules.match.count 3
    all-about-dice: > rules.dice 5, rules.rolls 5, rules.cargo_reroll all, rules.rolling interleaved, rules.tie replay
    all-about-dice: > rules.match.kind hands, rules.match.count 2
    bar-pot: > rules.dice 5, rules.rolls 3, rules.cargo_reroll all, rules.rolling turns, rules.tie carry
    bar-pot: > rules.match.kind single_round, rules.stakes.kind pot
    rounds rolls=1: > rules.rolls 1
    rounds rolls=9: > rules.rolls 9
    rounds rolls=0: > bad it must be 1 to 9
    rounds rolls=10: > bad it must be 1 to 9
A2: all dice beyond three are cargo
    dice=5: 65433 > cargo 33
    dice=6: 654333 > cargo 333
    dice=7: 6543333 > cargo 3333
    dice=8: 65433333 > cargo 33333
A5: a kept cargo die may be thrown later, unless that is ruled out
    cargo_reroll=each: 65453 +5 3 > legal roll hold release stop
    cargo_reroll=each cargo_unhold=false: 65453 +5 3 > legal roll hold stop
    cargo_reroll=each cargo_unhold=false: 65453 +5 3 ~5 > refused The 5 stays: kept cargo isn’t rolled again
A6: bow to stern holds one, then two, then three
    sequences=1-2-3: 32255 > must_roll 5
    sequences=1-2-3: 13355 > must_roll 4
    sequences=1-2-3: 12455 > must_roll 3
    sequences=1-2-3: 12355 > must_roll 2
A7: dice of both sequences may be held unless the rules say otherwise, and completing one makes cargo of the other
    sequences=either progress=both rolls=5: 61222 +6 +1 > held 61
    sequences=either progress=both rolls=5: 61222 +61 > held 61
    sequences=either progress=both rolls=5: 61222 +6 +1 523 +23 > held 123, turn.qualified yes, cargo 56
    sequences=either progress=switch rolls=5: 61222 +6 +1 > held 1
    sequences=either progress=switch rolls=5: 65222 +65 123 +123 > held 123
    sequences=either progress=commit rolls=5: 61222 +1 > held 1
    sequences=either progress=commit: 61222 +6 +1 > refused The 1 isn’t part of 6-5-4, which you started with the 6.
    sequences=either progress=switch: 61222 +61 > refused belongs to the other sequence: hold the dice of one at a time.
    sequences=either progress=both: 61222 +2 > refused The 2 is captain: it needs the ship (1) first.
A8: holding is automatic or chosen; with two sequences it is chosen
    auto_hold=false: 65222 > held -, legal roll hold, tray - 5 65
    sequences=either: > rules.auto_hold no
    sequences=either auto_hold=true: > bad “auto_hold” can’t be true with two sequences
A9: those who tie throw as a group after any roll; the worst throws first and the best last
    all-about-dice players=Ann,Ben,Cid: 62222 63333 65222 2222 3333 222 > leg.order 01 2
    all-about-dice players=Ann,Ben,Cid: 65422 22233 62222 > shooters Ben Cid Ann
A10: a pass uses up one roll number only, and an equal score reopens the hand
    all-about-dice: 65444 22233 65422 - > player Ben, rolls_left 3
    all-about-dice: 65444 22233 65422 - 44 > player Ann, rolls_left 3, legal roll stop pass
    all-about-dice: 65444 22233 65422 - 44 > phase round, point 8, leaders Ann Ben
A10: a hand ends when all pass, or no trailer has rolls left
    all-about-dice: 65444 22233 65422 - 44 - - - > rounds.*.ending replayed
    all-about-dice: 65433 22233 22233 - 22233 - 22233 - 22233 > rounds.*.ending won
A11: to fail is no score and counts as nothing
    : t0 t2 > scores Ann - Ben 2, winner Ben
A12: a minimum is all ones, and a midnight two sixes
    dice=6 anchor_bonus=1: 654111 > says minimum, not midnight
    dice=6 anchor_bonus=1: 654666 > not minimum midnight
    dice=6 anchor_bonus=1: 654156 > not minimum midnight
    dice=5 anchor_bonus=1: 65466 > says midnight, not minimum
    dice=5 anchor_bonus=1: 65411 > says minimum, not midnight
A13: any number can play for two hands
    all-about-dice players=A,B: 22233 65466 > leaders B
    all-about-dice players=A,B,C,D,E: 22233*4 65466 > leaders E
A14: a tied hand is played again and not counted
    all-about-dice: 65433 65433 . . > rounds.*.ending replayed, totals Ann 0 Ben 0, phase round
    all-about-dice tie=allowed: 65433 65433 . . > rounds.*.ending tied
A15: three hands are added up unless another number of hands is set
    all-about-dice match=total: > rules.match.count 3
    all-about-dice match=total(5): > rules.match.count 5
A17: when nobody qualifies all have tied
    rounds: t0 t0 > rounds.*.ending tied, rounds.0.tied Ann Ben
    bar-pot: $1 t0 t0 > rounds.*.ending carried, rounds.0.tied Ann Ben
    all-about-dice: 22233*10 > rounds.*.ending replayed, rounds.0.tied Ann Ben
    : t0 t0 > shooters Ann Ben, phase rolloff
A18: a roll-off is a full turn in table order, and its losers drink
    players=Ann,Ben,Cid stakes=drinks anchor_bonus=1: t9 t9 t5 t4 65432 > phase rolloff
    players=Ann,Ben,Cid stakes=drinks anchor_bonus=1: t9 t9 t5 t4 65432 . > winner Ben, drinks Ann 1 Cid 1
A19: a tie for the start is thrown again by those who tie
    players=Ann,Ben,Cid starter=?: 661 111 616 > phase starter, player Ann, must_roll 3
    players=Ann,Ben,Cid starter=?: 661 111 616 by:Ben:111 > refused Ben doesn’t roll to start
    players=Ann,Ben,Cid starter=?: 661 111 616 111 112 > starter Cid
A20: Admiral’s Choice falls back to the right when nobody has won
    players=Ann,Ben,Cid next_starter=winner tie=carry: t9 t9 t5 > round 2, starter Cid
A21: the ante is paid once a round, and after a carry at the same amount
    bar-pot: $3 t9 t9 > phase round, ante 3, pot 12
A22: after a carry the next starter begins as usual
    bar-pot players=Ann,Ben,Cid: $1 t9 t9 t5 > starter Cid
    bar-pot players=Ann,Ben,Cid next_starter=same: $1 t9 t9 t5 > starter Ann
A23: the first roll is thrown at once, and ordered from the second on
    all-about-dice: > leg.order 01
    all-about-dice: 65433 22233 > leg.order 1 0
A24: holding all is standing, and standing is said where it earns
    rounds anchor_bonus=1: 65433 . > scores.Ann 8
    rounds anchor_bonus=1 cargo_unhold=false: 65433 +33 > scores.Ann 8
    rounds: 65433 +33 > scores.Ann -
A25: five dice are thrown, whatever three of them are for
    bar-pot: $1 > must_roll 5
A27: the dream spider bites in a roll-off as well
    : t12 65466 . > says dream_spider, says rolloff:Ann rolloff:Ben
A29: further sixes, fives and fours are cargo at face value
    : 64221 5462 > cargo 62
    : 65644 > cargo 64
    : 65454 > cargo 54
A30: roll by roll the hammer is who throws last in this roll
    all-about-dice: > hammer Ben
    all-about-dice: 65433 22233 > hammer Ann
    all-about-dice: 13526 24533 52646 441 > hammer Ben
"""


@facts(
    (SEVERAL_ROUNDS, "rounds"),
    (FIVE_ROLLS, "all-about-dice"),
    (ONE_ROUND, "dice-game-depot"),
    (BAR_GAME, "bar-pot"),
    (READINGS, "dice-game-depot"),
)
def test_what_the_documents_say(case: str) -> None:
    holds(case)
