"""Players who join, leave, return or are renamed. No score is lost."""

from dataclasses import replace

import pytest

from engine import (
    BadRules,
    Bet,
    Event,
    Joined,
    Left,
    Phase,
    Refused,
    Renamed,
    Rolled,
    Started,
    State,
    apply,
    fold,
    legal_actions,
    totals,
)
from tests.engine.games.ship.playing import event_of, game, state_of, turn


def after(state: State, *events: Event) -> State:
    for event in events:
        state = apply(state, event)
    return state


@pytest.mark.parametrize(
    ("players", "starter", "why"),
    [
        (("Ann",), "Ann", "1 player: the game is for 2 to 20"),
        (tuple(map(str, range(21))), "0", "21 players: the game takes up to 20"),
        (("Ann", "Ann"), "Ann", "two players are called Ann"),
        (("Ann", " "), "Ann", "every player needs a name"),
        (("Ann", "Ben"), "Cid", "Cid can’t start without playing"),
    ],
)
def test_wrong_players_are_refused(players: tuple[str, ...], starter: str, why: str) -> None:
    with pytest.raises(BadRules, match=why):
        fold([Started("dice-game-depot", players, starter)])


def test_somebody_joins_between_rounds() -> None:
    state = after(state_of(f"{turn(5)} {turn(9)}", match="rounds(2)"), Joined("Cid"))
    assert (state.shooters, totals(state)) == (("Ben", "Cid", "Ann"), {"Ann": 5, "Ben": 9, "Cid": 0})


@pytest.mark.parametrize("words", ["22233", turn(5), f"{turn(5)} {turn(5)}"])
def test_nobody_joins_once_dice_were_thrown(words: str) -> None:
    with pytest.raises(Refused, match="Cid joins next round"):
        after(state_of(words), Joined("Cid"))


def test_who_joins_pays_the_ante_that_the_others_have_paid() -> None:
    state = after(state_of("$3", "bar-pot"), Joined("Cid"))
    assert (state.money.pot, state.money.chips["Cid"]) == (9, -3)
    waiting = after(state_of("", "bar-pot"), Joined("Cid"), event_of("$3"))
    assert (waiting.money.pot, waiting.money.chips["Cid"]) == (9, -3)


def test_who_joins_before_anybody_has_thrown_for_the_start_throws_as_well() -> None:
    state = after(state_of("", starter="?"), Joined("Cid"))
    assert state.start is not None
    assert list(state.start.thrown) == ["Ann", "Ben", "Cid"]
    with pytest.raises(Refused, match="Cid joins next round"):
        after(state_of("123", starter="?"), Joined("Cid"))


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Joined("Ann"), "name_taken"),
        (Joined("  "), "bad_name"),
        (Joined("x" * 61), "bad_name"),
        (Left("Cid"), "no_such_player"),
        (Renamed("Cid", "Dan"), "no_such_player"),
        (Renamed("Ann", "Ben"), "name_taken"),
        (Renamed("Ann", "\x07"), "bad_name"),
    ],
)
def test_a_refusal_has_a_code(event: Event, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        after(state_of(), event)
    assert refusal.value.code == code


def test_a_table_has_twenty_seats() -> None:
    with pytest.raises(Refused, match="Up to 20 players can play"):
        after(state_of(players=" ".join(f"P{n}" for n in range(20))), Joined("Zoe"))


def test_a_leavers_turns_are_skipped_and_the_ante_stays_in_the_pot() -> None:
    state = after(state_of("$2 22233", "bar-pot", "Ann Ben Cid"), Left("Ben"), event_of(MISSED), event_of(MISSED))
    assert (state.player, state.money.pot) == ("Cid", 6)
    state = after(state, *map(event_of, turn(4).split()))
    assert (state.winner, dict(state.money.chips)) == ("Cid", {"Ann": -2, "Ben": -2, "Cid": 4})


def test_a_turn_that_is_on_ends_as_it_lies() -> None:
    state = after(state_of("65433", players="Ann Ben Cid"), Left("Ann"))
    assert (state.scores["Ann"], state.player) == (6, "Ben")
    state = after(state_of("65333", players="Ann Ben Cid"), Left("Ann"))
    assert (state.scores["Ann"], state.player) == (None, "Ben")


def test_a_score_that_was_made_still_wins() -> None:
    state = after(state_of(turn(12), players="Ann Ben Cid"), Left("Ann"))
    state = after(state, *map(event_of, f"{turn(4)} {turn(5)}".split()))
    assert (state.winner, state.scores) == ("Ann", {"Ann": 12, "Ben": 4, "Cid": 5})


def test_who_left_takes_no_part_in_a_rolloff() -> None:
    state = after(state_of(turn(9), players="Ann Ben Cid"), Left("Ann"))
    state = after(state, *map(event_of, f"{turn(9)} {turn(9)}".split()))
    assert (state.phase, state.shooters) == (Phase.ROLLOFF, ("Ben", "Cid"))


def test_the_last_one_at_the_table_has_won() -> None:
    state = after(state_of("$2", "bar-pot"), Left("Ann"))
    assert (state.phase, state.winner, dict(state.money.chips)) == (Phase.OVER, "Ben", {"Ann": -2, "Ben": 2})


def test_the_next_one_starts_a_round_that_its_starter_leaves() -> None:
    assert after(state_of(players="Ann Ben Cid"), Left("Ann")).starter == "Ben"
    state = after(state_of("", "bar-pot", "Ann Ben Cid"), Left("Ann"))
    assert (state.phase, state.player) == (Phase.ANTE, "Ben")


def test_a_roll_off_for_the_start_goes_on_without_who_left() -> None:
    state = after(state_of("661 111", players="Ann Ben Cid", starter="?"), Left("Cid"))
    assert (state.phase, state.starter) == (Phase.ROUND, "Ann")
    state = after(state_of("661 616 111", players="Ann Ben Cid", starter="?"), Left("Ann"))
    assert (state.phase, state.starter) == (Phase.ROUND, "Ben")


def test_roll_by_roll_a_leaver_is_skipped_as_well() -> None:
    book = game("65433 22233 22233", "all-about-dice", "Ann Ben Cid")
    book.write(Left("Ben"))
    assert (book.state.player, book.state.hammer) == ("Cid", "Ann")
    for word in ["22233", "-", "22233", "-", "22233", "-", "22233"]:
        book.write(event_of(word))
    assert book.state.rounds[0].winner == "Ann"


def test_who_comes_back_has_what_was_there() -> None:
    state = after(state_of(f"{turn(5)} {turn(9)} {turn(3)}", players="Ann Ben Cid", match="rounds(2)"), Left("Ben"))
    state = after(state, Joined("Ben"))
    assert (totals(state)["Ben"], state.players) == (9, ("Ann", "Ben", "Cid"))


def test_a_new_name_stands_wherever_the_old_one_stood() -> None:
    book = game(f"$2 {turn(9)} {turn(9)} 65433", "bar-pot", side_bets=["qualify"])
    old = str(book.state)
    book.write(Renamed("Ann", "Eve"))
    new = replace(book.state, money=replace(book.state.money, former=frozenset()))
    assert str(new) == old.replace("'Ann'", "'Eve'")


def test_bets_on_a_turn_are_off_when_its_player_leaves() -> None:
    state = after(state_of(players="Ann Ben Cid", side_bets=["qualify"]), Bet("Ben", "miss", 5), Left("Ann"))
    assert (state.money.bets, state.money.chips["Ben"]) == ((), 0)


def test_nobody_throws_for_another() -> None:
    with pytest.raises(Refused, match="It is Ann’s turn, not Ben’s"):
        after(state_of(), Rolled((1,) * 5, "Ben"))
    assert legal_actions(state_of()) == ("roll",)


MISSED = "22233"
