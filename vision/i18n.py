"""Texts for people: English that keeps its message and values, so that a page can say it in another language.

``engine.i18n`` renders them. They are of their own because reading dice, and a camera's process, load no games.
"""

from typing import Any


class VisionText(str):
    """A text in English with ``given``: its message and the values of its placeholders."""

    __slots__ = ("given",)

    given: tuple[str, dict[str, Any]]

    def __new__(cls, message: str, values: dict[str, Any]) -> "VisionText":
        self = super().__new__(cls, message.format(**values) if values else message)
        self.given = message, values
        return self

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return VisionText, self.given


def gettext(message: str, /, **values: Any) -> VisionText:
    """Return the message with these values, in English. The message files have it in other languages."""
    return VisionText(message, values)
