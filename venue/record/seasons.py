"""Seasons: Game Nights over weeks. Pure functions over nights: what is corrected is computed again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.statistics.player_names import stand_ins
from engine.tournament.standings import standings
from venue.record.nights import Night

POINTS = (10, 7, 5, 4, 3, 2)
"""Points of the first places of a night. All others who played have one."""
FIRST_RATING, STEP = 1500.0, 32.0
"""The rating of who has played nothing yet, and most points of a game."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player's line: the place, shared by equals, points, nights won, the rating, and the points of each night.

    Beside these is whether they count; a night without the player has None.
    """

    place: int
    player: str
    points: int
    won: int
    rating: int
    nights: tuple[tuple[int | None, bool], ...]


@dataclass(frozen=True)
class Season:
    """The nights of a season that are not cancelled, and how merged players are called: "" is a hidden one."""

    name: str
    nights: tuple[Night, ...]
    called: Mapping[str, str]

    @property
    def best(self) -> int:
        """How many nights of each player count, those with most points; 0: all."""
        return next((one.plan.best for one in reversed(self.nights) if one.plan), 0)

    @cached_property
    def played(self) -> list[Night]:
        return [one for one in self.nights if one.opened and one.course.over]

    @cached_property
    def lines(self) -> list[SeasonLine]:
        """The table. Equal points are broken by nights won."""
        nights, rated, found = [self._points_of(one) for one in self.played], ratings(self._games()), []
        for name in {name for night in nights for name in night}:
            made = [night.get(name) for night in nights]
            there = sorted((at for at, one in enumerate(made) if one), key=lambda at: -(made[at] or 0))
            counting = set(there[: self.best or None])
            points, won = sum(made[at] or 0 for at in counting), made.count(POINTS[0])
            parts = tuple((one, at in counting) for at, one in enumerate(made))
            found.append(SeasonLine(0, name, points, won, round(rated.get(name, FIRST_RATING)), parts))
        found.sort(key=lambda one: (-one.points, -one.won, one.player.casefold(), one.player))
        keys = [(one.points, one.won) for one in found]
        return [replace(one, place=keys.index(key) + 1) for one, key in zip(found, keys, strict=True)]

    def _points_of(self, night: Night) -> dict[str, int]:
        """Return the points of those who have played, or waited for an opponent who did not come."""
        found: dict[str, int] = {}
        came = [one for one in night.course.matches if one.games]
        there = {name for one in came for name in one.players}
        there |= {one.winner for one in night.course.matches if one.how == "walkover"}
        for line in standings(night.course):
            if line.name in there and (name := self._name(line.name)):
                points = POINTS[line.place - 1] if line.place <= len(POINTS) else 1
                found[name] = max(points, found.get(name, 0))
        return found

    def _games(self) -> Iterator[tuple[str, str, str | None]]:
        for night in self.played:
            for match in night.course.matches:
                one, other = (self._name(name or "") for name in match.players)
                for _game, winner in match.games if one and other and one != other else ():
                    yield one, other, winner and self._name(winner)

    def _name(self, stored: str) -> str:
        return "" if stored in stand_ins() else self.called.get(stored, stored)


def ratings(games: Iterable[tuple[str, str, str | None]]) -> dict[str, float]:
    """Return Elo ratings after games of two in their order, each with its winner, None for a tie.

    Elo and not Glicko-2, which rates periods of ten to fifteen games a player (Glickman, "Example of the Glicko-2
    system"), more than a night has; and a guest can check it: 400 points more win ten games of eleven.
    """
    found: dict[str, float] = {}
    for one, other, winner in games:
        here, there = found.get(one, FIRST_RATING), found.get(other, FIRST_RATING)
        score = 0.5 if winner is None else float(winner == one)
        change = STEP * (score - 1 / (1 + 10 ** ((there - here) / 400)))
        found[one], found[other] = here + change, there - change
    return found
