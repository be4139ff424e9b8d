"""Languages: the message files that are there, and how texts are rendered by them."""

from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.i18n.message import Message, Text, Translations, gettext

DEFAULT = "en"
"""The language of the source, which needs no message file."""

LOCALES = Path(__file__).parent / "locale"
DOMAIN = "quarterdeck"

OWN_NAME = gettext("English")
"""The name of the language in itself: each message file translates it by its own, as in “Deutsch”."""


class Language:
    """A language by its letters, with its messages and its formats of numbers, dates and lists."""

    def __init__(self, code: str, messages: NullTranslations) -> None:
        self.code = code
        self.messages: Translations = messages

    @property
    def locale(self) -> Any:
        """Return Babel's formats of numbers, dates and lists. Loaded when they are needed first."""
        return _locale(self.code)

    def rendered(self, value: Any) -> Any:
        """Return the text, or each text of a list or dict, in this language; any other value unchanged."""
        if self.code == DEFAULT:
            return value
        if isinstance(value, Text):
            return type(value).render(self, *value.given)
        if isinstance(value, str):
            return Message.render(self, *value.given) if hasattr(value, "given") else value
        if isinstance(value, tuple | list):
            return type(value)(self.rendered(part) for part in value)
        if isinstance(value, dict):
            return {key: self.rendered(part) for key, part in value.items()}
        return value


@cache
def languages() -> Mapping[str, str]:
    """Return the languages by their letters, each by its own name: English, and those that have a message file."""
    found = sorted(file.parts[-3] for file in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return MappingProxyType({DEFAULT: "".join(OWN_NAME)} | {code: spoken_in(code).rendered(OWN_NAME) for code in found})


def negotiated(liked: Iterable[str]) -> str:
    """Return the first of the liked languages that is there, or English. ``fr-CA`` is content with ``fr``."""
    from babel import negotiate_locale

    return negotiate_locale([code.replace("-", "_") for code in liked], languages()) or DEFAULT


@cache
def spoken_in(code: str) -> Language:
    """Return the language of these letters. Raises :exc:`LookupError` without a message file of it."""
    if code == DEFAULT:
        return Language(code, NullTranslations())
    file = LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with file.open("rb") as opened:
            return Language(code, GNUTranslations(opened))
    except OSError as error:
        raise LookupError(f"no language {code}: {file} cannot be read ({error.strerror}); run make setup") from None


def translated(value: Any, code: str) -> Any:
    return spoken_in(code).rendered(value)


@cache
def _locale(code: str) -> Any:
    from babel import Locale

    return Locale.parse(code)
