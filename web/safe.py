"""The page of safe mode: what is wrong and what to do, and nothing of any game."""

from collections.abc import Sequence

from flask import Flask, render_template

from web import words
from web.app import guard
from web.stream import Streams


def create_safe_app(why: str, to_do: Sequence[str]) -> Flask:
    """One page, whatever is asked for."""
    app = Flask(__name__)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["quarterdeck_streams"] = Streams(0)
    app.jinja_env.globals.update(words=words)

    @app.get("/healthz")
    def health() -> dict[str, object]:
        return {"ok": False, "mode": "safe", "why": why}

    @app.get("/")
    @app.get("/<path:anything>")
    def page(anything: str = "") -> str:
        del anything
        return render_template("safe.html", why=why, to_do=to_do, theme="night")

    app.after_request(guard)
    return app
