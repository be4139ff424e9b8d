"""What the board shows, as JSON, and the way in by HTTP for tables without a broker."""

import base64
import binascii
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import psycopg
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from engine.i18n import gettext as _
from engine.link_protocol import LARGEST, BadMessage, Cursor, batch_of, decode_object, encode_cursor, is_id
from venue.board.feed import Feed
from venue.board.health import Trouble, Watch
from venue.board.model import TableTile
from venue.errors import RecordUnavailable
from venue.projection.leaderboards import games_set_aside, latest_highlights, leaderboards, period_of
from venue.record.alarms import FOREIGN, raise_alarm, refuse_message
from venue.record.ingest import Delivery, ingest, is_secret, why_unavailable
from venue.record.live import read_health, read_waiting

WRONG_LOGIN = _("Unknown table or wrong password: enrol the table again.")
OTHER_TABLE = _("The batch is for another table or another venue.")


class Api:
    """The routes under ``/api``."""

    def __init__(self, feed: Feed, watch: Watch) -> None:
        self._feed = feed
        self._watch = watch

    async def tables(self, _request: Request) -> Response:
        return JSONResponse([_table(view) for view in self._feed.model.in_order()])

    async def leaderboards(self, request: Request) -> Response:
        period = period_of(request.query_params.get("period"))
        async with self._feed.reading() as connection:
            boards = await leaderboards(connection, period)
        rows = {kind: [asdict(row) for row in board] for kind, board in boards}
        return JSONResponse({"period": period, "leaderboards": rows})

    async def moments(self, _request: Request) -> Response:
        async with self._feed.reading() as connection:
            rows = await latest_highlights(connection, 20)
        return JSONResponse([asdict(row) | {"at": row.at.timestamp()} for row in rows])

    async def metrics(self, _request: Request) -> Response:
        """Figures for Prometheus, in its text format 0.0.4."""
        tables, standing = self._feed.model.in_order(), self._watch.standing
        figures: dict[str, tuple[object, str]] = {
            "tables": (len(tables), "enrolled tables"),
            "tables_online": (sum(one.online for one in tables), "tables that are connected"),
            "events": (sum(one.events for one in tables), "recorded events"),
            "alarms": (sum(len(one.alarms) for one in tables), "alarms that the owner has not dismissed"),
            "troubles": (len(standing), "what is wrong with the venue and its tables"),
        }
        behind: dict[str, float] | None = None
        with suppress(psycopg.Error):  # without a record the rest is known all the same
            async with self._feed.reading() as connection:
                aside, _latest = await games_set_aside(connection, 1)
                health, waiting = await read_health(connection), await read_waiting(connection)
            recorded, computed = (at and at.timestamp() for at in (health.recorded, health.computed))
            figures |= {
                "games_set_aside": (aside, "games that could not be computed"),
                "recorded_timestamp_seconds": (recorded, "when an ingester could last write (Unix)"),
                "computed_timestamp_seconds": (computed, "when the projector last ran (Unix)"),
            }
            behind = {one.id: (health.now - one.since).total_seconds() for one in waiting}
        figures["record_readable"] = (int(behind is not None), "whether the record can be read")
        lines = [_gauge(name, about, {"": value}) for name, (value, about) in figures.items()]
        if behind is not None:
            late = {f'{{table="{one.id}"}}': behind.get(one.id, 0.0) for one in tables}
            lines.append(_gauge("waiting_seconds", "age of the oldest event that is not recorded", late))
        since = {_labels(one): at.timestamp() for one, at in standing.values()}
        lines.append(_gauge("trouble_since_timestamp_seconds", "since when something is wrong (Unix)", since))
        return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")

    async def healthz(self, _request: Request) -> Response:
        """Whether all is recorded and computed: 200, or 503 with what is wrong."""
        trouble = self._feed.trouble
        return PlainTextResponse(f"{trouble or 'ok'}\n", 503 if trouble else 200)


def _gauge(name: str, about: str, values: Mapping[str, object]) -> str:
    """Return a figure, with its value for each set of labels; None is not known."""
    name = f"quarterdeck_venue_{name}"
    rows = [f"{name}{labels} {value}\n" for labels, value in values.items() if value is not None]
    return "".join([f"# HELP {name} {about}\n# TYPE {name} gauge\n", *rows])


def _labels(trouble: Trouble) -> str:
    table, key = trouble.table.id if trouble.table else "", re.sub(r'[\\"\n]', " ", trouble.key)
    return f'{{table="{table}",trouble="{key.replace(table, "").strip()}"}}'


def _table(view: TableTile) -> dict[str, Any]:
    state = view.state
    return {
        "id": view.id,
        "name": view.name,
        "online": view.online,
        "seen_at": view.seen_at and view.seen_at.timestamp(),
        "events": view.events,
        "game": state and state.game and asdict(state.game),
        "sentence": state.sentence if state else "",
        "dice": list(state.dice) if state else [],
        "players": [asdict(one) for one in state.players] if state else [],
        "alarms": [alarm.sentence for alarm in view.alarms],
    }


class Door:
    """The way in by HTTP: the same batches through the same function as from the broker."""

    def __init__(self, venue: str, record: str) -> None:
        self._venue, self._record = venue, record
        self._connection: psycopg.Connection | None = None
        self._lock = threading.Lock()

    async def take(self, request: Request) -> Response:
        login = _login(request.headers.get("authorization", ""))
        if login is None:
            return _refusal(401, WRONG_LOGIN)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                return _refusal(413, _("The message is too large."))
        return await run_in_threadpool(self._take, *login, bytes(body))

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _take(self, table: str, password: str, body: bytes) -> Response:
        with self._lock:
            try:
                connection = self._connected()
                if not is_secret(connection, table, password):
                    return _refusal(401, WRONG_LOGIN)
                try:
                    given = decode_object(body)
                    is_own = (given.get("venue"), given.get("table")) == (self._venue, table)
                    batch = batch_of(given) if is_own else None
                except BadMessage as error:
                    refuse_message(connection, table, error.args[0])
                    return _refusal(422, str(error))
                if batch is None:
                    raise_alarm(connection, table, None, FOREIGN, OTHER_TABLE)
                    return _refusal(403, OTHER_TABLE)
                cursor: Cursor = ingest(connection, [Delivery(table, batch)])[table, batch.journal]
            except psycopg.DataError as error:
                return _refusal(422, (str(error).splitlines() or ["?"])[0])
            except (psycopg.Error, RecordUnavailable) as error:
                if self._connection is not None:
                    self._connection.close()
                return _refusal(503, why_unavailable(error) if isinstance(error, psycopg.Error) else str(error))
        return Response(encode_cursor(cursor), media_type="application/json")

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = psycopg.connect(self._record, autocommit=True, connect_timeout=5)
        return self._connection


def _login(header: str) -> tuple[str, str] | None:
    kind, _space, encoded = header.partition(" ")
    try:
        user, colon, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return (user, password) if kind.lower() == "basic" and colon and is_id(user) else None


def _refusal(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status, {"WWW-Authenticate": "Basic"} if status == 401 else None)
