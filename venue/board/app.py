"""Assembles the board."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import Route

from engine.i18n import gettext as _
from engine.update_offer import PACKAGES
from venue.board.api import Api, Door
from venue.board.feed import Feed
from venue.board.guard import BURST, DOOR, PER_SECOND, Guard, Rates, own_names
from venue.board.health import Watch
from venue.board.night import NightPages
from venue.board.owner import Logins
from venue.board.pages import Board
from venue.board.rendering import BoardRenderer
from venue.settings import VenueSettings

log = logging.getLogger("quarterdeck.venue")


def board_app(settings: VenueSettings, *, door: bool = True) -> Starlette:
    """Return the board of a venue. With ``door`` it takes batches by HTTP."""
    feed = Feed(settings.record.board)
    watch = Watch(settings, feed)
    renderer = BoardRenderer(settings.venue.title or settings.venue.name)
    board = Board(settings, feed, renderer, watch, Logins(settings.folder, settings.record))
    nights, api = NightPages(board), Api(feed, watch)
    way_in = Door(settings.venue.name, settings.record.ingest) if door else None
    feed.render = board.rendered
    feed.before_aside = board.read_aside

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        running = [asyncio.create_task(_to_the_end(feed)), asyncio.create_task(watch.run())]
        yield
        for task in running:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if way_in is not None:
            way_in.close()

    routes = [
        Route("/", board.tables),
        Route("/tv", nights.wall),
        Route("/table/{table}", board.table),
        Route("/leaderboards", board.leaderboards),
        Route("/season", nights.season),
        Route("/season.csv", nights.season),
        Route("/night", nights.night),
        Route("/night.svg", nights.code),
        Route("/night/{what}", nights.of_phone, methods=["POST"]),
        Route("/host", board.only("host", nights.host)),
        Route("/host/{what}", board.only("host", nights.of_host), methods=["POST"]),
        Route("/owner", board.only("owner", board.owner)),
        Route("/owner/health", board.only("owner", board.health)),
        Route("/owner/package", board.only("owner", watch.updates.take), methods=["POST"]),
        Route("/owner/wave", board.only("owner", board.wave), methods=["POST"]),
        Route("/owner/{name}.csv", board.only("owner", board.sheet)),
        Route("/owner/login", board.login, methods=["POST"]),
        Route("/owner/logout", board.logout, methods=["POST"]),
        Route("/owner/{what}", board.only("owner", board.change), methods=["POST"]),
        Route("/stream", board.stream),
        Route("/static/{name}", board.static),
        Route(f"{PACKAGES}{{digest}}", watch.updates.give),
        Route("/api/tables", api.tables),
        Route("/api/leaderboards", api.leaderboards),
        Route("/api/moments", api.moments),
        Route("/metrics", api.metrics),
        Route("/healthz", api.healthz),
    ]
    if way_in is not None:
        routes.append(Route(DOOR, way_in.take, methods=["POST"]))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=own_names(settings.board.hosts), rates=Rates(PER_SECOND, BURST))],
        exception_handlers={
            404: board.missing,
            405: board.elsewhere,
            psycopg.OperationalError: board.unreadable,
            ClientDisconnect: board.missing,  # nobody reads it
        },
        lifespan=lifespan,
    )
    app.state.feed = feed
    return app


async def _to_the_end(feed: Feed) -> None:
    """Run the feed. If it fails the server ends: a board that follows no record would show what was."""
    try:
        await feed.run()
    except Exception as error:
        log.exception("%s", _("The board has ended ({kind}: {error}).", kind=type(error).__name__, error=error))
        raise SystemExit(1) from None
