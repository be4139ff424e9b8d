"""The pages of the board, and the stream that keeps them live."""

import asyncio
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs

import psycopg
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse

from engine.i18n import gettext as _
from engine.link_protocol import is_id
from venue.board.feed import BoardChange, Feed
from venue.board.guard import Rates, refused
from venue.board.health import Trouble, Watch
from venue.board.owner import (
    ATTEMPTS,
    ATTEMPTS_PER_SECOND,
    COOKIE,
    GOOD_FOR,
    Logins,
    Role,
    merge_player,
    name_table,
    separate_player,
    set_host,
)
from venue.board.rendering import BoardRenderer, language_of, message, static_files
from venue.board.stream import TRANSPORT, BoardStream, StreamResponse, framed
from venue.board.waves import takes
from venue.errors import Rejected
from venue.projection.leaderboards import (
    PERIODS,
    SHEETS,
    games_set_aside,
    latest_games,
    latest_highlights,
    leaderboards,
    learn_games,
    period_of,
    player_names,
)
from venue.record.alarms import BRANCHES, TWINS, Branch, choose, dismiss
from venue.record.erasing import erase_guest
from venue.record.live import plain
from venue.record.night_rows import CALLED, LATEST, SEASON, night_of, season_of
from venue.record.schema import SOFTWARE
from venue.settings import VenueSettings

LARGEST_FORM = 4096
NO_ACTION = _("There’s no such action: reload the page.")
Page = Callable[[Request], Awaitable[Response]]


@dataclass
class Board:
    """What the pages need: the feed, the settings, and who is logged in."""

    settings: VenueSettings
    feed: Feed
    renderer: BoardRenderer
    watch: Watch
    logins: Logins
    attempts: Rates = field(default_factory=lambda: Rates(ATTEMPTS_PER_SECOND, ATTEMPTS))
    aside: dict[str, Any] = field(
        default_factory=lambda: dict.fromkeys(("boards", "moments", "night", "season", "names"), ())
    )
    """Leaderboards of tonight, latest moments and matches of the Game Night, as read last."""

    async def read_aside(self) -> None:
        async with self.feed.reading() as connection:
            await learn_games(connection)
            boards = await leaderboards(connection, "tonight", kinds=3, most=5)
            moments = await latest_highlights(connection)
            night = night_of(await (await connection.execute(LATEST)).fetchall())
            name = night.plan.season if night and night.plan else ""
            rows = await (await connection.execute(SEASON, [name])).fetchall() if name else []
            called = await (await connection.execute(CALLED)).fetchall()
        season = season_of(name, tuple(rows), tuple(called)) if rows else None
        self.aside = {"boards": boards, "moments": moments, "night": night, "season": season, "names": self.names()}

    def names(self) -> dict[str, str]:
        return {table.id: table.name for table in self.feed.model.tables.values()}

    def rendered(self, change: BoardChange, language: str) -> bytes:
        made = b""
        if change.tables:
            tiles = [
                [one.id, "" if one.is_revoked else self.renderer.part("_tile.html", language, table=one)]
                for one in change.tables
            ]
            made += message("tiles", {"version": self.feed.model.version, "tiles": tiles})
        if change.aside:
            made += message("aside", self.renderer.part("_aside.html", language, **self.aside))
        if change.health:
            made += message("health", self.renderer.part("_health.html", language, trouble=self.feed.trouble))
        return made

    def only(self, role: Role, page: Page) -> Page:
        """Return the page for those with a role; others are asked to log in. The owner may do what the host may."""

        async def guarded(request: Request) -> Response:
            if await self.role(request) in (role, "owner"):
                return await page(request)
            return self.login_page(request, status=200 if request.method == "GET" else 403)

        return guarded

    async def role(self, request: Request) -> Role | None:
        token = request.cookies.get(COOKIE)
        return await run_in_threadpool(self.logins.role, token) if token else None

    # the pages

    async def tables(self, request: Request) -> Response:
        """All tables, tonight's leaderboards and the latest moments."""
        await self.try_aside()
        return self.page(request, "tables.html", tables=self.feed.model.in_order(), **self.aside)

    async def table(self, request: Request) -> Response:
        """One table: what it plays now, its latest games and moments."""
        view = self.feed.model.tables.get(request.path_params["table"])
        if view is None or view.is_revoked:
            return self._sorry(request, _("There is no such table."))
        async with self.feed.reading() as connection:
            await learn_games(connection)
            games = await latest_games(connection, view.id)
            moments = await latest_highlights(connection, table=view.id)
        return self.page(request, "table.html", table=view, games=games, moments=moments)

    async def leaderboards(self, request: Request) -> Response:
        period = period_of(request.query_params.get("period"))
        async with self.feed.reading() as connection:
            await learn_games(connection)
            boards = await leaderboards(connection, period)
        shown = {"boards": boards, "period": period, "periods": PERIODS, "season": self.aside["season"]}
        return self.page(request, "leaderboards.html", **shown)

    async def owner(self, request: Request, sentence: str = "") -> Response:
        async with self.feed.reading() as connection:
            players = await player_names(connection)
            aside_count, aside = await games_set_aside(connection)
            tables = self.feed.model.in_order()
            twins = [alarm.table for table in tables for alarm in table.alarms if alarm.kind == TWINS]
            rows = {table: await (await connection.execute(BRANCHES, [table, TWINS])).fetchall() for table in twins}
        return self.page(
            request,
            "owner.html",
            tables=tables,
            alarms=[(table, alarm) for table in tables for alarm in table.alarms],
            players=players,
            branches={table: [Branch(plain(one), *rest) for one, *rest in found] for table, found in rows.items()},
            aside_count=aside_count,
            aside=aside,
            sentence=sentence,
            status=422 if sentence else 200,
        )

    async def health(self, request: Request) -> Response:
        """What is wrong with the venue, and with each table, those with troubles first."""
        await self.watch.look(datetime.now(UTC))
        tables = self.feed.model.in_order()
        troubles: dict[str, list[tuple[Trouble, datetime]]] = {}
        for one, at in self.watch.standing.values():
            troubles.setdefault(one.table.id if one.table else "", []).append((one, at))
        tables.sort(key=lambda table: table.id not in troubles)
        wave = self.watch.updates.wave
        taking = [one for one in tables if takes(one)]
        shown: dict[str, Any] = {
            "tables": tables,
            "troubles": troubles,
            "wave": wave,
            "taking": len(taking),
            "having": sum(map(wave.has, taking)) if wave else 0,
        }
        return self.page(request, "health.html", **shown, software=SOFTWARE)

    async def wave(self, request: Request) -> Response:
        """Start or stop the wave of updates."""
        form = await form_of(request)
        await run_in_threadpool(self.watch.updates.start, on=form["on"] == "yes")
        await self.watch.go_on()
        return RedirectResponse("/owner/health", 303)

    async def login(self, request: Request) -> Response:
        if not self.attempts.allows(request.client.host if request.client else ""):
            return self.login_page(request, _("Too many tries. Wait a moment."), 429)
        form = await form_of(request)
        try:
            role, token = await run_in_threadpool(self.logins.begin, form["password"])
        except Rejected as error:
            return self.login_page(request, error.args[0], 403)
        answer = RedirectResponse("/host" if role == "host" or form["to"].startswith("/host") else "/owner", 303)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, max_age=GOOD_FOR, httponly=True, samesite="strict", secure=secure)
        return answer

    async def logout(self, request: Request) -> Response:
        with suppress(psycopg.OperationalError):  # this browser is logged out all the same
            await run_in_threadpool(self.logins.end, request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/owner", 303)
        answer.delete_cookie(COOKIE)
        return answer

    async def change(self, request: Request) -> Response:
        """Carry out a change of the owner: name a table, merge or separate players, dismiss an alarm."""
        form = await form_of(request)
        try:
            await run_in_threadpool(self._carry_out, request.path_params["what"], form)
        except (Rejected, psycopg.DataError) as error:
            return await self.owner(request, error.args[0])
        return RedirectResponse("/owner", 303)

    async def sheet(self, request: Request) -> Response:
        """A table for a spreadsheet, for the owner: results or standings."""
        name = request.path_params["name"]
        if name not in SHEETS:
            return await self.missing(request)
        connection = await psycopg.AsyncConnection.connect(self.settings.record.board, connect_timeout=5)

        async def written() -> AsyncIterator[bytes]:
            copy = f"COPY ({SHEETS[name]}) TO STDOUT (FORMAT csv, HEADER)"
            async with connection, connection.cursor() as cursor, cursor.copy(copy) as rows:
                yield BOM_UTF8
                async for row in rows:
                    yield bytes(row)

        head = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return StreamingResponse(written(), headers=head, media_type="text/csv")

    def _carry_out(self, what: str, form: Mapping[str, str]) -> None:
        with psycopg.connect(self.settings.record.owner, autocommit=True, connect_timeout=5) as connection:
            match what:
                case "name":
                    name_table(connection, form["table"], form["name"])
                case "merge":
                    merge_player(connection, form["player"], form["name"])
                case "separate":
                    separate_player(connection, form["player"])
                case "erase":
                    erase_guest(connection, form["player"])
                case "host":
                    set_host(connection, form["password"])
                case "dismiss" if form["number"].isdecimal() and form["table"] in self.feed.model.tables:
                    dismiss(connection, form["table"], int(form["number"]))
                case "choose" if form["table"] in self.feed.model.tables and is_id(form["journal"]):
                    choose(connection, form["table"], form["journal"])
                case _:
                    raise Rejected(NO_ACTION)

    def login_page(self, request: Request, sentence: str | None = None, status: int = 200) -> Response:
        return self.page(request, "login.html", status=status, sentence=sentence)

    async def stream(self, request: Request) -> Response:
        """Follow the board: tiles that changed, leaderboards and moments, and what is wrong."""
        language, address = language_of(request), request.client.host if request.client else ""
        if not self.feed.has_room(address):
            return refused(
                request.url.path, 503, _("The board has as many viewers as it can serve: reload in a moment.")
            )
        transport, version = request.scope["state"][TRANSPORT], request.query_params.get("since", "")
        stream = BoardStream(language, address, transport, chunked=request.scope["http_version"] == "1.1")
        since = int(version) if version.isdecimal() and len(version) < 18 else 0

        def begin() -> None:
            missed = BoardChange(tuple(self.feed.model.since(since)), health=True)
            stream.is_open = True
            stream.put(framed(self.rendered(missed, language), chunked=stream.chunked))

        self.feed.follow(stream)
        return StreamResponse(begin, lambda: self.feed.leave(stream))

    async def static(self, request: Request) -> Response:
        """A file of the pages, which browsers ask for again: an update has it under the same name."""
        file = STATIC.get(request.path_params["name"])
        if file is None:
            return await self.missing(request)
        answer = FileResponse(file, headers={"Cache-Control": "no-cache"}, stat_result=file.stat())
        if request.headers.get("if-none-match") == answer.headers["etag"]:
            return Response(status_code=304, headers={"ETag": answer.headers["etag"]})
        return answer

    async def elsewhere(self, request: Request, error: Exception) -> Response:
        """The address of a form was opened as a page: its own page has the form."""
        if request.method == "GET" and not request.url.path.startswith("/api/"):
            return RedirectResponse(f"/{request.url.path.split('/')[1]}", 303)
        return await self.missing(request, error)

    async def missing(self, request: Request, _error: Exception | None = None) -> Response:
        return self._sorry(request, _("There’s no page at this address."))

    async def unreadable(self, request: Request, _error: Exception) -> Response:
        if request.url.path.startswith("/api/"):
            return refused(request.url.path, 503, _("The record can’t be read right now."))
        return self._sorry(request, _("The record can’t be read right now. This page tries again by itself."), 503)

    def _sorry(self, request: Request, sentence: str, status: int = 404) -> Response:
        return self.page(request, "sorry.html", status=status, sentence=sentence, again=status == 503)

    def page(self, request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
        known = {"version": self.feed.model.version, "trouble": self.feed.trouble, "names": self.names(), **values}
        return self.renderer.page(request, template, status=status, **known)

    async def try_aside(self) -> None:
        try:
            async with asyncio.timeout(2):
                await self.read_aside()
        except (psycopg.Error, TimeoutError):
            return  # the page says that the record cannot be read


STATIC = static_files()


async def form_of(request: Request) -> defaultdict[str, str]:
    """Return the fields of a form, the first value of each; "" for one that is not there."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_FORM:
            return defaultdict(str)
    return defaultdict(str, {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()})
