"""The web application: its parts, and what every answer of it carries."""

import hashlib
from pathlib import Path

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from web.dressing import dress
from web.pages import pages
from web.render import renderers
from web.stream import HEARTBEAT, MAX_STREAMS, Streams
from web.table import Table
from web.viewer import viewer_of

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def create_app(table: Table, *, heartbeat: float = HEARTBEAT, max_streams: int = MAX_STREAMS) -> Flask:
    """The page of this table.

    ``heartbeat`` is the silence in seconds after which a stream says that it is still there, ``max_streams`` the
    number of pages that may follow the table at a time.
    """
    app = Flask(__name__)
    dress(app)
    fragments = renderers(app.jinja_env, _build_of(Path(__file__).parent))
    streams = app.extensions["quarterdeck_streams"] = Streams(max_streams)

    app.register_blueprint(pages(table, fragments, streams, heartbeat))
    app.register_error_handler(HTTPException, _sorry)
    app.after_request(guard)
    return app


def _sorry(error: HTTPException) -> tuple[str, int, list[tuple[str, str]]]:
    code = error.code or InternalServerError.code
    kept = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")]
    return render_template("sorry.html", sorry=viewer_of(request).words.sorry(code)), code, kept


def guard(response: Response) -> Response:
    """The answer with the headers that every answer carries."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _build_of(package: Path) -> str:
    """A fingerprint of scripts, styles and templates: a page made by another build knows that it is to load anew."""
    digest = hashlib.sha256()
    for path in sorted([*package.glob("static/*"), *package.glob("templates/*")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
