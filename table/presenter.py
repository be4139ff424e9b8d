"""The conversion of the game, the dice and the validation to snapshots for the pages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from engine import Event
from table import LyingDie, Snapshot, TrayView
from table.games import rulebook
from table.session import GameSession
from table.snapshot import LyingThing, Part
from table.validation import Validation, played
from vision import Die, ThingOutline, Zone

DIE_SIZE = 16.0
"""The size in mm at which a die of unknown size is drawn."""

ROUND_TRAY = 18.0
"""The distance from the tray's floor in mm up to which dice are drawn: those on the rim, not those on the table."""

ONE_SET = 0.25
"""The share by which dice of one set may differ in measured size."""


def snapshot_of(
    latest: Snapshot,
    session: GameSession,
    dice: Mapping[str, Die],
    shown: Validation,
    throw: Sequence[Event],
    *,
    entered: bool = False,
    **more: Any,
) -> Snapshot:
    """Return the snapshot after ``latest``: the game, the dice, what is shown, and ``more`` fields unchanged.

    ``throw`` are the events of an unconfirmed throw. ``entered`` says that the dice were entered by hand.
    """
    state = session.state
    after = played(state, throw) if throw else None
    signs = rulebook(state).parts(after or state, dice)
    return replace(
        latest,
        mode=shown.mode,
        prompt=shown.prompt,
        state=state,
        dice=tuple(replace(die, entered=entered) for die in drawn(_near(dice, latest.tray), signs)),
        event=session.number,
        game=session.opened,
        former=session.former,
        log=session.events,
        joining=session.joining,
        after=after,
        **more,
    )


def drawn_things(things: Iterable[ThingOutline]) -> tuple[LyingThing, ...]:
    """Return the things to remove as a page draws them."""
    return tuple(LyingThing(thing.corners_mm, round(thing.area), thing.problem) for thing in things)


def _near(dice: Mapping[str, Die], tray: TrayView) -> dict[str, Die]:
    return {key: die for key, die in dice.items() if die.zone is not Zone.OUTSIDE or _away(die, tray) <= ROUND_TRAY}


def _away(die: Die, tray: TrayView) -> float:
    x, y = die.center_mm or die.center
    return max(-x, x - tray.width, -y, y - tray.height)


def drawn(dice: Mapping[str, Die], parts: Mapping[str, Part]) -> tuple[LyingDie, ...]:
    """Return the dice as a page draws them. Dice of nearly the same measured size are one set, drawn in one size."""
    sizes = [die.size_mm for die in dice.values() if die.size_mm]
    usual = median(sizes) if sizes else DIE_SIZE
    one_set = all(abs(size - usual) <= ONE_SET * usual for size in sizes)
    return tuple(
        LyingDie(
            key=key,
            value=die.value,
            center=die.center_mm or die.center,
            yaw=die.yaw,
            size=usual if one_set else die.size_mm or usual,
            on_rail=die.zone is Zone.RAIL,
            body=die.body,
            pips=die.pips,
            part=parts.get(key),
            doubt=die.doubt,
            likeliest=die.likeliest,
        )
        for key, die in sorted(dice.items())
    )
