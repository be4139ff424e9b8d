"""Changes of players: joining in the first round, leaving, returning, renaming. No point is lost."""

from dataclasses import replace

from engine.errors import Refused
from engine.events import Joined, Left, Renamed
from engine.players import check_joins, check_leaves, check_renames
from engine.yahtzee.card import Card
from engine.yahtzee.state import State
from engine.yahtzee.turns import next_turn


def join(state: State, event: Joined) -> State:
    """Add a player to the right of the first seat. A returning player continues the earlier card."""
    name = event.player
    check_joins(state.present, name)
    if name in state.players:
        return replace(state, gone=state.gone - {name})
    if state.round > 1:
        raise Refused("mid_game", f"{name} can join when the next game begins: the first round is over.")
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
    )
