"""Texts for people: English that keeps its message and values, so that a page can say it in another language."""

from typing import Any


class Text(str):
    """A text in English with ``given``: its message and the values of its placeholders."""

    __slots__ = ("given",)

    given: tuple[str, dict[str, Any]]

    def __new__(cls, message: str, values: dict[str, Any]) -> "Text":
        self = super().__new__(cls, message.format(**values) if values else message)
        self.given = message, values
        return self

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, self.given


def gettext(message: str, /, **values: Any) -> Text:
    """Return the message with these values, in English. The message files have it in other languages."""
    return Text(message, values)
