"""The notation that all states share when they are written as one line of text.

Fields are ``name:value``, separated by a space. Players are named once and then referred to by number. ``-`` is an
empty value.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import quote, unquote

from engine.errors import BadLog, EngineError

NOTHING = "-"
S = TypeVar("S")


class Seats:
    """Players by number."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._numbers = {name: str(seat) for seat, name in enumerate(players)}

    def written(self, name: str | None) -> str:
        """Return the number of that player."""
        return NOTHING if name is None else self._numbers[name]

    def all_written(self, names: Sequence[str]) -> str:
        """Return the numbers of those players."""
        return ",".join(map(self.written, names)) or NOTHING

    def read(self, written: str) -> str | None:
        """Return the player of that number."""
        return None if written == NOTHING else self.players[int(written)]

    def all_read(self, written: str) -> tuple[str, ...]:
        """Return the players of those numbers."""
        return tuple(self.players[int(seat)] for seat in parts(written))


@dataclass(frozen=True, slots=True)
class StateLine:
    """A state in one line: the parts that all games have, and ``fields``, all fields by name, as written."""

    preset: str
    options: dict[str, object]
    players: tuple[str, ...]
    fields: Mapping[str, str]
    handicap: dict[str, int]


def written_line(
    name: str, options: Mapping[str, object], seats: Seats, fields: Mapping[str, str], handicap: Mapping[str, int]
) -> str:
    """Return a state as one line: the name of its rules, the options, the players, and the fields of its game.

    Head starts follow the players if there are any.
    """
    shared = {
        "options": quote(json.dumps(options, sort_keys=True, separators=(",", ":")), safe='{}[]",:().-_='),
        "seats": ",".join(quote(player, safe="") for player in seats.players),
    }
    if handicap:
        shared["handicap"] = ",".join(f"{seats.written(player)}={points}" for player, points in handicap.items())
    return " ".join([name, *(f"{key}:{value}" for key, value in {**shared, **fields}.items())])


def split_line(line: str) -> StateLine:
    """Return the parts of a line written by :func:`written_line`."""
    name, *pairs = line.split(" ")
    fields = dict(pair.split(":", 1) for pair in pairs)
    players = tuple(map(unquote, fields["seats"].split(",")))
    head_starts = (pair.split("=") for pair in parts(fields.get("handicap", NOTHING)))
    handicap = {players[int(seat)]: int(points) for seat, points in head_starts}
    return StateLine(name, json.loads(unquote(fields["options"])), players, fields, handicap)


def read_line(line: str, read: Callable[[str], S], write: Callable[[S], str]) -> S:
    """Return the state written as exactly that line. Raises :class:`BadLog` for any other line."""
    try:
        state = read(line)
        if write(state) == line:
            return state
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, EngineError):
        pass
    raise BadLog(f"not a state in one line: {line[:80]!r}") from None


def written_dice(dice: Sequence[int]) -> str:
    """Return the faces of dice as text."""
    return "".join(map(str, dice)) or NOTHING


def read_dice(written: str) -> tuple[int, ...]:
    """Return the dice written by :func:`written_dice`."""
    return () if written == NOTHING else tuple(map(int, written))


def parts(written: str, separator: str = ",") -> list[str]:
    """Return the parts between separators."""
    return [] if written == NOTHING else written.split(separator)
