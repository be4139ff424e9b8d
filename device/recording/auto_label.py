"""Labels derived from play: confirmed and corrected events give the ground truth of earlier frames."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from device.recording.format import AsRead, Happening, LabelledFrame, RecordedPick, TrueDieAtRest
from engine import Corrected, Event, Rolled, Started, Stopped
from engine.game import owner_of
from table.session import ConfirmedEvent
from vision import Die, Flag, Reading, Rest, Zone, on_tray

TOLD = frozenset({Flag.TOUCHING})
"""Flags of a reading that a label may copy. A cocked or hidden die is never counted."""


@dataclass(frozen=True, slots=True)
class Still:
    """Dice at rest: start and end of the rest, and their reading."""

    begin: float
    end: float
    reading: Reading


class Labels:
    """Collects the labels of one recording. All times are seconds on the recording's own clock.

    ``rolls`` is the number of rolls in the game before the recording.
    """

    def __init__(self, rolls: int = 0) -> None:
        self._rolls = rolls
        self._still: Still | None = None
        self._rests: list[tuple[float, float, int]] = []
        self._layouts: list[tuple[TrueDieAtRest, ...]] = []
        self._layout_of: dict[int, int] = {}
        self._place_of: dict[int, int] = {}
        self._events: list[Happening] = []
        self._choices: list[RecordedPick] = []
        self._readings: list[AsRead] = []

    def read(self, reading: Reading, moment: float) -> None:
        dice = tuple((die.value, (round(die.center[0], 1), round(die.center[1], 1))) for die in reading.dice)
        seen = AsRead(moment, reading.rest.value, dice)
        if not self._readings or _differ(seen, self._readings[-1]):
            self._readings.append(seen)
        if reading.rest is not Rest.SETTLED:
            self._still = None
        elif self._still is None or self._still.reading is not reading:
            before = self._still.reading.dice if self._still else ()
            lay_so = [(die.value, die.center) for die in before] == [(die.value, die.center) for die in reading.dice]
            self._still = Still(self._still.begin if self._still and lay_so else moment, moment, reading)
        else:
            self._still = replace(self._still, end=moment)

    def counted(self, counted: ConfirmedEvent, moment: float) -> None:
        player = counted.player or ""
        match counted.event:
            case Started():
                self._rolls = 0
                self._layout_of, self._place_of = {}, {}
            case Rolled(dice=dice):
                self._rolls += 1
                held = self._lay_down(dice, moment)
                self._place_of[self._rolls] = len(self._events)
                self._events.append(Happening(moment, player, dice, held))
            case Corrected(roll=roll, dice=dice):
                self._correct(roll, dice)
            case Stopped():
                self._stand(player, moment)
            case event:
                self._own(event, player, moment)

    def frame(self, moment: float) -> LabelledFrame:
        layout = next((layout for begin, end, layout in self._rests if begin <= moment <= end), None)
        known = layout is not None and bool(self._layouts[layout])
        return LabelledFrame(moment, "settled", layout) if known else LabelledFrame(moment)

    def fields(self, until: float) -> dict[str, Any]:
        return {
            "layouts": tuple(self._layouts),
            "events": tuple(event for event in self._events if event.t <= until),
            "choices": tuple(choice for choice in self._choices if choice.t <= until),
            "readings": tuple(seen for seen in self._readings if seen.t <= until),
        }

    def _stand(self, player: str, moment: float) -> None:
        """Mark what was scored at that moment as the end of the turn; alone where nothing was."""
        if self._events and self._events[-1].t == moment:
            self._events[-1] = msgspec.structs.replace(self._events[-1], stands=True)
        else:
            self._events.append(Happening(moment, player, stands=True))

    def _own(self, event: Event, player: str, moment: float) -> None:
        game = owner_of(type(event))
        match game.recorded.get(type(event)) if game else None:
            case "pass":
                self._events.append(Happening(moment, player, passed=True))
            case "pick":
                self._choices.append(msgspec.convert({"t": moment, "box": getattr(event, "box", "")}, RecordedPick))
            case "aside":
                self._events.append(Happening(moment, player, aside=tuple(getattr(event, "dice", ()))))

    def _lay_down(self, rolled: Sequence[int], moment: float) -> tuple[int, ...]:
        """Assign the dice at rest to the roll, and return the faces that were held."""
        still = self._still
        dice = _confirmed(still.reading.dice, rolled) if still else None
        if still is None or dice is None:
            return ()
        self._layout_of[self._rolls] = len(self._layouts)
        self._rests.append((still.begin, moment, len(self._layouts)))
        self._layouts.append(tuple(map(_label, dice)))
        rail = Counter(die.value or 0 for die in dice if die.zone is Zone.RAIL)
        held = rail - (Counter(rolled) - Counter(die.value or 0 for die in dice if die.zone is not Zone.RAIL))
        return tuple(sorted(held.elements(), reverse=True))

    def _correct(self, roll: int, dice: tuple[int, ...]) -> None:
        if roll not in self._place_of:
            return
        place = self._place_of[roll]
        was = self._events[place].rolled
        self._events[place] = msgspec.structs.replace(self._events[place], rolled=dice)
        if roll in self._layout_of:
            layout = self._layout_of[roll]
            self._layouts[layout] = _corrected(self._layouts[layout], was, dice)


def _confirmed(dice: Sequence[Die], rolled: Sequence[int]) -> tuple[Die, ...] | None:
    """Return the dice on the tray with the confirmed values. None if the assignment is ambiguous.

    Dice that were rolled may already lie on the rail, set aside before the press.
    """
    lying = on_tray(dice)
    unread = [die for die in lying if die.value is None]
    left = Counter(rolled) - Counter(die.value for die in lying if die.value and die.zone is not Zone.RAIL)
    if len(unread) == left.total() == 1:
        [value] = left
        return tuple(replace(die, value=value) if die is unread[0] else die for die in lying)
    aside = Counter(die.value or 0 for die in lying if die.zone is Zone.RAIL)
    return None if unread or left - aside else lying


def _corrected(layout: Sequence[TrueDieAtRest], was: Sequence[int], now: Sequence[int]) -> tuple[TrueDieAtRest, ...]:
    """Return the layout with its misread dice corrected. Empty if the misread die is ambiguous."""
    wrong, right = Counter(was) - Counter(now), Counter(now) - Counter(was)
    loose = Counter(die.value for die in layout if die.zone == "rolling")
    if any(many != loose[face] for face, many in wrong.items()) or len(right) > 1:
        return ()
    values = list(right)
    return tuple(
        msgspec.structs.replace(die, value=values[0]) if die.zone == "rolling" and die.value in wrong else die
        for die in layout
    )


def _label(die: Die) -> TrueDieAtRest:
    a, b, c, d = ((round(x, 2), round(y, 2)) for x, y in die.corners)
    x, y = die.center_mm or (0.0, 0.0)
    return TrueDieAtRest(
        value=die.value,
        center=(round(die.center[0], 2), round(die.center[1], 2)),
        corners=(a, b, c, d),
        center_mm=(round(x, 2), round(y, 2)),
        yaw=round(die.yaw, 2),
        zone="rail" if die.zone is Zone.RAIL else "rolling",
        flags=tuple(sorted(flag.value for flag in die.flags & TOLD)),
    )


def _differ(one: AsRead, other: AsRead) -> bool:
    values = [sorted(value or 0 for value, _ in seen.dice) for seen in (one, other)]
    return one.rest != other.rest or values[0] != values[1]
