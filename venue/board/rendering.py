"""Renders pages and their parts with Jinja2, in the reader's language and theme."""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from engine.i18n import languages, negotiated
from venue.board.texts import board_words

HERE = Path(__file__).parent
THEMES = {"night": "#0a1322", "day": "#f3ecdc"}
SHARED = ("theme.css", "theme.js", "wishes.js", "star.svg")
"""Files of a table's page that the board uses too: its colours, its two themes, its sign."""
OWN = ("board.css", "wall.css", "board.js", "wall.js")
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
"""Places of pips on a face, in quarters of its side from the middle."""


def shared_folder() -> Path:
    """Return the folder of the files of a table's page, without loading the page's server."""
    spec = find_spec("web")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / "static"


def static_files() -> dict[str, Path]:
    """Return the files that the board serves, by name."""
    shared = shared_folder()
    return {name: shared / name for name in SHARED} | {name: HERE / "static" / name for name in OWN}


def environment() -> Environment:
    """Return the templates."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(pips=PIPS, themes=THEMES)
    return made


class BoardRenderer:
    """Renders templates. ``venue`` is the title of the venue."""

    def __init__(self, venue: str) -> None:
        self._templates = environment()
        self._venue = venue

    def part(self, template: str, language: str, **values: Any) -> str:
        """Return a part of a page."""
        return self._templates.get_template(template).render(words=board_words(language), venue=self._venue, **values)

    def page(self, request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
        """Return a whole page for the reader."""
        language = language_of(request)
        theme = request.cookies.get("theme", "night")
        html = self.part(
            template,
            language,
            theme=theme if theme in THEMES else "night",
            path=request.url.path,
            **values,
        )
        return HTMLResponse(html, status, {"Content-Language": language, "Vary": "Accept-Language, Cookie"})


def language_of(request: Request) -> str:
    """Return the reader's language: that of the cookie, else the browser's first that there is."""
    wish = request.cookies.get("language", "")
    if wish in languages():
        return wish
    liked = [part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    return negotiated(cast(Sequence[str], [code for code in liked if code.replace("-", "").isalnum()][:10]))


def message(event: str, data: object) -> bytes:
    """Return one message of a stream, its data as JSON."""
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
