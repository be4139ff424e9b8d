"""Tournaments: everyone reads them, the helm decides."""

from collections.abc import Callable
from random import SystemRandom

from flask import Blueprint, Response

from engine.tournament import TournamentCourse, TournamentMatch, course_of
from engine.tournament.consequences import Consequences
from engine.tournament.facts import FORMATS, MOST, Format, Opened, Ties, usual_rounds
from engine.tournament.standings import champions, standings
from table.commands import Play
from table.games import check_start
from table.snapshot import SnapshotSource
from web.api.command_routes import CommandHandler
from web.api.moves import new_names
from web.api.request import Fields
from web.tournament.desk import TournamentDesk, opened_with

TIES: tuple[Ties, ...] = ("half", "replay")


def tournament(table: SnapshotSource, commands: CommandHandler, desk: TournamentDesk) -> Blueprint:
    """Return the blueprint."""
    part = Blueprint("tournament", __name__)

    def told() -> dict[str, object]:
        course = desk.course()
        return {"tournament": _told(desk, course) if course else None}

    def decide(read: Callable[[Fields], Callable[[], None]]) -> Response:
        def change(given: Fields) -> dict[str, object]:
            done = read(given)
            given.end()
            done()
            return told()

        return commands.keep(change)

    @part.get("/tournament")
    def current() -> dict[str, object]:
        return told()

    @part.get("/tournaments")
    def earlier() -> dict[str, object]:
        return {"tournaments": [_summary(one.number, course_of(one.facts)) for one in desk.earlier()]}

    @part.post("/tournament")
    def create() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            opened = opened_with(check_start, lambda: _opened(given, table.snapshot().state.players))
            return lambda: desk.create(opened)

        return decide(read)

    @part.post("/tournament/start")
    def start() -> Response:
        def command(given: Fields) -> Play:
            match = given.text("match")
            return Play(desk.start(match, table.snapshot()))

        return commands.execute(command)

    @part.post("/tournament/walkover")
    def walkover() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            match, winner = given.text("match"), given.text("winner")
            return lambda: desk.walk_over(match, winner)

        return decide(read)

    @part.post("/tournament/later")
    def later() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            match = given.text("match")
            return lambda: desk.postpone(match)

        return decide(read)

    @part.post("/tournament/leave")
    def leave() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            player = given.text("player")
            return lambda: desk.leave(player)

        return decide(read)

    @part.post("/tournament/return")
    def come_back() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            player = given.text("player")
            return lambda: desk.come_back(player)

        return decide(read)

    @part.post("/tournament/correction")
    def correction() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            game, take, keep = given.number("game", 1), given.flag("take"), given.flag("keep", True)
            return lambda: desk.resolve(game, take=take, keep=keep)

        return decide(read)

    @part.post("/tournament/cancel")
    def cancel() -> Response:
        return decide(lambda _given: desk.cancel)

    @part.post("/tournament/resume")
    def resume() -> Response:
        return decide(lambda _given: desk.resume)

    return part


def _opened(given: Fields, former: tuple[str, ...]) -> Opened:
    formats: dict[str, Format] = {one: one for one in FORMATS}
    ties: dict[str, Ties] = {one: one for one in TIES}
    format_ = formats[given.one_of("format", FORMATS)]
    players = list(new_names(given.names("players", MOST), former))
    drawn = given.flag("drawn", True)
    if drawn:
        SystemRandom().shuffle(players)
    usual = usual_rounds(len(players)) if format_ == "swiss" else 0
    rounds = given.number("rounds", 1, MOST) if given.has("rounds") else usual
    return Opened(
        format_,
        tuple(players),
        given.text("preset"),
        given.options("options"),
        given.number("best_of", 1, 5) if given.has("best_of") else 1,
        ties[given.one_of("ties", TIES)] if given.has("ties") else "half",
        rounds if format_ == "swiss" else 0,
        drawn,
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
