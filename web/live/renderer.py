"""Renders a snapshot as HTML, once for all viewers of a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from jinja2 import Environment
from markupsafe import Markup

from engine.names import own_profile
from table.snapshot import Snapshot
from web.display_names import shown
from web.errors import part_or
from web.guests.profiles import ProfileBook
from web.guests.screens import SoundSwitch
from web.live.chances import AdviceCache, help_as_html
from web.live.result import EveningScore, GameReview, GameReviews, Won, result_of
from web.live.view_model import pot_of, view_of
from web.services.device import Demo
from web.tournament.desk import TournamentDesk
from web.tournament.view import line_of
from web.viewer import HelpLevel, Viewer


@dataclass(frozen=True, slots=True)
class Beside:
    """What the table shows beside the game. ``helps`` is the most help that it allows."""

    tonight: EveningScore
    reviews: GameReviews
    helps: HelpLevel
    demo: Demo | None
    profiles: ProfileBook
    cup: TournamentDesk
    sound: SoundSwitch


class Renderer:
    """Renders snapshots in one language. The latest is cached: 200 streams cost one rendering per revision."""

    def __init__(self, templates: Environment, language: str, build: str, beside: Beside) -> None:
        self._template = templates.get_template("_table.html")
        self._sorry = templates.get_template("_no_table.html")
        self._language = language
        self._build = build
        self._beside = beside
        self._lock = Lock()
        self._latest: tuple[tuple[str, int, int, bool, GameReview, Won], str] | None = None

    def fragment(self, snapshot: Snapshot) -> str:
        review, tonight = self.review(snapshot), self._tonight(snapshot)
        part_or("the profiles", lambda: self._beside.profiles.meet(snapshot.state.players), None)
        look = self._beside.profiles.version
        quiet = not self._beside.sound.allowed
        moment = (snapshot.boot, snapshot.revision, look, quiet, review, tonight)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                same = {"look": look, "quiet": quiet, "language": self._language, "build": self._build}
                html = part_or("the table", lambda: self._whole(snapshot, review, tonight, same), "")
                html = html or part_or(
                    "the table alone", lambda: self._template.render(self._table(snapshot), **same), ""
                )
                self._latest = moment, html or self._sorry.render(snapshot=snapshot, **same)
            return self._latest[1]

    def _whole(self, snapshot: Snapshot, review: GameReview, tonight: Won, same: Mapping[str, object]) -> str:
        """Return the table with all that stands beside the game; a part that fails is left out."""
        parts = self._table(snapshot)
        parts["cup"] = part_or("the tournament", lambda: line_of(self._beside.cup, snapshot), None)
        parts["shake"] = part_or("the pot", lambda: pot_of(snapshot), None)
        parts["result"] = part_or("the result", lambda: result_of(snapshot), None)
        return self._template.render(parts | {"review": review, "tonight": tonight}, **same)

    def _table(self, snapshot: Snapshot) -> dict[str, object]:
        view, players = view_of(snapshot, self._language), snapshot.state.players
        own = dict(zip(map(shown, players), map(own_profile, players), strict=True))
        return {
            "table": view,
            "board": view.board,
            "badges": part_or("the profiles", lambda: self._beside.profiles.of_game(players), own),
            "tonight": (),
            "cup": None,
            "shake": None,
            "result": None,
            "review": GameReview(),
            "helps": self._beside.helps,
            "demo_is_over": self._beside.demo is not None and self._beside.demo.is_over,
        }

    def look(self, snapshot: Snapshot) -> int:
        """Return a number that is another one once the same snapshot looks otherwise."""
        return hash((self._beside.profiles.version, self._tonight(snapshot)))

    def _tonight(self, snapshot: Snapshot) -> Won:
        return part_or("the evening", lambda: self._beside.tonight.won(snapshot), ())

    def review(self, snapshot: Snapshot) -> GameReview:
        return part_or("the analysis", lambda: self._beside.reviews.of(snapshot), GameReview())


HELP = "</section>\n</main>"
"""Where the fragment ends: before it stands the place of the help, which each viewer has for oneself."""


def first_paint(renderer: Renderer, coach: AdviceCache, viewer: Viewer, snapshot: Snapshot) -> Markup:
    html = part_or("the advice", lambda: help_as_html(coach, viewer, snapshot), "")
    before, end, after = renderer.fragment(snapshot).rpartition(HELP)
    return Markup(before + html + end + after)
