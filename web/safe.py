"""The page of safe mode: what is wrong and what to do, and nothing of any game."""

from collections.abc import Sequence

from flask import Flask, render_template

from web.dressing import dress
from web.files import files
from web.guard import guard
from web.stream import Streams

REFRESH = 10
"""Seconds after which the page looks again."""


def create_safe_app(why: str, to_do: Sequence[str]) -> Flask:
    """One page, whatever is asked for."""
    app = Flask(__name__, static_folder=None)
    dress(app)
    app.register_blueprint(files())
    app.extensions["quarterdeck_streams"] = Streams(0, 0)

    @app.get("/healthz")
    def health() -> dict[str, object]:
        return {"ok": False, "mode": "safe", "why": why}

    @app.get("/")
    @app.get("/<path:anything>")
    def page(anything: str = "") -> str:
        del anything
        return render_template("safe.html", why=why, to_do=to_do, refresh=REFRESH)

    app.after_request(guard)
    return app
