"""What a player may be called."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

LONGEST = 60


def why_no_name(name: str) -> str | None:
    """What keeps these characters from being a player's name, None if nothing does."""
    if not name.strip():
        return "every player needs a name"
    if len(name) > LONGEST:
        return f"the name {name[:20]}… is too long: {LONGEST} characters are enough"
    if any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in name):
        return "a name is written in letters that can be shown"
    return None


def printable(text: str) -> str:
    """The text without control characters, for a terminal: lines stay lines."""
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) != "Cc")


def why_no_new_name(name: str) -> str | None:
    """What keeps these characters from being given as a name; games that have such a name already still open."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        return "a name is written in letters that can be shown"
    return why_no_name(name)


def sentence(fragment: str) -> str:
    """The fragment with a capital and a full stop, if it does not end as a sentence already."""
    return f"{fragment[:1].upper()}{fragment[1:]}{'' if fragment.endswith(('.', '?')) else '.'}"


def nearest(name: str, known: Sequence[str]) -> str:
    """“; did you mean “right”?”, or nothing where no known name is near."""
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean “{near[0]}”?" if near else ""


def listed(names: Sequence[str], last: str = "and") -> str:
    """“Ann, Ben and Cid”."""
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
