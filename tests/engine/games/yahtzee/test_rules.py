"""The rules of the handout (Y1 to Y14), the readings where it is silent (Y-a to Y-j), players, and corrections."""

import pytest

from engine import Corrected, Event, Started, Undone, next_game
from tests.engine.games.written import facts, holds
from tests.engine.games.yahtzee.playing import BOXES, HANDOUT, faces_of, game, state_of

BOTH = """
Y1: a game has thirteen rounds and ends when all boxes are filled
    : but:chance > round 13, phase round
    : but:none > round 13, phase over
Y5: the bonus begins at exactly sixty-three
    : 11123 =ones 22213 =twos 33312 =threes 44412 =fours 66612 =sixes 55234 =fives > card.Ann.upper_bonus 0, totals.Ann 58
    : 11123 =ones 22213 =twos 33312 =threes 44412 =fours 66612 =sixes 55534 =fives > card.Ann.upper_bonus 35, totals.Ann 98
    : 11123 =ones 22213 =twos 33312 =threes 44412 =fours 66612 =sixes 55554 =fives > card.Ann.upper_bonus 35, totals.Ann 103
Y9: a first Yahtzee may go to the top
    : 44444 > may_score.yahtzee 50
    : 44444 =fours > card.Ann.fours 20
Y10, Y-g: each further Yahtzee earns a hundred
    : 33333 =yahtzee 44444 =fours 11111 =ones 22222 =twos > card.Ann.yahtzee_bonus 300, totals.Ann 385
Y11, Y-f: the open upper box of its face must be taken, before “any roll in any category at any time”
    : 33333 =yahtzee 44444 > may_score fours 20, may chance Another Yahtzee must go in Fours first.
    : 33333 =yahtzee 44444 =chance > code box_forced, refused Another Yahtzee must go in Fours first.
Y12: with that box filled it is a joker below
    : 33333 =yahtzee scratch:fours 44444 > may_score.three_of_a_kind 20, may_score.four_of_a_kind 20
    : 33333 =yahtzee scratch:fours 44444 > may_score.small_straight 30, may_score.large_straight 40
    : 33333 =yahtzee scratch:fours 44444 > may_score.full_house 25, may_score.chance 20
Y14, Y-h: any roll may scratch any box, also above while boxes below are open
    : 23346 > may_score ones 0 twos 2 threes 6 fours 4 fives 0 sixes 6 three_of_a_kind 0 four_of_a_kind 0 full_house 0 small_straight 0 large_straight 0 yahtzee 0 chance 18
    : 23346 =fives > totals Ann 0
Y-c: five of a kind are no full house
    : 44444 > may_score.full_house 0
Y-d: a Yahtzee taken above first costs no later bonus, as what counts is that the box holds 50
    : 44444 =fours 33333 =yahtzee 55555 =fives > card.Ann.yahtzee_bonus 100, totals.Ann 195
Y-e: a first Yahtzee may go below as an ordinary roll, also with its upper box filled
    : 44444 > may_score.four_of_a_kind 20, may_score.chance 20, may_score.small_straight 0
    : scratch:fours 44444 > may_score.four_of_a_kind 20, may_score.chance 20, may_score.small_straight 0
"""  # noqa: E501

BY_THE_HANDOUT = """
Y2: any dice may be thrown again twice, also those kept before, and the dice scored at any time
    : 66123 > legal roll keep score
    : 66123 +6 1234 > lies 61234
    : 66123 12345 > lies 12345
    : 66123 +66 123 +6612 5 > legal score
    : 66123 +66 123 > held -
    : 66123 +66 123 +123 45 > lies 12345
Y3: a filled box is not filled again
    : 66123 =sixes 66123 > may sixes The Sixes box is already filled.
    : 66123 =sixes 66123 =sixes > code box_filled, refused The Sixes box is already filled.
    : 33333 =yahtzee scratch:fours 44444 > may yahtzee The Yahtzee box is already filled.
    : 33333 =yahtzee scratch:fours 44444 =yahtzee > refused The Yahtzee box is already filled.
Y4: an upper box takes the total of its face
    : 11122 > may_score.ones 3
    : 22233 > may_score.twos 6
    : 33344 > may_score.threes 9
    : 44455 > may_score.fours 12
    : 55566 > may_score.fives 15
    : 66611 > may_score.sixes 18
Y5: the upper bonus is counted once
    : 66661 =sixes 55551 =fives 44441 =fours 33331 =threes > totals.Ann 107
    : 66661 =sixes 55551 =fives 44441 =fours 33331 =threes 22113 =ones > totals.Ann 109
Y6: of a kind scores all dice
    : 55526 > may_score.three_of_a_kind 23, may_score.four_of_a_kind 0
    : 55556 > may_score.four_of_a_kind 26
Y7: a large straight is a small one too
    : 23456 > may_score.small_straight 30, may_score.large_straight 40
Y8: a full house is three and two
    : 33322 > may_score.full_house 25
    : 33332 > may_score.full_house 0
    : 33221 > may_score.full_house 0
Y13: chance takes anything
    : 12346 > may_score.chance 16
Y-a: a scratched Yahtzee box leaves an ordinary roll
    : 22466 =yahtzee 44444 > may_score ones 0 twos 0 threes 0 fours 20 fives 0 sixes 0 three_of_a_kind 20 four_of_a_kind 20 full_house 0 small_straight 0 large_straight 0 chance 20
    : 22466 =yahtzee 44444 =chance > totals Ann 20
Y-b: a joker may scratch “anywhere on the Upper Section” at once
    : 33333 =yahtzee scratch:fours 44444 > may_score ones 0 twos 0 threes 0 fives 0 sixes 0 three_of_a_kind 20 four_of_a_kind 20 full_house 25 small_straight 30 large_straight 40 chance 20
Y-i: the bonuses are written apart from the boxes
    : 33333 =yahtzee 44444 =fours > card.Ann ones - twos - threes - fours 20 fives - sixes - three_of_a_kind - four_of_a_kind - full_house - small_straight - large_straight - yahtzee 50 chance - upper_bonus 0 yahtzee_bonus 100 total 170
Y-j: one to twenty play in the order of the table
    players=20 starter=P19: > player P19
    players=Ann,Ben,Cid starter=Ben: 66123 =sixes > player Cid
    players=Ann,Ben,Cid starter=Ben: 66123 =sixes 66123 =sixes > player Ann
    players=0: > bad no players: the game is for 1 to 20
    players=21: > bad 21 players
Y-j: ties are shared, and the next game is begun by the next at the table
    players=Ann,Ben boxes=chance: 12345 =chance 54321 =chance > winner -, tied Ann Ben, totals Ann 15 Ben 15, next Ben
    players=Ann,Ben boxes=chance: 12345 =chance 54326 =chance > winner Ben, tied -
what is not allowed is refused in a sentence
    : +6 > code nothing_thrown, refused Roll first.
    : =chance > code nothing_thrown, refused Roll first.
    : 6612 > code wrong_number, refused Ann rolls 5 dice now, not 4.
    : 66123 +6612 66 > code wrong_number, refused Ann rolls 1 die now, not 2.
    : 66123 +66123 6 > code nothing_to_throw, refused Ann keeps all dice: choose a box, or keep fewer.
    : 66123 +5 > code not_there, refused There’s no 5 on the tray.
    : 66123 +666 > code not_there, refused Only 2 of the dice show a 6.
    : 66123 +11 > code not_there, refused Only 1 of the dice shows a 1.
    : 66123 +7 > code not_a_face, refused A die shows 1 to 6, not 7.
    : 66123 +6 1234 +6 1234 +6 > code no_rolls_left, refused Ann has no rolls left: choose a box.
    : 66123 +6 1234 +6 1234 1234 > code no_rolls_left, refused Ann has no rolls left: choose a box.
    : 66123 =sixs > code no_such_box, refused There is no box called “sixs”; did you mean “sixes”?
    : 66123 ! > code rolls_stay, refused A roll seen by the camera can’t be undone: fix it if it was misread.
    boxes=chance: 66123 =ones > refused This game has no Ones box
    boxes=chance: 66123 =chance 66123 > refused The game is over: Ann wins
the tray must show what is kept
    : > tray - 5 -
    : 66123 > tray - 5 66123
    : 66123 +66 > tray 66 3 123
    : 66123 +66 123 > tray - 5 66123
    : 66123 +66 123 +66 123 > tray - 0 -
"""  # noqa: E501

OFFICIALLY = """
Y-a: a scratched Yahtzee box leaves a joker without the hundred
    : 22466 =yahtzee 44444 > may_score fours 20
    : 22466 =yahtzee scratch:fours 44444 > may_score.full_house 25, may_score.large_straight 40
    : 22466 =yahtzee scratch:fours 44444 =large_straight > totals Ann 40, card.Ann.yahtzee_bonus 0
Y-b: a box below is taken before one above is scratched
    : 33333 =yahtzee scratch:fours 44444 > may_score three_of_a_kind 20 four_of_a_kind 20 full_house 25 small_straight 30 large_straight 40 chance 20
    : 33333 =yahtzee scratch:fours 44444 > may ones A joker must go in an open lower box before Ones.
    : 33333 =yahtzee scratch:fours 44444 =ones > refused A joker must go in an open lower box before Ones.
    : 33333 =yahtzee but:yahtzee,ones 44444 > may_score ones 0
"""  # noqa: E501

GENERALA = """
a combination of the first throw gives five more, a later one does not
    boxes=twos,full_house,poker: 22226 > may_score twos 8 full_house 0 poker 45
    boxes=full_house,poker: 22236 +222 26 > may_score full_house 0 poker 40
    served=0 boxes=poker: 22226 > may_score poker 40
    : 22233 =full_house > card.Ann.full_house 35
five equal dice in the first throw win at once in any box, later they are only points
    : 22222 =twos > phase over, winner Ann, totals Ann 10 Ben 0, said twos:Ann:10 won:Ann:10
    : 55555 =chance > refused There is no box called “chance”.
    : 12345 =straight 22222 =generala > winner Ben, totals Ann 25 Ben 50
    : 22221 +2222 2 =generala > winner -, phase round, player Ben, totals Ann 50 Ben 0
    served_wins=false: 22222 =generala > winner -, totals Ann 50 Ben 0
    : 22222 =twos ! > same 22222
    : 22222 =twos fix:1:22223 > phase round, player Ben, totals Ann 8 Ben 0
the double counts once the first has points
    boxes=generala,double_generala: 22221 +2222 2 > may_score generala 50 double_generala 0
    boxes=generala,double_generala: 22221 +2222 2 =generala 12345 =generala 33331 +3333 3 > may_score double_generala 100
    boxes=generala,double_generala: 22331 =generala 12345 =generala 33331 +3333 3 > may_score double_generala 0
"""  # noqa: E501

KNIFFEL = """
another one gives fifty in its upper box, and is a joker below without them
    : 33333 =kniffel 12345 =chance 44444 =fours > totals Ann 120 Ben 15, card.Ann.yahtzee_bonus 50
    : 33333 =kniffel 12345 =chance 33333 =threes 12345 =ones 33333 > may_score three_of_a_kind 15 four_of_a_kind 15 full_house 25 small_straight 30 large_straight 40 chance 15
    : 33333 =kniffel 12345 =chance 33333 =threes 12345 =ones 33333 =full_house > totals Ann 140 Ben 16
    further_above=false: 33333 =kniffel 12345 =chance 33333 =threes 12345 =ones 33333 =full_house > totals Ann 190 Ben 16
    further=100: 33333 =kniffel 12345 =chance 44444 =fours > totals Ann 170 Ben 15
"""  # noqa: E501

PLAYERS = """
who joins in the first round plays last in it, and later it is too late
    : 66123 join:Cid =sixes 12345 =chance > player Cid
    : 66123 join:Cid =sixes 12345 =chance 12345 =chance > player Ann, round 2
    players=Ann: 66123 =sixes join:Cid > code mid_game, refused Cid joins next game: the first round is over
who leaves in a turn ends it and keeps the card
    : scratch:ones 66123 =sixes 55512 left:Ann > player Ben, lies -, players Ben, card.Ann.ones 0
who comes back takes up the card and catches up
    : 66123 =sixes 66123 =sixes left:Ann 12345 =chance 11123 =ones join:Ann 66123 =twos > player Ann, card.Ann.sixes 12, cards.Ben.boxes ones 3 twos 2 sixes 12 chance 15
    : 66123 =sixes 66123 =sixes left:Ann 12345 =chance 11123 =ones join:Ann 66123 =twos 12345 =ones > player Ann
    : 66123 =sixes 66123 =sixes left:Ann 12345 =chance 11123 =ones join:Ann 66123 =twos 12345 =ones 12345 =twos 12345 =threes > player Ann
    : 66123 =sixes 66123 =sixes left:Ann 12345 =chance 11123 =ones join:Ann 66123 =twos 12345 =ones 12345 =twos 12345 =threes 12345 =chance > player Ben
the game ends when those who are there have filled their cards, or nobody is there
    boxes=sixes,ones: 66666 =sixes 12345 left:Ann =ones 12346 =sixes > phase over, winner Ann, totals Ann 30 Ben 7
    : left:Ben left:Ann > phase over, winner -, tied Ann Ben
those who share a game are named
    boxes=chance: 12345 =chance 54321 =chance > said chance:Ben:15 shared:Ann:15 shared:Ben:15
another name stands everywhere
    : 66123 name:Ann:Eve =sixes > players Eve Ben, starter Eve, totals Eve 12 Ben 0
    boxes=chance: 12345 =chance 12345 =chance name:Ben:Eve > tied Ann Eve
a refusal has a code
    : join:Ann > code name_taken
    : join: > code bad_name
    : left:Zoe > code no_such_player
    : name:Zoe:Eve > code no_such_player
    : name:Ann:Ben > code name_taken
"""  # noqa: E501

CORRECTIONS = """
points follow what the dice really showed
    : 66123 =sixes 11123 =ones fix:1:66623 > totals Ann 18 Ben 3, aside 0
dice that were kept but never lay there are set aside with what followed
    : 66123 +66 123 =sixes fix:1:65123 > player Ann, lies 65123, rolls_left 2, aside 3
a box that was not allowed is set aside, and the others’ turns wait
    yahtzee-official: 33333 =yahtzee 12345 =chance 44441 =chance 12346 =sixes fix:3:44444 > player Ann, lies 44444, waiting 2
    yahtzee-official: 33333 =yahtzee 12345 =chance 44441 =chance 12346 =sixes fix:3:44444 =fours > player Ann, round 3, waiting 0, totals Ann 170 Ben 21
a Yahtzee that was none takes later bonuses with it
    players=Ann: 33333 =yahtzee 44444 =fours fix:1:33332 > totals Ann 20, card.Ann.yahtzee_bonus 0
a correction after the end changes who has won
    boxes=chance: 12345 =chance 12346 =chance > winner Ben
    boxes=chance: 12345 =chance 12346 =chance fix:1:66666 > winner Ann
a box and a keep are taken back one by one
    : 66123 +66 123 =sixes ! > same 66123 +66 123
    : 66123 +66 ! > same 66123
"""  # noqa: E501


@facts(
    (BOTH, "yahtzee-handout players=Ann", "yahtzee-official players=Ann"),
    (BY_THE_HANDOUT, "yahtzee-handout players=Ann"),
    (OFFICIALLY, "yahtzee-official players=Ann"),
    (GENERALA, "generala"),
    (KNIFFEL, "kniffel"),
    (PLAYERS, "yahtzee-handout"),
    (CORRECTIONS, "yahtzee-handout"),
)
def test_the_rules(case: str) -> None:
    holds(case)


def test_the_next_game_has_the_same_rules() -> None:
    over = state_of("12345 =chance 54321 =chance", players="Ann Ben", boxes="chance")
    assert next_game(over) == Started(HANDOUT, ("Ann", "Ben"), "Ben", {"boxes": "chance"})


@pytest.mark.parametrize(
    ("words", "boxes", "event", "asks"),
    [
        ("66123 =sixes 12345", BOXES, Corrected(2, faces_of("12346")), False),
        ("66123 =sixes 12345", BOXES, Corrected(1, faces_of("12346")), True),
        ("66123 =sixes 12345", BOXES, Undone(), False),
        ("12345 =chance 12345 =chance", "chance", Undone(), True),
    ],
)
def test_reaching_back_past_the_turn_that_is_on_must_be_confirmed(
    words: str, boxes: object, event: Event, asks: bool
) -> None:
    book = game(words, players="Ann Ben", boxes=boxes)
    assert ("may change the winner" in (book.asks(event) or "")) is asks
