"""Help in Yahtzee: the expected total, the chance to beat the others, and the cost of each choice."""

from collections.abc import Iterator
from contextlib import suppress

from engine import Refused
from engine.values import Advice
from engine.yahtzee.analysis.advice import Choice, advise
from engine.yahtzee.state import State
from web.games.help import Chance, Help, Way


def help_of(state: State) -> Help:
    """Return exact help for the current turn."""
    if state.turn is None:
        return Help(why_not="nobody_throws")
    try:
        advice = advise(state, "points")
    except Refused:
        return Help(why_not="own_rules")
    ways = tuple(
        Way(one.throw, tuple(sorted(one.keep, reverse=True)), one.value, one.cost, one.box, one.points)
        for one in advice.choices
    )
    return Help(tuple(_chances(state, advice)), "points", "points", ways)


def _chances(state: State, advice: Advice[Choice]) -> Iterator[Chance]:
    yield Chance("final_mean", advice.best.value, "points")
    with suppress(Refused):
        totals = [total for name, total in state.totals.items() if name != state.player]
        yield Chance("beat_all", advise(state, "beat").best.value, of=max(totals, default=0))
