"""Players' names and profiles: the rules for names, and the colour and emblem that come with one or are chosen."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import accumulate
from types import MappingProxyType
from typing import Any
from zlib import crc32

from engine.errors import BadRules
from engine.i18n import Text, pgettext
from engine.i18n import gettext as _

LONGEST = 24
"""Characters of a new name, without combining marks."""

LONGEST_KEPT = 60
"""Characters of a name in games of former versions."""

FORMULA = "-=+@"
"""With one of these a formula of a spreadsheet begins."""


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


_OF_EVENTS = ("player", "players", "name", "starter", "handicap", "by", "against", "shaken")
NAMED = frozenset((*_OF_EVENTS, "joining", "pairs", "bye", "winner", "moved"))
"""The fields that hold names of players in what is stored as JSON: as values, in lists, or as keys."""


def with_names(value: Any, called: Mapping[str, str], *, inside: bool = False) -> Any:
    """Return an event as JSON, or another value, with these players called otherwise; also one of a newer version."""
    match value:
        case str() if inside:
            return called.get(value, value)
        case list():
            return [with_names(one, called, inside=inside) for one in value]
        case dict():
            return {
                called.get(key, key) if inside else key: with_names(one, called, inside=inside or key in NAMED)
                for key, one in value.items()
            }
    return value


def names_of(value: Any, *, inside: bool = False) -> Iterator[str]:
    """Yield the names of players in such a value."""
    match value:
        case str() if inside:
            yield value
        case list():
            for one in value:
                yield from names_of(one, inside=inside)
        case dict():
            yield from value if inside else ()
            for key, one in value.items():
                yield from names_of(one, inside=inside or key in NAMED)


def cell(text: str) -> str:
    """Return a text as the cell of a CSV file that no spreadsheet computes."""
    return f"'{text}" if text.startswith(tuple(FORMULA)) else text


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

    A mapping has what is meant by each known name. They are many, in several languages: they must be nearer.
    """
    near = get_close_matches(name, tuple(known), n=1, cutoff=0.6 if isinstance(known, Mapping) else 0.5)
    meant = known[near[0]] if near and isinstance(known, Mapping) else near[0] if near else ""
    return _("; did you mean “{near}”?", near=meant) if meant else ""


COLOURS = ("red", "orange", "yellow", "green", "mint", "teal", "sky", "blue", "violet", "pink", "brown", "grey")
"""The palette. What each looks like is up to the theme that shows it."""

EMBLEMS: Mapping[str, Text] = {
    "anchor": _("Anchor"),
    "lighthouse": _("Lighthouse"),
    "compass": _("Compass"),
    "gull": _("Gull"),
    "whale": _("Whale"),
    "knot": _("Knot"),
    "lifebuoy": _("Lifebuoy"),
    "lantern": _("Lantern"),
    "fish": _("Fish"),
    "crab": _("Crab"),
    "shell": _("Shell"),
    "turtle": _("Turtle"),
    "octopus": _("Octopus"),
    "starfish": _("Starfish"),
    "bell": _("Bell"),
    "barrel": _("Barrel"),
    "spyglass": _("Spyglass"),
    "sailboat": _("Sailboat"),
    "trident": _("Trident"),
    "moon": _("Moon"),
    "sun": _("Sun"),
    "key": pgettext("emblem", "Key"),
    "hook": _("Hook"),
    "cap": _("Cap"),
}
"""The emblems, with their names: more than the most players of a game."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A colour of :data:`COLOURS` and an emblem of :data:`EMBLEMS`. Raises :class:`ValueError` for others."""

    colour: str
    emblem: str

    def __post_init__(self) -> None:
        if self.colour not in COLOURS or self.emblem not in EMBLEMS:
            raise ValueError(f"no such profile: {self.colour!r:.40}, {self.emblem!r:.40}")


def own_profile(name: str) -> Profile:
    """Return the profile that comes with a name: always the same, also after a restart and at another table."""
    number = crc32(name.casefold().encode("utf-8", "surrogatepass"))
    return Profile(COLOURS[number % len(COLOURS)], tuple(EMBLEMS)[number // len(COLOURS) % len(EMBLEMS)])


def profile_of(name: str, chosen: Mapping[str, Profile]) -> Profile:
    return chosen.get(name) or own_profile(name)


def told_apart(
    names: Sequence[str], chosen: Mapping[str, Profile], given: Mapping[str, Profile] = MappingProxyType({})
) -> tuple[Profile, ...]:
    """Return the profiles of the players of one game, in the order of the names, no two of them alike.

    No two have the same emblem, and up to twelve no two have the same colour. Players keep what they have chosen, the
    first of them where two have chosen the same; after them those who were ``given`` one before. The others get the
    next one that is free.
    """
    known = {**given, **chosen}
    wanted = [profile_of(name, known) for name in names]
    order = sorted(range(len(names)), key=lambda seat: (names[seat] not in chosen, names[seat] not in given))
    colours = _spread([wanted[seat].colour for seat in order], COLOURS)
    emblems = _spread([wanted[seat].emblem for seat in order], tuple(EMBLEMS))
    found = dict(zip(order, map(Profile, colours, emblems), strict=True))
    return tuple(found[seat] for seat in range(len(names)))


def _spread(wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return what is wanted, the next free one of ``known`` where it is taken; all are free again once used up."""
    found: list[str] = []
    free: set[str] = set()
    for one in wanted:
        free = free or set(known)
        start = known.index(one)
        pick = next(other for other in (*known[start:], *known[:start]) if other in free)
        free.discard(pick)
        found.append(pick)
    return found
