"""The bar under the table: the actions of the tray's buttons that are possible now."""

from dataclasses import dataclass
from typing import Any

from table.games import has_rematch, rulebook
from table.snapshot import Mode, Snapshot
from web.catalogue import Words
from web.games import game_on_the_page
from web.games.game_page import BeforeThrow
from web.helm.actions import Action, ApiCall, move, pause, push
from web.helm.manual_entry import latest_roll, may_stand, undo_of
from web.tournament.view import CupLine


@dataclass(frozen=True, slots=True)
class ActionBar:
    """The actions of the bar; None or False if one is not possible now.

    ``scores`` are the calls that precede that of scoring a box: an uncounted throw is counted first. ``scores`` and
    ``asks`` open the sheet to choose a box, or what is asked for before a throw. ``mends`` is the number of the latest
    roll, for a correction. ``waits`` is whether the next roll may be entered by hand.
    """

    mode: Mode
    roll: Action | None
    stand: Action | None
    back: Action | None
    scores: tuple[ApiCall, ...] | None
    asks: BeforeThrow | None
    by_hand: bool
    waits: bool
    mends: int | None


def bar_of(snapshot: Snapshot, words: Words, cup: CupLine | None = None) -> ActionBar:
    """Return the bar for this snapshot; ``cup`` is the tournament that is on."""
    state = snapshot.state
    now = state if snapshot.after is None else snapshot.after
    over, paused = rulebook(state).is_over(state), snapshot.mode is Mode.PAUSED
    return ActionBar(
        mode=snapshot.mode,
        roll=_next_match(cup, words) if over and cup and cup.start and not paused else _roll(snapshot, words),
        stand=None if over or paused else _stand(snapshot, words),
        back=undo_of(snapshot, words) or _former(snapshot, words),
        scores=_scores(snapshot, now, words) if not over and not paused else None,
        asks=game_on_the_page(state).asks(state, words),
        by_hand=not over,
        waits=not over and snapshot.mode in (Mode.WAITING, Mode.LOST),
        mends=latest_roll(snapshot)[0],
    )


def _scores(snapshot: Snapshot, now: Any, words: Words) -> tuple[ApiCall, ...] | None:
    if not game_on_the_page(now).boxes(now, words):
        return None
    return () if snapshot.after is None else (push("roll"),)


def _former(snapshot: Snapshot, words: Words) -> Action | None:
    """Return the key that goes back to the game before, to take back how it ended."""
    if snapshot.former is None:
        return None
    return Action(words.HELM_FORMER, (("/api/games/reopen", {"game": snapshot.former}),))


def _next_match(cup: CupLine, words: Words) -> Action:
    """Return the key that starts the next match of the tournament."""
    return Action(words.cup_start_of(cup.next), (("/api/tournament/start", {"match": cup.start}),))


def _roll(snapshot: Snapshot, words: Words) -> Action | None:
    """Return ROLL: count the throw, end a pause, or begin the next game."""
    if snapshot.mode is Mode.PAUSED:
        return Action(words.HELM_GO_ON, (pause(False),))
    if rulebook(snapshot.state).is_over(snapshot.state):
        again = has_rematch(snapshot.state, snapshot.joining)
        return Action(words.HELM_NEXT_GAME, (push("roll"),)) if again else None
    return Action(words.HELM_ROLL, (push("roll"),)) if snapshot.after is not None else None


def _stand(snapshot: Snapshot, words: Words) -> Action | None:
    """Return STAND: keep the dice, counting the throw first if needed, or pass."""
    state, after = snapshot.state, snapshot.after
    now = state if after is None else after
    if now.player != state.player or not may_stand(now):
        return None
    by_hand = after is None and snapshot.mode is Mode.LOST
    return Action(words.HELM_STAND, (move("stand") if by_hand else push("stand"),))
