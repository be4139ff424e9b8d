"""The one renderer: a moment of the table becomes one piece of HTML, made once and shared by everybody who looks."""

from threading import Lock

from jinja2 import Environment

from web.table import Snapshot
from web.view import view_of


class Renderer:
    """Renders snapshots; the latest is kept, so that two hundred streams cost one rendering a revision."""

    def __init__(self, templates: Environment, build: str) -> None:
        self._template = templates.get_template("_table.html")
        self._build = build
        self._lock = Lock()
        self._latest: tuple[tuple[str, int], str] | None = None

    def fragment(self, snapshot: Snapshot) -> str:
        """The table as the HTML of its ``<main>`` element."""
        moment = (snapshot.boot, snapshot.revision)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, self._template.render(table=view_of(snapshot), build=self._build)
            return self._latest[1]
