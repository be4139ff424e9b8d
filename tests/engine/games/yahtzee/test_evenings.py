"""Properties of every game, on random rules and events: 3,600 steps, 60,000 with ``-m fuzz``."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Corrected,
    GameHistory,
    Joined,
    Left,
    Refused,
    Renamed,
    Scored,
    Started,
    Undone,
    apply,
    expected_tray,
    history_of,
    legal_actions,
)
from engine.games.yahtzee.announcements import report
from engine.games.yahtzee.rules import BOXES
from engine.games.yahtzee.state import State
from tests.engine.evenings import Wheel, corrects_back, refusal, something, tells_it_all, with_other_seats
from tests.engine.games.yahtzee.strategies import ACTIONS, EVENINGS, PRESETS, RULES, action

PLAYERS = st.integers(1, 5).map(lambda many: tuple("ABCDE"[:many]))


def play(preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int]) -> GameHistory:
    """Play a game; check the properties of every state and of every step."""
    book = GameHistory(Started(preset, players, players[-1], options))
    for number in steps:
        keeps_its_laws(book.state, number)
        event = something(book, number, action)
        before, log, waiting = book.state, list(book.events), bool(book.waiting)
        if event is None:
            continue
        refused = refusal(book, event)
        if refused is None:
            book.game.announcements(before, book.state)
            if not waiting and not isinstance(event, Left | Joined | Renamed | Corrected | Undone):
                writes_one_box_at_most(before, book.state, event)
        else:
            assert refused.why.endswith((".", "?"))
            assert (book.state, book.events) == (before, log)
            assert isinstance(event, Left | Joined | Renamed | Corrected | Undone), "what is legal is not refused"
    return book


def keeps_its_laws(state: State, number: int) -> None:
    """Check the properties of a state."""
    legal = legal_actions(state)
    assert (state.phase == "over") == (not legal) == (state.player is None)
    for name in ACTIONS:
        tried = action(state, name, Wheel(number))
        if name in legal:
            apply(state, tried)
        else:
            with pytest.raises(Refused):
                apply(state, tried)
    expected = expected_tray(state)
    assert len(expected.held) + expected.throw == (state.rules.dice if state.rolls_left else 0)
    scores_where_it_may(state)
    for name, card in state.cards.items():
        assert set(card.boxes) <= set(state.rules.boxes)
        assert state.totals[name] == sum(card.boxes.values()) + card.upper_bonus(state.rules) + card.yahtzee_bonus
        assert card.yahtzee_bonus % 100 == 0
        assert not card.yahtzee_bonus or card.boxes["yahtzee"] == 50
    if state.phase == "over" and len(state.players) > 1:
        assert (state.winner is None) == bool(state.tied)
        assert state.totals[state.winner or state.tied[0]] == max(state.totals.values())


def scores_where_it_may(state: State) -> None:
    """Check that the allowed boxes can be scored, and that the others are refused with the reported reason."""
    told = report(state)
    may, may_not, would = told["may_score"], told["may_not_score"], told["would_score"]
    assert isinstance(may, dict)
    assert isinstance(may_not, dict)
    assert isinstance(would, dict)
    if state.turn is None or not state.turn.rolls:
        assert (may, may_not, would) == ({}, {}, {})
        return
    assert may
    assert may.items() <= would.items()
    assert {*may, *may_not} == set(state.rules.boxes)
    for box, why in may_not.items():
        with pytest.raises(Refused) as refused:
            apply(state, Scored(box))
        assert refused.value.why == why
    for box, points in may.items():
        assert apply(state, Scored(box)).cards[state.turn.player].boxes[box] == points


def writes_one_box_at_most(before: State, after: State, event: object) -> None:
    """Check that only the scored box of the player on turn is written, and that filled boxes stay."""
    for name in before.players:
        was, now = before.cards[name], after.cards[name]
        new = set(now.boxes) - set(was.boxes)
        assert new == ({event.box} if isinstance(event, Scored) and name == before.player else set())
        assert {box: now.boxes[box] for box in was.boxes} == dict(was.boxes)
        assert list(now.boxes) == [box for box in BOXES if box in now.boxes]


@given(PRESETS, RULES, PLAYERS, EVENINGS)
@settings(max_examples=60)
def test_an_evening_keeps_the_laws(
    preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int]
) -> None:
    book = play(preset, options, players, steps)
    tells_it_all(book)
    corrects_back(history_of(book.events), steps[0])


@pytest.mark.fuzz
@given(PRESETS, RULES, PLAYERS, EVENINGS)
@settings(max_examples=1000)
def test_a_thousand_evenings_keep_the_laws(
    preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int]
) -> None:
    book = play(preset, options, players, steps)
    tells_it_all(book)
    corrects_back(history_of(book.events), steps[0])


@given(PRESETS, RULES, PLAYERS, EVENINGS, st.integers(1, 4))
@settings(max_examples=40)
def test_seats_turned_round_the_table_change_nothing(
    preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int], turned: int
) -> None:
    seats = players[turned % len(players) :] + players[: turned % len(players)]
    one = GameHistory(Started(preset, players, players[0], options))
    other = with_other_seats(one, seats, steps, action)
    assert one.state.cards == other.state.cards
    assert (one.state.winner, set(one.state.tied), one.state.turn) == (
        other.state.winner,
        set(other.state.tied),
        other.state.turn,
    )


def test_the_order_of_thrown_dice_changes_no_score() -> None:
    book = GameHistory(Started("yahtzee-handout", ("A",)))
    for number in range(0, 10**9, 10**9 // 200 + 1):
        event = something(book, number * 16 + 6, action)
        if event is not None:
            refusal(book, event)
        turn = book.state.turn
        if turn is not None and turn.dice:
            turned = replace(book.state, turn=replace(turn, dice=turn.dice[::-1]))
            assert report(turned)["may_score"] == report(book.state)["may_score"]
