"""The chances to win Ship, Captain, Crew: every player goes on for the highest mean score.

Where a turn decides, the player on turn plays as the advice to win has it.
"""

from functools import lru_cache
from operator import truediv

from engine.games.ship.analysis.advice import advise, is_to_win
from engine.games.ship.analysis.chances import MOST_COACHED, Aside, Solution, chances, options, scores, solve
from engine.games.ship.play.length import rounds_played
from engine.games.ship.play.rounds import totals
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules
from engine.games.ship.state import Phase, State
from engine.reports.win_chances import Spread, WinChances, added, best_of, sum_of

MOST_TO_COME = 60
"""Rounds to come beyond which there are no chances."""


def chances_to_win(state: State) -> WinChances | None:
    """Return the chances as the round, or all rounds, stand.

    None for a player alone, before the round, and where what a player wins is no matter of this game alone: pots and
    hands, scores that carry over, throws of all players in turn, and more than :data:`MOST_TO_COME` rounds.
    """
    rules, leg = state.rules, state.leg
    kind = rules.match.kind
    alone = len(state.present) < 2
    if leg is None or state.phase not in (Phase.ROUND, Phase.ROLLOFF) or alone or rules.stakes.kind == "pot":
        return None
    if kind not in ("single_round", "rounds", "total") or rules.rolling != "turns" or rules.dice > MOST_COACHED:
        return None
    here = {turn.player: _spread(rules, turn) for turn in leg.turns if turn.player not in state.gone}
    if kind != "single_round":
        to_come = (rules.match.count or MOST_TO_COME + 1) - rounds_played(state) - 1
        if not 0 <= to_come <= MOST_TO_COME or (state.phase is Phase.ROLLOFF and not leg.final):
            return None
        if state.phase is Phase.ROUND:
            points, over = totals(state), {turn.player for turn in leg.turns if turn.over}
            here = {
                name: {
                    points[name] + number: chance
                    for number, chance in added({0: 1.0} if name in over else spread, _sums(rules, to_come)).items()
                }
                for name, spread in here.items()
            }
    found = best_of(here)
    if state.turn is not None and is_to_win(state):
        found = _with_advice(found, state.turn.player, advise(state, "win").best.value)
    return WinChances({name: found.get(name, 0.0) for name in state.players})


def _with_advice(found: dict[str, float], player: str, own: float) -> dict[str, float]:
    """Return the chances with that of the player on turn as the advice has it; the others share the rest as before."""
    others = sum(chance for name, chance in found.items() if name != player)
    if not others:
        return found
    return {name: own if name == player else chance * (1 - own) / others for name, chance in found.items()}


def _spread(rules: Rules, turn: Turn) -> Spread:
    """Return the spread of the score of a turn, from how it stands; 0 without ship, captain and crew."""
    if turn.over:
        return {turn.score or 0: 1.0}
    if not turn.rolls:
        return _whole(rules)
    solution = _solved(rules)
    best, spread = -1.0, _whole(rules)
    for option in options(rules, turn):
        if option.aside is None:
            worth, one = float(option.cargo + (turn.bonus if option.cargo else 0)), None
        else:
            worth, one = solution.mean[turn.taken][option.aside], option.aside
        if worth > best:
            best = worth
            spread = {round(worth): 1.0} if one is None else _after(rules, turn.taken, one)
    return spread


@lru_cache(maxsize=8)
def _solved(rules: Rules) -> Solution[float]:
    return solve(chances(rules), float, truediv)


@lru_cache(maxsize=8)
def _whole(rules: Rules) -> Spread:
    return scores(chances(rules), _solved(rules).best, 1.0, truediv)


@lru_cache(maxsize=256)
def _after(rules: Rules, rolls: int, aside: Aside) -> Spread:
    """Return the spread of the score when the dice that are not set aside are thrown."""
    return scores(chances(rules), _solved(rules).best, 1.0, truediv, (rolls, aside))


@lru_cache(maxsize=32)
def _sums(rules: Rules, times: int) -> Spread:
    return sum_of(_whole(rules), times)
