"""Renders a snapshot as HTML, once for all viewers of a language."""

from threading import Lock

from jinja2 import Environment
from markupsafe import Markup

from engine.i18n import languages
from table.snapshot import Snapshot
from web.access.sound_switch import SoundSwitch
from web.catalogue import Words, words_in
from web.live.evening_score import EveningScore
from web.live.result import GameReview, GameReviews, result_of
from web.live.view_model import view_of
from web.ports.preferences import HelpLevel
from web.ports.services import Demo
from web.profiles.profile_book import ProfileBook
from web.tournament.desk import TournamentDesk
from web.tournament.view import line_of


class Renderer:
    """Renders snapshots in one language. The latest is cached: 200 streams cost one rendering per revision."""

    def __init__(
        self,
        templates: Environment,
        words: Words,
        build: str,
        tonight: EveningScore,
        reviews: GameReviews,
        helps: HelpLevel,
        demo: Demo | None,
        profiles: ProfileBook,
        cup: TournamentDesk,
        sound: SoundSwitch,
    ) -> None:
        self._template = templates.get_template("_table.html")
        self._words = words
        self._build = build
        self._tonight = tonight
        self._reviews = reviews
        self._cup = cup
        self._helps = helps
        self._demo = demo
        self._profiles = profiles
        self._sound = sound
        self._lock = Lock()
        self._latest: tuple[tuple[str, int, int, bool, GameReview], str] | None = None

    def fragment(self, snapshot: Snapshot) -> str:
        """Return the table as the HTML of its ``<main>`` element."""
        review = self.review(snapshot)
        self._profiles.meet(snapshot.state.players)
        look = self._profiles.version
        quiet = not self._sound.allowed
        moment = (snapshot.boot, snapshot.revision, look, quiet, review)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                view = view_of(snapshot, self._words)
                won = self._tonight.won(snapshot)
                cup = line_of(self._cup, snapshot, self._words)
                html = self._template.render(
                    table=view,
                    board=view.board,
                    badges=self._profiles.of_game(snapshot.state.players),
                    look=look,
                    quiet=quiet,
                    words=self._words,
                    build=self._build,
                    tonight=won,
                    cup=cup,
                    result=result_of(snapshot, self._words),
                    review=review,
                    helps=self._helps,
                    demo_is_over=self._demo is not None and self._demo.is_over,
                )
                self._latest = moment, html
            return self._latest[1]

    def review(self, snapshot: Snapshot) -> GameReview:
        """Return what the archive knows about the game that is over."""
        return self._reviews.of(snapshot, self._words)


HELP = "</section>\n</main>"
"""Where the fragment ends: before it stands the place of the help, which each viewer has for oneself."""


def with_help(fragment: str, html: str) -> Markup:
    """Return the fragment for a viewer's first paint, with that viewer's help."""
    before, end, after = fragment.rpartition(HELP)
    return Markup(before + html + end + after)


def renderers(
    templates: Environment,
    build: str,
    tonight: EveningScore,
    reviews: GameReviews,
    helps: HelpLevel,
    demo: Demo | None,
    profiles: ProfileBook,
    cup: TournamentDesk,
    sound: SoundSwitch,
) -> dict[str, Renderer]:
    """Return a renderer for each language, by its letters. ``helps`` is the most help that the table allows."""
    return {
        language: Renderer(templates, words_in(language), build, tonight, reviews, helps, demo, profiles, cup, sound)
        for language in languages()
    }
