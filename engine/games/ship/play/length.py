"""The length of a game, changed while it is played: more rounds, or no more than those played."""

from dataclasses import replace

from engine.errors import Refused
from engine.games.ship.events import RoundsSet
from engine.games.ship.play.money import refund
from engine.games.ship.play.rounds import decide
from engine.games.ship.rules import MOST_ROUNDS, Match
from engine.games.ship.state import Phase, State
from engine.i18n import gettext as _


def set_rounds(state: State, event: RoundsSet) -> State:
    """Return the state with another number of rounds. Raises :class:`Refused` where it is out of range.

    With the number of rounds played the game is over: antes of a round that nobody has begun are paid back.
    """
    match = state.rules.match
    if match.kind not in ("rounds", "total", "chips") or (match.count is None and match.kind != "chips"):
        raise Refused("no_rounds", _("This game has no number of rounds to change."))
    if state.leg is not None and state.leg.final:
        raise Refused("rounds_played", _("All rounds are played: a roll-off decides the game."))
    played = rounds_played(state)
    least = max(1, played + (not state.untouched))
    if not least <= event.rounds <= MOST_ROUNDS:
        raise Refused("bad_rounds", _("Choose {least} to {most} rounds.", least=least, most=MOST_ROUNDS))
    match = Match(match.kind, event.rounds)
    options = {**state.options, "match": f"{match.kind}({match.count})"}
    state = replace(state, rules=replace(state.rules, match=match), options=options, last=None)
    if event.rounds > played:
        return state
    return decide(_without_the_next_round(state))


def least_rounds(state: State) -> int | None:
    """Return the lowest number of rounds that can be set now, None where there is none to change."""
    try:
        set_rounds(state, RoundsSet(MOST_ROUNDS))
    except Refused:
        return None
    return max(1, rounds_played(state) + (not state.untouched))


def rounds_played(state: State) -> int:
    """Return the number of finished rounds that count."""
    return sum(played.ending != "replayed" for played in state.rounds)


def _without_the_next_round(state: State) -> State:
    """Return the state with the antes paid back that were paid for the round to come."""
    paid = state.money.ante
    if state.phase is not Phase.ROUND or paid is None or state.rounds[-1].ending == "replayed":
        return state
    return replace(state, money=refund(state.money, state.shooters, paid))
