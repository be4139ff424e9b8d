"""Entry by hand, for a game without the camera: throws, kept dice and scores."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from engine import BadLog, Phase, Refused, Rolled, State, Undone, expected_tray, history_of, legal_actions
from engine.yahtzee.scoring import may_score, would_score
from table.snapshot import Snapshot
from web.catalogue import Words
from web.display_names import isolated
from web.games import game_on_the_page
from web.helm.actions import Action, move, push

AsideWay = Literal["none", "hold", "keep"]


@dataclass(frozen=True, slots=True)
class EnteredDie:
    """A die of the turn: whether it stays at the next throw, and whether the player may choose that."""

    face: int
    stays: bool
    free: bool


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A box that may be filled now, the points that the dice score there, and whether that is most."""

    key: str
    name: str
    points: int
    best: bool
    tap: Action


@dataclass(frozen=True, slots=True)
class Hand:
    """The sheet: the player and the number of dice to throw, the dice of the turn, and other actions.

    ``throw`` is for the dice as they stay now; each die more that stays is one less to throw. ``way`` is the rules'
    word for that. ``roll`` is the number of the latest roll, for a correction, and ``rolled`` says what it was;
    ``back`` undoes it if it was entered by hand. ``trouble`` is why there are no pictures.
    """

    moment: str
    heading: str
    throw: int
    way: AsideWay
    dice: tuple[EnteredDie, ...]
    taps: tuple[Action, ...]
    boxes: tuple[OpenBox, ...]
    antes: bool
    roll: int | None
    thrown: tuple[int, ...]
    rolled: str
    back: Action | None
    trouble: str | None


def hand_of(snapshot: Snapshot, words: Words) -> Hand:
    """Return the sheet for this snapshot."""
    state = snapshot.state
    ship = isinstance(state, State)
    dice, way = _of_ship(state) if ship else _of_yahtzee(state)
    number, thrown = latest_roll(snapshot)
    throw = 0 if state.phase in (Phase.OVER, Phase.ANTE) else expected_tray(state).throw
    return Hand(
        moment=f"{snapshot.boot}:{snapshot.revision}",
        heading=_heading(state, throw, words),
        throw=throw,
        way=way,
        dice=dice,
        taps=tuple(_taps(state, words)),
        boxes=tuple(boxes_of(snapshot, state, words)),
        antes=state.phase == Phase.ANTE,
        roll=number,
        thrown=thrown,
        rolled=_rolled(snapshot, words),
        back=undo_of(snapshot, words) if _ends_with_entered(snapshot) else None,
        trouble=words.told(snapshot.camera_why),
    )


def boxes_of(snapshot: Snapshot, state: Any, words: Words) -> Iterator[OpenBox]:
    """Yield the open boxes in the order of the card; an uncounted throw is counted by the same action."""
    if isinstance(state, State) or state.turn is None or not state.turn.rolls:
        return
    card, turn, page = state.cards[state.turn.player], state.turn, game_on_the_page(state)
    position = card.open_boxes(state.rules), card.yahtzee_box, turn.dice
    allowed, gives = may_score(state.rules, *position), would_score(state.rules, *position)
    before = (push("roll"),) if state is snapshot.after else ()
    most = max((gives[box] for box in allowed), default=0)
    for box in (box for box in state.rules.boxes if box in allowed):
        name, points = page.box(state.rules, box, words), gives[box]
        yield OpenBox(box, name, points, 0 < points == most, Action(name, (*before, move("score", box=box))))


def _of_ship(state: State) -> tuple[tuple[EnteredDie, ...], AsideWay]:
    turn = state.turn
    if turn is None or not turn.rolls:
        return (), "none"
    legal = legal_actions(state)
    free = Counter(expected_tray(state).may_hold) + (Counter(turn.kept) if "release" in legal else Counter())
    kept = Counter(turn.kept)
    dice = [EnteredDie(face, stays=True, free=False) for face in turn.held]
    for face in sorted(turn.loose, reverse=True):
        dice.append(EnteredDie(face, stays=kept[face] > 0, free=free[face] > 0))
        kept[face] -= 1
        free[face] -= 1
    return tuple(dice), "hold"


def _of_yahtzee(state: Any) -> tuple[tuple[EnteredDie, ...], AsideWay]:
    turn = state.turn
    if turn is None or not turn.rolls:
        return (), "none"
    kept = Counter(turn.kept)
    dice = []
    for face in sorted(turn.dice, reverse=True):
        dice.append(EnteredDie(face, stays=kept[face] > 0, free=state.rolls_left > 0))
        kept[face] -= 1
    return tuple(dice), "keep"


def _heading(state: Any, throw: int, words: Words) -> str:
    if state.phase == Phase.OVER:
        heading: str = words.HELM_GAME_OVER
    elif state.phase == Phase.ANTE:
        heading = words.helm_sets_ante(isolated(state.player))
    elif throw:
        heading = words.helm_throws(isolated(state.player), throw)
    else:
        heading = words.helm_decides(isolated(state.player))
    return heading


def _taps(state: Any, words: Words) -> Iterator[Action]:
    legal = legal_actions(state)
    if "stop" in legal:
        yield Action(words.helm_stand_with(state.turn.score), (move("stop"),))
    if "pass" in legal:
        yield Action(words.HELM_PASS, (move("pass"),))


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
