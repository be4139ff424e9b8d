"""Properties of every game, on random rules and events: 5,000 steps, 100,000 with ``-m fuzz``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Phase,
    Refused,
    Renamed,
    Rolled,
    Started,
    State,
    Turn,
    Undone,
    apply,
    expected_tray,
    history_of,
    legal_actions,
)
from tests.engine.evenings import Wheel, corrects_back, refusal, something, tells_it_all, with_other_seats
from tests.engine.games.ship.strategies import ACTIONS, EVENINGS, PRESETS, RULES, action

PLAYERS = st.integers(2, 5).map(lambda many: tuple("ABCDE"[:many]))
DICE_DECIDE = st.booleans()


def play(
    preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int], *, decide: bool
) -> GameHistory:
    """Play a game; check the properties of every state and of every step."""
    book = GameHistory(Started(preset, players, None if decide else players[0], options))
    for number in steps:
        keeps_its_laws(book.state, number)
        event = something(book, number, action)
        before, log = book.state, list(book.events)
        if event is None:
            continue
        refused = refusal(book, event)
        if refused is None:
            held_dice_stay(before, book.state, event)
            book.game.announcements(before, book.state)
        else:
            assert refused.why.endswith((".", "?"))
            assert (book.state, book.events) == (before, log)
            assert isinstance(event, Left | Joined | Renamed | Corrected | Undone), "what is legal is not refused"
    return book


def keeps_its_laws(state: State, number: int) -> None:
    """Check the properties of a state."""
    legal = legal_actions(state)
    assert (state.phase is Phase.OVER) == (not legal)
    assert sum(state.money.chips.values()) + sum(state.money.bystanders.values()) + state.money.pot == 0
    for name in ACTIONS:
        tried = action(state, name, Wheel(number))
        if name in legal:
            apply(state, tried)
        else:
            with pytest.raises(Refused):
                apply(state, tried)
    if state.turn is not None:
        expected = expected_tray(state)
        assert len(expected.held) + expected.throw == state.rules.dice
        assert state.rolls_left > 0
    if state.phase is Phase.OVER:
        assert (state.winner is None) == bool(state.tied)


def held_dice_stay(before: State, after: State, event: object) -> None:
    """Check that held dice stay held in a turn, except those given up for the other sequence."""
    turn = before.turn
    if turn is None or before.rolloffs != after.rolloffs or before.round != after.round or after.leg is None:
        return
    if isinstance(event, Corrected | Undone | Renamed | Left | Joined) or before.present != after.present:
        return
    place = after.leg.of(turn.player)
    now = after.leg.turns[place] if place is not None else Turn("")
    if turn.qualified:
        assert now.held == turn.held
    elif not now.qualified and before.rules.progress != "switch":
        assert set(turn.held) <= set(now.held)


@given(PRESETS, RULES, PLAYERS, EVENINGS, DICE_DECIDE)
@settings(max_examples=100)
def test_an_evening_keeps_the_laws(
    preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int], decide: bool
) -> None:
    book = play(preset, options, players, steps, decide=decide)
    tells_it_all(book)
    corrects_back(history_of(book.events), steps[0])


@pytest.mark.fuzz
@given(PRESETS, RULES, PLAYERS, EVENINGS, DICE_DECIDE)
@settings(max_examples=2000)
def test_two_thousand_evenings_keep_the_laws(
    preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int], decide: bool
) -> None:
    book = play(preset, options, players, steps, decide=decide)
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
    assert one.state.scores == other.state.scores
    assert one.state.money.chips == other.state.money.chips
    assert (one.state.winner, set(one.state.tied), one.state.player) == (
        other.state.winner,
        set(other.state.tied),
        other.state.player,
    )


def with_any_order(state: State, name: str, wheel: Wheel) -> Event:
    """Return an event of that action. Of players who throw at the same time, any one may be the next."""
    event = action(state, name, wheel)
    if not isinstance(event, Rolled):
        return event
    thrower = state.present[wheel.take(len(state.present))]
    other = Rolled(event.dice, thrower)
    try:
        apply(state, other)
    except Refused:
        return event
    return other


@given(RULES, PLAYERS, EVENINGS, DICE_DECIDE)
@settings(max_examples=60)
def test_corrected_and_corrected_back_gives_the_same_text_roll_by_roll(
    options: dict[str, object], players: tuple[str, ...], steps: list[int], decide: bool
) -> None:
    rules = options | {"rolling": "interleaved", "first_starter": "rolloff"}
    book = GameHistory(Started("all-about-dice", players, None if decide else players[0], rules))
    for number in steps:
        event = something(book, number, with_any_order)
        if event is not None:
            refusal(book, event)
        if book.rolls and not number % 3:
            corrects_back(history_of(book.events), number)
    tells_it_all(book)
