"""The figures of a game of Ship, Captain, Crew: the cargo of each turn, and the coach's review by seat."""

from collections.abc import Sequence

from engine.game import Step
from engine.reports.figures import PLACES, Hindsight, LuckyRoll, Part, luckiest
from engine.ship.analysis.review import Review, review, turns_taken
from engine.ship.play.rounds import totals
from engine.ship.state import State


def figures(steps: Sequence[Step], state: State, *, look_back: bool) -> tuple[Part, ...]:
    """Return each player's part. The scores are the cargoes, 0 without ship, captain and crew; roll-offs count too."""
    taken, found = turns_taken(steps), review(steps) if look_back else None
    points, chips = totals(state), state.money.chips
    over = state.player is None
    parts = []
    for seat, name in enumerate(state.players):
        cargoes = tuple(sum(one.turn.cargo) for one in taken if one.seat == seat)
        parts.append(
            Part(
                name=name,
                total=points[name],
                head_start=state.handicap.get(name, 0),
                won=name == state.winner,
                shared=over and name in state.tied,
                scores=cargoes,
                best=max(cargoes, default=0) or None,
                hindsight=_hindsight(found, seat) if found else None,
                chips=chips.get(name, 0) if state.rules.stakes.kind == "pot" or any(chips.values()) else None,
            )
        )
    return tuple(parts)


def _hindsight(found: Review, seat: int) -> Hindsight:
    decisions = [one for one in found.decisions if one.seat == seat]
    to_win = [one.to_win for one in decisions]
    return Hindsight(
        luck=round(sum(one.luck for one in found.rolls if one.seat == seat), PLACES),
        cost=round(sum(one.cost for one in decisions), PLACES),
        decisions=len(decisions),
        to_win=round(sum(filter(None, to_win)), PLACES) if to_win and None not in to_win else None,
        best_roll=luckiest(LuckyRoll(one.dice, one.luck) for one in found.rolls if one.seat == seat),
    )
