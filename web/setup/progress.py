"""The state of the set-up, kept in the table's store: how far it came, and which browser is at it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from engine.i18n import gettext as _
from web.services.store import KeyValueStore, known_value

KEPT = "setup"
"""The name under which the store keeps it."""

Step = Literal["language", "pin", "network", "camera", "tray", "throws", "names", "codes"]

STEPS: tuple[Step, ...] = get_args(Step)

STEP_NAMES: dict[Step, str] = {
    "language": _("Language"),
    "pin": _("Owner’s PIN"),
    "network": _("Network"),
    "camera": _("Camera and tray"),
    "tray": _("Holding dice"),
    "throws": _("Test rolls"),
    "names": _("Names"),
    "codes": _("Phones and TV"),
}

WITHOUT_CAMERA: tuple[Step, ...] = ("language", "pin", "network", "names")
"""The first walk at a table where rolls are entered by hand: it ends in the game."""

THROWS = 3
"""Test throws."""

Dice = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RollTrial:
    """A test throw as it was read, None for a die that was not clear, and whether the guest said that it was right."""

    dice: Dice
    right: bool


@dataclass(frozen=True, slots=True)
class SetupProgress:
    """How far the set-up came: the furthest step, the holder's name, and the test throws.

    ``throw`` was read and not yet judged. ``begun`` is False before the first step was done, ``finished`` True after
    the last one.
    """

    at: Step = "language"
    begun: bool = False
    finished: bool = False
    holder: str = ""
    throw: Dice | None = None
    trials: tuple[RollTrial, ...] = ()

    def reached(self, step: Step) -> bool:
        """Return whether that step may be opened: it was done, or is the next one."""
        return self.finished or STEPS.index(step) <= STEPS.index(self.at)

    def after(self, step: Step, steps: Sequence[Step]) -> "SetupProgress":
        later = following(step, steps)
        return self if self.finished or self.reached(later) else replace(self, at=later)


def following(step: Step, steps: Sequence[Step]) -> Step:
    return next((one for one in steps if STEPS.index(one) > STEPS.index(step)), steps[-1])


def before(step: Step, steps: Sequence[Step]) -> Step | None:
    return next((one for one in reversed(steps) if STEPS.index(one) < STEPS.index(step)), None)


def load(drawer: KeyValueStore) -> SetupProgress:
    """Return the stored progress. One that cannot be read counts as finished: it opens nothing."""
    if kept := known_value(drawer, KEPT, _read):
        return kept
    return SetupProgress(begun=True, finished=True) if drawer.was_lost(KEPT) else SetupProgress()


def _read(kept: Any) -> SetupProgress:
    match kept:
        case {"at": str(at), "finished": bool(finished), "holder": str(holder)} if at in STEPS:
            throw, trials = kept.get("throw"), kept.get("trials")
            rows: Sequence[Any] = trials if isinstance(trials, list) else ()
            return SetupProgress(
                at=at,
                begun=True,
                finished=finished,
                holder=holder,
                throw=_dice(throw) if isinstance(throw, list) else None,
                trials=tuple(
                    RollTrial(_dice(row["dice"]), row["right"] is True)
                    for row in rows[:THROWS]
                    if isinstance(row, dict) and isinstance(row.get("dice"), list) and "right" in row
                ),
            )
    raise ValueError("no progress")


def save(drawer: KeyValueStore, progress: SetupProgress) -> None:
    """Store the progress. Raises :class:`~web.errors.Denied`, with nothing changed, if that fails."""
    drawer.put(KEPT, {name: value for name, value in asdict(progress).items() if name != "begun"})


def end(drawer: KeyValueStore, progress: SetupProgress) -> None:
    save(drawer, replace(progress, begun=True, finished=True, holder="", throw=None))


def _dice(values: Sequence[object]) -> Dice:
    return tuple(value if isinstance(value, int) and 1 <= value <= 6 else None for value in values[:20])


NOT_REACHED = _("Do the steps before this one first.")
