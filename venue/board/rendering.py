"""Renders pages and their parts with Jinja2, in the reader's language and theme."""

import json
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse

from engine import BadRules, game_of_kind, kinds_of_all, title_of
from engine.i18n import Text, full_sentence, languages, moment, negotiated, ngettext, number, time_of_day, translated
from engine.i18n import gettext as _
from engine.tournament.columns import sections_of
from engine.tournament.facts import FORMATS
from engine.tournament.standings import champions, group_tables, standings
from venue.projection.leaderboards import HighlightRow

HERE = Path(__file__).parent
THEMES = {"night": "#0a1322", "day": "#f3ecdc"}
SHARED = ("theme.css", "theme.js", "wishes.js", "live.js", "star.svg", "emblems.svg")
"""Files of a table's page that the board uses too: its colours, its two themes, its link, its signs."""
OWN = ("board.css", "wall.css", "board.js", "wall.js")
PERIOD_NAMES = {"tonight": _("Tonight"), "month": _("This month"), "all": _("All time")}
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
"""Places of pips on a face, in quarters of its side from the middle."""


def static_files() -> dict[str, Path]:
    """Return the files that the board serves, by name. Those of a table's page are found without loading its server."""
    web = find_spec("web")
    assert web is not None
    assert web.submodule_search_locations is not None
    shared = Path(web.submodule_search_locations[0]) / "static"
    return {name: shared / name for name in SHARED} | {name: HERE / "static" / name for name in OWN}


class BoardRenderer:
    """Renders templates. ``venue`` is the title of the venue."""

    def __init__(self, venue: str) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_in_the_readers_language,
        )
        self._templates.globals.update(
            {"_": _, "ngettext": ngettext, "pips": PIPS, "themes": THEMES, "period_names": PERIOD_NAMES},
            venue=venue,
            kind_name=kind_name,
            last_seen=last_seen,
            event_of=event_of,
            title_in=title_in,
            standings=standings,
            group_tables=group_tables,
            champions=champions,
            sections_of=sections_of,
            FORMATS=FORMATS,
        )
        self._templates.filters.update(moment=moment, number=number, when=when)

    def part(self, template: str, language: str, **values: Any) -> str:
        return self._templates.get_template(template).render(language=language, **values)

    def page(self, request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
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


@pass_context
def _in_the_readers_language(context: Context, value: Any) -> Any:
    return translated(value, context["language"])


def last_seen(at: datetime | None) -> str:
    if at is None:
        return _("Never seen")
    return _("Last seen {when}", when=when(at))


def when(at: datetime) -> Text:
    """Return the time of this evening; an earlier one has its day."""
    local = at.astimezone()
    return time_of_day(local.time()) if datetime.now(UTC) - at < timedelta(hours=12) else moment(local)


def event_of(row: HighlightRow) -> str:
    match row.word:
        case "won":
            title, value = title_in(row.preset), number(row.value or 0)
            return _("{player} wins {game} with {value}.", player=row.player, game=title, value=value)
        case "midnight":
            return _("Midnight! {player} has the best cargo there is.", player=row.player)
        case "five_of_a_kind" | "yahtzee_bonus":
            return _("{player} has five of a kind!", player=row.player)
        case "hot_dice":
            return _("Hot dice! {player} scores with all dice.", player=row.player)
        case "dream_spider":
            return _("Dream spider! {player} has a second midnight.", player=row.player)
    return full_sentence(f"{row.player}: {row.word}")


def title_in(preset: str, told: str = "") -> str:
    """Return the title of rules; the one that a table has ``told``, else their name, if they are not known here."""
    try:
        return title_of(preset)[0]
    except BadRules:
        return told or preset


def kind_name(kind: str) -> str:
    """Return the name of a kind of game; its word if this version does not know it."""
    return game_of_kind(kind).title if kind in kinds_of_all() else kind


def language_of(request: Request) -> str:
    """Return the reader's language: that of the cookie, else the browser's first that there is."""
    wish = request.cookies.get("language", "")
    if wish in languages():
        return wish
    liked = [part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    return negotiated([code for code in liked if code.replace("-", "").isalnum()][:10])


def message(event: str, data: object) -> bytes:
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
