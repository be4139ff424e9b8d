"""The draw of the next round of a Swiss tournament, and of a round of which some matches were played."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby

from engine.tournament.course import TournamentCourse, TournamentMatch, course_of, drawn_rounds
from engine.tournament.facts import Drawn, Pair, TournamentFact
from engine.tournament.standings import points_in, standings
from engine.tournament.swiss import Entrant, pairs_of


def next_round(course: TournamentCourse) -> Drawn:
    """Return the draw of the next round. It is a fact to store: it is never computed again."""
    pairs, bye = pairs_of(_entrants(course, course.drawn + 1, course.left))
    return Drawn(course.drawn + 1, _turned(pairs, course.drawn), bye)


def drawn_again(facts: Sequence[TournamentFact], number: int, kept: Collection[Pair]) -> Drawn:
    """Return that round with its ``kept`` pairs as they are, and the other players paired again."""
    earlier = drawn_rounds(facts)[: number - 1]
    course = course_of([one for one in facts if not isinstance(one, Drawn)] + list(earlier))
    busy = {name for pair in kept for name in pair} | course.left
    pairs, bye = pairs_of(_entrants(course, number, busy))
    return Drawn(number, (*kept, *_turned(pairs, number - 1)), bye)


def _entrants(course: TournamentCourse, number: int, without: Collection[str]) -> list[Entrant]:
    """Return the players who are to be paired in that round, the best first."""
    before = [one for one in course.matches if one.round < number]
    floats = _floats(course, before)
    entrants = []
    for line in standings(course):
        if line.name in without:
            continue
        own = [one for one in before if line.name in one.players]
        met = frozenset(name for one in own for name in one.players if name and name != line.name)
        bye = any(one.how == "bye" for one in own)
        entrants.append(Entrant(line.name, line.points, met, floats[line.name], bye))
    return entrants


def _floats(course: TournamentCourse, before: Sequence[TournamentMatch]) -> Counter[str]:
    """Return how often each player met somebody of other points."""
    points = Counter(dict.fromkeys(course.opened.players, 0))
    floats: Counter[str] = Counter()
    for _, matches in groupby(before, key=lambda one: one.round):
        played = list(matches)
        for one in played:
            if one.pair and points[one.pair[0]] != points[one.pair[1]]:
                floats.update(one.pair)
        for one in played:
            points.update({name: points_in(one, name) for name in one.players if name})
    return floats


def _turned(pairs: Sequence[Pair], number: int) -> tuple[Pair, ...]:
    """Return the pairs with the other player first in every other round: who is first throws first."""
    return tuple((b, a) if number % 2 else (a, b) for a, b in pairs)
