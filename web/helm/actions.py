"""What can be done at the helm now: the bar under the table, the sheet for entry by hand, and their API calls."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import BadLog, PlayedEvent, Refused, Rolled, Undone, history_of
from engine.i18n import gettext as _
from engine.i18n import in_words, ngettext
from table.games import has_rematch, rulebook
from table.input.hand_play import stand_by_hand
from table.snapshot import Mode, Snapshot
from web.display_names import isolated
from web.games import game_on_the_page
from web.games.page import BeforeThrow, EnteredDice
from web.tournament.view import CupLine

ApiCall = tuple[str, Mapping[str, Any]]
"""Where it is sent, and what is said there; moment and key come with the tap."""


@dataclass(frozen=True, slots=True)
class Action:
    """The label of an action, what it would change (a sentence each), and its API calls."""

    words: str
    orders: tuple[ApiCall, ...] = ()
    tells: tuple[str, ...] = field(default=())


def move(do: str, **said: Any) -> ApiCall:
    return "/api/moves", {"do": do, **said}


def push(button: str) -> ApiCall:
    return "/api/buttons", {"button": button}


def pause(on: bool) -> ApiCall:
    return "/api/pause", {"on": on}


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
    asks: BeforeThrow | None
    roll: int | None
    thrown: tuple[int, ...]
    rolled: str
    back: Action | None
    trouble: str | None


def hand_of(snapshot: Snapshot) -> Hand:
    state = snapshot.state
    page = game_on_the_page(state)
    entered, asks = page.entered(state), page.asks(state)
    number, thrown = latest_roll(snapshot)
    return Hand(
        moment=f"{snapshot.boot}:{snapshot.revision}",
        heading=_heading(state, entered.throw, asks),
        entered=entered,
        taps=(Action(page.stand_says(state), (move("stand"),)),) if may_stand(state) else (),
        asks=asks,
        roll=number,
        thrown=thrown,
        rolled=_rolled(snapshot),
        back=undo_of(snapshot) if _ends_with_entered(snapshot) else None,
        trouble=snapshot.camera_why,
    )


def may_stand(state: Any) -> bool:
    """Return whether STAND means something now, without a further throw."""
    try:
        stand_by_hand(state)
    except Refused:
        return False
    return True


def _heading(state: Any, throw: int, asks: BeforeThrow | None) -> str:
    player, still = isolated(state.player or ""), rulebook(state).standstill(state)
    if rulebook(state).is_over(state):
        return _("The game is over")
    if asks and still:
        return still[0]
    if throw:
        return ngettext(
            "{player} rolls one die", "{player} rolls {number} dice", throw, player=player, number=in_words(throw)
        )
    return _("{player}’s choice", player=player)


def undo_of(snapshot: Snapshot) -> Action | None:
    """Return the action that undoes the latest decision, also one of the turn before; None if there is none."""
    try:
        history_of(snapshot.log).write(Undone())
    except (Refused, BadLog):
        return None
    return Action(_("Undo"), (move("undo", sure=True),))


def _ends_with_entered(snapshot: Snapshot) -> bool:
    latest = snapshot.log[-1] if snapshot.log else None
    return isinstance(latest, Rolled) and latest.told


def _latest_entry(snapshot: Snapshot) -> PlayedEvent | None:
    played = history_of(snapshot.log).played if snapshot.log else ()
    return next((one for one in reversed(played) if one.roll is not None), None)


def _rolled(snapshot: Snapshot) -> str:
    entry = _latest_entry(snapshot)
    if entry is None or not isinstance(entry.event, Rolled):
        return ""
    name = isolated(entry.before.player or "")
    return _("{name} rolled {dice}", name=name, dice=" ".join(map(str, entry.event.dice)))


def latest_roll(snapshot: Snapshot) -> tuple[int | None, tuple[int, ...]]:
    entry = _latest_entry(snapshot)
    return (entry.roll, getattr(entry.event, "dice", ())) if entry else (None, ())


@dataclass(frozen=True, slots=True)
class ActionBar:
    """The actions of the bar; None or False if one is not possible now.

    ``asks`` opens the sheet for what is asked for before a throw. ``mends`` is the number of the latest roll, for a
    correction. ``waits`` is whether the next roll may be entered by hand.
    """

    mode: Mode
    roll: Action | None
    stand: Action | None
    back: Action | None
    asks: BeforeThrow | None
    by_hand: bool
    waits: bool
    mends: int | None


def bar_of(snapshot: Snapshot, cup: CupLine | None = None) -> ActionBar:
    """Return the bar for this snapshot; ``cup`` is the tournament that is on."""
    state = snapshot.state
    over, paused = rulebook(state).is_over(state), snapshot.mode is Mode.PAUSED
    former = next_match = None
    if snapshot.former is not None:
        former = Action(_("Last game"), (("/api/games/reopen", {"game": snapshot.former}),))
    if cup and cup.start:
        start = ("/api/tournament/start", {"match": cup.start})
        next_match = Action(_("Start {versus}", versus=cup.next), (start,))
    entered = game_on_the_page(state).entered(state)
    return ActionBar(
        mode=snapshot.mode,
        roll=next_match if over and next_match and not paused else _roll(snapshot),
        stand=None if over or paused else _stand(snapshot),
        back=undo_of(snapshot) or former,
        asks=game_on_the_page(state).asks(state),
        by_hand=not over,
        waits=not over
        and snapshot.mode in (Mode.WAITING, Mode.LOST)
        and bool(entered.throw or any(die.free for die in entered.dice)),
        mends=latest_roll(snapshot)[0],
    )


def _roll(snapshot: Snapshot) -> Action | None:
    if snapshot.mode is Mode.PAUSED:
        return Action(_("Resume"), (pause(False),))
    if rulebook(snapshot.state).is_over(snapshot.state):
        again = has_rematch(snapshot.state, snapshot.joining)
        return Action(_("Rematch"), (push("roll"),)) if again else None
    return Action(_("Roll"), (push("roll"),)) if snapshot.after is not None else None


def _stand(snapshot: Snapshot) -> Action | None:
    state, after = snapshot.state, snapshot.after
    now = state if after is None else after
    if now.player != state.player or not may_stand(now):
        return None
    by_hand = after is None and snapshot.mode is Mode.LOST
    return Action(_("Stand"), (move("stand") if by_hand else push("stand"),))
