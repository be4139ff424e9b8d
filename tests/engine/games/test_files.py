"""Facts of the games that are files and have no module of their own."""

from tests.engine.games.written import facts, holds

LUCK = """
The sum of the round scores in Chicago, and another one nothing; after eleven rounds the most points win
  chicago: 11 12 > totals.Ann 2, totals.Ben 0, round 2, said scored:Ben:0
  chicago: 11 12 11*2 13*2 23*2 33*2 34 33 44*2 45*2 55*2 56*2 66*2 > winner Ann
In Bunco a throw that scores goes on, one that does not ends the turn and keeps its points
  bunco: 126 345 > totals.Ann 1, player Ben
  bunco: 111 444 234 > totals.Ann 26, said scored:Ann:26
  bunco: 234 345 222 > player Ann, round 2, points 21
A race has one number, and who has 21 points wins at once
  bunco match=race to_roll=4: 412 123 444 > winner Ben, totals.Ann 1
  bunco match=race to_roll=4: 123 123 412 123 123 412 > points 1, round 3
  bunco match=race to_roll=4: 111 111 111 111 444 > winner Ann, totals.Ann 41
  bunco match=race to_roll=4: 111 111 111 111 222 > winner Ann, totals.Ann 25
In Big Pig doubles count twice, two 1s 25, and a single 1 loses the turn
  big-pig: 44 > points 16
  big-pig: 11 23 . > totals.Ann 30
  big-pig: 66 16 > totals.Ann 0, said bust:Ann:24
"""

FAMILY = """
A turn of 10,000 needs 350 points to be banked, and once all dice have scored all are thrown again
  ten-thousand: 111234 +111 . > totals.Ann 1000
  ten-thousand: 155234 +155 . > refused 350
  ten-thousand to_bank=0: 155234 +155 . > totals.Ann 200
  ten-thousand: 123456 +123456 . > refused roll all of them again
  ten-thousand must_roll=false: 123456 +123456 . > totals.Ann 2000
Three zilches in a row cost 500, and Zonk has straights and five of a kind of its five dice
  zilch players=Ann: 223346 223346 223346 > totals.Ann -500
  zilch: 112233 +112233 . > totals.Ann 1500
  zonk: 23456 +23456 . > totals.Ann 1500
  zonk: 44444 +44444 . > totals.Ann 4000
  zonk: 11111 +11111 . > totals.Ann 10000
"""

HANDS = """
21 beats doubles in Mexico, doubles beat numbers, and the lowest loses a life
  mexico: 21 . 66 > totals.Ann 3, totals.Ben 2, said hand:Ben:66 life_lost:Ben:2
  mexico: 65 . 11 > totals.Ann 2
  mexico: 54 . 64 > totals.Ann 2
The first player of a round sets how many rolls the others have, and the last one counts
  mexico: 65 32 . > said hand:Ann:32 rolls_set:Ann:2, rolls 2
  mexico: 65 . 31 > round 2
  mexico: 65 > rolls_left 2
  poker-dice: 55555 . 11234 > rolls_left 2
  poker-dice first_sets=true: 55555 . 11234 > round 2
A last throw is worth a half, as much as the share of throws that the mean throw beats
  mexico: 54 54 > worth hand 0.5 0.4722
  mexico: 64 > best hand stop, worth hand 0.6944 0.625
Players who tie for the lowest hand throw once more
  mexico: 43 . 43 > phase rolloff
  mexico: 43 . 43 65 64 > totals.Ben 2, totals.Ann 3
Without a life a player is out, and the last one wins
  mexico lives=1 players=Ann,Ben,Cid: 65 . 64 63 > out Cid, player Ben
  mexico lives=1: 65 . 64 > winner Ann
A full house beats a straight, or not, and an ace is high but in the low straight
  poker-dice match=single: 23456 . 22233 . > winner Ben
  poker-dice match=single straight=above: 23456 . 22233 . > winner Ann
  poker-dice match=single: 11234 . 66543 . > winner Ann
  poker-dice match=single: 12345 . 23456 . > winner Ben
  poker-dice match=single: 66112 . 66553 . > winner Ann
Dice that were kept may be thrown again
  poker-dice: 55123 +55 626 +66 > held 66, must_roll 3
A throw of Cee-lo that counts for nothing is thrown again, and the highest wins the round
  cee-lo: 136 > player Ann, hand -, legal roll
  cee-lo: 136 335 456 > totals.Ben 1, says four_five_six:Ben:654 round_won:Ben:1
  cee-lo: 111 226 > totals.Ann 1
  cee-lo: 223 221 > totals.Ann 1
  cee-lo: 221 123 > totals.Ann 1
  cee-lo rounds=1: 224 114 > phase rolloff
Who throws the knock-out number loses a life, unless all do
  knock-out-dice: 43 65 > winner Ben
  knock-out-dice knock_out=8: 43 44 > winner Ann
  knock-out-dice: 43 52 > round 2, out -, totals.Ann 1
  knock-out-dice lives=2 players=Ann,Ben,Cid: 43 52 44 > totals.Ann 1, totals.Ben 1, totals.Cid 2, player Ben
"""

TOGETHER = """
All count the 1s together: a throw with one goes on, the 7th and the 14th are told, who has the 21st wins
  sevens: 11134 > totals.Ann 0, player Ann, points 3
  sevens: 11134 23456 11112 > said chooses:Ben:7, totals.Ann 3
  sevens: 11111*3 > must_roll 5
  sevens: 11111*3 11345 > must_roll 4, held 1
  sevens: 11111*3 11111 > must_roll 1, held 1111
  sevens: 11111*3 11345 2345 > player Ben, must_roll 4, held -
  sevens: 11111*3 11111 1 > winner Ann
The lowest hand of 421 takes what the highest is worth, from the pot and then from who has it
  four-two-one: 421 653 > totals.Ben 10, totals.Ann 0, said hand:Ben:653 tokens_taken:Ben:10
  four-two-one: 666 221 > totals.Ben 6
  four-two-one: 116 666 > totals.Ben 6
  four-two-one: 653 654 > totals.Ann 2
  four-two-one: 221 > scores.Ann 1
  four-two-one tokens=5: 653 111 > totals.Ann 5, winner Ben
  four-two-one tokens=12: 421 653 652 654 > totals.Ben 12, winner Ann
  four-two-one tokens=5: 654 653 652 654 653 654 > totals.Ann 1, totals.Ben 4, rolls_left 3
  four-two-one tokens=5: 654 653 652 654 653 654 652 . 421 > winner Ann, says tokens_given:Ann:1 safe:Ann
With one roll each for the pot nobody stops; for the rest the first player sets the rolls
  four-two-one: 653 > player Ben
  four-two-one first_throws=three: 653 > rolls_left 2
"""


@facts((LUCK,), (FAMILY,), (HANDS,), (TOGETHER,))
def test_games_are_played_as_their_files_say(case: str) -> None:
    holds(case)
