"""What all states have in common when they are written as one line of text.

Fields are ``name:value`` with a space between them; players are named once and go by their number from then on. ``-``
is nothing.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from urllib.parse import quote, unquote

from engine.errors import BadLog, EngineError

NOTHING = "-"
S = TypeVar("S")


class Seats:
    """Players by their number."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._numbers = {name: str(seat) for seat, name in enumerate(players)}

    def written(self, name: str | None) -> str:
        """That player's number."""
        return NOTHING if name is None else self._numbers[name]

    def all_written(self, names: Sequence[str]) -> str:
        """Their numbers."""
        return ",".join(map(self.written, names)) or NOTHING

    def read(self, written: str) -> str | None:
        """The player of that number."""
        return None if written == NOTHING else self.players[int(written)]

    def all_read(self, written: str) -> tuple[str, ...]:
        """The players of those numbers."""
        return tuple(self.players[int(seat)] for seat in parts(written))


def written_line(name: str, fields: Mapping[str, str]) -> str:
    """A state as one line: the name of its rules, and its fields."""
    return " ".join([name, *(f"{key}:{value}" for key, value in fields.items())])


def fields_of(line: str) -> tuple[str, dict[str, str]]:
    """The name of the rules and the fields in a line."""
    name, *fields = line.split(" ")
    return name, dict(field.split(":", 1) for field in fields)


def read_line(line: str, read: Callable[[str], S], write: Callable[[S], str]) -> S:
    """The state that was written as that line, and no other; else :class:`BadLog`."""
    try:
        state = read(line)
        if write(state) == line:
            return state
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, EngineError):
        pass
    raise BadLog(f"not a state in one line: {line[:80]!r}") from None


def written_options(options: Mapping[str, object]) -> str:
    """The options of the rules."""
    return quote(json.dumps(options, sort_keys=True, separators=(",", ":")), safe='{}[]",:().-_=')


def read_options(written: str) -> dict[str, object]:
    """The options that were written so."""
    options: dict[str, object] = json.loads(unquote(written))
    return options


def written_names(names: Sequence[str]) -> str:
    """The players' names."""
    return ",".join(quote(name, safe="") for name in names)


def read_names(written: str) -> tuple[str, ...]:
    """The names that were written so."""
    return tuple(map(unquote, written.split(",")))


def written_dice(dice: Sequence[int]) -> str:
    """The faces of dice."""
    return "".join(map(str, dice)) or NOTHING


def read_dice(written: str) -> tuple[int, ...]:
    """The dice that were written so."""
    return () if written == NOTHING else tuple(map(int, written))


def parts(written: str, separator: str = ",") -> list[str]:
    """What stands between commas."""
    return [] if written == NOTHING else written.split(separator)
