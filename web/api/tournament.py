"""Tournaments: everyone reads them, the helm decides."""

from random import SystemRandom
from typing import Annotated

from flask import Blueprint
from msgspec import Meta, field

from engine.tournament import TournamentCourse, TournamentMatch, course_of
from engine.tournament.consequences import Consequences
from engine.tournament.facts import MOST, Format, Opened, Ties, usual_rounds
from engine.tournament.standings import champions, standings
from table.commands import Command, Play
from table.games import check_start
from table.snapshot import SnapshotSource
from web.api.body import ChangeBody, Options, Positive, ShortText
from web.api.commands import CommandHandler, MoveBody
from web.api.moves import new_names
from web.tournament.desk import TournamentDesk, opened_with


class NewTournament(ChangeBody, frozen=True):
    """A tournament; the players are drawn by lot unless not ``drawn``, without ``rounds`` there are the usual ones."""

    format: Format
    players: Annotated[tuple[ShortText, ...], Meta(min_length=1, max_length=MOST)]
    preset: ShortText
    options: Options = field(default_factory=dict)
    best_of: Annotated[int, Meta(ge=1, le=5)] = 1
    ties: Ties = "half"
    rounds: Annotated[int, Meta(ge=1, le=MOST)] = 0
    drawn: bool = True


class MatchToStart(MoveBody, frozen=True):
    match: ShortText


class PostponedMatch(ChangeBody, frozen=True):
    match: ShortText


class Walkover(PostponedMatch, frozen=True):
    winner: ShortText


class EntrantBody(ChangeBody, frozen=True):
    player: ShortText


class CorrectedResult(ChangeBody, frozen=True):
    """A counted game that was corrected: ``take`` the new result, and ``keep`` the matches that follow."""

    game: Positive
    take: bool
    keep: bool = True


def tournament(table: SnapshotSource, commands: CommandHandler, desk: TournamentDesk) -> Blueprint:
    part = Blueprint("tournament", __name__)

    @part.get("/tournament")
    def told() -> dict[str, object]:
        course = desk.course()
        return {"tournament": _told(desk, course) if course else None}

    @part.get("/tournaments")
    def earlier() -> dict[str, object]:
        return {"tournaments": [_summary(one.number, course_of(one.facts)) for one in desk.earlier()]}

    @part.post("/tournament")
    @commands.change
    def create(given: NewTournament) -> dict[str, object]:
        desk.create(opened_with(check_start, lambda: _opened(given, table.snapshot().state.players)))
        return told()

    @part.post("/tournament/start")
    @commands.command
    def start(given: MatchToStart) -> Command:
        return Play(desk.start(given.match, table.snapshot()))

    @part.post("/tournament/walkover")
    @commands.change
    def walkover(given: Walkover) -> dict[str, object]:
        desk.walk_over(given.match, given.winner)
        return told()

    @part.post("/tournament/later")
    @commands.change
    def later(given: PostponedMatch) -> dict[str, object]:
        desk.postpone(given.match)
        return told()

    @part.post("/tournament/leave")
    @commands.change
    def leave(given: EntrantBody) -> dict[str, object]:
        desk.leave(given.player)
        return told()

    @part.post("/tournament/return")
    @commands.change
    def come_back(given: EntrantBody) -> dict[str, object]:
        desk.come_back(given.player)
        return told()

    @part.post("/tournament/correction")
    @commands.change
    def correction(given: CorrectedResult) -> dict[str, object]:
        desk.resolve(given.game, take=given.take, keep=given.keep)
        return told()

    @part.post("/tournament/cancel")
    @commands.change
    def cancel(_given: ChangeBody) -> dict[str, object]:
        desk.cancel()
        return told()

    @part.post("/tournament/resume")
    @commands.change
    def resume(_given: ChangeBody) -> dict[str, object]:
        desk.resume()
        return told()

    return part


def _opened(given: NewTournament, former: tuple[str, ...]) -> Opened:
    players = list(new_names(given.players, former))
    if given.drawn:
        SystemRandom().shuffle(players)
    rounds = (given.rounds or usual_rounds(len(players))) if given.format == "swiss" else 0
    return Opened(
        given.format,
        tuple(players),
        given.preset,
        given.options,
        given.best_of,
        given.ties,
        rounds,
        given.drawn,
    )


def _summary(number: int, course: TournamentCourse) -> dict[str, object]:
    opened = course.opened
    return {
        "number": number,
        "format": opened.format,
        "players": list(opened.players),
        "preset": opened.preset,
        "options": dict(opened.options),
        "best_of": opened.best_of,
        "ties": opened.ties,
        "rounds": opened.rounds,
        "drawn": opened.drawn,
        "left": sorted(course.left),
        "over": course.over,
        "cancelled": course.cancelled,
        "champions": list(champions(course)),
        "standings": [
            {
                "place": line.place,
                "player": line.name,
                "points": line.points / 2,
                "won": line.won,
                "tied": line.tied,
                "lost": line.lost,
                "buchholz": line.buchholz / 2,
                "sonneborn_berger": line.berger / 4,
                "out": line.out,
            }
            for line in standings(course)
        ],
    }


def _told(desk: TournamentDesk, course: TournamentCourse) -> dict[str, object]:
    following = None if course.cancelled else next(iter(course.to_play), None)
    return _summary(desk.number, course) | {
        "next": following.id if following else None,
        "matches": [_match(one) for one in course.matches],
        "corrections": [_correction(one) for one in desk.disputes()],
    }


def _match(match: TournamentMatch) -> dict[str, object]:
    return {
        "id": match.id,
        "stage": match.stage,
        "round": match.round,
        "players": list(match.players),
        "how": match.how,
        "winner": match.winner or None,
        "games": [{"game": number, "winner": winner} for number, winner in match.games],
    }


def _correction(one: Consequences) -> dict[str, object]:
    return {
        "game": one.counted.game,
        "match": one.counted.match,
        "counted": one.counted.winner,
        "now": one.now.winner,
        "played": [match.id for match in one.played],
        "paired_again": [match.id for match in one.paired_again],
    }
