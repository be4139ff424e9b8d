"""How a game of Ship, Captain, Crew stands, or how it ended."""

from engine.ship.state import Phase, State
from engine.values import GameOutcome, RoundOutcome


def outcome(state: State) -> GameOutcome:
    """Return the scores of those whose turn has ended, and the rounds and chips of a game that has them."""
    ended = {turn.player for turn in state.finished} if not state.rolloffs else set(state.players)
    scores = {player: score for player, score in state.scores.items() if player in ended}
    if not scores and state.rounds:
        scores = dict(state.rounds[-1].scores)
    several = state.rules.match.kind != "single_round" or len(state.rounds) > 1
    rounds = tuple(RoundOutcome(one.scores, one.winner, one.pot) for one in state.rounds) if several else ()
    chips = state.money.chips if state.rules.stakes.kind == "pot" else None
    return GameOutcome(state.phase is Phase.OVER, scores, state.winner, tuple(state.tied), rounds, chips)
