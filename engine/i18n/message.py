"""Messages: English text that keeps what it was made of."""

from typing import Any, Protocol, Self


class Translations(Protocol):
    """Messages of a language, as :class:`gettext.NullTranslations` has them."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, count: int, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...


class TextLanguage(Protocol):
    """A language to render texts in."""

    @property
    def messages(self) -> Translations:
        """The messages of the language."""

    @property
    def locale(self) -> Any:
        """Babel's formats of numbers, dates and lists."""

    def rendered(self, value: Any) -> Any:
        """Return the text, or each text of a list, in this language; any other value unchanged."""


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

    @staticmethod
    def render(language: TextLanguage, *given: Any) -> str:
        """Return the text in that language."""
        raise NotImplementedError


class Message(Text):
    """A message with values for its placeholders, in braces."""

    __slots__ = ()

    @staticmethod
    def english(message: str, values: dict[str, Any]) -> str:
        return message.format(**values) if values else message

    @staticmethod
    def render(language: TextLanguage, message: str, values: dict[str, Any]) -> str:
        return _filled(language, language.messages.gettext(message), values)


class MessageInContext(Text):
    """A message whose English means more than one thing."""

    __slots__ = ()

    @staticmethod
    def english(_context: str, message: str, values: dict[str, Any]) -> str:
        return Message.english(message, values)

    @staticmethod
    def render(language: TextLanguage, context: str, message: str, values: dict[str, Any]) -> str:
        return _filled(language, language.messages.pgettext(context, message), values)


class CountedMessage(Text):
    """A message in singular and plural. The placeholder ``{count}`` is the number."""

    __slots__ = ()

    @staticmethod
    def english(one: str, many: str, count: int, values: dict[str, Any]) -> str:
        return (one if count == 1 else many).format(count=count, **values)

    @staticmethod
    def render(language: TextLanguage, one: str, many: str, count: int, values: dict[str, Any]) -> str:
        return _filled(language, language.messages.ngettext(one, many, count), {"count": count, **values})


def gettext(message: str, /, **values: Any) -> Text:
    """Return the message with these values. Texts among the values are translated with it."""
    return Message(message, _kept(values))


def ngettext(one: str, many: str, count: int, /, **values: Any) -> Text:
    """Return the message for that number, with ``{count}`` and these values."""
    return CountedMessage(one, many, count, _kept(values))


def pgettext(context: str, message: str, /, **values: Any) -> Text:
    """Return the message, which means something else in other contexts."""
    return MessageInContext(context, message, _kept(values))


def with_value(text: str, old: str, new: str) -> str:
    """Return a message with another value in place of ``old``, such as a name for a path; any other text unchanged."""
    if not isinstance(text, Message):
        return new if text == old else text
    message, values = text.given
    return Message(
        message,
        {name: with_value(value, old, new) if isinstance(value, str) else value for name, value in values.items()},
    )


def _filled(language: TextLanguage, template: str, values: dict[str, Any]) -> str:
    return template.format(**{name: language.rendered(value) for name, value in values.items()}) if values else template


def _kept(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values as texts and numbers, without what else an error or a path holds on to."""
    return {name: value if isinstance(value, str | int | float) else str(value) for name, value in values.items()}
