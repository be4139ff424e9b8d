"""What can be done at the helm now: the bar under the table, and its API calls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import BadLog, Event, Refused, Undone, history_of
from engine.i18n import gettext as _
from table.games import has_rematch, rulebook
from table.input.hand_play import stand_by_hand
from table.snapshot import NO_THROW, LyingDie, Mode, Snapshot
from web.games import game_on_the_page
from web.tournament.view import CupLine

ApiCall = tuple[str, Mapping[str, Any]]
"""Where it is sent, and what is said there; moment and key come with the tap."""


@dataclass(frozen=True, slots=True)
class Action:
    """The label of an action, and its API calls or the sheet that it opens; what it would change, a sentence each."""

    words: str
    orders: tuple[ApiCall, ...] = ()
    tells: tuple[str, ...] = ()
    sheet: str = ""


def move(do: str, **said: Any) -> ApiCall:
    return "/api/moves", {"do": do, **said}


def push(button: str) -> ApiCall:
    return "/api/buttons", {"button": button}


def pause(on: bool) -> ApiCall:
    return "/api/pause", {"on": on}


def may_stand(state: Any) -> bool:
    """Return whether STAND means something now, without a further throw."""
    try:
        stand_by_hand(state)
    except Refused:
        return False
    return True


LatestRoll = tuple[int | None, tuple[int, ...]]
"""Number and dice of the latest roll that counts; None and none before it."""
_KNOWN: list[tuple[tuple[Event, ...], bool, LatestRoll]] = [((), False, (None, ()))]


def _of_the_log(log: tuple[Event, ...]) -> tuple[bool, LatestRoll]:
    """Return whether its latest decision can be undone, and its latest roll: computed for an event, not a request."""
    known, undoes, latest = _KNOWN[0]
    if known is not log:
        book = history_of(log)
        entry = next((one for one in reversed(book.played) if one.roll is not None), None)
        latest = (entry.roll, getattr(entry.event, "dice", ())) if entry else (None, ())
        try:
            book.write(Undone())
            undoes = True
        except (Refused, BadLog):
            undoes = False
        _KNOWN[0] = log, undoes, latest
    return undoes, latest


def undo_of(snapshot: Snapshot) -> Action | None:
    """Return the action that undoes the latest decision, also one of the turn before; None if there is none."""
    return Action(_("Undo"), (move("undo", sure=True),)) if _of_the_log(snapshot.log)[0] else None


def latest_roll(snapshot: Snapshot) -> LatestRoll:
    return _of_the_log(snapshot.log)[1]


@dataclass(frozen=True, slots=True)
class ActionBar:
    """The actions of the bar; None if one is not possible now.

    ``main`` is the golden one, ``stand`` the other where a throw lies there that may be counted. ``pad`` is whether
    rolls are entered in the bar itself, ``fixes`` whether there is a die that may be corrected.
    """

    main: Action | None
    stand: Action | None
    back: Action | None
    pad: bool
    fixes: bool


def bar_of(snapshot: Snapshot, cup: CupLine | None = None) -> ActionBar:
    """Return the bar for this snapshot; ``cup`` is the tournament that is on."""
    state, page = snapshot.state, game_on_the_page(snapshot.state)
    over, paused, asks = rulebook(state).is_over(state), snapshot.mode is Mode.PAUSED, page.asks(state)
    stand = None if over or paused else _stand(snapshot)
    main: Action | None
    if paused:
        main = Action(_("Resume"), (pause(False),))
    elif snapshot.called:
        main = Action(_("Start {versus}", versus=" – ".join(snapshot.called)), (push("roll"),))
    elif over and cup and cup.start:
        start = ("/api/tournament/start", {"match": cup.start})
        main = Action(_("Start {versus}", versus=cup.next), (start,))
    elif over:
        main = Action(_("Rematch"), (push("roll"),)) if has_rematch(state, snapshot.joining) else None
    elif snapshot.after is not None:
        main = Action(_("Roll"), (push("roll"),))
    elif asks:
        main = Action(asks.label, sheet=asks.sheet)
    elif snapshot.camera == "lost" and enters(snapshot):
        main = Action(_("Enter roll"), sheet="/helm/hand")
    else:
        main, stand = stand, None
    former = None
    if snapshot.former is not None:
        former = Action(_("Last game"), (("/api/games/reopen", {"game": snapshot.former}),))
    return ActionBar(
        main=main,
        stand=stand,
        back=undo_of(snapshot) or former,
        pad=snapshot.camera == "off" and not over and not paused and not asks and not rulebook(state).steps(state),
        fixes=bool(uncounted(snapshot)) or latest_roll(snapshot)[0] is not None,
    )


def enters(snapshot: Snapshot) -> bool:
    """Return whether a roll may be entered by hand now."""
    over, dice = rulebook(snapshot.state).is_over(snapshot.state), game_on_the_page(snapshot.state).entered
    return not over and snapshot.mode is not Mode.PAUSED and bool(dice(snapshot.state).throw)


def uncounted(snapshot: Snapshot) -> tuple[LyingDie, ...]:
    """Return the dice of a throw that lies on the tray, and is not counted yet or can't be read."""
    return snapshot.dice if snapshot.after is not None or snapshot.mode is Mode.UNSURE else ()


def _stand(snapshot: Snapshot) -> Action | None:
    state, after = snapshot.state, snapshot.after
    now = state if after is None else after
    if now.player != state.player or snapshot.mode in NO_THROW or not may_stand(now):
        return None
    seen = after is not None or snapshot.camera == "on"
    return Action(game_on_the_page(now).stand_says(now), (push("stand") if seen else move("stand"),))
