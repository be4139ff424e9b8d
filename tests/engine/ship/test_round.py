"""One round: whose turn it is, who wins, and the roll-off of those who tie."""

import pytest

from engine import (
    BadLog,
    BadRules,
    Event,
    Phase,
    Refused,
    Rolled,
    Started,
    State,
    Stopped,
    apply,
    fold,
    legal_actions,
    next_game,
    rules_of,
)

FAIL: tuple[Event, ...] = (Rolled((1, 1, 1, 1, 1)),) * 3


def scoring(cargo: int) -> tuple[Event, ...]:
    """A turn that ends with that cargo."""
    return (Rolled((6, 5, 4, cargo - cargo // 2, cargo // 2)), Stopped())


def game(*turns: tuple[Event, ...], players: tuple[str, ...] = ("Ann", "Ben", "Cid"), starter: str = "Ann") -> State:
    state: State = fold([Started("dice-game-depot", players, starter), *(event for turn in turns for event in turn)])
    return state


def test_turns_go_clockwise_from_the_starter() -> None:
    state = game(scoring(5), starter="Ben")
    assert state.shooters == ("Ben", "Cid", "Ann")
    assert state.turn is not None
    assert (state.turn.player, state.hammer) == ("Cid", "Ann")


def test_the_highest_cargo_wins() -> None:
    state = game(scoring(5), scoring(9), FAIL)
    assert (state.phase, state.winner) == (Phase.OVER, "Ben")
    assert dict(state.scores) == {"Ann": 5, "Ben": 9, "Cid": None}


def test_the_point_is_the_best_score_so_far() -> None:
    assert [game(*turns).point for turns in ([], [FAIL], [FAIL, scoring(4)])] == [None, None, 4]


def test_those_who_tie_take_one_more_turn_each() -> None:
    state = game(scoring(9), scoring(5), scoring(9))
    assert (state.phase, state.shooters, state.winner) == (Phase.ROLLOFF, ("Ann", "Cid"), None)
    assert dict(state.scores) == {"Ann": 9, "Ben": 5, "Cid": 9}


def test_a_rolloff_decides_the_winner_and_leaves_the_scores() -> None:
    state = game(scoring(9), scoring(5), scoring(9), scoring(3), scoring(4))
    assert (state.winner, state.point) == ("Cid", 4)
    assert dict(state.scores) == {"Ann": 9, "Ben": 5, "Cid": 9}


def test_a_rolloff_that_is_tied_is_rolled_off_again() -> None:
    state = game(scoring(9), scoring(5), scoring(9), scoring(3), scoring(3), FAIL, scoring(2))
    assert (state.rolloffs, state.winner) == (2, "Cid")


def test_all_roll_off_when_nobody_qualifies() -> None:
    assert game(FAIL, FAIL, FAIL).shooters == ("Ann", "Ben", "Cid")


def test_nothing_is_legal_once_the_game_is_over() -> None:
    state = game(scoring(5), scoring(9), FAIL)
    assert legal_actions(state) == ()
    for action in (Rolled((1, 1, 1, 1, 1)), Stopped()):
        with pytest.raises(Refused, match=r"The game is over: Ben has won\."):
            apply(state, action)


def test_the_player_to_the_right_of_the_starter_begins_the_next_game() -> None:
    assert next_game(game(scoring(5), scoring(9), FAIL)).starter == "Cid"
    assert next_game(game(starter="Cid")).starter == "Ben"


@pytest.mark.parametrize(
    ("players", "starter", "why"),
    [
        (("Ann",), "Ann", "1 player: the game is for 2 to 20"),
        (tuple(map(str, range(21))), "0", "21 players: the game is for 20 at the most"),
        (("Ann", "Ann"), "Ann", "two players are called Ann"),
        (("Ann", " "), "Ann", "every player needs a name"),
        (("Ann", "Ben"), "Cid", "Cid cannot start"),
    ],
)
def test_who_cannot_play_is_told_why(players: tuple[str, ...], starter: str, why: str) -> None:
    with pytest.raises(BadRules, match=why):
        fold([Started("dice-game-depot", players, starter)])


def test_an_unknown_preset_is_told_the_nearest_name() -> None:
    with pytest.raises(BadRules, match="did you mean “dice-game-depot”"):
        rules_of("dice-game-depo", {})


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([], id="empty"),
        pytest.param([Rolled((1, 1, 1, 1, 1))], id="no start"),
        pytest.param([Started("dice-game-depot", ("A", "B"), "A")] * 2, id="two starts"),
        pytest.param([Started("dice-game-depot", ("A", "B"), "A"), Rolled((1,))], id="too few dice"),
        pytest.param([Started("dice-game-depot", ("A", "B"), "A"), Rolled((1, 1, 1, 1, 9))], id="no such face"),
        pytest.param([Started("dice-game-depot", ("A", "B"), "A"), Stopped()], id="stopped too soon"),
        pytest.param(
            [Started("dice-game-depot", ("A", "B"), "A"), *scoring(5), *scoring(4), Stopped()], id="after the end"
        ),
    ],
)
def test_a_log_that_no_game_can_have_written_is_refused(events: list[Event]) -> None:
    with pytest.raises(BadLog):
        fold(events)
