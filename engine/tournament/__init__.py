"""Tournaments: formats, pairings, standings, as pure functions over facts. Start with `facts`, then `course`.

A tournament is its list of facts (:mod:`engine.tournament.facts`). :func:`course_of` folds them into matches, the next
match, and the places. May import the standard library and `engine`'s texts and errors.
"""

from engine.tournament.consequences import Consequences, consequences_of, taken_over
from engine.tournament.course import TournamentCourse, TournamentMatch, course_of
from engine.tournament.facts import Opened, TournamentFact

__all__ = [
    "Consequences",
    "Opened",
    "TournamentCourse",
    "TournamentFact",
    "TournamentMatch",
    "consequences_of",
    "course_of",
    "taken_over",
]
