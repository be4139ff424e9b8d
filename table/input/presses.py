"""The conversion of inputs to commands: button presses, encoder clicks, a throw at rest for long enough."""

from collections.abc import Sequence
from typing import Any

from engine import Event, Refused
from table import Mode
from table.commands import Command, PickOne, Push, TogglePause, TurnEncoder
from table.games import messages, rematch, rulebook
from table.games.rulebook import Pick
from table.input.validation import Validation, played
from table.panel import Button, Press
from table.snapshot import NO_THROW


def command_of(press: Press) -> Command | None:
    """Return what a press asks for; None for one that is for pairing only."""
    match press.button:
        case Button.ROLL:
            return Push("roll")
        case Button.STAND:
            return Push("stand")
        case Button.TAKE_BACK:
            return Push("take_back")
        case Button.PAUSE:
            return TogglePause()
        case Button.NEXT:
            return TurnEncoder(1)
        case Button.PREVIOUS:
            return TurnEncoder(-1)
        case Button.PICK:
            return PickOne(press.choice)
        case Button.PAIR:
            return None


def events_of(
    button: str, validation: Validation, state: Any, lost: str | None, joining: Sequence[str] = ()
) -> tuple[Event, ...]:
    """Return what ROLL or STAND means now, as events that the rules allow.

    ``lost`` is why there are no pictures, ``joining`` are those who play from the next game on. Raises
    :class:`~engine.Refused`, which says why there are no events.
    """
    book = rulebook(state)
    if book.is_over(state):
        return (rematch(state, joining),)
    if lost is not None:
        raise Refused("camera_lost", lost)
    if validation.mode is Mode.COVERED:
        raise Refused("covered", validation.prompt)
    if validation.mode in (Mode.MOVING, Mode.OBSTRUCTED):
        raise Refused("not_at_rest", messages.NOT_AT_REST)
    if validation.mode in NO_THROW:
        raise Refused("not_a_throw", validation.note or validation.prompt)
    if not validation.throw:
        if button == "stand":
            return book.stand(state)
        raise Refused("nothing_thrown", messages.NOTHING_THROWN)
    if button == "roll":
        return validation.throw
    return (*validation.throw, *book.stand_after(played(state, validation.throw)))


class EncoderPicker:
    """The pick shown on the encoder. Raises :class:`~engine.Refused` where there is nothing to pick."""

    def __init__(self) -> None:
        self._place = 0

    def reset(self) -> None:
        self._place = 0

    def turn(self, state: Any, by: int) -> Pick:
        picks = _picks_of(state)
        self._place = (self._place + by) % len(picks)
        return picks[self._place]

    def event(self, state: Any, name: str | None) -> Event:
        """Return what picking the one of that name means, or the one that is shown if ``name`` is None."""
        picks = _picks_of(state)
        if name is None:
            return picks[self._place].event
        event = next((pick.event for pick in picks if pick.name == name), None)
        if event is None:
            raise Refused("not_to_be_picked", messages.not_to_be_picked(name))
        return event


class AutoConfirm:
    """Confirms a throw that was shown unchanged for ``after`` seconds; never if that is 0."""

    def __init__(self, after: float) -> None:
        self._after = after
        self._throw: tuple[Event, ...] = ()
        self._since = 0.0

    def reset(self) -> None:
        self._throw = ()

    def is_due(self, throw: tuple[Event, ...], moment: float) -> bool:
        """Return whether this throw, shown at that moment (s), is to be confirmed now."""
        if not throw or not self._after:
            self._throw = ()
            return False
        if throw != self._throw:
            self._throw, self._since = throw, moment
        return moment - self._since >= self._after


def _picks_of(state: Any) -> Sequence[Pick]:
    picks = rulebook(state).choices(state)
    if not picks:
        raise Refused("nothing_to_pick", messages.NOTHING_TO_PICK)
    return picks
