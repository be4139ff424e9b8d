"""Tracks dice across readings, and keeps the phase of the throw (:mod:`table.input.phases`)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table import TrayView
from table.dice import HoldMode, follow, unmoved
from table.games import messages
from table.input import phases
from table.input.phases import AT_REST, AwaitingThrow, Surroundings, ThrowPhase
from table.input.validation import Validation
from vision import Die, Reading, Rest, ThingOutline, on_tray

LONG_IN_THE_WAY = 4.0
"""Seconds after which the page asks for a hand over the tray to be removed."""


class DiceTracker:
    """The dice as last seen at rest, by name, and the phase of the throw.

    :meth:`see` takes each reading in turn. :meth:`reconsider` is called after a change of the game.
    """

    def __init__(self, hold: HoldMode, tray: TrayView) -> None:
        self._around = Surroundings(hold, tray)
        self._phase: ThrowPhase = AwaitingThrow()
        self._known: dict[str, Die] = {}
        self._seen: dict[str, Die] = {}
        self._meant: dict[str, tuple[int, int]] = {}
        """By the name of a misread die: the value that was read, and the actual one."""
        self._paused: tuple[Die, ...] | None = None
        self._obstructed_since: float | None = None
        self.problem: str | None = None
        self.things: tuple[ThingOutline, ...] = ()
        """What lay on the tray and has to be removed, as last seen at rest."""

    @property
    def dice(self) -> Mapping[str, Die]:
        return {key: self._as_meant(key, die) for key, die in self._seen.items()}

    @property
    def thrown(self) -> bool:
        """Whether the dice came there by a throw since the last confirmed roll."""
        return phases.waiting_of(self._phase).thrown

    @property
    def throw(self) -> object:
        """The throw that was read and is not confirmed, the same object until another is read; None without one."""
        return self._phase.layout if isinstance(self._phase, phases.Thrown) else None

    def see(self, state: Any, reading: Reading, moment: float) -> Validation:
        """Take in a reading, seconds on the frames' clock. Returns the validation of the dice on the tray."""
        self._phase = phases.advance(self._phase, reading, self._around.hold)
        if reading.rest not in AT_REST:
            return self._unsettled(state, reading.rest, moment)
        self._obstructed_since = None
        self.problem = reading.problems[0] if reading.problems else None
        self.things = reading.things
        self._seen = follow(self._known, reading.dice)
        self._known |= self._seen
        if self._paused is not None:
            lying, lay = on_tray(self._dice), on_tray(self._paused)
            if not len(unmoved(lying, lay)) == len(lay) == len(lying):
                self.confirm()
            self._paused = None
        return self.reconsider(state)

    def reconsider(self, state: Any) -> Validation:
        """Return the validation of the dice, as last seen at rest, in this state."""
        self._phase, validation = phases.judge(self._phase, state, self._dice, self._around)
        return validation

    def confirm(self) -> None:
        dice = self._dice
        self._forget_values()
        self._phase = phases.confirmed(self._phase, dice, self._around.hold)

    def correct(self, was: Sequence[int], now: Sequence[int]) -> None:
        """Correct the dice of a roll of this turn, read as ``was``, to what they showed, as long as they lie there."""
        wrong = sorted((Counter(was) - Counter(now)).elements())
        right = sorted((Counter(now) - Counter(was)).elements())
        for old, new in zip(wrong, right, strict=True):
            key = next((key for key, die in self.dice.items() if die.value == old and key not in self._meant), None)
            seen = self._seen[key].value if key else None
            if key and seen:
                self._meant[key] = (seen, new)
        self._phase = phases.corrected(self._phase, self._dice, self._around.hold)

    def pause(self) -> None:
        """Pause until the next reading at rest. Dice that lie differently then were not thrown in the game."""
        self._paused = self._dice if self._paused is None else self._paused

    @property
    def _dice(self) -> tuple[Die, ...]:
        return tuple(self.dice.values())

    def _unsettled(self, state: Any, rest: Rest, moment: float) -> Validation:
        self._phase, validation = phases.judge_unsettled(self._phase, state, rest, self._dice, self._around)
        if rest is not Rest.OBSTRUCTED:
            if phases.waiting_of(self._phase).watch.cleared:
                self._obstructed_since = None
            return validation
        if self._obstructed_since is None:
            self._obstructed_since = moment
        long = moment - self._obstructed_since >= LONG_IN_THE_WAY
        return replace(validation, note=messages.IN_THE_WAY if long else None)

    def _forget_values(self) -> None:
        """Remove the corrections of misread dice, except for those that are set aside."""
        aside = phases.layout_of(self._phase, self._dice, self._around.hold).aside
        self._meant = {key: self._meant[key] for key, die in self.dice.items() if key in self._meant and die in aside}

    def _as_meant(self, key: str, die: Die) -> Die:
        seen, true = self._meant.get(key, (None, None))
        return replace(die, value=true) if seen is not None and die.value == seen else die
