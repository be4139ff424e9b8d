"""The texts of the page that code reads, or that have a form of their own; all others stand in the templates.

English is here, other languages are in the message files.

A text is a constant, or a function that returns one; both are attributes of :class:`Words`, which renders them in its
language. Each game adds its own with :func:`add`. To add a language, add a message file (:mod:`engine.i18n`).
"""

from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from engine import title_of
from engine.i18n import spoken_in


class Words:
    """The texts of the page in one language, each an attribute: a text, or a function that returns one."""

    def __init__(self, language: str) -> None:
        self.LANGUAGE = language
        self.told = spoken_in(language).rendered
        """Render a text made elsewhere, or each text of a list, in this language; return other values unchanged."""

    def __getattr__(self, name: str) -> Any:
        try:
            text = texts()[name]
        except KeyError:
            raise AttributeError(f"the page has no words called {name}: see web/catalogue") from None
        found = self._rendering(text) if callable(text) else self.told(text)
        setattr(self, name, found)
        return found

    def title(self, preset: str) -> tuple[str, str]:
        """Return the title of the preset of that name, and one line about it."""
        title, line = self.told(title_of(preset))
        return title, line

    def _rendering(self, make: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(make)
        def made(*given: Any, **named: Any) -> Any:
            return self.told(make(*given, **named))

        return made


@cache
def words_in(language: str) -> Words:
    """Return the texts of the page in that language, one of :func:`engine.i18n.languages`."""
    return Words(language)


@cache
def texts() -> Mapping[str, Any]:
    """Return the texts of all parts by name."""
    return {name: text for part in parts().values() for name, text in part.items()}


def parts() -> dict[str, dict[str, Any]]:
    """Return the texts by part of the page: the public names of its modules, and of those that were added."""
    modules = [import_module(found.name) for found in iter_modules(__path__, f"{__name__}.")]
    return {module.__name__: texts_of(module) for module in (*modules, *_ADDED)}


def add(module: ModuleType) -> None:
    """Add the texts of a game. Raises :class:`ValueError` for a name that is taken."""
    if taken := next((name for name in texts_of(module) if name in texts()), None):
        raise ValueError(f"two texts are called {taken!r}: give the one in {module.__name__} another name")
    _ADDED.append(module)
    texts.cache_clear()


def texts_of(module: ModuleType) -> dict[str, Any]:
    """Return the texts of a module: its constants and functions that are public."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and (name.isupper() or getattr(value, "__module__", "") == module.__name__)
    }


WORDS = Words("en")
"""The texts in English; each is rendered in the reader's language where it is shown."""
_ADDED: list[ModuleType] = []
