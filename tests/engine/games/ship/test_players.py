"""Players who join, leave, return or are renamed; their chips, bets and drinks; refusals within a turn."""

from dataclasses import replace

from engine import Renamed
from tests.engine.games.ship.playing import game
from tests.engine.games.written import facts, holds

COMING_AND_GOING = """
a player joins between rounds, and not once dice were thrown
    match=rounds(2): t5 t9 join:Cid > shooters Ben Cid Ann, totals Ann 5 Ben 9 Cid 0
    : 22233 join:Cid > refused Cid joins next round
    : t5 join:Cid > refused Cid joins next round
    : t5 t5 join:Cid > refused Cid joins next round
who joins pays the ante that the others have paid
    bar-pot: $3 join:Cid > pot 9, chips.Cid -3
    bar-pot: join:Cid $3 > pot 9, chips.Cid -3
who joins before anybody has thrown for the start throws too
    starter=?: join:Cid > start.thrown Ann - Ben - Cid -
    starter=?: 123 join:Cid > refused Cid joins next round
a leaver’s turns are skipped, and the ante stays in the pot
    bar-pot players=Ann,Ben,Cid: $2 22233 left:Ben 22233*2 > player Cid, pot 6
    bar-pot players=Ann,Ben,Cid: $2 22233 left:Ben 22233*2 t4 > winner Cid, chips Ann -2 Ben -2 Cid 4
a turn that is on ends as it lies
    players=Ann,Ben,Cid: 65433 left:Ann > scores.Ann 6, player Ben
    players=Ann,Ben,Cid: 65333 left:Ann > scores.Ann -, player Ben
a score that was made still wins
    players=Ann,Ben,Cid: t12 left:Ann t4 t5 > winner Ann, scores Ann 12 Ben 4 Cid 5
who left takes no part in a roll-off
    players=Ann,Ben,Cid: t9 left:Ann t9 t9 > phase rolloff, shooters Ben Cid
the last one at the table has won
    bar-pot: $2 left:Ann > phase over, winner Ben, chips Ann -2 Ben 2
the next one starts a round that its starter leaves
    players=Ann,Ben,Cid: left:Ann > starter Ben
    bar-pot players=Ann,Ben,Cid: left:Ann > phase ante, player Ben
a roll-off for the start goes on without who left
    players=Ann,Ben,Cid starter=?: 661 111 left:Cid > phase round, starter Ann
    players=Ann,Ben,Cid starter=?: 661 616 111 left:Ann > phase round, starter Ben
roll by roll a leaver is skipped too
    all-about-dice players=Ann,Ben,Cid: 65433 22233 22233 left:Ben > player Cid, hammer Ann
    all-about-dice players=Ann,Ben,Cid: 65433 22233*2 left:Ben 22233 - 22233 - 22233 - 22233 > rounds.*.winner Ann
the next one starts where the winner would and has left
    players=Ann,Ben,Cid next_starter=winner match=rounds(2): t5 t9 left:Ben t6 > rounds.*.winner Ben, starter Cid
who comes back has what was there
    players=Ann,Ben,Cid match=rounds(2): t5 t9 t3 left:Ben join:Ben > totals.Ben 9, players Ann Ben Cid
nobody throws for another
    : by:Ben:11111 > refused It is Ann’s turn, not Ben’s
    : > legal roll
who is not there, or whose name is taken or no name, is refused
    : join:Ann > code name_taken, refused Ann is already playing.
    : join: > code bad_name
    : join:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx > code bad_name
    : left:Cid > code no_such_player, refused Cid isn’t playing.
    : name:Cid:Dan > code no_such_player, refused Cid isn’t playing.
    : name:Ann:Ben > code name_taken, refused The name Ben is already taken.
    : name:Ann:\x07 > code bad_name
a game needs two players or more with names of their own, of whom one starts
    players=Ann: > bad 1 player: the game is for 2 to 20
    players=21: > bad 21 players: the game takes up to 20
    players=Ann,Ann: > bad two players are called Ann
    players=Ann,: > bad every player needs a name
    starter=Cid: > bad Cid can’t start without playing
a table has twenty seats
    players=20: join:Zoe > refused Up to 20 players can play
"""

CHIPS = """
those who tie where ties are allowed share the pot, and the first take the odd chips
    players=Ann,Ben,Cid stakes=pot(1) tie=allowed: t4 t9 t9 > chips Ann -1 Ben 1 Cid 0
    players=Ann,Ben,Cid,Dan,Eve stakes=pot(1) tie=allowed: t4 t4 t9 t9 t9 > chips Ann -1 Ben -1 Cid 1 Dan 1 Eve 0
a replayed hand is for the same pot
    stakes=pot(3) tie=replay: t9 t9 > round 2, pot 6
a pot that nobody has won goes to the winner of the game
    stakes=pot(3) tie=carry match=rounds(2) next_starter=same: t9 t4 t8 t8 > winner Ann, pot 0, chips Ann 6 Ben -6
an ante is a number of chips, and is set once
    bar-pot: $0 > refused 0 isn’t a valid stake: use 1 to 1000000 chips.
    bar-pot: $-5 > refused -5 isn’t a valid stake: use 1 to 1000000 chips.
    bar-pot: $1000001 > refused 1000001 isn’t a valid stake: use 1 to 1000000 chips.
    bar-pot: $10000000000000000000000000000000000000000 > refused That isn’t a valid stake: use 1 to 1000000 chips.
    bar-pot: $2 $3 > refused The ante is set once a round, before the first roll
a bet is against the shooter, at even chips
    side_bets=qualify: bet:Ben:miss:2 t6 > chips Ann 2 Ben -2
    side_bets=qualify: bet:Ben:miss:2 t0 > chips Ann -2 Ben 2
a shooter names the player whom the bet is against
    players=Ann,Ben,Cid side_bets=qualify: bet:Ann:qualify:2 > refused Ann can’t bet against Ann: choose someone else
    players=Ann,Ben,Cid side_bets=qualify: bet:Ann:qualify:2:Cid 65433 > chips Ann 2 Ben 0 Cid -2
a bystander bets before the first throw, and wins or loses chips
    side_bets=qualify: bet:Zoe:miss:3 bet:Zoe:qualify:1:Max > bystanders Zoe 0 Max 0
    side_bets=qualify: bet:Zoe:miss:3 bet:Zoe:qualify:1:Max t0 > chips Ann -3 Ben 0, bystanders Zoe 2 Max 1
    side_bets=qualify: 22233 bet:Zoe:miss:3 > refused bet before the first roll
a bystander who sits down keeps the chips and the name
    side_bets=qualify match=rounds(2) tie=allowed: bet:Zoe:miss:3 t0 t0 name:Ben:Zoe > refused The name Zoe is already taken
    side_bets=qualify match=rounds(2) tie=allowed: bet:Zoe:miss:3 t0 t0 join:Zoe > chips Ann -3 Ben 0 Zoe 3, bystanders -
a bystander with an open bet may be renamed
    side_bets=qualify: bet:Zoe:miss:3 name:Zoe:Max t0 > chips Ann -3 Ben 0, bystanders Max 3
a bet replayed after its player was renamed is not one of a bystander
    side_bets=qualify: name:Ben:Bob bet:Ben:miss:3 > refused Ben isn’t playing
    side_bets=qualify: name:Ben:Bob name:Bob:Ben bet:Ben:miss:3 > bets.*.by Ben
a bet that makes no sense is refused
    side_bets=qualify: bet:ben:miss:2 > code name_taken
    side_bets=qualify: bet::miss:2 > code bad_name
    side_bets=qualify: bet:Dan:miss:2:Dan > code own_bet
    side_bets=qualify: bet:Ben:win:2 > code bad_bet
    side_bets=qualify: bet:Ben:miss:0 > code bad_chips
roll by roll a bet is decided by the hand
    all-about-dice side_bets=qualify: bet:Ben:qualify:3 22233*4 65433 > chips Ann -3 Ben 3
bets on a turn are off when its player leaves
    players=Ann,Ben,Cid side_bets=qualify: bet:Ben:miss:5 left:Ann > bets -, chips.Ben 0
drinks are counted over the rounds
    players=Ann,Ben,Cid stakes=drinks match=rounds(2) next_starter=same: t9 t4 t5 t9 t4 t5 > drinks Ben 2 Cid 2
"""  # noqa: E501

TURNS = """
held dice must lie still
    : > tray - 5 -
    : 61111 > tray 6 4 -
    : 65411 > tray 654 2 -
what is not allowed is refused with a code
    : . > code not_qualified, refused Ann can’t stand yet: the ship (6) is missing.
    : 65111 . > code not_qualified, refused Ann can’t stand yet: the crew (4) is missing.
    : 123 > code wrong_number, refused Ann rolls 5 dice now, not 3.
    : 65411 1 > code wrong_number, refused Ann rolls 2 dice now, not 1.
    : 12347 > code not_a_face, refused A die shows 1 to 6, not 7.
    : 64221 +4 > code order, refused The 4 is crew: it needs the captain (5) first.
a die may not be held for a reason
    : 64221 > why 4 The 4 is crew: it needs the captain (5) first.
    : 54221 > why 5 The 5 is captain: it needs the ship (6) first.
    : 66221 > why 6 You already have a ship: roll the other 6 again.
    : 62221 > why 2 The 2 isn’t the captain (5): roll it again.
    : 65461 > why 6 The 6 is cargo: re-roll all cargo dice or none.
"""


@facts((COMING_AND_GOING, "dice-game-depot"), (CHIPS, "dice-game-depot"), (TURNS, "dice-game-depot"))
def test_players_chips_and_dice(case: str) -> None:
    holds(case)


def test_a_new_name_stands_wherever_the_old_one_stood() -> None:
    book = game("$2 t9 t9 65433", "bar-pot", side_bets=["qualify"])
    old = str(book.state)
    book.write(Renamed("Ann", "Eve"))
    new = replace(book.state, money=replace(book.state.money, former=frozenset()))
    assert str(new) == old.replace("'Ann'", "'Eve'")
