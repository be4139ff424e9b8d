"""The totals of one player's games, as whole numbers, so that adding and subtracting is exact."""

from dataclasses import dataclass, fields
from operator import attrgetter

from engine.reports.figures import MOST_FEATS, Part

MILLION = 1_000_000
"""The unit of luck and costs: millionths of a point."""


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """Sums over a player's finished games of one kind.

    ``turns`` are the finished ones that score by themselves, ``scored`` those that did not fail, ``score`` is their
    sum. ``wholes`` are whole games, ``points`` the sum of their totals. ``feat_1`` to ``feat_4`` are the counts of the
    game's feats. ``reviewed`` games have hindsight: its ``luck``, and its ``cost`` over ``decisions``. ``to_win`` is
    the lost chance to win over ``weighed`` decisions. Luck, cost and to_win are in millionths.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    turns: int = 0
    scored: int = 0
    score: int = 0
    wholes: int = 0
    points: int = 0
    feat_1: int = 0
    feat_2: int = 0
    feat_3: int = 0
    feat_4: int = 0
    reviewed: int = 0
    luck: int = 0
    cost: int = 0
    decisions: int = 0
    weighed: int = 0
    to_win: int = 0

    @property
    def feats(self) -> tuple[int, ...]:
        return self.feat_1, self.feat_2, self.feat_3, self.feat_4

    @property
    def scored_share(self) -> float | None:
        return ratio(self.scored, self.turns)

    @property
    def mean_score(self) -> float | None:
        return ratio(self.score, self.scored)

    @property
    def mean_total(self) -> float | None:
        return ratio(self.points, self.wholes)

    @property
    def luck_in_all(self) -> float:
        return self.luck / MILLION

    @property
    def cost_in_all(self) -> float:
        return self.cost / MILLION

    @property
    def luck_in_a_game(self) -> float | None:
        return ratio(self.luck, MILLION * self.reviewed)

    @property
    def cost_of_a_decision(self) -> float | None:
        return ratio(self.cost, MILLION * self.decisions)

    @property
    def to_win_of_a_decision(self) -> float | None:
        return ratio(self.to_win, MILLION * self.weighed)


NO_GAMES = PlayerTotals()
FEATS = tuple(f"feat_{number}" for number in range(1, MOST_FEATS + 1))
FIELDS = tuple(field.name for field in fields(PlayerTotals))
values_of = attrgetter(*FIELDS)
"""Return the numbers of a tally, in the order of its fields."""


def tally_of(part: Part, *, is_level: bool = True) -> PlayerTotals:
    """Return what one part in a finished game adds.

    Head starts are not counted; in a game that has any (not ``is_level``) neither are wins.
    """
    coach = part.hindsight
    weighed = coach is not None and coach.to_win is not None
    return PlayerTotals(
        games=1,
        wins=int(part.won and is_level),
        shared=int(part.shared and is_level),
        turns=len(part.scores),
        scored=sum(1 for score in part.scores if score),
        score=sum(part.scores),
        wholes=int(part.whole),
        points=part.earned if part.whole else 0,
        **dict(zip(FEATS, part.feats, strict=False)),
        reviewed=int(coach is not None),
        luck=millionths(coach.luck) if coach else 0,
        cost=millionths(coach.cost) if coach else 0,
        decisions=coach.decisions if coach else 0,
        weighed=coach.decisions if coach and weighed else 0,
        to_win=millionths(coach.to_win or 0.0) if coach and weighed else 0,
    )


def millionths(value: float) -> int:
    return round(value * MILLION)


def ratio(of: int, by: int) -> float | None:
    """Return a share; None of nothing."""
    return of / by if by else None
