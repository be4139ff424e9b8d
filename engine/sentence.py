"""Sentences that can be said in other languages: English where they are made, and they remember what they say.

A sentence is a text like any other. Beside it stand its code, which is the name of the function that made it, and what
that function was given: with both another language can say the same by a function of its own.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

Given = ParamSpec("Given")


class Sentence(str):
    """A text in English, with its ``code`` and what it was made from: ``given`` in order, ``named`` by name."""

    __slots__ = ("code", "given", "named")

    code: str
    given: tuple[Any, ...]
    named: dict[str, Any]


def said(code: str, text: str, *given: object, **named: object) -> Sentence:
    """The sentence of that code; one that is always the same is given nothing."""
    sentence = Sentence(text)
    sentence.code, sentence.given, sentence.named = code, given, named
    return sentence


def sentence(make: Callable[Given, str]) -> Callable[Given, Sentence]:
    """Have a function that makes a text make a :class:`Sentence`."""

    @wraps(make)
    def made(*given: Given.args, **named: Given.kwargs) -> Sentence:
        return said(make.__name__, make(*given, **named), *given, **named)

    return made
