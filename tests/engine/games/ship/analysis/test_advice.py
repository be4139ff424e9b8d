"""Advice: the best choice for an aim, its value, and the cost of every other choice."""

from typing import Any

import pytest

from engine import Refused, Rolled, Started, State, Stopped, game_of, history_of
from engine.games.ship.analysis.advice import advise, chance_to_win, is_to_win
from engine.games.ship.analysis.chances import odds
from engine.games.ship.rules import Rules
from tests.engine.games.ship.playing import state_of, turn


def choices(state: State, aim: str) -> list[tuple[tuple[int, ...], int, float]]:
    return [(one.hold, one.throw, round(one.value, 4)) for one in advise(state, aim).choices]


@pytest.mark.parametrize(
    ("words", "best", "value"),
    [("65433", 2, 7.9722), ("65444", 0, 8.0), ("65433 34", 0, 7.0), ("65433 33", 2, 7.0), ("65466", 0, 12.0)],
)
def test_for_most_points(words: str, best: int, value: float) -> None:
    advice = advise(state_of(words), "points")
    assert (advice.best.throw, round(advice.best.value, 4), advice.best.cost) == (best, value, 0.0)


def test_every_choice_has_its_cost() -> None:
    for one in advise(state_of("65453", cargo_reroll="each"), "points").choices:
        assert one.cost == pytest.approx(
            advise(state_of("65453", cargo_reroll="each"), "points").best.value - one.value
        )
    assert choices(state_of("22222 65453", cargo_reroll="each"), "points") == [
        ((5,), 1, 8.5),
        ((), 0, 8.0),
        ((), 2, 7.0),
        ((3,), 1, 6.5),
    ]


def test_to_beat_the_point_a_lower_score_is_worth_nothing() -> None:
    state = state_of(f"{turn(9)} 65453 53")
    assert choices(state, "beat") == [((), 2, round(6 / 36, 4)), ((), 0, 0.0)]


def test_the_last_player_wins_by_beating_the_point_or_by_the_rolloff_of_a_tie() -> None:
    state = state_of(f"{turn(9)} 22222 65454")
    assert choices(state, "win")[0] == ((), 0, 0.5)
    beaten = state_of(f"{turn(9)} 22222 65453")
    assert choices(beaten, "win")[0] == ((), 2, round((6 + 4 / 2) / 36, 4))


def test_where_a_tie_is_carried_all_have_the_same_chance_in_the_next_round() -> None:
    state = state_of(f"$1 {turn(9)} {turn(9)} 22222 65453", "bar-pot", "Ann Ben Cid")
    assert choices(state, "win") == [((), 2, round(4 / 36 / 3 + 6 / 36 + 26 / 36 / 3, 4)), ((), 0, round(1 / 3, 4))]


@pytest.mark.parametrize("tie", ["rolloff", "carry"])
@pytest.mark.parametrize("players", [2, 3])
def test_the_chances_of_all_players_add_up_to_one(tie: str, players: int) -> None:
    """Players whose turn is over, and one to come."""
    rules = Rules(tie=tie)  # type: ignore[arg-type]
    holder = chance_to_win(rules, players, "holder", 8, 1, 1)
    beaten = chance_to_win(rules, players, "beaten", 8, 1, 1)
    names = " ".join(f"P{n}" for n in range(players))
    state = state_of(f"{turn(8)} {turn(3) if players == 3 else ''}", players=names, tie=tie)
    last = advise(state, "win").best.value
    assert holder + (players - 2) * beaten + last == pytest.approx(1)


def test_the_chance_of_ship_captain_and_crew_is_that_of_the_odds() -> None:
    value = advise(state_of(""), "qualify").best.value
    assert value == pytest.approx(float(odds(Rules()).most_likely))


def test_before_the_first_throw_there_is_only_to_throw() -> None:
    [only] = advise(state_of(), "points").choices
    assert (only.throw, round(only.value, 6)) == (5, 4.08458)


def test_with_chosen_holding_the_dice_to_hold_are_advised() -> None:
    best = advise(state_of("65122", auto_hold=False), "points").best
    assert (best.hold, best.throw) == ((6, 5), 3)


def test_roll_by_roll_the_others_still_answer() -> None:
    state = state_of("65433 22233 22233", "all-about-dice")
    assert advise(state, "beat").best.throw == 0
    with pytest.raises(Refused, match="Roll by roll everybody still answers"):
        advise(state, "win")


@pytest.mark.parametrize(
    ("words", "aim", "why"),
    [
        (f"{turn(5)} {turn(9)}", "points", "Nobody is on turn"),
        ("", "luck", "There is advice for points, beat, win, qualify"),
    ],
)
def test_where_there_is_none(words: str, aim: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        advise(state_of(words), aim)


@pytest.mark.parametrize("match", ["single_round", "rounds(1)", "total(1)"])
def test_in_the_last_turn_the_chance_told_is_that_of_the_advice_to_win(match: str) -> None:
    """Eight against nine: to stand has the higher mean, and loses."""
    state = state_of(f"{turn(9)} 22222 65453", match=match)
    assert is_to_win(state)
    found = game_of(state.rules.name).win_chances(state)
    assert found is not None
    assert found.of[str(state.player)] == pytest.approx((6 + 4 / 2) / 36)


def test_before_the_last_round_and_in_it_the_totals_are_what_counts() -> None:
    state = state_of(f"{turn(9)} 22222 65453", match="rounds(2)")
    assert not is_to_win(state)


def test_ship_of_fools_is_decided_in_the_round_in_which_a_player_has_twenty_one() -> None:
    start = Started("ship-of-fools", ("Ann", "Ben"), "Ann", handicap={"Ann": 15, "Ben": 14})
    dice = ((6, 5, 4, 5, 4), (2, 2, 2, 2, 2), (6, 5, 4, 5, 3))
    book = history_of([start, Rolled(dice[0]), Stopped(), Rolled(dice[1]), Rolled(dice[2])])
    advice: dict[str, Any] = book.game.advice(book.state, "win")
    found = book.game.win_chances(book.state)
    assert (advice["best"]["throw"], round(advice["best"]["value"], 4)) == (2, round((3 + 3 / 2) / 36, 4))
    assert found is not None
    assert found.of["Ben"] == pytest.approx(advice["best"]["value"])


@pytest.mark.parametrize("ahead", [0, 3])
def test_who_stands_in_the_last_round_wins_as_often_as_the_player_to_come_does_not(ahead: int) -> None:
    start = Started("rounds", ("Ann", "Ben"), "Ann", {"match": "rounds(1)"}, {"Ben": ahead} if ahead else {})
    book = history_of([start, Rolled((6, 5, 4, 5, 4))])
    stands = next(one.value for one in advise(book.state, "win").choices if not one.throw)
    book.write(Stopped())
    assert 0.1 < stands < 0.9
    assert stands + advise(book.state, "win").best.value == pytest.approx(1)
