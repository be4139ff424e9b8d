"""The standings of a tournament: points and tie-breaks, or how far each player came in a bracket.

Points are counted in halves: two for a match won, one for a tie. Ties in points are broken

- in a round robin by the matches among the tied, then Sonneborn-Berger, then matches won;
- in a Swiss tournament by Buchholz, then Sonneborn-Berger, then the matches among the tied, then matches won.

Buchholz is the sum of the opponents' points, Sonneborn-Berger that of the opponents beaten and half that of those tied
with. A bye or a walkover counts as a match against an opponent with one's own points (FIDE Handbook C.07, dummy
opponent). Who is still level shares the place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from engine.tournament.facts import KNOCKOUT

if TYPE_CHECKING:
    from engine.tournament.course import TournamentCourse, TournamentMatch

WIN, TIE = 2, 1
"""Points of a match, in halves."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One player's line: place (shared by equals), points in halves, matches won, tied, lost, and the tie-breaks.

    ``buchholz`` and ``berger`` are in halves and quarters of a point. ``out`` is whether a player of a bracket is out,
    ``left`` whether the player left the tournament.
    """

    place: int
    name: str
    points: int
    won: int
    tied: int
    lost: int
    buchholz: int = 0
    berger: int = 0
    out: bool = False
    left: bool = False

    @property
    def played(self) -> int:
        return self.won + self.tied + self.lost


def standings(course: "TournamentCourse") -> tuple[StandingLine, ...]:
    """Return the lines of all players; after groups first those who are in the bracket."""
    players, form = course.opened.players, course.opened.format
    if form in KNOCKOUT:
        return _bracket(course, players)
    if form != "groups":
        return table_of(players, course.matches, course.left, swiss=form == "swiss")
    there = [name for name in players if any(one.stage == "main" and name in one.players for one in course.matches)]
    best = _bracket(course, there)
    others = [
        replace(line, out=not any(one.is_open for one in matches))
        for (_names, matches), lines in zip(course.groups, group_tables(course), strict=True)
        for line in lines
        if line.name not in there
    ]
    others.sort(key=lambda line: line.place)
    return _placed([*best, *others], [(line in others, line.place) for line in (*best, *others)])


def group_tables(course: "TournamentCourse") -> list[tuple[StandingLine, ...]]:
    """Return the table of each group, none in formats without groups."""
    return [table_of(group, matches, course.left) for group, matches in course.groups]


def champions(course: "TournamentCourse") -> tuple[str, ...]:
    """Return who won the tournament: one, or several who are level; none while it goes on."""
    if not course.over:
        return ()
    if course.opened.format in (*KNOCKOUT, "groups"):
        return (course.matches[-1].winner,) if course.matches[-1].winner else ()
    return tuple(line.name for line in standings(course) if line.place == 1)


def points_in(match: "TournamentMatch", name: str) -> int:
    """Return the points of a player in a decided match, in halves."""
    return TIE if match.how == "tie" else WIN if match.winner == name else 0


def table_of(
    players: Sequence[str], matches: Iterable["TournamentMatch"], left: Collection[str] = (), *, swiss: bool = False
) -> tuple[StandingLine, ...]:
    """Return the table of a league: a round robin or a Swiss tournament."""
    decided = [one for one in matches if not one.is_open]
    own = {name: [one for one in decided if name in one.players] for name in players}
    points = {name: sum(points_in(one, name) for one in own[name]) for name in own}
    lines = {name: _line(name, own[name], points, name in left) for name in own}
    first = {n: (one.points, one.buchholz, one.berger) if swiss else (one.points,) for n, one in lines.items()}
    keys: dict[str, tuple[int, ...]] = {}
    for name, line in lines.items():
        level = {other for other in own if first[other] == first[name]}
        among = sum(points_in(one, name) for one in own[name] if level.issuperset(one.players))
        met = {other for one in own[name] for other in one.players}
        if swiss and not level <= met | {name}:
            among = 0  # matches among the tied compare nobody unless all of them met
        keys[name] = (*first[name], among, *([] if swiss else [line.berger]), line.won)
    ranked = sorted(own, key=lambda name: keys[name], reverse=True)
    return _placed([lines[name] for name in ranked], [keys[name] for name in ranked])


def _line(name: str, own: Sequence["TournamentMatch"], points: Mapping[str, int], left: bool) -> StandingLine:
    buchholz = berger = 0
    for one in own:
        other = next((opponent for opponent in one.players if opponent != name), None)
        unplayed = one.how in ("bye", "walkover")
        worth = points[name] if unplayed or not other else points[other]
        buchholz += worth
        berger += worth * points_in(one, name)
    won = sum(one.winner == name for one in own)
    tied = sum(one.how == "tie" for one in own)
    return StandingLine(0, name, points[name], won, tied, len(own) - won - tied, buchholz, berger, left=left)


def _bracket(course: "TournamentCourse", players: Sequence[str]) -> tuple[StandingLine, ...]:
    """Return the players by the match in which they went out; those of one round share a place."""
    lives = 2 if course.opened.format == "double" else 1
    best = champions(course)
    lines: dict[str, StandingLine] = {}
    keys: dict[str, tuple[int, int]] = {}
    played = [one for one in course.matches if one.how not in ("open", "bye")]
    for name in players:
        own = [one for one in played if name in one.players]
        lost = [one for one in own if one.stage != "group" and one.winner != name]
        won, tied = sum(one.winner == name for one in own), sum(one.how == "tie" for one in own)
        out = name not in best and (len(lost) >= lives or course.over)
        lines[name] = StandingLine(0, name, 0, won, tied, len(own) - won - tied, out=out, left=name in course.left)
        depth = 100 * _STAGES.index(lost[-1].stage) + lost[-1].round if lost else 0
        keys[name] = (2, 0) if name in best else (0, depth) if out else (1, won)
    ranked = sorted(lines, key=lambda name: keys[name], reverse=True)
    return _placed([lines[name] for name in ranked], [keys[name] for name in ranked])


_STAGES = ("main", "losers", "final")


def _placed(lines: Sequence[StandingLine], keys: Sequence[tuple[int, ...]]) -> tuple[StandingLine, ...]:
    placed: list[StandingLine] = []
    for _, group in groupby(range(len(lines)), key=lambda at: keys[at]):
        place = len(placed) + 1
        placed += [replace(lines[at], place=place) for at in group]
    return tuple(placed)
