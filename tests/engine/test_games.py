"""Laws that every game keeps, tried on random ones, and one game written out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Event,
    Phase,
    Refused,
    Rolled,
    Started,
    State,
    Stopped,
    announcements,
    apply,
    decode,
    encode,
    expected_tray,
    fold,
    legal_actions,
)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_legal_action_applies_no_other_does_and_the_log_tells_it_all(data: st.DataObject) -> None:
    players = tuple("ABCDE"[: data.draw(st.integers(2, 5))])
    log: list[Event] = [Started("dice-game-depot", players, data.draw(st.sampled_from(players)))]
    state = fold(log)
    for _ in range(40):
        actions: dict[str, Event] = {
            "roll": Rolled(
                tuple(data.draw(st.lists(st.integers(1, 6), min_size=state.must_roll, max_size=state.must_roll)))
            ),
            "stop": Stopped(),
        }
        legal = legal_actions(state)
        for name, action in actions.items():
            if name not in legal:
                with pytest.raises(Refused, match=r"\.$"):
                    apply(state, action)
        if not legal:
            break
        event = actions[data.draw(st.sampled_from(legal))]
        held_before = state.turn.held if state.turn else ()
        state = apply(state, event)
        log.append(event)
        if state.last and state.last.rolls and not state.last.over:
            assert state.last.held[: len(held_before)] == held_before
            assert expected_tray(state).held == state.last.held
            assert len(state.last.held) + expected_tray(state).throw == state.rules.dice
    assert fold([decode(encode(event)) for event in log]) == state
    if state.phase is Phase.OVER:
        assert state.winner in state.leaders


GOLDEN = """
Mia begins. Mia to throw 5 dice
5 4 2 2 1 -> held -       cargo -      Mia to throw 5 dice
6 5 3 1 1 -> held 6 5     cargo -      Mia to throw 3 dice         ship captain
4 5 4     -> held 6 5 4   cargo 5 4    Jonas to throw 5 dice       crew qualified cargo point hammer
6 4 3 2 1 -> held 6       cargo -      Jonas to throw 4 dice       ship
5 4 1 2   -> held 6 5 4   cargo 1 2    Jonas to throw 2 dice       captain crew qualified cargo
6 6       -> held 6 5 4   cargo 6 6    Jonas wins 12 to 9          cargo midnight point won
"""


def test_a_game_as_it_is_told() -> None:
    state = fold([Started("dice-game-depot", ("Mia", "Jonas"), "Mia")])
    lines = [f"Mia begins. {_next(state)}"]
    for dice in ((5, 4, 2, 2, 1), (6, 5, 3, 1, 1), (4, 5, 4), (6, 4, 3, 2, 1), (5, 4, 1, 2), (6, 6)):
        before, state = state, apply(state, Rolled(dice))
        turn = state.last
        assert turn is not None
        words = " ".join(one.word for one in announcements(before, state))
        held, cargo = _row(turn.held), _row(turn.cargo)
        lines.append(f"{_row(dice)} -> held {held} cargo {cargo} {_next(state)} {words}".rstrip())
    assert lines == [" ".join(line.split()) for line in GOLDEN.strip().splitlines()]


def _row(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "-"


def _next(state: State) -> str:
    if state.turn is None:
        low, high = sorted(score or 0 for score in state.scores.values())
        return f"{state.winner} wins {high} to {low}"
    return f"{state.turn.player} to throw {state.must_roll} dice"
