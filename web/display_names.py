"""Sanitizes names for display: removes control, bidi and invisible characters, and limits combining marks."""

import re
import unicodedata
from collections.abc import Iterable

from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import is_long, shortened, why_no_new_name

UNSEEN = re.compile(
    "["
    "\\u0000-\\u001f\\u007f-\\u009f"  # controls
    "\\u00ad\\u180e\\u200b\\u2060-\\u2064\\ufeff"  # what takes no room
    "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u206f"  # what turns the direction of writing
    "\\u2028\\u2029\\ufff9-\\ufffb"  # other lines, other annotations
    "\\ue000-\\uf8ff\\ud800-\\udfff"  # what has no shape of its own
    "]"
)
"""Joiners (U+200C, U+200D) are not among them: Persian and some emoji cannot be written without."""

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
    return text if text.strip("\u200c\u200d\u115f\u1160\u3164\uffa0\u2800 ") else ""


def with_short_names(sentence: str, names: Iterable[str]) -> str:
    """Return the sentence with those of the names that are too long for a screen shortened."""
    for name in names:
        if is_long(name):
            sentence = sentence.replace(name, shortened(name))
    return sentence


def isolated(name: str | None) -> str:
    """Return the name as it is displayed, between marks that isolate its writing direction from the text around it."""
    return f"\N{FIRST STRONG ISOLATE}{shown(name or '')}\N{POP DIRECTIONAL ISOLATE}"


def why_not_called(name: str, others: tuple[str, ...] = ()) -> str | None:
    """Return why that name is not possible beside these others, or None if it is."""
    if why := why_no_new_name(name):
        return full_sentence(why)
    seen = cleaned(name)
    if not seen:
        return _("That name has no letters that can be shown.")
    if seen.casefold() in {cleaned(other).casefold() for other in others if other != name}:
        return _("The name {seen} is already taken.", seen=seen[:60])
    return None
