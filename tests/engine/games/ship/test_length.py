"""The number of rounds changed while playing, games for chips, and Ship of Fools to 21."""

import pytest

from engine import (
    BadRules,
    Match,
    Started,
    dump,
    history_of,
    load,
    next_game,
    rules_of,
)
from tests.engine.games.ship.playing import game
from tests.engine.games.written import facts, holds

LENGTH = """
more rounds are played and named in the state
    next_starter=same: t5 t9 t5 t9 rounds:4 > rules.match.count 4, phase round
    next_starter=same: t5 t9 t5 t9 rounds:4 t5 t9 > phase round, round 4
    next_starter=same: t5 t9 t5 t9 rounds:4 t5 t9 t5 t9 > winner Ben, totals Ann 20 Ben 36, options.match rounds(4)
the change is announced
    : rounds:5 > said rounds:5
down to those played ends the game
    : t5 t9 rounds:1 > winner Ben, totals Ann 5 Ben 9
a round that has begun is played
    : rounds:0 > refused Choose 1 to 1000 rounds.
    : rounds:1001 > refused Choose 1 to 1000 rounds.
    next_starter=same: t5 t9 t5 t9 rounds:1 > refused Choose 2 to 1000 rounds.
    next_starter=same: t5 t9 65433 rounds:1 > refused Choose 2 to 1000 rounds.
other games have no number of rounds
    dice-game-depot: rounds:5 > refused This game has no number of rounds to change
    all-about-dice: rounds:5 > refused This game has no number of rounds to change
    ship-of-fools: rounds:5 > refused This game has no number of rounds to change
a change can be undone, and survives a correction
    : t5 t9 rounds:1 ! > phase round, rules.match.count 3
    : t5 t9 rounds:1 fix:1:65466 > winner Ann, rules.match.count 1
    : t5 t9 rounds:1 fix:1:65466 fix:1:65411 > winner Ben
a correction that reopens a turn keeps the number of rounds
    : t5 t9 rounds:1 fix:1:65333 > player Ann, phase round
    : t5 t9 rounds:1 fix:1:65333 466 . > winner Ann, rules.match.count 1
a tie of the rounds played is rolled off, and the number then stays
    tie=rolloff match=total(3): t9 t9 rounds:1 > phase rolloff, leg.final yes
    tie=rolloff match=total(3): t9 t9 rounds:1 rounds:4 > refused All rounds are played
each round has its pot, and the most chips win
    bar-pot match=chips(2) next_starter=same: $2 t5 t9 $3 t5 t9 > winner Ben, totals Ann -5 Ben 5, pot 0
chips without a number of rounds go on until the table stops
    match=chips next_starter=same: t5 t9 t5 t9 t5 t9 > phase round, pot 2, totals Ann -4 Ben 2
    match=chips next_starter=same: t5 t9 t5 t9 t5 t9 rounds:3 > winner Ben, totals Ann -3 Ben 3, pot 0
a carried pot goes to the winner of the game that is stopped
    match=chips(9) tie=carry next_starter=same: t5 t9 t9 t9 > pot 4, totals Ann -3 Ben -1
    match=chips(9) tie=carry next_starter=same: t5 t9 t9 t9 rounds:2 > winner Ben, totals Ann -2 Ben 2
"""

TO_21 = """
the scores of all rounds add up
    : t10 t4 t0 t7 > totals Ann 17 Ben 4, phase round, round 3, winner -
a round in which a player reaches 21 is played to its end
    : t9 t12 t9 > totals Ann 9 Ben 21, player Ann, winner -
    : t9 t12 t9 65432 . > says won:Ben, phase over, winner Ben, round 2, totals Ann 14 Ben 21
who leads with 21 or more has won: 21 are enough, 20 are not, and of two who have 21 the one who leads
    : t12 t9 t10 t9 > phase over, winner Ann, totals Ann 21 Ben 19
    : t10 t12 t12 t12 > phase over, winner Ben, totals Ann 22 Ben 24
    : t10 t10 t10 t10 t0 t2 > phase over, winner Ben, totals Ann 20 Ben 22
the game goes on where who has 21 leaves, and then the most of those present win
    players=Ann,Ben,Cid: t10 t11 t12 t12 left:Cid t5 t5 > phase round, totals Ann 15 Ben 16 Cid 24
    players=Ann,Ben,Cid: t10 t11 t12 t12 left:Cid t5 t5 t6 t2 > winner Ben, totals Ann 17 Ben 22 Cid 24
those who lead together roll off in the order of the round
    : t10 t11 t10 t11 > phase rolloff, tied Ben Ann, totals Ann 21 Ben 21
    : t10 t11 t10 t11 t5 t5 > phase rolloff, winner -
    : t10 t11 t10 t11 t5 t6 > phase over, winner Ann, totals Ann 21 Ben 21
who leaves the roll-off that decides the game does not win it
    players=Ann,Ben,Cid,Dan: t10 t11 t3 t2 t3 t11 t10 t3 t12 > phase rolloff, player Ben
    players=Ann,Ben,Cid,Dan: t10 t11 t3 t2 t3 t11 t10 t3 t12 left:Ann t5 > winner Ben
    players=Ann,Ben,Cid,Dan: t10 t11 t3 t2 t3 t11 t10 t3 t12 left:Ann left:Ben > winner Cid
a correction takes the victory back, and the game goes on
    : t12 t9 t10 t9 fix:1:65456 > phase round, round 3, totals Ann 20 Ben 19
    : t12 t9 t10 t9 fix:1:65456 fix:1:65466 > winner Ann
the coach plays for points
    : 65432 > best points roll
its length is no option, and its dice are
    dice=6: > must_roll 6
    match=rounds(3): > bad there is no option “match”
"""


@facts((LENGTH, "rounds"), (TO_21, "ship-of-fools"))
def test_the_length_of_a_game(case: str) -> None:
    holds(case)


def test_the_change_is_in_the_log_and_in_the_next_game() -> None:
    book = game("t5 t9 t5 t9 rounds:4 t5 t9 t5 t9", "rounds", next_starter="same")
    assert '{"rounds":4,"type":"ship_captain_crew.rounds_set"}' in dump(book.events)
    assert history_of(load(dump(book.events))).state == book.state
    assert next_game(book.state).options["match"] == "rounds(4)"
    fools = game("t12 t9 t10 t9", "ship-of-fools").state
    assert next_game(fools) == Started("ship-of-fools", ("Ann", "Ben"), "Ann")


def test_chips_need_a_pot_and_bring_one_of_a_chip() -> None:
    assert rules_of("rounds", {"match": "chips(3)"}).stakes.ante == 1
    assert rules_of("rounds", {"match": "chips"}).match == Match("chips", None)
    assert rules_of("bar-pot", {"match": "chips(3)"}).stakes.ante is None
    with pytest.raises(BadRules, match="“match” is chips: it needs a pot, set “stakes” to pot"):
        rules_of("rounds", {"match": "chips(3)", "stakes": "none"})
