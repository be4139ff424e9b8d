"""The rounds of a tournament as columns of a board, with their titles."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.i18n import gettext as _
from engine.tournament.course import TournamentCourse, TournamentMatch
from engine.tournament.facts import KNOCKOUT

FIRST_ROUNDS = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
"""The rounds of a knockout by their number of matches."""


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    matches: tuple[TournamentMatch, ...]

    @property
    def done(self) -> bool:
        """Return whether all of its matches are decided."""
        return not any(one.is_open for one in self.matches)


@dataclass(frozen=True, slots=True)
class Section:
    """A bracket, or the rounds of a league."""

    title: str
    columns: tuple[Column, ...]


def sections_of(course: TournamentCourse) -> list[Section]:
    main = [one for one in course.matches if one.stage in ("main", "final")]
    losers = [one for one in course.matches if one.stage == "losers"]
    knockout = course.opened.format in (*KNOCKOUT, "groups")
    groups = [
        Column(_("Group {letter}", letter=chr(65 + at)), tuple(own)) for at, (_who, own) in enumerate(course.groups)
    ]
    found = [Section(_("Groups"), tuple(groups))] if groups else []
    for title, matches in ((_("Bracket") if knockout else _("Matches"), main), (_("Losers’ bracket"), losers)):
        ordered = sorted(matches, key=lambda one: (one.stage == "final", one.round))
        columns = []
        for (final, number), group in groupby(ordered, key=lambda one: (one.stage == "final", one.round)):
            played = tuple(group)
            columns.append(Column(_title(course, played, number, final=final), played))
        if columns:
            found.append(Section(title, tuple(columns)))
    return found


def _title(course: TournamentCourse, matches: Sequence[TournamentMatch], number: int, *, final: bool) -> str:
    if final:
        return FIRST_ROUNDS[1] if number == 1 else _("Final, second match")
    if matches[0].stage == "losers":
        return _("Losers’ round {number}", number=number)
    if course.opened.format in ("single", "groups") and len(matches) in FIRST_ROUNDS:
        return FIRST_ROUNDS[len(matches)]
    return _("Round {number}", number=number)
