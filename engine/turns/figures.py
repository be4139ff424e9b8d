"""The figures of a game of turns: the score of each turn, feats by their announcements, the coach's review by seat."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, Protocol

from engine.game import Step
from engine.reports.figures import Hindsight, LuckyRoll, Part, by_names, luckiest, summed
from engine.turns.coach import Coach, Reviewed, review
from engine.turns.state import Turn, TurnState
from engine.values import Announcement

Best = Literal["turn", "game"]
"""Whether a player's best is the score of a turn, or the total of a whole game."""


class Scoring(Reviewed, Protocol):
    """What the figures need of a game."""

    coach: Coach
    feats: Sequence[str]
    best: Best

    def totals(self, state: TurnState[Any]) -> dict[str, int]:
        """Return the values that decide the game."""

    def turn_score(self, rules: Any, turn: Turn) -> int:
        """Return the score of a finished turn, 0 where it failed."""

    def announcements(self, before: TurnState[Any], after: TurnState[Any]) -> tuple[Announcement, ...]:
        """Return the announcements of the step from one state to the next."""


def figures(game: Scoring, steps: Sequence[Step], state: TurnState[Any], *, look_back: bool) -> tuple[Part, ...]:
    """Return each player's part. Turns of roll-offs are not among the scores."""
    seats = range(len(state.players))
    scores: list[list[int]] = [[] for _ in seats]
    feats = [dict.fromkeys(game.feats, 0) for _ in seats]
    for before, after in pairwise([*(before for before, _ in steps), state]):
        if after.last is not None and not before.leg:
            scores[after.players.index(after.last.player)].append(game.turn_score(after.rules, after.last))
        for said in game.announcements(before, after) if game.feats else ():
            if said.word in game.feats and said.player is not None:
                feats[after.players.index(said.player)][said.word] += 1
    points, hindsight = game.totals(state), _hindsight(game, steps, len(seats)) if look_back else {}
    parts = []
    for seat, name in enumerate(state.players):
        whole = game.best == "game" and bool(scores[seat])
        parts.append(
            Part(
                name=name,
                total=points[name],
                head_start=state.handicap.get(name, 0),
                won=name == state.winner and len(state.players) > 1,
                shared=state.player is None and name in state.tied,
                scores=tuple(scores[seat]),
                whole=whole,
                best=_best(game, scores[seat], points[name] - state.handicap.get(name, 0)),
                feats=tuple(feats[seat].values()),
                hindsight=hindsight.get(seat),
            )
        )
    return tuple(parts)


def _best(game: Scoring, scores: Sequence[int], total: int) -> int | None:
    if game.best == "turn":
        return max(scores, default=0) or None
    return total if scores and (total or game.lowest_wins) else None


def _hindsight(game: Scoring, steps: Sequence[Step], seats: int) -> dict[int, Hindsight]:
    found: dict[int, list[Hindsight]] = {seat: [] for seat in range(seats)}
    for players, part in by_names(steps):
        looked = review(game, game.coach, part)
        for seat, name in enumerate(players):
            costs = [one.cost for one in looked.decisions if one.player == name and one.is_judged]
            rolls = [one for one in looked.rolls if one.player == name]
            best = luckiest(LuckyRoll(one.dice, one.luck) for one in rolls)
            luck = sum(one.luck for one in rolls)
            found[seat].append(Hindsight(luck, sum(costs), len(costs), best_roll=best))
    return {seat: summed(of) for seat, of in found.items()}
