"""The texts of the page: a sub-package per language, with a module per part of the page.

English is the default, and the fallback for a text that a language lacks. To add a language, copy the folder ``en``
under its two letters, translate the texts, and add the letters to :data:`LANGUAGES`. Sentences of the rules and of the
table are written in English at their source (:mod:`engine.sentence`); other languages have a function of the same name
and arguments in ``sentences``. Texts of other packages are translated by the ``phrases`` of a language
(:mod:`web.catalogue.phrasebook`).
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from engine import title_of
from engine.sentence import Sentence
from web.catalogue.phrasebook import Book, Phrasebook

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "de": "Deutsch"})
"""The languages of the page by their letters, each called as those call it who speak it."""

USUAL = "en"

SENTENCES = "sentences"
"""The part of a language that says again what was said in English already."""

PHRASES = "phrases"
"""The folder of a language with what is looked up by how it is said in English."""


class Words:
    """The texts of one language, each an attribute: a text, or a function that returns one."""

    def __init__(self, language: str) -> None:
        self.LANGUAGE = language
        own = parts_of(language)
        self._sentences = own.pop(SENTENCES, {})
        self._phrases = Phrasebook(books_of(language))
        self._words = {name: word for part in (*parts_of(USUAL).values(), *own.values()) for name, word in part.items()}

    def __getattr__(self, name: str) -> Any:
        try:
            return self._words[name]
        except KeyError:
            raise AttributeError(f"the page has no words called {name}: see web/catalogue/{USUAL}") from None

    def title(self, preset: str) -> tuple[str, str]:
        """Return the title of the preset of that name, and one line about it, as the game defines them."""
        return title_of(preset, self.LANGUAGE)

    def told(self, text: Any) -> Any:
        """Translate a sentence or a phrase, with all those within it; return any other text unchanged."""
        if isinstance(text, tuple | list):
            return [self.told(part) for part in text]
        if not isinstance(text, Sentence):
            return (self._phrases.said(text) or text) if isinstance(text, str) else text
        say: Any = self._sentences.get(text.code)
        if say is None:
            return text
        return say(*self.told(text.given), **{name: self.told(part) for name, part in text.named.items()})

    def term(self, text: str) -> str:
        """Translate a word or a phrase."""
        return self._phrases.word(text)


@cache
def words_in(language: str) -> Words:
    """Return the texts of that language, one of :data:`LANGUAGES`."""
    return Words(language)


def parts_of(language: str) -> dict[str, dict[str, object]]:
    """Return the texts of a language by part of the page: all public names of its modules."""
    package = import_module(f"{__name__}.{language}")
    modules = [
        import_module(found.name) for found in iter_modules(package.__path__, f"{package.__name__}.") if not found.ispkg
    ]
    return {
        module.__name__.rpartition(".")[2]: {
            name: value
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", module.__name__) == module.__name__
        }
        for module in modules
    }


def books_of(language: str) -> tuple[Book, ...]:
    """Return the phrases of a language by part of the program; empty for English."""
    name = f"{__name__}.{language}.{PHRASES}"
    if find_spec(name) is None:
        return ()
    modules = (import_module(found.name) for found in iter_modules(import_module(name).__path__, f"{name}."))
    return tuple(Book(module.PHRASES, getattr(module, "WORDS", {})) for module in modules)
