"""The pages of a Game Night: sign-up and the own match on a phone, the host's page, and the sheets of the wall."""

import csv
import secrets
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from typing import Any

import psycopg
import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine import title_of
from engine.game import presets_offered
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.names import EMBLEMS, alike, cell
from engine.tournament import TournamentCourse
from engine.tournament.columns import Column, Section, sections_of
from engine.tournament.facts import FORMATS, Cancelled
from engine.tournament.standings import StandingLine, group_tables, standings
from venue.board.guard import Rates
from venue.board.pages import NO_ACTION, Board, form_of
from venue.errors import Rejected
from venue.record import night_desk as desk
from venue.record.night_rows import (
    SEASONS,
    add_to_night,
    free_tables,
    open_night,
    read_claims,
    read_games,
    read_night,
    read_season,
)
from venue.record.nights import Night, NightFact
from venue.record.seasons import POINTS, Season, SeasonLine

PHONE = "quarterdeck_phone"
"""The cookie with a phone's key, which claims its player's name. It lasts a year."""
YEAR = 365 * 86400
SIGN_UPS_PER_SECOND, SIGN_UPS = 0.5, 20.0
"""Sign-ups of one address."""
MINUTES, BEST = ("0", "3", "5", "10", "15"), ("0", "2", "3", "4", "5", "6", "8", "10")
MOST_MATCHES, MOST_LINES, MOST_ROUNDS = 8, 12, 4
"""Matches of a round, lines of the standings, and rounds on one sheet of the wall."""
NARROW = "localhost", "127.0.0.1", "::1"
"""Hosts under which no phone finds this machine."""
INK, PAPER = "#0a1322", "#f6efdf"
"""Dark on light, whatever the theme: many phones read no others."""

Sheet = tuple[Text | str, Sequence[Column], Sequence[StandingLine | SeasonLine]]
"""What a wall shows at a time: a title, and rounds of a bracket or lines of a table."""


def sheets_of(night: Night, season: Season | None = None) -> list[Sheet]:
    """Return what the wall shows of a night, as much at a time as it has room for.

    While a bracket is played these are its open rounds, else the standings; before and after it the season's table.
    """
    rounds: list[Sheet] = []
    tables: list[tuple[Text | str, Sequence[StandingLine | SeasonLine]]] = []
    course = night.course if night.opened and not night.course.cancelled else None
    if course and (course.over or course.opened.format in ("round_robin", "swiss")):
        tables.append((_("Standings"), standings(course)))
    elif course:
        tables += _groups_of(course)
        for section in sections_of(course)[bool(course.groups) :]:
            rounds += _rounds_of(section)
    if season and not night.is_on:
        tables.append((season.name, season.lines))
    many = MOST_LINES
    return [(title, (), lines[at : at + many]) for title, lines in tables for at in range(0, len(lines), many)] + rounds


def _groups_of(course: TournamentCourse) -> list[tuple[Text | str, Sequence[StandingLine]]]:
    """Return the tables of the groups that are on, as many on a sheet as it has room for."""
    tables = zip("ABCDEFGH", course.groups, group_tables(course), strict=False)
    on = [(letter, lines) for letter, (_who, own), lines in tables if any(one.is_open for one in own)]
    many = MOST_LINES // max((len(lines) for _letter, lines in on), default=1)
    return [
        (
            _("Group {letter}", letter=", ".join(letter for letter, _lines in on[at : at + many])),
            [line for _letter, lines in on[at : at + many] for line in lines],
        )
        for at in range(0, len(on), many)
    ]


def _rounds_of(section: Section) -> list[Sheet]:
    columns = [one for one in section.columns if not one.done][:MOST_ROUNDS]
    if not any(name for one in columns for match in one.matches for name in match.players):
        return []
    found: list[Sheet] = []
    parts = -(-len(columns[0].matches) // MOST_MATCHES)
    for at in range(parts):
        split = [(one, len(one.matches) * at // parts, len(one.matches) * (at + 1) // parts) for one in columns]
        found.append((section.title, [Column(one.title, one.matches[i:j]) for one, i, j in split if i < j], ()))
    return found


Act = Callable[[psycopg.Connection, Night, Mapping[str, str]], Sequence[NightFact]]
OF_HOST: Mapping[str, Act] = {
    "enter": lambda _c, night, form: desk.entering(night, form["player"]),
    "release": lambda _c, night, form: desk.releasing(night, form["player"]),
    "leave": lambda _c, night, form: desk.leaving(night, form["player"]),
    "return": lambda _c, night, form: desk.returning(night, form["player"]),
    "draw": lambda _c, night, _form: desk.drawing(night),
    "won": lambda _c, night, form: desk.winning(night, form["match"], form["player"]),
    "move": lambda c, night, form: desk.moving(night, form["match"], form["player"], free_tables(c)),
    "call": lambda _c, night, form: desk.calling_again(night, form["match"], form["player"]),
    "back": lambda _c, night, form: desk.taking_back(night, form["match"]),
    "settle": lambda c, night, form: desk.settling(night, read_games(c, night), form["game"], form["as"]),
    "end": lambda _c, night, _form: [NightFact(Cancelled())] if night.is_on or night.is_open else [],
}
OF_PHONE: Mapping[str, Act] = {
    "enter": lambda c, night, form: desk.entering(night, form["name"], form["emblem"], form["key"], read_claims(c)),
    "leave": lambda _c, night, form: desk.leaving(night, night.player_of(form["key"]) or ""),
    "there": lambda _c, night, form: desk.being_there(night, night.player_of(form["key"]) or ""),
}


def as_planned(form: Mapping[str, str]) -> NightFact:
    known: Any = form["format"] if form["format"] in FORMATS else "single"
    minutes = int(form["minutes"]) if form["minutes"] in MINUTES else 5
    best = int(form["best"]) if form["best"] in BEST else 0
    return desk.planned(known, form["rules"], 3 if form["best_of"] else 1, minutes, form["season"], best)


def csv_of(season: Season) -> str:
    writer = csv.writer(written := StringIO(newline=""))
    nights = [f"night_{number}" for number in range(1, len(season.played) + 1)]
    writer.writerow(["place", "player", "points", "nights_won", "rating", *nights])
    for line in season.lines:
        made = [points for points, _counts in line.nights]
        writer.writerow([line.place, cell(line.player), line.points, line.won, line.rating, *made])
    return written.getvalue()


@dataclass
class NightPages:
    board: Board
    rates: Rates = field(default_factory=lambda: Rates(SIGN_UPS_PER_SECOND, SIGN_UPS))

    async def night(self, request: Request, sentence: str = "", given: Mapping[str, str] | None = None) -> Response:
        """For phones: sign-up, with what was ``given`` if it was refused, the own match, and what everybody sees."""
        key = desk.key_hash(request.cookies.get(PHONE, ""))
        night, claims = await self._ask(lambda c: (read_night(c), read_claims(c)))
        before = next((one for one in reversed(claims.values()) if key and one.key == key), None)
        if before and alike(before.player, [*claims][::-1]) != before.player:  # another phone was given it
            before = None
        mine = night.player_of(key) if night else None
        own = [one for one in night.matches if mine in one[0].players] if night and mine else []
        late = desk.why_too_late(night) if night and night.is_on else None
        shown = {"mine": mine, "own": own, "late": late, "emblems": EMBLEMS, "given": given or {}, "before": before}
        more = {"is_host": await self.board.role(request), "address": self._address(request)}
        return self._page(request, "night.html", night, sentence, **more, **shown)

    async def season(self, request: Request) -> Response:
        """The table of a season; also as a file for a spreadsheet."""
        asked = request.query_params.get("name", "")
        season, names = await self._ask(lambda c: (read_season(c, asked), c.execute(SEASONS).fetchall()))
        if season and request.url.path.endswith(".csv"):
            head = {"Content-Disposition": 'attachment; filename="season.csv"'}
            return Response(BOM_UTF8 + csv_of(season).encode(), headers=head, media_type="text/csv")
        return self.board.page(request, "season.html", season=season, names=[name for (name,) in names], points=POINTS)

    async def host(self, request: Request, sentence: str = "") -> Response:
        """For the host, on a phone: what is to be done now, and all that can be."""
        night, season = await self._ask(lambda c: (read_night(c), read_season(c)))
        games = await self._ask(lambda c: read_games(c, night)) if night and night.is_on else []
        tiles = self.board.feed.model.tables.values()
        away = {one.id for one in tiles if one.is_revoked or not one.online}
        here = {(one.id, one.state.game.number) for one in tiles if one.state and one.state.game and one.online}
        left = night.left_behind(games) if night and night.is_on else []
        return self._page(
            request,
            "host.html",
            night,
            sentence,
            away=away,
            left=[one.place[0] for one in left if one.place[::2] in here],
            disputes=night.disputes(games) if night and night.opened else [],
            formats=FORMATS,
            minutes=MINUTES,
            best=BEST,
            season=season,
            again="again" in request.query_params,
            rules=[(preset, title_of(preset)[0]) for preset in presets_offered()],
        )

    async def wall(self, request: Request) -> Response:
        """The wall: all tables, and a night's code for sign-up, or its matches and sheets."""
        await self.board.try_aside()
        aside, address = self.board.aside, self._address(request)
        tables = self.board.feed.model.in_order()
        sheets = sheets_of(aside["night"], aside["season"]) if aside["night"] else []
        return self.board.page(request, "tv.html", tables=tables, sheets=sheets, address=address, **aside)

    async def code(self, request: Request) -> Response:
        """The address of sign-up as a QR code."""
        made = segno.make(self._address(request), error="m", micro=False)
        made.save(svg := BytesIO(), kind="svg", border=4, dark=INK, light=PAPER, omitsize=True)
        return Response(svg.getvalue(), media_type="image/svg+xml")

    async def of_phone(self, request: Request) -> Response:
        """Carry out what a phone asks for: sign up, leave, or that its player is at the table."""
        if not self.rates.allows(request.client.host if request.client else ""):
            refusal = await self.night(request, _("Too many tries. Wait a moment."))
            refusal.status_code = 429
            return refusal
        key = request.cookies.get(PHONE, "") or secrets.token_urlsafe(24)
        form = await form_of(request)
        form["key"] = desk.key_hash(key)
        try:
            await run_in_threadpool(self._carry_out, OF_PHONE, request.path_params["what"], form)
        except Rejected as error:
            return await self.night(request, error.args[0], form)
        answer = RedirectResponse("/night", 303)
        secure = request.url.scheme == "https"
        answer.set_cookie(PHONE, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return answer

    async def of_host(self, request: Request) -> Response:
        try:
            await run_in_threadpool(self._carry_out, OF_HOST, request.path_params["what"], await form_of(request))
        except (Rejected, psycopg.DataError) as error:
            return await self.host(request, error.args[0])
        return RedirectResponse("/host", 303)

    def _carry_out(self, acts: Mapping[str, Act], what: str, form: Mapping[str, str]) -> None:
        with psycopg.connect(self.board.settings.record.owner, autocommit=True, connect_timeout=5) as connection:
            if act := acts.get(what):
                add_to_night(connection, lambda night: act(connection, night, form))
            elif what == "open" and acts is OF_HOST:
                open_night(connection, [as_planned(form)], form["night"])
            else:
                raise Rejected(NO_ACTION)

    async def _ask(self, question: Callable[[psycopg.Connection], Any]) -> Any:
        """Return the answer to a question to the record."""

        def answer() -> Any:
            with psycopg.connect(self.board.settings.record.board, autocommit=True, connect_timeout=5) as connection:
                return question(connection)

        return await run_in_threadpool(answer)

    def _page(self, request: Request, template: str, night: Night | None, sentence: str, **values: Any) -> Response:
        status = 422 if sentence else 200
        return self.board.page(request, template, status=status, night=night, sentence=sentence, **values)

    def _address(self, request: Request) -> str:
        """Return the address of sign-up for phones: as this page was asked for, or by the board's own name."""
        url, hosts = request.url, self.board.settings.board.hosts
        if hosts and url.hostname in NARROW:
            url = url.replace(hostname=hosts[0])
        return f"{url.scheme}://{url.netloc}/night"
