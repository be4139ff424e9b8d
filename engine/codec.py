"""Games as text: the storage format, which is their events as canonical JSON, and a state as one line."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from engine.errors import BadLog
from engine.events import SHARED, Event, Started
from engine.game import events_of_all, game_of
from engine.names import names_of, with_names
from engine.turns.kit.file.reading import OF_RULES
from engine.turns.kit.files import own_game

SCHEMA = 1
"""The schema number that this version writes and reads."""


def encode(event: Event) -> str:
    """Return the event as one line of canonical JSON: sorted keys, no spaces, no fields that have their default."""
    return _canonical(_row(event))


def decode(line: str) -> Event:
    """Return the event that :func:`encode` wrote. Raises :class:`BadLog` for anything else."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLog(f"not an event: {line[:80]!r}") from None
    return _event(row)


def names_in(lines: Iterable[str]) -> Iterator[str]:
    """Yield the names of players in these stored events; also in those of a newer version."""
    for line in lines:
        with suppress(ValueError, RecursionError):
            yield from names_of(json.loads(line))


def renamed_line(line: str, called: Mapping[str, str]) -> str:
    """Return a stored event with these players called otherwise; as it is where it names none of them."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return line
    other = with_names(row, called)
    return line if other == row else _canonical(other)


def dump(events: Iterable[Event]) -> str:
    return _canonical({"schema": SCHEMA, "events": [_row(event) for event in events]})


def load(text: str) -> tuple[Event, ...]:
    """Return the game that :func:`dump` wrote. Raises :class:`BadLog` for an unknown schema or event."""
    try:
        log = json.loads(text)
    except (ValueError, RecursionError):
        raise BadLog(f"not a log: {text[:80]!r}") from None
    return from_rows(log)


def from_rows(log: object) -> tuple[Event, ...]:
    if not isinstance(log, Mapping) or not isinstance(log.get("events"), list) or set(log) != {"schema", "events"}:
        raise BadLog("not a log: it has a schema and events")
    if log["schema"] != SCHEMA or isinstance(log["schema"], bool):
        raise BadLog(f"the log has schema {log['schema']!r:.20}, this version reads {SCHEMA}")
    return tuple(map(_event, log["events"]))


def text(state: Any) -> str:
    """Return a state as one line: the name of its rules, then as JSON what differs from the defaults of its fields."""
    return f"{state.rules.name} {_canonical(plain(state))}"


def plain(value: Any) -> object:
    """Return the value in JSON types, dataclasses with what differs from the defaults of their fields."""
    if is_dataclass(value):
        return {
            field.name: plain(part)
            for field in fields(value)
            if field.compare and field.name != "rules" and (part := getattr(value, field.name)) != _default(field)
        }
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, tuple | frozenset):
        return [plain(part) for part in (value if isinstance(value, tuple) else sorted(value))]
    return value


V = TypeVar("V")


def value_of(kind: type[V], row: Mapping[str, Any]) -> V:
    """Return the value of that dataclass with these fields of parsed JSON, in which lists stand for tuples.

    Raises :class:`ValueError` for a field that is unknown, missing or of another type than its annotation says.
    """
    known = _fields_of(kind)
    values = {}
    for name, value in row.items():
        if name not in known:
            raise ValueError(f"its {name} is unknown: {row!r:.80}")
        if not known[name][0](value):
            raise ValueError(f"its {name} is wrong: {row!r:.80}")
        values[name] = _frozen(value)
    if missing := [name for name, (_check, usual) in known.items() if usual is MISSING and name not in values]:
        raise ValueError(f"its {missing[0]} is missing: {row!r:.80}")
    return kind(**values)


def is_right(kind: type, name: str, value: object) -> bool:
    """Return whether the JSON value is one for the field of that name."""
    return _fields_of(kind)[name][0](value)


def _fields_of(kind: Any) -> dict[str, tuple[Callable[[object], bool], object]]:
    """Return by name what checks a JSON value, and the default (MISSING where there is none)."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind)
        _FIELDS[kind] = {field.name: (_checker(hints[field.name]), _default(field)) for field in fields(kind)}
    return _FIELDS[kind]


_FIELDS: dict[type, dict[str, tuple[Callable[[object], bool], object]]] = {}
_NAMES: dict[type[Event], str] = {}


def _checker(hint: Any) -> Callable[[object], bool]:
    inner = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return lambda value: value in inner
        case origin if origin is UnionType:
            ways = [_checker(one) for one in inner]
            return lambda value: any(check(value) for check in ways)
        case origin if origin is tuple and inner[-1] is ...:
            each = _checker(inner[0])
            return lambda value: isinstance(value, list) and all(map(each, value))
        case origin if origin is tuple:
            parts = [_checker(one) for one in inner]
            return lambda value: (
                isinstance(value, list)
                and len(value) == len(parts)
                and all(check(part) for check, part in zip(parts, value, strict=True))
            )
        case origin if origin is Mapping:
            part_of = _checker(inner[1])
            return lambda value: isinstance(value, dict) and all(map(part_of, value.values()))
    return (lambda _value: True) if hint is object else (lambda value: type(value) is hint)


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _canonical(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of pairs (UTF-16), which no text has: they stay escapes."""


def _row(event: Event) -> dict[str, object]:
    kind = type(event)
    if kind not in _NAMES:
        _NAMES.update({one: name for name, one in {**SHARED, **events_of_all()}.items()})
    row: dict[str, object] = {"type": _NAMES[kind]}
    for name, (_check, usual) in _fields_of(kind).items():
        value = getattr(event, name)
        if value != usual:
            row[name] = value
    if isinstance(event, Started) and (written := game_of(event.preset).written):
        row["game"] = written
    return row


def _event(row: object) -> Event:
    given = dict(row) if isinstance(row, dict) else {}
    name = str(given.pop("type", None))
    kind = SHARED.get(name) or events_of_all().get(name)
    if kind is None:
        raise BadLog(f"not an event that this version knows: {row!r:.80}")
    try:
        if kind is Started and isinstance(given.get("game"), str):
            own = own_game(given.pop("game")).presets[0]
            name, dot, which = str(given.get("preset")).partition(".")
            if name[-OF_RULES:] == own[-OF_RULES:]:  # the letters before were once chosen otherwise
                given["preset"] = own + dot + which
        event = value_of(kind, given)
        if isinstance(event, Started):
            game_of(event.preset)
    except ValueError as error:
        raise BadLog(f"not an event: {error}") from None
    return event


def _default(field: Any) -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default
