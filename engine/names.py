"""The rules for players' names."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from engine.i18n import gettext as _

LONGEST = 60


def why_no_name(name: str) -> str | None:
    """Return why these characters cannot be a player's name, or None if they can."""
    if not name.strip():
        return _("every player needs a name")
    if len(name) > LONGEST:
        return _("the name {name}… is too long (up to {longest} characters)", name=name[:20], longest=LONGEST)
    if any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in name):
        return _("the name has characters that can’t be shown")
    return None


def printable(text: str) -> str:
    """Return the text without control characters, for a terminal. Line breaks are kept."""
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) != "Cc")


def why_no_new_name(name: str) -> str | None:
    """Return why these characters cannot be a new name, or None if they can. Existing games may contain such names."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        return _("the name has characters that can’t be shown")
    return why_no_name(name)


def nearest(name: str, known: Sequence[str]) -> str:
    """Return “; did you mean “right”?”, or an empty string where no known name is near."""
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return _("; did you mean “{near}”?", near=near[0]) if near else ""
