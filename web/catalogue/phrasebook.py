"""Phrasebook: translates texts that other packages make, looked up by their English wording.

A phrase has holes, written ``{}``, for its arguments: a name, a number, a file, or another phrase. Frequent texts carry
their arguments instead (:mod:`engine.sentence`).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

HOLE = "{}"
FEW = 9
"""Letters of a phrase's own, below which its holes but the last are single words, or it were found in everything."""

REMEMBERED = 1024


@dataclass(frozen=True, slots=True)
class Book:
    """The phrases of one part of the program, and single words that may fill their holes."""

    phrases: Mapping[str, str]
    words: Mapping[str, str]


class Phrasebook:
    """All books of one language."""

    def __init__(self, books: Iterable[Book]) -> None:
        books = tuple(books)
        self._exact = {phrase: said for book in books for phrase, said in book.phrases.items() if HOLE not in phrase}
        self._words = {word: said for book in books for word, said in book.words.items()}
        patterns = [
            (_own(phrase), _pattern(phrase), said, book.words)
            for book in books
            for phrase, said in book.phrases.items()
            if HOLE in phrase
        ]
        self._patterns = sorted(patterns, key=lambda one: -one[0])
        self.said = lru_cache(maxsize=REMEMBERED)(self._said)

    def word(self, text: str) -> str:
        """Return the translation of a phrase or a single word; the text itself if there is none."""
        return self._words.get(text) or self.said(text) or text

    def _said(self, text: str) -> str | None:
        """Return the translation of a phrase, or None. A single word is not a phrase."""
        if " " not in text or not self._patterns:
            return None
        if found := self._found(text):
            return found
        if found := self._found(f"{text[0].lower()}{text[1:].removesuffix('.')}"):
            return f"{found[0].upper()}{found[1:]}{'' if found.endswith(('.', '?')) else '.'}"
        return None

    def _found(self, text: str) -> str | None:
        if exact := self._exact.get(text):
            return exact
        for _, pattern, said, words in self._patterns:
            if match := pattern.fullmatch(text):
                return said.format(*(words.get(part) or self.said(part) or part for part in match.groups()))
        return None


def _own(phrase: str) -> int:
    return sum(character.isalpha() for character in phrase.replace(HOLE, ""))


def _pattern(phrase: str) -> re.Pattern[str]:
    *first, last = (re.escape(part) for part in phrase.split(HOLE))
    hole = r"(.*?)" if _own(phrase) >= FEW else r"(\S+?)"
    return re.compile(f"{hole.join(first)}(.*){last}", re.DOTALL)
