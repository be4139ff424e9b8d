"""The rules for players' names."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import accumulate

from engine.i18n import gettext as _

LONGEST = 24
"""Characters of a new name, without combining marks."""

LONGEST_KEPT = 60
"""Characters of a name in games of former versions."""


def why_no_name(name: str) -> str | None:
    """Return why these characters cannot be a player's name, or None if they can."""
    if not name.strip():
        return _("every player needs a name")
    if len(name) > LONGEST_KEPT:
        return _("name too long (max. {longest})", longest=LONGEST)
    if any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in name):
        return _("the name has characters that can’t be shown")
    return None


def printable(text: str) -> str:
    """Return the text without control characters, for a terminal. Line breaks are kept."""
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) != "Cc")


def why_no_new_name(name: str, longest: int = LONGEST) -> str | None:
    """Return why these characters cannot be a new name, or None if they can. Existing games may contain such names."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        return _("the name has characters that can’t be shown")
    if is_long(name, longest):
        return _("name too long (max. {longest})", longest=longest)
    return why_no_name(name)


def is_long(name: str, longest: int = LONGEST) -> bool:
    """Return whether the name has more characters than a new one may have."""
    return sum(map(_counts, name)) > longest


def shortened(name: str) -> str:
    """Return the name with at most :data:`LONGEST` characters; a longer one ends with an ellipsis."""
    if not is_long(name):
        return name
    counted = list(accumulate(map(_counts, name)))
    return f"{name[: counted.index(LONGEST)].rstrip()}…"


def _counts(character: str) -> int:
    return 0 if unicodedata.combining(character) else 1


def nearest(name: str, known: Sequence[str]) -> str:
    """Return “; did you mean “right”?”, or an empty string where no known name is near."""
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return _("; did you mean “{near}”?", near=near[0]) if near else ""
