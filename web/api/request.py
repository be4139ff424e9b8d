"""Parsing of request bodies: JSON, each field validated."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from flask import request

from engine.i18n import gettext as _
from engine.names import LONGEST_KEPT, nearest
from engine.values import FACES, MOST_DICE
from web.errors import Denied

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
FURTHEST = 2**53 - 1
"""The largest number that every client writes exactly."""


class Fields:
    """The fields of an object. Each is read once; :meth:`end` refuses unknown fields."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given
        self._known: list[str] = []

    def text(self, name: str, longest: int = LONGEST_KEPT) -> str:
        """Read a text of 1 to ``longest`` characters."""
        value = self._take(name)
        if not isinstance(value, str) or not 0 < len(value) <= longest:
            raise bad(_("“{name}” must be a text of 1 to {longest} characters.", name=name, longest=longest))
        return value

    def text_or_none(self, name: str, longest: int = LONGEST_KEPT) -> str | None:
        """Read a text; None if it is missing or null."""
        return self.text(name, longest) if self._has(name) and self._given[name] is not None else None

    def text_or_null(self, name: str, longest: int = LONGEST_KEPT) -> str | None:
        """Read a text, or None for null. It must be there."""
        return self.text(name, longest) if self._take(name) is not None else None

    def number(self, name: str, least: int = 0, most: int = FURTHEST) -> int:
        """Read a whole number."""
        value = self._take(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise bad(_("“{name}” must be a whole number from {least} to {most}.", name=name, least=least, most=most))
        return value

    def share(self, name: str) -> float:
        """Read a number from 0 to 1."""
        value = self._take(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            raise bad(_("“{name}” must be a number from 0 to 1.", name=name))
        return float(value)

    def flag(self, name: str, usual: bool | None = None) -> bool:
        """Read a boolean; ``usual`` if it is missing."""
        if usual is not None and not self._has(name):
            return usual
        value = self._take(name)
        if not isinstance(value, bool):
            raise bad(_("“{name}” must be true or false.", name=name))
        return value

    def faces(self, name: str, least: int = 1) -> tuple[int, ...]:
        """Read faces of dice."""
        value = self._take(name)
        right = isinstance(value, list) and least <= len(value) <= MOST_DICE
        if not right or not all(type(face) is int and face in FACES for face in value):
            raise bad(
                _(
                    "“{name}” must be a list of {least} to {most} faces, each 1 to 6.",
                    name=name,
                    least=least,
                    most=MOST_DICE,
                )
            )
        return tuple(value)

    def numbers(self, name: str, most: int) -> tuple[float, ...]:
        """Read numbers that are at most the width of a picture."""
        value = self._take(name)
        right = isinstance(value, list) and 1 <= len(value) <= most
        if not right or not all(type(one) in (int, float) and -1e5 <= one <= 1e5 for one in value):
            raise bad(_("“{name}” must be a list of 1 to {most} numbers.", name=name, most=most))
        return tuple(float(one) for one in value)

    def names(self, name: str, most: int) -> tuple[str, ...]:
        """Read names of players."""
        value = self._take(name)
        right = isinstance(value, list) and 1 <= len(value) <= most
        if not right or not all(isinstance(one, str) and 0 < len(one) <= LONGEST_KEPT for one in value):
            raise bad(
                _(
                    "“{name}” must be a list of 1 to {most} names of up to {longest} characters.",
                    name=name,
                    most=most,
                    longest=LONGEST_KEPT,
                )
            )
        return tuple(value)

    def points(self, name: str, most: int) -> dict[str, int]:
        """Read points by player; empty if they are missing."""
        value = self._take(name) if self._has(name) else {}
        if not isinstance(value, dict) or len(value) > most or not all(type(one) is int for one in value.values()):
            raise bad(
                _("“{name}” must be an object with whole numbers for up to {most} players.", name=name, most=most)
            )
        return value

    def one_of(self, name: str, known: Sequence[str]) -> str:
        """Read one of these words."""
        value = self._take(name)
        if value not in known:
            near = nearest(value, known) if isinstance(value, str) else ""
            raise bad(_("“{name}” must be one of {known}{near}", name=name, known=", ".join(known), near=near or "."))
        return str(value)

    def options(self, name: str) -> dict[str, Any]:
        """Read options of the rules; empty if they are missing."""
        value = self._take(name) if self._has(name) else {}
        if not isinstance(value, dict) or len(value) > 40:
            raise bad(_("“{name}” must be an object of up to 40 options.", name=name))
        if any(map(CONTROLS.search, _texts(value))):
            raise bad(_("“{name}” has characters that can’t be shown.", name=name))
        return value

    def key(self) -> str:
        """Read the idempotency key."""
        value = self._take("key")
        if not isinstance(value, str) or not KEY.fullmatch(value):
            raise bad(_("“key” must be 8 to 64 letters, digits, - or _, and new for each change."))
        return value

    def has(self, name: str) -> bool:
        """Return whether that field was sent."""
        return self._has(name)

    def end(self) -> None:
        """Raise :class:`~web.errors.Denied` for unknown fields."""
        for strange in self._given:
            if strange not in self._known:
                raise bad(
                    _(
                        "Unknown field “{strange}”{nearest}",
                        strange=strange[:40],
                        nearest=nearest(strange[:40], self._known) or ".",
                    )
                )

    def _has(self, name: str) -> bool:
        self._known.append(name)
        return name in self._given

    def _take(self, name: str) -> Any:
        self._known.append(name)
        if name not in self._given:
            raise bad(_("“{name}” is missing.", name=name))
        return self._given[name]


def fields() -> Fields:
    """Return the fields of the current request; :class:`~web.errors.Denied` if it is not a JSON object in UTF-8."""
    try:
        given = json.loads(request.get_data(), parse_constant=_no_number, object_pairs_hook=_object)
        json.dumps(given, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise bad(_("That is not JSON in UTF-8.")) from None
    if not isinstance(given, dict):
        raise bad(_("A change must be one JSON object."))
    return Fields(given)


def bad(why: str) -> Denied:
    """Return the error for a malformed request."""
    return Denied(400, "bad_request", why)


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a JSON value, at any depth."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str(text):
                yield text
            case dict(fields):
                waiting += [*fields, *fields.values()]
            case list(values):
                waiting += values


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; ValueError for a duplicate key."""
    given = dict(pairs)
    if len(given) < len(pairs):
        raise ValueError
    return given


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
