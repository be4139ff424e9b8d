"""Who looks at the page, and how they wish to see it: language, colours, and how much help with the odds."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from flask import Request

from web.catalogue import LANGUAGES, USUAL, Words, words_in

Theme = Literal["night", "day"]
HelpLevel = Literal["off", "odds", "advice"]

THEMES: dict[Theme, str] = {"night": "#0a1322", "day": "#f3ecdc"}
"""The page's themes, and the colour that a phone gives its own bars with each."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """How one screen shows the table. Each chooses for itself: nothing of it is kept at the table."""

    language: str = USUAL
    theme: Theme = "night"
    help: HelpLevel = "off"

    @property
    def words(self) -> Words:
        """The words of the viewer's language."""
        return words_in(self.language)

    def wishing(self, wish: str, value: str) -> dict[str, str]:
        """All wishes, with another value for one of them, as an address carries them."""
        return {"language": self.language, "theme": self.theme, "help": self.help, wish: value}


def viewer_of(request: Request) -> Viewer:
    """Whoever asks: what the address says comes first, which works with scripts off, then what a cookie remembers.

    Without either the language is that of the browser, the night is dark, and nobody is helped.
    """
    liked = request.accept_languages.best_match(list(LANGUAGES)) or USUAL
    return Viewer(
        language=_wish(request, "language", tuple(LANGUAGES)) or liked,
        theme=cast(Theme, _wish(request, "theme", tuple(THEMES)) or "night"),
        help=cast(HelpLevel, _wish(request, "help", get_args(HelpLevel)) or "off"),
    )


def _wish(request: Request, name: str, known: tuple[str, ...]) -> str | None:
    said = (request.args.get(name), request.cookies.get(name))
    return next((wish for wish in said if wish in known), None)
