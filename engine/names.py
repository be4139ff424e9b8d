"""The rules for players' names."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import accumulate

from engine.errors import BadRules
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


def check_names(players: Sequence[str]) -> None:
    """Check the names of the players of a game. Raises :class:`BadRules` for what is none, and for one name twice."""
    if why := next(filter(None, map(why_no_name, players)), None):
        raise BadRules(why)
    if twice := next((name for name in players if players.count(name) > 1), None):
        raise BadRules(_("two players are called {twice}: use different names", twice=twice))


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
    return sum(map(_counts, name)) > longest


def shortened(name: str) -> str:
    """Return the name with at most :data:`LONGEST` characters; a longer one ends with an ellipsis."""
    if not is_long(name):
        return name
    counted = list(accumulate(map(_counts, name)))
    return f"{name[: counted.index(LONGEST)].rstrip()}…"


def _counts(character: str) -> int:
    return 0 if unicodedata.combining(character) else 1


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

BLANK = "\u200c\u200d\u115f\u1160\u3164\uffa0\u2800 "
"""Characters without a shape: a name of these alone can't be seen."""

_SAME_SHAPE = str.maketrans(
    "аеорсухіјѕһкмтвнοαρυνκτιμηβζχεΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijshkmtbhoapuvktiunbzxeABEZHIKMNOPTYX"
)
"""Small Cyrillic and Greek letters that look like Latin ones, in lower case or as capitals."""


def tidied(name: str) -> str:
    """Return a new name as it is stored: composed (NFC), trimmed, single spaces, without invisible characters."""
    return " ".join(UNSEEN.sub("", unicodedata.normalize("NFC", name)).split())


def is_visible(name: str) -> bool:
    return bool(tidied(name).strip(BLANK))


def alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of these other names that looks like this one, None if there is none."""
    look = _look(name)
    return next((other for other in others if _look(other) == look), None)


def _look(name: str) -> str:
    """Return the same text for names that look the same."""
    seen = unicodedata.normalize("NFKC", tidied(name)).casefold().translate(_SAME_SHAPE)
    return seen.translate(dict.fromkeys(map(ord, BLANK.strip()), None)) or name


def nearest(name: str, known: Sequence[str] | Mapping[str, str]) -> str:
    """Return “; did you mean “right”?”, or an empty string where no known name is near.

    A mapping has what is meant by each known name.
    """
    near = get_close_matches(name, tuple(known), n=1, cutoff=0.5)
    meant = known[near[0]] if near and isinstance(known, Mapping) else near[0] if near else ""
    return _("; did you mean “{near}”?", near=meant) if meant else ""
