"""The rules for players' names."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

LONGEST = 60


def why_no_name(name: str) -> str | None:
    """Return why these characters cannot be a player's name, or None if they can."""
    if not name.strip():
        return "every player needs a name"
    if len(name) > LONGEST:
        return f"the name {name[:20]}… is too long (up to {LONGEST} characters)"
    if any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in name):
        return "the name has characters that can’t be shown"
    return None


def printable(text: str) -> str:
    """Return the text without control characters, for a terminal. Line breaks are kept."""
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) != "Cc")


def why_no_new_name(name: str) -> str | None:
    """Return why these characters cannot be a new name, or None if they can. Existing games may contain such names."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        return "the name has characters that can’t be shown"
    return why_no_name(name)


def sentence(fragment: str) -> str:
    """Return the fragment with a capital and a full stop, unless it already ends as a sentence."""
    return f"{fragment[:1].upper()}{fragment[1:]}{'' if fragment.endswith(('.', '?')) else '.'}"


def nearest(name: str, known: Sequence[str]) -> str:
    """Return “; did you mean “right”?”, or an empty string where no known name is near."""
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean “{near[0]}”?" if near else ""


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return the names as in “Ann, Ben and Cid”."""
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
