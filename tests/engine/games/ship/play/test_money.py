"""Chips, the pot, bets and drinks."""

import pytest

from engine import Anted, Bet, Joined, Refused, Renamed, State, apply, dump, history_of, load
from tests.engine.games.ship.playing import MISS, event_of, game, said, state_of, turn


def balance(state: State) -> int:
    return sum(state.money.chips.values()) + state.money.pot


@pytest.mark.parametrize("tie", ["allowed", "rolloff", "carry", "replay"])
@pytest.mark.parametrize("scores", [(9, 9, 9), (9, 9, 4), (0, 0, 0), (7, 3, 12)])
def test_no_chip_is_made_or_lost(tie: str, scores: tuple[int, int, int]) -> None:
    state = state_of(" ".join(map(turn, scores)), players="Ann Ben Cid", stakes="pot(5)", tie=tie, match="rounds(2)")
    assert balance(state) == 0


def test_those_who_tie_where_ties_are_allowed_share_the_pot_and_the_first_takes_the_odd_chip() -> None:
    state = state_of(f"{turn(4)} {turn(9)} {turn(9)}", players="Ann Ben Cid", stakes="pot(1)", tie="allowed")
    assert dict(state.money.chips) == {"Ann": -1, "Ben": 1, "Cid": 0}


def test_a_replayed_hand_is_for_the_same_pot() -> None:
    state = state_of(f"{turn(9)} {turn(9)}", stakes="pot(3)", tie="replay")
    assert (state.round, state.money.pot) == (2, 6)


def test_a_pot_that_nobody_has_won_goes_to_the_winner_of_the_game() -> None:
    words = f"{turn(9)} {turn(4)} {turn(8)} {turn(8)}"
    state = state_of(words, stakes="pot(3)", tie="carry", match="rounds(2)", next_starter="same")
    assert (state.winner, state.money.pot, dict(state.money.chips)) == ("Ann", 0, {"Ann": 6, "Ben": -6})


@pytest.mark.parametrize(("chips", "shown"), [(0, "0"), (-5, "-5"), (1_000_001, "1000001"), (10**40, "That")])
def test_an_ante_is_a_number_of_chips(chips: int, shown: str) -> None:
    with pytest.raises(Refused, match=rf"^{shown} isn’t a valid stake: use 1 to 1000000 chips\.$"):
        apply(state_of("", "bar-pot"), Anted(chips))


def test_the_ante_is_set_once() -> None:
    with pytest.raises(Refused, match="The ante is set once a round, before the first roll"):
        apply(state_of("$2", "bar-pot"), Anted(3))


@pytest.mark.parametrize(("cargo", "ann", "ben"), [(6, 2, -2), (0, -2, 2)])
def test_a_bet_is_against_the_shooter_at_even_chips(cargo: int, ann: int, ben: int) -> None:
    book = game(side_bets=["qualify"])
    book.write(Bet("Ben", "miss", 2))
    for word in turn(cargo).split():
        announced = said(book, word)
        if any(one.word == "bet_won" for one in announced):
            break
    assert dict(book.state.money.chips) == {"Ann": ann, "Ben": ben}


def test_a_shooter_bets_against_somebody_who_is_named() -> None:
    book = game(side_bets=["qualify"], players="Ann Ben Cid")
    with pytest.raises(Refused, match="Ann can’t bet against Ann: choose someone else"):
        book.write(Bet("Ann", "qualify", 2))
    book.write(Bet("Ann", "qualify", 2, "Cid"))
    said(book, "65433")
    assert dict(book.state.money.chips) == {"Ann": 2, "Ben": 0, "Cid": -2}


@pytest.mark.parametrize(
    ("bet", "code"),
    [
        (Bet("ben", "miss", 2), "name_taken"),
        (Bet(" ", "miss", 2), "bad_name"),
        (Bet("Dan", "miss", 2, "Dan"), "own_bet"),
        (Bet("Ben", "win", 2), "bad_bet"),
        (Bet("Ben", "miss", 0), "bad_chips"),
    ],
)
def test_a_bet_that_makes_no_sense_is_refused(bet: Bet, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        apply(state_of(side_bets=["qualify"]), bet)
    assert refusal.value.code == code


def test_a_bystander_bets_before_the_first_throw_and_wins_or_loses_chips() -> None:
    book = game("", side_bets=["qualify"])
    book.write(Bet("Zoe", "miss", 3))
    book.write(Bet("Zoe", "qualify", 1, "Max"))
    assert dict(book.state.money.bystanders) == {"Zoe": 0, "Max": 0}
    for word in MISS, MISS, MISS:
        book.write(event_of(word))
    money = book.state.money
    assert (dict(money.chips), dict(money.bystanders)) == ({"Ann": -3, "Ben": 0}, {"Zoe": 2, "Max": 1})
    assert history_of(load(dump(book.events))).state == book.state


def test_a_bystander_who_sits_down_keeps_the_chips_and_the_name() -> None:
    book = game("", side_bets=["qualify"], match="rounds(2)", tie="allowed")
    book.write(Bet("Zoe", "miss", 3))
    for word in [MISS] * 6:
        book.write(event_of(word))
    with pytest.raises(Refused, match="The name Zoe is already taken"):
        book.write(Renamed("Ben", "Zoe"))
    book.write(Joined("Zoe"))
    assert (dict(book.state.money.chips), dict(book.state.money.bystanders)) == ({"Ann": -3, "Ben": 0, "Zoe": 3}, {})


def test_after_the_first_throw_a_bystander_is_too_late() -> None:
    with pytest.raises(Refused, match="bet before the first roll"):
        game(MISS, side_bets=["qualify"]).write(Bet("Zoe", "miss", 3))


def test_roll_by_roll_a_bet_is_decided_by_the_hand() -> None:
    book = game("", "all-about-dice", side_bets=["qualify"])
    book.write(Bet("Ben", "qualify", 3))
    for word in ["22233", "22233", "22233", "22233", "65433"]:
        said(book, word)
    assert dict(book.state.money.chips) == {"Ann": -3, "Ben": 3}


def test_drinks_are_counted_over_the_rounds() -> None:
    words = f"{turn(9)} {turn(4)} {turn(5)} {turn(9)} {turn(4)} {turn(5)}"
    state = state_of(words, players="Ann Ben Cid", stakes="drinks", match="rounds(2)", next_starter="same")
    assert dict(state.money.drinks) == {"Ben": 2, "Cid": 2}


def test_a_bet_replayed_after_its_player_was_renamed_is_not_one_of_a_bystander() -> None:
    book = game("", side_bets=["qualify"])
    book.write(Renamed("Ben", "Bob"))
    with pytest.raises(Refused, match="Ben isn’t playing"):
        book.write(Bet("Ben", "miss", 3))
    book.write(Renamed("Bob", "Ben"))
    book.write(Bet("Ben", "miss", 3))
    assert book.state.money.bets[0].by == "Ben"
