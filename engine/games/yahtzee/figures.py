"""The figures of a game of Yahtzee: full cards, bonuses and Yahtzees, and the coach's review by seat."""

from collections.abc import Sequence

from engine.errors import Refused
from engine.game import Step
from engine.games.yahtzee.analysis.review import review
from engine.games.yahtzee.boxes import FURTHER_YAHTZEE, YAHTZEE
from engine.games.yahtzee.state import State
from engine.reports.figures import Hindsight, LuckyRoll, Part, by_names, luckiest, summed

FEATS = ("upper_bonus", "yahtzee")


def figures(steps: Sequence[Step], state: State, *, look_back: bool) -> tuple[Part, ...]:
    """Return each player's part. A card is whole once no box is open; the upper bonus counts on whole cards only."""
    hindsight = _hindsight(steps, len(state.players)) if look_back else {}
    points = state.totals
    parts = []
    for seat, name in enumerate(state.players):
        card = state.cards[name]
        whole = not card.open_boxes(state.rules)
        bonus = whole and card.upper_bonus(state.rules) > 0
        yahtzees = (card.yahtzee_box == YAHTZEE) + card.yahtzee_bonus // FURTHER_YAHTZEE
        parts.append(
            Part(
                name=name,
                total=points[name],
                head_start=state.handicap.get(name, 0),
                won=name == state.winner and len(state.players) > 1,
                shared=state.turn is None and name in state.tied,
                whole=whole,
                best=points[name] - state.handicap.get(name, 0) if whole else None,
                feats=(int(bonus), yahtzees),
                hindsight=hindsight.get(seat),
            )
        )
    return tuple(parts)


def _hindsight(steps: Sequence[Step], seats: int) -> dict[int, Hindsight]:
    """Return the coach's review by seat; empty for rules without a table."""
    found: dict[int, list[Hindsight]] = {seat: [] for seat in range(seats)}
    try:
        for players, part in by_names(steps):
            looked = review(part)
            for seat, name in enumerate(players):
                many = sum(one.player == name for one in looked.decisions)
                best = luckiest(LuckyRoll(one.dice, one.luck) for one in looked.rolls if one.player == name)
                found[seat].append(Hindsight(looked.luck(name), looked.cost(name), many, best_roll=best))
    except Refused:
        return {}
    return {seat: summed(of) for seat, of in found.items()}
