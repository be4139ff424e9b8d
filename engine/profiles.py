"""A player's profile: a colour and an emblem, derived from the name unless the player has chosen one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from zlib import crc32

COLOURS = ("red", "orange", "yellow", "green", "mint", "teal", "sky", "blue", "violet", "pink", "brown", "grey")
"""The palette. What each looks like is up to the theme that shows it."""

EMBLEMS = (
    "anchor",
    "lighthouse",
    "compass",
    "gull",
    "whale",
    "knot",
    "lifebuoy",
    "lantern",
    "fish",
    "crab",
    "shell",
    "turtle",
    "octopus",
    "starfish",
    "bell",
    "barrel",
    "spyglass",
    "sailboat",
    "trident",
    "moon",
    "sun",
    "key",
    "hook",
    "cap",
)
"""The emblems: more than the most players of a game."""


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
    return Profile(COLOURS[number % len(COLOURS)], EMBLEMS[number // len(COLOURS) % len(EMBLEMS)])


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
    emblems = _spread([wanted[seat].emblem for seat in order], EMBLEMS)
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
