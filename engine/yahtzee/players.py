"""The players: the order of their turns, and joining in the first round, leaving, returning, renaming."""

from dataclasses import replace

from engine.errors import Refused
from engine.events import Joined, Left, Renamed
from engine.i18n import gettext as _
from engine.players import check_joins, check_leaves, check_renames, clockwise
from engine.yahtzee.card import Card
from engine.yahtzee.state import State, Turn


def next_turn(state: State) -> State:
    """Return the state with the next turn begun: that of the player with the fewest filled boxes, in seat order (Y-j).

    The order begins with the starter. Each player fills one box a round, and late or returning players catch up. Once
    no player present has an open box the highest total wins. Tied players share the game.
    """
    order = [name for name in clockwise(state.players, state.starter) if name not in state.gone]
    filled = {name: len(state.cards[name].boxes) for name in order}
    player = min(order, key=filled.__getitem__, default=None)
    if player is not None and filled[player] < len(state.rules.boxes):
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


def rename(state: State, event: Renamed) -> State:
    """Rename a player in the whole state."""
    old, new = event.player, event.name
    check_renames(state.players, old, new)

    def called(name: str) -> str:
        return new if name == old else name

    return replace(
        state,
        players=tuple(map(called, state.players)),
        starter=called(state.starter),
        cards={called(name): card for name, card in state.cards.items()},
        turn=state.turn and replace(state.turn, player=called(state.turn.player)),
        gone=frozenset(map(called, state.gone)),
        winner=state.winner and called(state.winner),
        tied=tuple(map(called, state.tied)),
        handicap={called(name): points for name, points in state.handicap.items()},
    )
