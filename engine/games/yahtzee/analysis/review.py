"""The review of a game: the cost of each decision and the luck of each roll, in points of the final total, and figures.

Cost and luck are measured against the highest mean of the player's own card
(:func:`~engine.games.yahtzee.analysis.advice.mean_total`). For a finished card: total = mean at the start + luck of all
rolls - cost of all decisions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import Refused
from engine.events import Rolled
from engine.game import Step
from engine.games.yahtzee.analysis.advice import Choice, advise, done_in_json, mean_total
from engine.games.yahtzee.analysis.position import points_plan, position_of
from engine.games.yahtzee.boxes import Sheet, all_alike
from engine.games.yahtzee.rules import PRESETS
from engine.games.yahtzee.state import Scored, State
from engine.reports.figures import Part
from engine.turns.coach import Judged, Luck, Review, hindsight


@dataclass(frozen=True, slots=True)
class Decision(Judged):
    """A decision on a card. ``box`` is None where dice were thrown; then ``keep`` stayed."""

    rolls_left: int
    dice: tuple[int, ...]
    box: str | None
    keep: tuple[int, ...]
    best: Choice


def review(steps: Iterable[Step]) -> Review[Decision]:
    """Return the review of these steps, each a state and the event applied to it, as in a history.

    Raises :class:`~engine.Refused` where the coach has no table for the rules, and where awards decide.
    """
    begun: dict[str, float] = {}
    decisions: list[Decision] = []
    rolls: list[Luck] = []
    for state, event in steps:
        if not isinstance(state, State) or state.turn is None or not isinstance(event, Rolled | Scored):
            continue
        if state.rules.awards:
            raise Refused("no_advice", "Awards decide, not the total, which is what luck and mistakes are measured in.")
        turn, player = state.turn, state.turn.player
        if player not in begun:
            begun[player] = mean_total(state.rules, state.cards[player])
        if turn.rolls:
            decisions.append(_decision(state, event))
        if isinstance(event, Rolled):
            dice = turn.kept + event.dice
            plan = points_plan(state.rules, position_of(state.rules, state.cards[player]))
            luck = plan.of_dice(state.rolls_left - 1, dice) - plan.of_keep(state.rolls_left, turn.kept)
            rolls.append(Luck(player, state.round, dice, luck))
    return Review(begun, tuple(decisions), tuple(rolls))


def _decision(state: State, event: Rolled | Scored) -> Decision:
    turn = state.turn
    assert turn is not None
    advice = advise(state, "points")
    box, keep = (event.box, ()) if isinstance(event, Scored) else (None, tuple(sorted(turn.kept)))
    done = next(one for one in advice.choices if (one.box, one.keep) == (box, keep))
    return Decision(turn.player, state.round, done.cost, state.rolls_left, turn.dice, box, keep, advice.best)


def feats_of(sheet: Sheet) -> tuple[str, ...]:
    """Return what is counted beside scores: cards with the upper bonus, and rolls that fit the box of dice alike."""
    return (*(["upper_bonus"] if sheet.bonus else []), *([sheet.top] if sheet.top else []))


def figures(steps: Sequence[Step], state: State, *, look_back: bool) -> tuple[Part, ...]:
    """Return each player's part. A card is whole once no box is open; the upper bonus counts on whole cards only."""
    try:
        seen = hindsight(steps, review, len(state.players)) if look_back else {}
    except Refused:  # there is no table for the rules
        seen = {}
    sheet = state.rules.sheet
    parts = []
    for seat, name in enumerate(state.players):
        card = state.cards[name]
        whole = not card.open_boxes(state.rules) and state.rules.awards == PRESETS[state.rules.name].awards
        total, ahead = card.result(state.rules), state.handicap.get(name, 0)
        alike = [score for box, scores in card.boxes.items() if sheet.box[box].fits is all_alike for score in scores]
        counts = {
            "upper_bonus": int(whole and card.upper_bonus(state.rules) > 0),
            sheet.top: sum(map(bool, alike)) + card.yahtzee_bonus // (state.rules.further or 1),
        }
        parts.append(
            Part(
                name=name,
                total=total + ahead,
                head_start=ahead,
                won=name == state.winner and len(state.players) > 1,
                shared=state.turn is None and name in state.tied,
                whole=whole,
                best=total if whole else None,
                feats=tuple(counts[feat] for feat in feats_of(sheet)),
                hindsight=seen.get(seat),
            )
        )
    return tuple(parts)


def report_review(found: Review[Decision]) -> dict[str, object]:
    return found.report(_decision_report, "lies")


def _decision_report(one: Decision) -> dict[str, object]:
    return {
        "rolls_left": one.rolls_left,
        "lies": list(one.dice),
        "did": done_in_json(one.box, one.keep),
        "cost": one.cost,
        "best": done_in_json(one.best.box, one.best.keep),
    }
