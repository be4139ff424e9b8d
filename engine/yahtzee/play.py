"""The transitions between states: applies every event that the rules allow, and refuses every other."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import BadRules, Refused
from engine.events import MAX_PLAYERS, Event, Joined, Left, Renamed, Rolled, Started
from engine.names import nearest, sentence
from engine.values import Expectation, check_faces
from engine.yahtzee import players as company
from engine.yahtzee.boxes import BOXES
from engine.yahtzee.card import Card, scored
from engine.yahtzee.events import Kept, Scored
from engine.yahtzee.options import rules_of
from engine.yahtzee.scoring import why_not_scored
from engine.yahtzee.state import State, Turn


def begin(start: Started) -> State:
    """Return the state in which a game begins, with the starter or else the first player.

    Raises :class:`BadRules` for rules that cannot be played. The players agree on the starter (Y-j).
    """
    rules = rules_of(start.preset, start.options)
    if not start.players:
        raise BadRules(f"no players: the game is for 1 to {MAX_PLAYERS}")
    starter = start.starter or start.players[0]
    cards = dict.fromkeys(start.players, Card())
    return State(rules, start.options, start.players, starter, cards, Turn(starter))


def apply(state: State, event: Event) -> State:
    """Return the state after one more event. Raises :class:`Refused` if the rules do not allow it now."""
    if state.turn is None and not isinstance(event, Renamed):
        raise Refused("game_over", f"The game is over: {_outcome(state)}.")
    step = _STEPS.get(type(event))
    if step is None:
        raise Refused("not_this_game", "Not possible in Yahtzee.")
    return step(state, event)


def legal_actions(state: State) -> tuple[str, ...]:
    """Return the names of the actions that are allowed next; empty once the game is over."""
    if state.turn is None:
        return ()
    names = ["roll"] if state.must_roll else []
    if state.turn.rolls:
        if state.rolls_left:
            names.append("keep")
        names.append("score")
    return tuple(names)


def expected_tray(state: State) -> Expectation:
    """Return the kept dice, the number to throw, and the others that may be kept: any, while a roll is left (Y2)."""
    turn = state.turn
    if turn is None or not state.rolls_left:
        return Expectation((), 0)
    loose = Counter(turn.dice) - Counter(turn.kept)
    return Expectation(turn.kept, state.must_roll, tuple(loose.elements()))


def why_not_held(state: State, face: int) -> str:
    """Return why a die of that face, beside those kept, may not be set aside now, as one sentence."""
    turn = state.turn
    if turn is None or not turn.rolls:
        return "Roll first."
    if not state.rolls_left:
        return f"{turn.player} has no rolls left: choose a box."
    return _why_not_kept(turn, face, turn.kept.count(face) + 1) or f"You can hold the {face}."


def _roll(state: State, event: Rolled) -> State:
    turn = _on_turn(state)
    check_faces(event.dice)
    if event.player not in (None, turn.player):
        raise Refused("not_your_turn", f"It is {turn.player}’s turn, not {event.player}’s.")
    if not state.rolls_left:  # Y2
        raise Refused("no_rolls_left", f"{turn.player} has no rolls left: choose a box.")
    must = state.must_roll
    if not must:
        raise Refused("nothing_to_throw", f"{turn.player} keeps all dice: choose a box, or keep fewer.")
    if len(event.dice) != must:
        dice = "die" if must == 1 else "dice"
        raise Refused("wrong_number", f"{turn.player} rolls {must} {dice} now, not {len(event.dice)}.")
    return replace(state, turn=Turn(turn.player, turn.rolls + 1, turn.kept + event.dice))


def _keep(state: State, event: Kept) -> State:
    turn = _on_turn(state)
    check_faces(event.dice)
    if not turn.rolls:
        raise Refused("nothing_thrown", "Roll first.")
    if not state.rolls_left:
        raise Refused("no_rolls_left", f"{turn.player} has no rolls left: choose a box.")
    for face, many in Counter(event.dice).items():
        if lying := _why_not_kept(turn, face, many):
            raise Refused("not_there", lying)
    return replace(state, turn=replace(turn, kept=event.dice))


def _why_not_kept(turn: Turn, face: int, many: int) -> str:
    """Return why that many dice of that face cannot be kept, as one sentence; empty if they can."""
    lie = turn.dice.count(face)
    if many <= lie:
        return ""
    return (
        f"Only {lie} of the dice {'shows' if lie == 1 else 'show'} a {face}."
        if lie
        else f"There’s no {face} on the tray."
    )


def _score(state: State, event: Scored) -> State:
    turn, rules = _on_turn(state), state.rules
    if event.box not in BOXES:
        raise Refused(
            "no_such_box", sentence(f"there is no box called “{event.box[:40]}”{nearest(event.box[:40], BOXES)}")
        )
    if not turn.rolls:
        raise Refused("nothing_thrown", "Roll first.")
    card = state.cards[turn.player]
    open_boxes = card.open_boxes(rules)
    if why := why_not_scored(rules, open_boxes, card.yahtzee_box, turn.dice, event.box):
        raise Refused("box_forced" if event.box in open_boxes else "box_filled", why)
    return company.next_turn(
        replace(state, cards={**state.cards, turn.player: scored(rules, card, turn.dice, event.box)})
    )


def _on_turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _outcome(state: State) -> str:
    return f"{state.winner} has won" if state.winner else f"{' and '.join(state.tied)} tie for the win"


_STEPS: Mapping[type[Event], Callable[[State, Any], State]] = {
    Rolled: _roll,
    Kept: _keep,
    Scored: _score,
    Joined: company.join,
    Left: company.leave,
    Renamed: company.rename,
}
