"""Responses to rate-limited requests, and to requests while the server is busy."""

import json
from collections.abc import Callable, Iterable
from http import HTTPStatus
from math import ceil
from typing import Any

from flask import Flask, render_template, request

from engine.i18n import gettext as _
from web.access.guard import HEADERS
from web.access.visitor import Visitor, visitor_of
from web.ports.preferences import viewer_of

REASONS = {
    "too_many_requests": (429, _("Too many requests from this network: wait a moment.")),
    "busy": (503, _("The table is busy. Try again in a moment.")),
}
"""Status and sentence of each refusal."""

PROGRAMS = ("/api/", "/healthz")


class Refusals:
    """WSGI middleware that answers refused requests before the application. Each page of these is rendered once."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._made: dict[tuple[str, ...], bytes] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer the request (WSGI)."""
        visitor = visitor_of(environ)
        if not visitor.refusal:
            return self._app(environ, start_response)
        kind, body = self._told(environ, visitor)
        status, _why = REASONS[visitor.refusal]
        headers = HEADERS | {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Retry-After": str(max(1, ceil(visitor.later))),
        }
        start_response(f"{status} {HTTPStatus(status).phrase}", [*headers.items()])
        return [body]

    def _told(self, environ: dict[str, Any], visitor: Visitor) -> tuple[str, bytes]:
        status, why = REASONS[visitor.refusal]
        with self._app.request_context(environ):
            viewer = viewer_of(request)
            program = request.path.startswith(PROGRAMS) or request.method not in ("GET", "HEAD")
            key = (visitor.refusal, viewer.language, viewer.theme, str(program))
            if key not in self._made:
                why = viewer.words.told(why)
                if program:
                    self._made[key] = json.dumps({"code": visitor.refusal, "why": why}).encode()
                else:
                    sorry = (viewer.words.sorry(status)[0], why)
                    self._made[key] = render_template("sorry.html", sorry=sorry).encode()
        return ("application/json" if program else "text/html; charset=utf-8"), self._made[key]
