"""Translatable sentences: English text that keeps its code and arguments.

A sentence is a ``str``. Its code is the name of the function that made it, and its arguments are those of that call. A
translation is a function of its own with the same code and arguments.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

Given = ParamSpec("Given")


class Sentence(str):
    """A text in English, with its ``code`` and its arguments: ``given`` by position, ``named`` by keyword."""

    __slots__ = ("code", "given", "named")

    code: str
    given: tuple[Any, ...]
    named: dict[str, Any]


def said(code: str, text: str, *given: object, **named: object) -> Sentence:
    """Return the sentence of that code. A constant sentence has no arguments."""
    sentence = Sentence(text)
    sentence.code, sentence.given, sentence.named = code, given, named
    return sentence


def sentence(make: Callable[Given, str]) -> Callable[Given, Sentence]:
    """Decorate a function that returns a text to return a :class:`Sentence`."""

    @wraps(make)
    def made(*given: Given.args, **named: Given.kwargs) -> Sentence:
        return said(make.__name__, make(*given, **named), *given, **named)

    return made
