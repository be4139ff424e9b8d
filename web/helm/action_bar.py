"""The bar under the table: the actions of the tray's buttons that are possible now."""

from dataclasses import dataclass
from typing import Any

from engine import Phase, State, legal_actions
from table.snapshot import Mode, Snapshot
from web.catalogue import Words
from web.helm.actions import Action, ApiCall, move, pause, push
from web.helm.manual_entry import latest_roll, undo_of


@dataclass(frozen=True, slots=True)
class ActionBar:
    """The actions of the bar; None or False if one is not possible now.

    ``scores`` are the calls that precede that of scoring a box: an uncounted throw is counted first. ``scores`` and
    ``antes`` open the sheet to choose a box or an ante, ``mends`` is the number of the latest roll, for
    a correction. ``waits`` is whether the next roll may be entered by hand.
    """

    mode: Mode
    roll: Action | None
    stand: Action | None
    back: Action | None
    scores: tuple[ApiCall, ...] | None
    antes: bool
    by_hand: bool
    waits: bool
    mends: int | None


def bar_of(snapshot: Snapshot, words: Words) -> ActionBar:
    """Return the bar for this snapshot."""
    state = snapshot.state
    now = state if snapshot.after is None else snapshot.after
    over, paused = state.phase == Phase.OVER, snapshot.mode is Mode.PAUSED
    return ActionBar(
        mode=snapshot.mode,
        roll=_roll(snapshot, words),
        stand=None if over or paused else _stand(snapshot, words),
        back=undo_of(snapshot, words),
        scores=_scores(snapshot, now) if not over and not paused else None,
        antes=state.phase == Phase.ANTE,
        by_hand=not over,
        waits=not over and snapshot.mode in (Mode.WAITING, Mode.LOST),
        mends=latest_roll(snapshot)[0],
    )


def _scores(snapshot: Snapshot, now: Any) -> tuple[ApiCall, ...] | None:
    if "score" not in legal_actions(now):
        return None
    return () if snapshot.after is None else (push("roll"),)


def _roll(snapshot: Snapshot, words: Words) -> Action | None:
    """Return ROLL: count the throw, end a pause, or begin the next game."""
    if snapshot.mode is Mode.PAUSED:
        return Action(words.HELM_GO_ON, (pause(False),))
    if snapshot.state.phase == Phase.OVER:
        return Action(words.HELM_NEXT_GAME, (push("roll"),))
    return Action(words.HELM_ROLL, (push("roll"),)) if snapshot.after is not None else None


def _stand(snapshot: Snapshot, words: Words) -> Action | None:
    """Return STAND: keep the dice, counting the throw first if needed, or pass."""
    state, after = snapshot.state, snapshot.after
    if not isinstance(state, State):
        return None
    now = state if after is None else after
    if now.player != state.player or not {"stop", "pass"} & set(legal_actions(now)):
        return None
    if after is not None or snapshot.mode is not Mode.LOST:
        return Action(words.HELM_STAND, (push("stand"),))
    return Action(words.HELM_STAND, (move("pass" if "pass" in legal_actions(now) else "stop"),))
