"""Help in Yahtzee: the expected total, the chance to win, and the cost of each choice."""

from contextlib import suppress

from engine import Refused
from engine.games.yahtzee.analysis.advice import Choice, advise
from engine.games.yahtzee.state import State
from engine.values import Advice
from web.games.help import Chance, Help, Way


def help_of(state: State) -> Help:
    """Return exact help for the current turn: by the chance to win once all others are done, else by points."""
    if state.turn is None:
        return Help(why_not="nobody_throws")
    to_win, by_points = _advice(state, "beat"), _advice(state, "points")
    advice = to_win or by_points
    if advice is None:
        return Help(why_not="own_rules")
    chances = [Chance("win", to_win.best.value)] if to_win else []
    if by_points:
        chances.append(Chance("final_mean", by_points.best.value, "points"))
    ways = tuple(
        Way(one.throw, tuple(sorted(one.keep, reverse=True)), one.value, one.cost, one.box, one.points)
        for one in advice.choices
    )
    return Help(tuple(chances), "win", "chance", ways) if to_win else Help(tuple(chances), "points", "points", ways)


def _advice(state: State, aim: str) -> Advice[Choice] | None:
    with suppress(Refused):
        return advise(state, aim)
    return None
