"""Entry by hand, for a game without the camera: throws, kept dice and scores."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine import BadLog, Refused, Rolled, Undone, history_of
from table.games import rulebook
from table.hand_play import stand_by_hand
from table.snapshot import Snapshot
from web.catalogue import Words
from web.display_names import isolated
from web.games import game_on_the_page
from web.games.game_page import BeforeThrow, EnteredDice, OpenBox
from web.helm.actions import Action, move, push


@dataclass(frozen=True, slots=True)
class BoxKey:
    """A box that may be filled now, and the action that fills it."""

    box: OpenBox
    tap: Action


@dataclass(frozen=True, slots=True)
class Hand:
    """The sheet: the player and the number of dice to throw, the dice of the turn, and other actions.

    ``entered`` are the dice and the number to throw. ``roll`` is the number of the latest roll, for a correction, and
    ``rolled`` says what it was; ``back`` undoes it if it was entered by hand. ``asks`` is what is asked for before a
    throw. ``trouble`` is why there are no pictures.
    """

    moment: str
    heading: str
    entered: EnteredDice
    taps: tuple[Action, ...]
    boxes: tuple[BoxKey, ...]
    asks: BeforeThrow | None
    roll: int | None
    thrown: tuple[int, ...]
    rolled: str
    back: Action | None
    trouble: str | None


def hand_of(snapshot: Snapshot, words: Words) -> Hand:
    """Return the sheet for this snapshot."""
    state = snapshot.state
    page = game_on_the_page(state)
    entered, asks = page.entered(state), page.asks(state, words)
    number, thrown = latest_roll(snapshot)
    return Hand(
        moment=f"{snapshot.boot}:{snapshot.revision}",
        heading=_heading(state, entered.throw, asks, words),
        entered=entered,
        taps=(Action(page.stand_says(state, words), (move("stand"),)),) if may_stand(state) else (),
        boxes=tuple(boxes_of(snapshot, state, words)),
        asks=asks,
        roll=number,
        thrown=thrown,
        rolled=_rolled(snapshot, words),
        back=undo_of(snapshot, words) if _ends_with_entered(snapshot) else None,
        trouble=words.told(snapshot.camera_why),
    )


def boxes_of(snapshot: Snapshot, state: Any, words: Words) -> Iterator[BoxKey]:
    """Yield the open boxes in the order of the card; an uncounted throw is counted by the same action."""
    before = (push("roll"),) if state is snapshot.after else ()
    for box in game_on_the_page(state).boxes(state, words):
        yield BoxKey(box, Action(box.name, (*before, move("score", box=box.key))))


def may_stand(state: Any) -> bool:
    """Return whether STAND means something now, without a further throw."""
    try:
        stand_by_hand(state)
    except Refused:
        return False
    return True


def _heading(state: Any, throw: int, asks: BeforeThrow | None, words: Words) -> str:
    player, still = isolated(state.player or ""), rulebook(state).standstill(state)
    if rulebook(state).is_over(state):
        heading: str = words.HELM_GAME_OVER
    elif asks and still:
        heading = words.told(still[0])
    elif throw:
        heading = words.helm_throws(player, throw)
    else:
        heading = words.helm_decides(player)
    return heading


def undo_of(snapshot: Snapshot, words: Words) -> Action | None:
    """Return the action that undoes the latest decision, also one of the turn before; None if there is none."""
    try:
        history_of(snapshot.log).write(Undone())
    except (Refused, BadLog):
        return None
    return Action(words.HELM_TAKE_BACK, (move("undo", sure=True),))


def _ends_with_entered(snapshot: Snapshot) -> bool:
    latest = snapshot.log[-1] if snapshot.log else None
    return isinstance(latest, Rolled) and latest.told


def _rolled(snapshot: Snapshot, words: Words) -> str:
    """Return “Ann rolled 6 5 2” for the latest roll, "" if there is none."""
    played = history_of(snapshot.log).played if snapshot.log else ()
    entry = next((one for one in reversed(played) if one.roll is not None), None)
    if entry is None or not isinstance(entry.event, Rolled):
        return ""
    said: str = words.helm_rolled(isolated(entry.before.player or ""), entry.event.dice)
    return said


def latest_roll(snapshot: Snapshot) -> tuple[int | None, tuple[int, ...]]:
    """Return the number of the latest roll that counts, and its dice."""
    if not snapshot.log:
        return None, ()
    entry = next((one for one in reversed(history_of(snapshot.log).played) if one.roll is not None), None)
    return (entry.roll, getattr(entry.event, "dice", ())) if entry else (None, ())
