"""Texts: English that keeps what it was made of, and the languages in which they are rendered by message files."""

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self


class Text(str):
    """A text in English that keeps what it was made of, ``given``, so that it can be rendered in another language."""

    __slots__ = ("given",)

    given: tuple[Any, ...]

    def __new__(cls, *given: Any) -> Self:
        self = super().__new__(cls, cls.english(*given))
        self.given = given
        return self

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.given

    @staticmethod
    def english(*given: Any) -> str:
        raise NotImplementedError

    @classmethod
    def render(cls, language: "Language", *given: Any) -> str:
        """Return the text in that language."""
        return cls.english(*map(language.rendered, given))


class Message(Text):
    """A message with values for its placeholders, in braces."""

    __slots__ = ()

    @staticmethod
    def english(message: str, values: dict[str, Any]) -> str:
        return message.format(**values) if values else message

    @staticmethod
    def render(language: "Language", message: str, values: dict[str, Any]) -> str:
        return _filled(language, language.messages.gettext(message), values)


class MessageInContext(Text):
    """A message whose English means more than one thing."""

    __slots__ = ()

    @staticmethod
    def english(_context: str, message: str, values: dict[str, Any]) -> str:
        return Message.english(message, values)

    @staticmethod
    def render(language: "Language", context: str, message: str, values: dict[str, Any]) -> str:
        return _filled(language, language.messages.pgettext(context, message), values)


class CountedMessage(Text):
    """A message in singular and plural. The placeholder ``{count}`` is the number."""

    __slots__ = ()

    @staticmethod
    def english(one: str, many: str, count: int, values: dict[str, Any]) -> str:
        return (one if count == 1 else many).format(count=f"{count:,}", **values)

    @staticmethod
    def render(language: "Language", one: str, many: str, count: int, values: dict[str, Any]) -> str:
        said = {"count": language.number(count), **values}
        return _filled(language, language.messages.ngettext(one, many, count), said)


class OwnMessage(Text):
    """A message of a file that brings its translations: texts by the letters of the language."""

    __slots__ = ()

    @staticmethod
    def english(message: str, _own: dict[str, str], values: dict[str, Any]) -> str:
        return Message.english(message, values)

    @staticmethod
    def render(language: "Language", message: str, own: dict[str, str], values: dict[str, Any]) -> str:
        return _filled(language, own.get(language.code, message), values)


def gettext(message: str, /, **values: Any) -> Text:
    """Return the message with these values. Texts among the values are translated with it."""
    return Message(message, _kept(values))


def ngettext(one: str, many: str, count: int, /, **values: Any) -> Text:
    """Return the message for that number, with ``{count}`` and these values."""
    return CountedMessage(one, many, count, _kept(values))


def pgettext(context: str, message: str, /, **values: Any) -> Text:
    """Return the message, which means something else in other contexts."""
    return MessageInContext(context, message, _kept(values))


def in_own_words(message: str, own: Mapping[str, str], /, **values: Any) -> Text:
    """Return the message with these values; ``own`` are its translations."""
    return OwnMessage(message, dict(own), _kept(values))


def with_value(text: str, old: str, new: str) -> str:
    """Return a message with another value in place of ``old``, such as a name for a path; any other text unchanged."""
    if not isinstance(text, Message):
        return new if text == old else text
    message, values = text.given
    return Message(
        message,
        {name: with_value(value, old, new) if isinstance(value, str) else value for name, value in values.items()},
    )


def _filled(language: "Language", template: str, values: dict[str, Any]) -> str:
    return template.format(**{name: language.rendered(value) for name, value in values.items()}) if values else template


def _kept(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values as texts and numbers, without what else an error or a path holds on to."""
    return {name: value if isinstance(value, str | int | float) else str(value) for name, value in values.items()}


DEFAULT = "en"
"""The language of the source, which needs no message file. Its dates are British; ``en-US`` has its own."""

LOCALES = Path(__file__).parent / "locale"
DOMAIN = "quarterdeck"

OWN_NAME = gettext("English")
"""The name of the language in itself: each message file translates it by its own, as in “Deutsch”."""


class Language:
    """A language by its letters, as in ``en-US``, with its messages and its formats of numbers, dates and lists."""

    def __init__(self, code: str, messages: NullTranslations) -> None:
        self.code = code
        self.messages = messages

    @cached_property
    def locale(self) -> Any:
        """Babel's formats of numbers, dates and lists, loaded when they are needed first."""
        from babel import Locale

        return Locale.parse("en-GB" if self.code == DEFAULT else self.code, sep="-")

    def number(self, value: float, places: int = 0) -> str:
        from babel.numbers import format_decimal

        pattern = f"#,##0.{'0' * places}" if places else "#,##0"
        return str(format_decimal(round(value, places), pattern, locale=self.locale))

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
    found = [file.parts[-3].replace("_", "-") for file in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]
    found.sort(key=lambda code: not code.startswith(DEFAULT))
    return MappingProxyType({DEFAULT: "".join(OWN_NAME)} | {code: spoken_in(code).rendered(OWN_NAME) for code in found})


def negotiated(liked: Iterable[str]) -> str:
    """Return the first of the liked languages that is there, or English. ``fr-CA`` is content with ``fr``."""
    there = {code.lower(): code for code in languages()}
    wanted = (name for code in map(str.lower, liked) for name in (code, code.partition("-")[0]))
    return next((there[name] for name in wanted if name in there), DEFAULT)


@cache
def spoken_in(code: str) -> Language:
    """Return the language of these letters. Raises :exc:`LookupError` without a message file of it."""
    if code == DEFAULT:
        return Language(code, NullTranslations())
    file = LOCALES / code.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with file.open("rb") as opened:
            return Language(code, GNUTranslations(opened))
    except OSError as error:
        raise LookupError(f"no language {code}: {file} cannot be read ({error.strerror}); run make setup") from None


def translated(value: Any, code: str) -> Any:
    return spoken_in(code).rendered(value)
