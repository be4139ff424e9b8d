"""The viewer's preferences: language, theme, help with the odds, and sound."""

from dataclasses import asdict, dataclass
from typing import Literal, cast, get_args

from flask import Request

from engine.i18n import DEFAULT, languages, negotiated

Theme = Literal["night", "day"]
HelpLevel = Literal["off", "odds", "advice"]
SoundLevel = Literal["off", "effects", "caller", "voice"]
SoundVolume = Literal["low", "medium", "high"]

THEMES: dict[Theme, str] = {"night": "#0a1322", "day": "#f3ecdc"}
"""The page's themes, and the colour that a phone gives its own bars with each."""


VIEWER = "quarterdeck.viewer"
"""Where a request keeps what was read of it."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The preferences of one screen; they are not stored at the table."""

    language: str = DEFAULT
    theme: Theme = "night"
    help: HelpLevel = "off"
    sound: SoundLevel = "off"
    volume: SoundVolume = "medium"

    def wishing(self, wish: str, value: str) -> dict[str, str]:
        return {**asdict(self), wish: value}


def viewer_of(request: Request) -> Viewer:
    """Return the viewer's preferences: from the address (works without scripts), else from cookies.

    The defaults are the browser's language, the night theme, no help, and no sound.
    """
    found = request.environ.get(VIEWER)
    if found is None:
        found = request.environ[VIEWER] = _read(request)
    return cast(Viewer, found)


def _read(request: Request) -> Viewer:
    liked = negotiated(request.accept_languages.values())
    return Viewer(
        language=_wish(request, "language", tuple(languages())) or liked,
        theme=cast(Theme, _wish(request, "theme", tuple(THEMES)) or "night"),
        help=cast(HelpLevel, _wish(request, "help", get_args(HelpLevel)) or "off"),
        sound=cast(SoundLevel, _wish(request, "sound", get_args(SoundLevel)) or "off"),
        volume=cast(SoundVolume, _wish(request, "volume", get_args(SoundVolume)) or "medium"),
    )


def _wish(request: Request, name: str, known: tuple[str, ...]) -> str | None:
    said = (request.args.get(name), request.cookies.get(name))
    return next((wish for wish in said if wish in known), None)
