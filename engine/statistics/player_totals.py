"""The totals of one player's games, as whole numbers, so that adding and subtracting is exact."""

from dataclasses import dataclass, fields
from operator import add, attrgetter, sub

from engine.statistics.record import Part

MILLION = 1_000_000
"""The unit of luck and costs: millionths of a point."""


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """Sums over a player's finished games of one kind.

    ``turns`` are the finished ones of Ship, Captain, Crew, ``qualified`` those with a cargo, ``cargo`` its sum.
    ``cards`` are the full ones of Yahtzee, ``points`` their totals, ``bonuses`` those with the upper bonus.
    ``reviewed`` games have hindsight: its ``luck``, and its ``cost`` over ``decisions``. ``to_win`` is the lost chance
    to win over ``weighed`` decisions. Luck, cost and to_win are in millionths.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    turns: int = 0
    qualified: int = 0
    cargo: int = 0
    cards: int = 0
    points: int = 0
    bonuses: int = 0
    yahtzees: int = 0
    reviewed: int = 0
    luck: int = 0
    cost: int = 0
    decisions: int = 0
    weighed: int = 0
    to_win: int = 0

    def __add__(self, other: "PlayerTotals") -> "PlayerTotals":
        return PlayerTotals(*map(add, values_of(self), values_of(other)))

    def __sub__(self, other: "PlayerTotals") -> "PlayerTotals":
        return PlayerTotals(*map(sub, values_of(self), values_of(other)))

    @property
    def qualified_share(self) -> float | None:
        """The share of turns with ship, captain and crew; None before the first turn."""
        return _ratio(self.qualified, self.turns)

    @property
    def mean_cargo(self) -> float | None:
        """The mean cargo of the turns with ship, captain and crew."""
        return _ratio(self.cargo, self.qualified)

    @property
    def mean_total(self) -> float | None:
        """The mean total of full cards."""
        return _ratio(self.points, self.cards)

    @property
    def bonus_share(self) -> float | None:
        """The share of full cards with the upper bonus."""
        return _ratio(self.bonuses, self.cards)

    @property
    def luck_in_all(self) -> float:
        """The points above the mean from the dice."""
        return self.luck / MILLION

    @property
    def cost_in_all(self) -> float:
        """The points lost by decisions."""
        return self.cost / MILLION

    @property
    def luck_in_a_game(self) -> float | None:
        """The mean points of luck in a game; None before the first."""
        return _ratio(self.luck, MILLION * self.reviewed)

    @property
    def cost_of_a_decision(self) -> float | None:
        """The mean points lost by a decision; None before the first."""
        return _ratio(self.cost, MILLION * self.decisions)

    @property
    def to_win_of_a_decision(self) -> float | None:
        """The mean chance to win lost by a decision; None before the first."""
        return _ratio(self.to_win, MILLION * self.weighed)


NO_GAMES = PlayerTotals()
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
        turns=len(part.cargoes),
        qualified=sum(1 for cargo in part.cargoes if cargo),
        cargo=sum(part.cargoes),
        cards=int(part.filled),
        points=part.earned if part.filled else 0,
        bonuses=int(part.filled and part.bonus),
        yahtzees=part.yahtzees,
        reviewed=int(coach is not None),
        luck=millionths(coach.luck) if coach else 0,
        cost=millionths(coach.cost) if coach else 0,
        decisions=coach.decisions if coach else 0,
        weighed=coach.decisions if coach and weighed else 0,
        to_win=millionths(coach.to_win or 0.0) if coach and weighed else 0,
    )


def millionths(value: float) -> int:
    """Return the value in millionths, rounded."""
    return round(value * MILLION)


def _ratio(of: int, by: int) -> float | None:
    return of / by if by else None
