"""The transitions between states: applies every event that the rules allow, players’ too, and refuses others."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import BadRules, Refused
from engine.events import MAX_PLAYERS, Event, Joined, Left, Renamed, Rolled, Started
from engine.games.yahtzee.card import Card, scored
from engine.games.yahtzee.rules import rules_of
from engine.games.yahtzee.state import Kept, Scored, State, Turn
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import nearest
from engine.players import (
    MOST_HEAD_START,
    check_handicap,
    check_joins,
    check_leaves,
    check_number,
    check_renames,
    clockwise,
    game_over,
    not_your_turn,
    renamed,
)
from engine.turns.setting_aside import check_among
from engine.values import Expectation, check_faces, replace


def next_turn(state: State) -> State:
    """Return the state with the next turn begun: that of the player with the fewest filled boxes, in seat order (Y-j).

    The order begins with the starter. Each player fills one box a round, and late or returning players catch up. Once
    no player present has an open box the highest total wins. Tied players share the game.
    """
    order = [name for name in clockwise(state.players, state.starter) if name not in state.gone]
    filled = {name: state.cards[name].filled for name in order}
    player = min(order, key=filled.__getitem__, default=None)
    if player is not None and filled[player] < state.rules.turns:
        return replace(state, turn=Turn(player))
    if not order and len(state.players) == 1:
        return replace(state, turn=None)
    totals = state.totals
    best = tuple(name for name in state.players if totals[name] == max(totals.values()))
    return replace(state, turn=None, winner=best[0] if len(best) == 1 else None, tied=best if len(best) > 1 else ())


def join(state: State, event: Joined) -> State:
    """Add a player to the right of the first seat. A returning player continues the earlier card."""
    name = event.player
    check_joins(state.present, name)
    if name in state.players:
        return replace(state, gone=state.gone - {name})
    if state.round > 1:
        raise Refused("mid_game", _("{name} joins next game: the first round is over.", name=name))
    return replace(state, players=(*state.players, name), cards={**state.cards, name: Card()})


def leave(state: State, event: Left) -> State:
    """Remove a player: scores are kept, a current turn ends without a box."""
    name = event.player
    check_leaves(state.present, name)
    state = replace(state, gone=state.gone | {name})
    return next_turn(state) if state.player == name else state


NAMED: Mapping[type, Sequence[str]] = {
    State: ("players", "starter", "cards", "turn", "gone", "winner", "tied", "handicap"),
    Turn: ("player",),
}
"""The fields with names of players."""


def rename(state: State, event: Renamed) -> State:
    check_renames(state.players, event.player, event.name)
    after: State = renamed(state, event.player, event.name, NAMED)
    return after


def begin(start: Started) -> State:
    """Return the state in which a game begins, with the starter or else the first player.

    Raises :class:`BadRules` for rules that cannot be played. The players agree on the starter (Y-j).
    """
    rules = rules_of(start.preset, start.options)
    if not start.players:
        raise BadRules(_("no players: the game is for 1 to {max_players}", max_players=MAX_PLAYERS))
    starter = start.starter or start.players[0]
    cards = dict.fromkeys(start.players, Card())
    check_handicap(start, MOST_HEAD_START)
    return State(rules, start.options, start.players, starter, cards, Turn(starter), handicap=start.handicap)


def apply(state: State, event: Event) -> State:
    """Return the state after one more event. Raises :class:`Refused` if the rules do not allow it now."""
    if state.turn is None and not isinstance(event, Renamed):
        raise game_over(state)
    step = _STEPS.get(type(event))
    if step is None:
        raise Refused("not_this_game", _("Not possible in {game}.", game=state.rules.sheet.title))
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
        return _("Roll first.")
    if not state.rolls_left:
        return _("{player} has no rolls left: choose a box.", player=turn.player)
    try:
        check_among(turn.dice, (face,) * (turn.kept.count(face) + 1))
    except Refused as refused:
        return refused.why
    return _("You can hold the {face}.", face=face)


def _roll(state: State, event: Rolled) -> State:
    turn = _on_turn(state)
    check_faces(event.dice)
    if event.player is not None and event.player != turn.player:
        raise not_your_turn(turn.player, event.player)
    if not state.rolls_left:  # Y2
        raise Refused("no_rolls_left", _("{player} has no rolls left: choose a box.", player=turn.player))
    must = state.must_roll
    if not must:
        raise Refused(
            "nothing_to_throw", _("{player} keeps all dice: choose a box, or keep fewer.", player=turn.player)
        )
    check_number(turn.player, event.dice, must)
    return replace(state, turn=Turn(turn.player, turn.rolls + 1, turn.kept + event.dice))


def _keep(state: State, event: Kept) -> State:
    turn = _on_turn(state)
    check_faces(event.dice)
    if not turn.rolls:
        raise Refused("nothing_thrown", _("Roll first."))
    if not state.rolls_left:
        raise Refused("no_rolls_left", _("{player} has no rolls left: choose a box.", player=turn.player))
    check_among(turn.dice, event.dice)
    return replace(state, turn=replace(turn, kept=event.dice))


def _score(state: State, event: Scored) -> State:
    turn, rules = _on_turn(state), state.rules
    if event.box not in rules.sheet.names:
        box, near = event.box[:40], nearest(event.box[:40], rules.sheet.names)
        raise Refused("no_such_box", full_sentence(_("there is no box called “{box}”{nearest}", box=box, nearest=near)))
    offer = state.offer
    if offer is None:
        raise Refused("nothing_thrown", _("Roll first."))
    if why := offer.why_not(event.box):
        raise Refused("box_forced" if event.box in offer.open_boxes else "box_filled", why)
    card = scored(rules, state.cards[turn.player], offer, event.box)
    after = replace(state, cards={**state.cards, turn.player: card})
    if rules.wins_served(turn.dice, first=offer.first):
        return replace(after, turn=None, winner=turn.player)
    return next_turn(after)


def _on_turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


_STEPS: Mapping[type[Event], Callable[[State, Any], State]] = {
    Rolled: _roll,
    Kept: _keep,
    Scored: _score,
    Joined: join,
    Left: leave,
    Renamed: rename,
}
