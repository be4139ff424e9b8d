"""The page of safe mode: the problem and its fix, without a game."""

from collections.abc import Callable, Sequence

from flask import Flask, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from web.access.guard import guard, is_from_here, is_ours, names_of
from web.http.limits import Streams
from web.http.static_files import files
from web.install import installing
from web.live.template_context import dress

REFRESH = 10
"""Seconds after which the page looks again."""


def create_safe_app(why: str, to_do: Sequence[str], undo: Callable[[], object] | None = None) -> Flask:
    """Create an application that answers every path with one page.

    With ``undo`` the page has a button that calls it: to restore the data from before a backup.
    """
    app = Flask("web", static_folder=None)
    dress(app)
    app.register_blueprint(files())
    app.register_blueprint(installing())
    app.extensions["quarterdeck_streams"] = Streams(0, 0)

    @app.get("/healthz")
    def health() -> dict[str, object]:
        return {"ok": False, "mode": "safe", "why": why}

    @app.get("/")
    @app.get("/<path:anything>")
    def page(anything: str = "") -> str:
        del anything
        return render_template("safe.html", why=why, to_do=to_do, refresh=REFRESH, undo=undo is not None)

    @app.post("/before-the-backup")
    def bring_back() -> Response:
        if undo is None:
            abort(404)
        if not (is_from_here() and is_ours(request.headers.get("Host", ""), names_of(()))):
            abort(403)
        undo()
        return redirect("/", 303)

    app.after_request(guard)
    return app
