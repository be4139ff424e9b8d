"""Sanitizes names for display: removes control, bidi and invisible characters, and limits combining marks."""

import unicodedata
from collections.abc import Iterable

from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import BLANK, UNSEEN, alike, is_long, is_visible, shortened, why_no_new_name

MARKS = 3
"""Combining marks per letter: enough for every language, and too few to reach into the lines around."""


def shown(name: str) -> str:
    """Return the name for display, shortened if it is from an old game; the stored name is not changed."""
    return shortened(cleaned(name))


def cleaned(name: str) -> str:
    """Return the name in full, without characters that cannot be displayed."""
    kept: list[str] = []
    marks = 0
    for character in " ".join(UNSEEN.sub("", name).split()):
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MARKS:
            kept.append(character)
    text = "".join(kept)
    return text if text.strip(BLANK) else ""


def with_short_names(sentence: str, names: Iterable[str]) -> str:
    for name in names:
        if is_long(name):
            sentence = sentence.replace(name, shortened(name))
    return sentence


def isolated(name: str | None) -> str:
    return f"\N{FIRST STRONG ISOLATE}{shown(name or '')}\N{POP DIRECTIONAL ISOLATE}"


def why_not_called(name: str, others: tuple[str, ...] = ()) -> str | None:
    if why := why_no_new_name(name):
        return full_sentence(why)
    if not is_visible(name):
        return _("That name has no letters that can be shown.")
    if alike(name, (other for other in others if other != name)):
        return _("The name {new} is already taken.", new=cleaned(name)[:60])
    return None
