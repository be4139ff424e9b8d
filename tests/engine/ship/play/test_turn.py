"""One turn: what is held, what may be done, what it scores."""

from itertools import product

import pytest

from engine import Event, Phase, Refused, Rolled, Rules, Started, State, Stopped, Turn, apply, fold, legal_actions
from engine.ship.play.holding import throw

START = Started("dice-game-depot", ("Emily", "Ben"), "Emily")


def turn_of(*rolls: tuple[int, ...]) -> Turn:
    turn = Turn("Emily")
    for dice in rolls:
        turn = throw(Rules(), turn, dice)
    return turn


def after(*rolls: tuple[int, ...]) -> State:
    state: State = fold([START, *(Rolled(dice) for dice in rolls)])
    return state


@pytest.mark.parametrize(
    ("rolls", "held", "score"),
    [
        pytest.param([(6, 4, 2, 2, 1)], (6,), None, id="a four needs the captain first"),
        pytest.param([(5, 4, 4, 2, 1)], (), None, id="nothing is held before the ship"),
        pytest.param([(6, 5, 3, 1, 1)], (6, 5), None, id="ship and captain from one throw"),
        pytest.param([(4, 6, 5, 4, 2)], (6, 5, 4), 6, id="all three from one throw, in any order"),
        pytest.param([(6, 6, 6, 6, 6)], (6,), None, id="further sixes are thrown again"),
        pytest.param([(6, 4, 2, 2, 1), (5, 4, 6, 2)], (6, 5, 4), 8, id="Emily after two rolls"),
        pytest.param([(6, 4, 2, 2, 1), (5, 4, 6, 2), (5, 5)], (6, 5, 4), 10, id="Emily keeps the new total"),
        pytest.param([(3, 3, 3, 6, 4), (5, 4, 1, 2)], (6, 5, 4), 3, id="the lower total counts as well"),
        pytest.param([(6, 5, 4, 6, 6), (1, 1)], (6, 5, 4), 2, id="a better cargo thrown again is gone"),
    ],
)
def test_what_a_turn_holds_and_scores(rolls: list[tuple[int, ...]], held: tuple[int, ...], score: int | None) -> None:
    turn = turn_of(*rolls)
    assert (turn.held, turn.score) == (held, score)


def test_without_ship_captain_and_crew_a_turn_scores_nothing() -> None:
    state = after((5, 4, 4, 2, 1), (6, 4, 3, 3, 1), (5, 3, 2, 1))
    assert state.scores["Emily"] is None
    assert state.turn == Turn("Ben")


def test_a_turn_ends_by_itself_with_the_last_roll() -> None:
    state = after((6, 5, 4, 3, 3), (1, 2), (6, 6))
    assert state.scores["Emily"] == 12
    assert state.turn == Turn("Ben")


def test_the_next_throw_takes_all_dice_that_are_not_held() -> None:
    assert [after(*rolls).must_roll for rolls in ([], [(6, 4, 2, 2, 1)], [(6, 5, 4, 2, 1)])] == [5, 4, 2]


def test_stopping_is_allowed_once_all_three_are_held() -> None:
    assert legal_actions(after((6, 5, 3, 1, 1))) == ("roll",)
    assert legal_actions(after((6, 5, 4, 1, 1))) == ("roll", "stop")


@pytest.mark.parametrize(
    ("state", "action", "code", "why"),
    [
        (after(), Stopped(), "not_qualified", "Emily cannot stand yet: the ship (6) is still missing."),
        (after((6, 5, 1, 1, 1)), Stopped(), "not_qualified", "Emily cannot stand yet: the crew (4) is still missing."),
        (after(), Rolled((1, 2, 3)), "wrong_number", "Emily throws 5 dice now, not 3."),
        (after((6, 5, 4, 1, 1)), Rolled((1,)), "wrong_number", "Emily throws 2 dice now, not 1."),
        (after(), Rolled((1, 2, 3, 4, 7)), "not_a_face", "A die shows 1 to 6, not 7."),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence(state: State, action: Event, code: str, why: str) -> None:
    with pytest.raises(Refused) as refusal:
        apply(state, action)
    assert (refusal.value.code, refusal.value.why) == (code, why)


def test_ship_captain_and_crew_come_in_one_throw_in_1230_of_7776() -> None:
    throws = list(product(range(1, 7), repeat=5))
    assert len(throws) == 7776
    assert sum(turn_of(throw).qualified for throw in throws) == 1230


def test_rolls_count_for_the_player_on_turn_only() -> None:
    state = after((6, 5, 4, 6, 6))
    state = apply(state, Stopped())
    assert (state.phase, dict(state.scores)) == (Phase.ROUND, {"Emily": 12, "Ben": None})
    assert state.turn == Turn("Ben")
