"""Play by hand: without a camera, while it is lost, and after a roll that was entered on a page."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import Event, PlayedEvent, Refused, Rolled, Started, expected_tray, why_not_held
from engine.turns.setting_aside import check_among
from table import Mode, TrayView
from table.dice import lay_out
from table.games import messages, rulebook
from table.input.validation import Validation, by_hand, played
from table.snapshot import CameraUse
from vision import Die, on_tray


class HandPlay:
    """Whether the dice on the tray count, or those that were entered by hand.

    A roll entered by hand is shown until the camera sees a new throw, unless its dice may be those on the tray: then
    only unreadable ones were entered. ``camera`` is whether there is one, ``used`` whether it reads the dice at first.
    """

    def __init__(self, tray: TrayView, *, camera: bool, used: bool = True) -> None:
        self._tray = tray
        self._entered = False
        self.has_camera = camera
        self.uses_camera = camera and used
        self.lost: str | None = None
        """Why there are no pictures, as long as there are none."""

    @property
    def is_on(self) -> bool:
        return self._entered or not self.uses_camera

    @property
    def camera(self) -> CameraUse:
        """Whether the camera reads the dice, is lost, or is not used."""
        return "off" if not self.uses_camera else "on" if self.lost is None else "lost"

    @property
    def fields(self) -> dict[str, Any]:
        return {"camera": self.camera, "camera_why": self.lost}

    @property
    def why_not(self) -> str | None:
        """Why a button cannot count what lies on the tray; None if it can."""
        return None if self.is_on else self.lost

    def use_camera(self, on: bool) -> None:
        """Use the camera or not. Raises :class:`~engine.Refused` if there is none."""
        if on and not self.has_camera:
            raise Refused("no_camera", messages.NO_CAMERA)
        self.uses_camera = on

    def see(self, *, thrown: bool) -> None:
        """Take in a reading: whether the dice came there by a throw since the last confirmed roll."""
        self._entered = self._entered and not thrown

    def confirm(self, events: Sequence[Event], roll: PlayedEvent | None, seen: Iterable[Die]) -> None:
        if any(isinstance(event, Started) for event in events):
            self._entered = False
        elif roll is not None and any(isinstance(event, Rolled) for event in events):
            self._entered = _told(roll) and (self.lost is not None or not _may_be(roll, seen))

    def reset(self) -> None:
        self._entered = False

    def current(self, state: Any, seen: Validation) -> Validation:
        """Return the validation that counts, where the dice on the tray have the validation ``seen``."""
        return by_hand(state) if self.is_on else seen

    def shown(self, state: Any, seen: Validation) -> Validation:
        """Return the validation that is shown: without pictures, the game's next action."""
        if self.why_not is None:
            return self.current(state, seen)
        waiting = by_hand(state)
        return replace(waiting, mode=Mode.LOST) if waiting.mode is Mode.WAITING else waiting

    def dice(self, roll: PlayedEvent | None, seen: Mapping[str, Die]) -> Mapping[str, Die]:
        """Return the dice to draw, by name: those ``seen`` on the tray, or those of the latest roll."""
        if not self.is_on:
            return seen
        if roll is None or not isinstance(roll.event, Rolled):
            return {}
        return lay_out(_held_at(roll), roll.event.dice, self._tray)


def entered_by_hand(state: Any, aside: tuple[int, ...], dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the events of a throw of these dice while those in ``aside`` stay. Raises :class:`~engine.Refused`."""
    book = rulebook(state)
    if book.is_over(state):
        raise Refused("game_over", messages.GAME_OVER)
    begun = book.begun(state)
    chosen = book.choose(state, aside, len(dice)) if begun else ()
    after = played(state, chosen)
    if extra := Counter(aside) - Counter(book.aside(after)):
        if begun:
            check_among(book.faces(state), aside)
        raise Refused("not_set_aside", why_not_held(after, next(iter(extra))))
    return (*chosen, Rolled(dice, told=True))


def stand_by_hand(state: Any) -> tuple[Event, ...]:
    book = rulebook(state)
    if book.is_over(state):
        raise Refused("game_over", messages.GAME_OVER)
    return book.stand(state)


def _told(roll: PlayedEvent) -> bool:
    return isinstance(roll.event, Rolled) and roll.event.told


def _held_at(roll: PlayedEvent) -> tuple[int, ...]:
    return tuple(expected_tray(roll.before).held)


def _may_be(roll: PlayedEvent, seen: Iterable[Die]) -> bool:
    """Return whether the dice on the tray may show that roll: unreadable ones may show anything."""
    values = [die.value for die in on_tray(seen)]
    read = Counter(value for value in values if value is not None)
    return any(len(faces) == len(values) and not read - Counter(faces) for faces in _lying_at(roll))


def _lying_at(roll: PlayedEvent) -> Iterator[tuple[int, ...]]:
    """Yield the faces that may lie on the tray after that roll: held dice stay there, or are taken off."""
    assert isinstance(roll.event, Rolled)
    yield roll.event.dice
    yield (*_held_at(roll), *roll.event.dice)
