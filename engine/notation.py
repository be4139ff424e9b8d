"""The notation that all states share when they are written as one line of text.

Fields are ``name:value``, separated by a space. Players are named once and then referred to by number. ``-`` is an
empty value.
"""

import json
from collections.abc import Callable, Mapping, Sequence
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


def written_line(name: str, fields: Mapping[str, str]) -> str:
    """Return a state as one line: the name of its rules, and its fields."""
    return " ".join([name, *(f"{key}:{value}" for key, value in fields.items())])


def fields_of(line: str) -> tuple[str, dict[str, str]]:
    """Return the name of the rules and the fields in a line."""
    name, *fields = line.split(" ")
    return name, dict(field.split(":", 1) for field in fields)


def read_line(line: str, read: Callable[[str], S], write: Callable[[S], str]) -> S:
    """Return the state written as exactly that line. Raises :class:`BadLog` for any other line."""
    try:
        state = read(line)
        if write(state) == line:
            return state
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, EngineError):
        pass
    raise BadLog(f"not a state in one line: {line[:80]!r}") from None


def written_options(options: Mapping[str, object]) -> str:
    """Return the options of the rules as text."""
    return quote(json.dumps(options, sort_keys=True, separators=(",", ":")), safe='{}[]",:().-_=')


def read_options(written: str) -> dict[str, object]:
    """Return the options written by :func:`written_options`."""
    options: dict[str, object] = json.loads(unquote(written))
    return options


def written_names(names: Sequence[str]) -> str:
    """Return the players' names as text."""
    return ",".join(quote(name, safe="") for name in names)


def read_names(written: str) -> tuple[str, ...]:
    """Return the names written by :func:`written_names`."""
    return tuple(map(unquote, written.split(",")))


def written_dice(dice: Sequence[int]) -> str:
    """Return the faces of dice as text."""
    return "".join(map(str, dice)) or NOTHING


def read_dice(written: str) -> tuple[int, ...]:
    """Return the dice written by :func:`written_dice`."""
    return () if written == NOTHING else tuple(map(int, written))


def parts(written: str, separator: str = ",") -> list[str]:
    """Return the parts between separators."""
    return [] if written == NOTHING else written.split(separator)
