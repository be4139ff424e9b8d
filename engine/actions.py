"""What may be done, and the event that doing it gives."""

from dataclasses import dataclass
from typing import Literal

from engine.errors import Refused
from engine.events import Event, Rolled, Stopped
from engine.state import PARTS, State

ActionName = Literal["roll", "stop"]


@dataclass(frozen=True, slots=True)
class Roll:
    """Count these dice as the throw of the player on turn."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Keep the cargo and end the turn."""


Action = Roll | Stop


def legal_actions(state: State) -> tuple[ActionName, ...]:
    """The names of what the player on turn may do; nothing once the game is over."""
    if state.turn is None:
        return ()
    return ("roll", "stop") if state.turn.qualified else ("roll",)


def apply(state: State, action: Action) -> Event:
    """The event that the action gives in this state; :class:`Refused` if the rules do not allow it."""
    if state.turn is None:
        raise Refused("game_over", f"The game is over: {state.winner} has won.")
    match action:
        case Roll(dice):
            if bad := [die for die in dice if die not in range(1, 7)]:
                raise Refused("not_a_face", f"A die shows 1 to 6, not {bad[0]}.")
            if len(dice) != state.must_roll:
                raise Refused(
                    "wrong_number", f"{state.turn.player} throws {state.must_roll} dice now, not {len(dice)}."
                )
            return Rolled(dice)
        case Stop():
            if not state.turn.qualified:
                missing = _missing(state)
                raise Refused("not_qualified", f"{state.turn.player} cannot stand yet: the {missing} is still missing.")
            return Stopped()


def _missing(state: State) -> str:
    assert state.turn is not None
    part = len(state.turn.held)
    return f"{PARTS[part]} ({state.rules.sequence[part]})"
